//! Draws a model into a PNG, without a window: `picture MODEL OUT.png [SECONDS [CLIP]]`.
//!
//! `cargo run --example picture --features picture -- ../../fixtures/b3d/skin-tube-animated.b3d tube.png 0.07`
//!
//! Where there is no graphics card, a Vulkan driver that calculates, such as Mesa's lavapipe, does.

use bevy::app::{AppExit, ScheduleRunnerPlugin};
use bevy::asset::LoadState;
use bevy::camera::RenderTarget;
use bevy::camera::primitives::Aabb;
use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::prelude::*;
use bevy::render::render_resource::TextureFormat;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured, save_to_disk};
use bevy::window::ExitCondition;
use bevy::world_serialization::WorldInstanceReady;
use bevy_retromesh::RetromeshPlugin;
use std::path::{Path, PathBuf};
use std::time::Duration;

const SIZE: u32 = 512;
/// What is drawn in the first frames waits for its shaders and images.
const FRAMES: usize = 30;

#[derive(Resource)]
struct Wanted {
    model: PathBuf,
    picture: PathBuf,
    /// The moment of the clip; at rest without it.
    seconds: Option<f32>,
    /// The first one without a name.
    clip: Option<String>,
    gltf: Handle<Gltf>,
}

fn main() -> AppExit {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [model, picture, moment @ ..] = &words[..] else {
        eprintln!("usage: picture MODEL OUT.png [SECONDS [CLIP]]");
        return AppExit::error();
    };
    let Some((folder, model)) = Path::new(model)
        .canonicalize()
        .ok()
        .and_then(|path| Some((path.parent()?.to_str()?.to_owned(), PathBuf::from(path.file_name()?))))
    else {
        eprintln!("{model} is not there");
        return AppExit::error();
    };
    let wanted = Wanted {
        model,
        picture: picture.into(),
        seconds: moment.first().and_then(|seconds| seconds.parse().ok()),
        clip: moment.get(1).cloned(),
        gltf: Handle::default(),
    };
    let no_window = WindowPlugin { primary_window: None, exit_condition: ExitCondition::DontExit, ..default() };
    let assets = AssetPlugin { file_path: folder, ..default() };
    App::new()
        .add_plugins(DefaultPlugins.set(no_window).set(assets))
        .add_plugins(ScheduleRunnerPlugin::run_loop(Duration::from_millis(16)))
        .add_plugins(RetromeshPlugin)
        .insert_resource(wanted)
        .insert_resource(GlobalAmbientLight { brightness: 300.0, ..default() })
        .add_systems(Startup, load)
        .add_systems(Update, (spawn, draw))
        .run()
}

fn load(mut wanted: ResMut<Wanted>, server: Res<AssetServer>) {
    wanted.gltf = server.load(wanted.model.clone());
}

/// Spawns the first scene when all of the model is there.
fn spawn(
    mut commands: Commands,
    mut exit: MessageWriter<AppExit>,
    wanted: Res<Wanted>,
    server: Res<AssetServer>,
    models: Res<Assets<Gltf>>,
    mut is_spawned: Local<bool>,
) {
    if let LoadState::Failed(why) = server.load_state(&wanted.gltf) {
        eprintln!("{why}");
        exit.write(AppExit::error());
    }
    if *is_spawned || !server.is_loaded_with_dependencies(&wanted.gltf) {
        return;
    }
    let scenes = models.get(&wanted.gltf).map(|gltf| &gltf.scenes[..]);
    let Some([scene, ..]) = scenes else {
        eprintln!("there is nothing in this model to draw");
        exit.write(AppExit::error());
        return;
    };
    commands.spawn(WorldAssetRoot(scene.clone())).observe(pose);
    *is_spawned = true;
}

/// Holds the clip at the moment that is wanted.
fn pose(
    _: On<WorldInstanceReady>,
    wanted: Res<Wanted>,
    models: Res<Assets<Gltf>>,
    graphs: Res<Assets<AnimationGraph>>,
    mut players: Query<(&mut AnimationPlayer, &AnimationGraphHandle)>,
) {
    let (Some(seconds), Some(gltf)) = (wanted.seconds, models.get(&wanted.gltf)) else { return };
    let clip = match &wanted.clip {
        Some(name) => gltf.named_animations.get(name.as_str()),
        None => gltf.animations.first(),
    };
    let Some(clip) = clip else {
        eprintln!("there is no such clip");
        return;
    };
    for (mut player, graph) in &mut players {
        let Some(graph) = graphs.get(graph) else { continue };
        let is_it = |node: &AnimationGraphNode| matches!(&node.node_type, AnimationNodeType::Clip(of) if of == clip);
        if let Some(index) = graph.nodes().find(|&index| graph.get(index).is_some_and(is_it)) {
            player.play(index).seek_to(seconds).pause();
        }
    }
}

/// Looks at the model from where all of it is seen, and takes the picture.
fn draw(
    mut commands: Commands,
    mut images: ResMut<Assets<Image>>,
    wanted: Res<Wanted>,
    meshes: Query<(&Aabb, &GlobalTransform, &InheritedVisibility), With<Mesh3d>>,
    own_cameras: Query<Entity, With<Camera3d>>,
    mut target: Local<Handle<Image>>,
    mut frames: Local<usize>,
) {
    if meshes.is_empty() {
        return;
    }
    *frames += 1;
    if *frames == 2 {
        // A model may have cameras of its own.
        own_cameras.iter().for_each(|camera| commands.entity(camera).despawn());
        *target = images.add(Image::new_target_texture(SIZE, SIZE, TextureFormat::Rgba8UnormSrgb, None));
        let (mut low, mut high) = (Vec3::MAX, Vec3::MIN);
        for (aabb, transform, _) in meshes.iter().filter(|(.., visible)| visible.get()) {
            for corner in 0..8 {
                let sign = Vec3::from([0, 1, 2].map(|axis| if corner >> axis & 1 == 0 { -1.0 } else { 1.0 }));
                let point = transform.transform_point(Vec3::from(aabb.center) + sign * Vec3::from(aabb.half_extents));
                (low, high) = (low.min(point), high.max(point));
            }
        }
        let (middle, radius) = (low.midpoint(high), (high - low).length().max(1e-3) / 2.0);
        let near = radius / 100.0;
        let near_clip_plane = Vec4::new(0.0, 0.0, -1.0, -near);
        let lens = PerspectiveProjection { near, near_clip_plane, far: radius * 10.0, ..default() };
        let eye = middle + Vec3::new(0.55, 0.5, -0.7).normalize() * radius / (lens.fov / 2.0).sin();
        commands.spawn((
            Camera3d::default(),
            Projection::Perspective(lens),
            RenderTarget::Image(target.clone().into()),
            Tonemapping::None,
            Transform::from_translation(eye).looking_at(middle, Vec3::Y),
        ));
        commands.spawn((
            DirectionalLight { illuminance: 2500.0, ..default() },
            Transform::from_translation(eye + Vec3::Y * radius).looking_at(middle, Vec3::Y),
        ));
    }
    if *frames == FRAMES {
        commands.spawn(Screenshot::image(target.clone())).observe(save_to_disk(wanted.picture.clone())).observe(
            |_: On<ScreenshotCaptured>, mut exit: MessageWriter<AppExit>| {
                exit.write(AppExit::Success);
            },
        );
    }
}
