//! Model files in memory: from the disk, or from standard input where the name is `-`.

use crate::args::ReadingArgs;
use crate::console;
use crate::inputs::as_stored;
use retromesh::{ClipRanges, Diagnostics, Error, Folder, Limits, Listings, Opened, Result, Source};
use std::borrow::Cow;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, OnceLock};

/// What came from standard input, which can be read once only.
static STDIN: OnceLock<Result<Vec<u8>, String>> = OnceLock::new();

/// Whether standard input is being waited for.
static WAITS: AtomicBool = AtomicBool::new(false);

/// Returns whether the program waits for standard input, which may never come.
pub(crate) fn waits_for_stream() -> bool {
    WAITS.load(Ordering::Relaxed)
}

/// The names of files next to the models of this run.
static LISTINGS: LazyLock<Listings> = LazyLock::new(Listings::default);

/// Returns whether a path stands for standard input or output.
pub(crate) fn is_stream(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads a file whole and detects its format.
pub(crate) fn load(path: &Path, reading: &ReadingArgs) -> Result<Source> {
    if !is_stream(path) {
        let path = as_stored(path);
        return of_bytes(load_bytes(&path, reading)?, &path, reading);
    }
    let limits = reading.options().limits;
    let name = PathBuf::from("stdin").with_extension(reading.file.from.as_deref().unwrap_or_default());
    Ok(Source::from_bytes(stdin(&limits)?.to_vec(), &name, &limits)?.within(reading.place.root.as_deref()))
}

/// Reads a file whole, whatever it is.
pub(crate) fn load_bytes(path: &Path, reading: &ReadingArgs) -> Result<Vec<u8>> {
    retromesh::load(path, &reading.options().limits)
}

/// Detects the format of a file that was read.
pub(crate) fn of_bytes(bytes: Vec<u8>, path: &Path, reading: &ReadingArgs) -> Result<Source> {
    let source = Source::from_bytes(bytes, path, &reading.options().limits)?;
    Ok(source.within(reading.place.root.as_deref()).listed_in(&LISTINGS))
}

/// Reads a text whole.
pub(crate) fn load_text(path: &Path) -> Result<Cow<'static, [u8]>> {
    let limits = Limits::default();
    if is_stream(path) { stdin(&limits).map(Cow::Borrowed) } else { retromesh::load(path, &limits).map(Cow::Owned) }
}

/// Returns the folder in which the files next to a file are looked for.
pub(crate) fn folder(path: &Path, reading: &ReadingArgs) -> Folder {
    let options = reading.options();
    Folder::of_file(path, options.limits.input_bytes).within(options.root.as_deref()).listed_in(&LISTINGS)
}

/// Reads a file into a scene, with the clips and images that it is said to have.
pub(crate) fn open(
    path: &Path,
    reading: &ReadingArgs,
    clips: ClipRanges,
    images: Vec<String>,
    diagnostics: &mut Diagnostics,
) -> Result<Opened> {
    let source = load(path, reading)?.with_clips(clips).with_images(images);
    retromesh::open_source(&source, &reading.options(), diagnostics)
}

/// Returns up to `length` bytes of a file from an offset on.
pub(crate) fn excerpt(path: &Path, offset: u64, length: u64) -> io::Result<Vec<u8>> {
    if is_stream(path) {
        let bytes = STDIN.get().and_then(|read| read.as_ref().ok()).map_or(&[][..], Vec::as_slice);
        let start = usize::try_from(offset).unwrap_or(usize::MAX).min(bytes.len());
        return Ok(bytes.iter().skip(start).take(length as usize).copied().collect());
    }
    if retromesh::split_archive(path).is_some() {
        let bytes = retromesh::load(path, &Limits::default()).map_err(io::Error::other)?;
        let start = usize::try_from(offset).unwrap_or(usize::MAX);
        return Ok(bytes.into_iter().skip(start).take(length as usize).collect());
    }
    let mut file = std::fs::File::open(path)?;
    io::Seek::seek(&mut file, io::SeekFrom::Start(offset))?;
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn stdin(limits: &Limits) -> Result<&'static [u8]> {
    let read = STDIN.get_or_init(|| {
        let mut bytes = Vec::new();
        let limit = limits.input_bytes.saturating_add(1);
        WAITS.store(true, Ordering::Relaxed);
        let read = io::stdin().lock().take(limit).read_to_end(&mut bytes);
        WAITS.store(false, Ordering::Relaxed);
        read.map(|_| bytes).map_err(|e| e.to_string())
    });
    let bytes = read.as_ref().map_err(|e| Error::io("standard input", io::Error::other(e.clone())))?;
    limits.allow_input(bytes.len() as u64)?;
    Ok(bytes)
}

/// Writes a file to standard output. A reader that has seen enough (`| head`) is no failure.
pub(crate) fn write_stream(bytes: &[u8]) -> Result<()> {
    match console::stream().and_then(|mut out| out.write_all(bytes).and_then(|()| out.flush())) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Error::io("standard output", error)),
        _ => Ok(()),
    }
}
