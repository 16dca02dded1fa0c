//! The face of the crate to programs that handle formats alike.

use crate::capability::INFO;
use crate::document::Document;
use crate::import::MLOD_SPACE;
use crate::settings::Settings;
use crate::{convert, lint, rtm};
use retromesh_core::{Diagnostics, Error, ErrorKind, Scene, Space, Valid};
use retromesh_kit::format::{Output, Target};
use retromesh_kit::layout::Visit;
use retromesh_kit::settings::FormatSettings;
use retromesh_kit::{
    Confidence, ExportOptions, Files, Format, FormatInfo, ImportOptions, Lint, Model, ModelReference, Renamed,
    TextureName,
};
use std::fmt;

/// ODOL version 7 and MLOD.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct P3d;

/// ODOL version 7 and MLOD, for tables of formats.
pub static FORMAT: P3d = P3d;

retromesh_kit::doors!(Document);

impl Format for P3d {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    retromesh_kit::document_text!(crate::ID, Document);

    /// Older and bare MLOD is claimed too, so that the error can say what it is.
    fn probe(&self, bytes: &[u8]) -> Confidence {
        match bytes.first_chunk() {
            Some(b"ODOL" | b"MLOD" | b"NLOD" | b"SP3X" | b"SP3D") => Confidence::Certain,
            _ => Confidence::No,
        }
    }

    fn read<'a>(
        &self,
        bytes: &'a [u8],
        files: &dyn Files,
        options: &ImportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Box<dyn Model + 'a>, Error> {
        let document = Document::parse_with(bytes, options, diagnostics)?;
        let motions = motions(files, options).map_err(|error| error.in_format(crate::ID))?;
        Ok(if motions.is_empty() { Box::new(document) } else { Box::new(Moving { document, motions }) })
    }

    fn space(&self, _options: &ExportOptions) -> Option<Space> {
        Some(MLOD_SPACE)
    }

    fn has_variants(&self) -> bool {
        true
    }

    fn wants_texture_facts(&self, options: &ExportOptions) -> bool {
        options.target.as_deref() == Some("odol7")
    }

    fn write(
        &self,
        scene: &Valid<'_>,
        options: &ExportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Output, Error> {
        Document::from_scene_with(scene, options, diagnostics)?.encode()
    }
}

/// Reads the files of motion that are asked for, with the names of the clips that they become.
fn motions(files: &dyn Files, options: &ImportOptions) -> Result<Vec<(String, Vec<u8>)>, Error> {
    let names = Settings::of(&options.settings)?.animations;
    let motion = |path: String| {
        let Some(bytes) = files.load(&path) else {
            let expected = "a file in the folder of the model, or with --root below that";
            return Err(Error::new("", ErrorKind::option("animation", expected, path)));
        };
        let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        Ok((stem.to_owned(), bytes))
    };
    names.into_iter().map(motion).collect()
}

/// A model with motion from other files.
struct Moving<'a> {
    document: Document<'a>,
    motions: Vec<(String, Vec<u8>)>,
}

impl Model for Moving<'_> {
    fn version(&self) -> String {
        self.document.version()
    }

    fn encode(&self) -> Result<Vec<u8>, Error> {
        self.document.encode()
    }

    fn to_scene_with(&self, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Scene, Error> {
        let mut scene = self.document.to_scene_with(options, diagnostics)?;
        rtm::animate(&mut scene, &self.motions, options, diagnostics).map_err(|error| error.in_format(crate::ID))?;
        Ok(scene)
    }

    fn leaves_alpha_to_textures(&self) -> bool {
        self.document.leaves_alpha_to_textures()
    }

    fn texture_names(&self) -> Vec<TextureName> {
        self.document.texture_names()
    }

    fn rename_textures(&self, rename: &mut dyn FnMut(&str) -> Option<String>) -> Result<Option<Renamed>, Error> {
        Model::rename_textures(&self.document, rename)
    }

    fn references(&self) -> Vec<ModelReference> {
        self.document.references()
    }

    fn lint(&self, target: Option<&Target>) -> Vec<Lint> {
        lint::lint(&self.document, target)
    }

    fn layout(&self, bytes: &[u8], visit: &mut dyn Visit) -> Result<(), Error> {
        self.document.layout(bytes, visit)
    }

    fn dump(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        self.document.dump(out)
    }
}

impl Model for Document<'_> {
    fn version(&self) -> String {
        self.version()
    }

    fn encode(&self) -> Result<Vec<u8>, Error> {
        self.encode()
    }

    fn to_scene_with(&self, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Scene, Error> {
        self.to_scene_with(options, diagnostics)
    }

    fn leaves_alpha_to_textures(&self) -> bool {
        matches!(self, Self::Mlod(_))
    }

    fn convert_within(&self, options: &ExportOptions, diagnostics: &mut Diagnostics) -> Result<Option<Output>, Error> {
        Ok(Some(convert::within(self, options, diagnostics)?.into()))
    }

    fn texture_names(&self) -> Vec<TextureName> {
        self.texture_names()
    }

    fn rename_textures(&self, rename: &mut dyn FnMut(&str) -> Option<String>) -> Result<Option<Renamed>, Error> {
        let mut document = self.clone();
        let places = Document::rename_textures(&mut document, rename)?;
        Ok(Some(Renamed { output: document.encode()?.into(), places }))
    }

    fn references(&self) -> Vec<ModelReference> {
        self.references()
    }

    fn lint(&self, target: Option<&Target>) -> Vec<Lint> {
        lint::lint(self, target)
    }

    fn layout(&self, bytes: &[u8], visit: &mut dyn Visit) -> Result<(), Error> {
        self.layout(bytes, visit)
    }

    fn dump(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        self.dump(out)
    }
}
