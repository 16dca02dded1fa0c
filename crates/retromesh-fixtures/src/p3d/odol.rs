//! Puts ODOL together.

use super::shapes::{FACES, INWARD, UVS, corners};
use crate::assembler::{Assembler, literals};

/// Special resolutions.
pub(super) const GEOMETRY: f32 = 1e13;
pub(super) const MEMORY: f32 = 1e15;

/// One level; arrays are written as they are here.
#[derive(Clone, Default)]
pub(super) struct Lod {
    pub(super) clip: Vec<u32>,
    pub(super) uvs: Vec<[f32; 2]>,
    pub(super) positions: Vec<[f32; 3]>,
    pub(super) normals: Vec<[f32; 3]>,
    pub(super) textures: Vec<&'static [u8]>,
    pub(super) point_to_vertex: Vec<u16>,
    pub(super) vertex_to_point: Vec<u16>,
    /// Flags, texture, corners.
    pub(super) faces: Vec<(u32, i16, Vec<u16>)>,
    /// Begin, end, material, texture, flags.
    pub(super) sections: Vec<(u32, u32, i32, i16, u32)>,
    pub(super) selections: Vec<Selection>,
    pub(super) properties: Vec<(&'static [u8], &'static [u8])>,
    pub(super) frames: Vec<(f32, Vec<[f32; 3]>)>,
    pub(super) special: u32,
    pub(super) proxies: Vec<Proxy>,
    /// Replaces the packed form of the clip flags.
    pub(super) packed_clip: Option<Vec<u8>>,
}

#[derive(Clone, Default)]
pub(super) struct Selection {
    pub(super) name: &'static [u8],
    pub(super) faces: Vec<u16>,
    pub(super) face_weights: Vec<u8>,
    pub(super) offsets: Vec<u32>,
    pub(super) needs_sections: u8,
    pub(super) sections: Vec<u32>,
    pub(super) vertices: Vec<u16>,
    pub(super) weights: Vec<u8>,
}

#[derive(Clone)]
pub(super) struct Proxy {
    pub(super) name: &'static [u8],
    pub(super) transform: [[f32; 3]; 4],
    pub(super) id: i32,
    pub(super) selection: i32,
}

/// A count and an array: as it is under 1024 bytes, else packed.
fn packed(a: &mut Assembler, count: usize, bytes: &[u8]) {
    a.u32(count as u32);
    if bytes.len() < 1024 { a.raw(bytes) } else { a.raw(&literals(bytes)) }
}

fn packed_u16(a: &mut Assembler, values: &[u16]) {
    packed(a, values.len(), &values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<_>>());
}

fn packed_u32(a: &mut Assembler, values: &[u32]) {
    packed(a, values.len(), &values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<_>>());
}

fn vectors(a: &mut Assembler, values: &[[f32; 3]]) {
    a.u32(values.len() as u32);
    a.f32s(values.as_flattened());
}

impl Lod {
    /// Points without faces, one vertex each.
    pub(super) fn points(positions: &[[f32; 3]]) -> Self {
        let n = positions.len();
        Self {
            clip: vec![0x3f; n],
            uvs: vec![[0.0; 2]; n],
            positions: positions.to_vec(),
            normals: vec![[0.0; 3]; n],
            point_to_vertex: (0..n as u16).collect(),
            vertex_to_point: (0..n as u16).collect(),
            special: 0x0c00_0020,
            ..Self::default()
        }
    }

