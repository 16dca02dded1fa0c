//! The face of the format to programs that handle formats alike.

use super::document::Rtm;
use super::settings::Settings;
use super::{NAME, STEP, VERSION};
use crate::import::MLOD_SPACE;
use retromesh_core::{Diagnostics, Error, Scene, Space, Valid};
use retromesh_kit::format::Output;
use retromesh_kit::settings::FormatSettings;
use retromesh_kit::{Confidence, ExportOptions, Files, Format, FormatInfo, ImportOptions, Model};
use std::fmt;

/// Motion of Operation Flashpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RtmFormat;

/// Motion of Operation Flashpoint, for tables of formats.
pub static FORMAT: RtmFormat = RtmFormat;

static INFO: FormatInfo = FormatInfo {
    id: NAME,
    name: "Operation Flashpoint RTM",
    extensions: &["rtm"],
    writes: true,
    byte_exact: true,
    targets: &[],
    holds: &[],
    bones_per_vertex: 0,
    images: &[],
    extras: &[VERSION, STEP],
    unused: &[],
    coverage: &[],
    rules: &[],
    settings: Settings::DECLARED,
};

impl Format for RtmFormat {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn probe(&self, bytes: &[u8]) -> Confidence {
        if bytes.starts_with(b"RTM_01") { Confidence::Certain } else { Confidence::No }
    }

    fn read<'a>(
        &self,
        bytes: &'a [u8],
        _files: &dyn Files,
        options: &ImportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Box<dyn Model + 'a>, Error> {
        Ok(Box::new(Rtm::parse_with(bytes, options, diagnostics)?))
    }

    fn uses_images(&self, _options: &ExportOptions) -> bool {
        false
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

impl Model for Rtm<'_> {
    fn version(&self) -> String {
        format!("{}, {} bones, {} phases", self.version.magic().escape_ascii(), self.bones.len(), self.phases.len())
    }

    fn encode(&self) -> Result<Vec<u8>, Error> {
        self.encode()
    }

    fn to_scene_with(&self, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Scene, Error> {
        self.to_scene_with(options, diagnostics)
    }

    fn dump(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        self.dump(out)
    }
}
