//! The props that a room places.

use crate::document::{Document, Entity};
use retromesh_kit::ModelReference;

/// Where the game has its props.
pub(crate) const PROPS: &str = "GFX/Map/Props/";

impl Document<'_> {
    /// Lists the props, each once.
    pub fn references(&self) -> Vec<ModelReference> {
        let mut found: Vec<ModelReference> = Vec::new();
        for entity in &self.entities {
            let Entity::Model(model) = entity else { continue };
            let path = model.file.to_string();
            if found.iter().all(|known| known.path != path) {
                let file = format!("{PROPS}{}", path.replace('\\', "/"));
                found.push(ModelReference { path, id: -1, level: None, class: String::new(), file });
            }
        }
        found
    }
}
