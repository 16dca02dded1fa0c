//! A scene that got what an original of the other kind has (`like`): what both say is not said twice.

use super::{EDITED, MLOD, ODOL, VERSION, clamping, is_of, unseen};
use crate::convert::carried::{self, CLAMPING};
use crate::flags::special::{CLAMP_U, CLAMP_V};
use crate::flags::{clip, face, point, point_to_clip, user_to_face};
use retromesh_core::material::Wrap;
use retromesh_core::mesh::{AttributeData, Mesh, POINT_FLAGS};
use retromesh_core::{Error, TextureId, Valid, Violations};
use std::collections::BTreeSet;

/// What points and faces of MLOD have, and vertices alone of ODOL.
const OF_POINTS: u32 = point::LIGHT | point::USER;
const OF_FACES: u32 = face::LIGHT | face::USER;
/// What points have in both.
const OF_ODOL: u32 = point::LAND | point::DECAL | point::FOG;
/// The flags that points had before they got those of the original.
const EDITED_FLAGS: &str = "_POINT_FLAGS_edited";
/// The values of points that a face adds to.
const LIGHTS: [u32; 5] = [0, point::NO_LIGHT, point::AMBIENT, point::HALF_LIGHT, point::FULL_LIGHT];

/// Returns whether a scene was ODOL and its original is MLOD.
pub(super) fn is_like_mlod(scene: &Valid<'_>) -> bool {
    is_of(scene, VERSION, MLOD) && is_of(scene, EDITED, ODOL)
}

