//! Meshes with their normals, texture coordinates, colours and materials.

use super::Report;
use super::corners::Corners;
use super::materials::Materials;
use super::nodes::{Nodes, Place};
use super::{Source, declarations, skins};
use crate::outline::Kind;
use crate::values::Values;
use glam::{Vec2, Vec3, Vec4};
use retromesh_core::mesh::{Faces, Mesh, Part};
use retromesh_core::scene::MeshInstance;
use retromesh_core::{Code, MaterialId, MeshId, Scene};
use retromesh_kit::import::replace_non_finite;
use retromesh_kit::{ImportOptions, import::normals};
use std::collections::HashMap;

/// Builds a mesh and gives it to its node; one without vertices is left out.
pub(super) fn build(
    source: Source<'_>,
    place: &Place,
    nodes: &Nodes,
    options: &ImportOptions,
    materials: &mut Materials,
    scene: &mut Scene,
    report: &mut Report,
) {
    let object = place.object;
    let mut values = source.values(object);
    let count = values.size().unwrap_or(0);
    let positions = vectors(&mut values, count, "a mesh of fewer vertices than it says", object, report);
    if positions.is_empty() {
        report.add(Code::EmptyPart, "a mesh without vertices", 1, object);
        return;
    }
    let faces = Polygons::read(&mut values, object, report);
    let stored = Normals::read(source, object, &faces, positions.len(), report);
    let mut corners = Corners::new(positions.len(), &stored.vectors);
    let mut mesh = Mesh { name: source.name(object, report), positions, ..Mesh::default() };
    if let Some(node) = scene.node(place.node).filter(|_| mesh.name.is_empty()) {
        mesh.name.clone_from(&node.name);
    }
    mesh.parts = parts(source, object, (&faces, &stored), &mut corners, materials, scene, report);
    if !stored.vectors.is_empty() {
        let (normals, bare) = corners.normals(&stored.vectors);
        mesh.normals = normals;
        report.add(Code::FilledVertices, "normals of vertices that no face uses", bare, object);
    }
    let is_set = |child: &u32| source.outline.kind(*child) == Kind::MeshTextureCoords;
    for child in source.outline.children(object).filter(is_set).take(Mesh::MAX_UV_SETS) {
        let uvs = coordinates(source, child, mesh.positions.len(), report);
        mesh.uv_sets.push(uvs);
    }
    if let Some(child) = source.outline.child(object, Kind::MeshVertexColors) {
        let colors = colors(source, child, mesh.positions.len(), report);
        mesh.color_sets.push(colors);
    }
    declarations::add(source, object, &mut mesh, report);
    spread(&mut mesh, &corners.sources);
    if !mesh.color_sets.is_empty() {
        materials.show_colors(&mut mesh, scene);
    }
    let contradict = normals::settle(&mut mesh, &scene.space, options.normals);
    report.add(Code::ContradictingNormals, "", usize::from(contradict), object);
    let id = MeshId::new(scene.meshes.len());
    scene.meshes.push(mesh);
    if let Some(node) = scene.nodes.get_mut(place.node.index()) {
        node.mesh = Some(Box::new(MeshInstance::new(id)));
    }
    skins::build(source, place, nodes, &corners.sources, scene, report);
}

/// Reads vectors, as far as they are there.
fn vectors(values: &mut Values<'_>, count: usize, short: &'static str, object: u32, report: &mut Report) -> Vec<Vec3> {
    let mut rows = values.rows::<3>(count);
    report.add(Code::CountMismatch, short, usize::from(rows.len() < count), object);
    report.add(Code::NonFinite, "a vertex", replace_non_finite(rows.iter_mut().flatten()), object);
    rows.into_iter().map(Vec3::from_array).collect()
}

/// Faces as they are in the file.
#[derive(Default)]
struct Polygons {
    /// One entry a face and one more at the end.
    starts: Vec<u32>,
    indices: Vec<u32>,
}

impl Polygons {
    /// Reads a count, then for each face its number of corners and the corners.
    fn read(values: &mut Values<'_>, object: u32, report: &mut Report) -> Self {
        let count = values.size().unwrap_or(0);
        let mut faces = Self { starts: vec![0], indices: Vec::new() };
        while faces.len() < count {
            let Some(corners) = values.size() else { break };
            let before = faces.indices.len();
            let index = || values.integer().map(|index| u32::try_from(index).unwrap_or(u32::MAX));
            faces.indices.extend(std::iter::from_fn(index).take(corners));
            if faces.indices.len() - before < corners {
                faces.indices.truncate(before);
                break;
            }
            faces.starts.push(faces.indices.len() as u32);
        }
        report.add(Code::CountMismatch, "fewer faces than a list says", usize::from(faces.len() < count), object);
        faces
    }

    fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    fn face(&self, number: usize) -> &[u32] {
        match (self.starts.get(number), self.starts.get(number + 1)) {
            (Some(&start), Some(&end)) => self.indices.get(start as usize..end as usize).unwrap_or_default(),
            _ => &[],
        }
    }
}

/// The normals of a mesh.
#[derive(Default)]
struct Normals {
    vectors: Vec<Vec3>,
    /// The normals of corners; without any, those of vertices of the same number.
    faces: Option<Polygons>,
}

impl Normals {
    fn read(source: Source<'_>, mesh: u32, faces: &Polygons, vertices: usize, report: &mut Report) -> Self {
        let Some(object) = source.outline.child(mesh, Kind::MeshNormals) else { return Self::default() };
        let mut values = source.values(object);
        let count = values.size().unwrap_or(0);
        let vectors = vectors(&mut values, count, "fewer normals than their list says", object, report);
        let own = Polygons::read(&mut values, object, report);
        let is_alike = own.len() == faces.len()
            && (own.starts == faces.starts || (0..own.len()).all(|f| own.face(f).len() == faces.face(f).len()));
        if is_alike {
            return Self { vectors, faces: Some(own) };
        }
        if vectors.len() == vertices {
            report.add(
                Code::CountMismatch,
                "faces of normals are not those of the mesh; vertices have theirs",
                1,
                object,
            );
            return Self { vectors, faces: None };
        }
        report.add(Code::CountMismatch, "normals do not fit the mesh and were left out", 1, object);
        Self::default()
    }
}

/// Sorts the faces by material; those with corners that are not there are left out.
fn parts(
    source: Source<'_>,
    mesh: u32,
    (faces, normals): (&Polygons, &Normals),
    corners: &mut Corners,
    materials: &mut Materials,
    scene: &mut Scene,
    report: &mut Report,
) -> Vec<Part> {
    let list = source.outline.child(mesh, Kind::MeshMaterialList);
    let known = list.map_or_else(Vec::new, |list| materials.of_list(source, list, scene, report));
    let numbers = list.map_or_else(Vec::new, |list| material_numbers(source, list, faces.len(), report));
    let first = numbers.first().copied().unwrap_or(0);
    let keeps_slots = materials.keeps_slots;
    // A list may name a material several times: one part, but for Luanti each entry is a texture slot, used or not.
    let mut ids: Vec<MaterialId> = Vec::new();
    let mut slots: HashMap<MaterialId, usize> = HashMap::new();
    let mut slot = |&id: &MaterialId| {
        let next = ids.len();
        let slot = if keeps_slots { next } else { *slots.entry(id).or_insert(next) };
        if slot == next {
            ids.push(id);
        }
        slot
    };
    let slots: Vec<usize> = known.iter().map(&mut slot).collect();
    let ids = ids.into_iter().map(Some).chain([None]);
    let mut sorted: Vec<(Option<MaterialId>, Polygons)> = ids.map(|id| (id, Polygons::default())).collect();
    let bare = sorted.len() - 1;
    let (mut outside, mut short, mut unknown, mut no_normal) = (0, 0, 0, 0);
    let mut polygon = Vec::new();
    for number in 0..faces.len() {
        let face = faces.face(number);
        polygon.clear();
        for (corner, &vertex) in face.iter().enumerate() {
            let normal = match &normals.faces {
                Some(own) => own.face(number).get(corner).copied(),
                None => Some(vertex),
            };
            let normal = normal.filter(|&normal| (normal as usize) < normals.vectors.len());
            no_normal += usize::from(normal.is_none() && !normals.vectors.is_empty());
            polygon.extend(corners.vertex(vertex, normal));
        }
        if polygon.len() < face.len() {
            outside += 1;
        } else if face.len() < 3 {
            short += 1;
        } else {
            let material = numbers.get(number).copied().unwrap_or(first);
            let slot = slots.get(material).copied().unwrap_or(bare);
            unknown += usize::from(slot == bare && list.is_some());
            if let Some((_, part)) = sorted.get_mut(slot) {
                if part.starts.is_empty() {
                    part.starts.push(0);
                }
                part.indices.extend_from_slice(&polygon);
                part.starts.push(part.indices.len() as u32);
            }
        }
    }
    report.add(Code::IndexOutOfRange, "a face's vertex", outside, mesh);
    report.add(Code::DegenerateFace, "a face of fewer than three corners", short, mesh);
    report.add(Code::IndexOutOfRange, "a face's material", unknown, list.unwrap_or(mesh));
    report.add(Code::IndexOutOfRange, "a corner's normal", no_normal, mesh);
    let is_used = |(material, part): &(Option<MaterialId>, Polygons)| {
        !part.indices.is_empty() || (keeps_slots && material.is_some())
    };
    let part = |(material, part)| Part { material, faces: part_faces(part), ..Part::default() };
    sorted.into_iter().filter(is_used).map(part).collect()
}

