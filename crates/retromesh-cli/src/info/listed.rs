//! What an inventory says of a file.

use crate::args::ReadingArgs;
use crate::inputs::{Input, has_name_of_archive, is_archive};
use crate::json::Entry;
use crate::page::encoded;
use crate::ranges::RangeArgs;
use crate::sources::{self, is_stream};
use retromesh::facts::{Info, content_hash, file_hash};
use retromesh::{Archive, Error, ErrorKind, FileState, Format, Opened, Source};
use serde::Serialize;
use std::path::Path;

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// A file of a format of models.
    Model,
    /// A file of a format of images.
    Texture,
    /// A file of motion for models of other files.
    Motion,
    /// A file with others in it.
    Archive,
    /// A file of no format that is read.
    Unknown,
    /// What was not looked into.
    Skipped,
}

impl Kind {
    /// All kinds.
    pub(crate) const ALL: [Self; 6] =
        [Self::Model, Self::Texture, Self::Motion, Self::Archive, Self::Unknown, Self::Skipped];

    /// Returns the name, as JSON and tables have it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Model => "model",
            Self::Texture => "texture",
            Self::Motion => "motion",
            Self::Archive => "archive",
            Self::Unknown => "unknown",
            Self::Skipped => "skipped",
        }
    }

    fn of(format: &dyn Format) -> Self {
        let is_among = |formats: &[&dyn Format]| formats.iter().any(|known| known.info().id == format.info().id);
        if is_among(retromesh::formats()) {
            Self::Model
        } else if is_among(retromesh::pictures()) {
            Self::Texture
        } else {
            Self::Motion
        }
    }

    /// Returns what the name of a file says.
    fn of_name(path: &Path) -> Self {
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        match retromesh::format_by_extension(&extension) {
            Some(format) => Self::of(format),
            None if has_name_of_archive(path) => Self::Archive,
            None => Self::Unknown,
        }
    }
}

/// What is known of a file: all that it holds, or where it could not be read what its bytes say.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Facts {
    Whole(Box<Info>),
    Bytes {
        /// The id of the format that could not be read.
        #[serde(skip_serializing_if = "Option::is_none")]
        format: Option<&'static str>,
        bytes: u64,
        content_hash: String,
    },
}

/// A line of an inventory.
#[derive(Debug, Serialize)]
pub(crate) struct Listed {
    /// The path, percent-encoded: the bytes of its name where the system has bytes.
    pub(crate) file_encoded: String,
    pub(crate) kind: Kind,
    #[serde(flatten)]
    pub(crate) facts: Option<Facts>,
}

impl Listed {
    pub(crate) fn whole(&self) -> Option<&Info> {
        match &self.facts {
            Some(Facts::Whole(info)) => Some(info),
            _ => None,
        }
    }

    /// Returns the id of the format, where it is known.
    pub(super) fn format(&self) -> Option<&'static str> {
        match self.facts.as_ref()? {
            Facts::Whole(info) => Some(info.format),
            Facts::Bytes { format, .. } => *format,
        }
    }

    /// Returns the hash of the shape of a model that has one, and its format.
    pub(crate) fn geometry(&self) -> Option<(&str, &'static str)> {
        let info = self.whole().filter(|info| self.kind == Kind::Model && info.vertices > 0)?;
        Some((&info.geometry_hash, info.format))
    }

    pub(crate) fn bytes(&self) -> Option<(u64, &str)> {
        match self.facts.as_ref()? {
            Facts::Whole(info) => Some((info.bytes, &info.content_hash)),
            Facts::Bytes { bytes, content_hash, .. } => Some((*bytes, content_hash)),
        }
    }
}

/// What was found of a file.
pub(crate) struct Looked {
    kind: Kind,
    facts: Option<Facts>,
    error: Option<Unread>,
    /// The scene, where it was read into one.
    pub(super) opened: Option<Opened>,
}

/// Why a file was not read.
enum Unread {
    /// It is nothing that is read, or was left out.
    Meant(String),
    /// It should have been readable.
    Failed(Box<Error>),
}

