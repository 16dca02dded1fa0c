//! Text of documents packs to the bytes that it was made of; edits pack to sound files, and faults are reported with their place.

use crate::files;
use retromesh::{Code, Diagnostics, ImportOptions, NoFiles, Source, all_formats, pack, pack_with, packs_to};
use retromesh_testkit::File;
use std::path::Path;

fn source(file: &File) -> Source {
    Source::from_bytes(file.bytes.clone(), Path::new(&file.name), &ImportOptions::default().limits).unwrap()
}

/// Returns the text of a file; `None` where the file is refused.
fn text(file: &File) -> Option<String> {
    source(file).text(&ImportOptions::default(), &mut Diagnostics::new()).ok()
}

/// Packs the text of every file that is accepted; returns how many there are. One that makes no scene, such as a texture whose texels are
/// cut off, is not packed: `info` would refuse it.
fn pack_all(folder: &str, extension: &str, at_least: usize) -> usize {
    let mut packed = 0;
    for file in files(folder, extension, at_least) {
        let accepted = {
            let source = source(&file);
            source.read(&ImportOptions::default(), &mut Diagnostics::new()).is_ok()
        };
        let text = text(&file);
        assert_eq!(text.is_some(), accepted, "{}", file.name);
        if let Some(text) = text {
            let (options, mut found) = (ImportOptions::default(), Diagnostics::new());
            let model = source(&file).format.read(&file.bytes, &NoFiles, &options, &mut found);
            let scene = model.and_then(|model| model.to_scene_with(&options, &mut found));
            let packed_bytes = pack(text.as_bytes());
            assert_eq!(packed_bytes.is_ok(), scene.is_ok(), "{}: {packed_bytes:?}", file.name);
            let Ok(bytes) = packed_bytes else { continue };
            assert!(bytes == file.bytes, "{}: packed bytes differ\n{text}", file.name);
            packed += 1;
        }
    }
    packed
}

#[test]
fn every_file_packs_to_the_same_bytes() {
    let mut formats = 0;
    for format in all_formats().filter(|format| format.text().is_some()) {
        let info = format.info();
        let packed: usize = info.extensions.iter().map(|extension| pack_all(info.id, extension, 1)).sum();
        assert!(packed >= 20, "{}: {packed} files", info.id);
        formats += 1;
    }
    assert!(formats >= 8, "{formats} formats");
}

fn fixture(folder: &str, extension: &str, name: &str) -> File {
    files(folder, extension, 1).into_iter().find(|file| file.name == name).unwrap()
}

#[test]
fn a_text_has_one_structure_and_one_row_a_line() {
    let text = text(&fixture("b3d", "b3d", "triangle.b3d")).unwrap();
    assert_eq!(
        text,
        r#"retromesh-text 1 b3d
version 1
chunks [
  0 NODE {
    name "triangle"
    position 0 0 0
    scale 1 1 1
    rotation 1 0 0 0
  }
  1 MESH {
    brush_id -1
  }
  2 VRTS {
    flags 0
    sets 0
    set_size 0
    records [
      0 0 0
      0 1 0
      1 0 0
    ]
  }
  2 TRIS {
    brush_id -1
    triangles [
      0 1 2
    ]
  }
]
"#
    );
}

#[test]
fn every_line_can_be_missing() {
    let mut endless = 0;
    for (format, name) in [("b3d", "triangle.b3d"), ("bgl", "two-materials.bgl"), ("p3d", "odol-cube.p3d")] {
        let text = text(&fixture(format, format, name)).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        for left_out in 0..lines.len() {
            let without = lines.iter().enumerate().filter(|(at, _)| *at != left_out).map(|(_, line)| *line);
            let packed = pack(without.collect::<Vec<_>>().join("\n").as_bytes());
            endless += usize::from(packed.is_err_and(|error| error.to_string().contains("expected a row or `]`")));
        }
    }
    assert!(endless > 0);
}

#[test]
fn a_mark_of_byte_order_is_skipped() {
    let file = fixture("b3d", "b3d", "triangle.b3d");
    let marked = format!("\u{feff}{}", text(&file).unwrap());
    assert!(packs_to(marked.as_bytes()).is_some());
    assert_eq!(pack(marked.as_bytes()).unwrap(), file.bytes);
}

