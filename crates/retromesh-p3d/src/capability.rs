//! What the format is called, is written for and has a place for.

use crate::ID;
use crate::lint;
use crate::settings::Settings;
use retromesh_core::Code::{
    AlteredNames, ApproximatedTransform, LostAttributes, LostHierarchy, LostLod, LostMesh, LostNames, LostShapes,
    LostTextureLayer, LostUvSet, TriangulatedFaces, TruncatedName,
};
use retromesh_kit::Feature::{
    Attributes, BaseTexture, FaceFlags, FurtherUvSets, Hidden, Hierarchy, Levels, MaterialNames, Materials,
    MorphTargets, NodeAxes, NodeNames, NodePlaces, Nodes, Normals, Polygons, Positions, Proxies, Selections,
    TextureCoordinates, VertexFrames, Winding,
};
use retromesh_kit::settings::FormatSettings;
use retromesh_kit::{Coverage, FormatInfo, Held, Support, Target};

/// The names and abilities of the format.
pub(crate) static INFO: FormatInfo = FormatInfo {
    id: ID,
    name: "Operation Flashpoint P3D",
    extensions: &["p3d"],
    writes: true,
    byte_exact: true,
    targets: &[
        Target::new("mlod", "MLOD with SP3X levels: O2 Light, Operation Flashpoint"),
        Target::new("p3dm", "MLOD with P3DM levels: Oxygen 2, Arma tools"),
        Target::new("odol7", "ODOL version 7: what Operation Flashpoint and Arma: Cold War Assault load"),
    ],
    holds: HOLDS,
    bones_per_vertex: 0,
    images: lint::IMAGES,
    extras: EXTRAS,
    unused: &[],
    coverage: COVERAGE,
    rules: lint::RULES,
    settings: Settings::DECLARED,
};

/// What of a scene the format holds.
const HOLDS: &[Held] = &[
    (Positions, &[]),
    (Winding, &[]),
    // Four corners at most.
    (Polygons, &[TriangulatedFaces]),
    (Normals, &[]),
    (TextureCoordinates, &[]),
    // SP3X has one, P3DM all.
    (FurtherUvSets, &[LostUvSet]),
    // Those of the editor's points.
    (Attributes, &[LostAttributes]),
    (FaceFlags, &[]),
    (Selections, &[]),
    // Each becomes a frame.
    (MorphTargets, &[LostShapes]),
    (VertexFrames, &[]),
    (Materials, &[]),
    // The path of the texture is the name.
    (MaterialNames, &[LostNames, TruncatedName]),
    // The path of a texture is all that there is of a material, and has a length.
    (BaseTexture, &[TruncatedName, LostTextureLayer]),
    // Levels of detail and proxies.
    (Nodes, &[LostHierarchy]),
    (NodeNames, &[LostNames]),
    (Hierarchy, &[LostHierarchy]),
    (NodePlaces, &[LostHierarchy]),
    (NodeAxes, &[LostHierarchy, ApproximatedTransform]),
    // Levels with a function.
    (Hidden, &[LostMesh, LostHierarchy]),
    (Levels, &[LostLod]),
    // A path without points, and a number where one is placed twice.
    (Proxies, &[AlteredNames]),
];

/// The extras that are written again, or say what fields say too.
const EXTRAS: &[&str] = &[
    "p3d.color",
    "p3d.color_top",
    "p3d.material",
    "p3d.needs_sections",
    "p3d.properties",
    "p3d.sharp_edges",
    "p3d.special",
];

/// What of the format reaches the scene, one row a structure or field.
const COVERAGE: &[Coverage] = &[
    Coverage::new(
        "levels of detail",
        Support::Full,
        Support::Full,
        "one root node each, with role and resolution; those with a function are hidden",
    ),
    Coverage::new(
        "points and vertices",
        Support::Full,
        Support::Full,
        "vertices, and the editor's point of each in the attribute `_POINT`",
    ),
    Coverage::new("normals", Support::Full, Support::Full, "negated: both formats point them inward"),
    Coverage::new("texture coordinates", Support::Full, Support::Full, "further UV sets are P3DM only"),
    Coverage::new(
        "faces",
        Support::Full,
        Support::Full,
        "parts by texture, material and ODOL flags; faces of more than four corners become triangles",
    ),
    Coverage::new("face flags", Support::Full, Support::Full, "`Part::face_flags`, as in MLOD"),
    Coverage::new(
        "ODOL face flags",
        Support::Partial,
        Support::Partial,
        "alpha and clamping to materials, all in the extra `p3d.special`; computed on export",
    ),
    Coverage::new("point flags, clip flags", Support::Full, Support::Full, "the attribute `_POINT_FLAGS`, as in MLOD"),
    Coverage::new("textures", Support::Full, Support::Full, "image paths as authored"),
    Coverage::new("materials (Arma)", Support::Extras, Support::Full, "the path in `p3d.material`; P3DM only"),
    Coverage::new("sections", Support::Partial, Support::Full, "as parts; computed on export"),
    Coverage::new("named selections", Support::Full, Support::Full, "with weights; `p3d.needs_sections` from ODOL"),
    Coverage::new("named properties", Support::Extras, Support::Full, "`p3d.properties` of the level's node"),
    Coverage::new("masses", Support::Full, Support::Full, "the attribute `_MASS`: that of the vertex's point"),
    Coverage::new("frames, animations", Support::Full, Support::Full, "vertex frames with their times"),
    Coverage::new(
        "proxies",
        Support::Full,
        Support::Full,
        "child nodes with matrix and path; their triangles stay in the mesh, unseen",
    ),
    Coverage::new("sharp edges", Support::Extras, Support::Full, "`p3d.sharp_edges`: pairs of points"),
    Coverage::new("mean colours", Support::Extras, Support::Full, "`p3d.color`, `p3d.color_top`"),
    Coverage::new("model info", Support::Extras, Support::Partial, "in the scene's extras; computed on export"),
    Coverage::new("editor state", Support::No, Support::No, "`#Selected#`, `#Hide#`, `#Lock#`"),
    Coverage::new(
        "unknown tags, default path",
        Support::No,
        Support::No,
        "kept by the document; reported when a scene is built",
    ),
];
