//! Groups and smoothing groups as selections of faces.

use super::Report;
use super::meshes::Geometry;
use crate::lines::words;
use retromesh_core::extras::SMOOTHING;
use retromesh_core::mesh::Selection;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Faces that a run added to a part.
pub(super) struct Piece {
    pub(super) run: usize,
    pub(super) part: usize,
    pub(super) first: u32,
    pub(super) count: u32,
}

/// The selections of one mesh at work.
pub(super) struct Selections<'g, 'n> {
    geometry: &'g Geometry,
    report: &'n mut Report,
    list: Vec<Selection>,
    groups: HashMap<&'g [u8], usize>,
    smoothing: HashMap<u32, usize>,
}

impl<'g, 'n> Selections<'g, 'n> {
    pub(super) fn new(geometry: &'g Geometry, report: &'n mut Report) -> Self {
        Self { geometry, report, list: Vec::new(), groups: HashMap::new(), smoothing: HashMap::new() }
    }

    /// Adds the faces of a piece, numbered from the first face of its part.
    pub(super) fn add(&mut self, piece: &Piece, part_first: u32) {
        let Some(run) = self.geometry.runs.get(piece.run) else { return };
        let faces = part_first + piece.first..part_first + piece.first + piece.count;
        let names = self.geometry.groups.get(run.groups as usize).map_or(&[][..], Vec::as_slice);
        for name in words(names) {
            let index = match self.groups.entry(name) {
                Entry::Occupied(entry) => *entry.get(),
                Entry::Vacant(entry) => {
                    let name = super::text(name, 0, self.report);
                    self.list.push(Selection { name, ..Selection::default() });
                    *entry.insert(self.list.len() - 1)
                }
            };
            self.extend(index, faces.clone());
        }
        if run.smoothing != 0 {
            let index = *self.smoothing.entry(run.smoothing).or_insert(self.list.len());
            if index == self.list.len() {
                let name = format!("smoothing {}", run.smoothing);
                let extras = [(SMOOTHING.to_owned(), run.smoothing.into())].into();
                self.list.push(Selection { name, extras, ..Selection::default() });
            }
            self.extend(index, faces);
        }
    }

    fn extend(&mut self, index: usize, faces: std::ops::Range<u32>) {
        let Some(selection) = self.list.get_mut(index) else { return };
        // A name that is repeated in one line adds nothing.
        if selection.faces.last().is_none_or(|&last| last + 1 != faces.end) {
            selection.faces.extend(faces);
        }
    }

    pub(super) fn finish(mut self) -> Vec<Selection> {
        self.list.iter_mut().for_each(|selection| selection.faces.sort_unstable());
        self.list
    }
}
