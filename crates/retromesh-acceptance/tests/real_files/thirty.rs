//! BOGLE files in the engine's order of turns and offsets, next to the scenes that they come from.

use crate::{POSES_PER_CLIP, Sweep};
use retromesh::{Code, Diagnostics, ExportOptions, Valid};
use retromesh_acceptance::Outcome;
use retromesh_testkit::thirty::{ThirtyFile, compare};
use std::fmt;
use std::ops::AddAssign;

/// Poses differ by at most this share of the model's size where no key is lost.
const TOLERANCE: f32 = 1e-3;

/// What the engine cannot show, each with a detail that says why.
const LOSSES: [Code; 6] = [
    Code::LostKeys,
    Code::LostShapes,
    Code::ReducedInfluences,
    Code::ApproximatedTransform,
    Code::BakedRestPose,
    Code::TooManyBones,
];

/// What was seen over the whole sweep.
#[derive(Default)]
pub(super) struct Totals {
    exact: usize,
    poses: usize,
    worst: f32,
    lossy: usize,
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { exact, poses, worst, lossy } = self;
        write!(
            f,
            "thirty: {exact} moving models in {poses} poses, worst {worst:e} of the size; {lossy} with explained losses"
        )
    }
}

impl AddAssign for Totals {
    fn add_assign(&mut self, other: Self) {
        self.exact += other.exact;
        self.poses += other.poses;
        self.worst = self.worst.max(other.worst);
        self.lossy += other.lossy;
    }
}

impl Sweep {
    /// Compares a scene with what the engine shows of the file written from it.
    pub(super) fn for_thirty(&mut self, scene: &Valid<'_>, name: &str) -> Outcome {
        let bogle = retromesh::format_by_extension("bgl").ok_or("no BOGLE")?;
        let mut diagnostics = Diagnostics::new();
        let output = bogle.write(scene, &ExportOptions::default(), &mut diagnostics).map_err(|e| e.to_string())?;
        let compared = compare(scene, &output.bytes, POSES_PER_CLIP).map_err(|e| format!("thirty: {e}"))?;
        let bones = ThirtyFile::open(&output.bytes).bones();
        let losses = diagnostics.entries().iter().filter(|entry| LOSSES.contains(&entry.code));
        let why: Vec<String> = losses.map(|e| format!("{} x{} {}", e.code.id(), e.count, e.detail)).collect();
        if compared.worst <= TOLERANCE {
            self.thirty.exact += usize::from(compared.poses > 0);
            self.thirty.poses += compared.poses;
            self.thirty.worst = self.thirty.worst.max(compared.worst);
            return Ok(());
        }
        if why.is_empty() {
            return Err(format!("thirty: poses differ by {:e} of the size, {bones} bones", compared.worst));
        }
        self.thirty.lossy += 1;
        println!("thirty: {name}: off by {:.1e}, {bones} bones: {}", compared.worst, why.join(" | "));
        Ok(())
    }
}
