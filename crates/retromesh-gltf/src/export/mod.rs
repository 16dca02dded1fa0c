//! Scene to glTF: one builder, one file per kind of object.

mod animations;
mod buffers;
mod clips;
mod dropped;
mod frames;
mod layers;
mod levels;
mod luanti;
mod materials;
mod meshes;
mod nodes;
mod objects;
mod pieces;
mod quantized;
mod ranges;
mod skins;
mod textures;
mod vertices;

pub(crate) use nodes::unit;
pub(crate) use objects::{FAR_ENOUGH, LEAST_NEAR, shown_light};
pub(crate) use textures::scale_first;

use crate::capability::INFO;
use crate::document::{Container, Content, Document};
use crate::extras_json::object;
use crate::grid::Grid;
use crate::settings::{Kept, Settings};
use crate::{ASSET, COPYRIGHT, ID, NO_IMAGES, SCENES, VERSION, glb, uri};
use buffers::Buffers;
use gltf_json::{Asset, Index, Material, Root, Skin};
use luanti::{Luanti, Time};
use retromesh_core::{
    Diagnostics, Error, ErrorKind, Extra, Extras, MaterialId, MeshId, NodeId, Result, SkeletonId, Space, Valid,
};
use retromesh_kit::options::Textures;
use retromesh_kit::settings::FormatSettings;
use retromesh_kit::{Budget, ExportOptions, Exported, FrameTable, Output, file_names};
use serde_json::{Map, json};
use std::collections::HashMap;

/// The version of what this project keeps in extras.
const OWN_VERSION: u32 = 1;

/// Reads the target's name; `None` is any reader, else Luanti with what times mean to it.
fn target(options: &ExportOptions) -> Result<Option<Time>> {
    Ok(match INFO.target_of(options)?.name {
        "luanti" => Some(Time::Seconds),
        "luanti-frames" => Some(Time::Frames),
        _ => None,
    })
}

/// Returns the clips of a scene in the numbers that mods of Luanti play them by; for other targets in seconds.
pub(crate) fn frame_table(scene: &Valid<'_>, options: &ExportOptions) -> Result<Option<FrameTable>> {
    let scene = INFO.prepare(scene, options, scene.space, &mut Diagnostics::new())?;
    let settings = Settings::of(&options.settings)?;
    Ok(match target(options)? {
        Some(time) => luanti::table(&scene, time, options, &settings),
        None => animations::table(&scene, settings.clips),
    })
}

impl Document<'static> {
    pub(crate) fn export(
        scene: &Valid<'_>,
        options: &ExportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Exported<Self>> {
        let (document, external, files) = build(scene, options, diagnostics)?;
        let buffer = external.map(|name| (name, document.buffer(0).to_vec()));
        Ok(Exported { document, sidecars: buffer.into_iter().chain(files).collect() })
    }
}

/// Writes a scene in any space; nothing of the file is copied.
pub(crate) fn write(scene: &Valid<'_>, options: &ExportOptions, diagnostics: &mut Diagnostics) -> Result<Output> {
    let (mut document, external, files) = build(scene, options, diagnostics)?;
    let own = (!document.store.is_empty()).then(|| document.store.swap_remove(0));
    let sidecar = external.zip(own).and_then(|(name, content)| match content {
        Content::Loaded(bytes) => Some((name, bytes)),
        Content::Inside(_) => None,
    });
    Ok(Output { bytes: document.bytes.into_owned(), sidecars: sidecar.into_iter().chain(files).collect() })
}

