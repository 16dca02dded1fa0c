//! What a file refers to: images, materials and other models; and renaming of what it does.

use crate::format::Output;
use std::collections::HashSet;

/// A path of an image or of a material file that a model names.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TextureName {
    /// The path as the file holds it, decoded.
    pub path: String,
    /// The file that the engine looks for, from the folder of the model or of the game's data, with forward slashes; empty where
    /// the path stands for no single file.
    pub file: String,
    /// The number of the level of detail that uses it; `None` where the format has no levels or the path belongs to all.
    pub level: Option<u32>,
    /// Whether it is a file that describes a material rather than an image.
    pub is_material: bool,
}

impl TextureName {
    /// Builds the name of an image that belongs to the whole file and is found under its path.
    pub fn image(path: impl Into<String>) -> Self {
        let path = path.into();
        let file = path.replace('\\', "/");
        Self { path, file, level: None, is_material: false }
    }

    /// Keeps the first of each path; an empty one names nothing.
    pub fn distinct(names: impl IntoIterator<Item = Self>) -> Vec<Self> {
        let mut known = HashSet::new();
        names.into_iter().filter(|name| !name.path.is_empty() && known.insert(name.path.clone())).collect()
    }

    /// Sets the file where it is not the path itself.
    #[must_use]
    pub fn found_as(self, file: impl Into<String>) -> Self {
        Self { file: file.into(), ..self }
    }
}

/// A reference to another model.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ModelReference {
    /// The name or path as the file holds it, without its number.
    pub path: String,
    /// The number that tells several references to one model apart, -1 for none.
    pub id: i32,
    /// The level of detail that holds it.
    pub level: Option<u32>,
    /// The class of the game's configuration that decides first which model it is; empty where the format has none.
    pub class: String,
    /// The model file, from the root of the game's data, that is loaded where no class names another.
    pub file: String,
}

/// A file with other paths in it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Renamed {
    /// The file, and those next to it in which something changed.
    pub output: Output,
    /// The places that hold another path now.
    pub places: usize,
}
