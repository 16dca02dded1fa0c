//! Every fixture, and every real file below the folder that `RETROMESH_CORPUS` names, in an app without a window.

use bevy::animation::AnimationPlayer;
use bevy::animation::graph::{AnimationGraphHandle, AnimationNodeIndex};
use bevy::asset::{AssetPlugin, AssetServer, Assets, Handle, LoadState, RecursiveDependencyLoadState, UntypedAssetId};
use bevy::gltf::{Gltf, GltfNode};
use bevy::mesh::skinning::{SkinnedMesh, SkinnedMeshInverseBindposes};
use bevy::prelude::*;
use bevy::world_serialization::WorldAssetRoot;
use bevy_retromesh::{EXTENSIONS, Report, RetromeshPlugin, RetromeshSettings};
use retromesh::pose::Pose;
use retromesh::scene::Node;
use retromesh::{Diagnostics, ImportOptions, NodeId, Space, Valid};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Matrices may differ by this much of the size of the model.
const TOLERANCE: f32 = 1e-4;
const SECONDS: f32 = 0.5;

#[derive(Default, Debug)]
struct Figures {
    loaded: usize,
    sheared: usize,
    spawned: usize,
    posed: usize,
    skins: usize,
    joints: usize,
    nodes: usize,
    farthest: f32,
}

#[test]
fn all_fixtures_load_and_move_as_ours_do() {
    let figures = try_all(&fixtures());
    assert!(figures.loaded > 200 && figures.posed > 50 && figures.skins > 10, "{figures:?}");
}

#[test]
fn all_real_files_load_and_move_as_ours_do() {
    let Some(corpus) = std::env::var_os("RETROMESH_CORPUS") else { return };
    let figures = try_all(Path::new(&corpus));
    assert!(figures.loaded > 100 && figures.posed > 10, "{figures:?}");
}

#[test]
fn what_was_lost_is_said() {
    let mut app = app_in(&fixtures());
    let server = app.world().resource::<AssetServer>().clone();
    let report: Handle<Report> = server.load("b3d/mesh-and-bone.b3d#Report");
    wait(&mut app, &server, report.id().untyped()).unwrap();
    let report = app.world().resource::<Assets<Report>>().get(&report).unwrap();
    assert!(report.format == "b3d" && !report.findings.is_empty(), "{report:?}");
}

#[test]
fn an_option_that_there_is_not_is_an_error() {
    let mut app = app_in(&fixtures());
    let server = app.world().resource::<AssetServer>().clone();
    let set = |settings: &mut RetromeshSettings| drop(settings.options.insert("nonsense".into(), vec!["1".into()]));
    let handle: Handle<Gltf> = server.load_builder().with_settings(set).load("b3d/minimal.b3d");
    let why = wait(&mut app, &server, handle.id().untyped()).unwrap_err();
    assert!(why.contains("no option \"nonsense\" of reading"), "{why}");
}

#[test]
fn trees_are_as_deep_as_the_stack_allows() {
    let folder = tempfile::tempdir().unwrap();
    for (name, levels) in [("deep.b3d", 256), ("deeper.b3d", 257)] {
        let nested = (0..levels).fold(Vec::new(), |inside, _| {
            let trs = [0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0_f32].map(f32::to_le_bytes);
            chunk(*b"NODE", &[b"n\0", trs.as_flattened(), &inside].concat())
        });
        std::fs::write(folder.path().join(name), chunk(*b"BB3D", &[&1_u32.to_le_bytes(), &nested[..]].concat()))
            .unwrap();
    }
    let mut app = app_in(folder.path());
    let server = app.world().resource::<AssetServer>().clone();
    let deep: Handle<Gltf> = server.load("deep.b3d");
    wait(&mut app, &server, deep.id().untyped()).unwrap();
    let shown = app.world().resource::<Assets<Gltf>>().get(&deep).unwrap().scenes[0].clone();
    let root = app.world_mut().spawn(WorldAssetRoot(shown)).id();
    app.update();
    app.update();
    let nodes = |app: &mut App| app.world_mut().query::<&Transform>().iter(app.world()).count();
    assert!(nodes(&mut app) > 256);
    assert!(app.world_mut().despawn(root));
    assert!(nodes(&mut app) < 256);
    let deeper: Handle<Gltf> = server.load("deeper.b3d");
    let why = wait(&mut app, &server, deeper.id().untyped()).unwrap_err();
    assert!(why.contains("more than 256 levels deep"), "{why}");
}

