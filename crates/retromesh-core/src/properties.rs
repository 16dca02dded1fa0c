//! Properties of nodes as map editors have them: keys with texts, among them the class.
//!
//! A map of 3D World Studio says in the name of a node what it is, as lines of `key=value`. In a scene the same is in the extras of
//! the node, one entry a key, so that formats of one engine share it and other programs can show and change it.

use crate::extras::{Extra, NODE_NAME};
use crate::scene::{Node, Scene};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The extras that are properties begin so; the key follows.
pub const PREFIX: &str = "entity.";
/// The key of the class, which every node with properties has.
pub const CLASS: &str = "classname";
/// The class of meshes that are collision and not drawn.
pub const COLLISION: &str = "field_hit";
/// The class of meshes that are trigger boxes and not drawn.
pub const TRIGGER: &str = "trigger";
/// The class of other models that are placed.
pub const MODEL: &str = "model";
/// The key of the file of another model, which is the [proxy](Node::proxy) of the node.
pub const FILE: &str = "file";

/// The properties of a node: texts by key, keys in small letters.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Properties {
    values: BTreeMap<String, String>,
    /// Whether they are the node's name in its file, which other programs do not change.
    is_name: bool,
}

impl Properties {
    /// Reads lines of `key=value`, with quotes or without; of equal keys the first counts. `None` where no line names a class.
    pub fn parse(text: &str) -> Option<Self> {
        // What properties are made of; nearly all names have none of it.
        if !text.contains('=') {
            return None;
        }
        let mut values = BTreeMap::new();
        let plain = |text: &str| text.trim().replace('"', "");
        for (key, value) in text.split(['\r', '\n']).filter_map(|line| line.split_once('=')) {
            values.entry(plain(key).to_ascii_lowercase()).or_insert_with(|| plain(value));
        }
        values.contains_key(CLASS).then_some(Self { values, is_name: true })
    }

    /// Returns the properties of a node, its [proxy](Node::proxy) as [`FILE`]; `None` for a node without a class.
    pub fn of(node: &Node) -> Option<Self> {
        if let Some(text) = node.extras.get(NODE_NAME).and_then(Extra::as_text) {
            return Self::parse(text);
        }
        let mut values = BTreeMap::new();
        for (key, extra) in &node.extras {
            if let (Some(key), Some(text)) = (key.strip_prefix(PREFIX), text(extra)) {
                values.insert(key.to_owned(), text);
            }
        }
        if let Some(proxy) = node.proxy.as_deref() {
            values.insert(FILE.into(), proxy.path.clone());
        }
        values.contains_key(CLASS).then_some(Self { values, is_name: false })
    }

    /// Returns the class in small letters.
    pub fn class(&self) -> String {
        self.get(CLASS).unwrap_or_default().to_ascii_lowercase()
    }

    /// Returns the keys, in order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.values.keys().map(String::as_str)
    }

    /// Returns the text of a key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.values.get(key).map(String::as_str)
    }

    /// Gives a key another text.
    pub fn set(&mut self, key: &str, text: impl Into<String>) {
        self.values.insert(key.to_owned(), text.into());
    }

    /// Returns the number that the text of a key is, if it is one and finite.
    pub fn number(&self, key: &str) -> Option<f32> {
        self.get(key)?.trim().parse().ok().filter(|number: &f32| number.is_finite())
    }

    /// Returns whether a node of the class is not drawn.
    pub fn is_hidden(&self) -> bool {
        [COLLISION, TRIGGER].contains(&self.class().as_str())
    }

    /// Returns whether they come from the name of the node in its file.
    pub fn is_name(&self) -> bool {
        self.is_name
    }

    /// Writes the name of a node that says them, the class first.
    pub fn to_name(&self) -> String {
        let mut name = format!("{CLASS}={}", self.get(CLASS).unwrap_or_default());
        for (key, value) in self.values.iter().filter(|(key, _)| *key != CLASS) {
            // Writing to a string cannot fail; a line ends where the next begins.
            let _ = write!(name, "\r\n{key}={}", value.replace(['\r', '\n'], " "));
        }
        name
    }
}

/// Returns the key of extras for a property.
pub fn key(name: &str) -> String {
    format!("{PREFIX}{name}")
}

/// Returns an extra as the text of a property; lists and tables are none.
fn text(extra: &Extra) -> Option<String> {
    Some(match extra {
        Extra::Text(text) => text.clone(),
        Extra::Int(number) => number.to_string(),
        // With the digits that tell it from other numbers of 32 bits, which is what formats hold.
        Extra::Float(number) => (*number as f32).to_string(),
        Extra::Bool(value) => u8::from(*value).to_string(),
        Extra::Bytes(_) | Extra::List(_) | Extra::Map(_) => return None,
    })
}

impl Scene {
    /// Returns whether some node has properties: whether the scene is a map of entities.
    pub fn is_map(&self) -> bool {
        self.nodes.iter().any(|node| Properties::of(node).is_some())
    }

    /// Returns whether the scene is a map as Blitz3D has it, which is without a unit and keeps its numbers, through glTF as well. Where a
    /// program took the extras away, the first lines of its names still say what it is: `classname=light`.
    pub fn is_map_without_unit(&self) -> bool {
        let has_names = || self.nodes.iter().any(|node| node.extras.contains_key(NODE_NAME)) && self.is_map();
        let is_named = || self.nodes.iter().any(|node| Properties::parse(&node.name).is_some());
        self.space.metres_per_unit == 1.0 && (has_names() || is_named())
    }
}

/// How many metres a unit of a map is: the game that such maps are known from scales them by 8 / 2048.
pub const METRES_PER_UNIT: f32 = 8.0 / 2048.0;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Proxy;

    #[test]
    fn lines_become_properties() {
        // Text, class, range.
        let rows = [
            ("classname=light\r\nrange=512\r\ncolor=255 0 0", Some("light"), Some(512.0)),
            ("\"classname\" = \"Light\"\n\"range\"=\"2.5\"", Some("light"), Some(2.5)),
            ("range=1\nclassname=light\nrange=2", Some("light"), Some(1.0)),
            ("classname=light\nrange=wide", Some("light"), None),
            ("range=1", None, None),
            ("Bip01", None, None),
        ];
        for (name, class, range) in rows {
            let found = Properties::parse(name);
            assert_eq!(found.as_ref().map(Properties::class).as_deref(), class, "{name:?}");
            assert_eq!(found.and_then(|found| found.number("range")), range, "{name:?}");
        }
    }

    #[test]
    fn extras_become_a_name_and_come_back() {
        let mut node = Node::default();
        assert_eq!(Properties::of(&node), None);
        node.extras.insert(key(CLASS), "model".into());
        node.extras.insert(key("range"), 0.1f32.into());
        node.extras.insert(key("sound"), 3i32.into());
        node.proxy = Some(Box::new(Proxy { path: "lamp.x".into(), id: -1 }));
        let properties = Properties::of(&node).unwrap();
        let name = properties.to_name();
        assert_eq!(name, "classname=model\r\nfile=lamp.x\r\nrange=0.1\r\nsound=3");
        assert_eq!(Properties::parse(&name), Some(Properties { is_name: true, ..properties }));
    }
}
