//! What is written: a model and the files next to it.

use super::{Files, Model};
use retromesh_core::Result;

/// What writing a scene yields.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Output {
    /// The model file.
    pub bytes: Vec<u8>,
    /// Files to be put next to it: name and bytes.
    pub sidecars: Vec<(String, Vec<u8>)>,
}

/// The sidecars are what is next to the model.
impl Files for Output {
    fn load(&self, name: &str) -> Option<Vec<u8>> {
        self.sidecars.iter().find(|(sidecar, _)| sidecar == name).map(|(_, bytes)| bytes.clone())
    }
}

impl From<Vec<u8>> for Output {
    fn from(bytes: Vec<u8>) -> Self {
        Self { bytes, sidecars: Vec::new() }
    }
}

/// What the export of a scene yields: the document, and the files that belong next to it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Exported<D> {
    /// The document.
    pub document: D,
    /// Files to be put next to it: name and bytes.
    pub sidecars: Vec<(String, Vec<u8>)>,
}

impl<D: Model> Exported<D> {
    /// Writes the document.
    pub fn encode(self) -> Result<Output> {
        Ok(Output { bytes: self.document.encode()?, sidecars: self.sidecars })
    }
}
