//! What the format is called, is written for and has a place for.

use crate::ID;
use crate::lint;
use retromesh_core::Code::{
    AlteredNames, ApproximatedBlend, ApproximatedMaterial, ApproximatedTransform, BakedRestPose, FilledVertices,
    JoinedAnimations, LostCamera, LostExtras, LostKeys, LostLight, LostMesh, LostShapes, LostTextureLayer, LostUvSet,
    MovedNodes, NamesMadeUnique, NormalizedNormals, NormalizedWeights, ReducedInfluences, ResampledKeys, ShownNodes,
    UnitNotStored,
};
use retromesh_core::properties::PREFIX;
use retromesh_kit::Feature::{
    AmbientLight, BaseColor, BaseTexture, Blending, Cameras, Clips, DoubleSided, FurtherLayers, FurtherUvSets, Gloss,
    Hidden, Hierarchy, Keys, Lights, Looping, MaterialNames, Materials, Motion, NodeAxes, NodeMotion, NodeNames,
    NodePlaces, Nodes, Normals, Opacity, Positions, Proxies, Shading, Skin, SkinWeights, TextureCoordinates,
    TextureOptions, UvTransforms, VertexAlpha, VertexColors, Winding,
};
use retromesh_kit::{Coverage, FormatInfo, Held, Support, Target, Unused};

/// The names and abilities of the format.
pub(crate) static INFO: FormatInfo = FormatInfo {
    id: ID,
    name: "Blitz3D",
    extensions: &["b3d"],
    writes: true,
    byte_exact: true,
    targets: &[
        Target::new("blitz3d", "Blitz3D and its successors; the safest superset of all readers"),
        Target::new("luanti", "Luanti (Minetest) and its tools").counting_parts(),
        Target::new("openb3d", "OpenB3D and MiniB3D"),
        Target::for_checks("assimp", "assimp and what reads through it; for checks and repairs only"),
        Target::for_checks("modlib", "modlib of Luanti; for checks and repairs only"),
    ],
    holds: HOLDS,
    bones_per_vertex: 4,
    images: lint::IMAGES,
    extras: EXTRAS,
    unused: &[Unused::Materials, Unused::Textures],
    coverage: COVERAGE,
    rules: lint::RULES,
    settings: &[],
};

/// What of a scene the format holds.
const HOLDS: &[Held] = &[
    // It has no unit.
    (Positions, &[UnitNotStored]),
    (Winding, &[]),
    (Normals, &[NormalizedNormals, FilledVertices]),
    (TextureCoordinates, &[]),
    // Two sets.
    (FurtherUvSets, &[LostUvSet]),
    (VertexColors, &[]),
    (VertexAlpha, &[]),
    // Bones are those of one mesh: of its nodes, none is shared and none rests elsewhere.
    (Skin, &[MovedNodes]),
    (SkinWeights, &[ReducedInfluences, NormalizedWeights, MovedNodes]),
    (Materials, &[]),
    (MaterialNames, &[AlteredNames]),
    (BaseColor, &[]),
    (Opacity, &[]),
    // Masks have one cutoff.
    (Blending, &[ApproximatedMaterial]),
    // Shininess; a specular colour is white.
    (Gloss, &[ApproximatedMaterial]),
    (Shading, &[]),
    (DoubleSided, &[]),
    (BaseTexture, &[]),
    // Eight slots, and not for all roles.
    (FurtherLayers, &[LostTextureLayer, ApproximatedBlend]),
    (UvTransforms, &[]),
    (TextureOptions, &[ApproximatedMaterial]),
    (Nodes, &[ShownNodes]),
    (NodeNames, &[NamesMadeUnique, AlteredNames]),
    (Hierarchy, &[MovedNodes]),
    (NodePlaces, &[MovedNodes, ApproximatedTransform, UnitNotStored]),
    (NodeAxes, &[MovedNodes, ApproximatedTransform]),
    // Those that a node's name stands for, as in files of 3D World Studio.
    (Hidden, &[LostMesh, ShownNodes]),
    (Proxies, &[LostExtras]),
    (Cameras, &[LostCamera]),
    (Lights, &[LostLight, UnitNotStored]),
    (AmbientLight, &[LostLight]),
    // Ends are on whole frames, and a clip that only blends shapes moves no node.
    (Clips, &[ResampledKeys, LostKeys]),
    (Looping, &[]),
    (Motion, &[ResampledKeys, ReducedInfluences, LostShapes]),
    (NodeMotion, &[ResampledKeys, MovedNodes, ApproximatedTransform, LostKeys]),
    (Keys, &[ResampledKeys, LostKeys, MovedNodes, BakedRestPose, JoinedAnimations]),
];

