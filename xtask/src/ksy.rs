//! `cargo xtask ksy [--check] [NAME...]`: holds `docs/formats/*.ksy` to what the formats' own readers say.
//!
//! Each specification is compiled by the Kaitai Struct compiler for four languages, without a warning. The parser in JavaScript then
//! reads every fixture, and every real file where there is a corpus, and each of its fields is compared with what
//! `retromesh dump --json --whole` prints: name, place, size and value. The tables of the pages are made of the specifications.

use crate::docs::between_markers;
use crate::{Outcome, corpus_folder, generate, name_below, paths_below, read, root, wants_check, works};
use retromesh::layout::{self, json};
use retromesh::{Diagnostics, Folder, Format, ImportOptions};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A specification: a file of `docs/formats`.
struct Spec {
    /// Its name: the id of its format, which may be followed by what tells it from others of that format.
    id: String,
    format: &'static dyn Format,
}

impl Spec {
    /// Lists all specifications.
    fn all() -> Result<Vec<Self>, String> {
        let folder = root().join("docs/formats");
        let files = paths_below(&folder)?;
        let ids = files.iter().filter_map(|path| Some(name_below(&folder, path).strip_suffix(".ksy")?.to_owned()));
        ids.map(Self::new).collect()
    }

    fn new(id: String) -> Result<Self, String> {
        let name = id.split('_').next().unwrap_or_default();
        let unknown = || format!("{id}.ksy: no format is called {name}");
        Ok(Self { format: retromesh::format_by_id(name).ok_or_else(unknown)?, id })
    }

    /// Returns whether a file of the format is one of this specification.
    fn takes(&self, file: &[u8]) -> bool {
        match self.id.as_str() {
            "p3d_odol7" => !file.starts_with(b"MLOD"),
            "p3d_mlod" => file.starts_with(b"MLOD"),
            _ => true,
        }
    }
}

/// The fewest fixtures that both readers take.
const AT_LEAST: usize = 20;

/// How many damaged fixtures our reader alone refuses: what it checks beyond the layout. None of the specifications that are not here.
const REFUSED_HERE: [(&str, usize); 3] = [("bgl", 13), ("bmd", 7), ("rmesh", 1)];

/// Files that our reader takes and the other does not, with the reason. What our reader alone refuses is damaged on purpose, and its
/// error is the reason.
const APART: [(&str, &str); 3] = [
    ("b3d/bad/seqs-name-unterminated.b3d", "retromesh keeps a SEQS chunk of another layout as unknown data"),
    ("b3d/bad/seqs-truncated.b3d", "retromesh keeps a SEQS chunk of another layout as unknown data"),
    ("rmesh/unknown-entity.rmesh", "retromesh keeps what follows an entity of unknown kind as bytes"),
];

/// What is in the names of files that are damaged or unusual on purpose.
const DAMAGED: [&str; 3] = ["bad/", "crafted/", "_bad_"];

/// The driver, handed to node on the command line: it answers a line of JSON for each that it reads.
const DRIVER: &str = include_str!("ksy/compare.mjs");

/// Says what is not there that this task needs.
pub(crate) fn missing() -> Option<String> {
    if !works("node", &["--version"]) {
        return Some("there is no node".into());
    }
    let modules = root().join("tools/node_modules");
    let packages = crate::setup::KAITAI.iter().map(|(name, _)| *name);
    let absent: Vec<&str> = packages.filter(|name| !modules.join(name).is_dir()).collect();
    (!absent.is_empty()).then(|| format!("{} not there; run `cargo xtask setup`", absent.join(", ")))
}

pub(crate) fn run(words: &[&str]) -> Outcome {
    let all = Spec::all()?;
    let (named, words): (Vec<&str>, Vec<&str>) =
        words.iter().partition(|word| all.iter().any(|spec| spec.id == **word));
    let check = wants_check(&words)?;
    let specs = || all.iter().filter(|spec| named.is_empty() || named.contains(&spec.id.as_str()));
    if let Some(reason) = missing() {
        return Err(reason);
    }
    let mut node = Node::start()?;
    for spec in specs() {
        let path = root().join("docs/formats").join(format!("{}.ksy", spec.id));
        let answer = node.ask(&json!({ "compile": path }))?;
        let warnings = answer["warnings"].as_array().ok_or("the driver says nothing of warnings")?;
        if !warnings.is_empty() {
            return Err(format!("{}: {}", path.display(), Value::from(warnings.clone())));
        }
        println!("ksy: {}: compiled for {} languages, no warning", spec.id, answer["targets"]);
        write_table(spec, answer["table"].as_str().unwrap_or_default(), check)?;
    }
    let mut failures = 0;
    for spec in specs() {
        failures += compare(spec, &mut node).unwrap_or_else(|reason| {
            println!("ksy: {reason}");
            1
        });
    }
    node.end()?;
    if failures == 0 { Ok(()) } else { Err(format!("{failures} differences")) }
}

