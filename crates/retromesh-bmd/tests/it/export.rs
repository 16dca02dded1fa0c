//! Scenes to files and back: sizes, poses, tolerances, traps.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::print_stdout)]

use glam::{Quat, Vec3};
use retromesh_bmd::codec::color;
use retromesh_bmd::vertex::UvLayout;
use retromesh_bmd::{Document, MaxError, Settings, solid};
use retromesh_core::keyframes::{Animation, Channel, Interpolation, Track};
use retromesh_core::material::{ImageData, TextureRole};
use retromesh_core::scene::{Scene, Trs};
use retromesh_core::{Code, Diagnostics, NodeId, check};
use retromesh_kit::{ExportOptions, ImportOptions, Lints};
use retromesh_testkit::File;

pub(crate) fn import(bytes: &[u8]) -> Scene {
    let mut diagnostics = Diagnostics::new();
    let document = Document::parse_with(bytes, &ImportOptions::default(), &mut diagnostics).unwrap();
    document.to_scene_with(&ImportOptions::default(), &mut diagnostics).unwrap()
}

pub(crate) fn options(target: &str) -> ExportOptions {
    let mut options = ExportOptions::default();
    options.target = Some(target.into());
    options
}

pub(crate) fn write(scene: &Scene, options: &ExportOptions) -> (Vec<u8>, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let document = Document::from_scene_with(&scene.validate().unwrap(), options, &mut diagnostics).unwrap().document;
    let bytes = document.encode().unwrap();
    assert_eq!(bytes.len(), document.size);
    (bytes, diagnostics)
}

/// The files that are accepted.
fn good() -> Vec<File> {
    let accepted =
        |file: &File| Document::parse_with(&file.bytes, &ImportOptions::default(), &mut Diagnostics::new()).is_ok();
    crate::files().into_iter().filter(accepted).collect()
}

pub(crate) fn named(name: &str) -> File {
    good().into_iter().find(|file| file.name == name).unwrap()
}

/// The rules that only stylistic choices or the model itself can break.
const ALLOWED: [&str; 4] = ["bmd-late-frames", "bmd-far-levels", "bmd-open-model", "bmd-open-solid"];

#[test]
fn everything_is_written_for_both_targets_and_read_again() {
    for file in good() {
        let scene = import(&file.bytes);
        for target in ["bgbtech", "spec"] {
            let (bytes, _) = write(&scene, &options(target));
            assert_eq!(write(&scene, &options(target)).0, bytes, "{}: not deterministic", file.name);
            let mut diagnostics = Diagnostics::strict();
            let document = Document::parse_with(&bytes, &ImportOptions::default(), &mut diagnostics).unwrap();
            assert_eq!(document.encode().unwrap(), bytes, "{}", file.name);
            let back = document.to_scene_with(&ImportOptions::default(), &mut diagnostics).unwrap();
            assert_eq!(check(&back), [], "{} {target}", file.name);
            let lints: Vec<_> = document
                .lint(retromesh_testkit::target(&retromesh_bmd::FORMAT, target))
                .iter()
                .map(|l| l.rule.id)
                .filter(|id| !ALLOWED.contains(id))
                .collect();
            let null = document.meshes.iter().all(|m| m.material.is_none());
            assert!(lints.is_empty() || null, "{} {target}: {lints:?}", file.name);
        }
    }
}

#[test]
fn sizes_can_be_bounded() {
    let mut scene = import(&named("mixed-stream.bmd").bytes);
    // Numbers that no form holds exactly.
    scene.meshes[0].positions.iter_mut().for_each(|p| *p *= 1.001);
    let mut asked = options("spec");
    let mut settings = Settings::default();
    settings.max_error = Some(MaxError { position: 0.0, uv: 0.0, normal_degrees: 0.0 });
    asked.settings.put(&settings);
    let (tight, diagnostics) = write(&scene, &asked);
    assert!(diagnostics.count(Code::RoundedVertices) == 3 && diagnostics.count(Code::ToleranceMissed) > 0);
    settings.max_bytes = Some(tight.len() as u64 - 8);
    asked.settings.put(&settings);
    let (smaller, _) = write(&scene, &asked);
    assert!(smaller.len() <= tight.len() - 8);
    settings.max_bytes = Some(60);
    asked.settings.put(&settings);
    let error = Document::from_scene_with(&scene.validate().unwrap(), &asked, &mut Diagnostics::new()).unwrap_err();
    assert!(error.to_string().starts_with("bmd: cannot be written: the model in 60 bytes"), "{error}");
}

