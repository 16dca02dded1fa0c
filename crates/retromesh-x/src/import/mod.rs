//! Document to scene.

mod animations;
mod corners;
mod declarations;
mod keys;
mod materials;
mod meshes;
mod nodes;
mod skins;
mod unread;

use crate::document::Document;
use crate::outline::Outline;
use crate::settings::{Settings, Skins};
use materials::Materials;
use nodes::Nodes;
use retromesh_core::{Code, Diagnostics, Result, Scene, Space};
use retromesh_kit::ImportOptions;
use retromesh_kit::settings::FormatSettings;
use retromesh_wire::RawStr;

pub(crate) use materials::{is_tinted, plain_path, power_of};
pub(crate) use nodes::IN_FRAME;

/// The space of DirectX: left-handed, y up, clockwise; texture coordinates as in glTF, no unit.
pub(crate) const SPACE: Space = Space::LEFT_HANDED;

/// What an import found, at the numbers of objects.
type Report = retromesh_kit::import::Report<u32>;

impl Document<'_> {
    pub(crate) fn import(&self, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Scene> {
        let outline = Outline::read(self);
        let source = Source { document: self, outline: &outline, skins: Settings::of(&options.settings)?.skins };
        let mut report = Report::default();
        let mut scene = Scene { space: SPACE, ..Scene::default() };
        let nodes = Nodes::read(source, &mut scene, &mut report);
        let mut materials = Materials::read(source, options.is_for_luanti(), &mut scene, &mut report);
        for place in &nodes.meshes {
            meshes::build(source, place, &nodes, options, &mut materials, &mut scene, &mut report);
        }
        if !options.is_for_luanti() {
            skins::report_moved(&nodes.meshes, &scene, &mut report);
        }
        animations::build(source, &nodes, options, &mut scene, &mut report);
        unread::report(source, &mut report);
        if scene.nodes.is_empty() && scene.animations.is_empty() {
            report.add(Code::EmptyModel, "", 1, crate::outline::NONE);
        }
        report.flush(diagnostics, |finding, object| finding.within(outline.path(self, object)))?;
        options.limits.allow_depth(&scene)?;
        Ok(scene)
    }
}

/// A document with its tree, and how it is read.
#[derive(Clone, Copy)]
struct Source<'d> {
    document: &'d Document<'d>,
    outline: &'d Outline,
    skins: Skins,
}

impl<'d> Source<'d> {
    fn values(self, object: u32) -> crate::values::Values<'d> {
        self.outline.values(self.document, object)
    }

    /// Returns the name of an object, decoded.
    fn name(self, object: u32, report: &mut Report) -> String {
        decode(self.outline.name(self.document, object).bytes(), object, report)
    }
}

/// Decodes a name or path; bytes that are no UTF-8 are noted.
fn decode(bytes: &[u8], object: u32, report: &mut Report) -> String {
    RawStr::new(bytes).reported("", object, report)
}
