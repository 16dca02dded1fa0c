//! Inventories: every file once, with what it is, or why it is not read.

use crate::common::{Folder, fixture, retromesh};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Copies of fixtures and files made here: the name, what it is made of, and its kind with a part of the reason that it is not read.
const FILES: &[(&str, &str, &str)] = &[
    ("disc1/mob.b3d", "b3d/letter-f.b3d", "model"),
    ("disc1/skin.PAA", "paa/dxt5.paa", "texture"),
    ("disc1/walk.rtm", "rtm/forward.rtm", "motion"),
    ("disc1/tank.pbo", "pbo/tank.pbo", "archive"),
    ("disc1/tank.zip", "zip/tank.zip", "archive"),
    ("disc2/same bytes.dat", "b3d/letter-f.b3d", "model"),
    ("disc2/called.b3d", "x/square.x", "model"),
    ("disc2/cut.b3d", "b3d/bad/chunk-overrun.b3d", "model: bad XXXX size"),
    ("disc2/broken.pbo", "pbo/bad/table-cut.pbo", "archive: bad name of an entry"),
    ("disc2/scene.b3d", "Kaydara FBX Binary  ", "unknown: this is an FBX file; retromesh does not read it; Blender"),
    ("disc2/scene.fbx", "Kaydara FBX Binary  ", "unknown: this is an FBX file; retromesh does not read it; Blender"),
    ("disc2/a,\"b\".txt", "notes of a modder", "unknown: the file starts with \"notes of\""),
    ("disc2/.hidden", "", "unknown: the file is empty"),
];

/// A folder with these files, and what its inventory should have of each.
fn folder() -> (Folder, BTreeMap<String, String>) {
    let folder = Folder::new();
    let mut expected = BTreeMap::new();
    for (name, content, kind) in FILES {
        fs::create_dir_all(folder.0.path().join(name).parent().unwrap()).unwrap();
        match fs::read(fixture(content)) {
            Ok(bytes) => fs::write(folder.path(name), bytes).unwrap(),
            Err(_) => fs::write(folder.path(name), content).unwrap(),
        }
        expected.insert((*name).to_owned(), (*kind).to_owned());
    }
    for (name, kind) in [
        ("tank.pbo/config.cpp", "unknown"),
        ("tank.pbo/data/cube.paa", "texture"),
        ("tank.pbo/models/Far.p3d", "model"),
        ("tank.pbo/tank.p3d", "model"),
        ("tank.zip/tank/Data/cube.paa", "texture"),
        ("tank.zip/tank/tank.p3d", "model"),
    ] {
        expected.insert(format!("disc1/{name}"), kind.to_owned());
    }
    (folder, expected)
}

/// Returns what an inventory as JSON lines has, by the path below the folder, undone from the percent-encoded column.
fn listed(folder: &Folder, words: &[&str]) -> Vec<(String, Value)> {
    let run = retromesh(&[&["info", "--jsonl"], words, &[&folder.path("")]].concat());
    let root = folder.path("").replace('\\', "/");
    let lines = run.out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines
        .map(|value| {
            let name = decoded(value["file_encoded"].as_str().unwrap());
            (name.strip_prefix(&root).unwrap_or(&name).trim_start_matches('/').to_owned(), value)
        })
        .collect()
}

/// Undoes percent-encoding; bytes that are no text stay encoded.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let code = (byte == b'%').then(|| std::str::from_utf8(&after[..2]).unwrap());
        bytes.push(code.map_or(byte, |code| u8::from_str_radix(code, 16).unwrap()));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