#[test]
fn pseudo_bones_move_as_the_blend_of_their_bones() {
    let file = named("pseudo-bones.bmd");
    let scene = import(&file.bytes);
    let joints = scene.skeletons[0].joints.len();
    assert_eq!(joints, 5);
    let pose = scene.rest_pose();
    let node = scene.nodes.iter().position(|n| n.mesh.is_some()).unwrap();
    assert_eq!(pose.positions(&scene.validate().unwrap(), NodeId::new(node)), scene.meshes[0].positions);
}

#[test]
fn open_surfaces_are_counted() {
    let check = |name: &str| {
        let file = named(name);
        let document =
            Document::parse_with(&file.bytes, &ImportOptions::default(), &mut Diagnostics::new()).unwrap().into_owned();
        document.meshes.iter().map(|m| solid::examine(std::iter::once(m))).collect::<Vec<_>>()
    };
    let reports = check("solids.bmd");
    assert!(
        reports[1].is_solid_of(1)
            && !reports[1].is_solid_of(2)
            && !reports[2].is_solid_of(1)
            && !reports[0].is_closed()
    );
    assert_eq!((reports[1].volume * 3.0).round(), 256.0);
    assert!(reports[2].volume < 0.0 && reports[2].open_edges == 0);
}

#[test]
fn a_flat_colour_is_seen_once_whatever_the_vertices() {
    let mut scene = import(&named("flat64.bmd").bytes);
    let plain = scene.materials[0].base_color;
    // A position that only 128 bits hold, so that the tolerance forces them.
    scene.meshes[0].positions[0] = Vec3::new(1023.0, 0.5, 0.25);
    for target in ["bgbtech", "spec"] {
        let mut asked = options(target);
        let mut settings = Settings::default();
        settings.max_error = Some(MaxError { position: 0.01, uv: 1.0, normal_degrees: 180.0 });
        asked.settings.put(&settings);
        let (bytes, diagnostics) = write(&scene, &asked);
        assert_eq!(diagnostics.count(Code::ToleranceMissed), 0);
        let document = Document::parse_with(&bytes, &ImportOptions::default(), &mut Diagnostics::new()).unwrap();
        let wide: Vec<_> = document.meshes[0].vertices(UvLayout::Current).filter(|v| v.color.is_some()).collect();
        assert!(!wide.is_empty());
        let back = import(&bytes);
        let seen = back.meshes[0].color_sets.first().map_or(back.materials[0].base_color, |set| set[0]);
        if target == "spec" {
            assert_eq!((seen, diagnostics.count(Code::ApproximatedMaterial)), (plain, 0));
        } else {
            // What the engine shows, which is the nearest of the palette, is also the text's product.
            let shown = color::decode(color::encode([0xff, 0x80, 0x40]));
            assert!(wide.iter().all(|v| color::decode(v.color.unwrap()) == shown));
            assert_eq!((seen * 255.0).round().truncate(), Vec3::from(shown.map(f32::from)));
            assert!(diagnostics.count(Code::ApproximatedMaterial) > 0);
        }
    }
}

