//! What the format is called, is written for and has a place for.

use crate::ID;
use crate::lint::{ENGINE, RULES, SPEC};
use crate::settings::Settings;
use retromesh_core::Code::{
    AddedClips, AlteredNames, ApproximatedMaterial, ApproximatedUvTransform, ClampedValue, FilledVertices,
    LostHierarchy, LostKeys, LostLod, LostMesh, LostNames, LostShapes, LostTextureLayer, LostUvSet, MergedBones,
    MovedNodes, NormalizedNormals, ReducedInfluences, ResampledKeys, RoundedKeys, RoundedVertices, TriangulatedFaces,
    TruncatedName,
};
use retromesh_kit::Feature::{
    BaseColor, BaseTexture, Clips, Hidden, Hierarchy, Keys, Levels, Looping, MaterialNames, Materials, Motion,
    NodeMotion, NodeNames, NodePlaces, Nodes, Normals, Polygons, Positions, Shading, Skin, SkinWeights,
    TextureCoordinates, UvTransforms, VertexColors, Winding,
};
use retromesh_kit::settings::FormatSettings;
use retromesh_kit::{Coverage, FormatInfo, Held, Support, Target};

/// The names and abilities of the format.
pub(crate) static INFO: FormatInfo = FormatInfo {
    id: ID,
    name: "BGBTech BMD",
    extensions: &["bmd"],
    writes: true,
    byte_exact: true,
    targets: &[
        Target::new(ENGINE, "the BGBTech3 engine, kept clear of the traps of its loader"),
        Target::new(SPEC, "the format's text to the letter: quads, scale keys, no padding"),
    ],
    holds: HOLDS,
    bones_per_vertex: 1,
    images: &["png", "jpg", "jpeg", "tga", "bmp", "dds"],
    extras: EXTRAS,
    unused: &[],
    coverage: COVERAGE,
    rules: RULES,
    settings: Settings::DECLARED,
};

/// What of a scene the format holds.
const HOLDS: &[Held] = &[
    (Positions, &[RoundedVertices, ClampedValue, LostLod, LostMesh]),
    (Winding, &[]),
    // Four corners, for one of the targets.
    (Polygons, &[TriangulatedFaces]),
    (Normals, &[RoundedVertices, NormalizedNormals, FilledVertices]),
    (TextureCoordinates, &[RoundedVertices, LostUvSet, ApproximatedUvTransform]),
    (VertexColors, &[ApproximatedMaterial]),
    (Skin, &[MergedBones, ReducedInfluences]),
    (SkinWeights, &[ReducedInfluences, MergedBones]),
    (Materials, &[]),
    // The path of the texture or the colour is the name.
    (MaterialNames, &[LostNames, TruncatedName]),
    (BaseColor, &[ApproximatedMaterial]),
    // Vertex colours.
    (Shading, &[ApproximatedMaterial]),
    (BaseTexture, &[LostTextureLayer, TruncatedName, AlteredNames]),
    // In the coordinates.
    (UvTransforms, &[ApproximatedUvTransform, LostTextureLayer]),
    (Nodes, &[LostHierarchy, LostLod, LostMesh, MergedBones]),
    (NodeNames, &[LostNames, AlteredNames, LostHierarchy, TruncatedName]),
    (Hierarchy, &[LostHierarchy, MovedNodes]),
    (NodePlaces, &[LostHierarchy, RoundedKeys, RoundedVertices]),
    // The solids of bones, and meshes without a material.
    (Hidden, &[LostMesh, LostHierarchy, LostLod]),
    (Levels, &[LostLod]),
    (Clips, &[ResampledKeys, LostKeys, AddedClips, TruncatedName]),
    (Looping, &[LostKeys, TruncatedName]),
    (Motion, &[RoundedKeys, RoundedVertices, ResampledKeys, ReducedInfluences, MergedBones, LostKeys, LostShapes]),
    (NodeMotion, &[RoundedKeys, ResampledKeys, MergedBones, LostHierarchy, LostKeys]),
    (Keys, &[RoundedKeys, ResampledKeys, LostKeys, MovedNodes]),
];

/// The extras that are written again, or say what fields say too.
const EXTRAS: &[&str] = &["bmd."];

/// What of the format reaches the scene, one row a structure or field.
const COVERAGE: &[Coverage] = &[
    Coverage::new(
        "positions",
        Support::Full,
        Support::Full,
        "rounded to the vertex form; the setting `max-error` chooses it",
    ),
    Coverage::new("normals", Support::Full, Support::Full, "in textured 64-bit vertices the position takes its place"),
    Coverage::new(
        "texture coordinates",
        Support::Full,
        Support::Full,
        "one set; old and current 128-bit layout are read",
    ),
    Coverage::new(
        "vertex colours",
        Support::Full,
        Support::Partial,
        "written as the nearest of 256; with a bone only in 128 bits",
    ),
    Coverage::new("triangles, quads", Support::Full, Support::Full, "quads are written for target `spec`"),
    Coverage::new("materials", Support::Full, Support::Partial, "a texture path or a flat colour"),
    Coverage::new(
        "levels of detail",
        Support::Full,
        Support::Full,
        "nodes with their scale; the engine draws the nearest",
    ),
    Coverage::new("bones", Support::Full, Support::Full, "written with axes parallel to the model's"),
    Coverage::new("joint weights", Support::Full, Support::Partial, "one bone a vertex; the heaviest joint is kept"),
    Coverage::new("pseudo-bones", Support::Full, Support::No, "read as weighted joints"),
    Coverage::new("solids", Support::Full, Support::Full, "hidden nodes under their joint"),
    Coverage::new("clips", Support::Full, Support::Full, "resampled to whole frames; scale keys for target `spec`"),
    Coverage::new("keys of bone 0", Support::No, Support::No, "without effect in the engine"),
];
