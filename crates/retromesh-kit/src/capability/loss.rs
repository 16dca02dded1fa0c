//! The report of what a format has no place for, for all formats in the same words.

use super::Feature;
use super::count::count;
use crate::export::parts_of;
use crate::format::FormatInfo;
use crate::unused::Unused;
use retromesh_core::diagnostics::{Code, Diagnostics, Finding};
use retromesh_core::error::Result;
use retromesh_core::extras::{LINES, POINTS};
use retromesh_core::mesh::Part;
use retromesh_core::scene::{Node, Scene};
use std::borrow::Cow;

impl FormatInfo {
    /// Returns whether the format has a place for a feature, a small one included.
    pub fn has_place(&self, feature: Feature) -> bool {
        self.holds.iter().any(|(held, _)| *held == feature)
    }

    /// Reports what a scene has and the format has no place for. What it has a place for and nearly keeps, a writer reports itself.
    ///
    /// What is part of something else that is lost is reported with that: the motion of nodes with the keys.
    pub fn report_losses(&self, scene: &Scene, diagnostics: &mut Diagnostics) -> Result<()> {
        let lost = |feature: &Feature| !self.has_place(*feature);
        for feature in Feature::ALL.iter().filter(|feature| lost(feature) && !feature.whole().is_some_and(|f| lost(&f)))
        {
            let Some((code, detail)) = feature.loss() else { continue };
            let found = count(*feature, scene, self.extras);
            let detail =
                if found.keys.is_empty() { detail.into() } else { Cow::Owned(format!("no place for {}", found.keys)) };
            diagnostics.report(Finding::new(code).times(found.count).within(found.first).detail(detail))?;
        }
        if lost(&Feature::Extras) {
            let parts = scene.meshes.iter().flat_map(|mesh| &mesh.parts);
            let is_lost = |part: &&Part| {
                let has = |key: &&str| !self.extras.contains(key) && part.extras.contains_key(*key);
                [LINES, POINTS].iter().any(has)
            };
            let loose = parts.filter(is_lost).count();
            let finding = Finding::new(Code::LostPrimitives).times(loose).detail("lines and points");
            diagnostics.report(finding)?;
        }
        for kind in Unused::ALL.iter().filter(|kind| !self.unused.contains(kind)) {
            let (code, detail) = kind.loss();
            diagnostics.note(code, kind.count(scene), detail)?;
        }
        Ok(())
    }
}

/// Counts the placed meshes without colours of which a material asks for vertex colours.
pub fn missing_vertex_colors(scene: &Scene) -> usize {
    let asks = |node: &&Node| {
        let instance = node.mesh.as_deref().filter(|instance| scene[instance.mesh].color_sets.is_empty());
        let mut materials = instance.into_iter().flat_map(|instance| parts_of(scene, instance));
        materials.any(|(_, material)| material.is_some_and(|id| scene[id].shading.vertex_colors))
    };
    scene.nodes.iter().filter(asks).count()
}

impl Feature {
    /// Returns the feature that this one is a part of: without that, there is no question of it.
    fn whole(self) -> Option<Self> {
        match self {
            Self::VertexAlpha => Some(Self::VertexColors),
            Self::FurtherUvSets => Some(Self::TextureCoordinates),
            Self::SkinWeights => Some(Self::Skin),
            _ => None,
        }
    }
}
