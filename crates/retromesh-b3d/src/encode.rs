//! Document to bytes, in the order of `parse`.

use crate::ID;
use crate::document::{Body, Brush, Chunk, Document, Keys, Texture, VertexWeight, Vertices};
use crate::walk::path_of;
use retromesh_core::{Error, ErrorKind};
use retromesh_kit::ByteLayout;
use retromesh_kit::layout::Visit;
use retromesh_wire::{LenMark, Number, Part, Put, Trace};

impl Document<'_> {
    pub(crate) fn write(&self) -> Result<Vec<u8>, Error> {
        let mut out = Vec::with_capacity(12 + self.chunks.iter().map(size).sum::<usize>() + self.trailing.len());
        self.put(&mut out)?;
        Ok(out)
    }

    fn put(&self, out: &mut impl Put) -> Result<(), Error> {
        out.field("magic").put_text(b"BB3D");
        let whole = out.field("size").begin_len();
        out.field("body").begin("file_body");
        out.field("version").put_i32(self.version);
        let mut open: Vec<LenMark> = Vec::new();
        for (index, chunk) in self.chunks.iter().enumerate() {
            put_chunk(out, &mut open, chunk).map_err(|error| error.within(path_of(&self.chunks, index)))?;
        }
        close(out, &mut open, 0)?;
        match self.claimed_size {
            None => out.end_len_u32(whole)?,
            Some(size) => out.set_len(whole, size),
        }
        out.end();
        out.field("trailing").put_bytes(&self.trailing);
        Ok(())
    }
}

impl ByteLayout for Document<'_> {
    fn layout(&self, bytes: &[u8], visit: &mut dyn Visit) -> Result<(), Error> {
        Trace::walk(ID, bytes, visit, |out| self.put(out))
    }
}

/// Returns the bytes of a chunk without those inside it.
pub(crate) fn size(chunk: &Chunk<'_>) -> usize {
    8 + match &chunk.body {
        Body::Texs(textures) => textures.iter().map(|t| t.file.len() + 1 + 28).sum(),
        Body::Brus(b) => 4 + b.brushes.iter().map(|b| b.name.len() + 1 + 28 + b.textures.bytes().len()).sum::<usize>(),
        Body::Node(node) => node.name.len() + 1 + 40,
        Body::Mesh { .. } => 4,
        Body::Vrts(vertices) => 12 + vertices.records.bytes().len(),
        Body::Tris { triangles, .. } => 4 + triangles.bytes().len(),
        Body::Bone(weights) => weights.bytes().len(),
        Body::Keys(keys) => 4 + keys.records.bytes().len(),
        Body::Anim(_) => 12,
        Body::Seqs(seqs) => seqs.name.len() + 1 + 12,
        Body::Pivo => 0,
        Body::Unknown { bytes, .. } | Body::Slack(bytes) => bytes.len(),
    }
}

/// Fills in the sizes of the chunks that end before one at `depth`.
fn close(out: &mut impl Put, open: &mut Vec<LenMark>, depth: usize) -> Result<(), Error> {
    while open.len() > depth {
        if let Some(mark) = open.pop() {
            out.end_len_u32(mark)?;
            out.end();
            out.end();
        }
    }
    Ok(())
}

fn put_chunk(out: &mut impl Put, open: &mut Vec<LenMark>, chunk: &Chunk<'_>) -> Result<(), Error> {
    let depth = chunk.depth as usize;
    close(out, open, depth)?;
    if open.len() < depth {
        return Err(Error::new(ID, ErrorKind::unrepresentable(format!("a chunk at depth {depth} without a parent"))));
    }
    if let Some(tag) = chunk.body.tag() {
        out.entry("chunks").begin("chunk");
        out.field("tag").put_text(&tag);
        open.push(out.field("size").begin_len());
        out.field("body").begin(kind(&chunk.body));
    }
    match &chunk.body {
        Body::Texs(textures) => out.each("textures", "texture", textures, put_texture)?,
        Body::Brus(brushes) => {
            out.field("slots").put_u32(brushes.slots);
            out.each("brushes", "brush", &brushes.brushes, |brush, out| put_brush(brush, brushes.slots, out))?;
        }
        Body::Node(node) => {
            out.field("name").put_c_string(&node.name)?;
            out.field("position").put_row(&node.position);
            out.field("scale").put_row(&node.scale);
            out.field("rotation").put_row(&node.rotation);
        }
        Body::Mesh { brush_id } => out.field("brush_id").put_i32(*brush_id),
        Body::Vrts(vertices) => put_vertices(out, vertices),
        Body::Tris { brush_id, triangles } => {
            out.field("brush_id").put_i32(*brush_id);
            out.field("triangles").put_rows(triangles);
        }
        Body::Bone(weights) => out.field("weights").put_rows::<VertexWeight>(weights),
        Body::Keys(keys) => put_keys(out, keys),
        Body::Anim(anim) => {
            out.field("flags").put_i32(anim.flags);
            out.field("frames").put_i32(anim.frames);
            out.field("fps").put_f32(anim.fps);
        }
        Body::Seqs(seqs) => {
            out.field("name").put_c_string(&seqs.name)?;
            out.field("first").put_i32(seqs.first);
            out.field("last").put_i32(seqs.last);
            out.field("reserved").put_i32(seqs.reserved);
        }
        Body::Pivo => {}
        Body::Unknown { bytes, .. } => out.field("data").put_bytes(bytes),
        Body::Slack(bytes) => out.field("slack").put_bytes(bytes),
    }
    Ok(())
}

