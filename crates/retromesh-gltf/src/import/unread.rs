//! What a file holds and no scene takes over.

use super::{Importer, instancing};
use crate::kept::KEPT;
use crate::parse::is_understood;
use crate::{meshopt, pictures, short};
use gltf_json::Root;
use retromesh_core::{Code, Finding, Result};
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
        self.diagnostics.report(Finding::new(Code::LostChunk).times(count).detail(detail))
    }
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
