//! A parsed file: what every document does, and what some offer beyond it, each a trait of its own.

use super::{Output, Target};
use crate::layout::Visit;
use crate::lint::{Lint, Repair};
use crate::options::{ExportOptions, ImportOptions};
use crate::references::{ModelReference, Renamed, TextureName};
use retromesh_core::material::AlphaMode;
use retromesh_core::{Diagnostics, Result, Scene};
use std::fmt;

/// A parsed file: the object-safe face of a format's document, which [`model!`](crate::model!) gives it.
///
/// What not every document can do, a method offers that returns `None` for the others.
pub trait Model: Send {
    /// Returns the version or variant of the file, such as `1` or `ODOL v7`.
    fn version(&self) -> String;

    /// Writes the document back: the same bytes that were read.
    fn encode(&self) -> Result<Vec<u8>>;

    /// Builds the scene. What it returns has no violation of [`check`](retromesh_core::check::check).
    fn to_scene_with(&self, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Scene>;

    /// Prints the document, one construct a line.
    fn dump(&self, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Returns what judges the file by the rules of engines, where the format has rules.
    fn as_lint(&self) -> Option<&dyn Lints> {
        None
    }

    /// Returns what repairs the file, where its format has repairs.
    fn as_repair(&self) -> Option<&dyn Repairs> {
        None
    }

    /// Returns what lists and renames the paths of textures, where the format names them.
    fn as_textures(&self) -> Option<&dyn TexturePaths> {
        None
    }

    /// Returns what says which byte is what, where the file is not a text.
    fn as_layout(&self) -> Option<&dyn ByteLayout> {
        None
    }

    /// Writes the variant that [`ExportOptions::target`] names, or another one than the file's own where nothing is named: document to
    /// document and without the scene between. `None` where the family has one variant only.
    fn convert_within(&self, _options: &ExportOptions, _diagnostics: &mut Diagnostics) -> Option<Result<Output>> {
        None
    }

    /// Lists the other models that the file names, in the order of the file.
    fn references(&self) -> Vec<ModelReference> {
        Vec::new()
    }

    /// Lists how many bytes each kind of part takes, in the order of the file: vertices, faces, names and so on; nothing where the format
    /// does not keep them apart. Bytes that several parts share count for each.
    fn sizes(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }
}

/// Judges a file by rules.
pub trait Lints {
    /// Lists what the engine of a target of this format will refuse, drop or show wrong; without a target, what every rule of the
    /// format finds.
    fn lint(&self, target: Option<&Target>) -> Vec<Lint>;
}

/// Repairs a file.
pub trait Repairs {
    /// Repairs what the rules of a target find, as far as there is a fix that changes nothing else; `only` names rules by id, and
    /// where it is empty all of the target's apply, or without a target all.
    fn repair(&self, target: Option<&Target>, only: &[String]) -> Result<Repair>;

    /// Writes the file without bytes that belong to no part of the model, where its parts can be laid out anew.
    fn without_slack(&self) -> Option<Vec<u8>> {
        None
    }
}

/// Lists and renames the paths of images and material files.
pub trait TexturePaths {
    /// Lists the paths, each once a level, in the order of the file.
    fn texture_names(&self) -> Vec<TextureName>;

    /// Rewrites the file with each path replaced for which `rename` returns another; all other bytes stay, but for the lengths
    /// that this forces. Fails where a new path does not fit.
    fn rename_textures(&self, rename: &mut dyn FnMut(&str) -> Option<String>) -> Result<Renamed>;

    /// Returns whether the file leaves it to the textures how their surfaces use alpha, and says nothing of it itself.
    fn leaves_alpha(&self) -> bool {
        false
    }

    /// Returns whether the file repeats what its textures say, such as their alpha, so that it is wrong of others by the same paths.
    fn repeats_textures(&self) -> bool {
        false
    }

    /// Lists how surfaces with each texture are drawn, as the file repeats it from the textures: each way once for a path.
    fn repeated_alpha(&self) -> Vec<(String, AlphaMode)> {
        Vec::new()
    }
}

/// Says which byte of a file is what.
pub trait ByteLayout {
    /// Walks through the bytes that the document was parsed from, in their order: what each is, and where. Of parts that share bytes
    /// the first has them, and the others are reported as shared. Fails where `bytes` are not those of the document.
    fn layout(&self, bytes: &[u8], visit: &mut dyn Visit) -> Result<()>;
}

/// Makes a format's document a [`Model`]; takes its type, how its version is said, and what it offers beyond that: of `lint`, `repair`,
/// `textures` and `layout` those whose traits it has, and of `variants`, `references` and `sizes` those whose methods it has.
///
/// The document has `encode`, `to_scene_with`, `dump` and those methods of its own, so that they can be called without this trait.
#[macro_export]
macro_rules! model {
    ($document:ident, $version:expr $(, $offer:ident)* $(,)?) => {
        impl $crate::Model for $document<'_> {
            fn version(&self) -> String {
                let version: fn(&Self) -> String = $version;
                version(self)
            }

            fn encode(&self) -> $crate::retromesh_core::Result<Vec<u8>> {
                $document::encode(self)
            }

            fn to_scene_with(
                &self,
                options: &$crate::ImportOptions,
                diagnostics: &mut $crate::retromesh_core::Diagnostics,
            ) -> $crate::retromesh_core::Result<$crate::retromesh_core::Scene> {
                $document::to_scene_with(self, options, diagnostics)
            }

            fn dump(&self, out: &mut dyn std::fmt::Write) -> std::fmt::Result {
                $document::dump(self, out)
            }

            $($crate::model!(@ $offer);)*
        }
    };
    (@ lint) => { $crate::model!(@ as_lint Lints); };
    (@ repair) => { $crate::model!(@ as_repair Repairs); };
    (@ textures) => { $crate::model!(@ as_textures TexturePaths); };
    (@ layout) => { $crate::model!(@ as_layout ByteLayout); };
    (@ variants) => {
        fn convert_within(
            &self,
            options: &$crate::ExportOptions,
            diagnostics: &mut $crate::retromesh_core::Diagnostics,
        ) -> Option<$crate::retromesh_core::Result<$crate::Output>> {
            Some(Self::convert_within(self, options, diagnostics))
        }
    };
    (@ references) => {
        fn references(&self) -> Vec<$crate::ModelReference> {
            Self::references(self)
        }
    };
    (@ sizes) => {
        fn sizes(&self) -> Vec<(&'static str, u64)> {
            Self::sizes(self)
        }
    };
    (@ $method:ident $offer:ident) => {
        fn $method(&self) -> Option<&dyn $crate::format::$offer> {
            Some(self)
        }
    };
}
