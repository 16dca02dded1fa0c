//! What a file holds.

use super::findings::{DiagnosticInfo, diagnostics};
use super::hash;
use crate::keyframes::{Animation, Clip};
use crate::mesh::{Mesh, Selection};
use crate::{Archive, Diagnostics, Extra, FileState, ModelReference, Opened, Result, Scene, Source, Valid};
use retromesh_kit::export::Shown;
use serde::Serialize;
use std::path::Path;

/// Everything that is known about a file but the node tree.
#[derive(Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Info {
    /// The id of the format.
    pub format: &'static str,
    /// The name of the format.
    pub format_name: &'static str,
    /// The version or variant.
    pub version: String,
    /// The size in bytes.
    pub bytes: u64,
    /// The BLAKE3 hash of the file.
    pub content_hash: String,
    /// The BLAKE3 hash of its shape: equal for equal models under other names.
    pub geometry_hash: String,
    /// The bytes that each kind of part takes, where the format says.
    pub sizes: Vec<SizeInfo>,
    /// The number of nodes.
    pub nodes: usize,
    /// The number of meshes.
    pub meshes: usize,
    /// The number of parts of all meshes.
    pub parts: usize,
    /// The number of vertices.
    pub vertices: usize,
    /// The number of faces.
    pub faces: usize,
    /// The number of triangles that the faces make.
    pub triangles: usize,
    /// The number of materials.
    pub materials: usize,
    /// The materials.
    pub material_list: Vec<MaterialInfo>,
    /// The names of textures.
    pub textures: Vec<String>,
    /// The paths of images, as authored.
    pub images: Vec<String>,
    /// The number of skeletons.
    pub skins: usize,
    /// The number of joints of all skeletons.
    pub joints: usize,
    /// The number of morph targets of all meshes.
    pub morph_targets: usize,
    /// The number of vertex frames of all meshes.
    pub vertex_frames: usize,
    /// The number of cameras.
    pub cameras: usize,
    /// The number of lights.
    pub lights: usize,
    /// The number of levels of detail.
    pub lods: usize,
    /// The levels of detail.
    pub lod_list: Vec<LodInfo>,
    /// The clips.
    pub animations: Vec<AnimationInfo>,
    /// The box around what is shown.
    pub bounds: Option<Bounds>,
    /// The named sets of vertices and faces.
    pub selections: Vec<SelectionInfo>,
    /// The named texts.
    pub properties: Vec<PropertyInfo>,
    /// The other models that are placed in it.
    pub proxies: Vec<ProxyInfo>,
    /// What was found while it was read.
    pub diagnostics: Vec<DiagnosticInfo>,
}

/// The bytes that a kind of part takes.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct SizeInfo {
    /// The kind of part.
    pub part: &'static str,
    /// The size in bytes.
    pub bytes: u64,
}

/// A material.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct MaterialInfo {
    /// The name.
    pub name: String,
    /// How many textures it has.
    pub layers: usize,
}

/// A level of detail.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct LodInfo {
    /// The number of the level.
    pub level: u32,
    /// What the level is for.
    pub role: String,
    /// The raw value of the file.
    pub value: f32,
}

/// A clip: a named range of a timeline, or a whole timeline that has none.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct AnimationInfo {
    /// The name.
    pub name: String,
    /// The first tick.
    pub first: f32,
    /// The last tick, inclusive.
    pub last: f32,
    /// How many ticks make a second.
    pub ticks_per_second: f32,
    /// How long it takes.
    pub seconds: f32,
    /// How many channels its timeline has.
    pub channels: usize,
    /// How many keys lie in it.
    pub keys: usize,
}

/// The box around the vertices of the meshes that are shown in the rest pose, or of all that are placed where none is shown; in the file's
/// own space.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct Bounds {
    /// The least coordinates.
    pub min: [f32; 3],
    /// The greatest coordinates.
    pub max: [f32; 3],
}

/// A named set of vertices and faces of a mesh.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct SelectionInfo {
    /// The number of the mesh.
    pub mesh: usize,
    /// The name.
    pub name: String,
    /// The number of vertices.
    pub vertices: usize,
    /// The number of faces.
    pub faces: usize,
}

/// A named text that an engine reads, on a node.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct PropertyInfo {
    /// The name of the node.
    pub node: String,
    /// The name.
    pub name: String,
    /// The raw value of the file.
    pub value: String,
}

/// Another model that is placed in this one.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct ProxyInfo {
    /// The path, as authored.
    pub path: String,
    /// The number, -1 for none.
    pub id: i32,
    /// The number of the level.
    pub level: Option<u32>,
    /// The file that it stands for.
    pub file: String,
}

impl Info {
    /// The schema of an entry with these facts.
    pub const SCHEMA: &'static str = "retromesh-info-1";

    /// Returns what a file holds; `found` is what was found while it was opened.
    pub fn of(source: &Source, opened: &Opened, found: &Diagnostics) -> Self {
        Self {
            content_hash: hash::content(&source.bytes),
            geometry_hash: hash::geometry(&opened.scene),
            ..Self::unhashed(opened, found)
        }
    }

