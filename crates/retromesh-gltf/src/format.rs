//! The format's face for programs that handle formats alike.

use crate::{Document, FORMAT_ID, export, glb, textures};
use retromesh_core::export::StoredLevels;
use retromesh_core::{
    Confidence, Coverage, Diagnostics, ExportOptions, Files, Format, FormatInfo, FrameTable, ImportOptions, Model,
    Output, Renamed, Result, Scene, Space, Support, Target, TextureName, Valid,
};
use std::fmt;

/// glTF 2.0, binary and text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Gltf;

/// The format as programs list it.
pub static FORMAT: Gltf = Gltf;

static INFO: FormatInfo = FormatInfo {
    id: FORMAT_ID,
    name: "glTF",
    extensions: &["glb", "gltf"],
    writes: true,
    byte_exact: false,
    targets: &[
        Target { name: "generic", about: "any glTF 2.0 reader" },
        Target { name: "luanti", about: "Luanti (Minetest), times in seconds as its manual asks" },
        Target {
            name: "luanti-frames",
            about: "Luanti, times in frames: calls of `set_animation` stay as for the b3d file",
        },
    ],
    coverage: COVERAGE,
    rules: &[],
    settings: &[],
};

use Support::{Extras, Full, No, Partial};

const COVERAGE: &[Coverage] = &[
    row("nodes, names, TRS", Full, Full, "node numbers stay"),
    row("node matrices", Full, Partial, "a matrix with shear is written as the nearest TRS"),
    row("meshes and parts", Full, Full, "a part is a primitive over the mesh's one vertex pool"),
    row("triangle strips and fans", Full, No, "read as triangles; lists are written"),
    row("points and lines", Partial, Partial, "vertices are kept; a mesh without faces is written as points"),
    row("polygons", Extras, Extras, "fanned out; corner counts in the extras"),
    row("normals, tangents, UV sets", Full, Full, "unit length on writing"),
    row("vertex colours", Full, Full, "COLOR_n where the material uses them, else `_COLOR_n`"),
    row("custom attributes", Full, Full, ""),
    row("joints and weights", Full, Full, "any number in sets of four"),
    row("morph targets", Full, Full, "names in `targetNames`"),
    row("vertex frames", Extras, Full, "morph targets with a weights animation"),
    row("skins", Full, Full, ""),
    row("animations", Full, Full, "step, linear, cubic spline; one a clip"),
    row("sparse and normalised accessors", Full, No, "read only"),
    row("materials", Partial, Full, "metallic-roughness, unlit; legacy facts in the extras"),
    row("texture layers", Full, Extras, "those without a slot in the extras"),
    row("texture transforms", Full, Partial, "KHR_texture_transform where exact, and in the extras"),
    row("images", Full, Full, "PNG and JPEG embedded, others linked"),
    row("cameras", Full, Full, ""),
    row("lights", Full, Full, "KHR_lights_punctual"),
    row("levels of detail", Full, Full, "MSFT_lod, a second glTF scene, the extras"),
    row("selections, proxies, face flags", Extras, Extras, ""),
    row("extras", Full, Full, ""),
    row("Draco, meshopt, other required extensions", No, No, "refused by name"),
    row("extensions that are not read", No, No, "told by name"),
    row("further scenes", Partial, Partial, "what the first does not show is hidden; written for levels of detail"),
    row("copyright", Full, Full, "an extra of the scene"),
];

const fn row(part: &'static str, import: Support, export: Support, notes: &'static str) -> Coverage {
    Coverage { part, import, export, notes }
}

retromesh_core::doors!(Document);

impl Format for Gltf {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn probe(&self, bytes: &[u8]) -> Confidence {
        /// How far the `asset` of a text file is looked for.
        const HEAD: usize = 1 << 16;
        if bytes.starts_with(glb::MAGIC) {
            return Confidence::Certain;
        }
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
        if !text.starts_with(b"{") {
            return Confidence::No;
        }
        let contains = |text: &[u8], word: &[u8]| text.windows(word.len()).any(|window| window == word);
        let head = text.get(..HEAD).unwrap_or(text);
        let tail = text.get(text.len().saturating_sub(HEAD)..).unwrap_or(text);
        if contains(head, b"\"asset\"") || contains(tail, b"\"asset\"") {
            Confidence::Certain
        } else if contains(head, b"\"accessors\"") || contains(head, b"\"bufferViews\"") {
            Confidence::Maybe
        } else {
            Confidence::No
        }
    }

    fn read<'a>(
        &self,
        bytes: &'a [u8],
        files: &dyn Files,
        options: &ImportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Box<dyn Model + 'a>> {
        Ok(Box::new(Document::parse_beside(bytes, files, options, diagnostics)?))
    }

    fn uses_images(&self, options: &ExportOptions) -> bool {
        // A mod supplies the images of Luanti's slots.
        !options.target.as_deref().is_some_and(|target| target.starts_with("luanti"))
    }

    fn stored_levels(&self, options: &ExportOptions) -> StoredLevels {
        if self.uses_images(options) { StoredLevels::WithRoles } else { StoredLevels::None }
    }

    /// What is written for Luanti is prepared from the scene as it is.
    fn space(&self, options: &ExportOptions) -> Option<Space> {
        self.uses_images(options).then_some(Space::GLTF)
    }

    fn write(&self, scene: &Valid<'_>, options: &ExportOptions, diagnostics: &mut Diagnostics) -> Result<Output> {
        export::write(scene, options, diagnostics)
    }

    fn frame_table(&self, scene: &Valid<'_>, options: &ExportOptions) -> Result<Option<FrameTable>> {
        export::frame_table(scene, options)
    }
}

impl Model for Document<'_> {
    fn version(&self) -> String {
        self.root().asset.version.clone()
    }

    fn encode(&self) -> Result<Vec<u8>> {
        Document::encode(self)
    }

    fn to_scene_with(&self, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Scene> {
        Document::to_scene_with(self, options, diagnostics)
    }

    fn texture_names(&self) -> Vec<TextureName> {
        textures::names(self)
    }

    fn rename_textures(&self, rename: &mut dyn FnMut(&str) -> Option<String>) -> Result<Option<Renamed>> {
        textures::rename(self, rename).map(Some)
    }

    fn dump(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        Document::dump(self, out)
    }
}
