//! Renaming image paths in every format: nothing but the paths and the lengths around them changes, and the way back gives the same file.
#![cfg(all(
    feature = "b3d",
    feature = "bo3d",
    feature = "bogle",
    feature = "bmd",
    feature = "p3d",
    feature = "gltf",
    feature = "obj"
))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use retromesh::{
    Diagnostics, ExportOptions, Files, Folder, Format, ImportOptions, Model, Output, Renamed, detect,
    format_by_extension,
};
use retromesh_testkit::fixtures;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A file, its format by name, and the files next to it.
struct Case {
    name: String,
    format: &'static dyn Format,
    bytes: Vec<u8>,
    sidecars: Sidecars,
}

/// Files in memory before those of a folder.
#[derive(Default)]
struct Sidecars {
    memory: BTreeMap<String, Vec<u8>>,
    folder: Option<PathBuf>,
}

impl Files for Sidecars {
    fn load(&self, name: &str) -> Option<Vec<u8>> {
        let folder = || Folder::of_file(self.folder.as_ref()?, 1 << 30).load(name);
        self.memory.get(name).cloned().or_else(folder)
    }
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (folder, extension) in
        [("b3d", "b3d"), ("bo3d", "bo3d"), ("bgl", "bgl"), ("bmd", "bmd"), ("p3d", "p3d"), ("obj", "obj")]
    {
        for file in crate::files(folder, extension, 5).into_iter().filter(|file| file.bytes.len() < 2_000_000) {
            let Ok(format) = detect(&file.bytes, &file.path) else { continue };
            let sidecars = Sidecars { folder: Some(file.path), ..Sidecars::default() };
            cases.push(Case { name: file.name, format, bytes: file.bytes, sidecars });
        }
    }
    // glTF with linked images comes from the models of another format.
    for file in fixtures("b3d", "b3d", 5) {
        for extension in ["gltf", "glb"] {
            let Some(output) = exported(&file.path, extension) else { continue };
            let sidecars = Sidecars { memory: output.sidecars.into_iter().collect(), ..Sidecars::default() };
            let name = format!("{} as {extension}", file.name);
            cases.push(Case { name, format: format_by_extension(extension).unwrap(), bytes: output.bytes, sidecars });
        }
    }
    cases
}

fn exported(path: &Path, extension: &str) -> Option<Output> {
    let opened = retromesh::open(path, &ImportOptions::default(), &mut Diagnostics::new()).ok()?;
    let mut options = ExportOptions::default();
    options.file_name = PathBuf::from("model").with_extension(extension).to_string_lossy().into_owned();
    options.textures = retromesh::options::Textures::Link;
    format_by_extension(extension)?.write(&opened.scene, &options, &mut Diagnostics::new()).ok()
}

fn read<'a>(case: &'a Case, bytes: &'a [u8], sidecars: &dyn Files) -> Option<Box<dyn Model + 'a>> {
    case.format.read(bytes, sidecars, &ImportOptions::default(), &mut Diagnostics::new()).ok()
}

/// All files of an output, in one order.
fn all(bytes: &[u8], sidecars: &Sidecars, output: &Output) -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut pairs = vec![(bytes.to_vec(), output.bytes.clone())];
    pairs.extend(output.sidecars.iter().map(|(name, new)| (sidecars.load(name).unwrap(), new.clone())));
    pairs
}

fn renamed(model: &dyn Model, from: &str, to: &str) -> Option<Renamed> {
    let rename = &mut |path: &str| (path == from).then(|| to.to_owned());
    Some(model.as_textures()?.rename_textures(rename).unwrap())
}

