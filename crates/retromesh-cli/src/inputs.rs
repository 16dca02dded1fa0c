//! Which files a command is about.

mod content;
mod others;
mod patterns;

pub(crate) use content::{beginning, is_misnamed, suits_name};
pub(crate) use others::Others;
pub(crate) use patterns::{is_pattern, stands_for_nothing};

use crate::Exit;
use crate::args::ReadingArgs;
use crate::console::quiet;
use crate::formats::known;
use crate::manifest::is_manifest;
use crate::settings::Work;
use crate::sources::is_stream;
use crate::terminal::{shown, usage};
use content::detected;
use patterns::expand;
use retromesh::{Archive, FileState, Format, FormatInfo, split_archive};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// One file to work on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Input {
    /// Where it is.
    pub(crate) path: PathBuf,
    /// Its path below the input folder that it was found in, or its name.
    pub(crate) relative: PathBuf,
    /// Whether it was named, not found in a folder.
    pub(crate) named: bool,
    /// Why it is not read; only what [`Selection::everything`] lists is skipped.
    pub(crate) skipped: Option<&'static str>,
}

impl Input {
    /// Returns an input that is read.
    pub(crate) fn new(path: impl Into<PathBuf>, relative: impl Into<PathBuf>, named: bool) -> Self {
        Self { path: path.into(), relative: relative.into(), named, skipped: None }
    }

    /// Returns one that was found below a folder.
    fn below(root: &Path, path: PathBuf, skipped: Option<&'static str>) -> Self {
        let below = path.strip_prefix(root).ok().filter(|below| !below.as_os_str().is_empty());
        let relative = below.unwrap_or_else(|| path.file_name().map_or(path.as_path(), Path::new)).to_path_buf();
        Self { path, relative, named: false, skipped }
    }
}

/// Which files of a folder are meant.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Selection<'a> {
    /// Extensions that are left out, where the content is what they say.
    pub(crate) except: &'a [&'a str],
    /// The extension of a format; without it those of all formats are meant.
    pub(crate) only: Option<&'a str>,
    /// What is meant where no format is named.
    pub(crate) kind: Meant,
    /// Whether files of unknown extensions are looked into, up to this size.
    pub(crate) detect: Option<u64>,
    /// A folder that is not entered when it lies below a given one, such as that of the outputs.
    pub(crate) outside: Option<&'a Path>,
    /// Whether links that lead out of a given folder are followed.
    pub(crate) follow: bool,
    /// Whether all files are meant, whatever they are, archives next to what is in them, and links that are not followed.
    pub(crate) everything: bool,
    /// Counts what of folders and archives is not meant.
    pub(crate) others: Option<&'a Others>,
}

/// What of a folder is meant where no format is named.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Meant {
    #[default]
    Models,
    Pictures,
    /// Models, pictures and motion.
    All,
    /// Models, and all else whose files are kept byte for byte.
    Exact,
}

/// Lists the inputs of a command that reads; an error is printed, and which folders have none.
pub(crate) fn collect_or_report(arguments: &[PathBuf], reading: &ReadingArgs) -> Result<Vec<Input>, Exit> {
    collect_selected(arguments, reading, &reading.selection())
}

/// Lists the inputs of a command that reads files of this kind, and counts what is of others.
pub(crate) fn with_others_or_report(
    arguments: &[PathBuf],
    reading: &ReadingArgs,
    kind: Meant,
) -> Result<(Vec<Input>, Others), Exit> {
    let others = Others::default();
    let selection = Selection { kind, others: Some(&others), ..reading.selection() };
    let inputs = collect_selected(arguments, reading, &selection)?;
    Ok((inputs, others))
}

/// Lists the inputs of an inventory: every file of the given folders, unless one format is named.
pub(crate) fn everything_or_report(arguments: &[PathBuf], reading: &ReadingArgs) -> Result<Vec<Input>, Exit> {
    let everything = reading.file.from.is_none();
    collect_selected(arguments, reading, &Selection { everything, ..reading.selection() })
}

