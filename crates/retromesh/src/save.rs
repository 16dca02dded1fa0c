//! Output files: complete or not there.

use crate::archive::split_archive;
use crate::folder::is_plain;
use crate::regular::{self, Obstacle};
use retromesh_core::{Error, Result};
use retromesh_kit::{Output, digest};
use std::borrow::Cow;
use std::collections::HashSet;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::{NamedTempFile, TempPath};

/// Says what happens to a file that is already there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Overwrite {
    /// It stays, and saving fails.
    #[default]
    Refuse,
    /// It is replaced once the new file is complete.
    Replace,
}

/// Writes a model and its sidecars so that no half-written file is ever seen under its final name.
///
/// Each file is written under a temporary name in the model's folder; when all are complete they get their names, the model last, so
/// that where it is seen all its parts are. When that fails on the way, what is new is removed again and what was replaced comes back.
/// Regular files alone are replaced. Missing folders are created. Nothing is written at all when the name of a sidecar leads out of the
/// model's folder: by `..`, a root, a drive, a backslash or a symbolic link. A sidecar that is there already with the same bytes stays.
pub fn save(path: &Path, output: &Output, overwrite: Overwrite) -> Result<()> {
    if split_archive(path).is_some_and(|(_, inner)| !inner.as_os_str().is_empty()) {
        let what = io::Error::new(io::ErrorKind::ReadOnlyFilesystem, "is in an archive, and those are only read");
        return Err(Error::io(path.to_string_lossy(), what));
    }
    let folder = folder_of(path);
    let failed = |path: &Path| {
        let path = path.to_string_lossy().into_owned();
        move |e| Error::io(path, e)
    };
    let mut files: Vec<(PathBuf, &[u8])> = Vec::with_capacity(output.sidecars.len() + 1);
    for (name, bytes) in &output.sidecars {
        let path = sidecar_path(folder, name).map_err(failed(Path::new(name)))?;
        // Models share images: one that is there already is no obstacle.
        if !holds(&path, bytes) {
            files.push((path, bytes));
        }
    }
    files.push((path.to_path_buf(), &output.bytes));
    for (file, _) in &files {
        if overwrite == Overwrite::Refuse && file.symlink_metadata().is_ok() {
            return Err(failed(file)(exists(file != path)));
        }
        regular::may_be_replaced(file).map_err(failed(file))?;
    }
    if !folder.is_dir() {
        std::fs::create_dir_all(folder).map_err(failed(folder))?;
    }
    let prefix = format!("{}{}-", temporary_prefix(path.file_name().unwrap_or_default()), std::process::id());
    // All are complete before the first gets its name.
    let mut complete = Vec::with_capacity(files.len());
    for (path, bytes) in &files {
        let parent = folder_of(path);
        create_inside(folder, parent).map_err(failed(parent))?;
        let mut file = temporary(&prefix, folder).map_err(failed(path))?;
        file.write_all(bytes).map_err(failed(path))?;
        complete.push(file.into_temp_path());
    }
    let mut new: Vec<&Path> = Vec::new();
    let mut replaced: Vec<(&Path, TempPath)> = Vec::new();
    for ((name, bytes), file) in files.iter().zip(complete) {
        let shared = (name != path).then_some(*bytes);
        let before = match overwrite {
            // Nothing comes after the model that could fail.
            Overwrite::Replace if name != path => keep(name, &prefix, folder),
            _ => Ok(None),
        };
        match before.and_then(|before| Ok((before, give_name(file, name, shared, overwrite)?))) {
            Ok((before, is_new)) => {
                new.extend(is_new.then_some(name.as_path()));
                replaced.extend(before.map(|before| (name.as_path(), before)));
            }
            Err(error) => {
                replaced.into_iter().for_each(|(path, before)| drop(give_name(before, path, None, Overwrite::Replace)));
                // Without its model a part is worth nothing; a model that another writer put there meanwhile may share it.
                if overwrite == Overwrite::Replace || path.symlink_metadata().is_err() {
                    new.into_iter().for_each(|path| drop(std::fs::remove_file(path)));
                }
                return Err(failed(name)(error));
            }
        }
    }
    Ok(())
}

