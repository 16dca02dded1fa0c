//! `--report`: one JSON object a file.

use super::one::{Made, Outcome};
use super::plan::Plan;
use crate::args::ConvertArgs;
use crate::outputs::Job;
use crate::page::encoded;
use retromesh::facts::{DiagnosticInfo, diagnostics};
use retromesh::{Error, Result};
use serde::Serialize;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

/// The name of the schema that each line follows.
const SCHEMA: &str = "retromesh-report-1";

/// How much of a report is read at a time.
const PIECE: u64 = 1 << 16;

/// A report that is being written.
pub(super) struct Report {
    file: File,
}

/// One line of the report.
#[derive(Serialize)]
struct Line<'a> {
    schema: &'static str,
    input: String,
    /// The paths without loss, percent-encoded.
    input_encoded: String,
    output: String,
    output_encoded: String,
    /// The names of the files that were written next to the output.
    sidecars: &'a [String],
    /// `converted`, `up-to-date`, `denied` or `failed`.
    status: &'static str,
    /// The id of the input's format, where it was read.
    format: Option<&'a str>,
    /// The id of the output's format.
    target: &'a str,
    /// The engine profile that was asked for.
    profile: Option<&'a str>,
    seconds: f64,
    bytes_in: Option<u64>,
    bytes_out: Option<u64>,
    error: Option<String>,
    diagnostics: Vec<DiagnosticInfo>,
}

impl Report {
    /// Begins a report, or goes on with that of the run that is resumed.
    pub(super) fn open(path: &Path, args: &ConvertArgs) -> Result<Self> {
        let goes_on = args.resume && is_report(path);
        let io = |e| Error::io(path.to_string_lossy(), e);
        path.parent().map_or(Ok(()), std::fs::create_dir_all).map_err(io)?;
        let mut options = OpenOptions::new();
        let options = options.create(true).read(goes_on).write(true).append(goes_on).truncate(!goes_on);
        let mut file = options.open(path).map_err(io)?;
        if goes_on {
            cut_torn_line(&mut file).map_err(io)?;
        }
        Ok(Self { file })
    }

    /// Adds a file, in one piece, so that a run that is killed leaves whole lines.
    pub(super) fn add(&mut self, job: &Job, outcome: &Outcome, plan: &Plan, args: &ConvertArgs) -> std::io::Result<()> {
        let (status, conversion, sidecars) = match &outcome.result {
            Ok(Made::Converted { conversion, sidecars, .. }) => ("converted", Some(conversion), sidecars.as_slice()),
            Ok(Made::UpToDate) => ("up-to-date", None, &[][..]),
            Err(_) if outcome.is_denied() => ("denied", None, &[][..]),
            Err(_) => ("failed", None, &[][..]),
        };
        let line = Line {
            schema: SCHEMA,
            input: job.input.path.to_string_lossy().into_owned(),
            input_encoded: encoded(&job.input.path),
            output: job.output.to_string_lossy().into_owned(),
            output_encoded: encoded(&job.output),
            sidecars,
            status,
            format: conversion.map(|conversion| conversion.from.id),
            target: plan.to.info().id,
            profile: args.writing.target.as_deref(),
            seconds: outcome.time.as_secs_f64(),
            bytes_in: conversion.map(|conversion| conversion.bytes_in),
            bytes_out: conversion.map(|conversion| conversion.bytes_out),
            error: outcome.result.as_ref().err().map(ToString::to_string),
            diagnostics: diagnostics(&outcome.diagnostics),
        };
        let mut text = serde_json::to_vec(&line)?;
        text.push(b'\n');
        self.file.write_all(&text)
    }
}

/// Cuts off a last line that was not written to its end.
fn cut_torn_line(file: &mut File) -> std::io::Result<()> {
    let mut end = file.seek(SeekFrom::End(0))?;
    let mut piece = Vec::new();
    while end > 0 {
        let start = end.saturating_sub(PIECE);
        piece.clear();
        file.seek(SeekFrom::Start(start))?;
        (&*file).take(end - start).read_to_end(&mut piece)?;
        if let Some(at) = piece.iter().rposition(|byte| *byte == b'\n') {
            end = start + at as u64 + 1;
            break;
        }
        end = start;
    }
    file.set_len(end)
}

/// Returns whether a file begins as a report does; an empty one may become a report.
pub(super) fn is_report(path: &Path) -> bool {
    let begin = format!("{{\"schema\":\"{SCHEMA}\"");
    let mut head = Vec::new();
    let mut read = || File::open(path).and_then(|file| file.take(begin.len() as u64).read_to_end(&mut head));
    // A pipe would wait for who writes to it.
    path.is_file() && read().is_ok() && (head.is_empty() || head == begin.as_bytes())
}
