//! What the manifest says of the files next to an input.

use retromesh::{FileState, Folder, Found, Lookup};
use serde::{Deserialize, Serialize};

/// A file that was looked for next to an input. What is usual is left out, as there may be some for each of very many inputs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Dependency {
    name: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    image: bool,
    /// The path of the file from the folder of the input, where it is not the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    /// The size and the time of the last change in nanoseconds since 1970; nothing when no file was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    state: Option<(u64, u64)>,
}

impl From<Lookup> for Dependency {
    fn from(Lookup { name, is_image: image, found }: Lookup) -> Self {
        let state = found.as_ref().map(|found| (found.state.bytes, found.state.modified));
        let path = found.map(|found| found.path).filter(|path| *path != name);
        Self { name, image, path, state }
    }
}

impl From<&Dependency> for Lookup {
    fn from(Dependency { name, image, path, state }: &Dependency) -> Self {
        let path = || path.as_ref().unwrap_or(name).clone();
        let found = state.map(|(bytes, modified)| Found { path: path(), state: FileState { bytes, modified } });
        Self { name: name.clone(), is_image: *image, found }
    }
}

impl Dependency {
    /// Returns whether a folder still gives what it gave.
    pub(super) fn are_found_again(all: &[Self], folder: &Folder) -> bool {
        let lookups: Vec<Lookup> = all.iter().map(Lookup::from).collect();
        folder.finds_the_same(&lookups)
    }
}
