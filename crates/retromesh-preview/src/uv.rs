//! The layout of a UV set: which part of a texture each face shows.

use crate::band::{Band, paint};
use crate::camera::Projected;
use crate::geometry::World;
use crate::options::Shot;
use crate::picture::Picture;
use crate::stage::Stage;
use crate::surface::{Layer, Source};
use glam::{Vec2, Vec4};
use retromesh_core::{Error, ErrorKind, Result};

const FRAME: Vec4 = Vec4::new(1.0, 1.0, 1.0, 0.7);
const EDGE: Vec4 = Vec4::new(1.0, 0.82, 0.2, 0.9);
/// How far beyond the image, in its widths, coordinates are shown.
const REACH: f32 = 4.0;

impl Stage {
    /// Draws the layout of a UV set over the first texture that uses it; v grows downward.
    ///
    /// The picture holds the whole image and all coordinates near it. Fails where no mesh has the set.
    pub fn uv_layout(&self, shot: &Shot, set: usize) -> Result<Picture> {
        self.check_size(shot.width, shot.height, 1)?;
        let has = self.scene.meshes.iter().map(|mesh| mesh.uv_sets.len()).max().unwrap_or(0);
        if set >= has {
            let expected = if has == 0 { "a model with UV sets".to_owned() } else { format!("0 to {}", has - 1) };
            return Err(Error::new("", ErrorKind::bad("UV set", expected, set.to_string())));
        }
        let world = self.world(shot, shot.moment)?;
        // A set that no material uses is not in the world; the meshes still hold it.
        let uvs = world.uv_sets.get(set).cloned().unwrap_or_else(|| self.unused_set(&world, set));
        let (least, greatest) = extent(&world, &uvs);
        let samples = shot.supersampling.clamp(1, 4);
        let (width, height) = ((shot.width * samples) as f32, (shot.height * samples) as f32);
        let size = greatest - least;
        let scale = (width / size.x).min(height / size.y) * 0.94;
        let offset = (Vec2::new(width, height) - size * scale) * 0.5 - least * scale;
        let place = |uv: Vec2| {
            let p = uv * scale + offset;
            let near = p.is_finite() && p.abs().max_element() < 1e5;
            if near { Projected { x: p.x, y: p.y, inv_w: 1.0 } } else { Projected::NOWHERE }
        };
        let layers = world.surfaces.iter().flat_map(|surface| &surface.layers);
        let texture = layers.into_iter().find(|layer| layer.uv_set == Some(set));
        Ok(paint(shot.width, shot.height, samples, shot.background, |band| {
            if let Some(layer) = texture {
                self.backdrop(band, layer, offset, scale);
            }
            for triangle in &world.triangles {
                let corners = triangle.v.map(|v| uvs.get(v as usize).map_or(Projected::NOWHERE, |uv| place(*uv)));
                for (i, [a, b]) in [[0, 1], [1, 2], [2, 0]].into_iter().enumerate() {
                    if triangle.edges >> i & 1 == 1 {
                        band.line([corners[a], corners[b]], EDGE, samples as f32, false);
                    }
                }
            }
            let square = [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y].map(place);
            for i in 0..4 {
                band.line([square[i], square[(i + 1) % 4]], FRAME, samples as f32, false);
            }
        }))
    }

    fn unused_set(&self, world: &World, set: usize) -> Vec<Vec2> {
        let mut uvs = Vec::with_capacity(world.positions.len());
        for &mesh in &world.meshes {
            let mesh = &self.scene.meshes[mesh];
            let end = uvs.len() + mesh.vertex_count();
            uvs.extend(mesh.uv_sets.get(set).into_iter().flatten());
            uvs.resize(end, Vec2::ZERO);
        }
        uvs
    }

    /// Fills the image's own square with its texture.
    fn backdrop(&self, band: &mut Band, layer: &Layer, offset: Vec2, scale: f32) {
        let Source::Texels(texels) = layer.source else { return };
        let Some(texels) = self.library.get(texels) else { return };
        let level = (texels.size().max_element() / scale).log2();
        for y in band.rows.clone() {
            for x in 0..band.width {
                let uv = (Vec2::new(x as f32 + 0.5, y as f32 + 0.5) - offset) / scale;
                if uv.min_element() >= 0.0 && uv.max_element() < 1.0 {
                    let index = band.start(y) + x as usize;
                    band.cover(index, texels.sample(uv, layer.sampler, level).truncate().extend(0.75));
                }
            }
        }
    }
}

/// Returns the box around the image and the coordinates near it.
fn extent(world: &World, uvs: &[Vec2]) -> (Vec2, Vec2) {
    let used = world.triangles.iter().flat_map(|t| t.v).filter_map(|v| uvs.get(v as usize));
    let near = used.filter(|uv| uv.is_finite());
    let (least, greatest) =
        near.fold((Vec2::ZERO, Vec2::ONE), |(least, greatest), uv| (least.min(*uv), greatest.max(*uv)));
    (least.max(Vec2::splat(-REACH)), greatest.min(Vec2::splat(1.0 + REACH)))
}
