//! What the page knows about a model.

use super::ViewArgs;
use crate::inputs::Input;
use crate::{luanti, sources};
use retromesh::facts::{DiagnosticInfo, Info, Shown, diagnostics};
use retromesh::{Diagnostics, Error, Result};
use serde::Serialize;

/// A model as the page gets it; the names of the fields are known there.
#[derive(Debug, Default, Serialize)]
pub(super) struct Model {
    name: String,
    error: Option<String>,
    facts: Option<Info>,
    pub(super) findings: Vec<DiagnosticInfo>,
    /// The same, for the terminal.
    #[serde(skip)]
    pub(super) found: Diagnostics,
    /// The images that are named and were not found.
    missing: Vec<String>,
    /// The model as `retromesh convert` writes it.
    #[serde(skip)]
    pub(super) glb: Vec<u8>,
}

impl Model {
    /// Reads a model and writes it as GLB, in memory.
    pub(super) fn read(input: &Input, args: &ViewArgs) -> Result<Self> {
        let mut options = args.reading.options();
        let source = sources::load(&input.path, &args.reading)?.with_clips(args.clips.clips_of(&input.path));
        let images = luanti::images_of(&input.path);
        images.are_for(&mut options);
        let root = options.root.as_deref().or(images.root.as_deref());
        let source = source.with_images(images.names).within(root);
        let mut found = args.reading.diagnostics();
        let opened = retromesh::open_source(&source, &options, &mut found)?;
        let facts = Info::of(&source, &opened, &found);
        drop(opened);
        let mut found = args.reading.diagnostics();
        let shown = Shown::of(&source, &options, &mut found)?;
        Ok(Self {
            name: name(input),
            error: None,
            facts: Some(facts),
            findings: diagnostics(&found),
            found,
            missing: shown.missing,
            glb: shown.glb,
        })
    }

    /// Stands for a model that cannot be shown.
    pub(super) fn failed(input: &Input, error: &Error) -> Self {
        Self { name: name(input), error: Some(error.to_string()), ..Self::default() }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }
}

fn name(input: &Input) -> String {
    input.relative.to_string_lossy().into_owned()
}
