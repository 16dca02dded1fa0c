//! ODOL document to bytes, in the order of the parser.

use super::document::{Face, Frame, Lod, ModelInfo, NamedSelection, Odol};
use super::parse::{MAGIC, VERSION};
use retromesh_core::{Error, ErrorKind};
use retromesh_wire::{Put, Rows};

impl Odol<'_> {
    pub(crate) fn write(&self) -> Result<Vec<u8>, Error> {
        let mut out = Vec::with_capacity(self.size_hint());
        self.put(&mut out)?;
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

    pub(crate) fn put(&self, out: &mut impl Put) -> Result<(), Error> {
        if self.info.resolutions.len() != self.lods.len() {
            let what = format!("{} levels with {} resolutions", self.lods.len(), self.info.resolutions.len());
            return Err(Error::new(crate::ID, ErrorKind::unrepresentable(what)));
        }
        out.field("magic").put_text(MAGIC);
        out.field("version").put_u32(VERSION);
        out.field("lod_count").put_count_u32("levels", self.lods.len())?;
        for (index, lod) in self.lods.iter().enumerate() {
            out.entry("lods").begin("lod");
            put_lod(lod, out).map_err(|error| error.within(format!("LOD[{index}]")))?;
            out.end();
        }
        put_info(&self.info, out)?;
        out.field("trailing").put_bytes(&self.trailing);
        Ok(())
    }
}

fn put_lod(lod: &Lod<'_>, out: &mut impl Put) -> Result<(), Error> {
    lod.clip.put("clip flags", out.field("clip"))?;
    lod.uvs.put("texture coordinates", out.field("uvs"))?;
    out.field("position_count").put_count_u32("positions", lod.positions.len())?;
    out.field("positions").put_rows(&lod.positions);
    out.field("normal_count").put_count_u32("normals", lod.normals.len())?;
    out.field("normals").put_rows(&lod.normals);
    out.field("or_hints").put_u32(lod.or_hints);
    out.field("and_hints").put_u32(lod.and_hints);
    out.field("min").put_vec3(lod.min);
    out.field("max").put_vec3(lod.max);
    out.field("center").put_vec3(lod.center);
    out.field("radius").put_f32(lod.radius);
    out.field("texture_count").put_count_u32("textures", lod.textures.len())?;
    for texture in &lod.textures {
        out.entry("textures").put_c_string(texture)?;
    }
    lod.point_to_vertex.put("point to vertex", out.field("point_to_vertex"))?;
    lod.vertex_to_point.put("vertex to point", out.field("vertex_to_point"))?;
    out.field("face_count").put_count_u32("faces", lod.faces.len())?;
    out.field("face_memory").put_u32(lod.face_memory);
    out.put_parts(lod.faces.bytes(), |out| lod.faces.iter().for_each(|face| put_face(face, out)));
    out.field("section_count").put_count_u32("sections", lod.sections.len())?;
    out.field("sections").put_rows(&lod.sections);
    out.field("selection_count").put_count_u32("selections", lod.selections.len())?;
    out.each("selections", "selection", &lod.selections, put_selection)?;
    out.field("property_count").put_count_u32("properties", lod.properties.len())?;
    out.each("properties", "property", &lod.properties, |property, out| {
        out.field("name").put_c_string(&property.name)?;
        out.field("value").put_c_string(&property.value)
    })?;
    out.field("frame_count").put_count_u32("frames", lod.frames.len())?;
    out.each("frames", "frame", &lod.frames, |Frame { time, positions }, out| {
        out.field("time").put_f32(*time);
        out.field("position_count").put_count_u32("frame positions", positions.len())?;
        out.field("positions").put_rows(positions);
        Ok(())
    })?;
    out.field("color_top").put_u32(lod.color_top);
    out.field("color").put_u32(lod.color);
    out.field("special").put_u32(lod.special);
    out.field("proxy_count").put_count_u32("proxies", lod.proxies.len())?;
    out.each("proxies", "proxy", &lod.proxies, |proxy, out| {
        out.field("name").put_c_string(&proxy.name)?;
        out.field("transform").put_row(&proxy.transform);
        out.field("id").put_i32(proxy.id);
        out.field("selection").put_i32(proxy.selection);
        Ok(())
    })
}

fn put_face(face: Face<'_>, out: &mut impl Put) {
    out.entry("faces").begin("face");
    out.field("special").put_u32(face.special);
    out.field("texture").put_i16(face.texture);
    out.field("corner_count").put_u8(face.corners.len() as u8);
    out.field("corners").put_rows(&face.corners.iter().collect::<Rows<'_, u16>>());
    out.end();
}

fn put_selection(selection: &NamedSelection<'_>, out: &mut impl Put) -> Result<(), Error> {
    out.field("name").put_c_string(&selection.name)?;
    selection.faces.put("selected faces", out.field("faces"))?;
    selection.face_weights.put("face weights", out.field("face_weights"))?;
    selection.face_offsets.put("face offsets", out.field("face_offsets"))?;
    out.field("needs_sections").put_u8(selection.needs_sections);
    selection.sections.put("selected sections", out.field("sections"))?;
    selection.vertices.put("selected vertices", out.field("vertices"))?;
    selection.vertex_weights.put("vertex weights", out.field("vertex_weights"))
}

fn put_info(info: &ModelInfo<'_>, out: &mut impl Put) -> Result<(), Error> {
    out.field("resolutions").put_rows(&info.resolutions);
    out.field("facts").put_row(&info.facts);
    info.masses.put("masses", out.field("masses"))?;
    out.field("totals").put_row(&info.totals);
    Ok(())
}
