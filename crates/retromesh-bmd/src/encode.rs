//! Document to bytes: every part at its recorded offset.

use crate::ID;
use crate::document::{Document, Span};
use retromesh_core::{Error, ErrorKind};
use retromesh_wire::Row;

/// A file larger than this cannot be addressed by its offsets.
const MAX_SIZE: usize = u32::MAX as usize;

impl Document<'_> {
    /// Writes the file. A document that was parsed and not edited gives the bytes that it was parsed from.
    ///
    /// Parts are put over each other in the order of the format's description; where edited parts overlap, the later one wins.
    pub fn encode(&self) -> Result<Vec<u8>, Error> {
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

    fn text(&mut self, offset: u32, text: Option<&retromesh_wire::RawStr<'_>>) -> Result<(), Error> {
        let Some(text) = text else { return Ok(()) };
        self.put(offset as usize, text.bytes())?;
        self.put(offset as usize + text.len(), &[0])
    }
}
