//! Each call over each fixture, compared with what the facade says of the same file on the disk.

use retromesh::layout::{Field, Place, Visit};
use retromesh::settings::Values;
use retromesh::{Diagnostics, ExportOptions, ImportOptions, Request, Source, StoredFiles};
use retromesh_web::{Among, Model, codes, stranger};
use serde_json::Value;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// A picture of one pixel, as PNG.
const PIXEL: &[u8] = b"\x89\x50\x4e\x47\x0d\x0a\x1a\x0a\x00\x00\x00\x0d\x49\x48\x44\x52\x00\x00\x00\x01\x00\x00\x00\x01\x08\x02\x00\x00\x00\x90\x77\x53\xde\x00\x00\x00\x0c\x49\x44\x41\x54\x78\x9c\x63\xf8\xcf\xc0\x00\x00\x03\x01\x01\x00\xc9\xfe\x92\xef\x00\x00\x00\x00\x49\x45\x4e\x44\xae\x42\x60\x82";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

fn paths(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            paths(&path, found);
        } else {
            let path = path.strip_prefix(root()).unwrap().to_str().unwrap();
            found.push(path.replace('\\', "/"));
        }
    }
}

/// All fixtures but archives, as a page has them whose user drops the folder.
fn dropped() -> (StoredFiles, Vec<String>) {
    let mut found = Vec::new();
    paths(&root(), &mut found);
    found.retain(|path| !["pbo/", "zip/"].iter().any(|archives| path.starts_with(archives)));
    found.sort();
    let size = |path: &String| (path.clone(), std::fs::metadata(root().join(path)).unwrap().len());
    (StoredFiles::new(found.iter().map(size), |path| std::fs::read(root().join(path)).ok()), found)
}

fn reported(value: &impl serde::Serialize) -> Value {
    serde_json::to_value(value).unwrap()
}

#[test]
fn a_dropped_folder_gives_what_the_disk_gives() {
    let (files, paths) = dropped();
    let (mut shown, mut refused, mut with_images) = (0, 0, 0);
    let options = ImportOptions::default();
    for path in paths {
        let model = Model::open(&files, &path, Values::default());
        let opened = model.show();
        let known = reported(&opened);
        assert_eq!(model.bytes(), std::fs::read(root().join(&path)).unwrap(), "{path}");
        assert_eq!(known["name"], path.rsplit('/').next().unwrap(), "{path}");
        let on_disk = Source::load(root().join(&path), &options.limits).and_then(|source| {
            let source = source.within(Some(&root()));
            let (mut found, export) = (Diagnostics::new(), ExportOptions::default());
            source.report_misnamed(&mut found)?;
            let glb = retromesh::format_by_extension("glb").unwrap();
            let written = retromesh::convert_source(&source, glb, &Request::new(&options, &export), &mut found)?;
            Ok((written, retromesh::facts::diagnostics(&found)))
        });
        match on_disk {
            Ok((written, findings)) => {
                shown += 1;
                with_images +=
                    usize::from(written.scene.is_some_and(|scene| scene.images.iter().any(|i| i.uri.is_some())));
                assert!(opened.glb.is_some_and(|glb| glb == written.output.bytes), "{path}");
                assert_eq!((&known["error"], &known["findings"]), (&Value::Null, &reported(&findings)), "{path}");
                assert_eq!(reported(&model.facts().unwrap())["format"], known["format"], "{path}");
            }
            Err(error) => {
                refused += 1;
                assert!(opened.glb.is_none(), "{path}");
                assert_eq!(known["error"], error.to_string(), "{path}");
                assert_eq!(known["offset"], reported(&error.offset()), "{path}");
            }
        }
    }
    assert!(
        shown > 200 && refused > 40 && with_images > 5,
        "{shown} shown, {refused} refused, {with_images} with images"
    );
}

/// A game names its images from its own folder: that is what was dropped, wherever in it the model is.
#[test]
fn images_are_found_above_the_model_in_what_was_dropped() {
    let missing_with = |image: &'static str, bytes: &'static [u8]| {
        let paths = ["game/models/x.b3d", image].map(|path| (path.to_owned(), 100));
        let model = std::fs::read(root().join("b3d/texture-paths.b3d")).unwrap();
        let read = move |path: &str| if path == image { bytes.to_vec() } else { model.clone() };
        let files = StoredFiles::new(paths, move |path| Some(read(path)));
        let opened = reported(&Model::open(&files, "game/models/x.b3d", Values::default()).show());
        opened["missing"].as_array().unwrap().len()
    };
    let missing = |image: &'static str| missing_with(image, PIXEL);
    let all = missing("game/other.png");
    assert_eq!(missing_with("game/grass.png", b"<html>"), all, "what is no picture is not shown");
    for image in ["game/models/maps/grass.png", "game/maps/grass.png", "maps/grass.png", "game/grass.png"] {
        assert_eq!(missing(image), all - 1, "{image}");
    }
}

