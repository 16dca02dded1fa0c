//! Models with textures in other folders that go through other people's programs as GLB, and the names that must come back.

use crate::root;
use retromesh::{
    Diagnostics, ExportOptions, ImportOptions, NoFiles, Output, Request, Source, convert_source, detect,
    format_by_extension,
};
use retromesh_testkit::TEXTURED;
use std::fs;
use std::path::{Path, PathBuf};

/// A model, written as GLB.
#[derive(Debug)]
pub struct Textured {
    case: retromesh_testkit::Textured,
    name: PathBuf,
    /// Where its GLB is.
    pub glb: PathBuf,
}

impl Textured {
    /// Puts each model with its texture into a folder, and its GLB next to that.
    pub fn write_all(work: &Path) -> Result<Vec<Self>, String> {
        TEXTURED.iter().enumerate().map(|(number, case)| Self::write(work, number, *case)).collect()
    }

    fn write(work: &Path, number: usize, case: retromesh_testkit::Textured) -> Result<Self, String> {
        let about = |e: std::io::Error| format!("{}: {e}", case.fixture);
        let fixtures = root().join("fixtures");
        let game = work.join(format!("{number}"));
        let name = game.join("models").join(Path::new(case.fixture).file_name().unwrap_or_default());
        let image = game.join(case.file);
        for path in [&name, &image] {
            fs::create_dir_all(path.parent().unwrap_or(work)).map_err(about)?;
        }
        let bytes = fs::read(fixtures.join(case.fixture)).map_err(about)?;
        let is_game = case.fixture.starts_with("p3d/");
        let picture = if is_game { fixtures.join("paa/dxt1-corners.paa") } else { root().join("docs/images/tube.png") };
        fs::copy(picture, &image).map_err(about)?;
        let renamed = renamed(&bytes, &name, case.path).map_err(|e| format!("{}: {e}", case.fixture))?;
        fs::write(&name, renamed).map_err(about)?;
        let import = ImportOptions::default();
        let source = Source::load(&name, &import.limits).map_err(|e| e.to_string())?.within(Some(&game));
        let glb = work.join(format!("{number}.glb"));
        fs::write(&glb, convert(&source, "glb")?.bytes).map_err(about)?;
        Ok(Self { case, name, glb })
    }

    /// Says what is wrong with a GLB that came back: another name, a new file where nobody painted, no file of the engine's kind where somebody
    /// did.
    pub fn wrong(&self, glb: &Path, painted: bool) -> Option<String> {
        self.judge(glb, painted).err().map(|what| format!("{}: {what}", self.case.fixture))
    }

    fn judge(&self, glb: &Path, painted: bool) -> Result<(), String> {
        let bytes = fs::read(glb).map_err(|e| e.to_string())?;
        let elsewhere = glb.with_file_name("elsewhere").join("new.glb");
        let source =
            Source::from_bytes(bytes, &elsewhere, &ImportOptions::default().limits).map_err(|e| e.to_string())?;
        let extension = self.name.extension().unwrap_or_default().to_string_lossy();
        let output = convert(&source, &extension)?;
        let format = detect(&output.bytes, &self.name).map_err(|e| e.to_string())?;
        let model = format.read(&output.bytes, &NoFiles, &ImportOptions::default(), &mut Diagnostics::new());
        let model = model.map_err(|e| e.to_string())?;
        let names = model.as_textures().map_or_else(Vec::new, retromesh::TexturePaths::texture_names);
        let names: Vec<String> = names.into_iter().map(|name| name.path).collect();
        let files: Vec<&str> = output.sidecars.iter().map(|(name, _)| name.as_str()).collect();
        let expected = if painted { self.case.painted.0 } else { self.case.written };
        if !names.iter().any(|name| name == expected) {
            return Err(format!("{expected} is not among {names:?}"));
        }
        let found = model.as_lint().map_or_else(Vec::new, |rules| rules.lint(None));
        match (painted, files.contains(&self.case.painted.1)) {
            (true, false) => Err(format!("{} is not among the files {files:?}", self.case.painted.1)),
            (false, true) => Err(format!("nobody painted {files:?}")),
            _ if found.iter().any(|lint| lint.rule.id.contains("unloadable")) => {
                Err("the engine loads no such image".to_owned())
            }
            _ => Ok(()),
        }
    }
}

fn renamed(bytes: &[u8], name: &Path, path: &str) -> retromesh::Result<Vec<u8>> {
    let format = detect(bytes, name)?;
    let model = format.read(bytes, &NoFiles, &ImportOptions::default(), &mut Diagnostics::new())?;
    let Some(paths) = model.as_textures() else { return Ok(bytes.to_vec()) };
    let first = paths.texture_names().into_iter().find(|name| !name.is_material).map(|name| name.path);
    Ok(paths.rename_textures(&mut |own| (Some(own) == first.as_deref()).then(|| path.to_owned()))?.output.bytes)
}

fn convert(source: &Source, extension: &str) -> Result<Output, String> {
    let (import, mut export) = (ImportOptions::default(), ExportOptions::default());
    export.file_name = format!("new.{extension}");
    let to = format_by_extension(extension).ok_or_else(|| format!("no format {extension}"))?;
    let done = convert_source(source, to, &Request::new(&import, &export), &mut Diagnostics::new());
    done.map(|done| done.output).map_err(|e| e.to_string())
}
