//! Small inputs that ask for very large outputs: what is needless is not done, and the rest is refused before it is made.

use retromesh::options::Textures;
use retromesh::{Diagnostics, ErrorKind, ExportOptions, ImportOptions, Limits, Request, Source, format_by_extension};
use std::path::Path;

/// Converts a growth file and returns the bytes of the output, or why it would grow.
fn convert(file: &str, to: &str, target: Option<&str>, max_output: Option<u64>) -> Result<u64, String> {
    with_textures(file, to, target, max_output, Textures::Embed)
}

fn with_textures(
    file: &str,
    to: &str,
    target: Option<&str>,
    max_output: Option<u64>,
    textures: Textures,
) -> Result<u64, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/growth").join(file);
    let source = Source::load(path, &Limits::default()).unwrap();
    let mut export = ExportOptions::default();
    export.target = target.map(str::to_owned);
    export.max_output = max_output;
    export.textures = textures;
    export.file_name = format!("out.{to}");
    let to = format_by_extension(to).unwrap();
    let import = ImportOptions::default();
    let done = retromesh::convert_source(&source, to, &Request::new(&import, &export), &mut Diagnostics::new());
    match done {
        Ok(done) => Ok(done.conversion.bytes_out),
        Err(error) => match error.kind() {
            ErrorKind::Growth { what, .. } | ErrorKind::Limit { what, .. } => Err(what.to_string()),
            _ => panic!("{file}: {error}"),
        },
    }
}

/// A fixture, a format, a target, and the maximum number of bytes of the output or what would have grown.
type Row = (&'static str, &'static str, Option<&'static str>, Result<u64, &'static str>);

#[test]
fn outputs_stay_small_or_are_refused_by_name() {
    let keys = Err("keys between those of the source");
    let copies = Err("copies of meshes: the format has one for each node that places it");
    let moments = Err("keys of all bones at every moment at which one has a key");
    // The maximum number of bytes of the output, or what would have grown.
    let parts = Err("the vertices and faces of all parts of meshes");
    let nodes = Err("nodes: a list of places has one for each");
    let rows: [Row; 48] = [
        ("placed-often.glb", "glb", None, nodes),
        ("placed-often.glb", "b3d", None, nodes),
        ("shared-accessor.glb", "bgl", None, parts),
        ("shared-accessor.glb", "glb", None, parts),
        ("shared-accessor.glb", "p3d", None, copies),
        ("shared-accessor.glb", "bmd", None, copies),
        ("shared-accessor.glb", "b3d", None, copies),
        ("shared-accessor.glb", "obj", None, copies),
        ("groups.obj", "p3d", None, Ok(1 << 26)),
        ("groups.obj", "p3d", Some("odol7"), Ok(1 << 20)),
        ("groups.obj", "glb", None, Ok(1 << 21)),
        ("selections.glb", "p3d", None, Ok(1 << 27)),
        ("selections.glb", "p3d", Some("odol7"), Ok(1 << 20)),
        ("splines-far.glb", "b3d", None, Ok(1 << 20)),
        ("splines-far.glb", "bo3d", None, Ok(1 << 21)),
        ("splines-far.glb", "bgl", None, Ok(1 << 12)),
        ("splines-far.glb", "glb", Some("luanti"), Ok(1 << 20)),
        ("splines-steep.glb", "bo3d", None, keys),
        ("splines-many.glb", "b3d", None, keys),
        ("splines-many.glb", "bo3d", None, keys),
        ("splines-many.glb", "glb", Some("luanti"), keys),
        ("keys-far.bo3d", "b3d", None, Ok(1 << 14)),
        ("keys-far.bo3d", "glb", None, Ok(1 << 14)),
        ("clips.glb", "bgl", None, moments),
        ("clips.glb", "bmd", None, Ok(1 << 17)),
        ("instances.glb", "b3d", None, copies),
        ("instances.glb", "obj", None, copies),
        ("instances.glb", "bmd", None, copies),
        ("instances.glb", "p3d", None, copies),
        ("instances.glb", "bgl", None, Ok(1 << 19)),
        ("shared-skin.glb", "b3d", None, Ok(1 << 20)),
        ("used-skin.glb", "b3d", None, Ok(1 << 24)),
        ("shared-skin.glb", "bgl", None, Ok(1 << 19)),
        ("objects.obj", "bgl", Some("thirty-l16"), Ok(1 << 23)),
        ("placed-often.glb", "rmesh", None, nodes),
        ("placed-often.glb", "x", None, nodes),
        ("shared-accessor.glb", "rmesh", None, copies),
        ("shared-accessor.glb", "x", None, copies),
        ("instances.glb", "rmesh", None, copies),
        ("instances.glb", "x", None, copies),
        ("splines-steep.glb", "x", None, keys),
        ("splines-many.glb", "x", None, keys),
        ("clips.glb", "x", None, Ok(1 << 23)),
        ("clips.glb", "rmesh", None, Ok(1 << 8)),
        ("shared-skin.glb", "x", None, Ok(1 << 20)),
        ("used-skin.glb", "x", None, Ok(1 << 26)),
        ("objects.obj", "rmesh", None, Ok(1 << 20)),
        ("objects.obj", "x", None, Ok(1 << 21)),
    ];
    for (file, to, target, expected) in rows {
        let found = convert(file, to, target, None);
        let context = format!("{file} to {to} {target:?}: {found:?}");
        match (&found, expected) {
            (Ok(bytes), Ok(max)) => assert!(*bytes <= max && *bytes > max / 64, "{context}"),
            (Err(what), Err(expected)) => assert_eq!(what, expected, "{context}"),
            _ => panic!("{context}, not {expected:?}"),
        }
    }
}

