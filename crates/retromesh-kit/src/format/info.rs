//! The names and abilities of a format, and what of it survives where.

use crate::capability::Held;
use crate::frames::Clock;
use crate::lint::Rule;
use crate::settings::{Direction, Setting};
use crate::unused::Unused;
use crate::with_article;

use super::Target;

/// The names and abilities of a format, as they are for all of its files.
///
/// ```
/// use retromesh_kit::{FormatInfo, Target};
///
/// static INFO: FormatInfo = FormatInfo::new("x", "Format X", &["xm", "x"])
///     .targets(&[Target::new("engine", "the one engine that reads it")])
///     .bones_per_vertex(4);
/// assert_eq!((INFO.extensions.len(), INFO.targets[0].name, INFO.bones_per_vertex), (2, "engine", 4));
/// ```
#[derive(Debug, Clone, Copy)]
#[allow(clippy::struct_excessive_bools, reason = "each says something of its own about a format")]
#[non_exhaustive]
pub struct FormatInfo {
    /// The short name used on command lines and in errors: `b3d`.
    pub id: &'static str,
    /// The full name: `Blitz3D`.
    pub name: &'static str,
    /// File name extensions without the dot, the preferred one first.
    pub extensions: &'static [&'static str],
    /// Whether scenes can be written.
    pub writes: bool,
    /// Those of the extensions of which files are only read.
    pub only_read: &'static [&'static str],
    /// Whether the document is taken apart and put together again, so that the same bytes prove that all of a file is understood.
    /// Where it is not, as with texts that are kept as they are, the proof is an equal scene after writing.
    pub byte_exact: bool,
    /// Whether files of one variant of the family become files of another: see [`Model::convert_within`](super::Model::convert_within).
    pub has_variants: bool,
    /// Engine profiles for writing and checking, the default first.
    pub targets: &'static [Target],
    /// What of a scene the format holds: see [`Feature`](crate::Feature). What it does not name has no place there, and
    /// [`FormatInfo::report_losses`] says.
    pub holds: &'static [Held],
    /// How many bones may move one vertex in what is written: 0 where meshes have no skins, `usize::MAX` where nothing bounds it.
    /// Of more, the heaviest are kept, with [`Code::ReducedInfluences`](retromesh_core::Code::ReducedInfluences).
    pub bones_per_vertex: usize,
    /// What the ticks of animations in files are.
    pub clock: Clock,
    /// The extensions of the image files that engines load, the kind that others are made into first; none where the format takes any.
    pub images: &'static [&'static str],
    /// Whether a file may hold its images, where others name them.
    pub holds_images: bool,
    /// Whether readers find an image along its path from the folder of the model on, and nowhere else.
    pub follows_links: bool,
    /// Keys of extras that are written again; one that ends with a dot stands for all that begin with it.
    pub extras: &'static [&'static str],
    /// What is written although nothing in the scene shows it.
    pub unused: &'static [Unused],
    /// What of the format survives where; the source of the coverage table in the docs.
    pub coverage: &'static [Coverage],
    /// The rules that [`Lints`](super::Lints) applies.
    pub rules: &'static [Rule],
    /// What this format alone lets its user choose, for the [`settings`](crate::options::ImportOptions::settings) of a call.
    pub settings: &'static [Setting],
}

/// Adds a setter for each field that has a default.
macro_rules! setters {
    ($($name:ident: $type:ty,)+) => {
        $(
            #[doc = concat!("Sets [`", stringify!($name), "`](field@Self::", stringify!($name), ").")]
            #[must_use]
            pub const fn $name(self, $name: $type) -> Self {
                Self { $name, ..self }
            }
        )+
    };
}

impl FormatInfo {
    /// Returns the name with its article: `an Operation Flashpoint`.
    pub fn a_name(&self) -> String {
        with_article(self.name)
    }

    /// Builds a format that is written, and whose documents give the same bytes again; it holds nothing of a scene until
    /// [`holds`](Self::holds) says what.
    pub const fn new(id: &'static str, name: &'static str, extensions: &'static [&'static str]) -> Self {
        Self {
            id,
            name,
            extensions,
            writes: true,
            only_read: &[],
            byte_exact: true,
            has_variants: false,
            targets: &[],
            holds: &[],
            bones_per_vertex: 0,
            clock: Clock::Frames { first: 1.0 },
            images: &[],
            holds_images: false,
            follows_links: false,
            extras: &[],
            unused: &[],
            coverage: &[],
            rules: &[],
            settings: &[],
        }
    }

    setters! {
        writes: bool,
        only_read: &'static [&'static str],
        byte_exact: bool,
        has_variants: bool,
        targets: &'static [Target],
        holds: &'static [Held],
        bones_per_vertex: usize,
        clock: Clock,
        images: &'static [&'static str],
        holds_images: bool,
        follows_links: bool,
        extras: &'static [&'static str],
        unused: &'static [Unused],
        coverage: &'static [Coverage],
        rules: &'static [Rule],
        settings: &'static [Setting],
    }

    /// Lists the extensions of the files that are written.
    pub fn written_extensions(&self) -> impl Iterator<Item = &'static str> {
        self.extensions.iter().copied().filter(|extension| self.writes && !self.only_read.contains(extension))
    }

    /// Returns whether engines load an image file of this name, as far as its extension says.
    pub fn loads_image(&self, path: &str) -> bool {
        crate::image_files::may_be_loaded(self.images, path)
    }

    /// Returns whether a setting of this name matters to files that are read.
    pub fn reads_with(&self, setting: &str) -> bool {
        self.takes(setting, Direction::Reading, None)
    }

    /// Returns whether a setting of this name matters to files that are written for a target, or without one for the first.
    pub fn writes_with(&self, setting: &str, target: Option<&str>) -> bool {
        let first = || self.targets.first().map(|target| target.name);
        self.takes(setting, Direction::Writing, target.or_else(first))
    }

    /// Returns whether a setting of this name matters in a direction, for a target where one is named.
    pub fn takes(&self, setting: &str, direction: Direction, target: Option<&str>) -> bool {
        self.settings.iter().any(|declared| declared.name == setting && declared.is_for(direction, target))
    }
}

/// One row of a format's coverage table. Everything of a file survives in the document; this is about the scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
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

/// Declares a format's coverage table, `COVERAGE`: what of it reaches the scene, one row a structure or field, with how much of it is read
/// and written, and where it goes.
///
/// ```
/// use retromesh_kit::Support;
///
/// retromesh_kit::coverage! {
///     "positions" Full Full "";
///     "colours" Extras No "in `x.colors`";
/// }
/// assert_eq!((COVERAGE[1].part, COVERAGE[1].export), ("colours", Support::No));
/// ```
#[macro_export]
macro_rules! coverage {
    ($($part:literal $import:ident $export:ident $notes:literal;)*) => {
        /// What of the format reaches the scene, one row a structure or field.
        const COVERAGE: &[$crate::Coverage] =
            &[$($crate::Coverage::new($part, $crate::Support::$import, $crate::Support::$export, $notes),)*];
    };
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
