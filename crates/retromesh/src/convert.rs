//! From file to scene, and from file to file.

use crate::formats::format_by_extension;
#[cfg(feature = "images")]
use crate::images::key_black_masks;
use crate::images::{
    alpha_as_said, alpha_of_scene, alpha_of_textures, convert_picture, copies, find_images, find_images_of, fit_images,
    is_game, is_picture, link_originals, name_links, of_document, of_scene, own_pictures, unlink_missing,
};
use crate::request::Request;
use crate::save::save;
use crate::source::Source;
use retromesh_core::material::last_component;
use retromesh_core::{Code, Diagnostics, Error, ErrorKind, Finding, Limits, Result, Scene, Valid};
use retromesh_kit::options::{Normals, Textures};
use retromesh_kit::procedural::is_procedural;
use retromesh_kit::{
    Budget, ExportOptions, Format, FormatInfo, ImportOptions, Model, ModelReference, Output, TexturePaths, like,
};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A file that was read.
#[derive(Debug)]
#[non_exhaustive]
pub struct Opened {
    /// The scene.
    pub scene: Valid<'static>,
    /// The format that the file is of.
    pub format: &'static FormatInfo,
    /// The version or variant of the file.
    pub version: String,
    /// The size of the file in bytes.
    pub bytes: u64,
    /// The bytes that each kind of part takes, where the format says: see [`Model::sizes`].
    pub sizes: Vec<(&'static str, u64)>,
    /// The other models that the file refers to.
    pub references: Vec<ModelReference>,
    /// Whether the model leaves it to the textures how its surfaces use alpha.
    leaves_alpha_to_textures: bool,
}

impl Opened {
    /// Finds the images as [`find_images`] does, in the model's folder; a model that leaves it to them takes its alpha from them.
    pub fn find_images(
        &mut self,
        folder: &crate::Folder,
        textures: Textures,
        diagnostics: &mut Diagnostics,
    ) -> Result<()> {
        let budget = Budget::of(&self.scene, &ExportOptions::default());
        take_alpha(&mut self.scene, folder, textures, self.leaves_alpha_to_textures, &budget)?;
        find_images(&mut self.scene, folder, textures, &budget, diagnostics)
    }
}

/// Gives a model that leaves it to its textures their alpha.
fn take_alpha(
    scene: &mut Valid<'_>,
    folder: &crate::Folder,
    textures: Textures,
    takes_alpha: bool,
    budget: &Budget,
) -> Result<()> {
    if takes_alpha && textures != Textures::None {
        let facts = alpha_of_scene(scene, folder, budget)?;
        alpha_of_textures(scene, &facts);
    }
    Ok(())
}

/// What a conversion did.
#[derive(Debug)]
#[non_exhaustive]
pub struct Conversion {
    /// The format of the input.
    pub from: &'static FormatInfo,
    /// The format of the output.
    pub to: &'static FormatInfo,
    /// The size of the input in bytes.
    pub bytes_in: u64,
    /// The size of the output and its sidecars in bytes.
    pub bytes_out: u64,
}

/// Reads a model file of any format, with what is next to it, into a scene.
pub fn open(path: impl AsRef<Path>, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Opened> {
    let source = Source::load(path, &options.limits)?.within(options.root.as_deref());
    open_source(&source, options, diagnostics)
}

/// Reads a model that is in memory, with what lies in its folder, into a scene.
pub fn open_source(source: &Source, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Opened> {
    let format = source.format.info();
    let model = source.read(options, diagnostics)?;
    let scene = source.to_scene(&*model, options, diagnostics)?;
    let (sizes, references) = (model.sizes(), model.references());
    let (version, leaves_alpha_to_textures) = (model.version(), leaves_alpha(&*model));
    let bytes = source.bytes.len() as u64;
    Ok(Opened { scene, format, version, bytes, sizes, references, leaves_alpha_to_textures })
}

/// Reads the model that another one was made from, for [`Request::like`]: as its file says it, whatever the other one is read with.
pub fn open_original(source: &Source, limits: &Limits) -> Result<Opened> {
    if is_picture(source.format) {
        let what = "the file is an image; it must be the model that the input was made from";
        return Err(Error::new("", ErrorKind::unrepresentable(what)));
    }
    let mut import = ImportOptions::default();
    import.limits = limits.clone();
    open_source(source, &import, &mut Diagnostics::new())
}

/// Converts a file to the format that the extension of `output` stands for.
///
/// Nothing is written when anything fails or when a diagnostic is among those that [`Request::deny`] names; the error is then of kind
/// [`ErrorKind::Denied`], and `diagnostics` hold the whole report.
pub fn convert(
    input: &Path,
    output: &Path,
    request: &Request<'_>,
    diagnostics: &mut Diagnostics,
) -> Result<Conversion> {
    let extension = output.extension().unwrap_or_default().to_string_lossy();
    let to = format_by_extension(&extension).ok_or_else(|| {
        let hint = format!("no format has the extension {extension:?}");
        Error::new("", ErrorKind::unknown_format(hint))
    })?;
    let mut source = Source::load(input, &request.import.limits)?.within(request.import.root.as_deref());
    let mut export = request.export.clone();
    export.file_name = output.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let converted =
        convert_emptying(&mut source, to, &Request { export: &export, output: Some(output), ..*request }, diagnostics)?;
    save(output, &converted.output, request.overwrite)?;
    Ok(converted.conversion)
}

/// What a conversion in memory yields.
#[derive(Debug)]
#[non_exhaustive]
pub struct Converted {
    /// The model and the files that belong next to it.
    pub output: Output,
    /// The scene that was written, perhaps in another space than that of its file; `None` where a document became another document
    /// of its family.
    pub scene: Option<Valid<'static>>,
    /// What was done.
    pub conversion: Conversion,
}

/// Converts a model that is in memory; nothing is written to the disk. [`ExportOptions::file_name`] should be the name that the
/// output will have.
///
/// Fails as [`convert`] does.
pub fn convert_source(
    source: &Source,
    to: &dyn Format,
    request: &Request<'_>,
    diagnostics: &mut Diagnostics,
) -> Result<Converted> {
    let read = read(source, to, request, diagnostics)?;
    let export = sized(request, source, to);
    finish(read, source, source.bytes.len(), to, &Request { export: &export, ..*request }, diagnostics)
}

/// Returns options that know how large the input is, which names the original repeats, and of which variant it is.
fn sized(request: &Request<'_>, source: &Source, to: &dyn Format) -> ExportOptions {
    let mut export = request.export.clone();
    if let (Some(original), None) = (request.like, &export.target) {
        export.target = to.target_of(original).map(str::to_owned);
    }
    let mut names = BTreeSet::new();
    for node in request.like.iter().flat_map(|original| &original.nodes) {
        if !names.insert(&node.name) {
            export.repeated_names.insert(node.name.clone());
        }
    }
    export.input_bytes = export.input_bytes.or(Some(source.input_bytes()));
    export
}

/// Converts as [`convert_source`] does and lets go of the bytes of the file once its scene is made: file, scene and output are never in
/// memory together.
pub fn convert_emptying(
    source: &mut Source,
    to: &dyn Format,
    request: &Request<'_>,
    diagnostics: &mut Diagnostics,
) -> Result<Converted> {
    let read = read(source, to, request, diagnostics)?;
    let export = sized(request, source, to);
    let size = std::mem::take(&mut source.bytes).len();
    finish(read, source, size, to, &Request { export: &export, ..*request }, diagnostics)
}

/// What a conversion has when it needs the file no more.
enum Read {
    /// The output, where a picture or a document became another one.
    Output(Output),
    Scene {
        scene: Box<Valid<'static>>,
        /// Whether the model leaves it to the textures how its surfaces use alpha.
        takes_alpha: bool,
    },
}

/// Returns whether a model leaves it to the textures how its surfaces use alpha.
fn leaves_alpha(model: &dyn Model) -> bool {
    model.as_textures().is_some_and(TexturePaths::leaves_alpha)
}

/// Writes what was read of a file of this many bytes.
fn finish(
    read: Read,
    source: &Source,
    bytes_in: usize,
    to: &dyn Format,
    request: &Request<'_>,
    diagnostics: &mut Diagnostics,
) -> Result<Converted> {
    let (limit, root) = (Limits::default().input_bytes, request.import.root.as_deref());
    let folder = request.output.map(|path| crate::Folder::of_file(path, limit).within(root));
    let (mut output, scene) = match read {
        Read::Output(output) => (output, None),
        Read::Scene { scene, takes_alpha } => {
            let place = folder.as_ref().unwrap_or(&source.folder);
            let (output, scene) = write(*scene, (&source.folder, Some(place)), takes_alpha, to, request, diagnostics)?;
            (output, Some(scene))
        }
    };
    if request.export.textures == Textures::Link {
        let left_out = report_left_out(scene.as_deref(), folder.as_ref().unwrap_or(&source.folder), diagnostics)?;
        if let Some(folder) = &folder {
            report_dead_links(&output, to, [folder, &source.folder], &left_out, diagnostics)?;
        }
    }
    copy_textures(&mut output, &source.folder, to, request.export, diagnostics)?;
    judge(&output, to, request, diagnostics)?;
    let sidecars: usize = output.sidecars.iter().map(|(_, bytes)| bytes.len()).sum();
    let bytes_out = (output.bytes.len() + sidecars) as u64;
    let conversion = Conversion { from: source.format.info(), to: to.info(), bytes_in: bytes_in as u64, bytes_out };
    Ok(Converted { output, scene, conversion })
}

/// Writes a scene that a program has in memory, perhaps of its own making, with the images that are found in a folder; nothing is
/// written to the disk. Of the request only what concerns writing counts. [`ExportOptions::file_name`] should be the name that the
/// output will have.
///
/// Fails as [`convert`] does.
pub fn write_scene(
    scene: Valid<'_>,
    folder: &crate::Folder,
    to: &dyn Format,
    request: &Request<'_>,
    diagnostics: &mut Diagnostics,
) -> Result<Output> {
    let (mut output, _) = write(scene, (folder, None), false, to, request, diagnostics)?;
    copy_textures(&mut output, folder, to, request.export, diagnostics)?;
    judge(&output, to, request, diagnostics)?;
    Ok(output)
}

/// Reports the images that the input alone holds, of which an output with links has no file: new pictures and changed ones. Returns their
/// file names.
fn report_left_out(
    scene: Option<&Scene>,
    folder: &crate::Folder,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for image in scene.into_iter().flat_map(|scene| &scene.images).filter(|image| image.uri.is_none()) {
        let Some(data) = image.data.as_ref().filter(|data| !data.bytes.is_empty()) else { continue };
        let found = folder.located(&image.path).and_then(|file| Some((folder.read(&file)?, file)));
        if found.as_ref().is_some_and(|(bytes, _)| *bytes == data.bytes) {
            continue;
        }
        if let Some((_, file)) = found {
            let detail = format!("the picture of the input is not that of {file}, which the output names");
            diagnostics.report(Finding::new(Code::ChangedImage).detail(detail))?;
            continue;
        }
        let name = if image.path.is_empty() { "without a name" } else { image.file_name() };
        let detail = format!("the picture {name} is in the input alone, and links write no file of it");
        diagnostics.report(Finding::new(Code::MissingImage).detail(detail))?;
        names.push(image.file_name().to_owned());
    }
    Ok(names)
}

/// Reports the other images that an output names and that are not there, seen from the folder where it will be, nor next to the original of the
/// input, whose folder is the second one.
fn report_dead_links(
    output: &Output,
    to: &dyn Format,
    [folder, input]: [&crate::Folder; 2],
    left_out: &[String],
    diagnostics: &mut Diagnostics,
) -> Result<()> {
    if !to.info().follows_links {
        return Ok(());
    }
    let model = read_own(output, to)?;
    let names = model.as_textures().map_or_else(Vec::new, TexturePaths::texture_names);
    // What the input has not is reported already.
    let missing = diagnostics.entries().iter().filter(|entry| entry.code == Code::MissingImage);
    let known: BTreeSet<String> = missing.map(|entry| entry.detail.clone()).chain(left_out.iter().cloned()).collect();
    let is_known = |file: &str| file.rsplit(['/', '\\']).next().is_some_and(|name| known.contains(name));
    let dead = |file: &str| {
        !file.is_empty()
            && !is_procedural(file)
            && !is_known(file)
            && folder.located(file).is_none()
            && !input.is_in_original(file)
    };
    let files: BTreeSet<&str> = names.iter().map(|name| name.file.as_str()).collect();
    for file in files.into_iter().filter(|file| dead(file)) {
        let detail = format!("the output names {file}, which is not there");
        diagnostics.report(Finding::new(Code::MissingImage).detail(detail))?;
    }
    Ok(())
}

/// Puts the textures that a model of the game names next to it or below, by their paths, where they are to be copied.
fn copy_textures(
    output: &mut Output,
    folder: &crate::Folder,
    to: &dyn Format,
    export: &ExportOptions,
    diagnostics: &mut Diagnostics,
) -> Result<()> {
    if export.textures != Textures::Copy || !is_game(to.info()) {
        return Ok(());
    }
    let model = read_own(output, to)?;
    let names = model.as_textures().map_or_else(Vec::new, TexturePaths::texture_names);
    // A picture that is new is there already.
    let is_there = |file: &str| output.sidecars.iter().any(|(own, _)| own.eq_ignore_ascii_case(last_component(file)));
    let names = names.into_iter().filter(|name| !name.is_material && !is_there(&name.file));
    let names: BTreeSet<String> = names.map(|name| name.file).collect();
    drop(model);
    let mut found = copies(&names, folder, (export, &Budget::of_input(export)), diagnostics)?;
    found.retain(|(name, _)| !is_there(name));
    output.sidecars.extend(found);
    Ok(())
}

/// Fails where something denied was found, and where the output cannot be read back.
fn judge(output: &Output, to: &dyn Format, request: &Request<'_>, diagnostics: &Diagnostics) -> Result<()> {
    if let Some(entry) = diagnostics.entries().iter().find(|entry| request.denies(entry.code)) {
        let detail = if entry.detail.is_empty() { entry.code.summary().to_owned() } else { entry.detail.clone() };
        return Err(Error::new("", ErrorKind::Denied { code: entry.code, detail: detail.into() }));
    }
    if request.export.unverified { Ok(()) } else { read_own(output, to).map(drop) }
}

/// Reads what was written: a file that its own reader refuses is not kept.
fn read_own<'o>(output: &'o Output, to: &dyn Format) -> Result<Box<dyn Model + 'o>> {
    // What bounds hostile input does not bound what was made of it.
    let mut options = ImportOptions::default();
    options.limits = Limits::none();
    to.read(&output.bytes, output, &options, &mut Diagnostics::new()).map_err(|error| {
        let what = format!("verification failed: the output cannot be read back: {error}");
        Error::new(to.info().id, ErrorKind::unrepresentable(what))
    })
}

/// Reads a file into a scene, or makes the output at once where no scene is needed.
fn read(source: &Source, to: &dyn Format, request: &Request<'_>, diagnostics: &mut Diagnostics) -> Result<Read> {
    let export = request.export;
    let mut import = Cow::Borrowed(request.import);
    if import.target.is_none() && export.target.is_some() {
        import.to_mut().target.clone_from(&export.target);
    }
    if request.like.is_some() {
        import.to_mut().marks_stale = true;
    }
    let import = &*import;
    if is_picture(to) {
        return convert_picture(source, to, import, export, diagnostics).map(Read::Output);
    }
    let from = source.format.info();
    let model = source.read(import, diagnostics)?;
    // Within a family documents become documents, unless what is asked for needs the scene.
    let plain = import.normals == Normals::Keep && import.settings.names().next().is_none() && !export.optimize;
    if from.id == to.info().id && from.has_variants && plain && source.clips.ranges.is_empty() && request.like.is_none()
    {
        let mut export = sized(request, source, to);
        if to.info().wants_texture_facts(&export) && export.textures != Textures::None {
            let budget = Budget::of_input(&export);
            export.texture_facts = of_document(&*model, &source.folder, &budget, diagnostics)?;
        }
        if let Some(output) = model.convert_within(&export, diagnostics) {
            return output.map(Read::Output).map_err(|error| error.in_format(from.id));
        }
    }
    let mut scene = source.to_scene(&*model, import, diagnostics)?;
    if let Some(original) = request.like {
        let budget = Budget::of(&scene, &sized(request, source, to));
        scene = like(scene, original, &budget, diagnostics)?;
    }
    Ok(Read::Scene { scene: Box::new(scene), takes_alpha: leaves_alpha(&*model) })
}

/// Writes a scene with the images that are found in the first folder, for the second one where the output has a place; returns it as it was
/// written, too.
fn write<'s>(
    mut scene: Valid<'s>,
    (folder, place): (&crate::Folder, Option<&crate::Folder>),
    takes_alpha: bool,
    to: &dyn Format,
    request: &Request<'_>,
    diagnostics: &mut Diagnostics,
) -> Result<(Output, Valid<'s>)> {
    let mut export = request.export.clone();
    // Images that nothing shows are not looked for.
    if std::mem::take(&mut export.optimize) {
        scene = to.info().optimized(scene, &export, diagnostics)?;
    }
    if export.textures == Textures::Copy && is_game(to.info()) {
        // The game finds its textures along their paths, where they are copied to afterwards; here one would be another kind of file.
        export.textures = Textures::Embed;
    }
    let textures = if to.info().uses_images(&export) { export.textures } else { Textures::None };
    let budget = Budget::of(&scene, &export);
    take_alpha(&mut scene, folder, textures, takes_alpha, &budget)?;
    let own = own_pictures(&scene);
    if is_game(to.info()) {
        // The game makes procedural textures, whichever they are.
        find_images_of(&mut scene, folder, textures, &budget, diagnostics)?;
    } else {
        find_images(&mut scene, folder, textures, &budget, diagnostics)?;
    }
    name_links(&mut scene, to.info(), &export);
    let wants_facts = to.info().wants_texture_facts(&export) && export.textures != Textures::None;
    let known = if textures == Textures::None {
        BTreeMap::new()
    } else {
        link_originals(&mut scene, folder, request.like, &budget)?
    };
    // The game finds its textures along their paths, wherever the model is.
    if let Some(place) = place.filter(|_| textures == Textures::Embed && to.info().id != "gltf" && !is_game(to.info()))
    {
        unlink_missing(&mut scene, &own, folder.original(), place, &budget);
    }
    fit_images(&mut scene, to.info(), &export, &own, &budget, diagnostics)?;
    #[cfg(feature = "images")]
    if to.info().id == "b3d" {
        key_black_masks(&mut scene, &budget)?;
    }
    if wants_facts {
        export.texture_facts = of_scene(&scene, folder, known, &budget, diagnostics)?;
    } else if is_game(to.info()) && textures != Textures::None {
        export.texture_facts = alpha_as_said(&scene, folder, &budget.clone())?;
    }
    if let Some(space) = to.space(&export) {
        scene.convert_to(space);
    }
    let is_still = export.pose.as_ref().is_some_and(|at| at.clip.is_empty() && scene.animations.is_empty());
    diagnostics.note(Code::UnusedPattern, is_still, "--pose: the model has no animation, and is at rest")?;
    let output = to.write(&scene, &export, diagnostics).map_err(|e| e.in_format(to.info().id))?;
    Ok((output, scene))
}
