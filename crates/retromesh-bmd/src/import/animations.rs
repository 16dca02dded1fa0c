//! Clips to animations.

use super::skins::Rig;
use crate::codec::{packed, rotation};
use crate::document::{Clip, Document};
use crate::settings::Settings;
use glam::{Quat, Vec3};
use retromesh_core::extras::Extra;
use retromesh_core::keyframes::{Animation, Channel, Interpolation, Track, is_rate};
use retromesh_core::portable::{product, unit_or_identity};
use retromesh_core::{Code, Diagnostics, Error, Finding, NodeId, Scene};
use retromesh_kit::ImportOptions;

/// Adds an animation for each clip. One tick is one frame; a looping clip ends at frame n, which is frame 0 again.
pub(super) fn build(
    document: &Document<'_>,
    rig: &Rig,
    options: &ImportOptions,
    settings: &Settings,
    scene: &mut Scene,
    diagnostics: &mut Diagnostics,
) -> Result<(), Error> {
    for (n, clip) in document.clips.iter().enumerate() {
        let rate = options.ticks_per_second.filter(|&rate| is_rate(rate));
        let frames = f32::from(clip.def.frames);
        let name = clip.name.as_ref().map(|name| name.decode().0.into_owned()).unwrap_or_default();
        let mut animation = Animation {
            name,
            first: 0.0,
            last: if clip.loops() { frames } else { (frames - 1.0).max(0.0) },
            ticks_per_second: rate.unwrap_or_else(|| clip.rate()),
            looping: clip.loops(),
            ..Animation::default()
        };
        animation.extras.insert("bmd.hz".into(), Extra::Float(f64::from(clip.rate())));
        animation.extras.insert("bmd.loops".into(), Extra::Bool(clip.loops()));
        channels(n, clip, document.keyed_bones(), rig, settings, &mut animation, diagnostics)?;
        scene.animations.push(animation);
    }
    Ok(())
}

/// The keys of a bone, by property.
#[derive(Default)]
struct Keys {
    rotation: Vec<(u32, Quat)>,
    translation: Vec<(u32, Vec3)>,
    scale: Vec<(u32, Vec3)>,
}

fn channels(
    n: usize,
    clip: &Clip<'_>,
    bones: usize,
    rig: &Rig,
    settings: &Settings,
    animation: &mut Animation,
    diagnostics: &mut Diagnostics,
) -> Result<(), Error> {
    let path = || format!("CLIP[{n}]");
    let mut stream = clip.keys(bones, settings.fix).peekable();
    let (mut fixed, mut lengthless) = (0, 0);
    while let Some(bone) = stream.peek().map(|key| key.bone) {
        let mut keys = Keys::default();
        let (origin, turn) = rig.base.get(bone).copied().unwrap_or_default();
        while let Some(key) = stream.next_if(|key| key.bone == bone) {
            if key.frame >= u32::from(clip.def.frames) {
                continue;
            }
            if let Some(word) = key.rotation {
                let turned = rotation::decode(word);
                lengthless += usize::from(turned.is_none());
                let turned = product(turned.unwrap_or(Quat::IDENTITY), turn);
                keys.rotation.push((key.frame, unit_or_identity(turned)));
            }
            if let Some(word) = key.translation {
                keys.translation.push((key.frame, origin + packed::decode(word)));
            }
            if let Some(word) = key.scale {
                keys.scale.push((key.frame, packed::decode(word)));
            }
        }
        match rig.nodes.get(bone).copied().flatten() {
            // The engine does not move bone 0.
            Some(_) if bone == 0 => fixed += keys.rotation.len() + keys.translation.len() + keys.scale.len(),
            Some(node) => keys.channels(node, u32::from(clip.def.frames), clip.loops(), animation),
            None => {}
        }
    }
    diagnostics.report(Finding::new(Code::ZeroQuaternion).times(lengthless).within(path()))?;
    let detail = "keys of bone 0, which the engine does not move";
    diagnostics.report(Finding::new(Code::LostKeys).times(fixed).within(path()).detail(detail))
}

impl Keys {
    fn channels(self, target: NodeId, frames: u32, looping: bool, animation: &mut Animation) {
        let interpolation = Interpolation::LinearNormalized;
        let mut add = |(times, track): (Vec<f32>, Track)| {
            if !times.is_empty() {
                animation.channels.push(Channel { target, interpolation, times, track });
            }
        };
        let turn = |a: Quat, b: Quat, t: f32| {
            let mixed = a * (1.0 - t) + b * t;
            let length = mixed.length();
            if length > 0.0 { mixed / length } else { Quat::IDENTITY }
        };
        let (times, values) = closed(&self.translation, frames, looping, Vec3::lerp);
        add((times, Track::Translation(values)));
        let (times, values) = closed(&self.rotation, frames, looping, turn);
        add((times, Track::Rotation(values)));
        let (times, values) = closed(&self.scale, frames, looping, Vec3::lerp);
        add((times, Track::Scale(values)));
    }
}

/// Splits keys into times and values. A looping clip goes from its last key round to its first: keys at frame 0 and at the closing
/// frame are added so that the way round is on the timeline.
fn closed<T: Copy>(keys: &[(u32, T)], frames: u32, looping: bool, mix: impl Fn(T, T, f32) -> T) -> (Vec<f32>, Vec<T>) {
    let mut times: Vec<f32> = Vec::with_capacity(keys.len() + 2);
    let mut values = Vec::with_capacity(keys.len() + 2);
    if let (true, [first, .., last]) = (looping, keys) {
        let round = if first.0 == 0 {
            first.1
        } else {
            let (gap, before) = ((first.0 + frames - last.0) as f32, (frames - last.0) as f32);
            let round = mix(last.1, first.1, before / gap);
            times.push(0.0);
            values.push(round);
            round
        };
        times.extend(keys.iter().map(|key| key.0 as f32));
        values.extend(keys.iter().map(|key| key.1));
        times.push(frames as f32);
        values.push(round);
    } else {
        times.extend(keys.iter().map(|key| key.0 as f32));
        values.extend(keys.iter().map(|key| key.1));
    }
    (times, values)
}
