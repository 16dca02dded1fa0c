//! Output files: complete or not there.

use retromesh_core::{Error, Output, Result};
use std::io::{self, Write};
use std::path::Path;
use tempfile::NamedTempFile;

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
/// Each file is written under a temporary name in the same folder and renamed when complete; the model comes last, so that
/// where it is seen all its parts are. Missing folders are created.
pub fn save(path: &Path, output: &Output, overwrite: Overwrite) -> Result<()> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(|e| Error::io(folder.to_string_lossy(), e))?;
    let mut files: Vec<_> = output.sidecars.iter().map(|(name, bytes)| (folder.join(name), bytes.as_slice())).collect();
    files.push((path.to_path_buf(), &output.bytes));
    if overwrite == Overwrite::Refuse {
        for (path, _) in &files {
            if path.symlink_metadata().is_ok() {
                let exists = io::Error::new(io::ErrorKind::AlreadyExists, "already exists");
                return Err(Error::io(path.to_string_lossy(), exists));
            }
        }
    }
    for (path, bytes) in files {
        save_one(&path, folder, bytes, overwrite).map_err(|e| Error::io(path.to_string_lossy(), e))?;
    }
    Ok(())
}

fn save_one(path: &Path, folder: &Path, bytes: &[u8], overwrite: Overwrite) -> io::Result<()> {
    let mut file = temporary(folder)?;
    file.write_all(bytes)?;
    match overwrite {
        Overwrite::Refuse => file.persist_noclobber(path)?,
        Overwrite::Replace => file.persist(path)?,
    };
    Ok(())
}

/// Creates a hidden temporary file with the permissions that an ordinary new file gets.
fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".retromesh-").suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
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
        assert_eq!(names, 2, "a temporary file was left behind");
    }
}
