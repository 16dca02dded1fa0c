//! Scene to document: a text that Luanti, Irrlicht, assimp and Blitz3D read.
//!
//! Materials first, then frames with their meshes, then sets of animations. Templates are written for the objects that Direct3D itself does not know.

mod animations;
mod cut;
mod images;
mod materials;
mod meshes;
mod names;
mod nodes;
mod polygons;
mod skins;
mod timeline;
mod writer;

use crate::capability::INFO;
use crate::document::{Content, Document};
use crate::import::SPACE;
use names::Names;
use retromesh_core::pose::Pose;
use retromesh_core::{Diagnostics, NodeMap, Result, Valid};
use retromesh_kit::export::{Shown, parts_of};
use retromesh_kit::{Budget, ExportOptions, Exported, FrameTable, image_files};
use timeline::Timeline;
use writer::Writer;

/// The reader that is written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Target {
    Luanti,
    Blitz3d,
    Assimp,
}

impl Target {
    fn of(options: &ExportOptions) -> Result<Self> {
        Ok(match INFO.target_of(options)?.name {
            "blitz3d" => Self::Blitz3d,
            "assimp" => Self::Assimp,
            _ => Self::Luanti,
        })
    }
}

/// The objects that need a template, with it.
const TEMPLATES: [(&str, &str); 4] = [
    (
        "FVFData",
        "template FVFData {\n <b6e70a0e-8ef9-4e83-94ad-ecc8b0c04897>\n DWORD dwFVF;\n DWORD nDWords;\n array DWORD data[nDWords];\n}",
    ),
    (
        "XSkinMeshHeader",
        "template XSkinMeshHeader {\n <3cf169ce-ff7c-44ab-93c0-f78f62d172e2>\n WORD nMaxSkinWeightsPerVertex;\n \
         WORD nMaxSkinWeightsPerFace;\n WORD nBones;\n}",
    ),
    (
        "SkinWeights",
        "template SkinWeights {\n <6f0d123b-bad2-4167-a0d0-80224f25fabb>\n STRING transformNodeName;\n DWORD nWeights;\n \
         array DWORD vertexIndices[nWeights];\n array FLOAT weights[nWeights];\n Matrix4x4 matrixOffset;\n}",
    ),
    (
        "AnimTicksPerSecond",
        "template AnimTicksPerSecond {\n <9e415a43-7ba6-4a73-8743-b73d47e88476>\n DWORD AnimTicksPerSecond;\n}",
    ),
];

impl Document<'static> {
    pub(crate) fn export(
        scene: &Valid<'_>,
        options: &ExportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Exported<Self>> {
        let images = images::names(scene, options);
        let prepared = INFO.prepare(scene, options, SPACE, diagnostics)?;
        let document = Exporter::new(prepared, options, diagnostics, images)?.run()?;
        Ok(Exported { document, sidecars: image_files::files(scene, options) })
    }
}

/// Returns the clips of a scene by the ticks that they are written to with these options; `None` for a scene that does not move.
pub(crate) fn frame_table(scene: &Valid<'_>, options: &ExportOptions) -> Result<Option<FrameTable>> {
    let scene = &INFO.prepare(scene, options, scene.space, &mut Diagnostics::new())?;
    Ok(Timeline::of(scene, Target::of(options)?, options).map(|timeline| timeline.table(scene)))
}

/// A scene on its way out.
struct Exporter<'s> {
    scene: Valid<'s>,
    options: &'s ExportOptions,
    target: Target,
    diagnostics: &'s mut Diagnostics,
    budget: Budget,
    shown: Shown,
    /// Where the nodes are when nothing moves.
    rest: Pose,
    /// Whether each material is on a mesh with vertex colours.
    colored: Vec<bool>,
    /// The names to be written, by image.
    images: Vec<String>,
    /// Which nodes are no frames of their own, but meshes of the frames above them.
    inside: NodeMap<bool>,
    /// The names of frames.
    frames: NodeMap<String>,
    mesh_names: Names,
    writer: Writer,
}

impl<'s> Exporter<'s> {
    fn new(
        scene: Valid<'s>,
        options: &'s ExportOptions,
        diagnostics: &'s mut Diagnostics,
        images: Vec<String>,
    ) -> Result<Self> {
        let target = Target::of(options)?;
        let budget = Budget::of(&scene, options);
        budget.take_instances(&scene)?;
        let mut colored = vec![false; scene.materials.len()];
        for instance in scene.nodes.iter().filter_map(|node| node.mesh.as_deref()) {
            let has_colors = !scene[instance.mesh].color_sets.is_empty();
            let materials = parts_of(&scene, instance).filter_map(|(_, material)| material);
            materials.filter(|_| has_colors).for_each(|material| colored[material.index()] = true);
        }
        let (shown, rest) = (Shown::of(&scene), scene.rest_pose());
        let (inside, frames) = (nodes::inside(&scene), NodeMap::filled(&scene, String::new()));
        let (mesh_names, writer) = (Names::new(target != Target::Blitz3d), Writer::default());
        Ok(Self {
            scene,
            options,
            target,
            diagnostics,
            budget,
            shown,
            rest,
            colored,
            images,
            inside,
            frames,
            mesh_names,
            writer,
        })
    }

    fn run(mut self) -> Result<Document<'static>> {
        self.name_nodes()?;
        let materials = self.materials()?;
        self.tree(&materials)?;
        self.animations()?;
        let used = self.writer.used();
        let mut head = Writer::default();
        TEMPLATES.iter().filter(|(kind, _)| used.contains(kind)).for_each(|(_, template)| head.template(template));
        let pieces = head.before(self.writer);
        Ok(Document {
            version: *b"0303",
            float_size: *b"0032",
            content: Content::Text(pieces),
            trailing: (&[][..]).into(),
            packed: None,
        })
    }

    /// Begins to give out names.
    fn names(&self) -> Names {
        Names::new(self.target != Target::Blitz3d)
    }
}
