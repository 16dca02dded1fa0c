//! A million levels of nesting: an error or a success, never the end of the stack.
#![allow(clippy::unwrap_used, clippy::panic)]

use retromesh::{Confidence, Diagnostics, ExportOptions, Format, ImportOptions, NoFiles, check, formats};
use retromesh_testkit::nested_b3d_nodes;
use std::fmt;

const DEPTH: usize = 1_000_000;

/// A recursion of one word a level would not fit.
const STACK: usize = 512 << 10;

/// The fixture of a tree with its text replaced by open braces.
fn bgl() -> Vec<u8> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/bgl/layout-4.bgl");
    let file = std::fs::read(path).unwrap();
    let at = file.windows(6).position(|window| window == b"0{1{}}").unwrap();
    [&file[..at], "0{".repeat(DEPTH).as_bytes(), "}".repeat(DEPTH).as_bytes(), &file[at + 6..]].concat()
}

/// glTF nodes, each the child of the one before.
fn gltf_nodes() -> Vec<u8> {
    let mut text = String::from("{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":[");
    for child in 1..DEPTH {
        text.extend(["{\"children\":[", &child.to_string(), "]},"]);
    }
    (text + "{}]}").into_bytes()
}

/// JSON lists in the extras, where anything is allowed.
fn json_lists() -> Vec<u8> {
    let (open, close) = ("[".repeat(DEPTH), "]".repeat(DEPTH));
    format!("{{\"asset\":{{\"version\":\"2.0\"}},\"nodes\":[{{\"extras\":{open}{close}}}]}}").into_bytes()
}

/// JSON objects that nobody reads.
fn json_objects() -> Vec<u8> {
    let (open, close) = ("{\"a\":".repeat(DEPTH), "}".repeat(DEPTH));
    format!("{{\"asset\":{{\"version\":\"2.0\"}},\"extensions\":{{\"X\":{open}1{close}}}}}").into_bytes()
}

/// Counts what is printed and drops it.
struct Sink(usize);

impl fmt::Write for Sink {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.len();
        Ok(())
    }
}

/// Reads, writes back, prints, judges and converts; returns the error, or the number of nodes and of formats written.
fn exercise(bytes: &[u8]) -> Result<(usize, Vec<String>), String> {
    let format = formats().iter().find(|format| format.probe(bytes) == Confidence::Certain).unwrap();
    let (options, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
    let model = format.read(bytes, &NoFiles, &options, &mut diagnostics).map_err(|e| e.to_string())?;
    assert!(model.encode().unwrap() == bytes);
    model.dump(&mut Sink(0)).unwrap();
    model.as_lint().map(|rules| rules.lint(None));
    let scene = model.to_scene_with(&options, &mut diagnostics).map_err(|e| e.to_string())?;
    drop(model);
    assert_eq!(check(&scene), []);
    retromesh::dump::scene(&scene, &mut Sink(0)).unwrap();
    let written = formats().iter().filter(|format| format.info().writes).map(|format| write(*format, &scene));
    Ok((scene.nodes.len(), written.collect()))
}

fn write(format: &dyn Format, scene: &retromesh::Scene) -> String {
    let (id, mut diagnostics) = (format.info().id, Diagnostics::new());
    let output = match format.write(&scene.validate().unwrap(), &ExportOptions::default(), &mut diagnostics) {
        Ok(output) => output,
        Err(error) => return format!("{id}: {error}"),
    };
    let read = format.read(&output.bytes, &NoFiles, &ImportOptions::default(), &mut diagnostics);
    let back = read.and_then(|model| model.to_scene_with(&ImportOptions::default(), &mut diagnostics)).unwrap();
    assert_eq!(check(&back), []);
    format!("{id}: written")
}

fn on_a_small_stack(bytes: Vec<u8>) -> Result<(usize, Vec<String>), String> {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || exercise(&bytes)).unwrap();
    thread.join().unwrap()
}

fn all_nodes_are_read(file: Vec<u8>) {
    let (nodes, written) = on_a_small_stack(file).unwrap();
    assert_eq!(nodes, DEPTH);
    assert!(written.iter().all(|line| line.ends_with("written") || line.contains("limit")), "{written:#?}");
}

// Two tests, which run next to each other.
#[test]
fn nested_nodes_of_b3d() {
    all_nodes_are_read(nested_b3d_nodes(DEPTH));
}

#[test]
fn nested_nodes_of_gltf() {
    all_nodes_are_read(gltf_nodes());
}

#[test]
fn nested_braces_of_a_tree() {
    let error = on_a_small_stack(bgl()).unwrap_err();
    assert!(error.contains("bad tree: expected at most 256 open braces"), "{error}");
}

#[test]
fn nested_json() {
    for file in [json_lists(), json_objects()] {
        match on_a_small_stack(file) {
            Ok((nodes, _)) => assert!(nodes <= 1),
            Err(error) => assert!(error.contains("recursion limit"), "{error}"),
        }
    }
}
