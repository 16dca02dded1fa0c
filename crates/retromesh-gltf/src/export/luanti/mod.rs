//! Scenes as Luanti's glTF loader reads them: it mirrors z as this crate does, takes seconds for frame numbers, ignores images, levels
//! of detail, visibility and texture transforms, and refuses morph weights and splines.

mod motion;
mod slots;

pub(super) use motion::table;
pub(super) use slots::Coordinates;

use crate::settings::{LuantiUse, Settings};
use glam::Vec2;
use motion::Timing;
use retromesh_core::mesh::Mesh;
use retromesh_core::{Code, Diagnostics, Finding, MeshId, Result, SceneEdit, Space, Valid};
use retromesh_kit::export::{Shown, is_static};
use retromesh_kit::{Budget, ExportOptions};

/// What a time in the file means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Time {
    /// Seconds, as the engine's manual asks.
    Seconds,
    /// Frames, counted from 0 as the engine counts those of b3d files.
    Frames,
}

/// The scale between the models of entities and those of nodes.
const NODE_SCALE: f32 = 10.0;

/// What the exporter must know of a prepared scene.
#[derive(Debug, Clone)]
pub(super) struct Luanti {
    /// Where the texture coordinates of a material come from, by material.
    pub(super) coordinates: Vec<Coordinates>,
    pub(super) timing: Timing,
}

/// Brings a scene into the shape that the engine reads.
pub(super) fn prepare<'s>(
    scene: Valid<'s>,
    time: Time,
    options: &ExportOptions,
    settings: &Settings,
    diagnostics: &mut Diagnostics,
    budget: &Budget,
) -> Result<(Valid<'s>, Luanti)> {
    let mut scene = leave_out(scene, diagnostics)?;
    let timing = motion::retime(&mut scene, time, options, settings, diagnostics, budget)?;
    if settings.luanti_use == LuantiUse::Node && is_static(&scene) {
        // All lengths go through the one conversion of units.
        let metres_per_unit = scene.space.metres_per_unit * NODE_SCALE;
        scene.set_space(Space { metres_per_unit, ..scene.space });
    }
    let mut scene = scene.finish()?;
    scene.convert_to(Space::GLTF);
    let (scene, coordinates) = slots::assign(scene, diagnostics)?;
    let is_empty = scene.nodes.iter().all(|node| node.mesh.is_none());
    let finding = Finding::new(Code::EmptyModel).times(usize::from(is_empty));
    diagnostics.report(finding.detail("the engine refuses a file without triangles"))?;
    Ok((scene, Luanti { coordinates, timing }))
}

/// Drops what the engine would draw though it is not meant to be seen, and what it refuses.
fn leave_out<'s>(scene: Valid<'s>, diagnostics: &mut Diagnostics) -> Result<SceneEdit<'s>> {
    let shown = Shown::of(&scene);
    let mut edit = scene.edit();
    for id in edit.node_ids() {
        let node = edit.node_mut(id);
        // Nothing marks a level any more.
        node.lod = None;
        if !shown.nodes[id] {
            (node.mesh, node.hidden) = (None, false);
        }
    }
    let placed = edit.placed_meshes();
    let (mut points, mut shapes, mut selections, mut attributes) = (0, 0, 0, 0);
    for (id, placed) in (0..).map(MeshId).zip(placed) {
        let mesh = edit.mesh_mut(id);
        if !placed {
            *mesh = Mesh::default();
        }
        if mesh.uv_sets.is_empty() {
            // A texture slot needs coordinates, whatever they are.
            mesh.uv_sets.push(vec![Vec2::ZERO; mesh.positions.len()]);
        }
        points += if mesh.triangle_count() == 0 { mesh.positions.len() } else { 0 };
        shapes += mesh.morph_targets.len() + mesh.vertex_frames.len();
        selections += mesh.selections.len();
        attributes += mesh.attributes.len();
        mesh.morph_targets.clear();
        mesh.vertex_frames.clear();
        mesh.selections.clear();
        mesh.attributes.clear();
    }
    let losses = [
        (Code::LostLod, shown.lost_levels, "the engine draws all levels at once"),
        (Code::LostMesh, shown.hidden_meshes, "the engine draws hidden nodes"),
        (Code::LostVertices, points, "points without a face"),
        (Code::LostShapes, shapes, "the engine has no morph targets"),
        (Code::LostSelection, selections, ""),
        (Code::LostAttributes, attributes, ""),
    ];
    for (code, count, detail) in losses {
        diagnostics.note(code, count, detail)?;
    }
    Ok(edit)
}
