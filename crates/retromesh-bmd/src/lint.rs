//! What the engine refuses, drops or shows wrong, and what the format asks of solids.

use crate::document::Document;
use crate::solid;
use crate::vertex::UvLayout;
use retromesh_kit::{Findings, Lint, Lints, Target};
use std::collections::HashMap;

/// The one reader of files in the wild.
pub(crate) const ENGINE: &str = "bgbtech";
/// The format's own text.
pub(crate) const SPEC: &str = "spec";

/// The maximum number of bones that the engine poses.
pub(crate) const MAX_ENGINE_BONES: usize = 64;
/// The names by which the engine looks up clips.
pub(crate) const CLIP_NAMES: [&str; 3] = ["walk", "run", "stand"];

retromesh_kit::rules! {
    MoreFaces "bmd-more-faces" [ENGINE] "the face table has room for as many faces as there are vertices; more overwrite memory" => "Repair the file: unused vertices are added.";
    FaceCount "bmd-face-count" [ENGINE] "the declared number of faces is not that of the list; the engine reads as many as are declared" => "Repair the file.";
    LastLargest "bmd-last-mesh" [ENGINE] "a static model is shaded with the vertex count of its last mesh, which overruns smaller ones before it" => "Repair the file: the smallest mesh comes last; or rewrite it where it has several levels.";
    NoClips "bmd-missing-clips" [ENGINE] "a rigged model is posed by clips named walk, run and stand; without them the engine reads out of bounds" => "Name clips so, or rewrite the file, which adds them.";
    TooMany "bmd-too-many" [ENGINE] "more than 64 bones, 256 meshes, 256 clips or 64 levels overflow the engine's tables" => "Reduce the model.";
    LongName "bmd-long-name" [ENGINE] "names of 256 bytes or more overflow the engine's buffers" => "Shorten the name.";
    ShortName "bmd-short-name" [ENGINE] "the engine reads before the names of textures of fewer than four bytes" => "Rewrite the file: such names get an extension.";
    PseudoBone "bmd-pseudo-bone" [ENGINE] "pseudo-bones are read out of bounds" => "Rewrite the file: vertices go to one bone each.";
    WideQuad "bmd-wide-quad" [ENGINE] "quads of 64 bits are read wrong" => "Repair the file: they become triangles.";
    LastKey "bmd-last-frame-key" [ENGINE] "a key on the last frame shifts the keys of all later bones to the next one" => "Rewrite the file: the last frame is kept free of keys.";
    NullDrawn "bmd-drawn-without-material" [ENGINE, SPEC] "a level of detail draws a mesh that has no material; the engine crashes" => "Give it a material or take it out of the level.";
    BaseKeys "bmd-base-keys" [ENGINE] "keys of bone 0 have no effect" => "Repair the file, which drops them, or move them to a bone under it.";
    ScaleKeys "bmd-scale-keys" [ENGINE] "scale keys have no effect" => "Animate without scale.";
    LateParent "bmd-late-parent" [ENGINE, SPEC] "a bone comes before its parent and is posed with the parent's last pose" => "Rewrite the file.";
    OldUvs "bmd-old-uvs" [ENGINE, SPEC] "the texture coordinates of 128-bit vertices are in an older layout" => "Repair the file.";
    LongGap "bmd-long-gap" [ENGINE, SPEC] "a gap of 32 frames or more ran over into a key's scale bit" => "Repair the file.";
    LateFrames "bmd-late-frames" [ENGINE] "only the first four frames of a clip are shown" => "Spread the motion over four frames.";
    FarLevels "bmd-far-levels" [ENGINE] "only the nearest level of detail is drawn" => "Nothing to do; other levels cost memory only.";
    OpenModel "bmd-open-model" [ENGINE] "things bump into the nearest level of a static model, and leak where it is not closed" => "Close the surface: join vertices and fix T-shaped seams.";
    OpenSolid "bmd-open-solid" [ENGINE, SPEC] "a bone's solid is not a closed surface of shared vertices, facing outward, on one bone" => "Join its vertices and close it.";
}

struct Found(Findings);

impl Found {
    /// Counts places and notes the first.
    fn add(&mut self, rule: Id, places: impl IntoIterator<Item = (u64, String)>) {
        let mut places = places.into_iter();
        let Some((offset, path)) = places.next() else { return };
        self.0.add(rule, 1 + places.count(), || (Some(offset), path));
    }
}

impl Lints for Document<'_> {
    fn lint(&self, target: Option<&Target>) -> Vec<Lint> {
        let mut found = Found(Findings::new(RULES));
        meshes(self, &mut found);
        bones(self, &mut found);
        clips(self, &mut found);
        solids(self, &mut found);
        found.0.of(target)
    }
}

fn mesh_place(document: &Document<'_>, n: usize) -> (u64, String) {
    (u64::from(document.header.meshes.offset) + n as u64 * 32, format!("MESH[{n}]"))
}

fn bone_place(document: &Document<'_>, n: usize) -> (u64, String) {
    (u64::from(document.header.bones.offset) + n as u64 * 16, format!("BONE[{n}]"))
}

fn clip_place(document: &Document<'_>, n: usize) -> (u64, String) {
    (u64::from(document.header.clips.offset) + n as u64 * 16, format!("CLIP[{n}]"))
}

fn header_place(offset: usize) -> [(u64, String); 1] {
    [(offset as u64, "header".to_owned())]
}

