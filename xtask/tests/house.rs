//! The rules of `docs/ARCHITECTURE.md` about who depends on whom, and who may touch what.

#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the crate of a format may name in `[dependencies]`.
const FORMAT: &[&str] = &["glam", "half", "libm", "nom", "retromesh-core", "retromesh-kit", "retromesh-wire"];

/// What libraries may name that are no formats, or formats that need something else.
const MAY_NAME: &[(&str, &[&str])] = &[
    ("retromesh-core", &["earcut", "glam", "libm", "thiserror"]),
    ("retromesh-kit", &["glam", "libm", "retromesh-core"]),
    ("retromesh-wire", &["glam", "half", "nom", "retromesh-core", "retromesh-kit"]),
    (
        "retromesh-bogle",
        &["bevy_mikktspace", "glam", "libm", "nom", "retromesh-core", "retromesh-kit", "retromesh-wire"],
    ),
    (
        "retromesh-obj",
        &["fast-float2", "glam", "itoa", "memchr", "retromesh-core", "retromesh-kit", "retromesh-wire", "zmij"],
    ),
    ("retromesh-paa", FORMAT),
    (
        "retromesh-x",
        &["glam", "itoa", "miniz_oxide", "nom", "retromesh-core", "retromesh-kit", "retromesh-wire", "zmij"],
    ),
    (
        "retromesh-gltf",
        &[
            "base64",
            "bytemuck",
            "draco-core",
            "glam",
            "gltf",
            "gltf-json",
            "libm",
            "percent-encoding",
            "retromesh-core",
            "retromesh-kit",
            "serde_json",
        ],
    ),
    ("retromesh-c", &["retromesh"]),
    ("retromesh-pbo", &["nom", "retromesh-core", "retromesh-wire"]),
    ("retromesh-diff", &["glam", "libm", "retromesh-core", "retromesh-kit"]),
    ("retromesh-text", &["itoa", "serde", "zmij"]),
    ("retromesh-preview", &["glam", "image", "png", "rayon", "retromesh-core", "retromesh-kit"]),
];

/// What libraries may name besides these, if nobody gets it who does not turn on a feature.
const ON_REQUEST: &[&str] = &["serde", "retromesh-text"];

/// The modules that the crate of every format has, by file or folder.
const SKELETON: &[&str] = &["capability", "document", "dump", "encode", "format", "import", "lib", "parse"];

/// What crates of scenes have besides these; a picture is read as a card that shows it, and no scene becomes one.
const SCENES: &[&str] = &["export"];

/// What those have that hold materials, as their table says.
const MATERIALS: &[&str] = &["import/materials", "textures"];

/// Other words for what the scene calls by a name of its own; files of imports and exports are called as the scene calls things.
const OTHER_WORDS: &[(&str, &str)] = &[
    ("animation", "animations"),
    ("bones", "skins"),
    ("geometry", "meshes"),
    ("joints", "skins"),
    ("light", "lights"),
    ("material", "materials"),
    ("mesh", "meshes"),
    ("node", "nodes"),
    ("skeletons", "skins"),
    ("skin", "skins"),
    ("tree", "nodes"),
];

/// What a user of one format crate gets, all in all: the named crates and what those need.
const ONE_FORMAT: &[&str] = &[
    "autocfg",
    "cfg-if",
    "crunchy",
    "earcut",
    "glam",
    "half",
    "libm",
    "memchr",
    "nom",
    "num-traits",
    "proc-macro2",
    "quote",
    "retromesh-core",
    "retromesh-kit",
    "retromesh-wire",
    "syn",
    "thiserror",
    "thiserror-impl",
    "unicode-ident",
    "zerocopy",
    "zerocopy-derive",
];

/// What a library must not touch, and the libraries that may.
const MUST_NOT_TOUCH: &[(&str, &[&str])] = &[
    ("std::fs", &["retromesh"]),
    ("std::thread", &[]),
    ("Instant", &[]),
    ("SystemTime", &[]),
    ("std::env", &[]),
    ("std::net", &[]),
    // Temporary files bear the number of the process that writes them.
    ("std::process", &["retromesh"]),
    ("println!", &[]),
    ("eprintln!", &[]),
    ("dbg!", &[]),
    ("rayon", &["retromesh-preview"]),
];

