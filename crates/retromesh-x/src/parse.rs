//! Bytes to document.
//!
//! A file is a header of 16 bytes (`xof `, version, how it is stored, bits of a float) and objects: a text, or a stream of binary tokens, each as
//! it is or packed.

use crate::ID;
use crate::document::{Content, Document, Packed, Piece, Token};
use crate::mszip;
use crate::pieces::Pieces;
use nom::Parser;
use nom::sequence::preceded;
use retromesh_core::{Code, Diagnostics, Error, ErrorKind, Finding, Result};
use retromesh_kit::ImportOptions;
use retromesh_wire::parsers::{counted_rows, expect, le_u16, le_u32, take};
use retromesh_wire::{PResult, RawStr, bad, finish, offset_in, run};

/// The versions that engines write.
const VERSIONS: [&[u8; 4]; 2] = [b"0302", b"0303"];

impl<'a> Document<'a> {
    pub(crate) fn read(bytes: &'a [u8], options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Self> {
        let ([version, storage, float_size], body) = run(ID, bytes, header)?;
        if !VERSIONS.contains(&&version) {
            let detail = format!("version {}, where engines write 0302 or 0303", version.escape_ascii());
            diagnostics.report(Finding::new(Code::VersionMismatch).at(4).detail(detail))?;
        }
        let base = bytes.len() - body.len();
        let mut document = Document {
            version,
            float_size,
            content: Content::Text(Vec::new()),
            trailing: (&[][..]).into(),
            packed: None,
        };
        match &storage {
            b"txt " => document.content = text(body, base, options, diagnostics)?,
            b"bin " => {
                let (content, trailing) = binary(body, base, float_size, options, diagnostics)?;
                (document.content, document.trailing) = (content, trailing.into());
            }
            b"tzip" | b"bzip" => {
                let unpacked = mszip::unpack(body, &options.limits)?;
                document.packed = Some(Packed { bytes: body.into() });
                if &storage == b"tzip" {
                    document.content = text(&unpacked, base, options, diagnostics)?.into_owned();
                } else {
                    let (content, trailing) = binary(&unpacked, base, float_size, options, diagnostics)?;
                    (document.content, document.trailing) = (content.into_owned(), trailing.to_vec().into());
                }
            }
            other => {
                let kind = ErrorKind::bad("storage", "txt, bin, tzip or bzip", format!("\"{}\"", other.escape_ascii()));
                return Err(Error::new(ID, kind).at(8));
            }
        }
        Ok(document)
    }
}

/// `xof `, version, storage and float size (4 letters each), then the objects.
fn header(i: &[u8]) -> PResult<'_, ([[u8; 4]; 3], &[u8])> {
    let letters = |what: &'static str| take(what, 4).map(array::<4>);
    let words = (letters("version"), letters("storage"), letters("float size"));
    let (body, (version, storage, float_size)) = preceded(expect("magic", b"xof "), words).parse(i)?;
    Ok((&[], ([version, storage, float_size], body)))
}

fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    bytes.first_chunk().copied().unwrap_or([0; N])
}

/// Takes a text apart.
fn text<'a>(
    body: &'a [u8],
    base: usize,
    options: &ImportOptions,
    diagnostics: &mut Diagnostics,
) -> Result<Content<'a>> {
    if let Some(at) = body.iter().position(|&byte| byte == 0)
        && body.get(at..).unwrap_or_default().iter().any(|&byte| byte > b' ')
    {
        let kind = ErrorKind::bad("text", "a text file", "a NUL byte");
        return Err(Error::new(ID, kind).at((base + at) as u64));
    }
    let mut list = Vec::new();
    let (mut depth, mut stray) = (0u32, 0usize);
    let mut first_stray = 0;
    let mut pieces = Pieces::new(body);
    while let Some(piece) = pieces.next() {
        match &piece {
            Piece::Open(_) => {
                depth = depth.saturating_add(1);
                options.limits.allow_nesting(depth)?;
            }
            Piece::Close(_) if depth == 0 => {
                if stray == 0 {
                    first_stray = base + pieces.offset() - 1;
                }
                stray += 1;
            }
            Piece::Close(_) => depth -= 1,
            Piece::Template(text) if !text.bytes().ends_with(b"}") => depth += 1,
            _ => {}
        }
        list.push(piece);
    }
    braces(depth, (stray, first_stray), base + body.len(), diagnostics)?;
    Ok(Content::Text(list))
}

