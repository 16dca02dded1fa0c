//! Meshes: primitives as parts over joined vertex pools.

use super::Importer;
use super::join::{append, padding};
use super::pools::PoolKey;
use crate::extras_json::{from_json, split};
use crate::{kept, runs};
use glam::Vec3;
use gltf_json::mesh::{Mode, Primitive, Semantic};
use gltf_json::validation::Checked;
use retromesh_core::extras::{LINES, POINTS};
use retromesh_core::material::{Material, Shading};
use retromesh_core::mesh::{Faces, Mesh, Part, Selection, VertexFrame};
use retromesh_core::{Code, Extra, Extras, MaterialId, Result, Triangulator};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::ops::Range;

impl Importer<'_, '_> {
    pub(super) fn meshes(&mut self) -> Result<()> {
        for (m, mesh) in self.root.meshes.iter().enumerate() {
            let read = self.mesh(m, mesh)?;
            self.scene.meshes.push(read);
        }
        Ok(())
    }

    fn mesh(&mut self, m: usize, mesh: &gltf_json::Mesh) -> Result<Mesh> {
        let (mut extras, own) = split(mesh.extras.as_deref());
        let kinds = own.get("attributes").and_then(Value::as_object);
        let is_own = self.own;
        let mut read = Mesh::default();
        let mut pools: BTreeMap<PoolKey, Range<u32>> = BTreeMap::new();
        for (p, primitive) in mesh.primitives.iter().enumerate() {
            let path = || format!("meshes[{m}].primitives[{p}]");
            let invalid = primitive.attributes.keys().filter(|key| matches!(key, Checked::Invalid)).count();
            self.report(Code::LostExtras, invalid, path, "attributes of unknown kind")?;
            let key = PoolKey::of(primitive, is_own);
            if key.positions().is_none() {
                self.report(Code::LostMesh, 1, path, "a primitive without positions")?;
                continue;
            }
            let vertices = if let Some(vertices) = pools.get(&key) {
                vertices.clone()
            } else {
                let start = read.positions.len();
                let pool = self.pool(m, &key, kinds)?;
                self.accessors.charge(padding(&read, &pool)).map_err(|e| e.within(path()))?;
                append(&mut read, pool);
                let vertices = start as u32..read.positions.len() as u32;
                pools.insert(key, vertices.clone());
                vertices
            };
            let part = self.part((m, p), primitive, vertices, &read.positions)?;
            read.parts.extend(part);
        }
        read.name = mesh.name.clone().unwrap_or_default();
        for (target, &weight) in read.morph_targets.iter_mut().zip(mesh.weights.iter().flatten()) {
            target.weight = if weight.is_finite() { weight } else { 0.0 };
        }
        if let Some(Extra::List(names)) = extras.get("targetNames") {
            for (target, name) in read.morph_targets.iter_mut().zip(names) {
                target.name = name.as_text().unwrap_or_default().to_string();
            }
            extras.remove("targetNames");
        }
        read.extras = extras;
        empty_parts(&mut read, &own, self.scene.materials.len());
        self.vertex_frames(m, &mut read, &own)?;
        read.selections = self.selections(&read, &own)?;
        Ok(read)
    }

    /// Reads the selections that still fit the mesh.
    fn selections(&self, mesh: &Mesh, own: &Map<String, Value>) -> Result<Vec<Selection>> {
        let mut read = Vec::new();
        for value in own.get("selections").and_then(Value::as_array).into_iter().flatten() {
            let lists = [value.get("vertices"), value.get("faces")];
            // A few bytes can stand for a whole mesh.
            self.accessors.charge_list(lists.into_iter().flatten().map(|list| 4 * runs::total(list)).sum())?;
            read.extend(selection(mesh, value));
        }
        Ok(read)
    }

    /// Turns the last morph targets back into the vertex frames that they were.
    fn vertex_frames(&self, m: usize, mesh: &mut Mesh, own: &Map<String, Value>) -> Result<()> {
        let Some(times) = own.get("vertexFrames").and_then(Value::as_array) else { return Ok(()) };
        let times: Option<Vec<f32>> = times.iter().map(|time| super::float(Some(time))).collect();
        let Some(times) = times.filter(|times| times.is_sorted()) else { return Ok(()) };
        let Some(first) = mesh.morph_targets.len().checked_sub(times.len()) else { return Ok(()) };
        // A target of a few bytes makes a whole frame.
        let bytes = 12 * times.len() as u64 * mesh.positions.len() as u64;
        self.accessors.charge(bytes).map_err(|e| e.within(format!("meshes[{m}]")))?;
        for (time, target) in times.into_iter().zip(mesh.morph_targets.drain(first..)) {
            let deltas = target.positions.iter().copied().chain(std::iter::repeat(Vec3::ZERO));
            let moved = |(p, delta): (&Vec3, Vec3)| Some(*p + delta).filter(|sum| sum.is_finite()).unwrap_or(*p);
            let positions = mesh.positions.iter().zip(deltas).map(moved).collect();
            mesh.vertex_frames.push(VertexFrame { time, positions });
        }
        Ok(())
    }

