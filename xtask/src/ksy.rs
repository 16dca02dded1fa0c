//! `cargo xtask ksy [--check]`: holds `docs/formats/*.ksy` to what the formats' own readers say.
//!
//! Each specification is compiled by the Kaitai Struct compiler for four languages, without a warning. The parser in JavaScript then
//! reads every fixture, and every real file where there is a corpus, and each of its fields is compared with what
//! `retromesh dump --json --whole` prints: name, place, size and value. The tables of the pages are made of the specifications.

use crate::{Outcome, corpus_folder, root, wants_check};
use retromesh::layout::json;
use retromesh::{Diagnostics, Folder, Format, ImportOptions};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A specification.
struct Spec {
    /// Its name, and that of its file.
    id: &'static str,
    /// The format, and the name of its page.
    format: &'static str,
    /// The folder of its fixtures, and of real files.
    folder: &'static str,
    /// What its files begin with; nothing where all files of the format are its own.
    magic: &'static [u8],
    /// The fewest fixtures that both readers take.
    at_least: usize,
}

const SPECS: [Spec; 1] = [Spec { id: "b3d", format: "b3d", folder: "b3d", magic: b"", at_least: 130 }];

/// Files that one of the two readers takes and the other does not, with the reason.
const APART: [(&str, &str); 2] = [
    ("b3d/bad/seqs-name-unterminated.b3d", "retromesh keeps a SEQS chunk of another layout as unknown data"),
    ("b3d/bad/seqs-truncated.b3d", "retromesh keeps a SEQS chunk of another layout as unknown data"),
];

/// The driver, handed to node on the command line: it answers a line of JSON for each that it reads.
const DRIVER: &str = include_str!("ksy/compare.mjs");

/// What a page has before and behind the table that is made of its specification.
const MARKS: [&str; 2] = ["<!-- ksy:begin -->\n", "<!-- ksy:end -->"];

/// Says what is not there that this task needs.
pub(crate) fn missing() -> Option<String> {
    let works = Command::new("node").arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).status();
    if !works.is_ok_and(|status| status.success()) {
        return Some("there is no node".into());
    }
    let modules = root().join("tools/node_modules");
    let packages = crate::setup::KAITAI.iter().map(|(name, _)| *name);
    let absent: Vec<&str> = packages.filter(|name| !modules.join(name).is_dir()).collect();
    (!absent.is_empty()).then(|| format!("{} not there; run `cargo xtask setup`", absent.join(", ")))
}

pub(crate) fn run(words: &[&str]) -> Outcome {
    let check = wants_check(words)?;
    if let Some(reason) = missing() {
        return Err(reason);
    }
    let mut node = Node::start()?;
    let mut pages: BTreeMap<&str, String> = BTreeMap::new();
    for spec in &SPECS {
        let path = root().join("docs/formats").join(format!("{}.ksy", spec.id));
        let answer = node.ask(&json!({ "compile": path }))?;
        let warnings = answer["warnings"].as_array().ok_or("the driver says nothing of warnings")?;
        if !warnings.is_empty() {
            return Err(format!("{}: {}", path.display(), Value::from(warnings.clone())));
        }
        println!("ksy: {}: compiled for {} languages, no warning", spec.id, answer["targets"]);
        *pages.entry(spec.format).or_default() += answer["table"].as_str().unwrap_or_default();
    }
    for (format, table) in pages {
        write_table(format, &table, check)?;
    }
    let mut failures = 0;
    for spec in &SPECS {
        failures += compare(spec, &mut node)?;
    }
    node.end()?;
    if failures == 0 { Ok(()) } else { Err(format!("{failures} files differ")) }
}

/// Puts the table into the page of a format, or makes sure that it is there.
fn write_table(format: &str, table: &str, check: bool) -> Outcome {
    let path = root().join("docs/formats").join(format!("{format}.md"));
    let page = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let [begin, end] = MARKS;
    let parts = page.split_once(begin).and_then(|(head, rest)| Some((head, rest.split_once(end)?.1)));
    let Some((head, tail)) = parts else { return Err(format!("{}: no {}", path.display(), begin.trim())) };
    let wanted = format!("{head}{begin}{table}{end}{tail}");
    if wanted == page {
        return Ok(());
    }
    if check {
        return Err(format!("{}: the table is not what the .ksy says; run `cargo xtask ksy`", path.display()));
    }
    println!("ksy: wrote {}", path.display());
    fs::write(&path, wanted).map_err(|e| format!("{}: {e}", path.display()))
}

#[derive(Default)]
struct Totals {
    files: usize,
    both: usize,
    refused: usize,
    apart: usize,
    fields: u64,
    failures: usize,
}

