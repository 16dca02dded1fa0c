//! glTF for Luanti, held to what the bytes of the b3d file say: read here by a chunk walk of its own, and computed by hand.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]
#![cfg(all(feature = "b3d", feature = "gltf"))]

use crate::walk::{Glb, Model, Node};
use retromesh::keyframes::Track;
use retromesh::material::Material;
use retromesh::{
    Code, Diagnostics, ExportOptions, FrameTable, ImportOptions, NoFiles, Request, Scene, Source, format_by_extension,
};
use retromesh_testkit::luanti::played;
use retromesh_testkit::{File, fixtures};
use serde_json::Value;

pub(crate) const TARGETS: [&str; 2] = ["luanti", "luanti-frames"];

fn scene(bytes: &[u8]) -> Option<Scene> {
    let (options, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
    let model = format_by_extension("b3d").unwrap().read(bytes, &NoFiles, &options, &mut diagnostics).ok()?;
    model.to_scene_with(&options, &mut diagnostics).ok()
}

fn options(target: &str, luanti_use: &str) -> ExportOptions {
    let mut options = ExportOptions::default();
    options.target = Some(target.into());
    options.settings.set("luanti-use", [luanti_use.to_owned()]);
    options
}

fn write(scene: &Scene, options: &ExportOptions) -> Vec<u8> {
    format_by_extension("glb")
        .unwrap()
        .write(&scene.validate().unwrap(), options, &mut Diagnostics::new())
        .unwrap()
        .bytes
}

fn table(scene: &Scene, options: &ExportOptions) -> Option<FrameTable> {
    format_by_extension("glb").unwrap().frame_table(&scene.validate().unwrap(), options).unwrap()
}

fn near(a: f32, b: f32) -> bool {
    (a - b).abs() <= 1e-6 * a.abs().max(b.abs()).max(1.0)
}

/// What a file had that was looked at.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Seen {
    pub(crate) nodes: usize,
    pub(crate) triangles: usize,
    pub(crate) slots: usize,
    pub(crate) keys: usize,
}

pub(crate) fn judge(file: &File, target: &str, luanti_use: &str) -> Option<Seen> {
    let name = format!("{} for {target} {luanti_use}", file.name);
    let scene = scene(&file.bytes)?;
    let model = Model::read(&file.bytes);
    let glb = Glb::read(&write(&scene, &options(target, luanti_use)));
    let mut seen = Seen::default();
    for key in ["images", "extensionsRequired"] {
        assert!(glb.json.get(key).is_none(), "{name}: {key}");
    }
    assert!(!glb.text().contains("\"sparse\"") && !glb.text().contains("CUBICSPLINE"), "{name}");
    let scale = if luanti_use == "node" && model.is_static() { 10.0 } else { 1.0 };
    mirror(&name, &model, &glb, scale, &mut seen);
    slots(&name, &model, &glb, scale, &mut seen);
    times(&name, &model, &glb, target, &mut seen);
    weights(&name, &glb);
    Some(seen)
}

/// Positions are mirrored in z, turns accordingly; lengths are ten times as large where a node wants it.
fn mirror(name: &str, model: &Model, glb: &Glb, scale: f32, seen: &mut Seen) {
    for (i, node) in model.nodes.iter().enumerate() {
        let Node { position: [x, y, z], rotation: [w, a, b, c], scale: size, .. } = *node;
        let written = &glb.json["nodes"][i];
        let list = |key: &str, default: &[f32]| -> Vec<f32> {
            written[key].as_array().map_or(default.to_vec(), |v| v.iter().map(|x| x.as_f64().unwrap() as f32).collect())
        };
        let translation = list("translation", &[0.0; 3]);
        let length = (w * w + a * a + b * b + c * c).sqrt();
        let turn = list("rotation", &[0.0, 0.0, 0.0, 1.0]);
        let expected = [a / length, b / length, -c / length, w / length];
        let dot: f32 = turn.iter().zip(expected).map(|(a, b)| a * b).sum();
        assert!(written.get("matrix").is_none(), "{name}: node {i} has a matrix");
        for (found, expected) in translation.iter().zip([x * scale, y * scale, -z * scale]) {
            assert!(near(*found, expected), "{name}: node {i} at {translation:?}");
        }
        assert!(length == 0.0 || dot.abs() > 0.999_999, "{name}: node {i} turned {turn:?}, not {expected:?}");
        assert!(list("scale", &[1.0; 3]).iter().zip(size).all(|(a, b)| near(*a, b)), "{name}: node {i} scale");
        seen.nodes += 1;
    }
}