    /// Reads the faces of a primitive over its vertices; points and lines make no part.
    fn part(
        &mut self,
        (m, p): (usize, usize),
        primitive: &Primitive,
        vertices: Range<u32>,
        positions: &[Vec3],
    ) -> Result<Option<Part>> {
        let path = || format!("meshes[{m}].primitives[{p}]");
        let count = vertices.end - vertices.start;
        let indices: Vec<u32> = if let Some(accessor) = primitive.indices {
            self.accessors.integers::<1>(accessor).map_err(|e| e.within(path()))?.into_flattened()
        } else {
            self.accessors.charge(u64::from(count) * 4)?;
            (0..count).collect()
        };
        let triangles: Vec<[u32; 3]> = match primitive.mode {
            Checked::Valid(Mode::Triangles) => indices.as_chunks::<3>().0.to_vec(),
            Checked::Valid(Mode::TriangleStrip) => {
                let pair = |(i, w): (usize, &[u32])| match *w {
                    [a, b, c] if i % 2 == 0 => [a, b, c],
                    [a, b, c] => [a, c, b],
                    _ => [0; 3],
                };
                indices.windows(3).enumerate().map(pair).collect()
            }
            Checked::Valid(Mode::TriangleFan) => {
                let first = indices.first().copied().unwrap_or(0);
                let tail = indices.get(1..).unwrap_or(&[]);
                tail.windows(2)
                    .map(|w| match *w {
                        [a, b] => [first, a, b],
                        _ => [0; 3],
                    })
                    .collect()
            }
            // The vertices of a mesh without faces, which this project writes so.
            Checked::Valid(Mode::Points) if self.own && primitive.indices.is_none() => return Ok(None),
            Checked::Valid(mode @ (Mode::Points | Mode::Lines | Mode::LineStrip | Mode::LineLoop)) => {
                return self.loose_part(primitive, mode, &indices, vertices, path).map(Some);
            }
            Checked::Invalid => {
                self.report(Code::LostPrimitives, 1, path, "")?;
                return Ok(None);
            }
        };
        let before = triangles.len();
        let in_range = |t: &[u32; 3]| t.iter().all(|&v| v < count);
        let triangles: Vec<[u32; 3]> =
            triangles.into_iter().filter(in_range).map(|t| t.map(|v| v + vertices.start)).collect();
        let lost = before - triangles.len();
        self.report(Code::IndexOutOfRange, lost, path, "triangles with a vertex that does not exist")?;
        let material = self.part_material(primitive, path)?;
        let (mut extras, own) = split(primitive.extras.as_deref());
        if let Some(extensions) = &primitive.extensions {
            kept::keep(extensions.others.iter(), &mut extras);
        }
        let corners = own.get("corners");
        let faces = corners.and_then(|corners| polygons(positions, &triangles, corners, own.get("loops")));
        let stale = usize::from(corners.is_some() && faces.is_none());
        self.report(Code::StaleExtras, stale, path, "polygons, whose triangles are others now")?;
        let faces = faces.unwrap_or(Faces::Triangles(triangles));
        let flags = own.get("faceFlags").and_then(|flags| runs::unpack_equal(flags, faces.len()));
        let face_flags = flags.filter(|flags| flags.len() == faces.len()).unwrap_or_default();
        let name = own.get("name").and_then(Value::as_str).unwrap_or_default().to_string();
        Ok(Some(Part { name, material, faces, face_flags, extras }))
    }

