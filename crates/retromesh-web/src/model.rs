//! A file that the page has opened.

use crate::layout::{self, Columns};
use retromesh::facts::{DiagnosticInfo, Differences, FindingInfo, Info, Repaired, Shown, diagnostics, findings};
use retromesh::material::Image;
use retromesh::options::Textures;
use retromesh::procedural::is_procedural;
use retromesh::settings::Values;
use retromesh::{
    ClipRanges, Diagnostics, Error, ErrorKind, ExportOptions, Files, Folder, Format, FormatInfo, ImportOptions,
    Request, Result, Source, StoredFiles,
};
use retromesh_diff::{Tolerance, diff};
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A file that the page has opened, whether it can be read or not.
pub struct Model {
    name: String,
    /// All files that were given with it, and its path among them.
    files: StoredFiles,
    path: PathBuf,
    options: ImportOptions,
    content: Content,
    /// The images, once they were asked for.
    images: Option<Vec<Image>>,
}

/// What the file holds.
enum Content {
    Known(Box<Source>),
    /// A file of no format: its bytes can be looked at.
    Unknown(Vec<u8>),
    /// A file that the page did not give.
    Missing,
}

/// What is said of a file when it is opened.
#[derive(Debug, Serialize)]
pub struct Opened {
    name: String,
    format: &'static str,
    error: Option<String>,
    offset: Option<u64>,
    findings: Vec<DiagnosticInfo>,
    missing: Vec<String>,
    /// The targets for which formats write it where none is named, by the ids of the formats; only those that are not the first.
    targets: BTreeMap<&'static str, &'static str>,
    /// The same for what becomes like it.
    variants: BTreeMap<&'static str, &'static str>,
    /// The model as GLB.
    #[serde(skip)]
    pub glb: Option<Vec<u8>>,
}

/// A file that was made.
#[derive(Debug, Serialize)]
pub struct MadeFile {
    /// The name, or a path below the place of the model.
    pub path: String,
    /// What is in it.
    #[serde(skip)]
    pub bytes: Vec<u8>,
}

/// What a conversion is made like, and where its files go, among those of others.
#[derive(Default)]
pub struct Among<'m> {
    /// What other programs have taken away comes from this model again.
    pub original: Option<&'m Model>,
    /// The name of the model; `None` is that of the file.
    pub name: Option<String>,
    /// The names of files next to it that hold something else.
    pub taken: Vec<String>,
}

/// What a conversion gives.
#[derive(Debug, Serialize)]
pub struct Converted {
    /// The model, then what belongs next to it.
    pub files: Vec<MadeFile>,
    findings: Vec<DiagnosticInfo>,
    error: Option<String>,
}

/// What the rules of an engine find.
#[derive(Debug, Serialize)]
pub struct Linted {
    target: Option<&'static str>,
    findings: Vec<FindingInfo>,
}

/// What repairing a file gives.
#[derive(Debug, Serialize)]
pub struct RepairedFile {
    target: &'static str,
    /// The repaired file.
    pub file: MadeFile,
    fixed: Vec<FindingInfo>,
    left: Vec<FindingInfo>,
}

/// An image of a model.
#[derive(Debug, Serialize)]
pub struct Texture {
    path: String,
    file: Option<String>,
    missing: bool,
}

impl Model {
    /// Opens one of some files by its path; what it names is looked for next to it, and in the folders above it, as all of them were
    /// given together.
    pub fn open(files: &StoredFiles, path: &str, settings: Values) -> Self {
        let mut options = ImportOptions::default();
        options.settings = settings;
        let name = path.rsplit('/').next().unwrap_or_default().to_owned();
        let content = match files.load(path) {
            None => Content::Missing,
            Some(bytes) => match detect(&bytes, &name) {
                Err(_) => Content::Unknown(bytes),
                Ok(format) => {
                    let folder = folder(files, Path::new(path), &options);
                    let (name, clips) = (name.clone(), ClipRanges::default());
                    Content::Known(Box::new(Source { bytes, format, folder, name, clips, images: Vec::new() }))
                }
            },
        };
        Self { name, files: files.clone(), path: path.into(), options, content, images: None }
    }

