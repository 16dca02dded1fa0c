//! Document to bytes, in the order of `parse`.

use crate::ID;
use crate::document::{Body, Brush, Chunk, Document, Texture, VertexWeight};
use crate::walk::path_of;
use retromesh_core::{Error, ErrorKind};
use retromesh_wire::{LenMark, Put, Row};

impl Document<'_> {
    /// Writes the file; what was read comes out byte for byte.
    ///
    /// Fails where a chunk lies deeper than inside the one before it, where a string holds a NUL, where a brush has not as
    /// many textures as its chunk has slots, and where a size exceeds 32 bits.
    pub fn encode(&self) -> Result<Vec<u8>, Error> {
        let mut out = Vec::with_capacity(12 + self.chunks.iter().map(size).sum::<usize>() + self.trailing.len());
        out.put_bytes(b"BB3D");
        let whole = out.begin_len();
        out.put_i32(self.version);
        let mut open: Vec<LenMark> = Vec::new();
        for (index, chunk) in self.chunks.iter().enumerate() {
            put_chunk(&mut out, &mut open, chunk)
                .map_err(|error| error.in_format(ID).within(path_of(&self.chunks, index)))?;
        }
        close(&mut out, &mut open, 0)?;
        match self.claimed_size {
            None => out.end_len_u32(whole).map_err(|e| e.in_format(ID))?,
            Some(size) => {
                if let Some(field) = out.get_mut(4..8) {
                    size.store(field);
                }
            }
        }
        out.put_bytes(&self.trailing);
        Ok(out)
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
fn close(out: &mut Vec<u8>, open: &mut Vec<LenMark>, depth: usize) -> Result<(), Error> {
    while open.len() > depth {
        if let Some(mark) = open.pop() {
            out.end_len_u32(mark).map_err(|e| e.in_format(ID))?;
        }
    }
    Ok(())
}

fn put_chunk(out: &mut Vec<u8>, open: &mut Vec<LenMark>, chunk: &Chunk<'_>) -> Result<(), Error> {
    let depth = chunk.depth as usize;
    close(out, open, depth)?;
    if open.len() < depth {
        return Err(Error::new(ID, ErrorKind::unrepresentable(format!("a chunk at depth {depth} without a parent"))));
    }
    if let Some(tag) = chunk.body.tag() {
        out.put_bytes(&tag);
        open.push(out.begin_len());
    }
    match &chunk.body {
        Body::Texs(textures) => textures.iter().try_for_each(|texture| put_texture(out, texture))?,
        Body::Brus(brushes) => {
            out.put_u32(brushes.slots);
            brushes.brushes.iter().try_for_each(|brush| put_brush(out, brush, brushes.slots))?;
        }
        Body::Node(node) => {
            out.put_c_string(&node.name)?;
            out.put_row(&node.position);
            out.put_row(&node.scale);
            out.put_row(&node.rotation);
        }
        Body::Mesh { brush_id } => out.put_i32(*brush_id),
        Body::Vrts(vertices) => {
            out.put_i32(vertices.flags);
            out.put_u32(vertices.sets);
            out.put_u32(vertices.set_size);
            out.put_bytes(vertices.records.bytes());
        }
        Body::Tris { brush_id, triangles } => {
            out.put_i32(*brush_id);
            out.put_rows(triangles);
        }
        Body::Bone(weights) => out.put_rows::<VertexWeight>(weights),
        Body::Keys(keys) => {
            out.put_i32(keys.flags);
            out.put_bytes(keys.records.bytes());
        }
        Body::Anim(anim) => {
            out.put_i32(anim.flags);
            out.put_i32(anim.frames);
            out.put_f32(anim.fps);
        }
        Body::Seqs(seqs) => {
            out.put_c_string(&seqs.name)?;
            out.put_i32(seqs.first);
            out.put_i32(seqs.last);
            out.put_i32(seqs.reserved);
        }
        Body::Pivo => {}
        Body::Unknown { bytes, .. } | Body::Slack(bytes) => out.put_bytes(bytes),
    }
    Ok(())
}

fn put_texture(out: &mut Vec<u8>, texture: &Texture<'_>) -> Result<(), Error> {
    out.put_c_string(&texture.file)?;
    out.put_i32(texture.flags);
    out.put_i32(texture.blend);
    out.put_row(&texture.position);
    out.put_row(&texture.scale);
    out.put_f32(texture.rotation);
    Ok(())
}

fn put_brush(out: &mut Vec<u8>, brush: &Brush<'_>, slots: u32) -> Result<(), Error> {
    if brush.textures.len() != slots as usize {
        let what = format!("a brush of {} textures among those of {slots} slots", brush.textures.len());
        return Err(Error::new(ID, ErrorKind::unrepresentable(what)));
    }
    out.put_c_string(&brush.name)?;
    out.put_row(&brush.color);
    out.put_f32(brush.shininess);
    out.put_i32(brush.blend);
    out.put_i32(brush.fx);
    out.put_rows(&brush.textures);
    Ok(())
}
