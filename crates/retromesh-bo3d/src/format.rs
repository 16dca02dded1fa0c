//! The format as programs that handle formats alike see it.

use crate::document::{Document, MAGIC};
use crate::export;
use crate::lint::{self, RULES};
use crate::textures;
use retromesh_core::{
    Confidence, Coverage, Diagnostics, Error, ExportOptions, Files, Format, FormatInfo, FrameTable, ImportOptions,
    Lint, Model, Output, Renamed, Scene, Space, Support, Target, TextureName, Valid,
};
use std::fmt;

/// The short name of the format, as in errors.
pub(crate) const ID: &str = "bo3d";
/// The engine profile that documents are written for.
pub(crate) const TARGET: &str = "bogl";

/// The format of the bOGL engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bo3d;

/// The one value of [`Bo3d`].
pub static FORMAT: Bo3d = Bo3d;

const fn row(part: &'static str, import: Support, export: Support, notes: &'static str) -> Coverage {
    Coverage { part, import, export, notes }
}

static INFO: FormatInfo = FormatInfo {
    id: ID,
    name: "bOGL",
    extensions: &["bo3d"],
    writes: true,
    byte_exact: true,
    targets: &[Target { name: TARGET, about: "the bOGL engine for BlitzPlus" }],
    coverage: &[
        row("header: version, list length", Support::No, Support::Full, "written as 100 and exact"),
        row("vertex float width", Support::Full, Support::Full, "32 bits unless asked: 16, or automatic by error"),
        row("hierarchy", Support::Full, Support::Full, "parents that the engine ignores hang on the first entity"),
        row("name", Support::Full, Support::Full, "UTF-8 or Windows-1252; written as UTF-8, animated ones made unique"),
        row("position, scale, rotation", Support::Full, Support::Full, "scales are baked where that is exact"),
        row("keyframes", Support::Full, Support::Full, "three channels an entity; other interpolation is refined"),
        row("animation length", Support::Extras, Support::Full, "`bo3d.length`"),
        row("frame rate", Support::No, Support::No, "not in the format: 30 is assumed, and the source's is reported"),
        row("several animations", Support::No, Support::Partial, "not in the format: put one after another"),
        row("texture coordinates", Support::Full, Support::Full, "one set; texture transforms are baked"),
        row("normals", Support::Full, Support::Full, "written with unit length, made from faces where there are none"),
        row("vertex colours", Support::Full, Support::Full, "red, green, blue; written where the material uses them"),
        row("triangles", Support::Full, Support::Full, "meshes are split by material and at 65,536 vertices"),
        row("texture", Support::Full, Support::Partial, "one a mesh, by file name; other layers are lost"),
        row(
            "colour and alpha",
            Support::Full,
            Support::Full,
            "both byte orders are read; the engine ignores the colour",
        ),
        row("effects", Support::Full, Support::Full, "bits without a field travel as `bo3d.fx`"),
        row("bones", Support::Full, Support::Partial, "one joint a vertex: the heaviest"),
        row("padding, slack, trailing bytes", Support::No, Support::No, "kept in the document"),
    ],
    rules: RULES,
    settings: &[],
};

retromesh_core::doors!(Document);

impl Format for Bo3d {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn probe(&self, bytes: &[u8]) -> Confidence {
        if bytes.starts_with(&MAGIC) { Confidence::Certain } else { Confidence::No }
    }

    fn read<'a>(
        &self,
        bytes: &'a [u8],
        _files: &dyn Files,
        options: &ImportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Box<dyn Model + 'a>, Error> {
        Ok(Box::new(Document::parse_with(bytes, options, diagnostics)?))
    }

    fn write(
        &self,
        scene: &Valid<'_>,
        options: &ExportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Output, Error> {
        Document::from_scene_with(scene, options, diagnostics)?.encode()
    }

    fn space(&self, _options: &ExportOptions) -> Option<Space> {
        Some(Space::GLTF)
    }

    fn frame_table(&self, scene: &Valid<'_>, options: &ExportOptions) -> Result<Option<FrameTable>, Error> {
        export::frame_table(scene, options)
    }
}

impl Model for Document<'_> {
    fn version(&self) -> String {
        format!("{}, {}-bit vertices", self.version, self.floats.bits())
    }

    fn encode(&self) -> Result<Vec<u8>, Error> {
        self.encode()
    }

    fn to_scene_with(&self, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Scene, Error> {
        self.to_scene_with(options, diagnostics)
    }

    fn lint(&self, target: &str) -> Vec<Lint> {
        if target == TARGET { lint::lint(self) } else { Vec::new() }
    }

    fn texture_names(&self) -> Vec<TextureName> {
        textures::names(self)
    }

    fn rename_textures(&self, rename: &mut dyn FnMut(&str) -> Option<String>) -> Result<Option<Renamed>, Error> {
        textures::rename(self, rename).map(Some)
    }

    fn dump(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        self.dump(out)
    }
}