    /// Reads the model and writes it as GLB, as `retromesh convert` does; what prevents that is said.
    pub fn show(&self) -> Opened {
        let mut found = Diagnostics::new();
        let shown = self.source().and_then(|source| {
            source.report_misnamed(&mut found)?;
            Shown::of(source, &self.options, &mut found)
        });
        let error = shown.as_ref().err().map(ToString::to_string);
        let offset = shown.as_ref().err().and_then(Error::offset);
        let (glb, missing, made) =
            shown.map_or((None, Vec::new(), Vec::new()), |shown| (Some(shown.glb), shown.missing, shown.variants));
        let variants = made.iter().map(|(format, target)| (*format, target.name)).collect();
        // What is made for an engine becomes a model to be edited, unless its target is named.
        let kept = made.iter().filter(|(_, target)| !target.stores_texture_facts);
        let targets = kept.map(|(format, target)| (*format, target.name)).collect();
        let format = self.source().map_or("", |source| source.format.info().id);
        let (name, findings) = (self.name.clone(), diagnostics(&found));
        Opened { name, format, error, offset, findings, missing, targets, variants, glb }
    }

    /// Returns what `retromesh info` says.
    pub fn facts(&self) -> Result<Info> {
        let (source, mut found) = (self.source()?, Diagnostics::new());
        let opened = retromesh::open_source(source, &self.options, &mut found)?;
        Ok(Info::of(source, &opened, &found))
    }

    /// Converts to the format of an id or of an extension, for one of its targets or that which the program takes; with an original as
    /// `--like` does it.
    pub fn convert(&mut self, to: &str, target: Option<&str>, settings: &Values, among: Among<'_>) -> Converted {
        let mut found = Diagnostics::new();
        let made = self.make(to, target, (settings, among), &mut found);
        let error = made.as_ref().err().map(ToString::to_string);
        Converted { files: made.unwrap_or_default(), findings: diagnostics(&found), error }
    }

