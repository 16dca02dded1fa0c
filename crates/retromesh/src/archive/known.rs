//! The archives that were opened last.

use super::Archive;
use crate::lookups::FileState;
use retromesh_core::Result;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// This many tables are remembered: those of the archives that a model and its textures are in.
const REMEMBERED: usize = 16;

/// Archives and the states of their files, the newest first.
static KNOWN: Mutex<VecDeque<(PathBuf, FileState, Arc<Archive>)>> = Mutex::new(VecDeque::new());

/// Opens an archive on the disk, or takes it from those that were opened last, unless its file has changed.
pub(crate) fn known(path: &Path) -> Result<Arc<Archive>> {
    let state = FileState::of_file(path).unwrap_or_default();
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, _, archive)) = known().iter().find(|(of, then, _)| of == path && *then == state) {
        return Ok(Arc::clone(archive));
    }
    let archive = Arc::new(Archive::open(path)?);
    let mut known = known();
    known.retain(|(of, _, _)| of != path);
    known.truncate(REMEMBERED - 1);
    known.push_front((path.to_path_buf(), state, Arc::clone(&archive)));
    Ok(archive)
}
