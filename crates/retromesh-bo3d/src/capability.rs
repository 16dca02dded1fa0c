//! What the format is called, is written for and has a place for.

use crate::lint::{IMAGES, RULES};
use crate::settings::Settings;
use crate::{ID, TARGET};
use retromesh_kit::settings::FormatSettings;
use retromesh_kit::{FormatInfo, Target};

/// The names and abilities of the format.
pub(crate) static INFO: FormatInfo = FormatInfo::new(ID, "bOGL", &["bo3d"])
    .targets(&[Target::new(TARGET, "the bOGL engine for BlitzPlus")])
    .holds(HOLDS)
    .bones_per_vertex(1)
    .images(IMAGES)
    .extras(EXTRAS)
    .coverage(COVERAGE)
    .rules(RULES)
    .settings(Settings::DECLARED);

retromesh_kit::holds! {
    // Skinned vertices are where their one bone puts them, which a skewed bone does not.
    Positions [ApproximatedTransform, ReducedInfluences];
    Winding;
    Normals [NormalizedNormals];
    // Transforms go into the coordinates: one for all layers.
    TextureCoordinates [ApproximatedUvTransform];
    // Eight bits each, and what the brush of a mesh leaves of them.
    VertexColors [ApproximatedMaterial, RoundedVertices, LostColorSet];
    Skin;
    // One joint a vertex.
    SkinWeights [ReducedInfluences];
    Materials;
    // Eight bits each.
    BaseColor [ApproximatedMaterial];
    Opacity;
    Blending [ApproximatedMaterial, ApproximatedBlend];
    Shading [ApproximatedMaterial];
    DoubleSided;
    BaseTexture;
    UvTransforms [ApproximatedUvTransform];
    TextureOptions [ApproximatedMaterial, LostTextureLayer];
    Nodes [LostLod, LostMesh];
    NodeNames [NamesMadeUnique];
    Hierarchy;
    NodePlaces [ApproximatedTransform];
    NodeAxes [ApproximatedTransform];
    // One timeline of whole frames without a rate and without names of ranges.
    Clips [RateNotStored, ResampledKeys, AdaptedKeys, JoinedAnimations, LostKeys];
    // The program says what repeats.
    Looping [RateNotStored, JoinedAnimations, LostKeys];
    Motion [ResampledKeys, AdaptedKeys, ReducedInfluences, JoinedAnimations, LostKeys, LostShapes];
    NodeMotion [ResampledKeys, AdaptedKeys, ApproximatedTransform, JoinedAnimations, LostKeys];
    Keys [RateNotStored, ResampledKeys, AdaptedKeys, JoinedAnimations, LostKeys];
}

/// The extras that are written again, or say what fields say too.
const EXTRAS: &[&str] = &["bo3d."];

retromesh_kit::coverage! {
    "header: version, list length" No Full "written as 100 and exact";
    "vertex float width" Full Full "32 bits unless asked: 16, or automatic by error";
    "hierarchy" Full Full "parents that the engine ignores become the first entity";
    "name" Full Full "UTF-8 or Windows-1252; written as UTF-8, animated ones made unique";
    "position, scale, rotation" Full Full "scales are baked where that is exact";
    "keyframes" Full Full "three channels an entity; other interpolation is refined";
    "animation length" Extras Full "`bo3d.length`";
    "frame rate" No No "not in the format: 30 is assumed, and the source's is reported";
    "several animations" No Partial "not in the format: put one after another";
    "texture coordinates" Full Full "one set; texture transforms are baked";
    "normals" Full Full "written with unit length, made from faces where there are none";
    "vertex colours" Full Full "red, green, blue; written where the material uses them";
    "triangles" Full Full "meshes are split by material and at 65,536 vertices";
    "texture" Full Partial "one a mesh, by file name; other layers are lost";
    "colour and alpha" Full Full "both byte orders are read; the engine ignores the colour";
    "effects" Full Full "bits without a field travel as `bo3d.fx`";
    "bones" Full Partial "one joint a vertex: the heaviest";
    "padding, slack, trailing bytes" No No "kept in the document";
}
