//! BOGLE scenes on their way to glTF and back, through files.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::print_stdout)]

use glam::{Mat4, Quat, Vec3};
use retromesh::material::TextureRole;
use retromesh::scene::LightKind;
use retromesh::{
    Diagnostics, ExportOptions, Format, ImportOptions, NoFiles, Request, Scene, convert, format_by_extension, open,
};
use retromesh_bogle::Document;
use retromesh_bogle::document::{Collection, Placement};
use retromesh_testkit::glb_pose::PosedGlb;
use retromesh_testkit::{File, fixtures};
use serde_json::Value;
use std::path::Path;

fn format(extension: &str) -> &'static dyn Format {
    format_by_extension(extension).unwrap()
}

pub(crate) fn read(extension: &str, bytes: &[u8]) -> Scene {
    let (options, diagnostics) = (ImportOptions::default(), &mut Diagnostics::new());
    format(extension)
        .read(bytes, &NoFiles, &options, diagnostics)
        .unwrap()
        .to_scene_with(&options, diagnostics)
        .unwrap()
}

pub(crate) fn write(extension: &str, scene: &Scene) -> Vec<u8> {
    format(extension)
        .write(&scene.validate().unwrap(), &ExportOptions::default(), &mut Diagnostics::new())
        .unwrap()
        .bytes
}

fn fixture(name: &str) -> File {
    fixtures("bgl", "bgl", 80).into_iter().find(|file| file.name == name).unwrap()
}

/// Returns the JSON of a binary glTF file.
fn json(glb: &[u8]) -> Value {
    let end = 20 + u32::from_le_bytes(glb[12..16].try_into().unwrap()) as usize;
    serde_json::from_slice(&glb[20..end]).unwrap()
}

fn glb_of(name: &str) -> (Vec<u8>, Value) {
    let glb = write("glb", &read("bgl", &fixture(name).bytes));
    let json = json(&glb);
    (glb, json)
}

/// From GLB to BOGLE to GLB.
pub(crate) fn there_and_back(glb: &[u8]) -> Vec<u8> {
    write("glb", &read("bgl", &write("bgl", &read("glb", glb))))
}

#[test]
fn cameras_survive() {
    let (glb, before) = glb_of("cameras.bgl");
    let after = json(&there_and_back(&glb));
    // The writer knows one kind of camera, and the third one's angle is none.
    let plain = |json: &Value| -> Vec<Value> {
        let mut cameras: Vec<Value> = json["cameras"].as_array().unwrap().iter().take(2).cloned().collect();
        for camera in &mut cameras {
            assert_eq!(camera["type"], "perspective");
            camera["extras"].as_object_mut().unwrap().remove("bgl.type");
        }
        cameras
    };
    assert_eq!(plain(&before).len(), 2);
    assert_eq!(plain(&before), plain(&after));
    assert_eq!(places(&before, "camera"), places(&after, "camera"));
}

#[test]
fn lights_survive() {
    let (glb, before) = glb_of("lights.bgl");
    let after = json(&there_and_back(&glb));
    let lights = |json: &Value| json["extensions"]["KHR_lights_punctual"]["lights"].clone();
    let kinds: Vec<_> = lights(&before).as_array().unwrap().iter().map(|light| light["type"].clone()).collect();
    assert_eq!(kinds, ["spot", "directional", "point"]);
    assert_eq!(lights(&before), lights(&after));
    let (before, after) = (read("glb", &glb), read("glb", &there_and_back(&glb)));
    assert_eq!((before.lights, before.ambient), (after.lights, after.ambient));
    let spot = before_light(&glb_of("lights.bgl").0);
    assert!((spot - 0.375).abs() < 1e-6, "{spot}");
}

fn before_light(glb: &[u8]) -> f32 {
    let LightKind::Spot { outer_angle, .. } = read("glb", glb).lights[0].kind else { panic!("no spot") };
    outer_angle
}