fn collect_selected(
    arguments: &[PathBuf],
    reading: &ReadingArgs,
    selection: &Selection<'_>,
) -> Result<Vec<Input>, Exit> {
    if let Some(Err(message)) = reading.file.from.as_deref().map(known) {
        return Err(usage(&message, Some("`retromesh help formats` says what each is")));
    }
    let inputs = collect(arguments, selection);
    let work = Work { inputs: &inputs, from: reading.file.from.as_deref(), to: None };
    work.takes(&reading.settings.0).map_err(|message| usage(&message, None))?;
    report_empty(arguments, &inputs, if selection.everything { "file" } else { "model file" });
    Ok(inputs)
}

/// Says which of the given folders and archives have no input.
pub(crate) fn report_empty(arguments: &[PathBuf], inputs: &[Input], what: &str) {
    for folder in arguments.iter().filter(|path| is_folder(path) && !quiet()) {
        if !inputs.iter().any(|input| input.path.starts_with(folder)) {
            let kind = if folder.is_dir() { "folder" } else { "archive" };
            errln!("{}: there is no {what} in this {kind}", shown(folder));
        }
    }
}

/// Lists the given files, and the files below given folders and in given archives that are meant, each sorted by name. An archive in a
/// folder is a folder, too.
///
/// Links are followed, but out of the given folder only if that is asked for, and no folder is entered twice. A folder that cannot be
/// listed is an input of its own, which cannot be read.
pub(crate) fn collect(arguments: &[PathBuf], selection: &Selection<'_>) -> Vec<Input> {
    // A folder that is not there yet holds no input.
    let left_out = selection.outside.and_then(|folder| real(folder).ok());
    let mut inputs = Vec::new();
    for argument in arguments.iter().flat_map(|argument| expand(argument)) {
        let argument = as_stored(&argument).into_owned();
        if is_stream(&argument) {
            inputs.push(Input::new(argument, "stdin", true));
        } else if argument.is_dir() {
            walk(&argument, selection, left_out.as_deref(), &mut inputs);
        } else if let Some(found) = in_archive(&argument, selection) {
            inputs.extend(found.into_iter().map(|path| Input::below(&argument, path, None)));
        } else {
            let relative = argument.file_name().map_or_else(|| argument.clone(), PathBuf::from);
            inputs.push(Input::new(argument, relative, true));
        }
    }
    inputs
}

/// Leaves out files that are named again, or found again below another folder: `. ./a.b3d`.
pub(crate) fn once(inputs: &mut Vec<Input>) {
    let (mut folders, mut known): (HashMap<PathBuf, Option<PathBuf>>, _) = (HashMap::new(), HashSet::new());
    inputs.retain(|input| {
        // A link to an archive is another archive, as one to a file is another file.
        let (file, below) = archive_of(&input.path);
        let (Some(folder), Some(name)) = (file.parent(), file.file_name()) else { return true };
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let real = folders.entry(folder.to_path_buf()).or_insert_with(|| real(folder).ok());
        // What is not there fails each time.
        let path = real.as_ref().map_or_else(|| input.path.clone(), |real| real.join(name).join(&below));
        is_stream(&input.path) || known.insert(path)
    });
}

/// Separates the file on the disk from the path in it, which is empty but for archives.
pub(crate) fn archive_of(path: &Path) -> (PathBuf, PathBuf) {
    split_archive(path).unwrap_or_else(|| (path.to_path_buf(), PathBuf::new()))
}

/// Lists the files that are meant in an archive, or below a folder in one, and the archive itself where everything is meant; `None` for
/// a path that is neither, and for an archive that cannot be opened.
fn in_archive(path: &Path, selection: &Selection<'_>) -> Option<Vec<PathBuf>> {
    let (root, below) = split_archive(path)?;
    let is_folder = below.as_os_str().is_empty() || FileState::of(path).is_none();
    let archive = Archive::open(&root).ok().filter(|_| is_folder)?;
    let inside = archive.paths().filter(|name| Path::new(name).starts_with(&below)).map(|name| root.join(name));
    let is_inner = |name: &String| Path::new(name).starts_with(&below) && has_name_of_archive(Path::new(name));
    let inner = archive.paths().filter(is_inner).count();
    if inner > 0 && !selection.everything && !quiet() {
        let (root, what) = (shown(&root), if inner == 1 { "archive" } else { "archives" });
        errln!("{root}: {inner} {what} in it not looked into: unpack it first, and name what comes out");
    }
    // One that is cut off is an input that fails, before those that are left of it.
    let is_input = selection.everything || archive.damage().is_some();
    let itself = (is_input && below.as_os_str().is_empty()).then(|| root.clone());
    let found: Vec<PathBuf> = itself.into_iter().chain(inside.filter(|path| selection.takes(path))).collect();
    // A name that is neither a file nor a folder is an input that is not there.
    (below.as_os_str().is_empty() || !found.is_empty()).then_some(found)
}