/// Each `TRIS` chunk has the texture slot of its number, and its triangles are there in their order, mirrored and turned round.
fn slots(name: &str, model: &Model, glb: &Glb, scale: f32, seen: &mut Seen) {
    let textures = glb.json["textures"].as_array().cloned().unwrap_or_default();
    assert_eq!(textures.len(), model.tris.len(), "{name}: texture slots");
    assert!(textures.iter().all(|texture| texture.get("source").is_none()), "{name}: a texture has an image");
    assert_eq!(glb.json["materials"].as_array().map_or(0, Vec::len), model.tris.len(), "{name}: materials");
    let mut next = 0;
    for (slot, tris) in model.tris.iter().enumerate() {
        let primitive = glb.primitives(tris.node).into_iter().find(|p| p["material"].as_u64() == Some(slot as u64));
        let primitive = primitive.unwrap_or_else(|| panic!("{name}: no primitive for TRIS {slot}"));
        let color = &glb.json["materials"][slot]["pbrMetallicRoughness"]["baseColorTexture"];
        assert_eq!(color["index"].as_u64(), Some(slot as u64), "{name}: slot of TRIS {slot}");
        assert_eq!(color["texCoord"].as_u64().unwrap_or(0), 0, "{name}");
        assert!(slot >= next, "{name}: order");
        next = slot + 1;
        let positions = glb.vectors(&primitive["attributes"]["POSITION"]);
        assert!(positions.len() < 65_535, "{name}: {} vertices", positions.len());
        let indices = glb.indices(&primitive["indices"]);
        assert_eq!(indices.len(), tris.corners.len() * 3, "{name}: triangles of TRIS {slot}");
        for (found, expected) in indices.chunks(3).zip(&tris.corners) {
            let [a, b, c] = expected.map(|[x, y, z]| [x * scale, y * scale, -z * scale]);
            let corners: Vec<[f32; 3]> = found.iter().map(|&v| positions[v as usize]).collect();
            // Turned round; whichever corner is first.
            let same = [[a, c, b], [c, b, a], [b, a, c]]
                .iter()
                .any(|turned| turned.iter().flatten().zip(corners.iter().flatten()).all(|(a, b)| near(*a, *b)));
            assert!(same, "{name}: TRIS {slot}: {corners:?} for {expected:?}");
        }
        seen.triangles += tris.corners.len();
        seen.slots += 1;
    }
}

/// Keys are at `(frame - 1) / rate` seconds, or at `frame - 1`.
fn times(name: &str, model: &Model, glb: &Glb, target: &str, seen: &mut Seen) {
    let animations = glb.json["animations"].as_array().cloned().unwrap_or_default();
    let frames: Vec<i32> = model.keys.values().flatten().flatten().copied().collect();
    let Some(&first) = frames.iter().min() else {
        assert!(animations.is_empty(), "{name}: an animation from nowhere");
        return;
    };
    assert_eq!(animations.len(), 1, "{name}: one animation over the whole timeline");
    // Files that begin before frame 1 begin at 0 as well; the frame table says the moved numbers.
    let start = first.min(1);
    let time = |frame: i32| {
        let frames = f64::from(frame) - f64::from(start);
        (if target == "luanti" { frames / f64::from(model.rate()) } else { frames }) as f32
    };
    let end = time(model.last_frame());
    for channel in animations[0]["channels"].as_array().unwrap() {
        let node = channel["target"]["node"].as_u64().unwrap() as usize;
        let path = ["translation", "scale", "rotation"].iter().position(|p| channel["target"]["path"] == **p).unwrap();
        let sampler = &animations[0]["samplers"][channel["sampler"].as_u64().unwrap() as usize];
        let found = glb.scalars(&sampler["input"]);
        let mut expected: Vec<i32> = model.keys[&node][path].clone();
        expected.sort_unstable();
        expected.dedup();
        let mut expected: Vec<f32> = expected.into_iter().map(time).collect();
        // One channel is held to both ends of the timeline, so that players know its length.
        if found.len() > expected.len() && expected.first() != Some(&0.0) {
            expected.insert(0, 0.0);
        }
        if found.len() > expected.len() {
            expected.push(end);
        }
        assert_eq!(found.len(), expected.len(), "{name}: node {node} {path}: {found:?} for {expected:?}");
        assert!(found.iter().zip(&expected).all(|(a, b)| near(*a, *b)), "{name}: {found:?} for {expected:?}");
        seen.keys += expected.len();
    }
}

