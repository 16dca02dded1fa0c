//! The memory of an output folder: which files were written from what, so that a run can go on where another one ended.
//!
//! It is a file of JSON lines. While a run lasts, lines are added: one before a file is begun, one when it is complete. At the end
//! the file is written anew, sorted, with the complete ones only, so that it does not tell how often the run was interrupted.

mod dependency;

use crate::console::quiet;
use crate::outputs::Job;
use crate::sources::is_stream;
use crate::terminal::shown;
use dependency::Dependency;
use retromesh::facts::{content_hash, file_hash};
use retromesh::{Error, FileState, Folder, Output, Overwrite, Result, digest};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// How the names of manifests begin and end.
const NAME: (&str, &str) = (".retromesh-manifest", ".jsonl");

/// At most this many outputs without an input are named.
const MAX_OTHERS: usize = 10;

/// What is known of an output.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Record {
    /// The path below the folder.
    output: String,
    /// The path below the input folder.
    input: String,
    /// The hash of everything that decides about the content of the output but the input.
    options: String,
    input_bytes: u64,
    /// When the input was changed last, in nanoseconds since 1970.
    modified: u64,
    /// What was looked for next to the input; unknown in the manifests of earlier versions, and where it was too much. An output of
    /// which it is unknown is never up to date.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dependencies: Option<Vec<Dependency>>,
    /// What was looked for next to the model that the input was made from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    original: Vec<Dependency>,
    output_bytes: u64,
    /// The hash of the output; nothing in the manifests of earlier versions, whose outputs are never up to date.
    #[serde(default)]
    output_hash: String,
    /// Files next to the output.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    sidecars: Vec<String>,
    /// What a report says of the conversion; nothing of pictures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    facts: Option<Facts>,
}

/// What a report says of a conversion, for later runs in which its output is up to date.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Facts {
    /// The id of the input's format.
    pub(crate) format: String,
    pub(crate) bytes_in: u64,
    pub(crate) bytes_out: u64,
    pub(crate) diagnostics: serde_json::Value,
}

impl Record {
    /// Returns the path below the input folder.
    pub(crate) fn input(&self) -> PathBuf {
        read(&self.input)
    }

    pub(crate) fn facts(&self) -> Option<&Facts> {
        self.facts.as_ref()
    }

    pub(crate) fn sidecars(&self) -> &[String] {
        &self.sidecars
    }
}

/// Names the outputs of earlier runs whose inputs are none of this run; `listed` is what names all of them.
pub(crate) fn print_others(others: &[(PathBuf, &Record)], listed: &str) {
    if others.is_empty() || quiet() {
        return;
    }
    let what = if others.len() == 1 {
        "output of an earlier run has no input in this run, and stays"
    } else {
        "outputs of earlier runs have no input in this run, and stay"
    };
    errln!("{} {what}:", others.len());
    for (output, record) in others.iter().take(MAX_OTHERS) {
        errln!("  {}, which was {}", shown(output), shown(&record.input()));
    }
    if others.len() > MAX_OTHERS {
        errln!("  and {} more{listed}", others.len() - MAX_OTHERS);
    }
}

/// A line of a manifest.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Line {
    Done(Box<Record>),
    Begun { begun: String },
}

/// The manifest of a run, with what is known from others.
pub(crate) struct Manifest {
    folder: PathBuf,
    path: PathBuf,
    /// All that decides about outputs but the inputs.
    options: String,
    /// What this run's manifest said when the run began, and what parts on other machines say.
    before: BTreeMap<String, Record>,
    begun_before: HashSet<String>,
    now: Mutex<(File, BTreeMap<String, Record>)>,
    /// The folders that this run made for it, the innermost first.
    made: Vec<PathBuf>,
}

