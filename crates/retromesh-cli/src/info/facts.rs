//! What is told about a file; the field names are the keys of the JSON output.

use super::hash;
use retromesh::export::Shown;
use retromesh::keyframes::{Animation, Clip};
use retromesh::mesh::{Mesh, Selection};
use retromesh::{Diagnostics, Extra, ModelReference, Opened, Scene, Source, Valid};
use serde::Serialize;

/// Everything that `retromesh info` tells about a file but the node tree.
#[derive(Debug, Serialize)]
pub(crate) struct Info {
    pub(crate) format: &'static str,
    pub(crate) format_name: &'static str,
    pub(crate) version: String,
    pub(crate) bytes: u64,
    /// The BLAKE3 hash of the file.
    pub(crate) content_hash: String,
    /// The BLAKE3 hash of its shape: equal for equal models under other names.
    pub(crate) geometry_hash: String,
    pub(crate) sizes: Vec<SizeInfo>,
    pub(crate) nodes: usize,
    pub(crate) meshes: usize,
    pub(crate) parts: usize,
    pub(crate) vertices: usize,
    pub(crate) faces: usize,
    pub(crate) triangles: usize,
    pub(crate) materials: usize,
    pub(crate) material_list: Vec<MaterialInfo>,
    pub(crate) textures: Vec<String>,
    pub(crate) images: Vec<String>,
    pub(crate) skins: usize,
    pub(crate) joints: usize,
    pub(crate) cameras: usize,
    pub(crate) lights: usize,
    pub(crate) lods: usize,
    pub(crate) lod_list: Vec<LodInfo>,
    pub(crate) animations: Vec<AnimationInfo>,
    pub(crate) bounds: Option<Bounds>,
    pub(crate) selections: Vec<SelectionInfo>,
    pub(crate) properties: Vec<PropertyInfo>,
    pub(crate) proxies: Vec<ProxyInfo>,
    pub(crate) diagnostics: Vec<DiagnosticInfo>,
}

/// The bytes that a kind of part takes.
#[derive(Debug, Serialize)]
pub(crate) struct SizeInfo {
    pub(crate) part: &'static str,
    pub(crate) bytes: u64,
}

#[derive(Debug, Serialize)]
pub(crate) struct MaterialInfo {
    pub(crate) name: String,
    pub(crate) layers: usize,
}

#[derive(Debug, Serialize)]
pub(crate) struct LodInfo {
    pub(crate) level: u32,
    pub(crate) role: String,
    pub(crate) value: f32,
}

/// A clip: a named stretch of a timeline, or a whole timeline that has none.
#[derive(Debug, Serialize)]
pub(crate) struct AnimationInfo {
    pub(crate) name: String,
    pub(crate) first: f32,
    pub(crate) last: f32,
    pub(crate) ticks_per_second: f32,
    pub(crate) seconds: f32,
    pub(crate) channels: usize,
    pub(crate) keys: usize,
}

/// The box around the vertices of the meshes that are shown in the rest pose, or of all that are placed where none is shown; in the file's
/// own space.
#[derive(Debug, Serialize)]
pub(crate) struct Bounds {
    pub(crate) min: [f32; 3],
    pub(crate) max: [f32; 3],
}

/// A named set of vertices and faces of a mesh.
#[derive(Debug, Serialize)]
pub(crate) struct SelectionInfo {
    pub(crate) mesh: usize,
    pub(crate) name: String,
    pub(crate) vertices: usize,
    pub(crate) faces: usize,
}

/// A named text that an engine reads, on a node.
#[derive(Debug, Serialize)]
pub(crate) struct PropertyInfo {
    pub(crate) node: String,
    pub(crate) name: String,
    pub(crate) value: String,
}

/// Another model that is placed in this one.
#[derive(Debug, Serialize)]
pub(crate) struct ProxyInfo {
    pub(crate) path: String,
    pub(crate) id: i32,
    pub(crate) level: Option<u32>,
    pub(crate) file: String,
}

#[derive(Debug, Serialize)]
pub(crate) struct DiagnosticInfo {
    pub(crate) code: &'static str,
    pub(crate) severity: &'static str,
    pub(crate) count: u64,
    pub(crate) path: String,
    pub(crate) offset: Option<u64>,
    pub(crate) detail: String,
}

impl Info {
    pub(crate) fn of(source: &Source, opened: &Opened, found: &Diagnostics) -> Self {
        let Opened { scene, format, version, bytes, sizes, references, .. } = opened;
        let sum = |count: fn(&Mesh) -> usize| scene.meshes.iter().map(count).sum();
        let lods = scene.nodes.iter().filter_map(|node| node.lod).map(|lod| LodInfo {
            level: lod.level,
            role: format!("{:?}", lod.role),
            value: lod.value,
        });
        Self {
            format: format.id,
            format_name: format.name,
            version: version.clone(),
            bytes: *bytes,
            content_hash: hash::content(&source.bytes),
            geometry_hash: hash::geometry(scene),
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
    let mut points = nodes.into_iter().flat_map(|node| pose.positions(scene, node));
    let first = points.next()?;
    let (min, max) = points.fold((first, first), |(min, max), p| (min.min(p), max.max(p)));
    Some(Bounds { min: min.to_array(), max: max.to_array() })
}

/// Tells diagnostics in the form of the JSON output.
pub(crate) fn diagnostics(found: &Diagnostics) -> Vec<DiagnosticInfo> {
    let info = |entry: &retromesh::Diagnostic| DiagnosticInfo {
        code: entry.code.id(),
        severity: entry.code.severity().name(),
        count: entry.count,
        path: entry.path.clone(),
        offset: entry.offset,
        detail: entry.detail.clone(),
    };
    found.entries().iter().map(info).collect()
}
