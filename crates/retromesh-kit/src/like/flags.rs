//! Flags of faces, which programs do not keep.

use super::Report;
use retromesh_core::Code;
use retromesh_core::mesh::Mesh;

/// Returns the flags of faces of all meshes together: another kind of file than that of the original may not have the others.
pub(super) fn of_kind<'m>(meshes: impl Iterator<Item = &'m Mesh>) -> u32 {
    meshes.flat_map(|mesh| &mesh.parts).flat_map(|part| &part.face_flags).fold(0, |all, flags| all | flags)
}

/// Returns which flags of faces a mesh may have lost that the original has: all where it has none, else those that its kind of file has not.
pub(super) fn lost(mesh: &Mesh, known: &Mesh, of_kind: u32) -> u32 {
    let has = mesh.parts.iter().any(|part| !part.face_flags.is_empty());
    self::of_kind(std::iter::once(known)) & if has { !of_kind } else { u32::MAX }
}

/// Gives faces the lost flags of those of the original that they are, or are a part of: for each of these, `found` has the numbers of the faces.
pub(super) fn restore(mesh: &mut Mesh, known: &Mesh, wanted: u32, found: &[Vec<u32>], name: &str, report: &mut Report) {
    let flags = known.parts.iter().flat_map(|part| (0..part.faces.len()).map(|face| part.face_flags.get(face)));
    let (mut own, mut lost, mut all) = (vec![None; mesh.face_count()], 0, 0);
    for (flags, faces) in flags.zip(found) {
        let flags = flags.copied().unwrap_or_default() & wanted;
        for face in faces {
            // Of several faces over the same corners, the first says it.
            own[*face as usize].get_or_insert(flags);
        }
        all += usize::from(flags != 0);
        lost += usize::from(flags != 0 && faces.is_empty());
    }
    let mut own = own.into_iter().map(Option::unwrap_or_default);
    for part in &mut mesh.parts {
        let before = part.face_flags.iter().copied().chain(std::iter::repeat(0));
        let flags: Vec<u32> = own.by_ref().take(part.faces.len()).zip(before).map(|(own, kept)| own | kept).collect();
        if flags.iter().any(|flags| *flags != 0) {
            part.face_flags = flags;
        }
    }
    if lost < all {
        report.restored("flags of faces", name);
    }
    if lost > 0 {
        report.add(Code::StaleExtras, "flags of faces that are not restored", format!("{name}: {lost} of {all}"));
    }
}
