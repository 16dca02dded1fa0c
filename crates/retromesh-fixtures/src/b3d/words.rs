//! The chunks of a `.b3d` file as byte-appending functions.

use crate::assembler::Assembler;

/// One record of TEXS.
#[derive(Clone, Copy)]
pub(super) struct Texture<'a> {
    pub(super) file: &'a [u8],
    pub(super) flags: i32,
    pub(super) blend: i32,
    pub(super) position: [f32; 2],
    pub(super) scale: [f32; 2],
    pub(super) rotation: f32,
}

impl<'a> Texture<'a> {
    /// A colour texture with mipmaps, multiplied, without transform.
    pub(super) fn plain(file: &'a [u8]) -> Self {
        Self { file, flags: 9, blend: 2, position: [0.0; 2], scale: [1.0; 2], rotation: 0.0 }
    }
}

/// One record of BRUS.
#[derive(Clone, Copy)]
pub(super) struct Brush<'a> {
    pub(super) name: &'a [u8],
    pub(super) colour: [f32; 4],
    pub(super) shininess: f32,
    pub(super) blend: i32,
    pub(super) fx: i32,
    pub(super) textures: &'a [i32],
}

impl<'a> Brush<'a> {
    /// A white, opaque, dull brush.
    pub(super) fn plain(name: &'a [u8], textures: &'a [i32]) -> Self {
        Self { name, colour: [1.0; 4], shininess: 0.0, blend: 1, fx: 0, textures }
    }
}

/// Where a node is in its parent.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) position: [f32; 3],
    pub(super) scale: [f32; 3],
    pub(super) rotation: [f32; 4],
}

/// The origin.
pub(super) const HERE: Place = at(0.0, 0.0, 0.0);

/// A place without scale or rotation.
pub(super) const fn at(x: f32, y: f32, z: f32) -> Place {
    Place { position: [x, y, z], scale: [1.0; 3], rotation: [1.0, 0.0, 0.0, 0.0] }
}

pub(super) fn texs(a: &mut Assembler, textures: &[Texture<'_>]) {
    a.chunk(b"TEXS", |a| textures.iter().for_each(|t| texture(a, t)));
}

pub(super) fn texture(a: &mut Assembler, t: &Texture<'_>) {
    a.text(t.file);
    a.i32s(&[t.flags, t.blend]);
    a.f32s(&t.position);
    a.f32s(&t.scale);
    a.f32s(&[t.rotation]);
}

/// BRUS; `slots` is written as the count, and each brush writes exactly the textures that it has.
pub(super) fn brus(a: &mut Assembler, slots: i32, brushes: &[Brush<'_>]) {
    a.chunk(b"BRUS", |a| {
        a.i32(slots);
        brushes.iter().for_each(|b| brush(a, b));
    });
}

pub(super) fn brush(a: &mut Assembler, b: &Brush<'_>) {
    a.text(b.name);
    a.f32s(&b.colour);
    a.f32s(&[b.shininess]);
    a.i32s(&[b.blend, b.fx]);
    a.i32s(b.textures);
}

/// NODE at the origin.
pub(super) fn node(a: &mut Assembler, name: &[u8], body: impl FnOnce(&mut Assembler)) {
    node_at(a, name, HERE, body);
}

pub(super) fn node_at(a: &mut Assembler, name: &[u8], place: Place, body: impl FnOnce(&mut Assembler)) {
    a.chunk(b"NODE", |a| {
        a.text(name);
        a.f32s(&place.position);
        a.f32s(&place.scale);
        a.f32s(&place.rotation);
        body(a);
    });
}

pub(super) fn mesh(a: &mut Assembler, brush: i32, body: impl FnOnce(&mut Assembler)) {
    a.chunk(b"MESH", |a| {
        a.i32(brush);
        body(a);
    });
}

pub(super) fn vrts(a: &mut Assembler, layout: [i32; 3], floats: &[f32]) {
    a.chunk(b"VRTS", |a| {
        a.i32s(&layout);
        a.f32s(floats);
    });
}

pub(super) fn tris(a: &mut Assembler, brush: i32, indices: &[i32]) {
    a.chunk(b"TRIS", |a| {
        a.i32(brush);
        a.i32s(indices);
    });
}

/// A mesh without a brush: vertices, and lists of triangles with theirs.
pub(super) fn shaped(a: &mut Assembler, layout: [i32; 3], floats: &[f32], lists: &[(i32, &[i32])]) {
    mesh(a, -1, |a| {
        vrts(a, layout, floats);
        lists.iter().for_each(|(brush, indices)| tris(a, *brush, indices));
    });
}

pub(super) fn bone(a: &mut Assembler, weights: &[(i32, f32)]) {
    a.chunk(b"BONE", |a| {
        for (vertex, weight) in weights {
            a.i32(*vertex);
            a.f32s(&[*weight]);
        }
    });
}

pub(super) fn keys(a: &mut Assembler, flags: i32, rows: &[(i32, &[f32])]) {
    a.chunk(b"KEYS", |a| {
        a.i32(flags);
        for (frame, values) in rows {
            a.i32(*frame);
            a.f32s(values);
        }
    });
}

pub(super) fn anim(a: &mut Assembler, frames: i32, fps: f32) {
    a.chunk(b"ANIM", |a| {
        a.i32s(&[0, frames]);
        a.f32s(&[fps]);
    });
}

pub(super) fn seqs(a: &mut Assembler, name: &[u8], first: i32, last: i32) {
    a.chunk(b"SEQS", |a| {
        a.text(name);
        a.i32s(&[first, last, 0]);
    });
}
