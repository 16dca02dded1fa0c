//! Scenes out of nothing, written and read back.

use crate::scenes::{self, Choices};
use crate::{profile, read_back, sound};
use glam::Vec3;
use retromesh::keyframes::Animation;
use retromesh::mesh::Mesh;
use retromesh::pose::Pose;
use retromesh::scene::Node;
use retromesh::{Code, Diagnostics, Scene, Space, Valid, formats};
use std::collections::BTreeSet;
use std::fmt::Debug;

/// Formats that round positions on purpose, and by which share of the model's size at most.
const ROUNDING: [(&str, f32); 1] = [("bmd", 0.01)];

/// A scene made of the bytes is written to a format and read back: the same triangles in the same places; and written and read
/// once more, it has the same outline, and moves as it did.
pub fn roundtrip(bytes: &[u8]) -> bool {
    let mut choices = Choices::new(bytes);
    let writers: Vec<_> = formats().iter().filter(|format| format.info().writes).collect();
    let format = *writers[choices.below(writers.len())];
    let options = profile(format, choices.below(8));
    let what = format!("{} ({})", format.info().id, options.target.as_deref().unwrap_or_default());
    let scene = sound(scenes::scene(&mut choices), "the made scene");
    let Ok(output) = format.write(&scene, &options, &mut Diagnostics::new()) else { return false };
    let first = read_back(format, &output, &what);
    let share = ROUNDING.iter().find(|(id, _)| *id == format.info().id).map_or(1e-4, |(_, share)| *share);
    compare([&scene, &first].map(at_rest), share, &what);
    let mut diagnostics = Diagnostics::new();
    let output = format.write(&first, &options, &mut diagnostics);
    let output = output.unwrap_or_else(|e| panic!("{what}: not written again: {e}"));
    let second = read_back(format, &output, &what);
    compare([&first, &second].map(at_rest), share, &what);
    let outlines = [&first, &second].map(|scene| outline(scene, &diagnostics));
    assert!(outlines[0] == outlines[1], "{what}: written again, the scene differs: {outlines:#?} {diagnostics:?}");
    // How far rounded keys are from their places is reported in the report, and may be further than a vertex.
    if ROUNDING.iter().any(|(id, _)| *id == format.info().id) {
        return true;
    }
    for animation in 0..first.animations.len() {
        for quarter in 0..=4 {
            compare([&first, &second].map(|scene| moved(scene, animation, quarter)), share, &what);
        }
    }
    true
}

/// Returns what has to stay of a scene that a format has already made its own, besides what was reported as lost.
fn outline(scene: &Scene, losses: &Diagnostics) -> impl PartialEq + Debug + use<> {
    let kept = |count: usize, code: Code| if losses.count(code) == 0 { count } else { 0 };
    let drawn = |n: &Node| n.mesh.as_ref().map(|m| (n.name.clone(), m.mesh));
    let nodes: Vec<_> = scene.nodes.iter().filter_map(drawn).collect();
    let sets = |m: &Mesh| (kept(m.uv_sets.len(), Code::LostUvSet), kept(m.color_sets.len(), Code::LostColorSet));
    // Vertices that differed in what was lost become one.
    let count = |m: &Mesh| kept(kept(m.positions.len(), Code::LostUvSet), Code::LostColorSet);
    let meshes: Vec<_> = scene.meshes.iter().map(|m| (count(m), sets(m))).collect();
    // A material that nothing shows may be left out.
    let shown = scene.meshes.iter().flat_map(|mesh| &mesh.parts).filter_map(|part| part.material);
    let shown: BTreeSet<_> = shown.map(|id| scene[id].name.clone()).collect();
    // Clips without keys may go; what has keys may not.
    let is_kept = |a: &&Animation| !a.channels.is_empty() || losses.count(Code::LostKeys) == 0;
    let animations = scene.animations.iter().filter(is_kept);
    // Keys that their neighbours give are left out, and said so; that they were needless is seen in the poses.
    let channels =
        |a: &Animation| kept(kept(kept(a.channels.len(), Code::RoundedKeys), Code::ResampledKeys), Code::AdaptedKeys);
    let outline = |a: &Animation| (a.clips.len(), channels(a), a.last);
    let animations: Vec<_> = animations.map(outline).collect();
    (nodes, meshes, shown, animations)
}

/// Finds for each triangle of one scene its like in the other.
fn compare([mut a, mut b]: [Vec<[Vec3; 3]>; 2], share: f32, what: &str) {
    // A triangle without an area is nothing to see; formats may drop it.
    let size = a.as_flattened().iter().fold(1.0f32, |size, corner| size.max(corner.abs().max_element()));
    let tolerance = size * share;
    a.retain(|triangle| !is_thin(triangle, tolerance));
    b.retain(|triangle| !is_thin(triangle, tolerance / 8.0));
    for triangle in &a {
        // The nearest, for the next nearest may be the like of another.
        let nearest = b.iter().map(|other| distance(triangle, other)).enumerate().min_by(|a, b| a.1.total_cmp(&b.1));
        let like = nearest.filter(|(_, distance)| *distance <= tolerance).map(|(like, _)| like);
        let like = like.unwrap_or_else(|| panic!("{what}: triangle {triangle:?} is gone; left are {b:?}"));
        b.swap_remove(like);
    }
    b.retain(|triangle| !is_thin(triangle, tolerance * 8.0));
    assert!(b.is_empty(), "{what}: triangles out of nothing: {b:?}");
}

fn is_thin([a, b, c]: &[Vec3; 3], tolerance: f32) -> bool {
    let longest = (*b - *a).length().max((*c - *a).length()).max((*c - *b).length());
    (*b - *a).cross(*c - *a).length() <= longest * tolerance * 8.0
}

/// Returns how far the corners of two triangles are from each other at most, the second turned so that this is least.
fn distance(a: &[Vec3; 3], b: &[Vec3; 3]) -> f32 {
    let turned = |turn: usize| (0..3).map(|corner| a[corner].distance(b[(corner + turn) % 3])).fold(0.0, f32::max);
    (0..3).map(turned).fold(f32::INFINITY, f32::min)
}

/// Returns the triangles of the rest pose in the world of glTF's space.
fn at_rest(scene: &Valid<'_>) -> Vec<[Vec3; 3]> {
    let scene = scene.in_space(Space::GLTF);
    triangles(&scene, &scene.rest_pose())
}

/// Returns the triangles at some quarters of an animation in the world of glTF's space.
fn moved(scene: &Valid<'_>, animation: usize, quarters: u8) -> Vec<[Vec3; 3]> {
    let scene = scene.in_space(Space::GLTF);
    let Some(animation) = scene.animations.get(animation) else { return Vec::new() };
    let tick = animation.first + (animation.last - animation.first) * f32::from(quarters) / 4.0;
    triangles(&scene, &scene.pose(animation, tick))
}

/// Returns the triangles in a pose.
fn triangles(scene: &Valid<'_>, pose: &Pose) -> Vec<[Vec3; 3]> {
    let mut out = Vec::new();
    for id in scene.node_ids() {
        let Some(instance) = &scene[id].mesh else { continue };
        let positions = pose.positions(scene, id);
        let mesh = &scene[instance.mesh];
        for part in &mesh.parts {
            let triangles = part.faces.triangles(&mesh.positions);
            out.extend(triangles.iter().map(|t| t.map(|v| positions[v as usize])));
        }
    }
    out
}
