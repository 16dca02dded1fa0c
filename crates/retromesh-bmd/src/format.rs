//! The format as programs see it.

use crate::detect;
use crate::document::Document;
use crate::lint::{self, ENGINE, RULES, SPEC};
use crate::settings::Settings;
use crate::textures;
use retromesh_core::export::StoredLevels;
use retromesh_core::settings::FormatSettings;
use retromesh_core::{
    Confidence, Coverage, Diagnostics, ExportOptions, Files, Format, FormatInfo, ImportOptions, Lint, Model, Output,
    Renamed, Repair, Result, Scene, Space, Support, Target, TextureName, Valid,
};
use std::fmt;

/// BGBTech BMD.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bmd;

/// The format, for tables of formats.
pub static FORMAT: Bmd = Bmd;

const fn row(part: &'static str, import: Support, export: Support, notes: &'static str) -> Coverage {
    Coverage { part, import, export, notes }
}

static INFO: FormatInfo = FormatInfo {
    id: "bmd",
    name: "BGBTech BMD",
    extensions: &["bmd"],
    writes: true,
    byte_exact: true,
    targets: &[
        Target { name: ENGINE, about: "the BGBTech3 engine, kept clear of the traps of its loader" },
        Target { name: SPEC, about: "the format's text to the letter: quads, scale keys, no padding" },
    ],
    coverage: &[
        row(
            "positions",
            Support::Full,
            Support::Full,
            "rounded to the vertex form; the setting `max-error` chooses it",
        ),
        row("normals", Support::Full, Support::Full, "in textured 64-bit vertices the position stands in"),
        row("texture coordinates", Support::Full, Support::Full, "one set; old and current 128-bit layout are read"),
        row(
            "vertex colours",
            Support::Full,
            Support::Partial,
            "written as the nearest of 256; with a bone only in 128 bits",
        ),
        row("triangles, quads", Support::Full, Support::Full, "quads are written for target `spec`"),
        row("materials", Support::Full, Support::Partial, "a texture path or a flat colour"),
        row("levels of detail", Support::Full, Support::Full, "nodes with their scale; the engine draws the nearest"),
        row("bones", Support::Full, Support::Full, "written with axes parallel to the model's"),
        row("joint weights", Support::Full, Support::Partial, "one bone a vertex; the heaviest joint is kept"),
        row("pseudo-bones", Support::Full, Support::No, "read as weighted joints"),
        row("solids", Support::Full, Support::Full, "hidden nodes under their joint"),
        row("clips", Support::Full, Support::Full, "resampled to whole frames; scale keys for target `spec`"),
        row("keys of bone 0", Support::No, Support::No, "without effect in the engine"),
    ],
    rules: RULES,
    settings: Settings::DECLARED,
};

retromesh_core::doors!(Document);

impl Format for Bmd {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn probe(&self, bytes: &[u8]) -> Confidence {
        detect::probe(bytes)
    }

    fn read<'a>(
        &self,
        bytes: &'a [u8],
        _files: &dyn Files,
        options: &ImportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Box<dyn Model + 'a>> {
        Ok(Box::new(Document::parse_with(bytes, options, diagnostics)?))
    }

    fn stored_levels(&self, _options: &ExportOptions) -> StoredLevels {
        StoredLevels::WithRoles
    }

    fn space(&self, options: &ExportOptions) -> Option<Space> {
        Settings::of(&options.settings).ok().map(|settings| crate::space::space(&settings))
    }

    fn write(&self, scene: &Valid<'_>, options: &ExportOptions, diagnostics: &mut Diagnostics) -> Result<Output> {
        Document::from_scene_with(scene, options, diagnostics)?.encode()
    }
}

impl Model for Document<'_> {
    fn version(&self) -> String {
        "1".to_owned()
    }

    fn encode(&self) -> Result<Vec<u8>> {
        self.encode()
    }

    fn to_scene_with(&self, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Scene> {
        self.to_scene_with(options, diagnostics)
    }

    fn sizes(&self) -> Vec<(&'static str, u64)> {
        self.sizes().into_iter().map(|(part, bytes)| (part, bytes as u64)).collect()
    }

    fn lint(&self, target: &str) -> Vec<Lint> {
        lint::lint(self, target)
    }

    fn texture_names(&self) -> Vec<TextureName> {
        textures::names(self)
    }

    fn rename_textures(&self, rename: &mut dyn FnMut(&str) -> Option<String>) -> Result<Option<Renamed>> {
        textures::rename(self, rename).map(Some)
    }

    fn repair(&self, target: &str, only: &[String]) -> Result<Option<Repair>> {
        crate::repair::repair(self, target, only).map(Some)
    }

    fn dump(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        self.dump(out)
    }
}