/// What is not the same to the last bit on every system: functions of the platform, and arcs that are computed in vectors where
/// there are any. `libm` and `retromesh_core::portable` are.
const DIFFERS_BY_SYSTEM: &[&str] = &[
    "sin", "cos", "sin_cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp", "exp2", "exp_m1",
    "ln", "ln_1p", "log", "log2", "log10", "powf", "cbrt", "hypot", "slerp", "mul_add",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn metadata() -> Value {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--format-version", "1", "--all-features"]).current_dir(root());
    let output = cargo.output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("cargo prints JSON")
}

/// Maps each package id to its name and to the ids of its ordinary dependencies.
fn graph(metadata: &Value) -> BTreeMap<&str, (&str, Vec<&str>)> {
    let names: BTreeMap<&str, &str> =
        array(&metadata["packages"]).map(|package| (text(&package["id"]), text(&package["name"]))).collect();
    let ordinary = |dependency: &&Value| array(&dependency["dep_kinds"]).any(|kind| kind["kind"].is_null());
    array(&metadata["resolve"]["nodes"])
        .map(|node| {
            let id = text(&node["id"]);
            (id, (names[id], array(&node["deps"]).filter(ordinary).map(|d| text(&d["pkg"])).collect()))
        })
        .collect()
}

/// Returns each library with what it may name.
fn libraries(metadata: &Value) -> BTreeMap<&str, &'static [&'static str]> {
    let mut libraries: BTreeMap<&str, &[&str]> = formats(metadata).map(|format| (format, FORMAT)).collect();
    libraries.extend(MAY_NAME.iter().copied());
    libraries
}

/// Returns the crates that the facade turns on by a feature: those of the formats; texts and differences are none. With them the one that is
/// there to be copied.
fn formats(metadata: &Value) -> impl Iterator<Item = &str> {
    let facade = array(&metadata["packages"]).find(|package| package["name"] == "retromesh").expect("the facade");
    let features = facade["features"].as_object().expect("features").values().flat_map(array);
    features
        .filter_map(|feature| text(feature).strip_prefix("dep:"))
        .filter(|name| {
            name.starts_with("retromesh-") && !["retromesh-diff", "retromesh-pbo", "retromesh-text"].contains(name)
        })
        .chain(["retromesh-toy"])
}

