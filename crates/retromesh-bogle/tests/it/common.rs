//! What the tests of this crate share.
#![allow(clippy::expect_used)]

use retromesh_kit::Files;
use std::collections::BTreeMap;
use std::path::Path;

/// Files next to a model, in memory.
#[derive(Debug, Default)]
pub(crate) struct Sidecars(pub(crate) BTreeMap<String, Vec<u8>>);

impl Sidecars {
    /// Returns the geometry files of the fixtures.
    pub(crate) fn fixtures() -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/bgl");
        let name = "geometries/tri_1.bgg";
        let bytes = std::fs::read(folder.join(name)).expect("the geometry of the L16 fixture");
        Self(BTreeMap::from([(name.to_owned(), bytes)]))
    }
}

impl Files for Sidecars {
    fn load(&self, name: &str) -> Option<Vec<u8>> {
        self.0.get(name).cloned()
    }
}
