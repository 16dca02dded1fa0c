//! What the format is called, is written for and has a place for.

use crate::ID;
use crate::lint;
use crate::settings::Settings;
use retromesh_kit::settings::FormatSettings;
use retromesh_kit::{Clock, FormatInfo, Target, Unused};

/// The names and abilities of the format.
pub(crate) static INFO: FormatInfo = FormatInfo::new(ID, "DirectX", &["x"])
    .targets(&[
        Target::new("luanti", "Luanti (Minetest) and Irrlicht").counting_parts().by_extension(),
        Target::new("blitz3d", "Blitz3D, which reads no skins").by_extension(),
        Target::new("assimp", "assimp and what reads through it"),
    ])
    .holds(HOLDS)
    .bones_per_vertex(usize::MAX)
    .images(lint::IMAGES)
    .extras(EXTRAS)
    .unused(&[Unused::Materials])
    .coverage(COVERAGE)
    .rules(lint::RULES)
    .settings(Settings::DECLARED)
    // Luanti and Blitz3D count the keys of a file as they are.
    .clock(Clock::Frames { first: 0.0 });

retromesh_kit::holds! {
    // Matrices are affine.
    Positions [ApproximatedTransform];
    Winding;
    // Readers fan out polygons; others become triangles.
    Polygons [TriangulatedFaces];
    Normals [NormalizedNormals];
    TextureCoordinates;
    // Two sets.
    FurtherUvSets [LostUvSet];
    VertexColors;
    VertexAlpha;
    // Not for Blitz3D.
    Skin [LostSkin];
    SkinWeights [LostSkin];
    Materials;
    MaterialNames [NamesMadeUnique, AlteredNames];
    BaseColor;
    Opacity;
    Blending [ApproximatedBlend];
    Emission;
    // A power, and a colour that is always there.
    Gloss [ApproximatedMaterial];
    Shading [ApproximatedMaterial];
    BaseTexture [LostTextureLayer];
    // One of colour and one of normals.
    FurtherLayers [LostTextureLayer];
    // Hidden meshes are left out, their frames stay.
    Nodes [LostMesh, LostLod];
    NodeNames [NamesMadeUnique, AlteredNames];
    Hierarchy;
    NodePlaces [ApproximatedTransform];
    NodeAxes [ApproximatedTransform];
    Clips [JoinedAnimations, ResampledKeys, AdaptedKeys, LostKeys, AlteredNames];
    Looping [JoinedAnimations];
    Motion [ResampledKeys, AdaptedKeys, LostSkin, JoinedAnimations, LostKeys];
    NodeMotion [ResampledKeys, AdaptedKeys, JoinedAnimations, LostKeys, ApproximatedTransform];
    Keys [ResampledKeys, AdaptedKeys, JoinedAnimations, LostKeys];
}

/// The extras that are written again, or say what fields say too.
const EXTRAS: &[&str] = &["x."];

retromesh_kit::coverage! {
    "header" Full Partial "text, binary, and both packed; texts are written";
    "templates" No Partial "the built-in layouts count; those that Direct3D itself has not are written";
    "`Frame`, `FrameTransformMatrix`" Full Full "nodes";
    "`Mesh`" Full Full "polygons stay polygons; also outside frames, several in one, referred to by several; cut at 65,535 vertices but for assimp";
    "`MeshNormals`" Full Full "a vertex for each pair of a position and a normal; further ones come last";
    "`MeshTextureCoords`" Full Full "UV sets; several are written for assimp only";
    "`MeshVertexColors`" Full Full "vertices without one are white";
    "`DeclData`, `FVFData`" Partial Partial "UV sets, normals, tangents, one colour set; the second UV set is written as `FVFData`";
    "`MeshMaterialList`" Full Full "parts; one number for all faces is allowed";
    "`Material`" Full Full "a power of 128 is full gloss; others are in `x.power` where they do not fit";
    "`TextureFilename`, `NormalmapFilename`" Full Full "images as authored; doubled backslashes are single ones; file names are written";
    "`SkinWeights`" Full Full "a skeleton a mesh; bones by the name of their frame";
    "`XSkinMeshHeader`" No Full "can be counted";
    "`VertexDuplicationIndices`" No No "vertices in one place say the same";
    "`AnimationSet`, `Animation`" Full Full "an animation each; one for all is written for Luanti";
    "`AnimationKey`" Full Full "rotation, scale, position; matrices are taken apart";
    "`AnimTicksPerSecond`" Full Full "without it 4800, or 25 where times are frames";
    "`AnimationOptions`" No No "reported";
    "other objects" No No "reported by type; kept by the document";
}
