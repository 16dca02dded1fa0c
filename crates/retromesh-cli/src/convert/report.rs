//! `--report`: one JSON object a file.

use super::one::{Made, Outcome};
use super::plan::Plan;
use crate::args::ConvertArgs;
use crate::inputs::is_folder;
use crate::manifest::{Facts, Record};
use crate::outputs::Job;
use crate::page::encoded;
use crate::writer::Writer;
use retromesh::facts::{DiagnosticInfo, diagnostics};
use retromesh::{Diagnostics, Error, Result};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The name of the schema that each line follows.
const SCHEMA: &str = "retromesh-report-1";

/// How much of a report is read at a time.
const PIECE: u64 = 1 << 16;

/// A report that is being written.
pub(super) struct Report {
    file: File,
    /// Its path, where it goes on.
    goes_on: Option<PathBuf>,
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
    /// `converted`, `up-to-date`, `denied`, `failed`, `gone`, or `by-hand` of a Lua file.
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
    diagnostics: Found<'a>,
}

/// What was found of a file, in this run or an earlier one.
#[derive(Serialize)]
#[serde(untagged)]
enum Found<'a> {
    Now(Vec<DiagnosticInfo>),
    Then(&'a serde_json::Value),
}

/// What tells the rows of a report apart.
#[derive(Deserialize, PartialEq, Eq, Hash)]
struct Key {
    input_encoded: String,
    output_encoded: String,
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
        Ok(Self { file, goes_on: goes_on.then(|| path.to_path_buf()) })
    }

    /// Adds a file, in one piece, so that a run that is killed leaves whole lines.
    pub(super) fn add(&mut self, job: &Job, outcome: &Outcome, plan: &Plan, args: &ConvertArgs) -> std::io::Result<()> {
        let (status, conversion, facts, sidecars) = match &outcome.result {
            Ok(Made::Converted { conversion, sidecars, .. }) => {
                ("converted", Some(conversion), None, sidecars.as_slice())
            }
            Ok(Made::UpToDate(facts, sidecars)) => ("up-to-date", None, Some(facts), sidecars.as_slice()),
            Err(_) if outcome.is_denied() => ("denied", None, None, &[][..]),
            Err(_) => ("failed", None, None, &[][..]),
        };
        let now = || Found::Now(diagnostics(&outcome.diagnostics));
        let line = Line {
            format: conversion.map(|conversion| conversion.from.id),
            seconds: outcome.time.as_secs_f64(),
            bytes_in: conversion.map(|conversion| conversion.bytes_in),
            bytes_out: conversion.map(|conversion| conversion.bytes_out),
            error: outcome.result.as_ref().err().map(ToString::to_string),
            ..Line::of(&job.input.path, &job.output, sidecars, status, plan, args)
        };
        self.write(&match facts {
            Some(facts) => line.then(facts),
            None => Line { diagnostics: now(), ..line },
        })
    }

    /// Adds an output of an earlier run whose input is gone.
    pub(super) fn add_gone(
        &mut self,
        output: &Path,
        record: &Record,
        plan: &Plan,
        args: &ConvertArgs,
    ) -> std::io::Result<()> {
        let folder = args.inputs.iter().find(|input| is_folder(input)).map_or(Path::new(""), PathBuf::as_path);
        let line = Line::of(&folder.join(record.input()), output, record.sidecars(), "gone", plan, args);
        self.write(&if let Some(facts) = record.facts() { line.then(facts) } else { line })
    }

    /// Adds a Lua file with places to edit by hand.
    pub(super) fn add_lua(
        &mut self,
        input: &Path,
        output: &Path,
        found: &[Diagnostics],
        plan: &Plan,
        args: &ConvertArgs,
    ) -> std::io::Result<()> {
        let line = Line::of(input, output, &[], "by-hand", plan, args);
        self.write(&Line { diagnostics: Found::Now(found.iter().flat_map(diagnostics).collect()), ..line })
    }

    fn write(&mut self, line: &Line<'_>) -> std::io::Result<()> {
        let mut text = serde_json::to_vec(line)?;
        text.push(b'\n');
        self.file.write_all(&text)
    }

    /// Leaves of the rows of each input and output the last one, where the report went on.
    pub(super) fn finish(self) -> Result<()> {
        let Self { file, goes_on: Some(path) } = self else { return Ok(()) };
        // Some systems replace no file that is open.
        drop(file);
        let io = |e| Error::io(path.to_string_lossy(), e);
        let rows = || File::open(&path).map(|file| BufReader::new(file).split(b'\n'));
        let mut last: HashMap<Key, usize> = HashMap::new();
        let mut repeats = HashSet::new();
        for (number, row) in rows().map_err(io)?.enumerate() {
            // What is no row stays as it is.
            let key = serde_json::from_slice::<Key>(&row.map_err(io)?).ok();
            repeats.extend(key.and_then(|key| last.insert(key, number)));
        }
        if repeats.is_empty() {
            return Ok(());
        }
        let mut text = Vec::new();
        for (_, row) in rows().map_err(io)?.enumerate().filter(|(number, _)| !repeats.contains(number)) {
            text.extend(row.map_err(io)?);
            text.push(b'\n');
        }
        Writer::write_over(&path, text)
    }
}

impl<'a> Line<'a> {
    /// Returns the row of an input of which nothing is known.
    fn of(
        input: &Path,
        output: &Path,
        sidecars: &'a [String],
        status: &'static str,
        plan: &Plan,
        args: &'a ConvertArgs,
    ) -> Self {
        Self {
            schema: SCHEMA,
            input: input.to_string_lossy().into_owned(),
            input_encoded: encoded(input),
            output: output.to_string_lossy().into_owned(),
            output_encoded: encoded(output),
            sidecars,
            status,
            format: None,
            target: plan.to.info().id,
            profile: args.writing.target.as_deref(),
            seconds: 0.0,
            bytes_in: None,
            bytes_out: None,
            error: None,
            diagnostics: Found::Now(Vec::new()),
        }
    }

    /// Adds what an earlier run found.
    fn then(self, facts: &'a Facts) -> Self {
        let (bytes_in, bytes_out) = (Some(facts.bytes_in), Some(facts.bytes_out));
        Self { format: Some(&facts.format), bytes_in, bytes_out, diagnostics: Found::Then(&facts.diagnostics), ..self }
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
