//! The one door for files that are written: what may be replaced, and what never is.
//!
//! Without `--force` nothing is replaced. With it a file is replaced by one of its own kind, and no input of the run is.

use crate::console::quiet;
use crate::inputs::{beginning, suits_name};
use crate::outputs::ends_with_slash;
use crate::sources::{is_stream, write_stream};
use crate::terminal::shown;
use retromesh::{
    Archive, Diagnostics, Error, ErrorKind, Folder, Format, ImportOptions, Limits, Obstacle, Output, Overwrite, Result,
    split_archive, with_article,
};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::{fmt, fs, io};

/// What is written, and what a file that is there may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Model,
    Picture,
    Page,
    Text,
    Report,
    FrameTable,
    Patch,
    Lua,
    Manual,
    Archive,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Model => "model",
            Self::Picture => "picture",
            Self::Page => "page",
            Self::Text => "text of a model",
            Self::Report => "report",
            Self::FrameTable => "frame table",
            Self::Patch => "patch",
            Self::Lua => "Lua file",
            Self::Manual => "manual page",
            Self::Archive => "archive",
        }
    }

    /// Returns the kind of the files of a format.
    pub(crate) fn of(format: &dyn Format) -> Self {
        let is_picture = retromesh::pictures().iter().any(|picture| picture.info().id == format.info().id);
        if is_picture { Self::Picture } else { Self::Model }
    }

    /// Returns the kind that the name of a file says.
    pub(crate) fn by_name(path: &Path) -> Option<Self> {
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        if let Some(format) = retromesh::format_by_extension(&extension) {
            return Some(Self::of(format));
        }
        match extension.as_str() {
            "lua" => Some(Self::Lua),
            "html" | "htm" => Some(Self::Page),
            "gif" | "apng" | "tga" | "dds" | "webp" | "tif" | "tiff" | "pcx" => Some(Self::Picture),
            known if Archive::extensions().any(|archive| archive == known) => Some(Self::Archive),
            _ => None,
        }
    }

    /// Returns what the name of a file says that has the extension of texts for people or programs, where no such text is written.
    fn other_text(self, path: &Path) -> Option<&'static str> {
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        match (self, extension.as_str()) {
            (Self::Model | Self::Picture | Self::Page, "txt") => Some("text"),
            (Self::Model | Self::Picture | Self::Page | Self::Text, "json" | "jsonl" | "csv") => Some("table"),
            _ => None,
        }
    }

    /// Returns the kind of a file that is there: by its content, and by its name where the content can be what that says.
    fn found(path: &Path, head: &[u8]) -> Option<Self> {
        let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
        let begins = |start: &str| text.get(..start.len()).is_some_and(|t| t.eq_ignore_ascii_case(start.as_bytes()));
        let of_tables: &[&str] = &[
            "{\n  \"speed\":",
            "{\n  \"unit\":",
            "return {\n\t{name = ",
            "return {\n\tunit = ",
            "return {\n\tseparate = ",
            "return {\n}",
        ];
        let beginnings: [(&[&str], Self); 5] = [
            (&["<!doctype html", "<html"], Self::Page),
            (&["{\"schema\":\"retromesh-report-"], Self::Report),
            (of_tables, Self::FrameTable),
            (&["--- "], Self::Patch),
            (&[".ie \\n(.g", ".TH "], Self::Manual),
        ];
        if let Some((_, kind)) = beginnings.into_iter().find(|(starts, _)| starts.iter().any(|start| begins(start))) {
            return Some(kind);
        }
        if retromesh::packs_to(head).is_some() {
            return Some(Self::Text);
        }
        let by_name = Self::by_name(path).filter(|_| suits_name(head, path));
        // A text of a mod may have lines as an OBJ has them.
        let by_content = || retromesh::detect(head, Path::new("")).ok().map(Self::of);
        if by_name == Some(Self::Lua) { by_name } else { by_content().or(by_name) }
    }

    /// Returns whether a file of this kind may take the place of another.
    fn replaces(self, found: Self) -> bool {
        self == found || (self == Self::Lua && found == Self::FrameTable)
    }
}