#[test]
fn solids_are_written_after_other_meshes_and_judged() {
    let mut scene = import(&named("solids.bmd").bytes);
    let (bytes, diagnostics) = write(&scene, &options("spec"));
    // The second faces inward.
    assert_eq!(diagnostics.count(Code::OpenSolid), 1);
    let solids = |bytes: &[u8]| {
        let document =
            Document::parse_with(bytes, &ImportOptions::default(), &mut Diagnostics::new()).unwrap().into_owned();
        (0..document.bones.len()).map(|bone| document.solid_of(bone)).collect::<Vec<_>>()
    };
    // In the order of the hierarchy, a joint's children first.
    assert_eq!(solids(&bytes), [None, Some(2), Some(1)]);
    // Without anything to draw, a mesh without vertices keeps the solids from being number 0, which means none.
    scene.nodes.iter_mut().filter(|node| !node.hidden).for_each(|node| node.mesh = None);
    let track = Track::Rotation(vec![Quat::IDENTITY, Quat::from_rotation_z(1.0)]);
    let times = vec![0.0, 1.0];
    let channel = Channel { target: NodeId(1), interpolation: Interpolation::Linear, times, track };
    let animation = Animation { last: 1.0, ticks_per_second: 10.0, channels: vec![channel], ..Animation::default() };
    scene.animations.push(animation);
    let (bytes, _) = write(&scene, &options("spec"));
    assert_eq!(solids(&bytes), [None, Some(1)]);
}

#[test]
fn the_smallest_mesh_of_a_static_model_is_the_last_whatever_its_level() {
    let mut scene = import(&named("two-levels.bmd").bytes);
    // The near level becomes the smaller one: the far one gets another triangle of its own vertices.
    let mesh = &mut scene.meshes[1];
    let more: Vec<_> = mesh.positions.iter().map(|p| *p + Vec3::X * 40.0).collect();
    mesh.positions.extend(more);
    mesh.normals.extend_from_within(..);
    mesh.parts[0].faces = retromesh_core::mesh::Faces::Triangles(vec![[0, 1, 2], [3, 4, 5]]);
    let (bytes, _) = write(&scene, &options("bgbtech"));
    let document = Document::parse_with(&bytes, &ImportOptions::default(), &mut Diagnostics::new()).unwrap();
    let counts: Vec<u16> = document.meshes.iter().map(|mesh| mesh.def.vertex_count).collect();
    assert_eq!((counts, document.levels()), (vec![6, 3], vec![vec![1], vec![0]]));
    assert!(
        document
            .lint(retromesh_testkit::target(&retromesh_bmd::FORMAT, "bgbtech"))
            .iter()
            .all(|lint| lint.rule.id != "bmd-last-mesh")
    );
    assert_eq!(import(&bytes).nodes[0].lod.unwrap().level, 0);
}

#[test]
fn clips_of_a_scene_without_bones_are_counted_as_lost() {
    let mut scene = import(&named("flat64.bmd").bytes);
    scene.animations = vec![Animation { last: 5.0, ticks_per_second: 10.0, ..Animation::default() }; 3];
    for target in ["bgbtech", "spec"] {
        let (bytes, diagnostics) = write(&scene, &options(target));
        assert_eq!((import(&bytes).animations.len(), diagnostics.count(Code::LostKeys)), (0, 3));
    }
}

#[test]
fn the_texture_that_colours_is_shown_and_what_goes_is_reported() {
    let mut scene = import(&named("path-names.bmd").bytes);
    let textured = scene.materials.iter().position(|material| !material.layers.is_empty()).unwrap();
    let material = &mut scene.materials[textured];
    material.base_color = glam::Vec4::new(0.3, 0.5, 1.0, 1.0);
    let mut light = material.layers[0].clone();
    light.role = TextureRole::Lightmap;
    material.layers.insert(0, light);
    let shown = material.name.clone();
    let (bytes, diagnostics) = write(&scene, &options("spec"));
    assert!(import(&bytes).materials.iter().any(|material| material.name == shown), "{shown}");
    assert_eq!(diagnostics.count(Code::LostTextureLayer), 1);
    assert!(diagnostics.entries().iter().any(|entry| entry.detail == "colours under a texture"));
}

