//! Bytes to document, whichever of the two it is.

use crate::document::Document;
use crate::packed::Packed;
use crate::{ID, mlod, odol7};
use retromesh_core::{Code, Diagnostics, Error, ErrorKind, Finding};
use retromesh_kit::ImportOptions;
use retromesh_wire::error::show_bytes;
use retromesh_wire::{PResult, Row, bad, fail, offset_in, run};

impl<'a> Document<'a> {
    pub(crate) fn read(bytes: &'a [u8], options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Self, Error> {
        let document = run(ID, bytes, |i| file(i, options))?;
        report(&document, bytes, diagnostics)?;
        Ok(document)
    }
}

fn file<'a>(i: &'a [u8], options: &ImportOptions) -> PResult<'a, Document<'a>> {
    match i.first_chunk() {
        Some(b"ODOL") => odol7::parse(i, &options.limits).map(|(i, odol)| (i, odol.into())),
        Some(b"MLOD") => mlod::parse(i, &options.limits).map(|(i, mlod)| (i, mlod.into())),
        Some(b"NLOD") => {
            fail(i, ErrorKind::unsupported("NLOD (before the demo)", "save the model as MLOD with O2 Light"))
        }
        Some(magic @ (b"SP3D" | b"SP3X")) => fail(
            i,
            ErrorKind::unsupported(
                format!("a level {} without container", show_bytes(magic)),
                "save the model as MLOD with O2 Light",
            ),
        ),
        _ => bad(i, "magic", "\"ODOL\" or \"MLOD\"", show_bytes(i.get(..i.len().min(4)).unwrap_or_default())),
    }
}

/// Reports what the parser accepted although the format does not allow it.
fn report(document: &Document<'_>, whole: &[u8], diagnostics: &mut Diagnostics) -> Result<(), Error> {
    let levels = match document {
        Document::Odol(odol) => odol.lods.len(),
        Document::Mlod(mlod) => mlod.lods.len(),
    };
    let finding = Finding::new(Code::EmptyModel).times(usize::from(levels == 0));
    diagnostics.report(finding.detail("the file has no level of detail"))?;
    let trailing = match document {
        Document::Odol(odol) => {
            for (index, lod) in odol.lods.iter().enumerate() {
                let mut checks = Checksums { whole, path: format!("LOD[{index}]"), diagnostics };
                checks.check(&lod.clip)?;
                checks.check(&lod.uvs)?;
                checks.check(&lod.point_to_vertex)?;
                checks.check(&lod.vertex_to_point)?;
                for selection in &lod.selections {
                    checks.check(&selection.faces)?;
                    checks.check(&selection.face_weights)?;
                    checks.check(&selection.face_offsets)?;
                    checks.check(&selection.sections)?;
                    checks.check(&selection.vertices)?;
                    checks.check(&selection.vertex_weights)?;
                }
            }
            Checksums { whole, path: "ModelInfo".into(), diagnostics }.check(&odol.info.masses)?;
            &odol.trailing
        }
        Document::Mlod(mlod) => {
            for (index, lod) in mlod.lods.iter().enumerate().filter(|(_, lod)| !lod.header_slack.is_empty()) {
                let finding = Finding::new(Code::SlackBytes).times(lod.header_slack.len());
                diagnostics.report(
                    finding
                        .at(offset_in(whole, &lod.header_slack))
                        .within(format!("LOD[{index}]"))
                        .detail("a longer header"),
                )?;
            }
            &mlod.trailing
        }
    };
    let finding = Finding::new(Code::TrailingBytes).times(trailing.len()).at(offset_in(whole, trailing));
    diagnostics.report(finding)
}

struct Checksums<'a, 'd> {
    whole: &'a [u8],
    path: String,
    diagnostics: &'d mut Diagnostics,
}

impl Checksums<'_, '_> {
    fn check<T: Row>(&mut self, array: &Packed<'_, T>) -> Result<(), Error> {
        if !array.has_bad_checksum() {
            return Ok(());
        }
        let offset = offset_in(self.whole, array.packed_bytes().unwrap_or_default());
        self.diagnostics.report(Finding::new(Code::ChecksumMismatch).at(offset).within(self.path.clone()))
    }
}
