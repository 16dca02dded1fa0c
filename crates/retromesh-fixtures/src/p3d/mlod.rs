//! Puts MLOD together.

use super::shapes::{FACES, INWARD, UVS, corners};
use crate::assembler::Assembler;

/// The layout of a level.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Sp3x,
    P3dm,
}

#[derive(Clone)]
pub(super) struct Face {
    pub(super) texture: &'static [u8],
    pub(super) material: &'static [u8],
    pub(super) count: i32,
    /// Point, normal, texture coordinate.
    pub(super) corners: [(i32, i32, [f32; 2]); 4],
    pub(super) flags: u32,
}

/// One level; arrays are written as they are here.
#[derive(Clone)]
pub(super) struct Lod {
    pub(super) kind: Kind,
    pub(super) header: Vec<u8>,
    /// Position and flags.
    pub(super) points: Vec<([f32; 3], u32)>,
    pub(super) normals: Vec<[f32; 3]>,
    pub(super) faces: Vec<Face>,
    /// Name, switch, contents.
    pub(super) tags: Vec<(&'static [u8], u8, Vec<u8>)>,
    pub(super) resolution: f32,
}

/// Pads a text with zeros.
pub(super) fn padded(text: &[u8], width: usize) -> Vec<u8> {
    let mut field = text.to_vec();
    field.resize(width, 0);
    field
}

pub(super) fn property(name: &[u8], value: &[u8]) -> (&'static [u8], u8, Vec<u8>) {
    (b"#Property#", 1, [padded(name, 64), padded(value, 64)].concat())
}

/// Little-endian floats.
pub(super) fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

impl Lod {
    /// A level without anything.
    pub(super) fn empty(kind: Kind) -> Self {
        Self {
            kind,
            header: Vec::new(),
            points: Vec::new(),
            normals: Vec::new(),
            faces: Vec::new(),
            tags: Vec::new(),
            resolution: 1.0,
        }
    }

    /// One triangle; its fourth corner is garbage.
    pub(super) fn triangle(kind: Kind) -> Self {
        let corners = [(1, 0, [0.5, 0.0]), (0, 0, [0.0, 1.0]), (2, 0, [1.0, 1.0]), (0x7777, -1, [f32::MAX, -1.0])];
        Self {
            points: vec![([-1.0, 0.0, 0.0], 0), ([0.0, 1.0, 0.0], 0), ([1.0, 0.0, 0.0], 0)],
            normals: vec![[0.0, 0.0, 1.0]],
            faces: vec![Face { texture: b"Data\\Tri.pac", material: b"", count: 3, corners, flags: 0 }],
            ..Self::empty(kind)
        }
    }

    /// A cube of 8 points and 6 normals.
    pub(super) fn cube(kind: Kind) -> Self {
        let face = |(f, &[a, b, c, d]): (usize, &[u16; 4])| {
            let corner = |point: u16, uv: usize| (i32::from(point), f as i32, UVS[uv]);
            let corners = [corner(b, 1), corner(a, 0), corner(d, 3), corner(c, 2)];
            Face { texture: b"data\\cube.paa", material: b"", count: 4, corners, flags: 0 }
        };
        Self {
            points: corners().into_iter().map(|position| (position, 0)).collect(),
            normals: INWARD.to_vec(),
            faces: FACES.iter().enumerate().map(face).collect(),
            ..Self::empty(kind)
        }
    }

    fn put_tag(&self, a: &mut Assembler, name: &[u8], switch: u8, contents: &[u8]) {
        match self.kind {
            Kind::Sp3x => a.raw(&padded(name, 64)),
            Kind::P3dm => {
                a.u8(switch);
                a.text(name);
            }
        }
        a.u32(contents.len() as u32);
        a.raw(contents);
    }

    pub(super) fn put(&self, a: &mut Assembler) {
        a.raw(if self.kind == Kind::Sp3x { b"SP3X" } else { b"P3DM" });
        let version = if self.kind == Kind::Sp3x { 0x99 } else { 0x100 };
        a.i32s(&[28 + self.header.len() as i32, version, self.points.len() as i32]);
        a.i32s(&[self.normals.len() as i32, self.faces.len() as i32, 0]);
        a.raw(&self.header);
        for (position, flags) in &self.points {
            a.f32s(position);
            a.u32(*flags);
        }
        a.f32s(self.normals.as_flattened());
        for face in &self.faces {
            if self.kind == Kind::Sp3x {
                a.raw(&padded(face.texture, 32));
            }
            a.i32(face.count);
            for (point, normal, uv) in face.corners {
                a.i32s(&[point, normal]);
                a.f32s(&uv);
            }
            a.u32(face.flags);
            if self.kind == Kind::P3dm {
                a.text(face.texture);
                a.text(face.material);
            }
        }
        a.raw(b"TAGG");
        self.tags.iter().for_each(|(name, switch, contents)| self.put_tag(a, name, *switch, contents));
        self.put_tag(a, b"#EndOfFile#", 1, b"");
        a.f32s(&[self.resolution]);
    }
}

/// A whole file.
pub(super) fn file(lods: &[Lod]) -> Vec<u8> {
    Assembler::build(|a| {
        a.raw(b"MLOD");
        a.i32s(&[0x101, lods.len() as i32]);
        lods.iter().for_each(|lod| lod.put(a));
    })
}
