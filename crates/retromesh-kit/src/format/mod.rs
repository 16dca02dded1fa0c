//! What a format crate offers to programs that handle formats alike.

mod files;
mod info;
mod model;
mod output;
mod target;

pub use files::{Files, NoFiles};
pub use info::{Coverage, FormatInfo, Support};
pub use model::{ByteLayout, Lints, Model, Repairs, TexturePaths};
pub use output::{Exported, Output};
pub use target::Target;

use crate::document_text::DocumentText;
use crate::frames::FrameTable;
use crate::options::{ExportOptions, ImportOptions};
use retromesh_core::{Diagnostics, Result, Scene, Space, Valid};

/// A format family that can be read, and perhaps written. What is the same for all of its files is in its [`FormatInfo`].
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

    /// Writes a scene.
    fn write(&self, scene: &Valid<'_>, options: &ExportOptions, diagnostics: &mut Diagnostics) -> Result<Output>;

    /// Returns the space that the format is written in: a scene that is in it already need not be copied to be converted. `None` where
    /// a copy is made anyway.
    fn space(&self, options: &ExportOptions) -> Option<Space> {
        let _ = options;
        None
    }

    /// Returns the target that makes a file of the variant that this scene was read from, for models that become like it; `None` where the
    /// default does.
    fn target_of(&self, original: &Scene) -> Option<&'static str> {
        let _ = original;
        None
    }

    /// Returns the clips of a scene in the numbers that a program plays them by once the scene is written with these options: what
    /// a game gives to its engine to play a range. `None` for formats without a timeline of numbers, and for scenes that do not move.
    fn frame_table(&self, scene: &Valid<'_>, options: &ExportOptions) -> Result<Option<FrameTable>> {
        let _ = (scene, options);
        Ok(None)
    }

    /// Returns how documents are written as text and packed again; `None` for formats that are texts themselves, and for those whose crate is
    /// compiled without its feature `text`. [`document_text!`](crate::document_text!) offers it.
    fn text(&self) -> Option<DocumentText> {
        None
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
