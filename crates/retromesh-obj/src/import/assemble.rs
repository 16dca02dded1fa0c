//! The second pass: one vertex pool for each object, from the separate pools of the file.

use super::Report;
use super::meshes::{Geometry, NO_COLOR, NONE};
use super::normals;
use super::selections::{Piece, Selections};
use glam::{Vec2, Vec3, Vec4};
use retromesh_core::extras::{LINES, POINTS};
use retromesh_core::mesh::{Faces, Mesh, Part};
use retromesh_core::{Code, Extra, Extras, MaterialId};
use std::collections::{BTreeMap, HashMap};

/// Marks a vertex whose first corner has not been met.
const UNSET: u32 = u32::MAX - 1;

/// A position with more combinations than this is looked up by hash, so that no input makes the search quadratic.
const MAX_CHAIN: usize = 16;

/// What a vertex is made of: position, texture coordinate, normal.
type Source = [u32; 3];

/// Puts meshes together, object by object.
pub(super) struct Assembler<'g> {
    geometry: &'g Geometry,
    materials: &'g [Option<MaterialId>],
    /// The first vertex of each position in the mesh at work, or [`NONE`]; [`UNSET`] where a face uses it.
    first: Vec<u32>,
    /// Whether any face, line or point of any object uses a position.
    used: Vec<bool>,
    /// The part of each slot in the mesh at work, or [`NONE`]; the last entry is for no material.
    part_of: Vec<u32>,
    /// The entries of `part_of` that are set.
    touched: Vec<usize>,
    /// What the vertices of the mesh at work are made of.
    sources: Vec<Source>,
    /// The next vertex with the same position, or [`NONE`].
    next: Vec<u32>,
    /// Vertices beyond the end of a long chain.
    far: HashMap<Source, u32>,
}

/// A part at work.
struct Building {
    material: Option<MaterialId>,
    indices: Vec<u32>,
    /// Empty as long as all faces are triangles.
    starts: Vec<u32>,
    faces: u32,
}

impl<'g> Assembler<'g> {
    pub(super) fn new(geometry: &'g Geometry, materials: &'g [Option<MaterialId>]) -> Self {
        let mut used = vec![false; geometry.positions.len()];
        for &corner in geometry.corners.iter().chain(geometry.loose.iter().flat_map(|loose| &loose.positions)) {
            if let Some(used) = used.get_mut(corner as usize) {
                *used = true;
            }
        }
        let slots = geometry.runs.iter().map(|run| run.slot.wrapping_add(1)).max().unwrap_or_default() as usize;
        Self {
            geometry,
            materials,
            first: vec![NONE; geometry.positions.len()],
            used,
            part_of: vec![NONE; slots + 1],
            touched: Vec::new(),
            sources: Vec::new(),
            next: Vec::new(),
            far: HashMap::new(),
        }
    }

    /// Builds the mesh of an object; `None` when it has neither a face nor a vertex of its own.
    pub(super) fn object(&mut self, index: usize, report: &mut Report) -> Option<Mesh> {
        let geometry = self.geometry;
        let object = geometry.objects.get(index)?;
        let next = geometry.objects.get(index + 1);
        let runs = object.first_run as usize..next.map_or(geometry.runs.len(), |next| next.first_run as usize);
        let last = next.map_or(geometry.positions.len(), |next| next.first_position as usize);
        self.begin(&runs, object.first_position as usize..last);
        let mut parts = Vec::new();
        let mut pieces = Vec::new();
        for run in runs {
            self.run(run, &mut parts, &mut pieces);
        }
        let loose = self.loose(index, object.offset, report);
        if self.sources.is_empty() {
            // The object before the first `o` is not authored, so it cannot be lost.
            let lost = usize::from(!object.name.is_empty());
            report.add(Code::EmptyPart, "an object without elements", lost, Some(object.offset));
            self.end();
            return None;
        }
        let mut mesh = self.vertices(object.offset, report);
        let mut selections = Selections::new(geometry, report);
        let mut firsts = Vec::with_capacity(parts.len());
        let mut faces = 0;
        for part in &parts {
            firsts.push(faces);
            faces += part.faces;
        }
        for piece in &pieces {
            selections.add(piece, firsts.get(piece.part).copied().unwrap_or(0));
        }
        mesh.selections = selections.finish();
        mesh.parts = parts.into_iter().map(Building::finish).chain(loose).collect();
        self.fill_normals(&mut mesh, object.offset, report);
        self.end();
        Some(mesh)
    }