/// A document, the name of the file next to it that holds its buffer, and images that are files next to it.
type Built = (Document<'static>, Option<String>, Vec<(String, Vec<u8>)>);

/// Builds the document of a scene in any space.
fn build(scene: &Valid<'_>, options: &ExportOptions, diagnostics: &mut Diagnostics) -> Result<Built> {
    let budget = Budget::of(scene, options);
    budget.take_meshes(scene)?;
    let settings = Settings::of(&options.settings)?;
    if let Some(time) = target(options)? {
        let scene = INFO.prepare(scene, options, scene.space, diagnostics)?;
        let (scene, luanti) = luanti::prepare(scene, time, options, &settings, diagnostics, &budget)?;
        return build_prepared(&scene, Some(luanti), options, settings, diagnostics, budget);
    }
    let mut scene = INFO.prepare(scene, options, Space::GLTF, diagnostics)?;
    if settings.custom_attributes == Kept::Drop {
        scene = dropped::attributes(scene, diagnostics)?;
    }
    build_prepared(&scene, None, options, settings, diagnostics, budget)
}

fn build_prepared(
    scene: &Valid<'_>,
    luanti: Option<Luanti>,
    options: &ExportOptions,
    settings: Settings,
    diagnostics: &mut Diagnostics,
    budget: Budget,
) -> Result<Built> {
    let mut exporter = Exporter {
        scene,
        options,
        settings,
        budget,
        luanti,
        diagnostics,
        root: Root::default(),
        buffers: Buffers::default(),
        material_variants: HashMap::new(),
        skins: HashMap::new(),
        weight_nodes: HashMap::new(),
        textures_at: Vec::with_capacity(scene.textures.len()),
        prints: Vec::with_capacity(scene.images.len()),
        image_files: Vec::new(),
        mesh_variants: HashMap::new(),
        pools: HashMap::new(),
        layered: 0,
        bare: 0,
        shown_scene: 0,
        grids: vec![None; scene.meshes.len()],
    };
    exporter.buffers.reserve(estimate(scene));
    exporter.build()?;
    exporter.finish()
}

/// Returns about how many bytes of geometry are not written from the scene's own arrays, so that the buffer grows less while it is filled.
fn estimate(scene: &Valid<'_>) -> usize {
    let mesh = |mesh: &retromesh_core::mesh::Mesh| {
        let weights = if mesh.weights.is_empty() { 0 } else { 20 };
        mesh.positions.len() * (mesh.color_sets.len() * 16 + weights)
    };
    scene.meshes.iter().map(mesh).sum()
}

/// Builds one glTF asset.
struct Exporter<'a> {
    scene: &'a Valid<'a>,
    options: &'a ExportOptions,
    settings: Settings,
    budget: Budget,
    /// What is particular to files for Luanti.
    luanti: Option<Luanti>,
    diagnostics: &'a mut Diagnostics,
    root: Root,
    buffers: Buffers<'a>,
    /// Written materials by material and the number of coordinate sets that their textures may use.
    material_variants: HashMap<(MaterialId, usize), Index<Material>>,
    /// Written skins by skeleton and neutral joint.
    skins: HashMap<(SkeletonId, Option<NodeId>), Index<Skin>>,
    /// The glTF nodes that carry the meshes of nodes whose mesh had to move.
    weight_nodes: HashMap<NodeId, u32>,
    /// The written texture of each texture; those without an image are not written.
    textures_at: Vec<Option<Index<gltf_json::Texture>>>,
    /// The fingerprint of each image that has a file and is inside the output.
    prints: Vec<Option<String>>,
    /// The images that become files next to the output, by their names.
    image_files: Vec<(String, Vec<u8>)>,
    mesh_variants: HashMap<meshes::Variant, Index<gltf_json::Mesh>>,
    /// The written vertices of each mesh.
    pools: HashMap<MeshId, vertices::Pool>,
    /// How many materials have texture layers in their extras.
    layered: usize,
    /// How many meshes with faces have no texture coordinates.
    bare: usize,
    /// The number of the glTF scene to show.
    shown_scene: usize,
    /// What the places of each mesh are counted on.
    grids: Vec<Option<Grid>>,
}

