//! The parts of an entity as they lie in the file.

use crate::assembler::Assembler;

/// Twelve bytes of position, twelve of scale, sixteen of rotation.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) position: [f32; 3],
    pub(super) scale: [f32; 3],
    /// w, x, y, z.
    pub(super) rotation: [f32; 4],
}

/// The place of nothing.
pub(super) const HERE: Place = Place { position: [0.0; 3], scale: [1.0; 3], rotation: [1.0, 0.0, 0.0, 0.0] };

/// A half turn's half about z: a quarter turn.
pub(super) const QUARTER_Z: [f32; 4] = [0.707_106_77, 0.0, 0.0, 0.707_106_77];

/// Returns the place at a position.
pub(super) fn at(x: f32, y: f32, z: f32) -> Place {
    Place { position: [x, y, z], ..HERE }
}

/// An entity: what its lists hold; counts and sizes follow.
#[derive(Clone)]
pub(super) struct Entity {
    pub(super) parent: i32,
    pub(super) place: Place,
    pub(super) length: i32,
    /// Frame and place.
    pub(super) keys: Vec<(i32, Place)>,
    pub(super) name: Vec<u8>,
    pub(super) mesh: Option<Mesh>,
    /// The byte that pads.
    pub(super) pad: u8,
    /// Bytes after the last list.
    pub(super) slack: Vec<u8>,
    /// Added to the size field.
    pub(super) size_error: i32,
}

/// The lists of a mesh.
#[derive(Clone)]
pub(super) struct Mesh {
    /// u, v, normal, position.
    pub(super) vertices: Vec<[f32; 8]>,
    /// Vertices of 16 bits, bit for bit; used instead where there are any.
    pub(super) halves: Vec<[u16; 8]>,
    pub(super) colors: Vec<[u8; 3]>,
    pub(super) triangles: Vec<[u16; 3]>,
    pub(super) texture: Vec<u8>,
    pub(super) color: [u8; 4],
    pub(super) alpha: f32,
    pub(super) fx: i32,
    /// Entity, first vertex, last vertex.
    pub(super) bones: Vec<[i32; 3]>,
}

pub(super) fn pivot(parent: i32, name: &str) -> Entity {
    Entity {
        parent,
        place: HERE,
        length: 0,
        keys: Vec::new(),
        name: name.as_bytes().to_vec(),
        mesh: None,
        pad: 0,
        slack: Vec::new(),
        size_error: 0,
    }
}

/// Returns a mesh: two triangles that make a unit square in the plane z = 0, seen from +z.
pub(super) fn square() -> Mesh {
    let vertex = |x: f32, y: f32| [x, 1.0 - y, 0.0, 0.0, 1.0, x, y, 0.0];
    Mesh {
        vertices: vec![vertex(0.0, 0.0), vertex(1.0, 0.0), vertex(0.0, 1.0), vertex(1.0, 1.0)],
        halves: Vec::new(),
        colors: Vec::new(),
        triangles: vec![[0, 1, 2], [1, 3, 2]],
        texture: Vec::new(),
        color: [255; 4],
        alpha: 1.0,
        fx: 0,
        bones: Vec::new(),
    }
}

pub(super) fn solid(parent: i32, name: &str, mesh: Mesh) -> Entity {
    Entity { mesh: Some(mesh), ..pivot(parent, name) }
}

impl Entity {
    /// Lays the entity out, header first.
    pub(super) fn bytes(&self, bits: i32) -> Vec<u8> {
        let body = Assembler::build(|a| self.put(a, bits));
        Assembler::build(|a| {
            a.i32(body.len() as i32 + 4 + self.size_error);
            a.raw(&body);
        })
    }

    fn put(&self, a: &mut Assembler, bits: i32) {
        a.i32(self.parent);
        put_place(a, &self.place);
        let vertices = self.mesh.as_ref().map_or(0, |mesh| mesh.vertices.len().max(mesh.halves.len()));
        a.i32s(&[self.length, self.keys.len() as i32, self.name.len() as i32, vertices as i32]);
        if let Some(mesh) = &self.mesh {
            a.i32s(&[mesh.colors.len() as i32, mesh.triangles.len() as i32, mesh.texture.len() as i32]);
            a.raw(&mesh.color);
            a.f32s(&[mesh.alpha]);
            a.i32s(&[mesh.fx, mesh.bones.len() as i32]);
        }
        for (frame, place) in &self.keys {
            a.i32(*frame);
            put_place(a, place);
        }
        self.put_padded(a, &self.name);
        if let Some(mesh) = &self.mesh {
            self.put_mesh(a, mesh, bits);
        }
        a.raw(&self.slack);
    }

    fn put_mesh(&self, a: &mut Assembler, mesh: &Mesh, bits: i32) {
        for vertex in &mesh.halves {
            vertex.iter().for_each(|half| a.raw(&half.to_le_bytes()));
        }
        if bits == 32 {
            mesh.vertices.iter().for_each(|vertex| a.f32s(vertex));
        }
        self.put_padded(a, mesh.colors.as_flattened());
        let corners: Vec<u8> = mesh.triangles.iter().flatten().flat_map(|corner| corner.to_le_bytes()).collect();
        self.put_padded(a, &corners);
        self.put_padded(a, &mesh.texture);
        mesh.bones.iter().for_each(|bone| a.i32s(bone));
    }

    fn put_padded(&self, a: &mut Assembler, bytes: &[u8]) {
        a.raw(bytes);
        a.raw(&vec![self.pad; bytes.len().next_multiple_of(4) - bytes.len()]);
    }
}

fn put_place(a: &mut Assembler, place: &Place) {
    a.f32s(&place.position);
    a.f32s(&place.scale);
    a.f32s(&place.rotation);
}
