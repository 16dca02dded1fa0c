//! ODOL to scene.

use super::materials::{APPEARANCE, Appearance};
use super::{
    Builder, ODOL, ODOL_SPACE, PartFaces, VERSION, add_flags, add_masses, attribute, edges_extra, face_numbers, parted,
    properties, selection,
};
use crate::convert::{PointMap, Points, SHARP_EDGES};
use crate::flags::{clip_to_point, negate_weight, point, special, special_to_face};
use crate::odol7::{Lod, Odol, wrong_tables};
use glam::Vec3;
use retromesh_core::mesh::{AttributeData, Mesh, POINT, Part, VertexFrame};
use retromesh_core::scene::Scene;
use retromesh_core::{Code, Diagnostics, Error, Extra, Extras, Finding};
use retromesh_kit::ImportOptions;
use std::collections::HashMap;

pub(super) fn scene(odol: &Odol<'_>, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Scene, Error> {
    let mut builder = Builder::new(ODOL_SPACE, options, diagnostics)?;
    for index in 0..odol.lods.len() {
        level(&mut builder, odol, index)?;
    }
    for wrong in wrong_tables(odol) {
        let Some(code) = wrong.code else { continue };
        builder.diagnostics.report(Finding::new(code).within(wrong.path).detail(wrong.detail))?;
    }
    facts(&mut builder, odol)?;
    builder.scene.extras = model_extras(odol);
    Ok(builder.scene)
}

/// Reports what the model info has instead of numbers: the game goes by it.
fn facts(builder: &mut Builder<'_>, odol: &Odol<'_>) -> Result<(), Error> {
    let (facts, totals) = (&odol.info.facts, &odol.info.totals);
    let inertia = facts.inverse_inertia.map(|column| column.to_array());
    let masses = odol.info.masses.values().to_vec();
    let rows: [(&str, &[f32]); 15] = [
        ("bounding_sphere", &[facts.bounding_sphere]),
        ("geometry_sphere", &[facts.geometry_sphere]),
        ("aiming_center", &facts.aiming_center.to_array()),
        ("view_density", &[facts.view_density]),
        ("min", &facts.min.to_array()),
        ("max", &facts.max.to_array()),
        ("bounding_center", &facts.bounding_center.to_array()),
        ("geometry_center", &facts.geometry_center.to_array()),
        ("center_of_mass", &facts.center_of_mass.to_array()),
        ("inverse_inertia", inertia.as_flattened()),
        ("mass", &[totals.mass]),
        ("inverse_mass", &[totals.inverse_mass]),
        ("armor", &[totals.armor]),
        ("inverse_armor", &[totals.inverse_armor]),
        ("masses", &masses),
    ];
    for (name, values) in rows {
        let count = values.iter().filter(|value| !value.is_finite()).count();
        let finding = Finding::new(Code::NonFinite).times(count).within("ModelInfo");
        builder.diagnostics.report(finding.detail(name))?;
    }
    Ok(())
}

/// What the model info says and the levels do not.
pub(crate) fn model_extras(odol: &Odol<'_>) -> Extras {
    let (facts, totals) = (&odol.info.facts, &odol.info.totals);
    let mut extras = Extras::from([(VERSION.to_owned(), ODOL.into())]);
    let mut add = |name: &str, value: Extra| extras.insert(format!("p3d.{name}"), value);
    let finite = |value: f32| if value.is_finite() { value } else { 0.0 };
    let vector = |vector: Vec3| vector.to_array().map(finite).into();
    add("bounding_center", vector(facts.bounding_center));
    add("aiming_center", vector(facts.aiming_center));
    add("center_of_mass", vector(facts.center_of_mass));
    add("color", facts.color.into());
    add("color_top", facts.color_top.into());
    add("view_density", finite(facts.view_density).into());
    add("map_type", i32::from(facts.map_type).into());
    add("mass", finite(totals.mass).into());
    add("armor", finite(totals.armor).into());
    let switches =
        [facts.auto_center, facts.lock_auto_center, facts.can_occlude, facts.can_be_occluded, facts.allow_animation];
    add("switches", Extra::List(switches.iter().map(|&switch| switch.into()).collect()));
    extras
}

