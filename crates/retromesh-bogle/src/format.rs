//! The format as programs that handle formats alike see it.

use crate::ID;
use crate::document::Document;
use crate::frame::SPACE;
use crate::lint::RULES;
use crate::parse::SIGNATURE;
use crate::textures;
use retromesh_core::{
    Confidence, Coverage, Diagnostics, Error, ExportOptions, Files, Format, FormatInfo, ImportOptions, Lint, Model,
    Output, Renamed, Scene, Space, Support, Target, TextureName, Valid,
};
use std::fmt;

/// BOGLE, the Blender-to-OpenGL exporter's format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bogle;

/// The one value of [`Bogle`].
pub static FORMAT: Bogle = Bogle;

static INFO: FormatInfo = FormatInfo {
    id: ID,
    name: "BOGLE",
    extensions: &["bgl"],
    writes: true,
    byte_exact: true,
    targets: &[
        Target { name: "thirty", about: "the thirty engine of 2020: everything in one file (L15)" },
        Target { name: "thirty-l16", about: "the thirty engine of 2022: geometry in files of its own (L16)" },
    ],
    coverage: COVERAGE,
    rules: RULES,
    settings: &[],
};

const fn row(part: &'static str, import: Support, export: Support, notes: &'static str) -> Coverage {
    Coverage { part, import, export, notes }
}

use Support::{Extras, Full, No, Partial};

const COVERAGE: &[Coverage] = &[
    row("layouts L1 to L14", Full, No, "detected by structure; written as L15"),
    row("layout L15", Full, Full, ""),
    row("layout L16 and its .bgg files", Full, Full, "target `thirty-l16`"),
    row("ambient light", Full, Full, "`Scene::ambient`; L5 and later"),
    row("skybox name", Extras, No, "L10 to L12"),
    row("camera lens and clip planes", Full, Full, "the angle of view is the vertical one"),
    row("camera type, screen size, main flag", Extras, Partial, "written: type 0, exactly one main camera"),
    row("positions, UVs, normals, triangles", Full, Full, "one UV set; polygons are cut into triangles"),
    row("tangents and binormals", Full, Full, "binormals as a sign; computed by MikkTSpace where absent"),
    row("bones and weights of vertices", Full, Full, "float and integer numbers read; three largest weights written"),
    row("material colours, opacity, blending", Full, Full, "alphas of the four colours in the extras"),
    row("material factors", Extras, Full, "specular power, reflectance, refraction, bump, threshold"),
    row("eight textures", Full, Full, "normal and bump exclude each other in writing"),
    row("spot, directional and point lights", Full, Full, "attenuation as range and in the extras"),
    row("skeletons", Full, Full, "a copy for each instance; bones have no names"),
    row("bone rotations", Full, Full, "resampled where the source is not linear"),
    row("translation of the first root bone", Full, Full, "of other bones: lost"),
    row("instances and matrices", Full, Full, "parts of a mesh become child instances"),
    row("scene tree", Full, Full, "at most 256 levels; repeated nodes are placed once"),
    row("unplaced instances", Full, Full, "hidden root nodes"),
    row("lights and cameras of L4 and L5", Full, No, "root nodes"),
];

retromesh_core::doors!(Document);

impl Format for Bogle {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn probe(&self, bytes: &[u8]) -> Confidence {
        if bytes.starts_with(SIGNATURE) { Confidence::Certain } else { Confidence::No }
    }

    fn read<'a>(
        &self,
        bytes: &'a [u8],
        files: &dyn Files,
        options: &ImportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Box<dyn Model + 'a>, Error> {
        Ok(Box::new(Document::parse_beside(bytes, files, options, diagnostics)?))
    }

    fn space(&self, _options: &ExportOptions) -> Option<Space> {
        Some(SPACE)
    }

    fn write(
        &self,
        scene: &Valid<'_>,
        options: &ExportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Output, Error> {
        Document::from_scene_with(scene, options, diagnostics)?.encode()
    }
}

impl Model for Document<'_> {
    fn version(&self) -> String {
        self.layout.name().to_owned()
    }

    fn encode(&self) -> Result<Vec<u8>, Error> {
        Document::encode(self)
    }

    fn to_scene_with(&self, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Scene, Error> {
        Document::to_scene_with(self, options, diagnostics)
    }

    fn lint(&self, target: &str) -> Vec<Lint> {
        Document::lint(self, target)
    }

    fn texture_names(&self) -> Vec<TextureName> {
        textures::names(self)
    }

    fn rename_textures(&self, rename: &mut dyn FnMut(&str) -> Option<String>) -> Result<Option<Renamed>, Error> {
        textures::rename(self, rename).map(Some)
    }

    fn dump(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        Document::dump(self, out)
    }
}
