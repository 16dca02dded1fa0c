//! How often a scene has a feature: what a format without a place for it loses, and what a conversion can lose at all.

use super::Feature;
use crate::listed::listed;
use glam::Vec3;
use retromesh_core::NodeMap;
use retromesh_core::extras::{Extra, Extras, LINES, POINTS};
use retromesh_core::keyframes::Animation;
use retromesh_core::material::{AlphaMode, Blend, Material, Shading, Texture};
use retromesh_core::mesh::Mesh;
use retromesh_core::scene::{MeshInstance, Node, Scene};
use std::collections::BTreeSet;

impl Feature {
    /// Returns the features that a scene has: what a conversion of it can lose.
    pub fn of(scene: &Scene) -> BTreeSet<Self> {
        Self::ALL.iter().copied().filter(|feature| feature.is_in(scene)).collect()
    }

    fn is_in(self, scene: &Scene) -> bool {
        let drawn = || scene.meshes.iter().any(|mesh| mesh.face_count() > 0);
        let used = || scene.meshes.iter().flat_map(|mesh| &mesh.parts).any(|part| part.material.is_some());
        let moving = || scene.animations.iter().filter(|animation| animation.has_content());
        match self {
            // What always has a value is there with what has it.
            Self::Positions | Self::Winding => drawn() && scene.nodes.iter().any(|node| node.mesh.is_some()),
            Self::Materials | Self::BaseColor | Self::Opacity | Self::Blending => used(),
            Self::TextureOptions => used() && scene.materials.iter().any(|m| m.drawn_layers(scene).next().is_some()),
            Self::Nodes | Self::NodePlaces | Self::NodeAxes => !scene.nodes.is_empty(),
            Self::Clips | Self::NodeMotion => moving().next().is_some(),
            Self::Looping => moving().flat_map(Animation::clips_or_whole).any(|clip| clip.looping),
            Self::Motion => moving().next().is_some() && drawn(),
            // One layer alone is no further one, and gloss that comes of roughness is another feature's.
            Self::FurtherLayers => used() && scene.materials.iter().any(|m| m.drawn_layers(scene).count() > 1),
            Self::Gloss => {
                let shines = |m: &Material| m.shininess != 0.0 || m.specular.is_some_and(|color| color != Vec3::ZERO);
                used() && scene.materials.iter().any(shines)
            }
            _ => count(self, scene, &[]).count > 0,
        }
    }
}

/// How often a feature occurs in a scene, and where first.
#[derive(Default)]
pub(super) struct Places {
    pub(super) count: usize,
    /// The place of the first.
    pub(super) first: String,
    /// The keys, where what is counted are extras, the nodes of lights, and names.
    pub(super) keys: String,
}

/// Counts a feature; of extras those that no key among `written` stands for.
pub(super) fn count(feature: Feature, scene: &Scene, written: &[&str]) -> Places {
    let mut places = Places::default();
    match feature {
        Feature::Extras => places.extras(scene, written),
        Feature::Keys => places.add("animations", &scene.animations, Animation::key_count),
        Feature::AmbientLight => places.one(usize::from(scene.ambient.is_some()), || "scene".to_owned()),
        Feature::Hidden => places.hidden(scene),
        Feature::UvTransforms => {
            places.add("textures", &scene.textures, |texture| usize::from(!texture.transform.is_identity()));
        }
        Feature::TextureOptions => places.add("textures", &scene.textures, |t| usize::from(has_options(t))),
        Feature::Lights => {
            let names = scene.nodes.iter().filter(|node| node.light.is_some()).map(|node| node.name.as_str());
            let names: Vec<&str> = names.collect();
            places.add("nodes", &scene.nodes, |node| usize::from(node.light.is_some()));
            places.keys = if names.len() > 1 { format!("the lights {}", listed(&names)) } else { String::new() };
        }
        Feature::MaterialNames => {
            places.add("materials", &scene.materials, |m| usize::from(!m.name.is_empty()));
            places.names("names of materials", scene.materials.iter().map(|m| m.name.as_str()));
        }
        Feature::NodeNames => {
            places.add("nodes", &scene.nodes, |node| usize::from(!node.name.is_empty()));
            places.names("names of nodes", scene.nodes.iter().map(|node| node.name.as_str()));
        }
        Feature::BaseTexture => {
            places.add("materials", &scene.materials, |m| usize::from(m.color_layer(scene).is_some()));
        }
        Feature::FurtherLayers => {
            let further = |m: &Material| m.layers.len() - usize::from(m.color_layer(scene).is_some());
            places.add("materials", &scene.materials, further);
        }
        _ => {
            places.add("meshes", &scene.meshes, |mesh| of_mesh(feature, mesh));
            places.add("materials", &scene.materials, |material| usize::from(of_material(feature, material)));
            places.add("nodes", &scene.nodes, |node| usize::from(of_node(feature, node)));
        }
    }
    places
}

impl Places {
    fn one(&mut self, count: usize, place: impl FnOnce() -> String) {
        if self.count == 0 && count > 0 {
            self.first = place();
        }
        self.count += count;
    }

    fn add<'s, T>(&mut self, list: &str, items: &'s [T], mut count: impl FnMut(&'s T) -> usize) {
        items.iter().enumerate().for_each(|(i, item)| self.one(count(item), || format!("{list}[{i}]")));
    }

