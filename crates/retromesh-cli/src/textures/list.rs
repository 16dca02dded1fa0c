//! Lists of image paths, as text and JSON.

use super::{TexturesArgs, plain};
use crate::Exit;
use crate::console::quiet;
use crate::inputs::Input;
use crate::json::{self, Entry};
use crate::sources::{self, is_stream};
use crate::terminal::printable;
use retromesh::{Folder, FormatInfo, Result, TextureName, TexturePaths};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

/// A path with all that is known of it.
#[derive(Serialize)]
struct Listed {
    path: String,
    /// The levels of detail that use it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    levels: Vec<u32>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    material: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<bool>,
    /// The file that has the name, where the game does not look for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    elsewhere: Option<String>,
    /// Whether the file that has the name holds no texture.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unloadable: bool,
    /// In how many files it occurs; of lists over all files.
    #[serde(skip_serializing_if = "Option::is_none")]
    files: Option<usize>,
}

/// A path of all files.
#[derive(Serialize)]
struct Unique {
    schema: &'static str,
    #[serde(flatten)]
    listed: Listed,
}

/// The paths of a file.
#[derive(Serialize)]
struct OfFile {
    format: &'static str,
    textures: Vec<Listed>,
}

/// The schemas of the JSON output: of a file, and of a path of all files.
const SCHEMA: &str = "retromesh-textures-1";
const UNIQUE: &str = "retromesh-paths-1";

pub(super) fn run(args: &TexturesArgs) -> Result<Exit, Exit> {
    let (all, failed) = json::entries(SCHEMA, &args.inputs, &args.reading, |input| textures(input, args))?;
    let mut read = all.iter().filter_map(|file| file.facts.as_ref()).flat_map(|file| &file.textures);
    let is_missing = read.clone().any(|listed| listed.missing == Some(true));
    let is_wrong = read.any(|listed| listed.elsewhere.is_some() || listed.unloadable);
    print(&all, args);
    let names_none = all.iter().filter_map(|file| file.facts.as_ref()).all(|file| file.textures.is_empty());
    if args.unique && !args.json && !failed && !quiet() && names_none {
        errln!("no image is named");
    }
    if is_missing && !args.json && !quiet() {
        let place = if args.reading.place.root.is_some() {
            "below the folder of --root"
        } else {
            "next to the model, or name their folder with --root"
        };
        errln!("  hint: put the missing images {place}");
    }
    Ok(if failed || is_missing || is_wrong { Exit::Failed } else { Exit::Ok })
}

fn textures(input: &Input, args: &TexturesArgs) -> Result<OfFile> {
    let source = sources::load(&input.path, &args.reading)?;
    let model = source.read(&args.reading.options(), &mut args.reading.diagnostics())?;
    let names = model.as_textures().map_or_else(Vec::new, TexturePaths::texture_names);
    // What is read from a stream lies nowhere.
    let has_place = args.reading.place.root.is_some() || !is_stream(&input.path);
    let folder = has_place.then(|| sources::folder(&input.path, &args.reading));
    let textures = listed(&names, folder.as_ref(), source.format.info());
    Ok(OfFile { format: source.format.info().id, textures })
}

