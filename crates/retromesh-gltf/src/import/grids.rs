//! Meshes that were written as whole numbers, back to the places that those stand for.

use super::Importer;
use super::added::Added;
use crate::grid::{GRID, Grid};
use glam::{DMat4, DQuat, DVec3, DVec4, Mat4, Vec3};
use gltf_json::mesh::Semantic;
use gltf_json::validation::Checked::Valid;
use retromesh_core::keyframes::Track;
use retromesh_core::scene::{Transform, Trs};
use retromesh_core::{Code, NodeId, Result};
use serde_json::{Map, Value};
use std::collections::{BTreeSet, HashSet};

/// The grids that the file names, of meshes and of skins by number.
#[derive(Debug, Default)]
pub(super) struct Grids {
    pub(super) meshes: Vec<Option<Grid>>,
    pub(super) skins: Vec<Option<Grid>>,
}

/// Reads the grid that this project's own extras name.
pub(super) fn grid(own: &Map<String, Value>) -> Option<Grid> {
    own.get(GRID).and_then(Grid::of_json)
}

impl Importer<'_, '_> {
    /// Undoes the grids, if all meshes, skins and nodes still agree about them. Where a tool changed one of them everything stays as the file
    /// has it, so that the appearance is the same.
    pub(super) fn leave_grids(&mut self) -> Result<()> {
        let marked = self.grids.meshes.iter().flatten().count();
        if marked == 0 && self.grids.skins.iter().all(Option::is_none) {
            self.leave_foreign_grids();
            return Ok(());
        }
        if !self.grids_agree() {
            let what = "the grids of meshes of whole numbers, which stay as they are";
            return self.report(Code::StaleExtras, marked.max(1), || "meshes".into(), what);
        }
        let finite = |to: Vec3, from: Vec3| if to.is_finite() { to } else { from };
        for (mesh, grid) in self.scene.meshes.iter_mut().zip(&self.grids.meshes) {
            let Some(grid) = grid else { continue };
            let frames = mesh.vertex_frames.iter_mut().flat_map(|frame| &mut frame.positions);
            mesh.positions.iter_mut().chain(frames).for_each(|place| *place = finite(grid.place(*place), *place));
            let moves = mesh.morph_targets.iter_mut().flat_map(|target| &mut target.positions);
            moves.for_each(|by| *by = finite(*by * grid.step, *by));
        }
        for (skeleton, grid) in self.scene.skeletons.iter_mut().zip(&self.grids.skins) {
            let Some(grid) = grid else { continue };
            let places = grid.matrix().inverse();
            for matrix in &mut skeleton.inverse_bind {
                let exact = (matrix.as_dmat4() * places).as_mat4();
                *matrix = if exact.is_finite() { exact } else { *matrix };
            }
        }
        for (node, added) in self.scene.nodes.iter_mut().zip(&self.added) {
            if *added == Some(Added::Grid) && node.mesh.is_some() {
                node.transform = Transform::Trs(Trs::IDENTITY);
            }
        }
        Ok(())
    }

