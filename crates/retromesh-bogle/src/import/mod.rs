//! Document to scene.

mod helpers;
mod lights;
mod materials;
mod meshes;
mod nodes;
mod skins;

use crate::ID;
use crate::document::{Document, Instance, Placement};
use crate::frame::{axis_angle, camera_turn, space};
pub(crate) use crate::import::materials::{FULL_GLOSS, ROLES};
use crate::import::skins::Rig;
pub(crate) use crate::import::skins::{parents_first, turn};
use crate::layout::Layout;
use crate::parse::after_close;
use crate::settings::Settings;
use crate::tree;
use glam::{Mat4, Vec3, Vec4};
use retromesh_core::portable;
use retromesh_core::scene::{MeshInstance, Node, Scene, Transform, Trs};
use retromesh_core::{
    CameraId, Code, Diagnostics, Error, ErrorKind, Finding, LightId, LimitKind, MaterialId, MeshId, NodeId, SkeletonId,
};
use retromesh_kit::ImportOptions;
use retromesh_kit::settings::FormatSettings;
use retromesh_wire::{Encoding, RawStr};
use std::borrow::Cow;

impl Document<'_> {
    pub(crate) fn import(&self, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Scene, Error> {
        let mut scene = Scene { space: space(self.layout), ..Scene::default() };
        if self.layout >= Layout::L5 {
            scene.ambient = Some(Vec4::from_array(self.ambient));
        }
        let settings = Settings::of(&options.settings)?;
        // What the engine shows has helpers in it.
        let document = if settings.engine_joints { Cow::Borrowed(self) } else { helpers::joined(self) };
        let mut importer = Importer { document: &document, options, settings, diagnostics, scene };
        importer.run()?;
        options.limits.allow_depth(&importer.scene)?;
        Ok(importer.scene)
    }
}

struct Importer<'a, 'd> {
    document: &'a Document<'d>,
    options: &'a ImportOptions,
    settings: Settings,
    diagnostics: &'a mut Diagnostics,
    scene: Scene,
}

impl Importer<'_, '_> {
    fn run(&mut self) -> Result<(), Error> {
        if !self.document.skybox.is_empty() {
            let skybox = self.text(&self.document.skybox, "skybox")?;
            self.scene.extras.insert("bgl.skybox".into(), skybox.into());
        }
        self.scene.extras.insert("bgl.layout".into(), self.document.layout.to_string().into());
        self.materials()?;
        if self.document.layout.has_objects() {
            return self.objects();
        }
        self.cameras()?;
        self.lights()?;
        self.geometries()?;
        self.instances()?;
        self.check_normals()
    }

    fn report(&mut self, code: Code, count: usize, path: impl FnOnce() -> String) -> Result<(), Error> {
        if count == 0 { Ok(()) } else { self.diagnostics.report(Finding::new(code).times(count).within(path())) }
    }

    fn text(&mut self, raw: &RawStr<'_>, what: &str) -> Result<String, Error> {
        let (text, encoding) = raw.decode();
        if encoding == Encoding::Windows1252 {
            self.report(Code::LegacyText, 1, || what.to_owned())?;
        }
        Ok(text.into_owned())
    }

    fn instances(&mut self) -> Result<(), Error> {
        let document = self.document;
        let order = self.tree_order(document.instances.len())?;
        let mut is_parent = vec![false; document.instances.len()];
        for parent in order.iter().filter_map(|place| place.parent) {
            if let Some(flag) = is_parent.get_mut(parent as usize) {
                *flag = true;
            }
        }
        let mut nodes: Vec<Option<NodeId>> = vec![None; document.instances.len()];
        let mut rigs: Vec<Vec<Rig>> = vec![Vec::new(); document.collections.len()];
        self.check_copies()?;
        for place in order {
            let n = place.instance as usize;
            let Some(instance) = document.instances.get(n) else { continue };
            let parent = place.parent.and_then(|p| nodes.get(p as usize).copied().flatten());
            let name = self.text(&instance.name, "instance name")?;
            let matrix = self.placement(&instance.placement, instance.camera != 0);
            let mut node = Node { name, transform: matrix, hidden: place.hidden, ..Node::default() };
            let camera = instance.camera.checked_sub(1).map(CameraId);
            let light = instance.light.checked_sub(1).map(LightId);
            let skinned = instance.collection.checked_sub(1);
            node.mesh =
                instance.geometry.checked_sub(1).map(|mesh| Box::new(self.mesh_instance(mesh, instance.material)));
            let directed = camera.is_some() || light.is_some();
            let alone = node.mesh.is_none() && skinned.is_none() && !is_parent.get(n).copied().unwrap_or(false);
            if instance.geometry == 0 && instance.material != 0 {
                node.extras.insert("bgl.material".into(), instance.material.into());
            }
            let turn = camera_turn(&self.scene.space);
            if directed && alone {
                (node.camera, node.light) = (camera, light);
                node.transform = (node.transform.matrix() * turn).into();
            }
            let id = self.scene.add_node(parent, node);
            if let Some(slot) = nodes.get_mut(n) {
                *slot = Some(id);
            }
            if directed && !alone {
                let name = self.scene.node(id).map_or_else(String::new, |node| node.name.clone());
                let child = Node { name, camera, light, transform: turn.into(), ..Node::default() };
                self.scene.add_node(Some(id), child);
            }
            if let Some(skeleton) = self.shared_skeleton(instance, &place, parent) {
                self.set_skeleton(id, skeleton);
            } else if let Some(collection) = skinned {
                let rig = self.rig(id, collection as usize)?;
                if let Some(rigs) = rigs.get_mut(collection as usize) {
                    rigs.push(rig);
                }
            }
        }
        for part in self.scene.meshes.iter_mut().flat_map(|mesh| &mut mesh.parts) {
            part.extras.remove(meshes::UNUSED);
        }
        self.drop_foreign_influences()?;
        self.animations(&rigs)
    }

