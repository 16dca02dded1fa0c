//! What a room has no place for: other nodes, other names, other turns.

use super::Exporter;
use super::nodes::{LIGHT, Role, Tree, class_of, event_of, is_class, keys_of};
use crate::import::property::{ANGLES, ORIGIN};
use crate::import::{DRAWN, ROOM, stem};
use glam::{Mat4, Quat, Vec3};
use retromesh_core::extras::NODE_NAME;
use retromesh_core::properties::{CLASS, COLLISION, Properties, TRIGGER, key};
use retromesh_core::scene::Trs;
use retromesh_core::{Code, Error, Finding, NodeId};
use retromesh_kit::{angles, listed};

/// What the parts of a matrix may differ by, as a share of its largest number.
const NEAR: f32 = 1e-4;

impl Exporter<'_, '_> {
    pub(super) fn report(&mut self, tree: &Tree) -> Result<(), Error> {
        let scene = self.scene;
        let room = self.room(tree);
        let (mut plain, mut moved, mut names, mut turned, mut baked, mut extras) =
            (Vec::new(), 0, Vec::new(), Vec::new(), 0, 0);
        for &id in &tree.order {
            let role = tree.roles[id];
            extras += usize::from(self.has_more(tree, id));
            if Some(id) == room {
                names.extend((!matches!(scene[id].name.as_str(), "" | ROOM)).then_some(scene[id].name.as_str()));
                continue;
            }
            // That of a file that has other roots now loses nothing.
            let is_plain = role == Role::None && scene[id].name != ROOM;
            plain.extend(is_plain.then_some(scene[id].name.as_str()));
            let is_moved = scene[id].parent.is_some() && scene[id].parent != room;
            moved += usize::from(role != Role::None && is_moved);
            let name = self.name_of(tree, id);
            let is_other = !scene[id].name.is_empty() && role != Role::None && scene[id].name != name;
            names.extend(is_other.then_some(scene[id].name.as_str()));
            match role {
                Role::Entity => turned.extend(self.is_turned(tree, id).then_some(&scene[id].name)),
                Role::Drawn | Role::Collision | Role::Trigger => {
                    baked += usize::from(self.pose.world[id] != Mat4::IDENTITY);
                }
                _ => {}
            }
        }
        let detail = format!(
            "the game has no entity for these nodes: {}; the custom property entity.classname makes one of a node",
            listed(&plain)
        );
        self.diagnostics.note(Code::LostHierarchy, plain.len(), detail)?;
        self.diagnostics.note(Code::FlattenedNodes, moved, "all nodes are below the room")?;
        let detail = format!("the room, entities and surfaces have no names: {}", listed(&names));
        self.diagnostics.note(Code::LostNames, names.len(), detail)?;
        self.diagnostics.note(Code::LostExtras, extras, "properties of nodes that the game does not read")?;
        let drawn = tree.of_role(Role::Drawn);
        let is_map = tree.properties.values().iter().flatten().any(Properties::is_name);
        let plain = drawn.iter().filter(|&&id| is_map && tree.properties[id].is_none());
        let plain: Vec<&str> = plain.map(|&id| scene[id].name.as_str()).collect();
        let detail = format!(
            "surfaces of a map without a class in their names, which the game's own converter leaves out, are drawn: {}",
            listed(&plain)
        );
        self.diagnostics.note(Code::LostNames, plain.len(), detail)?;
        self.diagnostics.note(
            Code::LostHierarchy,
            if drawn.len() > 1 { drawn.len() } else { 0 },
            "drawn meshes were joined into one",
        )?;
        let collision = tree.of_role(Role::Collision).len();
        self.diagnostics.note(
            Code::LostHierarchy,
            if collision > 1 { collision } else { 0 },
            "collision meshes became the one collision of the room, which has all their faces: nothing to do",
        )?;
        self.diagnostics.note(Code::LostHierarchy, baked, "transforms were applied to the vertices")?;
        let first = turned.first().map(|name| format!("node {name}")).unwrap_or_default();
        let finding = Finding::new(Code::ApproximatedTransform).times(turned.len()).within(first);
        self.diagnostics.report(finding.detail("the game turns props and spotlights, and scales props"))?;
        self.diagnostics.note(
            Code::LostMesh,
            tree.of_role(Role::Hidden).len(),
            "hidden nodes that are neither collision nor trigger",
        )?;
        let skins = drawn.iter().filter(|&&id| scene[id].mesh.as_deref().is_some_and(|mesh| mesh.skeleton.is_some()));
        self.diagnostics.note(Code::LostSkin, skins.count(), "a skin was applied to the vertices")
    }

