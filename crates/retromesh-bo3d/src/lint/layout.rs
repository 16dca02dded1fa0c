//! Rules about sizes and texts.

use super::{At, IMAGES, Id};
use crate::document::{Document, HEADER_SIZE};
use retromesh_kit::{Findings, image_files};

pub(super) fn lint(document: &Document<'_>, all: &[At<'_>], findings: &mut Findings) {
    if let Some(declared) = document.declared_length {
        let size = HEADER_SIZE + all.iter().map(|at| at.entity.byte_len()).sum::<usize>() + document.trailing.len();
        let over = i64::from(declared) > size as i64 + HEADER_SIZE as i64;
        findings.add(Id::DeclaredLength, usize::from(over), || (Some(12), String::new()));
    }
    for &at in all {
        let entity = at.entity;
        if let Some(deviations) = entity.deviations.as_deref() {
            let lists = entity.byte_len() - deviations.slack.len();
            // The engine's own check leaves out the padding after vertex colours and triangles.
            let unpadded = entity.mesh.as_deref().map_or(0, |mesh| {
                let gap = |len: usize| len.next_multiple_of(4) - len;
                gap(mesh.colors.bytes().len()) + gap(mesh.triangles.bytes().len())
            });
            let small = deviations.declared_size.is_some_and(|size| i64::from(size) < lists as i64 - unpadded as i64);
            at.add(findings, Id::EntitySize, usize::from(small));
        }
        at.add(findings, Id::NonAscii, usize::from(!entity.name.bytes().is_ascii()));
        let Some(mesh) = entity.mesh.as_deref() else { continue };
        let texture = mesh.texture.bytes();
        at.add(findings, Id::NonAscii, usize::from(!texture.is_ascii()));
        at.add(findings, Id::UnloadableImage, usize::from(!image_files::is_loaded(IMAGES, &mesh.texture.to_string())));
        at.add(findings, Id::TexturePath, usize::from(texture.iter().any(|byte| matches!(byte, b'/' | b'\\' | b':'))));
    }
}
