//! Reports of what is nearly kept.

use super::layout::EXTENSION;
use super::materials::{Appearance, appearance, base};
use super::skins::Rig;
use glam::Mat4;
use retromesh_core::extras::Extra;
use retromesh_core::keyframes::Track;
use retromesh_core::material::{Material, Shading};
use retromesh_core::scene::LodRole;
use retromesh_core::{Code, Diagnostics, Error, Valid};
use retromesh_kit::capability::missing_vertex_colors;
use retromesh_kit::export::{parts_of, rgb_bytes};
use retromesh_kit::listed;

/// Reports what is not as before, whatever the rest of the export does.
pub(super) fn scene(scene: &Valid<'_>, diagnostics: &mut Diagnostics) -> Result<(), Error> {
    let channels = || scene.animations.iter().flat_map(|a| &a.channels);
    let shape_keys =
        channels().filter(|c| matches!(c.track, Track::Weights { .. })).map(|c| c.times.len()).sum::<usize>();
    diagnostics.note(Code::LostKeys, shape_keys, "keys of morph targets")?;
    let named = scene.animations.iter().filter(|a| !a.clips.is_empty() && !a.name.is_empty());
    let names: Vec<&str> = named.map(|animation| animation.name.as_str()).collect();
    let detail = format!("names of animations whose clips have names of their own: {}", listed(&names));
    diagnostics.note(Code::LostNames, names.len(), detail)?;
    appearances(scene, diagnostics)
}

/// Reports the images that become files next to the model, and which the engine does not load as they are.
pub(super) fn files<'n>(names: impl Iterator<Item = &'n str>, diagnostics: &mut Diagnostics) -> Result<(), Error> {
    let others: Vec<&str> = names.filter(|name| !name.to_lowercase().ends_with(EXTENSION)).collect();
    let what = "pictures that the engine loads as `.dds` alone, from its folder `resource`: save them so";
    diagnostics.note(Code::ChangedImage, others.len(), format!("{what}: {}", listed(&others)))
}

/// Returns whether the name of a material's image ends in what is no extension that the engine adds again.
fn has_unusual_extension(scene: &Valid<'_>, material: &Material) -> bool {
    let image = base(scene, material).and_then(|(_, texture)| texture.image);
    let end = image.and_then(|id| Some(scene[id].file_name().rsplit_once('.')?.1));
    end.is_some_and(|end| end.len() > 4 || !end.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Reports what of materials a texture's path or six digits do not say.
fn appearances(scene: &Valid<'_>, diagnostics: &mut Diagnostics) -> Result<(), Error> {
    let (mut hidden, mut rounded, mut covered, mut names, mut sources, mut cut) = (0, 0, 0, Vec::new(), 0, 0);
    for material in &scene.materials {
        let appearance = appearance(scene, Some(material));
        let color = material.base_color.truncate();
        let textured = matches!(appearance, Appearance::Textured(_));
        let exact = glam::Vec3::from(rgb_bytes(material.base_color).map(f32::from)) / 255.0;
        hidden += usize::from(!textured && material.color_layer(scene).is_some());
        cut += usize::from(textured && has_unusual_extension(scene, material));
        covered += usize::from(textured && color != glam::Vec3::ONE);
        rounded += usize::from(!textured && !exact.abs_diff_eq(color, 1e-6));
        let written = appearance.name().unwrap_or_default();
        names.extend((!material.name.is_empty() && material.name != written).then_some(&material.name));
        let source = material.extras.get("bmd.material").and_then(Extra::as_text);
        sources += usize::from(source.is_some_and(|source| source != written));
    }
    let plain =
        |shading: Shading| Shading { vertex_colors: false, double_sided: false, ..shading } == Shading::default();
    let switched = scene.materials.iter().filter(|material| !plain(material.shading)).count();
    diagnostics.note(
        Code::ApproximatedMaterial,
        switched,
        "no place for unlit, flat and fogless surfaces and vertex alpha",
    )?;
    let detail = "a material shows vertex colours, and the mesh has none";
    diagnostics.note(Code::ApproximatedMaterial, missing_vertex_colors(scene), detail)?;
    diagnostics.note(Code::LostTextureLayer, hidden, "images whose path says that they are colours")?;
    diagnostics.note(Code::ApproximatedMaterial, covered, "colours under a texture")?;
    diagnostics.note(Code::ApproximatedMaterial, rounded, "colours of three bytes")?;
    diagnostics.note(Code::AlteredNames, cut, "what follows the last point of an image's name")?;
    diagnostics.note(Code::LostNames, names.len(), format!("names of materials: {}", listed(&names)))?;
    diagnostics.note(Code::LostExtras, sources, "other spellings of materials")
}

/// Reports the nodes that the file does not name: all but bones, levels of detail and meshes that are named like their material.
pub(super) fn nodes(scene: &Valid<'_>, rig: &Rig, diagnostics: &mut Diagnostics) -> Result<(), Error> {
    let visual = scene.nodes.iter().filter(|node| node.lod.is_some_and(|lod| lod.role.is_visual())).count();
    let (mut levels, mut lost, mut reparented, mut names, mut shares) = (0, 0usize, 0, Vec::new(), 0usize);
    for id in scene.node_ids() {
        let node = &scene[id];
        if node.extras.contains_key("bmd.pseudo_bone") {
            shares += 1;
        } else if let Some(lod) = node.lod {
            let scaled = node.extras.contains_key("bmd.distance") && lod.value > 0.0;
            let kept = match lod.role {
                LodRole::Visual => scaled && visual > 1,
                role => role == LodRole::Solid,
            };
            levels += usize::from(!kept);
            let is_other = !node.name.is_empty() && node.name != format!("LOD {}", lod.level);
            names.extend(is_other.then_some(&node.name));
            reparented += usize::from(rig.world(id) != Mat4::IDENTITY);
        } else if rig.has_bone(id) {
            reparented += usize::from(node.mesh.is_some());
        } else if let Some(instance) = node.mesh.as_deref().filter(|instance| scene[instance.mesh].face_count() > 0) {
            let below = node.parent.is_some_and(|parent| scene[parent].lod.is_none());
            reparented += usize::from(below || rig.world(id) != Mat4::IDENTITY);
            let material = parts_of(scene, instance).next().and_then(|(_, material)| material);
            let written = appearance(scene, material.map(|id| &scene[id])).name().unwrap_or_default();
            names.extend((!node.name.is_empty() && node.name != written).then_some(&node.name));
        } else {
            lost += 1;
        }
    }
    diagnostics.note(Code::LostLod, levels, "levels without a scale of the format, or for another purpose")?;
    diagnostics.note(Code::LostHierarchy, lost + shares, "nodes that are neither bones nor meshes with faces")?;
    diagnostics.note(Code::LostHierarchy, reparented, "meshes lose their parents and their transforms")?;
    let detail = format!("names of meshes other than their material's: {}", listed(&names));
    diagnostics.note(Code::LostNames, names.len(), detail)?;
    diagnostics.note(Code::LostExtras, shares, "marks of blended bones")
}
