//! What a format crate offers to programs that handle formats alike.

use crate::capability::Held;
use crate::document_text::DocumentText;
use crate::frames::{Clock, FrameTable};
use crate::layout::Visit;
use crate::lint::{Lint, Rule};
use crate::options::{ExportOptions, ImportOptions};
use crate::references::{ModelReference, Renamed, TextureName};
use crate::settings::{Direction, Setting};
use crate::unused::Unused;
use retromesh_core::Valid;
use retromesh_core::diagnostics::Diagnostics;
use retromesh_core::error::{Error, ErrorKind, Result};
use retromesh_core::scene::Scene;
use retromesh_core::space::Space;
use std::fmt;

/// A format family that can be read, and perhaps written.
pub trait Format: Sync {
    /// Returns the names and abilities.
    fn info(&self) -> &'static FormatInfo;

    /// Judges by content alone whether `bytes` are of this format; cheap, and never fails.
    fn probe(&self, bytes: &[u8]) -> Confidence;

    /// Parses a file into its lossless document.
    fn read<'a>(
        &self,
        bytes: &'a [u8],
        files: &dyn Files,
        options: &ImportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Box<dyn Model + 'a>>;

    /// Writes a scene; formats that cannot be written say so.
    fn write(&self, scene: &Valid<'_>, options: &ExportOptions, diagnostics: &mut Diagnostics) -> Result<Output> {
        let _ = (scene, options, diagnostics);
        let info = self.info();
        Err(Error::new(
            info.id,
            ErrorKind::unsupported(format!("writing {}", info.name), "choose another output format"),
        ))
    }

    /// Returns the clips of a scene in the numbers that a program plays them by once the scene is written with these options: what
    /// a game gives to its engine to play a range. `None` for formats without a timeline of numbers, and for scenes that do not move.
    fn frame_table(&self, scene: &Valid<'_>, options: &ExportOptions) -> Result<Option<FrameTable>> {
        let _ = (scene, options);
        Ok(None)
    }

    /// Returns what the ticks of animations in files of this format are.
    fn clock(&self) -> Clock {
        Clock::default()
    }

    /// Returns whether the output embeds or names images with these options; where it does not, none needs to be found.
    fn uses_images(&self, options: &ExportOptions) -> bool {
        let _ = options;
        true
    }

    /// Returns the space that the format is written in: a scene that is in it already need not be copied to be converted. `None` where
    /// a copy is made anyway.
    fn space(&self, options: &ExportOptions) -> Option<Space> {
        let _ = options;
        None
    }

    /// Returns whether the output stores what [`ExportOptions::texture_facts`] says with these options.
    fn wants_texture_facts(&self, options: &ExportOptions) -> bool {
        let _ = options;
        false
    }

    /// Returns how documents are written as text and packed again; `None` for formats that are texts themselves, and for those whose crate is
    /// compiled without its feature `text`. [`document_text!`](crate::document_text!) offers it.
    fn text(&self) -> Option<DocumentText> {
        None
    }

    /// Returns whether the family has variants that [`Model::convert_within`] turns into each other.
    fn has_variants(&self) -> bool {
        false
    }
}

/// A parsed file: the object-safe face of a format's document.
pub trait Model {
    /// Returns the version or variant of the file, such as `1` or `ODOL v7`.
    fn version(&self) -> String;

    /// Writes the document back: the same bytes that were read.
    fn encode(&self) -> Result<Vec<u8>>;

