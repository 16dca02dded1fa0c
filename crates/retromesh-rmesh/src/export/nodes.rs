//! What each node is, and the entities.

use super::Exporter;
use crate::document::{Entity, Model, PlayerStart, Screen, SoundEmitter};
use crate::import::property::{
    ANGLES, COLOR, EVENT, IMAGE, INNER_CONE, INTENSITY, ORIGIN, OUTER_CONE, RANGE, SCALE, SOUND,
};
use crate::references::PROPS;
use glam::{Mat4, Vec3};
use retromesh_core::properties::{CLASS, COLLISION, FILE, MODEL, Properties, TRIGGER};
use retromesh_core::scene::{LightKind, Node, Transform, Trs};
use retromesh_core::{Code, Error, Finding, NodeId, NodeMap, Scene};
use retromesh_kit::export::Shown;
use retromesh_kit::{angles, without_number};

/// What a node becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Role {
    /// Nothing of its own.
    #[default]
    None,
    /// Drawn surfaces.
    Drawn,
    /// Collision that is not drawn.
    Collision,
    /// A trigger box.
    Trigger,
    /// A point entity.
    Entity,
    /// A mesh or an entity that is not shown.
    Hidden,
}

/// The nodes of a scene with what they become.
pub(super) struct Tree {
    /// Parents first, children in order.
    pub(super) order: Vec<NodeId>,
    pub(super) roles: NodeMap<Role>,
    pub(super) properties: NodeMap<Option<Properties>>,
    /// Whether a node and all above it are at the origin, not turned and not scaled.
    pub(super) is_placed_by_itself: NodeMap<bool>,
}

impl Tree {
    pub(super) fn of(scene: &Scene) -> Self {
        let shown = Shown::of(scene);
        let properties = NodeMap::from_fn(scene, |id| Properties::of(&scene[id]));
        let roles = NodeMap::from_fn(scene, |id| role(&scene[id], properties[id].as_ref(), shown.nodes[id]));
        let is_still = NodeMap::inherited(scene, |id, above| {
            above != Some(&false) && scene[id].transform.matrix() == Mat4::IDENTITY
        });
        let is_placed_by_itself = NodeMap::from_fn(scene, |id| scene[id].parent.is_none_or(|parent| is_still[parent]));
        Self { order: scene.depth_first(), roles, properties, is_placed_by_itself }
    }

    /// Returns the nodes of a role in order.
    pub(super) fn of_role(&self, role: Role) -> Vec<NodeId> {
        self.order.iter().copied().filter(|&id| self.roles[id] == role).collect()
    }
}

fn role(node: &Node, properties: Option<&Properties>, is_shown: bool) -> Role {
    let class = properties.map(Properties::class).unwrap_or_default();
    let is_entity = is_class(&class) || node.mesh.is_none() && (node.light.is_some() || node.proxy.is_some());
    match class.as_str() {
        COLLISION => Role::Collision,
        TRIGGER => Role::Trigger,
        _ if !is_entity && node.mesh.is_none() => Role::None,
        _ if !is_shown => Role::Hidden,
        _ if is_entity => Role::Entity,
        _ => Role::Drawn,
    }
}

/// The classes of entities.
const CLASSES: [&str; 7] = [LIGHT, SPOTLIGHT, MODEL, "waypoint", "soundemitter", "screen", "playerstart"];
pub(super) const LIGHT: &str = "light";
const SPOTLIGHT: &str = "spotlight";

/// Returns whether a class is one of entities.
pub(super) fn is_class(class: &str) -> bool {
    CLASSES.contains(&class)
}

/// Returns the class of an entity: that of its properties where the game has it, else what it is in the scene. A lamp is what its light is now.
pub(super) fn class_of(scene: &Scene, node: &Node, properties: Option<&Properties>) -> &'static str {
    let class = properties.map(Properties::class).unwrap_or_default();
    let lamp = node.light.map(|light| match scene[light].kind {
        LightKind::Spot { .. } => SPOTLIGHT,
        _ => LIGHT,
    });
    match CLASSES.into_iter().find(|known| *known == class) {
        Some(known @ (LIGHT | SPOTLIGHT)) if !properties.is_some_and(Properties::is_name) => lamp.unwrap_or(known),
        Some(known) => known,
        None if node.proxy.is_some() => MODEL,
        None => lamp.unwrap_or(LIGHT),
    }
}