/// The weights of each vertex are at most four and add up to one.
fn weights(name: &str, glb: &Glb) {
    for primitive in
        glb.json["meshes"].as_array().into_iter().flatten().flat_map(|m| m["primitives"].as_array().unwrap())
    {
        assert!(primitive["attributes"].get("JOINTS_1").is_none(), "{name}: a second set of joints");
        let Some(weights) = primitive["attributes"].get("WEIGHTS_0") else { continue };
        for row in glb.floats(weights).chunks(4) {
            assert!((row.iter().sum::<f32>() - 1.0).abs() < 1e-6 && row.iter().all(|w| *w >= 0.0), "{name}: {row:?}");
        }
    }
}

#[test]
fn fixtures_come_out_as_computed() {
    let files = fixtures("b3d", "b3d", 50);
    let judged = files.iter().filter(|file| !file.name.starts_with("bad/") && !file.name.starts_with("crafted/"));
    let plain = judged.filter(|file| Model::is_plain(&file.bytes));
    let count = plain.filter_map(|file| judge(file, "luanti", "node").and(judge(file, "luanti-frames", "entity")));
    assert!(count.count() >= 40);
}

#[test]
fn frames_are_named_as_mods_name_them() {
    let file = fixtures("b3d", "b3d", 50).into_iter().find(|file| file.name == "seqs.b3d").unwrap();
    let (scene, model) = (scene(&file.bytes).unwrap(), Model::read(&file.bytes));
    assert!(!model.sequences.is_empty());
    for target in TARGETS {
        let found = table(&scene, &options(target, "entity")).unwrap();
        let rate = model.rate();
        let (unit, speed) = if target == "luanti" { (rate, 1.0) } else { (1.0, rate) };
        assert_eq!((found.speed, found.ranges.len(), found.separate), (speed, model.sequences.len(), false));
        for (range, (name, first, last)) in found.ranges.iter().zip(&model.sequences) {
            let number = |frame: i32| (frame - 1) as f32 / unit;
            assert_eq!((&range.name, range.first, range.last), (name, number(*first), number(*last)), "{target}");
        }
        let mut named = options(target, "entity");
        named.settings.set("clips", ["named".to_owned()]);
        let own = table(&scene, &named).unwrap();
        assert!(own.separate && own.ranges.iter().all(|range| range.first == 0.0));
        let glb = Glb::read(&write(&scene, &named));
        let names: Vec<&Value> = glb.json["animations"].as_array().unwrap().iter().map(|a| &a["name"]).collect();
        for (range, (name, ..)) in own.ranges.iter().zip(&model.sequences) {
            let written = if name.is_empty() { Value::Null } else { Value::from(name.as_str()) };
            assert!(names.contains(&&written) && range.name == *name, "{name}: {names:?}");
        }
    }
}