/// Returns the name of a body in the specification.
fn kind(body: &Body<'_>) -> &'static str {
    match body {
        Body::Texs(_) => "textures",
        Body::Brus(_) => "brushes",
        Body::Node(_) => "node",
        Body::Mesh { .. } => "mesh",
        Body::Vrts(_) => "vertices",
        Body::Tris { .. } => "triangles",
        Body::Bone(_) => "bone",
        Body::Keys(_) => "keys",
        Body::Anim(_) => "anim",
        Body::Seqs(_) => "sequence",
        Body::Pivo => "pivot",
        Body::Unknown { .. } | Body::Slack(_) => "unknown",
    }
}

fn put_texture(texture: &Texture<'_>, out: &mut impl Put) -> Result<(), Error> {
    out.field("file").put_c_string(&texture.file)?;
    out.field("flags").put_i32(texture.flags);
    out.field("blend").put_i32(texture.blend);
    out.field("position").put_row(&texture.position);
    out.field("scale").put_row(&texture.scale);
    out.field("rotation").put_f32(texture.rotation);
    Ok(())
}

fn put_brush(brush: &Brush<'_>, slots: u32, out: &mut impl Put) -> Result<(), Error> {
    if brush.textures.len() != slots as usize {
        let what = format!("a brush of {} textures among those of {slots} slots", brush.textures.len());
        return Err(Error::new(ID, ErrorKind::unrepresentable(what)));
    }
    out.field("name").put_c_string(&brush.name)?;
    out.field("color").put_row(&brush.color);
    out.field("shininess").put_f32(brush.shininess);
    out.field("blend").put_i32(brush.blend);
    out.field("fx").put_i32(brush.fx);
    out.field("textures").put_rows(&brush.textures);
    Ok(())
}

fn put_vertices(out: &mut impl Put, vertices: &Vertices<'_>) {
    let Vertices { flags, sets, set_size, ref records } = *vertices;
    out.field("flags").put_i32(flags);
    out.field("sets").put_u32(sets);
    out.field("set_size").put_u32(set_size);
    out.field("vertices").put_records(records, || {
        let uvs = sets.saturating_mul(set_size) as usize;
        let mut parts = vec![Part::new("position", Number::F32, 3)];
        let further = [
            (flags & Vertices::NORMALS != 0, Part::new("normal", Number::F32, 3)),
            (flags & Vertices::COLORS != 0, Part::new("color", Number::F32, 4)),
            (uvs > 0, Part::new("uvs", Number::F32, uvs)),
        ];
        parts.extend(further.into_iter().filter(|(is_there, _)| *is_there).map(|(_, part)| part));
        parts
    });
}

fn put_keys(out: &mut impl Put, keys: &Keys<'_>) {
    out.field("flags").put_i32(keys.flags);
    out.field("keys").put_records(&keys.records, || {
        let mut parts = vec![Part::new("frame", Number::I32, 1)];
        let further = [(Keys::POSITION, "position", 3), (Keys::SCALE, "scale", 3), (Keys::ROTATION, "rotation", 4)];
        let further = further.into_iter().filter(|(bit, ..)| keys.flags & bit != 0);
        parts.extend(further.map(|(_, name, count)| Part::new(name, Number::F32, count)));
        parts
    });
}
