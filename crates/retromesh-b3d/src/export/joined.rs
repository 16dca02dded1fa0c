//! Meshes of one skeleton as one mesh: a bone of the format moves the vertices of one mesh, and each further one would need copies of all.

use super::carried;
use super::rig::Rigger;
use super::skins::{has_bare, skin_of};
use glam::Vec4;
use retromesh_core::mesh::{Faces, Mesh, Part};
use retromesh_core::scene::MeshInstance;
use retromesh_core::{Code, Error, MaterialId, NodeId, SceneEdit};
use retromesh_kit::export::parts_of;
use retromesh_kit::join::append;
use std::collections::{BTreeSet, HashMap};

impl Rigger<'_, '_> {
    /// Joins the meshes that have one skeleton, and those whose skeletons a bone of another one carries.
    pub(super) fn join(&mut self) -> Result<(), Error> {
        carried::adopt(&mut self.scene);
        let Joined { nodes: joined, normals: filled, colors } = join(&mut self.scene, &self.joints);
        let detail = "meshes of one skeleton are brushes of one mesh, and their nodes empty";
        self.diagnostics.note(Code::MovedNodes, joined, detail)?;
        let detail = "normals as engines compute them, in a mesh that was joined with one that has some";
        self.diagnostics.note(Code::FilledVertices, filled, detail)?;
        let detail = "colours as their material shows them, in a mesh that was joined with one that has some";
        self.diagnostics.note(Code::FilledVertices, colors, detail)
    }
}

/// What was joined.
#[derive(Default)]
struct Joined {
    /// The nodes that are without their mesh now.
    nodes: usize,
    /// The vertices that got the normals that engines compute.
    normals: usize,
    /// The vertices that got the colour of their material.
    colors: usize,
}

/// Joins the skinned meshes that have the same bones in the same bind pose, each part with its material; their nodes stay without a mesh. What
/// some of them lack is filled with what engines show there.
fn join(scene: &mut SceneEdit<'_>, joints: &BTreeSet<NodeId>) -> Joined {
    let mut groups: HashMap<Kind, Vec<NodeId>> = HashMap::new();
    let mut order = Vec::new();
    for id in scene.depth_first() {
        let Some(kind) = Kind::of(scene, id) else { continue };
        let group = groups.entry(kind.clone()).or_default();
        if group.is_empty() {
            order.push(kind);
        }
        // The node of the first one keeps its mesh: one that is a bone, or that vertices without weights follow.
        let stays = |id| joints.contains(&id) || has_bare(scene, id);
        match group.first().map(|first| (stays(*first), stays(id))) {
            Some((true, true)) => {}
            Some((false, true)) => group.insert(0, id),
            _ => group.push(id),
        }
    }
    let mut found = Joined::default();
    for group in order.iter().filter_map(|kind| groups.get(kind)).filter(|group| group.len() > 1) {
        let mut joined = Mesh::default();
        let mut first = None;
        let any =
            |has: fn(&Mesh) -> bool| group.iter().any(|id| skin_of(scene, *id).is_some_and(|(_, mesh)| has(mesh)));
        let (has_normals, has_colors) = (any(|mesh| !mesh.normals.is_empty()), any(|mesh| !mesh.color_sets.is_empty()));
        for &id in group {
            let Some(instance) = scene.node_mut(id).mesh.take() else { continue };
            let mesh = &scene[instance.mesh];
            let offset = joined.positions.len() as u32;
            joined.parts.extend(parts_of(scene, &instance).map(|(part, material)| moved(part, material, offset)));
            let Mesh { positions, mut normals, mut color_sets, uv_sets, weights, .. } = mesh.clone();
            if has_normals && normals.is_empty() {
                normals = mesh.computed_normals(&scene.space);
                found.normals += normals.len();
            }
            if has_colors && color_sets.is_empty() {
                color_sets = vec![shown_colors(scene, &instance)];
                found.colors += positions.len();
            }
            append(&mut joined, Mesh { positions, normals, color_sets, uv_sets, weights, ..Mesh::default() });
            found.nodes += usize::from(first.is_some());
            first.get_or_insert((id, instance.skeleton));
        }
        if let Some((id, skeleton)) = first {
            let mesh = scene.add_mesh(joined);
            scene.node_mut(id).mesh = Some(Box::new(MeshInstance { mesh, skeleton, materials: Vec::new() }));
        }
    }
    found
}

/// Returns the colours by which the parts of a mesh without colours are shown as before, where engines read colours: that of the material,
/// but white where colours replace it or are multiplied with it.
fn shown_colors(scene: &SceneEdit<'_>, instance: &MeshInstance) -> Vec<Vec4> {
    let mesh = &scene[instance.mesh];
    let mut colors = vec![Vec4::ONE; mesh.positions.len()];
    for (part, material) in parts_of(scene, instance) {
        let Some(material) = material.map(|id| &scene[id]).filter(|it| !it.shading.vertex_colors) else { continue };
        let color = material.base_color.truncate().extend(1.0);
        part.faces.iter().flatten().for_each(|corner| colors[*corner as usize] = color);
    }
    colors
}

/// What meshes that may be joined have in common.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Kind {
    joints: Vec<NodeId>,
    inverse_bind: Vec<[u32; 16]>,
}

impl Kind {
    /// Returns that of a node's mesh; `None` where it has no skin.
    fn of(scene: &SceneEdit<'_>, id: NodeId) -> Option<Self> {
        let (skeleton, _) = skin_of(scene, id)?;
        Some(Self {
            joints: skeleton.joints.clone(),
            inverse_bind: skeleton.inverse_bind.iter().map(|m| m.to_cols_array().map(f32::to_bits)).collect(),
        })
    }
}

/// Returns a part whose vertices come after `offset` others.
fn moved(part: &Part, material: Option<MaterialId>, offset: u32) -> Part {
    let mut part = Part { material, ..part.clone() };
    match &mut part.faces {
        Faces::Triangles(triangles) => triangles.iter_mut().flatten().for_each(|corner| *corner += offset),
        Faces::Polygons { indices, .. } => indices.iter_mut().for_each(|corner| *corner += offset),
    }
    part
}
