//! Meshes: primitives as parts over joined vertex pools.

use super::Importer;
use super::filled::Lacking;
use super::grids::grid;
use super::own_mesh::polygons;
use super::pools::PoolKey;
use crate::extras_json::split;
use crate::{NAMELESS, kept};
use glam::Vec3;
use gltf_json::mesh::{Mode, Primitive, Semantic};
use gltf_json::validation::Checked;
use retromesh_core::extras::{LINES, POINTS};
use retromesh_core::material::{Material, Shading};
use retromesh_core::mesh::{Faces, Mesh, Part};
use retromesh_core::{Code, Extra, Finding, MaterialId, Result};
use retromesh_kit::join::{append, padding};
use retromesh_kit::listed;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, HashSet};
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
        let mut lacking = Lacking::default();
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
                let vertices = start as u32..(start + pool.positions.len()) as u32;
                lacking.note(&pool, vertices.clone());
                append(&mut read, pool);
                pools.insert(key, vertices.clone());
                vertices
            };
            let part = self.part((m, p), primitive, vertices, &read)?;
            read.parts.extend(part);
        }
        self.missing_attributes(m, mesh, kinds)?;
        self.fill(m, &mut read, &lacking)?;
        self.in_order(m, &mut read, &own)?;
        read.name = mesh.name.clone().unwrap_or_default();
        for (target, &weight) in read.morph_targets.iter_mut().zip(mesh.weights.iter().flatten()) {
            target.weight = if weight.is_finite() { weight } else { 0.0 };
        }
        if let Some(Extra::List(names)) = extras.get("targetNames") {
            let nameless = own.get(NAMELESS).and_then(Value::as_array).into_iter().flatten();
            let nameless: HashSet<&str> = nameless.filter_map(Value::as_str).collect();
            for (target, name) in read.morph_targets.iter_mut().zip(names) {
                target.name = name.as_text().filter(|name| !nameless.contains(name)).unwrap_or_default().to_string();
            }
            extras.remove("targetNames");
        }
        read.extras = extras;
        self.grids.meshes.push(grid(&own));
        self.kept_of_mesh(m, &mut read, &own)?;
        Ok(read)
    }

    /// Reports custom attributes that another program took away, as Blender does unless it is asked to keep them.
    fn missing_attributes(
        &mut self,
        m: usize,
        mesh: &gltf_json::Mesh,
        kinds: Option<&Map<String, Value>>,
    ) -> Result<()> {
        let is_custom = |key: &Checked<Semantic>, name: &str| matches!(key, Checked::Valid(Semantic::Extras(own)) if name.strip_prefix('_') == Some(own));
        for (name, kind) in kinds.into_iter().flatten() {
            if !mesh.primitives.iter().any(|p| p.attributes.keys().any(|key| is_custom(key, name))) {
                let name = kind.get("name").and_then(Value::as_str).unwrap_or(name);
                let detail = format!("a mesh without the attribute {} that it was written with", listed(&[name]));
                self.diagnostics
                    .report(Finding::new(Code::StaleExtras).within(format!("meshes[{m}]")).detail(detail))?;
            }
        }
        Ok(())
    }

    /// Reads the faces of a primitive over its vertices; points and lines make no part.
    fn part(
        &mut self,
        (m, p): (usize, usize),
        primitive: &Primitive,
        vertices: Range<u32>,
        read: &Mesh,
    ) -> Result<Option<Part>> {
        let positions = &read.positions;
        let path = || format!("meshes[{m}].primitives[{p}]");
        let count = vertices.end - vertices.start;
        let indices: Vec<u32> = if let Some(accessor) = primitive.indices {
            self.accessors.integers::<1>(accessor).map_err(|e| e.within(path()))?.into_flattened()
        } else {
            self.accessors.charge(u64::from(count) * 4)?;
            (0..count).collect()
        };
        let mut triangles: Vec<[u32; 3]> = match primitive.mode {
            Checked::Valid(Mode::Triangles) => {
                bytemuck::try_cast_vec(indices).unwrap_or_else(|(_, indices)| indices.as_chunks::<3>().0.to_vec())
            }
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
                return self.loose_part(primitive, mode, &indices, (vertices, read), path).map(Some);
            }
            Checked::Invalid => {
                self.report(Code::LostPrimitives, 1, path, "")?;
                return Ok(None);
            }
        };
        let before = triangles.len();
        let in_range = |t: &[u32; 3]| t.iter().all(|&v| v < count);
        triangles.retain(in_range);
        if vertices.start > 0 {
            triangles.as_flattened_mut().iter_mut().for_each(|vertex| *vertex += vertices.start);
        }
        let lost = before - triangles.len();
        self.report(Code::IndexOutOfRange, lost, path, "triangles with a vertex that does not exist")?;
        let material = self.part_material(primitive, (vertices, read), path)?;
        self.missing_uv_sets(primitive, material, path)?;
        let (mut extras, own) = split(primitive.extras.as_deref());
        if let Some(extensions) = &primitive.extensions {
            kept::keep_extensions(extensions.others.iter(), &mut extras);
        }
        let corners = own.get("corners");
        let faces = corners.and_then(|corners| polygons(positions, &triangles, corners, own.get("loops")));
        let stale = usize::from(corners.is_some() && faces.is_none());
        self.report(Code::StaleExtras, stale, path, "polygons, whose triangles are others now")?;
        let faces = faces.unwrap_or(Faces::Triangles(triangles));
        let face_flags = Self::face_flags(&own, positions, &faces);
        let name = own.get("name").and_then(Value::as_str).unwrap_or_default().to_string();
        Ok(Some(Part { name, material, faces, face_flags, extras }))
    }

    /// Builds a part of lines or points, which has no faces.
    fn loose_part(
        &mut self,
        primitive: &Primitive,
        mode: Mode,
        indices: &[u32],
        (vertices, read): (Range<u32>, &Mesh),
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
        let material = self.part_material(primitive, (vertices, read), path)?;
        let (mut extras, own) = split(primitive.extras.as_deref());
        if let Some(extensions) = &primitive.extensions {
            kept::keep_extensions(extensions.others.iter(), &mut extras);
        }
        extras.insert(if width == 1 { POINTS } else { LINES }.into(), Extra::List(kept));
        let name = own.get("name").and_then(Value::as_str).unwrap_or_default().to_string();
        Ok(Part { name, material, extras, ..Part::default() })
    }

    /// Reports the texture layers for which a primitive has no coordinates, as a new object among light-mapped ones has none.
    fn missing_uv_sets(
        &mut self,
        primitive: &Primitive,
        material: Option<MaterialId>,
        path: impl FnOnce() -> String,
    ) -> Result<()> {
        let layers =
            material.and_then(|id| self.scene.materials.get(id.index())).map_or(&[][..], |material| &material.layers);
        let has = |set| primitive.attributes.contains_key(&Checked::Valid(Semantic::TexCoords(set)));
        let missing = layers.iter().map(|layer| layer.uv_set).filter(|set| !has(*set)).count();
        self.report(Code::MissingUvSet, missing, path, "")
    }

    /// Returns the material, and notes whether vertex colours change it.
    fn part_material(
        &mut self,
        primitive: &Primitive,
        (vertices, read): (Range<u32>, &Mesh),
        path: impl FnOnce() -> String,
    ) -> Result<Option<MaterialId>> {
        let known = primitive.material.map(|id| id.value());
        let material = known.filter(|&id| id < self.root.materials.len());
        self.report(Code::IndexOutOfRange, usize::from(known != material), path, "a material that does not exist")?;
        let color = primitive.attributes.get(&Checked::Valid(Semantic::Colors(0)));
        let Some(color) = color else { return Ok(material.map(MaterialId::new)) };
        let alpha = self.accessors.shape(*color).is_some_and(|(_, columns)| columns == 4);
        if let Some(material) = material {
            // This project writes colours that nothing shows as an attribute of this name.
            let is_idle = primitive.attributes.contains_key(&Checked::Valid(Semantic::Extras("COLOR_0".into())));
            let range = vertices.start as usize..vertices.end as usize;
            let colors = read.color_sets.first().and_then(|set| set.get(range)).unwrap_or_default();
            let is_painted = !is_idle && colors.iter().any(|color| color.truncate() != Vec3::ONE);
            self.use_vertex_colors(material, alpha, is_painted)?;
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
