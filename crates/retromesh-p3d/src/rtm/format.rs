//! The face of the format to programs that handle formats alike.

use super::document::Rtm;
use super::settings::Settings;
use super::{NAME, STEP, VERSION};
use crate::import::MLOD_SPACE;
use retromesh_core::{Diagnostics, Error, Space, Valid};
use retromesh_kit::settings::FormatSettings;
use retromesh_kit::{Confidence, ExportOptions, Format, FormatInfo, Output};

/// Motion of Operation Flashpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RtmFormat;

/// Motion of Operation Flashpoint, for tables of formats.
pub static FORMAT: RtmFormat = RtmFormat;

static INFO: FormatInfo =
    FormatInfo::new(NAME, "Operation Flashpoint RTM", &["rtm"]).extras(&[VERSION, STEP]).settings(Settings::DECLARED);

impl Format for RtmFormat {
    retromesh_kit::format_methods!(info INFO, read Rtm);

    fn probe(&self, bytes: &[u8]) -> Confidence {
        // Those of Arma are known, and refused.
        let is_known = [&b"RTM_01"[..], b"BMTR"].iter().any(|magic| bytes.starts_with(magic));
        if is_known { Confidence::Certain } else { Confidence::No }
    }

    fn space(&self, _options: &ExportOptions) -> Option<Space> {
        Some(MLOD_SPACE)
    }

    fn write(
        &self,
        scene: &Valid<'_>,
        options: &ExportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Output, Error> {
        Ok(Rtm::from_scene_with(scene, options, diagnostics)?.encode()?.into())
    }
}

retromesh_kit::doors! {
    Rtm of NAME;
    /// Parses a file; phases borrow from `bytes`. Bytes after them are reported.
    parse_with;
    /// Builds a scene of the bones alone, each at the origin of the model.
    to_scene_with;
}
retromesh_kit::model!(Rtm, version);

fn version(rtm: &Rtm<'_>) -> String {
    format!("{}, {} bones, {} phases", rtm.version.magic().escape_ascii(), rtm.bones.len(), rtm.phases.len())
}
