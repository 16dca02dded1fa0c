//! MLOD document to bytes, in the order of the parser.

use super::document::{Lod, Mlod, NAME, Tag, TagBody, TagName, UvSet};
use super::faces::{CORNER, Corner, Kind, TEXTURE};
use super::parse::MAGIC;
use retromesh_core::{Error, ErrorKind};
use retromesh_wire::{Put, RawStr, Row, Rows};

impl Mlod<'_> {
    pub(crate) fn write(&self) -> Result<Vec<u8>, Error> {
        let size = self.lods.iter().map(Lod::size_hint).sum::<usize>() + 64 + self.trailing.len();
        let mut out = Vec::with_capacity(size);
        self.put(&mut out)?;
        Ok(out)
    }

    pub(crate) fn put(&self, out: &mut impl Put) -> Result<(), Error> {
        put_file_header(self.version, self.lods.len(), out)?;
        for (index, lod) in self.lods.iter().enumerate() {
            out.entry("lods").begin("lod");
            lod.put(out).map_err(|error| error.within(format!("LOD[{index}]")))?;
            out.end();
        }
        if let Some(path) = &self.default_path {
            out.field("default_path").put_text(path.bytes());
        }
        out.field("trailing").put_bytes(&self.trailing);
        Ok(())
    }
}

/// `MLOD`, version and level count.
pub(crate) fn put_file_header(version: u32, lods: usize, out: &mut impl Put) -> Result<(), Error> {
    out.field("magic").put_text(MAGIC);
    out.field("version").put_u32(version);
    out.field("lod_count").put_count_u32("levels", lods)
}

impl Lod<'_> {
    /// About the bytes to be written, so that they are written once.
    pub(crate) fn size_hint(&self) -> usize {
        let tags: usize = self.tags.iter().map(|tag| 80 + tag.text().len() + tag.body.size()).sum();
        64 + self.points.bytes().len() + self.normals.bytes().len() + self.faces.bytes().len() + tags
    }

    /// Appends the level.
    pub(crate) fn put(&self, out: &mut impl Put) -> Result<(), Error> {
        if self.faces.kind != self.kind && !self.faces.is_empty() {
            return Err(Error::new(crate::ID, ErrorKind::unrepresentable("faces of another layout than their level")));
        }
        out.field("magic").put_text(self.kind.magic());
        out.field("header_size").put_count_u32("header size", 28 + self.header_slack.len())?;
        out.field("version").put_u32(self.version);
        out.field("point_count").put_count_u32("points", self.points.len())?;
        out.field("normal_count").put_count_u32("normals", self.normals.len())?;
        out.field("face_count").put_count_u32("faces", self.faces.len())?;
        out.field("flags").put_u32(self.flags);
        out.field("header_slack").put_bytes(&self.header_slack);
        out.field("points").put_rows(&self.points);
        out.field("normals").put_rows(&self.normals);
        out.put_parts(self.faces.bytes(), |out| self.put_faces(out));
        out.field("tag_magic").put_text(b"TAGG");
        self.check_tags()?;
        out.each("tags", "tag", &self.tags, |tag, out| put_tag(tag, self.kind, out))?;
        out.field("resolution").put_f32(self.resolution);
        Ok(())
    }

    /// Fails for a tag with other counts than its level: it would be read as bytes of no meaning.
    fn check_tags(&self) -> Result<(), Error> {
        let (points, faces) = (self.points.len(), self.faces.len());
        let corners = || self.faces.iter().map(|face| face.corners().len()).sum();
        for tag in &self.tags {
            let rows: [(&str, usize, usize); 2] = match &tag.body {
                TagBody::Selection { points: own, faces: of_faces } => {
                    [("points", own.len(), points), ("faces", of_faces.len(), faces)]
                }
                TagBody::Mass(own) => [("points", own.len(), points); 2],
                TagBody::Animation { points: own, .. } => [("points", own.len(), points); 2],
                TagBody::UvSet(set) => [("corners of faces", set.uvs.len(), corners()); 2],
                _ => continue,
            };
            if let Some((what, own, all)) = rows.into_iter().find(|(_, own, all)| own != all) {
                let what = format!("{} has {own} {what}, its level has {all}: give both the same number", tag.text());
                return Err(Error::new(crate::ID, ErrorKind::unrepresentable(what)));
            }
        }
        Ok(())
    }

    /// The faces one by one; their bytes are those of [`FaceList::bytes`](super::FaceList::bytes).
    fn put_faces(&self, out: &mut impl Put) {
        let mut rest = self.faces.bytes();
        while !rest.is_empty() {
            out.entry("faces").begin("face");
            if self.kind == Kind::Sp3x {
                put_text(take(&mut rest, TEXTURE), "fixed_texture", out);
            }
            put_word(&mut rest, "corner_count", out);
            let corners = Rows::<'_, Corner>::from_bytes(take(&mut rest, 4 * CORNER)).unwrap_or_default();
            out.field("corners").put_rows(&corners);
            put_word(&mut rest, "flags", out);
            if self.kind == Kind::P3dm {
                for name in ["texture", "material"] {
                    let end = rest.iter().position(|&byte| byte == 0).map_or(rest.len(), |end| end + 1);
                    let text = take(&mut rest, end);
                    // What is parsed has an end.
                    let _ended = out.field(name).put_c_string(&RawStr::new(text.strip_suffix(&[0]).unwrap_or(text)));
                }
            }
            out.end();
        }
    }
}

