//! Selections as those of meshes, objects and points say.

use super::{LevelBuilder, Selected};
use crate::components;
use crate::export::points::Points;
use crate::flags::byte_of;
use crate::mlod::Point;
use crate::text::encode_text;
use glam::Vec3;
use retromesh_core::extras::SMOOTHING;
use retromesh_core::mesh::{Mesh, Selection};
use retromesh_kit::without_number;
use std::collections::BTreeSet;

impl LevelBuilder<'_, '_> {
    /// Adds the selections of a mesh; returns the names of those that have some vertices of a point and not the others.
    pub(super) fn add_selections<'m>(
        &mut self,
        mesh: &'m Mesh,
        points: &Points,
        base: u32,
        runs: &[(u32, u32)],
    ) -> Vec<&'m str> {
        let mut grown = Vec::new();
        // How many vertices of each point are not selected.
        let mut rest = vec![0u32; points.vertex_of.len()];
        points.of_vertex.iter().for_each(|point| rest[*point as usize] += 1);
        // The game moves and hides by points, and groups of OBJ have faces alone.
        let has_faces_alone = |selection: &Selection| selection.vertices.is_empty() && !selection.faces.is_empty();
        let is_asked = named(mesh).any(has_faces_alone);
        let parts = mesh.parts.iter().filter(|_| is_asked);
        let faces: Vec<&[u32]> = parts.flat_map(|part| part.faces.iter()).collect();
        for selection in named(mesh) {
            let own = || selection.vertices.iter().map(|vertex| points.of_vertex[*vertex as usize] as usize);
            own().for_each(|point| rest[point] -= 1);
            grown.extend(own().any(|point| rest[point] > 0).then_some(selection.name.as_str()));
            own().for_each(|point| rest[point] += 1);
            let needs_sections = selection.extras.contains_key("p3d.needs_sections");
            let mut selected = Selected { name: encode_text(&selection.name), needs_sections, ..Selected::default() };
            for (i, &vertex) in selection.vertices.iter().enumerate() {
                let byte = selection.weights.get(i).map_or(1, |&weight| byte_of(weight));
                if byte != 0 {
                    selected.points.push((base + points.of_vertex[vertex as usize], byte));
                }
            }
            for face in &selection.faces {
                let (start, len) = runs[*face as usize];
                selected.faces.extend(start..start + len);
            }
            if has_faces_alone(selection) {
                let corners = selection.faces.iter().flat_map(|face| faces[*face as usize]);
                let own: BTreeSet<u32> = corners.map(|vertex| base + points.of_vertex[*vertex as usize]).collect();
                selected.points = own.into_iter().map(|point| (point, 1)).collect();
            }
            self.selections.push(selected);
        }
        grown
    }

    /// Adds the component that a whole object is by its name, as `Component01`, where its selections do not say so.
    pub(super) fn add_component(&mut self, name: &str, mesh: &Mesh, base: u32, runs: &[(u32, u32)]) {
        let is_said = |name: &str| mesh.selections.iter().any(|selection| selection.name.eq_ignore_ascii_case(name));
        let Some(name) = components::called(name).filter(|name| !runs.is_empty() && !is_said(name)) else { return };
        let points = (base..self.points.len() as u32).map(|point| (point, 1)).collect();
        let faces = runs.iter().flat_map(|(start, count)| *start..start + count).collect();
        self.selections.push(Selected { name: encode_text(name), points, faces, ..Selected::default() });
    }

    /// Adds a point to the selection of its name, or of that without the number that Blender adds.
    pub(super) fn add_point(&mut self, name: &str, position: Vec3) {
        for (number, selected) in self.selections.iter().enumerate().skip(self.named) {
            self.numbers.entry(selected.name.to_ascii_lowercase()).or_insert(number);
        }
        self.named = self.selections.len();
        let known = |name: &str| self.numbers.get(&encode_text(name).to_ascii_lowercase()).copied();
        let number = known(name).or_else(|| known(without_number(name)?));
        let point = self.points.len() as u32;
        self.points.push(Point { position, flags: 0 });
        if let Some(number) = number {
            self.selections[number].points.push((point, 1));
        } else {
            let (name, points) = (encode_text(name), vec![(point, 1)]);
            self.selections.push(Selected { name, points, ..Selected::default() });
        }
    }
}

/// Returns the selections of a mesh that are no smoothing groups.
pub(super) fn named(mesh: &Mesh) -> impl Iterator<Item = &Selection> {
    mesh.selections.iter().filter(|selection| !selection.extras.contains_key(SMOOTHING))
}
