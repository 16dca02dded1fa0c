//! Mods of Luanti: which models their Lua files name, with which clips.

mod clips;
mod computed;
mod edits;
mod files;
mod formspecs;
mod grown;
mod helpers;
mod left;
mod names;
mod numbers;
mod patch;
mod plays;
mod ranges;
mod registrations;
mod scales;
mod shapes;
mod shares;
mod unknown;

pub(crate) use clips::ModelClip;
pub(crate) use edits::{Changes, Written, changes};
pub(crate) use ranges::{Found, LeftOut, Root, ranges};
pub(crate) use registrations::{Registration, is_gltf};
pub(crate) use shapes::{RANGES, is_frame, is_of_animations, is_speed};

use crate::inputs::archive_of;
use crate::lua::{Joined, LuaFile, Place, Play, Reach, Token, Uses, tokens};
use retromesh::{Code, Diagnostics, Finding, ImportOptions};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Models lie at most this many folders below that of their mod, it included.
const DEEPEST_MODEL: usize = 3;

/// What the Lua files of mods say.
#[derive(Debug, Default)]
pub(crate) struct Mod {
    files: Vec<LuaFile>,
    /// The path of each file below the folder that it was found in.
    relative: Vec<PathBuf>,
    /// Where the lines of each file begin.
    lines: Vec<Vec<usize>>,
    registrations: Vec<Registration>,
    /// Calls that name frames themselves.
    plays: Vec<Play>,
    /// Calls that make a definition of which nothing is known.
    unknown: Vec<Place>,
    /// Models that are set in tables of which nothing is known.
    meshes: Vec<(Place, String)>,
    /// Models that tables get of which it is not known what becomes of them.
    placed: Vec<helpers::Placed>,
    /// Texts that are put together of constants.
    joined: Vec<Joined>,
    /// What is set and read of animations.
    uses: Uses,
    /// Which places lead to which.
    reach: Reach,
    /// Where and why files could not be read.
    unread: Vec<(Place, String)>,
}

impl Mod {
    /// Reads all Lua files below folders and in archives, but those of a folder of outputs; `None` where there are none.
    pub(crate) fn of_folders(folders: &[PathBuf], outputs: Option<&Path>) -> Result<Option<Self>, String> {
        let mut found = files::Found::default();
        for folder in folders {
            found.search(folder, outputs)?;
        }
        Ok((!found.files.is_empty()).then(|| Self::read(found)))
    }

    /// Leaves out tables of clips that count seconds, as `--frame-table` writes them: they are of models that were written.
    pub(crate) fn leave_out_seconds(&mut self) {
        self.registrations.retain(|user| !user.found().counts_seconds);
    }

    /// Reads one Lua file, or all below a folder.
    pub(crate) fn of_path(path: &Path) -> Result<Self, String> {
        if path.is_dir() {
            return Self::of_folders(&[path.to_path_buf()], None)?.ok_or_else(|| "it has no Lua file".to_owned());
        }
        let mut found = files::Found::default();
        let folder = path.parent().unwrap_or(Path::new(""));
        found.add(path, folder, folder)?;
        let read = Self::read(found);
        match read.unread.first() {
            Some((place, wrong)) => Err(format!("{}: {wrong}", read.place(place))),
            None => Ok(read),
        }
    }

    fn read(mut found: files::Found) -> Self {
        let registrations::Found { registrations, plays, unknown, meshes, joined, uses, reach, wrong: unread } =
            registrations::read(&found.files);
        let placed = helpers::placed(&found.files, &registrations);
        let lines = found.files.iter().map(|file| starts(&file.bytes)).collect();
        // Nothing in a file that no one understands is changed, names of models included.
        for (place, _) in &unread {
            found.files.get_mut(place.file).into_iter().for_each(|file| file.bytes.clear());
        }
        let (files, relative) = (found.files, found.relative);
        Self { files, relative, lines, registrations, plays, unknown, meshes, placed, joined, uses, reach, unread }
    }

