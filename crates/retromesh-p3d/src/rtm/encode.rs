//! Document to bytes, in the order of the file.

use super::NAME;
use super::document::{Rtm, Version};
use retromesh_core::{Error, ErrorKind};
use retromesh_wire::Put;

impl Rtm<'_> {
    /// Writes the document back: the bytes that were parsed, as long as nothing was edited.
    pub fn encode(&self) -> Result<Vec<u8>, Error> {
        let mut out = Vec::new();
        out.put_bytes(self.version.magic());
        if self.version == Version::Vector {
            out.put_f32(self.step.x);
            out.put_f32(self.step.y);
        }
        out.put_f32(self.step.z);
        for count in [self.phases.len(), self.bones.len()] {
            let too_many = |_| Error::new(NAME, ErrorKind::unrepresentable(format!("{count} of phases or bones")));
            out.put_i32(i32::try_from(count).map_err(too_many)?);
        }
        self.bones.iter().for_each(|name| out.put_bytes(name.bytes()));
        for phase in &self.phases {
            out.put_f32(phase.time);
            out.put_bytes(phase.bones.bytes());
        }
        out.put_bytes(&self.trailing);
        Ok(out)
    }
}
