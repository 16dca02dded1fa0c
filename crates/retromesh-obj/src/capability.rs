//! What the format is called, is written for and has a place for.

use crate::ID;
use retromesh_core::extras::{LINES, MULTIPLY_COLORS, POINTS};
use retromesh_kit::{FormatInfo, Target, Unused};

/// The names and abilities of the format.
pub(crate) static INFO: FormatInfo = FormatInfo::new(ID, "Wavefront OBJ", &["obj"])
    .byte_exact(false)
    .targets(&[Target::new(ID, "every program that reads OBJ")])
    .holds(HOLDS)
    .images(&["png", "jpg", "jpeg", "bmp", "tga"])
    .follows_links(true)
    .extras(EXTRAS)
    .unused(&[Unused::Materials])
    .coverage(COVERAGE);

retromesh_kit::holds! {
    Positions;
    Winding;
    Polygons;
    Normals;
    TextureCoordinates;
    VertexColors;
    Selections [LostSelection];
    Materials;
    MaterialNames [NamesMadeUnique, AlteredNames];
    BaseColor;
    Opacity;
    Blending [ApproximatedMaterial, ApproximatedBlend];
    Emission;
    Gloss;
    AmbientColor;
    MetallicRoughness;
    // What is unlit.
    Shading [ApproximatedMaterial];
    BaseTexture [LostTextureLayer];
    // One layer a role.
    FurtherLayers [LostTextureLayer, ApproximatedBlend];
    UvTransforms [ApproximatedUvTransform];
    TextureOptions [ApproximatedMaterial];
    // Objects are meshes that are where they are.
    NodeNames [LostHierarchy, NamesMadeUnique, AlteredNames];
}

/// The extras that are written again, or say what fields say too.
const EXTRAS: &[&str] = &["obj.", LINES, MULTIPLY_COLORS, POINTS];

retromesh_kit::coverage! {
    "`v` positions" Full Full "in their order; world positions when written";
    "`v` colours (x y z r g b)" Full Full "red, green, blue; alpha is read and not written";
    "`vt`" Full Full "u and v of one set";
    "`vn`" Full Full "computed from the faces for corners without one";
    "`f`" Full Full "polygons stay polygons; negative and forward indices";
    "`o`" Full Full "a root node with a mesh; written for each mesh node";
    "`g`" Full Full "selections of faces; up to 8 a face";
    "`s`" Full Full "selections of faces with `obj.smoothing`";
    "`usemtl`" Full Full "parts; names are made unique when written";
    "`mtllib`" Full Full "all files, names with blanks; one file is written";
    "`p`, `l`" Extras Full "parts without faces";
    "curves, surfaces" No No "a mesh has faces only";
    "display attributes, calls" No No "reported by keyword";
    "`Kd`, `d`, `Tr`" Full Full "base colour; `d` is written";
    "`Ka`, `Ks`, `Ke`" Full Full "ambient, specular, emissive";
    "`Ns`" Full Full "a thousandth is the gloss";
    "`Pr`, `Pm`" Full Full "roughness, metalness";
    "`illum`" Extras Full "model 0 is unlit; the number is `obj.illum`";
    "`map_Kd` and other textures" Full Full "by role; one texture a role is written";
    "`-o`, `-s`, `-clamp`" Full Full "offset and scale of u and v; wrap";
    "other texture options" Extras Full "`obj.options`, `obj.type`";
    "other material statements" Extras Full "`obj.<keyword>`";
}
