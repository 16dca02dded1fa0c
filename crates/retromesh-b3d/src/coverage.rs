//! What of the format reaches the scene.

use retromesh_core::{Coverage, Support};

const fn row(part: &'static str, import: Support, export: Support, notes: &'static str) -> Coverage {
    Coverage { part, import, export, notes }
}

/// One row per structure or field.
pub(crate) const COVERAGE: &[Coverage] = &[
    row("version", Support::Partial, Support::Full, "another one than 1 is reported"),
    row("`TEXS` file", Support::Full, Support::Full, "image path as authored, slashes included"),
    row(
        "`TEXS` flags",
        Support::Full,
        Support::Full,
        "alpha, wrap, mipmap, mapping, UV set of the layer; raw in `b3d.flags`",
    ),
    row("`TEXS` blend", Support::Full, Support::Full, "layer blend; raw in `b3d.blend`"),
    row("`TEXS` position, scale, rotation", Support::Full, Support::Full, "UV transform, rotation first"),
    row("`BRUS` name, colour, alpha, shininess", Support::Full, Support::Full, "material; unused brushes too"),
    row("`BRUS` blend", Support::Full, Support::Full, "alpha mode and blend by the engine's rule; raw in `b3d.blend`"),
    row("`BRUS` fx", Support::Full, Support::Full, "shading switches; raw in `b3d.fx`"),
    row("`BRUS` textures", Support::Full, Support::Full, "layers with their slots, holes kept"),
    row("`NODE` name", Support::Full, Support::Full, "first line; a name of several lines is whole in `b3d.name`"),
    row(
        "`NODE` name of 3D World Studio, gile[s], GaNDaLDF",
        Support::Partial,
        Support::Extras,
        "lights, cameras, ambient light; the rest in `b3d.name`, which is written again",
    ),
    row("`NODE` position, scale, rotation", Support::Full, Support::Full, "the quaternion is conjugated"),
    row(
        "`MESH` brush",
        Support::Full,
        Support::Partial,
        "combined with the brush of each `TRIS`, as the engine does; written as -1",
    ),
    row("`VRTS` positions, normals, colours", Support::Full, Support::Full, ""),
    row(
        "`VRTS` texture coordinates",
        Support::Full,
        Support::Partial,
        "up to 8 sets; sets not of two numbers whole in `_UV_n`; two sets are written",
    ),
    row("`TRIS`", Support::Full, Support::Full, "one part each; empty ones are left out"),
    row(
        "`BONE`",
        Support::Full,
        Support::Full,
        "skeleton per mesh, all weights above zero, normalised; the four largest are written",
    ),
    row("`KEYS`", Support::Full, Support::Full, "several add up, by component"),
    row("`ANIM`", Support::Full, Support::Full, "length and rate of the timeline; raw in `b3d.anim`"),
    row("`SEQS`", Support::Full, Support::Full, "clips"),
    row("`PIVO`", Support::Extras, Support::Extras, "`b3d.pivot`"),
    row("unknown chunks", Support::Extras, Support::Extras, "`b3d.chunk.<tag>`"),
    row("slack and trailing bytes", Support::No, Support::No, "reported; kept by the document"),
];