    /// Lists the paths of the files below the folders that they were found in.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.relative.iter().map(PathBuf::as_path)
    }

    /// Lists the files.
    pub(crate) fn files(&self) -> impl Iterator<Item = PathBuf> {
        self.files.iter().map(|file| PathBuf::from(&file.path))
    }

    /// Returns what is to be edited by hand, by file: the number of the file, its path, and what is said of each place.
    pub(crate) fn by_hand(&self, changes: &Changes) -> Vec<(usize, PathBuf, Vec<Diagnostics>)> {
        let mut found: BTreeMap<usize, Vec<Diagnostics>> = BTreeMap::new();
        for (place, what) in &changes.open {
            let finding = Finding::new(Code::EditByHand).at(place.start as u64).within(self.place(place));
            let finding = finding.detail(what.clone());
            // Each is one of its own, as those of one text would be counted together. What is no defect is no error.
            let mut one = Diagnostics::new();
            let _ = one.report(finding);
            found.entry(place.file).or_default().push(one);
        }
        let path = |file: usize| self.files.get(file).map(|file| PathBuf::from(&file.path)).unwrap_or_default();
        found.into_iter().map(|(file, found)| (file, path(file), found)).collect()
    }

    /// Returns the path of a file below the folder that it was found in.
    pub(crate) fn relative(&self, file: usize) -> &Path {
        self.relative.get(file).map_or(Path::new(""), PathBuf::as_path)
    }

    pub(crate) fn file_count(&self) -> usize {
        self.files.len()
    }

    pub(crate) fn registrations(&self) -> &[Registration] {
        &self.registrations
    }

    /// Returns the clips of a model, each with the definitions that name it. `is_user` says whether a definition names a file.
    pub(crate) fn clips_of(&self, model: &str, is_user: fn(&Registration, &str) -> bool) -> Vec<ModelClip> {
        clips::of(&self.registrations, model, is_user)
    }

    /// Returns the images of the parts of a model, as the first definition names them that has some.
    pub(crate) fn images_of(&self, model: &str) -> Vec<String> {
        let mut users = self.registrations.iter().filter(|user| user.uses(model) && !user.images.is_empty());
        users.next().map(|user| user.images.clone()).unwrap_or_default()
    }

    /// Returns whether a model is that of nodes alone, and not of entities.
    pub(crate) fn is_of_nodes(&self, model: &str) -> bool {
        let placed = self.placed.iter().filter(|placed| placed.model == model).filter_map(|placed| placed.is_node);
        let users = self.registrations.iter().filter(|user| user.uses(model)).map(|user| user.is_node);
        let mut users = users.chain(placed).peekable();
        users.peek().is_some() && users.all(|is_node| is_node)
    }

    /// Returns whether a definition says that a model is that of a node.
    pub(crate) fn is_of_a_node(&self, model: &str) -> bool {
        self.registrations.iter().any(|user| user.is_node && user.names(model))
    }

    /// Returns the path of a file as people are shown it.
    fn name(&self, file: usize) -> String {
        self.relative.get(file).map(|path| path.to_string_lossy().replace('\\', "/")).unwrap_or_default()
    }

    /// Returns a place as people are shown it: `init.lua:12`.
    pub(crate) fn place(&self, place: &Place) -> String {
        format!("{}:{}", self.name(place.file), self.line(place))
    }

    /// Returns the lines of places as people are shown them: `init.lua:12 to 14`; `None` without a place.
    fn lines(&self, places: &[&Place]) -> Option<String> {
        let mut files: BTreeMap<usize, (&Place, &Place)> = BTreeMap::new();
        for &place in places {
            let (first, last) = files.entry(place.file).or_insert((place, place));
            (*first, *last) = ((*first).min(place), (*last).max(place));
        }
        let lines = files.into_values().map(|(first, last)| match (self.place(first), self.line(last)) {
            (place, last) if self.line(first) == last => place,
            (place, last) => format!("{place} to {last}"),
        });
        Some(lines.collect::<Vec<_>>().join(", ")).filter(|lines| !lines.is_empty())
    }

    /// Returns the number of the line in which a place begins.
    fn line(&self, place: &Place) -> usize {
        let starts = self.lines.get(place.file).map_or(&[][..], Vec::as_slice);
        starts.partition_point(|&start| start <= place.start)
    }

    /// Returns the bytes at a place.
    fn bytes(&self, place: &Place) -> &[u8] {
        self.files.get(place.file).and_then(|file| file.bytes.get(place.start..place.end)).unwrap_or_default()
    }

    /// Returns the text that what is joined at a place begins with; empty where that is none.
    fn literal_start(&self, place: &Place) -> String {
        match tokens(self.bytes(place)).unwrap_or_default().into_iter().next() {
            Some((Token::Text(text), _)) => text,
            _ => String::new(),
        }
    }

    /// Lists the models that were written and that texts at a place name.
    fn named<'w>(&self, place: &Place, written: &'w [Written]) -> impl Iterator<Item = &'w Written> {
        let words = tokens(self.bytes(place)).unwrap_or_default();
        written.iter().filter(move |model| {
            words.iter().any(|(word, _)| matches!(word, Token::Text(text) if *text == model.model))
        })
    }

    /// Returns the texts with which all that an expression may be ends: each side of an `or` has one, or is a name.
    fn literal_ends(&self, place: &Place) -> Option<Vec<String>> {
        let words: Vec<Token> =
            tokens(self.bytes(place)).unwrap_or_default().into_iter().map(|(word, _)| word).collect();
        let is_in_brackets = words.first() == Some(&Token::Sign("("));
        let brackets = words.iter().rev().take_while(|word| is_in_brackets && **word == Token::Sign(")")).count();
        let words = words.get(..words.len() - brackets)?;
        if words.iter().any(|word| [",", "[", ":"].map(Token::Sign).contains(word)) {
            return None;
        }
        let sides = words.split(|word| matches!(word, Token::Name(name) if name == "or"));
        let end = |side: &[Token]| match side.last() {
            Some(Token::Text(text)) => Some(Some(text.clone())),
            Some(Token::Name(_)) => Some(None),
            _ => None,
        };
        let ends: Vec<String> = sides.map(end).collect::<Option<Vec<_>>>()?.into_iter().flatten().collect();
        Some(ends).filter(|ends| !ends.is_empty())
    }

    /// Returns what to add where numbers at a place are divided, and some of them are read from tables of animations.
    fn but(&self, place: &Place) -> &'static str {
        if self.uses.reads(place) { ", but not what tables of animations say" } else { "" }
    }

    /// Returns what is written at a place, on one line.
    fn written(&self, place: &Place) -> String {
        let text = String::from_utf8_lossy(self.bytes(place)).into_owned();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Lists the texts between quotes with their places, and whether each is part of one that is put together of constants.
    fn literals(&self) -> Vec<(String, Place, bool)> {
        let mut literals = Vec::new();
        for (file, lua) in self.files.iter().enumerate() {
            let joined = self.joined.iter().map(|joined| &joined.place).filter(|place| place.file == file);
            let joined: BTreeSet<&Place> = joined.collect();
            let mut joined = joined.into_iter().peekable();
            let mut end = 0;
            for (word, span) in tokens(&lua.bytes).unwrap_or_default() {
                while let Some(place) = joined.next_if(|place| place.start <= span.start) {
                    end = end.max(place.end);
                }
                if let Token::Text(text) = word {
                    literals.push((text, Place { file, start: span.start, end: span.end }, span.end <= end));
                }
            }
        }
        literals
    }
}

