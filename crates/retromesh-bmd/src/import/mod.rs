//! Document to scene.

mod animations;
mod materials;
mod meshes;
mod skins;

use crate::document::Document;
use crate::settings::Settings;
use crate::space::space;
pub(crate) use materials::display_name;
use meshes::Meshes;
use retromesh_core::extras::Extra;
use retromesh_core::scene::{Lod, LodRole, MeshInstance, Node};
use retromesh_core::{Diagnostics, Error, MeshId, NodeId, Scene, SkeletonId};
use retromesh_kit::ImportOptions;
use retromesh_kit::settings::FormatSettings;
use skins::Rig;

impl Document<'_> {
    pub(crate) fn import(&self, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Scene, Error> {
        let settings = Settings::of(&options.settings)?;
        let mut scene = Scene { space: space(&settings), ..Scene::default() };
        let rig = Rig::build(self, &mut scene, diagnostics)?;
        let levels = self.levels();
        Meshes { document: self, rig: &rig, options, settings: &settings }.build(&mut scene, diagnostics)?;
        let skeleton = (!scene.skeletons.is_empty()).then_some(SkeletonId(0));
        let mut used = vec![false; self.meshes.len()];
        for (n, meshes) in levels.iter().enumerate() {
            let parent = self.level_node(n, levels.len(), &mut scene);
            for &mesh in meshes {
                if let Some(used) = used.get_mut(mesh) {
                    *used = true;
                }
                let node = self.mesh_node(mesh, skeleton);
                scene.add_node(parent, node);
            }
        }
        if levels.len() == 1
            && let Some(lod) = self.lods.first()
        {
            scene.extras.insert("bmd.lod_scale".into(), Extra::Int(i64::from(lod.scale)));
        }
        self.solids(&rig, &mut used, &mut scene);
        for mesh in used.iter().enumerate().filter(|(_, used)| !**used).map(|(mesh, _)| mesh) {
            let node = Node { hidden: true, ..self.mesh_node(mesh, skeleton) };
            scene.add_node(None, node);
        }
        animations::build(self, &rig, options, &settings, &mut scene, diagnostics)?;
        options.limits.allow_depth(&scene)?;
        options.limits.allow_levels(&scene)?;
        Ok(scene)
    }

    /// Adds the node of a level; a single level needs none.
    fn level_node(&self, n: usize, levels: usize, scene: &mut Scene) -> Option<NodeId> {
        if levels < 2 {
            return None;
        }
        let code = self.lods.get(n).map_or(0, |lod| lod.scale);
        let scale = crate::codec::f8a::decode(code);
        let lod = Lod { role: LodRole::Visual, value: scale, level: n as u32 };
        let mut node = Node { name: format!("LOD {n}"), lod: Some(lod), ..Node::default() };
        if scale > 0.0 {
            node.extras.insert("bmd.distance".into(), Extra::Float(1.0 / f64::from(scale) - 1.0));
        }
        Some(scene.add_node(None, node))
    }

    fn mesh_node(&self, mesh: usize, skeleton: Option<SkeletonId>) -> Node {
        let name = self.meshes.get(mesh).and_then(|m| m.material.as_ref()).map(display_name);
        let instance = MeshInstance { skeleton, ..MeshInstance::new(MeshId::new(mesh)) };
        Node { name: name.unwrap_or_default(), mesh: Some(Box::new(instance)), ..Node::default() }
    }

    /// Parents each bone's solid to its joint.
    fn solids(&self, rig: &Rig, used: &mut [bool], scene: &mut Scene) {
        for (bone, joint) in rig.nodes.iter().enumerate() {
            let Some(mesh) = self.solid_of(bone) else { continue };
            if let Some(used) = used.get_mut(mesh) {
                *used = true;
            }
            let lod = Lod { role: LodRole::Solid, value: 0.0, level: 0 };
            let solid = Node { name: "solid".into(), hidden: true, lod: Some(lod), ..self.mesh_node(mesh, None) };
            scene.add_node(*joint, solid);
        }
    }
}