/// Returns the error for a file that is there; one that models share is known to hold something else.
fn exists(is_shared: bool) -> io::Error {
    if is_shared {
        return Obstacle::OtherContent.into();
    }
    io::Error::new(io::ErrorKind::AlreadyExists, "already exists")
}

/// Returns the folder in which a file lies.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Gives a file that is to be replaced a second, temporary name; `None` where there is none.
fn keep(path: &Path, prefix: &str, folder: &Path) -> io::Result<Option<TempPath>> {
    if path.symlink_metadata().is_err() {
        return Ok(None);
    }
    let link = |second: &Path| match std::fs::hard_link(path, second) {
        Err(e) if e.kind() != io::ErrorKind::AlreadyExists => std::fs::copy(path, second).map(drop),
        done => done,
    };
    let kept = tempfile::Builder::new().prefix(prefix).suffix(TEMPORARY).make_in(long(folder), link)?;
    Ok(Some(kept.into_temp_path()))
}

/// Gives a complete file its name and returns whether none of that name was there. Where none is replaced, bytes that models may share
/// are as good when another writer was faster with the same.
fn give_name(file: TempPath, path: &Path, shared: Option<&[u8]>, overwrite: Overwrite) -> io::Result<bool> {
    let name = long(folder_of(path)).join(path.file_name().unwrap_or_default());
    if overwrite == Overwrite::Replace {
        let is_new = path.symlink_metadata().is_err();
        file.persist(name)?;
        return Ok(is_new);
    }
    match file.persist_noclobber(name) {
        Ok(()) => Ok(true),
        Err(_) if shared.is_some_and(|bytes| holds(path, bytes)) => Ok(false),
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Err(exists(shared.is_some())),
        Err(error) => Err(error.error),
    }
}

/// Returns whether a plain file is there and holds exactly these bytes.
fn holds(path: &Path, bytes: &[u8]) -> bool {
    path.symlink_metadata().is_ok_and(|metadata| metadata.is_file() && metadata.len() == bytes.len() as u64)
        && std::fs::read(path).is_ok_and(|there| there == bytes)
}

/// Returns where a sidecar goes: its name is a path with `/` between plain names, relative to the model's folder.
fn sidecar_path(folder: &Path, name: &str) -> io::Result<PathBuf> {
    let plain = |part: &str| !part.is_empty() && part != "." && !part.contains('\\') && is_plain(part);
    if !name.split('/').all(plain) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "a file next to the model must lie in its folder"));
    }
    Ok(name.split('/').fold(folder.to_path_buf(), |path, part| path.join(part)))
}

/// Creates a folder below the model's, one level after another, and makes sure that no symbolic link led out on the way.
fn create_inside(root: &Path, folder: &Path) -> io::Result<()> {
    let Ok(below) = folder.strip_prefix(root) else { return Ok(()) };
    if below.as_os_str().is_empty() {
        return Ok(());
    }
    let top = root.canonicalize()?;
    let mut at = root.to_path_buf();
    for part in below.components() {
        at.push(part);
        match std::fs::create_dir(&at) {
            Err(e) if e.kind() != io::ErrorKind::AlreadyExists => return Err(e),
            _ if at.canonicalize()?.starts_with(&top) => {}
            _ => return Err(io::Error::new(io::ErrorKind::InvalidInput, "leads out of the model's folder")),
        }
    }
    Ok(())
}

/// How the names of all temporary files end.
const TEMPORARY: &str = ".tmp";

/// Returns how the names of the temporary files of a model begin; the number of the process follows. The hash of
/// the model's name lets a later run find those that it may remove. The names are hidden and never the name of a model.
fn temporary_prefix(model: &OsStr) -> String {
    format!(".retromesh-{:016x}-", digest(model.as_encoded_bytes()))
}

/// Creates a temporary file with the permissions that an ordinary new file gets.
fn temporary(prefix: &str, folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix).suffix(TEMPORARY);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(long(folder))
}