/// Takes from textures how they go on past their edges where ODOL has it of the coordinates of their faces, and light and user values from the points
/// whose faces have them; from faces whose points have others now.
pub(super) fn apply(scene: Valid<'_>) -> Result<Valid<'_>, Error> {
    let is_like_mlod = is_like_mlod(&scene);
    let is_like_odol = is_of(&scene, VERSION, ODOL) && is_of(&scene, EDITED, MLOD);
    if !is_like_mlod && !is_like_odol {
        return Ok(scene);
    }
    let textures = if is_like_mlod { said_by_faces(&scene) } else { BTreeSet::new() };
    let mut edit = scene.edit();
    for id in textures {
        let texture = &mut edit.scene_mut().textures[id.index()];
        (texture.wrap_u, texture.wrap_v) = (Wrap::Repeat, Wrap::Repeat);
    }
    let values = if is_like_mlod { values_of_mlod } else { values_of_odol };
    edit.scene_mut().meshes.iter_mut().for_each(values);
    edit.finish().map_err(Violations::into_export_error)
}

/// Returns the textures that go on as the flags of all their faces say.
fn said_by_faces(scene: &Valid<'_>) -> BTreeSet<TextureId> {
    let [mut said, mut changed] = [BTreeSet::new(), BTreeSet::new()];
    for (mesh, part) in scene.meshes.iter().flat_map(|mesh| mesh.parts.iter().map(move |part| (mesh, part))) {
        let Some(material) = part.material.map(|id| &scene[id]) else { continue };
        let special = part.extras.get("p3d.special").and_then(|flags| u32::try_from(flags.as_int()?).ok());
        let own = clamping::flags_of(scene, material) & CLAMPING;
        let uvs = mesh.uv_sets.first().map_or(&[][..], Vec::as_slice);
        let uv = |vertex: &u32| uvs.get(*vertex as usize).copied();
        let is_said = match special {
            Some(special) => special & (CLAMP_U | CLAMP_V) == own,
            // Where a program took it, their coordinates say it.
            None => part.faces.iter().all(|face| own & !carried::clamping(face.iter().filter_map(uv)) == 0),
        };
        let textures = material.layers.iter().map(|layer| layer.texture);
        if is_said { said.extend(textures) } else { changed.extend(textures) }
    }
    &said - &changed
}

/// Takes the flags that a mesh had before it got those of its original, where it had others, and these.
fn take_edited(mesh: &mut Mesh) -> Option<(Vec<u32>, Vec<u32>)> {
    let of_mesh = |mesh: &Mesh, name: &str| mesh.attributes.iter().position(|attribute| attribute.name == name);
    let AttributeData::UInt(edited) = mesh.attributes.remove(of_mesh(mesh, EDITED_FLAGS)?).data else { return None };
    Some((edited, unseen::flags(mesh)?.to_vec()))
}

fn set_flags(mesh: &mut Mesh, after: Vec<u32>) {
    if let Some(flags) = mesh.attributes.iter_mut().find(|attribute| attribute.name == POINT_FLAGS) {
        flags.data = AttributeData::UInt(after);
    }
}

/// Gives the points of an MLOD the light and user values that the vertices of its original, an ODOL, have of faces.
fn values_of_odol(mesh: &mut Mesh) {
    let Some((edited, known)) = take_edited(mesh) else { return };
    let of_vertex = |(own, vertex): (&u32, &u32)| {
        let values = if is_of_face(*own, *vertex) { vertex } else { own };
        own & !OF_POINTS | values & OF_POINTS
    };
    let after = edited.iter().zip(&known).map(of_vertex).collect();
    set_flags(mesh, after);
}

/// Takes the values of faces from the vertices of an ODOL whose original is MLOD, and those that their vertices have not from faces. Where a program
/// merged vertices, those of the original count.
fn values_of_mlod(mesh: &mut Mesh) {
    let Some((edited, known)) = take_edited(mesh) else { return };
    let is_merged = is_merged(mesh, &known);
    let of_original = |vertex: usize| {
        let is_own = is_merged && is_of_face(known[vertex], edited[vertex]);
        is_own.then_some(known[vertex])
    };
    let mut after: Vec<u32> = (0..edited.len()).map(|at| of_original(at).unwrap_or(edited[at])).collect();
    for part in &mut mesh.parts {
        let faces = part.faces.iter().zip(&mut part.face_flags).filter(|(_, flags)| **flags & OF_FACES != 0);
        for (corners, flags) in faces {
            let without = |vertex: &u32| {
                let vertex = *vertex as usize;
                of_original(vertex).or_else(|| without_face(edited[vertex], *flags))
            };
            match corners.iter().map(without).collect::<Option<Vec<u32>>>() {
                Some(own) => corners.iter().zip(own).for_each(|(vertex, own)| after[*vertex as usize] = own),
                None => *flags &= !OF_FACES,
            }
        }
    }
    let all = after.iter_mut().zip(edited.iter().zip(&known));
    all.for_each(|(after, (own, known))| {
        *after = *after & OF_POINTS | own & (OF_ODOL | point::HIDDEN) | known & !(OF_POINTS | OF_ODOL);
    });
    set_flags(mesh, after);
}

/// Returns whether a vertex has faces that give it several values, which no vertex of an ODOL has.
fn is_merged(mesh: &Mesh, known: &[u32]) -> bool {
    let mut values: Vec<Option<u32>> = vec![None; known.len()];
    let faces = mesh.parts.iter().flat_map(|part| part.faces.iter().zip(&part.face_flags));
    faces.flat_map(|(face, flags)| face.iter().map(move |vertex| (*vertex as usize, flags))).any(|(vertex, flags)| {
        let value = user(known[vertex], *flags);
        *values[vertex].get_or_insert(value) != value
    })
}

/// Returns the light or user value that a vertex has of its point and a face.
fn user(point: u32, face: u32) -> u32 {
    (point_to_clip(point & OF_POINTS, face) & clip::USER) >> 20
}

/// Returns whether a vertex may have its value of a point of these flags and of a face.
fn is_of_face(point: u32, vertex: u32) -> bool {
    let value = user(vertex, 0);
    let faces = [Some(0), user_to_face(value), Some(face::NO_LIGHT), Some(face::AMBIENT), Some(face::FULL_LIGHT)];
    faces.into_iter().flatten().any(|face| user(point, face) == value)
}

/// Returns the flags of a point that give its vertex these together with a face; `None` where none do.
fn without_face(vertex: u32, face: u32) -> Option<u32> {
    let own = LIGHTS.into_iter().chain([vertex & OF_POINTS]).find(|own| user(*own, face) == user(vertex, 0))?;
    Some(vertex & !OF_POINTS | own)
}
