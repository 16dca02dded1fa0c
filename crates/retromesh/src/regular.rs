//! Regular files alone are read and replaced: FIFOs and sockets block for ever, and devices have no end.

use std::fs::{self, File, FileType, Metadata};
use std::io::{self, Read};
use std::path::Path;

/// Names what is no regular file.
fn kind(kind: FileType) -> &'static str {
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
    if kind.is_dir() {
        "a folder"
    } else if kind.is_symlink() {
        "a symbolic link"
    } else {
        "of no known kind"
    }
}

fn refuse(metadata: &Metadata) -> io::Result<()> {
    if metadata.is_file() {
        return Ok(());
    }
    let what = format!("is {}, not a regular file", kind(metadata.file_type()));
    Err(io::Error::new(io::ErrorKind::InvalidInput, what))
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

/// Reads a regular file up to one byte more than the limit, whatever its size is said to be.
pub(crate) fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let size = size(path)?.min(limit);
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0) + 1);
    File::open(path)?.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}
