//! The matrix: the fates of all features of many files in every format.

use super::{Fate, survival};
use retromesh_core::{Diagnostics, Scene, Valid};
use retromesh_diff::{Difference, Side, Tolerance, diff};
use retromesh_kit::procedural::colors_to_materials;
use retromesh_kit::{Feature, Format};
use std::collections::BTreeMap;
use std::fmt;

/// A loss that should not be.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mistake {
    /// The file.
    pub file: String,
    /// The id of the format that it was written in.
    pub format: &'static str,
    /// What was lost; `None` where nothing came back.
    pub feature: Option<Feature>,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let feature = self.feature.map_or("nothing came back", Feature::name);
        write!(f, "{} in {}: {feature}: {}", self.file, self.format, self.what)
    }
}

/// How often each feature had which fate, by format; and what went wrong.
#[derive(Debug, Clone, Default)]
pub struct Matrix {
    cells: BTreeMap<(Feature, &'static str), [usize; 3]>,
    /// Losses that should not be: silent ones, those of what a format holds in full, and those on the way back.
    pub mistakes: Vec<Mistake>,
    /// Conversions, back ones included.
    pub conversions: usize,
}

impl Matrix {
    /// Converts a scene to every one of the formats that can be written, and back to the format that it is from.
    pub fn add(
        &mut self,
        file: &str,
        scene: &Valid<'_>,
        from: &dyn Format,
        formats: &[&dyn Format],
        tolerance: &Tolerance,
    ) {
        for format in formats.iter().filter(|format| format.info().writes) {
            self.convert(file, scene, from, *format, tolerance);
        }
    }

    fn convert(&mut self, file: &str, scene: &Valid<'_>, from: &dyn Format, to: &dyn Format, tolerance: &Tolerance) {
        let format = to.info().id;
        let mut mistake = |feature, what: String| {
            self.mistakes.push(Mistake { file: file.to_owned(), format, feature, what });
        };
        self.conversions += 1;
        // The colour of a texture without a file moves to the material, which is shown alike.
        let moved = (!to.info().makes_images())
            .then(|| colors_to_materials(scene.borrowed(), &mut Diagnostics::new()).expect("a valid scene stays one"));
        let scene = moved.as_ref().unwrap_or(scene);
        let there = match survival(scene, to, tolerance) {
            Ok(there) => there,
            Err(error) => return mistake(None, error.to_string()),
        };
        for (&feature, survivor) in &there.fates {
            self.cells.entry((feature, format)).or_default()[survivor.fate as usize] += 1;
            let first = survivor.first.as_ref().map(ToString::to_string).unwrap_or_default();
            if survivor.fate == Fate::Kept {
                continue;
            }
            let held = to.info().holds.iter().find(|(held, _)| *held == feature).map(|(_, codes)| *codes);
            if survivor.codes.is_empty() {
                mistake(Some(feature), format!("not reported: {first}"));
            } else if held.is_some_and(|codes| survivor.codes.iter().all(|code| !codes.contains(code))) {
                mistake(Some(feature), format!("not kept: {first}"));
            }
        }
        if !from.info().writes || from.info().id == format {
            return;
        }
        self.conversions += 1;
        let back = match survival(&there.scene, from, tolerance) {
            Ok(back) => back,
            Err(error) => return mistake(None, format!("on the way back: {error}")),
        };
        // What both ways keep must be as at first; a clip whose name got lost on the way finds no partner.
        let is_nameless = |lost: &Difference| lost.feature == Feature::Motion && lost.side == Side::First;
        let mut tolerance = *tolerance;
        tolerance.value *= 4.0;
        // Clips that lost their names on the way are distinguished by their order.
        let named = there.fates.get(&Feature::Clips).is_none_or(|survivor| survivor.fate == Fate::Kept);
        let whole = if named {
            diff(scene, &back.scene, &tolerance)
        } else {
            diff(&with_nameless_clips(scene), &with_nameless_clips(&back.scene), &tolerance)
        };
        for feature in [Feature::Positions, Feature::Motion] {
            let kept = |survival: &super::Survival| {
                survival.fates.get(&feature).is_some_and(|survivor| survivor.fate == Fate::Kept)
            };
            if kept(&there)
                && kept(&back)
                && let Some(lost) = whole.losses().find(|lost| lost.feature == feature && !is_nameless(lost))
            {
                mistake(Some(feature), format!("there and back: {lost}"));
            }
        }
    }

    /// Returns how many files kept a feature in a format, have it approximated, and lost it; `None` where no file has it.
    pub fn counts(&self, feature: Feature, format: &str) -> Option<[usize; 3]> {
        self.cells.iter().find(|((f, id), _)| *f == feature && *id == format).map(|(_, counts)| *counts)
    }
}

/// Returns a scene whose animations and clips have no names.
fn with_nameless_clips(scene: &Valid<'_>) -> Valid<'static> {
    let mut scene = Scene::clone(scene);
    for animation in &mut scene.animations {
        animation.name.clear();
        animation.clips.iter_mut().for_each(|clip| clip.name.clear());
    }
    scene.into_valid().unwrap_or_else(|violations| panic!("names are no invariant: {violations}"))
}
