//! Rooms that go through other people's programs as GLB, and what must come back.

use crate::{corpus, models, root};
use retromesh::{Diagnostics, ExportOptions, Files, ImportOptions, NoFiles, format_by_extension};
use retromesh_rmesh::{Document, Entity};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A room, written as GLB.
#[derive(Debug)]
pub struct Room {
    /// Where it is from.
    pub path: PathBuf,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Where its GLB is.
    pub glb: PathBuf,
}

impl Room {
    /// Writes the rooms of the fixtures, and the real ones where there are any, into a folder. Damaged ones, which do not come back from a GLB
    /// of ours either, are left out.
    pub fn write_all(folder: &Path) -> Result<Vec<Self>, String> {
        let places = [Some(root().join("fixtures/rmesh")), corpus().map(|folder| folder.join("rmesh"))];
        let mut rooms = Vec::new();
        for place in places.into_iter().flatten().filter(|place| place.is_dir()) {
            for path in models(&place)? {
                let bytes = fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?;
                let Some(written) = through("rmesh", "glb", &bytes) else { continue };
                let glb = folder.join(format!("{}.glb", rooms.len()));
                fs::write(&glb, &written).map_err(|e| format!("{}: {e}", glb.display()))?;
                if back(&glb).as_ref() == Some(&bytes) {
                    rooms.push(Self { path, bytes, glb });
                }
            }
        }
        Ok(rooms)
    }

    /// Says what a room that came back has not: an entity that is within a distance of its place, a trigger, a pair of textures.
    pub fn lost(&self, back: &[u8], distance: f32) -> Option<String> {
        let (Ok(before), Ok(after)) = (Document::parse(&self.bytes), Document::parse(back)) else {
            return Some("it cannot be read".to_owned());
        };
        let mut left: Vec<&Entity<'_>> = after.entities.iter().collect();
        for entity in &before.entities {
            let is_same = |other: &&Entity<'_>| {
                let is_near = entity.position().distance(other.position()) <= distance;
                entity.kind() == other.kind() && entity.texts() == other.texts() && is_near
            };
            let Some(place) = left.iter().position(is_same) else {
                return Some(format!("{} at {}", entity.kind(), entity.position()));
            };
            left.swap_remove(place);
        }
        let events = |room: &Document<'_>| {
            let mut events: Vec<String> =
                room.triggers.iter().flatten().map(|trigger| trigger.event.to_string()).collect();
            events.sort();
            events
        };
        let textures = |room: &Document<'_>| -> BTreeSet<[String; 2]> {
            room.surfaces.iter().map(|s| [&s.light_map, &s.diffuse].map(|slot| slot.name.to_string())).collect()
        };
        let (a, b) = (events(&before), events(&after));
        let (c, d) = (textures(&before), textures(&after));
        match () {
            () if !left.is_empty() => Some(format!("{} entities too many", left.len())),
            () if a != b => Some(format!("triggers {a:?} became {b:?}")),
            () if c != d => Some(format!("textures {:?}", c.symmetric_difference(&d).collect::<Vec<_>>())),
            () => None,
        }
    }
}

/// Reads a GLB and writes it as a room.
pub fn back(glb: &Path) -> Option<Vec<u8>> {
    through("glb", "rmesh", &fs::read(glb).ok()?)
}

/// Reads bytes in one format and writes their scene in another.
fn through(from: &str, to: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    let (from, to) = (format_by_extension(from)?, format_by_extension(to)?);
    let (import, mut found) = (ImportOptions::default(), Diagnostics::new());
    let files: &dyn Files = &NoFiles;
    let scene = from.read(bytes, files, &import, &mut found).ok()?.to_scene_with(&import, &mut found).ok()?;
    Some(to.write(&scene.into_valid().ok()?, &ExportOptions::default(), &mut found).ok()?.bytes)
}
