//! What the format is called, is written for and has a place for.

use crate::ID;
use crate::lint::{ENGINE, RULES, SPEC};
use crate::settings::Settings;
use retromesh_kit::settings::FormatSettings;
use retromesh_kit::{FormatInfo, Target};

/// The names and abilities of the format.
pub(crate) static INFO: FormatInfo = FormatInfo::new(ID, "BGBTech BMD", &["bmd"])
    .targets(&[
        Target::new(ENGINE, "the BGBTech3 engine, kept clear of the traps of its loader"),
        Target::new(SPEC, "the format's text to the letter: quads, scale keys, no padding"),
    ])
    .holds(HOLDS)
    .bones_per_vertex(1)
    .images(&["dds"])
    .extras(EXTRAS)
    .coverage(COVERAGE)
    .rules(RULES)
    .settings(Settings::DECLARED);

retromesh_kit::holds! {
    Positions [RoundedVertices, ClampedValue, LostLod, LostMesh];
    Winding;
    // Four corners, for one of the targets.
    Polygons [TriangulatedFaces];
    Normals [RoundedVertices, NormalizedNormals, FilledVertices];
    TextureCoordinates [RoundedVertices, LostUvSet, ApproximatedUvTransform];
    VertexColors [ApproximatedMaterial];
    Skin [MergedBones, ReducedInfluences];
    SkinWeights [ReducedInfluences, MergedBones];
    Materials;
    // The path of the texture or the colour is the name.
    MaterialNames [LostNames, TruncatedName];
    BaseColor [ApproximatedMaterial];
    // Vertex colours.
    Shading [ApproximatedMaterial];
    BaseTexture [LostTextureLayer, TruncatedName, AlteredNames];
    // In the coordinates.
    UvTransforms [ApproximatedUvTransform, LostTextureLayer];
    Nodes [LostHierarchy, LostLod, LostMesh, MergedBones];
    NodeNames [LostNames, AlteredNames, LostHierarchy, TruncatedName];
    Hierarchy [LostHierarchy, MovedNodes];
    NodePlaces [LostHierarchy, RoundedKeys, RoundedVertices];
    // The solids of bones, and meshes without a material.
    Hidden [LostMesh, LostHierarchy, LostLod];
    Levels [LostLod];
    Clips [ResampledKeys, AdaptedKeys, LostKeys, AddedClips, TruncatedName];
    Looping [LostKeys, TruncatedName];
    Motion [RoundedKeys, RoundedVertices, ResampledKeys, AdaptedKeys, ReducedInfluences, MergedBones, LostKeys, LostShapes];
    NodeMotion [RoundedKeys, ResampledKeys, AdaptedKeys, MergedBones, LostHierarchy, LostKeys];
    Keys [RoundedKeys, ResampledKeys, AdaptedKeys, LostKeys, MovedNodes];
}

/// The extras that are written again, or say what fields say too.
const EXTRAS: &[&str] = &["bmd."];

retromesh_kit::coverage! {
    "positions" Full Full "rounded to the vertex form; the setting `max-error` chooses it";
    "normals" Full Full "in textured 64-bit vertices the position takes its place";
    "texture coordinates" Full Full "one set; old and current 128-bit layout are read";
    "vertex colours" Full Partial "written as the nearest of 256; with a bone only in 128 bits";
    "triangles, quads" Full Full "quads are written for target `spec`";
    "materials" Full Partial "a texture path or a flat colour";
    "levels of detail" Full Full "nodes with their scale; the engine draws the nearest";
    "bones" Full Full "written with axes parallel to the model's";
    "joint weights" Full Partial "one bone a vertex; the heaviest joint is kept";
    "pseudo-bones" Full No "read as weighted joints";
    "solids" Full Full "hidden nodes under their joint";
    "clips" Full Full "resampled to whole frames; scale keys for target `spec`";
    "keys of bone 0" No No "without effect in the engine";
}