fn chunk(tag: [u8; 4], inside: &[u8]) -> Vec<u8> {
    let length = u32::try_from(inside.len()).unwrap().to_le_bytes();
    [&tag, &length[..], inside].concat()
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

fn app_in(folder: &Path) -> App {
    let mut app = App::new();
    app.add_plugins(DefaultPlugins.set(AssetPlugin {
        file_path: folder.canonicalize().unwrap().to_str().unwrap().to_owned(),
        ..AssetPlugin::default()
    }));
    app.add_plugins(RetromeshPlugin);
    app.finish();
    app.cleanup();
    app
}

/// Runs the app until an asset is there, with all that it needs.
fn wait(app: &mut App, server: &AssetServer, id: UntypedAssetId) -> Result<(), String> {
    let start = Instant::now();
    while !server.is_loaded_with_dependencies(id) {
        if let LoadState::Failed(why) = server.load_state(id) {
            return Err(why.to_string());
        }
        if let RecursiveDependencyLoadState::Failed(why) = server.recursive_dependency_load_state(id) {
            return Err(format!("what it needs: {why}"));
        }
        if start.elapsed() > Duration::from_mins(5) {
            return Err("it does not load".into());
        }
        app.update();
    }
    Ok(())
}

fn try_all(folder: &Path) -> Figures {
    let mut app = app_in(folder);
    let (mut figures, mut wrong) = (Figures::default(), Vec::new());
    for path in files(folder) {
        let mut found = Diagnostics::new();
        let Ok(opened) = retromesh::open(folder.join(&path), &ImportOptions::default(), &mut found) else { continue };
        let mut scene = opened.scene;
        scene.convert_to(Space::GLTF);
        // Bevy's transforms have none.
        let is_sheared = |node: &Node| !node.transform.trs().matrix().abs_diff_eq(node.transform.matrix(), TOLERANCE);
        if scene.nodes.iter().any(is_sheared) {
            figures.sheared += 1;
            continue;
        }
        if let Err(why) = try_one(&mut app, &path, &scene, &mut figures) {
            wrong.push(format!("{}: {why}", path.display()));
        }
    }
    println!("{}: {figures:?}", folder.display());
    assert!(wrong.is_empty(), "{} files:\n{}", wrong.len(), wrong.join("\n"));
    figures
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(at) = folders.pop() {
        for entry in std::fs::read_dir(at).unwrap() {
            let path = entry.unwrap().path();
            let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
            if path.is_dir() {
                // What is there asks for very large outputs.
                folders.extend(Some(path).filter(|path| !path.ends_with("growth")));
            } else if EXTENSIONS.contains(&extension.as_str()) {
                found.push(path.strip_prefix(folder).unwrap().to_path_buf());
            }
        }
    }
    found.sort();
    found
}

fn try_one(app: &mut App, path: &Path, scene: &Valid<'_>, figures: &mut Figures) -> Result<(), String> {
    let server = app.world().resource::<AssetServer>().clone();
    let handle: Handle<Gltf> = server.load(path.to_path_buf());
    let id = handle.id();
    wait(app, &server, id.untyped())?;
    figures.loaded += 1;
    let world = app.world();
    let gltf = world.resource::<Assets<Gltf>>().get(id).ok_or("no asset")?;
    let Some(shown) = gltf.scenes.first().cloned() else {
        return if scene.roots.is_empty() { Ok(()) } else { Err("no scene".into()) };
    };
    let animation = gltf.animations.first().cloned();
    let clips: Vec<_> =
        scene.animations.iter().flat_map(|own| own.clips_or_whole().into_iter().map(move |clip| (own, clip))).collect();
    let moving: Vec<_> = clips.iter().filter(|(own, _)| own.key_count() > 0).collect();
    if let Some((_, clip)) =
        moving.iter().find(|(_, clip)| !clip.name.is_empty() && !gltf.named_animations.contains_key(clip.name.as_str()))
    {
        return Err(format!("no animation is called {:?}", clip.name));
    }
    let nodes = gltf.nodes.clone();
    let root = app.world_mut().spawn(WorldAssetRoot(shown)).id();
    app.update();
    app.update();
    let world = app.world_mut();
    let mut pose = scene.rest_pose();
    if let (Some(_), Some((own, clip))) = (animation, moving.first()) {
        let mut clip = clip.clone();
        clip.looping = false;
        pose = scene.pose(own, own.tick_at(&clip, SECONDS));
        let mut players = world.query_filtered::<&mut AnimationPlayer, With<AnimationGraphHandle>>();
        for mut player in players.iter_mut(world) {
            player.play(AnimationNodeIndex::new(1)).seek_to(SECONDS).pause();
        }
        figures.posed += 1;
    }
    app.update();
    app.update();
    let compared = compare(app, root, &nodes, scene, &pose, figures);
    app.world_mut().despawn(root);
    app.update();
    compared
}

/// Compares the joints of all skins, and all other nodes, with where our arithmetic has them.
fn compare(
    app: &mut App,
    root: Entity,
    nodes: &[Handle<GltfNode>],
    scene: &Valid<'_>,
    pose: &Pose,
    figures: &mut Figures,
) -> Result<(), String> {
    let world = app.world_mut();
    let placed = places(world, root, nodes);
    figures.spawned += 1;
    let size = pose.world.values().iter().map(|matrix| matrix.w_axis.abs().max_element()).fold(1.0, f32::max);
    for (&entity, &index) in &placed {
        if index >= scene.nodes.len() {
            continue;
        }
        let theirs = world.get::<GlobalTransform>(entity).ok_or("no transform")?.to_matrix().to_cols_array();
        let id = NodeId::new(index);
        let ours = pose.world[id].to_cols_array();
        let apart = theirs.iter().zip(ours).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max) / size;
        figures.nodes += 1;
        if apart > TOLERANCE {
            return Err(format!("node {index} {:?} is {apart} away: {theirs:?} {ours:?}", scene[id].name));
        }
        figures.farthest = figures.farthest.max(apart);
    }
    let mut skins = world.query::<&SkinnedMesh>();
    let binds = world.resource::<Assets<SkinnedMeshInverseBindposes>>();
    for skin in skins.iter(world) {
        let joints: Option<Vec<usize>> = skin.joints.iter().map(|joint| placed.get(joint).copied()).collect();
        let joints = joints.ok_or("a joint is no node")?;
        let bind = binds.get(&skin.inverse_bindposes).ok_or("no bind pose")?;
        // A joint that Bevy needs for vertices without one comes last.
        let own =
            scene.skeletons.iter().find(|own| joints.iter().zip(&own.joints).all(|(&at, joint)| at == joint.index()));
        let own = own.ok_or("a skin has other joints")?;
        for ((&entity, &joint), (theirs, ours)) in
            skin.joints.iter().zip(&own.joints).zip(bind.iter().zip(&own.inverse_bind))
        {
            let theirs = world.get::<GlobalTransform>(entity).ok_or("no transform")?.to_matrix() * *theirs;
            let ours = (pose.world[joint] * *ours).to_cols_array();
            let apart = theirs.to_cols_array().iter().zip(ours).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max) / size;
            if apart > TOLERANCE {
                return Err(format!("the matrix of joint {joint:?} is {apart} away"));
            }
            figures.joints += 1;
        }
        figures.skins += 1;
    }
    Ok(())
}

