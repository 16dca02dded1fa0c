//! The glTF scenes, and what is said of the whole file.
//!
//! A scene of this project is one. Roots that are in other glTF scenes say so in their extras, so that a way to glTF writes the scenes
//! that were read.

use super::Importer;
use crate::extras_json::{from_json, split};
use crate::{ASSET, SCENE, SCENES};
use retromesh_core::{Extra, Extras};
use serde_json::json;

impl Importer<'_, '_> {
    /// Notes in which scenes the roots are, where there are several, and the names and extras of all.
    pub(super) fn scenes(&mut self) {
        let shown = self.root.scene.map_or(0, |scene| scene.value());
        let scenes = if self.levels_are_apart() {
            self.root.scenes.get(shown..=shown).unwrap_or_default()
        } else {
            &self.root.scenes
        };
        let several = scenes.len() > 1;
        if several {
            let mut places: Vec<Vec<Extra>> = vec![Vec::new(); self.root.nodes.len()];
            for (number, scene) in scenes.iter().enumerate() {
                for node in &scene.nodes {
                    if let Some(places) = places.get_mut(node.value()) {
                        places.push(Extra::Int(number as i64));
                    }
                }
            }
            for &root in &self.scene.roots {
                let place = places.get_mut(root.index()).map(std::mem::take).unwrap_or_default();
                if let Some(node) = self.scene.nodes.get_mut(root.index()) {
                    node.extras.insert(SCENE.into(), Extra::List(place));
                }
            }
        }
        let says_nothing = |scene: &gltf_json::Scene| scene.name.as_deref().is_none_or(|name| name == UNNAMED);
        if !several && scenes.iter().all(|scene| says_nothing(scene) || self.is_made_by_three(scene)) {
            return;
        }
        let scene = |(number, scene): (usize, &gltf_json::Scene)| {
            let extras = if number == shown { Extras::new() } else { split(scene.extras.as_deref()).0 };
            let name = scene.name.clone().unwrap_or_default();
            Extra::Map(Extras::from([
                ("name".to_owned(), name.into()),
                ("extras".to_owned(), Extra::Map(extras)),
                ("shown".to_owned(), Extra::Bool(number == shown)),
            ]))
        };
        let scenes = scenes.iter().enumerate().map(scene).collect();
        self.scene.extras.insert(SCENES.into(), Extra::List(scenes));
    }

    /// Returns whether this project sorted the roots into a scene to show and others for further levels of detail and hidden nodes.
    pub(super) fn levels_are_apart(&self) -> bool {
        // Blender sorts them.
        let shown = self.root.scene.map_or(0, |scene| scene.value());
        let is_apart = |scene: &gltf_json::Scene| [Some(LEVELS), Some(HIDDEN)].contains(&scene.name.as_deref());
        self.own && self.root.scenes.iter().enumerate().all(|(number, scene)| number == shown || is_apart(scene))
    }

    /// Keeps what other programs say of the whole file, but for who wrote it.
    pub(super) fn asset(&mut self) {
        let asset = &self.root.asset;
        let of_asset = split(asset.extras.as_deref()).0;
        // Without a scene the extras of the file are those of the scene.
        let of_file = if self.root.scenes.is_empty() { Extras::new() } else { split(self.root.extras.as_deref()).0 };
        let mut kept = Extras::new();
        if let Some(version) = &asset.min_version {
            kept.extend(from_json(&json!(version)).map(|version| ("minVersion".to_owned(), version)));
        }
        for (key, extras) in [("extras", of_asset), ("file", of_file)] {
            if !extras.is_empty() {
                kept.insert(key.to_owned(), Extra::Map(extras));
            }
        }
        if !kept.is_empty() {
            self.scene.extras.insert(ASSET.into(), Extra::Map(kept));
        }
    }
}

/// What Blender calls the scene of each file that nobody has named.
const UNNAMED: &str = "Scene";

/// The name that this project gives to the glTF scene of further levels of detail.
pub(crate) const LEVELS: &str = "levels of detail";

/// The name that this project gives to the glTF scene of hidden roots.
pub(crate) const HIDDEN: &str = "hidden";

/// Reads the kept scenes: each name, extras, and whether it is the one to show.
pub(crate) fn kept_scenes(extras: &Extras) -> Vec<(Option<String>, Extras, bool)> {
    let Some(Extra::List(scenes)) = extras.get(SCENES) else { return Vec::new() };
    let scene = |scene: &Extra| {
        let Extra::Map(scene) = scene else { return Default::default() };
        let name = scene.get("name").and_then(Extra::as_text).filter(|name| !name.is_empty()).map(str::to_owned);
        let extras = match scene.get("extras") {
            Some(Extra::Map(extras)) => extras.clone(),
            _ => Extras::new(),
        };
        (name, extras, scene.get("shown") == Some(&Extra::Bool(true)))
    };
    scenes.iter().map(scene).collect()
}

/// Returns the numbers of the glTF scenes that a root is in; `None` where nothing is said.
pub(crate) fn places(extras: &Extras) -> Option<Vec<usize>> {
    let Some(Extra::List(places)) = extras.get(SCENE) else { return None };
    Some(places.iter().filter_map(|place| usize::try_from(place.as_int()?).ok()).collect())
}
