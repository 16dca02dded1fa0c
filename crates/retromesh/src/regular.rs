//! Regular files alone are read and replaced: FIFOs and sockets block for ever, and devices have no end.

use std::fmt;
use std::fs::{self, File, FileType, Metadata};
use std::io::{self, Read};
use std::path::Path;

/// Names what is neither a file nor a folder.
fn special(kind: FileType) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return "a FIFO";
        }
        if kind.is_socket() {
            return "a socket";
        }
        if kind.is_block_device() || kind.is_char_device() {
            return "a device";
        }
    }
    if kind.is_symlink() { "a symbolic link" } else { "of no known kind" }
}

/// What is in the way of reading or writing a file, as the inner error of a [`std::io::Error`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Obstacle {
    /// The path is that of a folder.
    Folder,
    /// The path is that of another thing than a file, of this name: `a FIFO`.
    Special(&'static str),
    /// A file that models share is there, and holds something else.
    OtherContent,
}

impl Obstacle {
    /// Finds what is in the way in an error of the system.
    pub fn of(error: &io::Error) -> Option<Self> {
        error.get_ref()?.downcast_ref().copied()
    }
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder => f.write_str("is a folder, not a regular file"),
            Self::Special(kind) => write!(f, "is {kind}, not a regular file"),
            Self::OtherContent => f.write_str("already exists with other content"),
        }
    }
}

impl std::error::Error for Obstacle {}

impl From<Obstacle> for io::Error {
    fn from(obstacle: Obstacle) -> Self {
        let is_there = obstacle == Obstacle::OtherContent;
        Self::new(if is_there { io::ErrorKind::AlreadyExists } else { io::ErrorKind::InvalidInput }, obstacle)
    }
}

fn refuse(metadata: &Metadata) -> io::Result<()> {
    let kind = metadata.file_type();
    if kind.is_file() {
        return Ok(());
    }
    Err(if kind.is_dir() { Obstacle::Folder } else { Obstacle::Special(special(kind)) }.into())
}

/// Makes sure that a path may be written: nothing is there, or a regular file.
pub(crate) fn may_be_replaced(path: &Path) -> io::Result<()> {
    path.symlink_metadata().map_or(Ok(()), |metadata| refuse(&metadata))
}

/// Returns the size of a regular file; for a folder that cannot be listed, why.
pub(crate) fn size(path: &Path) -> io::Result<u64> {
    let metadata = fs::metadata(path)?;
    if metadata.is_dir() {
        fs::read_dir(path)?;
    }
    refuse(&metadata)?;
    Ok(metadata.len())
}

/// Opens a regular file to read it. What is opened is asked what it is: it may be another thing than a moment before.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    // A device may do something when it is opened.
    size(path)?;
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(NONBLOCK);
    }
    let file = options.open(path)?;
    refuse(&file.metadata()?)?;
    Ok(file)
}

/// Opening a FIFO waits for who writes to it, but not with this flag; regular files take no notice of it.
#[cfg(any(target_os = "linux", target_os = "android"))]
const NONBLOCK: i32 = if cfg!(any(target_arch = "mips", target_arch = "mips64")) { 0x80 } else { 0x800 };
#[cfg(all(unix, not(any(target_os = "linux", target_os = "android"))))]
const NONBLOCK: i32 = 4;

/// Reads a regular file up to one byte more than the limit, whatever its size is said to be.
pub(crate) fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    let size = file.metadata()?.len().min(limit);
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0) + 1);
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::OpenOptionsExt;

    #[test]
    fn what_is_no_regular_file_is_refused_when_it_is_open() {
        let folder = tempfile::tempdir().unwrap();
        let fifo = folder.path().join("fifo");
        assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        // With the flag it opens at once, and then it is seen to be none.
        let opened = File::options().read(true).custom_flags(NONBLOCK).open(&fifo).unwrap();
        assert!(refuse(&opened.metadata().unwrap()).unwrap_err().to_string().contains("a FIFO"));
        assert!(open(&fifo).is_err() && open(folder.path()).is_err());
        fs::write(folder.path().join("file"), b"12345").unwrap();
        assert_eq!(read(&folder.path().join("file"), 3).unwrap(), b"1234");
    }
}
