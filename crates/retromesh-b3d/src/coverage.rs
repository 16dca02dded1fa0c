//! What of the format reaches the scene.

use retromesh_core::{Coverage, Support};

const fn row(part: &'static str, import: Support, notes: &'static str) -> Coverage {
    Coverage { part, import, export: Support::No, notes }
}

/// One row per structure or field.
pub(crate) const COVERAGE: &[Coverage] = &[
    row("version", Support::Partial, "another one than 1 is reported"),
    row("`TEXS` file", Support::Full, "image path as authored, slashes included"),
    row("`TEXS` flags", Support::Full, "alpha, wrap, mipmap, mapping, UV set of the layer; raw in `b3d.flags`"),
    row("`TEXS` blend", Support::Full, "layer blend; raw in `b3d.blend`"),
    row("`TEXS` position, scale, rotation", Support::Full, "UV transform, rotation first"),
    row("`BRUS` name, colour, alpha, shininess", Support::Full, "material; unused brushes too"),
    row("`BRUS` blend", Support::Full, "alpha mode and blend by the engine's rule; raw in `b3d.blend`"),
    row("`BRUS` fx", Support::Full, "shading switches; raw in `b3d.fx`"),
    row("`BRUS` textures", Support::Full, "layers with their slots, holes kept"),
    row("`NODE` name", Support::Full, "first line; a name of several lines is whole in `b3d.name`"),
    row(
        "`NODE` name of 3D World Studio, gile[s], GaNDaLDF",
        Support::Partial,
        "lights, cameras, ambient light; the rest in `b3d.name`",
    ),
    row("`NODE` position, scale, rotation", Support::Full, "the quaternion is conjugated"),
    row("`MESH` brush", Support::Full, "combined with the brush of each `TRIS`, as the engine does"),
    row("`VRTS` positions, normals, colours", Support::Full, ""),
    row("`VRTS` texture coordinates", Support::Full, "up to 8 sets; sets not of two numbers whole in `_UV_n`"),
    row("`TRIS`", Support::Full, "one part each; empty ones are left out"),
    row("`BONE`", Support::Full, "skeleton per mesh, all weights above zero, normalised"),
    row("`KEYS`", Support::Full, "several add up, by component"),
    row("`ANIM`", Support::Full, "length and rate of the timeline; raw in `b3d.anim`"),
    row("`SEQS`", Support::Full, "clips"),
    row("`PIVO`", Support::Extras, "`b3d.pivot`"),
    row("unknown chunks", Support::Extras, "`b3d.chunk.<tag>`"),
    row("slack and trailing bytes", Support::No, "reported; kept by the document"),
];
