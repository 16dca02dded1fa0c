//! Document to bytes, in the order of `parse`.

use crate::ID;
use crate::document::{Document, Entity, HEADER_SIZE, MAGIC, Mesh, Paddings, padding_of};
use retromesh_core::{Error, ErrorKind};
use retromesh_wire::{Put, RawStr};
use std::borrow::Cow;

impl Document<'_> {
    /// Writes the file: for a parsed document the bytes that were read.
    ///
    /// Fails when a count exceeds 31 bits, a mesh has no vertices, or one has vertices of another width than
    /// [`Document::floats`].
    pub fn encode(&self) -> Result<Vec<u8>, Error> {
        let list: usize = self.entities.iter().map(Entity::byte_len).sum::<usize>() + self.trailing.len();
        let mut out = Vec::with_capacity(HEADER_SIZE + list);
        self.put(list, &mut out).map_err(|e| e.in_format(ID))?;
        Ok(out)
    }

    fn put(&self, list: usize, out: &mut Vec<u8>) -> Result<(), Error> {
        out.put_bytes(&MAGIC);
        out.put_i32(self.version);
        out.put_count_i32("entity count", self.entities.len())?;
        match self.declared_length {
            Some(length) => out.put_i32(length),
            None => out.put_count_i32("list length", list)?,
        }
        out.put_i32(self.floats.bits());
        for (n, entity) in self.entities.iter().enumerate() {
            if entity.mesh.as_ref().is_some_and(|m| m.vertices.is_empty() || m.vertices.floats() != self.floats) {
                let what = "a mesh without vertices, or with vertices of another width than the file's";
                return Err(Error::new(ID, ErrorKind::unrepresentable(what)).within(format!("ENTITY[{n}]")));
            }
            put_entity(entity, out)?;
        }
        out.put_bytes(&self.trailing);
        Ok(())
    }
}

fn put_entity(entity: &Entity<'_>, out: &mut Vec<u8>) -> Result<(), Error> {
    let plain = Paddings::default();
    let odd = entity.oddities.as_deref();
    let padding = odd.map_or(&plain, |odd| &odd.padding);
    match odd.and_then(|odd| odd.declared_size) {
        Some(size) => out.put_i32(size),
        None => out.put_count_i32("entity size", entity.byte_len())?,
    }
    out.put_i32(entity.parent);
    out.put_vec3(entity.position);
    out.put_vec3(entity.scale);
    out.put_row(&entity.rotation);
    out.put_i32(entity.animation_length);
    out.put_count_i32("keyframe count", entity.keys.len())?;
    out.put_count_i32("name length", entity.name.len())?;
    out.put_count_i32("vertex count", entity.mesh.as_ref().map_or(0, |mesh| mesh.vertices.len()))?;
    if let Some(mesh) = entity.mesh.as_deref() {
        put_mesh_header(mesh, out)?;
    }
    out.put_rows(&entity.keys);
    put_text(&entity.name, padding.name.as_ref(), out);
    if let Some(mesh) = entity.mesh.as_deref() {
        put_mesh(mesh, padding, out);
    }
    out.put_bytes(odd.map_or(&[], |odd| &odd.slack));
    Ok(())
}

fn put_mesh_header(mesh: &Mesh<'_>, out: &mut Vec<u8>) -> Result<(), Error> {
    out.put_count_i32("vertex colour count", mesh.colors.len())?;
    out.put_count_i32("triangle count", mesh.triangles.len())?;
    out.put_count_i32("texture name length", mesh.texture.len())?;
    out.put_row(&mesh.color);
    out.put_f32(mesh.alpha);
    out.put_u32(mesh.fx);
    out.put_count_i32("bone count", mesh.bones.len())
}

fn put_mesh(mesh: &Mesh<'_>, padding: &Paddings<'_>, out: &mut Vec<u8>) {
    out.put_bytes(mesh.vertices.bytes());
    put_padded(mesh.colors.bytes(), padding.colors.as_ref(), out);
    put_padded(mesh.triangles.bytes(), padding.triangles.as_ref(), out);
    put_text(&mesh.texture, padding.texture.as_ref(), out);
    out.put_rows(&mesh.bones);
}

fn put_text(text: &RawStr<'_>, padding: Option<&Cow<'_, [u8]>>, out: &mut Vec<u8>) {
    put_padded(text.bytes(), padding, out);
}

/// Writes a list and its padding: the unusual one of the file, or zeros to a multiple of four.
fn put_padded(bytes: &[u8], padding: Option<&Cow<'_, [u8]>>, out: &mut Vec<u8>) {
    out.put_bytes(bytes);
    match padding {
        Some(odd) => out.put_bytes(odd),
        None => out.resize(out.len() + padding_of(bytes.len()), 0),
    }
}