    /// Returns the same of an archive on the disk, as a file that holds no geometry; its version is the path below which games mount it.
    pub fn of_archive(path: &Path) -> Result<Self> {
        let archive = Archive::open(path)?;
        archive.damage().map_or(Ok(()), Err)?;
        Ok(Self {
            format: archive.kind(),
            format_name: "archive",
            version: archive.prefix().unwrap_or_default().to_owned(),
            bytes: FileState::of(path).map_or(0, |state| state.bytes),
            content_hash: hash::file(path)?,
            geometry_hash: hash::content(&[]),
            ..Self::default()
        })
    }

    /// Returns the same without the hashes, which take half of the time and are empty here.
    pub fn unhashed(opened: &Opened, found: &Diagnostics) -> Self {
        let Opened { scene, format, version, bytes, sizes, references, .. } = opened;
        let sum = |count: fn(&Mesh) -> usize| scene.meshes.iter().map(count).sum();
        let lods = scene.nodes.iter().filter_map(|node| node.lod).map(|lod| LodInfo {
            level: lod.level,
            role: lod.role.to_string(),
            value: lod.value,
        });
        Self {
            format: format.id,
            format_name: format.name,
            version: version.clone(),
            bytes: *bytes,
            content_hash: String::new(),
            geometry_hash: String::new(),
            sizes: sizes.iter().map(|&(part, bytes)| SizeInfo { part, bytes }).collect(),
            nodes: scene.nodes.len(),
            meshes: scene.meshes.len(),
            parts: sum(|mesh| mesh.parts.len()),
            vertices: sum(Mesh::vertex_count),
            faces: sum(Mesh::face_count),
            triangles: sum(Mesh::triangle_count),
            materials: scene.materials.len(),
            material_list: scene
                .materials
                .iter()
                .map(|m| MaterialInfo { name: m.name.clone(), layers: m.layers.len() })
                .collect(),
            textures: scene.textures.iter().map(|texture| texture.name.clone()).collect(),
            images: scene.images.iter().map(|image| image.path.clone()).collect(),
            skins: scene.skeletons.len(),
            joints: scene.skeletons.iter().map(|skeleton| skeleton.joints.len()).sum(),
            morph_targets: sum(|mesh| mesh.morph_targets.len()),
            vertex_frames: sum(|mesh| mesh.vertex_frames.len()),
            cameras: scene.cameras.len(),
            lights: scene.lights.len(),
            lods: lods.clone().count(),
            lod_list: lods.collect(),
            animations: scene.animations.iter().flat_map(clips).collect(),
            bounds: bounds(scene),
            selections: selections(scene),
            properties: properties(scene),
            proxies: references.iter().map(proxy).collect(),
            diagnostics: diagnostics(found),
        }
    }
}

fn selections(scene: &Scene) -> Vec<SelectionInfo> {
    let of_mesh = |(mesh, data): (usize, &Mesh)| {
        let info = |selection: &Selection| SelectionInfo {
            mesh,
            name: selection.name.clone(),
            vertices: selection.vertices.len(),
            faces: selection.faces.len(),
        };
        data.selections.iter().map(info).collect::<Vec<_>>()
    };
    scene.meshes.iter().enumerate().flat_map(of_mesh).collect()
}

/// Lists the named properties of nodes and of their meshes, which formats keep as lists of pairs.
fn properties(scene: &Scene) -> Vec<PropertyInfo> {
    let mut all = Vec::new();
    for node in &scene.nodes {
        let mesh = node.mesh.as_ref().map(|instance| &scene[instance.mesh].extras);
        let kept = [Some(&node.extras), mesh].into_iter().flatten().flatten();
        for (_, extra) in kept.filter(|(key, _)| key.ends_with(".properties")) {
            let Extra::List(pairs) = extra else { continue };
            for pair in pairs {
                let Extra::List(pair) = pair else { continue };
                let [name, value] = pair.as_slice() else { continue };
                let [name, value] = [name, value].map(|text| text.as_text().unwrap_or_default().to_owned());
                all.push(PropertyInfo { node: node.name.clone(), name, value });
            }
        }
    }
    all
}

fn proxy(reference: &ModelReference) -> ProxyInfo {
    let ModelReference { path, id, level, file, .. } = reference.clone();
    ProxyInfo { path, id, level, file }
}

fn clips(animation: &Animation) -> Vec<AnimationInfo> {
    let rate = animation.ticks_per_second;
    let info = |clip: &Clip| {
        // Times ascend.
        let before = |times: &[f32]| times.partition_point(|t| *t < clip.first);
        let inside = |times: &[f32]| times.partition_point(|t| *t <= clip.last).saturating_sub(before(times));
        AnimationInfo {
            name: clip.name.clone(),
            first: clip.first,
            last: clip.last,
            ticks_per_second: rate,
            seconds: (clip.last - clip.first) / rate,
            channels: animation.channels.len(),
            keys: animation.channels.iter().map(|channel| inside(&channel.times)).sum(),
        }
    };
    animation.clips_or_whole().iter().map(info).collect()
}

fn bounds(scene: &Valid<'_>) -> Option<Bounds> {
    let pose = scene.rest_pose();
    let shown = Shown::of(scene).meshes(scene);
    let nodes = if shown.is_empty() { scene.depth_first() } else { shown };
    let corners = nodes.into_iter().filter_map(|node| pose.extent(scene, node));
    let [min, max] = corners.reduce(|[min, max], [low, high]| [min.min(low), max.max(high)])?;
    Some(Bounds { min: min.to_array(), max: max.to_array() })
}
