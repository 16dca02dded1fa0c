//! A model file in memory, with its format and the folder that it lies in.

use crate::disk::Disk;
use crate::folder::Folder;
use crate::formats::{detect, mistaken};
use crate::listing::Listings;
use crate::store::Store;
use retromesh_core::{Code, Diagnostics, Error, Finding, Limits, Result, Valid};
use retromesh_kit::{ClipRanges, Format, ImportOptions, Model};
use std::path::Path;

/// A model file in memory.
///
/// ```
/// use retromesh::{Diagnostics, ImportOptions, Source};
///
/// let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/b3d/minimal.b3d");
/// let options = ImportOptions::default();
/// let source = Source::load(file, &options.limits)?;
/// let model = source.read(&options, &mut Diagnostics::new())?;
/// assert_eq!(model.encode()?, source.bytes);
/// # Ok::<(), retromesh::Error>(())
/// ```
pub struct Source {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// The format that the content says.
    pub format: &'static dyn Format,
    /// The folder that the file lies in.
    pub folder: Folder,
    /// The name of the file, without its folder.
    pub name: String,
    /// The clips that the model is said to have, in place of those that its file names; none where that says it all.
    pub clips: ClipRanges,
    /// The images of the parts of the model, as another file names them; none where its own count.
    pub images: Vec<String>,
}

/// Reads a file whole, on the disk or in an archive there. One over the limit of input bytes is an error, and so is what is no regular file.
pub fn load(path: &Path, limits: &Limits) -> Result<Vec<u8>> {
    Disk.read(path, limits)
}

impl Source {
    /// Reads a file whole, on the disk or in an archive there, and detects its format. A file over the limit of input bytes is an error, and so is what is no regular file.
    pub fn load(path: impl AsRef<Path>, limits: &Limits) -> Result<Self> {
        let path = path.as_ref();
        Self::from_bytes(load(path, limits)?, path, limits)
    }

    /// Takes a file that is in memory and detects its format; `name` says in which folder it belongs, and its extension helps where
    /// the content is ambiguous.
    pub fn from_bytes(bytes: Vec<u8>, name: &Path, limits: &Limits) -> Result<Self> {
        let format = detect(&bytes, name)?;
        let folder = Folder::of_file(name, limits.input_bytes).limited(limits);
        let name = name.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Self { bytes, format, folder, name, clips: ClipRanges::default(), images: Vec::new() })
    }

    /// Lets files next to the model lie anywhere below `border`; with `None` they lie in the model's folder.
    #[must_use]
    pub fn within(mut self, border: Option<&Path>) -> Self {
        self.folder = self.folder.within(border);
        self
    }

    /// Takes the names of files next to the model out of listings that folders share.
    #[must_use]
    pub fn listed_in(mut self, listings: &Listings) -> Self {
        self.folder = self.folder.listed_in(listings);
        self
    }

    /// Names the images of the parts of the model, in their order: mods name those of their mobs.
    #[must_use]
    pub fn with_images(mut self, images: Vec<String>) -> Self {
        self.images = images;
        self
    }

    /// Names the clips of the model.
    #[must_use]
    pub fn with_clips(mut self, clips: ClipRanges) -> Self {
        self.clips = clips;
        self
    }

    /// Returns the bytes of the file and of what was read next to it so far; images do not count.
    pub fn input_bytes(&self) -> u64 {
        let sidecars = self.folder.lookups().unwrap_or_default().into_iter().filter(|lookup| !lookup.is_image);
        let sidecars: u64 = sidecars.filter_map(|lookup| lookup.found).map(|found| found.state.bytes).sum();
        self.bytes.len() as u64 + sidecars
    }

    /// Returns whether the file is a picture, and its extension that of a model.
    #[cfg(feature = "facts")]
    pub(crate) fn is_picture_named_model(&self) -> bool {
        let extension = Path::new(&self.name).extension().unwrap_or_default().to_string_lossy();
        let is_among = |id: &str| crate::pictures().iter().any(|picture| picture.info().id == id);
        let named = crate::format_by_extension(&extension).map(|format| format.info().id);
        is_among(self.format.info().id) && named.is_some_and(|named| !is_among(named))
    }

    /// Reports that the extension of the file is that of another format.
    pub fn report_misnamed(&self, diagnostics: &mut Diagnostics) -> Result<()> {
        let format = self.format.info();
        let extension = Path::new(&self.name).extension().unwrap_or_default().to_string_lossy();
        let named = crate::format_by_extension(&extension).map(Format::info).filter(|named| named.id != format.id);
        let Some(named) = named else { return Ok(()) };
        let detail = format!(".{extension} is for {} file, and this is {} file", named.a_name(), format.a_name());
        diagnostics.report(Finding::new(Code::MisnamedFile).detail(detail))
    }

    /// Reports that another file of the same archive has the name of this one, but for the case of its letters.
    pub fn report_alike(&self, diagnostics: &mut Diagnostics) -> Result<()> {
        let finding = |other: String| Finding::new(Code::AlikeNames).detail(format!("the other one is {other}"));
        self.folder.alike(&self.name).map_or(Ok(()), |other| diagnostics.report(finding(other)))
    }

    /// Makes the scene of a document of this file, with the clips that it is said to have.
    pub(crate) fn to_scene(
        &self,
        model: &dyn Model,
        options: &ImportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Valid<'static>> {
        let mut build = || {
            let mut scene = model.to_scene_with(options, diagnostics)?;
            if options.with_props {
                crate::props::place(&mut scene, model, &self.folder, options, diagnostics)?;
            }
            crate::apply_images::apply_images(&mut scene, &self.images);
            self.clips.apply(&mut scene, self.format.info().clock, options.ticks_per_second, diagnostics)?;
            Ok(scene.into_valid()?)
        };
        build().map_err(|e: Error| e.in_format(self.format.info().id))
    }

    /// Parses the file into its document.
    pub fn read(&self, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Box<dyn Model + '_>> {
        let read = self.format.read(&self.bytes, &self.folder, options, diagnostics);
        read.map_err(|error| {
            mistaken(&self.bytes, self.format).unwrap_or_else(|| error.in_format(self.format.info().id))
        })
    }
}
