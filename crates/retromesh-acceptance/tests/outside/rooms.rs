//! Rooms through gltf-transform and back: byte for byte where it only reads and writes, with the same lights, waypoints, props, triggers and
//! textures where it tidies and keeps what has extras.

use crate::pack;
use retromesh_acceptance::{Outcome, Room, back, work_folder};
use std::path::PathBuf;

/// The fewest rooms that must come back.
const AT_LEAST: usize = 15;

#[test]
fn rooms_come_back() -> Outcome {
    let work = work_folder("rooms")?;
    let rooms = Room::write_all(&work)?;
    let files: Vec<PathBuf> = rooms.iter().map(|room| room.glb.clone()).collect();
    pack(&work, &files)?;
    let mut failed = 0;
    for (number, room) in rooms.iter().enumerate() {
        let written = |way: &str| back(&work.join(format!("{number}.{way}.glb"))).unwrap_or_default();
        let lost =
            if written("plain") == room.bytes { room.lost(&written("kept"), 0.0) } else { Some("bytes".to_owned()) };
        if let Some(lost) = lost {
            println!("{}: {lost}", room.path.display());
            failed += 1;
        }
    }
    println!("rooms: {} come back, {failed} do not", rooms.len() - failed);
    if failed == 0 && rooms.len() >= AT_LEAST { Ok(()) } else { Err(format!("{failed} rooms do not come back")) }
}