/// The extras that are written again, or say what fields say too.
const EXTRAS: &[&str] = &["b3d.", PREFIX];

/// What of the format reaches the scene, one row a structure or field.
const COVERAGE: &[Coverage] = &[
    Coverage::new("version", Support::Partial, Support::Full, "another one than 1 is reported"),
    Coverage::new("`TEXS` file", Support::Full, Support::Full, "image path as authored, slashes included"),
    Coverage::new(
        "`TEXS` flags",
        Support::Full,
        Support::Full,
        "alpha, wrap, mipmap, mapping, UV set of the layer; raw in `b3d.flags`",
    ),
    Coverage::new("`TEXS` blend", Support::Full, Support::Full, "layer blend; raw in `b3d.blend`"),
    Coverage::new("`TEXS` position, scale, rotation", Support::Full, Support::Full, "UV transform, rotation first"),
    Coverage::new(
        "`BRUS` name, colour, alpha, shininess",
        Support::Full,
        Support::Full,
        "material; unused brushes too",
    ),
    Coverage::new(
        "`BRUS` blend",
        Support::Full,
        Support::Full,
        "alpha mode and blend by the engine's rule; raw in `b3d.blend`",
    ),
    Coverage::new("`BRUS` fx", Support::Full, Support::Full, "shading switches; raw in `b3d.fx`"),
    Coverage::new("`BRUS` textures", Support::Full, Support::Full, "layers with their slots, holes kept"),
    Coverage::new(
        "`NODE` name",
        Support::Full,
        Support::Full,
        "first line; a name of several lines is whole in `b3d.name`",
    ),
    Coverage::new(
        "`NODE` name of 3D World Studio, gile[s], GaNDaLDF",
        Support::Partial,
        Support::Extras,
        "lights, cameras, ambient light, props, collision, triggers; the rest in `b3d.name`, which is written again",
    ),
    Coverage::new("`NODE` position, scale, rotation", Support::Full, Support::Full, "the quaternion is conjugated"),
    Coverage::new(
        "`MESH` brush",
        Support::Full,
        Support::Partial,
        "combined with the brush of each `TRIS`, as the engine does; written as -1",
    ),
    Coverage::new("`VRTS` positions, normals, colours", Support::Full, Support::Full, ""),
    Coverage::new(
        "`VRTS` texture coordinates",
        Support::Full,
        Support::Partial,
        "up to 8 sets; sets not of two numbers whole in `_UV_n`; two sets are written",
    ),
    Coverage::new("`TRIS`", Support::Full, Support::Full, "one part each; empty ones are left out"),
    Coverage::new(
        "`BONE`",
        Support::Full,
        Support::Full,
        "skeleton per mesh, all weights above zero, normalised; the four largest are written",
    ),
    Coverage::new("`KEYS`", Support::Full, Support::Full, "several add up, by component"),
    Coverage::new("`ANIM`", Support::Full, Support::Full, "length and rate of the timeline; raw in `b3d.anim`"),
    Coverage::new("`SEQS`", Support::Full, Support::Full, "clips"),
    Coverage::new("`PIVO`", Support::Extras, Support::Extras, "`b3d.pivot`"),
    Coverage::new("unknown chunks", Support::Extras, Support::Extras, "`b3d.chunk.<tag>`"),
    Coverage::new("slack and trailing bytes", Support::No, Support::No, "reported; kept by the document"),
];
