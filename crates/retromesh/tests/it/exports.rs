//! Golden dumps of exports: chosen fixtures, written to every format, and read again by the printer of `retromesh dump`.
#![cfg(all(
    feature = "b3d",
    feature = "bo3d",
    feature = "bogle",
    feature = "bmd",
    feature = "p3d",
    feature = "gltf",
    feature = "obj"
))]
#![allow(clippy::unwrap_used)]

use retromesh::{Diagnostics, ExportOptions, Files, Format, ImportOptions, Valid, formats, open};
use retromesh_testkit::{assert_texts_match, dump};
use std::fmt::Write;
use std::path::Path;

/// A few fixtures of each format, which together have everything that a scene can hold.
const FIXTURES: [&str; 24] = [
    "b3d/colours.b3d",
    "b3d/everything.b3d",
    "b3d/seqs.b3d",
    "b3d/skin-tube-animated.b3d",
    "bgl/cameras.bgl",
    "bgl/eight-textures.bgl",
    "bgl/lights.bgl",
    "bgl/skin-rotated.bgl",
    "bmd/clip-loop.bmd",
    "bmd/pseudo-bones.bmd",
    "bmd/two-levels.bmd",
    "bo3d/keys-and-bones.bo3d",
    "bo3d/square-half.bo3d",
    "bo3d/vertex-colours.bo3d",
    "gltf/rigs.glb",
    "gltf/shapes.glb",
    "gltf/stage.glb",
    "obj/groups.obj",
    "obj/textures.obj",
    "p3d/odol-frames.p3d",
    "p3d/odol-levels.p3d",
    "p3d/odol-proxy.p3d",
    "p3d/odol-selections.p3d",
    "p3d/p3dm-materials.p3d",
];

/// The files that were written next to a model.
struct Sidecars(Vec<(String, Vec<u8>)>);

impl Files for Sidecars {
    fn load(&self, name: &str) -> Option<Vec<u8>> {
        self.0.iter().find(|(own, _)| own == name).map(|(_, bytes)| bytes.clone())
    }
}

/// Writes a scene and prints what was reported, what is next to the model, and the model.
fn print(scene: &Valid<'_>, target: &dyn Format) -> String {
    let mut options = ExportOptions::default();
    options.file_name = format!("model.{}", target.info().extensions.first().unwrap());
    let mut diagnostics = Diagnostics::new();
    let output = match target.write(scene, &options, &mut diagnostics) {
        Ok(output) => output,
        Err(error) => return format!("error: {error}\n"),
    };
    let mut text = String::new();
    for entry in diagnostics.entries() {
        writeln!(text, "{entry}").unwrap();
    }
    for (name, bytes) in &output.sidecars {
        writeln!(text, "sidecar {name}, {} bytes", bytes.len()).unwrap();
    }
    text.push_str("----\n");
    text + &dump(target, &Sidecars(output.sidecars), &output.bytes)
}

#[test]
fn exports_match_their_snapshots() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let pairs = FIXTURES.iter().flat_map(|name| formats().iter().map(move |format| (*name, *format)));
    let texts = pairs.filter(|(_, target)| target.info().writes).map(|(name, target)| {
        let scene = open(folder.join(name), &ImportOptions::default(), &mut Diagnostics::new()).unwrap().scene;
        let fixture = name.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
        (format!("{fixture}_to_{}", target.info().id), print(&scene, target))
    });
    assert_texts_match(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/snapshots"), texts);
}
