//! The colour of one sample: fixed-function shading with one lamp next to the viewer and light from the sky.

use crate::camera::Camera;
use crate::geometry::{Triangle, World};
use crate::options::Look;
use crate::raster::{Setup, Square};
use crate::surface::{Colors, Layer, Library, Source, Surface, Use};
use glam::{Vec2, Vec3, Vec4};

/// The two colours of the pattern that stands for a missing image.
const CHECKER: [Vec4; 2] = [Vec4::new(0.62, 0.6, 0.66, 1.0), Vec4::new(0.86, 0.62, 0.84, 1.0)];
/// Squares of that pattern in the width of an image.
const CHECKS: f32 = 8.0;
const CLAY: Vec4 = Vec4::new(0.78, 0.76, 0.73, 1.0);
const FRONT: Vec4 = Vec4::new(0.35, 0.52, 0.95, 1.0);
const BACK: Vec4 = Vec4::new(0.95, 0.25, 0.2, 1.0);
/// Light from below and above.
const GROUND: f32 = 0.3;
const SKY: f32 = 0.52;
const LAMP: f32 = 0.66;
const MAX_LAYERS: usize = 8;

/// What all samples of a picture share.
pub(crate) struct Shader<'a> {
    pub(crate) world: &'a World,
    pub(crate) library: &'a Library,
    pub(crate) look: Look,
    right: Vec3,
    up: Vec3,
    back: Vec3,
    /// Toward the lamp.
    lamp: Vec3,
    /// Half way between lamp and viewer.
    half: Vec3,
}

/// A triangle with everything that its samples share.
pub(crate) struct Patch<'a> {
    pub(crate) setup: Setup,
    pub(crate) surface: &'a Surface,
    face_normal: Vec3,
    normals: [Vec3; 3],
    smooth: bool,
    colors: [Vec4; 3],
    uvs: [[Vec2; 3]; MAX_LAYERS],
    /// For each layer the binary logarithm of texels a sample.
    levels: [f32; MAX_LAYERS],
}

impl Patch<'_> {
    /// Returns whether one look in the middle of a pixel stands for all its samples: not where colours change at once.
    pub(crate) fn is_smooth(&self) -> bool {
        let abrupt = |layer: &Layer| layer.source == Source::Checker || layer.sampler.nearest;
        self.surface.cutoff().is_none() && !self.surface.layers.iter().any(abrupt)
    }
}

impl<'a> Shader<'a> {
    pub(crate) fn new(world: &'a World, library: &'a Library, camera: &Camera, look: Look) -> Self {
        let lamp = (camera.right * -0.45 + camera.up * 0.65 + camera.back * 0.8).normalize_or_zero();
        Self {
            world,
            library,
            look,
            right: camera.right,
            up: camera.up,
            back: camera.back,
            lamp,
            half: (lamp + camera.back).normalize_or_zero(),
        }
    }