#[test]
fn every_file_is_listed_once_with_kind_and_reason() {
    let (folder, expected) = folder();
    let found = listed(&folder, &[]);
    let names: BTreeSet<&String> = found.iter().map(|(name, _)| name).collect();
    assert_eq!(names.len(), found.len(), "a file is listed twice");
    for (name, kind) in &expected {
        let (kind, reason) = kind.split_once(": ").unwrap_or((kind, ""));
        let (_, value) =
            found.iter().find(|(found, _)| found == name).unwrap_or_else(|| panic!("{name} is not listed"));
        assert_eq!(value["kind"], *kind, "{name}: {value}");
        let error = value["error"].as_str();
        // What is read has no reason.
        assert_eq!(error.is_none(), kind != "unknown" && reason.is_empty(), "{name}: {error:?}");
        assert!(error.unwrap_or_default().contains(reason), "{name}: {error:?}");
        let is_hashed = value["content_hash"].as_str().is_some_and(|hash| hash.len() == 64);
        assert!(is_hashed || name == "disc2/broken.pbo", "{name}: {value}");
    }
    assert_eq!(found.len(), expected.len(), "{names:?}");
    let run = retromesh(&["info", "--csv", &folder.path("")]);
    assert_eq!(run.code, 1);
    assert_eq!(run.out.lines().count(), 1 + found.len(), "{}", run.out);
    let named = run.out.lines().next().unwrap();
    assert!(
        named.starts_with("file,file_encoded,kind,error,format,version,bytes,content_hash,geometry_hash,"),
        "{named}"
    );
    let summary = run.err.lines().last().unwrap();
    assert!(summary.starts_with(&format!("{} files: ", found.len())) && summary.contains("; 3 failed"), "{summary}");
    let json: Value = serde_json::from_str(&retromesh(&["info", "--json", &folder.path("")]).out).unwrap();
    let same: Vec<&Value> = found.iter().map(|(_, value)| value).collect();
    assert_eq!(json.as_array().unwrap().iter().collect::<Vec<_>>(), same);
    // A format that is named lists that alone, as before.
    let run = retromesh(&["info", "--csv", "--from", "rtm", &folder.path("disc1")]);
    assert_eq!((run.code, run.out.lines().count()), (0, 2), "{}", run.out);
}

/// Lists all files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(at) = folders.pop() {
        for path in fs::read_dir(at).unwrap().map(|entry| entry.unwrap().path()) {
            (if path.is_dir() { &mut folders } else { &mut found }).push(path);
        }
    }
    found.sort();
    found
}

#[test]
fn ten_thousand_mixed_files_are_listed_once_each() {
    const COUNT: usize = 10_000;
    let folder = Folder::new();
    let small =
        |path: &PathBuf| fs::metadata(path).unwrap().len() < 20_000 && !path.to_string_lossy().contains("growth");
    let pool: Vec<PathBuf> = files(Path::new(&fixture(""))).into_iter().filter(small).collect();
    let contents: Vec<Vec<u8>> = pool.iter().map(|path| fs::read(path).unwrap()).collect();
    for i in 0..COUNT {
        let at = folder.0.path().join(format!("{}/{}", i % 40, i % 7));
        fs::create_dir_all(&at).unwrap();
        let (path, bytes) = (&pool[i % pool.len()], &contents[i % pool.len()]);
        let name = path.file_name().unwrap().to_string_lossy();
        // Every tenth has a name that says nothing.
        let name = if i.is_multiple_of(10) { format!("{i}.dat") } else { format!("{i}-{name}") };
        fs::write(at.join(name), bytes).unwrap();
    }
    let found = listed(&folder, &["-q"]);
    let names: BTreeSet<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names.len(), found.len(), "a file is listed twice");
    let on_disk: Vec<String> = files(folder.0.path())
        .into_iter()
        .map(|path| path.strip_prefix(folder.0.path()).unwrap().to_string_lossy().replace('\\', "/"))
        .collect();
    assert_eq!(on_disk.len(), COUNT);
    let missing: Vec<&String> = on_disk.iter().filter(|name| !names.contains(name.as_str())).collect();
    assert!(missing.is_empty(), "{} are not listed: {:?}", missing.len(), &missing[..missing.len().min(5)]);
    for (name, value) in &found {
        let kind = value["kind"].as_str().unwrap();
        assert!(value["error"].is_string() || !matches!(kind, "unknown" | "skipped"), "{name} has no reason: {value}");
    }
    // What is more than on the disk is in archives.
    let inside = names.iter().filter(|name| name.contains(".pbo/") || name.contains(".zip/")).count();
    assert_eq!(found.len(), COUNT + inside);
    assert!(inside > 50, "{inside}");
}