/// A walk kept as a list: what is inside an entry follows it and is one deeper.
#[derive(Default)]
struct Tree {
    entries: Vec<Entry>,
    open: Vec<usize>,
}

struct Entry {
    place: Place,
    depth: usize,
    end: u64,
    kind: String,
    value: String,
}

impl Tree {
    fn add(&mut self, place: Place, end: u64, kind: String, value: String) -> ControlFlow<()> {
        self.entries.push(Entry { place, depth: self.open.len(), end, kind, value });
        ControlFlow::Continue(())
    }
}

impl Visit for Tree {
    fn begin(&mut self, place: Place, kind: &'static str) -> ControlFlow<()> {
        let (number, start) = (self.entries.len(), place.offset);
        let flow = self.add(place, start, kind.to_owned(), String::new());
        self.open.push(number);
        flow
    }

    fn field(&mut self, field: &Field<'_>) -> ControlFlow<()> {
        let end = field.place.offset + field.bytes.len() as u64;
        self.add(field.place, end, field.kind_name(), field.summary(120))
    }

    fn end(&mut self, end: u64) -> ControlFlow<()> {
        let number = self.open.pop().unwrap();
        self.entries[number].end = end;
        ControlFlow::Continue(())
    }
}

#[test]
fn columns_hold_the_tree_of_dump() {
    let (files, paths) = dropped();
    let mut entries = 0;
    for path in paths {
        let model = Model::open(&files, &path, Values::default());
        let Ok(columns) = model.layout() else { continue };
        let (source, mut tree) =
            (Source::load(root().join(&path), &ImportOptions::default().limits).unwrap(), Tree::default());
        let read = source.read(&ImportOptions::default(), &mut Diagnostics::new()).unwrap();
        read.as_layout().unwrap().layout(&source.bytes, &mut tree).unwrap();
        let (names, kinds) = (columns.names.list(), columns.kinds.list());
        let values = model.values(0..columns.name.len() as u32).unwrap();
        assert_eq!((columns.name.len(), values.len()), (tree.entries.len(), tree.entries.len()), "{path}");
        for (number, entry) in tree.entries.iter().enumerate() {
            let start = u64::from(columns.start[number]);
            assert_eq!(names[columns.name[number] as usize], entry.place.name, "{path}");
            assert_eq!(kinds[columns.kind[number] as usize], entry.kind, "{path}");
            assert_eq!(u64::try_from(columns.index[number]).ok(), entry.place.index, "{path}");
            assert_eq!(columns.depth[number] as usize, entry.depth, "{path}");
            assert_eq!(start..start + u64::from(columns.length[number]), entry.place.offset..entry.end, "{path}");
            assert_eq!(values[number], entry.value, "{path}");
            let inside = tree.entries[number + 1..].iter().take_while(|inside| inside.depth > entry.depth).count();
            assert_eq!(columns.next[number] as usize, number + 1 + inside, "{path}");
        }
        entries += tree.entries.len();
        let last = values.len().saturating_sub(1) as u32;
        assert_eq!(model.values(last..last + 5).unwrap(), values[last as usize..], "{path}");
    }
    assert!(entries > 5000, "{entries}");
}

#[test]
fn conversions_say_their_losses_and_refuse_what_nobody_takes() {
    let (files, _) = dropped();
    let mut model = Model::open(&files, "b3d/everything.b3d", Values::default());
    let obj = model.convert("obj", None, &Values::default(), Among::default());
    let names: Vec<&str> = obj.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(names[..2], ["everything.obj", "everything.mtl"]);
    let known = reported(&obj);
    assert!(known["findings"].as_array().unwrap().iter().any(|finding| finding["code"] == "lost-keys"), "{known}");
    let mut settings = Values::default();
    settings.set("no-such-setting", ["1".to_owned()]);
    for (format, target, settings, error) in [
        ("xyz", None, Values::default(), "no format is called \"xyz\""),
        ("b3d", Some("nobody"), Values::default(), "target \"nobody\""),
        ("b3d", None, settings, "setting no-such-setting"),
    ] {
        let refused = model.convert(format, target, &settings, Among::default());
        let said = reported(&refused)["error"].as_str().unwrap().to_owned();
        assert!(refused.files.is_empty() && said.contains(error), "{said}");
    }
    let jpeg = model.convert("jpeg", None, &Values::default(), Among::default());
    assert_eq!(jpeg.files.len(), 0, "a model is no picture");
}

