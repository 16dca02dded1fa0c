//! What is left out of a file when that is asked for.

use crate::ID;
use gltf_json::Root;
use retromesh_core::mesh::Part;
use retromesh_core::{Code, Diagnostics, Error, ErrorKind, MaterialId, MeshId, Result, Valid};
use retromesh_kit::export::parts_of;
use serde_json::Value;

/// Leaves out the values of vertices that glTF has no name for, and vertex colours that no material shows, which would be such values.
pub(super) fn attributes<'s>(scene: Valid<'s>, diagnostics: &mut Diagnostics) -> Result<Valid<'s>> {
    let shows = |(_, material): (&Part, Option<MaterialId>)| material.is_some_and(|id| scene[id].shading.vertex_colors);
    let mut shown = vec![false; scene.meshes.len()];
    for instance in scene.nodes.iter().filter_map(|node| node.mesh.as_deref()) {
        shown[instance.mesh.index()] |= parts_of(&scene, instance).any(shows);
    }
    let (mut attributes, mut colors) = (0, 0);
    let mut edit = scene.edit();
    for (id, shown) in (0..).map(MeshId).zip(shown) {
        let mesh = edit.mesh_mut(id);
        attributes += mesh.attributes.len();
        mesh.attributes.clear();
        if !shown {
            colors += mesh.color_sets.len();
            mesh.color_sets.clear();
        }
    }
    let rows = [
        (Code::LostAttributes, attributes, "left out, as was asked for"),
        (Code::LostColorSet, colors, "vertex colours that no material shows were left out, as was asked for"),
    ];
    for (code, count, detail) in rows {
        diagnostics.note(code, count, detail)?;
    }
    Ok(edit.finish()?)
}

/// Leaves out the extras of every object.
pub(super) fn extras(root: &mut Root, diagnostics: &mut Diagnostics) -> Result<()> {
    let wrong = |error: serde_json::Error| Error::new(ID, ErrorKind::unrepresentable(error.to_string()));
    let mut value = serde_json::to_value(&*root).map_err(wrong)?;
    let mut count = 0;
    let mut objects = vec![&mut value];
    while let Some(value) = objects.pop() {
        match value {
            Value::Object(object) => {
                count += usize::from(object.remove("extras").is_some());
                objects.extend(object.values_mut());
            }
            Value::Array(list) => objects.extend(list),
            _ => {}
        }
    }
    *root = serde_json::from_value(value).map_err(wrong)?;
    diagnostics.note(Code::LostExtras, count, "extras were left out, as was asked for")
}
