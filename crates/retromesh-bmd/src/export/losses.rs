//! What a scene may hold and the format has no place for.

use super::materials::{Look, base, bytes, look};
use super::note;
use super::rig::Rig;
use glam::Mat4;
use retromesh_core::export::parts_of;
use retromesh_core::extras::Extra;
use retromesh_core::keyframes::Track;
use retromesh_core::material::{AlphaMode, Blend, Material};
use retromesh_core::{Code, Diagnostics, Error, Scene, Unused};

/// Reports everything that is left out because the format has no such thing; what is approximated is reported where it happens.
pub(super) fn report(scene: &Scene, diagnostics: &mut Diagnostics) -> Result<(), Error> {
    let meshes = || scene.meshes.iter();
    note(diagnostics, Code::LostCamera, scene.cameras.len(), "")?;
    note(diagnostics, Code::LostLight, scene.lights.len() + usize::from(scene.ambient.is_some()), "")?;
    let shapes = meshes().map(|m| m.morph_targets.len() + m.vertex_frames.len()).sum();
    note(diagnostics, Code::LostShapes, shapes, "")?;
    note(diagnostics, Code::LostSelection, meshes().map(|m| m.selections.len()).sum(), "")?;
    note(diagnostics, Code::LostUvSet, meshes().map(|m| m.uv_sets.len().saturating_sub(1)).sum(), "")?;
    note(diagnostics, Code::LostColorSet, meshes().map(|m| m.color_sets.len().saturating_sub(1)).sum(), "")?;
    note(diagnostics, Code::LostAttributes, meshes().map(|m| m.attributes.len()).sum(), "")?;
    let channels = || scene.animations.iter().flat_map(|a| &a.channels);
    let shape_keys = channels().filter(|c| matches!(c.track, Track::Weights { .. })).map(|c| c.times.len()).sum();
    note(diagnostics, Code::LostKeys, shape_keys, "keys of morph targets")?;
    let names = scene.animations.iter().filter(|a| !a.clips.is_empty() && !a.name.is_empty()).count();
    note(diagnostics, Code::LostNames, names, "names of animations whose clips have names of their own")?;
    let foreign = |extras: &retromesh_core::Extras| extras.keys().filter(|key| !key.starts_with("bmd.")).count();
    let extras = foreign(&scene.extras)
        + scene.nodes.iter().map(|n| foreign(&n.extras)).sum::<usize>()
        + meshes()
            .map(|m| foreign(&m.extras) + m.parts.iter().map(|p| foreign(&p.extras)).sum::<usize>())
            .sum::<usize>()
        + scene.materials.iter().map(|m| foreign(&m.extras)).sum::<usize>()
        + scene.textures.iter().map(|t| foreign(&t.extras)).sum::<usize>()
        + scene.animations.iter().map(|a| foreign(&a.extras)).sum::<usize>()
        + scene.skeletons.iter().map(|s| foreign(&s.extras)).sum::<usize>();
    note(diagnostics, Code::LostExtras, extras, "")?;
    let blends =
        scene.materials.iter().filter(|m| m.blend != Blend::Alpha || m.alpha_mode != AlphaMode::Opaque).count();
    note(diagnostics, Code::ApproximatedBlend, blends, "surfaces are opaque")?;
    looks(scene, diagnostics)?;
    Unused { cameras: 0, lights: 0, ..Unused::of(scene) }.report(diagnostics)?;
    let shiny = |m: &&Material| {
        m.base_color.w < 1.0
            || m.emissive != glam::Vec3::ZERO
            || m.specular.is_some_and(|s| s != glam::Vec3::ZERO)
            || m.shininess != 0.0
    };
    let count = scene.materials.iter().filter(shiny).count();
    note(diagnostics, Code::ApproximatedMaterial, count, "alpha, gloss or glow of a material")
}

/// Reports what of materials a texture's path or six digits do not say.
fn looks(scene: &Scene, diagnostics: &mut Diagnostics) -> Result<(), Error> {
    let (mut layers, mut rounded, mut covered, mut names, mut sources) = (0, 0, 0, 0, 0);
    for material in &scene.materials {
        let look = look(scene, Some(material));
        let color = material.base_color.truncate();
        let textured = matches!(look, Look::Textured(_));
        let exact = glam::Vec3::from(bytes(material.base_color).map(f32::from)) / 255.0;
        layers += material.layers.len() - usize::from(textured && base(scene, material).is_some());
        covered += usize::from(textured && color != glam::Vec3::ONE);
        rounded += usize::from(!textured && !exact.abs_diff_eq(color, 1e-6));
        let written = look.name().unwrap_or_default();
        names += usize::from(!material.name.is_empty() && material.name != written);
        let source = material.extras.get("bmd.material").and_then(Extra::as_text);
        sources += usize::from(source.is_some_and(|source| source != written));
    }
    note(diagnostics, Code::LostTextureLayer, layers, "")?;
    note(diagnostics, Code::ApproximatedMaterial, covered, "colours under a texture")?;
    note(diagnostics, Code::ApproximatedMaterial, rounded, "colours of three bytes")?;
    note(diagnostics, Code::LostNames, names, "names of materials")?;
    note(diagnostics, Code::LostExtras, sources, "other spellings of materials")
}

/// Reports the nodes that the file does not name: all but bones, levels of detail and meshes that are named like their material.
pub(super) fn nodes(scene: &Scene, rig: &Rig, diagnostics: &mut Diagnostics) -> Result<(), Error> {
    let (mut lost, mut hung, mut names, mut shares) = (0, 0, 0, 0);
    for id in scene.node_ids() {
        let node = &scene[id];
        if node.extras.contains_key("bmd.pseudo_bone") {
            shares += 1;
        } else if let Some(lod) = node.lod {
            names += usize::from(!node.name.is_empty() && node.name != format!("LOD {}", lod.level));
            hung += usize::from(rig.world(id) != Mat4::IDENTITY);
        } else if rig.has_bone(id) {
            hung += usize::from(node.mesh.is_some());
        } else if let Some(instance) = node.mesh.as_deref().filter(|instance| scene[instance.mesh].face_count() > 0) {
            let below = node.parent.is_some_and(|parent| scene[parent].lod.is_none());
            hung += usize::from(below || rig.world(id) != Mat4::IDENTITY);
            let material = parts_of(scene, instance).next().and_then(|(_, material)| material);
            let written = look(scene, material.map(|id| &scene[id])).name().unwrap_or_default();
            names += usize::from(!node.name.is_empty() && node.name != written);
        } else {
            lost += 1;
        }
    }
    note(diagnostics, Code::LostHierarchy, lost + shares, "nodes that are neither bones nor meshes with faces")?;
    note(diagnostics, Code::LostHierarchy, hung, "meshes hang on nothing and have no transforms")?;
    note(diagnostics, Code::LostNames, names, "names of meshes other than their material's")?;
    note(diagnostics, Code::LostExtras, shares, "marks of blended bones")
}