    /// Lists the names that are counted.
    fn names<'s>(&mut self, what: &str, names: impl Iterator<Item = &'s str>) {
        let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
        self.keys = format!("{what}: {}", listed(&names));
    }

    /// Counts hidden nodes, and the meshes below them.
    fn hidden(&mut self, scene: &Scene) {
        let below = NodeMap::inherited(scene, |id, above| above == Some(&true) || scene[id].hidden);
        for (id, _) in below.iter().filter(|(_, hidden)| **hidden) {
            let counts = scene[id].hidden || scene[id].mesh.is_some();
            self.one(usize::from(counts), || format!("nodes[{}]", id.0));
        }
    }

    fn extras<'s>(&mut self, scene: &'s Scene, written: &[&str]) {
        let is_written = |key: &str| {
            written.iter().any(|own| key == *own || own.ends_with('.') && key.starts_with(own))
                // Lines and points are reported as what they are.
                || [LINES, POINTS].contains(&key)
        };
        // What a game reads by name comes first.
        let (mut properties, mut keys) = (BTreeSet::new(), BTreeSet::new());
        let mut lost = |extras: &'s Extras| {
            let lost = extras.iter().filter(|(key, _)| !is_written(key));
            lost.map(|(key, value)| match names_of(key, value) {
                Some(names) => properties.extend(names.into_iter().map(|name| format!("property {name}"))),
                None => _ = keys.insert(key.clone()),
            })
            .count()
        };
        self.one(lost(&scene.extras), || "scene".to_owned());
        self.add("nodes", &scene.nodes, |node| lost(&node.extras));
        self.add("meshes", &scene.meshes, |mesh| {
            let parts = mesh.parts.iter().map(|part| lost(&part.extras)).sum::<usize>();
            lost(&mesh.extras) + parts + mesh.selections.iter().map(|s| lost(&s.extras)).sum::<usize>()
        });
        self.add("materials", &scene.materials, |material| lost(&material.extras));
        self.add("textures", &scene.textures, |texture| lost(&texture.extras));
        self.add("skeletons", &scene.skeletons, |skeleton| lost(&skeleton.extras));
        self.add("animations", &scene.animations, |animation| lost(&animation.extras));
        self.add("cameras", &scene.cameras, |camera| lost(&camera.extras));
        self.add("lights", &scene.lights, |light| lost(&light.extras));
        self.keys = listed(&properties.into_iter().chain(keys).collect::<Vec<_>>());
    }
}

/// Returns the names of properties where an extra is a list of them, with their values.
fn names_of<'e>(key: &str, value: &'e Extra) -> Option<Vec<&'e str>> {
    let Extra::List(pairs) = value else { return None };
    let name = |pair: &'e Extra| match pair {
        Extra::List(pair) => pair.first()?.as_text(),
        _ => None,
    };
    key.ends_with(".properties").then(|| pairs.iter().map(name).collect())?
}

fn of_mesh(feature: Feature, mesh: &Mesh) -> usize {
    match feature {
        Feature::Polygons => {
            mesh.parts.iter().map(|part| part.faces.iter().filter(|corners| corners.len() > 3).count()).sum()
        }
        Feature::Normals => usize::from(!mesh.normals.is_empty()),
        Feature::Tangents => usize::from(!mesh.tangents.is_empty()),
        Feature::TextureCoordinates => mesh.uv_sets.len(),
        Feature::FurtherUvSets => mesh.uv_sets.len().saturating_sub(1),
        Feature::VertexColors => usize::from(!mesh.color_sets.is_empty()),
        Feature::VertexAlpha => {
            usize::from(mesh.color_sets.first().is_some_and(|set| set.iter().any(|color| color.w != 1.0)))
        }
        Feature::FurtherColors => mesh.color_sets.len().saturating_sub(1),
        Feature::Attributes => mesh.attributes.len(),
        Feature::FaceFlags => mesh.parts.iter().filter(|part| part.face_flags.iter().any(|flags| *flags != 0)).count(),
        Feature::Selections => mesh.selections.len(),
        Feature::MorphTargets => mesh.morph_targets.len(),
        Feature::VertexFrames => mesh.vertex_frames.len(),
        Feature::SkinWeights => mesh.weights.iter().filter(|row| row.len() > 1).count(),
        _ => 0,
    }
}

fn of_material(feature: Feature, material: &Material) -> bool {
    let shading = material.shading;
    match feature {
        Feature::BaseColor => material.base_color.truncate() != Vec3::ONE,
        Feature::Opacity => material.base_color.w != 1.0,
        Feature::Blending => material.blend != Blend::Alpha || material.alpha_mode != AlphaMode::Opaque,
        Feature::Emission => material.emissive != Vec3::ZERO,
        Feature::Gloss => material.shines(),
        Feature::AmbientColor => material.ambient.is_some(),
        Feature::MetallicRoughness => material.exceeds_gloss(),
        Feature::Shading => shading != Shading { double_sided: shading.double_sided, ..Shading::default() },
        Feature::DoubleSided => shading.double_sided,
        _ => false,
    }
}

fn of_node(feature: Feature, node: &Node) -> bool {
    match feature {
        Feature::Skin => node.mesh.as_deref().is_some_and(|MeshInstance { skeleton, .. }| skeleton.is_some()),
        Feature::Nodes => node.mesh.is_none(),
        Feature::Hierarchy => node.parent.is_some(),
        Feature::NodePlaces => node.transform.matrix() != glam::Mat4::IDENTITY,
        Feature::Levels => node.lod.is_some(),
        Feature::Proxies => node.proxy.is_some(),
        Feature::Cameras => node.camera.is_some(),
        _ => false,
    }
}

/// Returns whether a texture is looked at in another way than most.
fn has_options(texture: &Texture) -> bool {
    let options = |t: &Texture| (t.wrap_u, t.wrap_v, t.mipmap, t.nearest, t.alpha, t.mapping);
    options(texture) != options(&Texture::default())
}
