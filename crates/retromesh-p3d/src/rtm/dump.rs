//! The printer of documents.

use super::document::Rtm;
use retromesh_kit::dump::Printer;
use std::fmt::{self, Write};

impl Rtm<'_> {
    /// Prints the document, one construct a line.
    pub fn dump(&self, out: &mut dyn Write) -> fmt::Result {
        let p = &mut Printer::new(out);
        let magic = self.version.magic().escape_ascii();
        writeln!(
            p,
            "{magic} step {:?}, {} bones, {} phases",
            self.step.to_array(),
            self.bones.len(),
            self.phases.len()
        );
        self.bones.iter().enumerate().for_each(|(index, name)| {
            writeln!(p, "bone[{index}] {name:?}");
        });
        for (index, phase) in self.phases.iter().enumerate() {
            p.block(format_args!("phase[{index}] time {}", phase.time), |p| {
                for bone in &phase.bones {
                    let columns = [bone.aside, bone.up, bone.direction, bone.position].map(|v| v.to_array());
                    writeln!(p, "{:?} {columns:?}", bone.name.escape_ascii().to_string().trim_end_matches("\\x00"));
                }
            });
        }
        p.bytes("trailing", &self.trailing);
        p.finish()
    }
}