/// The format goes on from the last frame to the first, at its pace.
#[test]
fn loops_that_do_not_close_are_reported_to_last_longer() {
    let reported = |scene: &Scene| {
        let diagnostics = write(scene, &options("spec")).1;
        let round = |entry: &&retromesh_core::Diagnostic| entry.detail.contains("come from their last pose round");
        diagnostics.entries().iter().filter(round).map(|entry| entry.count).sum::<u64>()
    };
    let mut scene = import(&named("clip-loop.bmd").bytes);
    let length = |scene: &Scene| scene.animations[0].last / scene.animations[0].ticks_per_second;
    assert_eq!(reported(&scene), 0);
    assert_eq!(length(&import(&write(&scene, &options("spec")).0)), length(&scene));
    // Cut off before the way round.
    scene.animations[0].last -= 2.0;
    assert_eq!(reported(&scene), 1);
    assert!(length(&import(&write(&scene, &options("spec")).0)) > length(&scene));
}

#[test]
fn short_names_of_textures_get_an_end_that_the_engine_takes_off() {
    let mut scene = textured("ab.png");
    for (target, written) in [("bgbtech", "ab.dds"), ("spec", "ab")] {
        let (bytes, _) = write(&scene, &options(target));
        let document = Document::parse_with(&bytes, &ImportOptions::default(), &mut Diagnostics::new()).unwrap();
        assert_eq!(document.meshes[0].material.as_ref().unwrap().to_string(), written, "{target}");
        let has_short = document.lint(None).iter().any(|lint| lint.rule.id == "bmd-short-name");
        assert_eq!(has_short, target == "spec");
        assert_eq!(import(&bytes).images[0].path, import(&write(&scene, &options("spec")).0).images[0].path);
    }
    scene = textured("skin.png");
    let (bytes, _) = write(&scene, &options("bgbtech"));
    let document = Document::parse_with(&bytes, &ImportOptions::default(), &mut Diagnostics::new()).unwrap();
    assert_eq!(document.meshes[0].material.as_ref().unwrap().to_string(), "skin");
    // A new picture is of another kind than the engine loads.
    scene.images[0].data = Some(ImageData { mime: "image/png".into(), bytes: b"\x89PNG".to_vec() });
    let count = |scene: &Scene| write(scene, &options("bgbtech")).1.count(Code::ChangedImage);
    assert_eq!((count(&textured("skin.png")), count(&scene)), (0, 1));
}

/// A model with a texture whose image has this path.
fn textured(path: &str) -> Scene {
    let textured = |file: &File| !import(&file.bytes).images.is_empty();
    let mut scene = import(&good().into_iter().find(textured).unwrap().bytes);
    scene.images.iter_mut().for_each(|image| {
        path.clone_into(&mut image.path);
        image.uri = None;
    });
    scene
}

#[test]
fn vertices_out_of_reach_are_refused() {
    let mut scene = import(&named("exponents.bmd").bytes);
    for (x, error) in [
        (130_560.0, None),
        (131_072.0, None),
        (
            131_073.0,
            Some(
                "bmd: cannot be written: a vertex 131073 units from its bone; the maximum is 131072: make the model smaller",
            ),
        ),
    ] {
        scene.meshes[0].positions[0].x = x;
        let valid = scene.validate().unwrap();
        let written = Document::from_scene_with(&valid, &ExportOptions::default(), &mut Diagnostics::new());
        assert_eq!(written.err().map(|e| e.to_string()).as_deref(), error, "{x}");
    }
}

#[test]
fn a_base_that_a_program_computed_is_the_fixed_bone() {
    let first = import(&named("rig.bmd").bytes);
    let base = first.skeletons[0].joints[0];
    let bones = |turned: f32| {
        let mut scene = first.clone();
        scene[base].transform = Trs { rotation: Quat::from_rotation_x(turned), ..Trs::IDENTITY }.into();
        let bytes = write(&scene, &options("bgbtech")).0;
        let document = Document::parse_with(&bytes, &ImportOptions::default(), &mut Diagnostics::new()).unwrap();
        document.bones.len()
    };
    let own = bones(0.0);
    assert_eq!([bones(2e-8), bones(0.1)], [own, own + 1]);
}