    /// One triangle in the plane z = 0, seen from -z.
    pub(super) fn triangle() -> Self {
        let mut lod = Self::points(&[[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]);
        lod.normals = vec![[0.0, 0.0, 1.0]; 3];
        lod.uvs = vec![[0.0, 1.0], [0.5, 0.0], [1.0, 1.0]];
        lod.textures = vec![b"data\\tri.pac"];
        lod.faces = vec![(0xc000, 0, vec![0, 1, 2])];
        lod.special = 0;
        lod.one_section();
        lod
    }

    /// A cube of 8 points: 24 vertices, each face with its own normal.
    pub(super) fn cube() -> Self {
        let mut vertices: Vec<(u16, usize, usize)> = Vec::new();
        for (f, face) in FACES.iter().enumerate() {
            vertices.extend(face.iter().enumerate().map(|(c, &point)| (point, f, c)));
        }
        vertices.sort_unstable();
        let number = |f: usize, c: usize| vertices.iter().position(|&(_, face, corner)| (face, corner) == (f, c));
        let point = |&(point, _, _): &(u16, usize, usize)| usize::from(point);
        let corners = corners();
        Self {
            clip: vec![0x3f; 24],
            uvs: vertices.iter().map(|&(_, _, c)| UVS[c]).collect(),
            positions: vertices.iter().map(|v| corners[point(v)]).collect(),
            normals: vertices.iter().map(|&(_, f, _)| INWARD[f]).collect(),
            textures: vec![b"data\\cube.paa"],
            point_to_vertex: (0..8u16).map(|p| 3 * p).collect(),
            vertex_to_point: vertices.iter().map(|v| v.0).collect(),
            faces: (0..6).map(|f| (0x2_c000, 0, (0..4).map(|c| number(f, c).unwrap_or(0) as u16).collect())).collect(),
            sections: vec![(0, 6 * 18, 0, 0, 0x2_c000)],
            ..Self::default()
        }
    }

    /// Puts all faces into one section with the look of the first.
    pub(super) fn one_section(&mut self) {
        let Some(&(special, texture, _)) = self.faces.first() else { return };
        self.sections = vec![(0, self.face_memory(), 0, texture, special)];
    }

    fn face_memory(&self) -> u32 {
        self.faces.iter().map(|(_, _, corners)| 10 + 2 * corners.len() as u32).sum()
    }

    fn bounds(&self) -> ([f32; 3], [f32; 3]) {
        let fold = |start: f32, join: fn(f32, f32) -> f32| {
            [0, 1, 2].map(|axis| self.positions.iter().map(|p| p[axis]).fold(start, join))
        };
        if self.positions.is_empty() {
            return ([0.0; 3], [0.0; 3]);
        }
        (fold(f32::INFINITY, f32::min), fold(f32::NEG_INFINITY, f32::max))
    }

    pub(super) fn put(&self, a: &mut Assembler) {
        match &self.packed_clip {
            Some(stream) => {
                a.u32(self.clip.len() as u32);
                a.raw(stream);
            }
            None => packed_u32(a, &self.clip),
        }
        let uvs: Vec<u8> = self.uvs.iter().flatten().flat_map(|v| v.to_le_bytes()).collect();
        packed(a, self.uvs.len(), &uvs);
        vectors(a, &self.positions);
        vectors(a, &self.normals);
        a.u32(self.clip.iter().fold(0, |all, clip| all | clip) & 0x0fff_ff00);
        a.u32(self.clip.iter().fold(u32::MAX, |all, clip| all & clip) & 0x0fff_ff00);
        let (min, max) = self.bounds();
        let center = [0, 1, 2].map(|axis| (min[axis] + max[axis]) * 0.5);
        a.f32s(&[min, max, center].concat());
        let distance = |p: &[f32; 3]| [0, 1, 2].map(|i| (p[i] - center[i]).powi(2)).iter().sum::<f32>().sqrt();
        a.f32s(&[self.positions.iter().map(distance).fold(0.0, f32::max)]);
        a.u32(self.textures.len() as u32);
        self.textures.iter().for_each(|texture| a.text(texture));
        packed_u16(a, &self.point_to_vertex);
        packed_u16(a, &self.vertex_to_point);
        a.u32(self.faces.len() as u32);
        a.u32(self.face_memory());
        for (special, texture, corners) in &self.faces {
            a.u32(*special);
            a.u16(*texture as u16);
            a.u8(corners.len() as u8);
            corners.iter().for_each(|corner| a.u16(*corner));
        }
        a.u32(self.sections.len() as u32);
        for &(begin, end, material, texture, special) in &self.sections {
            a.u32(begin);
            a.u32(end);
            a.i32(material);
            a.u16(texture as u16);
            a.u32(special);
        }
        a.u32(self.selections.len() as u32);
        for selection in &self.selections {
            a.text(selection.name);
            packed_u16(a, &selection.faces);
            packed(a, selection.face_weights.len(), &selection.face_weights);
            packed_u32(a, &selection.offsets);
            a.u8(selection.needs_sections);
            packed_u32(a, &selection.sections);
            packed_u16(a, &selection.vertices);
            packed(a, selection.weights.len(), &selection.weights);
        }
        a.u32(self.properties.len() as u32);
        for (name, value) in &self.properties {
            a.text(name);
            a.text(value);
        }
        a.u32(self.frames.len() as u32);
        for (time, positions) in &self.frames {
            a.f32s(&[*time]);
            vectors(a, positions);
        }
        a.u32(0xff80_7060);
        a.u32(0xff40_3020);
        a.u32(self.special);
        a.u32(self.proxies.len() as u32);
        for proxy in &self.proxies {
            a.text(proxy.name);
            a.f32s(proxy.transform.as_flattened());
            a.i32s(&[proxy.id, proxy.selection]);
        }
    }
}

/// A whole file: levels with their resolutions, what was subtracted from all positions, and the masses of the geometry level.
pub(super) fn file(lods: &[(f32, Lod)], center: [f32; 3], masses: &[f32]) -> Vec<u8> {
    Assembler::build(|a| {
        a.raw(b"ODOL");
        a.i32s(&[7, lods.len() as i32]);
        lods.iter().for_each(|(_, lod)| lod.put(a));
        a.f32s(&lods.iter().map(|(resolution, _)| *resolution).collect::<Vec<_>>());
        a.u32(0);
        a.f32s(&[1.75, 1.5]);
        a.i32s(&[0, 0, 0]);
        a.f32s(&[0.0; 3]);
        a.u32(0xff40_3020);
        a.u32(0xff80_7060);
        a.f32s(&[-10.0]);
        a.f32s(&[-1.0, -1.0, -1.0, 1.0, 1.0, 1.0]);
        a.f32s(&center);
        a.f32s(&[0.0; 6]);
        a.f32s(&[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
        a.raw(&[1, 0, 1, 1, 0, 22]);
        let bytes: Vec<u8> = masses.iter().flat_map(|mass| mass.to_le_bytes()).collect();
        packed(a, masses.len(), &bytes);
        let mass: f32 = masses.iter().sum();
        a.f32s(&[mass, if mass > 0.0 { 1.0 / mass } else { 1e10 }, 200.0, 0.005]);
        let slot = |resolution: f32| lods.iter().position(|(r, _)| *r == resolution).map_or(0xff, |index| index as u8);
        let geometry = slot(GEOMETRY);
        a.raw(&[slot(MEMORY), geometry, geometry, geometry]);
        a.raw(&[slot(1.3e16), slot(1.5e16), slot(1.1e16), slot(8e15)]);
        a.raw(&[slot(2e15), slot(3e15), slot(4e15), slot(5e15)]);
    })
}
