//! Bytes to document, one function per structure.

use super::NAME;
use super::document::{Phase, Rtm, Version};
use glam::Vec3;
use nom::Parser;
use nom::combinator::rest;
use retromesh_core::{Code, Diagnostics, Error, ErrorKind, Finding};
use retromesh_kit::ImportOptions;
use retromesh_wire::parsers::{count, counted, fixed_string, le_f32, le_i32, repeat, rows, take, vec3};
use retromesh_wire::{Failure, PResult, run};

impl<'a> Rtm<'a> {
    pub(crate) fn read(bytes: &'a [u8], _: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Self, Error> {
        let rtm = run(NAME, bytes, document)?;
        let end = bytes.len() - rtm.trailing.len();
        diagnostics.report(Finding::new(Code::TrailingBytes).times(rtm.trailing.len()).at(end as u64))?;
        Ok(rtm)
    }
}

/// The file: magic, step, the counts of phases and bones, the names, the phases, and what follows.
fn document(i: &[u8]) -> PResult<'_, Rtm<'_>> {
    let (i, version) = version(i)?;
    let (i, step) = match version {
        Version::Forward => le_f32("step").map(|z| Vec3::new(0.0, 0.0, z)).parse(i)?,
        Version::Vector => vec3("step").parse(i)?,
    };
    let (i, (phases, bones)) = (le_i32("phase count"), le_i32("bone count")).parse(i)?;
    let (i, bones) = count("bone", bones, 32).parse(i)?;
    let (i, names) = repeat("bone", bones, fixed_string("bone name", 32)).parse(i)?;
    let smallest = 4 + bones * 80;
    let (i, phases) = count("phase", phases, smallest).parse(i)?;
    let (i, phases) = counted("phase", phases as u32, smallest, |i| phase(i, bones)).parse(i)?;
    let (i, trailing) = rest(i)?;
    Ok((i, Rtm { version, step, bones: names, phases, trailing: trailing.into() }))
}

fn version(i: &[u8]) -> PResult<'_, Version> {
    let (rest, magic) = take("magic", 8).parse(i)?;
    let known = [Version::Forward, Version::Vector].into_iter().find(|version| version.magic() == magic);
    known.map(|version| (rest, version)).ok_or_else(|| {
        let kind = if magic.starts_with(b"BMTR") {
            ErrorKind::unsupported("a binarised .rtm of Arma", "RTM_0100 and RTM_0101 are read")
        } else {
            ErrorKind::bad("magic", "RTM_0100 or RTM_0101", format!("\"{}\"", magic.escape_ascii()))
        };
        nom::Err::Error(Failure::new(i, kind))
    })
}

/// Time, and for each bone its name and matrix.
fn phase(i: &[u8], bones: usize) -> PResult<'_, Phase<'_>> {
    (le_f32("phase time"), rows("bone of a phase", bones)).map(|(time, bones)| Phase { time, bones }).parse(i)
}
