//! What the format is called, is written for and has a place for.

use crate::ID;
use crate::lint;
use retromesh_core::Code::{
    AlteredNames, ApproximatedBlend, ApproximatedMaterial, ApproximatedTransform, JoinedAnimations, LostKeys, LostLod,
    LostMesh, LostSkin, LostTextureLayer, LostUvSet, NamesMadeUnique, NormalizedNormals, ResampledKeys,
    TriangulatedFaces,
};
use retromesh_kit::Feature::{
    BaseColor, BaseTexture, Blending, Clips, Emission, FurtherLayers, FurtherUvSets, Gloss, Hierarchy, Keys, Looping,
    MaterialNames, Materials, Motion, NodeAxes, NodeMotion, NodeNames, NodePlaces, Nodes, Normals, Opacity, Polygons,
    Positions, Shading, Skin, SkinWeights, TextureCoordinates, VertexAlpha, VertexColors, Winding,
};
use retromesh_kit::{Coverage, FormatInfo, Held, Support, Target, Unused};

/// The names and abilities of the format.
pub(crate) static INFO: FormatInfo = FormatInfo {
    id: ID,
    name: "DirectX",
    extensions: &["x"],
    writes: true,
    byte_exact: true,
    targets: &[
        Target::new("luanti", "Luanti (Minetest) and Irrlicht").counting_parts(),
        Target::new("blitz3d", "Blitz3D, which reads no skins"),
        Target::new("assimp", "assimp and what reads through it"),
    ],
    holds: HOLDS,
    bones_per_vertex: usize::MAX,
    images: lint::IMAGES,
    extras: EXTRAS,
    unused: &[Unused::Materials],
    coverage: COVERAGE,
    rules: lint::RULES,
    settings: &[],
};

/// What of a scene the format holds.
const HOLDS: &[Held] = &[
    // Matrices are affine.
    (Positions, &[ApproximatedTransform]),
    (Winding, &[]),
    // Readers fan out polygons; others become triangles.
    (Polygons, &[TriangulatedFaces]),
    (Normals, &[NormalizedNormals]),
    (TextureCoordinates, &[]),
    // Two sets.
    (FurtherUvSets, &[LostUvSet]),
    (VertexColors, &[]),
    (VertexAlpha, &[]),
    // Not for Blitz3D.
    (Skin, &[LostSkin]),
    (SkinWeights, &[LostSkin]),
    (Materials, &[]),
    (MaterialNames, &[NamesMadeUnique, AlteredNames]),
    (BaseColor, &[]),
    (Opacity, &[]),
    (Blending, &[ApproximatedBlend]),
    (Emission, &[]),
    // A power, and a colour that is always there.
    (Gloss, &[ApproximatedMaterial]),
    (Shading, &[ApproximatedMaterial]),
    (BaseTexture, &[LostTextureLayer]),
    // One of colour and one of normals.
    (FurtherLayers, &[LostTextureLayer]),
    // Hidden meshes are left out, their frames stay.
    (Nodes, &[LostMesh, LostLod]),
    (NodeNames, &[NamesMadeUnique, AlteredNames]),
    (Hierarchy, &[]),
    (NodePlaces, &[ApproximatedTransform]),
    (NodeAxes, &[ApproximatedTransform]),
    (Clips, &[JoinedAnimations, ResampledKeys, LostKeys, AlteredNames]),
    (Looping, &[JoinedAnimations]),
    (Motion, &[ResampledKeys, LostSkin, JoinedAnimations, LostKeys]),
    (NodeMotion, &[ResampledKeys, JoinedAnimations, LostKeys, ApproximatedTransform]),
    (Keys, &[ResampledKeys, JoinedAnimations, LostKeys]),
];

/// The extras that are written again, or say what fields say too.
const EXTRAS: &[&str] = &["x."];

/// What of the format reaches the scene, one row a structure or field.
const COVERAGE: &[Coverage] = &[
    Coverage::new("header", Support::Full, Support::Partial, "text, binary, and both packed; texts are written"),
    Coverage::new(
        "templates",
        Support::No,
        Support::Partial,
        "the built-in layouts count; those that Direct3D itself has not are written",
    ),
    Coverage::new("`Frame`, `FrameTransformMatrix`", Support::Full, Support::Full, "nodes"),
    Coverage::new(
        "`Mesh`",
        Support::Full,
        Support::Full,
        "polygons stay polygons; also outside frames, several in one, referred to by several; cut at 65,535 vertices but for assimp",
    ),
    Coverage::new(
        "`MeshNormals`",
        Support::Full,
        Support::Full,
        "a vertex for each pair of a position and a normal; further ones come last",
    ),
    Coverage::new("`MeshTextureCoords`", Support::Full, Support::Full, "UV sets; several are written for assimp only"),
    Coverage::new("`MeshVertexColors`", Support::Full, Support::Full, "vertices without one are white"),
    Coverage::new(
        "`DeclData`, `FVFData`",
        Support::Partial,
        Support::Partial,
        "UV sets, normals, tangents, one colour set; the second UV set is written as `FVFData`",
    ),
    Coverage::new("`MeshMaterialList`", Support::Full, Support::Full, "parts; one number for all faces is allowed"),
    Coverage::new(
        "`Material`",
        Support::Full,
        Support::Full,
        "a power of 128 is full gloss; others are in `x.power` where they do not fit",
    ),
    Coverage::new(
        "`TextureFilename`, `NormalmapFilename`",
        Support::Full,
        Support::Full,
        "images as authored; doubled backslashes are single ones; file names are written",
    ),
    Coverage::new("`SkinWeights`", Support::Full, Support::Full, "a skeleton a mesh; bones by the name of their frame"),
    Coverage::new("`XSkinMeshHeader`", Support::No, Support::Full, "can be counted"),
    Coverage::new("`VertexDuplicationIndices`", Support::No, Support::No, "vertices in one place say the same"),
    Coverage::new(
        "`AnimationSet`, `Animation`",
        Support::Full,
        Support::Full,
        "an animation each; one for all is written for Luanti",
    ),
    Coverage::new(
        "`AnimationKey`",
        Support::Full,
        Support::Full,
        "rotation, scale, position; matrices are taken apart",
    ),
    Coverage::new(
        "`AnimTicksPerSecond`",
        Support::Full,
        Support::Full,
        "without it 4800, or 25 where times are frames",
    ),
    Coverage::new("`AnimationOptions`", Support::No, Support::No, "reported"),
    Coverage::new("other objects", Support::No, Support::No, "reported by type; kept by the document"),
];
