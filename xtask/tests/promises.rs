//! What the documents promise: each promise names a test, and the test is there.

#![allow(clippy::expect_used, clippy::indexing_slicing)]

use retromesh::Limits;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|e| format!("{path}: {e}"))
}

/// Lists the files of the repository that end so, with their texts.
fn files(end: &str) -> Vec<(String, String)> {
    let output = Command::new("git").arg("ls-files").current_dir(root()).output().expect("git runs");
    let names = String::from_utf8(output.stdout).expect("names are UTF-8");
    let files: Vec<_> =
        names.lines().filter(|name| name.ends_with(end)).map(|name| (name.into(), read(name))).collect();
    assert!(files.len() > 20, "{} files end in {end}", files.len());
    files
}

/// Returns the tests that a text names, as `FILE::NAME`.
fn named(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let is_source = |file: &str| [".rs", ".py"].iter().any(|end| file.ends_with(end));
    text.split('`').skip(1).step_by(2).filter_map(|word| word.split_once("::")).filter(move |(file, _)| is_source(file))
}

fn is_test(file: &str, name: &str) -> bool {
    let text = read(file);
    let (mark, head) = if text.contains("#[test]") { ("#[test]", "fn ") } else { ("def test_", "def ") };
    text.contains(mark) && text.contains(&format!("{head}{name}("))
}

#[test]
fn every_named_test_is_there() {
    let mut count = 0;
    for (document, text) in files(".md") {
        for (file, name) in named(&text) {
            assert!(is_test(file, name), "{document}: there is no test {file}::{name}");
            count += 1;
        }
    }
    assert!(count >= 45, "{count} tests are named");
}

/// Each row of promises has its test; what is said outside of tables is about limits, and about how to report.
#[test]
fn every_promise_of_security_names_its_test() {
    let text = read("SECURITY.md");
    let (promises, _) = text.split_once("\n## Limits").expect("the section of limits");
    let is_row = |line: &&str| line.starts_with("| ") && !line.starts_with("| promise |");
    let rows: Vec<&str> = promises.lines().filter(is_row).collect();
    let unheld: Vec<&&str> = rows.iter().filter(|row| named(row).next().is_none()).collect();
    assert!(rows.len() > 15 && unheld.is_empty(), "{} rows, without a test: {unheld:#?}", rows.len());
}

#[test]
fn the_limits_of_the_table_are_the_defaults() {
    let Limits { input_bytes, unpacked_bytes, depth, lods, .. } = Limits::default();
    let table = read("SECURITY.md");
    for (field, value) in [
        ("input_bytes", input_bytes),
        ("unpacked_bytes", unpacked_bytes),
        ("depth", u64::from(depth)),
        ("lods", u64::from(lods)),
    ] {
        let row = table.lines().find(|line| line.contains(&format!("| `{field}` |"))).expect("a row for each limit");
        let cell = row.split('|').nth(3).expect("a default").trim();
        let number: u64 = cell.replace(',', "").trim_end_matches(" GiB").parse().expect("a number");
        assert_eq!(if cell.ends_with(" GiB") { number << 30 } else { number }, value, "{field}");
    }
}

/// The sources of crates, without what only tests see.
fn sources() -> impl Iterator<Item = (String, String)> {
    let is_source = |name: &str| name.starts_with("crates/") && (name.contains("/src/") || name.contains("/targets/"));
    let code = |text: String| {
        let text = text.split("mod tests {").next().unwrap_or_default().to_owned();
        text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
    };
    files(".rs").into_iter().filter(move |(name, _)| is_source(name)).map(move |(name, text)| (name, code(text)))
}

/// Names under which calls are exported, and types of functions that C gives, are not counted: they run nothing.
#[test]
fn unsafe_code_is_in_six_places() {
    let holds = |(name, code): (String, String)| {
        let code = code.replace("#[unsafe(no_mangle)]", "").replace("unsafe extern \"C\" fn(", "");
        let count = code.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| *word == "unsafe").count();
        // `unsafe-inline` is a word of the policies of pages.
        let count = count - code.matches("'unsafe-inline'").count();
        (count > 0).then_some((name, count))
    };
    let found: Vec<_> = sources().filter(|(name, _)| !name.ends_with("/tests.rs")).filter_map(holds).collect();
    let known = [
        ("crates/retromesh-c/src/border.rs", 4),
        ("crates/retromesh-cli/src/closed.rs", 1),
        ("crates/retromesh-python/src/arrays.rs", 1),
    ];
    assert_eq!(found, known.map(|(name, count)| (name.to_owned(), count)));
    assert!(read("Cargo.toml").contains("unsafe_code = \"deny\""));
    // The programs of the fuzzer have an entry for libFuzzer, which a macro of its crate makes.
    let is_held = |name: &str| name.starts_with("crates/") && !name.ends_with("fuzz/Cargo.toml");
    for (name, manifest) in files("Cargo.toml").iter().filter(|(name, _)| is_held(name)) {
        assert!(manifest.contains("[lints]\nworkspace = true"), "{name} allows unsafe code");
    }
}

#[test]
fn only_the_watched_page_is_served() {
    let touches =
        |(_, code): &(String, String)| ["std::net", "TcpStream", "UdpSocket"].iter().any(|word| code.contains(word));
    let found: Vec<_> = sources().filter(touches).collect();
    let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["crates/retromesh-cli/src/view/watch.rs"]);
    assert!(found[0].1.contains("TcpListener::bind((Ipv4Addr::LOCALHOST, 0))") && !found[0].1.contains("connect("));
}
