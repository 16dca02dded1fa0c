//! What is unusual about a parsed document, as diagnostics.

use crate::document::{Bone, Clip, Document, Mesh};
use crate::keys::End;
use crate::vertex::{Bits, Form, UvLayout};
use retromesh_core::{Code, Diagnostics, Error, Finding};

/// Reports everything that disagrees within a file and was accepted all the same.
pub(crate) fn report(document: &Document<'_>, diagnostics: &mut Diagnostics) -> Result<(), Error> {
    let header = &document.header;
    for (name, span, entry) in [
        ("mesh table", header.meshes, 32),
        ("level table", header.lods, 4),
        ("bone table", header.bones, 16),
        ("clip table", header.clips, 16),
    ] {
        let (offset, slack) = (u64::from(span.offset), span.size % entry);
        if span.offset == 0 && span.size != 0 {
            let detail = format!("{name} of {} bytes without an offset", span.size);
            diagnostics.report(Finding::new(Code::SizeMismatch).detail(detail))?;
        } else if slack != 0 {
            let detail = format!("{slack} bytes after the last entry of the {name}");
            diagnostics
                .report(Finding::new(Code::SlackBytes).at(offset + u64::from(span.size - slack)).detail(detail))?;
        }
    }
    for gap in &document.gaps {
        let Some(zeros) = gap.bytes.iter().position(|&byte| byte != 0) else { continue };
        let (at, left) = (gap.offset + zeros, gap.bytes.len() - zeros);
        let finding = if at + left == document.size {
            Finding::new(Code::TrailingBytes).times(left)
        } else {
            let detail = format!("{left} bytes that belong to no part of the model");
            Finding::new(Code::SlackBytes).detail(detail)
        };
        diagnostics.report(finding.at(at as u64))?;
    }
    let reserved = header.reserved.iter().any(|&word| word != 0)
        || document.meshes.iter().any(|m| m.def.reserved != 0 || m.def.flags >> 4 != 0)
        || document.lods.iter().any(|lod| lod.reserved != 0)
        || document.bones.iter().any(|b| b.def.reserved != [0; 2])
        || document.clips.iter().any(|c| c.def.reserved != [0; 2]);
    diagnostics.report(Finding::new(Code::ReservedBits).times(usize::from(reserved)))?;
    for (n, mesh) in document.meshes.iter().enumerate() {
        report_mesh(n, mesh, diagnostics)?;
    }
    for (n, lod) in document.lods.iter().enumerate() {
        if usize::from(lod.first) + usize::from(lod.count) > document.meshes.len() {
            let detail = format!("meshes from {} on, {} of them", lod.first, lod.count);
            diagnostics.report(Finding::new(Code::IndexOutOfRange).within(format!("LOD[{n}]")).detail(detail))?;
        }
    }
    for (n, bone) in document.bones.iter().enumerate() {
        report_bone(n, bone, document, diagnostics)?;
    }
    for (n, clip) in document.clips.iter().enumerate() {
        report_clip(n, clip, document.keyed_bones(), diagnostics)?;
    }
    Ok(())
}