/// Of two models that become files of one folder, each names its own image.
#[test]
fn names_that_are_taken_go_to_nobody_else() {
    let (files, _) = dropped();
    let mut model = Model::open(&files, "gltf/outside/broken-image.glb", Values::default());
    let mut names = |taken: &[String]| -> Vec<String> {
        let among = Among { name: Some("torn.glb.b3d".to_owned()), taken: taken.to_vec(), ..Among::default() };
        let made = model.convert("b3d", None, &Values::default(), among);
        made.files.into_iter().map(|file| file.path).collect()
    };
    let first = names(&[]);
    let again = names(&first[1..]);
    assert_eq!((&*first[0], &*again[0]), ("torn.glb.b3d", "torn.glb.b3d"));
    assert!(first.len() > 1 && first.len() == again.len(), "{first:?}");
    assert!(again[1..].iter().all(|name| !first.contains(name)), "{first:?} {again:?}");
}

#[test]
fn what_no_format_reads_is_said_by_its_beginning() {
    let said = |name: &str, head: &[u8]| stranger(name, head).unwrap_or_default();
    assert!(said("a.rar", b"Rar!\x1a").contains("unpack it first"), "{}", said("a.rar", b"Rar!\x1a"));
    assert_eq!(said("a.xyz", PIXEL), "");
}

#[test]
fn models_are_judged_repaired_and_compared() {
    let (files, paths) = dropped();
    let open = |path: &str| Model::open(&files, path, Values::default());
    let (mut found, mut fixed) = (0, 0);
    for path in paths.iter().filter(|path| path.starts_with("b3d/") && !path.contains("bad/")) {
        let model = open(path);
        let Ok(linted) = model.lint(None) else { continue };
        found += reported(&linted)["findings"].as_array().unwrap().len();
        let repaired = model.repair(None).unwrap();
        let known = reported(&repaired);
        assert_eq!(known["file"]["path"], path.rsplit('/').next().unwrap());
        if known["fixed"].as_array().unwrap().is_empty() {
            assert_eq!(repaired.file.bytes, model.bytes(), "{path}");
        } else {
            fixed += 1;
        }
    }
    assert!(found > 0 && fixed > 0, "{found} found, {fixed} repaired");
    assert!(open("obj/groups.obj").repair(None).is_err());
    let (cube, other) = (open("b3d/letter-f.b3d"), open("b3d/triangle.b3d"));
    assert_eq!(reported(&cube.compare(&cube).unwrap())["same"], true);
    let different = reported(&cube.compare(&other).unwrap());
    assert_eq!(different["same"], false);
    // The page lists what `retromesh diff` lists.
    let on_disk =
        |path: &str| retromesh::open(root().join(path), &ImportOptions::default(), &mut Diagnostics::new()).unwrap();
    let alike = retromesh_diff::diff(
        &on_disk("b3d/letter-f.b3d").scene,
        &on_disk("b3d/triangle.b3d").scene,
        &retromesh_diff::Tolerance::default().with_frames(),
    );
    assert_eq!(different, reported(&retromesh::facts::Differences::of(&alike, false)));
}

#[test]
fn images_are_given_in_a_form_that_browsers_show() {
    let (files, paths) = dropped();
    let mut pictures = 0;
    for path in paths.iter().filter(|path| !path.contains("bad/")) {
        let mut model = Model::open(&files, path, Values::default());
        let Ok(textures) = model.textures() else { continue };
        for (number, texture) in textures.iter().enumerate() {
            let missing = reported(texture)["missing"] == true;
            let picture = model.picture(number).unwrap();
            assert!(!(missing && picture.is_some()), "{path}: {}", reported(texture));
            pictures += usize::from(picture.is_some());
        }
        assert!(model.picture(textures.len()).unwrap().is_none());
    }
    assert!(pictures > 20, "{pictures}");
}

#[test]
fn what_is_no_model_has_bytes_and_an_error() {
    let files = StoredFiles::new([("a.xyz".to_owned(), 3), ("gone.b3d".to_owned(), 3)], |path| {
        (path == "a.xyz").then(|| b"abc".to_vec())
    });
    for (path, error) in [("a.xyz", "unknown format"), ("gone.b3d", "gone.b3d"), ("never.b3d", "never.b3d")] {
        let model = Model::open(&files, path, Values::default());
        let said = reported(&model.show());
        assert!(said["error"].as_str().unwrap().contains(error), "{said}");
        assert!(model.facts().is_err() && model.layout().is_err() && model.repair(None).is_err(), "{path}");
        assert_eq!(model.bytes().len(), if path == "a.xyz" { 3 } else { 0 });
    }
    assert!(reported(&codes())["missing-image"]["advice"].as_str().is_some_and(|advice| !advice.is_empty()));
}

