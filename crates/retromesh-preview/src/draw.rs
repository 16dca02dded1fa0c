//! A picture of a world: cull, see who is nearest, shade what is seen, blend what shows through.

use crate::band::{Band, NOBODY, paint};
use crate::camera::{Camera, Projected};
use crate::geometry::{Triangle, World};
use crate::options::{Limits, Look, Shot};
use crate::overlay::Overlay;
use crate::raster::{Setup, Square};
use crate::shade::{Patch, Shader};
use crate::stage::Rendered;
use crate::surface::Library;
use glam::Vec4;
use rayon::prelude::*;
use retromesh_core::material::Blend;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many samples of a surface seen through cost as much as one of an opaque one.
const BLENDED_COST: u64 = 16;
/// Wire lines, not premultiplied.
const WIRE: Vec4 = Vec4::new(0.05, 0.06, 0.08, 0.85);

/// A triangle that is drawn.
struct Entry {
    triangle: u32,
    rows: Range<i32>,
    blended: bool,
    cost: u64,
}

/// Draws a world and counts what is in the picture.
pub(crate) fn draw(
    world: &World,
    library: &Library,
    camera: &Camera,
    shot: &Shot,
    limits: &Limits,
    samples: u32,
) -> Rendered {
    let (width, height) = ((shot.width * samples) as i32, (shot.height * samples) as i32);
    let projected: Vec<Projected> = world.positions.par_iter().map(|p| camera.project(*p)).collect();
    let scene = Drawing {
        world,
        projected,
        shader: Shader::new(world, library, camera, shot.look),
        shot,
        samples: samples as usize,
    };
    let Entries { opaque, mut blended, unfinished, culled } = scene.entries(width, height, limits);
    let drawn_triangles = opaque.len() + blended.len();
    blended.sort_by(|a, b| scene.nearness(a).total_cmp(&scene.nearness(b)).then(a.triangle.cmp(&b.triangle)));
    let overlay = Overlay::new(world, camera, shot, samples);
    let picture = paint(shot.width, shot.height, samples, shot.background, |band| {
        scene.opaque(band, &opaque);
        if shot.wireframe {
            opaque.iter().chain(&blended).for_each(|entry| scene.wire(band, entry, samples));
        }
        overlay.covered(band);
        scene.blended(band, &blended);
        overlay.above(band);
    });
    Rendered {
        picture,
        drawn_triangles,
        culled_triangles: culled,
        unfinished_triangles: unfinished,
        ..Rendered::default()
    }
}

/// The triangles of a picture.
struct Entries {
    opaque: Vec<Entry>,
    blended: Vec<Entry>,
    /// How many are over the limit of work.
    unfinished: usize,
    /// How many turn their backs to the viewer.
    culled: usize,
}

struct Drawing<'a> {
    world: &'a World,
    projected: Vec<Projected>,
    shader: Shader<'a>,
    shot: &'a Shot,
    /// Samples a pixel in each direction.
    samples: usize,
}