    /// Takes skinned meshes of whole numbers off the grid that another program has put into their inverse bind matrices: formats without
    /// bind poses have the vertices alone.
    fn leave_foreign_grids(&mut self) {
        let mut users: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); self.scene.skeletons.len()];
        let mut skins: Vec<BTreeSet<Option<usize>>> = vec![BTreeSet::new(); self.scene.meshes.len()];
        for instance in self.scene.nodes.iter().filter_map(|node| node.mesh.as_deref()) {
            let skin = instance.skeleton.map(retromesh_core::SkeletonId::index);
            let (mesh, user) = (instance.mesh.index(), skin.and_then(|skin| users.get_mut(skin)));
            skins.get_mut(mesh).into_iter().for_each(|skins| _ = skins.insert(skin));
            user.into_iter().for_each(|meshes| _ = meshes.insert(mesh));
        }
        for (skin, meshes) in users.into_iter().enumerate() {
            let alone = |mesh: &usize| skins.get(*mesh).is_some_and(|skins| skins.len() == 1) && self.is_whole(*mesh);
            if meshes.is_empty() || !meshes.iter().all(alone) {
                continue;
            }
            let Some((scale, offset)) = self.foreign_grid(skin) else { continue };
            let places = DMat4::from_scale_rotation_translation(DVec3::splat(scale), DQuat::IDENTITY, offset).inverse();
            let Some(skeleton) = self.scene.skeletons.get_mut(skin) else { continue };
            let bound = skeleton.inverse_bind.iter().map(|matrix| (matrix.as_dmat4() * places).as_mat4());
            let bound: Vec<Mat4> = bound.collect();
            if !bound.iter().all(Mat4::is_finite) {
                continue;
            }
            skeleton.inverse_bind = bound;
            let place = |place: Vec3| (place.as_dvec3() * scale + offset).as_vec3();
            for mesh in meshes {
                let Some(mesh) = self.scene.meshes.get_mut(mesh) else { continue };
                let frames = mesh.vertex_frames.iter_mut().flat_map(|frame| &mut frame.positions);
                mesh.positions.iter_mut().chain(frames).for_each(|p| *p = place(*p));
                let moves = mesh.morph_targets.iter_mut().flat_map(|target| &mut target.positions);
                moves.for_each(|by| *by = (by.as_dvec3() * scale).as_vec3());
            }
        }
    }

    /// Returns whether all places of a mesh are whole numbers.
    fn is_whole(&self, mesh: usize) -> bool {
        let primitives = self.root.meshes.get(mesh).map_or(&[][..], |mesh| &mesh.primitives);
        let positions = primitives.iter().map(|primitive| primitive.attributes.get(&Valid(Semantic::Positions)));
        !primitives.is_empty() && positions.into_iter().all(|p| p.is_some_and(|p| self.accessors.is_integer(*p)))
    }

    /// Returns the scale and the offset that bring the vertices of a skin to where they are at rest: what the first joint says, without
    /// what it turns. `None` where that is no scale, or none is needed.
    fn foreign_grid(&self, skin: usize) -> Option<(f64, DVec3)> {
        let skeleton = self.scene.skeletons.get(skin)?;
        let (joint, inverse) = (*skeleton.joints.first()?, skeleton.inverse_bind.first()?);
        let (mut rest, mut next) = (inverse.as_dmat4(), Some(joint));
        for _ in 0..self.scene.nodes.len() {
            let Some(node) = next.and_then(|id| self.scene.node(id)) else { break };
            rest = node.transform.matrix().as_dmat4() * rest;
            next = node.parent;
        }
        let scale = libm::cbrt(rest.determinant().abs());
        let turned = DMat4::from_scale(DVec3::splat(1.0 / scale)) * rest;
        let is_straight = (turned.x_axis - DVec4::X).abs().max_element() < 1e-3
            && (turned.y_axis - DVec4::Y).abs().max_element() < 1e-3;
        let offset = if is_straight { rest.w_axis.truncate() } else { DVec3::ZERO };
        let fits = (1e-12..1e12).contains(&scale) && offset.is_finite() && offset.abs().max_element() < 1e12;
        (fits && (scale - 1.0).abs() > 1e-6).then_some((scale, offset))
    }

    /// Returns whether every user of a mesh on a grid brings it to its places, and nothing else is brought there.
    fn grids_agree(&self) -> bool {
        let channels = self.scene.animations.iter().flat_map(|animation| &animation.channels);
        let moved = channels.filter(|channel| !matches!(channel.track, Track::Weights { .. }));
        let moved: HashSet<NodeId> = moved.map(|channel| channel.target).collect();
        let of = |grids: &[Option<Grid>], at: usize| grids.get(at).copied().flatten();
        let nodes = self.scene.nodes.iter().zip(&self.added).enumerate().all(|(i, (node, added))| {
            let Some(instance) = node.mesh.as_deref() else { return true };
            match (of(&self.grids.meshes, instance.mesh.index()), instance.skeleton) {
                (grid, Some(skeleton)) => of(&self.grids.skins, skeleton.index()) == grid,
                (None, None) => true,
                (Some(grid), None) => {
                    let still = node.transform == Transform::Trs(grid.trs()) && !moved.contains(&NodeId::new(i));
                    *added == Some(Added::Grid) && still && node.parent.is_some()
                }
            }
        });
        let whole = self.root.meshes.iter().zip(&self.grids.meshes).filter(|(_, grid)| grid.is_some());
        let positions = whole.flat_map(|(mesh, _)| &mesh.primitives);
        let positions = positions.filter_map(|primitive| primitive.attributes.get(&Valid(Semantic::Positions)));
        nodes && positions.into_iter().all(|accessor| self.accessors.is_integer(*accessor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_grid_is_none() {
        let grid = |value: Value| grid(&Map::from_iter([(GRID.to_owned(), value)]));
        assert!(grid(serde_json::json!([1.0, 2.0, 3.0, 0.5])).is_some());
        let bad =
            ["[0, 0, 0, 0]", "[0, 0, 0, -1]", "[0, 0, 0]", "[0, 0, 0, 3e38]", "[3e38, 0, 0, 1e30]", "[0, \"x\", 0, 1]"];
        for text in bad {
            assert_eq!(grid(serde_json::from_str(text).unwrap()), None, "{text}");
        }
    }
}
