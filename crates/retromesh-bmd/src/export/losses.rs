//! What a scene may hold and the format has no place for.

use super::note;
use retromesh_core::keyframes::Track;
use retromesh_core::{Code, Diagnostics, Error, Scene};

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
    let layers = |m: &retromesh_core::material::Material| m.layers.len().saturating_sub(1);
    note(diagnostics, Code::LostTextureLayer, scene.materials.iter().map(layers).sum(), "")?;
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
    let shiny = |m: &&retromesh_core::material::Material| {
        m.base_color.w < 1.0
            || m.emissive != glam::Vec3::ZERO
            || m.specular.is_some_and(|s| s != glam::Vec3::ZERO)
            || m.shininess != 0.0
    };
    let looks = scene.materials.iter().filter(shiny).count();
    note(diagnostics, Code::ApproximatedMaterial, looks, "alpha, gloss or glow of a material")
}
