//! Scene to document: where the joints are at each key.

use super::document::{BoneAt, Phase, Rtm, Version};
use super::settings::Settings;
use super::{NAME, ROOT, STEP, VERSION};
use crate::import::MLOD_SPACE;
use glam::{Mat4, Vec3, Vec4};
use retromesh_core::keyframes::{Animation, Clip};
use retromesh_core::{Code, Diagnostics, Error, ErrorKind, Extra, Result, Valid};
use retromesh_kit::settings::FormatSettings;
use retromesh_kit::{Budget, ExportOptions};
use retromesh_wire::{FixedStr, RawStr};

impl Rtm<'static> {
    /// Builds a document of one clip: the first, or the one that is asked for. What is not motion has no place in it.
    pub fn from_scene_with(
        scene: &Valid<'_>,
        options: &ExportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Self, Error> {
        build(scene, options, diagnostics).map_err(|error| error.in_format(NAME))
    }
}

fn build(scene: &Valid<'_>, options: &ExportOptions, diagnostics: &mut Diagnostics) -> Result<Rtm<'static>, Error> {
    let mut scene = scene.clone();
    scene.convert_to(MLOD_SPACE);
    let motion = Settings::of(&options.settings)?.motion;
    let clips = scene.clips();
    let Some((animation, clip)) = scene.clip(motion.as_deref()) else {
        let names: Vec<String> = clips.iter().map(|(_, clip)| format!("{:?}", clip.name)).collect();
        let expected = if names.is_empty() { "a model that moves".to_owned() } else { names.join(", ") };
        return Err(Error::new("", ErrorKind::option("clip", expected, format!("{:?}", motion.unwrap_or_default()))));
    };
    diagnostics.note(Code::LostMesh, scene.meshes.len(), "an .rtm file holds the motion of bones alone")?;
    let others = if motion.is_none() { clips.len() - 1 } else { 0 };
    diagnostics.note(Code::LostKeys, others, "a file has one clip; --motion chooses it")?;
    let Some(animation) = scene.animations.get(animation) else { return Ok(Rtm::default()) };
    let times = times(animation, &clip);
    let joints: Vec<_> = scene
        .skeletons
        .iter()
        .flat_map(|skeleton| skeleton.joints.iter().zip(&skeleton.inverse_bind))
        .filter(|(joint, _)| !scene[**joint].extras.contains_key(ROOT))
        .collect();
    if joints.is_empty() {
        return Err(Error::new("", ErrorKind::unrepresentable("a model without bones")));
    }
    Budget::of(&scene, options).take("the bones of each phase", times.len().saturating_mul(joints.len()), 80)?;
    let root = scene.node_ids().find(|id| scene[*id].extras.contains_key(ROOT));
    let names: Vec<FixedStr<'static>> = joints
        .iter()
        .map(|(joint, _)| {
            let name = &scene[**joint].name;
            let text = RawStr::windows_1252(name).filter(|text| text.len() <= 32);
            let Some(text) = text else {
                let what = format!("the bone {name:?}: at most 32 bytes of Windows-1252");
                return Err(Error::new("", ErrorKind::unrepresentable(what)));
            };
            let mut field = text.bytes().to_vec();
            field.resize(32, 0);
            Ok(FixedStr::new(field))
        })
        .collect::<Result<_>>()?;
    let length = clip.last - clip.first;
    let phases = times.iter().map(|&tick| {
        let pose = scene.pose(animation, tick);
        // What moves the model as a whole is the step.
        let away = root.map_or(Mat4::IDENTITY, |root| pose.world[root].inverse());
        let bones = joints.iter().zip(&names).map(|((joint, bind), name)| {
            let matrix = away * pose.world[**joint] * **bind;
            let mut field = [0; 32];
            field.iter_mut().zip(name.bytes()).for_each(|(to, from)| *to = *from);
            let [aside, up, direction] = [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(Vec4::truncate);
            BoneAt { name: field, aside, up, direction, position: matrix.w_axis.truncate() }
        });
        let time = if length > 0.0 { ((tick - clip.first) / length).clamp(0.0, 1.0) } else { 0.0 };
        Phase { time, bones: bones.collect::<Vec<_>>().into() }
    });
    let phases = phases.collect();
    let version = match animation.extras.get(VERSION) {
        Some(Extra::Text(text)) if text == "RTM_0100" => Version::Forward,
        _ => Version::Vector,
    };
    Ok(Rtm { version, step: step(animation), bones: names, phases, trailing: (&[][..]).into() })
}

/// Returns the times of all keys within a clip, each once; its ends where there are none.
fn times(animation: &Animation, clip: &Clip) -> Vec<f32> {
    let all = animation.channels.iter().flat_map(|channel| channel.times.iter().copied());
    let mut times: Vec<f32> = all.filter(|time| (clip.first..=clip.last).contains(time)).collect();
    if times.is_empty() {
        times.extend([clip.first, clip.last]);
    }
    times.sort_by(f32::total_cmp);
    times.dedup();
    times
}

/// Returns how far the model moves in a cycle, as the file that the motion came from has it.
fn step(animation: &Animation) -> Vec3 {
    let Some(Extra::List(values)) = animation.extras.get(STEP) else { return Vec3::ZERO };
    let number = |value: &Extra| match value {
        Extra::Float(value) => *value as f32,
        Extra::Int(value) => *value as f32,
        _ => 0.0,
    };
    match values.as_slice() {
        [x, y, z] => Vec3::new(number(x), number(y), number(z)),
        _ => Vec3::ZERO,
    }
}