    /// Builds the scene. What it returns has no violation of [`check`](retromesh_core::check::check).
    fn to_scene_with(&self, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Scene>;

    /// Returns whether the file leaves it to the textures how their surfaces use alpha.
    fn leaves_alpha_to_textures(&self) -> bool {
        false
    }

    /// Turns the file into the variant of its own family that [`ExportOptions::target`] names, or into another one where nothing
    /// is named, document to document and without the scene between. `None` for formats and targets without such a way.
    fn convert_within(&self, options: &ExportOptions, diagnostics: &mut Diagnostics) -> Result<Option<Output>> {
        let _ = (options, diagnostics);
        Ok(None)
    }

    /// Lists the paths of images and material files, each once a level, in the order of the file.
    fn texture_names(&self) -> Vec<TextureName> {
        Vec::new()
    }

    /// Rewrites the file with each path replaced for which `rename` returns another; all other bytes stay, but for the lengths
    /// that this forces. `None` for formats without paths. Fails where a new path does not fit.
    fn rename_textures(&self, rename: &mut dyn FnMut(&str) -> Option<String>) -> Result<Option<Renamed>> {
        let _ = rename;
        Ok(None)
    }

    /// Lists the references to other models.
    fn references(&self) -> Vec<ModelReference> {
        Vec::new()
    }

    /// Lists how many bytes each kind of part takes, in the order of the file: vertices, faces, names and so on. Bytes that several
    /// parts share count for each. Empty for formats that do not tell.
    fn sizes(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }

    /// Lists what the engine of a target of this format will refuse, drop or show wrong; without a target, what every rule of the
    /// format finds.
    fn lint(&self, target: Option<&Target>) -> Vec<Lint> {
        let _ = target;
        Vec::new()
    }

    /// Repairs what the rules of a target find, as far as there is a fix that changes nothing else; `only` names rules by id, and
    /// where it is empty all of the target's apply, or without a target all. `None` for formats without repairs.
    fn repair(&self, target: Option<&Target>, only: &[String]) -> Result<Option<Repair>> {
        let _ = (target, only);
        Ok(None)
    }

    /// Walks through the bytes that the document was parsed from, in their order: what each is, and where. Fails where the format is
    /// a text without a layout of bytes, and where `bytes` are not those of the document.
    fn layout(&self, bytes: &[u8], visit: &mut dyn Visit) -> Result<()> {
        let _ = (bytes, visit);
        Err(Error::new("", ErrorKind::unsupported("a layout of bytes", "the formats that are texts have none")))
    }

    /// Prints the document, one construct a line.
    fn dump(&self, out: &mut dyn fmt::Write) -> fmt::Result;
}

/// What repairing a file yields.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Repair {
    /// The file.
    pub bytes: Vec<u8>,
    /// What was repaired: rules with the places in the source.
    pub fixed: Vec<Lint>,
    /// What the rules of the target still find: there is no fix for it, or it was not asked for.
    pub left: Vec<Lint>,
}

impl Repair {
    /// Says of repaired bytes what was fixed: what all rules found before and find nowhere in them. Of what they still find, what is about
    /// the target is left.
    pub fn new(bytes: Vec<u8>, before: Vec<Lint>, after: Vec<Lint>, target: Option<&Target>) -> Self {
        let is_gone = |lint: &Lint| after.iter().all(|left| left.rule != lint.rule);
        let fixed = before.into_iter().filter(is_gone).collect();
        Self { bytes, fixed, left: after.into_iter().filter(|lint| lint.rule.is_for(target)).collect() }
    }
}

/// The names and abilities of a format.
#[derive(Debug, Clone, Copy)]
pub struct FormatInfo {
    /// The short name used on command lines and in errors: `b3d`.
    pub id: &'static str,
    /// The full name: `Blitz3D`.
    pub name: &'static str,
    /// File name extensions without the dot, the preferred one first.
    pub extensions: &'static [&'static str],
    /// Whether scenes can be written.
    pub writes: bool,
    /// Whether the document is taken apart and put together again, so that the same bytes prove that all of a file is understood.
    /// Where it is not, as with texts that are kept as they are, the proof is an equal scene after writing.
    pub byte_exact: bool,
    /// Engine profiles for writing and checking, the default first.
    pub targets: &'static [Target],
    /// What of a scene the format holds: see [`Feature`](crate::Feature). What it does not name has no place there, and
    /// [`FormatInfo::report_losses`] tells.
    pub holds: &'static [Held],
    /// How many bones may move one vertex in what is written: 0 where meshes have no skins, `usize::MAX` where nothing bounds it.
    /// Of more, the heaviest are kept, with [`Code::ReducedInfluences`](retromesh_core::Code::ReducedInfluences).
    pub bones_per_vertex: usize,
    /// The extensions of the image files that engines load, the kind that others are made into first; none where the format takes any.
    pub images: &'static [&'static str],
    /// Keys of extras that are written again; one that ends with a dot stands for all that begin with it.
    pub extras: &'static [&'static str],
    /// What is written although nothing in the scene shows it.
    pub unused: &'static [Unused],
    /// What of the format survives where; the source of the coverage table in the docs.
    pub coverage: &'static [Coverage],
    /// The rules that [`Model::lint`] applies.
    pub rules: &'static [Rule],
    /// What this format alone lets its user choose, for the [`settings`](crate::options::ImportOptions::settings) of a call.
    pub settings: &'static [Setting],
}

impl FormatInfo {
    /// Returns whether engines load an image file of this name, as far as its extension says.
    pub fn loads_image(&self, path: &str) -> bool {
        crate::image_files::is_loaded(self.images, path)
    }
}

/// One row of a format's coverage table. Everything of a file survives in the document; this is about the scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Coverage {
    /// The structure or field of the format.
    pub part: &'static str,
    /// How much of it reaches the scene.
    pub import: Support,
    /// How much of it is written from a scene.
    pub export: Support,
    /// Where it goes, in a few words.
    pub notes: &'static str,
}