#[test]
fn what_is_packed_is_read_with_diagnostics() {
    let text = text(&fixture("b3d", "b3d", "triangle.b3d")).unwrap();
    for (corner, count) in [("2", 0), ("3", 1)] {
        let mut diagnostics = Diagnostics::new();
        pack_with(text.replace("0 1 2", &format!("0 1 {corner}")).as_bytes(), &mut diagnostics).unwrap();
        assert_eq!(diagnostics.count(Code::IndexOutOfRange), count);
    }
}

#[test]
fn faults_are_reported_with_line_and_column_expected_and_found() {
    let text = text(&fixture("b3d", "b3d", "triangle.b3d")).unwrap();
    let rows = [
        ("0 1 0", "0 1", "b3d: bad text at line 19, column 7: expected 3 values, as in the first row, found 2 values"),
        (
            "0 1 0",
            "0 1 0 4",
            "b3d: bad text at line 19, column 7: expected 3 values, as in the first row, found 4 values",
        ),
        (
            "0 0 0\n      0 1 0",
            "0 0 0 4\n      0 1 0",
            "line 18, column 7: expected 3 values, as in the other rows, found 4 values",
        ),
        ("0 1 0", "0 x 0", "b3d: bad text at line 19, column 9: expected a number, found `x`"),
        (
            "0 1 2",
            "0 1",
            "b3d: bad text at line 26, column 10: expected 3 values, found 2 in front of the end of the line",
        ),
        ("0 1 2", "0 1 2 3", "b3d: bad text at line 26, column 13: expected the end of the line, found `3`"),
        ("0 1 2", "0 -1 2", "b3d: bad text at line 26, column 9: expected an integer from 0 to 4294967295, found `-1`"),
        ("flags 0", "flags 1", "expected rows of 6 values, as the flags say, found rows of 3"),
        ("sets 0", "sets 4294967295", "expected at most 8 sets of 4, found 4294967295 sets of 0"),
        (
            "scale 1",
            "scalf 1",
            "line 7, column 5: expected one of `name`, `position`, `scale`, `rotation`, found `scalf`",
        ),
        ("    scale 1 1 1\n", "", "expected the field `scale`, found a structure without it"),
        ("scale 1 1 1", "position 1 1 1", "expected each field once, found `position` again"),
        ("NODE", "NODS", "line 4, column 5: expected one of `TEXS`, `BRUS`, `NODE`, `MESH`"),
        (
            "name \"triangle\"",
            "name \"triangle",
            "line 5, column 19: expected a closing quote, found the end of the line",
        ),
        ("  ]\n  }\n]\n", "  ]\n", "expected the name of a field or `}`, found the end of the text"),
        ("0 NODE", "3 NODE", "cannot be written: a chunk at depth 3 without a parent"),
        ("retromesh-text 1", "retromesh-text 2", "expected `retromesh-text 1 FORMAT`, found \"retromesh-text 2 b3d\""),
        ("1 b3d", "1 obj", "text of a format \"obj\" is not supported"),
        ("triangle", "tri\\x00angle", "NUL"),
    ];
    for (from, to, expected) in rows {
        assert!(text.contains(from), "{from}");
        let error = pack(text.replacen(from, to, 1).as_bytes()).unwrap_err().to_string();
        assert!(error.contains(expected), "{from} -> {to}:\n{error}\n{expected}");
    }
    let error = pack(b"retromesh-text 1 b3d\nversion \xff").unwrap_err().to_string();
    assert_eq!(error, "bad text at line 2, column 9: expected UTF-8, found another byte");
}

#[test]
fn comments_blank_lines_and_indentation_mean_nothing() {
    let file = fixture("b3d", "b3d", "triangle.b3d");
    let text = text(&file).unwrap();
    let lines = text.lines().enumerate().map(|(n, line)| match n {
        0 => format!("{line}\r\n"),
        n => format!("\t{}  # line {n}\r\n\r\n# nothing\r\n", line.trim()),
    });
    assert_eq!(pack(lines.collect::<String>().as_bytes()).unwrap(), file.bytes);
}

