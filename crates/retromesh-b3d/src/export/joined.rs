//! Meshes of one skeleton as one mesh: a bone of the format moves the vertices of one mesh, and each further one would need copies of all.

use super::rig::Rigger;
use super::skins::skin_of;
use retromesh_core::mesh::{Faces, Mesh, Part};
use retromesh_core::scene::MeshInstance;
use retromesh_core::{Code, Error, MaterialId, NodeId, SceneEdit};
use retromesh_kit::export::parts_of;
use retromesh_kit::join::append;
use std::collections::{BTreeSet, HashMap};

impl Rigger<'_, '_> {
    /// Joins the meshes that have one skeleton.
    pub(super) fn join(&mut self) -> Result<(), Error> {
        let (joined, filled) = join(&mut self.scene, &self.joints);
        let detail = "meshes of one skeleton are brushes of one mesh, and their nodes empty";
        self.diagnostics.note(Code::MovedNodes, joined, detail)?;
        let detail = "normals as engines compute them, in a mesh that was joined with one that has some";
        self.diagnostics.note(Code::FilledVertices, filled, detail)
    }
}

/// Joins the skinned meshes that have the same bones in the same bind pose and vertices of the same kind, each part with its material; their
/// nodes stay without a mesh. Returns how many those are, and how many vertices got the normals that engines compute where a mesh has none.
fn join(scene: &mut SceneEdit<'_>, joints: &BTreeSet<NodeId>) -> (usize, usize) {
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
    let (mut count, mut filled) = (0, 0);
    for group in order.iter().filter_map(|kind| groups.get(kind)).filter(|group| group.len() > 1) {
        let mut joined = Mesh::default();
        let mut first = None;
        let has_normals = group.iter().any(|id| skin_of(scene, *id).is_some_and(|(_, mesh)| !mesh.normals.is_empty()));
        for &id in group {
            let Some(instance) = scene.node_mut(id).mesh.take() else { continue };
            let mesh = &scene[instance.mesh];
            let offset = joined.positions.len() as u32;
            joined.parts.extend(parts_of(scene, &instance).map(|(part, material)| moved(part, material, offset)));
            let Mesh { positions, mut normals, color_sets, uv_sets, weights, .. } = mesh.clone();
            if has_normals && normals.is_empty() {
                normals = mesh.computed_normals(&scene.space);
                filled += normals.len();
            }
            append(&mut joined, Mesh { positions, normals, color_sets, uv_sets, weights, ..Mesh::default() });
            count += usize::from(first.is_some());
            first.get_or_insert((id, instance.skeleton));
        }
        if let Some((id, skeleton)) = first {
            let mesh = scene.add_mesh(joined);
            scene.node_mut(id).mesh = Some(Box::new(MeshInstance { mesh, skeleton, materials: Vec::new() }));
        }
    }
    (count, filled)
}

/// What meshes that may be joined have in common.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Kind {
    joints: Vec<NodeId>,
    inverse_bind: Vec<[u32; 16]>,
    color_sets: usize,
}

impl Kind {
    /// Returns that of a node's mesh; `None` where it has no skin.
    fn of(scene: &SceneEdit<'_>, id: NodeId) -> Option<Self> {
        let (skeleton, mesh) = skin_of(scene, id)?;
        Some(Self {
            joints: skeleton.joints.clone(),
            inverse_bind: skeleton.inverse_bind.iter().map(|m| m.to_cols_array().map(f32::to_bits)).collect(),
            color_sets: mesh.color_sets.len(),
        })
    }
}

/// Returns whether a mesh has vertices that follow its node.
fn has_bare(scene: &SceneEdit<'_>, id: NodeId) -> bool {
    skin_of(scene, id).is_some_and(|(_, mesh)| mesh.weights.iter().any(<[_]>::is_empty))
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
