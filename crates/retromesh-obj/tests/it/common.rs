//! The generated files, and the material libraries next to them.

use retromesh_kit::Files;
use retromesh_testkit::{File, fixtures};

/// The fewest models that there must be.
const AT_LEAST: usize = 60;

/// Returns the generated models.
pub(crate) fn models() -> Vec<File> {
    fixtures("obj", "obj", AT_LEAST)
}

/// The generated material libraries.
pub(crate) struct Libraries(Vec<File>);

impl Libraries {
    /// Reads them all.
    pub(crate) fn new() -> Self {
        Self(fixtures("obj", "mtl", 3))
    }
}

impl Files for Libraries {
    fn load(&self, name: &str) -> Option<Vec<u8>> {
        self.0.iter().find(|file| file.name == name).map(|file| file.bytes.clone())
    }
}
