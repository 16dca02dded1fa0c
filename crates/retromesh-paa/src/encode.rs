//! Document to bytes, in the order of the parser.

use crate::ID;
use crate::document::{Document, Level, Texels};
use crate::parse::TAG;
use retromesh_core::{Error, ErrorKind};
use retromesh_kit::ByteLayout;
use retromesh_kit::layout::Visit;
use retromesh_wire::{Put, Rows, Trace};

/// The maximum number of bytes of a level's body: its size has 24 bits.
pub(crate) const LONGEST_BODY: usize = 0xff_ffff;

impl Document<'_> {
    pub(crate) fn write(&self) -> Result<Vec<u8>, Error> {
        let mut out = Vec::new();
        self.put(&mut out)?;
        Ok(out)
    }

    fn put(&self, out: &mut impl Put) -> Result<(), Error> {
        match self.type_word.map(Texels::word) {
            Some(Some(word)) => out.field("type_word").put_u16(word),
            Some(None) => return Err(Error::new(ID, ErrorKind::unrepresentable("P8 with a type word"))),
            None => {}
        }
        out.each("tags", "tag", &self.tags, |tag, out| {
            let [a, b, c, d] = tag.name;
            out.field("magic").put_text(TAG);
            out.field("name").put_text(&[d, c, b, a]);
            out.field("size").put_count_u32("tag size", tag.data.len())?;
            out.field("data").put_bytes(&tag.data);
            Ok(())
        })?;
        let palette = <Rows<'_, [u8; 3]>>::from_bytes(&*self.palette).ok_or_else(|| {
            let what = format!("a palette of {} bytes, three being a colour", self.palette.len());
            Error::new(ID, ErrorKind::unrepresentable(what))
        })?;
        out.field("palette_size").put_count_u16("palette size", palette.len())?;
        out.field("palette").put_rows(&palette);
        out.each("levels", "level", &self.levels, put_level)?;
        if self.has_end {
            out.field("end").put_bytes(&[0; 4]);
        }
        out.field("trailing").put_bytes(&self.trailing);
        Ok(())
    }
}

impl ByteLayout for Document<'_> {
    fn layout(&self, bytes: &[u8], visit: &mut dyn Visit) -> Result<(), Error> {
        Trace::walk(ID, bytes, visit, |out| self.put(out))
    }
}

fn put_level(level: &Level<'_>, out: &mut impl Put) -> Result<(), Error> {
    if level.is_marked {
        out.field("mark").put_row(&Level::MARK);
    }
    out.field("stored_width").put_u16(level.stored_width);
    out.field("height").put_u16(level.height);
    if level.body.len() > LONGEST_BODY {
        let what = format!("a level of {} bytes; the maximum is {LONGEST_BODY}", level.body.len());
        return Err(Error::new(ID, ErrorKind::unrepresentable(what)));
    }
    out.field("size").put_u24(level.body.len() as u32);
    out.field("body").put_bytes(&level.body);
    Ok(())
}
