//! The parts of a file, and the order in which they are laid out: header, strings, tables, lists.

use crate::assembler::Assembler;

/// A mesh: material name (none is offset 0), vertices, faces, and the counts and flags of its table entry.
#[derive(Clone, Default)]
pub(super) struct Mesh {
    pub(super) material: Option<&'static [u8]>,
    pub(super) vertices: Vec<u8>,
    pub(super) faces: Vec<u8>,
    pub(super) counts: (u16, u16),
    pub(super) flags: i32,
}

/// A bone: name, origin and rotation words, parent, solid.
#[derive(Clone)]
pub(super) struct Bone(pub(super) &'static [u8], pub(super) u32, pub(super) u32, pub(super) u8, pub(super) u8);

/// A clip: name, frames, rate byte, key list.
#[derive(Clone)]
pub(super) struct Clip(pub(super) &'static [u8], pub(super) u8, pub(super) u8, pub(super) Vec<u8>);

/// A file in parts.
#[derive(Clone, Default)]
pub(super) struct Image {
    pub(super) meshes: Vec<Mesh>,
    pub(super) lods: Vec<[u8; 4]>,
    pub(super) bones: Vec<Bone>,
    pub(super) clips: Vec<Clip>,
    /// Bytes at the end that nothing points to.
    pub(super) tail: Vec<u8>,
}

impl Image {
    /// Lays the parts out.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut at = 0x30;
        let mut place = |size: usize| {
            let start = at;
            at += size;
            start as i32
        };
        let names = |names: &[Option<&[u8]>], place: &mut dyn FnMut(usize) -> i32| -> Vec<i32> {
            names.iter().map(|name| name.map_or(0, |name| place(name.len() + 1))).collect()
        };
        let mesh_names: Vec<Option<&[u8]>> = self.meshes.iter().map(|m| m.material).collect();
        let bone_names: Vec<Option<&[u8]>> = self.bones.iter().map(|b| Some(b.0)).collect();
        let clip_names: Vec<Option<&[u8]>> = self.clips.iter().map(|c| Some(c.0)).collect();
        let mesh_text = names(&mesh_names, &mut place);
        let bone_text = names(&bone_names, &mut place);
        let clip_text = names(&clip_names, &mut place);
        let tables = [self.meshes.len() * 32, self.lods.len() * 4, self.bones.len() * 16, self.clips.len() * 16];
        let table = tables.map(|size| if size == 0 { 0 } else { place(size) });
        let vertices: Vec<i32> = self.meshes.iter().map(|m| place(m.vertices.len())).collect();
        let faces: Vec<i32> = self.meshes.iter().map(|m| place(m.faces.len())).collect();
        let keys: Vec<i32> = self.clips.iter().map(|c| place(c.3.len())).collect();
        Assembler::build(|a| {
            a.raw(b"BMD1");
            a.i32s(&[0; 3]);
            table.iter().zip(tables).for_each(|(start, size)| a.i32s(&[*start, size as i32]));
            [mesh_names, bone_names, clip_names].concat().into_iter().flatten().for_each(|name| a.text(name));
            for (((mesh, text), vertices), faces) in self.meshes.iter().zip(mesh_text).zip(vertices).zip(faces) {
                a.i32s(&[vertices, faces, text]);
                a.raw(&mesh.counts.0.to_le_bytes());
                a.raw(&mesh.counts.1.to_le_bytes());
                a.i32s(&[mesh.vertices.len() as i32, mesh.faces.len() as i32, mesh.flags, 0]);
            }
            self.lods.iter().for_each(|lod| a.raw(lod));
            for (Bone(_, origin, rotation, parent, solid), text) in self.bones.iter().zip(bone_text) {
                a.i32s(&[*origin as i32, *rotation as i32, text]);
                a.raw(&[*parent, *solid, 0, 0]);
            }
            for ((Clip(_, frames, rate, list), text), start) in self.clips.iter().zip(clip_text).zip(keys) {
                a.i32(text);
                a.raw(&[*frames, *rate, 0, 0]);
                a.i32s(&[start, list.len() as i32]);
            }
            self.meshes.iter().for_each(|m| a.raw(&m.vertices));
            self.meshes.iter().for_each(|m| a.raw(&m.faces));
            self.clips.iter().for_each(|c| a.raw(&c.3));
            a.raw(&self.tail);
        })
    }
}
