//! What the format is called, is written for and has a place for.

use crate::lint::{IMAGES, RULES};
use crate::{ID, TARGET};
use retromesh_core::properties::PREFIX;
use retromesh_kit::{FormatInfo, Target};

/// The names and abilities of the format.
pub(crate) static INFO: FormatInfo = FormatInfo::new(ID, "RoomMesh", &["rmesh"])
    .targets(&[Target::new(TARGET, "SCP - Containment Breach")])
    .holds(HOLDS)
    .images(IMAGES)
    .extras(EXTRAS)
    .coverage(COVERAGE)
    .rules(RULES);

retromesh_kit::holds! {
    // Numbers of 32 bits, in the unit of the game.
    Positions [ClampedValue, UnitNotStored, LostVertices];
    Winding;
    // No transforms of coordinates.
    TextureCoordinates [ApproximatedUvTransform];
    // Two sets.
    FurtherUvSets [LostUvSet];
    // Eight bits each.
    VertexColors [RoundedVertices, ClampedValue, LostColorSet, ApproximatedMaterial];
    Materials;
    // Those of their textures.
    MaterialNames [LostNames];
    // It goes into the colours of vertices.
    BaseColor [ApproximatedMaterial];
    Blending [ApproximatedMaterial, ApproximatedBlend];
    Shading [ApproximatedMaterial];
    DoubleSided [ApproximatedMaterial];
    BaseTexture;
    // A light map.
    FurtherLayers [LostTextureLayer, ApproximatedBlend];
    TextureOptions [ApproximatedMaterial];
    // One room with a flat list of what is in it.
    Nodes [LostHierarchy, LostMesh];
    NodeNames [LostNames, LostHierarchy];
    Hierarchy [LostHierarchy, FlattenedNodes];
    NodePlaces [LostHierarchy, UnitNotStored];
    NodeAxes [ApproximatedTransform, LostHierarchy];
    // Collision and trigger boxes.
    Hidden [LostMesh, LostHierarchy];
    Proxies [LostExtras];
    Lights [LostLight, ClampedValue, UnitNotStored];
}

/// The extras that are written again, or say what fields say too.
const EXTRAS: &[&str] = &["rmesh.", PREFIX, retromesh_core::extras::NODE_NAME];

retromesh_kit::coverage! {
    "header" Full Full "with trigger boxes where there are some";
    "surface" Full Full "a part of one mesh; split at 65,535 vertices";
    "light map" Full Full "a layer of the second UV set; `rmesh.flags` where unusual";
    "diffuse texture" Full Full "a layer of the first UV set; transparent by its flag";
    "positions, texture coordinates" Full Full "world transforms are applied";
    "vertex colours" Full Full "8 bits; materials' colours go into them";
    "hidden surfaces" Full Full "a hidden node of the class `field_hit`";
    "trigger boxes" Full Full "hidden nodes of the class `trigger`, named by event";
    "`light`, `spotlight`" Full Full "lights; exact texts and numbers in `entity.*`";
    "`model`" Full Full "a proxy with its place, turn and scale";
    "`waypoint`, `soundemitter`, `screen`, `playerstart`" Extras Full "nodes with `entity.*`";
    "`EOF`" Extras Full "`rmesh.no_end` where it is missing";
    "trailing bytes, entities after one of unknown kind" No No "kept in the document";
}
