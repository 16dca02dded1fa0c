//! Document to scene.

mod animations;
mod materials;
mod meshes;
mod sanitize;
mod skins;

use crate::document::{Document, Entity};
pub(crate) use animations::LENGTH;
use materials::Materials;
use retromesh_core::scene::{MeshInstance, Node, Trs};
use retromesh_core::{Code, Diagnostics, Error, Extra, Finding, MeshId, NodeId, Scene, Space};
use retromesh_kit::ImportOptions;
use retromesh_wire::{Encoding, RawStr};
use sanitize::Sanitizer;
use std::borrow::Cow;

impl Document<'_> {
    pub(crate) fn import(&self, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Scene, Error> {
        let scene = Scene { space: Space::GLTF, ..Scene::default() };
        let mut importer = Importer { document: self, options, diagnostics, scene, materials: Materials::default() };
        importer.run()?;
        options.limits.allow_depth(&importer.scene)?;
        Ok(importer.scene)
    }
}

struct Importer<'d> {
    document: &'d Document<'d>,
    options: &'d ImportOptions,
    diagnostics: &'d mut Diagnostics,
    scene: Scene,
    materials: Materials,
}

/// Where findings about an entity are.
#[derive(Clone, Copy)]
struct Place {
    number: usize,
    offset: u64,
}

impl Place {
    fn finding(self, code: Code) -> Finding {
        Finding::new(code).at(self.offset).within(format!("ENTITY[{}]", self.number))
    }
}

impl<'d> Importer<'d> {
    /// Returns the entities with their places; independent of the borrow of the importer itself.
    fn entities(&self) -> impl Iterator<Item = (Place, &'d Entity<'d>)> + use<'d> {
        let entities = self.document.entities_with_offsets().enumerate();
        entities.map(|(number, (offset, entity))| (Place { number, offset }, entity))
    }

    fn run(&mut self) -> Result<(), Error> {
        let entities = &self.document.entities;
        self.scene.nodes.reserve_exact(entities.len());
        self.scene.meshes.reserve_exact(entities.iter().filter(|entity| entity.mesh.is_some()).count());
        for (place, entity) in self.entities() {
            let mesh = match entity.mesh.as_deref() {
                Some(mesh) => {
                    let mesh = self.mesh(place, mesh)?;
                    self.scene.meshes.push(mesh);
                    Some(Box::new(MeshInstance::new(MeshId::new(self.scene.meshes.len() - 1))))
                }
                None => None,
            };
            self.node(place, entity, mesh)?;
        }
        self.skins()?;
        self.animation()
    }

    fn node(&mut self, place: Place, entity: &Entity<'_>, mesh: Option<Box<MeshInstance>>) -> Result<(), Error> {
        let parent = self.parent(place, entity.parent)?;
        let name = self.text(place, &entity.name)?;
        let mut sanitizer = Sanitizer::default();
        let transform = Trs {
            translation: sanitizer.vector(entity.position, Trs::IDENTITY.translation),
            rotation: sanitizer.rotation(entity.rotation),
            scale: sanitizer.vector(entity.scale, Trs::IDENTITY.scale),
        };
        sanitizer.report(place, self.diagnostics)?;
        self.scene.add_node(parent, Node { name, transform: transform.into(), mesh, ..Node::default() });
        Ok(())
    }

    /// Follows the engine: only an earlier entity is a parent, all others are children of the first.
    fn parent(&mut self, place: Place, parent: i32) -> Result<Option<NodeId>, Error> {
        if place.number == 0 {
            let finding = place.finding(Code::MissingParent).times(usize::from(parent != -1));
            self.diagnostics.report(finding.detail("the first entity is the root, whatever its parent field says"))?;
            return Ok(None);
        }
        match usize::try_from(parent) {
            Ok(parent) if parent < place.number => return Ok(Some(NodeId::new(parent))),
            _ if parent == -1 => {
                let finding = place.finding(Code::MultipleRoots);
                self.diagnostics.report(finding.detail("an entity without a parent was attached to the first one"))?;
            }
            _ => {
                let finding = place.finding(Code::MissingParent);
                let detail = "an entity whose parent is not an earlier one was attached to the first one";
                self.diagnostics.report(finding.detail(detail))?;
            }
        }
        Ok(Some(NodeId(0)))
    }

    fn text(&mut self, place: Place, raw: &RawStr<'_>) -> Result<String, Error> {
        let bytes = raw.bytes();
        let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        let text = RawStr::new(Cow::Borrowed(bytes.get(..end).unwrap_or(bytes)));
        let (decoded, encoding) = text.decode();
        if encoding == Encoding::Windows1252 {
            self.diagnostics.report(place.finding(Code::LegacyText))?;
        }
        Ok(decoded.into_owned())
    }

    /// Keeps the length of the animation: it may be longer or shorter than the keys.
    fn length(&self) -> Option<Extra> {
        let longest = self.document.entities.iter().map(|entity| entity.animation_length).max();
        longest.filter(|&length| length > 0).map(Extra::from)
    }
}