    /// Returns where each instance goes: the placed ones in the order of the tree, then the others as hidden roots.
    fn tree_order(&mut self, count: usize) -> Result<Vec<Place>, Error> {
        // The parser has accepted the same text.
        let tree = tree::read(self.document.tree.bytes(), count, after_close(self.document.layout)).unwrap_or_default();
        self.report(Code::RepeatedNode, tree.repeated.len(), || "TREE".to_owned())?;
        let parent = |instance: u32| tree.parents.get(instance as usize).copied().flatten();
        let mut order: Vec<Place> =
            tree.order.iter().map(|&n| Place { instance: n, parent: parent(n), hidden: false }).collect();
        let is_placed = |n: &u32| tree.placed.get(*n as usize).copied().unwrap_or(false);
        let unplaced = (0..count as u32).filter(|n| !is_placed(n));
        order.extend(unplaced.map(|instance| Place { instance, parent: None, hidden: true }));
        let hidden = order.len() - tree.order.len();
        self.report(Code::UnplacedNode, hidden, || "TREE".to_owned())?;
        Ok(order)
    }

    fn placement(&self, placement: &Placement, is_camera: bool) -> Transform {
        match placement {
            Placement::Matrix(matrix) => Mat4::from_cols_array(matrix).into(),
            Placement::Parts(parts) => {
                let mut trs = parts_to_trs(parts);
                if is_camera {
                    // The exporter of L6 turned cameras by -90 degrees about the axis that is now forward; undone here.
                    let quarter = std::f32::consts::FRAC_PI_2;
                    trs.rotation = portable::about(self.scene.space.forward.vector(), quarter) * trs.rotation;
                }
                trs.into()
            }
        }
    }

    /// Places a mesh. Its own material is that of its first instance; others replace it.
    fn mesh_instance(&mut self, mesh: u32, material: u32) -> MeshInstance {
        let mut instance = MeshInstance::new(MeshId(mesh));
        let own = self.scene.meshes.get_mut(mesh as usize).and_then(|mesh| mesh.parts.first_mut());
        let material = material.checked_sub(1).map(MaterialId);
        if let Some(part) = own {
            if part.extras.remove(meshes::UNUSED).is_some() {
                part.material = material;
            } else if part.material != material {
                instance.materials = vec![material];
            }
        }
        instance
    }

    /// Returns the skeleton of the instance above where this one is a further part of the same object: it has the same collection
    /// and is in the same place.
    fn shared_skeleton(&self, instance: &Instance<'_>, place: &Place, parent: Option<NodeId>) -> Option<SkeletonId> {
        let above = self.document.instances.get(place.parent? as usize)?;
        let is_part = instance.collection != 0
            && instance.collection == above.collection
            && instance.geometry != 0
            && instance.placement == Placement::Matrix(Mat4::IDENTITY.to_cols_array());
        self.scene.node(parent.filter(|_| is_part)?)?.mesh.as_ref()?.skeleton
    }

    fn set_skeleton(&mut self, node: NodeId, skeleton: SkeletonId) {
        if let Some(instance) = self.scene.nodes.get_mut(node.index()).and_then(|node| node.mesh.as_mut()) {
            instance.skeleton = Some(skeleton);
        }
    }

    /// Each instance gets its own copy of a collection, so few bytes could ask for much memory.
    fn check_copies(&self) -> Result<(), Error> {
        let document = self.document;
        let size = |collection: &crate::document::Collection<'_>| {
            let keys: usize = collection.animations.iter().map(|a| a.keys.bytes().len()).sum();
            // A bone is a node, a joint and a matrix in the scene; two where it takes its offset around.
            let bone = if self.settings.engine_joints { 1024 } else { 512 };
            (keys + collection.bones.len() * bone) as u64
        };
        let sizes: Vec<u64> = document.collections.iter().map(size).collect();
        let users = document.instances.iter().filter_map(|i| sizes.get(i.collection.checked_sub(1)? as usize));
        let found = users.fold(0u64, |sum, size| sum.saturating_add(*size));
        let limit = self.options.limits.unpacked_bytes;
        if found > limit {
            let what = "animation collections with a copy for each instance";
            return Err(Error::new(ID, ErrorKind::limit(LimitKind::Unpacked, what, limit, found)));
        }
        Ok(())
    }
}

struct Place {
    instance: u32,
    parent: Option<u32>,
    hidden: bool,
}

/// Translation, rotation axis, rotation angle, scale.
fn parts_to_trs(parts: &[f32; 10]) -> Trs {
    let [x, y, z, ax, ay, az, angle, sx, sy, sz] = *parts;
    Trs {
        translation: Vec3::new(x, y, z),
        rotation: axis_angle(Vec3::new(ax, ay, az), angle),
        scale: Vec3::new(sx, sy, sz),
    }
}
