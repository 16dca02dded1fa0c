//! What the format is called, is written for and has a place for.

use crate::ID;
use crate::convert::{EDITED_EDGES, SHARP_EDGES, UNLIKE_NORMALS};
use crate::import::EDITED;
use crate::lint;
use crate::settings::Settings;
use retromesh_core::extras::POINTS;
use retromesh_kit::settings::FormatSettings;
use retromesh_kit::{FormatInfo, Target};

/// The names and abilities of the format.
pub(crate) static INFO: FormatInfo = FormatInfo::new(ID, "Operation Flashpoint P3D", &["p3d"])
    .targets(&[
        Target::new("mlod", "MLOD with SP3X levels: O2 Light, Operation Flashpoint"),
        Target::new("p3dm", "MLOD with P3DM levels: Oxygen 2, Arma tools"),
        Target::new("odol7", "ODOL version 7: what Operation Flashpoint and Arma: Cold War Assault load")
            .storing_texture_facts(),
    ])
    .holds(HOLDS)
    .extras(EXTRAS)
    .coverage(COVERAGE)
    .rules(lint::RULES)
    .settings(Settings::DECLARED)
    .has_variants(true)
    .images(lint::IMAGES);

retromesh_kit::holds! {
    Positions;
    Winding;
    // Four corners at most.
    Polygons [TriangulatedFaces];
    Normals;
    TextureCoordinates;
    // SP3X has one, P3DM all.
    FurtherUvSets [LostUvSet];
    // Those of the editor's points.
    Attributes [LostAttributes];
    FaceFlags;
    Selections;
    // Each becomes a frame.
    MorphTargets [LostShapes];
    VertexFrames;
    Materials;
    // The path of the texture is the name.
    MaterialNames [LostNames, TruncatedName];
    // The path of a texture is all that there is of a material, and has a length.
    BaseTexture [TruncatedName, LostTextureLayer];
    // Of ODOL, where the texture and its coordinates say the same.
    Blending [ApproximatedBlend];
    TextureOptions [ApproximatedMaterial];
    // Levels of detail and proxies.
    Nodes [LostHierarchy];
    NodeNames [LostNames];
    Hierarchy [LostHierarchy];
    NodePlaces [LostHierarchy];
    NodeAxes [LostHierarchy, ApproximatedTransform];
    // Levels with a function.
    Hidden [LostMesh, LostHierarchy];
    Levels [LostLod];
    // A path without points, and a number where one is placed twice.
    Proxies [AlteredNames];
}

/// The extras that are written again, or say what fields say too.
const EXTRAS: &[&str] = &[
    POINTS,
    "p3d.aiming_center",
    "p3d.armor",
    "p3d.bounding_center",
    "p3d.center_of_mass",
    "p3d.color",
    "p3d.color_top",
    UNLIKE_NORMALS,
    EDITED_EDGES[1],
    "p3d.map_type",
    "p3d.mass",
    "p3d.material",
    "p3d.needs_sections",
    "p3d.properties",
    SHARP_EDGES,
    EDITED_EDGES[0],
    "p3d.special",
    "p3d.switches",
    "p3d.version",
    EDITED,
    "p3d.view_density",
];

retromesh_kit::coverage! {
    "levels of detail" Full Full "one root node each, with role and resolution; those with a function are hidden";
    "points and vertices" Full Full "vertices, and the editor's point of each in the attribute `_POINT`";
    "normals" Full Full "negated: both formats point them inward";
    "texture coordinates" Full Full "further UV sets are P3DM only";
    "faces" Full Full "parts by texture, material and ODOL flags; faces of more than four corners become triangles";
    "face flags" Full Full "`Part::face_flags`, as in MLOD";
    "ODOL face flags" Partial Partial "alpha and clamping to materials, all in the extra `p3d.special`; on export those of the same texture are kept, and others are computed and reported where they differ";
    "point flags, clip flags" Full Full "the attribute `_POINT_FLAGS`, as in MLOD";
    "textures" Full Full "image paths as authored";
    "materials (Arma)" Extras Full "the path in `p3d.material`; P3DM only";
    "sections" Partial Full "as parts; computed on export";
    "named selections" Full Full "with weights; `p3d.needs_sections` from ODOL";
    "named properties" Extras Full "`p3d.properties` of the level's node";
    "masses" Full Full "the attribute `_MASS`: that of the vertex's point";
    "frames, animations" Full Full "vertex frames with their times";
    "proxies" Full Full "child nodes with matrix and path; their triangles stay in the mesh, unseen";
    "sharp edges" Extras Full "`p3d.sharp_edges`: pairs of points; on export as the normals are, where these changed";
    "mean colours" Extras Full "`p3d.color`, `p3d.color_top`";
    "model info" Extras Partial "in the scene's extras; computed on export, and reported where it differs";
    "editor state" No No "`#Selected#`, `#Hide#`, `#Lock#`";
    "unknown tags, default path" No No "kept by the document; reported when a scene is built";
}
