//! What a conversion is asked for.

use crate::denied::Denied;
use crate::save::Overwrite;
use retromesh_core::{Code, Valid};
use retromesh_kit::{ExportOptions, ImportOptions};
use std::path::Path;

/// Says how a file is read and written, what must not happen on the way, and what happens to a file that is already there.
///
/// ```
/// use retromesh::{Denied, ExportOptions, ImportOptions, Request};
///
/// let (import, export) = (ImportOptions::default(), ExportOptions::default());
/// let lossless = Denied::parse(&[Denied::ANY_LOSS]).unwrap();
/// let request = Request::new(&import, &export).deny(&lossless);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Request<'r> {
    pub(crate) import: &'r ImportOptions,
    pub(crate) export: &'r ExportOptions,
    pub(crate) denied: Option<&'r Denied>,
    pub(crate) overwrite: Overwrite,
    pub(crate) like: Option<&'r Valid<'static>>,
    pub(crate) output: Option<&'r Path>,
}

impl<'r> Request<'r> {
    /// Asks for a conversion that may lose what it must, and replaces no file.
    pub fn new(import: &'r ImportOptions, export: &'r ExportOptions) -> Self {
        Self { import, export, denied: None, overwrite: Overwrite::Refuse, like: None, output: None }
    }

    /// Lets the conversion fail where one of these codes is reported.
    #[must_use]
    pub fn deny(mut self, denied: &'r Denied) -> Self {
        self.denied = Some(denied);
        self
    }

    /// Says what happens to a file that is already there.
    #[must_use]
    pub fn overwrite(mut self, overwrite: Overwrite) -> Self {
        self.overwrite = overwrite;
        self
    }

    /// Restores what other programs took away of the scene that the input was made from: see [`like`](crate::like()).
    #[must_use]
    pub fn like(mut self, original: &'r Valid<'static>) -> Self {
        self.like = Some(original);
        self
    }

    /// Says where the output will be, so that images are reported which it names there and which are not there.
    #[must_use]
    pub fn output(mut self, output: &'r Path) -> Self {
        self.output = Some(output);
        self
    }

    pub(crate) fn denies(&self, code: Code) -> bool {
        self.denied.is_some_and(|denied| denied.contains(code))
    }
}
