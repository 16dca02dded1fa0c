//! What the format is called, is written for and has a place for.

use crate::ID;
use crate::settings::Settings;
use retromesh_core::Code::{NormalizedNormals, ResampledKeys, TriangulatedFaces};
use retromesh_kit::Feature::{
    AmbientColor, AmbientLight, Attributes, BaseColor, BaseTexture, Blending, Cameras, Clips, DoubleSided, Emission,
    Extras, FaceFlags, FurtherColors, FurtherLayers, FurtherUvSets, Gloss, Hidden, Hierarchy, Keys, Levels, Lights,
    Looping, MaterialNames, Materials, MetallicRoughness, MorphTargets, Motion, NodeAxes, NodeMotion, NodeNames,
    NodePlaces, Nodes, Normals, Opacity, Polygons, Positions, Proxies, Selections, Shading, Skin, SkinWeights,
    Tangents, TextureCoordinates, TextureOptions, UvTransforms, VertexAlpha, VertexColors, VertexFrames, Winding,
};
use retromesh_kit::settings::FormatSettings;
use retromesh_kit::{Clock, Coverage, FormatInfo, Held, Support, Target, Unused};

/// The names and abilities of the format.
pub(crate) static INFO: FormatInfo = FormatInfo::new(ID, "glTF", &["glb", "gltf"])
    .byte_exact(false)
    .targets(&[
        Target::new("generic", "any glTF 2.0 reader"),
        Target::new("luanti", "Luanti (Minetest), times in seconds as its manual asks")
            .counting_parts()
            .supplying_images(),
        Target::new("luanti-frames", "Luanti, times in frames: calls of `set_animation` stay as for the b3d file")
            .counting_parts()
            .supplying_images(),
    ])
    .holds(HOLDS)
    .bones_per_vertex(usize::MAX)
    .unused(Unused::ALL)
    .coverage(COVERAGE)
    .settings(Settings::DECLARED)
    .clock(Clock::Seconds);

/// What of a scene the format holds.
const HOLDS: &[Held] = &[
    (Positions, &[]),
    (Winding, &[]),
    (Polygons, &[TriangulatedFaces]),
    (Normals, &[NormalizedNormals]),
    (Tangents, &[]),
    (TextureCoordinates, &[]),
    (FurtherUvSets, &[]),
    (VertexColors, &[]),
    (VertexAlpha, &[]),
    (FurtherColors, &[]),
    (Attributes, &[]),
    (FaceFlags, &[]),
    (Selections, &[]),
    (MorphTargets, &[]),
    (VertexFrames, &[]),
    (Skin, &[]),
    (SkinWeights, &[]),
    (Materials, &[]),
    (MaterialNames, &[]),
    (BaseColor, &[]),
    (Opacity, &[]),
    (Blending, &[]),
    (Emission, &[]),
    (Gloss, &[]),
    (AmbientColor, &[]),
    (MetallicRoughness, &[]),
    (Shading, &[]),
    (DoubleSided, &[]),
    (BaseTexture, &[]),
    (FurtherLayers, &[]),
    (UvTransforms, &[]),
    (TextureOptions, &[]),
    (Nodes, &[]),
    (NodeNames, &[]),
    (Hierarchy, &[]),
    (NodePlaces, &[]),
    (NodeAxes, &[]),
    (Hidden, &[]),
    (Levels, &[]),
    (Proxies, &[]),
    (Cameras, &[]),
    (Lights, &[]),
    (AmbientLight, &[]),
    (Clips, &[]),
    (Looping, &[]),
    (Motion, &[]),
    (NodeMotion, &[]),
    // Rotations have one rule; another one is kept by keys between.
    (Keys, &[ResampledKeys]),
    (Extras, &[]),
];

/// What of the format reaches the scene, one row a structure or field.
const COVERAGE: &[Coverage] = &[
    Coverage::new("nodes, names, TRS", Support::Full, Support::Full, "node numbers stay"),
    Coverage::new(
        "node matrices",
        Support::Full,
        Support::Partial,
        "a matrix with shear is written as the nearest TRS",
    ),
    Coverage::new(
        "meshes and parts",
        Support::Full,
        Support::Full,
        "a part is a primitive over the mesh's one vertex pool",
    ),
    Coverage::new("triangle strips and fans", Support::Full, Support::No, "read as triangles; lists are written"),
    Coverage::new(
        "points and lines",
        Support::Extras,
        Support::Full,
        "parts without faces; strips and loops become lines",
    ),
    Coverage::new("polygons", Support::Extras, Support::Extras, "fanned out, or cut by ears; outlines in the extras"),
    Coverage::new("normals, tangents, UV sets", Support::Full, Support::Full, "unit length on writing"),
    Coverage::new(
        "vertex colours",
        Support::Full,
        Support::Full,
        "COLOR_n where the material uses them, else `_COLOR_n`",
    ),
    Coverage::new("custom attributes", Support::Full, Support::Full, ""),
    Coverage::new("joints and weights", Support::Full, Support::Full, "any number in sets of four"),
    Coverage::new("morph targets", Support::Full, Support::Full, "names in `targetNames`"),
    Coverage::new("vertex frames", Support::Extras, Support::Full, "morph targets with a weights animation"),
    Coverage::new("skins", Support::Full, Support::Full, ""),
    Coverage::new("animations", Support::Full, Support::Full, "step, linear, cubic spline; one a clip"),
    Coverage::new(
        "sparse and normalised accessors",
        Support::Full,
        Support::Partial,
        "whole numbers by option (`--quantize`), reported with the largest error",
    ),
    Coverage::new(
        "materials",
        Support::Partial,
        Support::Full,
        "metallic-roughness, unlit; legacy facts in the extras",
    ),
    Coverage::new("texture layers", Support::Full, Support::Extras, "those without a slot in the extras"),
    Coverage::new(
        "texture transforms",
        Support::Full,
        Support::Partial,
        "KHR_texture_transform where exact, and in the extras",
    ),
    Coverage::new("images", Support::Full, Support::Full, "PNG, JPEG, WebP and KTX2 embedded, others linked"),
    Coverage::new("meshopt compression", Support::Full, Support::No, "gltfpack compresses what is written"),
    Coverage::new("instances", Support::Full, Support::No, "a node for each"),
    Coverage::new("specular-glossiness", Support::Full, Support::Extras, "as the newer kind, and kept as it is"),
    Coverage::new(
        "further extensions of materials, variants",
        Support::Extras,
        Support::Full,
        "kept from glTF to glTF",
    ),
    Coverage::new("cameras", Support::Full, Support::Full, ""),
    Coverage::new("lights", Support::Full, Support::Full, "KHR_lights_punctual"),
    Coverage::new("levels of detail", Support::Full, Support::Full, "MSFT_lod, a second glTF scene, the extras"),
    Coverage::new("selections, proxies, face flags", Support::Extras, Support::Extras, ""),
    Coverage::new("extras", Support::Full, Support::Full, ""),
    Coverage::new("meshes compressed by Draco", Support::Full, Support::No, "cargo feature `draco`"),
    Coverage::new("other required extensions", Support::No, Support::No, "refused by name"),
    Coverage::new("extensions that are not read", Support::No, Support::No, "reported by name"),
    Coverage::new(
        "further scenes",
        Support::Full,
        Support::Full,
        "what the shown one does not show is hidden in other formats",
    ),
    Coverage::new("copyright", Support::Full, Support::Full, "an extra of the scene"),
];