/// Folders with longer paths are given to Windows in the form that may have any length; there is room for the names of files.
const LONG: usize = 160;

/// Returns the path of a folder in the form for Windows that may be longer than 260 letters. The standard library does that by itself,
/// and what gives temporary files their names does not.
fn long(folder: &Path) -> Cow<'_, Path> {
    let is_long = cfg!(windows) && std::path::absolute(folder).is_ok_and(|folder| folder.as_os_str().len() > LONG);
    let verbatim = is_long.then(|| folder.canonicalize().ok()).flatten();
    verbatim.map_or(Cow::Borrowed(folder), Cow::Owned)
}

/// Removes the temporary files that were left in a folder by a run that was killed while it saved one of these models, and returns
/// how many there were. Those of other models and of processes that are there stay: they may belong to a run that goes on.
pub fn remove_leftovers<'a>(folder: &Path, models: impl IntoIterator<Item = &'a OsStr>) -> Result<usize> {
    let prefixes: HashSet<String> = models.into_iter().map(temporary_prefix).collect();
    let mut removed = 0;
    let entries = match std::fs::read_dir(folder) {
        // Where a file is in the way, writing says so.
        Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => return Ok(0),
        entries => entries.map_err(|e| Error::io(folder.to_string_lossy(), e))?,
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        // The prefix ends in the second hyphen.
        let length = name.match_indices('-').nth(1).map_or(0, |(at, _)| at + 1);
        let is_of_model = name.get(..length).is_some_and(|start| prefixes.contains(start));
        let is_leftover =
            name.ends_with(TEMPORARY) && is_of_model && !is_in_use(name.get(length..).unwrap_or_default());
        if is_leftover && std::fs::remove_file(entry.path()).is_ok() {
            removed += 1;
        }
    }
    Ok(removed)
}

