//! Every prefix and every damaged byte of small files.

use crate::HEAP;
use retromesh_kit::NoFiles;
use retromesh_p3d::{FORMAT, rtm};
use retromesh_testkit::sweep::{Budget, Figures, Sweep};
use retromesh_testkit::{alone, fixtures};

/// Larger fixtures differ from these in the number of rows only.
const SMALL: usize = 1400;

#[test]
fn damage_is_refused_or_repaired() {
    let _alone = alone();
    let sweep = Sweep { format: &FORMAT, files: &NoFiles, budget: Budget::default(), heap: &HEAP };
    let mut figures = Figures::default();
    let mut files = 0;
    for file in fixtures("p3d", "p3d", 70).iter().filter(|file| file.bytes.len() <= SMALL) {
        figures.add(&sweep.prefixes(&file.name, &file.bytes));
        figures.add(&sweep.bytes(&file.name, &file.bytes));
        figures.add(&sweep.words(&file.name, &file.bytes));
        files += 1;
    }
    assert!(files >= 50 && figures.scenes > 10_000 && figures.refused > 10_000, "{files} files, {figures}");
}

#[test]
fn damage_to_motion_is_refused_or_repaired() {
    let _alone = alone();
    let sweep = Sweep { format: &rtm::FORMAT, files: &NoFiles, budget: Budget::default(), heap: &HEAP };
    let mut figures = Figures::default();
    let files = fixtures("rtm", "rtm", 12);
    for (i, file) in files.iter().enumerate() {
        let other = files.get(i + 1).map_or(&[][..], |other| &other.bytes);
        figures.add(&sweep.all(&file.name, &file.bytes, other, 4_000));
    }
    assert!(figures.scenes > 1_000 && figures.refused > 1_000, "{figures}");
}
