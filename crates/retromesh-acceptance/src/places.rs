//! Where vertices are at moments of a timeline, here and elsewhere.

use glam::Vec3;
use retromesh::formats;
use retromesh_testkit::paths_below;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// The moments that are compared.
pub const MOMENTS: usize = 5;

/// How far a vertex may be off, as a share of the model's size.
const TOLERANCE: f32 = 4e-3;

/// The vertices at each moment.
pub type Moments = Vec<Vec<Vec3>>;

/// The folder of files that ask for far more than they hold.
pub const HOSTILE: &str = "hostile";

/// Lists the models below a folder that other programs can be asked to show, which hostile ones are not: `growth` measures the like.
pub fn shown_models(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut all = models(folder)?;
    all.retain(|path| path.components().all(|part| part.as_os_str() != HOSTILE));
    Ok(all)
}

/// Lists the models below a folder.
pub fn models(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = paths_below(folder)?;
    found.retain(|path| {
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        let is_slow = path.strip_prefix(folder).is_ok_and(|below| below.iter().any(|part| part == "growth"));
        !is_slow && formats().iter().any(|format| format.info().extensions.contains(&extension.as_str()))
    });
    Ok(found)
}

/// Says in which moment a vertex of one is where none of the other is. Vertices that no triangle uses may be missing in Irrlicht.
pub fn difference(ours: &Moments, theirs: &Moments) -> Option<String> {
    for (number, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
        let size = ours.iter().fold(0.0f32, |size, place| size.max(place.abs().max_element())).max(1e-6);
        let cell = TOLERANCE * size;
        let key = |place: &Vec3| place.to_array().map(|x| (x / cell).round() as i32);
        let known: HashSet<[i32; 3]> = ours.iter().map(key).collect();
        let near = |place: &&Vec3| {
            let [x, y, z] = key(place);
            let around = |d: i32| [d % 3 - 1, d / 3 % 3 - 1, d / 9 - 1];
            (0..27).map(around).any(|[a, b, c]| known.contains(&[x + a, y + b, z + c]))
        };
        let lost = theirs.iter().filter(|place| !near(place)).count();
        if lost > 0 || theirs.is_empty() {
            return Some(format!("{lost} of {} vertices elsewhere at moment {number}", theirs.len()));
        }
    }
    (ours.len() != theirs.len()).then(|| "moments are missing".to_owned())
}
