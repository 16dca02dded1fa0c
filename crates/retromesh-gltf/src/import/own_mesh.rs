//! What the extras keep of a mesh that glTF has no place for: taken as far as the mesh is still the one that it was kept for.

use super::Importer;
use crate::extras_json::from_json;
use crate::{FLAGGED, LINKS, ORDER, fingerprint, flagged_faces, frame_name, runs};
use glam::Vec3;
use retromesh_core::extras::STALE;
use retromesh_core::mesh::{Faces, Mesh, MorphTarget, Part, Selection, VertexFrame};
use retromesh_core::{Code, Extra, Extras, Finding, MaterialId, Result, Triangulator};
use retromesh_kit::listed;
use retromesh_kit::vertices::merge_repeated;
use serde_json::{Map, Value};
use std::collections::HashMap;

impl Importer<'_, '_> {
    /// Gives vertices the order that they had before each part got its own.
    pub(super) fn in_order(&mut self, m: usize, mesh: &mut Mesh, own: &Map<String, Value>) -> Result<()> {
        let Some(order) = own.get(ORDER) else { return Ok(()) };
        let is_same = || {
            let print = order.get("print").and_then(Value::as_str)?;
            let numbers = runs::unpack_rising(order.get("of")?, mesh.positions.len())?;
            let is_linked = || {
                let count = numbers.iter().max().map_or(0, |last| *last as usize + 1);
                is_linked(own, count, faces_of(mesh), |vertex| numbers.get(vertex as usize).copied())
            };
            (print == fingerprint::vertices(&mesh.positions) || is_linked()).then_some(numbers)
        };
        let merged = is_same().is_some_and(|numbers| merge_repeated(mesh, &numbers));
        // Numbers of points say which is which, and have the order; and where the original is at hand no more can be done.
        let code = if mesh.point_numbers().is_some() || self.options.marks_stale {
            Code::MovedExtras
        } else {
            Code::StaleExtras
        };
        let what = "the order of vertices, which are others now";
        self.report(code, usize::from(!merged), || format!("meshes[{m}]"), what)
    }

