//! Makes a scene smaller, and leaves what it shows as it is.

mod keys;
mod parts;

use crate::export::parts_of;
use crate::levels::remove_nodes;
use crate::unused::{Unused, renumbered, retain};
use crate::vertices::{merge_vertices, own_normals};
pub(crate) use keys::drop_idle_keys;
pub(crate) use parts::merge_parts;
use retromesh_core::Valid;
use retromesh_core::diagnostics::{Code, Diagnostics};
use retromesh_core::error::Result;
use retromesh_core::extras::{EXTENSIONS, Extra, LINES, POINTS};
use retromesh_core::mesh::Mesh;
use retromesh_core::scene::Scene;
use retromesh_core::{CameraId, ImageId, LightId, MaterialId, MeshId, NodeMap, TextureId};
use std::collections::HashMap;

/// Merges vertices that are equal in every bit, lets equal meshes be one that several nodes place, and leaves out what nothing
/// shows: meshes, materials, textures, images, cameras and lights. What is shown stays as it is, and what was done is reported
/// as [`Code::Optimized`]. In a mesh without normals vertices are equal only where those of their faces are, too: engines compute a normal for
/// each vertex.
///
/// Materials, textures and images stay where extensions of glTF that are kept as they are may refer to them by number.
///
/// ```
/// use glam::Vec3;
/// use retromesh_core::mesh::{Faces, Mesh, Part};
/// use retromesh_core::scene::{MeshInstance, Node};
/// use retromesh_core::{Diagnostics, MeshId, Scene};
/// let faces = Faces::Triangles(vec![[0, 1, 2], [3, 4, 5]]);
/// let positions = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Y, Vec3::X, Vec3::new(1.0, 1.0, 0.0)].to_vec();
/// let mesh = Mesh { positions, parts: vec![Part { faces, ..Part::default() }], ..Mesh::default() };
/// let mut scene = Scene { meshes: vec![mesh.clone(), mesh], ..Scene::default() };
/// for number in 0..2 {
///     let mesh = Some(Box::new(MeshInstance::new(MeshId(number))));
///     scene.add_node(None, Node { mesh, ..Node::default() });
/// }
/// let scene = retromesh_kit::optimize(scene.into_valid()?, &mut Diagnostics::new())?;
/// assert_eq!((scene.meshes.len(), scene.meshes[0].vertex_count()), (1, 4));
/// # Ok::<(), retromesh_core::Error>(())
/// ```
pub fn optimize<'s>(scene: Valid<'s>, diagnostics: &mut Diagnostics) -> Result<Valid<'s>> {
    let mut edit = scene.edit();
    let scene = edit.scene_mut();
    let merge = |mesh: &mut Mesh| {
        let normals = if mesh.normals.is_empty() { own_normals(mesh) } else { Vec::new() };
        merge_vertices(mesh, &normals)
    };
    let merged = scene.meshes.iter_mut().map(merge).sum::<usize>();
    diagnostics.note(Code::Optimized, merged, "vertices that equal another were left out")?;
    let shared = share_meshes(scene);
    diagnostics.note(
        Code::Optimized,
        shared,
        "meshes that equal another, but perhaps for their names, were left out for it",
    )?;
    for (kind, what) in drop_unused(scene) {
        diagnostics.note(Code::Optimized, what, kind)?;
    }
    Ok(edit.finish()?)
}

/// A mesh is compared with no more others than this that look alike from afar, so that the work stays linear.
const MAX_ALIKE: usize = 16;

/// Makes nodes place the first of equal meshes, and returns how many are in no use thereby.
fn share_meshes(scene: &mut Scene) -> usize {
    let mut known: HashMap<_, Vec<MeshId>> = HashMap::new();
    let mut firsts = Vec::with_capacity(scene.meshes.len());
    for (number, mesh) in scene.meshes.iter().enumerate() {
        let alike = known.entry(afar(mesh)).or_default();
        let first = alike.iter().copied().find(|&other| are_equal(&scene[other], mesh));
        if first.is_none() && alike.len() < MAX_ALIKE {
            alike.push(MeshId::new(number));
        }
        firsts.push(first.unwrap_or(MeshId::new(number)));
    }
    let before = scene.placed_meshes();
    for instance in scene.nodes.iter_mut().filter_map(|node| node.mesh.as_deref_mut()) {
        instance.mesh = firsts[instance.mesh.index()];
    }
    before.iter().zip(scene.placed_meshes()).filter(|(before, now)| **before && !now).count()
}

/// Returns what equal meshes have in common and few others have.
fn afar(mesh: &Mesh) -> ([usize; 2], Vec<[u32; 3]>) {
    let step = (mesh.positions.len() / 8).max(1);
    let places = mesh.positions.iter().step_by(step).map(|place| (*place).to_array().map(f32::to_bits));
    ([mesh.positions.len(), mesh.face_count()], places.collect())
}

/// Returns whether two meshes differ in nothing but their names.
fn are_equal(a: &Mesh, b: &Mesh) -> bool {
    // Every field is named, so that a new one cannot be forgotten.
    let Mesh {
        name: _,
        positions,
        normals,
        tangents,
        color_sets,
        uv_sets,
        weights,
        attributes,
        parts,
        selections,
        morph_targets,
        vertex_frames,
        extras,
    } = a;
    *positions == b.positions
        && *parts == b.parts
        && *normals == b.normals
        && *tangents == b.tangents
        && *color_sets == b.color_sets
        && *uv_sets == b.uv_sets
        && *weights == b.weights
        && *attributes == b.attributes
        && *selections == b.selections
        && *morph_targets == b.morph_targets
        && *vertex_frames == b.vertex_frames
        && *extras == b.extras
}

