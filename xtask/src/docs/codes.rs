//! The list of diagnostics, each with an example that some fixture gives.

use crate::root;
use retromesh::options::{KnownDamage, MaxError, Normals, VertexFloats};
use retromesh::{Code, Diagnostics, ExportOptions, ImportOptions, Severity, Source};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// Larger fixtures are no examples.
const SMALL: u64 = 32 << 10;

/// Options of the program, and what they are in the library.
type Variation = (&'static str, fn(&mut ImportOptions, &mut ExportOptions));

/// What is tried, in this order, until every code has an example.
const VARIATIONS: &[Variation] = &[
    ("", |_, _| ()),
    (" --target luanti", |_, export| export.target = Some("luanti".to_owned())),
    (" --target odol7", |_, export| export.target = Some("odol7".to_owned())),
    (" --target spec", |_, export| export.target = Some("spec".to_owned())),
    (" --target thirty-l16", |_, export| export.target = Some("thirty-l16".to_owned())),
    (" --vertex-floats f16", |_, export| export.vertex_floats = VertexFloats::F16),
    (" --frame-rate 7", |_, export| export.frames_per_second = Some(7.0)),
    (" --max-error 0.000001", |_, export| {
        let (uv, normal_degrees) = (f32::INFINITY, f32::INFINITY);
        export.max_error = Some(MaxError { position: 1e-6, uv, normal_degrees });
    }),
    (" --max-bytes 100", |_, export| export.max_bytes = Some(100)),
    (" --cure", |import, _| import.known_damage = KnownDamage::Repair),
    (" --normals recompute", |import, _| import.normals = Normals::Recompute),
];

/// A command, and the line about the code that it prints.
struct Example {
    command: String,
    line: String,
}

/// Lists the codes by severity, each with an example.
pub(super) fn codes() -> Result<String, String> {
    let examples = examples()?;
    let mut text = String::new();
    for severity in [Severity::Lost, Severity::Approximated, Severity::Defect, Severity::Note] {
        let _ = write!(text, "\n### {severity}\n\n");
        for code in Code::ALL.iter().filter(|code| code.severity() == severity) {
            let _ = writeln!(text, "**`{code}`**: {}. {}\n", code.summary(), code.advice());
            let _ = match examples.get(code.id()) {
                Some(Example { command, line }) => writeln!(text, "```\n$ {command}\n  {line}\n```\n"),
                None => writeln!(text, "Example: {}.\n", elsewhere(*code)),
            };
        }
    }
    Ok(text)
}

/// Describes a case of a code that no small fixture shows with the options above.
fn elsewhere(code: Code) -> &'static str {
    match code {
        Code::TruncatedName => {
            "a texture path that is longer than the field of an MLOD face of the SP3X kind (target mlod)"
        }
        Code::MixedPointFlags => {
            "an ODOL model in which two vertices of one point have different flags, written as MLOD"
        }
        Code::TooManyBones => "a mesh with 300 bones written as .b3d; Blitz3D numbers 254",
        Code::ToleranceMissed => {
            "`retromesh convert large.glb -o large.bmd --max-error 0.000001` on a model of many metres"
        }
        Code::SplitMesh => "a mesh of 100,000 vertices written as .b3d, whose readers number 65,535",
        Code::OpenSolid => "a mesh with a hole that is marked as solid, written as .bmd",
        Code::WiderFloats => {
            "`retromesh convert far.b3d -o far.bo3d --vertex-floats f16` on a model 100,000 units from the origin"
        }
        _ => "none of the small fixtures shows it",
    }
}

/// Finds for each code the first fixture and the first output that report it.
fn examples() -> Result<BTreeMap<&'static str, Example>, String> {
    let fixtures = fixtures()?;
    let mut found = BTreeMap::new();
    for variation in VARIATIONS {
        for path in &fixtures {
            if found.len() == Code::ALL.len() {
                return Ok(found);
            }
            try_all(path, variation, &mut found);
        }
    }
    Ok(found)
}

/// Reads a fixture and writes it in every format.
fn try_all(path: &Path, (words, change): &Variation, found: &mut BTreeMap<&'static str, Example>) {
    let name = path.strip_prefix(root()).unwrap_or(path).to_string_lossy().replace('\\', "/");
    let (mut import, mut export) = (ImportOptions::default(), ExportOptions::default());
    change(&mut import, &mut export);
    let mut diagnostics = Diagnostics::new();
    let Ok(source) = Source::load(path, &import.limits) else { return };
    if retromesh::open_source(&source, &import, &mut diagnostics).is_err() {
        return;
    }
    keep(&diagnostics, &format!("retromesh info {name}{words}"), found);
    let own = source.format.info().id;
    for to in retromesh::formats().iter().filter(|format| format.info().writes && format.info().id != own) {
        let info = to.info();
        if export.target.as_ref().is_some_and(|target| !info.targets.iter().any(|known| known.name == target)) {
            continue;
        }
        let mut diagnostics = Diagnostics::new();
        let extension = info.extensions.first().copied().unwrap_or(info.id);
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        export.file_name = format!("{stem}.{extension}");
        let command = format!("retromesh convert {name} -o {}{words}", export.file_name);
        if retromesh::convert_source(&source, *to, &import, &export, &|_| false, &mut diagnostics).is_ok() {
            keep(&diagnostics, &command, found);
        }
    }
}

fn keep(diagnostics: &Diagnostics, command: &str, found: &mut BTreeMap<&'static str, Example>) {
    for entry in diagnostics.entries() {
        let line: String = entry.to_string().chars().filter(|c| !c.is_control()).collect();
        found.entry(entry.code.id()).or_insert_with(|| Example { command: command.to_owned(), line });
    }
}

/// Lists the small fixtures, those of each format together.
fn fixtures() -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    let mut folders = vec![root().join("fixtures")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))? {
            let entry = entry.map_err(|e| e.to_string())?;
            let metadata = entry.metadata().map_err(|e| e.to_string())?;
            if metadata.is_dir() {
                folders.push(entry.path());
            } else if metadata.len() <= SMALL && entry.path().extension().is_some_and(|e| e != "tsv" && e != "mtl") {
                files.push(entry.path());
            }
        }
    }
    files.sort();
    Ok(files)
}
