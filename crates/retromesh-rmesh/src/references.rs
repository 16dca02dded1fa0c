//! The props that a room places.

use crate::document::{Document, Entity};
use retromesh_kit::ModelReference;

/// Where the game has its props.
pub(crate) const PROPS: &str = "GFX/Map/Props/";

/// Lists the props, each once, in the order of the file.
pub(crate) fn references(document: &Document<'_>) -> Vec<ModelReference> {
    let mut found: Vec<ModelReference> = Vec::new();
    for entity in &document.entities {
        let Entity::Model(model) = entity else { continue };
        let path = model.file.to_string();
        if found.iter().all(|known| known.path != path) {
            let file = format!("{PROPS}{}", path.replace('\\', "/"));
            found.push(ModelReference { path, id: -1, level: None, class: String::new(), file });
        }
    }
    found
}
