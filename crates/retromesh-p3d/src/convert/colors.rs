//! The mean colours of a level, from those of its textures.

use super::OdolOptions;
use super::carried::key;
use crate::odol7::Lod;
use crate::proxies::PROXY;
use glam::Vec3;
use retromesh_core::{Code, Diagnostics, Error};
use retromesh_kit::listed;
use retromesh_wire::RawStr;
use std::collections::{BTreeSet, HashMap};

/// A level without area.
const NOTHING: u32 = 0xff00_0000;
/// An opaque grey, for textures of which nothing is known.
pub(super) const GREY: u32 = 0xff80_8080;
/// A face without texture.
const WHITE: u32 = u32::MAX;

/// Returns the mean colour of a level and that of its faces as seen from above, 0xAARRGGBB: colours weigh as much as they are opaque
/// and as their faces are large.
pub(super) fn mean_colors(lod: &Lod<'_>, resolution: f32, options: &OdolOptions) -> [u32; 2] {
    let is_known = |texture: &RawStr<'_>| options.textures.contains_key(texture.bytes());
    if lod.faces.is_empty() {
        return [NOTHING; 2];
    }
    if lod.textures.iter().all(RawStr::is_empty) {
        return [WHITE; 2];
    }
    let of_level = options.level_colors.get(&resolution.to_bits());
    let unknown = of_level.copied().or(options.colors).unwrap_or([GREY; 2]);
    if options.fixed_colors || !lod.textures.iter().any(is_known) {
        return unknown;
    }
    let of_texture = |texture: &RawStr<'_>, unknown: u32| match options.textures.get(texture.bytes()) {
        _ if texture.is_empty() => WHITE,
        Some(facts) => facts.mean,
        None => unknown,
    };
    let tables =
        unknown.map(|unknown| lod.textures.iter().map(|texture| of_texture(texture, unknown)).collect::<Vec<_>>());
    let mut means = [Mean::default(), Mean::default()];
    for face in lod.faces.iter() {
        let corner = |n: usize| {
            let vertex = face.corners.iter().nth(n).unwrap_or_default();
            lod.positions.get(usize::from(vertex)).unwrap_or_default()
        };
        // Half the product of the diagonals; a triangle's fourth corner is its first.
        let fourth = if face.corners.len() > 3 { corner(3) } else { corner(0) };
        let area = (corner(2) - corner(0)).cross(fourth - corner(1)) * 0.5;
        let area = if area.is_finite() { area } else { Vec3::ZERO };
        let sizes = [area.length(), area.y.max(0.0)];
        for ((mean, table), size) in means.iter_mut().zip(&tables).zip(sizes) {
            let color = usize::try_from(face.texture).ok().and_then(|texture| table.get(texture).copied());
            mean.add(color.unwrap_or(WHITE), f64::from(size));
        }
    }
    means.map(|mean| mean.color())
}

/// The textures of levels of which something is assumed, as no one says it.
#[derive(Debug, Default)]
pub(super) struct Assumed {
    /// Those that were not read, where nothing else gives the level a colour.
    unread: BTreeSet<Vec<u8>>,
    /// Those that have none.
    clear: BTreeSet<Vec<u8>>,
    /// Those that were not read, of which nothing says whether they have alpha.
    opaque: BTreeSet<Vec<u8>>,
}

impl Assumed {
    /// Adds those of a level. What is carried of a texture says its alpha.
    pub(super) fn add(
        &mut self,
        lod: &Lod<'_>,
        resolution: f32,
        carried: &HashMap<Vec<u8>, u32>,
        options: &OdolOptions,
    ) {
        let is_given = options.colors.is_some() || options.level_colors.contains_key(&resolution.to_bits());
        let says_alpha = |texture: &[u8]| {
            options.alphas_are_known
                || options.alpha_textures.contains(texture)
                || options.keyed_textures.contains(texture)
                || carried.contains_key(&key(texture))
        };
        // Names that begin with # make an image of themselves; triangles of proxies may have the name of their selection.
        let is_file = |path: &&[u8]| !matches!(path, [] | [b'#', ..]) && !path.starts_with(PROXY);
        for texture in lod.textures.iter().map(RawStr::bytes).filter(is_file) {
            let facts = options.textures.get(texture);
            if facts.is_none() && !is_given {
                self.unread.insert(texture.to_vec());
            }
            if facts.is_none() && !says_alpha(texture) {
                self.opaque.insert(texture.to_vec());
            }
            if facts.is_some_and(|facts| facts.mean == 0) && !options.fixed_colors {
                self.clear.insert(texture.to_vec());
            }
        }
    }

    /// Reports them.
    pub(super) fn report(&self, diagnostics: &mut Diagnostics) -> Result<(), Error> {
        let rows = [
            (Code::AssumedColor, &self.unread, "not read, so grey"),
            (Code::AssumedColor, &self.clear, "no mean colour in the texture (`AVGC`), so clear black, as in the game"),
            (Code::AssumedAlpha, &self.opaque, "not read, so opaque"),
        ];
        for (code, textures, what) in rows {
            let names: Vec<String> = textures.iter().map(|path| RawStr::new(path.as_slice()).to_string()).collect();
            diagnostics.note(code, names.len(), format!("{what}: {}", listed(&names)))?;
        }
        Ok(())
    }
}

/// Sums over faces.
#[derive(Default)]
struct Mean {
    area: f64,
    /// The area times alpha.
    opaque: f64,
    /// The opaque area times red, green and blue.
    light: [f64; 3],
}

impl Mean {
    fn add(&mut self, color: u32, area: f64) {
        let [b, g, r, a] = color.to_le_bytes().map(f64::from);
        let opaque = area * a;
        self.area += area;
        self.opaque += opaque;
        self.light.iter_mut().zip([r, g, b]).for_each(|(sum, value)| *sum += value * opaque);
    }

    fn color(&self) -> u32 {
        if self.area <= 0.0 {
            return NOTHING;
        }
        let byte = |value: f64| value.round().clamp(0.0, 255.0) as u8;
        let [r, g, b] = self.light.map(|sum| if self.opaque > 0.0 { byte(sum / self.opaque) } else { 0 });
        u32::from_be_bytes([byte(self.opaque / self.area), r, g, b])
    }
}