impl Looked {
    /// Examines a file; `hashed` gives facts also of what cannot be read.
    pub(crate) fn of(input: &Input, reading: &ReadingArgs, clips: &RangeArgs, hashed: bool) -> Self {
        if let Some(reason) = input.skipped {
            return Self::unread(Kind::Skipped, None, Unread::Meant(reason.to_owned()));
        }
        if hashed && is_archive(&input.path) {
            return match Info::of_archive(&input.path) {
                Ok(info) => Self { facts: Some(Facts::Whole(info.into())), ..Self::read(Kind::Archive) },
                Err(error) => Self::unread(Kind::Archive, Facts::of_archive(&input.path), Unread::Failed(error.into())),
            };
        }
        if is_stream(&input.path) {
            return match sources::load(&input.path, reading) {
                Ok(source) => Self::of_source(&source.with_clips(clips.clips_of(&input.path)), reading, hashed),
                Err(error) => Self::unread(Kind::Unknown, None, Unread::Failed(error.into())),
            };
        }
        let bytes = match sources::load_bytes(&input.path, reading) {
            Ok(bytes) => bytes,
            Err(error) => return Self::refused(input, None, error),
        };
        let facts = |bytes: &[u8]| hashed.then(|| Facts::of(bytes, None));
        let detected = retromesh::detect(&bytes, &input.path);
        if hashed && has_name_of_archive(&input.path) && detected.is_err() {
            let reason = "an archive in an archive, which is not looked into; unpack it first";
            return Self::unread(Kind::Archive, facts(&bytes), Unread::Meant(reason.to_owned()));
        }
        if let Err(error) = detected {
            return Self::refused(input, facts(&bytes), error);
        }
        match sources::of_bytes(bytes, &input.path, reading) {
            Ok(source) => Self::of_source(&source.with_clips(clips.clips_of(&input.path)), reading, hashed),
            Err(error) => Self::refused(input, None, error),
        }
    }

    fn of_source(source: &Source, reading: &ReadingArgs, hashed: bool) -> Self {
        let mut diagnostics = reading.diagnostics();
        match retromesh::open_source(source, &reading.options(), &mut diagnostics) {
            Ok(opened) => {
                let info = if hashed {
                    Info::of(source, &opened, &diagnostics)
                } else {
                    Info::unhashed(&opened, &diagnostics)
                };
                let facts = Some(Facts::Whole(info.into()));
                Self { facts, opened: Some(opened), ..Self::read(Kind::of(source.format)) }
            }
            Err(error) => {
                // What is no file of the format that its name says is of none.
                let is_other = matches!(error.kind(), ErrorKind::UnknownFormat { .. });
                let kind = if is_other { Kind::Unknown } else { Kind::of(source.format) };
                let format = (!is_other).then_some(source.format.info().id);
                Self::unread(kind, hashed.then(|| Facts::of(&source.bytes, format)), Unread::Failed(error.into()))
            }
        }
    }

    /// Decides whether it is an error that a file cannot be read: not where nothing says that it is of a known format.
    fn refused(input: &Input, facts: Option<Facts>, error: Error) -> Self {
        let kind = Kind::of_name(&input.path);
        let is_expected = match error.kind() {
            ErrorKind::UnknownFormat { .. } => true,
            ErrorKind::Limit { .. } => kind == Kind::Unknown,
            _ => false,
        };
        match is_expected && !input.named {
            true if facts.is_none() => Self::unread(Kind::Skipped, facts, Unread::Meant(error.to_string())),
            true => Self::unread(Kind::Unknown, facts, Unread::Meant(error.to_string())),
            false => Self::unread(kind, facts, Unread::Failed(error.into())),
        }
    }

    fn read(kind: Kind) -> Self {
        Self { kind, facts: None, error: None, opened: None }
    }

    fn unread(kind: Kind, facts: Option<Facts>, error: Unread) -> Self {
        Self { kind, facts, error: Some(error), opened: None }
    }

    pub(super) fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the error, where the file should have been readable.
    pub(crate) fn failure(&self) -> Option<&Error> {
        match &self.error {
            Some(Unread::Failed(error)) => Some(error),
            _ => None,
        }
    }

    /// Returns the line of the inventory.
    pub(crate) fn entry(self, input: &Input) -> Entry<Listed> {
        let file = input.path.to_string_lossy().into_owned();
        let listed = Listed { file_encoded: encoded(&input.path), kind: self.kind, facts: self.facts };
        match self.error {
            None => Entry::of(Info::SCHEMA, file, listed),
            Some(Unread::Meant(reason)) => Entry::failed(Info::SCHEMA, file, reason, Some(listed)),
            Some(Unread::Failed(error)) => Entry::failed(Info::SCHEMA, file, error.to_string(), Some(listed)),
        }
    }
}

impl Facts {
    fn of(bytes: &[u8], format: Option<&'static str>) -> Self {
        Self::Bytes { format, bytes: bytes.len() as u64, content_hash: content_hash(bytes) }
    }

    /// Returns those of an archive that cannot be opened, of any size.
    fn of_archive(path: &Path) -> Option<Self> {
        let extension = path.extension()?;
        let format = Archive::extensions().find(|known| extension.eq_ignore_ascii_case(known));
        Some(Self::Bytes { format, bytes: FileState::of(path)?.bytes, content_hash: file_hash(path).ok()? })
    }
}
