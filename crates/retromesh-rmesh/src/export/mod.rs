//! Scene to document: what is shown becomes surfaces, what has a class becomes what the class says.
//!
//! Properties are written as the game's converter reads them from a map of 3D World Studio. Where the scene says otherwise now, because
//! a light was made brighter or a prop was turned, the scene counts; else texts and numbers stay as they were.

mod lights;
mod materials;
mod meshes;
mod nodes;
mod report;
mod texts;

use crate::capability::INFO;
use crate::document::Document;
use crate::import::{NO_END, NO_TRIGGERS, SPACE};
use nodes::Tree;
use retromesh_core::pose::Pose;
use retromesh_core::{Code, Diagnostics, Error, Finding, NodeMap, Scene, Space, Valid};
use retromesh_kit::export::{UniqueNames, report_unit};
use retromesh_kit::{Budget, ExportOptions, Exported, image_files, without_nodes};
use std::collections::BTreeMap;
use texts::Texts;

impl Document<'static> {
    pub(crate) fn export(
        scene: &Valid<'_>,
        options: &ExportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Exported<Self>, Error> {
        let scene = &without_props(scene)?;
        let sidecars = image_files::files(scene, options);
        let mut scene = INFO.prepare(scene, options, space_of(scene), diagnostics)?;
        report_unit(&scene.space, &SPACE, diagnostics)?;
        image_files::assign(&mut scene, options);
        let document = build(&scene, options, diagnostics)?;
        Ok(Exported { document, sidecars })
    }
}

/// Leaves out what is below the nodes of props: it was placed to be looked at, and the props' own files have it.
fn without_props<'s>(scene: &'s Valid<'_>) -> Result<Valid<'s>, Error> {
    let is_placed = NodeMap::from_fn(scene, |id| scene[id].parent.is_some_and(|parent| scene[parent].proxy.is_some()));
    let has_props = is_placed.values().contains(&true);
    if has_props { without_nodes(scene.borrowed(), &is_placed) } else { Ok(scene.borrowed()) }
}

/// Returns the space to write a scene in: a map without a unit keeps its numbers.
fn space_of(scene: &Scene) -> Space {
    if scene.is_map_without_unit() { Space { metres_per_unit: 1.0, ..SPACE } } else { SPACE }
}

fn build(
    scene: &Valid<'_>,
    options: &ExportOptions,
    diagnostics: &mut Diagnostics,
) -> Result<Document<'static>, Error> {
    Budget::of(scene, options).take_instances(scene)?;
    let pose = scene.still_pose(options.pose.as_ref())?;
    let tree = Tree::of(scene);
    let mut exporter = Exporter {
        scene,
        options,
        diagnostics,
        pose,
        texts: Texts::of(scene),
        renamed: Vec::new(),
        overruled: BTreeMap::new(),
        first_overruled: String::new(),
        lamps: UniqueNames::counting_from(1),
        at: String::new(),
    };
    exporter.report(&tree)?;
    let surfaces = exporter.surfaces(&tree)?;
    let hidden = exporter.collision(&tree)?;
    let triggers = exporter.triggers(&tree)?;
    let entities = exporter.entities(&tree)?;
    exporter.texts.report(exporter.diagnostics)?;
    exporter.report_renamed()?;
    exporter.report_overruled()?;
    let has_triggers = !triggers.is_empty() || scene.extras.contains_key(NO_TRIGGERS);
    if surfaces.is_empty() {
        diagnostics.report(Finding::new(Code::EmptyModel).detail("a room without a drawn surface"))?;
    }
    Ok(Document {
        surfaces,
        hidden,
        triggers: has_triggers.then_some(triggers),
        entities,
        end: !scene.extras.contains_key(NO_END),
        ..Document::default()
    })
}

struct Exporter<'s, 'v> {
    scene: &'s Valid<'v>,
    options: &'s ExportOptions,
    diagnostics: &'s mut Diagnostics,
    pose: Pose,
    texts: Texts,
    /// The names of materials that their textures do not have.
    renamed: Vec<String>,
    /// How many properties of each key the scene contradicts.
    overruled: BTreeMap<&'static str, usize>,
    /// The node of the first of them.
    first_overruled: String,
    /// The names of the lamps so far, with the numbers that a GLB gives to those of one name.
    lamps: UniqueNames,
    /// The node that is being written, as findings name it.
    at: String,
}
