//! Document to bytes: every part at its recorded offset.

use crate::ID;
use crate::document::{Bone, BoneDef, ClipDef, Document, Gap, Header, LodDef, MeshDef, Span};
use retromesh_core::{Error, ErrorKind};
use retromesh_kit::ByteLayout;
use retromesh_kit::layout::{Field, Kind, Place, Visit};
use retromesh_wire::{RawStr, Row, Shape};
use std::ops::ControlFlow;

/// A file larger than this cannot be addressed by its offsets.
const MAX_SIZE: usize = u32::MAX as usize;

impl Document<'_> {
    pub(crate) fn write(&self) -> Result<Vec<u8>, Error> {
        let mut image = Image { bytes: vec![0; self.size] };
        for gap in &self.gaps {
            image.put(gap.offset, &gap.bytes)?;
        }
        image.row(0, &self.header)?;
        let offset = start(self.header.meshes);
        for (i, mesh) in self.meshes.iter().enumerate() {
            image.row(offset + i * 32, &mesh.def)?;
            image.put(mesh.def.vertices as usize, &mesh.vertices)?;
            image.put(mesh.def.faces as usize, &mesh.faces)?;
            image.text(mesh.def.material, mesh.material.as_ref())?;
        }
        let offset = start(self.header.lods);
        image.put(offset, self.lods.bytes())?;
        let offset = start(self.header.bones);
        for (i, bone) in self.bones.iter().enumerate() {
            image.row(offset + i * 16, &bone.def)?;
            image.text(bone.def.name, bone.name.as_ref())?;
        }
        let offset = start(self.header.clips);
        for (i, clip) in self.clips.iter().enumerate() {
            image.row(offset + i * 16, &clip.def)?;
            image.put(clip.def.keys as usize, &clip.keys)?;
            image.text(clip.def.name, clip.name.as_ref())?;
        }
        Ok(image.bytes)
    }

    fn walk(&self, file: &[u8], visit: &mut dyn Visit) -> ControlFlow<()> {
        let mut claims = self.claims();
        claims.retain(|claim| claim.size > 0);
        claims.sort_by_key(|claim| claim.start);
        let (mut reported, mut overlaps) = (0, 0);
        for Claim { name, index, start, size, kind } in claims {
            let end = start.saturating_add(size);
            let place = Place { name, index, offset: start as u64 };
            let bytes = file.get(start..end).unwrap_or_default();
            if start >= reported {
                match kind {
                    Claimed::Record(shape) => report_record(place, bytes, shape, visit)?,
                    Claimed::Field(kind) => visit.field(&Field { place, bytes, kind })?,
                }
            } else {
                visit.field(&Field { place, bytes, kind: Kind::Shared })?;
                if end > reported {
                    let place = Place { name: "overlap", index: Some(overlaps), offset: reported as u64 };
                    visit.field(&Field {
                        place,
                        bytes: file.get(reported..end).unwrap_or_default(),
                        kind: Kind::Bytes,
                    })?;
                    overlaps += 1;
                }
            }
            reported = reported.max(end);
        }
        ControlFlow::Continue(())
    }

    /// Lists what lies where, in the order of the format's description.
    fn claims(&self) -> Vec<Claim> {
        let Self { header, meshes, lods, bones, clips, gaps, .. } = self;
        let table = |name, span: Span, entries: usize, shape: Shape<'static>| {
            Claim::new(name, None, start(span), entries * shape.size(), Kind::Rows(shape))
        };
        let mut claims = vec![
            Claim { name: "header", index: None, start: 0, size: Header::SIZE, kind: Claimed::Record(Header::SHAPE) },
            table("mesh_defs", header.meshes, meshes.len(), MeshDef::SHAPE),
            table("lod_defs", header.lods, lods.len(), LodDef::SHAPE),
            table("bone_defs", header.bones, bones.len(), BoneDef::SHAPE),
            table("clip_defs", header.clips, clips.len(), ClipDef::SHAPE),
        ];
        let list = |name, n: usize, offset: u32, size| Claim::new(name, Some(n), offset as usize, size, Kind::Bytes);
        let text = |name, n: usize, offset: u32, text: Option<&RawStr<'_>>| {
            let size = text.map_or(0, |text| text.len() + 1);
            Claim::new(name, Some(n), offset as usize, size, Kind::Terminated)
        };
        for (n, mesh) in meshes.iter().enumerate() {
            claims.push(list("vertices", n, mesh.def.vertices, mesh.vertices.len()));
            claims.push(list("faces", n, mesh.def.faces, mesh.faces.len()));
            claims.push(text("materials", n, mesh.def.material, mesh.material.as_ref()));
        }
        let name = |(n, bone): (usize, &Bone<'_>)| text("bone_names", n, bone.def.name, bone.name.as_ref());
        claims.extend(bones.iter().enumerate().map(name));
        for (n, clip) in clips.iter().enumerate() {
            claims.push(list("keys", n, clip.def.keys, clip.keys.len()));
            claims.push(text("clip_names", n, clip.def.name, clip.name.as_ref()));
        }
        let gap = |(n, gap): (usize, &Gap<'_>)| Claim::new("gaps", Some(n), gap.offset, gap.bytes.len(), Kind::Bytes);
        claims.extend(gaps.iter().enumerate().map(gap));
        claims
    }
}

