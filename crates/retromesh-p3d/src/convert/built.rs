//! What a level is made of while it is binarised: faces, vertices, texture paths.

use super::OdolOptions;
use crate::flags::{clip, point_to_clip};
use crate::mlod;
use glam::{Vec2, Vec3};
use retromesh_wire::RawStr;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Corners of one point become one vertex when their normals are nearer than this.
pub(super) const NORMAL_TOLERANCE: f32 = 0.05;
/// Corners of one point become one vertex when their texture coordinates are nearer than this.
const UV_TOLERANCE: f32 = 0.005;
/// No further vertex.
const END: u32 = u32::MAX;
/// This many vertices of a point are compared with a corner; beyond them only equal corners become one vertex.
const LONG: usize = 64;

/// A face on its way: the vertices in ODOL order, and what its section is made of.
pub(super) struct Built {
    pub(super) corners: [u32; 4],
    pub(super) len: usize,
    pub(super) texture: i16,
    pub(super) special: u32,
}

#[derive(Clone, Copy)]
pub(super) struct Vertex {
    pub(super) point: u32,
    pub(super) clip: u32,
    pub(super) normal: Vec3,
    /// The number of the normal.
    number: u32,
    pub(super) uv: Vec2,
    /// The next vertex of the same point.
    next: u32,
}

/// Texture paths in order of first use, lower case.
pub(super) struct Textures<'o> {
    pub(super) options: &'o OdolOptions,
    /// The flags that the level carries from the ODOL that it was.
    pub(super) carried: HashMap<Vec<u8>, u32>,
    pub(super) names: Vec<RawStr<'static>>,
    numbers: HashMap<Vec<u8>, i16>,
}

impl<'o> Textures<'o> {
    pub(super) fn new(options: &'o OdolOptions, carried: HashMap<Vec<u8>, u32>) -> Self {
        Self { options, carried, names: Vec::new(), numbers: HashMap::new() }
    }

    /// Returns the number of a path, which is appended where it is new.
    pub(super) fn number(&mut self, path: &[u8]) -> i16 {
        let path = path.to_ascii_lowercase();
        if let Some(&number) = self.numbers.get(&path) {
            return number;
        }
        let Ok(number) = i16::try_from(self.names.len()) else { return -1 };
        self.names.push(RawStr::new(path.clone()));
        self.numbers.insert(path, number);
        number
    }
}

/// The vertices made so far, chained by point.
pub(super) struct Vertices {
    pub(super) flags: Vec<u32>,
    first: Vec<u32>,
    pub(super) all: Vec<Vertex>,
    /// By point, flags, and bits of normal and texture coordinates the vertices that are not in the chain of their point.
    far: HashMap<[u32; 7], u32>,
    /// The vertex that each normal became.
    of_normal: Vec<u32>,
    /// Whether each vertex has a normal of its own so far.
    own_normals: bool,
    /// Corners that became a vertex that differs from them a little.
    pub(super) rounded: usize,
}

impl Vertices {
    pub(super) fn new(flags: Vec<u32>, normals: usize) -> Self {
        let first = vec![END; flags.len()];
        let of_normal = vec![END; normals];
        Self { flags, first, all: Vec::new(), far: HashMap::new(), of_normal, own_normals: true, rounded: 0 }
    }

    /// Returns the vertex of a corner: one that is near enough, or a new one.
    pub(super) fn of_corner(&mut self, corner: &mlod::Corner, face_flags: u32, normal: Vec3, uv: Vec2) -> u32 {
        let point = corner.point;
        let flags = self.flags.get(point as usize).copied().unwrap_or(0);
        let clip = point_to_clip(flags, face_flags);
        let mut at = self.first.get(point as usize).copied().unwrap_or(END);
        let (mut last, mut steps) = (END, 0);
        while steps < LONG
            && let Some(vertex) = self.all.get(at as usize)
        {
            let near = (vertex.uv - uv).abs().max_element() < UV_TOLERANCE;
            if near && vertex.clip == clip && vertex.normal.distance(normal) < NORMAL_TOLERANCE {
                self.rounded += usize::from(vertex.uv != uv || vertex.normal != normal);
                self.own_normals &= vertex.number == corner.normal;
                return at;
            }
            (last, at, steps) = (at, vertex.next, steps + 1);
        }
        let new = self.all.len() as u32;
        if steps == LONG {
            let ([a, b, c], [u, v]) = (normal.to_array(), uv.to_array());
            match self.far.entry([point, clip, a.to_bits(), b.to_bits(), c.to_bits(), u.to_bits(), v.to_bits()]) {
                Entry::Occupied(known) => {
                    let known = *known.get();
                    self.own_normals &= self.all.get(known as usize).is_some_and(|v| v.number == corner.normal);
                    return known;
                }
                Entry::Vacant(place) => place.insert(new),
            };
        }
        match self.of_normal.get_mut(corner.normal as usize) {
            Some(owner) if *owner == END => *owner = new,
            _ => self.own_normals = false,
        }
        self.all.push(Vertex { point, clip, normal, number: corner.normal, uv, next: END });
        match self.all.get_mut(last as usize) {
            Some(_) if steps == LONG => {}
            Some(vertex) => vertex.next = new,
            None => {
                if let Some(slot) = self.first.get_mut(point as usize) {
                    *slot = new;
                }
            }
        }
        new
    }

    /// Gives each point without a vertex one that has neither normal nor texture coordinate.
    pub(super) fn add_unused(&mut self) {
        for (point, &flags) in (0u32..).zip(&self.flags) {
            if self.first.get(point as usize) == Some(&END) {
                let clip = point_to_clip(flags, 0);
                let (normal, uv) = (Vec3::ZERO, Vec2::ZERO);
                self.all.push(Vertex { point, clip, normal, number: END, uv, next: END });
            }
        }
    }

    /// Sorts the vertices by flags and point, those of one point as they were made, and returns the new number of each.
    ///
    /// Where each vertex has a normal of its own, as in what ODOL became, the normals have the order that the vertices had.
    pub(super) fn sort(&mut self) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.all.len() as u32).collect();
        let own = self.own_normals;
        let key = |v: &Vertex| (v.clip & clip::ORDER, v.point, if own { v.number } else { 0 });
        order.sort_by_key(|&v| self.all.get(v as usize).map(key));
        let mut numbers = vec![0; order.len()];
        for (new, &old) in (0u32..).zip(&order) {
            if let Some(slot) = numbers.get_mut(old as usize) {
                *slot = new;
            }
        }
        self.all = order.iter().filter_map(|&v| self.all.get(v as usize).copied()).collect();
        numbers
    }
}
