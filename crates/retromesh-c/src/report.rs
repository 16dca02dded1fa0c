//! Checks and conversions.

use crate::border::Failure;
use crate::fill::{diagnostics, findings};
use crate::options::Options;
use crate::pool::{Pool, list};
use crate::view::{List, MadeFile, Report};
use retromesh::facts::{Verdict, judge};
use retromesh::{Conversion, Diagnostics, Error, ErrorKind, Format, Output, Request, Source};
use std::path::Path;

/// A report and what it leads to; C sees the first.
#[repr(C)]
pub struct OpenReport {
    pub(crate) view: Report,
    _pool: Pool,
    _output: Output,
}

/// Judges a file.
pub(crate) fn check(source: &Source, options: &Options) -> Result<Box<OpenReport>, Failure> {
    let info = source.format.info();
    options.matter(info, None)?;
    let (mut found, mut verdict) = (options.named.diagnostics(), Verdict::default());
    judge(source, options.target(info)?, &options.named.import, &mut found, &mut verdict)?;
    let mut pool = Pool::default();
    let view = Report {
        ok: verdict.ok,
        verdict: pool.name(&verdict.line()),
        from: pool.name(info.id),
        to: pool.name(""),
        bytes_in: source.bytes.len() as u64,
        bytes_out: 0,
        diagnostics: diagnostics(&found, &mut pool),
        findings: findings(&verdict.findings, &mut pool),
        files: List { data: std::ptr::null(), count: 0 },
    };
    Ok(Box::new(OpenReport { view, _pool: pool, _output: Output::default() }))
}

/// Converts a file to one of the disk.
pub(crate) fn convert(mut source: Source, output: &str, mut options: Options) -> Result<Box<OpenReport>, Failure> {
    let mut found = options.named.diagnostics();
    let (made, done) = convert_to(&mut source, output, &mut options, &mut found)?;
    retromesh::save(Path::new(output), &made, options.overwrite)?;
    Ok(report(done, &found, Output::default(), ""))
}

/// Converts a file to others in memory.
pub(crate) fn convert_memory(mut source: Source, name: &str, mut options: Options) -> Result<Box<OpenReport>, Failure> {
    let mut found = options.named.diagnostics();
    let (made, done) = convert_to(&mut source, name, &mut options, &mut found)?;
    Ok(report(done, &found, made, name))
}

fn convert_to(
    source: &mut Source,
    name: &str,
    options: &mut Options,
    found: &mut Diagnostics,
) -> Result<(Output, Conversion), Failure> {
    let format = format_of(name)?;
    options.matter(source.format.info(), Some(format.info()))?;
    options.named.export.file_name = Path::new(name).file_name().unwrap_or_default().to_string_lossy().into_owned();
    let request = Request::new(&options.named.import, &options.named.export).deny(&options.named.denied);
    let converted = retromesh::convert_emptying(source, format, &request, found)?;
    Ok((converted.output, converted.conversion))
}

fn format_of(name: &str) -> Result<&'static dyn Format, Failure> {
    let extension = Path::new(name).extension().unwrap_or_default().to_string_lossy();
    let hint = || ErrorKind::unknown_format(format!("no format has the extension {extension:?}"));
    Ok(retromesh::format_by_extension(&extension).ok_or_else(|| Error::new("", hint()))?)
}

/// Says what a conversion did, with the files that are not on the disk.
fn report(done: Conversion, found: &Diagnostics, output: Output, name: &str) -> Box<OpenReport> {
    let mut pool = Pool::default();
    let mut files = Vec::new();
    if !name.is_empty() {
        let all = [(name, &output.bytes)].into_iter().chain(output.sidecars.iter().map(|(name, b)| (name.as_str(), b)));
        files.extend(all.map(|(name, bytes)| MadeFile { name: pool.name(name), bytes: list(bytes) }));
    }
    let view = Report {
        ok: true,
        verdict: pool.name(""),
        from: pool.name(done.from.id),
        to: pool.name(done.to.id),
        bytes_in: done.bytes_in,
        bytes_out: done.bytes_out,
        diagnostics: diagnostics(found, &mut pool),
        findings: List { data: std::ptr::null(), count: 0 },
        files: pool.keep(files),
    };
    Box::new(OpenReport { view, _pool: pool, _output: output })
}