/// Returns the world matrices of the nodes that hold something, in the order of what they hold.
fn places(json: &Value, what: &str) -> Vec<(u64, Vec<i64>)> {
    let nodes = json["nodes"].as_array().unwrap();
    let mut world = vec![None; nodes.len()];
    let mut stack: Vec<(usize, Mat4)> = json["scenes"][0]["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|n| (n.as_u64().unwrap() as usize, Mat4::IDENTITY))
        .collect();
    while let Some((n, above)) = stack.pop() {
        let numbers = |key: &str| -> Option<Vec<f32>> {
            Some(nodes[n][key].as_array()?.iter().map(|x| x.as_f64().unwrap() as f32).collect())
        };
        let local = match numbers("matrix") {
            Some(m) => Mat4::from_cols_slice(&m),
            None => Mat4::from_scale_rotation_translation(
                numbers("scale").map_or(Vec3::ONE, |v| Vec3::from_slice(&v)),
                numbers("rotation").map_or(Quat::IDENTITY, |v| Quat::from_slice(&v)),
                numbers("translation").map_or(Vec3::ZERO, |v| Vec3::from_slice(&v)),
            ),
        };
        world[n] = Some(above * local);
        for child in nodes[n]["children"].as_array().into_iter().flatten() {
            stack.push((child.as_u64().unwrap() as usize, above * local));
        }
    }
    let rounded = |m: Mat4| m.to_cols_array().iter().map(|x| (x * 1e4).round() as i64).collect();
    let mut places: Vec<(u64, Vec<i64>)> =
        nodes.iter().zip(world).filter_map(|(node, world)| Some((node[what].as_u64()?, rounded(world?)))).collect();
    places.sort();
    places
}

const ROLES: [TextureRole; 8] = [
    TextureRole::Ambient,
    TextureRole::Emissive,
    TextureRole::Color,
    TextureRole::Specular,
    TextureRole::SpecularPower,
    TextureRole::Normal,
    TextureRole::Bump,
    TextureRole::Opacity,
];

/// The maps of a material: role and file name.
pub(crate) fn maps(scene: &Scene, material: usize) -> Vec<(TextureRole, String)> {
    let layers = &scene.materials[material].layers;
    let name = |texture: retromesh::TextureId| {
        let image = scene.textures[texture.index()].image.unwrap();
        scene.images[image.index()].file_name().to_owned()
    };
    layers.iter().map(|layer| (layer.role, name(layer.texture))).collect()
}

#[test]
fn materials_keep_all_maps_and_factors() {
    let (glb, before) = glb_of("eight-textures.bgl");
    let (scene, again) = (read("glb", &glb), read("glb", &there_and_back(&glb)));
    let all: Vec<TextureRole> =
        (0..scene.materials.len()).flat_map(|m| maps(&scene, m)).map(|(role, _)| role).collect();
    for role in ROLES {
        assert!(all.contains(&role), "{role:?}");
    }
    for m in 0..scene.materials.len() {
        assert_eq!(maps(&scene, m), maps(&again, m));
        let strip = |scene: &Scene| retromesh::material::Material { layers: Vec::new(), ..scene.materials[m].clone() };
        assert_eq!(strip(&scene), strip(&again));
    }
    // The core holds what it has a slot for, the extras hold all.
    let material = &before["materials"][0];
    assert!(material["pbrMetallicRoughness"]["baseColorTexture"].is_object(), "{material}");
    assert!(material["emissiveTexture"].is_object(), "{material}");
    // Textures are named as the engine looks them up: by stem, always PNG.
    for (texture, image) in
        scene.textures.iter().map(|texture| (texture, &scene.images[texture.image.unwrap().index()]))
    {
        assert_eq!(image.path, format!("{}.png", texture.name));
    }
}

#[test]
fn skeletons_and_clips_survive() {
    for name in ["skin.bgl", "skin-rotated.bgl", "bone-order.bgl", "shared-skeleton.bgl"] {
        let (glb, before) = glb_of(name);
        let back = there_and_back(&glb);
        let after = json(&back);
        let count = |json: &Value, key: &str| json[key].as_array().map_or(0, Vec::len);
        assert_eq!(count(&before, "skins"), count(&after, "skins"), "{name}");
        let joints = |json: &Value| json["skins"][0]["joints"].as_array().unwrap().len();
        assert_eq!(joints(&before), joints(&after), "{name}");
        let clips = |json: &Value| -> Vec<Value> {
            json["animations"].as_array().unwrap().iter().map(|clip| clip["name"].clone()).collect()
        };
        assert_eq!(clips(&before), clips(&after), "{name}");
        let (one, two) = (PosedGlb::open(&glb), PosedGlb::open(&back));
        for clip in 0..clips(&before).len() {
            assert!((one.duration(clip) - two.duration(clip)).abs() < 1e-6, "{name}");
            for step in 0..=20 {
                let seconds = one.duration(clip) * step as f32 / 20.0;
                let (a, b) = (one.triangles(Some(clip), seconds), two.triangles(Some(clip), seconds));
                assert_eq!(a.len(), b.len(), "{name}");
                for (a, b) in a.iter().zip(&b) {
                    let apart = a.corners.iter().zip(b.corners).map(|(a, b)| a.distance(b)).fold(0.0, f32::max);
                    assert!(apart < 1e-4, "{name} clip {clip} at {seconds}: {apart}");
                }
            }
        }
    }
}

/// Where the rule of the format has the corners of a skinned instance at a moment, in Blender's axes: a bone turns by rest and key
/// and keeps its distance from the bone above.
fn ruled(document: &Document<'_>, instance: usize, animation: usize, seconds: f32) -> Vec<Vec3> {
    let instance = &document.instances[instance];
    let collection = &document.collections[instance.collection as usize - 1];
    let data = document.geometries[instance.geometry as usize - 1].data.as_ref().unwrap();
    let Placement::Matrix(matrix) = instance.placement else { panic!("not a matrix") };
    let (rest, posed) = (worlds(collection, None), worlds(collection, Some((animation, seconds))));
    let corner = |v: u32| {
        let v = v as usize;
        let position: Vec3 = data.vertices.get(v, 0).unwrap();
        let bones: [f32; 3] = data.vertices.get(v, 56).unwrap();
        let weights: [f32; 3] = data.vertices.get(v, 68).unwrap();
        let sum: f32 = weights.iter().sum();
        let skinned = bones.iter().zip(weights).map(|(&bone, weight)| {
            let bone = bone as usize;
            (posed[bone] * rest[bone].inverse()).transform_point3(position) * (weight / sum)
        });
        let position = if sum < 0.001 { position } else { skinned.sum() };
        Mat4::from_cols_array(&matrix).transform_point3(position)
    };
    data.indices.iter().map(corner).collect()
}

/// Returns the matrix of each bone in the object.
fn worlds(collection: &Collection<'_>, at: Option<(usize, f32)>) -> Vec<Mat4> {
    let mut worlds: Vec<Mat4> = Vec::new();
    for (b, bone) in collection.bones.iter().enumerate() {
        let (turn, offset) = at.map_or((Quat::IDENTITY, Vec3::ZERO), |(animation, seconds)| {
            let keys = &collection.animations[animation].keys;
            let times: Vec<f32> = keys.column(0).collect();
            let next = times.iter().position(|&time| time > seconds).unwrap_or(times.len() - 1).max(1);
            let t = ((seconds - times[next - 1]) / (times[next] - times[next - 1])).clamp(0.0, 1.0);
            let turn = |key| Quat::from_array(keys.get(key, 16 + 16 * b).unwrap()).normalize();
            let offset = |key| keys.get::<Vec3>(key, 4).unwrap();
            (turn(next - 1).slerp(turn(next), t), offset(next - 1).lerp(offset(next), t))
        });
        let rest = Quat::from_array(bone.rotation);
        let is_first_root = bone.parent == 0 && !collection.bones.iter().take(b).any(|bone| bone.parent == 0);
        let moved = Vec3::from_array(bone.position) + if is_first_root { offset } else { Vec3::ZERO };
        let local = Mat4::from_rotation_translation(rest * turn, rest * moved);
        let above = match bone.parent {
            0 => Mat4::from_cols_array(&collection.matrix),
            parent => worlds[parent as usize - 1],
        };
        worlds.push(above * local);
    }
    worlds
}

#[test]
fn poses_in_glb_follow_the_rule_of_fixed_joint_offsets() {
    // Of the real ones those with `armature_simple` and `many_bones` in their names.
    let skinned = ["skin.bgl", "skin-rotated.bgl", "trap-65-bones.bgl", "armature_simple", "many_bones"];
    let mut files = crate::files("bgl", "bgl", 80);
    files.retain(|file| skinned.iter().any(|name| file.name.contains(name)));
    let (mut poses, mut worst) = (0, 0.0f32);
    for file in &files {
        let document = Document::parse_with(&file.bytes, &ImportOptions::default(), &mut Diagnostics::new()).unwrap();
        let scene = read("bgl", &file.bytes);
        let glb = PosedGlb::open(&write("glb", &scene));
        let n = document.instances.iter().position(|i| i.collection != 0 && i.geometry != 0).unwrap();
        // The instance must be at the top, or its matrix is not that of the world.
        let node = scene
            .nodes
            .iter()
            .position(|node| node.mesh.as_deref().is_some_and(|mesh| mesh.skeleton.is_some()))
            .unwrap();
        assert_eq!(scene.nodes[node].parent, None, "{}", file.name);
        let collection = &document.collections[document.instances[n].collection as usize - 1];
        for clip in 0..collection.animations.len() {
            let first: f32 = collection.animations[clip].keys.get(0, 0).unwrap();
            for step in 0..=32 {
                let seconds = glb.duration(clip) * step as f32 / 32.0;
                let expected = ruled(&document, n, clip, first + seconds);
                let found = glb.triangles(Some(clip), seconds).into_iter().filter(|triangle| triangle.node == node);
                let found: Vec<Vec3> = found.flat_map(|triangle| triangle.corners).collect();
                assert_eq!(expected.len(), found.len(), "{}", file.name);
                for (expected, found) in expected.iter().zip(found) {
                    let apart = Vec3::new(expected.x, expected.z, -expected.y).distance(found);
                    worst = worst.max(apart);
                    assert!(apart < 1e-4, "{} clip {clip} at {seconds}: {apart}", file.name);
                }
                poses += 1;
            }
        }
    }
    println!("{} files, {poses} poses, corners at most {worst:.1e} from the rule", files.len());
    assert!(poses >= 66, "{poses}");
}

/// L16 keeps geometry in files of a sub-folder: both ways through the disk.
#[test]
fn geometry_files_are_written_and_read_next_to_the_model() {
    let folder = tempfile::tempdir().unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/bgl/two-materials.bgl");
    let (import, mut export) = (ImportOptions::default(), ExportOptions::default());
    let run = |input: &Path, output: &Path, export: &ExportOptions| {
        let diagnostics = &mut Diagnostics::new();
        convert(input, output, &Request::new(&import, export), diagnostics).unwrap();
    };
    let (l16, l15) = (folder.path().join("new/l16.bgl"), folder.path().join("l15.bgl"));
    export.target = Some("thirty-l16".to_owned());
    run(&source, &l16, &export);
    let files = std::fs::read_dir(folder.path().join("new/geometries")).unwrap().count();
    assert!(files > 0);
    let mut diagnostics = Diagnostics::new();
    let opened = open(&l16, &import, &mut diagnostics).unwrap();
    assert_eq!((opened.version.as_str(), diagnostics.entries()), ("L16", &[][..]));
    let plain = open(&source, &import, &mut Diagnostics::new()).unwrap().scene;
    assert_eq!(
        opened.scene.meshes.iter().map(|m| m.positions.clone()).collect::<Vec<_>>(),
        plain.meshes.iter().map(|m| m.positions.clone()).collect::<Vec<_>>()
    );
    // Back in one file it is what the source becomes without the detour.
    run(&l16, &l15, &ExportOptions::default());
    let direct = folder.path().join("direct.bgl");
    run(&source, &direct, &ExportOptions::default());
    assert_eq!(std::fs::read(&l15).unwrap(), std::fs::read(&direct).unwrap());
    // Without its geometry the file is still read, and says what is missing.
    std::fs::remove_dir_all(folder.path().join("new/geometries")).unwrap();
    let mut diagnostics = Diagnostics::new();
    open(&l16, &import, &mut diagnostics).unwrap();
    assert_eq!(diagnostics.count(retromesh::Code::MissingFile), files as u64);
}

#[test]
fn textures_are_found_where_the_engine_keeps_them() {
    let folder = tempfile::tempdir().unwrap();
    let model = folder.path().join("scene.bgl");
    std::fs::write(&model, fixture("eight-textures.bgl").bytes).unwrap();
    std::fs::create_dir(folder.path().join("textures")).unwrap();
    let scene = read("bgl", &fixture("eight-textures.bgl").bytes);
    let pixel = [
        0x89, b'P', b'N', b'G', 13, 10, 26, 10, 0, 0, 0, 13, b'I', b'H', b'D', b'R', 0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0,
        0, 0,
    ];
    for image in &scene.images {
        std::fs::write(folder.path().join("textures").join(&image.path), pixel).unwrap();
    }
    let mut diagnostics = Diagnostics::new();
    let glb = folder.path().join("scene.glb");
    let (import, export) = (ImportOptions::default(), ExportOptions::default());
    convert(&model, &glb, &Request::new(&import, &export), &mut diagnostics).unwrap();
    assert_eq!(diagnostics.count(retromesh::Code::MissingImage), 0, "{:?}", diagnostics.entries());
}
