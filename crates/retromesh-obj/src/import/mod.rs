//! Document to scene.

mod assemble;
mod maps;
mod materials;
mod meshes;
mod normals;
mod selections;
mod slots;

use crate::document::Document;
pub(crate) use maps::Map;
pub(crate) use materials::{MAPS, exponent_of};
pub(crate) use meshes::NO_GROUP;

use assemble::Assembler;
use meshes::Geometry;
use retromesh_core::extras::MULTIPLY_COLORS;
use retromesh_core::material::{Material, Shading};
use retromesh_core::mesh::Mesh;
use retromesh_core::scene::{MeshInstance, Node};
use retromesh_core::space::{Axis, UvOrigin, Winding};
use retromesh_core::{Code, Diagnostics, Extra, Finding, MaterialId, MeshId, Result, Scene, Space};
use retromesh_kit::ImportOptions;
use retromesh_wire::RawStr;
use slots::Slots;
use std::collections::HashSet;

/// The space of OBJ: right-handed, y up, counter-clockwise, v upward; the format knows no unit.
pub(crate) const SPACE: Space = Space {
    right: Axis::PlusX,
    up: Axis::PlusY,
    forward: Axis::MinusZ,
    winding: Winding::CounterClockwise,
    uv_origin: UvOrigin::BottomLeft,
    metres_per_unit: 1.0,
};

/// The space in which Luanti loads OBJ: it negates x there, and z of its other formats, so that the model is turned by half a turn.
const LUANTI: Space = Space { right: Axis::MinusX, forward: Axis::PlusZ, ..SPACE };

/// What an import found, at offsets.
type Report = retromesh_kit::import::Report<Option<u64>>;

impl Document<'_> {
    pub(crate) fn import(&self, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Scene> {
        let is_of_luanti = options.is_for_luanti();
        let mut scene = Scene { space: if is_of_luanti { LUANTI } else { SPACE }, ..Scene::default() };
        let mut report = Report::default();
        let geometry = Geometry::read(self, is_of_luanti.then(Slots::default), &mut report, diagnostics)?;
        let materials = materials::read(self, &geometry.materials, &mut scene, diagnostics)?;
        let mut assembler = Assembler::new(&geometry, &materials);
        for (index, object) in geometry.objects.iter().enumerate() {
            let Some(mut mesh) = assembler.object(index, &mut report) else { continue };
            let mesh_id = MeshId::new(scene.meshes.len());
            show_colors(&mut scene, &mut mesh);
            normals::treat(&mut mesh, &scene.space, options.normals, object.offset, &mut report);
            scene.meshes.push(mesh);
            let name = text(&object.name, object.offset, &mut report);
            let mesh = Some(Box::new(MeshInstance::new(mesh_id)));
            scene.add_node(None, Node { name, mesh, ..Node::default() });
        }
        name_parts_without_material(&mut scene);
        if scene.meshes.is_empty() {
            report.add(Code::EmptyModel, "", 1, None);
        } else if scene.meshes.iter().all(|mesh| mesh.parts.is_empty()) {
            report.add(Code::EmptyModel, "the model has no faces: it is points alone, or the file is cut off", 1, None);
        }
        report.flush(diagnostics, at)?;
        Ok(scene)
    }
}

/// Lets the materials of a mesh show its vertex colours, which multiply with theirs.
fn show_colors(scene: &mut Scene, mesh: &mut Mesh) {
    if mesh.color_sets.is_empty() {
        return;
    }
    let shading = Shading { vertex_colors: true, ..Shading::default() };
    for part in &mut mesh.parts {
        let Some(id) = part.material else {
            // Without a material they colour white.
            part.material = Some(plain_material(scene, "vertex_colors", shading));
            continue;
        };
        let Some(material) = scene.materials.get_mut(id.index()) else { continue };
        material.shading.vertex_colors = true;
        if material.base_color.truncate() != glam::Vec3::ONE {
            material.extras.insert(MULTIPLY_COLORS.into(), Extra::Bool(true));
        }
    }
}

/// Gives the default material to parts without one that come after one with a material: an OBJ cannot go back to none.
fn name_parts_without_material(scene: &mut Scene) {
    let mut parts = scene.meshes.iter().flat_map(|mesh| &mesh.parts).skip_while(|part| part.material.is_none());
    if parts.all(|part| part.material.is_some()) {
        return;
    }
    let default = plain_material(scene, "default", Shading::default());
    let parts = scene.meshes.iter_mut().flat_map(|mesh| &mut mesh.parts);
    for part in parts.skip_while(|part| part.material.is_none()) {
        part.material.get_or_insert(default);
    }
}

/// Returns a plain material of a name, or of that and a number, made where it is not there; no two materials share a name.
fn plain_material(scene: &mut Scene, name: &str, shading: Shading) -> MaterialId {
    let like = |name: &str| Material { name: name.to_owned(), shading, ..Material::default() };
    let materials = &scene.materials;
    let is_named = |own: &str| {
        own.strip_prefix(name).is_some_and(|end| {
            end.is_empty() || end.strip_prefix('_').is_some_and(|number| number.parse::<usize>().is_ok())
        })
    };
    let known = materials.iter().rposition(|m| is_named(&m.name) && *m == like(&m.name));
    let id = known.unwrap_or(materials.len());
    if known.is_none() {
        let mut names = std::iter::once(name.to_owned()).chain((2..).map(|number| format!("{name}_{number}")));
        let taken: HashSet<&str> = materials.iter().map(|m| m.name.as_str()).collect();
        let free = names.find(|name| !taken.contains(name.as_str()));
        let plain = like(&free.unwrap_or_default());
        scene.materials.push(plain);
    }
    MaterialId::new(id)
}

fn at(finding: Finding, offset: Option<u64>) -> Finding {
    match offset {
        Some(offset) => finding.at(offset),
        None => finding,
    }
}

/// Decodes a name; bytes that are no UTF-8 are noted.
fn text(bytes: &[u8], offset: u64, report: &mut Report) -> String {
    RawStr::new(bytes).reported("a name", Some(offset), report)
}

/// Reports a statement that has no place in the scene, under its keyword.
fn report_statement(keyword: &[u8], offset: u64, diagnostics: &mut Diagnostics) -> Result<()> {
    let keyword = RawStr::new(keyword.get(..24).unwrap_or(keyword)).escaped();
    diagnostics.report(Finding::new(Code::LostChunk).at(offset).detail(format!("the statement {keyword}")))
}
