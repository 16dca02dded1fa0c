//! What the format is called, is written for and has a place for.

use crate::lint::{IMAGES, RULES};
use crate::settings::Settings;
use crate::{ID, TARGET};
use retromesh_core::Code::{
    ApproximatedBlend, ApproximatedMaterial, ApproximatedTransform, ApproximatedUvTransform, JoinedAnimations,
    LostColorSet, LostKeys, LostLod, LostMesh, LostShapes, LostTextureLayer, NamesMadeUnique, NormalizedNormals,
    RateNotStored, ReducedInfluences, ResampledKeys, RoundedVertices,
};
use retromesh_kit::Feature::{
    BaseColor, BaseTexture, Blending, Clips, DoubleSided, Hierarchy, Keys, Looping, Materials, Motion, NodeAxes,
    NodeMotion, NodeNames, NodePlaces, Nodes, Normals, Opacity, Positions, Shading, Skin, SkinWeights,
    TextureCoordinates, TextureOptions, UvTransforms, VertexColors, Winding,
};
use retromesh_kit::settings::FormatSettings;
use retromesh_kit::{Coverage, FormatInfo, Held, Support, Target};

/// The names and abilities of the format.
pub(crate) static INFO: FormatInfo = FormatInfo {
    id: ID,
    name: "bOGL",
    extensions: &["bo3d"],
    writes: true,
    byte_exact: true,
    targets: &[Target::new(TARGET, "the bOGL engine for BlitzPlus")],
    holds: HOLDS,
    bones_per_vertex: 1,
    images: IMAGES,
    extras: EXTRAS,
    unused: &[],
    coverage: COVERAGE,
    rules: RULES,
    settings: Settings::DECLARED,
};

/// What of a scene the format holds.
const HOLDS: &[Held] = &[
    // Skinned vertices are where their one bone puts them, which a skewed bone does not.
    (Positions, &[ApproximatedTransform, ReducedInfluences]),
    (Winding, &[]),
    (Normals, &[NormalizedNormals]),
    // Transforms go into the coordinates: one for all layers.
    (TextureCoordinates, &[ApproximatedUvTransform]),
    // Eight bits each, and what the brush of a mesh leaves of them.
    (VertexColors, &[ApproximatedMaterial, RoundedVertices, LostColorSet]),
    (Skin, &[]),
    // One joint a vertex.
    (SkinWeights, &[ReducedInfluences]),
    (Materials, &[]),
    // Eight bits each.
    (BaseColor, &[ApproximatedMaterial]),
    (Opacity, &[]),
    (Blending, &[ApproximatedMaterial, ApproximatedBlend]),
    (Shading, &[ApproximatedMaterial]),
    (DoubleSided, &[]),
    (BaseTexture, &[]),
    (UvTransforms, &[ApproximatedUvTransform]),
    (TextureOptions, &[ApproximatedMaterial, LostTextureLayer]),
    (Nodes, &[LostLod, LostMesh]),
    (NodeNames, &[NamesMadeUnique]),
    (Hierarchy, &[]),
    (NodePlaces, &[ApproximatedTransform]),
    (NodeAxes, &[ApproximatedTransform]),
    // One timeline of whole frames without a rate and without names of ranges.
    (Clips, &[RateNotStored, ResampledKeys, JoinedAnimations, LostKeys]),
    // The program says what repeats.
    (Looping, &[RateNotStored, JoinedAnimations, LostKeys]),
    (Motion, &[ResampledKeys, ReducedInfluences, JoinedAnimations, LostKeys, LostShapes]),
    (NodeMotion, &[ResampledKeys, ApproximatedTransform, JoinedAnimations, LostKeys]),
    (Keys, &[RateNotStored, ResampledKeys, JoinedAnimations, LostKeys]),
];

/// The extras that are written again, or say what fields say too.
const EXTRAS: &[&str] = &["bo3d."];

/// What of the format reaches the scene, one row a structure or field.
const COVERAGE: &[Coverage] = &[
    Coverage::new("header: version, list length", Support::No, Support::Full, "written as 100 and exact"),
    Coverage::new(
        "vertex float width",
        Support::Full,
        Support::Full,
        "32 bits unless asked: 16, or automatic by error",
    ),
    Coverage::new("hierarchy", Support::Full, Support::Full, "parents that the engine ignores become the first entity"),
    Coverage::new(
        "name",
        Support::Full,
        Support::Full,
        "UTF-8 or Windows-1252; written as UTF-8, animated ones made unique",
    ),
    Coverage::new("position, scale, rotation", Support::Full, Support::Full, "scales are baked where that is exact"),
    Coverage::new(
        "keyframes",
        Support::Full,
        Support::Full,
        "three channels an entity; other interpolation is refined",
    ),
    Coverage::new("animation length", Support::Extras, Support::Full, "`bo3d.length`"),
    Coverage::new(
        "frame rate",
        Support::No,
        Support::No,
        "not in the format: 30 is assumed, and the source's is reported",
    ),
    Coverage::new("several animations", Support::No, Support::Partial, "not in the format: put one after another"),
    Coverage::new("texture coordinates", Support::Full, Support::Full, "one set; texture transforms are baked"),
    Coverage::new(
        "normals",
        Support::Full,
        Support::Full,
        "written with unit length, made from faces where there are none",
    ),
    Coverage::new(
        "vertex colours",
        Support::Full,
        Support::Full,
        "red, green, blue; written where the material uses them",
    ),
    Coverage::new("triangles", Support::Full, Support::Full, "meshes are split by material and at 65,536 vertices"),
    Coverage::new("texture", Support::Full, Support::Partial, "one a mesh, by file name; other layers are lost"),
    Coverage::new(
        "colour and alpha",
        Support::Full,
        Support::Full,
        "both byte orders are read; the engine ignores the colour",
    ),
    Coverage::new("effects", Support::Full, Support::Full, "bits without a field travel as `bo3d.fx`"),
    Coverage::new("bones", Support::Full, Support::Partial, "one joint a vertex: the heaviest"),
    Coverage::new("padding, slack, trailing bytes", Support::No, Support::No, "kept in the document"),
];
