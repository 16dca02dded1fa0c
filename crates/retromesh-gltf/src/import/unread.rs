//! What a file holds and no scene takes over.

use super::{Importer, instancing};
use crate::extras_json::{OWN, split};
use crate::kept::KEPT;
use crate::parse::is_understood;
use crate::{meshopt, pictures, short, uri};
use gltf_json::extras::RawValue;
use gltf_json::{Image, Root};
use retromesh_core::{Code, Finding, Result};
use retromesh_kit::listed;
use serde_json::{Map, Value};
use std::collections::{BTreeSet, HashSet};

/// This many names of extensions are reported; a file may list any number.
const NAMED: usize = 8;
/// The extension that primitives have whose vertices are compressed.
const DRACO: &str = "KHR_draco_mesh_compression";
/// The extension that every use of a texture may have.
const TRANSFORM: &str = "KHR_texture_transform";

impl Importer<'_, '_> {
    /// Reports extensions that are not read, and those that are read elsewhere but not on the objects that have them.
    pub(super) fn unread(&mut self) -> Result<()> {
        let used = &self.root.extensions_used;
        let is_unknown = |name: &&String| !is_understood(name);
        let mut names: Vec<String> = used.iter().filter(is_unknown).map(|name| short(name)).collect();
        let unknown: HashSet<&str> = used.iter().filter(is_unknown).map(String::as_str).collect();
        let misplaced = misplaced(self.root).into_iter().filter(|(name, _)| !unknown.contains(name));
        names.extend(misplaced.map(|(name, place)| format!("{} of {place}", short(name))));
        let more = if names.len() > NAMED { " and more" } else { "" };
        let count = names.len();
        names.truncate(NAMED);
        let detail = format!("extensions that are not read: {}{more}", names.join(", "));
        self.diagnostics.note(Code::LostChunk, count, detail)?;
        self.unread_extras()
    }

    /// Reports extras of objects that are no objects of the scene, and null in others.
    fn unread_extras(&mut self) -> Result<()> {
        let (mut places, mut count) = (BTreeSet::new(), 0);
        for (place, extras) in homeless_extras(self.root) {
            let others = split(Some(extras)).0.len();
            count += others;
            places.extend((others > 0).then_some(place));
        }
        let places: Vec<&str> = places.into_iter().collect();
        let detail = format!("extras of {}", places.join(", "));
        self.diagnostics.note(Code::LostExtras, count, detail)?;
        let nulls = kept_extras(self.root).map(nulls).sum();
        self.report(Code::LostExtras, nulls, || "extras".into(), "values that are null")?;
        let images = self.root.images.iter().filter(|image| has_another_name(image));
        let names: Vec<&str> = images.filter_map(|image| image.name.as_deref()).collect();
        let what = format!("names of linked images, which have those of their files: {}", listed(&names));
        self.diagnostics.report(Finding::new(Code::LostNames).times(names.len()).within("images").detail(what))
    }
}

