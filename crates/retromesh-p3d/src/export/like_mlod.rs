//! A scene that was ODOL and got what an original has that is MLOD (`like`): what the ODOL says of both is not said twice.

use super::{EDITED, MLOD, ODOL, VERSION, is_of, unseen};
use crate::flags::{clip, face, point, point_to_clip};
use retromesh_core::mesh::{AttributeData, Mesh};
use retromesh_core::{Error, Valid, Violations};

/// What points and faces of MLOD have, and vertices alone of ODOL.
const OF_POINTS: u32 = point::LIGHT | point::USER;
const OF_FACES: u32 = face::LIGHT | face::USER;
/// The values of points that a face adds to.
const LIGHTS: [u32; 5] = [0, point::NO_LIGHT, point::AMBIENT, point::HALF_LIGHT, point::FULL_LIGHT];

/// Returns whether a scene was ODOL and its original is MLOD.
pub(super) fn is_like_mlod(scene: &Valid<'_>) -> bool {
    is_of(scene, VERSION, MLOD) && is_of(scene, EDITED, ODOL)
}

/// Takes light and user values from the points whose faces have them, and from faces whose points have others now.
pub(super) fn apply(scene: Valid<'_>) -> Result<Valid<'_>, Error> {
    if !is_like_mlod(&scene) {
        return Ok(scene);
    }
    let mut edit = scene.edit();
    edit.scene_mut().meshes.iter_mut().for_each(values);
    edit.finish().map_err(Violations::into_export_error)
}

/// Takes the values of faces from their vertices, and those that their vertices have not from faces.
fn values(mesh: &mut Mesh) {
    if !mesh.parts.iter().flat_map(|part| &part.face_flags).any(|flags| flags & OF_FACES != 0) {
        return;
    }
    // A program may have taken them away.
    let Some(before) = unseen::flags(mesh).map(<[u32]>::to_vec) else { return };
    let mut after = before.clone();
    for part in &mut mesh.parts {
        let faces = part.faces.iter().zip(&mut part.face_flags).filter(|(_, flags)| **flags & OF_FACES != 0);
        for (corners, flags) in faces {
            let without = |vertex: &u32| without_face(before[*vertex as usize], *flags);
            match corners.iter().map(without).collect::<Option<Vec<u32>>>() {
                Some(own) => corners.iter().zip(own).for_each(|(vertex, own)| after[*vertex as usize] = own),
                None => *flags &= !OF_FACES,
            }
        }
    }
    let flags = mesh.attributes.iter_mut().find(|attribute| attribute.name == unseen::FLAGS);
    if let Some(flags) = flags {
        flags.data = AttributeData::UInt(after);
    }
}

/// Returns the flags of a point that give its vertex these together with a face; `None` where none do.
fn without_face(vertex: u32, face: u32) -> Option<u32> {
    let user = |point: u32, face: u32| point_to_clip(point & OF_POINTS, face) & clip::USER;
    let own = LIGHTS.into_iter().chain([vertex & OF_POINTS]).find(|own| user(*own, face) == user(vertex, 0))?;
    Some(vertex & !OF_POINTS | own)
}