#[cfg(unix)]
#[test]
fn what_is_not_followed_is_listed_and_names_keep_their_bytes() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::symlink;
    let (folder, outside) = (Folder::new(), Folder::new());
    fs::write(outside.path("secret.b3d"), "").unwrap();
    symlink(outside.path(""), folder.path("out")).unwrap();
    symlink(outside.path("secret.b3d"), folder.path("out.b3d")).unwrap();
    symlink(folder.path("gone"), folder.path("broken.b3d")).unwrap();
    symlink(folder.path(""), folder.path("up")).unwrap();
    fs::create_dir(folder.path("real")).unwrap();
    fs::copy(fixture("b3d/triangle.b3d"), folder.path("real/one.b3d")).unwrap();
    symlink(folder.path("real"), folder.path("a-link")).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(folder.path("pipe")).status().unwrap().success());
    for name in [&b"caf\xe9.b3d"[..], b"caf\xe8.b3d"] {
        fs::copy(fixture("b3d/triangle.b3d"), folder.0.path().join(OsStr::from_bytes(name))).unwrap();
    }
    let expected = [
        ("broken.b3d", "skipped", Some("a link to nothing")),
        ("out", "skipped", Some("a link that leads out; --follow follows it")),
        ("out.b3d", "skipped", Some("a link that leads out; --follow follows it")),
        ("pipe", "skipped", Some("no regular file but a FIFO, a socket or a device")),
        ("up", "skipped", Some("a link to a folder that is listed already")),
        ("a-link", "skipped", Some("a link to a folder that is listed already")),
        ("real/one.b3d", "model", None),
        ("caf%E8.b3d", "model", None),
        ("caf%E9.b3d", "model", None),
    ];
    let found = listed(&folder, &[]);
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for (name, kind, reason) in expected {
        let (_, value) = found.iter().find(|(found, _)| found.ends_with(name)).unwrap_or_else(|| panic!("{name}"));
        assert_eq!((value["kind"].as_str(), value["error"].as_str()), (Some(kind), reason), "{name}");
    }
    // The shown names are the same.
    assert_eq!(
        found.iter().filter(|(_, value)| value["file"].as_str().unwrap().ends_with("caf\u{fffd}.b3d")).count(),
        2
    );
}

#[test]
fn textures_are_checked_with_the_models() {
    let folder = Folder::new();
    fs::copy(fixture("paa/dxt5.paa"), folder.path("skin.paa")).unwrap();
    fs::copy(fixture("b3d/triangle.b3d"), folder.path("model.b3d")).unwrap();
    fs::write(folder.path("damaged.png"), "no image").unwrap();
    let run = retromesh(&["check", &folder.path("")]);
    assert!(run.code == 1 && run.out.ends_with("3 checked, 1 has problems\n"), "{}", run.out);
    let run = retromesh(&["check", "--json", &folder.path("")]);
    let checked: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(checked.as_array().unwrap().len(), 3);
}

#[test]
fn a_folder_without_a_model_says_so() {
    let folder = Folder::new();
    fs::copy(fixture("paa/dxt5.paa"), folder.path("skin.paa")).unwrap();
    let rows: [(&[&str], &str); 3] = [
        (&["info"], "there is no model file in this folder"),
        (&["info", "--csv"], "1 file: no model, 1 texture"),
        (&["duplicates"], ""),
    ];
    for (words, says) in rows {
        let run = retromesh(&[words, &[&folder.path("")]].concat());
        assert!(run.code == 0 && run.err.contains(says), "{words:?}: {}", run.err);
        assert_eq!(retromesh(&[words, &["-q", &folder.path("")]].concat()).err, "", "{words:?}");
    }
}

