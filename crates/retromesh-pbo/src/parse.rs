//! Bytes to the table of entries, one function per structure.

use crate::ID;
use crate::document::Archive;
use crate::entry::{Entry, Method};
use nom::Parser;
use retromesh_core::Result;
use retromesh_wire::parsers::{c_string, le_u32};
use retromesh_wire::{PResult, run};

/// The method of the first entry of archives that have properties: `Vers`.
const PROPERTIES: u32 = 0x5665_7273;

impl Archive {
    /// Parses the table at the start of an archive; what follows it need not be there.
    pub fn parse(bytes: &[u8]) -> Result<Self> {
        let (mut archive, rest) = run(ID, bytes, |i| table(i).map(|(rest, archive)| (rest, (archive, rest.len()))))?;
        archive.data_offset = (bytes.len() - rest) as u64;
        let mut offset = archive.data_offset;
        for entry in &mut archive.entries {
            entry.offset = offset;
            offset += u64::from(entry.stored);
        }
        Ok(archive)
    }
}

/// The table: properties where the first entry says so, then entries up to one without a name.
fn table(i: &[u8]) -> PResult<'_, Archive> {
    let mut archive = Archive::default();
    let (mut i, mut next) = record(i)?;
    if next.name.is_empty() && next.method == PROPERTIES {
        (i, archive.properties) = properties(i)?;
        (i, next) = record(i)?;
    }
    while !next.name.is_empty() {
        let Record { name, method, unpacked, reserved, timestamp, stored } = next;
        let method = Method::of(method);
        archive.entries.push(Entry { name, method, unpacked, reserved, timestamp, stored, offset: 0 });
        (i, next) = record(i)?;
    }
    Ok((i, archive))
}

/// Pairs of texts up to an empty name.
fn properties(mut i: &[u8]) -> PResult<'_, Vec<(String, String)>> {
    let mut properties = Vec::new();
    loop {
        let (rest, name) = c_string("name of a property").parse(i)?;
        if name.is_empty() {
            return Ok((rest, properties));
        }
        let (rest, value) = c_string("value of a property").parse(rest)?;
        properties.push((name.to_string(), value.to_string()));
        i = rest;
    }
}

/// A line of the table.
struct Record {
    name: String,
    method: u32,
    unpacked: u32,
    reserved: u32,
    timestamp: u32,
    stored: u32,
}

/// Name, method, size when unpacked, reserved, time, size in the archive.
fn record(i: &[u8]) -> PResult<'_, Record> {
    let name = c_string("name of an entry").map(|name| name.to_string());
    let sizes = (le_u32("method"), le_u32("unpacked size"), le_u32("reserved"), le_u32("time"), le_u32("stored size"));
    (name, sizes)
        .map(|(name, (method, unpacked, reserved, timestamp, stored))| Record {
            name,
            method,
            unpacked,
            reserved,
            timestamp,
            stored,
        })
        .parse(i)
}