fn level(builder: &mut Builder<'_>, odol: &Odol<'_>, index: usize) -> Result<(), Error> {
    let Some(lod) = odol.lods.get(index) else { return Ok(()) };
    let resolution = odol.info.resolutions.get(index).unwrap_or(0.0);
    let center = odol.info.facts.bounding_center;
    let center = if center.is_finite() { center } else { Vec3::ZERO };
    let n = lod.positions.len();
    let bounds = [lod.min, lod.max, lod.center, Vec3::splat(lod.radius)];
    let not_finite = bounds.iter().filter(|bound| !bound.is_finite()).count();
    builder.report(Code::NonFinite, not_finite, index, "bounds")?;
    let mut mesh = Mesh {
        positions: moved(builder.vectors(&lod.positions, n, index, "positions")?, center),
        normals: builder.vectors(&lod.normals, n, index, "normals")?,
        ..Mesh::default()
    };
    mesh.normals.iter_mut().for_each(|normal| *normal = -*normal);
    mesh.uv_sets = vec![builder.vectors(lod.uvs.values(), n, index, "texture coordinates")?];
    builder.report(Code::CountMismatch, usize::from(lod.clip.len() != n), index, "vertex flags")?;
    let mut flags: Vec<u32> = lod.clip.values().iter().map(clip_to_point).collect();
    flags.resize(n, 0);
    let points = PointMap::new(lod, resolution, Points::Merged);
    builder.report(Code::IndexOutOfRange, points.out_of_range, index, "points")?;
    if i64::from(odol.info.totals.lods.geometry) == index as i64 && !odol.info.masses.is_empty() {
        add_masses(&mut mesh, &odol.info.masses.values().to_vec(), &points.point_of);
    }
    hide(lod, &points, &mut flags);
    let numbers = parts(builder, lod, index, &mut mesh)?;
    let sharp = edges_extra(&parted(&mesh, &points.point_of, points.vertex_of.len()));
    mesh.attributes.push(attribute(POINT, AttributeData::UInt(points.point_of)));
    add_flags(&mut mesh, "_POINT_FLAGS", flags);
    selections(builder, lod, index, &numbers, &mut mesh)?;
    frames(builder, lod, index, center, &mut mesh)?;
    let mut pairs = Vec::new();
    for property in &lod.properties {
        pairs.push((builder.text(&property.name)?, builder.text(&property.value)?));
    }
    let mut extras: Extras = properties(pairs).into_iter().collect();
    extras.extend(sharp.map(|edges| (SHARP_EDGES.to_owned(), edges)));
    extras.insert("p3d.color".into(), lod.color.into());
    extras.insert("p3d.color_top".into(), lod.color_top.into());
    let node = builder.level(index, resolution, mesh, extras)?;
    for proxy in &lod.proxies {
        let [x, y, z, position] = proxy.transform;
        let path = builder.text(&proxy.name)?;
        builder.proxy(node, path, proxy.id, [x, y, z, position + center], index)?;
    }
    Ok(())
}

/// Marks all vertices of the points of hidden faces, as the editor does it.
fn hide(lod: &Lod<'_>, points: &PointMap, flags: &mut [u32]) {
    let mut hidden = vec![false; points.vertex_of.len()];
    for vertex in
        lod.faces.iter().filter(|face| face.special & special::IS_HIDDEN != 0).flat_map(|face| face.corners.iter())
    {
        let point = points.point_of.get(usize::from(vertex)).and_then(|&point| hidden.get_mut(point as usize));
        point.into_iter().for_each(|hidden| *hidden = true);
    }
    for (flags, &point) in flags.iter_mut().zip(&points.point_of) {
        if hidden.get(point as usize) == Some(&true) {
            *flags |= point::HIDDEN;
        }
    }
}

fn moved(mut positions: Vec<Vec3>, center: Vec3) -> Vec<Vec3> {
    for position in &mut positions {
        let moved = *position + center;
        *position = if moved.is_finite() { moved } else { *position };
    }
    positions
}

