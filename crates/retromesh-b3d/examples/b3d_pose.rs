//! Prints where the bones of a model are in the middle of each animation.
//!
//! `cargo run -p retromesh-b3d --example b3d_pose -- fixtures/b3d/skin-tube-animated.b3d`

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use retromesh_b3d::Document;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("expected a file")?;
    let bytes = std::fs::read(path)?;
    let document = Document::parse(&bytes)?;
    let scene = document.to_scene()?.into_valid()?;
    for animation in &scene.animations {
        let pose = scene.pose(animation, f32::midpoint(animation.first, animation.last));
        println!("animation {:?}", animation.name);
        for &joint in scene.skeletons.iter().flat_map(|skeleton| &skeleton.joints) {
            println!("  {}: {}", scene[joint].name, pose.world[joint].w_axis.truncate());
        }
    }
    Ok(())
}
