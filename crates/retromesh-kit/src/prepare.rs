//! The passes before a writer begins, in their order: what of a scene is written, in the format's space.

use crate::capability::Feature;
use crate::format::FormatInfo;
use crate::optimize::{drop_idle_keys, merge_parts};
use crate::options::ExportOptions;
use crate::{image_files, levels, optimize, procedural, shapes};
use retromesh_core::{Code, Diagnostics, Result, Space, Triangulator, Valid};

impl FormatInfo {
    /// Returns what of a scene is to be written, before a writer begins: in a space, made smaller and with the levels of detail that the
    /// options ask for, where they ask for some. What is left out and what the format has no place for is reported; an unknown target is
    /// an error.
    pub fn prepare<'s>(
        &self,
        scene: &'s Valid<'_>,
        options: &ExportOptions,
        space: Space,
        diagnostics: &mut Diagnostics,
    ) -> Result<Valid<'s>> {
        self.target_of(options)?;
        let mut scene = scene.borrowed();
        if options.optimize {
            scene = self.optimized(scene, options, diagnostics)?;
        }
        if !self.holds_images {
            // Such formats name the files of their images.
            let paths = scene.images.iter().map(|image| image.path.as_str());
            diagnostics.report(image_files::renamed(&scene, paths, options))?;
            diagnostics.report(image_files::moved(&scene, options))?;
        }
        if !self.makes_images() {
            scene = procedural::colors_to_materials(scene, diagnostics)?;
        }
        scene = levels::keep_asked(scene, &options.lods, self.has_place(Feature::Levels), diagnostics)?;
        self.report_losses(&scene, diagnostics)?;
        if !self.holds.iter().any(|(held, codes)| *held == Feature::Polygons && codes.is_empty()) {
            let mut triangulator = Triangulator::default();
            let fanned = scene.meshes.iter().map(|mesh| triangulator.too_large(mesh)).sum::<usize>();
            diagnostics.note(Code::LostOutlines, fanned, "over 16384 corners")?;
        }
        // With `pose` the shapes of that time are in the pose already.
        if !self.has_place(Feature::MorphTargets) && options.pose.is_none() {
            scene = shapes::bake(scene, diagnostics)?;
        }
        scene.convert_to(space);
        Ok(scene)
    }

    /// Returns whether its engine makes [procedural](crate::procedural) textures, or the file holds pictures of them.
    pub fn makes_images(&self) -> bool {
        self.holds_images || self.images.contains(&"paa")
    }

    /// Returns a scene made smaller for a target: see [`optimize`](crate::optimize()). Keys that change nothing but rounding are left out, and
    /// parts of one material become one, where the target's programs do not count them.
    pub fn optimized<'s>(
        &self,
        scene: Valid<'s>,
        options: &ExportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Valid<'s>> {
        let target = self.target_of(options)?;
        let scene = optimize(scene, diagnostics)?;
        let scene = drop_idle_keys(scene, diagnostics)?;
        if target.counts_parts { Ok(scene) } else { merge_parts(scene, diagnostics) }
    }
}