    /// Takes parts without faces, vertex frames and selections.
    pub(super) fn kept_of_mesh(&mut self, m: usize, mesh: &mut Mesh, own: &Map<String, Value>) -> Result<()> {
        let path = || format!("meshes[{m}]");
        let stale = self.empty_parts(mesh, own);
        self.report(Code::StaleExtras, stale, path, "a part without faces, whose material is gone")?;
        let stale = usize::from(!self.vertex_frames(m, mesh, own)?);
        self.report(Code::StaleExtras, stale, path, "vertex frames, whose morph targets are others now")?;
        // What is kept of parts many programs take away as a whole.
        let flagged = own.get(FLAGGED).and_then(Value::as_u64).unwrap_or_default() as usize;
        let stale = if self.options.marks_stale { 0 } else { flagged.saturating_sub(flagged_faces(mesh)) };
        self.report(Code::StaleExtras, stale, path, "flags of faces, which are others now")?;
        let selections = own.get("selections").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        if selections.is_empty() {
            // Where there were some, they alone were taken out.
            if self.options.marks_stale && own.contains_key("vertexPrint") {
                mesh.extras.insert(STALE.to_owned(), true.into());
            }
            return Ok(());
        }
        let print = |key: &str| own.get(key).and_then(Value::as_str);
        let faces = || fingerprint::faces(&mesh.positions, faces_of(mesh));
        // Where only places changed, each vertex is still the one that it was.
        let is_moved = is_linked(own, mesh.positions.len(), faces_of(mesh), Some);
        let is_in_place = print("vertexPrint") == Some(&fingerprint::vertices(&mesh.positions));
        // Faces do not say which is which of the vertices that none has; Blender sorts them.
        let is_sorted = is_in_place || loose_points(mesh).is_sorted();
        let same_vertices = is_in_place || is_moved && (is_sorted || mesh.face_count() == 0);
        let order = if is_sorted || !same_vertices { Vec::new() } else { in_order(loose_points(mesh)) };
        let same_count = own.get("faceCount").and_then(Value::as_u64) == Some(mesh.face_count() as u64);
        let same_faces = is_moved && same_count || print("facePrint").is_some_and(|print| print == faces());
        let mut stale = Vec::new();
        for value in selections {
            let lists = [value.get("vertices"), value.get("faces")];
            // A few bytes can stand for a whole mesh.
            self.accessors.charge_list(lists.into_iter().flatten().map(|list| 4 * runs::total(list)).sum())?;
            let marks = self.options.marks_stale;
            let Some(mut selection) = selection(mesh, value) else {
                let name = value.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
                if marks {
                    let extras = Extras::from([(STALE.to_owned(), true.into())]);
                    mesh.selections.push(Selection { name, extras, ..Selection::default() });
                } else {
                    stale.push(name);
                }
                continue;
            };
            if !order.is_empty() {
                renumber(&mut selection, &order);
            }
            let lost_vertices = !same_vertices && !selection.vertices.is_empty();
            let lost_faces = !same_faces && !selection.faces.is_empty();
            if lost_vertices || lost_faces {
                if marks {
                    selection.extras.insert(STALE.to_owned(), true.into());
                } else {
                    stale.push(selection.name.clone());
                }
            }
            if lost_vertices {
                (selection.vertices, selection.weights) = Default::default();
            }
            if lost_faces {
                selection.faces = Vec::new();
            }
            let is_left = !selection.vertices.is_empty() || !selection.faces.is_empty();
            if marks || is_left || !lost_vertices && !lost_faces {
                mesh.selections.push(selection);
            }
        }
        let what = format!("named selections, whose vertices or faces are others now: {}", listed(&stale));
        self.diagnostics.report(Finding::new(Code::StaleExtras).times(stale.len()).within(path()).detail(what))
    }

    /// Returns the flags of the faces of a part; none where its faces are others now. What says nothing of the faces knows them.
    pub(super) fn face_flags(own: &Map<String, Value>, positions: &[Vec3], faces: &Faces) -> Vec<u32> {
        let is_same = || {
            let print = own.get("facePrint").and_then(Value::as_str);
            let is_own = |print: &str| print == fingerprint::faces(positions, std::iter::once(faces));
            print.is_none_or(is_own) || is_linked(own, 0, std::iter::once(faces), Some)
        };
        let flags = own.get("faceFlags").and_then(|flags| runs::unpack_equal(flags, faces.len()));
        flags.filter(|flags| flags.len() == faces.len() && is_same()).unwrap_or_default()
    }

    /// Puts back the parts without faces, in the order of their numbers; returns how many lost their material.
    fn empty_parts(&self, mesh: &mut Mesh, own: &Map<String, Value>) -> usize {
        let mut stale = 0;
        let mut rest = std::mem::take(&mut mesh.parts).into_iter();
        let mut parts = Vec::with_capacity(rest.len());
        for part in own.get("emptyParts").and_then(Value::as_array).into_iter().flatten() {
            let at = part.get("part").and_then(Value::as_u64).map(|at| at as usize);
            let before = at.and_then(|at| at.checked_sub(parts.len())).filter(|before| *before <= rest.len());
            let Some(before) = before else { continue };
            parts.extend(rest.by_ref().take(before));
            let name = part.get("name").and_then(Value::as_str).unwrap_or_default().to_string();
            let kept = part.get("material").filter(|kept| !kept.is_null());
            let material = kept.and_then(|kept| self.material_named(kept));
            stale += usize::from(kept.is_some() && material.is_none());
            parts.push(Part { name, material, ..Part::default() });
        }
        parts.extend(rest);
        mesh.parts = parts;
        stale
    }