impl Drawing<'_> {
    fn triangle(&self, id: u32) -> Option<(&Triangle, [Projected; 3])> {
        let triangle = self.world.triangles.get(id as usize)?;
        Some((triangle, triangle.v.map(|v| self.projected.get(v as usize).copied().unwrap_or(Projected::NOWHERE))))
    }

    /// Lists what faces the viewer and has area, opaque and seen-through apart, as far as the limit of work allows.
    fn entries(&self, width: i32, height: i32, limits: &Limits) -> Entries {
        let culled = AtomicUsize::new(0);
        let all: Vec<Entry> = (0..self.world.triangles.len() as u32)
            .into_par_iter()
            .filter_map(|id| {
                let (triangle, corners) = self.triangle(id)?;
                let setup = Setup::new(corners)?;
                let surface = self.world.surfaces.get(triangle.surface as usize)?;
                let shown = setup.front
                    || surface.double_sided
                    || self.shot.back_faces
                    || matches!(self.shot.look, Look::Faces | Look::Normals);
                if !shown {
                    culled.fetch_add(1, Ordering::Relaxed);
                }
                let rows = setup.rows();
                let blended = surface.is_blended() && self.shot.look == Look::Shaded;
                let dear = blended || surface.cutoff().is_some();
                let cost = setup.cost(width, height) * if dear { BLENDED_COST } else { 1 };
                (shown && !rows.is_empty()).then_some(Entry { triangle: id, rows, blended, cost })
            })
            .collect();
        let mut spent = 0u64;
        let total = all.len();
        let kept = all.into_iter().filter(|entry| {
            spent = spent.saturating_add(entry.cost);
            spent <= limits.work
        });
        let (blended, opaque): (Vec<Entry>, Vec<Entry>) = kept.partition(|entry| entry.blended);
        let unfinished = total - blended.len() - opaque.len();
        Entries { opaque, blended, unfinished, culled: culled.into_inner() }
    }

    /// Grows toward the viewer.
    fn nearness(&self, entry: &Entry) -> f32 {
        self.triangle(entry.triangle).map_or(0.0, |(_, corners)| corners.iter().map(|p| p.inv_w).sum())
    }

    fn patch(&self, id: u32) -> Option<Patch<'_>> {
        let (triangle, corners) = self.triangle(id)?;
        self.shader.patch(triangle, Setup::new(corners)?)
    }

    fn opaque(&self, band: &mut Band, entries: &[Entry]) {
        let (rows, width) = (band.rows.clone(), band.width);
        for entry in entries.iter().filter(|entry| meets(&entry.rows, &rows)) {
            let Some((triangle, corners)) = self.triangle(entry.triangle) else { continue };
            let Some(setup) = Setup::new(corners) else { continue };
            let surface = self.world.surfaces.get(triangle.surface as usize);
            let holes = self.shot.look == Look::Shaded && surface.is_some_and(|surface| surface.cutoff().is_some());
            let patch = if holes { self.shader.patch(triangle, setup) } else { None };
            setup.spans(&rows, width, |span| {
                let start = band.start(span.y) + span.x.start as usize;
                let samples = start..start + span.x.len();
                let (Some(depth), Some(owner)) = (band.depth.get_mut(samples.clone()), band.owner.get_mut(samples))
                else {
                    return;
                };
                for (i, (depth, owner)) in depth.iter_mut().zip(owner).enumerate() {
                    let inv_w = span.inv_w + span.step * i as f32;
                    let there = || {
                        patch.as_ref().is_none_or(|patch| {
                            self.shader.shade(patch, Square::sample(span.x.start + i as i32, span.y)).is_some()
                        })
                    };
                    // Of equals the later is seen, as in the engines of these formats.
                    if inv_w >= *depth && there() {
                        *depth = inv_w;
                        *owner = entry.triangle;
                    }
                }
            });
        }
        self.shade_owners(band);
    }

    /// Shades what is seen: a pixel of one triangle once, other pixels sample by sample.
    fn shade_owners(&self, band: &mut Band) {
        let size = self.samples as i32;
        let mut patch: Option<Patch<'_>> = None;
        let mut current = NOBODY;
        for y in band.rows.clone().step_by(self.samples) {
            for x in (0..band.width).step_by(self.samples) {
                let first = band.owner.get(band.start(y) + x as usize).copied().unwrap_or(NOBODY);
                let starts: [usize; 4] = std::array::from_fn(|row| band.start(y + row as i32) + x as usize);
                let pixel = starts.into_iter().take(self.samples);
                let mut owners =
                    pixel.clone().filter_map(|start| band.owner.get(start..start + self.samples)).flatten();
                let alone = owners.all(|&owner| owner == first);
                if alone && first == NOBODY {
                    continue;
                }
                if alone {
                    if first != current {
                        (current, patch) = (first, self.patch(first));
                    }
                    let Some(patch) = patch.as_ref() else { continue };
                    if patch.is_smooth() {
                        let color = self.shader.shade(patch, Square { x, y, size });
                        for start in pixel {
                            if let (Some(color), Some(slots)) = (color, band.color.get_mut(start..start + self.samples))
                            {
                                slots.fill(color.truncate().extend(1.0));
                            }
                        }
                        continue;
                    }
                }
                for (row, start) in (y..).zip(pixel) {
                    for (column, index) in (x..x + size).zip(start..) {
                        let owner = band.owner.get(index).copied().unwrap_or(NOBODY);
                        if owner == NOBODY {
                            continue;
                        }
                        if owner != current {
                            (current, patch) = (owner, self.patch(owner));
                        }
                        let square = Square::sample(column, row);
                        let color = patch.as_ref().and_then(|patch| self.shader.shade(patch, square));
                        if let (Some(color), Some(slot)) = (color, band.color.get_mut(index)) {
                            *slot = color.truncate().extend(1.0);
                        }
                    }
                }
            }
        }
    }

    fn blended(&self, band: &mut Band, entries: &[Entry]) {
        let (rows, width) = (band.rows.clone(), band.width);
        for entry in entries.iter().filter(|entry| meets(&entry.rows, &rows)) {
            let Some(patch) = self.patch(entry.triangle) else { continue };
            patch.setup.spans(&rows, width, |span| {
                let start = band.start(span.y);
                for x in span.x.clone() {
                    let index = start + x as usize;
                    let inv_w = span.inv_w + span.step * (x - span.x.start) as f32;
                    if band.depth.get(index).is_some_and(|&depth| inv_w >= depth)
                        && let Some(color) = self.shader.shade(&patch, Square::sample(x, span.y))
                    {
                        blend(band, index, color, patch.surface.blend);
                    }
                }
            });
        }
    }

    fn wire(&self, band: &mut Band, entry: &Entry, samples: u32) {
        if !meets(&(entry.rows.start - 8..entry.rows.end + 8), &band.rows) {
            return;
        }
        let Some((triangle, corners)) = self.triangle(entry.triangle) else { return };
        for (i, edge) in [[0, 1], [1, 2], [2, 0]].into_iter().enumerate() {
            if triangle.edges >> i & 1 == 1 {
                band.line(edge.map(|c| corners[c]), WIRE, samples as f32, true);
            }
        }
    }
}

fn meets(a: &Range<i32>, b: &Range<i32>) -> bool {
    a.start < b.end && b.start < a.end
}

fn blend(band: &mut Band, index: usize, color: Vec4, blend: Blend) {
    match blend {
        Blend::Alpha => band.cover(index, color),
        Blend::Multiply => {
            if let Some(slot) = band.color.get_mut(index) {
                *slot = (slot.truncate() * color.truncate()).extend(slot.w);
            }
        }
        Blend::Add => {
            if let Some(slot) = band.color.get_mut(index) {
                let light = color.truncate() * color.w.clamp(0.0, 1.0);
                // On nothing, light shows as far as it is bright.
                let alpha = slot.w.max(light.max_element()).min(1.0);
                *slot = (slot.truncate() + light).min(glam::Vec3::splat(alpha)).extend(alpha);
            }
        }
    }
}
