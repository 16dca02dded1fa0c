//! The calls as C makes them.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::border::{CallError, Kind, guarded};
use crate::calls::{
    ABI, OpenScene, retromesh_bounds, retromesh_check_memory, retromesh_convert_memory, retromesh_free, retromesh_open,
    retromesh_open_memory, retromesh_pose, retromesh_pose_vertices, retromesh_report_free, retromesh_triangles,
};
use crate::files::{FileEntry, FileList};
use crate::options::NamedOption;
use crate::view::{self, NO_OFFSET, NONE};
use retromesh::glam::{Mat4, Vec3};
use retromesh::{Diagnostics, ImportOptions};
use std::ffi::{CStr, CString, c_char, c_void};
use std::mem::MaybeUninit;
use std::ptr::null;

fn fixture(name: &str) -> CString {
    CString::new(format!("{}/../../fixtures/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn bytes(name: &str) -> Vec<u8> {
    retromesh::load(fixture(name).to_str().unwrap().as_ref(), &retromesh::Limits::default()).unwrap()
}

/// Options of C, and the texts that they lead to.
struct Chosen(Vec<NamedOption>, Vec<CString>);

fn chosen(options: &[(&str, &str)]) -> Chosen {
    let texts: Vec<CString> =
        options.iter().flat_map(|(name, value)| [*name, *value]).map(|text| CString::new(text).unwrap()).collect();
    let pair = |pair: &[CString]| NamedOption { name: pair[0].as_ptr(), value: pair[1].as_ptr() };
    Chosen(texts.chunks(2).map(pair).collect(), texts)
}

fn said(error: &CallError) -> String {
    let bytes: Vec<u8> = error.text.iter().map(|c| *c as u8).take_while(|byte| *byte != 0).collect();
    String::from_utf8(bytes).unwrap()
}

fn open(name: &str, options: &[(&str, &str)]) -> Result<Box<OpenScene>, (Kind, String)> {
    let (path, Chosen(options, _texts)) = (fixture(name), chosen(options));
    let mut error = MaybeUninit::new(CallError { kind: Kind::Bug, offset: 0, text: [1; 512] });
    let scene = retromesh_open(path.as_ptr(), options.as_ptr(), options.len(), Some(&mut error));
    let error = guarded(None, || Ok(error)).map(init).unwrap();
    assert_eq!(scene.is_some(), error.kind == Kind::None, "{}", said(&error));
    scene.ok_or_else(|| (error.kind, said(&error)))
}

/// Every call fills in the error that it is given.
fn init(error: MaybeUninit<CallError>) -> CallError {
    // SAFETY: all errors here begin as values.
    unsafe { error.assume_init() }
}

fn text(name: &view::Name) -> String {
    // SAFETY: a name of a view ends with a zero byte.
    let text = unsafe { CStr::from_ptr(name.data) };
    assert_eq!(text.count_bytes(), name.length);
    text.to_str().unwrap().to_owned()
}

#[test]
fn failures_say_what_is_wrong() {
    for (name, options, kind, part) in [
        ("b3d/none.b3d", &[][..], Kind::Io, "none.b3d"),
        ("MANIFEST.tsv", &[], Kind::UnknownFormat, "unknown format"),
        ("b3d/bad/chunk-overrun.b3d", &[], Kind::Damaged, "b3d: "),
        ("b3d/minimal.b3d", &[("colour", "red")], Kind::Argument, "no option \"colour\""),
        ("b3d/minimal.b3d", &[("overwrite", "true")], Kind::Argument, "no option \"overwrite\""),
        ("b3d/minimal.b3d", &[("space", "maya")], Kind::Argument, "space is file or gltf"),
        ("b3d/minimal.b3d", &[("fps", "0")], Kind::Argument, "fps must be"),
        ("b3d/minimal.b3d", &[("normals", "up")], Kind::Argument, "keep, auto, recompute"),
        ("b3d/minimal.b3d", &[("max-input", "4")], Kind::Limit, "over the limit"),
        ("b3d/bad/chunk-overrun.b3d", &[("max-input", "64M")], Kind::Damaged, "b3d: "),
        ("b3d/minimal.b3d", &[("max-input", "64X")], Kind::Argument, "such as 1000, 64K"),
    ] {
        let (found, said) = open(name, options).err().unwrap();
        assert!(found == kind && said.contains(part), "{name} {options:?}: {found:?} {said}");
    }
}

#[test]
fn null_is_an_error_and_no_crash() {
    assert!(retromesh_open(null(), null(), 0, None).is_none());
    assert!(retromesh_open(null(), null(), 3, None).is_none());
    assert!(retromesh_open_memory(null(), 4, null(), None, null(), 0, None).is_none());
    assert!(retromesh_open_memory(null(), usize::MAX, null(), None, null(), 0, None).is_none());
    assert!(!retromesh_pose(None, NONE, 0.0, std::ptr::null_mut()));
    assert!(!retromesh_bounds(None, std::ptr::null_mut()));
    retromesh_free(None);
    retromesh_report_free(None);
    let latin = [0xe9u8 as c_char, 0];
    assert!(retromesh_open(latin.as_ptr(), null(), 0, None).is_none());
}

#[test]
fn a_panic_becomes_an_error() {
    let mut error = MaybeUninit::new(CallError { kind: Kind::None, offset: 0, text: [0; 512] });
    assert_eq!(guarded::<()>(Some(&mut error), || panic!("on purpose")), None);
    let error = init(error);
    assert_eq!((error.kind, error.offset), (Kind::Bug, NO_OFFSET));
}

#[test]
fn geometry_is_borrowed_and_equal() {
    let scene = open("b3d/skin-tube-animated.b3d", &[]).unwrap();
    let (path, mut found) = (fixture("b3d/skin-tube-animated.b3d"), Diagnostics::new());
    let ours = retromesh::open(path.to_str().unwrap(), &ImportOptions::default(), &mut found).unwrap();
    let view = &scene.view;
    assert_eq!((text(&view.format), view.nodes.count), ("b3d".to_owned(), ours.scene.nodes.len()));
    assert_eq!(view.clips.count, ours.scene.clips().len());
    let (index, clip) = &ours.scene.clips()[0];
    let animation = &ours.scene.animations[*index];
    let pose = ours.scene.pose(animation, animation.tick_at(clip, 0.3));
    let mut matrices = vec![0.0f32; 16 * view.nodes.count];
    assert!(retromesh_pose(Some(&scene), 0, 0.3, matrices.as_mut_ptr()));
    let bits: Vec<u32> = matrices.iter().map(|x| x.to_bits()).collect();
    let expected = pose.world.values().iter().flat_map(Mat4::to_cols_array).map(f32::to_bits);
    assert_eq!(bits, expected.collect::<Vec<u32>>());
    let places: Vec<_> = ours.scene.node_ids().flat_map(|id| pose.positions(&ours.scene, id)).collect();
    let mut theirs = vec![0.0f32; 3 * places.len()];
    assert!(retromesh_pose_vertices(Some(&scene), 0, 0.3, theirs.as_mut_ptr(), std::ptr::null_mut()));
    assert_eq!(theirs, places.iter().flat_map(Vec3::to_array).collect::<Vec<f32>>());
    assert!(!retromesh_pose(Some(&scene), 99, 0.0, matrices.as_mut_ptr()));
    assert_eq!(retromesh_triangles(Some(&scene), 99, 0, std::ptr::null_mut()), 0);
    // SAFETY: a view leads to as many meshes as it says.
    let meshes = unsafe { std::slice::from_raw_parts(view.meshes.data, view.meshes.count) };
    let own = scene.opened.scene.meshes.iter();
    assert!(own.map(|mesh| mesh.positions.as_ptr().cast()).eq(meshes.iter().map(|mesh| mesh.positions.data)));
    retromesh_free(Some(scene));
}

/// A model of two files: the second is asked for once, by its place in the list.
unsafe extern "C" fn load(user: *mut c_void, index: usize, data: *mut u8, size: usize) -> bool {
    // SAFETY: the test below passes its list, and the library room for a file of it.
    unsafe {
        let files = &mut *user.cast::<Vec<(Vec<u8>, u32)>>();
        files[index].1 += 1;
        assert_eq!(files[index].0.len(), size);
        std::ptr::copy_nonoverlapping(files[index].0.as_ptr(), data, size);
    }
    true
}

#[test]
fn files_in_memory_come_by_a_callback() {
    let mut files = vec![(vec![0; 3], 0u32), (bytes("obj/paint.mtl"), 0)];
    let names = [c"other.mtl", c"paint.mtl"];
    let entries: Vec<FileEntry> = names
        .iter()
        .zip(&files)
        .map(|(name, (bytes, _))| FileEntry { path: name.as_ptr(), size: bytes.len() as u64 })
        .collect();
    let user = (&raw mut files).cast();
    let list = FileList { entries: entries.as_ptr(), entry_count: 2, read: Some(load), user };
    let model = bytes("obj/materials.obj");
    let scene =
        retromesh_open_memory(model.as_ptr(), model.len(), c"materials.obj".as_ptr(), Some(&list), null(), 0, None);
    assert!(scene.is_some_and(|scene| scene.view.materials.count > 0));
    assert_eq!(files.iter().map(|(_, times)| *times).collect::<Vec<_>>(), [0, 1]);
}

#[test]
fn conversions_and_checks_report() {
    let model = bytes("b3d/skin-tube-animated.b3d");
    let convert = |options: &[(&str, &str)], output: &CStr| {
        let Chosen(options, _texts) = chosen(options);
        let (options, count) = (options.as_ptr(), options.len());
        retromesh_convert_memory(model.as_ptr(), model.len(), null(), None, output.as_ptr(), options, count, None)
    };
    let made = convert(&[], c"tube.obj").unwrap();
    let view = &made.view;
    assert_eq!((text(&view.from), text(&view.to), view.ok), ("b3d".to_owned(), "obj".to_owned(), true));
    assert!(view.files.count > 0 && view.diagnostics.count > 0 && view.bytes_out > 0);
    retromesh_report_free(Some(made));
    assert!(convert(&[("deny", "any-loss")], c"tube.obj").is_none());
    assert!(convert(&[], c"tube.nothing").is_none());

    let Chosen(options, _texts) = chosen(&[("target", "luanti")]);
    let file = bytes("b3d/keys-split-by-range.b3d");
    let (options, count) = (options.as_ptr(), options.len());
    let checked = retromesh_check_memory(file.as_ptr(), file.len(), null(), None, options, count, None).unwrap();
    assert!(!checked.view.ok && checked.view.findings.count > 0);
    assert!(text(&checked.view.verdict).contains("for luanti"));
}

/// The sizes of `abi.txt`, which a C compiler made of the header, are those that the library has.
#[test]
fn layouts_are_those_of_the_header() {
    let abi: Vec<(&str, usize)> = include_str!("../abi.txt")
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(name, number)| (name, number.parse().unwrap()))
        .collect();
    let number = |name: &str| abi.iter().find(|(known, _)| *known == name).map(|(_, number)| *number);
    assert_eq!(number("RETROMESH_ABI"), Some(ABI as usize));
    macro_rules! sizes {
        ($($name:literal $type:ty;)*) => {[$((concat!("retromesh_", $name), size_of::<$type>())),*]};
    }
    let sizes = sizes! {
        "error" CallError; "option" NamedOption; "file_entry" FileEntry; "files" FileList; "name" view::Name;
        "floats" view::Floats; "integers" view::Integers; "space" view::Space; "named_text" view::NamedText;
        "node" view::Node; "part" view::Part; "selection" view::Selection; "morph" view::Morph; "mesh" view::Mesh;
        "vertex_frame" view::VertexFrame; "skeleton" view::Skeleton; "layer" view::Layer;
        "material" view::Material; "texture" view::Texture; "image" view::Image; "channel" view::Channel;
        "animation" view::Animation; "clip" view::Clip; "camera" view::Camera; "light" view::Light;
        "diagnostic" view::Diagnostic; "scene" view::Scene; "file" view::MadeFile; "report" view::Report;
    };
    for (name, size) in sizes {
        assert_eq!(number(name), Some(size), "{name}");
    }
    let known = abi.iter().filter(|(name, _)| name.starts_with("retromesh_") && !name.contains('.')).count();
    let lists = abi.iter().filter(|(name, _)| name.ends_with("_list")).count();
    assert_eq!(known - lists, sizes.len());
}