impl Manifest {
    /// Opens the manifest of a folder, which is created if need be; `part` is what its name has more, where it is one of several.
    /// `options` are all that decides about outputs, as text.
    pub(crate) fn open(folder: &Path, part: &str, options: String) -> Result<Self> {
        let path = folder.join(format!("{}{part}{}", NAME.0, NAME.1));
        let failed = |e| Error::io(path.to_string_lossy(), e);
        let is_missing = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
        let made = folder.ancestors().take_while(is_missing).map(Path::to_path_buf).collect();
        fs::create_dir_all(folder).map_err(failed)?;
        let (mut before, mut begun_before, mut own) = (BTreeMap::new(), HashSet::new(), BTreeMap::new());
        for entry in fs::read_dir(folder).map_err(failed)? {
            let other = entry.map_err(failed)?.path();
            if !is_manifest(&other) {
                continue;
            }
            for line in lines(&other).map_err(failed)? {
                match line {
                    Line::Begun { begun } => _ = begun_before.insert(begun),
                    Line::Done(record) => {
                        if other == path {
                            own.insert(record.output.clone(), (*record).clone());
                        }
                        before.insert(record.output.clone(), *record);
                    }
                }
            }
        }
        let file = OpenOptions::new().create(true).append(true).open(&path).map_err(failed)?;
        let (folder, now) = (folder.to_path_buf(), Mutex::new((file, own)));
        Ok(Self { folder, path, options, before, begun_before, now, made })
    }

    /// Returns the name of the manifest, which is no output.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns whether an output is there, and was written from the input, and the files next to it, as they are now with the options
    /// of this run and those of the job. `folder` is that in which files next to the input are found.
    pub(crate) fn is_up_to_date(&self, job: &Job, own: &str, folder: &Folder) -> bool {
        let (Some(record), Some(started)) = (self.before.get(&self.key(job)), self.look(job, own)) else {
            return false;
        };
        let (input, options) = (record.input == started.0.input, record.options == started.0.options);
        let (bytes, modified) = (record.input_bytes == started.0.input_bytes, record.modified == started.0.modified);
        let there = job.output.parent().unwrap_or(Path::new(""));
        (input && options && bytes && modified)
            && fs::metadata(&job.output).is_ok_and(|metadata| metadata.len() == record.output_bytes)
            && file_hash(&job.output).is_ok_and(|hash| hash == record.output_hash)
            && record.sidecars.iter().all(|name| there.join(name).exists())
            && record
                .dependencies
                .as_ref()
                .is_some_and(|dependencies| Dependency::are_found_again(dependencies, folder))
            && folder.original().is_none_or(|folder| Dependency::are_found_again(&record.original, folder))
    }

    /// Returns the files next to an output as they are there, by hash.
    pub(crate) fn sidecars(&self, job: &Job) -> Vec<(String, u64)> {
        let names = self.before.get(&self.key(job)).map_or(&[][..], |record| &record.sidecars);
        let there = job.output.parent().unwrap_or(Path::new(""));
        names.iter().filter_map(|name| Some((name.clone(), digest(&fs::read(there.join(name)).ok()?)))).collect()
    }

    /// Returns what is known of an output of an earlier run.
    pub(crate) fn known(&self, job: &Job) -> Option<&Record> {
        self.before.get(&self.key(job))
    }

    /// Lists what earlier runs wrote of inputs that are none of these jobs, with the paths of the outputs, which are there still.
    pub(crate) fn others<'m>(&'m self, jobs: &[Job]) -> impl Iterator<Item = (PathBuf, &'m Record)> {
        let keys: HashSet<String> = jobs.iter().map(|job| self.key(job)).collect();
        let others = self.before.iter().filter(move |(output, _)| !keys.contains(*output));
        others.map(|(output, record)| (self.folder.join(read(output)), record)).filter(|(output, _)| output.is_file())
    }

    /// Returns whether an output that is there was written by this program, and may be replaced by a run that goes on.
    pub(crate) fn knows(&self, job: &Job) -> bool {
        let key = self.key(job);
        self.begun_before.contains(&key) || self.before.contains_key(&key)
    }

    /// Takes note of an input as it is now, before it is read, and of options that are those of the job alone; nothing for a stream.
    pub(crate) fn look(&self, job: &Job, own: &str) -> Option<Started> {
        if is_stream(&job.input.path) {
            return None;
        }
        let state = FileState::of(&job.input.path)?;
        Some(Started(Record {
            output: self.key(job),
            input: written(&job.input.relative),
            options: format!("{:016x}", digest(format!("{}{own}", self.options).as_bytes())),
            input_bytes: state.bytes,
            modified: state.modified,
            dependencies: None,
            original: Vec::new(),
            output_bytes: 0,
            output_hash: String::new(),
            sidecars: Vec::new(),
            facts: None,
        }))
    }

    /// Says that an output is about to be written.
    pub(crate) fn begin(&self, job: &Job) -> Result<()> {
        self.add(&Line::Begun { begun: self.key(job) })
    }

    /// Says that an output is complete.
    pub(crate) fn complete(&self, record: Record) -> Result<()> {
        self.add(&Line::Done(Box::new(record.clone())))?;
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        now.1.insert(record.output.clone(), record);
        Ok(())
    }

    /// Writes the manifest anew, with what is complete. Where no output is known nothing stays, nor the folders that were made for it.
    pub(crate) fn finish(self) -> Result<()> {
        let (_, records) = self.now.into_inner().unwrap_or_else(PoisonError::into_inner);
        if records.is_empty() && self.before.is_empty() && self.begun_before.is_empty() {
            fs::remove_file(&self.path).map_err(|e| Error::io(self.path.to_string_lossy(), e))?;
            // A folder with anything in it stays.
            let _ = self.made.iter().try_for_each(fs::remove_dir);
            return Ok(());
        }
        let mut text = Vec::new();
        for record in records.into_values() {
            write_line(&mut text, &Line::Done(Box::new(record)))
                .map_err(|e| Error::io(self.path.to_string_lossy(), e))?;
        }
        retromesh::save(&self.path, &Output::from(text), Overwrite::Replace)
    }

    fn add(&self, line: &Line) -> Result<()> {
        let mut text = Vec::new();
        let written = write_line(&mut text, line).and_then(|()| {
            let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
            // In one piece, so that a run that is killed leaves whole lines.
            now.0.write_all(&text)
        });
        written.map_err(|e| Error::io(self.path.to_string_lossy(), e))
    }

    fn key(&self, job: &Job) -> String {
        written(job.output.strip_prefix(&self.folder).unwrap_or(&job.output))
    }
}