/// Puts the table of a specification into the page of its format, or makes sure that it is there.
fn write_table(spec: &Spec, table: &str, check: bool) -> Outcome {
    let path = format!("docs/formats/{}.md", spec.format.info().id);
    let [begin, end] = ["begin", "end"].map(|edge| format!("ksy:{edge} {}", spec.id));
    let page = between_markers(&read(&path)?, &begin, &end, table).ok_or_else(|| format!("{path}: no {begin}"))?;
    generate("ksy", check, [(path, page)])
}

/// Returns what a specification wants to know before it reads a file: for BOGLE the layout, or all of them where it is not known.
fn parameters(spec: &Spec, version: Option<&str>) -> Option<Vec<[u32; 1]>> {
    if spec.id != "bgl" {
        return None;
    }
    let number = |version: &str| match version.strip_prefix('L')?.strip_suffix('b') {
        Some(digits) => digits.parse::<u32>().ok().map(|n| 10 * n + 5),
        None => version.get(1..)?.parse::<u32>().ok().map(|n| 10 * n),
    };
    let all = || (1..=16).map(|n| [10 * n]).chain([[125]]).collect();
    Some(version.and_then(number).map_or_else(all, |layout| vec![[layout]]))
}

/// Compares all files of a specification; returns how many are not alike.
fn compare(spec: &Spec, node: &mut Node) -> Result<usize, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let dump = folder.path().join("dump.json");
    for (place, folder) in [("fixtures", Some(root().join("fixtures"))), ("corpus", corpus_folder())] {
        let below = folder.map(|folder| folder.join(spec.format.info().id)).filter(|below| below.is_dir());
        let Some(below) = below else { continue };
        let extensions = spec.format.info().extensions.iter();
        let files = extensions.flat_map(|extension| retromesh_testkit::files_below(&below, extension));
        let (mut counts, mut fields) = (BTreeMap::new(), 0);
        for file in files.filter(|file| spec.takes(&file.bytes)) {
            let name = format!("{}/{}", spec.format.info().id, file.name);
            let taken = dump_file(spec.format, &file.path, &file.bytes, &dump).map_err(|e| format!("{name}: {e}"))?;
            let answer = node.ask(&json!({
                "format": spec.id,
                "file": fs::canonicalize(&file.path).map_err(|e| e.to_string())?,
                "dump": taken.is_ok().then_some(&dump),
                "parameters": parameters(spec, taken.as_deref().ok()),
            }))?;
            fields += answer["fields"].as_u64().unwrap_or(0);
            *counts.entry(verdict(&name, taken.err(), &answer)).or_default() += 1;
        }
        println!("ksy: {}, {place}: {fields} fields compared in files {counts:?}", spec.id);
        let [differ, both, refused_here] =
            [DIFFER, BOTH, REFUSED].map(|verdict| counts.get(verdict).copied().unwrap_or(0));
        if differ > 0 {
            return Ok(differ);
        }
        let wanted = REFUSED_HERE.iter().find(|(id, _)| *id == spec.id).map_or(0, |(_, count)| *count);
        if place == "fixtures" && (both < AT_LEAST || refused_here != wanted) {
            return Err(format!(
                "{}: {both} fixtures compared, at least {AT_LEAST} are expected; {refused_here} refused here alone, not {wanted}",
                spec.id
            ));
        }
    }
    Ok(0)
}

const BOTH: &str = "read by both";
const REFUSED: &str = "refused here alone";
const DIFFER: &str = "that differ";

/// Judges a file that our reader took, or refused for a reason.
fn verdict(name: &str, refusal: Option<String>, answer: &Value) -> &'static str {
    let known = APART.iter().find(|(file, _)| *file == name);
    match (refusal, answer["refused"].as_str(), known) {
        (Some(_), Some(_), None) => "refused by both",
        (None, None, None) if answer["count"] == 0 => BOTH,
        (None, Some(_), Some((_, reason))) => {
            println!("ksy: {name}: refused there, {reason}");
            "refused there alone"
        }
        (Some(reason), None, None) if DAMAGED.iter().any(|folder| name.contains(folder)) => {
            println!("ksy: {name}: refused here, {reason}");
            REFUSED
        }
        (refusal, ..) => {
            let ours = refusal.unwrap_or_else(|| "read".into());
            println!("ksy: {name}: DIFFERS, here {ours}; there {answer}");
            DIFFER
        }
    }
}

/// Writes the dump of a file, arrays whole, and returns its version; or why the format does not take it.
fn dump_file(format: &dyn Format, path: &Path, bytes: &[u8], dump: &Path) -> Result<Result<String, String>, String> {
    let options = ImportOptions::default();
    let sidecars = Folder::of_file(path, options.limits.input_bytes);
    let model = match format.read(bytes, &sidecars, &options, &mut Diagnostics::new()) {
        Ok(model) => model,
        Err(error) => return Ok(Err(error.to_string())),
    };
    layout::of_model(&*model).and_then(|layout| layout.layout(bytes, &mut ())).map_err(|e| e.to_string())?;
    let mut text = String::new();
    json::print(&mut text, &path.to_string_lossy(), format.info(), &*model, bytes, true).map_err(|e| e.to_string())?;
    fs::write(dump, text).map_err(|e| e.to_string())?;
    Ok(Ok(model.version()))
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
