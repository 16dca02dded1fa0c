//! The Lua files of mods, on the disk and in archives.

use crate::inputs::is_archive;
use crate::lua::LuaFile;
use retromesh::{Archive, FileState, Limits, split_archive};
use std::fs;
use std::path::{Path, PathBuf};

/// The largest file that is read.
const LARGEST: u64 = 16 << 20;
/// The maximum number of bytes of all files.
const LARGEST_MOD: u64 = 256 << 20;

/// What was found.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) files: Vec<LuaFile>,
    pub(super) relative: Vec<PathBuf>,
    bytes: u64,
}

impl Found {
    /// Adds the Lua files below a folder, and those in archives: `init.lua` before the others of its folder. Links to folders are not
    /// followed.
    pub(super) fn search(&mut self, root: &Path, outputs: Option<&Path>) -> Result<(), String> {
        if split_archive(root).is_some() {
            return self.search_archive(root, root);
        }
        let outputs = outputs.and_then(|folder| folder.canonicalize().ok());
        let (mut folders, mut archives) = (vec![root.to_path_buf()], Vec::new());
        let mut found = Vec::new();
        while let Some(folder) = folders.pop() {
            if folder != root && outputs.is_some() && folder.canonicalize().ok() == outputs {
                continue;
            }
            for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
                let (path, name) = (entry.path(), entry.file_name());
                let kind = entry.file_type().ok();
                if kind.is_some_and(|kind| kind.is_dir()) && !name.to_string_lossy().starts_with('.') {
                    folders.push(path);
                } else if is_lua(&path) && path.is_file() {
                    found.push(path);
                } else if is_archive(&path) {
                    archives.push(path);
                }
            }
        }
        self.add_all(found, root, root)?;
        archives.sort();
        archives.iter().try_for_each(|archive| self.search_archive(archive, root))
    }

    /// Adds the Lua files in an archive, or below a folder in one, that was found below a folder. What cannot be opened is a model that fails.
    fn search_archive(&mut self, path: &Path, root: &Path) -> Result<(), String> {
        let Some((file, below)) = split_archive(path) else { return Ok(()) };
        let Ok(archive) = Archive::open(&file) else { return Ok(()) };
        // A Mac puts what it knows of each file into a folder of its own, under the name of the file.
        let is_hidden = |folder: &str| folder.starts_with('.') || folder == "__MACOSX";
        let is_in_hidden = |name: &Path| name.iter().any(|folder| is_hidden(&folder.to_string_lossy()));
        let names = archive.paths().map(PathBuf::from).filter(|name| is_lua(name));
        let names = names.filter(|name| {
            let folder = name.strip_prefix(&below).ok().and_then(Path::parent);
            folder.is_some_and(|folder| !is_in_hidden(folder))
        });
        self.add_all(names.map(|name| file.join(name)).collect(), path, root)
    }

    /// Adds files of mods below a folder that was found below another one.
    fn add_all(&mut self, mut found: Vec<PathBuf>, within: &Path, root: &Path) -> Result<(), String> {
        let order = |path: &PathBuf| {
            let is_other = path.file_name().is_none_or(|name| name != "init.lua");
            (path.parent().map(Path::to_path_buf), is_other, path.clone())
        };
        found.sort_by_key(order);
        found.iter().try_for_each(|path| self.add(path, within, root))
    }

    /// Adds a file of a mod that lies below a folder, which was found below another one.
    pub(super) fn add(&mut self, path: &Path, within: &Path, root: &Path) -> Result<(), String> {
        let about = |message: String| format!("{}: {message}", path.display());
        let size = FileState::of(path).map_or(0, |state| state.bytes);
        self.bytes += size;
        if size > LARGEST || self.bytes > LARGEST_MOD {
            let largest = if size > LARGEST { LARGEST } else { LARGEST_MOD };
            return Err(about(format!("the limit for Lua is {largest} bytes")));
        }
        let bytes = load(path).map_err(about)?;
        let folder = mod_folder(path, within);
        self.files.push(LuaFile {
            path: slashed(path),
            bytes,
            mod_name: mod_name(&folder),
            mod_folder: slashed(&folder),
        });
        self.relative.push(path.strip_prefix(root).unwrap_or(path).to_path_buf());
        Ok(())
    }
}

fn is_lua(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "lua")
}

/// Reads a file on the disk or in an archive.
fn load(path: &Path) -> Result<Vec<u8>, String> {
    if split_archive(path).is_none() {
        return fs::read(path).map_err(|e| e.to_string());
    }
    let mut limits = Limits::default();
    limits.input_bytes = LARGEST;
    retromesh::load(path, &limits).map_err(|e| e.to_string())
}

/// Returns whether there is a file, on the disk or in an archive.
pub(super) fn is_file(path: &Path) -> bool {
    path.is_file() || (split_archive(path).is_some() && FileState::of(path).is_some())
}

fn slashed(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/").trim_end_matches('/').to_owned()
}

/// Returns the folder of the mod that a file is of: the nearest one with a `mod.conf`, else the outermost one with an `init.lua`.
fn mod_folder(file: &Path, root: &Path) -> PathBuf {
    let folders = || file.ancestors().skip(1).take_while(|folder| folder.starts_with(root));
    let nearest = folders().find(|folder| is_file(&folder.join("mod.conf")));
    let outermost = || folders().filter(|folder| is_file(&folder.join("init.lua"))).last();
    nearest.or_else(outermost).unwrap_or(root).to_path_buf()
}

/// Returns the name of a mod: as its `mod.conf` says, else that of its folder or archive.
fn mod_name(folder: &Path) -> String {
    let conf = load(&folder.join("mod.conf")).unwrap_or_default();
    let named = String::from_utf8_lossy(&conf).lines().find_map(|line| {
        let (key, value) = line.split_once('=')?;
        (key.trim() == "name").then(|| value.trim().to_owned())
    });
    let own = || {
        let name = match split_archive(folder) {
            Some((_, below)) if below.file_name().is_some() => below.file_name()?.to_owned(),
            Some((archive, _)) => archive.file_stem()?.to_owned(),
            None => folder.canonicalize().ok()?.file_name()?.to_owned(),
        };
        Some(name.to_string_lossy().into_owned())
    };
    named.or_else(own).unwrap_or_default()
}
