//! Vertex frames: the morph targets that they became, played in turn.

use super::Exporter;
use crate::extras_json::object;
use gltf_json::Index;
use gltf_json::animation::{Animation, Channel, Interpolation, Property, Sampler, Target};
use gltf_json::validation::Checked::Valid;
use retromesh_core::mesh::Mesh;
use retromesh_core::{Code, Extras, Finding, Result};
use serde_json::Map;

/// A table of weights has a column and a row a frame; up to this size it is always written.
const FREE_WEIGHTS: usize = 1 << 18;

impl Exporter<'_> {
    /// Writes one animation that plays the vertex frames of all meshes, one unit of frame time a second.
    pub(super) fn vertex_frames(&mut self) -> Result<()> {
        let scene = self.scene;
        let (mut channels, mut samplers) = (Vec::new(), Vec::new());
        let mut written: Vec<Option<u32>> = vec![None; scene.meshes.len()];
        for own in scene.node_ids() {
            let Some(instance) = scene[own].mesh.as_deref() else { continue };
            let mesh = &scene[instance.mesh];
            if mesh.vertex_frames.is_empty() || mesh.positions.is_empty() {
                continue;
            }
            let columns = mesh.morph_targets.len() + mesh.vertex_frames.len();
            let size = columns * mesh.vertex_frames.len();
            if size > FREE_WEIGHTS.max(mesh.vertex_frames.len() * mesh.positions.len() * 3) {
                let finding = Finding::new(Code::LostKeys).times(mesh.vertex_frames.len());
                self.diagnostics.report(finding.detail("the times of very many vertex frames"))?;
                continue;
            }
            let sampler = *written[instance.mesh.index()].get_or_insert_with(|| {
                samplers.push(self.frame_sampler(mesh, columns));
                samplers.len() as u32 - 1
            });
            let node = self.weight_nodes.get(&own).copied().unwrap_or(own.0);
            channels.push(Channel {
                sampler: Index::new(sampler),
                target: Target {
                    extensions: None,
                    extras: None,
                    node: Index::new(node),
                    path: Valid(Property::MorphTargetWeights),
                },
                extensions: None,
                extras: None,
            });
        }
        if !channels.is_empty() {
            let own = Map::from_iter([("vertexFrames".to_string(), true.into())]);
            self.root.animations.push(Animation {
                extensions: None,
                extras: object(&Extras::new(), own),
                channels,
                name: Some("vertex frames".into()),
                samplers,
            });
        }
        Ok(())
    }

    /// Writes the table in which each frame's own target has its full weight; times start at 0 and never repeat.
    fn frame_sampler(&mut self, mesh: &Mesh, columns: usize) -> Sampler {
        let start = mesh.vertex_frames.first().map_or(0.0, |frame| frame.time);
        let mut seconds: Vec<f32> = Vec::with_capacity(mesh.vertex_frames.len());
        let mut weights = Vec::with_capacity(columns * mesh.vertex_frames.len());
        for (f, frame) in mesh.vertex_frames.iter().enumerate() {
            let time = frame.time - start;
            if seconds.last().is_some_and(|&last| time <= last) {
                continue;
            }
            seconds.push(time);
            weights.extend(mesh.morph_targets.iter().map(|target| target.weight));
            weights.extend((0..mesh.vertex_frames.len()).map(|column| if column == f { 1.0 } else { 0.0 }));
        }
        Sampler {
            extensions: None,
            extras: None,
            input: self.buffers.key_times(&seconds),
            interpolation: Valid(Interpolation::Linear),
            output: self.buffers.scalars(&weights, None),
        }
    }
}