/// Packs an edited text of a fixture and returns the text of what was packed.
fn edited(folder: &str, extension: &str, name: &str, edit: impl Fn(&str) -> String) -> String {
    let file = fixture(folder, extension, name);
    let before = text(&file).unwrap();
    let after = edit(&before);
    assert_ne!(before, after, "{name}");
    let bytes = pack(after.as_bytes()).unwrap_or_else(|e| panic!("{name}: {e}\n{after}"));
    // A strict reader finds nothing wrong that it did not find before.
    let packed = File { bytes, ..file };
    let strict = source(&packed).read(&ImportOptions::default(), &mut Diagnostics::strict()).map(drop);
    assert!(strict.is_ok(), "{name}: {strict:?}");
    text(&packed).unwrap()
}

#[test]
fn sizes_and_counts_follow_edits() {
    let rename = |from: &'static str, to: &'static str| {
        move |text: &str| {
            assert!(text.contains(from), "{from}\n{text}");
            text.replacen(from, to, 1)
        }
    };
    let says = |text: String, words: &[&str]| {
        for word in words {
            assert!(text.contains(word), "{word}\n{text}");
        }
    };
    // A longer name, one row less, one row more.
    says(
        edited("b3d", "b3d", "triangle.b3d", rename("\"triangle\"", "\"quite another name\"")),
        &["quite another name"],
    );
    says(
        edited("bo3d", "bo3d", "square.bo3d", rename("        1 3 2\n", "")),
        &["triangles [\n        0 1 2\n      ]"],
    );
    says(edited("bo3d", "bo3d", "square.bo3d", rename("\"mesh\"", "\"a longer name\"")), &["name \"a longer name\""]);
    says(edited("bgl", "bgl", "skin.bgl", rename("name \"", "name \"another ")), &["name \"another "]);
    says(edited("p3d", "p3d", "sp3x-cube.p3d", rename("cube.paa\" 4 3", "crate.paa\" 4 3")), &["crate.paa\" 4 3"]);
    let bmd = |from, to| edited("bmd", "bmd", "rig.bmd", rename(from, to));
    says(bmd("\"knee\"", "\"the left knee\""), &["\"the left knee\"", "\"hip\"", "face_count 3", "vertex_count 9"]);
    says(bmd("      <18700002>\n", ""), &["face_count 2", "face_bytes 8", "vertex_count 9"]);
    says(
        bmd("      <b011809a00700002>\n", "      <b011809a00700002>\n      <b011809a00700002>\n"),
        &["vertex_count 10", "vertex_bytes 80", "face_count 3", "\"knee\""],
    );
    says(bmd("  0 1 1 0\n", "  0 1 1 0\n  0 1 2 0\n"), &["lods [\n  0 1 1 0\n  0 1 2 0\n]"]);
}

#[test]
fn an_edit_of_a_packed_array_wins_over_its_stream() {
    let streams = |text: &str| text.matches(" packed {").count();
    let file = fixture("p3d", "p3d", "odol-prefill.p3d");
    let before = text(&file).unwrap();
    assert!(streams(&before) > 0);
    let after = edited("p3d", "p3d", "odol-prefill.p3d", |text| {
        let (head, tail) = text.split_once("values [\n").unwrap();
        let (row, rest) = tail.split_once('\n').unwrap();
        let row =
            format!("{}7 {}", &row[..row.len() - row.trim_start().len()], row.trim_start().split_once(' ').unwrap().1);
        format!("{head}values [\n{row}\n{rest}")
    });
    assert_eq!(streams(&after), streams(&before) - 1);
}

#[test]
fn places_that_the_text_does_not_fill_take_no_memory() {
    let before = text(&fixture("bmd", "bmd", "rig.bmd")).unwrap();
    for (from, to) in [
        ("size 238", "size 4294967295"),
        ("vertices 154", "vertices 4294967280"),
        ("meshes 70 32", "meshes 4000000000 32"),
    ] {
        assert!(before.contains(from), "{from}\n{before}");
        let bytes = pack(before.replacen(from, to, 1).as_bytes()).unwrap();
        assert!(bytes.len() < 1000, "{to}: {} bytes", bytes.len());
    }
}
