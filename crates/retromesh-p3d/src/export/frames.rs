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
        let times = target_times(scene, node, mesh);
        for (target, time) in mesh.morph_targets.iter().zip(times) {
            let mut positions = mesh.positions.clone();
            positions.iter_mut().zip(&target.positions).for_each(|(p, offset)| *p += *offset);
            frames.push((time, positions));
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

/// Returns the moment of each morph target: the one that its name says, or that of its largest weight in seconds, or its number. Clips may begin
/// elsewhere than the moments in names do: by how much, the first target that has both says.
fn target_times(scene: &Valid<'_>, node: NodeId, mesh: &Mesh) -> Vec<f32> {
    let named = |name: &str| {
        let word = name.rsplit([' ', '_', '=']).next()?;
        word.parse::<f32>().ok().filter(|time| time.is_finite())
    };
    let mut clips = scene.animations.iter().flat_map(|animation| {
        let own = animation.channels.iter().filter(|channel| channel.target == node);
        own.map(|channel| (channel, animation.ticks_per_second))
    });
    let weights = clips.find_map(|(channel, rate)| match &channel.track {
        Track::Weights { targets, values } => Some((*targets, values, &channel.times, rate)),
        _ => None,
    });
    let peak = |index: usize| {
        let (targets, values, times, rate) = weights?;
        let weights = values.iter().skip(index).step_by(targets.max(1));
        times.iter().zip(weights).max_by(|a, b| a.1.total_cmp(b.1)).map(|(tick, _)| tick / rate)
    };
    let all = || mesh.morph_targets.iter().enumerate();
    let later = all().find_map(|(index, target)| Some(named(&target.name)? - peak(index)?)).unwrap_or(0.0);
    let time = |index: usize| peak(index).map_or(index as f32, |peak| peak + later);
    all().map(|(index, target)| named(&target.name).unwrap_or_else(|| time(index))).collect()
}