#[test]
fn clips_of_their_own_end_at_the_nearest_number_of_seconds() {
    let file = fixtures("b3d", "b3d", 50).into_iter().find(|file| file.name == "seqs.b3d").unwrap();
    let mut scene = scene(&file.bytes).unwrap();
    let mut named = options("luanti", "entity");
    named.settings.set("clips", ["named".to_owned()]);
    for (rate, first, last) in [(30.0, 0.0, 40.0), (30.0, 41.0, 81.0), (24.0, 187.0, 198.0), (15.0, 1001.0, 1018.0)] {
        let animation = &mut scene.animations[0];
        animation.ticks_per_second = rate;
        (animation.first, animation.last) = (1.0, last + 1.0);
        animation.clips.truncate(1);
        (animation.clips[0].first, animation.clips[0].last) = (first + 1.0, last + 1.0);
        for channel in &mut animation.channels {
            channel.times = vec![first + 1.0, last + 1.0];
            match &mut channel.track {
                Track::Translation(values) | Track::Scale(values) => values.truncate(2),
                Track::Rotation(values) => values.truncate(2),
                Track::Weights { .. } => {}
            }
        }
        let glb = Glb::read(&write(&scene, &named));
        let end = ((f64::from(last) - f64::from(first)) / f64::from(rate)) as f32;
        for sampler in glb.json["animations"][0]["samplers"].as_array().unwrap() {
            assert_eq!(glb.scalars(&sampler["input"]), [0.0, end], "{first} to {last} at {rate}");
        }
        assert_eq!(table(&scene, &named).unwrap().ranges[0].last, end);
    }
}

#[test]
fn text_files_hold_their_buffer() {
    let file = fixtures("b3d", "b3d", 50).into_iter().find(|file| file.name == "letter-f.b3d").unwrap();
    let mut options = options("luanti", "entity");
    options.file_name = "letter-f.gltf".into();
    let gltf = format_by_extension("gltf").unwrap();
    let output =
        gltf.write(&scene(&file.bytes).unwrap().validate().unwrap(), &options, &mut Diagnostics::new()).unwrap();
    assert!(output.sidecars.is_empty());
    let json: Value = serde_json::from_slice(&output.bytes).unwrap();
    let uri = json["buffers"][0]["uri"].as_str().unwrap();
    assert!(uri.starts_with("data:application/octet-stream;base64,"), "{uri}");
    let options = ImportOptions::default();
    let model = gltf.read(&output.bytes, &NoFiles, &options, &mut Diagnostics::strict()).unwrap();
    assert!(model.to_scene_with(&options, &mut Diagnostics::strict()).unwrap().meshes[0].triangle_count() > 0);
}

#[test]
fn unknown_targets_name_the_known_ones() {
    let error = format_by_extension("glb")
        .unwrap()
        .write(&Scene::default().validate().unwrap(), &options("minetest", "entity"), &mut Diagnostics::new())
        .unwrap_err();
    let text = error.to_string();
    assert!(["minetest", "generic", "luanti", "luanti-frames"].iter().all(|name| text.contains(name)), "{text}");
}

/// The engine numbers materials by their parts: one without a part has no number.
#[test]
fn materials_that_no_part_uses_are_reported() {
    let file = fixtures("b3d", "b3d", 1).into_iter().find(|file| file.name == "letter-f.b3d").unwrap();
    let mut scene = scene(&file.bytes).unwrap();
    for unused in 0..3 {
        for (target, expected) in [("luanti", unused), ("luanti-frames", unused), ("generic", 0)] {
            let mut diagnostics = Diagnostics::new();
            let options = options(target, "entity");
            format_by_extension("glb").unwrap().write(&scene.validate().unwrap(), &options, &mut diagnostics).unwrap();
            let reported = diagnostics.entries().iter().filter(|entry| entry.code == Code::LostMaterials);
            assert_eq!(reported.map(|entry| entry.count).sum::<u64>(), expected, "{target}");
            assert!(diagnostics.entries().iter().all(|entry| entry.code != Code::LostNames), "{target}");
        }
        scene.materials.push(Material { name: "unused".into(), ..Material::default() });
    }
}

