//! `EXT_mesh_gpu_instancing`: one node that shows its mesh in many places becomes a node for each.

use super::Importer;
use glam::{Quat, Vec3};
use gltf_json::Index;
use retromesh_core::scene::{Node, Trs};
use retromesh_core::{Code, NodeId, Result};
use serde_json::Value;

/// The name of the extension.
pub(super) const NAME: &str = "EXT_mesh_gpu_instancing";

/// About how many bytes an instance takes in the scene.
const INSTANCE: u64 = 512;

impl Importer<'_, '_> {
    /// Gives every node that has instances a child for each, after all other nodes.
    pub(super) fn gpu_instances(&mut self) -> Result<()> {
        for (i, node) in self.root.nodes.iter().enumerate() {
            let others = node.extensions.as_ref().and_then(|e| e.others.get(NAME));
            let Some(attributes) = others.and_then(|own| own.get("attributes")).and_then(Value::as_object) else {
                continue;
            };
            let path = || format!("nodes[{i}]");
            let accessor = |key: &str| attributes.get(key).and_then(Value::as_u64).map(|n| Index::new(n as u32));
            let custom = attributes.keys().filter(|key| key.starts_with('_')).count();
            self.report(Code::LostAttributes, custom, path, "values of instances")?;
            let place = |error: retromesh_core::Error| error.within(path());
            let shapes = ["TRANSLATION", "ROTATION", "SCALE"].into_iter().filter_map(accessor);
            let counts = shapes.map(|index| self.accessors.shape(index).map_or(0, |(count, _)| count));
            let counts: Vec<usize> = counts.collect();
            let Some(&count) = counts.iter().min() else { continue };
            let differ = usize::from(counts.iter().any(|other| *other != count));
            self.report(Code::CountMismatch, differ, path, "places of instances that differ in number")?;
            let name = node.name.as_deref().unwrap_or_default();
            let bytes = (count as u64).saturating_mul(INSTANCE + name.len() as u64);
            self.accessors.charge(bytes).map_err(place)?;
            let translations =
                accessor("TRANSLATION").map(|a| self.accessors.floats::<3>(a)).transpose().map_err(place)?;
            let rotations = accessor("ROTATION").map(|a| self.accessors.floats::<4>(a)).transpose().map_err(place)?;
            let scales = accessor("SCALE").map(|a| self.accessors.floats::<3>(a)).transpose().map_err(place)?;
            let mesh = self.scene.nodes.get_mut(i).and_then(|node| node.mesh.take());
            let mut broken = 0;
            for at in 0..count {
                let row =
                    |rows: &Option<Vec<[f32; 3]>>| rows.as_ref().and_then(|rows| rows.get(at)).map(|v| Vec3::from(*v));
                let rotation = rotations.as_ref().and_then(|rows| rows.get(at)).map(|q| Quat::from_array(*q));
                let mut trs = Trs {
                    translation: row(&translations).unwrap_or(Vec3::ZERO),
                    rotation: rotation.unwrap_or(Quat::IDENTITY),
                    scale: row(&scales).unwrap_or(Vec3::ONE),
                };
                if !trs.translation.is_finite() || !trs.rotation.is_finite() || !trs.scale.is_finite() {
                    broken += 1;
                    trs = Trs::IDENTITY;
                }
                trs.rotation = self.unit(trs.rotation, path)?;
                let instance =
                    Node { name: name.to_owned(), transform: trs.into(), mesh: mesh.clone(), ..Node::default() };
                self.scene.add_node(Some(NodeId::new(i)), instance);
                self.added.push(None);
            }
            self.report(Code::NonFinite, broken, path, "the place of an instance became the identity")?;
            self.report(Code::MovedNodes, count, path, "instances of a mesh are nodes of their own")?;
        }
        Ok(())
    }
}
