//! Small model files, one feature or one error each, put together byte by byte.
//!
//! Nothing here may use the format crates: their encoders are what the fixtures judge. A format joins by adding a module
//! with `fn all() -> Vec<Fixture>` and a line in [`all`]. `cargo xtask fixtures` writes what [`files`] returns.
#![allow(clippy::too_many_lines, reason = "tables of fixtures")]

mod archives;
mod assembler;
mod b3d;
mod bgl;
mod bmd;
mod bo3d;
mod gltf;
mod growth;
mod obj;
mod p3d;
mod paa;
mod rmesh;
mod rtm;
pub mod toy;
mod x;

use std::collections::BTreeMap;

/// The list of all fixtures, itself generated.
const MANIFEST: &str = "MANIFEST.tsv";

/// One generated file.
pub struct Fixture {
    /// The path below `fixtures/`, with forward slashes.
    pub path: String,
    /// The content.
    pub bytes: Vec<u8>,
    /// What the file proves, in one line: which construct it holds, and why that matters.
    pub proves: &'static str,
}

/// Returns every fixture of every format.
pub fn all() -> Vec<Fixture> {
    [
        archives::all(),
        b3d::all(),
        bgl::all(),
        bmd::all(),
        bo3d::all(),
        gltf::all(),
        growth::all(),
        obj::all(),
        p3d::all(),
        paa::all(),
        rmesh::all(),
        rtm::all(),
        x::all(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Maps the path of each fixture below `fixtures/` to its content, the manifest included.
///
/// # Errors
///
/// Two fixtures of one name.
pub fn files(fixtures: Vec<Fixture>) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let mut lines = BTreeMap::new();
    let mut files = BTreeMap::new();
    for fixture in fixtures {
        let line = format!("{}\t{}\t{}\n", fixture.path, fixture.bytes.len(), fixture.proves);
        lines.insert(fixture.path.clone(), line);
        if let Some(path) = files.insert(fixture.path.clone(), fixture.bytes).map(|_| fixture.path) {
            return Err(format!("two fixtures named {path}"));
        }
    }
    let manifest: String = std::iter::once("file\tbytes\tproves\n".to_owned()).chain(lines.into_values()).collect();
    files.insert(MANIFEST.to_owned(), manifest.into_bytes());
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::{Fixture, all, files};

    #[test]
    fn names_are_unique_and_plain() {
        let fixtures = all();
        assert!(fixtures.len() >= 100, "{} fixtures", fixtures.len());
        for fixture in &fixtures {
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-._/".contains(c);
            assert!(fixture.path.chars().all(plain), "{}", fixture.path);
            assert!(fixture.path.contains('/'), "{} belongs to no format", fixture.path);
        }
        assert!(files(fixtures).is_ok());
    }

    #[test]
    fn two_files_of_one_name_are_refused() {
        let fixture = || Fixture { path: "x/a.x".to_owned(), bytes: vec![], proves: "nothing" };
        assert_eq!(files(vec![fixture(), fixture()]), Err("two fixtures named x/a.x".to_owned()));
    }

    /// Every kind of array at the size from which arrays are packed takes hundreds of vertices.
    const LARGE: [&str; 2] = ["p3d/odol-arrays-under.p3d", "p3d/odol-arrays-at.p3d"];

    #[test]
    fn contents_differ_and_say_what_they_prove() {
        let fixtures = all();
        for (place, fixture) in fixtures.iter().enumerate() {
            // An empty file is one damaged file of every format.
            let format = |f: &Fixture| f.path.split('/').next().map(str::to_owned);
            let same = |other: &Fixture| other.bytes == fixture.bytes && format(other) == format(fixture);
            let twin = fixtures.iter().position(same);
            assert_eq!(twin, Some(place), "{} repeats another file", fixture.path);
            assert!(!fixture.proves.is_empty() && !fixture.proves.contains(['\t', '\n']), "{}", fixture.path);
            let large = LARGE.contains(&fixture.path.as_str()) || fixture.path.starts_with("growth/");
            let max = if large { 90 } else { 16 } * 1024;
            assert!(fixture.bytes.len() <= max, "{} is {} bytes", fixture.path, fixture.bytes.len());
        }
    }

    #[test]
    fn generation_is_repeatable() {
        assert_eq!(files(all()), files(all()));
    }
}