    /// Reports the names of materials that their textures do not have.
    pub(super) fn report_renamed(&mut self) -> Result<(), Error> {
        let detail = format!("materials have the names of their textures: {}", listed(&self.renamed));
        self.diagnostics.note(Code::LostNames, self.renamed.len(), detail)
    }

    /// Reports the properties that something else contradicts: which of the two was edited nobody knows.
    pub(super) fn report_overruled(&mut self) -> Result<(), Error> {
        let keys: Vec<String> = self.overruled.keys().map(|name| key(name)).collect();
        let detail =
            format!("{}: what the light, turn, size or name of the node says was written instead", keys.join(", "));
        let finding = Finding::new(Code::MisleadingHint).times(self.overruled.values().sum()).detail(detail);
        self.diagnostics.report(finding.within(self.first_overruled.clone()))
    }

    /// Returns the node that a reader makes for the room: a root with no role and no transform, the only one or the one with its name.
    fn room(&self, tree: &Tree) -> Option<NodeId> {
        let roots = &self.scene.roots;
        let is_plain =
            |id: &&NodeId| tree.roles[**id] == Role::None && self.scene[**id].transform.matrix() == Mat4::IDENTITY;
        // Blender puts what is new next to the room.
        let is_room = |id: &&NodeId| is_plain(id) && (roots.len() == 1 || self.scene[**id].name == ROOM);
        roots.iter().find(is_room).copied()
    }

    /// Returns the name that a reader gives to what a node becomes.
    fn name_of(&self, tree: &Tree, id: NodeId) -> String {
        let node = &self.scene[id];
        match tree.roles[id] {
            Role::Collision => "collision".to_owned(),
            Role::Trigger => event_of(node, tree.properties[id].as_ref()),
            Role::Entity => {
                let file = node.proxy.as_deref().map(|proxy| proxy.path.as_str());
                file.map_or_else(|| class_of(self.scene, node, tree.properties[id].as_ref()), stem).to_owned()
            }
            _ => DRAWN.to_owned(),
        }
    }

    /// Returns whether a node has properties, or another text for a name, of which the file says less.
    fn has_more(&self, tree: &Tree, id: NodeId) -> bool {
        let node = &self.scene[id];
        let Some(properties) = &tree.properties[id] else { return node.extras.contains_key(NODE_NAME) };
        let class = match tree.roles[id] {
            Role::Entity => class_of(self.scene, node, Some(properties)),
            Role::Trigger => TRIGGER,
            Role::Collision => COLLISION,
            Role::Drawn => DRAWN,
            _ => return true,
        };
        let known = keys_of(class);
        let is_read = |key: &str| known.contains(&key) || [CLASS, ORIGIN].contains(&key);
        // That a lamp is of the other class now is reported with the properties of which that is so.
        let is_class = properties.class() == class || tree.roles[id] == Role::Entity && is_class(&properties.class());
        !is_class || !properties.keys().all(is_read)
    }

    /// Returns whether a node is turned, scaled or skewed in a way that its entity does not store.
    fn is_turned(&self, tree: &Tree, id: NodeId) -> bool {
        let Trs { translation, rotation, scale } = self.place(tree, id);
        let class = class_of(self.scene, &self.scene[id], tree.properties[id].as_ref());
        let (keeps_turn, keeps_scale) = match class {
            // It shines alike in all directions.
            LIGHT => return false,
            "model" => (true, true),
            "spotlight" | "playerstart" => (true, false),
            _ => (false, false),
        };
        // Of a name the angles count, not how the node is turned.
        let named = tree.properties[id].as_ref().filter(|properties| properties.is_name() && class != "model");
        let named =
            named.and_then(|properties| properties.get(ANGLES)).map(angles::three_numbers).map(angles::rotation);
        let stored = Trs {
            translation,
            rotation: if keeps_turn { named.unwrap_or(rotation) } else { Quat::IDENTITY },
            scale: if keeps_scale { scale } else { Vec3::ONE },
        };
        let world = self.pose.world[id];
        let size = world.to_cols_array().iter().fold(1.0, |size: f32, x| size.max(x.abs()));
        !stored.matrix().abs_diff_eq(world, NEAR * size)
    }
}
