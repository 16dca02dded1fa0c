//! The face of the crate to programs that handle formats alike.

use crate::capability::INFO;
use crate::document::Document;
use crate::import::{MLOD_SPACE, VERSION};
use crate::rtm;
use crate::settings::Settings;
use retromesh_core::{Diagnostics, Error, ErrorKind, Scene, Space};
use retromesh_kit::settings::FormatSettings;
use retromesh_kit::{
    ByteLayout, Confidence, ExportOptions, Files, Format, ImportOptions, Lints, Model, ModelReference, TexturePaths,
};
use std::fmt;

/// ODOL version 7 and MLOD.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct P3d;

/// ODOL version 7 and MLOD, for tables of formats.
pub static FORMAT: P3d = P3d;

retromesh_kit::doors! {
    Document of crate::ID;
    /// Parses a `.p3d` file: ODOL version 7, or MLOD with `SP3X` and `P3DM` levels.
    ///
    /// Arrays borrow `bytes`; compressed ones are unpacked. A wrong checksum and bytes after the end are reported. Errors name the
    /// field, its offset and the structures around it; other versions of ODOL and older kinds of MLOD are refused by name.
    parse_with;
    /// Builds the scene: a root node for each level, hidden unless players see it, with its proxies as children.
    ///
    /// Positions include the bounding centre. Normals point outward in a scene and inward in the file, so they are negated.
    /// What refers to nothing or is no number is dropped or replaced, and reported.
    to_scene_with;
    /// Builds a document from a scene: MLOD with `SP3X` levels (target `mlod`, the default), with `P3DM` levels (`p3dm`) or ODOL version 7
    /// (`odol7`).
    ///
    /// Each node that is a level becomes one, with the meshes and proxies below it; a scene without levels becomes one. Transforms are
    /// applied to the vertices, as they are at rest or in the pose that is asked for. What the format has no place for is reported.
    from_scene_with;
}
retromesh_kit::model!(Document, Document::version, lint, repair, textures, layout, variants, references);

impl Format for P3d {
    retromesh_kit::format_methods!(info INFO, write Document);
    retromesh_kit::document_text!(crate::ID, Document);

    /// Older and bare MLOD is claimed too, so that the error can say what it is.
    fn probe(&self, bytes: &[u8]) -> Confidence {
        match bytes.first_chunk() {
            Some(b"ODOL" | b"MLOD" | b"NLOD" | b"SP3X" | b"SP3D") => Confidence::Certain,
            _ => Confidence::No,
        }
    }

    fn read<'a>(
        &self,
        bytes: &'a [u8],
        files: &dyn Files,
        options: &ImportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Box<dyn Model + 'a>, Error> {
        let document = Document::parse_with(bytes, options, diagnostics)?;
        let motions = motions(files, options).map_err(|error| error.in_format(crate::ID))?;
        Ok(if motions.is_empty() { Box::new(document) } else { Box::new(Moving { document, motions }) })
    }

    fn space(&self, _options: &ExportOptions) -> Option<Space> {
        Some(MLOD_SPACE)
    }

    fn target_of(&self, original: &Scene) -> Option<&'static str> {
        match original.extras.get(VERSION)?.as_text()? {
            "MLOD P3DM" => Some("p3dm"),
            version => version.starts_with("ODOL").then_some("odol7"),
        }
    }
}

/// Reads the files of motion that are asked for, with the names of the clips that they become.
fn motions(files: &dyn Files, options: &ImportOptions) -> Result<Vec<(String, Vec<u8>)>, Error> {
    let names = Settings::of(&options.settings)?.animations;
    let motion = |path: String| {
        let Some(bytes) = files.load(&path) else {
            let expected = "a file in the folder of the model, or with --root below that";
            return Err(Error::new("", ErrorKind::option("animation", expected, path)));
        };
        let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        Ok((stem.to_owned(), bytes))
    };
    names.into_iter().map(motion).collect()
}

/// A model with motion from other files.
struct Moving<'a> {
    document: Document<'a>,
    motions: Vec<(String, Vec<u8>)>,
}

impl Model for Moving<'_> {
    fn version(&self) -> String {
        self.document.version()
    }

    fn encode(&self) -> Result<Vec<u8>, Error> {
        self.document.encode()
    }

    fn to_scene_with(&self, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Scene, Error> {
        let mut scene = self.document.to_scene_with(options, diagnostics)?;
        rtm::animate(&mut scene, &self.motions, options, diagnostics).map_err(|error| error.in_format(crate::ID))?;
        Ok(scene)
    }

    fn dump(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        self.document.dump(out)
    }

    fn as_lint(&self) -> Option<&dyn Lints> {
        self.document.as_lint()
    }

    fn as_textures(&self) -> Option<&dyn TexturePaths> {
        self.document.as_textures()
    }

    fn as_layout(&self) -> Option<&dyn ByteLayout> {
        self.document.as_layout()
    }

    fn references(&self) -> Vec<ModelReference> {
        self.document.references()
    }
}