    /// Turns the last morph targets back into the vertex frames that they were; returns whether they still are.
    fn vertex_frames(&self, m: usize, mesh: &mut Mesh, own: &Map<String, Value>) -> Result<bool> {
        let Some(times) = own.get("vertexFrames").and_then(Value::as_array) else { return Ok(true) };
        let times: Option<Vec<f32>> = times.iter().map(|time| super::float(Some(time))).collect();
        let Some(times) = times.filter(|times| times.is_sorted()) else { return Ok(false) };
        let Some(first) = mesh.morph_targets.len().checked_sub(times.len()) else { return Ok(false) };
        let named = |(target, time): (&MorphTarget, &f32)| target.name == frame_name(*time);
        if !mesh.morph_targets.iter().skip(first).zip(&times).all(named) {
            return Ok(false);
        }
        // A target of a few bytes makes a whole frame.
        let bytes = 12 * times.len() as u64 * mesh.positions.len() as u64;
        self.accessors.charge(bytes).map_err(|e| e.within(format!("meshes[{m}]")))?;
        for (time, target) in times.into_iter().zip(mesh.morph_targets.drain(first..)) {
            let deltas = target.positions.iter().copied().chain(std::iter::repeat(Vec3::ZERO));
            let moved = |(p, delta): (&Vec3, Vec3)| Some(*p + delta).filter(|sum| sum.is_finite()).unwrap_or(*p);
            let positions = mesh.positions.iter().zip(deltas).map(moved).collect();
            mesh.vertex_frames.push(VertexFrame { time, positions });
        }
        Ok(true)
    }

    /// Finds a material by its name; of several by that name its number counts, where the materials are still as many.
    fn material_named(&self, kept: &Value) -> Option<MaterialId> {
        let number = |key: &str| kept.get(key).and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok());
        let materials = &self.root.materials;
        let names = self.material_names.get_or_init(|| {
            let mut names = HashMap::new();
            for (at, material) in materials.iter().enumerate() {
                let name = material.name.as_deref().unwrap_or_default();
                names.entry(name).and_modify(|only| *only = None).or_insert(Some(at));
            }
            names
        });
        let name = kept.get("name")?.as_str()?;
        let exact = || {
            let at = number("number").filter(|_| number("of") == Some(materials.len()))?;
            materials.get(at).filter(|material| material.name.as_deref().unwrap_or_default() == name).map(|_| at)
        };
        names.get(name)?.or_else(exact).map(MaterialId::new)
    }
}

/// Returns the numbers of the points of the vertices that no face has.
fn loose_points(mesh: &Mesh) -> Vec<u32> {
    let numbers = mesh.point_numbers().unwrap_or_default();
    let mut is_used = vec![false; numbers.len()];
    for corner in faces_of(mesh).flat_map(Faces::iter).flatten() {
        is_used.get_mut(*corner as usize).into_iter().for_each(|is_used| *is_used = true);
    }
    numbers.iter().zip(is_used).filter(|(_, is_used)| !is_used).map(|(number, _)| *number).collect()
}

/// Returns the vertices in the order of the numbers of their points.
fn in_order(points: Vec<u32>) -> Vec<u32> {
    let mut order: Vec<(u32, u32)> = points.into_iter().zip(0..).collect();
    order.sort_unstable();
    order.into_iter().map(|(_, vertex)| vertex).collect()
}

/// Makes the vertices of a selection those that they are now.
fn renumber(selection: &mut Selection, now: &[u32]) {
    let weights = selection.weights.iter().copied().map(Some).chain(std::iter::repeat(None));
    let vertices = selection.vertices.iter().filter_map(|vertex| now.get(*vertex as usize).copied());
    let mut vertices: Vec<(u32, Option<f32>)> = vertices.zip(weights).collect();
    vertices.sort_by_key(|(vertex, _)| *vertex);
    selection.vertices = vertices.iter().map(|(vertex, _)| *vertex).collect();
    selection.weights = vertices.iter().filter_map(|(_, weight)| *weight).collect();
}

/// Returns the faces of each part of a mesh.
fn faces_of(mesh: &Mesh) -> impl Iterator<Item = &Faces> {
    mesh.parts.iter().map(|part| &part.faces)
}

