//! Document to scene.
//!
//! Below one node for the room: its drawn mesh, its hidden collision, its trigger boxes, and a node for each entity. What a node is
//! it says by [properties](retromesh_core::properties), under the names that the game's converter reads.

mod lights;
mod materials;
mod meshes;
mod nodes;

pub(crate) use materials::{blend, usual_flags};
pub(crate) use nodes::{numbers, stem};

use crate::document::Document;
use materials::Materials;
use retromesh_core::properties::METRES_PER_UNIT;
use retromesh_core::scene::Node;
use retromesh_core::{Code, Diagnostics, Error, Finding, NodeId, Scene, Space};
use retromesh_kit::ImportOptions;
use retromesh_kit::import::replace_non_finite;
use retromesh_wire::{Encoding, RawStr};

/// The name of the node for the room.
pub(crate) const ROOM: &str = "room";
/// The class of drawn meshes.
pub(crate) const DRAWN: &str = "mesh";

/// The properties of nodes, by the names that the game's converter reads; `origin` is our own.
pub(crate) mod property {
    pub(crate) use retromesh_kit::lamps::{ANGLES, COLOR, INNER_CONE, INTENSITY, OUTER_CONE, RANGE};

    /// The size of a prop where it is not 1: our own.
    pub(crate) const SCALE: &str = "scale";
    /// The number of a sound emitter's sound.
    pub(crate) const SOUND: &str = "sound";
    /// The path of a screen's image.
    pub(crate) const IMAGE: &str = "imgpath";
    /// The name of a trigger's event.
    pub(crate) const EVENT: &str = "event";
    /// The position of an entity where a zero has a sign.
    pub(crate) const ORIGIN: &str = "origin";
}

/// The space of Blitz3D: left-handed, y up, clockwise; the game scales rooms by 8 / 2048.
pub(crate) const SPACE: Space = Space { metres_per_unit: METRES_PER_UNIT, ..Space::LEFT_HANDED };

/// The extra of a scene whose texts are UTF-8 where they are not ASCII: the game reads Windows-1252.
pub(crate) const UTF8: &str = "rmesh.utf8";
/// The extra of a scene with an empty list of trigger boxes.
pub(crate) const NO_TRIGGERS: &str = "rmesh.no_triggers";
/// The extra of a scene whose file does not end in `EOF`.
pub(crate) const NO_END: &str = "rmesh.no_end";
/// The extra of a material with other texture flags than its layers ask for.
pub(crate) const FLAGS: &str = "rmesh.flags";

impl Document<'_> {
    pub(crate) fn import(&self, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Scene, Error> {
        let _ = options;
        let mut scene = Scene { space: SPACE, ..Scene::default() };
        let room = scene.add_node(None, Node { name: ROOM.into(), ..Node::default() });
        let materials = Materials::default();
        let mut importer = Importer { document: self, diagnostics, scene, room, materials, is_utf8: false };
        importer.run()?;
        Ok(importer.scene)
    }
}

struct Importer<'d> {
    document: &'d Document<'d>,
    diagnostics: &'d mut Diagnostics,
    scene: Scene,
    /// The node that everything is below.
    room: NodeId,
    materials: Materials,
    /// Whether a text is UTF-8 and not ASCII.
    is_utf8: bool,
}

impl Importer<'_> {
    fn run(&mut self) -> Result<(), Error> {
        self.drawn()?;
        self.hidden()?;
        self.entities()?;
        let empty = self.document.triggers.as_ref().is_some_and(Vec::is_empty);
        let is_read = self.document.declared_entities.is_none();
        let facts = [(UTF8, self.is_utf8), (NO_TRIGGERS, empty), (NO_END, is_read && !self.document.end)];
        for (key, _) in facts.into_iter().filter(|(_, holds)| *holds) {
            self.scene.extras.insert(key.into(), true.into());
        }
        let bytes = if is_read { self.document.trailing.len() } else { 0 };
        self.diagnostics.report(Finding::new(Code::LostBytes).times(bytes))
    }

    /// Decodes a text.
    fn text(&mut self, raw: &RawStr<'_>, path: &dyn Fn() -> String) -> Result<String, Error> {
        let (text, encoding) = raw.decode();
        if encoding == Encoding::Windows1252 {
            self.diagnostics.report(Finding::new(Code::LegacyText).within(path()))?;
        }
        self.is_utf8 |= encoding == Encoding::Utf8 && !text.is_ascii();
        Ok(text.into_owned())
    }

    /// Replaces numbers that are not finite by zero.
    fn make_finite<'v>(
        &mut self,
        values: impl IntoIterator<Item = &'v mut f32>,
        path: &dyn Fn() -> String,
    ) -> Result<(), Error> {
        let count = replace_non_finite(values);
        if count == 0 {
            return Ok(());
        }
        self.diagnostics.report(Finding::new(Code::NonFinite).times(count).within(path()))
    }
}
