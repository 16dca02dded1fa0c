//! A scene that was ODOL and got what an original has that is MLOD (`like`): what the ODOL says of both is not said twice.

use super::{EDITED, MLOD, ODOL, VERSION, clamping, is_of, unseen};
use crate::convert::carried::CLAMPING;
use crate::flags::special::{CLAMP_U, CLAMP_V};
use crate::flags::{clip, face, point, point_to_clip};
use retromesh_core::material::Wrap;
use retromesh_core::mesh::{AttributeData, Mesh};
use retromesh_core::{Error, TextureId, Valid, Violations};
use std::collections::BTreeSet;

/// What points and faces of MLOD have, and vertices alone of ODOL.
const OF_POINTS: u32 = point::LIGHT | point::USER;
const OF_FACES: u32 = face::LIGHT | face::USER;
/// The values of points that a face adds to.
const LIGHTS: [u32; 5] = [0, point::NO_LIGHT, point::AMBIENT, point::HALF_LIGHT, point::FULL_LIGHT];

/// Returns whether a scene was ODOL and its original is MLOD.
pub(super) fn is_like_mlod(scene: &Valid<'_>) -> bool {
    is_of(scene, VERSION, MLOD) && is_of(scene, EDITED, ODOL)
}

/// Takes from textures how they go on past their edges where ODOL has it of the coordinates of their faces, and light and user values from the points
/// whose faces have them; from faces whose points have others now.
pub(super) fn apply(scene: Valid<'_>) -> Result<Valid<'_>, Error> {
    if !is_like_mlod(&scene) {
        return Ok(scene);
    }
    let textures = said_by_faces(&scene);
    let mut edit = scene.edit();
    for id in textures {
        let texture = &mut edit.scene_mut().textures[id.index()];
        (texture.wrap_u, texture.wrap_v) = (Wrap::Repeat, Wrap::Repeat);
    }
    edit.scene_mut().meshes.iter_mut().for_each(values);
    edit.finish().map_err(Violations::into_export_error)
}

/// Returns the textures that go on as the flags of all their faces say.
fn said_by_faces(scene: &Valid<'_>) -> BTreeSet<TextureId> {
    let [mut said, mut changed] = [BTreeSet::new(), BTreeSet::new()];
    for part in scene.meshes.iter().flat_map(|mesh| &mesh.parts) {
        let Some(material) = part.material.map(|id| &scene[id]) else { continue };
        let special = part.extras.get("p3d.special").and_then(|flags| u32::try_from(flags.as_int()?).ok());
        let own = clamping::flags_of(scene, material) & CLAMPING;
        let is_said = special.is_some_and(|special| special & (CLAMP_U | CLAMP_V) == own);
        let textures = material.layers.iter().map(|layer| layer.texture);
        if is_said { said.extend(textures) } else { changed.extend(textures) }
    }
    &said - &changed
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