/// Leaves out nodes with all below them, and what nothing but they showed.
pub fn without_nodes<'s>(scene: Valid<'s>, gone: &NodeMap<bool>) -> Result<Valid<'s>> {
    let materials = Unused::Materials.used(&scene);
    let before = used_pictures(&scene);
    let mut edit = scene.edit();
    remove_nodes(&mut edit, gone);
    let scene = edit.scene_mut();
    if !has_extensions(scene) {
        drop_materials(scene, &materials);
    }
    drop_pictures(scene, &before);
    Ok(edit.finish()?)
}

/// Returns which textures and which images something shows.
pub(crate) fn used_pictures(scene: &Scene) -> [Vec<bool>; 2] {
    [Unused::Textures, Unused::Images].map(|kind| kind.used(scene))
}

/// Leaves out the textures and images that something [showed before](used_pictures) and nothing shows any more.
pub(crate) fn drop_pictures(scene: &mut Scene, [textures, images]: &[Vec<bool>; 2]) {
    if !has_extensions(scene) {
        drop_textures(scene, textures);
        drop_images(scene, images);
    }
}

/// Leaves out what nothing shows, and says how many of what.
fn drop_unused(scene: &mut Scene) -> [(&'static str, usize); 6] {
    let meshes = keep_used(&Unused::Meshes.used(scene), &mut scene.meshes);
    let cameras = keep_used(&Unused::Cameras.used(scene), &mut scene.cameras);
    let lights = keep_used(&Unused::Lights.used(scene), &mut scene.lights);
    for node in &mut scene.nodes {
        if let Some(instance) = node.mesh.as_deref_mut() {
            meshes.give(&mut instance.mesh.0);
        }
        if let Some(CameraId(camera)) = &mut node.camera {
            cameras.give(camera);
        }
        if let Some(LightId(light)) = &mut node.light {
            lights.give(light);
        }
    }
    let [materials, textures, images] = if has_extensions(scene) {
        [0; 3]
    } else {
        [drop_materials(scene, &[]), drop_textures(scene, &[]), drop_images(scene, &[])]
    };
    [
        ("meshes that no node has were left out", meshes.dropped),
        ("cameras that no node has were left out", cameras.dropped),
        ("lights that no node has were left out", lights.dropped),
        ("materials that no face has were left out", materials),
        ("textures that no material has were left out", textures),
        ("images that no texture has were left out", images),
    ]
}

/// Returns whether the scene keeps extensions of glTF as they are, which number textures and materials.
fn has_extensions(scene: &Scene) -> bool {
    let parts = scene.meshes.iter().flat_map(|mesh| &mesh.parts).map(|part| &part.extras);
    let materials = scene.materials.iter().map(|material| &material.extras);
    let mut all = parts.chain(materials).chain([&scene.extras]);
    all.any(|extras| matches!(extras.get(EXTENSIONS), Some(Extra::Map(_))))
}

/// Returns for each thing of a kind whether it is used; those that were not used before count as such.
fn used(kind: Unused, scene: &Scene, before: &[bool]) -> Vec<bool> {
    let mut used = kind.used(scene);
    used.iter_mut().zip(before).for_each(|(used, before)| *used |= !before);
    used
}

fn drop_materials(scene: &mut Scene, before: &[bool]) -> usize {
    let mut used = used(Unused::Materials, scene, before);
    for (part, material) in scene.nodes.iter().filter_map(|n| n.mesh.as_deref()).flat_map(|i| parts_of(scene, i)) {
        if let Some(material) = material
            && [LINES, POINTS].iter().any(|key| part.extras.contains_key(*key))
        {
            used[material.index()] = true;
        }
    }
    let materials = keep_used(&used, &mut scene.materials);
    let own = scene.meshes.iter_mut().flat_map(|mesh| &mut mesh.parts).map(|part| &mut part.material);
    let others = scene.nodes.iter_mut().filter_map(|node| node.mesh.as_deref_mut());
    for slot in own.chain(others.flat_map(|instance| &mut instance.materials)) {
        // Parts without faces, and parts whose material each node replaces, may have one that nothing shows.
        *slot = slot.and_then(|material| materials.of[material.index()].map(MaterialId::new));
    }
    materials.dropped
}

fn drop_textures(scene: &mut Scene, before: &[bool]) -> usize {
    let textures = keep_used(&used(Unused::Textures, scene, before), &mut scene.textures);
    for TextureId(texture) in scene.materials.iter_mut().flat_map(|m| &mut m.layers).map(|layer| &mut layer.texture) {
        textures.give(texture);
    }
    textures.dropped
}

fn drop_images(scene: &mut Scene, before: &[bool]) -> usize {
    let images = keep_used(&used(Unused::Images, scene, before), &mut scene.images);
    for ImageId(image) in scene.textures.iter_mut().filter_map(|texture| texture.image.as_mut()) {
        images.give(image);
    }
    images.dropped
}

/// The new numbers of the items of an arena.
struct Numbers {
    /// The number of each item; none where it is left out.
    of: Vec<Option<usize>>,
    dropped: usize,
}

impl Numbers {
    /// Gives a link to an item that stays its new number.
    fn give(&self, link: &mut u32) {
        if let Some(number) = self.of[*link as usize] {
            *link = number as u32;
        }
    }
}

fn keep_used<T>(used: &[bool], items: &mut Vec<T>) -> Numbers {
    let of = renumbered(used.iter().copied());
    retain(items, &of);
    Numbers { dropped: of.len() - items.len(), of }
}