fn array(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().expect("an array").iter()
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

#[test]
fn libraries_name_only_what_the_plan_allows() {
    let metadata = metadata();
    let graph = graph(&metadata);
    for (library, allowed) in &libraries(&metadata) {
        let (_, dependencies) = graph.values().find(|(name, _)| name == library).expect("a crate of the workspace");
        for dependency in dependencies {
            let name = graph[dependency].0;
            let on_request = ON_REQUEST.contains(&name) && is_on_request(&metadata, library, name);
            assert!(allowed.contains(&name) || on_request, "{library} depends on {name}");
        }
    }
}

/// Returns whether a library names another crate as an optional dependency, and turns it on by no default feature.
fn is_on_request(metadata: &Value, library: &str, name: &str) -> bool {
    let package = array(&metadata["packages"]).find(|package| package["name"] == library).expect("a crate");
    let of_name = |dependency: &&Value| dependency["name"] == name;
    let default = package["features"].get("default").and_then(Value::as_array);
    array(&package["dependencies"]).filter(of_name).all(|dependency| dependency["optional"] == true)
        && default.is_none_or(|features| features.iter().all(|feature| feature != "serde" && feature != "text"))
}

#[test]
fn one_format_costs_one_format() {
    for format in ["retromesh-b3d", "retromesh-bo3d", "retromesh-bmd", "retromesh-p3d", "retromesh-paa"] {
        // What somebody gets who names the crate and no feature of it.
        let words = ["tree", "--package", format, "--edges", "normal", "--prefix", "none", "--format", "{p}"];
        let output = Command::new(env!("CARGO")).args(words).current_dir(root()).output().expect("cargo runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let tree = String::from_utf8(output.stdout).expect("names");
        let seen: BTreeSet<&str> = tree.lines().filter_map(|line| line.split(' ').next()).collect();
        assert!(seen.contains(format) && seen.contains("nom"), "{format}: {seen:?}");
        let surprising: Vec<_> = seen.iter().filter(|name| **name != format && !ONE_FORMAT.contains(name)).collect();
        assert!(surprising.is_empty(), "{format} needs {surprising:?}");
    }
}

#[test]
fn libraries_touch_no_files_threads_clocks_or_terminals() {
    let metadata = metadata();
    for library in libraries(&metadata).into_keys().chain(["retromesh"]) {
        for (path, source) in sources(&root().join("crates").join(library).join("src")) {
            for (number, line) in source.lines().enumerate() {
                let code = line.split("//").next().unwrap_or_default();
                for (word, allowed) in MUST_NOT_TOUCH {
                    let touches = code.contains(word) && !allowed.contains(&library);
                    assert!(!touches, "{}:{}: {library} must not use {word}", path.display(), number + 1);
                }
            }
        }
    }
}

#[test]
fn libraries_compute_the_same_on_every_system() {
    let metadata = metadata();
    // Pictures are drawn by the processor's vectors.
    for library in libraries(&metadata).into_keys().filter(|library| *library != "retromesh-preview") {
        let sources = sources(&root().join("crates").join(library).join("src"));
        for (path, source) in sources.iter().filter(|(path, _)| !path.ends_with("tests.rs")) {
            let code = code_of(source);
            for function in DIFFERS_BY_SYSTEM {
                let calls = [format!(".{function}("), format!("f32::{function}"), format!("f64::{function}")];
                let called = calls.iter().find(|call| code.contains(call.as_str()));
                assert!(called.is_none(), "{}: {function} differs between systems", path.display());
            }
        }
    }
}

#[test]
fn formats_have_one_skeleton() {
    let metadata = metadata();
    assert!(formats(&metadata).count() >= 7);
    let mut materials = 0;
    for format in formats(&metadata) {
        let folder = root().join("crates").join(format).join("src");
        let there = |module: &str| folder.join(module).is_dir() || folder.join(format!("{module}.rs")).is_file();
        let table = std::fs::read_to_string(folder.join("capability.rs")).expect("every format has its table");
        let of_scenes = SCENES.iter().filter(|_| format != "retromesh-paa");
        let of_materials = MATERIALS.iter().filter(|_| code_of(&table).contains("Materials"));
        materials += usize::from(code_of(&table).contains("Materials"));
        for module in SKELETON.iter().chain(of_scenes).chain(of_materials) {
            assert!(there(module), "{format} has no {module}");
        }
        for (word, name) in OTHER_WORDS {
            for place in ["import", "export"] {
                assert!(!there(&format!("{place}/{word}")), "{format}: {place}/{word} is {place}/{name} elsewhere");
            }
        }
    }
    assert!(materials >= 7, "{materials} formats with materials");
}

/// Cargo has no way to say "every format" in a manifest: the facade's lists each by hand, and this test says what is missing there.
#[test]
fn the_facade_turns_on_every_format() {
    let metadata = metadata();
    let package = |name: &str| array(&metadata["packages"]).find(|package| package["name"] == name).expect("a crate");
    let features = &package("retromesh")["features"];
    let lists = |list: &str, feature: &str| array(&features[list]).any(|own| own == feature);
    let mut texts = 0;
    for format in formats(&metadata).filter(|format| *format != "retromesh-toy") {
        let short = format.strip_prefix("retromesh-").expect("a name");
        assert!(lists("default", short), "crates/retromesh/Cargo.toml: `default` lists no {short}");
        if package(format)["features"].get("text").is_some() {
            let feature = format!("{format}?/text");
            assert!(lists("text", &feature), "crates/retromesh/Cargo.toml: `text` lists no {feature}");
            texts += 1;
        }
    }
    assert!(texts >= 8, "{texts} formats whose documents can be text");
}

/// Errors name a format by its id, which is written once in its crate; next to it, it may be a file extension, too.
#[test]
fn the_id_of_a_format_is_written_once() {
    let metadata = metadata();
    for format in formats(&metadata) {
        let files = sources(&root().join("crates").join(format).join("src"));
        let codes: Vec<String> = files.iter().map(|(_, source)| code_of(source)).collect();
        let homes = codes.iter().flat_map(|code| code.lines()).filter_map(|line| line.split_once("const ID: &str = "));
        let ids: Vec<&str> = homes.map(|(_, id)| id.trim_end_matches(';')).collect();
        assert_eq!(ids.len(), 1, "{format}: {ids:?}");
        for line in codes.iter().flat_map(|code| code.lines()).filter(|line| line.contains(ids[0])) {
            let allowed = ["const ID", "extension", "FormatInfo::new(ID, "].iter().any(|word| line.contains(word));
            assert!(allowed, "{format}: write ID in `{}`", line.trim());
        }
    }
}

#[test]
fn files_are_small() {
    for folder in ["crates", "xtask"] {
        for (path, source) in sources(&root().join(folder)) {
            let lines = source.lines().count();
            assert!(lines <= 500, "{} has {lines} lines", path.display());
        }
    }
}

/// Of two files of a crate at most one uses the other, whatever lies between; a module and those inside it are one.
#[test]
fn files_of_a_format_use_each_other_in_no_circle() {
    let metadata = metadata();
    let mut read = 0;
    for library in libraries(&metadata).into_keys() {
        let src = root().join("crates").join(library).join("src");
        let files: BTreeMap<Vec<String>, String> =
            sources(&src).into_iter().map(|(path, source)| (module_of(&src, &path), code_of(&source))).collect();
        if library != "retromesh-wire" && !files.contains_key(&["parse".to_owned()][..]) {
            continue;
        }
        let uses: BTreeMap<&Vec<String>, BTreeSet<&Vec<String>>> =
            files.iter().map(|(module, code)| (module, used_by(module, code, &files))).collect();
        read += uses.len();
        for module in uses.keys() {
            let mut trails = vec![vec![*module]];
            let mut seen = BTreeSet::new();
            while let Some(trail) = trails.pop() {
                for next in &uses[trail[trail.len() - 1]] {
                    let longer: Vec<_> = trail.iter().copied().chain([*next]).collect();
                    assert!(next != module, "{library}: a circle of files: {longer:?}");
                    if seen.insert(next) {
                        trails.push(longer);
                    }
                }
            }
        }
    }
    assert!(read >= 250, "only {read} files");
}

/// Returns the path of the module that a file holds.
fn module_of(src: &Path, file: &Path) -> Vec<String> {
    let path = file.strip_prefix(src).expect("a file below").with_extension("");
    let mut names: Vec<String> = path.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    names.pop_if(|last| matches!(last.as_str(), "lib" | "mod"));
    names
}

/// Returns a source without its comments and tests.
fn code_of(source: &str) -> String {
    let source = source.split("mod tests {").next().unwrap_or_default();
    source.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// Returns the files that a file names by a path from the crate or from the module around it, without those around and inside it.
fn used_by<'f>(module: &[String], code: &str, files: &'f BTreeMap<Vec<String>, String>) -> BTreeSet<&'f Vec<String>> {
    let mut paths = Vec::new();
    let in_a_path = |c: char| matches!(c, ':' | '_') || c.is_alphanumeric();
    for (at, _) in ["crate::", "super::"].into_iter().flat_map(|start| code.match_indices(start)) {
        if !code[..at].ends_with(in_a_path) {
            names_in(&code[at..], &[], &mut paths);
        }
    }
    let mut used = BTreeSet::new();
    for path in paths {
        let above = path.iter().take_while(|name| **name == "super").count();
        let mut place = if above > 0 { module[..module.len().saturating_sub(above)].to_vec() } else { Vec::new() };
        for name in &path[above.max(1)..] {
            place.push((*name).to_owned());
            if !files.contains_key(&place) {
                place.pop();
                break;
            }
        }
        if let Some((file, _)) =
            files.get_key_value(&place).filter(|_| !module.starts_with(&place) && !place.starts_with(module))
        {
            used.insert(file);
        }
    }
    used
}

/// Collects the paths at the start of a piece of code, with those in braces; returns what follows them.
fn names_in<'c>(code: &'c str, base: &[&'c str], paths: &mut Vec<Vec<&'c str>>) -> &'c str {
    let (mut path, mut rest) = (base.to_vec(), code);
    loop {
        if let Some(mut group) = rest.strip_prefix('{') {
            loop {
                group = group.trim_start_matches(|c: char| c != '}' && c != '{' && c != '_' && !c.is_alphanumeric());
                if group.is_empty() || group.starts_with(['{', '}']) {
                    return group.get(1..).unwrap_or_default();
                }
                group = names_in(group, &path, paths);
            }
        }
        let end = rest.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(rest.len());
        path.extend((end > 0).then(|| &rest[..end]));
        if let Some(after) = rest[end..].strip_prefix("::") {
            rest = after;
        } else {
            paths.push(path);
            return &rest[end..];
        }
    }
}

/// Reads all Rust files below a folder, without those of builds.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(current) = folders.pop() {
        for entry in std::fs::read_dir(&current).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let source = std::fs::read_to_string(&path).expect("a source file");
                files.push((path, source));
            }
        }
    }
    assert!(!files.is_empty(), "{} holds no source file", folder.display());
    files
}
