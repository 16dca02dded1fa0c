//! The format as programs see it.

use crate::capability::INFO;
use crate::detect;
use crate::document::Document;
use crate::settings::Settings;
use retromesh_core::Space;
use retromesh_kit::settings::FormatSettings;
use retromesh_kit::{Confidence, ExportOptions, Format};

/// BGBTech BMD.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bmd;

/// The format, for tables of formats.
pub static FORMAT: Bmd = Bmd;

retromesh_kit::doors! {
    Document of crate::ID;
    /// Parses a file into its lossless document.
    ///
    /// Refused is what cannot be followed: offsets and lists beyond the file, vertex numbers beyond the list, cut lists, other formats.
    parse_with;
    /// Builds the scene: one mesh for each mesh of the file, a joint for each bone, an animation for each clip.
    ///
    /// Vertices, which the file keeps relative to their bones, come in the pose of the bone table. Levels of detail are sibling nodes;
    /// a bone's solid is a hidden node under its joint; a pseudo-bone becomes joints under the bones that it blends, so that weights
    /// give the same motion.
    to_scene_with;
    /// Builds a document from a scene in any space.
    ///
    /// Each vertex takes the smallest form that holds what it has within [`Settings::max_error`], and the origins of moving bones
    /// are kept within its position at every frame; the errors achieved are reported. With [`Settings::max_bytes`] the tightest tolerance is taken whose file is small enough. Target `bgbtech`
    /// stays clear of the engine's traps; `spec` follows the text.
    from_scene_with;
    /// Writes the file. A document that was parsed and not edited gives the bytes that it was parsed from.
    ///
    /// Parts are put over each other in the order of the format's description; where edited parts overlap, the later one wins.
    encode;
}
retromesh_kit::model!(Document, |_| "1".to_owned(), lint, repair, textures, layout, sizes);

impl Format for Bmd {
    retromesh_kit::format_methods!(info INFO, read Document, write Document);
    retromesh_kit::document_text!(crate::ID, Document);

    fn probe(&self, bytes: &[u8]) -> Confidence {
        detect::probe(bytes)
    }

    fn space(&self, options: &ExportOptions) -> Option<Space> {
        Settings::of(&options.settings).ok().map(|settings| crate::space::space(&settings))
    }
}
