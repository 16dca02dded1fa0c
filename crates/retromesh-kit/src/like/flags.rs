//! Flags of faces, which programs do not keep.

use super::Report;
use retromesh_core::Code;
use retromesh_core::mesh::Mesh;

/// Returns whether a mesh has no flags of faces where the original has some.
pub(super) fn are_lost(mesh: &Mesh, known: &Mesh) -> bool {
    let has = |mesh: &Mesh| mesh.parts.iter().any(|part| !part.face_flags.is_empty());
    has(known) && !has(mesh)
}

/// Gives faces the flags of those of the original that they are, or are a part of: for each of these, `found` has the numbers of the faces.
pub(super) fn restore(mesh: &mut Mesh, known: &Mesh, found: &[Vec<u32>], name: &str, report: &mut Report) {
    let flags = known.parts.iter().flat_map(|part| (0..part.faces.len()).map(|face| part.face_flags.get(face)));
    let (mut own, mut lost, mut all) = (vec![None; mesh.face_count()], 0, 0);
    for (flags, faces) in flags.zip(found) {
        let flags = flags.copied().unwrap_or_default();
        for face in faces {
            // Of several faces over the same corners, the first says it.
            own[*face as usize].get_or_insert(flags);
        }
        all += usize::from(flags != 0);
        lost += usize::from(flags != 0 && faces.is_empty());
    }
    let mut own = own.into_iter().map(Option::unwrap_or_default);
    for part in &mut mesh.parts {
        let flags: Vec<u32> = own.by_ref().take(part.faces.len()).collect();
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
