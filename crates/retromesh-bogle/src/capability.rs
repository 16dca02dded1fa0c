//! What the format is called, is written for and has a place for.

use crate::ID;
use crate::lint::RULES;
use crate::settings::Settings;
use retromesh_kit::settings::FormatSettings;
use retromesh_kit::{FormatInfo, Target, Unused};

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

retromesh_kit::holds! {
    Positions;
    Winding;
    Normals [NormalizedNormals];
    Tangents [BakedRestPose];
    TextureCoordinates;
    // What never turns is joined where the engine's shader has no room.
    Skin [MergedBones];
    SkinWeights [ReducedInfluences];
    Materials;
    // ASCII.
    MaterialNames [AlteredNames];
    BaseColor;
    Opacity;
    Blending [ApproximatedMaterial];
    Emission;
    Gloss [ApproximatedMaterial];
    AmbientColor;
    BaseTexture [AlteredNames, RenamedFile];
    // One slot a role, and not for all roles.
    FurtherLayers [LostTextureLayer];
    Nodes [MergedBones];
    // Bones have numbers for names.
    NodeNames [AlteredNames, LostNames];
    Hierarchy [FlattenedNodes, MergedBones];
    // Bones rest as they are bound.
    NodePlaces [BakedRestPose];
    NodeAxes [BakedRestPose, ApproximatedTransform];
    Hidden;
    Cameras [ClampedValue, LostCamera];
    Lights [ClampedValue];
    AmbientLight;
    // Bones move, nodes do not.
    Clips [ResampledKeys, AdaptedKeys, LostKeys];
    Looping [LostKeys];
    Motion [ResampledKeys, AdaptedKeys, LostKeys, LostShapes];
    NodeMotion [ResampledKeys, AdaptedKeys, LostKeys, BakedRestPose];
    Keys [ResampledKeys, AdaptedKeys, LostKeys, MergedBones];
}

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

retromesh_kit::coverage! {
    "layouts L1 to L14" Full No "detected by structure; written as L15";
    "layout L15" Full Full "";
    "layout L16 and its .bgg files" Full Full "target `thirty-l16`";
    "ambient light" Full Full "`Scene::ambient`; L5 and later";
    "skybox name" Extras No "L10 to L12";
    "camera lens and clip planes" Full Full "the angle of view is the vertical one";
    "camera type, screen size, main flag" Extras Partial "written: type 0, exactly one main camera";
    "positions, UVs, normals, triangles" Full Full "one UV set; polygons are cut into triangles";
    "tangents and binormals" Full Full "binormals as a sign; computed by MikkTSpace where absent";
    "bones and weights of vertices" Full Full "float and integer numbers read; three largest weights written";
    "material colours, opacity, blending" Full Full "alphas of the four colours in the extras";
    "material factors" Extras Full "specular power, reflectance, refraction, bump, threshold";
    "eight textures" Full Full "normal and bump exclude each other in writing";
    "spot, directional and point lights" Full Full "attenuation as range and in the extras";
    "skeletons" Full Full "a copy for each instance; bones have no names; helpers are written for bones that turn, and read as part of them";
    "bone rotations" Full Full "resampled where the source is not linear";
    "translation of the first root bone" Full Full "of other bones: lost";
    "instances and matrices" Full Full "parts of a mesh become child instances";
    "scene tree" Full Full "at most 256 levels; repeated nodes are placed once";
    "unplaced instances" Full Full "hidden root nodes";
    "lights and cameras of L4 and L5" Full No "root nodes";
}