/// Returns from the end of a temporary name whether the process that wrote it is there, where the system says; the own one has not
/// begun to write.
fn is_in_use(end: &str) -> bool {
    let process = end.split('-').next().and_then(|number| number.parse::<u32>().ok());
    process.is_some_and(|number| number != std::process::id() && Path::new("/proc").join(number.to_string()).exists())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_complete_or_untouched() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/model.gltf");
        let output = |text: &str| Output {
            bytes: text.as_bytes().to_vec(),
            sidecars: vec![("model.bin".into(), b"buffer".to_vec())],
        };
        save(&path, &output("first"), Overwrite::Refuse).unwrap();
        let error = save(&path, &output("second"), Overwrite::Refuse).unwrap_err();
        assert!(error.to_string().ends_with("already exists"), "{error}");
        assert_eq!(std::fs::read(&path).unwrap(), b"first");
        save(&path, &output("third"), Overwrite::Replace).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"third");
        let names = std::fs::read_dir(path.parent().unwrap()).unwrap().count();
        assert_eq!(names, 2, "a temporary file was left over");
    }

    #[test]
    fn what_was_replaced_comes_back_when_the_model_cannot_have_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let sidecars = [("old.bin", "new"), ("new.bin", "new"), ("same.bin", "same")];
        let output = Output {
            bytes: b"model".to_vec(),
            sidecars: sidecars.map(|(name, text)| (name.into(), text.into())).to_vec(),
        };
        std::fs::write(at("old.bin"), "old").unwrap();
        std::fs::write(at("same.bin"), "same").unwrap();
        // No file system takes such a name, but nothing is there that might not be replaced.
        save(&at(&"long".repeat(80)), &output, Overwrite::Replace).unwrap_err();
        let mut left: Vec<_> =
            std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, ["old.bin", "same.bin"]);
        assert_eq!(std::fs::read(at("old.bin")).unwrap(), b"old");
        save(&at("model"), &output, Overwrite::Replace).unwrap();
        assert_eq!(std::fs::read(at("old.bin")).unwrap(), b"new");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 4);
    }

    #[test]
    fn models_share_sidecars_that_are_alike() {
        let folder = tempfile::tempdir().unwrap();
        let output = |skin: &str| Output { bytes: vec![1], sidecars: vec![("skin.png".into(), skin.into())] };
        let rows = [("a.obj", "red", true), ("b.obj", "red", true), ("c.obj", "tan", false), ("d.obj", "blue", false)];
        for (model, skin, is_saved) in rows {
            let path = folder.path().join(model);
            assert_eq!(save(&path, &output(skin), Overwrite::Refuse).is_ok(), is_saved, "{model}");
            assert_eq!(path.exists(), is_saved, "{model}");
            assert_eq!(std::fs::read(folder.path().join("skin.png")).unwrap(), b"red", "{model}");
        }
    }

    #[test]
    fn sidecars_lie_below_the_model() {
        let outside = tempfile::tempdir().unwrap();
        let folder = outside.path().join("models");
        let path = folder.join("scene.bgl");
        let output = |name: &str| Output { bytes: vec![1], sidecars: vec![(name.to_owned(), vec![2])] };
        save(&path, &output("geometries/deep/a.bgg"), Overwrite::Refuse).unwrap();
        assert_eq!(std::fs::read(folder.join("geometries/deep/a.bgg")).unwrap(), [2]);
        assert!(save(&path, &output("geometries/deep/a.bgg"), Overwrite::Refuse).is_err());
        save(&path, &output("geometries/deep/a.bgg"), Overwrite::Replace).unwrap();
        std::fs::remove_file(&path).unwrap();
        let root = outside.path().to_string_lossy().into_owned() + "/a.bgg";
        let names = [
            "../a.bgg",
            "geometries/../../a.bgg",
            "/a.bgg",
            &root,
            "C:a.bgg",
            "C:\\a.bgg",
            "a\\b.bgg",
            "",
            "a//b",
            "./a",
            "a\0",
        ];
        for name in names {
            let error = save(&path, &output(name), Overwrite::Replace).unwrap_err();
            assert!(error.to_string().contains("must lie in its folder"), "{name:?}: {error}");
            assert!(!path.exists(), "{name:?}");
        }
        let found = |folder: &Path| std::fs::read_dir(folder).unwrap().count();
        assert_eq!((found(outside.path()), found(&folder)), (1, 1));
        #[cfg(unix)]
        {
            let elsewhere = tempfile::tempdir().unwrap();
            std::os::unix::fs::symlink(elsewhere.path(), folder.join("link")).unwrap();
            let error = save(&path, &output("link/a.bgg"), Overwrite::Replace).unwrap_err();
            assert!(error.to_string().contains("leads out"), "{error}");
            assert_eq!(found(elsewhere.path()), 0);
            assert!(!path.exists());
        }
    }

    #[test]
    fn only_the_leftovers_of_a_model_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let left = temporary(&temporary_prefix(OsStr::new("a.glb")), folder.path()).unwrap();
        let (_, left) = left.keep().unwrap();
        let (_, other) = temporary(&temporary_prefix(OsStr::new("b.glb")), folder.path()).unwrap().keep().unwrap();
        let user =
            ["a.glb", ".retromesh-manifest.jsonl", ".retromesh-0000000000000000-notes.tmp", "-.tmp", "a-b-c.tmp"];
        for name in user {
            std::fs::write(path(name), "mine").unwrap();
        }
        // The first process is always there.
        let (_, in_use) =
            temporary(&(temporary_prefix(OsStr::new("a.glb")) + "1-"), folder.path()).unwrap().keep().unwrap();
        let models = [OsStr::new("a.glb"), OsStr::new("c.glb")];
        assert_eq!(remove_leftovers(folder.path(), models).unwrap(), 1);
        assert!(!left.exists() && other.exists());
        assert_eq!(in_use.exists(), Path::new("/proc/1").exists());
        assert!(user.iter().all(|name| path(name).exists()));
        assert_eq!(remove_leftovers(&path("not there"), models).unwrap(), 0);
    }

    #[test]
    fn the_hash_is_the_one_that_is_published() {
        for (text, hash) in
            [("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8)]
        {
            assert_eq!(digest(text.as_bytes()), hash, "{text}");
        }
    }
}