    /// Builds a part of lines or points, which has no faces.
    fn loose_part(
        &mut self,
        primitive: &Primitive,
        mode: Mode,
        indices: &[u32],
        vertices: Range<u32>,
        path: impl Fn() -> String,
    ) -> Result<Part> {
        /// About how many bytes a number takes among extras.
        const NUMBER: u64 = 40;
        self.accessors.charge(2 * NUMBER * indices.len() as u64).map_err(|e| e.within(path()))?;
        let closing = indices.last().copied().zip(indices.first().copied()).filter(|_| mode == Mode::LineLoop);
        let list: Vec<u32> = match mode {
            Mode::Points => indices.to_vec(),
            Mode::Lines => indices.as_chunks::<2>().0.as_flattened().to_vec(),
            _ => {
                let pairs = indices.windows(2).flatten().copied();
                pairs.chain(closing.into_iter().flat_map(|(last, first)| [last, first])).collect()
            }
        };
        let width = if mode == Mode::Points { 1 } else { 2 };
        let good = |pair: &&[u32]| pair.iter().all(|vertex| *vertex < vertices.end - vertices.start);
        let kept: Vec<Extra> =
            list.chunks(width).filter(good).flatten().map(|vertex| (vertices.start + vertex).into()).collect();
        let lost = (list.len() - kept.len()) / width;
        self.report(Code::IndexOutOfRange, lost, &path, "lines or points with a vertex that does not exist")?;
        let material = self.part_material(primitive, path)?;
        let (mut extras, own) = split(primitive.extras.as_deref());
        if let Some(extensions) = &primitive.extensions {
            kept::keep(extensions.others.iter(), &mut extras);
        }
        extras.insert(if width == 1 { POINTS } else { LINES }.into(), Extra::List(kept));
        let name = own.get("name").and_then(Value::as_str).unwrap_or_default().to_string();
        Ok(Part { name, material, extras, ..Part::default() })
    }

    /// Returns the material, and notes whether vertex colours change it.
    fn part_material(&mut self, primitive: &Primitive, path: impl FnOnce() -> String) -> Result<Option<MaterialId>> {
        let known = primitive.material.map(|id| id.value());
        let material = known.filter(|&id| id < self.root.materials.len());
        self.report(Code::IndexOutOfRange, usize::from(known != material), path, "a material that does not exist")?;
        let color = primitive.attributes.get(&Checked::Valid(Semantic::Colors(0)));
        let Some(color) = color else { return Ok(material.map(MaterialId::new)) };
        let alpha = self.accessors.shape(*color).is_some_and(|(_, columns)| columns == 4);
        if let Some(material) = material {
            self.use_vertex_colors(material, alpha);
            return Ok(Some(MaterialId::new(material)));
        }
        // Without a material colours multiply white; the scene says so with a material.
        let shading = Shading { vertex_colors: true, vertex_alpha: alpha, ..Shading::default() };
        let white = Material { shading, metallic: Some(1.0), roughness: Some(1.0), ..Material::default() };
        let at = self.scene.materials.iter().skip(self.root.materials.len()).position(|m| *m == white);
        if let Some(at) = at {
            return Ok(Some(MaterialId::new(self.root.materials.len() + at)));
        }
        self.scene.materials.push(white);
        Ok(Some(MaterialId::new(self.scene.materials.len() - 1)))
    }
}

/// Joins triangles to the polygons that they were cut from: fans, and `loops`, which name the number of the face and its corners. `None` when
/// they are no such triangles.
fn polygons(positions: &[Vec3], triangles: &[[u32; 3]], corners: &Value, loops: Option<&Value>) -> Option<Faces> {
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

/// Puts back the parts without faces that this project noted, in the order of their numbers.
fn empty_parts(mesh: &mut Mesh, own: &Map<String, Value>, materials: usize) {
    let mut rest = std::mem::take(&mut mesh.parts).into_iter();
    let mut parts = Vec::with_capacity(rest.len());
    for part in own.get("emptyParts").and_then(Value::as_array).into_iter().flatten() {
        let at = part.get("part").and_then(Value::as_u64).map(|at| at as usize);
        let before = at.and_then(|at| at.checked_sub(parts.len())).filter(|before| *before <= rest.len());
        let Some(before) = before else { continue };
        parts.extend(rest.by_ref().take(before));
        let name = part.get("name").and_then(Value::as_str).unwrap_or_default().to_string();
        let material = part.get("material").and_then(Value::as_u64).map(|id| id as usize);
        let material = material.filter(|&id| id < materials).map(MaterialId::new);
        parts.push(Part { name, material, ..Part::default() });
    }
    parts.extend(rest);
    mesh.parts = parts;
}

/// Reads a selection; `None` when it does not fit the mesh.
fn selection(mesh: &Mesh, value: &Value) -> Option<Selection> {
    let list = |key: &str, limit: usize| match value.get(key) {
        Some(list) => runs::unpack_rising(list, limit),
        None => Some(Vec::new()),
    };
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
