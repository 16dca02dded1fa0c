//! What a format has no place for, whatever else its writer does and tells.

use super::Feature;
use crate::diagnostics::{Code, Diagnostics, Finding};
use crate::error::Result;
use crate::scene::Scene;

/// What a format lacks: the features, the code that tells it, and the words.
type Lack = (&'static [Feature], Code, &'static str);

const TRIANGLES: Lack =
    (&[Feature::Polygons], Code::TriangulatedFaces, "faces of more than three corners became triangles");
const TANGENTS: Lack = (&[Feature::Tangents], Code::LostAttributes, "tangents");
const HIDDEN: Lack = (&[Feature::Hidden], Code::LostMesh, "hidden nodes are shown or left out");
const HIERARCHY: Lack = (
    &[Feature::Hierarchy, Feature::NodeNames, Feature::Nodes],
    Code::LostHierarchy,
    "nodes that are no bones became part of the model",
);
const MATERIAL_NAMES: Lack = (&[Feature::MaterialNames], Code::LostNames, "names of materials");
const WRAP: Lack =
    (&[Feature::TextureOptions], Code::ApproximatedMaterial, "wrap, mipmaps and smoothing of textures were left out");
const DOUBLE_SIDED: Lack =
    (&[Feature::DoubleSided], Code::ApproximatedMaterial, "two-sided materials have no place in the target");
const SHADING: Lack = (&[Feature::Shading], Code::ApproximatedMaterial, "shading switches of a material were left out");
const LOOKS: Lack = (
    &[Feature::BaseColor, Feature::Emission, Feature::Gloss, Feature::AmbientColor, Feature::MetallicRoughness],
    Code::ApproximatedMaterial,
    "colours, gloss and glow of a material have no place in the target: its texture alone stays",
);
const UV_TRANSFORMS: Lack = (&[Feature::UvTransforms], Code::ApproximatedUvTransform, "");
const AMBIENT_LIGHT: Lack = (&[Feature::AmbientLight], Code::LostLight, "the ambient light");

const LEVELS: Lack =
    (&[Feature::Levels], Code::LostLod, "levels of detail became ordinary nodes or were left out; --lods chooses some");
const EXTRAS: Lack = (&[Feature::Extras], Code::LostExtras, "");

/// What the writers of the formats leave to this table.
const LACKS: &[(&str, &[Lack])] = &[
    ("b3d", &[TRIANGLES, HIDDEN, LEVELS]),
    ("bo3d", &[TRIANGLES, HIDDEN, LEVELS]),
    ("bgl", &[TRIANGLES, WRAP, DOUBLE_SIDED]),
    ("bmd", &[TRIANGLES, TANGENTS, HIDDEN, LEVELS, WRAP, DOUBLE_SIDED, SHADING]),
    (
        "p3d",
        &[
            TANGENTS,
            HIERARCHY,
            MATERIAL_NAMES,
            LOOKS,
            UV_TRANSFORMS,
            WRAP,
            DOUBLE_SIDED,
            SHADING,
            AMBIENT_LIGHT,
            EXTRAS,
        ],
    ),
    ("obj", &[HIDDEN, LEVELS, SHADING]),
];

/// Tells what a scene has and a format of another family has no place for.
pub fn report(scene: &Scene, format: &str, diagnostics: &mut Diagnostics) -> Result<()> {
    let Some((_, lacks)) = LACKS.iter().find(|(id, _)| *id == format) else { return Ok(()) };
    let has = Feature::of(scene);
    for (features, code, detail) in *lacks {
        let present = features.iter().filter(|feature| has.contains(feature));
        let count = present.map(|feature| count(scene, *feature)).max().unwrap_or(0);
        diagnostics.report(Finding::new(*code).times(count).detail(*detail))?;
    }
    Ok(())
}

/// Counts what has a feature.
fn count(scene: &Scene, feature: Feature) -> usize {
    let materials = |has: &dyn Fn(&crate::material::Material) -> bool| {
        scene.materials.iter().filter(|material| has(material)).count()
    };
    match feature {
        Feature::Polygons => {
            let faces = scene.meshes.iter().flat_map(|mesh| &mesh.parts).flat_map(|part| part.faces.iter());
            faces.filter(|corners| corners.len() > 3).count()
        }
        Feature::Tangents => scene.meshes.iter().filter(|mesh| !mesh.tangents.is_empty()).count(),
        Feature::Hidden => scene.nodes.iter().filter(|node| node.hidden).count(),
        Feature::Hierarchy => scene.nodes.iter().filter(|node| node.parent.is_some()).count(),
        // What carries a mesh becomes the model.
        Feature::Nodes => scene.nodes.iter().filter(|node| node.mesh.is_none()).count(),
        Feature::NodeNames => scene.nodes.iter().filter(|node| !node.name.is_empty()).count(),
        Feature::MaterialNames => materials(&|material| !material.name.is_empty()),
        Feature::DoubleSided => materials(&|material| material.shading.double_sided),
        Feature::UvTransforms => scene.textures.iter().filter(|texture| !texture.transform.is_identity()).count(),
        Feature::TextureOptions => scene.textures.len(),
        Feature::AmbientLight => 1,
        Feature::Levels => scene.nodes.iter().filter(|node| node.lod.is_some()).count(),
        Feature::Extras => {
            let tables = scene.nodes.iter().map(|node| &node.extras).chain(scene.materials.iter().map(|m| &m.extras));
            scene.extras.len() + tables.map(crate::extras::Extras::len).sum::<usize>()
        }
        _ => scene.materials.len(),
    }
}