#[test]
fn a_file_without_triangles_is_reported_as_the_engine_refuses_it() {
    for (name, expected) in [("minimal.b3d", 1), ("triangle.b3d", 0)] {
        let file = fixtures("b3d", "b3d", 50).into_iter().find(|file| file.name == name).unwrap();
        let scene = scene(&file.bytes).unwrap();
        for target in TARGETS {
            let mut diagnostics = Diagnostics::new();
            let glb = format_by_extension("glb").unwrap();
            glb.write(&scene.validate().unwrap(), &options(target, "entity"), &mut diagnostics).unwrap();
            assert_eq!(diagnostics.count(Code::EmptyModel), expected, "{name} {target}");
        }
    }
}

/// Returns what a file becomes for Luanti, and how many of its keys are said to be lost.
fn converted(bytes: &[u8], (to, target): (&str, &str), keys: Option<&str>) -> Option<(Vec<u8>, u64)> {
    let (mut import, mut export, mut found) = (ImportOptions::default(), ExportOptions::default(), Diagnostics::new());
    export.target = Some(target.to_owned());
    keys.into_iter().for_each(|keys| import.settings.set("keys", [keys.to_owned()]));
    let source = Source::from_bytes(bytes.to_vec(), std::path::Path::new("model.b3d"), &import.limits).ok()?;
    let request = Request::new(&import, &export);
    let made = retromesh::convert_source(&source, format_by_extension(to).unwrap(), &request, &mut found).ok()?;
    Some((made.output.bytes, found.count(Code::LostKeys)))
}

/// What is written for the engine moves as the engine shows the original; what another engine plays is lost, which is said.
#[test]
fn keys_are_those_that_the_engine_plays_of_the_original() {
    // The keys that the engine does not play, of each file that it plays otherwise than Blitz3D.
    let lossy = [
        ("everything.b3d", 2),
        ("frame-base-0.b3d", 0),
        ("keys-masks-mixed.b3d", 4),
        ("keys-negative-frame.b3d", 0),
        ("keys-same-frame-across.b3d", 2),
        ("keys-same-frame-twice.b3d", 1),
        ("keys-split-by-component.b3d", 2),
        ("keys-split-by-range.b3d", 4),
        ("keys-unsorted.b3d", 2),
    ];
    let (mut found, mut same) = (Vec::new(), 0);
    for file in fixtures("b3d", "b3d", 180).into_iter().filter(|file| !file.name.starts_with("bad/")) {
        for to in [("glb", "luanti"), ("glb", "luanti-frames"), ("b3d", "luanti")] {
            let Some((written, lost)) = converted(&file.bytes, to, None) else { continue };
            let (expected, _) = converted(&played(&file.bytes), to, Some("all")).unwrap();
            assert_eq!(written, expected, "{} for {to:?}", file.name);
            let (all, _) = converted(&file.bytes, to, Some("all")).unwrap();
            same += usize::from(written == all);
            if written != all && to.0 == "b3d" {
                found.push((file.name.clone(), lost));
            }
        }
    }
    assert_eq!(found, lossy.map(|(name, lost)| (name.to_owned(), lost)));
    assert!(same > 250, "{same}");
}

/// The engine negates x of OBJ files, and z of glTF files.
#[test]
fn an_obj_faces_as_before() {
    let bytes = b"v 0.5 0 0\nv 0 0 0.25\nv 0 1 2\nf 1 2 3\n".to_vec();
    let source = Source::from_bytes(bytes, std::path::Path::new("a.obj"), &retromesh::Limits::default()).unwrap();
    for target in TARGETS {
        let (import, export) = (ImportOptions::default(), options(target, "entity"));
        let to = format_by_extension("glb").unwrap();
        let done = retromesh::convert_source(&source, to, &Request::new(&import, &export), &mut Diagnostics::new());
        let output = done.unwrap().output;
        let model = to.read(&output.bytes, &NoFiles, &import, &mut Diagnostics::new()).unwrap();
        let scene = model.to_scene_with(&import, &mut Diagnostics::new()).unwrap();
        let mut seen: Vec<[f32; 3]> = scene.meshes[0].positions.iter().map(|p| [p.x, p.y, -p.z]).collect();
        seen.sort_by(|a, b| a.partial_cmp(b).unwrap());
        assert_eq!(seen, [[-0.5, 0.0, 0.0], [0.0, 0.0, 0.25], [0.0, 1.0, 2.0]], "{target}");
    }
}

