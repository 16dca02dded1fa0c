//! What writers share: decisions about a scene that must come out alike in every format.

mod moving;
mod names;
mod normals;
mod shown;
mod split;
mod unit;
mod weights;

pub use moving::is_static;
pub use names::UniqueNames;
pub use normals::{UnitNormals, unit_normals};
pub use shown::Shown;
pub use split::{Compact, Piece, compact, split};
pub use unit::report_unit;
pub use weights::{Reduction, Rounding, heaviest, top_weights};

use glam::Vec4;
use retromesh_core::MaterialId;
use retromesh_core::mesh::Part;
use retromesh_core::scene::{MeshInstance, Scene};

/// Returns red, green and blue of a colour as bytes, rounded.
pub fn rgb_bytes(color: Vec4) -> [u8; 3] {
    [color.x, color.y, color.z].map(|c| (c.clamp(0.0, 1.0) * 255.0).round() as u8)
}

/// Returns the material of a part of a placed mesh: the instance's own where it has one for the part, else that of the part.
///
/// An entry of `None` in [`MeshInstance::materials`] replaces nothing. `None` is the plain white default.
pub fn material_of(instance: &MeshInstance, number: usize, part: &Part) -> Option<MaterialId> {
    instance.materials.get(number).copied().flatten().or(part.material)
}

/// Returns each part of a placed mesh with its [material](material_of).
pub fn parts_of<'s>(
    scene: &'s Scene,
    instance: &'s MeshInstance,
) -> impl Iterator<Item = (&'s Part, Option<MaterialId>)> + Clone {
    let parts = scene[instance.mesh].parts.iter().enumerate();
    parts.map(|(number, part)| (part, material_of(instance, number, part)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use retromesh_core::MeshId;
    use retromesh_core::mesh::Mesh;

    #[test]
    fn an_instance_replaces_what_it_names() {
        let own = Some(MaterialId(3));
        let part = || Part { material: own, ..Part::default() };
        let scene = Scene { meshes: vec![Mesh { parts: vec![part(), part()], ..Mesh::default() }], ..Scene::default() };
        let other = Some(MaterialId(5));
        for (materials, expected) in
            [(vec![], [own, own]), (vec![None, None], [own, own]), (vec![None, other], [own, other])]
        {
            let instance = MeshInstance { materials, ..MeshInstance::new(MeshId(0)) };
            assert_eq!(parts_of(&scene, &instance).map(|(_, material)| material).collect::<Vec<_>>(), expected);
        }
    }
}