/// What is known of an output before it is written.
pub(crate) struct Started(Record);

impl Started {
    /// Returns what is known of the output, which was made of what was found in a folder.
    pub(crate) fn of(self, folder: &Folder, output: &Output, facts: Option<Facts>) -> Record {
        let near = |folder: &Folder| Some(folder.lookups()?.into_iter().map(Dependency::from).collect::<Vec<_>>());
        let original = folder.original().map_or(Some(Vec::new()), near);
        Record {
            facts,
            dependencies: near(folder).filter(|_| original.is_some()),
            original: original.unwrap_or_default(),
            output_bytes: output.bytes.len() as u64,
            output_hash: content_hash(&output.bytes),
            sidecars: output.sidecars.iter().map(|(name, _)| name.clone()).collect(),
            ..self.0
        }
    }
}

/// Returns whether a file has the name of a manifest.
pub(crate) fn is_manifest(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with(NAME.0) && name.ends_with(NAME.1)
}

/// Returns whether a folder has a manifest.
pub(crate) fn is_kept(folder: &Path) -> bool {
    folder.join(format!("{}{}", NAME.0, NAME.1)).is_file()
}

fn write_line(out: &mut Vec<u8>, line: &Line) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.push(b'\n');
    Ok(())
}

/// Reads the lines of a manifest; one that is no line of a manifest says nothing, as that which a full disk cut.
fn lines(path: &Path) -> io::Result<Vec<Line>> {
    let mut lines = Vec::new();
    for line in BufReader::new(File::open(path)?).split(b'\n') {
        lines.extend(serde_json::from_slice::<Line>(&line?));
    }
    Ok(lines)
}

/// Writes a path as text from which different paths stay different: bytes that are not UTF-8 are `\xNN`, a backslash is doubled.
fn written(path: &Path) -> String {
    let mut text = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        text.push_str(&chunk.valid().replace('\\', "\\\\"));
        for byte in chunk.invalid() {
            // Writing to a string cannot fail.
            let _ = write!(text, "\\x{byte:02x}");
        }
    }
    text
}