/// Returns the keys of the properties that a class has a place for.
pub(super) fn keys_of(class: &str) -> &'static [&'static str] {
    match class {
        LIGHT => &[RANGE, COLOR, INTENSITY],
        SPOTLIGHT => &[RANGE, COLOR, INTENSITY, ANGLES, INNER_CONE, OUTER_CONE],
        MODEL => &[FILE, ANGLES, SCALE],
        "soundemitter" => &[SOUND, RANGE],
        "screen" => &[IMAGE],
        "playerstart" => &[ANGLES],
        TRIGGER => &[EVENT],
        _ => &[],
    }
}

impl Exporter<'_, '_> {
    /// Returns the entities in the order of their nodes.
    pub(super) fn entities(&mut self, tree: &Tree) -> Result<Vec<Entity<'static>>, Error> {
        let mut entities = Vec::new();
        for id in tree.of_role(Role::Entity) {
            let entity = self.entity(tree, id)?;
            let detail = format!("the game has no entity for such nodes: {}", self.at);
            self.diagnostics.note(Code::LostHierarchy, entity.is_none(), detail)?;
            entities.extend(entity);
        }
        Ok(entities)
    }

    /// Returns the entity of a node; `None` for what the game has no entity for.
    fn entity(&mut self, tree: &Tree, id: NodeId) -> Result<Option<Entity<'static>>, Error> {
        let node = &self.scene[id];
        self.at = if node.light.is_some() { self.lamps.unique(&node.name) } else { node.name.clone() };
        let plain = Properties::default();
        let properties = tree.properties[id].as_ref().unwrap_or(&plain);
        let place = self.place(tree, id);
        let position = position(place.translation, properties);
        let class = class_of(self.scene, node, tree.properties[id].as_ref());
        if class != properties.class() && is_class(&properties.class()) {
            self.overrule(properties, [CLASS]);
        }
        let is_dark = [LIGHT, SPOTLIGHT].contains(&class) && node.light.is_none();
        let what = "lamps whose nodes have no light any more: delete the nodes where there should be none";
        self.diagnostics.note(Code::Restored, is_dark, what)?;
        Ok(Some(match class {
            LIGHT => {
                if node.light.is_some_and(|light| self.scene[light].kind == LightKind::Directional) {
                    self.diagnostics
                        .report(Finding::new(Code::LostLight).detail("no place for lights that shine everywhere"))?;
                    return Ok(None);
                }
                Entity::Light(self.light(node, properties, position)?)
            }
            SPOTLIGHT => Entity::Spotlight(self.spotlight(node, properties, &place, position)?),
            MODEL => {
                let file = properties.get(FILE).or(node.proxy.as_deref().map(|proxy| proxy.path.as_str()));
                let file = below_props(file.unwrap_or_default());
                if file.is_empty() {
                    self.diagnostics.report(
                        Finding::new(Code::LostExtras)
                            .detail("a prop without a file, of which the game reads less than is written"),
                    )?;
                    return Ok(None);
                }
                let file = self.texts.encode(file);
                let (angles, scale) = (self.prop_angles(&place, properties), self.prop_scale(&place, properties));
                Entity::Model(Model { file, position, angles, scale })
            }
            "soundemitter" => Entity::SoundEmitter(SoundEmitter {
                position,
                sound: properties.number(SOUND).unwrap_or(0.0) as i32,
                range: properties.number(RANGE).unwrap_or(1.0),
            }),
            "screen" => {
                let image = self.texts.encode(properties.get(IMAGE).unwrap_or_default());
                Entity::Screen(Screen { position, image })
            }
            "playerstart" => {
                let angles = self.angles(&place, properties);
                Entity::PlayerStart(PlayerStart { position, angles: self.texts.encode(&angles) })
            }
            _ => Entity::Waypoint(position),
        }))
    }

    /// Returns where a node is in the world; its own transform where nothing above it moves it.
    pub(super) fn place(&self, tree: &Tree, id: NodeId) -> Trs {
        let own = &self.scene[id].transform;
        if tree.is_placed_by_itself[id] && self.options.pose.is_none() {
            return own.trs();
        }
        Transform::from(self.pose.world[id]).trs()
    }

    /// Returns the angles of a prop: as they were where they still turn it so.
    fn prop_angles(&mut self, place: &Trs, properties: &Properties) -> Vec3 {
        let kept = properties.get(ANGLES).map(angles::three_numbers);
        let holds = |kept: &Vec3| angles::are_alike(angles::rotation(*kept), place.rotation);
        kept.filter(holds).unwrap_or_else(|| {
            self.overrule(properties, [ANGLES]);
            angles::of_rotation(place.rotation)
        })
    }

    /// Returns the size of a prop: as it was where it is the same but for what other programs round.
    fn prop_scale(&mut self, place: &Trs, properties: &Properties) -> Vec3 {
        /// The share of a size that tools of glTF take for nothing.
        const NEAR: f32 = 1e-5;
        let kept = properties.get(SCALE).map(angles::three_numbers);
        let holds = |kept: &Vec3| kept.abs_diff_eq(place.scale, NEAR * place.scale.abs().max_element());
        kept.filter(holds).unwrap_or_else(|| {
            self.overrule(properties, [SCALE]);
            place.scale
        })
    }

    /// Returns a text of angles: as it was where it still says how the node is turned, or is part of the node's name.
    pub(super) fn angles(&mut self, place: &Trs, properties: &Properties) -> String {
        let holds = |text: &&str| {
            properties.is_name() || angles::are_alike(angles::rotation(angles::three_numbers(text)), place.rotation)
        };
        if let Some(kept) = properties.get(ANGLES).filter(holds) {
            return kept.to_owned();
        }
        self.overrule(properties, [ANGLES]);
        crate::import::numbers(angles::of_rotation(place.rotation))
    }

    /// Notes properties that the light, the turn, the size or the name of their node contradicts.
    pub(super) fn overrule<const N: usize>(&mut self, properties: &Properties, keys: [&'static str; N]) {
        for key in keys.into_iter().filter(|key| properties.get(key).is_some()) {
            if self.overruled.is_empty() {
                self.first_overruled.clone_from(&self.at);
            }
            *self.overruled.entry(key).or_default() += 1;
        }
    }
}

