//! What a call reads: a file of the disk, or bytes with what C says is next to them.

use crate::border::{Failure, Many, Text, read};
use crate::options::Options;
use retromesh::{Folder, Source, StoredFiles};
use std::collections::HashMap;
use std::ffi::{c_char, c_void};
use std::path::Path;

/// A file next to a model in memory.
#[repr(C)]
pub struct FileEntry {
    /// The path, with slashes, as seen from where the model's own name is: "textures/wood.png".
    pub path: *const c_char,
    /// The size in bytes.
    pub size: u64,
}

/// The files next to a model in memory, such as textures. They are listed at once and read when they are needed, during the call and by the
/// thread that calls.
#[repr(C)]
pub struct FileList {
    /// The files.
    pub entries: *const FileEntry,
    /// How many files there are.
    pub entry_count: usize,
    /// Fills `data` with all `size` bytes of the file of this index, and returns whether it could. It must not throw.
    pub read: Option<unsafe extern "C" fn(user: *mut c_void, index: usize, data: *mut u8, size: usize) -> bool>,
    /// What `read` is given.
    pub user: *mut c_void,
}

/// Reads a file of the disk.
pub(crate) fn load(path: Text, options: &Options) -> Result<Source, Failure> {
    let import = &options.named.import;
    Ok(Source::load(path.need("path")?, &import.limits)?.within(import.root.as_deref()))
}

/// Takes bytes, a name for them, and what is next to them.
pub(crate) fn source_of(
    data: Many<u8>,
    size: usize,
    name: Text,
    files: Option<&FileList>,
    options: &Options,
) -> Result<Source, Failure> {
    let limits = &options.named.import.limits;
    limits.allow_input(size as u64)?;
    let name = Path::new(name.get("name")?.unwrap_or("model"));
    let mut source = Source::from_bytes(data.get(size, "data")?.to_vec(), name, limits)?;
    let stored = files.map_or_else(|| Ok(StoredFiles::new([], |_| None)), stored)?;
    source.folder = Folder::of_file(name, limits.input_bytes).among(&stored);
    Ok(source.within(options.named.import.root.as_deref()))
}

fn stored(files: &FileList) -> Result<StoredFiles, Failure> {
    let entries = Many(files.entries).get(files.entry_count, "entries")?;
    let call = files.read.ok_or_else(|| Failure::argument("read is NULL"))?;
    // Threads could share what reads files, so the pointer goes along as a number. They do not: the call ends before its files are let go.
    let user = files.user.expose_provenance();
    let mut list = Vec::new();
    let mut known = HashMap::new();
    for (index, entry) in entries.iter().enumerate() {
        let path = Text(entry.path).need("path of an entry")?.to_owned();
        known.entry(path.clone()).or_insert((index, entry.size));
        list.push((path, entry.size));
    }
    Ok(StoredFiles::new(list, move |path| {
        let &(index, size) = known.get(path)?;
        read(call, std::ptr::with_exposed_provenance_mut(user), index, usize::try_from(size).ok()?)
    }))
}
