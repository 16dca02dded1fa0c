//! Shapes at moments: vertex frames as they are, morph targets as frames at the moments when each is blended in.

use glam::Vec3;
use retromesh_core::keyframes::Track;
use retromesh_core::mesh::Mesh;
use retromesh_core::{Error, MeshId, NodeId, Valid, Violations};
use std::collections::BTreeSet;

/// Returns time and vertex positions of each frame of a mesh at a node, in order of time.
pub(super) fn frames(scene: &Valid<'_>, node: NodeId, mesh: &Mesh) -> Vec<(f32, Vec<Vec3>)> {
    let mut frames: Vec<(f32, Vec<Vec3>)> =
        mesh.vertex_frames.iter().map(|frame| (frame.time, frame.positions.clone())).collect();
    if frames.is_empty() {
        for (index, target) in mesh.morph_targets.iter().enumerate() {
            let mut positions = mesh.positions.clone();
            positions.iter_mut().zip(&target.positions).for_each(|(p, offset)| *p += *offset);
            frames.push((target_time(scene, node, index, &target.name), positions));
        }
    }
    frames.sort_by(|a, b| a.0.total_cmp(&b.0));
    frames
}

/// Returns a scene in which what a clip moves has no weights at rest: those are the ones of its first key, and each target is a frame of its own.
pub(super) fn unweighed(scene: Valid<'_>) -> Result<Valid<'_>, Error> {
    let channels = scene.animations.iter().flat_map(|animation| &animation.channels);
    let weighed = channels.filter(|channel| matches!(channel.track, Track::Weights { .. }));
    let moved: BTreeSet<MeshId> =
        weighed.filter_map(|channel| Some(scene[channel.target].mesh.as_ref()?.mesh)).collect();
    let mut edit = scene.edit();
    for id in moved {
        edit.mesh_mut(id).morph_targets.iter_mut().for_each(|target| target.weight = 0.0);
    }
    edit.finish().map_err(Violations::into_export_error)
}

/// Returns the moment of a morph target: the one that its name says, or that of its largest weight in seconds, or its number.
fn target_time(scene: &Valid<'_>, node: NodeId, index: usize, name: &str) -> f32 {
    let named = name.rsplit([' ', '_', '=']).next().and_then(|word| word.parse::<f32>().ok());
    if let Some(time) = named.filter(|time| time.is_finite()) {
        return time;
    }
    for animation in &scene.animations {
        for channel in animation.channels.iter().filter(|channel| channel.target == node) {
            let Track::Weights { targets, values } = &channel.track else { continue };
            let weights = values.iter().skip(index).step_by((*targets).max(1));
            let peak = channel.times.iter().zip(weights).max_by(|a, b| a.1.total_cmp(b.1));
            if let Some((tick, _)) = peak {
                return tick / animation.ticks_per_second;
            }
        }
    }
    index as f32
}
