//! Rigid skins: each vertex with one bone.

use super::Exporter;
use super::basis::Basis;
use glam::{DMat3, DMat4, DVec3, Mat4, Vec3};
use retromesh_core::mesh::Mesh;
use retromesh_core::scene::MeshInstance;
use retromesh_core::{Code, Error, Finding, NodeId, NodeMap};
use retromesh_kit::export::heaviest;

/// Marks a vertex that no bone moves.
pub(super) const NOBODY: u32 = u32::MAX;

/// The rigid skin of a mesh.
pub(super) struct Skin<'s> {
    /// The joints in the skeleton's order; all of them become bones.
    pub(super) joints: &'s [NodeId],
    /// The joint number of each vertex, or [`NOBODY`].
    pub(super) owners: Vec<u32>,
    /// For each joint the move from the bind pose to the rest pose; `None` where they agree.
    moves: Vec<Option<DMat4>>,
}

impl<'s> Exporter<'s> {
    /// Builds the skin of a placed mesh; the format binds bones in the rest pose of the hierarchy.
    pub(super) fn skin(
        &mut self,
        id: NodeId,
        instance: &MeshInstance,
        mesh: &Mesh,
        world: &NodeMap<Mat4>,
        basis: &Basis,
    ) -> Result<Option<Skin<'s>>, Error> {
        let scene = self.scene;
        let Some(skeleton) = instance.skeleton.map(|id| &scene[id]) else { return Ok(None) };
        let mut owners = vec![NOBODY; mesh.positions.len()];
        let (mut reduced, mut largest) = (0, 0.0f32);
        for (owner, row) in owners.iter_mut().zip(mesh.weights.iter()) {
            let Some(main) = heaviest(row) else { continue };
            *owner = main.joint;
            reduced += usize::from(row.len() > 1);
            largest = largest.max(row.iter().filter(|i| i.joint != main.joint).map(|i| i.weight).sum());
        }
        let name = &scene[id].name;
        let detail = format!("vertices follow their heaviest joint alone; the largest share left out is {largest:.3}");
        let finding = Finding::new(Code::ReducedInfluences).times(reduced).detail(detail);
        self.diagnostics.report(finding.within(format!("node {name:?}")))?;

        let home = world[id].as_dmat4().inverse();
        let size = mesh.positions.iter().fold(1.0f32, |size, p| size.max(p.abs().max_element()));
        let change = DMat4::from_quat(basis.turn.as_dquat()) * DMat4::from_scale(basis.factor.as_dvec3());
        let moves = skeleton.joints.iter().zip(&skeleton.inverse_bind).map(|(&joint, inverse_bind)| {
            let rest = home * world[joint].as_dmat4() * inverse_bind.as_dmat4();
            // At the size of the mesh a difference under a hundred thousandth is rounding.
            let moved = (rest - DMat4::IDENTITY).to_cols_array().iter().any(|x| x.abs() > 1e-5 * f64::from(size));
            (rest.is_finite() && moved).then_some(change * rest)
        });
        Ok(Some(Skin { joints: &skeleton.joints, owners, moves: moves.collect() }))
    }
}

impl Skin<'_> {
    /// Moves a vertex from the bind pose into the rest pose and the new axes of the mesh's node.
    pub(super) fn place(&self, vertex: usize, position: Vec3, normal: Vec3, basis: &Basis) -> (Vec3, Vec3) {
        let owner = self.owners[vertex];
        match self.moves.get(owner as usize).and_then(Option::as_ref) {
            Some(matrix) => {
                let turned = DMat3::from_mat4(*matrix).inverse().transpose() * normal.as_dvec3();
                let normal = if turned.is_finite() { turned } else { DVec3::from(normal) };
                let unit = normal.normalize_or_zero().as_vec3();
                (matrix.transform_point3(position.as_dvec3()).as_vec3(), unit)
            }
            None => (basis.point(position), basis.normal(normal)),
        }
    }
}
