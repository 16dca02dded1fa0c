//! One mesh of one node as an object.

use super::materials::Materials;
use super::names;
use crate::import::NO_GROUP;
use crate::number::{put_float, put_int};
use retromesh_core::extras::{self, LINES, POINTS, SMOOTHING};
use retromesh_core::mesh::{Mesh, Part, Selection};
use retromesh_core::pose::Pose;
use retromesh_core::scene::{MeshInstance, Node};
use retromesh_core::{Code, Diagnostics, Finding, NodeId, Result, Valid};
use retromesh_kit::export::parts_of;
use std::io::Write;

/// What is in force at the end of the text, and how many values of each kind it has.
#[derive(Default)]
pub(super) struct State {
    positions: usize,
    uvs: usize,
    normals: usize,
    groups: bool,
    smoothing: u32,
}

/// Appends the mesh that a node places, as it is in the world.
pub(super) fn write(
    scene: &Valid<'_>,
    pose: &Pose,
    id: NodeId,
    state: &mut State,
    materials: &mut Materials<'_>,
    text: &mut Vec<u8>,
    diagnostics: &mut Diagnostics,
) -> Result<()> {
    let node = &scene[id];
    let Some(instance) = node.mesh.as_deref() else { return Ok(()) };
    let mesh = &scene[instance.mesh];
    name(node, mesh, text, diagnostics)?;
    let colors = mesh.color_sets.first();
    let uvs = mesh.uv_sets.first().map_or(&[][..], Vec::as_slice);
    let (positions, normals) = (pose.positions(scene, id), pose.normals(scene, id));
    let mirrored = is_mirrored(scene, pose, id, instance, mesh);
    let firsts = [
        Some(state.positions + 1),
        (!uvs.is_empty()).then_some(state.uvs + 1),
        (!normals.is_empty()).then_some(state.normals + 1),
    ];
    let corners = Corners::new(positions.len(), firsts, mirrored);
    // A text that grows is copied whenever it moves.
    text.reserve(
        room(&positions) + colors.map_or(0, |set| room(set)) + room(uvs) + room(&normals) + corners.room(mesh),
    );
    for (i, position) in positions.iter().enumerate() {
        text.push(b'v');
        position.to_array().into_iter().for_each(|x| put_float(text, x));
        if let Some(color) = colors.and_then(|set| set.get(i)) {
            color.truncate().to_array().into_iter().for_each(|x| put_float(text, x));
        }
        text.push(b'\n');
    }
    for uv in uvs {
        text.extend_from_slice(b"vt");
        uv.to_array().into_iter().for_each(|x| put_float(text, x));
        text.push(b'\n');
    }
    for normal in &normals {
        text.extend_from_slice(b"vn");
        normal.to_array().into_iter().for_each(|x| put_float(text, x));
        text.push(b'\n');
    }
    let sets = FaceSets::new(mesh, diagnostics)?;
    let mut first_face = 0;
    for (part, material) in parts_of(scene, instance) {
        let is_loose = [LINES, POINTS].iter().any(|key| part.extras.contains_key(*key));
        if !part.faces.is_empty() || is_loose {
            materials.choose(material, text);
        }
        loose(part, mesh.positions.len(), state.positions + 1, text);
        faces(part, first_face, &corners, &sets, state, text);
        first_face += part.faces.len();
    }
    state.positions += mesh.positions.len();
    state.uvs += uvs.len();
    state.normals += normals.len();
    Ok(())
}

/// Returns about how many bytes rows take as lines, by some of them; few rows need no room of their own.
fn room<const N: usize, T: Copy + Into<[f32; N]>>(rows: &[T]) -> usize {
    const SAMPLES: usize = 64;
    if rows.len() < SAMPLES * SAMPLES {
        return 0;
    }
    let mut sample = Vec::new();
    let some = rows.iter().step_by(rows.len() / SAMPLES);
    let count = some.clone().count();
    some.flat_map(|&row| row.into()).for_each(|x| put_float(&mut sample, x));
    // The keyword and the end of each line, too.
    (sample.len().div_ceil(count) + 3) * rows.len()
}

fn name(node: &Node, mesh: &Mesh, text: &mut Vec<u8>, diagnostics: &mut Diagnostics) -> Result<()> {
    let authored = if node.name.is_empty() { &mesh.name } else { &node.name };
    let (name, differs) = names::one_line(authored);
    diagnostics.report(Finding::new(Code::AlteredNames).times(usize::from(differs)))?;
    text.push(b'o');
    if !name.is_empty() {
        text.push(b' ');
        text.extend_from_slice(name.as_bytes());
    }
    text.push(b'\n');
    Ok(())
}

