//! Which files a command is about.

use crate::Exit;
use crate::args::ReadingArgs;
use crate::console::quiet;
use crate::formats::known;
use crate::settings::Work;
use crate::sources::is_stream;
use crate::terminal::{printable, usage};
use retromesh::{Archive, FileState, Format, Limits, Source, split_archive};
use std::collections::HashSet;
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
}

/// Which files of a folder are meant.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Selection<'a> {
    /// Extensions that are left out.
    pub(crate) except: &'a [&'a str],
    /// The extension of a format; without it those of all formats are meant.
    pub(crate) only: Option<&'a str>,
    /// Whether pictures are meant where no format is named, instead of models.
    pub(crate) pictures: bool,
    /// Whether files of unknown extensions are looked into, up to this size.
    pub(crate) detect: Option<u64>,
    /// A folder that is not entered when it lies below a given one, such as that of the outputs.
    pub(crate) outside: Option<&'a Path>,
    /// Whether links that lead out of a given folder are followed.
    pub(crate) follow: bool,
}

/// Lists the inputs of a command that reads; an error is printed.
pub(crate) fn collect_or_tell(arguments: &[PathBuf], reading: &ReadingArgs) -> Result<Vec<Input>, Exit> {
    if let Some(Err(message)) = reading.file.from.as_deref().map(known) {
        return Err(usage(&message, Some("`retromesh help formats` says what each is")));
    }
    let inputs = collect(arguments, &reading.selection());
    let work = Work { inputs: &inputs, from: reading.file.from.as_deref(), to: None };
    work.takes(&reading.settings.0).map_err(|message| usage(&message, None))?;
    Ok(inputs)
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
        if is_stream(&argument) {
            inputs.push(Input { path: argument, relative: "stdin".into(), named: true });
        } else if argument.is_dir() {
            walk(&argument, selection, left_out.as_deref(), &mut inputs);
        } else if let Some(found) = in_archive(&argument, selection) {
            if found.is_empty() && !quiet() {
                errln!("{}: there is no model file in this archive", printable(&argument.to_string_lossy()));
            }
            inputs.extend(found.into_iter().map(|path| Input {
                relative: path.strip_prefix(&argument).map_or_else(|_| path.clone(), Path::to_path_buf),
                path,
                named: false,
            }));
        } else {
            let relative = argument.file_name().map_or_else(|| argument.clone(), PathBuf::from);
            inputs.push(Input { path: argument, relative, named: true });
        }
    }
    inputs
}

/// Lists the files that are meant in an archive, or below a folder in one; `None` for a path that is neither, and for an archive that
/// cannot be opened.
fn in_archive(path: &Path, selection: &Selection<'_>) -> Option<Vec<PathBuf>> {
    let (root, below) = split_archive(path)?;
    let is_folder = below.as_os_str().is_empty() || FileState::of(path).is_none();
    let archive = Archive::open(&root).ok().filter(|_| is_folder)?;
    let inside = archive.paths().filter(|name| Path::new(name).starts_with(&below)).map(|name| root.join(name));
    let found: Vec<PathBuf> = inside.filter(|path| selection.means(path)).collect();
    // A name that is neither a file nor a folder is an input that is not there.
    (below.as_os_str().is_empty() || !found.is_empty()).then_some(found)
}

/// Returns whether a path is a folder, or an archive, which is taken as one.
pub(crate) fn is_folder(path: &Path) -> bool {
    path.is_dir() || split_archive(path).is_some_and(|(_, below)| below.as_os_str().is_empty())
}

/// Returns whether a path has wildcards that no shell has expanded; a file of that very name is no pattern.
pub(crate) fn is_pattern(path: &Path) -> bool {
    path.to_string_lossy().contains(['*', '?', '[']) && !path.exists()
}

