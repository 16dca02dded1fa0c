//! The list of diagnostics, each with an example that some fixture gives.

use super::sentence;
use crate::{name_below, quick_fixtures, root, write};
use retromesh::options::Normals;
use retromesh::{Code, Diagnostics, ExportOptions, ImportOptions, Limits, Request, Severity, Source};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Larger fixtures are no examples.
const SMALL: u64 = 32 << 10;

/// Options of the program. They are tried in this order, until every code has an example.
const VARIATIONS: [&str; 15] = [
    "",
    " --target luanti",
    " --target odol7",
    " --target spec",
    " --target thirty-l16",
    " --vertex-floats f16",
    " --frame-rate 7",
    " --max-error 0.000001",
    " --max-bytes 100",
    " --fix",
    " --target odol7 --alpha-texture none*.paa",
    " --winding auto",
    " --optimize",
    " --normals recompute",
    " --animation strangers.rtm",
];

/// Returns what options of the program are in the library.
fn options(words: &str) -> (ImportOptions, ExportOptions) {
    let (mut import, mut export) = (ImportOptions::default(), ExportOptions::default());
    for option in words.split(" --").skip(1) {
        let (name, value) = option.split_once(' ').unwrap_or((option, "true"));
        match name {
            "target" => export.target = Some(value.to_owned()),
            "frame-rate" => export.frames_per_second = value.parse().ok(),
            "optimize" => export.optimize = true,
            "normals" => import.normals = Normals::Recompute,
            _ => {
                import.settings.set(name, [value.to_owned()]);
                export.settings.set(name, [value.to_owned()]);
            }
        }
    }
    (import, export)
}

/// Returns files that are no fixtures or lie elsewhere, each with its name and with what it has.
fn models() -> [(&'static str, &'static str, Vec<u8>); 9] {
    let fixture = |name: &str| std::fs::read(root().join("fixtures").join(name)).unwrap_or_default();
    let dart = format!("v 0 0 0\nv 4 2 0\nv 0 4 0\nv 1 2 0\nf{}\n", " 1 2 3 4".repeat(4097)).into_bytes();
    [
        ("plane.obj", "300 by 300 points", plane()),
        ("dart.obj", "a face of 16,388 corners", dart),
        ("named.gltf", "images called `skin` and `art/paint.png`, inside of the file", named()),
        ("tank.p3d", ELSEWHERE, fixture("p3d/sp3x-cube.p3d")),
        ("cube.paa", "the texture of tank.p3d", fixture("paa/dxt1-corners.paa")),
        ("alike.pbo", ALIKE, alike(&fixture("p3d/sp3x-cube.p3d"))),
        ("square.b3d", MISNAMED, fixture("x/square.x")),
        ("farm/cow.b3d", BY_HAND, fixture("b3d/seqs.b3d")),
        ("farm/init.lua", BY_HAND, b"mobs:register_mob('farm:cow', {mesh = kind .. '.b3d'})\n".to_vec()),
    ]
}

/// What they have.
const ALIKE: &str = "an archive that has `cube.p3d` and `CUBE.P3D`";
const MISNAMED: &str = "a square of another format";
const BY_HAND: &str = "a mod with `mesh = kind .. '.b3d'` in its Lua";
const ELSEWHERE: &str = "a texture `data\\cube.paa`, where `cube.paa` is next to it";
/// What no file shows by itself.
const LIKE: &str = "retromesh convert fixtures/b3d/triangle.b3d -o out.b3d --like fixtures/b3d/keys-split-by-range.b3d";

/// A command that reports a code.
struct Example {
    /// What is in the file, where it is none of the fixtures.
    about: Option<&'static str>,
    command: String,
}

/// Lists the codes by severity, each under a heading of its own, with an example: what the program says of a code.
pub(super) fn codes(program: &Path) -> Result<String, String> {
    let examples = examples()?;
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    models().into_iter().try_for_each(|(name, _, bytes)| write(folder.path().join(name), bytes))?;
    let mut text = String::new();
    for severity in Severity::ALL {
        let _ = write!(text, "\n### {severity}\n\n");
        for code in Code::ALL.iter().filter(|code| code.severity() == severity) {
            let _ = writeln!(text, "#### `{code}`\n\n{} {}\n", sentence(code.summary()), code.advice());
            let Example { about, command } =
                examples.get(code.id()).ok_or_else(|| format!("no example shows {code}"))?;
            let said = said(program, folder.path(), command, code.id())?;
            let about = about.map_or(String::new(), |about| format!("With a model of {about}:\n\n"));
            let _ = writeln!(text, "{about}```console\n$ {command}\n{said}\n```\n");
        }
    }
    Ok(text)
}

