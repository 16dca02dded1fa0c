//! The JSON of every command, over all fixtures, is what `docs/schemas` says.

use crate::common::{Folder, fixture, retromesh};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Reads the schemas, by the name that objects give.
fn schema(name: &str) -> Value {
    let file = name.strip_prefix("retromesh-").and_then(|name| name.strip_suffix("-1")).unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas").join(format!("{file}.json"));
    let schema: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(schema["$id"], name);
    schema
}

/// Says where a value is not what a schema asks for; knows the words that our schemas use, and no others.
fn faults(value: &Value, schema: &Value, at: &str, found: &mut Vec<String>) {
    faults_in(value, schema, schema, at, found);
}

/// The same of a part of a schema; `root` is all of it, whose parts are referred to.
fn faults_in(value: &Value, schema: &Value, root: &Value, at: &str, found: &mut Vec<String>) {
    for (word, wanted) in schema.as_object().unwrap() {
        let is_met = match word.as_str() {
            "$schema" | "$id" | "$defs" | "title" | "if" => true,
            "$ref" => {
                let part = wanted.as_str().and_then(|path| root.pointer(path.strip_prefix('#')?)).unwrap();
                faults_in(value, part, root, at, found);
                true
            }
            "type" => {
                let kinds = wanted.as_array().cloned().unwrap_or_else(|| vec![wanted.clone()]);
                kinds.iter().any(|kind| is_of(value, kind.as_str().unwrap()))
            }
            "const" => value == wanted,
            "enum" => wanted.as_array().unwrap().contains(value),
            "pattern" => {
                assert_eq!(wanted, "^[0-9a-f]{64}$", "a pattern that this test does not know");
                value.as_str().is_some_and(|text| {
                    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
                })
            }
            "items" => {
                for (number, item) in value.as_array().into_iter().flatten().enumerate() {
                    faults_in(item, wanted, root, &format!("{at}[{number}]"), found);
                }
                true
            }
            "properties" => {
                for (key, schema) in wanted.as_object().unwrap() {
                    let at = format!("{at}.{key}");
                    value.get(key).into_iter().for_each(|value| faults_in(value, schema, root, &at, found));
                }
                true
            }
            "required" => {
                value.is_null()
                    || wanted.as_array().unwrap().iter().all(|key| value.get(key.as_str().unwrap()).is_some())
            }
            "additionalProperties" => {
                let known = schema["properties"].as_object().unwrap();
                value.as_object().is_none_or(|object| object.keys().all(|key| known.contains_key(key)))
            }
            "then" => {
                let mut no = Vec::new();
                faults_in(value, &schema["if"], root, at, &mut no);
                if no.is_empty() {
                    faults_in(value, wanted, root, at, found);
                }
                true
            }
            word => panic!("a word that this test does not know: {word}"),
        };
        if !is_met {
            found.push(format!("{at} breaks `{word}` {wanted}: {value}"));
        }
    }
}

fn is_of(value: &Value, kind: &str) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        kind => panic!("a type that this test does not know: {kind}"),
    }
}

/// Makes sure that all objects are of a schema; returns how many there are, and how many of them with an error.
fn hold(objects: &[Value], name: &str) -> (usize, usize) {
    let schema = schema(name);
    let mut found = Vec::new();
    objects.iter().enumerate().for_each(|(number, object)| faults(object, &schema, &format!("[{number}]"), &mut found));
    assert!(found.is_empty(), "{name}\n{}", found.join("\n"));
    (objects.len(), objects.iter().filter(|object| object["error"].is_string()).count())
}

fn list(text: &str) -> Vec<Value> {
    serde_json::from_str::<Value>(text).unwrap_or_else(|e| panic!("{e}: {text}")).as_array().unwrap().clone()
}

#[test]
fn every_list_has_an_object_for_each_file_good_or_bad() {
    let fixtures = fixture("");
    let rows: [(&[&str], &str); 5] = [
        (&["info", "--json"], "retromesh-info-1"),
        (&["check", "--json"], "retromesh-check-1"),
        (&["check", "--json", "--target", "luanti"], "retromesh-check-1"),
        (&["textures", "--json"], "retromesh-textures-1"),
        (&["proxies", "--json"], "retromesh-proxies-1"),
    ];
    let mut counts = BTreeSet::new();
    for (words, name) in rows {
        let run = retromesh(&[words, &[fixtures.as_str()]].concat());
        let (all, failed) = hold(&list(&run.out), name);
        assert!(run.code == 1 && failed > 30 && all > 2 * failed, "{words:?}: {failed} of {all} failed");
        counts.insert(all);
    }
    // `info` lists what is no model, too, and `check` textures.
    assert_eq!(counts.len(), 3, "an object for each file: {counts:?}");
    let run = retromesh(&["info", "--jsonl", &fixtures]);
    let lines: Vec<Value> = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(counts.into_iter().next_back(), Some(hold(&lines, "retromesh-info-1").0));
    let run = retromesh(&["info", "--csv", &fixtures]);
    assert!(run.out.starts_with("file,file_encoded,kind,error,format,version,bytes,content_hash,"), "{}", run.out);
    assert!(run.out.lines().count() > lines.len());
}