/// Reads the material of each face: the number of materials, that of faces, then a number a face, or one for all.
fn material_numbers(source: Source<'_>, list: u32, faces: usize, report: &mut Report) -> Vec<usize> {
    let mut values = source.values(list);
    let _materials = values.size();
    let count = values.size().unwrap_or(0);
    let number = || values.integer().map(|number| usize::try_from(number).unwrap_or(usize::MAX));
    let numbers: Vec<usize> = std::iter::from_fn(number).take(count).collect();
    let fits = numbers.len() >= faces || numbers.len() == 1;
    report.add(Code::CountMismatch, "fewer materials than faces; the rest has the first", usize::from(!fits), list);
    numbers
}

fn part_faces(part: Polygons) -> Faces {
    let Polygons { starts, indices } = part;
    let (triangles, rest) = indices.as_chunks::<3>();
    let is_even = rest.is_empty() && (starts.is_empty() || starts.len() == triangles.len() + 1);
    if is_even && starts.iter().enumerate().all(|(number, &start)| start as usize == 3 * number) {
        return Faces::Triangles(triangles.to_vec());
    }
    Faces::Polygons { starts, indices }
}

/// Reads texture coordinates; vertices without any get zero.
fn coordinates(source: Source<'_>, object: u32, vertices: usize, report: &mut Report) -> Vec<Vec2> {
    let mut values = source.values(object);
    let count = values.size().unwrap_or(0);
    let mut rows = values.rows::<2>(count);
    let fits = rows.len() == count && count == vertices;
    let detail = "texture coordinates are not as many as vertices";
    report.add(Code::CountMismatch, detail, usize::from(!fits), object);
    report.add(Code::NonFinite, "a texture coordinate", replace_non_finite(rows.iter_mut().flatten()), object);
    rows.resize(vertices, [0.0; 2]);
    rows.into_iter().map(Vec2::from_array).collect()
}

/// Reads colours by the numbers of their vertices; the others are white.
fn colors(source: Source<'_>, object: u32, vertices: usize, report: &mut Report) -> Vec<Vec4> {
    let mut values = source.values(object);
    let count = values.size().unwrap_or(0);
    let mut colors = vec![None; vertices];
    let (mut read, mut outside, mut unusual) = (0, 0, 0);
    while read < count {
        let Some((index, mut color)) = values.integer().zip(values.row::<4>()) else { break };
        unusual += replace_non_finite(&mut color);
        match usize::try_from(index).ok().and_then(|index| colors.get_mut(index)) {
            Some(slot) => *slot = Some(Vec4::from_array(color)),
            None => outside += 1,
        }
        read += 1;
    }
    report.add(Code::CountMismatch, "fewer vertex colours than their list says", usize::from(read < count), object);
    report.add(Code::IndexOutOfRange, "a colour's vertex", outside, object);
    report.add(Code::NonFinite, "a vertex colour", unusual, object);
    let bare = colors.iter().filter(|color| color.is_none()).count();
    report.add(Code::FilledVertices, "vertices without a colour are white", bare, object);
    colors.into_iter().map(|color| color.unwrap_or(Vec4::ONE)).collect()
}

/// Gives the further vertices what those have that they are copies of; normals they have already.
fn spread(mesh: &mut Mesh, sources: &[u32]) {
    fn copy<T: Copy>(values: &mut Vec<T>, sources: &[u32]) {
        let further: Vec<T> = sources.iter().filter_map(|&source| values.get(source as usize).copied()).collect();
        values.extend(further);
    }
    if sources.is_empty() {
        return;
    }
    copy(&mut mesh.positions, sources);
    mesh.uv_sets.iter_mut().for_each(|set| copy(set, sources));
    mesh.color_sets.iter_mut().for_each(|set| copy(set, sources));
    if !mesh.tangents.is_empty() {
        copy(&mut mesh.tangents, sources);
    }
}