/// Returns whether the pose turns faces inside out; a skin does when most of the joints in use do.
fn is_mirrored(scene: &Valid<'_>, pose: &Pose, id: NodeId, instance: &MeshInstance, mesh: &Mesh) -> bool {
    let Some(skeleton) = instance.skeleton.filter(|_| !mesh.weights.influences.is_empty()) else {
        return pose.world[id].determinant() < 0.0;
    };
    let pairs = scene[skeleton].joints.iter().zip(&scene[skeleton].inverse_bind);
    let signs: Vec<f32> =
        pairs.map(|(&joint, inverse)| (pose.world[joint] * *inverse).determinant().signum()).collect();
    let shares = mesh.weights.influences.iter();
    shares.map(|share| signs[share.joint as usize] * share.weight).sum::<f32>() < 0.0
}

/// What is written for a corner at each vertex of a mesh: a vertex has six corners as a rule, and is formatted once.
struct Corners {
    texts: Vec<u8>,
    /// Where the text of each vertex ends.
    ends: Vec<usize>,
    mirrored: bool,
}

impl Corners {
    /// Formats the corners of this many vertices; `firsts` are the numbers of the first position, texture coordinate and normal.
    fn new(vertices: usize, firsts: [Option<usize>; 3], mirrored: bool) -> Self {
        let [_, _, last] = firsts;
        let longest = |first: usize| (first + vertices).checked_ilog10().unwrap_or(0) as usize + 2;
        let room = vertices * (firsts.into_iter().flatten().map(longest).sum::<usize>() + 1);
        let mut corners = Self { texts: Vec::with_capacity(room), ends: Vec::with_capacity(vertices), mirrored };
        for vertex in 0..vertices {
            for (sign, first) in (*b" //").into_iter().zip(firsts) {
                if first.is_some() || (sign == b'/' && last.is_some()) {
                    corners.texts.push(sign);
                }
                if let Some(first) = first {
                    put_int(&mut corners.texts, first + vertex);
                }
            }
            corners.ends.push(corners.texts.len());
        }
        corners
    }

    /// Returns about how many bytes the faces of a mesh take as lines.
    fn room(&self, mesh: &Mesh) -> usize {
        let corner = self.texts.len().div_ceil(self.ends.len().max(1));
        mesh.parts.iter().map(|part| part.faces.indices().len() * corner + part.faces.len() * 2).sum()
    }

    fn write(&self, vertex: u32, text: &mut Vec<u8>) {
        let vertex = vertex as usize;
        let start = vertex.checked_sub(1).map_or(0, |before| self.ends[before]);
        text.extend_from_slice(&self.texts[start..self.ends[vertex]]);
    }
}

/// Writes the lines and points of a part without faces.
fn loose(part: &Part, vertices: usize, first: usize, text: &mut Vec<u8>) {
    for (key, keyword, width) in [(LINES, b'l', 2), (POINTS, b'p', 1)] {
        for pair in extras::vertices(&part.extras, key, vertices).unwrap_or_default().chunks_exact(width) {
            text.push(keyword);
            for &vertex in pair {
                text.push(b' ');
                put_int(text, first + vertex as usize);
            }
            text.push(b'\n');
        }
    }
}

fn faces(part: &Part, first_face: usize, all: &Corners, sets: &FaceSets, state: &mut State, text: &mut Vec<u8>) {
    let mut last: &[u32] = &[];
    for (face, corners) in (first_face..).zip(part.faces.iter()) {
        let groups = sets.groups(face);
        // Two empty slices are not compared: their pointers lead nowhere, and there a comparison of no bytes takes 50 ns.
        let is_other = groups.len() != last.len() || (!groups.is_empty() && groups != last);
        if is_other || (groups.is_empty() && state.groups) {
            // Blender does not read a line without a name.
            text.extend_from_slice(if groups.is_empty() { b"g default" } else { b"g" });
            let names = groups.iter().filter_map(|&group| sets.names.get(group as usize));
            // Twice it is a name, which alone would end the group.
            let is_end = |name: &&String| groups.len() == 1 && NO_GROUP.contains(&name.as_bytes());
            for name in names.clone().chain(names.filter(is_end)) {
                text.push(b' ');
                text.extend_from_slice(name.as_bytes());
            }
            text.push(b'\n');
            state.groups = !groups.is_empty();
            last = groups;
        }
        let smoothing = sets.smoothing.get(face).copied().unwrap_or(0);
        if smoothing != state.smoothing {
            let _ = match smoothing {
                0 => writeln!(text, "s off"),
                number => writeln!(text, "s {number}"),
            };
            state.smoothing = smoothing;
        }
        text.push(b'f');
        match corners {
            [first, rest @ ..] if all.mirrored => {
                all.write(*first, text);
                rest.iter().rev().for_each(|&vertex| all.write(vertex, text));
            }
            corners => corners.iter().for_each(|&vertex| all.write(vertex, text)),
        }
        text.push(b'\n');
    }
}

