//! What the format is called, is written for and has a place for.

use crate::ID;
use crate::lint::RULES;
use crate::settings::Settings;
use retromesh_kit::settings::FormatSettings;
use retromesh_kit::{Clock, FormatInfo, Target, Unused};

/// The names and abilities of the format.
pub(crate) static INFO: FormatInfo = FormatInfo::new(ID, "glTF", &["glb", "gltf"])
    .byte_exact(false)
    .targets(&[
        Target::new("generic", "any glTF 2.0 reader"),
        Target::new("luanti", "Luanti (Minetest), times in seconds as its manual asks")
            .counting_parts()
            .supplying_images()
            .by_extension(),
        Target::new("luanti-frames", "Luanti, times in frames: calls of `set_animation` stay as for the b3d file")
            .counting_parts()
            .supplying_images()
            .by_extension(),
    ])
    .rules(RULES)
    .holds(HOLDS)
    .holds_images(true)
    .follows_links(true)
    .bones_per_vertex(usize::MAX)
    .unused(Unused::ALL)
    .coverage(COVERAGE)
    .settings(Settings::DECLARED)
    .clock(Clock::Seconds);

retromesh_kit::holds! {
    Positions;
    Winding;
    Polygons [TriangulatedFaces];
    Normals [NormalizedNormals];
    Tangents;
    TextureCoordinates;
    FurtherUvSets;
    VertexColors;
    VertexAlpha;
    FurtherColors;
    Attributes;
    FaceFlags;
    Selections;
    MorphTargets;
    VertexFrames;
    Skin;
    SkinWeights;
    Materials;
    MaterialNames;
    BaseColor;
    Opacity;
    Blending;
    Emission;
    Gloss;
    AmbientColor;
    MetallicRoughness;
    Shading;
    DoubleSided;
    BaseTexture;
    FurtherLayers;
    UvTransforms;
    TextureOptions;
    Nodes;
    NodeNames;
    Hierarchy;
    NodePlaces;
    NodeAxes;
    Hidden;
    Levels;
    Proxies;
    Cameras;
    Lights;
    AmbientLight;
    Clips;
    Looping;
    Motion;
    NodeMotion;
    // Rotations have one rule; another one is kept by keys between.
    Keys [ResampledKeys, AdaptedKeys];
    Extras;
}

retromesh_kit::coverage! {
    "nodes, names, TRS" Full Full "node numbers stay";
    "node matrices" Full Partial "a matrix with shear is written as the nearest TRS";
    "meshes and parts" Full Full "a part is a primitive; parts that use most of a mesh's vertices share its arrays";
    "triangle strips and fans" Full No "read as triangles; lists are written";
    "points and lines" Extras Full "parts without faces; strips and loops become lines";
    "polygons" Extras Extras "fanned out, or cut by ears; outlines in the extras";
    "normals, tangents, UV sets" Full Full "unit length on writing";
    "vertex colours" Full Full "COLOR_n where the material uses them, else `_COLOR_n`";
    "custom attributes" Full Full "";
    "joints and weights" Full Full "any number in sets of four";
    "morph targets" Full Full "names in `targetNames`";
    "vertex frames" Extras Full "morph targets with a weights animation";
    "skins" Full Full "";
    "animations" Full Full "step, linear, cubic spline; one a clip";
    "sparse and normalised accessors" Full Partial "whole numbers by option (`--quantize`), reported with the largest error";
    "materials" Partial Full "metallic-roughness, unlit; legacy facts in the extras";
    "texture layers" Full Extras "those without a slot in the extras";
    "texture transforms" Full Partial "KHR_texture_transform where exact, and in the extras";
    "images" Full Full "PNG, JPEG, WebP and KTX2 embedded, others linked";
    "meshopt compression" Full No "gltfpack compresses what is written";
    "instances" Full No "a node for each";
    "specular-glossiness" Full Extras "as the newer kind, and kept as it is";
    "further extensions of materials, variants" Extras Full "kept from glTF to glTF";
    "cameras" Full Full "";
    "lights" Full Full "KHR_lights_punctual";
    "levels of detail" Full Full "MSFT_lod, a second glTF scene, the extras";
    "selections, proxies, face flags" Extras Extras "";
    "extras" Full Full "";
    "meshes compressed by Draco" Full No "cargo feature `draco`";
    "other required extensions" No No "refused by name";
    "extensions that are not read" No No "reported by name";
    "further scenes" Full Full "what the shown one does not show is hidden in other formats";
    "copyright" Full Full "an extra of the scene";
}