#[test]
fn a_page_has_all_files_and_asks_for_nothing() {
    let (folder, _) = folder();
    let page = folder.path("page.html");
    let count = listed(&folder, &[]).len();
    let run = retromesh(&["info", "--html", &page, &folder.path("disc1"), &folder.path("disc2")]);
    assert_eq!((run.code, run.out.as_str()), (1, ""), "{}", run.err);
    let text = fs::read_to_string(&page).unwrap();
    assert_eq!(text.matches("<article").count(), count);
    assert_eq!(text.matches(" data-problem").count(), 3);
    let first = text.find("<h2>").unwrap();
    assert!(text[first..].starts_with("<h2>broken.pbo"), "problems come first: {}", &text[first..first + 60]);
    for (says, times) in
        [("data-kind=\"texture\"", 3), ("src=\"data:image/png;base64,iVBOR", 9), ("a,&quot;b&quot;.txt", 1)]
    {
        assert_eq!(text.matches(says).count(), times, "{says}");
    }
    assert!(!text.contains("http:") && !text.contains("https:") && !text.contains("src=\"/"), "{text}");
    let again = ["info", "--html", &page, &folder.path("disc1")];
    let run = retromesh(&again);
    assert!(run.code == 1 && run.err.contains("use --force to overwrite it"), "{}", run.err);
    assert_eq!(fs::read_to_string(&page).unwrap(), text);
    assert_eq!(retromesh(&[&again[..], &["-f"]].concat()).code, 0);
    assert_ne!(fs::read_to_string(&page).unwrap(), text);
}

#[test]
fn duplicates_are_found_by_bytes_and_by_geometry() {
    let folder = Folder::new();
    let model = fs::read(fixture("b3d/letter-f.b3d")).unwrap();
    for name in ["a.b3d", "copy.dat"] {
        fs::write(folder.path(name), &model).unwrap();
    }
    // The node is called F; under another name it is another file of the same shape.
    let mut renamed = model.clone();
    let name = renamed.windows(4).position(|word| word == b"NODE").unwrap() + 8;
    renamed[name] = b'G';
    fs::write(folder.path("renamed.b3d"), renamed).unwrap();
    fs::copy(fixture("b3d/triangle.b3d"), folder.path("other.b3d")).unwrap();
    for name in ["one.txt", "two.txt"] {
        fs::write(folder.path(name), "same words").unwrap();
    }
    for name in ["empty1", "empty2"] {
        fs::write(folder.path(name), "").unwrap();
    }
    let run = retromesh(&["duplicates", &folder.path("")]);
    let path = |name: &str| folder.path(name);
    let expected = format!(
        "2 files have the same bytes:\n  {} (3,588 bytes)\n  {} (3,588 bytes)\n\
         2 files have the same bytes:\n  {} (10 bytes)\n  {} (10 bytes)\n\
         2 files have the same bytes:\n  {} (0 bytes)\n  {} (0 bytes)\n\
         3 files have the same geometry:\n  {} (3,588 bytes)\n  {} (3,588 bytes)\n  {} (3,588 bytes)\n\
         3 groups of the same bytes, 1 group of the same geometry\n",
        path("a.b3d"),
        path("copy.dat"),
        path("one.txt"),
        path("two.txt"),
        path("empty1"),
        path("empty2"),
        path("a.b3d"),
        path("copy.dat"),
        path("renamed.b3d")
    );
    assert_eq!((run.code, run.out), (0, expected), "{}", run.err);
    let run = retromesh(&["duplicates", "--json", &folder.path("")]);
    let groups: Value = serde_json::from_str(&run.out).unwrap();
    let count = |group: &Value| (group["same"].as_str().unwrap().to_owned(), group["files"].as_array().unwrap().len());
    let counts: Vec<_> = groups.as_array().unwrap().iter().map(count).collect();
    assert_eq!(
        counts,
        [("bytes", 2), ("bytes", 2), ("bytes", 2), ("geometry", 3)].map(|(same, files)| (same.to_owned(), files))
    );
    assert_eq!(groups[0]["hash"], groups[0]["files"][1]["content_hash"]);
}

