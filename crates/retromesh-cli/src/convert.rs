//! `retromesh convert`.

use crate::Exit;
use crate::args::ConvertArgs;
use crate::inputs::{Input, collect_outside};
use crate::terminal::{grouped, print_diagnostics, print_error, printable};
use crate::workers::in_order;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use retromesh::{Code, Conversion, Diagnostics, Error, ErrorKind, Overwrite, Result, Severity};
use serde::Serialize;
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// One file to convert.
struct Job {
    input: PathBuf,
    output: PathBuf,
    /// Another input that is to become the same output.
    clash: Option<PathBuf>,
}

/// What became of a job.
struct Outcome {
    result: Result<Conversion>,
    diagnostics: Diagnostics,
    time: Duration,
}

pub(crate) fn run(args: &ConvertArgs) -> Exit {
    let denied = match Denied::parse(&args.deny) {
        Ok(denied) => denied,
        Err(unknown) => {
            eprintln!("error: no diagnostic code {unknown:?}");
            eprintln!("  hint: the codes are listed in docs/diagnostics.md; `any-loss` stands for all losses");
            return Exit::Usage;
        }
    };
    let jobs = match plan(args) {
        Ok(jobs) => jobs,
        Err(message) => {
            eprintln!("error: {message}");
            return Exit::Usage;
        }
    };
    let mut report = match args.report.as_deref().map(File::create).transpose() {
        Ok(file) => file.map(BufWriter::new),
        Err(e) => {
            print_error(&args.report.as_deref().unwrap_or(Path::new("")).to_string_lossy(), &Error::io("report", e));
            return Exit::Failed;
        }
    };
    let bar = progress(jobs.len(), args.quiet);
    let mut totals = Totals::default();
    let start = Instant::now();
    in_order(
        &jobs,
        args.jobs,
        |job| convert(job, args, &denied),
        |job, outcome| {
            bar.inc(1);
            totals.add(&outcome);
            bar.suspend(|| print(job, &outcome, args, jobs.len() == 1));
            if let Some(report) = &mut report {
                totals.unreported |= write_report(report, job, &outcome, args).is_err();
            }
        },
    );
    bar.finish_and_clear();
    totals.unreported |= report.is_some_and(|mut report| report.flush().is_err());
    if !args.quiet {
        println!("{}", totals.summary(start.elapsed()));
    }
    if totals.unreported {
        eprintln!("error: the report could not be written");
    }
    totals.exit()
}

/// Decides what becomes of which input.
fn plan(args: &ConvertArgs) -> Result<Vec<Job>, String> {
    let known = |extension: &str| match retromesh::format_by_extension(extension) {
        // Variants of one format become each other; the folder of the outputs is left out instead.
        Some(format) if format.has_variants() => Ok(&[][..]),
        Some(format) if format.info().writes => Ok(format.info().extensions),
        Some(format) => Err(format!("{} files cannot be written", format.info().name)),
        None => Err(format!("no format has the extension {extension:?}; see `retromesh formats`")),
    };
    let except = if let Some(output) = &args.output {
        let extension = output.extension().unwrap_or_default().to_string_lossy().into_owned();
        known(&extension)?
    } else {
        known(args.to.trim_start_matches('.'))?
    };
    let inputs = collect_outside(&args.inputs, except, args.directory.as_deref())
        .map_err(|e| format!("cannot list the inputs: {e}"))?;
    if inputs.is_empty() {
        return Err("there is no model file in the given folders".to_owned());
    }
    match (&args.output, &args.directory) {
        (Some(output), _) => match inputs.as_slice() {
            [only] => Ok(vec![Job { input: only.path.clone(), output: output.clone(), clash: None }]),
            _ => Err(format!("{} inputs cannot become one file; use -d DIR", inputs.len())),
        },
        (None, Some(directory)) => Ok(into_directory(inputs, directory, args.to.trim_start_matches('.'))),
        (None, None) => Err("give -o FILE or -d DIR".to_owned()),
    }
}

fn into_directory(inputs: Vec<Input>, directory: &Path, extension: &str) -> Vec<Job> {
    let mut taken: HashMap<PathBuf, PathBuf> = HashMap::new();
    let job = |input: Input| {
        let output = directory.join(input.relative.with_extension(extension));
        let clash = taken.get(&output).cloned();
        taken.entry(output.clone()).or_insert_with(|| input.path.clone());
        Job { input: input.path, output, clash }
    };
    inputs.into_iter().map(job).collect()
}

