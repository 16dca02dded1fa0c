//! Scene to document, in the shape that the engine plays right.
//!
//! One root, parents first; one material and at most 65,536 vertices a mesh; each vertex with one bone and each bone with one range
//! of vertices; keys with whole transforms on whole frames from 1; animated names that no other entity has.

mod animations;
mod basis;
mod materials;
mod meshes;
mod motion;
mod names;
mod nodes;
mod rate;
mod report;
mod skins;
mod vertices;

use crate::capability::INFO;
use crate::document::{Bone, Document, Entity, Mesh, VERSION};
use crate::settings::Settings;

use basis::Basis;
use glam::{Quat, Vec3};
use meshes::Piece;
use nodes::Tree;
use retromesh_core::{Code, Diagnostics, Error, Finding, NodeId, NodeMap, Space, Valid};
use retromesh_kit::settings::FormatSettings;
use retromesh_kit::{Budget, ExportOptions, Exported, FrameTable, image_files};
use retromesh_wire::Rows;
use std::borrow::Cow;

impl Document<'static> {
    pub(crate) fn export(
        scene: &Valid<'_>,
        options: &ExportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Exported<Self>, Error> {
        let mut scene = INFO.prepare(scene, options, Space::GLTF, diagnostics)?;
        let sidecars = image_files::assign(&mut scene, options);
        let settings = Settings::of(&options.settings)?;
        let exporter = Exporter { scene: &scene, options, settings, diagnostics, budget: Budget::of(&scene, options) };
        Ok(Exported { document: exporter.run()?, sidecars })
    }
}

/// Returns the clips of a scene in the frames that they get in the file.
pub(crate) fn frame_table(scene: &Valid<'_>, options: &ExportOptions) -> Result<Option<FrameTable>, Error> {
    let diagnostics = &mut Diagnostics::new();
    let scene = &INFO.prepare(scene, options, scene.space, diagnostics)?;
    let settings = Settings::of(&options.settings)?;
    let mut exporter = Exporter { scene, options, settings, diagnostics, budget: Budget::of(scene, options) };
    let motion = exporter.motion(&Tree::new(scene));
    Ok(motion?.table)
}

struct Exporter<'s> {
    scene: &'s Valid<'s>,
    options: &'s ExportOptions,
    settings: Settings,
    diagnostics: &'s mut Diagnostics,
    budget: Budget,
}

impl Exporter<'_> {
    fn run(mut self) -> Result<Document<'static>, Error> {
        let tree = Tree::new(self.scene);
        self.budget.take_instances(self.scene)?;
        self.report(&tree)?;
        let bases = basis::bases(self.scene, &tree, &self.settings);
        self.report_bases(&bases)?;
        let mut pieces = self.pieces(&tree, &bases)?;
        let places = places(self.scene, &tree, &pieces);
        let motion = self.motion(&tree)?;
        let floats = self.floats(pieces.values().iter().flatten())?;
        let mut entities = Vec::with_capacity(places.count);
        if tree.adds_root {
            entities.push(Entity { name: nodes::ADDED_ROOT.into(), ..Entity::default() });
        }
        let mut animated = vec![false; places.count];
        for &id in &tree.order {
            let node = &self.scene[id];
            let above = node.parent.map(|parent| bases[parent]).unwrap_or_default();
            let own = bases[id];
            let trs = basis::change(&above, &own, node.transform.trs());
            let parent = match node.parent {
                Some(parent) => places.numbers[parent],
                None if tree.adds_root => 0,
                None => -1,
            };
            let keys = motion.keys(id, &above, &own);
            let number = entities.len();
            animated[number] = !keys.is_empty();
            let mut entity = Entity {
                parent,
                position: trs.translation,
                scale: trs.scale,
                rotation: wxyz(trs.rotation),
                keys: Rows::from(keys),
                name: node.name.clone().into(),
                ..Entity::default()
            };
            let mut own_pieces = std::mem::take(&mut pieces[id]);
            if own_pieces.len() == 1
                && let Some(piece) = own_pieces.pop()
            {
                entity.mesh = Some(Box::new(self.mesh(piece, floats, &places)?));
            }
            entities.push(entity);
            for (n, piece) in own_pieces.into_iter().enumerate() {
                let name = format!("{}.{}", node.name, n + 1).into();
                let mesh = Some(Box::new(self.mesh(piece, floats, &places)?));
                entities.push(Entity { parent: number as i32, name, mesh, ..Entity::default() });
            }
        }
        self.make_names_unique(&mut entities, &animated)?;
        if let Some(root) = entities.first_mut() {
            root.animation_length = motion.length;
        }
        Ok(Document { version: VERSION, declared_length: None, floats, entities, trailing: Cow::Borrowed(&[]) })
    }

    fn report_bases(&mut self, bases: &NodeMap<Basis>) -> Result<(), Error> {
        let changed = |is_changed: fn(&Basis) -> bool| bases.iter().filter(move |(_, basis)| is_changed(basis));
        let rows = [
            (
                changed(|basis| basis.factor != Vec3::ONE),
                "scales of nodes went into vertices and offsets; the appearance is the same",
            ),
            (
                changed(|basis| basis.turn != Quat::IDENTITY),
                "bones were turned parallel to their mesh; the appearance is the same",
            ),
        ];
        for (mut nodes, detail) in rows {
            let Some((first, _)) = nodes.next() else { continue };
            let finding = Finding::new(Code::ApproximatedTransform).times(nodes.count() + 1).detail(detail);
            self.diagnostics.report(finding.within(format!("node {}", self.scene[first].name)))?;
        }
        Ok(())
    }

    fn mesh(&mut self, piece: Piece, floats: crate::Floats, places: &Places) -> Result<Mesh<'static>, Error> {
        let appearance = self.appearance(piece.material)?;
        let bone = |&(joint, first, last): &(NodeId, i32, i32)| Bone { entity: places.numbers[joint], first, last };
        Ok(Mesh {
            vertices: vertices::interleave(&piece, floats),
            colors: Rows::from(piece.colors),
            triangles: Rows::from(piece.triangles),
            texture: appearance.texture.into(),
            color: appearance.color,
            alpha: appearance.alpha,
            fx: appearance.fx,
            bones: piece.bones.iter().map(bone).collect(),
        })
    }
}

/// The numbers that the entities of nodes get.
struct Places {
    numbers: NodeMap<i32>,
    count: usize,
}

/// Numbers the entities: nodes in order, each followed by its pieces where there are several.
fn places(scene: &Valid<'_>, tree: &Tree, pieces: &NodeMap<Vec<Piece>>) -> Places {
    let mut numbers = NodeMap::filled(scene, 0);
    let mut count = usize::from(tree.adds_root);
    for &id in &tree.order {
        numbers[id] = count as i32;
        let own = pieces[id].len();
        count += 1 + if own > 1 { own } else { 0 };
    }
    Places { numbers, count }
}

/// Returns a unit quaternion in the order of the file; rounding errors stay, so that a rewrite changes no bit.
fn wxyz(q: Quat) -> [f32; 4] {
    let unit = if (q.length_squared() - 1.0).abs() > 1e-5 { q.normalize() } else { q };
    [unit.w, unit.x, unit.y, unit.z]
}
