//! What the format is called, is written for and has a place for.

use crate::ID;
use crate::lint;
use crate::settings::Settings;
use retromesh_core::extras::MULTIPLY_COLORS;
use retromesh_core::properties::PREFIX;
use retromesh_kit::settings::FormatSettings;
use retromesh_kit::{FormatInfo, Target, Unused};

/// The names and abilities of the format.
pub(crate) static INFO: FormatInfo = FormatInfo::new(ID, "Blitz3D", &["b3d"])
    .targets(&[
        Target::new("blitz3d", "Blitz3D and its successors; the safest superset of all readers").by_extension(),
        Target::new("luanti", "Luanti (Minetest) and its tools").counting_parts().by_extension(),
        Target::new("openb3d", "OpenB3D and MiniB3D"),
        Target::for_checks("assimp", "assimp and what reads through it; for checks and repairs only"),
        Target::for_checks("modlib", "modlib of Luanti; for checks and repairs only"),
    ])
    .holds(HOLDS)
    .bones_per_vertex(4)
    .images(lint::IMAGES)
    .extras(EXTRAS)
    .unused(&[Unused::Materials, Unused::Textures])
    .coverage(COVERAGE)
    .rules(lint::RULES)
    .settings(Settings::DECLARED);

retromesh_kit::holds! {
    // It has no unit.
    Positions [UnitNotStored];
    Winding;
    Normals [NormalizedNormals, FilledVertices];
    TextureCoordinates;
    // Two sets.
    FurtherUvSets [LostUvSet];
    VertexColors;
    VertexAlpha;
    // Bones are those of one mesh: of its nodes, none is shared and none rests elsewhere.
    Skin [MovedNodes];
    SkinWeights [ReducedInfluences, NormalizedWeights, MovedNodes];
    Materials;
    MaterialNames [AlteredNames];
    // Where the colours of vertices are multiplied with it, it goes into these.
    BaseColor [ApproximatedMaterial];
    Opacity;
    // Masks have one cutoff.
    Blending [ApproximatedMaterial];
    // Shininess; a specular colour is white.
    Gloss [ApproximatedMaterial];
    // Where nothing blends, the alpha of vertices is left out.
    Shading [ApproximatedMaterial];
    DoubleSided;
    BaseTexture;
    // Eight slots, and not for all roles.
    FurtherLayers [LostTextureLayer, ApproximatedBlend];
    UvTransforms;
    TextureOptions [ApproximatedMaterial];
    Nodes [ShownNodes];
    NodeNames [NamesMadeUnique, AlteredNames];
    Hierarchy [MovedNodes];
    NodePlaces [MovedNodes, ApproximatedTransform, UnitNotStored];
    NodeAxes [MovedNodes, ApproximatedTransform];
    // Those that a node's name stands for, as in files of 3D World Studio.
    Hidden [LostMesh, ShownNodes];
    Proxies [LostExtras];
    Cameras [LostCamera];
    Lights [LostLight, ClampedValue, UnitNotStored];
    AmbientLight [LostLight];
    // Ends are on whole frames, and a clip that only blends shapes moves no node.
    Clips [ResampledKeys, AdaptedKeys, LostKeys];
    Looping;
    Motion [ResampledKeys, AdaptedKeys, ReducedInfluences, LostShapes];
    NodeMotion [ResampledKeys, AdaptedKeys, MovedNodes, ApproximatedTransform, LostKeys];
    Keys [ResampledKeys, AdaptedKeys, LostKeys, MovedNodes, BakedRestPose, JoinedAnimations];
}

/// The extras that are written again, or say what fields say too.
const EXTRAS: &[&str] = &["b3d.", MULTIPLY_COLORS, PREFIX];

retromesh_kit::coverage! {
    "version" Partial Full "another one than 1 is reported";
    "`TEXS` file" Full Partial "image path as authored; written by its name alone, as engines look next to the model";
    "`TEXS` flags" Full Full "alpha, wrap, mipmap, mapping, UV set of the layer; raw in `b3d.flags`";
    "`TEXS` blend" Full Full "layer blend; raw in `b3d.blend`";
    "`TEXS` position, scale, rotation" Full Full "UV transform, rotation first";
    "`BRUS` name, colour, alpha, shininess" Full Full "material; unused brushes too";
    "`BRUS` blend" Full Full "alpha mode and blend by the engine's rule; raw in `b3d.blend`";
    "`BRUS` fx" Full Full "shading switches; raw in `b3d.fx`";
    "`BRUS` textures" Full Full "layers with their slots, holes kept";
    "`NODE` name" Full Full "first line; a name of several lines is whole in `b3d.name`";
    "`NODE` name of 3D World Studio, gile[s], GaNDaLDF" Partial Extras "lights, cameras, ambient light, props, collision, triggers; the rest in `b3d.name`, which is written again";
    "`NODE` position, scale, rotation" Full Full "the quaternion is conjugated";
    "`MESH` brush" Full Partial "combined with the brush of each `TRIS`, as the engine does; written as -1";
    "`VRTS` positions, normals, colours" Full Full "";
    "`VRTS` texture coordinates" Full Partial "up to 8 sets; sets not of two numbers whole in `_UV_n`; two sets are written";
    "`TRIS`" Full Full "one part each; empty ones are left out";
    "`BONE`" Full Full "skeleton per mesh, all weights above zero, normalised; the four largest are written";
    "`KEYS`" Full Full "several add up, by component";
    "`ANIM`" Full Full "length and rate of the timeline; raw in `b3d.anim`";
    "`SEQS`" Full Full "clips";
    "`PIVO`" Extras Extras "`b3d.pivot`";
    "unknown chunks" Extras Extras "`b3d.chunk.<tag>`";
    "slack and trailing bytes" No No "reported; kept by the document";
}