impl ByteLayout for Document<'_> {
    fn layout(&self, bytes: &[u8], visit: &mut dyn Visit) -> Result<(), Error> {
        if self.encode()? != bytes {
            return Err(Error::new(ID, ErrorKind::bad("file", "the bytes that the document was read from", "others")));
        }
        // A visit that has seen enough is no failure.
        let _stopped = self.walk(bytes, visit);
        Ok(())
    }
}

/// Where a part lies.
struct Claim {
    name: &'static str,
    index: Option<u64>,
    start: usize,
    size: usize,
    kind: Claimed,
}

enum Claimed {
    Record(Shape<'static>),
    Field(Kind<'static>),
}

impl Claim {
    fn new(name: &'static str, index: Option<usize>, start: usize, size: usize, kind: Kind<'static>) -> Self {
        Self { name, index: index.map(|n| n as u64), start, size, kind: Claimed::Field(kind) }
    }
}

/// Reports a structure and the parts of it; structures in it are two levels deep at most.
fn report_record(place: Place, bytes: &[u8], shape: Shape<'static>, visit: &mut dyn Visit) -> ControlFlow<()> {
    let parts = match shape {
        Shape::Numbers(number, count) => {
            return visit.field(&Field { place, bytes, kind: Kind::Numbers(number, count) });
        }
        Shape::Record(parts) => parts,
    };
    visit.begin(place, "record")?;
    let (mut offset, mut rest) = (place.offset, bytes);
    for part in parts {
        let (bytes, after) = rest.split_at_checked(part.shape.size()).unwrap_or_default();
        report_record(Place { name: part.name, index: None, offset }, bytes, part.shape, visit)?;
        (offset, rest) = (offset + bytes.len() as u64, after);
    }
    visit.end(offset)
}

fn start(table: Span) -> usize {
    table.offset as usize
}

/// The file under construction.
struct Image {
    bytes: Vec<u8>,
}

impl Image {
    fn put(&mut self, offset: usize, bytes: &[u8]) -> Result<(), Error> {
        if bytes.is_empty() {
            return Ok(());
        }
        let end = offset.checked_add(bytes.len()).filter(|&end| end <= MAX_SIZE).ok_or_else(|| {
            let what = format!("{} bytes at {offset:#x}: offsets have 32 bits", bytes.len());
            Error::new(ID, ErrorKind::unrepresentable(what))
        })?;
        if self.bytes.len() < end {
            self.bytes.resize(end, 0);
        }
        if let Some(place) = self.bytes.get_mut(offset..end) {
            place.copy_from_slice(bytes);
        }
        Ok(())
    }

    fn row<T: Row>(&mut self, offset: usize, row: &T) -> Result<(), Error> {
        let mut bytes = vec![0; T::SIZE];
        row.store(&mut bytes);
        self.put(offset, &bytes)
    }

    fn text(&mut self, offset: u32, text: Option<&RawStr<'_>>) -> Result<(), Error> {
        let Some(text) = text else { return Ok(()) };
        self.put(offset as usize, text.bytes())?;
        self.put(offset as usize + text.len(), &[0])
    }
}
