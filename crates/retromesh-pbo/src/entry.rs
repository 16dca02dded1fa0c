//! One file of an archive.

use crate::ID;
use retromesh_core::{Error, ErrorKind, Limits, Result};
use retromesh_wire::lzss::{self, Sum};
use std::borrow::Cow;

/// One file of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The name as stored, with backslashes between its parts.
    pub name: String,
    /// How the bytes are stored.
    pub method: Method,
    /// The size in bytes when unpacked; 0 for entries that are not compressed.
    pub unpacked: u32,
    /// A field of no known use.
    pub reserved: u32,
    /// When the file was changed last, in seconds since 1970; 0 where the packer did not store it.
    pub timestamp: u32,
    /// The size in bytes in the archive.
    pub stored: u32,
    /// Where the bytes are, from the start of the file.
    pub offset: u64,
}

/// How an entry is stored: a tag of four letters, which appear in reverse in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// As it is.
    Stored,
    /// Compressed by LZSS: `Cprs`.
    Packed,
    /// Encrypted, as some official addons are: `Encr`.
    Encrypted,
    /// A number that is no method.
    Unknown(u32),
}

impl Method {
    /// Returns the method of a number in the table.
    pub fn of(number: u32) -> Self {
        match number {
            0 => Self::Stored,
            0x4370_7273 => Self::Packed,
            0x456e_6372 => Self::Encrypted,
            other => Self::Unknown(other),
        }
    }
}

impl Entry {
    /// Returns the size of the file in bytes, as the table has it.
    pub fn size(&self) -> u32 {
        if self.is_packed() { self.unpacked } else { self.stored }
    }

    /// Returns whether the bytes are compressed. An entry of that method without an unpacked size of its own is stored.
    pub fn is_packed(&self) -> bool {
        self.method == Method::Packed && self.unpacked != 0 && self.unpacked != self.stored
    }

    /// Returns the stored bytes out of the whole archive.
    pub fn of<'a>(&self, archive: &'a [u8]) -> Result<&'a [u8]> {
        let start = usize::try_from(self.offset).unwrap_or(usize::MAX).min(archive.len());
        let rest = archive.get(start..).unwrap_or_default();
        rest.get(..self.stored as usize).ok_or_else(|| self.truncated(rest.len() as u64))
    }

    /// Makes the error of an archive that ends before the entry does, with the bytes that are left.
    pub fn truncated(&self, found: u64) -> Error {
        self.error(ErrorKind::truncated("entry", self.stored.into(), found))
    }

    /// Unpacks the stored bytes. What is packed has a checksum, and one that does not fit is an error.
    pub fn unpack<'a>(&self, stored: &'a [u8], limits: &Limits) -> Result<Cow<'a, [u8]>> {
        if self.method == Method::Encrypted {
            let hint = "the key is the game's alone";
            return Err(self.error(ErrorKind::unsupported("an encrypted entry", hint)));
        }
        if let Method::Unknown(number) = self.method {
            let expected = "stored, compressed (Cprs) or encrypted (Encr)";
            return Err(self.error(ErrorKind::bad("method of an entry", expected, format!("{number:#010x}"))));
        }
        if !self.is_packed() {
            return Ok(Cow::Borrowed(stored));
        }
        limits.allow_unpacked(self.unpacked.into()).map_err(|error| error.in_format(ID).within(&self.name))?;
        let bad = |found: String| self.error(ErrorKind::bad("compressed entry", self.expected(), found));
        let decoded = lzss::decode(stored, self.unpacked as usize).map_err(|cut| bad(cut.to_string()))?;
        // Packers disagree about the sign of bytes.
        if !decoded.has_sum(Sum::Unsigned) && !decoded.has_sum(Sum::Signed) {
            return Err(bad(format!("checksum {:#x}, not that of its bytes", decoded.sum)));
        }
        Ok(Cow::Owned(decoded.bytes))
    }

    fn expected(&self) -> String {
        format!("{} bytes and their checksum", self.unpacked)
    }

    fn error(&self, kind: ErrorKind) -> Error {
        Error::new(ID, kind).at(self.offset).within(&self.name)
    }
}
