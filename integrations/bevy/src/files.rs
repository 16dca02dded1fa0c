//! Files next to a model, from wherever Bevy takes its assets. They are listed first; what the model asks for is read between two looks at it.

use bevy::asset::io::ErasedAssetReader;
use bevy::asset::{AssetPath, LoadContext};
use bevy::tasks::futures_lite::StreamExt;
use retromesh::StoredFiles;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// No more files than this are listed, those of the nearest folders first.
const LIMIT: usize = 10_000;

/// The files in and below a folder.
#[derive(Default)]
pub(crate) struct FilesNear {
    paths: Vec<String>,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    /// The bytes of what was read; `None` of what could not be.
    read: BTreeMap<String, Option<Vec<u8>>>,
    wanted: BTreeSet<String>,
}

impl FilesNear {
    /// Lists the files in and below a folder. Where nothing can be listed, as on the web, there are none.
    pub(crate) async fn list(reader: &dyn ErasedAssetReader, folder: &Path) -> Self {
        let mut paths = Vec::new();
        let mut folders = VecDeque::from([folder.to_path_buf()]);
        while let Some(folder) = folders.pop_front() {
            let Ok(mut entries) = reader.read_directory(&folder).await else { continue };
            while let Some(path) = entries.next().await {
                if paths.len() + folders.len() >= LIMIT {
                    break;
                }
                if reader.is_directory(&path).await.unwrap_or(false) {
                    folders.push_back(path);
                } else if let Some(path) = path.to_str() {
                    paths.push(path.replace('\\', "/"));
                }
            }
        }
        Self { paths, state: Arc::default() }
    }

    /// Returns what reads them: those that were not read yet are missing, and noted.
    pub(crate) fn stored(&self) -> StoredFiles {
        let state = Arc::clone(&self.state);
        StoredFiles::new(self.paths.iter().map(|path| (path.clone(), 0)), move |path| {
            let state = &mut *state.lock().unwrap_or_else(PoisonError::into_inner);
            let read = state.read.get(path);
            if read.is_none() {
                state.wanted.insert(path.to_owned());
            }
            read.cloned().flatten()
        })
    }

    /// Reads what was asked for; returns whether there was anything new. Bevy loads the model anew when one of these files changes.
    pub(crate) async fn read_wanted(&self, context: &mut LoadContext<'_>) -> bool {
        let lock = || self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let wanted = std::mem::take(&mut lock().wanted);
        let is_new = !wanted.is_empty();
        for path in wanted {
            let at = AssetPath::from(PathBuf::from(&path)).with_source(context.path().source().clone_owned());
            let bytes = context.read_asset_bytes(at).await.ok();
            lock().read.insert(path, bytes);
        }
        is_new
    }
}
