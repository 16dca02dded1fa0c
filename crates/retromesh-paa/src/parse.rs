//! Bytes to document: one function for each structure of the file.

use crate::document::{Document, Level, Tag, Texels};
use crate::{ID, facts};
use nom::Parser;
use retromesh_core::{Code, Diagnostics, Error, Finding};
use retromesh_kit::ImportOptions;
use retromesh_wire::error::show_bytes;
use retromesh_wire::parsers::{expect, le_u16, le_u32, row, tag4, take, within};
use retromesh_wire::{PResult, bad, finish, offset_in, run};
use std::borrow::Cow;
use std::collections::HashSet;

/// How a tag begins: `TAGG` backwards.
pub(crate) const TAG: &[u8; 4] = b"GGAT";
/// The maximum number of colours of a palette.
const COLORS: u16 = 256;
/// The maximum number of levels that are read.
const LEVELS: usize = 16;
/// The largest side that is read; the game's own limit is 4096.
pub(crate) const LARGEST_SIDE: u16 = 16384;

impl<'a> Document<'a> {
    pub(crate) fn read(
        bytes: &'a [u8],
        _options: &ImportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Self, Error> {
        let document = run(ID, bytes, file)?;
        report(&document, bytes, diagnostics)?;
        Ok(document)
    }
}

/// Type word (optional), tags, palette, levels, end.
fn file(i: &[u8]) -> PResult<'_, Document<'_>> {
    let start = i;
    let (mut i, type_word) = type_word(i)?;
    let mut tags = Vec::new();
    while i.starts_with(TAG) {
        let one;
        (i, one) = within(|| format!("TAGG[{}]", tags.len()), tag).parse(i)?;
        tags.push(one);
    }
    let (i, palette) = palette(i)?;
    if type_word.is_none() && tags.is_empty() && palette.is_empty() {
        return bad(start, "texture", "a type word, a tag or a palette", show_bytes(start));
    }
    let (i, levels) = levels(i)?;
    let (i, has_end) = i.strip_prefix(&[0; 4]).map_or((i, false), |rest| (rest, true));
    let trailing = Cow::Borrowed(i);
    Ok((&[], Document { type_word, tags, palette: Cow::Borrowed(palette), levels, has_end, trailing }))
}

/// A `u16` of the table of types; anything else is not consumed.
fn type_word(i: &[u8]) -> PResult<'_, Option<Texels>> {
    let (rest, texels) = le_u16("type word").map(Texels::from_word).parse(i)?;
    Ok((if texels.is_some() { rest } else { i }, texels))
}

/// A tag: `GGAT`, name backwards, size `u32`, content.
fn tag(i: &[u8]) -> PResult<'_, Tag<'_>> {
    (expect("tag", TAG), tag4("tag name"), le_u32("tag size"))
        .flat_map(|((), [d, c, b, a], size)| {
            take("tag content", size as usize).map(move |data: &[u8]| Tag { name: [a, b, c, d], data: data.into() })
        })
        .parse(i)
}

/// A count `u16` and that many colours of three bytes.
fn palette(i: &[u8]) -> PResult<'_, &[u8]> {
    let (rest, colors) = le_u16("palette size").parse(i)?;
    if colors > COLORS {
        return bad(i, "palette size", format!("at most {COLORS}"), colors.to_string());
    }
    take("palette", 3 * usize::from(colors)).parse(rest)
}

/// Levels, one after another. The first must be sound; a later one that is not ends the list and stays with the trailing bytes.
fn levels(mut i: &[u8]) -> PResult<'_, Vec<Level<'_>>> {
    let mut levels = Vec::new();
    while levels.len() < LEVELS && (levels.is_empty() || !is_end(i)) {
        let n = levels.len();
        match finish(within(|| format!("level[{n}]"), level).parse(i)) {
            Ok((rest, level)) => {
                i = rest;
                levels.push(level);
            }
            Err(failure) if levels.is_empty() => return Err(nom::Err::Error(failure)),
            Err(_) => break,
        }
    }
    Ok((i, levels))
}

/// Returns whether the list of levels ends here: with zeros, or with the file.
fn is_end(i: &[u8]) -> bool {
    i.len() < 4 || i.starts_with(&[0; 4])
}