    /// Makes the vertices of the object's own positions, in their order: those that its faces use, and those that none uses.
    fn begin(&mut self, runs: &std::ops::Range<usize>, own: std::ops::Range<usize>) {
        let geometry = self.geometry;
        if let (Some(first), false) = (geometry.runs.get(runs.start), runs.is_empty()) {
            let face = |face: usize| geometry.starts.get(face).map_or(0, |&start| start as usize);
            let corners = face(first.first_face as usize)..face(geometry.run_end(runs.end - 1));
            for &corner in geometry.corners.get(corners).unwrap_or(&[]) {
                if let Some(first) = self.first.get_mut(corner as usize) {
                    *first = UNSET;
                }
            }
        }
        let start = own.start;
        let slots = self.first.get_mut(own.clone()).unwrap_or(&mut []);
        for ((i, first), used) in slots.iter_mut().enumerate().zip(self.used.get(own).unwrap_or(&[])) {
            if *first == UNSET || !used {
                *first = self.sources.len() as u32;
                self.sources.push([(start + i) as u32, UNSET, UNSET]);
            }
        }
        self.next.resize(self.sources.len(), NONE);
    }

    /// Builds the parts of an object's lines and points, one a material and kind.
    fn loose(&mut self, object: usize, offset: u64, report: &mut Report) -> Vec<Part> {
        let geometry = self.geometry;
        let first = geometry.loose.partition_point(|loose| loose.object < object);
        let rest = geometry.loose.get(first..).unwrap_or_default();
        let mut lists: BTreeMap<(u32, bool), Vec<Extra>> = BTreeMap::new();
        for loose in rest.iter().take_while(|loose| loose.object == object) {
            if loose.positions.iter().any(|&position| position as usize >= geometry.positions.len()) {
                report.add(Code::IndexOutOfRange, "a line or point that is no position", 1, Some(offset));
                continue;
            }
            let vertices: Vec<u32> = loose.positions.iter().map(|&p| self.any_vertex(p)).collect();
            let list = lists.entry((loose.material, loose.is_line)).or_default();
            if loose.is_line {
                list.extend(vertices.windows(2).flatten().map(|&vertex| Extra::from(vertex)));
            } else {
                list.extend(vertices.into_iter().map(Extra::from));
            }
        }
        let part = |((material, is_line), list): ((u32, bool), Vec<Extra>)| Part {
            material: self.materials.get(material as usize).copied().flatten(),
            extras: Extras::from([(if is_line { LINES } else { POINTS }.to_owned(), Extra::List(list))]),
            ..Part::default()
        };
        lists.into_iter().map(part).collect()
    }

    fn run(&mut self, index: usize, parts: &mut Vec<Building>, pieces: &mut Vec<Piece>) {
        let geometry = self.geometry;
        let Some(run) = geometry.runs.get(index) else { return };
        let faces = geometry.starts.get(run.first_face as usize..=geometry.run_end(index)).unwrap_or(&[]);
        let slot = (run.slot as usize).min(self.part_of.len() - 1);
        let Some(part_of) = self.part_of.get_mut(slot) else { return };
        if *part_of == NONE {
            *part_of = parts.len() as u32;
            self.touched.push(slot);
            let material = self.materials.get(run.material as usize).copied().flatten();
            parts.push(Building { material, indices: Vec::new(), starts: Vec::new(), faces: 0 });
        }
        let number = *part_of as usize;
        let Some(part) = parts.get_mut(number) else { return };
        let first = part.faces;
        for pair in faces.windows(2) {
            let &[start, end] = pair else { continue };
            let corners = start as usize..end as usize;
            let positions = geometry.corners.get(corners.clone()).unwrap_or(&[]);
            part.begin_face(positions.len());
            for (&position, corner) in positions.iter().zip(corners) {
                let uv = geometry.corner_uvs.get(corner).copied().unwrap_or(NONE);
                let normal = geometry.corner_normals.get(corner).copied().unwrap_or(NONE);
                part.indices.push(self.vertex([position, uv, normal]));
            }
        }
        if part.faces > first {
            pieces.push(Piece { run: index, part: number, first, count: part.faces - first });
        }
    }

    /// Returns a vertex of a position, whatever else it has, or makes one.
    fn any_vertex(&mut self, position: u32) -> u32 {
        match self.first.get(position as usize) {
            Some(&first) if first < UNSET && self.sources.get(first as usize).is_some_and(|s| s[1] != UNSET) => first,
            _ => self.vertex([position, NONE, NONE]),
        }
    }

