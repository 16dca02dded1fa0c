//! Every limit in every format that it applies to, on each side: what just fits is read, one less is refused by the name of the
//! limit.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use retromesh::{
    Diagnostics, Error, ErrorKind, ExportOptions, Files, Folder, ImportOptions, Limits, Source, format_by_extension,
};
use std::path::PathBuf;

fn fixture(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures")).join(name)
}

/// Reads a fixture, or, where the name ends with `>glb`, what is written from it as binary glTF.
fn read(name: &str, limits: &Limits) -> Result<(), Error> {
    let (name, glb) = name.strip_suffix(">glb").map_or((name, false), |name| (name, true));
    let defaults = ImportOptions::default();
    let source = Source::load(fixture(name), if glb { &defaults.limits } else { limits })?;
    if !glb {
        return import(source.format, &source.bytes, &source.folder, limits);
    }
    let mut diagnostics = Diagnostics::new();
    let scene = source.read(&defaults, &mut diagnostics)?.to_scene_with(&defaults, &mut diagnostics)?;
    let gltf = format_by_extension("glb").unwrap();
    let output = gltf.write(&scene.validate().unwrap(), &ExportOptions::default(), &mut diagnostics)?;
    import(gltf, &output.bytes, &Folder::new("", 0), limits)
}

fn import(format: &dyn retromesh::Format, bytes: &[u8], files: &dyn Files, limits: &Limits) -> Result<(), Error> {
    let mut options = ImportOptions::default();
    options.limits = limits.clone();
    let mut diagnostics = Diagnostics::new();
    let model = format.read(bytes, files, &options, &mut diagnostics)?;
    model.to_scene_with(&options, &mut diagnostics).map(drop)
}

/// Finds the smallest limit under which a file is read, and checks what is said one below it.
fn smallest(name: &str, what: &str, max: u64, set: impl Fn(&mut Limits, u64)) -> u64 {
    let read_with = |value: u64| {
        let mut limits = Limits::default();
        set(&mut limits, value);
        read(name, &limits)
    };
    let (mut refused, mut read) = (0, max);
    read_with(max).unwrap_or_else(|e| panic!("{name}: {e}"));
    while read - refused > 1 {
        let middle = u64::midpoint(refused, read);
        *(if read_with(middle).is_ok() { &mut read } else { &mut refused }) = middle;
    }
    let error = read_with(refused).unwrap_err();
    match error.kind() {
        ErrorKind::Limit { what: found, limit, .. } => {
            assert!(found.contains(what) && *limit <= refused, "{name}: {error}");
        }
        _ => panic!("{name}: {error}"),
    }
    read
}

#[test]
fn input_size() {
    let rows = [
        "b3d/everything.b3d",
        "bgl/skin.bgl",
        "bmd/rig.bmd",
        "bo3d/hierarchy.bo3d",
        "obj/materials.obj",
        "p3d/odol-cube.p3d",
    ];
    for name in rows {
        let size = std::fs::metadata(fixture(name)).unwrap().len();
        assert_eq!(smallest(name, "input", 1 << 30, |limits, value| limits.input_bytes = value), size, "{name}");
    }
    smallest("b3d/everything.b3d>glb", "input", 1 << 30, |limits, value| limits.input_bytes = value);
}

#[test]
fn files_next_to_the_model_are_inputs_too() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.mtl"), [b'#'; 100]).unwrap();
    assert!(Folder::new(folder.path(), 100).load("a.mtl").is_some());
    assert!(Folder::new(folder.path(), 99).load("a.mtl").is_none());
}

#[test]
fn nesting() {
    let rows = [
        ("b3d/nodes-deep.b3d", 1),
        ("bgl/tree-deep.bgl", 120),
        ("bo3d/hierarchy.bo3d", 2),
        ("bmd/rig.bmd", 2),
        ("b3d/nodes-deep.b3d>glb", 1),
    ];
    for (name, at_least) in rows {
        let depth = smallest(name, "nesting", 1 << 24, |limits, value| limits.depth = value as u32);
        assert!(depth >= at_least && depth < 1 << 20, "{name}: {depth}");
    }
}

#[test]
fn unpacked_bytes() {
    for name in ["p3d/odol-matches.p3d", "bgl/shared-skeleton.bgl", "b3d/everything.b3d>glb"] {
        let bytes = smallest(name, "", 1 << 30, |limits, value| limits.unpacked_bytes = value);
        assert!(bytes > 100 && bytes < 1 << 20, "{name}: {bytes}");
    }
}

#[test]
fn levels_of_detail() {
    let rows = [
        ("p3d/odol-levels.p3d", 5),
        ("p3d/mlod-mixed-kinds.p3d", 2),
        ("bmd/two-levels.bmd", 2),
        ("bmd/two-levels.bmd>glb", 2),
    ];
    for (name, at_least) in rows {
        let levels = smallest(name, "levels", 256, |limits, value| limits.lods = value as u32);
        assert!(levels >= at_least, "{name}: {levels}");
    }
}