/// Lists the extras of objects that the scene has no place for, with what has them.
fn homeless_extras(root: &Root) -> Vec<(&'static str, &RawValue)> {
    let mut found: Vec<(&'static str, &gltf_json::Extras)> = Vec::new();
    for material in &root.materials {
        let pbr = &material.pbr_metallic_roughness;
        found.push(("pbrMetallicRoughness", &pbr.extras));
        let infos = [&pbr.base_color_texture, &pbr.metallic_roughness_texture, &material.emissive_texture];
        found.extend(infos.into_iter().flatten().map(|info| ("uses of textures", &info.extras)));
        found.extend(material.normal_texture.iter().map(|info| ("uses of textures", &info.extras)));
        found.extend(material.occlusion_texture.iter().map(|info| ("uses of textures", &info.extras)));
    }
    for camera in &root.cameras {
        found.extend(camera.perspective.iter().map(|lens| ("perspective", &lens.extras)));
        found.extend(camera.orthographic.iter().map(|lens| ("orthographic", &lens.extras)));
    }
    for animation in &root.animations {
        found.extend(animation.samplers.iter().map(|sampler| ("animation samplers", &sampler.extras)));
        for channel in &animation.channels {
            found.extend([("channels", &channel.extras), ("channels", &channel.target.extras)]);
        }
    }
    found.extend(root.images.iter().map(|image| ("images", &image.extras)));
    found.extend(root.samplers.iter().map(|sampler| ("samplers", &sampler.extras)));
    found.extend(root.accessors.iter().map(|accessor| ("accessors", &accessor.extras)));
    found.extend(root.buffer_views.iter().map(|view| ("views", &view.extras)));
    found.extend(root.buffers.iter().map(|buffer| ("buffers", &buffer.extras)));
    found.into_iter().filter_map(|(place, extras)| Some((place, extras.as_deref()?))).collect()
}

/// Returns whether a linked image is called otherwise than its file; an image of ours has its path in extras.
fn has_another_name(image: &Image) -> bool {
    let (Some(name), Some(link)) = (&image.name, &image.uri) else { return false };
    let decoded =
        uri::decode(link).filter(|_| !link.starts_with("data:") && split(image.extras.as_deref()).1.is_empty());
    decoded.is_some_and(|path| {
        let file = path.rsplit('/').next().unwrap_or_default();
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        !name.is_empty() && ![file, stem].contains(&name.as_str())
    })
}

/// Lists the extras that the scene takes over.
fn kept_extras(root: &Root) -> impl Iterator<Item = &RawValue> {
    let of_meshes = root
        .meshes
        .iter()
        .flat_map(|mesh| [&mesh.extras].into_iter().chain(mesh.primitives.iter().map(|primitive| &primitive.extras)));
    let all = [&root.extras, &root.asset.extras].into_iter();
    all.chain(root.scenes.iter().map(|scene| &scene.extras))
        .chain(root.nodes.iter().map(|node| &node.extras))
        .chain(of_meshes)
        .chain(root.materials.iter().map(|material| &material.extras))
        .chain(root.textures.iter().map(|texture| &texture.extras))
        .chain(root.skins.iter().map(|skin| &skin.extras))
        .chain(root.cameras.iter().map(|camera| &camera.extras))
        .chain(root.animations.iter().map(|animation| &animation.extras))
        .filter_map(|extras| extras.as_deref())
}

/// Counts null in extras of users.
fn nulls(extras: &RawValue) -> usize {
    fn count(value: &Value) -> usize {
        match value {
            Value::Null => 1,
            Value::Array(values) => values.iter().map(count).sum(),
            Value::Object(values) => values.values().map(count).sum(),
            _ => 0,
        }
    }
    let value = extras.get().contains("null").then(|| serde_json::from_str::<Value>(extras.get()).ok()).flatten();
    let others = |value: &Value| match value {
        Value::Object(values) => values.iter().filter(|(key, _)| *key != OWN).map(|(_, value)| count(value)).sum(),
        value => count(value),
    };
    value.as_ref().map_or(0, others)
}

/// Returns the extensions of objects that nothing reads there, with what they are on.
fn misplaced<'r>(root: &'r Root) -> BTreeSet<(&'r str, &'static str)> {
    let mut found = BTreeSet::new();
    let mut see = |place: &'static str, others: Option<&'r Map<String, Value>>, read: &[&[&str]]| {
        let names = others.into_iter().flat_map(Map::keys).map(String::as_str);
        found.extend(names.filter(|name| !read.iter().any(|list| list.contains(name))).map(|name| (name, place)));
    };
    macro_rules! others {
        ($object:expr) => {
            $object.extensions.as_ref().map(|extensions| &extensions.others)
        };
    }
    see("the file", others!(root), &[KEPT]);
    for scene in &root.scenes {
        see("scenes", others!(scene), &[]);
    }
    for node in &root.nodes {
        see("nodes", others!(node), &[&["KHR_node_visibility", "MSFT_lod", instancing::NAME]]);
    }
    for mesh in &root.meshes {
        see("meshes", others!(mesh), &[]);
        for primitive in &mesh.primitives {
            see("primitives", others!(primitive), &[KEPT, &[DRACO]]);
        }
    }
    for material in &root.materials {
        see("materials", others!(material), &[KEPT]);
        let pbr = &material.pbr_metallic_roughness;
        see("materials", others!(pbr), &[]);
        let infos = [&pbr.base_color_texture, &pbr.metallic_roughness_texture, &material.emissive_texture];
        for info in infos.into_iter().flatten() {
            see("uses of textures", others!(info), &[]);
        }
        let normal = material.normal_texture.as_ref().and_then(|info| others!(info));
        let occlusion = material.occlusion_texture.as_ref().and_then(|info| others!(info));
        for others in [normal, occlusion] {
            see("uses of textures", others, &[&[TRANSFORM]]);
        }
    }
    for texture in &root.textures {
        see("textures", others!(texture), &[&pictures::EXTENSIONS.map(|(name, _)| name)]);
    }
    for image in &root.images {
        see("images", others!(image), &[]);
    }
    for sampler in &root.samplers {
        see("samplers", others!(sampler), &[]);
    }
    for camera in &root.cameras {
        see("cameras", others!(camera), &[]);
    }
    for skin in &root.skins {
        see("skins", others!(skin), &[]);
    }
    for animation in &root.animations {
        see("animations", others!(animation), &[]);
    }
    for view in &root.buffer_views {
        see("views", others!(view), &[&meshopt::NAMES]);
    }
    for buffer in &root.buffers {
        see("buffers", others!(buffer), &[&meshopt::NAMES]);
    }
    found
}
