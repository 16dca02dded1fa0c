//! Animated textures of Operation Flashpoint: `fire.01.paa` is the first of several pictures.

use super::game::is_texture;
use crate::folder::Folder;

/// The number of pictures that an animated texture has at most.
const PICTURES: u32 = 100;

/// Returns the names of the pictures after the first of an animated texture, `fire.01.paa`.
pub(super) fn pictures(name: &str) -> impl Iterator<Item = String> {
    let parts = name.rsplit_once('.').and_then(|(stem, extension)| Some((stem.rsplit_once('.')?, extension)));
    let first = parts.and_then(|((stem, number), extension)| Some((stem, number.parse::<u32>().ok()?, extension)));
    let next = |(stem, first, extension): (&str, u32, &str)| -> Vec<String> {
        (first.saturating_add(1)..PICTURES).map(|number| format!("{stem}.{number:02}.{extension}")).collect()
    };
    first.map(next).unwrap_or_default().into_iter()
}

impl Folder {
    /// Returns the path of the next picture of an animated texture of the game that is missing, where the first one was found in a file: the
    /// game shows none after it. It takes no name without a folder for that of several pictures.
    pub fn missing_picture(&self, name: &str, found: &str) -> Option<String> {
        if !name.contains(['/', '\\']) || !is_texture(found) {
            return None;
        }
        let is_there = |picture: &(String, String)| self.read(&picture.1).is_some();
        let mut rest = pictures(name).zip(pictures(found)).enumerate();
        let (number, (missing, _)) = rest.find(|(_, picture)| !is_there(picture))?;
        let is_last = number > 0 && !rest.any(|(_, picture)| is_there(&picture));
        (!is_last).then_some(missing)
    }
}

/// Says which picture of an animated texture is missing.
pub(super) fn gap(name: &str, found: &str, folder: &Folder) -> Option<String> {
    let missing = folder.missing_picture(name, found)?;
    Some(format!("{missing}, the next picture of {name}: the game shows none from there on"))
}
