//! `retromesh diff`: every kind of change is found between two files, and tolerance counts on both sides of its bound.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::enum_glob_use, missing_docs)]

use crate::common::{Folder, fixture, retromesh};
use retromesh::Feature::{self, *};
use retromesh::keyframes::Track;
use retromesh::material::{AlphaMode, Wrap};
use retromesh::mesh::{Faces, Mesh, Part, Selection};
use retromesh::scene::{Node, Transform};
use retromesh::{Diagnostics, ExportOptions, Extra, ImportOptions, MaterialId, NodeId, Scene, format_by_extension};
use std::collections::BTreeMap;
use std::path::Path;

const EVERYTHING: &str = "b3d/everything.b3d";
const SHAPES: &str = "gltf/shapes.glb";
const RIGS: &str = "gltf/rigs.glb";
const STAGE: &str = "gltf/stage.glb";
const SELECTED: &str = "p3d/odol-selections.p3d";
const PROXY: &str = "p3d/odol-proxy.p3d";
const FRAMES: &str = "p3d/odol-frames.p3d";

type Change = fn(&mut Scene);

/// A change of a fixture: what it is, which fixture, what `diff` says of it, and how it is made.
type Row = (&'static str, &'static str, Feature, &'static str, Change);

fn node(scene: &mut Scene, name: &str) -> NodeId {
    NodeId::new(scene.nodes.iter().position(|node| node.name == name).unwrap())
}

fn named<'s>(scene: &'s mut Scene, name: &str) -> &'s mut Node {
    let id = node(scene, name);
    &mut scene.nodes[id.index()]
}

fn triangles(mesh: &mut Mesh) -> &mut Vec<[u32; 3]> {
    let Faces::Triangles(triangles) = &mut mesh.parts[0].faces else { panic!("no triangles") };
    triangles
}

/// Changes the values of all tracks of a scene.
fn tracks(scene: &mut Scene, change: fn(&mut Track)) {
    scene.animations.iter_mut().flat_map(|animation| &mut animation.channels).for_each(|c| change(&mut c.track));
}

/// Gives each level of detail a mesh of its own.
fn own_meshes(scene: &mut Scene) {
    for id in 0..scene.nodes.len() {
        if let Some(number) = scene.nodes[id].mesh.as_ref().map(|instance| instance.mesh.index()) {
            scene.meshes.push(scene.meshes[number].clone());
            let mesh = retromesh::MeshId::new(scene.meshes.len() - 1);
            scene.nodes[id].mesh.as_mut().unwrap().mesh = mesh;
        }
    }
}

/// Returns the mesh that a node places alone.
fn mesh_of<'s>(scene: &'s mut Scene, name: &str) -> &'s mut Mesh {
    own_meshes(scene);
    let id = named(scene, name).mesh.as_ref().unwrap().mesh;
    &mut scene.meshes[id.index()]
}