/// Names are compared by their bytes, and the geometry of models of one format alone.
#[cfg(unix)]
#[test]
fn names_that_are_shown_alike_are_those_of_two_files() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new();
    for name in [b"caf\xe8.b3d", b"caf\xe9.b3d"] {
        fs::copy(fixture("b3d/letter-f.b3d"), folder.0.path().join(std::ffi::OsStr::from_bytes(name))).unwrap();
    }
    let model = folder.path("letter.obj");
    assert_eq!(retromesh(&["convert", &fixture("b3d/letter-f.b3d"), "-o", &model]).code, 0);
    let run = retromesh(&["duplicates", &folder.path("")]);
    assert!(run.out.starts_with("2 files have the same bytes:\n"), "{}{}", run.out, run.err);
    assert!(run.out.ends_with("1 group of the same bytes, 0 groups of the same geometry\n"), "{}", run.out);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
}

#[test]
fn a_model_by_the_name_of_an_archive_is_a_model() {
    let folder = Folder::new();
    for name in ["a.zip", "b.pbo"] {
        fs::copy(fixture("b3d/letter-f.b3d"), folder.path(name)).unwrap();
    }
    let run = retromesh(&["info", "--csv", &folder.path("")]);
    assert!(run.code == 0 && run.out.matches(",model,,b3d,").count() == 2, "{}{}", run.out, run.err);
    let run = retromesh(&["info", &folder.path("b.pbo")]);
    assert!(run.code == 0 && !run.out.contains("archive"), "{}{}", run.out, run.err);
}

#[test]
fn archives_that_cannot_be_opened_are_compared_by_their_bytes() {
    let folder = Folder::new();
    for name in ["a.zip", "b.zip"] {
        fs::copy(fixture("zip/bad/cut.zip"), folder.path(name)).unwrap();
    }
    let hash = retromesh::facts::content_hash(&fs::read(folder.path("a.zip")).unwrap());
    let csv = retromesh(&["info", "--csv", &folder.path("")]);
    assert!(csv.code == 1 && csv.out.matches(&format!(",{hash},")).count() == 2, "{}", csv.out);
    assert_eq!(csv.out.matches(",zip,,").count(), 2, "{}", csv.out);
    let run = retromesh(&["duplicates", &folder.path("")]);
    assert!(run.out.starts_with("2 files have the same bytes:\n"), "{}", run.out);
    assert!(run.code == 1 && !run.err.contains("not compared"), "{}", run.err);
}

#[test]
fn models_under_other_names_are_counted() {
    let folder = folder().0;
    let inside = folder.path("disc2");
    let remark = "1 left out that are models under other names; --detect-all takes them, too";
    for (words, is_said) in [
        (&["info"][..], true),
        (&["check"], true),
        (&["convert", "-n"], true),
        (&["info", "--detect-all"], false),
        (&["info", "--from", "b3d"], false),
        (&["info", "--csv"], false),
        (&["check", "-q"], false),
    ] {
        let run = retromesh(&[words, &[&inside]].concat());
        assert_eq!(run.err.contains(remark), is_said, "{words:?}: {}", run.err);
    }
}

#[test]
fn a_damaged_file_has_its_format() {
    let folder = folder().0;
    let csv = retromesh(&["info", "--csv", &folder.path("disc2")]).out;
    let line = csv.lines().find(|line| line.contains("cut.b3d")).unwrap_or_default();
    assert!(line.contains("in XXXX[0]\",b3d,,24,"), "{csv}");
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_no_text_stay_different_in_every_report() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new();
    for name in [&b"caf\xe9.b3d"[..], b"caf\xe8.b3d"] {
        fs::copy(fixture("b3d/minimal.b3d"), folder.0.path().join(OsStr::from_bytes(name))).unwrap();
    }
    let checked = retromesh(&["check", "--json", &folder.path("")]).out;
    let report = folder.path("report.jsonl");
    retromesh(&["convert", &folder.path(""), "-d", &folder.path("out"), "--report", &report]);
    let written = fs::read_to_string(report).unwrap();
    for name in ["caf%E9", "caf%E8"] {
        assert!(checked.contains(&format!("{name}.b3d\"")), "{checked}");
        assert!(["b3d", "glb"].iter().all(|kind| written.contains(&format!("{name}.{kind}\""))), "{written}");
    }
}
