//! Document to bytes, in the order of `parse`.

use crate::document::{Document, MAGIC};
use retromesh_core::Error;
use retromesh_wire::Put;

impl Document<'_> {
    pub(crate) fn write(&self) -> Result<Vec<u8>, Error> {
        let mut out = Vec::new();
        self.put(&mut out)?;
        Ok(out)
    }

    fn put(&self, out: &mut Vec<u8>) -> Result<(), Error> {
        out.put_bytes(&MAGIC);
        out.put_count_u32("position count", self.positions.len())?;
        out.put_bytes(self.positions.bytes());
        out.put_count_u32("triangle count", self.triangles.len())?;
        out.put_bytes(self.triangles.bytes());
        out.put_bytes(&self.trailing);
        Ok(())
    }
}