#[rustfmt::skip]
const ROWS: &[Row] = &[
    ("moved vertex", SHAPES, Positions, "changed", |s| s.meshes[0].positions[2].x += 0.5),
    ("lost triangle", SHAPES, Positions, "removed", |s| _ = triangles(&mut s.meshes[0]).pop()),
    ("another triangle", SHAPES, Positions, "added", |s| triangles(&mut s.meshes[0]).push([0, 1, 3])),
    ("moved vertex of a coarser level", STAGE, Positions, "changed", |s| mesh_of(s, "wall far").positions[0].x += 0.5),
    ("moved vertex of a hidden mesh", STAGE, Positions, "changed", |s| mesh_of(s, "secret").positions[0].x += 0.5),
    ("turned triangle", SHAPES, Winding, "changed", |s| triangles(&mut s.meshes[0])[0].reverse()),
    ("polygon", SHAPES, Polygons, "added", |s| {
        let faces = Faces::Polygons { starts: vec![0, 4], indices: vec![0, 1, 2, 3] };
        s.meshes[0].parts.push(Part { faces, ..Part::default() });
    }),
    ("turned normal", SHAPES, Normals, "changed", |s| s.meshes[0].normals[1] = -s.meshes[0].normals[1]),
    ("turned tangent", SHAPES, Tangents, "changed", |s| s.meshes[0].tangents[1].w *= -1.0),
    ("moved texture", SHAPES, TextureCoordinates, "changed", |s| s.meshes[0].uv_sets[0][0].x += 0.25),
    ("moved second texture", SHAPES, FurtherUvSets, "changed", |s| s.meshes[0].uv_sets[1][0].x += 0.25),
    ("lost UV set", SHAPES, FurtherUvSets, "removed", |s| _ = s.meshes[0].uv_sets.pop()),
    ("other colour", SHAPES, VertexColors, "changed", |s| s.meshes[0].color_sets[0][0].x -= 0.25),
    ("other alpha", SHAPES, VertexAlpha, "changed", |s| s.meshes[0].color_sets[0][0].w -= 0.25),
    ("lost colour set", SHAPES, FurtherColors, "removed", |s| _ = s.meshes[0].color_sets.pop()),
    ("lost colours", SHAPES, VertexColors, "removed", |s| s.meshes[0].color_sets.clear()),
    ("lost attribute", SHAPES, Attributes, "removed", |s| s.meshes[0].attributes.clear()),
    ("other face flags", SHAPES, FaceFlags, "added", |s| s.meshes[0].parts[0].face_flags = vec![1, 2]),
    ("lost selection", SELECTED, Selections, "removed", |s| _ = s.meshes[0].selections.pop()),
    ("another selection", SELECTED, Selections, "added", |s| {
        s.meshes[0].selections.push(Selection { name: "another".into(), vertices: vec![0], ..Selection::default() });
    }),
    ("selection of other vertices", SELECTED, Selections, "changed", |s| {
        let selection = s.meshes[0].selections.iter_mut().find(|s| s.vertices.len() > 1).unwrap();
        selection.vertices.truncate(1);
        selection.weights.truncate(1);
    }),
    ("moved shape", SHAPES, MorphTargets, "changed", |s| s.meshes[0].morph_targets[1].positions[0].x += 0.5),
    ("lost shape", SHAPES, MorphTargets, "removed", |s| {
        s.animations.clear();
        s.meshes[0].morph_targets.clear();
    }),
    ("moved frame", FRAMES, VertexFrames, "changed", |s| s.meshes[0].vertex_frames[1].positions[0].x += 0.5),
    ("later frame", FRAMES, VertexFrames, "changed", |s| s.meshes[0].vertex_frames[2].time += 0.25),
    ("lost frames", FRAMES, VertexFrames, "removed", |s| s.meshes[0].vertex_frames.clear()),
    ("other joint", RIGS, Skin, "changed", |s| {
        s.meshes[0].weights.influences.iter_mut().for_each(|influence| influence.joint = 1 - influence.joint);
    }),
    ("other weights", RIGS, SkinWeights, "changed", |s| {
        s.meshes[0].weights.influences.iter_mut().filter(|i| i.weight == 0.5).zip([0.6, 0.4].into_iter().cycle())
            .for_each(|(influence, weight)| influence.weight = weight);
    }),
    ("lost skin", RIGS, Skin, "removed", |s| {
        s.nodes.iter_mut().filter_map(|node| node.mesh.as_mut()).for_each(|instance| instance.skeleton = None);
    }),
    ("faces of another material", SHAPES, Materials, "changed", |s| {
        let faces = Faces::Triangles(vec![triangles(&mut s.meshes[0]).remove(0)]);
        let mut material = s.materials[0].clone();
        material.base_color.x *= 0.5;
        s.materials.push(material);
        let material = Some(MaterialId::new(s.materials.len() - 1));
        // As many faces of the one as of the other: three to one tell which is the rest.
        triangles(&mut s.meshes[0]).extend([[0, 2, 3], [0, 2, 3]]);
        s.meshes[0].parts.push(Part { faces, material, ..Part::default() });
    }),
    ("renamed material", STAGE, MaterialNames, "changed", |s| s.materials[0].name = "another".into()),
    ("other colour of a material", STAGE, BaseColor, "changed", |s| s.materials[0].base_color.x *= 0.5),
    ("other opacity", STAGE, Opacity, "changed", |s| s.materials[0].base_color.w *= 0.5),
    ("other blending", STAGE, Blending, "changed", |s| s.materials[0].alpha_mode = AlphaMode::Mask { cutoff: 0.75 }),
    ("glow", STAGE, Emission, "changed", |s| s.materials[0].emissive.x += 0.5),
    ("gloss", STAGE, Gloss, "changed", |s| s.materials[0].shininess += 0.5),
    ("ambient colour", STAGE, AmbientColor, "added", |s| s.materials[0].ambient = Some(s.materials[0].emissive)),
    ("metal", STAGE, MetallicRoughness, "changed", |s| s.materials[0].metallic = Some(0.75)),
    ("unlit", STAGE, Shading, "changed", |s| s.materials[0].shading.unlit ^= true),
    ("one-sided", STAGE, DoubleSided, "removed", |s| s.materials[0].shading.double_sided = false),
    ("other image", EVERYTHING, BaseTexture, "changed", |s| s.images[0].path = "other.png".into()),
    ("lost layer", EVERYTHING, FurtherLayers, "removed", |s| s.materials.iter_mut().for_each(|m| m.layers.truncate(1))),
    ("shifted texture", STAGE, UvTransforms, "changed", |s| s.textures[0].transform.translation.x += 0.25),
    ("texture flags", STAGE, TextureOptions, "changed", |s| s.textures[0].nearest ^= true),
    ("another node", STAGE, Nodes, "added", |s| {
        s.add_node(None, Node { name: "new".into(), ..Node::default() });
    }),
    ("renamed node", EVERYTHING, NodeNames, "changed", |s| named(s, "marker").name = "another".into()),
    ("other parent", EVERYTHING, Hierarchy, "changed", |s| {
        let (marker, camera) = (node(s, "marker"), node(s, "Camera"));
        s.nodes.iter_mut().for_each(|node| node.children.retain(|child| *child != marker));
        s.nodes[marker.index()].parent = Some(camera);
        s.nodes[camera.index()].children.push(marker);
    }),
    ("moved node", EVERYTHING, NodePlaces, "changed", |s| {
        let mut trs = named(s, "marker").transform.trs();
        trs.translation.x += 1.0;
        named(s, "marker").transform = Transform::Trs(trs);
    }),
    ("scaled node", EVERYTHING, NodeAxes, "changed", |s| {
        let mut trs = named(s, "marker").transform.trs();
        trs.scale.x *= 2.0;
        named(s, "marker").transform = Transform::Trs(trs);
    }),
    ("shown node", STAGE, Hidden, "removed", |s| named(s, "secret").hidden = false),
    ("other level", STAGE, Levels, "changed", |s| named(s, "wall farther").lod.as_mut().unwrap().value += 1.0),
    ("lost level", STAGE, Levels, "removed", |s| named(s, "wall farther").lod = None),
    ("other proxy", PROXY, Proxies, "changed", |s| {
        s.nodes.iter_mut().filter_map(|node| node.proxy.as_mut()).for_each(|proxy| proxy.id += 1);
    }),
    ("other lens", STAGE, Cameras, "changed", |s| s.cameras[0].near *= 0.5),
    ("lost camera", STAGE, Cameras, "removed", |s| named(s, "eye").camera = None),
    ("brighter light", STAGE, Lights, "changed", |s| s.lights[0].intensity *= 3.0),
    ("ambient light", EVERYTHING, AmbientLight, "added", |s| s.ambient = Some(s.materials[0].base_color)),
    ("longer clip", EVERYTHING, Clips, "changed", |s| s.animations[0].clips[0].last -= 1.0),
    ("renamed clip", EVERYTHING, Clips, "changed", |s| s.animations[0].clips[0].name = "another".into()),
    ("lost clip", EVERYTHING, Clips, "removed", |s| _ = s.animations[0].clips.pop()),
    ("looping", EVERYTHING, Looping, "removed", |s| s.animations[0].clips.iter_mut().for_each(|c| c.looping = false)),
    ("other motion", RIGS, Motion, "changed", |s| tracks(s, |track| if let Track::Translation(values) = track {
        values.iter_mut().for_each(|value| value.x += 0.5);
    })),
    ("other motion of nodes", RIGS, NodeMotion, "changed", |s| tracks(s, |track| if let Track::Translation(values) = track {
        values.iter_mut().for_each(|value| value.x += 0.5);
    })),
    ("changed key", RIGS, Keys, "changed", |s| tracks(s, |track| if let Track::Translation(values) = track {
        values[0].x += 0.5;
    })),
    ("key at another time", SHAPES, Keys, "changed", |s| s.animations[0].channels[0].times[1] += 0.25),
    ("extra", STAGE, Extras, "added", |s| _ = s.extras.insert("test.a".into(), Extra::Int(1))),
];