fn meshes(document: &Document<'_>, found: &mut Found) {
    let all = || document.meshes.iter().enumerate();
    let place = |(n, _)| mesh_place(document, n);
    found.add(Id::MoreFaces, all().filter(|(_, m)| m.def.face_count > m.def.vertex_count).map(place));
    found.add(Id::FaceCount, all().filter(|(_, m)| m.faces().count() != usize::from(m.def.face_count)).map(place));
    found.add(Id::WideQuad, all().filter(|(_, m)| m.faces().any(|face| face.quad && face.wide)).map(place));
    if let Some(last) = document.meshes.last().filter(|_| document.bones.is_empty()) {
        found.add(Id::LastLargest, all().filter(|(_, m)| m.def.vertex_count < last.def.vertex_count).map(place));
    }
    found.add(Id::OldUvs, all().filter(|(n, _)| document.uv_layout(*n) == UvLayout::Old).map(place));
    let mut drawn: Vec<usize> = document.levels().into_iter().flatten().collect();
    drawn.sort_unstable();
    drawn.dedup();
    let nameless = |n: &usize| document.meshes.get(*n).is_some_and(|m| m.material.is_none());
    found.add(Id::NullDrawn, drawn.into_iter().filter(nameless).map(|n| mesh_place(document, n)));
    let tables = [document.meshes.len() > 256, document.clips.len() > 256, document.lods.len() > 64];
    if tables.contains(&true) || document.bones.len() > MAX_ENGINE_BONES {
        found.add(Id::TooMany, header_place(0x10));
    }
    if document.lods.len() > 1 {
        found.add(Id::FarLevels, header_place(0x18));
    }
    let texts = document
        .meshes
        .iter()
        .map(|m| (m.def.material, &m.material))
        .chain(document.bones.iter().map(|b| (b.def.name, &b.name)))
        .chain(document.clips.iter().map(|c| (c.def.name, &c.name)));
    let is_short = |mesh: &crate::document::Mesh<'_>| mesh.material.as_ref().is_some_and(|name| name.len() < 4);
    found.add(Id::ShortName, all().filter(|(_, mesh)| is_short(mesh)).map(place));
    let long = texts.filter(|(_, text)| text.as_ref().is_some_and(|text| text.len() > 255));
    found.add(Id::LongName, long.map(|(offset, _)| (u64::from(offset), "name".to_owned())));
}

fn bones(document: &Document<'_>, found: &mut Found) {
    let all = || document.bones.iter().enumerate();
    let place = |(n, _)| bone_place(document, n);
    found.add(Id::PseudoBone, all().filter(|(_, b)| b.is_pseudo()).map(place));
    let late =
        |(n, b): &(usize, &crate::document::Bone<'_>)| *n > 0 && !b.is_pseudo() && usize::from(b.def.parent) >= *n;
    found.add(Id::LateParent, all().filter(late).map(place));
    let named = |name: &&str| {
        !document.clips.iter().any(|clip| clip.name.as_ref().is_some_and(|n| n.bytes() == name.as_bytes()))
    };
    if document.bones.len() >= 2 && CLIP_NAMES.iter().any(named) {
        found.add(Id::NoClips, header_place(0x28));
    }
}

fn clips(document: &Document<'_>, found: &mut Found) {
    let bones = document.keyed_bones();
    let all = || document.clips.iter().enumerate();
    let place = |(n, _)| clip_place(document, n);
    let any = |test: &dyn Fn(&crate::keys::Key, u32) -> bool| {
        let holds = |(n, clip): (usize, &crate::document::Clip<'_>)| {
            clip.keys(bones, false).any(|key| test(&key, u32::from(clip.def.frames))).then_some(n)
        };
        all().filter_map(holds).map(|n| clip_place(document, n)).collect::<Vec<_>>()
    };
    found.add(Id::LastKey, any(&|key, frames| key.frame + 1 == frames));
    found.add(Id::BaseKeys, any(&|key, _| key.bone == 0));
    found.add(Id::ScaleKeys, any(&|key, _| key.scale.is_some()));
    found.add(Id::LongGap, any(&|key, _| key.after_long_gap));
    found.add(Id::LateFrames, all().filter(|(_, clip)| clip.def.frames > 4).map(place));
}

fn solids(document: &Document<'_>, found: &mut Found) {
    let bad = bad_solids(document).into_iter().map(|n| bone_place(document, n));
    found.add(Id::OpenSolid, bad);
    let levels = document.levels();
    if document.bones.is_empty()
        && let Some(nearest) = levels.first().filter(|level| !level.is_empty())
        && !solid::examine(nearest.iter().filter_map(|&n| document.meshes.get(n))).is_closed()
    {
        found.add(Id::OpenModel, [mesh_place(document, nearest.first().copied().unwrap_or(0))]);
    }
}

/// Returns the bones whose solids are none, as stored: open, inside out, or not on one bone.
pub(crate) fn bad_solids(document: &Document<'_>) -> Vec<usize> {
    let mut examined = HashMap::new();
    let mut bad = |bone: &usize| {
        let Some((n, mesh)) = document.solid_of(*bone).and_then(|n| Some((n, document.meshes.get(n)?))) else {
            return false;
        };
        let report = examined.entry(n).or_insert_with(|| solid::examine(std::iter::once(mesh)));
        !report.is_solid_of(*bone as u8)
    };
    let mut bones: Vec<usize> = (0..document.bones.len()).collect();
    bones.retain(&mut bad);
    bones
}