    /// Finds or makes the vertex of a combination.
    #[inline]
    fn vertex(&mut self, source: Source) -> u32 {
        let [position, uv, normal] = source;
        let Some(first) = self.first.get_mut(position as usize) else { return 0 };
        if *first >= UNSET {
            *first = self.sources.len() as u32;
            let id = *first;
            self.push(source);
            return id;
        }
        let mut id = *first;
        for _ in 0..MAX_CHAIN {
            let Some(found) = self.sources.get_mut(id as usize) else { break };
            if found[1] == uv && found[2] == normal {
                return id;
            }
            if found[1] == UNSET {
                *found = source;
                return id;
            }
            match self.next.get_mut(id as usize) {
                Some(next) if *next == NONE => {
                    *next = self.sources.len() as u32;
                    let id = *next;
                    self.push(source);
                    return id;
                }
                Some(next) => id = *next,
                None => break,
            }
        }
        if let Some(&id) = self.far.get(&source) {
            return id;
        }
        let id = self.sources.len() as u32;
        self.push(source);
        self.far.insert(source, id);
        id
    }

    fn push(&mut self, source: Source) {
        self.sources.push(source);
        self.next.push(NONE);
    }

    /// Gathers the values of the vertices.
    fn vertices(&self, offset: u64, report: &mut Report) -> Mesh {
        let geometry = self.geometry;
        let position = |s: &Source| geometry.positions.get(s[0] as usize).copied().unwrap_or(Vec3::ZERO);
        let mut mesh = Mesh { positions: self.sources.iter().map(position).collect(), ..Mesh::default() };
        let mut fill = |missing: usize, detail| report.add(Code::FilledVertices, detail, missing, Some(offset));
        let is_used = |s: &&Source| s[1] != UNSET;
        if self.sources.iter().any(|s| s[1] < UNSET) {
            let uv = |s: &Source| geometry.uvs.get(s[1] as usize).copied().unwrap_or(Vec2::ZERO);
            mesh.uv_sets.push(self.sources.iter().map(uv).collect());
            let missing = self.sources.iter().filter(is_used).filter(|s| s[1] == NONE).count();
            fill(missing, "corners without a texture coordinate in a mesh that has some: 0 0");
        }
        if self.sources.iter().any(|s| s[2] < UNSET) {
            let normal = |s: &Source| geometry.normals.get(s[2] as usize).copied().unwrap_or(Vec3::ZERO);
            mesh.normals = self.sources.iter().map(normal).collect();
        }
        let color = |s: &Source| geometry.colors.get(s[0] as usize).copied().unwrap_or(NO_COLOR);
        if !geometry.colors.is_empty() && self.sources.iter().any(|s| !color(s).is_nan()) {
            let colors: Vec<Vec4> = self.sources.iter().map(color).collect();
            fill(
                colors.iter().filter(|c| c.is_nan()).count(),
                "vertices without a colour in a mesh that has some: white",
            );
            mesh.color_sets.push(colors.into_iter().map(|c| if c.is_nan() { Vec4::ONE } else { c }).collect());
        }
        mesh
    }

    /// Computes the normals of vertices without one, in a mesh that has some.
    fn fill_normals(&self, mesh: &mut Mesh, offset: u64, report: &mut Report) {
        if mesh.normals.is_empty() {
            return;
        }
        let missing: Vec<bool> = self.sources.iter().map(|s| s[2] >= UNSET).collect();
        if missing.contains(&true) {
            normals::fill(mesh, &missing);
            let used = self.sources.iter().filter(|s| s[2] == NONE).count();
            let detail = "corners without a normal in a mesh that has some: computed from the faces";
            report.add(Code::FilledVertices, detail, used, Some(offset));
        }
    }

    /// Forgets the mesh at work, in time linear in its own size.
    fn end(&mut self) {
        for source in self.sources.drain(..) {
            if let Some(first) = self.first.get_mut(source[0] as usize) {
                *first = NONE;
            }
        }
        self.next.clear();
        self.far.clear();
        for slot in self.touched.drain(..) {
            if let Some(part_of) = self.part_of.get_mut(slot) {
                *part_of = NONE;
            }
        }
    }
}

impl Building {
    fn begin_face(&mut self, corners: usize) {
        let start = self.indices.len() as u32;
        if corners != 3 && self.starts.is_empty() {
            self.starts = (0..self.faces).map(|face| face * 3).collect();
            self.starts.push(start);
        }
        if !self.starts.is_empty() {
            self.starts.push(start + corners as u32);
        }
        self.faces += 1;
    }

    fn finish(self) -> Part {
        let faces = if self.starts.is_empty() {
            Faces::Triangles(self.indices.as_chunks().0.to_vec())
        } else {
            Faces::Polygons { starts: self.starts, indices: self.indices }
        };
        Part { material: self.material, faces, ..Part::default() }
    }
}