/// Returns the path that was written so. Bytes that are no text are some on systems alone whose names are bytes.
fn read(mut text: &str) -> PathBuf {
    let mut bytes = Vec::new();
    while let Some((before, after)) = text.split_once('\\') {
        bytes.extend_from_slice(before.as_bytes());
        let byte = after.strip_prefix('x').and_then(|digits| u8::from_str_radix(digits.get(..2)?, 16).ok());
        bytes.push(byte.unwrap_or(b'\\'));
        text = after.get(if byte.is_some() { 3 } else { 1 }..).unwrap_or_default();
    }
    bytes.extend_from_slice(text.as_bytes());
    #[cfg(unix)]
    let path: std::ffi::OsString = std::os::unix::ffi::OsStringExt::from_vec(bytes);
    #[cfg(not(unix))]
    let path = std::ffi::OsString::from(String::from_utf8_lossy(&bytes).into_owned());
    PathBuf::from(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::Input;

    fn job(folder: &Path) -> Job {
        let input = Input::new(folder.join("in.b3d"), "in.b3d", true);
        Job { input, output: folder.join("out/a.glb"), clash: None }
    }

    #[test]
    fn what_is_complete_and_unchanged_is_up_to_date() {
        let folder = tempfile::tempdir().unwrap();
        let (job, out) = (job(folder.path()), folder.path().join("out"));
        fs::write(&job.input.path, "one").unwrap();
        let open = |options: &str| Manifest::open(&out, "", options.to_owned()).unwrap();
        let folder = Folder::of_file(&job.input.path, 100);
        let state = |options: &str| (open(options).knows(&job), open(options).is_up_to_date(&job, "", &folder));
        assert_eq!(state("a"), (false, false));
        let manifest = open("a");
        let started = manifest.look(&job, "").unwrap();
        manifest.begin(&job).unwrap();
        assert_eq!(state("a"), (true, false), "begun");
        let output = Output { bytes: vec![1, 2], sidecars: vec![("a.bin".to_owned(), vec![3])] };
        retromesh::save(&job.output, &output, Overwrite::Refuse).unwrap();
        manifest.complete(started.of(&folder, &output, None)).unwrap();
        assert_eq!(state("a"), (true, true), "complete, the run killed");
        manifest.finish().unwrap();
        assert_eq!(state("a"), (true, true), "complete");
        assert_eq!(fs::read_to_string(out.join(".retromesh-manifest.jsonl")).unwrap().lines().count(), 1);
        assert_eq!(state("b"), (true, false), "other options");
        fs::remove_file(out.join("a.bin")).unwrap();
        assert_eq!(state("a"), (true, false), "without its sidecar");
        fs::write(out.join("a.bin"), "x").unwrap();
        fs::write(&job.output, "longer").unwrap();
        assert_eq!(state("a"), (true, false), "changed output");
        fs::write(&job.output, [1, 3]).unwrap();
        assert_eq!(state("a"), (true, false), "damaged output of the same size");
        fs::write(&job.output, [1, 2]).unwrap();
        assert_eq!(state("a"), (true, true));
        fs::write(&job.input.path, "other").unwrap();
        assert_eq!(state("a"), (true, false), "changed input");
    }

    #[test]
    fn nothing_stays_where_nothing_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let open = |path: &str| Manifest::open(&folder.path().join(path), "", "a".to_owned()).unwrap();
        open("new/deep").finish().unwrap();
        fs::create_dir(folder.path().join("old")).unwrap();
        open("old").finish().unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert_eq!(fs::read_dir(folder.path().join("old")).unwrap().count(), 0);
    }

    #[test]
    fn parts_know_each_other_and_broken_lines_say_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let (job, out) = (job(folder.path()), folder.path().join("out"));
        fs::write(&job.input.path, "one").unwrap();
        let part = |number| Manifest::open(&out, &format!("-{number}-of-2"), "a".to_owned()).unwrap();
        let first = part(1);
        let output = Output::from(vec![1]);
        retromesh::save(&job.output, &output, Overwrite::Refuse).unwrap();
        let folder = Folder::of_file(&job.input.path, 100);
        first.complete(first.look(&job, "").unwrap().of(&folder, &output, None)).unwrap();
        fs::write(out.join(".retromesh-manifest-3.jsonl"), "{\"begun\": \"x\n\n[]\n\u{1}").unwrap();
        assert!(part(2).is_up_to_date(&job, "", &folder));
        part(2).finish().unwrap();
        assert_eq!(fs::read(out.join(".retromesh-manifest-2-of-2.jsonl")).unwrap(), b"");
        assert!(part(2).is_up_to_date(&job, "", &folder));
    }

    #[cfg(unix)]
    #[test]
    fn different_paths_are_written_differently() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        let rows: [(&[u8], &str); 4] = [
            (b"a/b.glb", "a/b.glb"),
            (b"caf\xe9.glb", "caf\\xe9.glb"),
            (b"caf\\xe9.glb", "caf\\\\xe9.glb"),
            (b"\xc3\xa9", "\u{e9}"),
        ];
        for (bytes, expected) in rows {
            assert_eq!(written(Path::new(OsStr::from_bytes(bytes))), expected);
            assert_eq!(read(expected), Path::new(OsStr::from_bytes(bytes)));
        }
    }
}