/// The images that the mod around a model names for it.
#[derive(Debug, Default)]
pub(crate) struct ModImages {
    pub(crate) names: Vec<String>,
    /// The folder of the mod, below which they are.
    pub(crate) root: Option<PathBuf>,
    /// Whether the model is in a mod that names none for it.
    pub(crate) is_unnamed: bool,
}

impl ModImages {
    /// Has a model read as the engine reads it, whose slots they are for.
    pub(crate) fn are_for(&self, options: &mut ImportOptions) {
        if !self.names.is_empty() {
            options.target = Some("luanti".to_owned());
        }
    }
}

/// Returns the images that the mod around a model names for it; none outside of mods.
pub(crate) fn images_of(model: &Path) -> ModImages {
    let name = model.file_name().unwrap_or_default().to_string_lossy();
    let folder = mod_above(model);
    let read = folder.clone().and_then(|folder| Mod::of_folders(&[folder], None).ok().flatten());
    let names = read.map(|read| read.images_of(&name)).unwrap_or_default();
    ModImages { is_unnamed: folder.is_some() && names.is_empty(), root: folder.filter(|_| !names.is_empty()), names }
}

/// Returns the folder of the mod that a model, or a folder of models, is in: on the disk, or in an archive.
pub(crate) fn mod_above(path: &Path) -> Option<PathBuf> {
    let path = real(path)?;
    let mut folders = path.ancestors().skip(1).take(DEEPEST_MODEL);
    let is_mod = |folder: &&Path| ["mod.conf", "init.lua"].iter().any(|name| files::is_file(&folder.join(name)));
    folders.find(is_mod).map(Path::to_path_buf)
}

/// Returns the one path of a file or folder on the disk, or in an archive there.
pub(crate) fn real(path: &Path) -> Option<PathBuf> {
    let (file, below) = archive_of(path);
    let file = file.canonicalize().ok()?;
    Some(if below.as_os_str().is_empty() { file } else { file.join(below) })
}

/// Returns where the lines of a file begin.
fn starts(file: &[u8]) -> Vec<usize> {
    let breaks = file.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    std::iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect()
}
