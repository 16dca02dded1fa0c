//! ZIP archives, with entries stored or deflated.

use super::Table;
use super::cut::{self, HEADER};
use super::names::Name;
use super::place::Place;
use flate2::read::DeflateDecoder;
use rawzip::{CompressionMethod, RECOMMENDED_BUFFER_SIZE, ReaderAt, ZipArchive, ZipArchiveEntryWayfinder};
use retromesh_core::{Error, ErrorKind, LimitKind, Limits, Result};
use std::borrow::Cow;
use std::io::{self, Read};

const ID: &str = "zip";

/// Deflated entries may unpack to this many bytes ...
const FREE_BYTES: u64 = 1 << 26;
/// ... and to this many more for each of their own, unless a higher limit is asked for. Text shrinks to a tenth.
const REPEATS: u64 = 64;

/// The upper half of code page 437.
const UPPER: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
    └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";

/// What is known of an entry.
struct Entry {
    name: Name,
    /// The entry with which it shares bytes.
    shares: Option<String>,
    method: CompressionMethod,
    is_encrypted: bool,
    way: ZipArchiveEntryWayfinder,
    packed: u64,
    unpacked: u64,
    offset: u64,
}

impl ReaderAt for Place {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        let bytes = self.read(offset, buffer.len() as u64).map_err(io::Error::other)?;
        buffer.iter_mut().zip(&bytes).for_each(|(to, from)| *to = *from);
        Ok(bytes.len())
    }
}

pub(super) fn open(place: Place) -> Result<Table> {
    let (archive, mut entries, damage) = match whole(place.clone()) {
        Ok((archive, entries)) => (archive, entries, None),
        Err(error) => {
            let Some(rebuilt) = cut::rebuilt(place)? else { return Err(bad(&error)) };
            let (archive, entries) = whole(rebuilt).map_err(|error| bad(&error))?;
            (archive, entries, Some(found(&error)))
        }
    };
    find_shared(&mut entries);
    let files = entries.iter().map(|entry| (entry.name.listed.clone(), entry.unpacked)).collect();
    let read = move |number: usize, limits: &Limits| {
        let entry = &entries[number];
        read(&archive, entry, limits).map_err(|error| error.in_format(ID).within(&entry.name.listed))
    };
    Ok(Table { prefix: None, files, read: Box::new(read), damage })
}

/// Reads the directory of an archive.
fn whole(place: Place) -> std::result::Result<(ZipArchive<Place>, Vec<Entry>), rawzip::Error> {
    let size = place.size().map_err(io::Error::other)?;
    let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
    let archive = rawzip::ZipLocator::new().locate_in_reader(place, &mut buffer, size).map_err(|(_, error)| error)?;
    let entries = list(&archive, &mut buffer)?;
    Ok((archive, entries))
}

/// Lists the files; folders are no entries of their own.
fn list(archive: &ZipArchive<Place>, buffer: &mut [u8]) -> std::result::Result<Vec<Entry>, rawzip::Error> {
    let mut entries = archive.entries(buffer);
    let mut list = Vec::new();
    while let Some(entry) = entries.next_entry()? {
        if entry.is_dir() {
            continue;
        }
        list.push(Entry {
            name: Name::new(&text(entry.file_path().as_bytes())),
            shares: None,
            method: entry.compression_method(),
            is_encrypted: entry.flags().is_encrypted(),
            way: entry.wayfinder(),
            packed: entry.compressed_size_hint(),
            unpacked: entry.uncompressed_size_hint(),
            offset: entry.local_header_offset(),
        });
    }
    Ok(list)
}

/// Returns a name as text: what is no UTF-8 is of code page 437, as the specification has it, and so names of other bytes stay different.
fn text(name: &[u8]) -> Cow<'_, str> {
    let upper = |byte: u8| UPPER.chars().nth(usize::from(byte.wrapping_sub(0x80))).unwrap_or_default();
    let decoded = |&byte: &u8| if byte.is_ascii() { char::from(byte) } else { upper(byte) };
    std::str::from_utf8(name).map_or_else(|_| name.iter().map(decoded).collect(), Cow::Borrowed)
}

