//! Rooms into Blender and out of it: the same lights, waypoints, props, triggers and textures, in their places.

use crate::blender;
use retromesh_acceptance::{Outcome, Room, back, work_folder};
use std::fs;
use std::io::Write;
use std::process::Stdio;

/// Imports each file of a line of the input, and exports it next to it.
const THROUGH: &str = r#"
import sys
import bpy
for line in sys.stdin:
    path = line.rstrip("\n")
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=path)
    bpy.ops.export_scene.gltf(filepath=path + ".out.glb", export_format="GLB", export_extras=True, export_lights=True)
"#;

/// How far an entity may be off, in units of the room, of which 256 are a metre: Blender turns what is up.
const NEAR: f32 = 0.01;
/// The fewest rooms that must come back.
const AT_LEAST: usize = 15;

#[test]
fn rooms_come_back() -> Outcome {
    let work = work_folder("blender-rooms")?;
    let rooms = Room::write_all(&work)?;
    let mut blender = blender(THROUGH);
    blender.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = blender.spawn().map_err(|e| format!("{e}; run `cargo xtask setup --blender`"))?;
    let mut input = child.stdin.take().ok_or("Blender takes no input")?;
    for room in &rooms {
        writeln!(input, "{}", room.glb.display()).map_err(|e| e.to_string())?;
    }
    drop(input);
    child.wait().map_err(|e| e.to_string())?;
    let mut failed = 0;
    for room in &rooms {
        let out = room.glb.with_extension("glb.out.glb");
        let written = back(&out).unwrap_or_default();
        let _ = fs::remove_file(&out);
        if let Some(lost) = room.lost(&written, NEAR) {
            println!("{}: {lost}", room.path.display());
            failed += 1;
        }
    }
    println!("rooms: {} come back from Blender, {failed} do not", rooms.len() - failed);
    if failed == 0 && rooms.len() >= AT_LEAST { Ok(()) } else { Err(format!("{failed} rooms do not come back")) }
}