impl Exporter<'_> {
    fn build(&mut self) -> Result<()> {
        self.textures()?;
        self.materials()?;
        self.cameras()?;
        self.lights()?;
        self.nodes()?;
        self.animations()?;
        self.vertex_frames()?;
        let mut own = Map::from_iter([(VERSION.to_owned(), OWN_VERSION.into())]);
        if self.layered > 0 {
            own.insert("layered".into(), self.layered.into());
        }
        if self.luanti.is_none() && self.scene.nodes.len() > 1 {
            own.insert("nodes".into(), self.scene.nodes.len().into());
        }
        if self.bare > 0 {
            own.insert("bare".into(), self.bare.into());
        }
        if self.options.textures == Textures::None {
            own.insert(NO_IMAGES.into(), true.into());
        }
        if let Some(ambient) = self.scene.ambient {
            own.insert("ambient".into(), json!(ambient.to_array()));
        }
        let mut extras = self.scene.extras.clone();
        let others = self.kept_extensions(&mut extras);
        if !others.is_empty() {
            self.root.extensions.get_or_insert_with(Default::default).others = others;
        }
        let copyright = extras.get(COPYRIGHT).and_then(Extra::as_text).map(str::to_owned);
        if copyright.is_some() {
            extras.remove(COPYRIGHT);
        }
        extras.remove(SCENES);
        let mut asset = match extras.remove(ASSET) {
            Some(Extra::Map(asset)) => asset,
            _ => Extras::new(),
        };
        let mut table = |key: &str| match asset.remove(key) {
            Some(Extra::Map(extras)) => object(&extras, Map::new()),
            _ => None,
        };
        let (of_asset, of_file) = (table("extras"), table("file"));
        // More than the version that is written would be wrong.
        let min_version = asset.get("minVersion").and_then(Extra::as_text).filter(|version| *version == "2.0");
        let min_version = min_version.map(str::to_owned);
        self.root.extras = of_file;
        let extras = object(&extras, own);
        let shown = self.shown_scene;
        match self.root.scenes.get_mut(shown) {
            Some(scene) => {
                scene.extras = extras;
                self.root.scene = Some(Index::new(shown as u32));
            }
            None => self.root.extras = extras,
        }
        let generator = Some(concat!("retromesh ", env!("CARGO_PKG_VERSION")).into());
        self.root.asset = Asset { generator, copyright, min_version, extras: of_asset, ..Asset::default() };
        Ok(())
    }

    fn finish(mut self) -> Result<Built> {
        self.root.buffer_views = std::mem::take(&mut self.buffers.views);
        self.root.accessors = std::mem::take(&mut self.buffers.accessors);
        if self.settings.extras == Kept::Drop {
            dropped::extras(&mut self.root, self.diagnostics)?;
        }
        let stem = text_stem(self.options);
        let inside = self.luanti.is_some();
        // What is to be put into a text or a file of its own is put together first.
        let mut bin = Vec::new();
        if stem.is_some() {
            self.buffers.write(&mut bin);
        }
        let len = self.buffers.len();
        let bin_name = stem.map(|stem| {
            file_names::safe(&format!("{}.bin", if stem.is_empty() { "model" } else { stem })).into_owned()
        });
        let link = match &bin_name {
            Some(_) if inside => Some(uri::data_link(&bin)),
            Some(name) => uri::relative(name),
            None => None,
        };
        self.root.buffers = (len > 0).then(|| buffers::description(len, link)).into_iter().collect();
        let json = if stem.is_some() { self.root.to_vec_pretty() } else { self.root.to_vec() };
        let json = json.map_err(|error| Error::new(ID, ErrorKind::unrepresentable(error.to_string())))?;
        let buffers = (0..self.root.buffers.len()).collect();
        let external = bin_name.clone().filter(|_| !inside && !bin.is_empty());
        let (bytes, container, content) = if stem.is_some() {
            (json, Container::Text, Content::Loaded(bin))
        } else {
            let (bytes, at) = glb::join(&json, len, |out| self.buffers.write(out))?;
            (bytes, Container::Binary, Content::Inside(at..at + len))
        };
        let bytes = bytes.into();
        Ok((
            Document {
                bytes,
                container,
                root: self.root,
                buffers,
                store: vec![content],
                unpacked: HashMap::new(),
                decoded: HashMap::new(),
                foreign_channels: 0,
            },
            external,
            self.image_files,
        ))
    }

    /// Lists an extension without which the file cannot be read.
    fn require_extension(&mut self, name: &str) {
        if !self.root.extensions_required.iter().any(|known| known == name) {
            self.root.extensions_required.push(name.into());
        }
    }

    /// Lists an extension as used.
    fn use_extension(&mut self, name: &str) {
        let used = &mut self.root.extensions_used;
        if let Err(at) = used.binary_search_by(|known| known.as_str().cmp(name)) {
            used.insert(at, name.into());
        }
    }
}

/// Returns the name of the output without its folder and extension, where it is a text.
fn text_stem(options: &ExportOptions) -> Option<&str> {
    let file_name = options.file_name.rsplit(['/', '\\']).next().unwrap_or_default();
    file_name.rsplit_once('.').filter(|(_, extension)| extension.eq_ignore_ascii_case("gltf")).map(|(stem, _)| stem)
}

/// Returns a name to write; empty ones are left out.
fn name(name: &str) -> Option<String> {
    (!name.is_empty()).then(|| name.to_string())
}