#[test]
fn nothing_else_changes() {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for case in cases() {
        let Some(model) = read(&case, &case.bytes, &case.sidecars) else { continue };
        let Some(textures) = model.as_textures() else { continue };
        let names = textures.texture_names();
        let Some(name) = names.iter().find(|name| name.path.is_ascii() && name.path.len() > 2 && name.path.len() < 24)
        else {
            continue;
        };
        let old = name.path.as_str();
        // One letter in place of another: as many bytes differ as there are places, whatever the format.
        let letter = old.bytes().position(|b| b.is_ascii_lowercase()).unwrap_or(0);
        let mut same_length = old.to_owned();
        same_length.replace_range(letter..=letter, "Q");
        let change = renamed(&*model, old, &same_length).unwrap();
        assert!(change.places > 0, "{}", case.name);
        let mut differing = 0;
        for (before, after) in all(&case.bytes, &case.sidecars, &change.output) {
            assert_eq!(before.len(), after.len(), "{}", case.name);
            differing += before.iter().zip(&after).filter(|(a, b)| a != b).count();
        }
        // A name that several places share is stored once in BMD. What follows the end of a field is cleared where it must be.
        let garbage = case.name.contains("texture-field") || case.name.contains("padding");
        assert!(
            differing > 0 && (differing <= change.places || garbage),
            "{}: {differing} bytes for {}",
            case.name,
            change.places
        );

        // A longer path, and back.
        let longer = format!("{}rather/{}", old.get(..1).unwrap(), old.get(1..).unwrap());
        let change = renamed(&*model, old, &longer).unwrap();
        let mut memory = case.sidecars.memory.clone();
        memory.extend(change.output.sidecars.iter().cloned());
        let sidecars = Sidecars { memory, folder: case.sidecars.folder.clone() };
        let again = read(&case, &change.output.bytes, &sidecars).unwrap_or_else(|| panic!("{} is not read", case.name));
        let paths: Vec<String> =
            again.as_textures().unwrap().texture_names().into_iter().map(|name| name.path).collect();
        assert!(paths.contains(&longer) && !paths.contains(&old.to_owned()), "{}: {paths:?}", case.name);
        let back = renamed(&*again, &longer, old).unwrap();
        assert_eq!(back.places, change.places, "{}", case.name);
        let id = case.format.info().id;
        let restored = all(&case.bytes, &case.sidecars, &back.output);
        for (before, after) in restored.iter().filter(|_| !garbage) {
            match id {
                // The longer name is at the end of the file, and what pointed to the old one points there.
                "bmd" => assert!(after.len() >= before.len(), "{}", case.name),
                _ => assert!(before == after, "{} does not come back", case.name),
            }
        }
        // The rest of the model is the same.
        let options = ImportOptions::default();
        let scene = |model: &dyn Model| model.to_scene_with(&options, &mut Diagnostics::new()).unwrap();
        let (mut a, mut b) = (scene(&*model), scene(&*again));
        // Where nothing else has a name, that of the material stands for it.
        for scene in [&mut a, &mut b] {
            scene.meshes.iter_mut().for_each(|mesh| mesh.name.clear());
            scene.nodes.iter_mut().for_each(|node| node.name.clear());
        }
        assert_eq!(a.meshes, b.meshes, "{}", case.name);
        assert_eq!(a.nodes, b.nodes, "{}", case.name);
        *seen.entry(id).or_default() += 1;
    }
    for (id, least) in [("b3d", 3), ("bo3d", 1), ("bgl", 1), ("bmd", 1), ("p3d", 10), ("gltf", 2), ("obj", 1)] {
        assert!(seen.get(id).is_some_and(|n| *n >= least), "{id}: {seen:?}");
    }
}

#[test]
fn paths_that_do_not_fit_are_refused() {
    for case in cases() {
        let Some(model) = read(&case, &case.bytes, &case.sidecars) else { continue };
        let Some(textures) = model.as_textures() else { continue };
        let Some(name) = textures.texture_names().into_iter().next() else { continue };
        let result = textures.rename_textures(&mut |path| (path == name.path).then(|| "a\0b".to_owned()));
        // Where strings have a length in front, a NUL is a byte as any other.
        if !["bo3d", "bgl"].contains(&case.format.info().id) {
            assert!(result.is_err(), "{}", case.name);
        }
    }
}
