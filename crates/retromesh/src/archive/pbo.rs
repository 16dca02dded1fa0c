//! Archives of Operation Flashpoint.

use super::Table;
use super::names::Name;
use super::place::Place;
use retromesh_core::{Error, ErrorKind, LimitKind, Limits, Result};

const ID: &str = "pbo";

/// This much is read of an archive at first: the table of nearly every one.
const FIRST: u64 = 1 << 16;
/// The largest table, in bytes: hundreds of thousands of entries.
const LARGEST: u64 = 1 << 24;

pub(super) fn open(place: Place) -> Result<Table> {
    let mut archive = table(&place)?;
    let damage = cut(&mut archive, place.size()?);
    let names: Vec<Name> = archive.entries.iter().map(|entry| Name::new(&entry.name)).collect();
    let sizes = archive.entries.iter().map(|entry| entry.size().into());
    let files = names.iter().map(|name| name.listed.clone()).zip(sizes).collect();
    let prefix = archive.prefix();
    let read = move |number: usize, limits: &Limits| {
        let entry = &archive.entries[number];
        names[number].stays_inside(ID, entry.offset)?;
        let stored = place.read(entry.offset, entry.stored.into())?;
        if stored.len() as u64 != u64::from(entry.stored) {
            return Err(entry.truncated(stored.len() as u64));
        }
        match entry.unpack(&stored, limits)? {
            std::borrow::Cow::Owned(bytes) => Ok(bytes),
            std::borrow::Cow::Borrowed(_) => Ok(stored),
        }
    };
    Ok(Table { prefix, files, read: Box::new(read), damage })
}

/// Takes the entries away that begin after the end of an archive of this size; says that it is cut where it ends too early.
fn cut(archive: &mut retromesh_pbo::Archive, size: u64) -> Option<String> {
    let end = archive.entries.last().map(|last| last.offset + u64::from(last.stored)).filter(|end| *end > size)?;
    let (all, whole) =
        (archive.entries.len(), archive.entries.partition_point(|e| e.offset + u64::from(e.stored) <= size));
    let cut = archive.entries.get(whole).filter(|entry| entry.offset < size);
    let is_cut = cut.map_or(String::new(), |entry| format!(", {} is cut", Name::new(&entry.name).listed));
    let there = whole + usize::from(cut.is_some());
    archive.entries.truncate(there);
    let missing = match all - there {
        0 => String::new(),
        1 => ", 1 is missing".to_owned(),
        count => format!(", {count} are missing"),
    };
    Some(format!(
        "one that is cut: {size} of {end} bytes, {whole} of {all} files are whole{is_cut}{missing}; get it again"
    ))
}

/// Reads the table, whose size nothing says.
fn table(place: &Place) -> Result<retromesh_pbo::Archive> {
    let size = place.size()?;
    let mut length = FIRST;
    loop {
        let error = match retromesh_pbo::Archive::parse(&place.read(0, length)?) {
            Ok(archive) => return Ok(archive),
            Err(error) => error,
        };
        // What the table breaks it breaks in what was read; what ends early may go on.
        let ends_early = error.offset().is_some_and(|offset| offset + FIRST / 2 > length) && length < size;
        if !ends_early {
            return Err(error);
        }
        if length >= LARGEST {
            let kind = ErrorKind::limit(LimitKind::Fixed, "table of an archive", LARGEST, size);
            return Err(Error::new(ID, kind));
        }
        length *= 4;
    }
}