/// Runs a command and returns what it says about a code: its message but for the advice, or its remark.
fn said(program: &Path, folder: &Path, command: &str, id: &str) -> Result<String, String> {
    let repository = format!("{}/", root().display());
    let word = |word: &str| if word.starts_with("fixtures/") { format!("{repository}{word}") } else { word.to_owned() };
    let words: Vec<String> = command.split(' ').skip(1).map(word).collect();
    let force = command.starts_with("retromesh convert").then_some("--force");
    let output = Command::new(program).args(words).args(force).current_dir(folder).stdin(Stdio::null()).output();
    let output = output.map_err(|e| format!("{command}: {e}"))?;
    let all = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).replace(&repository, "");
    let is_message =
        |line: &&str| ["defect", "warning", "note"].iter().any(|label| line.starts_with(&format!("{label}[{id}]")));
    let is_remark = |line: &&str| line.contains(&format!(" {id} x"));
    let message: Vec<&str> = match all.lines().skip_while(|line| !is_message(line)).collect::<Vec<_>>().split_first() {
        Some((first, rest)) => {
            let places = rest.iter().take_while(|line| line.starts_with("  ") && !line.starts_with("  help:"));
            std::iter::once(first).chain(places).copied().collect()
        }
        None => all.lines().filter(is_remark).take(1).collect(),
    };
    if message.is_empty() { Err(format!("`{command}` says nothing of {id}:\n{all}")) } else { Ok(message.join("\n")) }
}

/// Finds for each code the first fixture and the first output that report it: of another format, else of the fixture's own.
fn examples() -> Result<BTreeMap<&'static str, Example>, String> {
    let mut fixtures = quick_fixtures()?;
    let is_other = |path: &Path| path.extension().is_none_or(|extension| extension == "tsv" || extension == "mtl");
    fixtures.retain(|path| !is_other(path) && path.metadata().is_ok_and(|metadata| metadata.len() <= SMALL));
    let mut found = BTreeMap::new();
    for own in [false, true] {
        for variation in VARIATIONS {
            for path in &fixtures {
                let name = name_below(&root(), path);
                let Ok(source) = Source::load(path, &Limits::default()) else { continue };
                try_all(&name, None, &source, own, variation, &mut found);
            }
        }
    }
    for (name, about, bytes) in models() {
        let Ok(source) = Source::from_bytes(bytes, Path::new(name), &Limits::default()) else { continue };
        try_all(name, Some(about), &source, false, "", &mut found);
    }
    let shown = [
        (Code::Restored, None, LIKE),
        (Code::UnlikeOriginal, None, LIKE),
        (Code::FoundElsewhere, Some(ELSEWHERE), "retromesh check tank.p3d"),
        (Code::AlikeNames, Some(ALIKE), "retromesh check alike.pbo"),
        (Code::MisnamedFile, Some(MISNAMED), "retromesh check square.b3d"),
        (Code::EditByHand, Some(BY_HAND), "retromesh convert farm -d out --target luanti"),
    ];
    found.extend(shown.map(|(code, about, command)| (code.id(), Example { about, command: command.to_owned() })));
    Ok(found)
}

/// Makes an OBJ file of a plane of 300 by 300 points.
fn plane() -> Vec<u8> {
    let points = (0..90_000).map(|at| format!("v {} 0 {}\n", at % 300, at / 300));
    let first = (1..=89_699).filter(|at| at % 300 != 0);
    let faces = first.map(|at| format!("f {} {} {} {}\n", at, at + 300, at + 301, at + 1));
    points.chain(faces).collect::<String>().into_bytes()
}

/// Makes a PBO archive of a model and of its twin.
fn alike(model: &[u8]) -> Vec<u8> {
    let entry = |name: &str, length: usize| [name.as_bytes(), &[0; 17], &(length as u32).to_le_bytes()].concat();
    let entries = [("cube.p3d", model.len()), ("CUBE.P3D", model.len()), ("", 0)];
    let header = entries.map(|(name, length)| entry(name, length)).concat();
    [&header, model, model].concat()
}

/// Makes a glTF file with images of one pixel.
fn named() -> Vec<u8> {
    const PIXEL: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const TEXT: &str = r#"{"asset":{"version":"2.0"},"images":[{"name":"skin","uri":"PIXEL"},{"name":"art/paint.png","uri":"PIXEL"}],"materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}],"nodes":[{}],"scenes":[{"nodes":[0]}],"textures":[{"source":0}]}"#;
    TEXT.replace("PIXEL", PIXEL).into_bytes()
}

/// Reads a model and writes it in its own format, or in every other one.
fn try_all(
    name: &str,
    about: Option<&'static str>,
    source: &Source,
    own: bool,
    words: &str,
    found: &mut BTreeMap<&'static str, Example>,
) {
    let (import, mut export) = options(words);
    let mut keep = |command: &str, diagnostics: &Diagnostics| {
        for entry in diagnostics.entries() {
            found.entry(entry.code.id()).or_insert_with(|| Example { about, command: command.to_owned() });
        }
    };
    let mut diagnostics = Diagnostics::new();
    if retromesh::open_source(source, &import, &mut diagnostics).is_err() {
        return;
    }
    keep(&format!("retromesh info {name}{words}"), &diagnostics);
    let id = source.format.info().id;
    for to in retromesh::formats().iter().filter(|to| to.info().writes && (to.info().id == id) == own) {
        let info = to.info();
        if export.target.as_ref().is_some_and(|target| !info.targets.iter().any(|known| known.name == target)) {
            continue;
        }
        let mut diagnostics = Diagnostics::new();
        let extension = info.extensions.first().copied().unwrap_or(info.id);
        let stem = Path::new(name).file_stem().unwrap_or_default().to_string_lossy();
        export.file_name = format!("{stem}.{extension}");
        let command = format!("retromesh convert {name} -o {}{words}", export.file_name);
        if retromesh::convert_source(source, *to, &Request::new(&import, &export), &mut diagnostics).is_ok() {
            keep(&command, &diagnostics);
        }
    }
}
