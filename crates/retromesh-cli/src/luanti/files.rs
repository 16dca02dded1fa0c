//! The Lua files of mods.

use crate::lua::LuaFile;
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
    /// Adds the Lua files below a folder: `init.lua` before the others of its folder. Links to folders are not followed.
    pub(super) fn search(&mut self, root: &Path, outputs: Option<&Path>) -> Result<(), String> {
        let outputs = outputs.and_then(|folder| folder.canonicalize().ok());
        let mut folders = vec![root.to_path_buf()];
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
                } else if path.extension().is_some_and(|extension| extension == "lua") && path.is_file() {
                    found.push(path);
                }
            }
        }
        let order = |path: &PathBuf| {
            let is_other = path.file_name().is_none_or(|name| name != "init.lua");
            (path.parent().map(Path::to_path_buf), is_other, path.clone())
        };
        found.sort_by_key(order);
        found.iter().try_for_each(|path| self.add(path, root))
    }

    /// Adds a file of a mod that lies below a folder.
    pub(super) fn add(&mut self, path: &Path, root: &Path) -> Result<(), String> {
        let about = |message: String| format!("{}: {message}", path.display());
        let size = fs::metadata(path).map_err(|e| about(e.to_string()))?.len();
        self.bytes += size;
        if size > LARGEST || self.bytes > LARGEST_MOD {
            let largest = if size > LARGEST { LARGEST } else { LARGEST_MOD };
            return Err(about(format!("the limit for Lua is {largest} bytes")));
        }
        let bytes = fs::read(path).map_err(|e| about(e.to_string()))?;
        let folder = mod_folder(path, root);
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

fn slashed(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/").trim_end_matches('/').to_owned()
}

/// Returns the folder of the mod that a file is of: the nearest one with a `mod.conf`, else the outermost one with an `init.lua`.
fn mod_folder(file: &Path, root: &Path) -> PathBuf {
    let folders = || file.ancestors().skip(1).take_while(|folder| folder.starts_with(root));
    let nearest = folders().find(|folder| folder.join("mod.conf").is_file());
    let outermost = || folders().filter(|folder| folder.join("init.lua").is_file()).last();
    nearest.or_else(outermost).unwrap_or(root).to_path_buf()
}

/// Returns the name of a mod: as its `mod.conf` says, else that of its folder.
fn mod_name(folder: &Path) -> String {
    let conf = fs::read_to_string(folder.join("mod.conf")).unwrap_or_default();
    let named = conf.lines().find_map(|line| {
        let (key, value) = line.split_once('=')?;
        (key.trim() == "name").then(|| value.trim().to_owned())
    });
    let folder = || folder.canonicalize().ok()?.file_name().map(|name| name.to_string_lossy().into_owned());
    named.or_else(folder).unwrap_or_default()
}