/// Joins the paths of all levels, and looks for their files as a conversion does. Missing pictures of animated textures have paths, too.
fn listed(names: &[TextureName], folder: Option<&Folder>, format: &FormatInfo) -> Vec<Listed> {
    // The game takes no PNG for a JPEG.
    let is_exact = format.images.first() == Some(&"paa");
    let has_other_kind = |file: &str, found: &str| {
        let [file, found] = [file, found].map(|name| Path::new(name).extension().unwrap_or_default());
        is_exact && !file.eq_ignore_ascii_case(found)
    };
    let (mut all, mut gaps): (Vec<Listed>, Vec<(usize, String)>) = (Vec::new(), Vec::new());
    let mut known: HashMap<(&str, bool), usize> = HashMap::new();
    for name in names {
        let index = *known.entry((&name.path, name.is_material)).or_insert_with(|| {
            let folder = folder.filter(|_| !name.file.is_empty());
            let found = folder.map(|folder| (folder, folder.find_image(&name.file)));
            let gap = found.as_ref().and_then(|(folder, found)| folder.missing_picture(&name.path, found.as_ref()?));
            gaps.extend(gap.map(|gap| (all.len(), gap)));
            all.push(Listed {
                path: name.path.clone(),
                levels: Vec::new(),
                material: name.is_material,
                missing: found.as_ref().map(|(_, found)| found.is_none()),
                unloadable: found
                    .as_ref()
                    .is_some_and(|(folder, found)| found.as_ref().is_some_and(|found| folder.is_no_texture(found))),
                elsewhere: found
                    .and_then(|(folder, found)| Some((folder, found?)))
                    .filter(|(folder, found)| {
                        folder.is_elsewhere(&name.file, found) || has_other_kind(&name.file, found)
                    })
                    .map(|(_, found)| found),
                files: None,
            });
            all.len() - 1
        });
        if let Some(listed) = all.get_mut(index) {
            listed.levels.extend(name.level);
        }
    }
    for (first, path) in gaps {
        if !known.contains_key(&(path.as_str(), false)) {
            let levels = all.get(first).map_or_else(Vec::new, |first| first.levels.clone());
            all.push(Listed {
                path,
                levels,
                material: false,
                missing: Some(true),
                elsewhere: None,
                unloadable: false,
                files: None,
            });
        }
    }
    all
}

fn print(all: &[Entry<OfFile>], args: &TexturesArgs) {
    match (args.unique, args.json) {
        (true, true) => json::print_list(&unique(all)),
        (true, false) => unique(all).iter().for_each(|path| outln!("{}", line(&path.listed))),
        (false, true) => json::print_list(all),
        (false, false) => all.iter().for_each(|file| print_file(file, args.levels)),
    }
}

fn print_file(file: &Entry<OfFile>, levels: bool) {
    let Some(OfFile { textures, .. }) = &file.facts else { return };
    outln!("{}", printable(&file.file));
    if !levels {
        textures.iter().for_each(|listed| outln!("  {}", line(listed)));
        return;
    }
    let mut by_level: BTreeMap<Option<u32>, Vec<&Listed>> = BTreeMap::new();
    for listed in textures {
        let all: Vec<Option<u32>> =
            if listed.levels.is_empty() { vec![None] } else { listed.levels.iter().copied().map(Some).collect() };
        all.into_iter().for_each(|level| by_level.entry(level).or_default().push(listed));
    }
    for (level, listed) in by_level {
        outln!("  {}", level.map_or("all levels".to_owned(), |level| format!("level {level}")));
        listed.into_iter().for_each(|listed| outln!("    {}", line(listed)));
    }
}

fn line(listed: &Listed) -> String {
    let material = if listed.material { " (material)" } else { "" };
    let missing = if listed.missing == Some(true) { " (missing)" } else { "" };
    let elsewhere = listed
        .elsewhere
        .as_ref()
        .map_or(String::new(), |found| format!(" (found as {found}, which the game does not find)"));
    let unloadable = if listed.unloadable { " (no texture is in it: the game cannot load it)" } else { "" };
    format!("{}{material}{missing}{}{unloadable}", printable(&listed.path), printable(&elsewhere))
}

/// Joins the paths of all files, sorted; of several spellings the first stays.
fn unique(all: &[Entry<OfFile>]) -> Vec<Unique> {
    let mut by_path: BTreeMap<(String, bool), Listed> = BTreeMap::new();
    for file in all.iter().filter_map(|file| file.facts.as_ref()) {
        let mut in_file = HashSet::new();
        for listed in &file.textures {
            let key = (plain(&listed.path), listed.material);
            let entry = by_path.entry(key.clone()).or_insert_with(|| Listed {
                path: listed.path.clone(),
                levels: Vec::new(),
                material: listed.material,
                missing: listed.missing,
                elsewhere: listed.elsewhere.clone(),
                unloadable: listed.unloadable,
                files: Some(0),
            });
            // What one model does not find is missing.
            entry.missing = entry.missing.max(listed.missing);
            if in_file.insert(key) {
                entry.files = entry.files.map(|files| files + 1);
            }
        }
    }
    by_path.into_values().map(|listed| Unique { schema: UNIQUE, listed }).collect()
}
