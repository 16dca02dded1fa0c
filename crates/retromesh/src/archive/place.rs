//! Where the bytes of an archive are.
#![cfg_attr(not(any(feature = "pbo", feature = "zip")), allow(dead_code, reason = "no kind of archive is compiled in"))]

use crate::regular;
use retromesh_core::{Error, Result};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::Arc;

/// Where the bytes of an archive are. A file is opened for each reading, so that it may be moved or removed between them.
#[derive(Debug, Clone)]
pub(super) enum Place {
    Disk(PathBuf),
    Memory(Arc<[u8]>),
    /// One that has this size, and bytes that are put after it.
    #[cfg_attr(not(feature = "zip"), allow(dead_code, reason = "no other kind of archive is rebuilt"))]
    Rebuilt {
        archive: Box<Place>,
        size: u64,
        end: Arc<[u8]>,
    },
}

impl Place {
    /// Returns the size of the archive in bytes.
    pub(super) fn size(&self) -> Result<u64> {
        match self {
            Self::Disk(path) => regular::size(path).map_err(|error| self.failed(error)),
            Self::Memory(bytes) => Ok(bytes.len() as u64),
            Self::Rebuilt { size, end, .. } => Ok(size + end.len() as u64),
        }
    }

    /// Reads what is there of this many bytes from an offset on.
    pub(super) fn read(&self, offset: u64, length: u64) -> Result<Vec<u8>> {
        match self {
            Self::Disk(path) => {
                let read = || {
                    let mut file = regular::open(path)?;
                    let there = file.metadata()?.len().saturating_sub(offset).min(length);
                    file.seek(SeekFrom::Start(offset))?;
                    let mut bytes = Vec::with_capacity(usize::try_from(there).unwrap_or(0));
                    file.take(there).read_to_end(&mut bytes)?;
                    Ok(bytes)
                };
                read().map_err(|error| self.failed(error))
            }
            Self::Memory(bytes) => {
                let start = usize::try_from(offset).unwrap_or(usize::MAX).min(bytes.len());
                let rest = bytes.get(start..).unwrap_or_default();
                let length = usize::try_from(length).unwrap_or(usize::MAX).min(rest.len());
                Ok(rest.get(..length).unwrap_or_default().to_vec())
            }
            Self::Rebuilt { archive, size, end } => {
                let mut bytes = archive.read(offset, length.min(size.saturating_sub(offset)))?;
                let rest = length.saturating_sub(bytes.len() as u64);
                bytes.extend(Self::Memory(Arc::clone(end)).read(offset.saturating_sub(*size), rest)?);
                Ok(bytes)
            }
        }
    }

    fn failed(&self, error: io::Error) -> Error {
        match self {
            Self::Disk(path) => Error::io(path.to_string_lossy(), error),
            Self::Memory(_) | Self::Rebuilt { .. } => Error::io("archive", error),
        }
    }
}