/// Returns the position to write: as it was where it is the same but for the sign of a zero.
fn position(now: Vec3, properties: &Properties) -> Vec3 {
    let kept = properties.get(ORIGIN).map(angles::three_numbers);
    // Other programs do not keep the sign of a zero.
    kept.filter(|kept| *kept == now).unwrap_or(now + Vec3::ZERO)
}

/// Returns a path from the folder of the props on.
fn below_props(path: &str) -> &str {
    let start = path.get(..PROPS.len()).map(|start| start.replace('\\', "/"));
    let is_below = start.is_some_and(|start| start.eq_ignore_ascii_case(PROPS));
    if is_below { path.get(PROPS.len()..).unwrap_or_default() } else { path }
}

/// Returns the name of a trigger's event: the node's name counts where it was changed.
pub(super) fn event_of(node: &Node, properties: Option<&Properties>) -> String {
    let Some(kept) = properties.and_then(|properties| properties.get(EVENT)) else {
        return if node.name.contains('=') { "event".to_owned() } else { node.name.clone() };
    };
    // Blender puts a number after a name that is taken.
    let is_kept = node.name == kept || without_number(&node.name) == Some(kept);
    let is_name = properties.is_some_and(Properties::is_name);
    if is_kept || is_name || node.name.is_empty() { kept.to_owned() } else { node.name.clone() }
}