fn open(name: &str) -> Scene {
    let opened = retromesh::open(fixture(name), &ImportOptions::default(), &mut Diagnostics::new()).unwrap();
    opened.scene.into_scene()
}

fn save(scene: &Scene, path: &str) {
    let glb = format_by_extension("glb").unwrap();
    let output = glb.write(&scene.validate().unwrap(), &ExportOptions::default(), &mut Diagnostics::new()).unwrap();
    std::fs::write(path, output.bytes).unwrap();
}

#[test]
fn every_kind_of_change_is_found_between_files() {
    let folder = Folder::new();
    let mut originals = BTreeMap::new();
    let mut missed = Vec::new();
    for (name, base, feature, change, make) in ROWS {
        let original = originals.entry(*base).or_insert_with(|| {
            let path = folder.path(&format!("{}.glb", Path::new(base).file_stem().unwrap().to_string_lossy()));
            save(&open(base), &path);
            let run = retromesh(&["diff", &path, &path]);
            assert_eq!(run.code, 0, "{base} and itself: {}", run.out);
            path
        });
        let mut scene = open(base);
        make(&mut scene);
        let changed = folder.path("changed.glb");
        save(&scene, &changed);
        let run = retromesh(&["diff", "--json", original, &changed]);
        let reported: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        let is_it = |d: &serde_json::Value| d["feature"] == feature.name() && d["change"] == *change;
        if run.code != 1 || !reported[0]["differences"].as_array().unwrap().iter().any(is_it) {
            missed.push(format!("{name}: {}{}", run.out, run.err));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
    let without: Vec<_> = Feature::ALL.iter().filter(|f| ROWS.iter().all(|row| row.2 != **f)).collect();
    assert!(without.is_empty(), "no row shows {without:?}");
}

#[test]
fn tolerance_counts_on_both_sides_of_its_bound() {
    type Case = (&'static str, fn(&mut Scene), f32);
    let folder = Folder::new();
    let (before, after) = (folder.path("before.glb"), folder.path("after.glb"));
    // The bound of positions is a share of the size, which is the diagonal of a square here; of directions ten times the number.
    let rows: [Case; 5] = [
        ("position", |s| s.meshes[0].positions[2].z += 0.01, 0.01 / 2f32.sqrt()),
        ("texture coordinate", |s| s.meshes[0].uv_sets[0][1].x += 0.01, 0.01),
        ("colour", |s| s.meshes[0].color_sets[0][0].x -= 0.01, 0.01),
        ("colour of a material", |s| s.materials[0].base_color.x -= 0.01, 0.01),
        ("tangent", |s| s.meshes[0].tangents[0].w *= -1.0, 0.2),
    ];
    for (name, change, bound) in rows {
        let mut scene = open(SHAPES);
        // What depends on vertices would differ with them.
        scene.animations.clear();
        scene.meshes[0].morph_targets.clear();
        save(&scene, &before);
        change(&mut scene);
        save(&scene, &after);
        for (share, code) in [(0.9, 1), (1.1, 0)] {
            let tolerance = format!("--tolerance={}", bound * share);
            let run = retromesh(&["diff", &before, &after, &tolerance]);
            assert_eq!(run.code, code, "{name} at {share} of its bound: {}{}", run.out, run.err);
        }
    }
}

#[test]
fn keys_of_many_channels_are_a_line_a_clip() {
    let folder = Folder::new();
    let mut scene = open("b3d/skin-tube-animated.b3d");
    let [before, after] = ["before.glb", "after.glb"].map(|name| folder.path(name));
    save(&scene, &before);
    let clips = scene.clips().len();
    scene.animations.iter_mut().for_each(|animation| animation.channels.truncate(1));
    save(&scene, &after);
    let out = retromesh(&["diff", &before, &after]).out;
    let lines: Vec<&str> = out.lines().filter(|line| line.contains(": keys ")).collect();
    assert!(lines.len() == clips && lines.iter().all(|line| line.contains(" channels, the first ")), "{clips}: {out}");
}

#[test]
fn differences_are_in_words() {
    type Change = fn(&mut Scene);
    let folder = Folder::new();
    let rows: [(&str, &str, Change); 4] = [
        (PROXY, ": proxies removed: ", |s| s.nodes.iter_mut().for_each(|node| node.proxy = None)),
        (STAGE, ": wrap u clamp became repeat", |s| s.textures.iter_mut().for_each(|t| t.wrap_u = Wrap::Repeat)),
        (STAGE, "blending changed: mask cutoff 0.25 became mask cutoff 0.75", |s| {
            s.materials.iter_mut().for_each(|m| m.alpha_mode = AlphaMode::Mask { cutoff: 0.75 });
        }),
        (STAGE, "extras added: test.a: {fps: 60}", |s| {
            let map = Extra::Map([("fps".to_owned(), Extra::Float(60.0))].into());
            s.extras.insert("test.a".into(), map);
        }),
    ];
    for (base, said, change) in rows {
        let [before, after] = ["before.glb", "after.glb"].map(|name| folder.path(name));
        let mut scene = open(base);
        save(&scene, &before);
        change(&mut scene);
        save(&scene, &after);
        let out = retromesh(&["diff", &before, &after]).out;
        assert!(out.contains(said) && !out.contains("Some(") && !out.contains("Proxy {"), "{said}\n{out}");
    }
}
