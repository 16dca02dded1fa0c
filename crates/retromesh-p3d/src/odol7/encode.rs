//! ODOL document to bytes, in the order of the parser.

use super::document::{Frame, Lod, ModelInfo, NamedSelection, Odol, ProxyRef};
use super::parse::{MAGIC, VERSION};
use retromesh_core::{Error, ErrorKind};
use retromesh_wire::Put;

impl Odol<'_> {
    /// Writes the file.
    ///
    /// Fails where a string holds a NUL or the number of resolutions is not the number of levels.
    pub fn encode(&self) -> Result<Vec<u8>, Error> {
        let mut out = Vec::with_capacity(self.size_hint());
        self.put(&mut out).map_err(|error| error.in_format(crate::ID))?;
        Ok(out)
    }

    /// About the bytes to be written, so that they are written once.
    fn size_hint(&self) -> usize {
        let lod = |lod: &Lod<'_>| {
            let packed = |kept: Option<&[u8]>, raw: usize| kept.map_or(raw, <[u8]>::len);
            packed(lod.clip.packed_bytes(), lod.clip.values().bytes().len())
                + packed(lod.uvs.packed_bytes(), lod.uvs.values().bytes().len())
                + lod.positions.bytes().len()
                + lod.normals.bytes().len()
                + lod.faces.bytes().len()
                + 4 * lod.vertex_to_point.len()
                + lod.selections.iter().map(|s| 64 + 4 * s.vertices.len() + 4 * s.faces.len()).sum::<usize>()
                + lod.frames.iter().map(|f| f.positions.bytes().len()).sum::<usize>()
                + 1024
        };
        self.lods.iter().map(lod).sum::<usize>() + self.info.masses.len() * 5 + 1024
    }

    fn put(&self, out: &mut Vec<u8>) -> Result<(), Error> {
        if self.info.resolutions.len() != self.lods.len() {
            let what = format!("{} levels with {} resolutions", self.lods.len(), self.info.resolutions.len());
            return Err(Error::new(crate::ID, ErrorKind::unrepresentable(what)));
        }
        out.put_bytes(MAGIC);
        out.put_u32(VERSION);
        out.put_count_u32("levels", self.lods.len())?;
        for (index, lod) in self.lods.iter().enumerate() {
            put_lod(lod, out).map_err(|error| error.within(format!("LOD[{index}]")))?;
        }
        put_info(&self.info, out)?;
        out.put_bytes(&self.trailing);
        Ok(())
    }
}

fn put_lod(lod: &Lod<'_>, out: &mut Vec<u8>) -> Result<(), Error> {
    lod.clip.put("clip flags", out)?;
    lod.uvs.put("texture coordinates", out)?;
    out.put_count_u32("positions", lod.positions.len())?;
    out.put_rows(&lod.positions);
    out.put_count_u32("normals", lod.normals.len())?;
    out.put_rows(&lod.normals);
    out.put_u32(lod.or_hints);
    out.put_u32(lod.and_hints);
    out.put_vec3(lod.min);
    out.put_vec3(lod.max);
    out.put_vec3(lod.center);
    out.put_f32(lod.radius);
    out.put_count_u32("textures", lod.textures.len())?;
    for texture in &lod.textures {
        out.put_c_string(texture)?;
    }
    lod.point_to_vertex.put("point to vertex", out)?;
    lod.vertex_to_point.put("vertex to point", out)?;
    out.put_count_u32("faces", lod.faces.len())?;
    out.put_u32(lod.face_memory);
    out.put_bytes(lod.faces.bytes());
    out.put_count_u32("sections", lod.sections.len())?;
    out.put_rows(&lod.sections);
    out.put_count_u32("selections", lod.selections.len())?;
    for selection in &lod.selections {
        put_selection(selection, out)?;
    }
    out.put_count_u32("properties", lod.properties.len())?;
    for property in &lod.properties {
        out.put_c_string(&property.name)?;
        out.put_c_string(&property.value)?;
    }
    out.put_count_u32("frames", lod.frames.len())?;
    for Frame { time, positions } in &lod.frames {
        out.put_f32(*time);
        out.put_count_u32("frame positions", positions.len())?;
        out.put_rows(positions);
    }
    out.put_u32(lod.color_top);
    out.put_u32(lod.color);
    out.put_u32(lod.special);
    out.put_count_u32("proxies", lod.proxies.len())?;
    for ProxyRef { name, transform, id, selection } in &lod.proxies {
        out.put_c_string(name)?;
        out.put_row(transform);
        out.put_i32(*id);
        out.put_i32(*selection);
    }
    Ok(())
}

fn put_selection(selection: &NamedSelection<'_>, out: &mut Vec<u8>) -> Result<(), Error> {
    out.put_c_string(&selection.name)?;
    selection.faces.put("selected faces", out)?;
    selection.face_weights.put("face weights", out)?;
    selection.face_offsets.put("face offsets", out)?;
    out.put_u8(selection.needs_sections);
    selection.sections.put("selected sections", out)?;
    selection.vertices.put("selected vertices", out)?;
    selection.vertex_weights.put("vertex weights", out)
}

fn put_info(info: &ModelInfo<'_>, out: &mut Vec<u8>) -> Result<(), Error> {
    out.put_rows(&info.resolutions);
    out.put_row(&info.facts);
    info.masses.put("masses", out)?;
    out.put_row(&info.totals);
    Ok(())
}
