//! Motion `.rtm`: read, written back, given to models, and taken out of them again.

use retromesh_core::keyframes::Track;
use retromesh_core::{Code, Diagnostics, Extra, Scene, Valid};
use retromesh_kit::{ExportOptions, Format, ImportOptions};
use retromesh_p3d::rtm::Rtm;
use retromesh_p3d::{FORMAT, rtm};
use retromesh_testkit::fixtures;

fn motion(name: &str) -> Vec<u8> {
    fixtures("rtm", "rtm", 12).into_iter().find(|file| file.name == name).unwrap().bytes
}

/// Reads a model with motions of fixtures; what is not there is not found.
fn moving(model: &str, motions: &[&str], settings: &[&str]) -> (Valid<'static>, Diagnostics) {
    struct Motions;
    impl retromesh_kit::Files for Motions {
        fn load(&self, name: &str) -> Option<Vec<u8>> {
            let name = name.rsplit('\\').next().unwrap();
            fixtures("rtm", "rtm", 12).into_iter().find(|file| file.name == name).map(|file| file.bytes)
        }
    }
    let bytes = fixtures("p3d", "p3d", 20).into_iter().find(|file| file.name == model).unwrap().bytes;
    let mut options = ImportOptions::default();
    options.settings.set("animation", motions.iter().map(|name| (*name).to_owned()));
    settings.iter().for_each(|name| options.settings.set(*name, ["true".to_owned()]));
    let mut diagnostics = Diagnostics::new();
    let read = FORMAT.read(&bytes, &Motions, &options, &mut diagnostics).unwrap();
    let scene: Scene = read.to_scene_with(&options, &mut diagnostics).unwrap();
    (scene.into_valid().unwrap(), diagnostics)
}

#[test]
fn files_are_written_back_as_they_were() {
    let mut read = 0;
    for file in fixtures("rtm", "rtm", 12) {
        let Ok(document) = Rtm::parse(&file.bytes) else {
            assert!(file.name.starts_with("bad/"), "{}", file.name);
            continue;
        };
        assert!(document.encode().unwrap() == file.bytes && !file.name.starts_with("bad/"), "{}", file.name);
        let scene = document.to_scene_with(&ImportOptions::default(), &mut Diagnostics::new()).unwrap();
        assert!(scene.into_valid().is_ok(), "{}", file.name);
        read += 1;
    }
    assert_eq!(read, 8);
}

#[test]
fn damaged_files_are_refused_with_the_place() {
    let rows = [
        ("bad/cut.rtm", "rtm: bad phase count: expected at most 2 (164 bytes each, 491 bytes left), found 3 at 0x5c"),
        ("bad/magic.rtm", "rtm: bad magic: expected RTM_0100 or RTM_0101, found \"RTM_0102\" at 0x0"),
        ("bad/binarised.rtm", "rtm: a binarised .rtm of Arma is not supported: RTM_0100 and RTM_0101 are read at 0x0"),
        ("bad/many-bones.rtm", "rtm: bad bone count: expected at most 4"),
        ("bad/many-phases.rtm", "rtm: bad phase count: expected at most 32"),
        ("bad/negative.rtm", "rtm: bad bone count: expected at most 4"),
        ("bad/empty.rtm", "rtm: truncated magic: expected 8 bytes, found 0 at 0x0"),
    ];
    for (name, expected) in rows {
        let error = Rtm::parse(&motion(name)).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{name}: {error}");
    }
}

/// Every start of a file and every byte of it changed: an error or a sound scene.
#[test]
fn no_damage_is_a_panic() {
    let whole = motion("turn.rtm");
    let look = |bytes: &[u8]| {
        let Ok(rtm) = Rtm::parse(bytes) else { return };
        let scene = rtm.to_scene_with(&ImportOptions::default(), &mut Diagnostics::new()).unwrap();
        assert!(scene.into_valid().is_ok());
    };
    (0..whole.len()).for_each(|length| look(&whole[..length]));
    let mut bytes = whole.clone();
    for at in 0..whole.len() {
        for value in [0, 1, 0x7f, 0x80, 0xff] {
            bytes[at] = value;
            look(&bytes);
        }
        bytes[at] = whole[at];
    }
}

/// Where the engine has a vertex: the sum of its bones' matrices by weight.
#[test]
fn vertices_are_where_the_matrices_map_them() {
    let (scene, _) = moving("sp3x-selections.p3d", &["turn.rtm"], &[]);
    let bytes = motion("turn.rtm");
    let document = Rtm::parse(&bytes).unwrap();
    let node = scene.node_ids().find(|id| scene[*id].mesh.is_some()).unwrap();
    let mesh = &scene.meshes[0];
    assert!(!mesh.weights.is_empty());
    for phase in &document.phases {
        let pose = scene.pose(&scene.animations[0], phase.time);
        let posed = pose.positions(&scene, node);
        let matrices: Vec<_> = phase.bones.iter().map(|bone| bone.matrix()).collect();
        for (vertex, position) in mesh.positions.iter().enumerate() {
            // The first joint stays.
            let matrix = |joint: u32| matrices.get((joint as usize).wrapping_sub(1)).copied().unwrap_or_default();
            let expected: glam::Vec3 = mesh
                .weights
                .of(vertex)
                .iter()
                .map(|influence| matrix(influence.joint).transform_point3(*position) * influence.weight)
                .sum();
            assert!(
                posed[vertex].abs_diff_eq(expected, 1e-5),
                "{vertex} at {}: {} {expected}",
                phase.time,
                posed[vertex]
            );
        }
    }
}