/// The engine ignores `o` and material libraries: slots are groups, and `usemtl` begins one in a group.
#[test]
fn an_obj_has_the_slots_that_the_engine_makes() {
    // Statements, `f` for a face each, and the faces of each slot.
    let rows: [(&str, &[usize], u64); 7] = [
        ("o a;f;o b;f;f", &[3], 0),
        ("usemtl wood;f;usemtl cloth;f;usemtl wood;f", &[3], 1),
        ("g leg;f;g seat;f;f;g leg;f", &[2, 2], 0),
        ("usemtl wood;g leg;f;g seat;f;g leg;f", &[1, 1, 1], 0),
        ("f;g leg;usemtl wood;f;s 1;f;usemtl wood;f;usemtl;f", &[1, 3, 1], 0),
        ("g b a;f;g;f;g default;f;g b;f", &[2, 2], 0),
        ("usemtl cloth;o a;f;usemtl wood;o b;g leg;f", &[1, 1], 0),
    ];
    for ((text, expected, shared), target) in rows.into_iter().flat_map(|row| TARGETS.map(|target| (row, target))) {
        let face = |line| if line == "f" { "f 1 2 3" } else { line };
        let lines: Vec<&str> = text.split(';').map(face).collect();
        let text = format!("v 0 0 0\nv 1 0 0\nv 0 1 0\n{}\n", lines.join("\n"));
        let path = std::path::Path::new("a.obj");
        let source = Source::from_bytes(text.clone().into_bytes(), path, &retromesh::Limits::default()).unwrap();
        let (import, export, mut found) = (ImportOptions::default(), options(target, "entity"), Diagnostics::new());
        let to = format_by_extension("glb").unwrap();
        let done = retromesh::convert_source(&source, to, &Request::new(&import, &export), &mut found).unwrap();
        let model = to.read(&done.output.bytes, &NoFiles, &import, &mut Diagnostics::new()).unwrap();
        let scene = model.to_scene_with(&import, &mut Diagnostics::new()).unwrap();
        let slots: Vec<usize> = scene.meshes[0].parts.iter().map(|part| part.faces.len()).collect();
        assert_eq!((scene.meshes.len(), slots.as_slice()), (1, expected), "{target}: {text}");
        let lost = found.entries().iter().filter(|entry| entry.code == Code::LostMaterials);
        assert_eq!(lost.map(|entry| entry.count).sum::<u64>(), shared, "{target}: {text}");
    }
}

/// Lua that counts seconds plays a file of frames wrong, and the other way round.
#[test]
fn a_file_says_whether_its_times_are_frames() {
    let file = fixtures("b3d", "b3d", 1).into_iter().find(|file| file.name == "seqs.b3d").unwrap();
    let scene = scene(&file.bytes).unwrap();
    for (made, other, rule) in
        [("luanti", "luanti-frames", "gltf-times-in-seconds"), ("luanti-frames", "luanti", "gltf-times-in-frames")]
    {
        let bytes = write(&scene, &options(made, "entity"));
        let gltf = format_by_extension("glb").unwrap();
        let model = gltf.read(&bytes, &NoFiles, &ImportOptions::default(), &mut Diagnostics::new()).unwrap();
        let found = |target: &str| {
            let target = gltf.info().target(target).unwrap();
            let lints = model.as_lint().unwrap().lint(Some(target)).into_iter();
            lints.map(|lint| lint.rule.id).collect::<Vec<_>>()
        };
        assert_eq!((found(made), found(other)), (vec![], vec![rule]));
        assert_eq!(model.version().contains("times in frames"), made == "luanti-frames");
    }
}
