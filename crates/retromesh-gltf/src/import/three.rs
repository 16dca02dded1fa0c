//! What three.js makes of names, taken back.
//!
//! Its loader changes the names of nodes for its own addressing, and keeps the original among their extras; its exporter makes a scene for
//! what is in none.

use super::Importer;
use super::scenes::{HIDDEN, LEVELS};
use retromesh_core::{Extra, Extras};
use retromesh_kit::is_numbered;

/// The scene that the exporter of three.js makes.
const MADE_SCENE: &str = "AuxScene";

impl Importer<'_, '_> {
    /// Returns whether three.js wrote the file.
    pub(super) fn is_of_three(&self) -> bool {
        self.root.asset.generator.as_deref().is_some_and(|generator| generator.starts_with("THREE."))
    }

    /// Returns whether a node is a scene for what this project does not show at first, of which three.js makes a node.
    pub(super) fn is_scene_of_three(&self, node: &gltf_json::Node) -> bool {
        let is_name = |name: &str| [LEVELS, HIDDEN].into_iter().any(|scene| name == in_three(scene));
        self.is_of_three() && self.own && node.extras.is_none() && node.name.as_deref().is_some_and(is_name)
    }

    /// Returns whether the scene is one that three.js made, as only it names them so.
    pub(super) fn is_made_by_three(&self, scene: &gltf_json::Scene) -> bool {
        self.is_of_three() && scene.name.as_deref() == Some(MADE_SCENE)
    }
}

/// Takes the original name of a node out of its extras, where it is the one that became this name.
pub(super) fn original_name(name: &str, extras: &mut Extras) -> Option<String> {
    let original = extras.get("name").and_then(Extra::as_text)?.to_owned();
    let changed = in_three(&original);
    let is_own = name == changed || is_numbered(name, &changed);
    is_own.then(|| extras.remove("name")).map(|_| original)
}

/// Returns a name as three.js has it: without what its paths of properties reserve.
fn in_three(name: &str) -> String {
    let kept = name.chars().filter(|c| !matches!(c, '[' | ']' | '.' | ':' | '/'));
    kept.map(|c| if c.is_whitespace() { '_' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_before_three_unless_the_user_changed_them() {
        let rows = [
            ("HeadCTRL", "Head.CTRL", Some("Head.CTRL")),
            ("Scene_Root", "Scene Root", Some("Scene Root")),
            ("body_1", "body", Some("body")),
            ("a_2", "[a]:/", Some("[a]:/")),
            ("Skull", "Head.CTRL", None),
            ("body_left", "body", None),
            ("body_", "body", None),
        ];
        for (name, original, expected) in rows {
            let mut extras = Extras::from([("name".to_owned(), original.to_owned().into())]);
            assert_eq!(original_name(name, &mut extras).as_deref(), expected, "{name}");
            assert_eq!(extras.is_empty(), expected.is_some(), "{name}");
        }
    }
}