#[test]
fn each_file_is_a_clip_and_a_model_without_stays_as_it_is() {
    let (plain, diagnostics) = moving("sp3x-selections.p3d", &[], &[]);
    assert!(plain.skeletons.is_empty() && plain.animations.is_empty() && plain.meshes[0].weights.is_empty());
    assert_eq!(diagnostics.count(Code::UnmatchedBone), 0);
    let (scene, _) = moving("sp3x-selections.p3d", &["anim\\turn.rtm", "strangers.rtm"], &[]);
    let names: Vec<&str> = scene.animations.iter().map(|animation| animation.name.as_str()).collect();
    assert_eq!(names, ["turn", "strangers"]);
    let joints: Vec<&str> = scene.skeletons[0].joints.iter().map(|id| scene[*id].name.as_str()).collect();
    assert_eq!(joints, ["skeleton", "turret", "Weights", "left hand"]);
}

#[test]
fn names_without_a_counterpart_are_reported() {
    let (_, diagnostics) = moving("sp3x-selections.p3d", &["strangers.rtm"], &[]);
    let found: Vec<&str> = diagnostics
        .entries()
        .iter()
        .filter(|entry| entry.code == Code::UnmatchedBone)
        .map(|entry| entry.detail.as_str())
        .collect();
    assert_eq!(found[0], "bones that move no selection: left hand");
    assert!(found[1].starts_with("selections that no bone moves: ") && found[1].contains("weights"), "{found:?}");
}

#[test]
fn the_step_moves_the_model_where_that_is_asked_for() {
    for (settings, expected) in [(&[][..], 0), (&["root-motion"][..], 1)] {
        let (scene, _) = moving("sp3x-selections.p3d", &["turn.rtm"], settings);
        let root = scene.skeletons[0].joints[0];
        let channels = scene.animations[0].channels.iter().filter(|channel| channel.target == root);
        let steps: Vec<_> = channels.map(|channel| channel.track.clone()).collect();
        assert_eq!(steps.len(), expected);
        if let Some(Track::Translation(values)) = steps.first() {
            assert_eq!(values.last().unwrap().to_array(), [0.0, 0.0, 1.5]);
        }
    }
}

#[test]
fn what_is_unusual_is_repaired_and_reported() {
    for (name, code) in [
        ("sheared.rtm", Code::ApproximatedTransform),
        ("unsorted.rtm", Code::UnsortedKeys),
        ("unsorted.rtm", Code::DuplicateKey),
        ("not-a-number.rtm", Code::NonFinite),
        ("trailing.rtm", Code::TrailingBytes),
    ] {
        let mut diagnostics = Diagnostics::new();
        let bytes = motion(name);
        let rtm = Rtm::parse_with(&bytes, &ImportOptions::default(), &mut diagnostics).unwrap();
        rtm.to_scene_with(&ImportOptions::default(), &mut diagnostics).unwrap();
        assert!(diagnostics.count(code) > 0, "{name}: {diagnostics:?}");
    }
}

#[test]
fn motion_is_written_again_from_a_scene() {
    for (settings, name) in [(&[][..], "turn.rtm"), (&["root-motion"][..], "turn.rtm"), (&[][..], "forward.rtm")] {
        let (scene, _) = moving("sp3x-selections.p3d", &[name], settings);
        let written = rtm::FORMAT.write(&scene, &ExportOptions::default(), &mut Diagnostics::new()).unwrap().bytes;
        let bytes = motion(name);
        let (before, after) = (Rtm::parse(&bytes).unwrap(), Rtm::parse(&written).unwrap());
        assert_eq!((after.version, after.step, &after.bones), (before.version, before.step, &before.bones), "{name}");
        for (a, b) in after.phases.iter().zip(&before.phases) {
            assert_eq!(a.time.to_bits(), b.time.to_bits());
            for (a, b) in a.bones.iter().zip(b.bones.iter()) {
                assert!(a.name == b.name && a.matrix().abs_diff_eq(b.matrix(), 1e-6), "{name}: {a:?} {b:?}");
            }
        }
        assert_eq!(after.phases.len(), before.phases.len());
    }
    let (scene, _) = moving("sp3x-selections.p3d", &["turn.rtm", "strangers.rtm"], &[]);
    let mut options = ExportOptions::default();
    let mut diagnostics = Diagnostics::new();
    rtm::FORMAT.write(&scene, &options, &mut diagnostics).unwrap();
    assert_eq!(diagnostics.count(Code::LostKeys), 1);
    options.settings.set("motion", ["strangers".to_owned()]);
    let written = rtm::FORMAT.write(&scene, &options, &mut Diagnostics::new()).unwrap().bytes;
    assert_eq!(Rtm::parse(&written).unwrap().phases.len(), 2);
    assert_eq!(scene.animations[0].extras.get("rtm.version"), Some(&Extra::Text("RTM_0101".into())));
}
