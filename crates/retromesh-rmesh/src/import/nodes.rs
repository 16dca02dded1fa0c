//! A node for each entity.

use super::lights::put;
use super::{Importer, property};
use crate::document::{Entity, Model};
use glam::{Quat, Vec3};
use retromesh_core::Error;
use retromesh_core::properties::CLASS;
use retromesh_core::scene::{LightKind, Node, Proxy, Trs};
use retromesh_kit::angles;
use retromesh_kit::lamps::cone;

impl<'d> Importer<'d> {
    /// Adds a node for each entity.
    pub(super) fn entities(&mut self) -> Result<(), Error> {
        let entities: &'d [Entity<'d>] = &self.document.entities;
        for (n, entity) in entities.iter().enumerate() {
            let path = || format!("ENTITY[{n}]");
            let mut node = Node { name: entity.kind().into(), ..Node::default() };
            put(&mut node, CLASS, entity.kind());
            let mut place = Trs { translation: entity.position(), ..Trs::IDENTITY };
            self.make_finite(place.translation.as_mut(), &path)?;
            if place.translation.to_array().iter().any(|&x| x == 0.0 && x.is_sign_negative()) {
                put(&mut node, property::ORIGIN, numbers(place.translation));
            }
            match entity {
                Entity::Light(light) => self.light(light, LightKind::Point, &mut node, &path)?,
                Entity::Spotlight(spotlight) => {
                    self.light(&spotlight.light, cone(spotlight.inner_cone, spotlight.outer_cone), &mut node, &path)?;
                    place.rotation = self.turn(&spotlight.angles, &mut node, &path)?;
                    put(&mut node, property::INNER_CONE, spotlight.inner_cone);
                    put(&mut node, property::OUTER_CONE, spotlight.outer_cone);
                }
                Entity::Model(model) => self.model(model, &mut place, &mut node, &path)?,
                Entity::EmptyModel(_) | Entity::Waypoint(_) => {}
                Entity::SoundEmitter(emitter) => {
                    let mut range = emitter.range;
                    self.make_finite([&mut range], &path)?;
                    put(&mut node, property::SOUND, emitter.sound);
                    put(&mut node, property::RANGE, range);
                }
                Entity::Screen(screen) => {
                    let image = self.text(&screen.image, &path)?;
                    put(&mut node, property::IMAGE, image);
                }
                Entity::PlayerStart(start) => place.rotation = self.turn(&start.angles, &mut node, &path)?,
            }
            node.transform = place.into();
            self.scene.add_node(Some(self.room), node);
        }
        Ok(())
    }

    /// Makes a node stand for a prop.
    fn model(
        &mut self,
        model: &Model<'_>,
        place: &mut Trs,
        node: &mut Node,
        path: &dyn Fn() -> String,
    ) -> Result<(), Error> {
        let file = self.text(&model.file, path)?;
        let (mut turn, mut scale) = (model.angles, model.scale);
        self.make_finite(turn.as_mut().iter_mut().chain(scale.as_mut()), path)?;
        place.rotation = angles::rotation(turn);
        place.scale = scale;
        stem(&file).clone_into(&mut node.name);
        put(node, property::ANGLES, numbers(turn));
        if scale != Vec3::ONE {
            put(node, property::SCALE, numbers(scale));
        }
        node.proxy = Some(Box::new(Proxy { path: file, id: -1 }));
        Ok(())
    }

    /// Keeps a text of angles, and returns the rotation that it means.
    fn turn(
        &mut self,
        text: &retromesh_wire::RawStr<'_>,
        node: &mut Node,
        path: &dyn Fn() -> String,
    ) -> Result<Quat, Error> {
        let text = self.text(text, path)?;
        let rotation = angles::rotation(angles::three_numbers(&text));
        put(node, property::ANGLES, text);
        Ok(rotation)
    }
}

/// Returns three numbers as a text, with every digit that they have.
pub(crate) fn numbers(Vec3 { x, y, z }: Vec3) -> String {
    format!("{x} {y} {z}")
}

/// Returns the name of a file without its extension.
pub(crate) fn stem(file: &str) -> &str {
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
}
