//! Document to scene.

mod animations;
mod channels;
mod materials;
mod meshes;
pub(crate) mod names;
mod nodes;
mod skins;

pub(crate) use channels::hold;

use crate::document::Document;
use crate::settings::as_luanti;
use crate::walk::path_of;
use materials::Materials;
use nodes::Outline;
use retromesh_core::properties::METRES_PER_UNIT;
use retromesh_core::{Diagnostics, Error, Scene, Space};
use retromesh_kit::ImportOptions;

/// The space of Blitz3D: left-handed, y up, clockwise; texture coordinates as in glTF, no unit.
pub(crate) const SPACE: Space = Space::LEFT_HANDED;

/// Returns the space to write a scene in: the format has no unit. A map has the numbers of its game, which a room has through glTF as well.
pub(crate) fn space_of(scene: &Scene) -> Space {
    let is_of_game = scene.is_map() && !scene.is_map_without_unit();
    if is_of_game { Space { metres_per_unit: METRES_PER_UNIT, ..SPACE } } else { SPACE }
}

/// What an import found, at the numbers of chunks.
type Report = retromesh_kit::import::Report<usize>;

impl Document<'_> {
    pub(crate) fn import(&self, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Scene, Error> {
        let as_luanti = as_luanti(options)?;
        let mut report = Report::default();
        let mut scene = Scene { space: SPACE, ..Scene::default() };
        let outline = Outline::read(self, &mut scene, &mut report);
        let mut materials = Materials::read(self, &outline, &mut scene, &mut report);
        let binds = skins::Binds::read(&outline, &scene, options.is_for_luanti());
        scene.meshes.reserve_exact(outline.meshes.len());
        for (index, source) in outline.meshes.iter().enumerate() {
            meshes::build(self, source, options, &mut materials, &mut scene, &mut report);
            skins::build(self, &outline, (index, &binds), &mut scene, &mut report);
        }
        animations::build(self, &outline, (options, as_luanti), &mut scene, &mut report);
        report.flush(diagnostics, |finding, chunk| finding.within(path_of(&self.chunks, chunk)))?;
        Ok(scene)
    }
}