/// Sorts entries by where they are, and marks those that share bytes with the next one: they are what the densest bombs are made of. Of
/// entries that begin at one place none is what it says.
fn find_shared(entries: &mut [Entry]) {
    entries.sort_by_key(|entry| entry.offset);
    for at in 1..entries.len() {
        let (before, next) = entries.split_at_mut(at);
        let (entry, next) = (&mut before[at - 1], &mut next[0]);
        if next.offset < entry.offset.saturating_add(HEADER).saturating_add(entry.packed) {
            entry.shares = Some(next.name.listed.clone());
        }
        if next.offset == entry.offset {
            next.shares = Some(entry.name.listed.clone());
        }
    }
}

fn read(archive: &ZipArchive<Place>, entry: &Entry, limits: &Limits) -> Result<Vec<u8>> {
    entry.name.stays_inside(ID, entry.offset)?;
    if let Some(other) = &entry.shares {
        let kind = ErrorKind::bad("entry", "bytes of its own", format!("some that are those of {other:?}, too"));
        return Err(Error::new(ID, kind).at(entry.offset));
    }
    if entry.is_encrypted {
        return Err(Error::new(ID, ErrorKind::unsupported("an encrypted entry", "unpack the archive first")));
    }
    let found = archive.get_entry(entry.way).map_err(|error| bad(&error))?;
    let (start, end) = found.compressed_data_range();
    match entry.method {
        CompressionMethod::STORE => {
            limits.allow_input(end.saturating_sub(start))?;
            collect(entry, found.verifying_reader(found.reader()))
        }
        CompressionMethod::DEFLATE => {
            allow(entry, limits)?;
            let inflated = DeflateDecoder::new(found.reader()).take(entry.unpacked.saturating_add(1));
            collect(entry, found.verifying_reader(inflated))
        }
        other => {
            let hint = "pack the archive anew, with entries stored or deflated";
            Err(Error::new(ID, ErrorKind::unsupported(format!("the method {other} of an entry"), hint)))
        }
    }
}

/// Refuses an entry that unpacks to far more than it is, before any memory is taken for it.
fn allow(entry: &Entry, limits: &Limits) -> Result<()> {
    let own = FREE_BYTES.saturating_add(REPEATS.saturating_mul(entry.packed));
    let limit = limits.unpacked_of(own);
    if entry.unpacked > limit {
        let kind = ErrorKind::limit(LimitKind::Unpacked, "unpacked bytes", limit, entry.unpacked);
        return Err(Error::new(ID, kind));
    }
    Ok(())
}

/// Reads an entry whole; its size and checksum must be those of the table.
fn collect(entry: &Entry, mut reader: impl Read) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = reader.read_to_end(&mut bytes);
    read.map_err(|error| {
        let expected = format!("{} bytes and their checksum", entry.unpacked);
        Error::new(ID, ErrorKind::bad("entry", expected, error.to_string())).at(entry.offset)
    })?;
    Ok(bytes)
}

fn bad(error: &rawzip::Error) -> Error {
    Error::new(ID, super::damaged(ID, found(error)))
}

fn found(error: &rawzip::Error) -> String {
    let error = error.to_string().to_lowercase();
    format!("one that is cut or damaged: {error}; get it again, or repair it with `zip -FF`")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_of_other_bytes_are_other_texts() {
        assert_eq!(text(b"caf\x82/\xfe.b3d"), "caf\u{e9}/\u{25a0}.b3d");
        assert_eq!(text("caf\u{e9}".as_bytes()), "caf\u{e9}");
        let all: BTreeSet<String> = (0..=255).map(|byte| text(&[byte, 0xff]).into_owned()).collect();
        assert_eq!(all.len(), 256);
    }
}
