//! Document to scene.

mod accessors;
mod added;
mod animations;
mod displaced;
mod filled;
mod grids;
mod instancing;
mod layers;
mod links;
mod marks;
mod materials;
mod meshes;
mod nodes;
mod objects;
mod own_mesh;
mod pools;
mod scenes;
mod skins;
mod three;
mod timelines;
mod unread;

use crate::document::Document;
use crate::extras_json::split;
use crate::{COPYRIGHT, kept, place_of};
pub(crate) use scenes::{HIDDEN, LEVELS, kept_scenes, places};

use accessors::Accessors;
use gltf_json::Root;
use retromesh_core::keyframes::Channel;
use retromesh_core::{Code, Diagnostics, Finding, NodeId, Result, Scene, Space};
use retromesh_kit::ImportOptions;
use retromesh_kit::import::normals;
use serde_json::Value;
use std::cell::OnceCell;
use std::collections::HashMap;

/// Builds scenes of one document.
struct Importer<'a, 'd> {
    document: &'a Document<'a>,
    root: &'a Root,
    accessors: Accessors<'a>,
    options: &'a ImportOptions,
    diagnostics: &'d mut Diagnostics,
    scene: Scene,
    /// Nodes that the exporter added, by node, with what they are.
    added: Vec<Option<added::Added>>,
    /// Nodes by the key that other extras name them by; none where several have it.
    keys: HashMap<u64, Option<NodeId>>,
    /// Materials by name, once they are asked for; none where several have it.
    material_names: OnceCell<HashMap<&'a str, Option<usize>>>,
    /// What is known of each skeleton's neutral joint.
    neutral: Vec<Option<usize>>,
    /// For each animation where it comes from, and the keys that were added at the ends of its channels.
    origins: Vec<(Option<timelines::Origin>, Vec<Channel>)>,
    /// Whether this project wrote the file, though another program may have changed it since.
    own: bool,
    marks: marks::Marks,
    grids: grids::Grids,
    known: layers::Known,
    /// The fingerprints of images that are inside the file.
    prints: Vec<Option<String>>,
}

impl Document<'_> {
    pub(crate) fn import(&self, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Scene> {
        let mut importer = Importer {
            document: self,
            root: &self.root,
            accessors: Accessors::new(self, &options.limits),
            options,
            diagnostics,
            scene: Scene { space: Space::GLTF, ..Scene::default() },
            added: Vec::new(),
            keys: HashMap::new(),
            material_names: OnceCell::new(),
            neutral: Vec::new(),
            origins: Vec::new(),
            own: false,
            marks: marks::Marks::default(),
            grids: grids::Grids::default(),
            known: layers::Known::default(),
            prints: Vec::new(),
        };
        importer.run()?;
        let allowed = options.limits.allow_depth(&importer.scene);
        let allowed = allowed.and_then(|()| options.limits.allow_levels(&importer.scene));
        allowed?;
        Ok(importer.scene)
    }
}

impl<'a> Importer<'a, '_> {
    /// Returns the scene that viewers show; `None` where the file has none at all.
    fn default_scene(&self) -> Option<&'a gltf_json::Scene> {
        self.root.scene.and_then(|i| self.root.scenes.get(i.value())).or(self.root.scenes.first())
    }

    fn run(&mut self) -> Result<()> {
        self.read_marks();
        self.images()?;
        self.textures()?;
        self.materials()?;
        self.cameras()?;
        self.lights()?;
        self.nodes()?;
        self.skeletons()?;
        self.meshes()?;
        self.instances()?;
        self.displaced_skins()?;
        self.gpu_instances()?;
        self.animations()?;
        self.join_timelines();
        self.leave_grids()?;
        self.remove_added()?;
        self.lights_in_names();
        self.missing_coordinates()?;
        self.missing_nodes()?;
        self.numbered_nodes()?;
        self.normals()?;
        let of_scene = self.default_scene().map_or(&self.root.extras, |scene| &scene.extras);
        self.scene.extras.extend(split(of_scene.as_deref()).0);
        self.scenes();
        self.asset();
        if let Some(extensions) = &self.root.extensions {
            kept::keep_extensions(extensions.others.iter(), &mut self.scene.extras);
        }
        if let Some(copyright) = &self.root.asset.copyright {
            self.scene.extras.insert(COPYRIGHT.into(), copyright.clone().into());
        }
        self.scene.ambient = self.marks.ambient;
        self.unread()
    }

    /// Recomputes normals where the caller asks for it.
    fn normals(&mut self) -> Result<()> {
        let space = self.scene.space;
        for mesh in &mut self.scene.meshes {
            if normals::settle(mesh, &space, self.options.normals) {
                let finding = Finding::new(Code::ContradictingNormals).within(place_of("mesh", &mesh.name));
                self.diagnostics.report(finding)?;
            }
        }
        Ok(())
    }

    /// Reports something about an element.
    fn report(&mut self, code: Code, times: usize, path: impl FnOnce() -> String, what: &'static str) -> Result<()> {
        if times == 0 {
            return Ok(());
        }
        self.diagnostics.report(Finding::new(code).times(times).within(path()).detail(what))
    }
}

/// Reads `N` finite numbers out of JSON.
fn floats<const N: usize>(value: Option<&Value>) -> Option<[f32; N]> {
    let values = value?.as_array()?;
    let numbers: Vec<f32> = values.iter().map(|v| float(Some(v))).collect::<Option<_>>()?;
    numbers.try_into().ok()
}

/// Reads a finite number out of JSON.
fn float(value: Option<&Value>) -> Option<f32> {
    value?.as_f64().map(|x| x as f32).filter(|x| x.is_finite())
}
