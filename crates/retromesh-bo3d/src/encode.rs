//! Document to bytes, in the order of `parse`.

use crate::ID;
use crate::document::{Document, Entity, HEADER_SIZE, MAGIC, Mesh, Paddings, Vertices, padding_of};
use retromesh_core::{Error, ErrorKind};
use retromesh_kit::ByteLayout;
use retromesh_kit::layout::Visit;
use retromesh_wire::{Put, Trace};
use std::borrow::Cow;

impl Document<'_> {
    pub(crate) fn write(&self) -> Result<Vec<u8>, Error> {
        let list: usize = self.entities.iter().map(Entity::byte_len).sum::<usize>() + self.trailing.len();
        let mut out = Vec::with_capacity(HEADER_SIZE + list);
        self.put(list, &mut out)?;
        Ok(out)
    }

    fn put(&self, list: usize, out: &mut impl Put) -> Result<(), Error> {
        out.field("magic").put_text(&MAGIC);
        out.field("version").put_i32(self.version);
        out.field("entity_count").put_count_i32("entity count", self.entities.len())?;
        out.field("list_length");
        match self.declared_length {
            Some(length) => out.put_i32(length),
            None => out.put_count_i32("list length", list)?,
        }
        out.field("float_bits").put_i32(self.floats.bits());
        for (n, entity) in self.entities.iter().enumerate() {
            if entity.mesh.as_ref().is_some_and(|m| m.vertices.is_empty() || m.vertices.floats() != self.floats) {
                let what = "a mesh without vertices, or with vertices of another width than the file's";
                return Err(Error::new(ID, ErrorKind::unrepresentable(what)).within(format!("ENTITY[{n}]")));
            }
            out.entry("entities").begin("entity");
            put_entity(entity, out)?;
            out.end();
        }
        out.field("trailing").put_bytes(&self.trailing);
        Ok(())
    }
}

impl ByteLayout for Document<'_> {
    fn layout(&self, bytes: &[u8], visit: &mut dyn Visit) -> Result<(), Error> {
        let list = bytes.len().saturating_sub(HEADER_SIZE);
        Trace::walk(ID, bytes, visit, |out| self.put(list, out))
    }
}

fn put_entity(entity: &Entity<'_>, out: &mut impl Put) -> Result<(), Error> {
    let plain = Paddings::default();
    let deviations = entity.deviations.as_deref();
    let padding = deviations.map_or(&plain, |deviations| &deviations.padding);
    out.field("size");
    match deviations.and_then(|deviations| deviations.declared_size) {
        Some(size) => out.put_i32(size),
        None => out.put_count_i32("entity size", entity.byte_len())?,
    }
    out.field("parent").put_i32(entity.parent);
    out.field("position").put_vec3(entity.position);
    out.field("scale").put_vec3(entity.scale);
    out.field("rotation").put_row(&entity.rotation);
    out.field("animation_length").put_i32(entity.animation_length);
    out.field("key_count").put_count_i32("keyframe count", entity.keys.len())?;
    out.field("name_length").put_count_i32("name length", entity.name.len())?;
    let vertices = entity.mesh.as_ref().map_or(0, |mesh| mesh.vertices.len());
    out.field("vertex_count").put_count_i32("vertex count", vertices)?;
    if let Some(mesh) = entity.mesh.as_deref() {
        put_mesh_header(mesh, out)?;
    }
    out.field("keys").put_rows(&entity.keys);
    out.field("name").put_text(entity.name.bytes());
    put_padding("name_padding", entity.name.len(), padding.name.as_ref(), out);
    if let Some(mesh) = entity.mesh.as_deref() {
        put_mesh(mesh, padding, out);
    }
    out.field("slack").put_bytes(deviations.map_or(&[], |deviations| &deviations.slack));
    Ok(())
}

fn put_mesh_header(mesh: &Mesh<'_>, out: &mut impl Put) -> Result<(), Error> {
    out.field("color_count").put_count_i32("vertex colour count", mesh.colors.len())?;
    out.field("triangle_count").put_count_i32("triangle count", mesh.triangles.len())?;
    out.field("texture_length").put_count_i32("texture name length", mesh.texture.len())?;
    out.field("color").put_row(&mesh.color);
    out.field("alpha").put_f32(mesh.alpha);
    out.field("fx").put_u32(mesh.fx);
    out.field("bone_count").put_count_i32("bone count", mesh.bones.len())
}

fn put_mesh(mesh: &Mesh<'_>, padding: &Paddings<'_>, out: &mut impl Put) {
    out.field("vertices");
    match &mesh.vertices {
        Vertices::F16(rows) => out.put_rows(rows),
        Vertices::F32(rows) => out.put_rows(rows),
    }
    out.field("colors").put_rows(&mesh.colors);
    put_padding("colors_padding", mesh.colors.bytes().len(), padding.colors.as_ref(), out);
    out.field("triangles").put_rows(&mesh.triangles);
    put_padding("triangles_padding", mesh.triangles.bytes().len(), padding.triangles.as_ref(), out);
    out.field("texture").put_text(mesh.texture.bytes());
    put_padding("texture_padding", mesh.texture.len(), padding.texture.as_ref(), out);
    out.field("bones").put_rows(&mesh.bones);
}

/// Writes what follows a list of this many bytes: the unusual padding of the file, or zeros to a multiple of four.
fn put_padding(name: &'static str, list: usize, padding: Option<&Cow<'_, [u8]>>, out: &mut impl Put) {
    let zeros = Cow::Borrowed([0; 3].get(..padding_of(list)).unwrap_or_default());
    out.field(name).put_bytes(padding.unwrap_or(&zeros));
}
