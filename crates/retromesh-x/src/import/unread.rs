//! Objects that have no place in a scene.

use super::Report;
use super::Source;
use crate::outline::{Kind, NONE};
use retromesh_core::Code;
use retromesh_wire::RawStr;

/// Reports the objects that the import passes over: unknown ones by their type, others where they mean nothing.
pub(super) fn report(source: Source<'_>, report: &mut Report) {
    /// No more of a type is named.
    const LETTERS: usize = 40;
    for (number, object) in (0..).zip(&source.outline.objects) {
        let around = source.outline.kind(object.parent);
        let is_read = match object.kind {
            Kind::Header
            | Kind::Frame
            | Kind::Mesh
            | Kind::Material
            | Kind::AnimationSet
            | Kind::Animation
            | Kind::TicksPerSecond => true,
            Kind::FrameTransformMatrix => around == Kind::Frame,
            // The first two say which vertices were one, and how many weights there are: both can be counted.
            Kind::VertexDuplicationIndices
            | Kind::SkinMeshHeader
            | Kind::MeshNormals
            | Kind::MeshTextureCoords
            | Kind::MeshVertexColors
            | Kind::MeshMaterialList
            | Kind::SkinWeights
            | Kind::FvfData
            | Kind::DeclData => around == Kind::Mesh,
            Kind::TextureFilename | Kind::NormalmapFilename => around == Kind::Material,
            Kind::AnimationKey => around == Kind::Animation,
            Kind::AnimationOptions | Kind::Unknown => false,
        };
        // Of an unknown object, what is inside is not named.
        let is_inside = object.parent != NONE && around == Kind::Unknown && object.kind == Kind::Unknown;
        if !is_read && !is_inside {
            let name = source.outline.type_name(source.document, number);
            let name = RawStr::new(name.bytes().get(..LETTERS).unwrap_or(name.bytes())).escaped();
            let name = if name.is_empty() { "object without a type".to_owned() } else { format!("object {name}") };
            report.add(Code::LostChunk, format!("the {name}"), 1, number);
        }
    }
}
