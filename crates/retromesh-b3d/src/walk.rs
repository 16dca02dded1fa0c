//! Walks the chunk structure of a file without recursion.

use crate::document::Chunk;
use nom::Parser;
use nom::combinator::peek;
use retromesh_wire::parsers::{c_string, le_u32, tag4, take};
use retromesh_wire::{Failure, PResult, bad, finish};
use std::fmt::Write;

/// What the bytes around a chunk are; a tag means something in its place only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    File,
    Node,
    Mesh,
    /// Inside a chunk that holds data only.
    Data,
}

/// A chunk as found: the fixed part of one that holds others, the whole body of any other.
pub(crate) struct Found<'a> {
    pub(crate) depth: u32,
    /// `None` for slack.
    pub(crate) tag: Option<[u8; 4]>,
    pub(crate) place: Place,
    pub(crate) body: &'a [u8],
}

/// A chunk that could not be taken.
pub(crate) struct Broken<'a> {
    pub(crate) depth: u32,
    pub(crate) tag: Option<[u8; 4]>,
    pub(crate) failure: Failure<'a>,
}

/// Iterates over chunks in file order, each before those inside it; ends at the first broken one.
pub(crate) struct Walk<'a> {
    /// Chunks to come, innermost last; no list is empty, so that a chain of last children takes no memory.
    open: Vec<(u32, Place, &'a [u8])>,
}

impl<'a> Walk<'a> {
    pub(crate) fn new(i: &'a [u8]) -> Self {
        let open = if i.is_empty() { Vec::new() } else { vec![(0, Place::File, i)] };
        Self { open }
    }
}

impl<'a> Iterator for Walk<'a> {
    type Item = Result<Found<'a>, Broken<'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        let (depth, place, i) = self.open.pop()?;
        if i.len() < 8 {
            return Some(Ok(Found { depth, tag: None, place, body: i }));
        }
        let (tag, body, rest) = match finish(chunk(i)) {
            Ok((rest, (tag, body))) => (tag, body, rest),
            Err(failure) => {
                self.open.clear();
                let tag = i.first_chunk().copied();
                return Some(Err(Broken { depth, tag, failure }));
            }
        };
        if !rest.is_empty() {
            self.open.push((depth, place, rest));
        }
        let (inner, split) = match (place, &tag) {
            (Place::File | Place::Node, b"NODE") => (Place::Node, node_head(body)),
            (Place::Node, b"MESH") => (Place::Mesh, take("MESH brush", 4).parse(body)),
            _ => (Place::Data, Ok((&[][..], body))),
        };
        match finish(split) {
            Ok((chunks, head)) => {
                if !chunks.is_empty() {
                    self.open.push((depth + 1, inner, chunks));
                }
                Some(Ok(Found { depth, tag: Some(tag), place, body: head }))
            }
            Err(failure) => {
                self.open.clear();
                Some(Err(Broken { depth, tag: Some(tag), failure }))
            }
        }
    }
}

/// Tag, size, body.
fn chunk(i: &[u8]) -> PResult<'_, ([u8; 4], &[u8])> {
    let (at, tag) = tag4("tag").parse(i)?;
    let (rest, size) = le_u32("chunk size").parse(at)?;
    if let Some((body, rest)) = rest.split_at_checked(size as usize) {
        return Ok((rest, (tag, body)));
    }
    let what = format!("{} size", tag.escape_ascii());
    bad(at, what, format!("at most {}, what is left", rest.len()), (size as i32).to_string())
}

/// Name, position, scale, rotation.
fn node_head(i: &[u8]) -> PResult<'_, &[u8]> {
    peek(c_string("NODE name")).flat_map(|name| take("NODE", name.len() + 1 + 40)).parse(i)
}

/// The maximum number of levels that a path names; deeper ones name the innermost.
const PATH_LEVELS: usize = 8;

/// Returns the path of the chunk that would come next at a depth: `NODE[0] > MESH[0] > TRIS[2]`. The number counts siblings
/// of the same tag.
pub(crate) fn path_of_next(chunks: &[Chunk<'_>], depth: u32, tag: Option<[u8; 4]>) -> String {
    let mut levels: Vec<([u8; 4], usize)> = Vec::new();
    let (mut depth, mut tag, mut number) = (depth, tag.unwrap_or(*b"slck"), 0);
    for chunk in chunks.iter().rev() {
        let own = chunk.body.tag();
        if chunk.depth == depth && own == Some(tag) {
            number += 1;
        } else if chunk.depth < depth {
            levels.push((tag, number));
            if levels.len() > PATH_LEVELS {
                break;
            }
            (depth, tag, number) = (chunk.depth, own.unwrap_or(*b"slck"), 0);
        }
    }
    if levels.len() <= PATH_LEVELS {
        levels.push((tag, number));
    }
    let mut path = String::from(if levels.len() > PATH_LEVELS { ".." } else { "" });
    for (tag, number) in levels.iter().take(PATH_LEVELS).rev() {
        let separator = if path.is_empty() { "" } else { " > " };
        // Writing to a string cannot fail.
        let _ = write!(path, "{separator}{}[{number}]", tag.escape_ascii());
    }
    path
}

/// Returns the path of a chunk.
pub(crate) fn path_of(chunks: &[Chunk<'_>], index: usize) -> String {
    match (chunks.get(index), chunks.get(..index)) {
        (Some(chunk), Some(before)) => path_of_next(before, chunk.depth, chunk.body.tag()),
        _ => String::new(),
    }
}

/// The maximum number of texture coordinate sets and numbers a set; the format's own bounds.
pub(crate) const MAX_SETS: u32 = 8;
/// The maximum number of numbers in a texture coordinate set.
pub(crate) const MAX_SET_SIZE: u32 = 4;
/// The maximum number of texture slots of a brush: more overflow a table of the engine.
pub(crate) const MAX_SLOTS: u32 = 8;