/// Finds the nodes that entities are made of, by their names and their order.
fn places(world: &World, root: Entity, nodes: &[Handle<GltfNode>]) -> HashMap<Entity, usize> {
    let assets = world.resource::<Assets<GltfNode>>();
    let all: Vec<&GltfNode> = nodes.iter().filter_map(|node| assets.get(node)).collect();
    let is_child: Vec<_> = all.iter().flat_map(|node| &node.children).map(Handle::id).collect();
    let roots = all.iter().zip(nodes).filter(|(_, handle)| !is_child.contains(&handle.id())).map(|(node, _)| *node);
    let mut placed = HashMap::new();
    let children = |entity| world.get::<Children>(entity).map(|children| children.to_vec()).unwrap_or_default();
    let mut open: Vec<(Entity, Vec<&GltfNode>)> =
        children(root).into_iter().map(|scene| (scene, roots.clone().collect())).collect();
    while let Some((entity, below)) = open.pop() {
        let mut named: HashMap<String, Vec<Entity>> = HashMap::new();
        for child in children(entity) {
            if let Some(name) = world.get::<Name>(child) {
                named.entry(name.to_string()).or_default().push(child);
            }
        }
        // Meshes come before nodes, and those that the conversion adds last.
        for node in below.into_iter().rev() {
            if let Some(child) = named.get_mut(&node.name).and_then(Vec::pop) {
                placed.insert(child, node.index);
                open.push((child, node.children.iter().filter_map(|child| assets.get(child)).collect()));
            }
        }
    }
    placed
}