/// Returns whether vertices, each by a number, are joined by faces as they were when extras were written.
fn is_linked<'f>(
    own: &Map<String, Value>,
    count: usize,
    faces: impl Iterator<Item = &'f Faces>,
    number: impl Fn(u32) -> Option<u32>,
) -> bool {
    let print = own.get(LINKS).and_then(Value::as_str);
    print.is_some_and(|print| print == fingerprint::links(count, faces, number))
}

/// Joins triangles to the polygons that they were cut from: fans, and `loops`, which name the number of the face and its corners. `None` when
/// they are no such triangles.
pub(super) fn polygons(
    positions: &[Vec3],
    triangles: &[[u32; 3]],
    corners: &Value,
    loops: Option<&Value>,
) -> Option<Faces> {
    // Corners on an edge of others make no triangle.
    let number = |value: &Value| value.as_u64().and_then(|n| u32::try_from(n).ok());
    let numbers = |list: &Value| list.as_array()?.iter().map(number).collect::<Option<Vec<u32>>>();
    let loops: Vec<Vec<u32>> = match loops {
        Some(loops) => loops.as_array()?.iter().map(numbers).collect::<Option<_>>()?,
        None => Vec::new(),
    };
    let corners = runs::unpack_equal(corners, triangles.len() + loops.len())?;
    let (mut starts, mut indices) = (vec![0], Vec::with_capacity(triangles.len() + corners.len() * 2));
    let (mut rest, mut loops) = (triangles, loops.into_iter().peekable());
    let (mut triangulator, mut cut) = (Triangulator::default(), Vec::new());
    for (face, count) in (0u32..).zip(corners) {
        if let Some(outline) = loops.next_if(|outline| outline.first() == Some(&face)) {
            let is_good = |corner: &u32| (*corner as usize) < positions.len();
            let outline = outline.get(1..).filter(|outline| outline.len() > 2 && outline.iter().all(is_good))?;
            cut.clear();
            triangulator.add(positions, outline, &mut cut);
            rest = rest.strip_prefix(cut.as_slice()).filter(|_| outline.len() == count as usize)?;
            indices.extend_from_slice(outline);
        } else {
            let (fan, tail) = rest.split_at_checked(count.checked_sub(2)? as usize)?;
            let &[first, second, _] = fan.first()?;
            indices.extend([first, second]);
            for &[a, b, c] in fan {
                if a != first || indices.last() != Some(&b) {
                    return None;
                }
                indices.push(c);
            }
            rest = tail;
        }
        starts.push(indices.len() as u32);
    }
    rest.is_empty().then_some(Faces::Polygons { starts, indices })
}

/// Reads a selection; `None` when its numbers do not fit the mesh.
fn selection(mesh: &Mesh, value: &Value) -> Option<Selection> {
    let list =
        |key: &str, limit: usize| value.get(key).map_or(Some(Vec::new()), |list| runs::unpack_rising(list, limit));
    // A vertex is named once, a face may be named again.
    let (vertices, faces) = (list("vertices", mesh.vertex_count())?, list("faces", usize::MAX)?);
    let weights = value.get("weights").and_then(Value::as_array).into_iter().flatten();
    let weights: Vec<f32> = weights.map(|weight| super::float(Some(weight))).collect::<Option<_>>()?;
    let rising = vertices.is_sorted_by(|a, b| a < b);
    let in_range = vertices.iter().all(|&v| (v as usize) < mesh.vertex_count())
        && faces.iter().all(|&face| (face as usize) < mesh.face_count());
    let fits = weights.is_empty() || weights.len() == vertices.len();
    let extras = match value.get("extras").and_then(from_json) {
        Some(Extra::Map(extras)) => extras,
        _ => Extras::new(),
    };
    let name = value.get("name").and_then(Value::as_str).unwrap_or_default().to_string();
    (rising && in_range && fits).then_some(Selection { name, vertices, weights, faces, extras })
}