/// Makes a part for each texture and flags; returns the new number of each face.
fn parts(builder: &mut Builder<'_>, lod: &Lod<'_>, index: usize, mesh: &mut Mesh) -> Result<Vec<Option<u32>>, Error> {
    let n = mesh.positions.len();
    let mut parts: Vec<PartFaces> = Vec::new();
    let mut keys: Vec<(i16, u32)> = Vec::new();
    let mut known: HashMap<(i16, u32), usize> = HashMap::new();
    let (mut bad_indices, mut thin, mut closed_quads) = (0, 0, 0);
    let (mut last, mut corners) = (None, Vec::new());
    for (number, face) in (0u32..).zip(lod.faces.iter()) {
        if face.corners.iter().any(|vertex| usize::from(vertex) >= n) {
            bad_indices += 1;
            continue;
        }
        // A quad that ends where it starts is a triangle.
        let closed = face.corners.len() == 4 && face.corners.get(0) == face.corners.get(3);
        closed_quads += usize::from(closed);
        let len = face.corners.len() - usize::from(closed);
        if len < 3 {
            thin += 1;
            continue;
        }
        let key = (face.texture, face.special);
        let part = match last {
            Some((last_key, part)) if last_key == key => part,
            _ => *known.entry(key).or_insert_with(|| {
                parts.push(PartFaces::default());
                keys.push(key);
                parts.len() - 1
            }),
        };
        last = Some((key, part));
        if let Some(part) = parts.get_mut(part) {
            corners.clear();
            corners.extend(face.corners.iter().take(len).map(u32::from));
            part.push(number, special_to_face(face.special), &corners);
        }
    }
    builder.report(Code::IndexOutOfRange, bad_indices, index, "corners of faces")?;
    builder.report(Code::DegenerateFace, thin, index, "")?;
    builder.report(Code::DegenerateFace, closed_quads, index, "a quad that ends where it starts became a triangle")?;
    let numbers = face_numbers(&parts, lod.faces.len());
    for (part, (texture, special)) in parts.into_iter().zip(keys) {
        let path = usize::try_from(texture).ok().map(|index| lod.textures.get(index));
        builder.report(Code::IndexOutOfRange, usize::from(path == Some(None)), index, "textures")?;
        let texture = match path.flatten() {
            Some(path) => builder.text(path)?,
            None => String::new(),
        };
        let appearance = Appearance { texture, material: String::new(), special: special & APPEARANCE };
        let material = builder.materials.of(appearance, &mut builder.scene);
        let extras = Extras::from([("p3d.special".to_owned(), special.into())]);
        mesh.parts.push(part.into_part(Part { material, extras, ..Part::default() }));
    }
    Ok(numbers)
}

fn selections(
    builder: &mut Builder<'_>,
    lod: &Lod<'_>,
    index: usize,
    numbers: &[Option<u32>],
    mesh: &mut Mesh,
) -> Result<(), Error> {
    let n = mesh.positions.len();
    let mut bad = 0;
    for source in &lod.selections {
        let name = builder.text(&source.name)?;
        let weights = source.vertex_weights.values();
        let mut vertices = Vec::with_capacity(source.vertices.len());
        for (i, vertex) in source.vertices.values().iter().enumerate() {
            let byte = weights.get(i).map_or(1, negate_weight);
            if usize::from(vertex) >= n {
                bad += 1;
            } else if byte != 0 {
                vertices.push((vertex.into(), byte));
            }
        }
        let mut faces: Vec<u32> = Vec::with_capacity(source.faces.len());
        for face in source.faces.values() {
            match numbers.get(usize::from(face)) {
                Some(number) => faces.extend(number),
                None => bad += 1,
            }
        }
        let mut selection = selection(name, vertices, faces);
        if source.needs_sections != 0 {
            selection.extras.insert("p3d.needs_sections".into(), true.into());
        }
        mesh.selections.push(selection);
    }
    builder.report(Code::IndexOutOfRange, bad, index, "selections")
}

fn frames(builder: &mut Builder<'_>, lod: &Lod<'_>, index: usize, center: Vec3, mesh: &mut Mesh) -> Result<(), Error> {
    let n = mesh.positions.len();
    let mut dropped = 0;
    for frame in &lod.frames {
        let positions = if frame.positions.len() == n {
            builder.vectors(&frame.positions, n, index, "frame positions")?
        } else if frame.positions.len() == lod.point_to_vertex.len() {
            let points = builder.vectors(&frame.positions, frame.positions.len(), index, "frame positions")?;
            let of_vertex = lod.vertex_to_point.values();
            let position = |v| of_vertex.get(v).and_then(|point| points.get(usize::from(point)).copied());
            (0..n).map(|v| position(v).unwrap_or_default()).collect()
        } else {
            dropped += 1;
            continue;
        };
        if !frame.time.is_finite() {
            builder.report(Code::NonFinite, 1, index, "frame time")?;
            continue;
        }
        mesh.vertex_frames.push(VertexFrame { time: frame.time, positions: moved(positions, center) });
    }
    mesh.vertex_frames.sort_by(|a, b| a.time.total_cmp(&b.time));
    builder.report(Code::CountMismatch, dropped, index, "a frame with another number of points")
}
