//! Textures of the game for another folder, where a model finds them by the same paths.

use super::animated::{gap, pictures};
use super::for_target::converted;
use super::{ImageFolders, game, has_same_extension};
use crate::folder::Folder;
use retromesh_core::material::{ImageData, last_component};
use retromesh_core::{Code, Diagnostics, Finding, Result};
use retromesh_kit::{Budget, ExportOptions};
use std::collections::{BTreeMap, BTreeSet};

/// Reads the textures that are found, by the paths that they shall have from the new model on. What is not found as it is named, and what
/// another model of the run needs a place for, is reported.
pub(crate) fn copies(
    names: &BTreeSet<String>,
    folder: &Folder,
    (export, budget): (&ExportOptions, &Budget),
    diagnostics: &mut Diagnostics,
) -> Result<Vec<(String, Vec<u8>)>> {
    let image_folders = ImageFolders::of(folder);
    let mut copies: BTreeMap<String, (String, Vec<u8>)> = BTreeMap::new();
    let mut missing = BTreeSet::new();
    let original = folder.original().map(|folder| (folder, ImageFolders::of(folder)));
    // Reading the model reported some already, by their file names. Not all that it looked for in vain: a GLB has pictures of its own.
    let found_missing = diagnostics.entries().iter().filter(|entry| entry.code == Code::MissingImage);
    let known: BTreeSet<String> = found_missing.map(|entry| last_component(&entry.detail).to_lowercase()).collect();
    for name in names {
        let Some(place) = game::below(name) else { continue };
        let found = image_folders.find(name);
        folder.note_image(name, found.as_deref());
        let read = |folder: &Folder, found: Option<String>| {
            let found = found.filter(|found| has_same_extension(name, found))?;
            Some((folder.read(&found)?, found))
        };
        // An edited model may lie elsewhere than the textures of what it was.
        let of_original = || original.as_ref().and_then(|(folder, all)| Some((*folder, read(folder, all.find(name))?)));
        let Some((folder, (bytes, found))) = read(folder, found).map(|read| (folder, read)).or_else(of_original) else {
            if !known.contains(&last_component(name).to_lowercase()) {
                missing.insert(format!("{name} was not found, and is not copied"));
            }
            continue;
        };
        if export.taken_files.contains(&place.to_lowercase()) {
            missing.insert(format!("{name} is not copied: another model of the run has another file of this name"));
            continue;
        }
        for (next, place) in pictures(&found).zip(pictures(&place)) {
            let Some(bytes) = folder.read(&next) else { break };
            copies.entry(place.to_lowercase()).or_insert((place, bytes));
        }
        missing.extend(gap(name, &found, folder));
        let bytes = texture_of(name, bytes, budget, diagnostics)?;
        copies.entry(place.to_lowercase()).or_insert((place, bytes));
    }
    for detail in missing {
        diagnostics.report(Finding::new(Code::MissingImage).detail(detail))?;
    }
    Ok(copies.into_values().collect())
}

/// Makes a texture of a picture that has only the name of one, which the game does not load.
fn texture_of(name: &str, bytes: Vec<u8>, budget: &Budget, diagnostics: &mut Diagnostics) -> Result<Vec<u8>> {
    if !game::is_no_texture(name, &bytes) {
        return Ok(bytes);
    }
    let image = ImageData { mime: String::new(), bytes };
    let (detail, bytes) = match converted(name, &image, "paa", budget, diagnostics)? {
        Ok(made) => (format!("{name} was a picture by the name of a texture, and is written as a texture"), made.bytes),
        Err(reason) => (format!("{name} is copied, and is no texture: {reason}"), image.bytes),
    };
    diagnostics.report(Finding::new(Code::UnsupportedImage).detail(detail))?;
    Ok(bytes)
}