    /// Gathers what the samples of a triangle share.
    pub(crate) fn patch(&self, triangle: &Triangle, setup: Setup) -> Option<Patch<'a>> {
        let world = self.world;
        let surface = world.surfaces.get(triangle.surface as usize)?;
        let corners = setup.order.map(|i| triangle.v[i] as usize);
        let [a, b, c] = corners.map(|v| world.positions.get(v).copied().unwrap_or(Vec3::ZERO).as_dvec3());
        // The setup's order turns front faces round; doubles keep huge and tiny faces from vanishing.
        let outward = if setup.front { -1.0 } else { 1.0 };
        let face_normal = ((b - a).cross(c - a) * outward).normalize_or_zero().as_vec3();
        let normals = corners.map(|v| world.normals.get(v).copied().unwrap_or(Vec3::ZERO).normalize_or_zero());
        let colors = if surface.colors == Colors::Unused && !surface.vertex_alpha {
            [Vec4::ONE; 3]
        } else {
            corners.map(|v| world.colors.get(v).copied().unwrap_or(Vec4::ONE))
        };
        let mut patch = Patch {
            setup,
            surface,
            face_normal,
            normals,
            smooth: !surface.flat && normals.iter().all(|n| *n != Vec3::ZERO),
            colors,
            uvs: [[Vec2::ZERO; 3]; MAX_LAYERS],
            levels: [0.0; MAX_LAYERS],
        };
        for ((layer, uvs), level) in surface.layers.iter().zip(&mut patch.uvs).zip(&mut patch.levels) {
            let Some(set) = layer.uv_set.and_then(|set| world.uv_sets.get(set)) else { continue };
            *uvs = corners.map(|v| {
                let uv = set.get(v).copied().unwrap_or(Vec2::ZERO);
                layer.transform.map_or(uv, |transform| transform.apply(uv))
            });
            if let Source::Texels(texels) = layer.source {
                let size = self.library.get(texels).map_or(Vec2::ONE, crate::texture::Texels::size);
                let (u, v) = ((uvs[1] - uvs[0]) * size, (uvs[2] - uvs[0]) * size);
                let texels = u.perp_dot(v).abs() * 0.5;
                *level = (texels / setup.area()).log2() * 0.5;
            }
        }
        Some(patch)
    }

    /// Returns red, green, blue and alpha in the middle of a square of samples; `None` where the material leaves a hole.
    pub(crate) fn shade(&self, patch: &Patch, square: Square) -> Option<Vec4> {
        let flat = patch.setup.weights(square);
        let spread = if square.size > 1 { (square.size as f32).log2() + 0.5 } else { 0.0 };
        let [a, b, c]: [f32; 3] = std::array::from_fn(|i| flat[i] * patch.setup.inv_w[i]);
        let scale = (a + b + c).recip();
        let weights = [a * scale, b * scale, c * scale];
        let surface = patch.surface;
        let normal = self.normal(patch, weights);
        let plain = match self.look {
            Look::Shaded => None,
            Look::Clay => Some((CLAY.truncate() * self.light(normal)).extend(1.0)),
            Look::Normals => Some((normal * 0.5 + 0.5).extend(1.0)),
            Look::Faces => {
                let color = if patch.setup.front { FRONT } else { BACK };
                Some((color.truncate() * self.light(normal)).extend(1.0))
            }
        };
        if plain.is_some() {
            return plain;
        }
        let vertex = mix(patch.colors, weights);
        let mut rgb = match surface.colors {
            Colors::Unused => surface.base.truncate(),
            Colors::Replace => vertex.truncate(),
            Colors::Multiply => surface.base.truncate() * vertex.truncate(),
        };
        let mut alpha = surface.base.w * if surface.vertex_alpha { vertex.w } else { 1.0 };
        if !surface.unlit {
            rgb *= self.light(normal);
        }
        let mut glow = surface.emissive;
        // As in the engines of these formats, light saturates before textures are laid on.
        rgb = (rgb + if surface.layers.iter().any(|l| l.apply == Use::Emissive) { Vec3::ZERO } else { glow })
            .clamp(Vec3::ZERO, Vec3::ONE);
        if glow == Vec3::ZERO {
            glow = Vec3::ONE;
        }
        let mut emitted = Vec3::ZERO;
        for (i, layer) in surface.layers.iter().enumerate().take(MAX_LAYERS) {
            let uv = layer.uv_set.map_or_else(|| self.reflection(normal), |_| mix(patch.uvs[i], weights));
            let texel = self.texel(layer, uv, patch.levels[i] + spread);
            let color = texel.truncate();
            match layer.apply {
                Use::Multiply => rgb *= color,
                Use::Multiply2x => rgb *= color * 2.0,
                Use::Add => rgb += color,
                Use::Decal => rgb = rgb.lerp(color, texel.w),
                Use::Emissive => emitted += glow * color,
                Use::Opacity => alpha *= texel.x,
            }
            if layer.alpha && layer.apply == Use::Multiply {
                alpha *= texel.w;
            }
        }
        // Whatever the order of textures, light that is emitted is not dimmed by the colour of the surface.
        rgb += emitted;
        if !surface.unlit && surface.shininess > 0.0 {
            rgb += Vec3::splat(surface.shininess.min(1.0) * 0.5 * normal.dot(self.half).max(0.0).powi(32));
        }
        if surface.cutoff().is_some_and(|cutoff| alpha < cutoff) {
            return None;
        }
        Some(rgb.clamp(Vec3::ZERO, Vec3::ONE).extend(alpha))
    }

    fn normal(&self, patch: &Patch, weights: [f32; 3]) -> Vec3 {
        let mixed = if patch.smooth { mix(patch.normals, weights).normalize_or_zero() } else { Vec3::ZERO };
        let normal = if mixed == Vec3::ZERO { patch.face_normal } else { mixed };
        // The lamp sees both sides of a sheet; the look at normals shows what is stored.
        if patch.setup.front || self.look == Look::Normals { normal } else { -normal }
    }

    fn light(&self, normal: Vec3) -> f32 {
        let sky = GROUND + (SKY - GROUND) * (normal.y * 0.5 + 0.5);
        sky + LAMP * normal.dot(self.lamp).max(0.0)
    }

    /// Where a sphere map is looked up: the normal as the viewer sees it.
    fn reflection(&self, normal: Vec3) -> Vec2 {
        let seen = Vec3::new(normal.dot(self.right), normal.dot(self.up), normal.dot(self.back));
        Vec2::new(seen.x * 0.5 + 0.5, 0.5 - seen.y * 0.5)
    }

    fn texel(&self, layer: &Layer, uv: Vec2, level: f32) -> Vec4 {
        match layer.source {
            Source::Texels(texels) => {
                self.library.get(texels).map_or(Vec4::ONE, |texels| texels.sample(uv, layer.sampler, level))
            }
            Source::Checker => {
                let square = (uv * CHECKS).floor();
                let odd = (square.x + square.y).rem_euclid(2.0) >= 1.0;
                CHECKER[usize::from(odd)]
            }
        }
    }
}

fn mix<T: Copy + std::ops::Mul<f32, Output = T> + std::ops::Add<Output = T>>(values: [T; 3], weights: [f32; 3]) -> T {
    values[0] * weights[0] + values[1] * weights[1] + values[2] * weights[2]
}