#[test]
fn single_files_and_pairs_are_lists_too() {
    let (good, bad) = (fixture("b3d/letter-f.b3d"), fixture("b3d/bad/chunk-overrun.b3d"));
    let rows: [(&[&str], &str, usize); 8] = [
        (&["info", "--json", &good], "retromesh-info-1", 0),
        (&["info", "--json", &bad], "retromesh-info-1", 1),
        (&["check", "--json", &bad], "retromesh-check-1", 1),
        (&["textures", "--json", &bad], "retromesh-textures-1", 1),
        (&["proxies", "--json", "no-such-file.p3d"], "retromesh-proxies-1", 1),
        (&["diff", "--json", &good, &good], "retromesh-diff-1", 0),
        (&["diff", "--json", &good, &fixture("b3d/skin-tube-animated.b3d")], "retromesh-diff-1", 0),
        (&["diff", "--json", &good, &bad], "retromesh-diff-1", 1),
    ];
    for (words, name, failed) in rows {
        assert_eq!(hold(&list(&retromesh(words).out), name), (1, failed), "{words:?}");
    }
    let paths = list(&retromesh(&["textures", "--unique", "--json", &fixture("p3d")]).out);
    assert!(hold(&paths, "retromesh-paths-1").0 > 2);
    let groups = list(&retromesh(&["duplicates", "--json", &fixture("p3d")]).out);
    assert!(hold(&groups, "retromesh-duplicates-1").0 > 2);
    let formats = list(&retromesh(&["formats", "--json"]).out);
    assert!(hold(&formats, "retromesh-formats-1").0 >= 9);
}

#[test]
fn dumps_have_an_object_with_every_structure() {
    let (mut objects, mut refused, mut deep) = (0, 0, 0);
    // Those that can be text are made of structures; `.x` is a text itself and has no layout, which is an error here.
    for format in retromesh::all_formats().filter(|format| format.text().is_some()) {
        let info = format.info();
        for (number, file) in retromesh_testkit::fixtures(info.id, info.extensions[0], 20).into_iter().enumerate() {
            let words = if number.is_multiple_of(2) { &["dump", "--json"][..] } else { &["dump", "--json", "--whole"] };
            let run = retromesh(&[words, &[&file.path.to_string_lossy()]].concat());
            // Our reader of JSON takes 128 levels.
            if run.out.lines().any(|line| line.starts_with(&" ".repeat(32))) {
                let count = |c: char| run.out.matches(c).count();
                assert_eq!((count('{'), count('[')), (count('}'), count(']')), "{}", file.name);
                deep += 1;
                continue;
            }
            let (count, failed) = hold(&list(&run.out), "retromesh-dump-1");
            assert_eq!((count, failed), (1, usize::from(run.code != 0)), "{}", file.name);
            (objects, refused) = (objects + count, refused + failed);
        }
    }
    assert!(objects > 100 && refused > 20 && deep < 10, "{refused} of {objects}, {deep} deep ones");
    // A text has no layout, and says so.
    let run = retromesh(&["dump", "--json", &fixture("obj/letter-f.obj")]);
    assert_eq!((run.code, hold(&list(&run.out), "retromesh-dump-1")), (1, (1, 1)));
}

#[test]
fn reports_have_a_line_for_each_file() {
    let folder = Folder::new();
    let (out, report) = (folder.path("out"), folder.path("report.jsonl"));
    let input = fixture("b3d");
    let run = retromesh(&["convert", &input, "-d", &out, "--to", "gltf", "--report", &report]);
    assert_eq!(run.code, 1, "{}", run.err);
    let text = fs::read_to_string(&report).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (all, failed) = hold(&lines, "retromesh-report-1");
    assert!(failed > 10 && all > 100, "{failed} of {all}");
    assert!(lines.iter().any(|line| line["sidecars"][0].as_str().is_some_and(|name| name.contains(".bin"))), "{text}");
}

#[test]
fn faults_of_objects_are_found() {
    let mut info = list(&retromesh(&["info", "--json", &fixture("b3d/letter-f.b3d")]).out).remove(0);
    let schema = schema("retromesh-info-1");
    let count = |info: &Value| {
        let mut found = Vec::new();
        faults(info, &schema, "", &mut found);
        found.len()
    };
    assert_eq!(count(&info), 0);
    info["vertices"] = "many".into();
    info["bounds"]["min"][0] = Value::Bool(true);
    info["content_hash"] = "abc".into();
    info["unheard"] = 1.into();
    assert_eq!(count(&info), 4);
    info.as_object_mut().unwrap().remove("nodes");
    assert_eq!(count(&info), 5);
}

#[test]
fn equal_models_under_other_names_have_equal_hashes() {
    let folder = Folder::new();
    let hashes = |path: &str| {
        let info = list(&retromesh(&["info", "--json", path]).out).remove(0);
        ["content_hash", "geometry_hash"].map(|key| info[key].as_str().unwrap().to_owned())
    };
    let (model, renamed) = (fixture("b3d/letter-f.b3d"), folder.path("other.b3d"));
    let mut bytes = fs::read(&model).unwrap();
    let [content, geometry] = hashes(&model);
    fs::write(&renamed, &bytes).unwrap();
    assert_eq!(hashes(&renamed), [content.clone(), geometry.clone()]);
    // The node is called F; another name of the same length is another file of the same shape.
    let name = bytes.windows(4).position(|word| word == b"NODE").unwrap() + 8;
    assert_eq!(bytes[name..name + 2], *b"F\0");
    bytes[name] = b'G';
    fs::write(&renamed, &bytes).unwrap();
    let [other_content, same_geometry] = hashes(&renamed);
    assert!(other_content != content && same_geometry == geometry);
    assert_ne!(hashes(&fixture("b3d/triangle.b3d"))[1], geometry);
}