/// What writes the files of a run.
#[derive(Debug, Clone)]
pub(crate) struct Writer {
    replaces: bool,
    /// Whether it also replaces files that nothing is known of any more, as an earlier run wrote them and they are damaged.
    resumes: bool,
    inputs: Arc<Inputs>,
}

/// The files that a run reads.
#[derive(Debug)]
struct Inputs {
    named: Vec<PathBuf>,
    /// Where they lie, whatever links lead there; asked for when an output is in the way of something.
    places: OnceLock<HashSet<PathBuf>>,
}

/// A model that was read, and the folder in which the files next to it were looked for.
pub(crate) type Source<'a> = (&'a Path, &'a Folder);

impl Writer {
    /// Makes the writer of a run that reads these files; `force` is that of the command line.
    pub(crate) fn new<P: Into<PathBuf>>(force: bool, inputs: impl IntoIterator<Item = P>) -> Self {
        let named = inputs.into_iter().map(Into::into).collect();
        Self { replaces: force, resumes: false, inputs: Arc::new(Inputs { named, places: OnceLock::new() }) }
    }

    /// Returns one that replaces what an earlier run wrote, too.
    pub(crate) fn replacing(&self, also: bool) -> Self {
        Self { replaces: self.replaces || also, ..self.clone() }
    }

    /// Returns one that replaces what an earlier run wrote, also where it is damaged, where the output is known to be one of that run.
    pub(crate) fn resuming(&self, is_known: bool) -> Self {
        Self { resumes: is_known, ..self.replacing(is_known) }
    }

    /// Fails where a file may not be written; says that a damaged one is.
    pub(crate) fn check(&self, path: &Path, kind: Kind) -> Result<()> {
        self.refuse(path, kind, &[])?;
        if self.resumes && !quiet() && head(path).is_some_and(|head| Kind::found(path, &head).is_none()) {
            errln!("{}: this is no {} any more, and is written again", shown(path), kind.name());
        }
        Ok(())
    }

    /// Writes a file and those next to it; `-` is standard output, which takes one alone.
    pub(crate) fn write(&self, path: &Path, kind: Kind, output: impl Into<Output>) -> Result<()> {
        self.write_from(path, kind, &output.into(), &[])
    }