/// A level: mark (optional), width and height `u16`, size of the body in 24 bits, body.
fn level(i: &[u8]) -> PResult<'_, Level<'_>> {
    let sides = || (le_u16("width"), le_u16("height")).map(|(width, height)| [width, height]);
    let (rest, first) = sides().parse(i)?;
    let is_marked = first == Level::MARK;
    let (rest, [stored_width, height]) = if is_marked { sides().parse(rest)? } else { (rest, first) };
    let (rest, [a, b, c]) = row("level size").parse(rest)?;
    let size = u32::from_le_bytes([a, b, c, 0]);
    let (width, range) = (stored_width & !Level::LZO, 1..=LARGEST_SIDE);
    if !range.contains(&width) || !range.contains(&height) {
        return bad(i, "level", format!("sides of 1 to {LARGEST_SIDE} texels"), format!("{width} x {height}"));
    }
    let body = take("level", size as usize);
    body.map(|body| Level { is_marked, stored_width, height, body: Cow::Borrowed(body) }).parse(rest)
}

/// Reports what the parser accepted although the format does not allow it.
fn report(document: &Document<'_>, whole: &[u8], diagnostics: &mut Diagnostics) -> Result<(), Error> {
    let mut names = HashSet::new();
    for (n, tag) in document.tags.iter().enumerate() {
        let place = |code| Finding::new(code).at(offset_in(whole, &tag.data)).within(format!("TAGG[{n}]"));
        let name = tag.name.escape_ascii();
        if !names.insert(tag.name) {
            diagnostics.report(place(Code::RepeatedTag).detail(format!("a second {name}")))?;
        }
        if facts::KNOWN.contains(&&tag.name) {
            if tag.data.len() < 4 {
                diagnostics.report(place(Code::SizeMismatch).detail(format!("{name} of {} bytes", tag.data.len())))?;
            }
        } else {
            diagnostics.report(place(Code::UnknownChunk).detail(format!("the tag {name}")))?;
        }
    }
    if !document.palette.is_empty() && document.type_word.is_some() {
        let finding = Finding::new(Code::MisleadingHint).at(offset_in(whole, &document.palette));
        diagnostics.report(finding.detail("a palette although the texels are no indices"))?;
    }
    let offsets = document.level_offsets();
    if let Some(table) = document.tag(b"OFFS") {
        let entries = table.as_chunks::<4>().0.iter().map(|entry| u32::from_le_bytes(*entry) as usize);
        let wrong = entries.zip(&offsets).filter(|(entry, offset)| entry != *offset).count();
        let finding = Finding::new(Code::MisleadingHint).times(wrong).at(offset_in(whole, table));
        diagnostics.report(finding.detail("OFFS points elsewhere than to the levels"))?;
    }
    // The game's own files end in two more zeros.
    let left = document.trailing.strip_prefix(&[0; 2]).unwrap_or(&document.trailing);
    let found = |code, bytes| Finding::new(code).times(left.len()).at(offset_in(whole, bytes));
    if document.has_end || left.is_empty() {
        return diagnostics.report(found(Code::TrailingBytes, left));
    }
    let detail = format!("levels after the first {} cannot be read", document.levels.len());
    diagnostics.report(found(Code::SizeMismatch, &document.trailing).detail(detail))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// As many tags as a megabyte holds: looking each up among all before it would take minutes.
    #[test]
    fn repeated_tags_are_reported_among_very_many() {
        let tag = |name: u32| [*TAG, name.to_be_bytes(), [0; 4]].concat();
        let names = (0..90_000).chain([0, 7, 89_999]);
        let tags: Vec<u8> = names.flat_map(tag).collect();
        let level = [4, 0, 4, 0, 8, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0];
        let bytes = [&[1, 0xff], &*tags, &[0, 0], &level].concat();
        let mut diagnostics = Diagnostics::new();
        let document = Document::parse_with(&bytes, &ImportOptions::default(), &mut diagnostics).unwrap();
        assert_eq!((document.tags.len(), diagnostics.count(Code::RepeatedTag)), (90_003, 3));
    }
}