    fn make(
        &mut self,
        to: &str,
        target: Option<&str>,
        (settings, among): (&Values, Among<'_>),
        found: &mut Diagnostics,
    ) -> Result<Vec<MadeFile>> {
        let original = among.original;
        let mut own = folder(&self.files, &self.path, &self.options);
        if let Some(original) = original {
            own = own.with_original(folder(&original.files, &original.path, &original.options));
        }
        if let Content::Known(source) = &mut self.content {
            source.folder = own;
        }
        let original = original.map(Self::as_original).transpose()?;
        let source = self.source()?;
        source.report_misnamed(found)?;
        let (format, extension) = match retromesh::format_by_extension(to) {
            Some(format) => (format, to),
            None => retromesh::format_by_id(to)
                .and_then(|format| Some((format, *format.info().extensions.first()?)))
                .ok_or_else(|| Error::new("", ErrorKind::unknown_format(format!("no format is called {to:?}"))))?,
        };
        let mut export = ExportOptions::default();
        let target = target.or_else(|| format.target_of(&original.as_ref()?.scene));
        export.target = target.map(|name| format.info().target(name)).transpose()?.map(|target| target.name.to_owned());
        export.settings = settings.clone();
        export.file_name = among.name.unwrap_or_else(|| self.file_name(extension));
        export.taken_files = among.taken.iter().map(|name| name.to_lowercase()).collect();
        let mut import = self.options.clone();
        for name in settings.names() {
            import.settings.set(name, settings.get(name).to_vec());
            allow(name, source.format.info(), format.info(), target)?;
        }
        let mut request = Request::new(&import, &export);
        if let Some(original) = &original {
            request = request.like(&original.scene);
        }
        let made = retromesh::convert_source(source, format, &request, found)?;
        let model = MadeFile { path: export.file_name, bytes: made.output.bytes };
        let sidecars = made.output.sidecars.into_iter().map(|(path, bytes)| MadeFile { path, bytes });
        Ok([model].into_iter().chain(sidecars).collect())
    }

    /// Reads the model that others were made from.
    fn as_original(&self) -> Result<retromesh::Opened> {
        let opened = self.source().and_then(|source| retromesh::open_original(source, &self.options.limits));
        opened.map_err(|error| Error::new("", ErrorKind::unrepresentable(format!("{}: {error}", self.name))))
    }

    /// Returns what the rules of an engine find, or all rules of the format.
    pub fn lint(&self, target: Option<&str>) -> Result<Linted> {
        let source = self.source()?;
        let target = target.map(|name| source.format.info().target(name)).transpose()?;
        let model = source.read(&self.options, &mut Diagnostics::new())?;
        let found = model.as_lint().map_or_else(Vec::new, |rules| rules.lint(target));
        Ok(Linted { target: target.map(|target| target.name), findings: findings(&found) })
    }

    /// Repairs the file for an engine, or for that of the file, or the first of the format's.
    pub fn repair(&self, target: Option<&str>) -> Result<RepairedFile> {
        let source = self.source()?;
        let format = source.format.info();
        let target = Repaired::target(source, target, &self.options)?;
        let repaired = Repaired::of(source, target, &[], &self.options, &mut Diagnostics::new())?;
        let Repaired { bytes, fixed, left, .. } = repaired.ok_or_else(|| Repaired::refused(format))?;
        Ok(RepairedFile { target: target.name, file: MadeFile { path: self.name.clone(), bytes }, fixed, left })
    }

    /// Returns the bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        match &self.content {
            Content::Known(source) => &source.bytes,
            Content::Unknown(bytes) => bytes,
            Content::Missing => &[],
        }
    }

    /// Returns which byte is what. Fails where the format is a text.
    pub fn layout(&self) -> Result<Columns> {
        self.walk(|model, bytes| layout::columns(model, bytes))
    }

    /// Returns the values of some entries of the layout.
    pub fn values(&self, range: Range<u32>) -> Result<Vec<String>> {
        self.walk(|model, bytes| layout::values(model, bytes, range))
    }

    fn walk<T>(&self, walk: impl FnOnce(&dyn retromesh::Model, &[u8]) -> Result<T>) -> Result<T> {
        let source = self.source()?;
        let model = source.read(&self.options, &mut Diagnostics::new())?;
        walk(&*model, &source.bytes).map_err(|error| error.in_format(source.format.info().id))
    }

    /// Lists the images.
    pub fn textures(&mut self) -> Result<Vec<Texture>> {
        let texture = |image: &Image| Texture {
            path: image.path.clone(),
            file: image.uri.clone(),
            missing: image.data.is_none() && image.uri.is_none() && !is_procedural(&image.path),
        };
        Ok(self.images()?.iter().map(texture).collect())
    }

    /// Returns the type and the bytes of one of [`Model::textures`]; `None` where there is nothing to show.
    pub fn picture(&mut self, number: usize) -> Result<Option<(&str, &[u8])>> {
        let data = self.images()?.get(number).and_then(|image| image.data.as_ref());
        Ok(data.map(|data| (data.mime.as_str(), data.bytes.as_slice())))
    }

    fn images(&mut self) -> Result<&[Image]> {
        if self.images.is_none() {
            let (source, mut found) = (self.source()?, Diagnostics::new());
            let mut opened = retromesh::open_source(source, &self.options, &mut found)?;
            opened.find_images(&source.folder, Textures::Embed, &mut found)?;
            self.images = Some(opened.scene.into_scene().images);
        }
        Ok(self.images.as_deref().unwrap_or_default())
    }

    /// Returns how another model differs.
    pub fn compare(&self, other: &Self) -> Result<Differences> {
        let read = |model: &Self| retromesh::open_source(model.source()?, &model.options, &mut Diagnostics::new());
        let found = diff(&read(self)?.scene, &read(other)?.scene, &Tolerance::default().with_frames());
        Ok(Differences::of(&found, false))
    }

    fn source(&self) -> Result<&Source> {
        let missing = || Error::io(&self.name, std::io::ErrorKind::NotFound.into());
        match &self.content {
            Content::Known(source) => Ok(source),
            Content::Unknown(bytes) => Err(detect(bytes, &self.name).err().unwrap_or_else(missing)),
            Content::Missing => Err(missing()),
        }
    }

    /// Returns the file's name with another extension.
    fn file_name(&self, extension: &str) -> String {
        Path::new(&self.name).with_extension(extension).to_string_lossy().into_owned()
    }
}

/// Says what a file is that no format reads, by its name and by how it begins.
pub fn stranger(name: &str, head: &[u8]) -> Option<String> {
    detect(head, name).err().map(|error| error.to_string())
}

/// Returns the folder of a model among files that were given together: all of them may be looked at.
fn folder(files: &StoredFiles, path: &Path, options: &ImportOptions) -> Folder {
    Folder::of_file(path, options.limits.input_bytes).among(files).within(Some(Path::new(".")))
}

fn detect(bytes: &[u8], name: &str) -> Result<&'static dyn Format> {
    retromesh::detect(bytes, Path::new(name))
}

/// Makes sure that a setting matters to what is read or to what is written.
fn allow(name: &str, from: &FormatInfo, to: &FormatInfo, target: Option<&str>) -> Result<()> {
    if from.reads_with(name) || to.writes_with(name, target) {
        return Ok(());
    }
    let what = format!("setting {name} from {} to {}", from.id, to.id);
    Err(Error::new(to.id, ErrorKind::unsupported(what, "it is for other formats or targets")))
}
