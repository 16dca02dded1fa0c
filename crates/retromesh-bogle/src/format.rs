//! The format as programs that handle formats alike see it.

use crate::capability::INFO;
use crate::document::Document;
use crate::frame::SPACE;
use crate::parse::SIGNATURE;
use retromesh_core::Space;
use retromesh_kit::{Confidence, ExportOptions, Format};

/// BOGLE, the Blender-to-OpenGL exporter's format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bogle;

/// The one value of [`Bogle`].
pub static FORMAT: Bogle = Bogle;

retromesh_kit::doors! {
    Document of crate::ID;
    /// Parses a file and loads the geometry that an L16 file keeps in sidecar files, as `geometries/<file>.bgg`.
    ///
    /// # Errors
    /// The signature is wrong, no layout fits, several do that disagree about the content and none of which is L15, or a `.bgg` file is
    /// none.
    parse_with_files;
    /// Builds the scene, in Blender's axes (L1, L7 and later) or the engine's former ones.
    ///
    /// Instances become nodes with their tree, unplaced ones hidden roots. A camera or light turns its node where the instance
    /// holds nothing else, and is on a turned child where it does. Each instance with an animation collection gets a
    /// skeleton of its own, unless it is a further part of the instance above; children keep their distance to the parent's joint
    /// when it turns.
    ///
    /// # Errors
    /// A diagnostic is promoted to an error, or the copies of shared collections exceed the limit of unpacked bytes.
    to_scene_with;
    /// Builds a document of layout L15 (target `thirty`, the default) or L16 (`thirty-l16`) from a scene in any space.
    ///
    /// Each part of a mesh becomes a geometry of triangles with tangents, each node an instance; joints become bones with
    /// parents first, clips become animations that start at 0 seconds. Everything that does not fit is reported.
    ///
    /// # Errors
    /// The target is unknown, or a diagnostic is promoted to an error.
    from_scene_with;
    /// Writes the file in the document's layout. Geometry of L16 is in [`Document::sidecars`].
    ///
    /// # Errors
    /// A list or text has more elements than its count can say, or a part does not fit the layout.
    encode;
}
retromesh_kit::model!(Document, |document| document.layout.to_string(), lint, textures, layout);

impl Format for Bogle {
    retromesh_kit::format_methods!(info INFO, read_with_files Document, write Document);
    retromesh_kit::document_text!(crate::ID, Document);

    fn probe(&self, bytes: &[u8]) -> Confidence {
        if bytes.starts_with(SIGNATURE) { Confidence::Certain } else { Confidence::No }
    }

    fn space(&self, _options: &ExportOptions) -> Option<Space> {
        Some(SPACE)
    }
}