/// Returns a path into an archive as its entries are called, whatever the case of its letters; every other path as it is.
pub(crate) fn as_stored(path: &Path) -> Cow<'_, Path> {
    let stored = || {
        let (root, below) = split_archive(path).filter(|(_, below)| !below.as_os_str().is_empty())?;
        let archive = Archive::open(&root).ok().filter(|_| FileState::of(path).is_none())?;
        let wanted = below.to_string_lossy().replace('\\', "/").to_lowercase();
        let length = below.components().count();
        // A folder is known by the files in it.
        let begin = |name: &String| Path::new(name).components().take(length).collect::<PathBuf>();
        let is_it = |begin: &PathBuf| begin.to_string_lossy().replace('\\', "/").to_lowercase() == wanted;
        archive.paths().map(|name| begin(&name)).find(is_it).map(|found| root.join(found))
    };
    stored().map_or(Cow::Borrowed(path), Cow::Owned)
}

/// Lists the folders and archives among given paths, and folders in archives.
pub(crate) fn folders(arguments: &[PathBuf]) -> Vec<PathBuf> {
    let paths = arguments.iter().flat_map(|argument| expand(argument)).map(|path| as_stored(&path).into_owned());
    paths.filter(|path| is_folder(path) || (split_archive(path).is_some() && FileState::of(path).is_none())).collect()
}

/// Returns whether a path is a folder, or an archive, which is taken as one.
pub(crate) fn is_folder(path: &Path) -> bool {
    path.is_dir() || split_archive(path).is_some_and(|(_, below)| below.as_os_str().is_empty())
}

/// Returns whether a path is an archive on the disk. A model by the name of one is none.
pub(crate) fn is_archive(path: &Path) -> bool {
    path.is_file() && is_folder(path)
}

/// Returns whether the name of a file is that of an archive.
pub(crate) fn has_name_of_archive(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default();
    Archive::extensions().any(|known| extension.eq_ignore_ascii_case(known))
}

/// Returns the one path of a folder to which links and other paths lead. Some drives of Windows do not tell it, and Wine not that of a
/// long path: there it is the absolute path, and no link is followed.
fn real(folder: &Path) -> io::Result<PathBuf> {
    folder.canonicalize().or_else(|_| std::path::absolute(folder))
}

