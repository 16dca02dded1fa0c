//! The object lists of L1 to L5.

use super::{Importer, parts_to_trs};
use crate::document::{AimedLight, GeometryData};
use crate::layout::Layout;
use glam::{Quat, Vec3, Vec4};
use retromesh_core::extras::Extras;
use retromesh_core::portable::about;
use retromesh_core::scene::{Camera, Light, LightKind, MeshInstance, Node, Projection, Trs};
use retromesh_core::{CameraId, Error, LightId, MaterialId, MeshId, NodeId, unit};
use std::f32::consts::{FRAC_PI_2, FRAC_PI_4};

impl Importer<'_, '_> {
    pub(super) fn objects(&mut self) -> Result<(), Error> {
        let document = self.document;
        let count = document.objects.len();
        let order = if document.layout < Layout::L4 {
            (0..count as u32).map(|instance| super::Place { instance, parent: None, hidden: false }).collect()
        } else {
            self.tree_order(count)?
        };
        let mut nodes: Vec<Option<NodeId>> = vec![None; count];
        for place in order {
            let n = place.instance as usize;
            let Some(object) = document.objects.get(n) else { continue };
            let parent = place.parent.and_then(|p| nodes.get(p as usize).copied().flatten());
            let name = self.text(&object.name.text(), "object name")?;
            let mut node = Node { name: name.clone(), hidden: place.hidden, ..Node::default() };
            if document.layout >= Layout::L2 {
                node.transform = self.object_place(&object.placement, &mut node.extras).into();
            }
            if !object.vertices.is_empty() || !object.indices.is_empty() {
                let data = GeometryData { vertices: object.vertices.clone(), indices: object.indices.borrowed() };
                let mut mesh = self.mesh(&data, &|| format!("OBJECT[{n}]"))?;
                mesh.name = name;
                let material = document.object_materials.get(n).map(MaterialId);
                let material = material.filter(|id| id.index() < document.materials.len());
                mesh.parts.iter_mut().for_each(|part| part.material = material);
                node.mesh = Some(Box::new(MeshInstance::new(MeshId::new(self.scene.meshes.len()))));
                self.scene.meshes.push(mesh);
            }
            let id = self.scene.add_node(parent, node);
            if let Some(slot) = nodes.get_mut(n) {
                *slot = Some(id);
            }
        }
        self.viewpoints();
        self.phong_lights();
        for (n, light) in document.aimed_lights.iter().enumerate() {
            self.aimed_light(n, &light)?;
        }
        self.check_normals()
    }

    fn object_place(&self, parts: &[f32; 10], extras: &mut Extras) -> Trs {
        let mut trs = parts_to_trs(parts);
        // The exporters of L2 and L3 negated the scale along x with the coordinate; nothing was meant to be mirrored.
        if self.document.layout < Layout::L4 && trs.scale.x < 0.0 {
            extras.insert("bgl.scale".into(), trs.scale.to_array().into());
            trs.scale.x = -trs.scale.x;
        }
        trs
    }

    /// Cameras of L4 and L5 look along +x at yaw and pitch 0; the lens was the engine's own.
    fn viewpoints(&mut self) {
        for [x, y, z, yaw, pitch] in &self.document.viewpoints {
            let id = CameraId::new(self.scene.cameras.len());
            self.scene.cameras.push(Camera {
                name: String::new(),
                projection: Projection::Perspective { vertical_fov: FRAC_PI_4, aspect: None },
                near: 0.1,
                far: None,
                extras: Extras::from([("bgl.default_lens".to_owned(), true.into())]),
            });
            let rotation = about(Vec3::Y, yaw) * about(Vec3::Z, pitch) * about(Vec3::Y, FRAC_PI_2);
            let trs = Trs { translation: Vec3::new(x, y, z), rotation, ..Trs::IDENTITY };
            self.scene.add_node(None, Node { camera: Some(id), transform: trs.into(), ..Node::default() });
        }
    }

    /// Lights of L4: position, ambient, diffuse and specular colour, and the power of each; they shine to all sides.
    fn phong_lights(&mut self) {
        for light in &self.document.phong_lights {
            let [x, y, z, ar, ag, ab, aa, r, g, b, alpha, sr, sg, sb, sa, ambient_power, intensity, specular_power] =
                light;
            let extras = Extras::from([
                ("bgl.ambient".to_owned(), [ar, ag, ab, aa].into()),
                ("bgl.ambient_power".to_owned(), ambient_power.into()),
                ("bgl.color_alpha".to_owned(), alpha.into()),
                ("bgl.specular".to_owned(), [sr, sg, sb, sa].into()),
                ("bgl.specular_power".to_owned(), specular_power.into()),
            ]);
            let color = Vec3::new(r, g, b);
            let light = Light { name: String::new(), kind: LightKind::Point, color, intensity, range: None, extras };
            self.place_light(light, Vec3::new(x, y, z), Quat::IDENTITY);
        }
    }

    fn aimed_light(&mut self, n: usize, light: &AimedLight) -> Result<(), Error> {
        let kind = self.light_kind(light.kind, light.angle.to_radians(), n)?;
        let [x, y, z, _] = light.position;
        let forward = self.scene.space.forward.vector();
        let direction = unit(Vec4::from_array(light.direction).truncate()).unwrap_or(forward);
        let mut extras = Extras::new();
        let [r, g, b, alpha] = light.color;
        if alpha != 1.0 {
            extras.insert("bgl.color_alpha".into(), alpha.into());
        }
        let range = Some(light.range).filter(|_| kind != LightKind::Directional);
        let color = Vec3::new(r, g, b);
        let light = Light { name: String::new(), kind, color, intensity: light.intensity, range, extras };
        self.place_light(light, Vec3::new(x, y, z), Quat::from_rotation_arc(forward, direction));
        Ok(())
    }

    fn place_light(&mut self, light: Light, translation: Vec3, rotation: Quat) {
        let id = LightId::new(self.scene.lights.len());
        self.scene.lights.push(light);
        let trs = Trs { translation, rotation, ..Trs::IDENTITY };
        self.scene.add_node(None, Node { light: Some(id), transform: trs.into(), ..Node::default() });
    }
}
