//! What of the two formats survives where.

use retromesh_core::{Coverage, Support};

const fn row(part: &'static str, import: Support, export: Support, notes: &'static str) -> Coverage {
    Coverage { part, import, export, notes }
}

/// The coverage table; everything of a file survives in the document, this is about the scene.
pub(crate) const COVERAGE: &[Coverage] = {
    use Support::{Extras, Full, No, Partial};
    &[
        row(
            "levels of detail",
            Full,
            Full,
            "one root node each, with role and resolution; those with a function are hidden",
        ),
        row("points and vertices", Full, Full, "vertices, and the editor's point of each in the attribute `_POINT`"),
        row("normals", Full, Full, "negated: both formats point them inward"),
        row("texture coordinates", Full, Full, "further UV sets are P3DM only"),
        row(
            "faces",
            Full,
            Full,
            "parts by texture, material and ODOL flags; faces of more than four corners become triangles",
        ),
        row("face flags", Full, Full, "`Part::face_flags`, as in MLOD"),
        row(
            "ODOL face flags",
            Partial,
            Partial,
            "alpha and clamping to materials, all in the extra `p3d.special`; computed on export",
        ),
        row("point flags, clip flags", Full, Full, "the attribute `_POINT_FLAGS`, as in MLOD"),
        row("textures", Full, Full, "image paths as authored"),
        row("materials (Arma)", Extras, Full, "the path in `p3d.material`; P3DM only"),
        row("sections", Partial, Full, "as parts; computed on export"),
        row("named selections", Full, Full, "with weights; `p3d.needs_sections` from ODOL"),
        row("named properties", Extras, Full, "`p3d.properties` of the level's node"),
        row("masses", Full, Full, "the attribute `_MASS`: that of the vertex's point"),
        row("frames, animations", Full, Full, "vertex frames with their times"),
        row("proxies", Full, Full, "child nodes with matrix and path; their triangles stay in the mesh, unseen"),
        row("sharp edges", Extras, Full, "`p3d.sharp_edges`: pairs of points"),
        row("mean colours", Extras, Full, "`p3d.color`, `p3d.color_top`"),
        row("model info", Extras, Partial, "in the scene's extras; computed on export"),
        row("editor state", No, No, "`#Selected#`, `#Hide#`, `#Lock#`"),
        row("unknown tags, default path", No, No, "kept by the document; reported when a scene is built"),
    ]
};
