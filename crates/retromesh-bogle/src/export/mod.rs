//! Scene to document, in the layout that the target reads.

mod animations;
mod helpers;
mod hidden;
mod lights;
mod materials;
mod meshes;
mod nodes;
mod rest;
mod skins;
mod tangents;

use crate::capability::INFO;
use crate::document::Document;
use crate::export::meshes::Variant;
use crate::export::skins::Skin;
use crate::frame::SPACE;
use crate::layout::Layout;
use glam::Mat4;
use retromesh_core::extras::Extras;
use retromesh_core::material::Material;
use retromesh_core::{Code, Diagnostics, Error, Finding, NodeId, NodeMap, Valid};
use retromesh_kit::{Budget, ExportOptions, Exported, image_files};
use retromesh_wire::RawStr;
use std::collections::{BTreeMap, HashMap, HashSet};

impl Document<'static> {
    pub(crate) fn export(
        scene: &Valid<'_>,
        options: &ExportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Exported<Self>, Error> {
        let layout = if INFO.target_of(options)?.name == "thirty-l16" { Layout::L16 } else { Layout::L15 };
        let mut scene = INFO.prepare(scene, options, SPACE, diagnostics)?;
        let images = image_files::assign(&mut scene, options);
        let scene = hidden::join(scene)?;
        let (scene, deformed) = rest::bake(scene)?;
        let finding = Finding::new(Code::BakedRestPose).times(deformed);
        diagnostics.report(finding.detail("vertices were put where the rest pose holds them"))?;
        let mut exporter = Exporter {
            scene: &scene,
            options,
            diagnostics,
            budget: Budget::of(&scene, options),
            document: Document::new(layout),
            skins: BTreeMap::new(),
            variants: HashMap::new(),
            world: scene.rest_pose().world,
            moving: animations::changing(&scene, true),
            changing: animations::changing(&scene, false),
            cameras: Vec::new(),
            lights: Vec::new(),
            default_material: None,
            shines: scene.materials.iter().any(Material::shines),
            renamed: 0,
        };
        exporter.run()?;
        let document = exporter.document;
        let sidecars = document.sidecars()?.into_iter().chain(images).collect();
        Ok(Exported { document, sidecars })
    }
}

/// About what an instance takes, in memory and in the file.
const INSTANCE: usize = 400;

struct Exporter<'a> {
    scene: &'a Valid<'a>,
    options: &'a ExportOptions,
    diagnostics: &'a mut Diagnostics,
    budget: Budget,
    document: Document<'static>,
    /// The skin of each node with a skinned mesh.
    skins: BTreeMap<NodeId, Skin>,
    /// The number (from 1) of each geometry that is written.
    variants: HashMap<Variant, u32>,
    /// The world matrix of each node at rest.
    world: NodeMap<Mat4>,
    /// The nodes that some animation puts elsewhere than at rest.
    moving: HashSet<NodeId>,
    /// Those and the nodes that some animation turns or scales.
    changing: HashSet<NodeId>,
    /// The number (from 1) of each camera and light of the scene; 0 for one that has no place in the format.
    cameras: Vec<u32>,
    lights: Vec<u32>,
    /// The number of the material for parts without one.
    default_material: Option<u32>,
    /// Whether any material reflects a light; where none does, their specular colours make no difference.
    shines: bool,
    /// Names that had to be changed.
    renamed: usize,
}

impl Exporter<'_> {
    fn run(&mut self) -> Result<(), Error> {
        self.document.ambient = self.scene.ambient.map_or([0.0, 0.0, 0.0, 1.0], |ambient| ambient.to_array());
        self.budget.take_meshes(self.scene)?;
        let meshes = self.scene.nodes.iter().filter_map(|node| node.mesh.as_deref());
        let placed = meshes.map(|instance| self.scene[instance.mesh].parts.len()).sum();
        self.budget.take("instances: the format has one for each part of a node", placed, INSTANCE)?;
        self.report_scene()?;
        self.write_materials()?;
        self.write_cameras()?;
        self.write_lights()?;
        self.write_skins()?;
        self.write_geometries()?;
        self.write_instances()?;
        let detail = "names were written in ASCII, with `_` for other letters";
        self.diagnostics.note(Code::AlteredNames, self.renamed, detail)
    }

    fn report_scene(&mut self) -> Result<(), Error> {
        const LAYOUT: &str = "bgl.layout";
        let (from, to) = (self.scene.extras.get(LAYOUT).and_then(retromesh_core::Extra::as_text), self.document.layout);
        if let Some(from) = from.filter(|from| *from != to.to_string()) {
            let detail = format!("the file had layout {from}, and {to} is written");
            self.diagnostics.report(Finding::new(Code::LostExtras).within("scene").detail(detail))?;
        }
        Ok(())
    }

    fn report(&mut self, code: Code, count: usize, path: impl FnOnce() -> String) -> Result<(), Error> {
        if count == 0 { Ok(()) } else { self.diagnostics.report(Finding::new(code).times(count).within(path())) }
    }

    /// Returns a name in printable ASCII: the engine's exporter knows no other, and control characters betray a wrong layout.
    fn name(&mut self, name: &str) -> RawStr<'static> {
        let plain = |c: char| c.is_ascii() && !c.is_ascii_control();
        if name.chars().all(plain) {
            return RawStr::from(name.to_owned());
        }
        self.renamed += 1;
        RawStr::from(name.chars().map(|c| if plain(c) { c } else { '_' }).collect::<String>())
    }
}

/// Returns a row of numbers that an import left in the extras.
fn extra_floats<const N: usize>(extras: &Extras, key: &str) -> Option<[f32; N]> {
    let retromesh_core::Extra::List(list) = extras.get(key)? else { return None };
    let values: Option<Vec<f32>> = list.iter().map(|v| v.as_float().map(|v| v as f32)).collect();
    values?.try_into().ok()
}

/// Returns a number that an import left in the extras.
fn extra_float(extras: &Extras, key: &str) -> Option<f32> {
    extras.get(key).and_then(retromesh_core::Extra::as_float).map(|v| v as f32).filter(|v| v.is_finite())
}
