//! Rooms into Blender and out of it: the same lights, waypoints, props, triggers and textures, in their places.

use crate::through;
use retromesh_acceptance::{Outcome, Room, back, work_folder};
use std::fs;

/// How far an entity may be off, in units of the room, of which 256 are a metre: Blender turns what is up.
const NEAR: f32 = 0.01;
/// The fewest rooms that must come back.
const AT_LEAST: usize = 15;

#[test]
fn rooms_come_back() -> Outcome {
    let work = work_folder("blender-rooms")?;
    let rooms = Room::write_all(&work)?;
    through(rooms.iter().map(|room| room.glb.as_path()), "", crate::EVERYTHING)?;
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