impl Coverage {
    /// Builds a row.
    pub const fn new(part: &'static str, import: Support, export: Support, notes: &'static str) -> Self {
        Self { part, import, export, notes }
    }
}

/// How well a part of a format is supported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Support {
    /// All of it, in fields of the scene.
    Full,
    /// Kept in the scene's extras.
    Extras,
    /// Partly; what is missing is reported.
    Partial,
    /// Not at all; reported where the file has it.
    No,
}

/// An engine profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    /// The name used on command lines.
    pub name: &'static str,
    /// What it stands for, in one clause.
    pub about: &'static str,
    /// Whether files are written for it; the others are for checks and repairs.
    pub writes: bool,
    /// Whether its programs count the parts of meshes, and give each a texture: they are never merged.
    pub counts_parts: bool,
}

impl Target {
    /// Builds a target that files are written for.
    pub const fn new(name: &'static str, about: &'static str) -> Self {
        Self { name, about, writes: true, counts_parts: false }
    }

    /// Makes a target one whose programs count the parts of meshes.
    #[must_use]
    pub const fn counting_parts(self) -> Self {
        Self { counts_parts: true, ..self }
    }

    /// Builds a target that files are checked and repaired for.
    pub const fn for_checks(name: &'static str, about: &'static str) -> Self {
        Self { name, about, writes: false, counts_parts: false }
    }
}

impl FormatInfo {
    /// Finds a target by its name, to check or to repair for.
    pub fn target(&self, name: &str) -> Result<&'static Target> {
        self.find(name, |_| true)
    }

    /// Finds the target to judge a file by: the one that is named, or the default.
    pub fn target_or_first(&self, name: Option<&str>) -> Result<&'static Target> {
        match (name, self.targets.first()) {
            (None, Some(target)) => Ok(target),
            (name, _) => self.target(name.unwrap_or_default()),
        }
    }

    /// Returns whether a setting of this name matters in a direction, for a target where one is named.
    pub fn takes(&self, setting: &str, direction: Direction, target: Option<&str>) -> bool {
        self.settings.iter().any(|declared| declared.name == setting && declared.is_for(direction, target))
    }

    /// Finds the target that files are written for: the one that the options name, or the default.
    pub fn target_of(&self, options: &ExportOptions) -> Result<&'static Target> {
        match (options.target.as_deref(), self.targets.first()) {
            (None, Some(target)) => Ok(target),
            (name, _) => self.find(name.unwrap_or_default(), |target| target.writes),
        }
    }

    fn find(&self, name: &str, serves: impl Fn(&Target) -> bool) -> Result<&'static Target> {
        let mut targets = self.targets.iter().filter(|target| serves(target));
        targets.clone().find(|target| target.name == name).ok_or_else(|| {
            let first = targets.next().map_or("none", |target| target.name).to_owned();
            let names = targets.fold(first, |names, target| names + ", " + target.name);
            let hint = format!("the targets of {} are {names}", self.name);
            Error::new(self.id, ErrorKind::unsupported(format!("target {name:?}"), hint))
        })
    }
}

/// How sure a probe is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Confidence {
    /// It is something else.
    No,
    /// It could be; text formats without a signature.
    Maybe,
    /// The signature says so.
    Certain,
}

/// Gives access to files next to the model: buffers, geometry, material libraries.
pub trait Files {
    /// Reads a file by the relative name that the model gives; `None` when there is none or it is out of bounds.
    fn load(&self, name: &str) -> Option<Vec<u8>>;
}

/// No files next to the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn load(&self, _name: &str) -> Option<Vec<u8>> {
        None
    }
}

/// What writing a scene yields.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Output {
    /// The model file.
    pub bytes: Vec<u8>,
    /// Files to be put next to it: name and bytes.
    pub sidecars: Vec<(String, Vec<u8>)>,
}

/// The sidecars are what is next to the model.
impl Files for Output {
    fn load(&self, name: &str) -> Option<Vec<u8>> {
        self.sidecars.iter().find(|(sidecar, _)| sidecar == name).map(|(_, bytes)| bytes.clone())
    }
}

/// What the export of a scene yields: the document, and the files that belong next to it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Exported<D> {
    /// The document.
    pub document: D,
    /// Files to be put next to it: name and bytes.
    pub sidecars: Vec<(String, Vec<u8>)>,
}

impl<D: Model> Exported<D> {
    /// Writes the document.
    pub fn encode(self) -> Result<Output> {
        Ok(Output { bytes: self.document.encode()?, sidecars: self.sidecars })
    }
}

impl From<Vec<u8>> for Output {
    fn from(bytes: Vec<u8>) -> Self {
        Self { bytes, sidecars: Vec::new() }
    }
}