/// Reports braces that do not match.
fn braces(depth: u32, (stray, at): (usize, usize), end: usize, diagnostics: &mut Diagnostics) -> Result<()> {
    let missing = Finding::new(Code::SizeMismatch).times(depth as usize).at(end as u64);
    diagnostics.report(missing.detail("the file is cut off: a closing brace is missing at its end"))?;
    let stray = Finding::new(Code::CountMismatch).times(stray).at(at as u64);
    diagnostics.report(stray.detail("a closing brace closes nothing"))
}

/// Reads tokens until the end, or until bytes outside all objects are no token any more.
fn binary<'a>(
    body: &'a [u8],
    base: usize,
    float_size: [u8; 4],
    options: &ImportOptions,
    diagnostics: &mut Diagnostics,
) -> Result<(Content<'a>, &'a [u8])> {
    let doubles = match &float_size {
        b"0032" => false,
        b"0064" => true,
        other => {
            let kind = ErrorKind::bad("float size", "0032 or 0064", format!("\"{}\"", other.escape_ascii()));
            return Err(Error::new(ID, kind).at(12));
        }
    };
    let mut tokens = Vec::new();
    let mut left = body;
    let (mut depth, mut stray) = (0u32, (0, 0));
    while !left.is_empty() {
        let at = base as u64 + offset_in(body, left);
        let (rest, token) = match finish(token(left, doubles)) {
            Ok(parsed) => parsed,
            Err(_) if depth == 0 && tokens.last() == Some(&Token::Mark(Token::CLOSE)) => {
                let finding = Finding::new(Code::TrailingBytes).times(left.len()).at(at);
                diagnostics.report(finding.detail("after the last object"))?;
                break;
            }
            Err(failure) => {
                let error = failure.into_error(ID, body);
                let offset = base as u64 + error.offset().unwrap_or(0);
                return Err(error.at(offset));
            }
        };
        match token {
            Token::Mark(Token::OPEN) => {
                depth = depth.saturating_add(1);
                options.limits.allow_nesting(depth)?;
            }
            Token::Mark(Token::CLOSE) if depth == 0 => {
                stray = (stray.0 + 1, if stray.0 == 0 { at as usize } else { stray.1 });
            }
            Token::Mark(Token::CLOSE) => depth -= 1,
            _ => {}
        }
        tokens.push(token);
        left = rest;
    }
    braces(depth, stray, base + body.len(), diagnostics)?;
    Ok((Content::Binary(tokens), left))
}

/// A token: its number (u16), and what it holds.
fn token(i: &[u8], doubles: bool) -> PResult<'_, Token<'_>> {
    let (after, number) = le_u16("token").parse(i)?;
    let text = |what: &'static str| {
        le_u32("text length").flat_map(move |length| take(what, length as usize)).map(|bytes: &[u8]| RawStr::new(bytes))
    };
    match number {
        1 => text("name").map(Token::Name).parse(after),
        2 => text("string").map(Token::Text).parse(after),
        3 => le_u32("integer").map(Token::Integer).parse(after),
        5 => take("identifier", 16).map(|bytes: &[u8]| Token::Guid(array(bytes))).parse(after),
        6 => le_u32("integer count").flat_map(|n| counted_rows("integers", n)).map(Token::Integers).parse(after),
        7 if doubles => le_u32("float count").flat_map(|n| counted_rows("floats", n)).map(Token::Doubles).parse(after),
        7 => le_u32("float count").flat_map(|n| counted_rows("floats", n)).map(Token::Floats).parse(after),
        10..=20 | 31 | 40..=52 => Ok((after, Token::Mark(number))),
        other => bad(i, "token", "1 to 3, 5 to 7, 10 to 20, 31, or 40 to 52", other.to_string()),
    }
}
