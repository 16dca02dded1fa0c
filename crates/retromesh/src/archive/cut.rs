//! ZIP archives whose directory at the end is cut off, as downloads leave them: it is made anew from the headers before the entries.

use super::place::Place;
use retromesh_core::Result;
use std::sync::Arc;

/// What comes before the bytes of an entry, without its name.
pub(super) const HEADER: u64 = 30;
/// Names are no longer than this.
const LONGEST: u64 = 1024;
/// No more entries are looked for, which are as many as a directory without extensions counts.
const MAX_ENTRIES: u16 = u16::MAX - 1;

/// Puts a directory of the entries after what is there of an archive; `None` where not one is found.
///
/// The walk ends where an entry does not say how long it is: its sizes follow it then, or are in a field of large archives.
pub(super) fn rebuilt(place: Place) -> Result<Option<Place>> {
    let size = place.size()?;
    let (mut directory, mut count, mut offset) = (Vec::new(), 0_u16, 0_u64);
    while let (true, Ok(at)) = (count < MAX_ENTRIES, u32::try_from(offset)) {
        let head = place.read(offset, HEADER + LONGEST)?;
        let number = |at: usize| head.get(at..at + 2).map_or(0, |two| u64::from(u16::from_le_bytes([two[0], two[1]])));
        let (flags, packed, unpacked) = (number(6), number(18) | number(20) << 16, number(22) | number(24) << 16);
        let name = head.get(30..30 + number(26) as usize).filter(|_| head.starts_with(b"PK\x03\x04"));
        let Some(name) = name.filter(|_| flags & 8 == 0 && packed.max(unpacked) < u64::from(u32::MAX)) else { break };
        directory.extend(b"PK\x01\x02\x14\0");
        directory.extend(&head[4..28]);
        directory.extend([0; 12]);
        directory.extend(at.to_le_bytes());
        directory.extend(name);
        count += 1;
        offset += HEADER + number(26) + number(28) + packed;
    }
    let (Ok(start), Ok(length)) = (u32::try_from(size), u32::try_from(directory.len())) else { return Ok(None) };
    directory.extend(b"PK\x05\x06\0\0\0\0");
    directory.extend([count.to_le_bytes(), count.to_le_bytes()].as_flattened());
    directory.extend([length.to_le_bytes(), start.to_le_bytes()].as_flattened());
    directory.extend([0; 2]);
    Ok((count > 0).then(|| Place::Rebuilt { archive: Box::new(place), size, end: Arc::from(directory) }))
}
