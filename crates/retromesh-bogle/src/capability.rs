//! What the format is called, is written for and has a place for.

use crate::ID;
use crate::lint::RULES;
use crate::settings::Settings;
use retromesh_core::Code::{
    AlteredNames, ApproximatedMaterial, ApproximatedTransform, BakedRestPose, ClampedValue, FlattenedNodes, LostCamera,
    LostKeys, LostNames, LostShapes, LostTextureLayer, MergedBones, NormalizedNormals, ReducedInfluences, RenamedFile,
    ResampledKeys,
};
use retromesh_kit::Feature::{
    AmbientColor, AmbientLight, BaseColor, BaseTexture, Blending, Cameras, Clips, Emission, FurtherLayers, Gloss,
    Hidden, Hierarchy, Keys, Lights, Looping, MaterialNames, Materials, Motion, NodeAxes, NodeMotion, NodeNames,
    NodePlaces, Nodes, Normals, Opacity, Positions, Skin, SkinWeights, Tangents, TextureCoordinates, Winding,
};
use retromesh_kit::settings::FormatSettings;
use retromesh_kit::{Coverage, FormatInfo, Held, Support, Target, Unused};

/// The names and abilities of the format.
pub(crate) static INFO: FormatInfo = FormatInfo::new(ID, "BOGLE", &["bgl"])
    .targets(&[
        Target::new("thirty", "the thirty engine of 2020: everything in one file (L15)"),
        Target::new("thirty-l16", "the thirty engine of 2022: geometry in files of its own (L16)"),
    ])
    .holds(HOLDS)
    .bones_per_vertex(3)
    .images(&["png"])
    .extras(EXTRAS)
    .unused(&[Unused::Meshes, Unused::Materials, Unused::Cameras, Unused::Lights])
    .coverage(COVERAGE)
    .rules(RULES)
    .settings(Settings::DECLARED);

/// What of a scene the format holds.
const HOLDS: &[Held] = &[
    (Positions, &[]),
    (Winding, &[]),
    (Normals, &[NormalizedNormals]),
    (Tangents, &[BakedRestPose]),
    (TextureCoordinates, &[]),
    // What never turns is joined where the engine's shader has no room.
    (Skin, &[MergedBones]),
    (SkinWeights, &[ReducedInfluences]),
    (Materials, &[]),
    // ASCII.
    (MaterialNames, &[AlteredNames]),
    (BaseColor, &[]),
    (Opacity, &[]),
    (Blending, &[ApproximatedMaterial]),
    (Emission, &[]),
    (Gloss, &[ApproximatedMaterial]),
    (AmbientColor, &[]),
    (BaseTexture, &[AlteredNames, RenamedFile]),
    // One slot a role, and not for all roles.
    (FurtherLayers, &[LostTextureLayer]),
    (Nodes, &[MergedBones]),
    // Bones have numbers for names.
    (NodeNames, &[AlteredNames, LostNames]),
    (Hierarchy, &[FlattenedNodes, MergedBones]),
    // Bones rest as they are bound.
    (NodePlaces, &[BakedRestPose]),
    (NodeAxes, &[BakedRestPose, ApproximatedTransform]),
    (Hidden, &[]),
    (Cameras, &[ClampedValue, LostCamera]),
    (Lights, &[ClampedValue]),
    (AmbientLight, &[]),
    // Bones move, nodes do not.
    (Clips, &[ResampledKeys, LostKeys]),
    (Looping, &[LostKeys]),
    (Motion, &[ResampledKeys, LostKeys, LostShapes]),
    (NodeMotion, &[ResampledKeys, LostKeys, BakedRestPose]),
    (Keys, &[ResampledKeys, LostKeys, MergedBones]),
];

/// The keys of extras that are written again.
const EXTRAS: &[&str] = &[
    "bgl.alpha_threshold",
    "bgl.alphas",
    "bgl.angle",
    "bgl.attenuation",
    "bgl.bump_intensity",
    "bgl.color_alpha",
    "bgl.height",
    "bgl.index_of_refraction",
    "bgl.layout",
    "bgl.main",
    "bgl.material",
    "bgl.reflectance",
    "bgl.refraction",
    "bgl.specular_power",
    "bgl.specular_scale",
    "bgl.type",
    "bgl.width",
];

/// What of the format reaches the scene, one row a structure or field.
const COVERAGE: &[Coverage] = &[
    Coverage::new("layouts L1 to L14", Support::Full, Support::No, "detected by structure; written as L15"),
    Coverage::new("layout L15", Support::Full, Support::Full, ""),
    Coverage::new("layout L16 and its .bgg files", Support::Full, Support::Full, "target `thirty-l16`"),
    Coverage::new("ambient light", Support::Full, Support::Full, "`Scene::ambient`; L5 and later"),
    Coverage::new("skybox name", Support::Extras, Support::No, "L10 to L12"),
    Coverage::new("camera lens and clip planes", Support::Full, Support::Full, "the angle of view is the vertical one"),
    Coverage::new(
        "camera type, screen size, main flag",
        Support::Extras,
        Support::Partial,
        "written: type 0, exactly one main camera",
    ),
    Coverage::new(
        "positions, UVs, normals, triangles",
        Support::Full,
        Support::Full,
        "one UV set; polygons are cut into triangles",
    ),
    Coverage::new(
        "tangents and binormals",
        Support::Full,
        Support::Full,
        "binormals as a sign; computed by MikkTSpace where absent",
    ),
    Coverage::new(
        "bones and weights of vertices",
        Support::Full,
        Support::Full,
        "float and integer numbers read; three largest weights written",
    ),
    Coverage::new(
        "material colours, opacity, blending",
        Support::Full,
        Support::Full,
        "alphas of the four colours in the extras",
    ),
    Coverage::new(
        "material factors",
        Support::Extras,
        Support::Full,
        "specular power, reflectance, refraction, bump, threshold",
    ),
    Coverage::new("eight textures", Support::Full, Support::Full, "normal and bump exclude each other in writing"),
    Coverage::new(
        "spot, directional and point lights",
        Support::Full,
        Support::Full,
        "attenuation as range and in the extras",
    ),
    Coverage::new(
        "skeletons",
        Support::Full,
        Support::Full,
        "a copy for each instance; bones have no names; helpers are written for bones that turn, and read as part of them",
    ),
    Coverage::new("bone rotations", Support::Full, Support::Full, "resampled where the source is not linear"),
    Coverage::new("translation of the first root bone", Support::Full, Support::Full, "of other bones: lost"),
    Coverage::new("instances and matrices", Support::Full, Support::Full, "parts of a mesh become child instances"),
    Coverage::new("scene tree", Support::Full, Support::Full, "at most 256 levels; repeated nodes are placed once"),
    Coverage::new("unplaced instances", Support::Full, Support::Full, "hidden root nodes"),
    Coverage::new("lights and cameras of L4 and L5", Support::Full, Support::No, "root nodes"),
];
