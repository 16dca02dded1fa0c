//! Rules about brushes, textures and names.

use super::{IMAGES, Id, Inspection};
use crate::document::Body;
use retromesh_kit::image_files;

pub(super) fn lint(inspection: &mut Inspection<'_>) {
    let document = inspection.document;
    let (mut brushes, mut textures) = (0, 0);
    for chunk in &document.chunks {
        match &chunk.body {
            Body::Brus(list) => brushes += list.brushes.len(),
            Body::Texs(list) => textures += list.len(),
            _ => {}
        }
    }
    let bad = |id: i32, count: usize| id < -1 || usize::try_from(id).is_ok_and(|id| id >= count);
    let ascii = |text: &retromesh_wire::RawStr<'_>| text.bytes().is_ascii();
    for (index, chunk) in document.chunks.iter().enumerate() {
        match &chunk.body {
            Body::Mesh { brush_id } => {
                inspection.add(Id::UnknownBrush, index, usize::from(bad(*brush_id, brushes)));
                inspection.add(Id::MeshBrush, index, usize::from(*brush_id >= 0));
            }
            Body::Tris { brush_id, triangles } => {
                inspection.add(Id::UnknownBrush, index, usize::from(bad(*brush_id, brushes)));
                let none = *brush_id < 0 && brushes > 0 && !triangles.is_empty();
                inspection.add(Id::NoBrush, index, usize::from(none));
            }
            Body::Texs(list) => {
                for texture in list {
                    let has_folder = texture.file.bytes().iter().any(|byte| matches!(byte, b'/' | b'\\'));
                    let is_loaded = image_files::is_loaded(IMAGES, &texture.file.to_string());
                    inspection.add(Id::UnloadableImage, index, usize::from(!is_loaded));
                    inspection.add(Id::TexturePath, index, usize::from(has_folder));
                    inspection.add(Id::NonAscii, index, usize::from(!ascii(&texture.file)));
                    let turned = texture.position != [0.0; 2] || texture.scale != [1.0; 2] || texture.rotation != 0.0;
                    inspection.add(Id::TextureTransform, index, usize::from(turned));
                    let plain = texture.flags == 1 && texture.blend == 2 && !turned;
                    inspection.add(Id::TextureSettings, index, usize::from(!plain));
                }
            }
            Body::Brus(list) => {
                for brush in &list.brushes {
                    let ids = brush.textures.to_vec();
                    inspection.add(Id::UnknownTexture, index, ids.iter().filter(|&&id| bad(id, textures)).count());
                    inspection.add(Id::Layers, index, usize::from(ids.iter().filter(|&&id| id >= 0).count() > 1));
                    let first = ids.iter().position(|&id| id >= 0);
                    inspection.add(Id::EmptySlot, index, usize::from(first.is_some_and(|slot| slot > 0)));
                    inspection.add(Id::BrushEffects, index, usize::from(brush.fx != 0));
                    let not_finite = brush.color.iter().chain([&brush.shininess]).any(|value| !value.is_finite());
                    inspection.add(Id::NotFinite, index, usize::from(not_finite));
                }
            }
            Body::Node(node) => {
                inspection.add(Id::NonAscii, index, usize::from(!ascii(&node.name)));
                let mut numbers = node.position.iter().chain(&node.scale).chain(&node.rotation);
                inspection.add(Id::NotFinite, index, usize::from(numbers.any(|value| !value.is_finite())));
            }
            _ => {}
        }
    }
}