#[test]
fn what_is_made_from_an_original_becomes_a_file_of_its_kind() {
    let (files, _) = dropped();
    let open = |path: &str| Model::open(&files, path, Values::default());
    let mut model = open("gltf/shapes.glb");
    for (path, magic, kind, own) in [
        ("p3d/odol-cube.p3d", "ODOL", Some("odol7"), None),
        ("p3d/p3dm-triangle.p3d", "P3DM", Some("p3dm"), Some("p3dm")),
        ("p3d/sp3x-triangle.p3d", "SP3X", None, None),
    ] {
        let original = open(path);
        let known = reported(&original.show());
        assert_eq!((known["variants"]["p3d"].as_str(), known["targets"]["p3d"].as_str()), (kind, own), "{path}");
        let made =
            model.convert("p3d", None, &Values::default(), Among { original: Some(&original), ..Among::default() });
        let bytes = &made.files.first().unwrap_or_else(|| panic!("{path}: {}", reported(&made))).bytes;
        assert!(bytes.starts_with(magic.as_bytes()) || bytes[12..].starts_with(magic.as_bytes()), "{path}");
        assert!(reported(&made)["findings"].to_string().contains("unlike-original"), "{path}");
    }
    let refused = model.convert(
        "b3d",
        None,
        &Values::default(),
        Among { original: Some(&open("paa/dxt2.paa")), ..Among::default() },
    );
    assert!(reported(&refused)["error"].as_str().unwrap().contains("dxt2.paa: "), "{}", reported(&refused));
}

/// What is before the answers in `page/tests/answers.ts`.
const ANSWERS: &str = r#"// Generated by `UPDATE_ANSWERS=1 cargo test -p retromesh-web`: what the engine answers, to be compiled with the types of the page.

import type { Compared, Converted, Format, Linted, MadeFile, Opened, Repaired, Texture } from "../src/engine/types";
import type { CodeText, Facts } from "../src/types";

/** What the worker adds to the JSON. */
type Added = "id" | "glb";
type Json<T> = { [K in Exclude<keyof T, Added>]: T[K] extends MadeFile ? Omit<MadeFile, "bytes"> : T[K] extends MadeFile[] ? Omit<MadeFile, "bytes">[] : T[K] };
"#;

/// What the engine answers, as the page's own types must have it: `npm run lint` compiles this file, which refuses a field that is
/// missing, one that is not declared and one of another type.
#[test]
fn answers_are_of_the_types_of_the_page() {
    let (files, _) = dropped();
    let open = |path: &str| Model::open(&files, path, Values::default());
    let mut model = open("b3d/everything.b3d");
    let formats = reported(&retromesh::facts::formats());
    let formats: Vec<&Value> = formats.as_array().unwrap().iter().filter(|format| format["id"] == "p3d").collect();
    let answers = [
        ("Format[]", reported(&formats)),
        ("Record<string, CodeText>", serde_json::json!({ "missing-image": reported(&codes())["missing-image"] })),
        ("Json<Opened>", reported(&model.show())),
        ("Json<Opened>", reported(&open("b3d/bad/three-bytes.b3d").show())),
        ("Facts", reported(&model.facts().unwrap())),
        ("Facts", reported(&open("p3d/odol-properties.p3d").facts().unwrap())),
        ("Facts", reported(&open("p3d/odol-levels.p3d").facts().unwrap())),
        ("Linted", reported(&model.lint(Some("luanti")).unwrap())),
        ("Texture[]", reported(&model.textures().unwrap())),
        ("Compared", reported(&model.compare(&open("b3d/letter-f.b3d")).unwrap())),
        ("Json<Converted>", reported(&model.convert("obj", None, &Values::default(), Among::default()))),
        ("Json<Repaired>", reported(&open("b3d/keys-split-by-range.b3d").repair(Some("luanti")).unwrap())),
    ];
    let each = answers.iter().enumerate();
    let each = each.map(|(number, (name, answer))| format!("\nexport const answer{number}: {name} = {answer};\n"));
    let made = ANSWERS.to_owned() + &each.collect::<String>();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("page/tests/answers.ts");
    if std::env::var_os("UPDATE_ANSWERS").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(known == made, "stale: run `UPDATE_ANSWERS=1 cargo test -p retromesh-web`");
}