/// Takes this many bytes, or what is left.
fn take<'a>(rest: &mut &'a [u8], size: usize) -> &'a [u8] {
    let (bytes, after) = rest.split_at_checked(size).unwrap_or((*rest, &[]));
    *rest = after;
    bytes
}

fn put_text(text: &[u8], name: &'static str, out: &mut impl Put) {
    out.field(name).put_text(text);
}

fn put_word(rest: &mut &[u8], name: &'static str, out: &mut impl Put) {
    out.field(name).put_u32(u32::read(take(rest, 4)));
}

/// Name and size of a tag of which only its contents matter; a name longer than 64 bytes is cut in `SP3X`.
pub(crate) fn put_tag_head(kind: Kind, name: &[u8], size: usize, out: &mut Vec<u8>) -> Result<(), Error> {
    match kind {
        Kind::Sp3x => {
            let used = name.get(..NAME).unwrap_or(name);
            out.put_bytes(used);
            out.put_bytes(PADDING.get(used.len()..).unwrap_or_default());
        }
        Kind::P3dm => {
            out.put_u8(1);
            out.put_c_string(&RawStr::new(name))?;
        }
    }
    out.put_count_u32("tag size", size)
}

/// What fills a fixed name.
const PADDING: [u8; NAME] = [0; NAME];

/// A tag: name, size, contents.
pub(crate) fn put_tag(tag: &Tag<'_>, kind: Kind, out: &mut impl Put) -> Result<(), Error> {
    match (&tag.name, kind) {
        (TagName::Fixed(name), Kind::Sp3x) if name.bytes().len() == 64 => {
            out.field("fixed_name").put_text(name.bytes());
        }
        (TagName::Terminated(name), Kind::P3dm) => {
            out.field("active").put_u8(tag.active);
            out.field("name").put_c_string(name)?;
        }
        _ => {
            return Err(Error::new(
                crate::ID,
                ErrorKind::unrepresentable("a tag name of another layout than its level"),
            ));
        }
    }
    out.field("size").put_count_u32("tag size", tag.body.size())?;
    match &tag.body {
        TagBody::Selection { points, faces } => {
            out.field("points").put_rows(points);
            out.field("faces").put_rows(faces);
        }
        TagBody::SharpEdges(edges) => out.field("edges").put_rows(edges),
        TagBody::Property { name, value } => {
            put_text(name.bytes(), "property", out);
            put_text(value.bytes(), "value", out);
        }
        TagBody::Mass(masses) => out.field("masses").put_rows(masses),
        TagBody::Animation { time, points } => {
            out.field("time").put_f32(*time);
            out.field("positions").put_rows(points);
        }
        TagBody::UvSet(UvSet { id, uvs }) => {
            out.field("id").put_u32(*id);
            out.field("uvs").put_rows(uvs);
        }
        TagBody::MaterialIndex(index) => out.field("material_index").put_row(index),
        TagBody::Other(bytes) => out.field("data").put_bytes(bytes),
    }
    Ok(())
}
