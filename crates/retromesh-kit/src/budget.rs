//! One budget for what a conversion makes of its input.

use crate::options::ExportOptions;
use retromesh_core::error::{Error, ErrorKind, Result};
use retromesh_core::keyframes::Animation;
use retromesh_core::mesh::Mesh;
use retromesh_core::scene::Scene;
use std::cell::Cell;

/// What every conversion may take, however small its input is.
const FREE: u64 = 1 << 27;
/// What a conversion may take for each byte of its input besides.
const TIMES: u64 = 64;
/// About how many copies of a mesh exist at once on its way into a file.
const COPIES: usize = 4;
/// About what a node takes, in memory and in a file.
const NODE: usize = 700;
/// A scene counts for at most this many times the bytes that it was read from; elements that share bytes do not raise it.
const UNPACKED: u64 = 16;

/// Counts the bytes that a conversion takes for what it makes, before it takes them.
///
/// Keys, vertices, nodes and pixels count by about the memory that they need on their way.
#[derive(Debug, Clone)]
pub struct Budget {
    /// Whether the limit was asked for; then nothing is added to it.
    is_fixed: bool,
    limit: Cell<u64>,
    taken: Cell<u64>,
}

impl Default for Budget {
    /// Allows 128 MiB.
    fn default() -> Self {
        Self::of_bytes(FREE)
    }
}

impl Budget {
    /// Allows what the options say, else 128 MiB and 64 bytes for each byte of the input: of the files or of the scene, whichever is
    /// more, but of a scene at most 16 times the files.
    pub fn of(scene: &Scene, options: &ExportOptions) -> Self {
        let budget = Self::of_input(options);
        let (size, input) = (scene_size(scene), options.input_bytes);
        let max = input.map_or(u64::MAX, |input| input.saturating_mul(UNPACKED));
        let more = (size as u64).min(max).saturating_sub(input.unwrap_or(0));
        budget.allow_for(usize::try_from(more).unwrap_or(usize::MAX));
        budget
    }

    /// Allows what the options say, else 128 MiB and 64 bytes for each byte of the files that were read.
    pub fn of_input(options: &ExportOptions) -> Self {
        let is_fixed = options.max_output.is_some();
        let budget = Self { is_fixed, ..Self::of_bytes(options.max_output.unwrap_or(FREE)) };
        let input = options.input_bytes.unwrap_or(0);
        budget.allow_for(usize::try_from(input).unwrap_or(usize::MAX));
        budget
    }

    /// Returns the bytes that are left.
    pub fn left(&self) -> u64 {
        self.limit.get().saturating_sub(self.taken.get())
    }

    /// Allows this many bytes.
    pub fn of_bytes(limit: u64) -> Self {
        Self { is_fixed: false, limit: Cell::new(limit), taken: Cell::new(0) }
    }

    /// Allows as much more as this many bytes of input may become, unless the options say what is allowed.
    pub fn allow_for(&self, input: usize) {
        if self.is_fixed {
            return;
        }
        self.limit.set(self.limit.get().saturating_add((input as u64).saturating_mul(TIMES)));
    }

    /// Counts `count` things of `size` bytes each; `what` names them and why there are that many.
    ///
    /// # Errors
    /// When all that was taken would be more than the limit.
    pub fn take(&self, what: &'static str, count: usize, size: usize) -> Result<()> {
        let (taken, limit) = (self.taken.get(), self.limit.get());
        let found = (count as u64).saturating_mul(size as u64).saturating_add(taken);
        if found > limit {
            return Err(Error::new("", ErrorKind::Growth { what: what.into(), limit }));
        }
        self.taken.set(found);
        Ok(())
    }

    fn take_nodes(&self, scene: &Scene) -> Result<()> {
        self.take("nodes: a list of places has one for each", scene.nodes.len(), NODE)
    }

    /// Counts each mesh once as it is written: each of its parts with the vertices that it uses.
    ///
    /// # Errors
    /// When all that was taken would be more than the limit.
    pub fn take_meshes(&self, scene: &Scene) -> Result<()> {
        self.take_nodes(scene)?;
        let all = scene.meshes.iter().map(written_size).fold(0, usize::saturating_add);
        self.take("the vertices and faces of all parts of meshes", all, COPIES)
    }

    /// Counts a copy of its mesh for each node that places one, for formats that share none.
    ///
    /// # Errors
    /// When all that was taken would be more than the limit.
    pub fn take_instances(&self, scene: &Scene) -> Result<()> {
        self.take_nodes(scene)?;
        let sizes: Vec<usize> = scene.meshes.iter().map(written_size).collect();
        let placed = scene.nodes.iter().filter_map(|node| sizes.get(node.mesh.as_deref()?.mesh.index()));
        let all = placed.fold(0usize, |sum, size| sum.saturating_add(*size));
        self.take("copies of meshes: the format has one for each node that places it", all, COPIES)
    }
}