fn report_mesh(n: usize, mesh: &Mesh<'_>, diagnostics: &mut Diagnostics) -> Result<(), Error> {
    let path = || format!("MESH[{n}]");
    let def = &mesh.def;
    let count = usize::from(def.vertex_count);
    let mut stream = Bits::walk(&mesh.vertices);
    let (mut forms, mut unusual) = ([false; 3], 0);
    for bits in stream.by_ref().take(count) {
        if let Some(seen) = forms.get_mut(bits.form as usize) {
            *seen = true;
        }
        let tag = (bits.first >> 56) as u8;
        unusual += usize::from(matches!(tag, 0xf0..0xf8 | 0xfc | 0xfe..));
    }
    slack(stream.rest().len(), def.vertices as usize + mesh.vertices.len(), "vertex list", path(), diagnostics)?;
    diagnostics.report(Finding::new(Code::UnusualTag).times(unusual).within(path()))?;
    let (mut entries, mut triangles, mut wide, mut narrow, mut quads, mut high) =
        (0usize, 0usize, false, false, false, 0);
    let mut stream = mesh.faces();
    for face in stream.by_ref() {
        entries += 1;
        triangles += 1 + usize::from(face.quad);
        quads |= face.quad;
        wide |= face.wide;
        narrow |= !face.wide;
        high += usize::from(face.high_bits != 0);
    }
    slack(stream.rest().len(), def.faces as usize + mesh.faces.len(), "face list", path(), diagnostics)?;
    diagnostics
        .report(Finding::new(Code::ReservedBits).times(high).within(path()).detail("highest bits of a face word"))?;
    let declared = usize::from(def.face_count);
    if declared != entries && declared != triangles {
        let detail = format!("{declared} faces declared, {entries} listed");
        diagnostics.report(Finding::new(Code::CountMismatch).within(path()).detail(detail))?;
    }
    let forms_fit = match def.flags & 3 {
        0 => forms == [true, false, false],
        1 => true,
        2 => forms == [false, false, true],
        _ => forms == [false, true, false],
    };
    let words_fit = match def.flags >> 2 & 3 {
        0 => !wide && !quads,
        1 => true,
        2 => !narrow && !quads,
        _ => !narrow,
    };
    if (count > 0 && !forms_fit) || (entries > 0 && !words_fit) {
        let detail = format!("flags {:#x} disagree with the lists", def.flags);
        diagnostics.report(Finding::new(Code::MisleadingHint).within(path()).detail(detail))?;
    }
    if forms.get(Form::V128 as usize) == Some(&true) && UvLayout::judge(&mesh.vertices, count) == UvLayout::Old {
        diagnostics.report(Finding::new(Code::OldUvLayout).within(path()))?;
    }
    Ok(())
}

fn report_bone(n: usize, bone: &Bone<'_>, document: &Document<'_>, diagnostics: &mut Diagnostics) -> Result<(), Error> {
    let path = || format!("BONE[{n}]");
    if n > 0 && !bone.is_pseudo() && usize::from(bone.def.parent) >= n {
        let detail = format!("bone {n} before its parent {}", bone.def.parent);
        diagnostics.report(Finding::new(Code::LateParent).within(path()).detail(detail))?;
    }
    if bone.def.solid != 0 && usize::from(bone.def.solid) >= document.meshes.len() {
        let detail = format!("solid mesh {} of {}", bone.def.solid, document.meshes.len());
        diagnostics.report(Finding::new(Code::IndexOutOfRange).within(path()).detail(detail))?;
    }
    Ok(())
}

fn report_clip(n: usize, clip: &Clip<'_>, bones: usize, diagnostics: &mut Diagnostics) -> Result<(), Error> {
    let path = || format!("CLIP[{n}]");
    let mut stream = clip.keys(bones, false);
    let (mut long_gaps, mut beyond) = (0, 0);
    for key in stream.by_ref() {
        long_gaps += usize::from(key.after_long_gap);
        beyond += usize::from(key.frame >= u32::from(clip.def.frames));
    }
    diagnostics.report(Finding::new(Code::LongGap).times(long_gaps).within(path()))?;
    let detail = "keys beyond the last frame";
    diagnostics.report(Finding::new(Code::IndexOutOfRange).times(beyond).within(path()).detail(detail))?;
    if let End::Missing(bone) = stream.end() {
        let detail = format!("the key list ends before bone {bone} of {bones} is closed");
        diagnostics.report(Finding::new(Code::CountMismatch).within(path()).detail(detail))?;
    }
    slack(stream.rest().len(), clip.def.keys as usize + clip.keys.len(), "key list", path(), diagnostics)?;
    if matches!(clip.def.rate, 0 | 0x80) {
        diagnostics.report(Finding::new(Code::DefaultRate).within(path()))?;
    }
    Ok(())
}

fn slack(left: usize, end: usize, what: &str, path: String, diagnostics: &mut Diagnostics) -> Result<(), Error> {
    let at = (end - left) as u64;
    let detail = format!("{left} bytes after the {what}");
    diagnostics.report(Finding::new(Code::SlackBytes).times(usize::from(left > 0)).at(at).within(path).detail(detail))
}
