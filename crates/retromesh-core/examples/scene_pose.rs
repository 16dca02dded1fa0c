//! Builds a node that moves, and prints where it is at three moments.
//!
//! `cargo run -p retromesh-core --example scene_pose`

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use glam::Vec3;
use retromesh_core::Scene;
use retromesh_core::keyframes::{Animation, Channel, Interpolation, Track};
use retromesh_core::scene::Node;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut scene = Scene::default();
    let node = scene.add_node(None, Node { name: "lift".into(), ..Node::default() });
    let track = Track::Translation(vec![Vec3::ZERO, Vec3::Y * 4.0]);
    let channel = Channel { target: node, interpolation: Interpolation::Linear, times: vec![0.0, 24.0], track };
    scene.animations.push(Animation {
        last: 24.0,
        ticks_per_second: 24.0,
        channels: vec![channel],
        ..Animation::default()
    });
    let scene = scene.into_valid()?;
    for tick in [0.0, 12.0, 24.0] {
        println!("tick {tick}: {}", scene.pose(&scene.animations[0], tick).world[node].w_axis.truncate());
    }
    Ok(())
}
