//! What is written can be read.

use retromesh::{
    Code, Confidence, Diagnostics, Error, ErrorKind, ExportOptions, Files, Format, FormatInfo, ImportOptions, Limits,
    Model, Output, Request, Result, Source, Valid, format_by_extension, formats,
};
use std::path::Path;

fn fixture(name: &str) -> Source {
    Source::load(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(name), &Limits::default()).unwrap()
}

fn convert(source: &Source, to: &dyn Format, diagnostics: &mut Diagnostics) -> Result<Output> {
    let mut export = ExportOptions::default();
    export.file_name = format!("out.{}", to.info().extensions[0]);
    let done = retromesh::convert_source(source, to, &Request::new(&ImportOptions::default(), &export), diagnostics)?;
    Ok(done.output)
}

#[test]
fn long_names_are_cut_to_what_is_read_again() {
    let mut diagnostics = Diagnostics::new();
    let bmd = format_by_extension("bmd").unwrap();
    let output = convert(&fixture("b3d/names-long.b3d"), bmd, &mut diagnostics).unwrap();
    // A bone and a clip; the cut is between characters.
    assert_eq!(diagnostics.count(Code::TruncatedName), 2);
    let model = bmd.read(&output.bytes, &output, &ImportOptions::default(), &mut diagnostics).unwrap();
    let scene = model.to_scene_with(&ImportOptions::default(), &mut diagnostics).unwrap();
    assert!(scene.nodes.iter().any(|node| node.name.len() == 255 && node.name.starts_with("abab")));
    let lints = model.as_lint().unwrap().lint(None);
    assert!(lints.iter().all(|lint| lint.rule.id != "bmd-long-name"), "{lints:?}");
}

#[test]
fn a_rate_that_never_ends_is_none() {
    let mut diagnostics = Diagnostics::new();
    let source = fixture("b3d/anim-fps-tiny.b3d");
    let options = ImportOptions::default();
    let scene = source.read(&options, &mut diagnostics).unwrap().to_scene_with(&options, &mut diagnostics).unwrap();
    assert_eq!(diagnostics.count(Code::DefaultRate), 1);
    assert_eq!(scene.animations[0].ticks_per_second, 60.0);
    for to in formats() {
        let output = convert(&source, *to, &mut diagnostics).unwrap();
        let model = to.read(&output.bytes, &output, &options, &mut diagnostics).unwrap();
        let back = model.to_scene_with(&options, &mut diagnostics).unwrap();
        let seconds = |a: &retromesh::keyframes::Animation| (a.last - a.first) / a.ticks_per_second;
        assert!(back.animations.iter().all(|animation| seconds(animation) < 1.0), "{}", to.info().id);
    }
}

#[test]
fn a_file_that_is_let_go_gives_the_same_output() {
    let (import, mut export, mut diagnostics) =
        (ImportOptions::default(), ExportOptions::default(), Diagnostics::new());
    for to in formats() {
        let mut source = fixture("b3d/everything.b3d");
        let size = source.bytes.len() as u64;
        export.file_name = format!("out.{}", to.info().extensions[0]);
        let kept = convert(&source, *to, &mut diagnostics).unwrap();
        let done =
            retromesh::convert_emptying(&mut source, *to, &Request::new(&import, &export), &mut diagnostics).unwrap();
        assert!(done.output.bytes == kept.bytes && done.output.sidecars == kept.sidecars, "{}", to.info().id);
        assert_eq!((source.bytes.len(), done.conversion.bytes_in), (0, size));
    }
}

/// A format that writes what it refuses to read.
struct Forgetful;

impl Format for Forgetful {
    fn info(&self) -> &'static FormatInfo {
        format_by_extension("b3d").unwrap().info()
    }

    fn probe(&self, _: &[u8]) -> Confidence {
        Confidence::No
    }

    fn read<'a>(
        &self,
        _: &'a [u8],
        _: &dyn Files,
        _: &ImportOptions,
        _: &mut Diagnostics,
    ) -> Result<Box<dyn Model + 'a>> {
        Err(Error::new("forgetful", ErrorKind::truncated("header", 4, 3)))
    }

    fn write(&self, _: &Valid<'_>, _: &ExportOptions, _: &mut Diagnostics) -> Result<Output> {
        Ok(vec![1, 2, 3].into())
    }
}

#[test]
fn what_its_own_reader_refuses_is_not_kept() {
    let (source, mut diagnostics) = (fixture("b3d/triangle.b3d"), Diagnostics::new());
    let mut export = ExportOptions::default();
    export.unverified = true;
    let import = ImportOptions::default();
    assert!(
        retromesh::convert_source(&source, &Forgetful, &Request::new(&import, &export), &mut diagnostics).is_ok(),
        "unless nobody wants to know"
    );
    let error = convert(&source, &Forgetful, &mut diagnostics).unwrap_err();
    assert_eq!(
        error.to_string(),
        "b3d: cannot be written: verification failed: the output cannot be read back: forgetful: truncated header: expected 4 bytes, found 3"
    );
}

#[test]
fn damage_is_not_copied_from_odol_to_odol_without_a_word() {
    let odol = format_by_extension("p3d").unwrap();
    let rows = [
        ("bad/odol-checksum", Code::ChecksumMismatch),
        ("bad/odol-corner-out-of-range", Code::IndexOutOfRange),
        ("bad/odol-texture-out-of-range", Code::IndexOutOfRange),
        ("bad/odol-points-out-of-range", Code::IndexOutOfRange),
        ("bad/odol-selection-out-of-range", Code::IndexOutOfRange),
        ("bad/odol-counts-differ", Code::CountMismatch),
        ("odol-no-level", Code::EmptyModel),
        ("mlod-no-level", Code::EmptyModel),
    ];
    for (name, code) in rows {
        let (mut diagnostics, mut export) = (Diagnostics::new(), ExportOptions::default());
        export.target = Some("odol7".into());
        let (source, import) = (fixture(&format!("p3d/{name}.p3d")), ImportOptions::default());
        let done = retromesh::convert_source(&source, odol, &Request::new(&import, &export), &mut diagnostics).unwrap();
        assert!(diagnostics.count(code) > 0, "{name}: {:?}", diagnostics.entries());
        let mut again = Diagnostics::new();
        odol.read(&done.output.bytes, &done.output, &import, &mut again).unwrap();
        assert_eq!(again.count(Code::ChecksumMismatch), 0, "{name}: a stream that engines refuse was copied");
    }
}