    /// Writes what was made of a model. The images and other files that were found next to it are inputs, too.
    pub(crate) fn write_from(&self, model: &Path, kind: Kind, output: &Output, sources: &[Source<'_>]) -> Result<()> {
        if is_stream(model) {
            if let Some((name, _)) = output.sidecars.first() {
                let what = format!(
                    "the output has a file next to it ({name}), which standard output cannot take: -o FILE writes both, and `convert --to glb` one file"
                );
                return Err(Error::new("", ErrorKind::unrepresentable(what)));
            }
            return write_stream(&output.bytes);
        }
        self.refuse(model, kind, sources)?;
        for (name, bytes) in &output.sidecars {
            let path = model.with_file_name(name);
            // One that holds the same already stays as it is.
            if path.is_file() && !fs::read(&path).is_ok_and(|there| there == *bytes) {
                self.refuse_input(&path, sources)?;
                let head = beginning(&path).unwrap_or_default();
                if self.replaces && !head.is_empty() && !suits_name(&head, &path) {
                    return Err(refused(&path, Refusal::Kind("not what its name says".to_owned())));
                }
                let is_buffer = !head.is_empty() && path.extension().is_some_and(|extension| extension == "bin");
                if self.replaces && is_buffer && !refers_to(model, name) {
                    return Err(refused(&path, Refusal::Kind(format!("no buffer of {}", model.display()))));
                }
            }
        }
        let overwrite = if self.replaces { Overwrite::Replace } else { Overwrite::Refuse };
        retromesh::save(model, output, overwrite)
    }

    /// Puts a file in the place of an input, or of a report that goes on, which is what the user asked for.
    pub(crate) fn write_over(path: &Path, bytes: Vec<u8>) -> Result<()> {
        retromesh::save(path, &Output::from(bytes), Overwrite::Replace)
    }

    /// Fails where a file is there that stays.
    fn refuse(&self, path: &Path, kind: Kind, sources: &[Source<'_>]) -> Result<()> {
        if is_stream(path) {
            return Ok(());
        }
        if ends_with_slash(path) || path.is_dir() {
            return Err(Error::io(path.to_string_lossy(), Obstacle::Folder.into()));
        }
        if path.symlink_metadata().is_err() {
            // A page is no `out.png`.
            let named = Kind::by_name(path).filter(|named| !kind.replaces(*named) && !named.replaces(kind));
            let named = named.map(Kind::name).or_else(|| kind.other_text(path));
            return named.map_or(Ok(()), |named| Err(refused(path, Refusal::Name(kind.name(), named))));
        }
        self.refuse_input(path, sources)?;
        let found = head(path).map(|head| Kind::found(path, &head));
        let refuses = |found: &Option<Kind>| found.map_or(!self.resumes, |found| !kind.replaces(found));
        if let Some(found) = found.filter(refuses) {
            let what = found.map_or_else(|| format!("no {}", kind.name()), |found| with_article(found.name()));
            return Err(refused(path, Refusal::Kind(what)));
        }
        if self.replaces {
            return Ok(());
        }
        let exists = io::Error::new(io::ErrorKind::AlreadyExists, "already exists");
        Err(Error::io(path.to_string_lossy(), exists))
    }

    fn refuse_input(&self, path: &Path, sources: &[Source<'_>]) -> Result<()> {
        if self.is_input(path, sources) {
            return Err(refused(path, Refusal::Input));
        }
        Ok(())
    }

    /// Returns whether a file is one that the run reads, by whatever path.
    fn is_input(&self, path: &Path, sources: &[Source<'_>]) -> bool {
        let Ok(place) = path.canonicalize() else { return false };
        let places =
            self.inputs.places.get_or_init(|| self.inputs.named.iter().filter_map(|path| real(path)).collect());
        let is_next_to = |(model, folder): &Source<'_>| {
            let found = folder.lookups().into_iter().flatten().filter_map(|lookup| lookup.found);
            found.filter_map(|found| real(&model.with_file_name(found.path))).any(|found| found == place)
        };
        places.contains(&place) || sources.iter().any(is_next_to)
    }
}

/// Returns the beginning of a file that is there; `None` for what is empty or no regular file. A link is never replaced, but a report is
/// written through it.
fn head(path: &Path) -> Option<Vec<u8>> {
    let is_regular = path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.len() > 0);
    is_regular.then(|| beginning(path).unwrap_or_default())
}

/// Returns whether a model that is there refers to a file next to it: nothing in a buffer says what it is.
fn refers_to(model: &Path, name: &str) -> bool {
    let Ok(there) = retromesh::Source::load(model, &Limits::default()) else { return false };
    let _broken = retromesh::open_source(&there, &ImportOptions::default(), &mut Diagnostics::new());
    there.folder.lookups().into_iter().flatten().any(|lookup| lookup.name == name)
}

/// Returns where a file lies; of one in an archive, the archive.
fn real(path: &Path) -> Option<PathBuf> {
    if is_stream(path) {
        return None;
    }
    split_archive(path).map_or_else(|| path.canonicalize(), |(archive, _)| archive.canonicalize()).ok()
}

/// Why a file is not replaced, whatever was asked for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The run reads it.
    Input,
    /// It is something else than what is written.
    Kind(String),
    /// It is not there, and has the name of something else than what is written.
    Name(&'static str, &'static str),
}

impl Refusal {
    /// Finds the refusal in an error of the system.
    pub(crate) fn of(error: &io::Error) -> Option<&Self> {
        error.get_ref()?.downcast_ref()
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input => f.write_str("is an input of the run, and inputs are never replaced; choose another name"),
            Self::Name(written, named) => {
                write!(f, "is the name of {}, and what is written is {}", with_article(named), with_article(written))
            }
            Self::Kind(what) => {
                write!(f, "is {what}: --force replaces only files of the kind that is written; choose another name")
            }
        }
    }
}

impl std::error::Error for Refusal {}

fn refused(path: &Path, why: Refusal) -> Error {
    Error::io(path.to_string_lossy(), io::Error::other(why))
}
