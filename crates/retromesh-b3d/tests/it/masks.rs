//! Masked textures of materials that are masked no more.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use retromesh_b3d::{Body, Document, FORMAT};
use retromesh_core::material::AlphaMode;
use retromesh_core::{Code, Diagnostics};
use retromesh_kit::{ExportOptions, Format, ImportOptions};

/// Returns the flags of the texture of each brush.
fn flags(bytes: &[u8]) -> Vec<i32> {
    let document = Document::parse(bytes).unwrap();
    let textures = document.chunks.iter().find_map(|chunk| match &chunk.body {
        Body::Texs(textures) => Some(textures),
        _ => None,
    });
    let brushes = document.chunks.iter().find_map(|chunk| match &chunk.body {
        Body::Brus(brushes) => Some(brushes),
        _ => None,
    });
    let of = |number: i32| textures.unwrap()[usize::try_from(number).unwrap()].flags;
    brushes.unwrap().brushes.iter().map(|brush| of(brush.textures.get(0).unwrap())).collect()
}

#[test]
fn a_texture_is_as_masked_as_its_material() {
    const KNOWN: i32 = 2 | 4;
    let file = retromesh_testkit::fixture("b3d/texture-flags.b3d").bytes;
    let before = flags(&file);
    assert!(before.iter().any(|flags| flags & 4 != 0));
    for (mode, expected) in [(AlphaMode::Opaque, 0), (AlphaMode::Blend, 2), (AlphaMode::Mask { cutoff: 0.5 }, 4)] {
        let (options, mut found) = (ImportOptions::default(), Diagnostics::new());
        let mut scene = Document::parse(&file).unwrap().to_scene_with(&options, &mut found).unwrap();
        let masked: Vec<bool> =
            scene.materials.iter().map(|m| matches!(m.alpha_mode, AlphaMode::Mask { .. })).collect();
        for (material, _) in scene.materials.iter_mut().zip(&masked).filter(|(_, masked)| **masked) {
            material.alpha_mode = mode;
        }
        let written = FORMAT.write(&scene.validate().unwrap(), &ExportOptions::default(), &mut found).unwrap();
        let after = flags(&written.bytes);
        assert_eq!(after.len(), before.len());
        for ((before, after), masked) in before.iter().zip(&after).zip(masked) {
            let wanted = if masked { expected } else { before & KNOWN };
            assert_eq!(after & 4, wanted & 4, "{mode:?}: {before:#x} became {after:#x}");
            assert!(!masked || mode != AlphaMode::Opaque || after & KNOWN == 0, "{mode:?}: {after:#x}");
        }
        let is_other = !matches!(mode, AlphaMode::Mask { .. });
        assert_eq!(found.count(Code::ApproximatedMaterial) > 0, is_other, "{mode:?}: {found:?}");
    }
}
