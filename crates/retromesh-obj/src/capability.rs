//! What the format is called, is written for and has a place for.

use crate::ID;
use retromesh_core::Code::{
    AlteredNames, ApproximatedBlend, ApproximatedMaterial, ApproximatedUvTransform, LostHierarchy, LostSelection,
    LostTextureLayer, NamesMadeUnique,
};
use retromesh_core::extras::{LINES, MULTIPLY_COLORS, POINTS};
use retromesh_kit::Feature::{
    AmbientColor, BaseColor, BaseTexture, Blending, Emission, FurtherLayers, Gloss, MaterialNames, Materials,
    MetallicRoughness, NodeNames, Normals, Opacity, Polygons, Positions, Selections, Shading, TextureCoordinates,
    TextureOptions, UvTransforms, VertexColors, Winding,
};
use retromesh_kit::{Coverage, FormatInfo, Held, Support, Target, Unused};

/// The names and abilities of the format.
pub(crate) static INFO: FormatInfo = FormatInfo::new(ID, "Wavefront OBJ", &["obj"])
    .byte_exact(false)
    .targets(&[Target::new(ID, "every program that reads OBJ")])
    .holds(HOLDS)
    .images(&["png", "jpg", "jpeg", "bmp", "tga"])
    .extras(EXTRAS)
    .unused(&[Unused::Materials])
    .coverage(COVERAGE);

/// What of a scene the format holds.
const HOLDS: &[Held] = &[
    (Positions, &[]),
    (Winding, &[]),
    (Polygons, &[]),
    (Normals, &[]),
    (TextureCoordinates, &[]),
    (VertexColors, &[]),
    (Selections, &[LostSelection]),
    (Materials, &[]),
    (MaterialNames, &[NamesMadeUnique, AlteredNames]),
    (BaseColor, &[]),
    (Opacity, &[]),
    (Blending, &[ApproximatedMaterial, ApproximatedBlend]),
    (Emission, &[]),
    (Gloss, &[]),
    (AmbientColor, &[]),
    (MetallicRoughness, &[]),
    // What is unlit.
    (Shading, &[ApproximatedMaterial]),
    (BaseTexture, &[LostTextureLayer]),
    // One layer a role.
    (FurtherLayers, &[LostTextureLayer, ApproximatedBlend]),
    (UvTransforms, &[ApproximatedUvTransform]),
    (TextureOptions, &[ApproximatedMaterial]),
    // Objects are meshes that are where they are.
    (NodeNames, &[LostHierarchy, NamesMadeUnique, AlteredNames]),
];

/// The extras that are written again, or say what fields say too.
const EXTRAS: &[&str] = &["obj.", LINES, MULTIPLY_COLORS, POINTS];

/// What of the format reaches the scene, one row a structure or field.
const COVERAGE: &[Coverage] = &[
    Coverage::new("`v` positions", Support::Full, Support::Full, "in their order; world positions when written"),
    Coverage::new(
        "`v` colours (x y z r g b)",
        Support::Full,
        Support::Full,
        "red, green, blue; alpha is read and not written",
    ),
    Coverage::new("`vt`", Support::Full, Support::Full, "u and v of one set"),
    Coverage::new("`vn`", Support::Full, Support::Full, "computed from the faces for corners without one"),
    Coverage::new("`f`", Support::Full, Support::Full, "polygons stay polygons; negative and forward indices"),
    Coverage::new("`o`", Support::Full, Support::Full, "a root node with a mesh; written for each mesh node"),
    Coverage::new("`g`", Support::Full, Support::Full, "selections of faces; up to 8 a face"),
    Coverage::new("`s`", Support::Full, Support::Full, "selections of faces with `obj.smoothing`"),
    Coverage::new("`usemtl`", Support::Full, Support::Full, "parts; names are made unique when written"),
    Coverage::new("`mtllib`", Support::Full, Support::Full, "all files, names with blanks; one file is written"),
    Coverage::new("`p`, `l`", Support::Extras, Support::Full, "parts without faces"),
    Coverage::new("curves, surfaces", Support::No, Support::No, "a mesh has faces only"),
    Coverage::new("display attributes, calls", Support::No, Support::No, "reported by keyword"),
    Coverage::new("`Kd`, `d`, `Tr`", Support::Full, Support::Full, "base colour; `d` is written"),
    Coverage::new("`Ka`, `Ks`, `Ke`", Support::Full, Support::Full, "ambient, specular, emissive"),
    Coverage::new("`Ns`", Support::Full, Support::Full, "a thousandth is the gloss"),
    Coverage::new("`Pr`, `Pm`", Support::Full, Support::Full, "roughness, metalness"),
    Coverage::new("`illum`", Support::Extras, Support::Full, "model 0 is unlit; the number is `obj.illum`"),
    Coverage::new(
        "`map_Kd` and other textures",
        Support::Full,
        Support::Full,
        "by role; one texture a role is written",
    ),
    Coverage::new("`-o`, `-s`, `-clamp`", Support::Full, Support::Full, "offset and scale of u and v; wrap"),
    Coverage::new("other texture options", Support::Extras, Support::Full, "`obj.options`, `obj.type`"),
    Coverage::new("other material statements", Support::Extras, Support::Full, "`obj.<keyword>`"),
];