/// The groups and the smoothing group of each face.
struct FaceSets {
    names: Vec<String>,
    /// One entry a face and one at the end; empty without groups.
    starts: Vec<u32>,
    groups: Vec<u32>,
    /// One a face; empty without smoothing groups.
    smoothing: Vec<u32>,
}

impl FaceSets {
    fn new(mesh: &Mesh, diagnostics: &mut Diagnostics) -> Result<Self> {
        let count = mesh.face_count();
        let mut sets = Self { names: Vec::new(), starts: Vec::new(), groups: Vec::new(), smoothing: Vec::new() };
        let mut groups: Vec<&Selection> = Vec::new();
        let mut altered = 0;
        for selection in &mesh.selections {
            let smoothing = selection.extras.get(SMOOTHING).and_then(retromesh_core::Extra::as_int);
            if let Some(number) = smoothing.and_then(|number| u32::try_from(number).ok()) {
                sets.smoothing.resize(count, 0);
                selection.faces.iter().for_each(|&face| sets.smoothing[face as usize] = number);
            } else if !selection.faces.is_empty() {
                let (name, differs) = names::one_word(&selection.name);
                altered += usize::from(differs);
                sets.names.push(name);
                groups.push(selection);
            }
        }
        diagnostics.report(Finding::new(Code::AlteredNames).times(altered))?;
        let detail = "selections of vertices that are not those of their faces";
        diagnostics.report(Finding::new(Code::LostSelection).detail(detail).times(lost_vertices(mesh)))?;
        if !groups.is_empty() {
            sets.index(count, &groups);
        }
        Ok(sets)
    }

    /// Sorts the groups by face, by counting; those of a face keep the order of the selections.
    fn index(&mut self, count: usize, selections: &[&Selection]) {
        let mut starts = vec![0u32; count + 1];
        for &face in selections.iter().flat_map(|selection| &selection.faces) {
            starts[face as usize + 1] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut next = starts.clone();
        self.groups = vec![0; sum as usize];
        for (group, selection) in (0u32..).zip(selections) {
            for &face in &selection.faces {
                let next = &mut next[face as usize];
                self.groups[*next as usize] = group;
                *next += 1;
            }
        }
        self.starts = starts;
    }

    fn groups(&self, face: usize) -> &[u32] {
        if self.starts.is_empty() {
            return &[];
        }
        &self.groups[self.starts[face] as usize..self.starts[face + 1] as usize]
    }
}

/// Counts the selections whose vertices have weights or are not those of their faces: groups hold faces only.
fn lost_vertices(mesh: &Mesh) -> usize {
    if mesh.selections.iter().all(|selection| selection.vertices.is_empty()) {
        return 0;
    }
    let faces: Vec<&[u32]> = mesh.parts.iter().flat_map(|part| part.faces.iter()).collect();
    // The number of the last selection, from 1, whose faces use the vertex.
    let mut seen = vec![0; mesh.positions.len()];
    let mut lost = 0;
    for (number, selection) in (1..).zip(&mesh.selections).filter(|(_, selection)| !selection.vertices.is_empty()) {
        let mut of_faces = 0;
        for &vertex in selection.faces.iter().flat_map(|&face| faces[face as usize]) {
            of_faces += usize::from(seen[vertex as usize] != number);
            seen[vertex as usize] = number;
        }
        let all = selection.vertices.iter().all(|&vertex| seen[vertex as usize] == number);
        lost += usize::from(!all || of_faces != selection.vertices.len() || !selection.weights.is_empty());
    }
    lost
}
