//! What a notebook shows of a scene.

use crate::arrays::Data;
use crate::errors::Outcome;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use retromesh::Valid;
use retromesh::mesh::Mesh;
use retromesh_preview::{Limits, Shot, Stage};
use std::fmt::Write as _;

/// Returns a picture and a table of counts as HTML; a scene that cannot be drawn has the table alone.
pub(crate) fn html(py: Python<'_>, data: &Data) -> PyResult<String> {
    let mut shot = Shot::default();
    (shot.width, shot.height) = (320, 240);
    let draw = || -> Outcome<_> {
        let scene = Valid::clone(data);
        Ok(Stage::new(scene, Limits::default()).render(&shot)?.picture.png()?)
    };
    let mut text = String::from("<div>");
    if let Ok(png) = py.detach(draw) {
        let encoded = py.import("base64")?.call_method1("b64encode", (PyBytes::new(py, &png),))?;
        let encoded: String = encoded.call_method1("decode", ("ascii",))?.extract()?;
        let _ = write!(text, "<img alt=\"the model\" src=\"data:image/png;base64,{encoded}\">");
    }
    let vertices: usize = data.meshes.iter().map(Mesh::vertex_count).sum();
    let triangles: usize = data.meshes.iter().map(Mesh::triangle_count).sum();
    let rows = [
        ("nodes", data.nodes.len()),
        ("meshes", data.meshes.len()),
        ("vertices", vertices),
        ("triangles", triangles),
        ("materials", data.materials.len()),
        ("joints", data.skeletons.iter().map(|skeleton| skeleton.joints.len()).sum()),
        ("clips", data.clips().len()),
    ];
    text.push_str("<table>");
    for (name, count) in rows {
        let _ = write!(text, "<tr><th>{name}</th><td>{count}</td></tr>");
    }
    text.push_str("</table></div>");
    Ok(text)
}