fn walk(root: &Path, selection: &Selection<'_>, left_out: Option<&Path>, inputs: &mut Vec<Input>) {
    // A stack of folders, not recursion; folders that were seen under another name are not entered again.
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    let mut folders = vec![root.to_path_buf()];
    // Links to folders come last, so that what is in the folder has its real name.
    let mut links = BTreeSet::new();
    let top = root.canonicalize().ok();
    let stays_inside =
        |path: &Path| top.as_ref().is_some_and(|top| path.canonicalize().is_ok_and(|path| path.starts_with(top)));
    let (mut out, mut broken, mut special) = (0, 0, 0);
    let mut nameless = Nameless::default();
    while let Some(folder) = folders.pop().or_else(|| links.pop_first()) {
        let listed = fs::read_dir(&folder).and_then(|entries| Ok((real(&folder)?, entries)));
        let Ok((real, entries)) = listed else {
            found.push((folder, None));
            continue;
        };
        if folder != root && left_out == Some(&real) {
            if !quiet() && holds_inputs(&folder, selection) {
                errln!("{}: left out, as outputs go there", shown(&folder));
            }
            continue;
        }
        if !seen.insert(real) {
            found.extend(selection.everything.then_some((folder, Some("a link to a folder that is listed already"))));
            continue;
        }
        for entry in entries.flatten() {
            let path = entry.path();
            // Of what is no link the listing of the folder says the kind: asking for each file takes longer than reading a small one.
            let kind = entry.file_type().ok().filter(|kind| !kind.is_symlink());
            let is_link = kind.is_none();
            let is_dir = kind.map_or_else(|| path.is_dir(), |kind| kind.is_dir());
            let is_archive = !is_dir && has_name_of_archive(&path) && path.is_file();
            if !is_dir && !is_archive && !selection.takes(&path) {
                if kind.is_some_and(|kind| kind.is_file()) {
                    nameless.look(&path, selection);
                }
                continue;
            }
            if is_link && !selection.follow && !stays_inside(&path) {
                let is_broken = !path.exists();
                *if is_broken { &mut broken } else { &mut out } += 1;
                let why = if is_broken { "a link to nothing" } else { "a link that leads out; --follow follows it" };
                found.extend(selection.everything.then_some((path, Some(why))));
            } else if is_dir && is_link {
                links.insert(path);
            } else if is_dir {
                folders.push(path);
            } else if is_archive {
                // An archive that cannot be opened is an input that fails.
                let files = in_archive(&path, selection).unwrap_or_else(|| vec![path]);
                found.extend(files.into_iter().map(|path| (path, None)));
            } else {
                let is_special = kind.is_some_and(|kind| !kind.is_file());
                special += usize::from(is_special);
                if selection.everything || !is_special {
                    found.push((path, is_special.then_some("no regular file but a FIFO, a socket or a device")));
                }
            }
        }
    }
    let left_out = [
        (out, "left out that lead out of the folder; --follow follows them"),
        (broken, "left out that are links to nothing"),
        (special, "left out that are no regular files"),
        (nameless.models, "left out that are models under other names; --detect-all takes them, too"),
    ];
    for (count, what) in left_out.into_iter().filter(|(count, _)| *count > 0 && !quiet() && !selection.everything) {
        errln!("{}: {count} {what}", shown(root));
    }
    found.sort();
    inputs.extend(found.into_iter().map(|(path, skipped)| Input::below(root, path, skipped)));
}

/// Returns whether files that are meant are in a folder or below it, links aside, among the first thousands.
pub(crate) fn holds_inputs(folder: &Path, selection: &Selection<'_>) -> bool {
    const MAX_ENTRIES: usize = 10_000;
    let (mut folders, mut seen) = (vec![folder.to_path_buf()], 0);
    while let Some(entries) = folders.pop().map(fs::read_dir) {
        for entry in entries.into_iter().flatten().flatten() {
            let kind = entry.file_type();
            if kind.as_ref().is_ok_and(fs::FileType::is_dir) {
                folders.push(entry.path());
            } else if kind.is_ok_and(|kind| kind.is_file()) && selection.means(&entry.path()) {
                return true;
            }
            seen += 1;
            if seen == MAX_ENTRIES {
                return false;
            }
        }
    }
    false
}

impl Selection<'_> {
    /// Returns whether a file is meant, and counts one that is not.
    fn takes(&self, path: &Path) -> bool {
        let is_meant = self.means(path);
        if let Some(others) = self.others.filter(|_| !is_meant) {
            others.add(path);
        }
        is_meant
    }

    fn means(&self, path: &Path) -> bool {
        if self.everything {
            return !is_manifest(path);
        }
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        if self.except.iter().any(|e| extension.eq_ignore_ascii_case(e)) && !is_misnamed(path) {
            return false;
        }
        let is_among = |formats: &[&dyn Format], format: &dyn Format| {
            formats.iter().any(|known| known.info().id == format.info().id)
        };
        let only = self.only.map(|only| retromesh::format_by_extension(only.trim_start_matches('.')));
        let is_meant = |format: &dyn Format| match only {
            Some(only) => only.is_some_and(|only| only.info().id == format.info().id),
            None => match self.kind {
                Meant::Models => is_among(retromesh::formats(), format),
                Meant::Pictures => is_among(retromesh::pictures(), format),
                Meant::All => true,
                Meant::Exact => format.info().byte_exact || is_among(retromesh::formats(), format),
            },
        };
        let by_name = retromesh::format_by_extension(&extension);
        let by_content = || self.detect.and_then(|limit| detected(path, limit)).is_some_and(is_meant);
        // The name of an image says nothing of a model.
        by_name.is_some_and(is_meant)
            || (by_name.is_none_or(|_| self.detect.is_some() && is_misnamed(path)) && by_content())
    }
}

