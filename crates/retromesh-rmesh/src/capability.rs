//! What the format is called, is written for and has a place for.

use crate::lint::{IMAGES, RULES};
use crate::{ID, TARGET};
use retromesh_core::Code::{
    ApproximatedBlend, ApproximatedMaterial, ApproximatedTransform, ApproximatedUvTransform, ClampedValue,
    FlattenedNodes, LostColorSet, LostExtras, LostHierarchy, LostLight, LostMesh, LostNames, LostTextureLayer,
    LostUvSet, RoundedVertices, UnitNotStored,
};
use retromesh_core::properties::PREFIX;
use retromesh_kit::Feature::{
    BaseColor, BaseTexture, Blending, DoubleSided, FurtherLayers, FurtherUvSets, Hidden, Hierarchy, Lights,
    MaterialNames, Materials, NodeAxes, NodeNames, NodePlaces, Nodes, Positions, Proxies, Shading, TextureCoordinates,
    TextureOptions, VertexColors, Winding,
};
use retromesh_kit::{Coverage, FormatInfo, Held, Support, Target};

/// The names and abilities of the format.
pub(crate) static INFO: FormatInfo = FormatInfo {
    id: ID,
    name: "RoomMesh",
    extensions: &["rmesh"],
    writes: true,
    byte_exact: true,
    targets: &[Target::new(TARGET, "SCP - Containment Breach")],
    holds: HOLDS,
    bones_per_vertex: 0,
    images: IMAGES,
    extras: EXTRAS,
    unused: &[],
    coverage: COVERAGE,
    rules: RULES,
    settings: &[],
};

/// What of a scene the format holds.
const HOLDS: &[Held] = &[
    // Numbers of 32 bits, in the unit of the game.
    (Positions, &[ClampedValue, UnitNotStored]),
    (Winding, &[]),
    // No transforms of coordinates.
    (TextureCoordinates, &[ApproximatedUvTransform]),
    // Two sets.
    (FurtherUvSets, &[LostUvSet]),
    // Eight bits each.
    (VertexColors, &[RoundedVertices, ClampedValue, LostColorSet, ApproximatedMaterial]),
    (Materials, &[]),
    // Those of their textures.
    (MaterialNames, &[LostNames]),
    // It goes into the colours of vertices.
    (BaseColor, &[ApproximatedMaterial]),
    (Blending, &[ApproximatedMaterial, ApproximatedBlend]),
    (Shading, &[ApproximatedMaterial]),
    (DoubleSided, &[ApproximatedMaterial]),
    (BaseTexture, &[]),
    // A light map.
    (FurtherLayers, &[LostTextureLayer, ApproximatedBlend]),
    (TextureOptions, &[ApproximatedMaterial]),
    // One room with a flat list of what is in it.
    (Nodes, &[LostHierarchy, LostMesh]),
    (NodeNames, &[LostNames, LostHierarchy]),
    (Hierarchy, &[LostHierarchy, FlattenedNodes]),
    (NodePlaces, &[LostHierarchy, UnitNotStored]),
    (NodeAxes, &[ApproximatedTransform, LostHierarchy]),
    // Collision and trigger boxes.
    (Hidden, &[LostMesh, LostHierarchy]),
    (Proxies, &[LostExtras]),
    (Lights, &[LostLight, ClampedValue, UnitNotStored]),
];

/// The extras that are written again, or say what fields say too.
const EXTRAS: &[&str] = &["rmesh.", PREFIX, retromesh_core::extras::NODE_NAME];

/// What of the format reaches the scene, one row a structure or field.
const COVERAGE: &[Coverage] = &[
    Coverage::new("header", Support::Full, Support::Full, "with trigger boxes where there are some"),
    Coverage::new("surface", Support::Full, Support::Full, "a part of one mesh; split at 65,535 vertices"),
    Coverage::new(
        "light map",
        Support::Full,
        Support::Full,
        "a layer of the second UV set; `rmesh.flags` where unusual",
    ),
    Coverage::new(
        "diffuse texture",
        Support::Full,
        Support::Full,
        "a layer of the first UV set; transparent by its flag",
    ),
    Coverage::new("positions, texture coordinates", Support::Full, Support::Full, "world transforms are applied"),
    Coverage::new("vertex colours", Support::Full, Support::Full, "8 bits; materials' colours go into them"),
    Coverage::new("hidden surfaces", Support::Full, Support::Full, "a hidden node of the class `field_hit`"),
    Coverage::new("trigger boxes", Support::Full, Support::Full, "hidden nodes of the class `trigger`, named by event"),
    Coverage::new(
        "`light`, `spotlight`",
        Support::Full,
        Support::Full,
        "lights; exact texts and numbers in `entity.*`",
    ),
    Coverage::new("`model`", Support::Full, Support::Full, "a proxy with its place, turn and scale"),
    Coverage::new(
        "`waypoint`, `soundemitter`, `screen`, `playerstart`",
        Support::Extras,
        Support::Full,
        "nodes with `entity.*`",
    ),
    Coverage::new("`EOF`", Support::Extras, Support::Full, "`rmesh.no_end` where it is missing"),
    Coverage::new(
        "trailing bytes, entities after one of unknown kind",
        Support::No,
        Support::No,
        "kept in the document",
    ),
];
