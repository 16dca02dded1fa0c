//! Key frames to a key list: values rounded bone by bone against the parents as they will be read.

use super::motion::{Motion, choose};
use super::skins::{Bone, Rig};
use crate::codec::{packed, rotation};
use crate::keys::KeyWriter;
use glam::{Mat4, Quat, Vec3};
use retromesh_core::Error;
use retromesh_core::scene::Trs;
use retromesh_kit::Budget;
use retromesh_kit::resample::{Keys, Resampler, Value};

/// The frames at which each property of a bone has keys.
#[derive(Debug, Clone, Default)]
pub(super) struct Frames {
    pub(super) rotation: Vec<usize>,
    pub(super) translation: Vec<usize>,
    pub(super) scale: Vec<usize>,
}

/// What a clip is written with.
pub(super) struct Round<'a> {
    pub(super) rig: &'a Rig,
    pub(super) motion: &'a Motion,
    pub(super) engine: Resampler,
    pub(super) budget: &'a Budget,
    /// How far a bone's origin may be from its place, in units: where a parent's rounded rotation takes it further, keys of its
    /// translation bring it back.
    pub(super) reach: f32,
}

/// A key list and how far it is from the motion.
#[derive(Debug, Default)]
pub(super) struct Written {
    pub(super) keys: Vec<u8>,
    /// The frames that have keys, by bone.
    pub(super) frames: Vec<Frames>,
    /// The number of keys.
    pub(super) count: usize,
    /// The largest distance of a bone's origin from its place at a frame, in units.
    pub(super) distance: f32,
    /// The largest angle of a bone from its direction at a frame, in degrees.
    pub(super) angle: f32,
}

/// A key: frame and word.
type Words = Vec<(usize, u32)>;

impl Round<'_> {
    /// Writes the keys of the given frames. Errors do not add up along the skeleton, because each bone is rounded against its parent
    /// as it will be read.
    pub(super) fn write(&self, frames: Vec<Frames>) -> Result<Written, Error> {
        let mut written = Written::default();
        let mut read: Vec<Vec<Mat4>> = Vec::with_capacity(self.rig.bones.len());
        let mut writer = KeyWriter::default();
        for ((b, bone), mut frames) in self.rig.bones.iter().enumerate().zip(frames) {
            let parents = if b == 0 { None } else { read.get(bone.parent) };
            // One that nothing moves has one place.
            let parent = |f: usize| parents.and_then(|p| p.get(f).or(p.last())).copied().unwrap_or(Mat4::IDENTITY);
            let count = self.motion.places(b);
            let local = |f: usize| self.motion.local(f, b, &parent(f));
            if b > 0 && self.reach.is_finite() {
                let moves = (0..count).map(|f| local(f).translation);
                self.hold(bone, moves, &mut frames.translation)?;
            }
            let words = words(bone, &frames, local);
            written.count += list(&words, &mut writer);
            let places = self.places(bone, &words, parent, count);
            for (f, place) in places.iter().enumerate() {
                let wanted = self.motion.world(f, b);
                let joint = wanted.transform_point3(bone.rounded_off);
                written.distance = written.distance.max((place.w_axis.truncate() - joint).length());
                let (q, w) = (place.to_scale_rotation_translation().1, wanted.to_scale_rotation_translation().1);
                written.angle = written.angle.max(degrees(q, w));
            }
            read.push(places);
            written.frames.push(frames);
        }
        written.keys = writer.finish();
        Ok(written)
    }

    /// Adds the frames at which a bone needs keys of its translation to stay in place.
    fn hold(
        &self,
        bone: &Bone,
        translations: impl Iterator<Item = Vec3>,
        frames: &mut Vec<usize>,
    ) -> Result<(), Error> {
        let base = packed::decode(bone.origin);
        let moves: Vec<Vec3> = translations.map(|translation| translation - base).collect();
        // What the rounding of the origin took cannot be given back without moving the vertices.
        let reach = (self.reach - bone.rounded_off.length()).max(self.reach / 8.0);
        if !frames.is_empty() || moves.iter().any(|m| m.length() > reach) {
            // The other half is left for the rounding of the keys.
            let engine = Resampler { tolerance: reach / 2.0, ..self.engine };
            *frames = choose(engine, &moves, frames, self.budget)?;
        }
        Ok(())
    }

    /// Returns where the written words put a bone in the first `count` frames.
    fn places(
        &self,
        bone: &Bone,
        [turns, moves, scales]: &[Words; 3],
        parent: impl Fn(usize) -> Mat4,
        count: usize,
    ) -> Vec<Mat4> {
        let turns = decoded(turns, |word| rotation::decode(word).unwrap_or(Quat::IDENTITY));
        let (moves, scales) = (decoded(moves, packed::decode), decoded(scales, packed::decode));
        let base = packed::decode(bone.origin);
        let place = |f: usize| {
            let local = Trs {
                translation: base + self.engine.at(&moves, f as f64).unwrap_or(Vec3::ZERO),
                rotation: self.engine.at(&turns, f as f64).unwrap_or(Quat::IDENTITY),
                scale: self.engine.at(&scales, f as f64).unwrap_or(Vec3::ONE),
            };
            parent(f) * local.matrix()
        };
        (0..count).map(place).collect()
    }
}

/// Rounds the rotation, translation and scale of a bone at the frames of each.
fn words(bone: &Bone, frames: &Frames, local: impl Fn(usize) -> Trs) -> [Words; 3] {
    let base = packed::decode(bone.origin);
    let mut before = Quat::IDENTITY;
    let mut turn = |f: usize| {
        let q = local(f).rotation;
        before = if q.dot(before) < 0.0 { -q } else { q };
        (f, rotation::encode(before))
    };
    let rotations = frames.rotation.iter().map(|&f| turn(f)).collect();
    let moves = frames.translation.iter().map(|&f| (f, packed::encode(local(f).translation - base))).collect();
    let scales = frames.scale.iter().map(|&f| (f, packed::encode(local(f).scale))).collect();
    [rotations, moves, scales]
}

/// Appends a bone's stream and returns the number of its keys.
fn list(words: &[Words; 3], writer: &mut KeyWriter) -> usize {
    let mut all: Vec<usize> = words.iter().flatten().map(|(f, _)| *f).collect();
    all.sort_unstable();
    all.dedup();
    for &f in &all {
        let [turn, shift, scale] = words.each_ref().map(|list| list.iter().find(|(key, _)| *key == f).map(|(_, w)| *w));
        writer.key(f as u32, turn, shift, scale);
    }
    writer.end_bone();
    all.len()
}

fn decoded<T>(list: &[(usize, u32)], decode: impl Fn(u32) -> T) -> Keys<T> {
    list.iter().map(|&(f, word)| (f as f64, decode(word))).collect()
}

/// The angle between two rotations in degrees, whatever their signs.
pub(super) fn degrees(a: Quat, b: Quat) -> f32 {
    a.distance(b, 1.0).to_degrees()
}