/// Models whose names say nothing, counted by the first bytes of files that are left out.
#[derive(Default)]
struct Nameless {
    looked: usize,
    models: usize,
}

impl Nameless {
    /// At most this many files are looked into: that they are left out is a remark, and not worth waiting for.
    const MAX_FILES: usize = 4000;

    fn look(&mut self, path: &Path, selection: &Selection<'_>) {
        if selection.only.is_some()
            || selection.kind == Meant::Pictures
            || selection.detect.is_some()
            || self.looked == Self::MAX_FILES
        {
            return;
        }
        self.looked += 1;
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        let is_named = |head: &[u8]| retromesh::format_by_extension(&extension).is_some() && suits_name(head, path);
        let head = beginning(path).ok().filter(|head| !is_named(head));
        let format = head.and_then(|head| retromesh::detect(&head, path).ok()).map(Format::info);
        let is_meant = |info: &FormatInfo| {
            let is_model = retromesh::formats().iter().any(|format| format.info().id == info.id);
            is_model && !info.extensions.iter().any(|extension| selection.except.contains(extension))
        };
        self.models += usize::from(format.is_some_and(is_meant));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path, selection: &Selection<'_>) -> Vec<String> {
        let inputs = collect(&[folder.to_path_buf()], selection);
        inputs.into_iter().map(|input| input.relative.to_string_lossy().replace('\\', "/")).collect()
    }

    #[test]
    fn folders_are_searched_for_what_is_meant() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.b3d", "a.B3D", "c.obj", "notes.txt", "sub/d.b3d", "out/e.b3d", "out.b3d/f.glb"] {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, if name.contains(".glb") { "glTF" } else { "" }).unwrap();
        }
        let out = folder.path().join("out");
        let all = Selection::default();
        let rows = [
            (all, "a.B3D b.b3d c.obj out/e.b3d out.b3d/f.glb sub/d.b3d"),
            (Selection { except: &["glb", "gltf"], ..all }, "a.B3D b.b3d c.obj out/e.b3d sub/d.b3d"),
            (Selection { only: Some("b3d"), ..all }, "a.B3D b.b3d out/e.b3d sub/d.b3d"),
            (Selection { only: Some(".gltf"), ..all }, "out.b3d/f.glb"),
            (Selection { only: Some("b3d"), outside: Some(&out), ..all }, "a.B3D b.b3d sub/d.b3d"),
        ];
        for (selection, expected) in rows {
            assert_eq!(names(folder.path(), &selection).join(" "), expected, "{selection:?}");
        }
        let mine = Selection { outside: Some(folder.path()), ..all };
        assert_eq!(names(folder.path(), &mine).len(), 6, "outputs next to inputs");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_once_and_loops_end() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir_all(path("b/deep")).unwrap();
        fs::write(path("b/deep/x.b3d"), "").unwrap();
        symlink(folder.path(), path("b/deep/up")).unwrap();
        symlink(path("b"), path("a")).unwrap();
        symlink(path("self"), path("self")).unwrap();
        assert_eq!(names(folder.path(), &Selection::default()), ["b/deep/x.b3d"]);
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("y.b3d"), "").unwrap();
        symlink(outside.path(), path("out")).unwrap();
        symlink(outside.path().join("y.b3d"), path("z.b3d")).unwrap();
        assert_eq!(names(folder.path(), &Selection::default()), ["b/deep/x.b3d"], "links that lead out");
        let follow = Selection { follow: true, ..Selection::default() };
        assert_eq!(names(folder.path(), &follow), ["b/deep/x.b3d", "out/y.b3d", "z.b3d"]);
    }
}