#[test]
#[cfg(feature = "images")]
fn one_image_that_many_textures_name_stays_small() {
    let bytes = convert("one-image.b3d", "glb", None, None).unwrap();
    assert!((800..800 * (1 << 13)).contains(&bytes), "{bytes}");
}

/// The image of a million pixels takes 4 MiB each time that it is decoded.
#[test]
#[cfg(all(feature = "images", feature = "paa"))]
fn one_image_is_decoded_once_for_all_textures_and_not_at_all_where_none_is_written() {
    let pixels = Err("the pixels of images".to_owned());
    for target in ["mlod", "odol7"] {
        let p3d =
            |max_output: u64, textures| with_textures("one-image.b3d", "p3d", Some(target), Some(max_output), textures);
        assert_eq!(p3d(1 << 20, Textures::Embed), pixels, "{target}");
        // Once for the picture and once for the texture, which 800 textures share: four bytes a pixel, and eleven more to make it.
        let bytes = p3d(24 << 20, Textures::Embed).unwrap();
        assert!((1 << 19..2 << 20).contains(&bytes), "{target}: {bytes}");
        assert!(p3d(1 << 20, Textures::None).is_ok(), "{target}");
    }
    // Only the mean colours of ODOL need the image where it is only linked.
    let linked =
        |target, max| with_textures("one-image.b3d", "p3d", Some(target), Some(max), Textures::Link).map(|_| ());
    assert_eq!([linked("mlod", 1 << 20), linked("odol7", 5 << 20)], [Ok(()), Ok(())]);
    assert_eq!(linked("odol7", 1 << 20), pixels.map(|_: u64| ()));
    for to in ["b3d", "obj"] {
        assert!(with_textures("one-image.b3d", to, None, Some(1 << 20), Textures::Link).is_ok(), "{to}");
    }
}

#[test]
#[cfg(all(feature = "images", feature = "paa"))]
fn declared_sides_are_looked_at_before_an_image_is_decoded() {
    let (pixels, texels) = ("the pixels of images", "unpacked bytes of an image");
    for (file, to, what) in [
        ("huge-image.b3d", "glb", pixels),
        ("huge-image.b3d", "p3d", pixels),
        ("flat-image.b3d", "p3d", pixels),
        ("huge.bmp", "paa", pixels),
        ("huge.bmp", "glb", texels),
    ] {
        assert_eq!(convert(file, to, None, None), Err(what.to_owned()), "{file} to {to}");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/growth/huge-image.b3d");
    let mut diagnostics = Diagnostics::new();
    let mut opened = retromesh::open(&path, &ImportOptions::default(), &mut diagnostics).unwrap();
    let folder = retromesh::Folder::of_file(&path, 1 << 20);
    let error = opened.find_images(&folder, Textures::Embed, &mut diagnostics).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Growth { .. }), "{error}");
}

/// A limit that was asked for holds for whatever is made, in every format.
#[test]
fn the_limit_holds_for_meshes_and_selections() {
    let (parts, copies) = (
        "the vertices and faces of all parts of meshes",
        "copies of meshes: the format has one for each node that places it",
    );
    for (to, what) in
        [("bgl", parts), ("glb", parts), ("p3d", copies), ("bmd", copies), ("b3d", copies), ("obj", copies)]
    {
        assert_eq!(convert("shared-accessor.glb", to, None, Some(1 << 20)), Err(what.to_owned()), "{to}");
    }
    let selections = Err("selections: each has a byte for every point and face".to_owned());
    for target in ["mlod", "p3dm", "odol7"] {
        assert_eq!(convert("groups.obj", "p3d", Some(target), Some(1 << 20)), selections, "{target}");
        assert_eq!(convert("../p3d/odol-selections.p3d", "p3d", Some("mlod"), Some(1 << 8)), selections);
    }
}

#[test]
fn the_limit_is_raised_by_the_option() {
    assert!(convert("splines-far.glb", "bo3d", None, Some(1 << 12)).is_err());
    assert!(convert("splines-far.glb", "bo3d", None, Some(1 << 30)).is_ok());
}
