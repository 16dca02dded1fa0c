//! Models into Blender and out of it, made like the original again: its clips, rates, names and lights, and what was edited.

use crate::through;
use retromesh::{
    Diagnostics, ExportOptions, ImportOptions, Request, Source, Valid, convert_source, format_by_extension,
};
use retromesh_acceptance::{Outcome, Room, corpus, root, work_folder};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Moves a vertex of the largest mesh, and adds a clip.
const EDIT: &str = r#"
own = [item for item in bpy.data.objects if not any(c.name.startswith("glTF_not_exported") for c in item.users_collection)]
meshes = [item.data for item in own if item.type == "MESH"]
mesh = max(meshes, key=lambda mesh: len(mesh.vertices))
mesh.vertices[0].co.x += 30.0
for item in bpy.data.objects:
    data = item.animation_data
    if data and len(data.nla_tracks) > 0:
        action = data.nla_tracks[0].strips[0].action.copy()
        action.name = "added"
        data.action = action
        data.action_slot = action.slots[0]
        break
"#;

/// The rate, and the names and ranges of clips.
type Clips = Vec<(String, f32, f32, f32)>;

fn clips(scene: &Valid<'_>) -> Clips {
    let clip = |(at, clip): (usize, retromesh::keyframes::Clip)| {
        (clip.name, clip.first, clip.last, scene.animations[at].ticks_per_second)
    };
    scene.clips().into_iter().map(clip).collect()
}

fn names(scene: &Valid<'_>) -> BTreeMap<String, usize> {
    let mut names = BTreeMap::new();
    for node in &scene.nodes {
        *names.entry(node.name.clone()).or_default() += 1;
    }
    names
}

fn open(path: &Path) -> Result<Valid<'static>, String> {
    let opened = retromesh::open(path, &ImportOptions::default(), &mut Diagnostics::new());
    opened.map(|opened| opened.scene).map_err(|e| format!("{}: {e}", path.display()))
}

/// Writes a model as GLB for Blender, or what came back as the format of the original and like it.
fn convert(from: &Path, to: &Path, like: Option<&Path>) -> Outcome {
    let (import, mut export) = (ImportOptions::default(), ExportOptions::default());
    export.file_name = to.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let extension = to.extension().unwrap_or_default().to_string_lossy();
    let format = format_by_extension(&extension).ok_or("no such format")?;
    let source = Source::load(from, &import.limits).map_err(|e| format!("{}: {e}", from.display()))?;
    let original = like.map(open).transpose()?;
    let mut request = Request::new(&import, &export);
    if let Some(original) = &original {
        request = request.like(original);
    }
    let done = convert_source(&source, format, &request, &mut Diagnostics::new()).map_err(|e| e.to_string())?;
    fs::write(to, done.output.bytes).map_err(|e| e.to_string())
}

/// Returns the moving models: those of the fixtures whose clips have names, and a real one.
fn moving() -> Vec<PathBuf> {
    let fixtures = ["skin-tube-animated.b3d", "keys-split-by-range.b3d"];
    let mut found: Vec<PathBuf> = fixtures.map(|name| root().join("fixtures/b3d").join(name)).to_vec();
    found.extend(corpus().map(|folder| folder.join("b3d/extra/tntgav+scpcb__scp-049.b3d")));
    found.retain(|path| path.is_file());
    found
}

#[test]
fn clips_come_back() -> Outcome {
    let work = work_folder("blender-like")?;
    let models = moving();
    let mut wrong = Vec::new();
    for (change, word) in [("", "same"), (EDIT, "edited")] {
        let glb = |number: usize| work.join(format!("{number}.{word}.glb"));
        for (number, model) in models.iter().enumerate() {
            convert(model, &glb(number), None)?;
        }
        let files: Vec<PathBuf> = (0..models.len()).map(glb).collect();
        through(files.iter().map(PathBuf::as_path), change, crate::EVERYTHING)?;
        for (number, model) in models.iter().enumerate() {
            let back = work.join(format!("{number}.{word}.b3d"));
            convert(&glb(number).with_extension("glb.out.glb"), &back, Some(model))?;
            let (before, after) = (open(model)?, open(&back)?);
            let about = |what: String| format!("{} {word}: {what}", model.display());
            let (old, mut new) = (clips(&before), clips(&after));
            if word == "edited" {
                let added = new.iter().position(|clip| clip.0 == "added").map(|at| new.remove(at));
                let end = old.iter().map(|clip| clip.2).fold(0.0, f32::max);
                let is_after = added.as_ref().is_some_and(|clip| clip.1 > end);
                wrong.extend((!is_after).then(|| about(format!("the added clip is {added:?}"))));
                let far = |scene: &Valid<'_>| {
                    scene
                        .meshes
                        .iter()
                        .flat_map(|mesh| &mesh.positions)
                        .map(|p| p.abs().max_element())
                        .fold(0.0, f32::max)
                };
                wrong.extend((far(&after) < far(&before) + 1.0).then(|| about("the vertex is where it was".into())));
            }
            wrong.extend((old != new).then(|| about(format!("clips {old:?} became {new:?}"))));
            // Bones of one name, too, which a plain conversion would give names of their own.
            let (old, new) = (names(&before), names(&after));
            let gone: Vec<&String> = old.keys().filter(|name| new.get(*name) < old.get(*name)).collect();
            wrong.extend((!gone.is_empty()).then(|| about(format!("names {gone:?}"))));
        }
    }
    wrong.iter().for_each(|line| println!("{line}"));
    println!("like: {} moving models through Blender twice, {} wrong", models.len(), wrong.len());
    if wrong.is_empty() && !models.is_empty() { Ok(()) } else { Err(format!("{} are wrong", wrong.len())) }
}

/// Rooms from which Blender drops lights and custom properties, as its exporter does by itself.
#[test]
fn rooms_come_back_from_plain_exports() -> Outcome {
    let work = work_folder("blender-like-rooms")?;
    let mut rooms = Room::write_all(&work)?;
    rooms.sort_by_key(|room| std::cmp::Reverse(room.bytes.len()));
    rooms.truncate(AT_MOST);
    through(rooms.iter().map(|room| room.glb.as_path()), "", crate::PLAIN)?;
    let mut failed = 0;
    for room in &rooms {
        let back = room.glb.with_extension("rmesh");
        convert(&room.glb.with_extension("glb.out.glb"), &back, Some(&room.path))?;
        let written = fs::read(&back).map_err(|e| e.to_string())?;
        if let Some(lost) = room.lost(&written, NEAR) {
            println!("{}: {lost}", room.path.display());
            failed += 1;
        }
    }
    println!("like: {} rooms come back from plain exports, {failed} do not", rooms.len() - failed);
    if failed == 0 && rooms.len() > 1 { Ok(()) } else { Err(format!("{failed} rooms do not come back")) }
}

/// This many rooms are taken, the largest.
const AT_MOST: usize = 4;
/// How far an entity may be off, in units of the room.
const NEAR: f32 = 0.01;
