//! glTF for Luanti: written from every scene, judged by the validator, and posed next to the scenes of b3d files.

use crate::{POSE_TOLERANCE, POSES_PER_CLIP, Sweep, sound};
use retromesh::{Code, Diagnostics, ExportOptions, ImportOptions, NoFiles, Valid};
use retromesh_acceptance::Outcome;
use retromesh_testkit::glb_pose::compare;
use std::fmt;
use std::fs;
use std::ops::AddAssign;
use std::path::Path;

/// The targets that are written.
const TARGETS: [&str; 2] = ["luanti", "luanti-frames"];

/// What was seen over the whole sweep.
#[derive(Default)]
pub(super) struct Totals {
    written: usize,
    posed: usize,
    poses: usize,
    worst: f32,
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { written, posed, poses, worst } = self;
        write!(f, "luanti: {written} GLB files, {posed} of them compared in {poses} poses, worst {worst:e} of the size")
    }
}

impl AddAssign for Totals {
    fn add_assign(&mut self, other: Self) {
        self.written += other.written;
        self.posed += other.posed;
        self.poses += other.poses;
        self.worst = self.worst.max(other.worst);
    }
}

impl Sweep {
    /// Writes a scene for both targets, reads it back, and compares poses where the frames of a b3d file stay.
    pub(super) fn for_luanti(&mut self, scene: &Valid<'_>, id: &str, name: &str, glbs: &Path) -> Outcome {
        let gltf = retromesh::format_by_extension("glb").ok_or("no glTF")?;
        for target in TARGETS {
            let mut export = ExportOptions::default();
            export.target = Some(target.to_owned());
            let mut diagnostics = Diagnostics::new();
            let bytes = gltf.write(scene, &export, &mut diagnostics).map_err(|e| format!("{target}: {e}"))?.bytes;
            let count = |code: Code| diagnostics.count(code);
            // Another number of influences is another pose; levels of detail are left out.
            let same = count(Code::ReducedInfluences) == 0 && count(Code::RenumberedFrames) == 0;
            if id == "b3d" && same {
                let compared = compare(scene, &bytes, POSES_PER_CLIP).map_err(|e| format!("{target}: {e}"))?;
                self.luanti.posed += 1;
                self.luanti.poses += compared.poses;
                self.luanti.worst = self.luanti.worst.max(compared.worst);
                if compared.worst > POSE_TOLERANCE {
                    return Err(format!("{target}: poses differ by {:e} of the model's size", compared.worst));
                }
            }
            let options = ImportOptions::default();
            let model = gltf.read(&bytes, &NoFiles, &options, &mut Diagnostics::new()).map_err(|e| e.to_string())?;
            sound(model.to_scene_with(&options, &mut Diagnostics::new()).map_err(|e| e.to_string())?)?;
            let path = glbs.join(format!("{}.{target}.glb", name.replace('/', "__")));
            fs::write(&path, &bytes).map_err(|e| e.to_string())?;
            self.glbs.push((path, format!("{name} for {target}")));
            self.luanti.written += 1;
        }
        Ok(())
    }
}