/// Lists the files that a pattern stands for, as shells do it. What stands for none stays, so that an error can name it.
fn expand(argument: &Path) -> Vec<PathBuf> {
    let mut options = glob::MatchOptions::new();
    options.case_sensitive = !cfg!(windows);
    options.require_literal_separator = true;
    options.require_literal_leading_dot = true;
    let pattern = argument.to_str().filter(|_| is_pattern(argument));
    let found = pattern.and_then(|pattern| glob::glob_with(pattern, options).ok());
    let found: Vec<PathBuf> = found.into_iter().flatten().flatten().collect();
    if found.is_empty() { vec![argument.to_path_buf()] } else { found }
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
    let top = root.canonicalize().ok();
    let leads_out = |path: &Path| {
        let is_link = path.symlink_metadata().is_ok_and(|metadata| metadata.is_symlink());
        is_link && !top.as_ref().is_some_and(|top| path.canonicalize().is_ok_and(|path| path.starts_with(top)))
    };
    let mut out = 0;
    while let Some(folder) = folders.pop() {
        let listed = fs::read_dir(&folder).and_then(|entries| Ok((real(&folder)?, entries)));
        let Ok((real, entries)) = listed else {
            found.push(folder);
            continue;
        };
        let is_left_out = folder != root && left_out == Some(&real);
        if is_left_out || !seen.insert(real) {
            continue;
        }
        let mut below = Vec::new();
        for path in entries.flatten().map(|entry| entry.path()) {
            let (is_dir, is_folder) = (path.is_dir(), is_folder(&path));
            if !is_folder && !selection.means(&path) {
                continue;
            }
            if !selection.follow && leads_out(&path) {
                out += 1;
            } else if is_dir {
                below.push(path);
            } else {
                // An archive that cannot be opened is an input that fails.
                found.extend(in_archive(&path, selection).unwrap_or_else(|| vec![path]));
            }
        }
        // Of two names of a folder the first is kept, whatever order the disk has.
        below.sort_by(|a, b| b.cmp(a));
        folders.append(&mut below);
    }
    if out > 0 && !quiet() {
        errln!(
            "{}: {out} left out that lead out of the folder; --follow follows them",
            printable(&root.to_string_lossy())
        );
    }
    found.sort();
    inputs.extend(found.into_iter().map(|path| {
        let relative = path.strip_prefix(root).map_or_else(|_| path.clone(), Path::to_path_buf);
        Input { path, relative, named: false }
    }));
}

impl Selection<'_> {
    fn means(&self, path: &Path) -> bool {
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        if self.except.iter().any(|e| extension.eq_ignore_ascii_case(e)) {
            return false;
        }
        let by_content = || self.detect.and_then(|limit| detected(path, limit));
        let Some(format) = retromesh::format_by_extension(&extension).or_else(by_content) else { return false };
        let meant = if self.pictures { retromesh::pictures() } else { retromesh::formats() };
        if self.only.is_none() && !meant.iter().any(|meant| meant.info().id == format.info().id) {
            return false;
        }
        let only = self.only.map(|only| retromesh::format_by_extension(only.trim_start_matches('.')));
        only.is_none_or(|only| only.is_some_and(|only| only.info().id == format.info().id))
    }
}

/// Returns the format that the content of a file has.
fn detected(path: &Path, limit: u64) -> Option<&'static dyn Format> {
    let mut limits = Limits::default();
    limits.input_bytes = limit;
    Source::load(path, &limits).ok().map(|source| source.format)
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
            fs::write(path, "").unwrap();
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
        assert_eq!(names(folder.path(), &Selection::default()), ["a/deep/x.b3d"]);
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("y.b3d"), "").unwrap();
        symlink(outside.path(), path("out")).unwrap();
        symlink(outside.path().join("y.b3d"), path("z.b3d")).unwrap();
        assert_eq!(names(folder.path(), &Selection::default()), ["a/deep/x.b3d"], "links that lead out");
        let follow = Selection { follow: true, ..Selection::default() };
        assert_eq!(names(folder.path(), &follow), ["a/deep/x.b3d", "out/y.b3d", "z.b3d"]);
    }
}