fn convert(job: &Job, args: &ConvertArgs, denied: &Denied) -> Outcome {
    let start = Instant::now();
    let mut diagnostics = args.reading.diagnostics();
    let mut export = args.writing.options();
    export.mirror = args.reading.mirror();
    let overwrite = if args.force { Overwrite::Replace } else { Overwrite::Refuse };
    let result = match &job.clash {
        Some(other) => {
            let what = format!("{} becomes the same output file", other.display());
            Err(Error::new("", ErrorKind::unrepresentable(what)))
        }
        None => retromesh::convert(
            &job.input,
            &job.output,
            &args.reading.options(),
            &export,
            &|code| denied.contains(code),
            overwrite,
            &mut diagnostics,
        ),
    };
    Outcome { result, diagnostics, time: start.elapsed() }
}

/// The codes that must not happen.
struct Denied {
    any_loss: bool,
    codes: Vec<Code>,
}

impl Denied {
    fn parse(names: &[String]) -> Result<Self, String> {
        let mut denied = Self { any_loss: false, codes: Vec::new() };
        for name in names {
            match Code::from_id(name) {
                _ if name == "any-loss" => denied.any_loss = true,
                Some(code) => denied.codes.push(code),
                None => return Err(name.clone()),
            }
        }
        Ok(denied)
    }

    fn contains(&self, code: Code) -> bool {
        self.codes.contains(&code) || (self.any_loss && code.severity() >= Severity::Approximated)
    }
}

#[derive(Default)]
struct Totals {
    converted: u64,
    lossy: u64,
    denied: u64,
    failed: u64,
    bytes_in: u64,
    bytes_out: u64,
    unreported: bool,
}

impl Totals {
    fn add(&mut self, outcome: &Outcome) {
        match &outcome.result {
            Ok(conversion) => {
                self.converted += 1;
                self.lossy += u64::from(outcome.diagnostics.is_lossy());
                self.bytes_in += conversion.bytes_in;
                self.bytes_out += conversion.bytes_out;
            }
            Err(error) if matches!(error.kind(), ErrorKind::Denied { code, .. } if code.severity() != Severity::Defect) =>
            {
                self.denied += 1;
            }
            Err(_) => self.failed += 1,
        }
    }

    fn summary(&self, time: Duration) -> String {
        let mut text = format!("{} converted", grouped(self.converted));
        for (count, what) in [(self.lossy, "with losses"), (self.denied, "denied"), (self.failed, "failed")] {
            if count > 0 {
                text = format!("{text}, {} {what}", grouped(count));
            }
        }
        let (bytes_in, bytes_out) = (grouped(self.bytes_in), grouped(self.bytes_out));
        let seconds = time.as_secs_f64();
        format!("{text}; {bytes_in} bytes to {bytes_out} in {seconds:.2} s")
    }

    fn exit(&self) -> Exit {
        match (self.failed > 0 || self.unreported, self.denied > 0) {
            (true, _) => Exit::Failed,
            (false, true) => Exit::Denied,
            (false, false) => Exit::Ok,
        }
    }
}

fn progress(files: usize, quiet: bool) -> ProgressBar {
    let shown = files > 1 && !quiet && std::io::stderr().is_terminal();
    let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(files as u64), target);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} {per_sec} {eta}") {
        bar.set_style(style);
    }
    bar
}

fn print(job: &Job, outcome: &Outcome, args: &ConvertArgs, alone: bool) {
    let input = job.input.to_string_lossy();
    let talks = (alone || args.verbose) && !args.quiet;
    match &outcome.result {
        Ok(_) if talks => println!("{} -> {}", printable(&input), printable(&job.output.to_string_lossy())),
        Ok(_) => {}
        Err(error) => print_error(&input, error),
    }
    if talks {
        print_diagnostics(&outcome.diagnostics);
    }
}

/// One line of the report.
#[derive(Serialize)]
struct Line<'a> {
    input: String,
    output: String,
    format: Option<&'a str>,
    target: &'a str,
    seconds: f64,
    bytes_in: Option<u64>,
    bytes_out: Option<u64>,
    error: Option<String>,
    diagnostics: Vec<crate::info::DiagnosticInfo>,
}

fn write_report(out: &mut impl Write, job: &Job, outcome: &Outcome, args: &ConvertArgs) -> std::io::Result<()> {
    let done = outcome.result.as_ref().ok();
    let line = Line {
        input: job.input.to_string_lossy().into_owned(),
        output: job.output.to_string_lossy().into_owned(),
        format: done.map(|conversion| conversion.from.id),
        target: done.map_or(args.to.as_str(), |conversion| conversion.to.id),
        seconds: outcome.time.as_secs_f64(),
        bytes_in: done.map(|conversion| conversion.bytes_in),
        bytes_out: done.map(|conversion| conversion.bytes_out),
        error: outcome.result.as_ref().err().map(ToString::to_string),
        diagnostics: crate::info::diagnostics(&outcome.diagnostics),
    };
    serde_json::to_writer(&mut *out, &line)?;
    out.write_all(b"\n")
}
