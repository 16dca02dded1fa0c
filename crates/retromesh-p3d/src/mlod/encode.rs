//! MLOD document to bytes, in the order of the parser.

use super::document::{Lod, Mlod, NAME, Tag, TagBody, TagName, UvSet};
use super::faces::Kind;
use super::parse::MAGIC;
use retromesh_core::{Error, ErrorKind};
use retromesh_wire::{Put, RawStr};

impl Mlod<'_> {
    /// Writes the file.
    ///
    /// Fails where a string holds a NUL, or faces or tag names are of another layout than their level.
    pub fn encode(&self) -> Result<Vec<u8>, Error> {
        let size = self.lods.iter().map(Lod::size_hint).sum::<usize>() + 64 + self.trailing.len();
        let mut out = Vec::with_capacity(size);
        self.put(&mut out).map_err(|error| error.in_format(crate::ID))?;
        Ok(out)
    }

    fn put(&self, out: &mut Vec<u8>) -> Result<(), Error> {
        put_file_header(self.version, self.lods.len(), out)?;
        for (index, lod) in self.lods.iter().enumerate() {
            lod.put(out).map_err(|error| error.within(format!("LOD[{index}]")))?;
        }
        if let Some(path) = &self.default_path {
            out.put_bytes(path.bytes());
        }
        out.put_bytes(&self.trailing);
        Ok(())
    }
}

/// `MLOD`, version and level count.
pub(crate) fn put_file_header(version: u32, lods: usize, out: &mut Vec<u8>) -> Result<(), Error> {
    out.put_bytes(MAGIC);
    out.put_u32(version);
    out.put_count_u32("levels", lods)
}

impl Lod<'_> {
    /// About the bytes to be written, so that they are written once.
    pub(crate) fn size_hint(&self) -> usize {
        let tags: usize = self.tags.iter().map(|tag| 80 + tag.text().len() + tag.body.size()).sum();
        64 + self.points.bytes().len() + self.normals.bytes().len() + self.faces.bytes().len() + tags
    }

    /// Appends the level.
    pub(crate) fn put(&self, out: &mut Vec<u8>) -> Result<(), Error> {
        if self.faces.kind != self.kind && !self.faces.is_empty() {
            return Err(Error::new(crate::ID, ErrorKind::unrepresentable("faces of another layout than their level")));
        }
        out.put_bytes(self.kind.magic());
        out.put_count_u32("header size", 28 + self.header_slack.len())?;
        out.put_u32(self.version);
        out.put_count_u32("points", self.points.len())?;
        out.put_count_u32("normals", self.normals.len())?;
        out.put_count_u32("faces", self.faces.len())?;
        out.put_u32(self.flags);
        out.put_bytes(&self.header_slack);
        out.put_rows(&self.points);
        out.put_rows(&self.normals);
        out.put_bytes(self.faces.bytes());
        out.put_bytes(b"TAGG");
        for tag in &self.tags {
            put_tag(tag, self.kind, out)?;
        }
        out.put_f32(self.resolution);
        Ok(())
    }
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
pub(crate) fn put_tag(tag: &Tag<'_>, kind: Kind, out: &mut Vec<u8>) -> Result<(), Error> {
    match (&tag.name, kind) {
        (TagName::Fixed(name), Kind::Sp3x) if name.bytes().len() == 64 => out.put_bytes(name.bytes()),
        (TagName::Terminated(name), Kind::P3dm) => {
            out.put_u8(tag.active);
            out.put_c_string(name)?;
        }
        _ => {
            return Err(Error::new(
                crate::ID,
                ErrorKind::unrepresentable("a tag name of another layout than its level"),
            ));
        }
    }
    out.put_count_u32("tag size", tag.body.size())?;
    match &tag.body {
        TagBody::Selection { points, faces } => {
            out.put_rows(points);
            out.put_rows(faces);
        }
        TagBody::SharpEdges(edges) => out.put_rows(edges),
        TagBody::Property { name, value } => {
            out.put_bytes(name.bytes());
            out.put_bytes(value.bytes());
        }
        TagBody::Mass(masses) => out.put_rows(masses),
        TagBody::Animation { time, points } => {
            out.put_f32(*time);
            out.put_rows(points);
        }
        TagBody::UvSet(UvSet { id, uvs }) => {
            out.put_u32(*id);
            out.put_rows(uvs);
        }
        TagBody::MaterialIndex(index) => out.put_row(index),
        TagBody::Other(bytes) => out.put_bytes(bytes),
    }
    Ok(())
}
