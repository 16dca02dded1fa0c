//! What must hold for any bytes, one function a fuzz target.
//!
//! Each function panics with the broken promise; else it returns whether it could make something of the bytes. Inputs are plain files: the format is the one whose probe claims the bytes, so a
//! fixture is a seed and a crasher is a fixture. The variable `RETROMESH_FUZZ_FORMAT` restricts a run to one format by its id.

mod archive;
mod convert;
mod lzss;
mod mutants;
mod paa;
mod packed;
mod read;
mod roundtrip;
mod rtm;
mod scenes;
mod text;

pub use archive::archive;
pub use convert::convert_any;
pub use lzss::lzss;
pub use mutants::Mutants;
pub use paa::paa;
pub use packed::{draco, meshopt};
pub use read::{import, import_by_id, parse, whole};
pub use roundtrip::roundtrip;
pub use rtm::rtm;
pub use text::text_pack;

use peak_alloc::PeakAlloc;
use retromesh::{Confidence, Diagnostics, ExportOptions, Files, Format, ImportOptions, Output, Scene, Valid, formats};
use std::sync::LazyLock;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// What compressed data may unpack to in a fuzz run; the budget grows by it for formats that compress.
const UNPACKED_BYTES: u64 = 1 << 22;

static ONLY: LazyLock<Option<String>> = LazyLock::new(|| std::env::var("RETROMESH_FUZZ_FORMAT").ok());

/// Holds bytes to a promise and returns whether it could make something of them.
pub type Target = fn(&[u8]) -> bool;

/// All targets by name.
pub const TARGETS: [(&str, Target); 16] = [
    ("parse", parse),
    ("import", import),
    ("roundtrip", roundtrip),
    ("convert_any", convert_any),
    ("lzss", lzss),
    ("paa", paa),
    ("gltf_import", |bytes| import_by_id("gltf", bytes)),
    ("obj_import", |bytes| import_by_id("obj", bytes)),
    ("meshopt", meshopt),
    ("draco", draco),
    ("text_pack", text_pack),
    ("rmesh", |bytes| whole("rmesh", bytes)),
    ("x", |bytes| whole("x", bytes)),
    ("rtm", rtm),
    ("pbo", |bytes| archive("pbo", bytes)),
    ("zip", |bytes| archive("zip", bytes)),
];

/// The input itself under every name: a model whose sidecars are as hostile as it is.
struct Itself<'a>(&'a [u8]);

impl Files for Itself<'_> {
    fn load(&self, _name: &str) -> Option<Vec<u8>> {
        Some(self.0.to_vec())
    }
}

fn options() -> ImportOptions {
    let mut options = ImportOptions::default();
    options.limits.unpacked_bytes = UNPACKED_BYTES;
    options
}

/// Returns the formats that claim the bytes.
fn claiming(bytes: &[u8]) -> impl Iterator<Item = &'static dyn Format> {
    let allowed = |format: &&dyn Format| ONLY.as_deref().is_none_or(|only| format.info().id == only);
    formats().iter().copied().filter(allowed).filter(|format| format.probe(bytes) > Confidence::No)
}

fn scene(format: &dyn Format, bytes: &[u8], files: &dyn Files) -> Option<Scene> {
    let options = options();
    let mut diagnostics = Diagnostics::new();
    let model = format.read(bytes, files, &options, &mut diagnostics).ok()?;
    model.to_scene_with(&options, &mut diagnostics).ok()
}

fn sound(scene: Scene, what: &str) -> Valid<'static> {
    scene.into_valid().unwrap_or_else(|violations| panic!("{what}: {violations}"))
}

/// Reads what was written, which must be accepted, encode to the same bytes and give a sound scene.
fn read_back(format: &dyn Format, output: &Output, what: &str) -> Valid<'static> {
    let options = ImportOptions::default();
    let mut diagnostics = Diagnostics::new();
    let model = format.read(&output.bytes, output, &options, &mut diagnostics);
    let model = model.unwrap_or_else(|e| panic!("{what}: what was written is refused: {e}"));
    assert!(model.encode().is_ok_and(|bytes| bytes == output.bytes), "{what}: encoded bytes differ");
    let scene = model.to_scene_with(&options, &mut diagnostics);
    let scene = scene.unwrap_or_else(|e| panic!("{what}: no scene of what was written: {e}"));
    sound(scene, what)
}

/// Returns the choices for the `turn`th profile of a format.
fn profile(format: &dyn Format, turn: usize) -> ExportOptions {
    let info = format.info();
    let mut options = ExportOptions::default();
    options.file_name = format!("model.{}", info.extensions[0]);
    options.target = info.targets.get(turn % info.targets.len().max(1)).map(|target| target.name.to_owned());
    options
}
