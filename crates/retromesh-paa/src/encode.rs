//! Document to bytes, in the order of the parser.

use crate::ID;
use crate::document::{Document, Level, Texels};
use crate::parse::TAG;
use retromesh_core::{Error, ErrorKind};
use retromesh_wire::Put;

/// The most bytes of a level's body: its size has 24 bits.
pub(crate) const LONGEST_BODY: usize = 0xff_ffff;

impl Document<'_> {
    /// Writes the document. Fails where a field does not fit, which cannot be for a parsed document.
    pub fn encode(&self) -> Result<Vec<u8>, Error> {
        self.put().map_err(|error| error.in_format(ID))
    }

    fn put(&self) -> Result<Vec<u8>, Error> {
        let mut out = Vec::new();
        match self.type_word.map(Texels::word) {
            Some(Some(word)) => out.put_u16(word),
            Some(None) => return Err(Error::new(ID, ErrorKind::unrepresentable("P8 with a type word"))),
            None => {}
        }
        for tag in &self.tags {
            let mut name = tag.name;
            name.reverse();
            out.put_bytes(TAG);
            out.put_bytes(&name);
            out.put_count_u32("tag size", tag.data.len())?;
            out.put_bytes(&tag.data);
        }
        if !self.palette.len().is_multiple_of(3) {
            let what = format!("a palette of {} bytes, three being a colour", self.palette.len());
            return Err(Error::new(ID, ErrorKind::unrepresentable(what)));
        }
        out.put_count_u16("palette size", self.palette.len() / 3)?;
        out.put_bytes(&self.palette);
        for level in &self.levels {
            put_level(level, &mut out)?;
        }
        if self.has_end {
            out.put_bytes(&[0; 4]);
        }
        out.put_bytes(&self.trailing);
        Ok(out)
    }
}

fn put_level(level: &Level<'_>, out: &mut Vec<u8>) -> Result<(), Error> {
    if level.is_marked {
        out.put_slice(&Level::MARK);
    }
    out.put_u16(level.stored_width);
    out.put_u16(level.height);
    if level.body.len() > LONGEST_BODY {
        let what = format!("a level of {} bytes, the format's most being {LONGEST_BODY}", level.body.len());
        return Err(Error::new(ID, ErrorKind::unrepresentable(what)));
    }
    let size = (level.body.len() as u32).to_le_bytes();
    out.put_bytes(size.first_chunk::<3>().unwrap_or(&[0; 3]));
    out.put_bytes(&level.body);
    Ok(())
}