/// Compares all files of a specification; returns how many are not alike.
fn compare(spec: &Spec, node: &mut Node) -> Result<usize, String> {
    let format = retromesh::all_formats().find(|f| f.info().id == spec.format).ok_or("an unknown format")?;
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let dump = folder.path().join("dump.json");
    for (place, is_fixture) in [(root().join("fixtures"), true), (corpus_folder(), false)] {
        let (mut totals, mut files) = (Totals::default(), Vec::new());
        let below = place.join(spec.folder);
        if !below.is_dir() {
            continue;
        }
        for extension in format.info().extensions {
            files.extend(retromesh_testkit::files_below(&below, extension));
        }
        for file in files.into_iter().filter(|file| file.bytes.starts_with(spec.magic)) {
            let name = format!("{}/{}", spec.folder, file.name);
            let taken = dump_file(format, &file.path, &file.bytes, &dump).map_err(|e| format!("{name}: {e}"))?;
            let answer = node.ask(&json!({
                "format": spec.id,
                "file": fs::canonicalize(&file.path).map_err(|e| e.to_string())?,
                "dump": taken.then_some(&dump),
            }))?;
            totals.take(&name, taken, &answer);
        }
        let Totals { files, both, refused, apart, fields, failures } = totals;
        let place = if is_fixture { "fixtures" } else { "corpus" };
        println!(
            "ksy: {}, {place}: {files} files, {both} read by both, {refused} refused by both, {apart} apart for a known reason, \
             {fields} fields compared, {failures} files differ",
            spec.id
        );
        if failures > 0 {
            return Ok(failures);
        }
        if is_fixture && both < spec.at_least {
            return Err(format!("{}: only {both} fixtures were compared, not {}", spec.id, spec.at_least));
        }
    }
    Ok(0)
}

impl Totals {
    fn take(&mut self, name: &str, taken: bool, answer: &Value) {
        let refused = answer["refused"].as_str();
        self.files += 1;
        self.fields += answer["fields"].as_u64().unwrap_or(0);
        let known = APART.iter().find(|(file, _)| *file == name);
        match (taken, refused, known) {
            (false, Some(_), None) => self.refused += 1,
            (true, None, None) if answer["count"] == 0 => self.both += 1,
            (true, Some(_), Some((_, reason))) | (false, None, Some((_, reason))) => {
                self.apart += 1;
                println!("ksy: {name}: {reason}");
            }
            _ => {
                self.failures += 1;
                let ours = if taken { "read" } else { "refused" };
                println!("ksy: {name}: DIFFERS, {ours} here: {answer}");
            }
        }
    }
}

/// Writes the dump of a file, arrays whole; tells whether the format takes it.
fn dump_file(format: &dyn Format, path: &Path, bytes: &[u8], dump: &Path) -> Result<bool, String> {
    let options = ImportOptions::default();
    let beside = Folder::of_file(path, options.limits.input_bytes);
    let Ok(model) = format.read(bytes, &beside, &options, &mut Diagnostics::new()) else { return Ok(false) };
    model.layout(bytes, &mut ()).map_err(|e| e.to_string())?;
    let mut text = String::new();
    json::print(&mut text, &path.to_string_lossy(), format.info(), &*model, bytes, true).map_err(|e| e.to_string())?;
    fs::write(dump, text).map_err(|e| e.to_string())?;
    Ok(true)
}

/// The driver, running.
struct Node {
    child: Child,
    asks: BufWriter<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Node {
    fn start() -> Result<Self, String> {
        let tools: PathBuf = root().join("tools");
        let mut child = Command::new("node")
            .args(["--max-old-space-size=4096", "--stack-size=4000", "--input-type=module", "--eval", DRIVER, "--"])
            .arg(tools)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("node: {e}"))?;
        let asks = BufWriter::new(child.stdin.take().ok_or("node has no input")?);
        let answers = BufReader::new(child.stdout.take().ok_or("node has no output")?);
        Ok(Self { child, asks, answers })
    }

    /// Asks one thing, and waits for the answer.
    fn ask(&mut self, what: &Value) -> Result<Value, String> {
        let mut line = String::new();
        writeln!(self.asks, "{what}")
            .and_then(|()| self.asks.flush())
            .and_then(|()| self.answers.read_line(&mut line))
            .map_err(|e| format!("node: {e}"))?;
        serde_json::from_str(&line).map_err(|e| format!("node answered {line:?} to {what}: {e}"))
    }

    /// Lets the driver end.
    fn end(mut self) -> Outcome {
        drop(self.asks);
        let status = self.child.wait().map_err(|e| format!("node: {e}"))?;
        if status.success() { Ok(()) } else { Err(format!("node: {status}")) }
    }
}