fn mesh_size(mesh: &Mesh) -> usize {
    size_with(mesh, mesh.positions.len())
}

/// Returns about how many bytes a mesh takes where each part has its own vertices.
fn written_size(mesh: &Mesh) -> usize {
    let vertices = mesh.positions.len();
    // A vertex counts once for each part that uses it.
    let mut used_by = vec![0u32; if mesh.parts.len() > 1 { vertices } else { 0 }];
    let mut used = 0usize;
    for (number, part) in (1u32..).zip(&mesh.parts) {
        let corners = || part.faces.iter().flatten();
        used += if used_by.is_empty() {
            vertices.min(corners().count())
        } else {
            corners().filter(|&&vertex| std::mem::replace(&mut used_by[vertex as usize], number) != number).count()
        };
    }
    size_with(mesh, used.max(vertices))
}

fn size_with(mesh: &Mesh, vertices: usize) -> usize {
    let sets = mesh.uv_sets.len() * 8 + mesh.color_sets.len() * 16;
    let shapes = (mesh.morph_targets.len() + mesh.vertex_frames.len()) * 12;
    vertices.saturating_mul(24 + sets + shapes) + mesh.weights.influences.len() * 8 + mesh.triangle_count() * 12
}

/// Returns about how many bytes a scene takes.
fn scene_size(scene: &Scene) -> usize {
    let geometry: usize = scene.meshes.iter().map(mesh_size).sum();
    let keys: usize = scene.animations.iter().map(Animation::key_count).sum();
    let images: usize = scene.images.iter().filter_map(|image| image.data.as_ref()).map(|data| data.bytes.len()).sum();
    geometry + keys * 16 + images + scene.nodes.len() * 64
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;
    use retromesh_core::MeshId;
    use retromesh_core::mesh::{Faces, Part};
    use retromesh_core::scene::{MeshInstance, Node};

    #[test]
    fn what_is_over_the_limit_is_named_before_it_is_taken() {
        let budget = Budget::of_bytes(100);
        assert!(budget.take("things", 9, 10).is_ok());
        let error = budget.take("more things", 2, 10).unwrap_err();
        assert_eq!(error.to_string(), "output would exceed 100 bytes because of more things");
        assert!(budget.take("things", 1, 10).is_ok());
        assert!(budget.take("things", usize::MAX, usize::MAX).is_err());
        budget.allow_for(1);
        assert!(budget.take("things", 6, 10).is_ok());
    }

    #[test]
    fn a_vertex_counts_for_each_part_that_uses_it() {
        let faces = |first: u32| Faces::Triangles(vec![[first, first + 1, first + 2]; 2]);
        // The parts, and how many of the ten vertices are written.
        for (parts, expected) in [(vec![], 10), (vec![0], 10), (vec![0, 3, 6], 10), (vec![0, 0, 1, 2], 12)] {
            let parts: Vec<Part> =
                parts.into_iter().map(|first| Part { faces: faces(first), ..Part::default() }).collect();
            let triangles = parts.len() * 2;
            let mesh = Mesh { positions: vec![Vec3::ZERO; 10], parts, ..Mesh::default() };
            assert_eq!(written_size(&mesh), expected * 24 + triangles * 12);
        }
    }

    #[test]
    fn placed_meshes_count_by_node_and_large_inputs_may_become_more() {
        let mut scene = Scene::default();
        scene.meshes.push(Mesh { positions: vec![Vec3::ZERO; 1000], ..Mesh::default() });
        for _ in 0..10 {
            let mesh = Some(Box::new(MeshInstance::new(MeshId(0))));
            scene.add_node(None, Node { mesh, ..Node::default() });
        }
        // The limit asked for, and whether ten nodes pass, each with a copy of 24,000 bytes.
        for (max_output, fits) in [(None, true), (Some(10 * 96_700), true), (Some(10 * 96_700 - 1), false)] {
            let options = ExportOptions { max_output, ..ExportOptions::default() };
            assert_eq!(Budget::of(&scene, &options).take_instances(&scene).is_ok(), fits, "{max_output:?}");
        }
        // Of what was read from a few bytes no more may be made than of those.
        let options = ExportOptions { input_bytes: Some(10), ..ExportOptions::default() };
        assert_eq!(Budget::of(&scene, &options).left(), FREE + TIMES * 10 * UNPACKED);
        let small = Budget::of(&Scene::default(), &ExportOptions::default());
        assert!(Budget::of(&scene, &ExportOptions::default()).limit > small.limit);
    }
}
