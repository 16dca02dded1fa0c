//! What is added to what Bevy's loader makes.

use bevy::animation::graph::{AnimationGraph, AnimationGraphHandle};
use bevy::animation::{AnimationClip, AnimationPlayer};
use bevy::asset::{Asset, Handle, LoadContext};
use bevy::camera::visibility::Visibility;
use bevy::ecs::entity::Entity;
use bevy::ecs::query::With;
use bevy::ecs::world::{EntityWorldMut, World};
use bevy::gltf::extensions::{ErasedGltfExtensionHandler, GltfExtensionHandler};
use bevy::platform::collections::{HashMap, HashSet};
use bevy::reflect::TypePath;
use retromesh::Diagnostic;

/// The label of the [`Report`].
pub(crate) const REPORT: &str = "Report";
/// The label of the graph with all animations.
const GRAPH: &str = "AnimationGraph";

/// What is said of a model, under the label `Report`.
#[derive(Asset, TypePath, Debug, Clone)]
#[non_exhaustive]
pub struct Report {
    /// The id of the format, such as `b3d`.
    pub format: &'static str,
    /// What was lost, repaired or approximated.
    pub findings: Vec<Diagnostic>,
}

/// Adds the graph of all animations, gives it to those who play them, and hides what is hidden.
#[derive(Default, Clone)]
pub(crate) struct SceneHandler {
    graph: Option<Handle<AnimationGraph>>,
}

impl GltfExtensionHandler for SceneHandler {
    fn dyn_clone(&self) -> Box<dyn ErasedGltfExtensionHandler> {
        Box::new(self.clone())
    }

    fn on_animations_collected(
        &mut self,
        context: &mut LoadContext<'_>,
        animations: &[Handle<AnimationClip>],
        _: &HashMap<Box<str>, Handle<AnimationClip>>,
        _: &HashSet<usize>,
    ) {
        if !animations.is_empty() {
            let (graph, _) = AnimationGraph::from_clips(animations.iter().cloned());
            self.graph = Some(context.add_labeled_asset(GRAPH, graph));
        }
    }

    fn on_gltf_node(&mut self, _: &mut LoadContext<'_>, node: &gltf::Node<'_>, entity: &mut EntityWorldMut<'_>) {
        let visible = node.extension_value("KHR_node_visibility").and_then(|value| value.get("visible")?.as_bool());
        if visible == Some(false) {
            entity.insert(Visibility::Hidden);
        }
    }

    fn on_scene_completed(&mut self, _: &mut LoadContext<'_>, _: &gltf::Scene<'_>, _: Entity, world: &mut World) {
        let Some(graph) = &self.graph else { return };
        let mut players = world.query_filtered::<Entity, With<AnimationPlayer>>();
        for player in players.iter(world).collect::<Vec<_>>() {
            world.entity_mut(player).insert(AnimationGraphHandle(graph.clone()));
        }
    }
}
