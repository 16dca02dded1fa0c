//! What is not restored, and is missing.

use super::Report;
use retromesh_core::mesh::Mesh;
use retromesh_core::{Code, Scene};
use std::collections::BTreeSet;

/// Notes the custom attributes and the selections of which no mesh has one of that name any more.
pub(super) fn note(edited: &Scene, original: &Scene, report: &mut Report) {
    let mut missing = |what: &'static str, names: fn(&Mesh) -> Vec<&str>| {
        let of =
            |scene: &Scene| -> BTreeSet<String> { scene.meshes.iter().flat_map(names).map(str::to_owned).collect() };
        of(original).difference(&of(edited)).for_each(|name| report.add(Code::StaleExtras, what, name));
    };
    missing("attributes that are not restored", |mesh| mesh.attributes.iter().map(|a| a.name.as_str()).collect());
    missing("selections that are not restored", |mesh| mesh.selections.iter().map(|s| s.name.as_str()).collect());
}
