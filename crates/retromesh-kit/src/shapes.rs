//! Shapes of meshes for formats without morph targets.

use retromesh_core::mesh::Mesh;
use retromesh_core::{Code, Diagnostics, MeshId, Result, Valid};

/// Gives meshes the shape that the weights of their morph targets give them at rest; how many there were is reported.
pub(crate) fn bake<'s>(scene: Valid<'s>, diagnostics: &mut Diagnostics) -> Result<Valid<'s>> {
    let is_shaped = |mesh: &Mesh| mesh.morph_targets.iter().any(|target| target.weight != 0.0);
    let shaped: Vec<MeshId> = (0..scene.meshes.len()).map(MeshId::new).filter(|id| is_shaped(&scene[*id])).collect();
    let mut edit = scene.edit();
    for &id in &shaped {
        let mesh = edit.mesh_mut(id);
        for target in &mut mesh.morph_targets {
            let weight = std::mem::take(&mut target.weight);
            let moved = mesh.positions.iter_mut().zip(&target.positions);
            let turned = mesh.normals.iter_mut().zip(&target.normals);
            for (value, delta) in moved.chain(turned) {
                let sum = *value + *delta * weight;
                *value = if sum.is_finite() { sum } else { *value };
            }
            for (tangent, delta) in mesh.tangents.iter_mut().zip(&target.tangents) {
                let sum = tangent.truncate() + *delta * weight;
                *tangent = if sum.is_finite() { sum.extend(tangent.w) } else { *tangent };
            }
        }
    }
    let detail = "meshes got the shape that their targets give them at rest";
    diagnostics.note(Code::LostShapes, shaped.len(), detail)?;
    Ok(edit.finish()?)
}
