//! One budget for what a conversion makes of its input.

use crate::error::{Error, ErrorKind, Result};
use crate::keyframes::Animation;
use crate::mesh::Mesh;
use crate::scene::Scene;
use std::cell::Cell;

/// What every conversion may take, however small its input is.
const FREE: u64 = 1 << 27;
/// What a conversion may take for each byte of its scene besides.
const TIMES: u64 = 64;

/// Counts the bytes that a conversion takes for what it makes, before it takes them.
#[derive(Debug, Clone)]
pub struct Budget {
    limit: u64,
    taken: Cell<u64>,
}

impl Budget {
    /// Allows what a conversion of a scene may sensibly take.
    pub fn of(scene: &Scene) -> Self {
        Self::of_bytes(FREE.saturating_add(size(scene).saturating_mul(TIMES)))
    }

    /// Allows so many bytes.
    pub fn of_bytes(limit: u64) -> Self {
        Self { limit, taken: Cell::new(0) }
    }

    /// Counts `count` things of `size` bytes each; `what` names them and why they are so many.
    ///
    /// # Errors
    /// When all that was taken would be more than the limit.
    pub fn take(&self, what: &'static str, count: usize, size: usize) -> Result<()> {
        let found = (count as u64).saturating_mul(size as u64).saturating_add(self.taken.get());
        if found > self.limit {
            return Err(Error::new("", ErrorKind::Growth { what: what.into(), limit: self.limit, found }));
        }
        self.taken.set(found);
        Ok(())
    }
}

/// Returns about how many bytes a scene takes.
fn size(scene: &Scene) -> u64 {
    let mesh = |mesh: &Mesh| {
        let sets = mesh.uv_sets.len() * 8 + mesh.color_sets.len() * 16;
        let shapes = (mesh.morph_targets.len() + mesh.vertex_frames.len()) * 12;
        mesh.positions.len() * (24 + sets + shapes) + mesh.weights.influences.len() * 8 + mesh.triangle_count() * 12
    };
    let geometry: usize = scene.meshes.iter().map(mesh).sum();
    let keys: usize = scene.animations.iter().map(Animation::key_count).sum();
    let images: usize = scene.images.iter().filter_map(|image| image.data.as_ref()).map(|data| data.bytes.len()).sum();
    (geometry + keys * 16 + images + scene.nodes.len() * 64) as u64
}
