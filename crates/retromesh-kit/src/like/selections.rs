//! Selections of vertices and faces, and flags of faces, by where those are.

use super::over::Over;
use super::pairs::Pairs;
use super::surfaces::{Surface, Surfaces};
use super::{Report, flags, rounded};
use crate::Budget;
use crate::numbered::without_number;
use glam::Vec3;
use retromesh_core::extras::{SMOOTHING, STALE};
use retromesh_core::mesh::{Mesh, Selection};
use retromesh_core::{Code, MeshId, NodeId, Result, Scene};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

/// Larger polygons have too many triangles in them.
const MAX_CORNERS: usize = 8;

/// How selections that are not found are reported.
pub(super) const NOT_RESTORED: &str = "selections that are not restored";

/// A place, by the bits of its coordinates.
pub(super) type Place = [u32; 3];

/// Gives meshes the selections of the original whose lists were lost, where vertices and faces are where they were, faces also in parts.
pub(super) fn restore(
    edited: &mut Scene,
    original: &Scene,
    pairs: &Pairs,
    is_other_kind: bool,
    budget: &Budget,
    report: &mut Report,
) -> Result<()> {
    let (mut done, placed) = (HashSet::new(), Placed::of(edited));
    let smoothing = take_smoothing(edited, original);
    let of_kind = if is_other_kind { flags::of_kind(edited.meshes.iter()) } else { u32::MAX };
    // A program that keeps those of one mesh, if only by name, keeps those of all, and so does a file that says that it has none.
    let are_kept = edited.meshes.iter().any(|mesh| !mesh.selections.is_empty() || mesh.extras.contains_key(STALE));
    let are_lost = |mesh: &Mesh, known: &Mesh| are_lost(mesh, known, are_kept);
    // A copy is called by its own name.
    let copies = edited.node_ids().filter(|id| !pairs.original.contains_key(id)).map(|id| &edited[id]);
    let copies = copies.filter_map(|node| Some((node.mesh.as_deref()?.mesh, node.name.clone())));
    let copies: HashMap<MeshId, String> = copies.collect();
    for (known, own) in meshes(edited, original, pairs) {
        let known = &original[known];
        let name = copies.get(&own).unwrap_or(&known.name);
        let mesh = &mut edited.meshes[own.index()];
        if !done.insert(own) {
            continue;
        }
        take_ungrouped(mesh, known, report);
        respell(mesh, known, report);
        let flags = flags::lost(mesh, known, of_kind);
        if flags == 0 && !are_lost(mesh, known) {
            continue;
        }
        let (places, before) = (Places::of(mesh, known, &pairs.surfaces), mesh.selections.len());
        if flags != 0 {
            flags::restore(mesh, known, flags, &places.faces, name, report);
        }
        if !are_lost(mesh, known) {
            continue;
        }
        // Those with a name that the original does not have, by their vertices.
        let names: HashSet<String> = known.selections.iter().map(|known| known.name.to_ascii_lowercase()).collect();
        let own = mesh.selections.iter().enumerate();
        let renamed =
            own.filter(|(_, own)| !own.vertices.is_empty() && !names.contains(&own.name.to_ascii_lowercase()));
        let mut renamed: HashMap<BTreeSet<u32>, usize> =
            renamed.map(|(at, own)| (own.vertices.iter().copied().collect(), at)).collect();
        let mut seen: HashMap<String, usize> = HashMap::new();
        for selection in &known.selections {
            // One of the variants of a format has all names in small letters. Of several of a name each is the one in its place among them.
            let is_own = |own: &Selection| own.name.eq_ignore_ascii_case(&selection.name);
            let place = seen.entry(selection.name.to_ascii_lowercase()).or_default();
            let own = (0..before).filter(|own| is_own(&mesh.selections[*own])).nth(*place);
            *place += 1;
            budget.take("selections: each has its vertices and faces", mesh.vertex_count() + mesh.face_count(), 4)?;
            let (found, part) = places.find(selection, mesh);
            // The vertices alone are no selection of faces.
            let is_there = match (selection.faces.is_empty(), selection.vertices.is_empty()) {
                (false, _) => !found.faces.is_empty(),
                (true, is_empty) => is_empty || !found.vertices.is_empty(),
            };
            if !is_there {
                let has_both = |own: &Selection| {
                    let has = |list: fn(&Selection) -> &[u32]| list(selection).is_empty() || !list(own).is_empty();
                    has(|one| &one.vertices) && has(|one| &one.faces)
                };
                if !own.is_some_and(|own| has_both(&mesh.selections[own])) && !placed.has(&selection.name) {
                    report.add(Code::StaleExtras, NOT_RESTORED, format!("{name}: {}", selection.name));
                }
                // It was said.
                let mark = own.and_then(|own| mesh.selections[own].extras.get_mut(STALE));
                mark.into_iter().for_each(|mark| *mark = false.into());
                continue;
            }
            let other = || renamed.remove(&found.vertices.iter().copied().collect::<BTreeSet<u32>>());
            match own.or_else(other).map(|own| &mut mesh.selections[own]) {
                Some(own) => {
                    // The faces alone may have come back, or the vertices alone.
                    let faces = own.faces.is_empty() && !found.faces.is_empty();
                    let vertices = own.vertices.is_empty() && !found.vertices.is_empty();
                    if !faces && !vertices {
                        continue;
                    }
                    if faces {
                        own.faces = found.faces;
                    }
                    if vertices {
                        (own.vertices, own.weights) = (found.vertices, found.weights);
                    }
                    own.extras.remove(STALE);
                    // A program that took the lists away took these, too.
                    found.extras.into_iter().for_each(|(key, value)| _ = own.extras.entry(key).or_insert(value));
                }
                None if before > 0 => continue,
                None => mesh.selections.push(found),
            }
            match part {
                None => report.restored("selections", &selection.name),
                Some(part) => {
                    let name = format!("{name}: {} {part}", selection.name);
                    report.add(Code::StaleExtras, "selections that are restored in part", name);
                }
            }
        }
    }
    marked(edited, report);
    smoothing.into_iter().for_each(|(mesh, own)| edited[mesh].selections.extend(own));
    Ok(())
}

/// Returns the meshes of both scenes that belong together: those of paired nodes, then copies, which have a number more in their name or in that of their mesh.
pub(super) fn meshes(edited: &Scene, original: &Scene, pairs: &Pairs) -> Vec<(MeshId, MeshId)> {
    let of = |scene: &Scene, id: NodeId| scene[id].mesh.as_deref().map(|instance| instance.mesh);
    let all = original.depth_first().into_iter().filter_map(|id| Some((id, of(original, id)?)));
    let known: Vec<(NodeId, MeshId)> = all.collect();
    let by_name: HashMap<&str, MeshId> =
        known.iter().rev().map(|(id, mesh)| (original[*id].name.as_str(), *mesh)).collect();
    let copy = |id: NodeId| {
        let mesh = of(edited, id).filter(|_| !pairs.original.contains_key(&id))?;
        let mut names = [&edited[id].name, &edited[mesh].name].into_iter().filter_map(|name| without_number(name));
        Some((*names.find_map(|name| by_name.get(name))?, mesh))
    };
    let paired = known.iter().filter_map(|(id, mesh)| Some((*mesh, of(edited, pairs.edited[id.index()]?)?)));
    paired.chain(edited.depth_first().into_iter().filter_map(copy)).collect()
}

/// Takes the smoothing groups out of meshes where the original has none: other programs write some for all faces.
fn take_smoothing(edited: &mut Scene, original: &Scene) -> Vec<(MeshId, Vec<Selection>)> {
    let is_smoothing = |selection: &Selection| selection.extras.contains_key(SMOOTHING);
    if original.meshes.iter().flat_map(|mesh| &mesh.selections).any(is_smoothing) {
        return Vec::new();
    }
    let take = |(at, mesh): (usize, &mut Mesh)| {
        let all = std::mem::take(&mut mesh.selections);
        let taken;
        (taken, mesh.selections) = all.into_iter().partition(is_smoothing);
        (MeshId::new(at), taken)
    };
    edited.meshes.iter_mut().enumerate().map(take).collect()
}

/// Takes out the group that Blender makes of faces that are in none when it reads OBJ: it has faces alone.
fn take_ungrouped(mesh: &mut Mesh, known: &Mesh, report: &mut Report) {
    const NAME: &str = "Group";
    let is_it = |selection: &Selection| selection.name.eq_ignore_ascii_case(NAME);
    if known.selections.iter().any(is_it) {
        return;
    }
    let before = mesh.selections.len();
    mesh.selections.retain(|selection| !is_it(selection) || !selection.vertices.is_empty());
    if mesh.selections.len() < before {
        report.restored("faces that are in no selection", NAME);
    }
}

/// Gives selections the capital letters that the original has in their names. Of several of a name each is the one in its place among them.
fn respell(mesh: &mut Mesh, known: &Mesh, report: &mut Report) {
    let mut names: HashMap<String, VecDeque<&str>> = HashMap::new();
    for selection in &known.selections {
        names.entry(selection.name.to_ascii_lowercase()).or_default().push_back(&selection.name);
    }
    for own in &mut mesh.selections {
        let name = names.get_mut(&own.name.to_ascii_lowercase()).and_then(VecDeque::pop_front);
        if let Some(name) = name.filter(|name| *name != own.name) {
            report.restored("names of selections", name);
            name.clone_into(&mut own.name);
        }
    }
}

/// Takes the marks of selections away, and reports those of which nothing was restored.
fn marked(edited: &mut Scene, report: &mut Report) {
    for mesh in &mut edited.meshes {
        mesh.extras.remove(STALE);
        let name = &mesh.name;
        mesh.selections.retain_mut(|selection| {
            let Some(mark) = selection.extras.remove(STALE) else { return true };
            if mark == true.into() {
                report.add(
                    Code::StaleExtras,
                    "selections whose vertices or faces are others now",
                    format!("{name}: {}", selection.name),
                );
            }
            !selection.vertices.is_empty() || !selection.faces.is_empty()
        });
    }
}

/// Returns whether a mesh has lost its selections, or the faces or vertices of all of them. Where some are left, in other meshes too, the others
/// were taken out by hand.
fn are_lost(mesh: &Mesh, known: &Mesh, are_kept: bool) -> bool {
    if mesh.selections.is_empty() {
        return !are_kept && !known.selections.is_empty();
    }
    let are_gone = |list: fn(&Selection) -> &[u32]| {
        let has = |mesh: &Mesh| mesh.selections.iter().any(|selection| !list(selection).is_empty());
        has(known) && !has(mesh)
    };
    are_gone(|selection| &selection.faces) || are_gone(|selection| &selection.vertices)
}

/// The proxies that nodes place, by path and number: their selections are made of the nodes.
pub(super) struct Placed(HashSet<(String, i32)>);

impl Placed {
    pub(super) fn of(scene: &Scene) -> Self {
        let proxies = scene.nodes.iter().filter_map(|node| node.proxy.as_deref());
        Self(proxies.map(|proxy| (stem(&proxy.path).0, proxy.id)).collect())
    }

    /// Returns whether a selection of this name is that of one: `proxy:\addon\gun.03`.
    pub(super) fn has(&self, name: &str) -> bool {
        let Some((_, path)) = name.split_once(':').filter(|(kind, _)| kind.eq_ignore_ascii_case("proxy")) else {
            return false;
        };
        let (path, number) = stem(path);
        self.0.contains(&(path, number.trim().parse().unwrap_or(-1)))
    }
}

/// Returns a path in small letters without what is after the point of its name, and that.
fn stem(path: &str) -> (String, &str) {
    let name = path.rfind(['/', '\\']).map_or(0, |slash| slash + 1);
    let (stem, rest) =
        path[name..].find('.').map_or((path, ""), |point| (&path[..name + point], &path[name + point + 1..]));
    (stem.to_ascii_lowercase(), rest)
}

/// What of a mesh is where something of the original was.
pub(super) struct Places {
    /// The place of each vertex of the mesh, and of the original.
    pub(super) of: [Vec<Place>; 2],
    /// By place the vertices of the mesh.
    vertices: HashMap<Place, Vec<u32>>,
    /// By place how many vertices the original has there.
    known: HashMap<Place, usize>,
    /// By face of the original the faces of the mesh that are it, or parts of it.
    pub(super) faces: Vec<Vec<u32>>,
    /// Whether the numbers of points say which is which.
    pub(super) is_by_point: bool,
}

impl Places {
    /// Goes by the numbers of points where there are some and as many faces agree, as those may have moved; else by places.
    /// Of several faces over the same corners each is that of its material.
    pub(super) fn of(mesh: &Mesh, original: &Mesh, surfaces: &Surfaces) -> Self {
        let surfaces = surfaces.of_parts(mesh, original);
        let places = |mesh: &Mesh| mesh.positions.iter().map(place).collect::<Vec<Place>>();
        let mut of = [places(mesh), places(original)];
        rounded::join(&mut of[0], mesh, original);
        let by_place = Self::by(of, mesh, original, &surfaces);
        let found = |places: &Self| places.faces.iter().filter(|faces| !faces.is_empty()).count();
        let by_point = points(mesh, original).map(|of| Self::by(of, mesh, original, &surfaces));
        let by_point = by_point.filter(|by_point| found(by_point) >= found(&by_place));
        by_point.map_or(by_place, |by_point| Self { is_by_point: true, ..by_point })
    }

    fn by(of: [Vec<Place>; 2], mesh: &Mesh, original: &Mesh, surfaces: &[Vec<Surface>; 2]) -> Self {
        let mut vertices: HashMap<Place, Vec<u32>> = HashMap::new();
        (0..).zip(&of[0]).for_each(|(vertex, at)| vertices.entry(*at).or_default().push(vertex));
        let mut known: HashMap<Place, usize> = HashMap::new();
        of[1].iter().for_each(|at| *known.entry(*at).or_default() += 1);
        let mut over: HashMap<[Place; 3], Over> = HashMap::new();
        let parted = original.parts.iter().enumerate();
        let parted = parted.flat_map(|(part, own)| own.faces.iter().map(move |face| (part, face)));
        for (number, (part, face)) in parted.enumerate().filter(|(_, (_, face))| face.len() <= MAX_CORNERS) {
            for c in 2..face.len() {
                for (a, b) in (1..c).flat_map(|b| (0..b).map(move |a| (a, b))) {
                    let over = over.entry(triangle(&of[1], [face[a], face[b], face[c]])).or_default();
                    over.add_known(number, part, surfaces[1][part]);
                }
            }
        }
        // A face that was turned is still the one that it was.
        let key = |over: &HashMap<[Place; 3], Over>, face: &[u32]| {
            let &[a, b, c, ..] = face else { return None };
            let keys = [[a, b, c], [a, c, b]].map(|corners| triangle(&of[0], corners));
            keys.into_iter().find(|key| over.contains_key(key))
        };
        let parted = mesh
            .parts
            .iter()
            .zip(&surfaces[0])
            .flat_map(|(part, surface)| part.faces.iter().map(move |f| (f, *surface)));
        for (number, (face, surface)) in (0u32..).zip(parted) {
            let here = key(&over, face).and_then(|key| over.get_mut(&key));
            here.into_iter().for_each(|here| here.add(number, surface));
        }
        let mut found: Vec<(u32, usize)> = over.values().flat_map(Over::pairs).collect();
        found.sort_unstable();
        let mut faces = vec![Vec::new(); original.face_count()];
        found.into_iter().for_each(|(number, known)| faces[known].push(number));
        Self { of, vertices, known, faces, is_by_point: false }
    }

    /// Finds a selection of the original in a mesh; returns with it how much of it is there where that is not all.
    fn find(&self, selection: &Selection, mesh: &Mesh) -> (Selection, Option<String>) {
        let weight = |at: usize| selection.weights.get(at).copied().unwrap_or(1.0);
        // By place the weight, and how many vertices there are selected.
        let mut wanted: BTreeMap<Place, (f32, usize)> = BTreeMap::new();
        for (at, vertex) in selection.vertices.iter().enumerate() {
            wanted.entry(self.of[1][*vertex as usize]).or_insert((weight(at), 0)).1 += 1;
        }
        let found = selection.faces.iter().flat_map(|face| &self.faces[*face as usize]);
        let faces: BTreeSet<u32> = found.copied().collect();
        let lost = selection.faces.iter().filter(|face| self.faces[**face as usize].is_empty()).count();
        let (mut vertices, mut gone): (BTreeMap<u32, f32>, usize) = (BTreeMap::new(), 0);
        let mut covered = HashSet::new();
        for (_, face) in (0..).zip(faces_of(mesh)).filter(|(number, _)| faces.contains(number)) {
            for vertex in face {
                let at = self.of[0][*vertex as usize];
                covered.insert(at);
                vertices.extend(wanted.get(&at).map(|(weight, _)| (*vertex, *weight)));
            }
        }
        for (at, (weight, count)) in &wanted {
            // Of several vertices at one place nothing says which is which, unless all were selected.
            let here = self.vertices.get(at).filter(|_| self.known.get(at) == Some(count));
            gone += usize::from(here.is_none() && !covered.contains(at));
            vertices.extend(here.into_iter().flatten().map(|vertex| (*vertex, *weight)));
        }
        let weights = if selection.weights.is_empty() { Vec::new() } else { vertices.values().copied().collect() };
        let (vertices, faces) = (vertices.into_keys().collect(), faces.into_iter().collect());
        let part = |lost: usize, all: usize, what| (lost > 0).then(|| format!("{} of {all} {what}", all - lost));
        let part = part(gone, wanted.len(), "points").or_else(|| part(lost, selection.faces.len(), "faces"));
        (Selection { vertices, weights, faces, ..selection.clone() }, part)
    }
}

pub(super) fn faces_of(mesh: &Mesh) -> impl Iterator<Item = &[u32]> {
    mesh.parts.iter().flat_map(|part| part.faces.iter())
}

/// Both zeros are one place.
pub(super) fn place(at: &Vec3) -> Place {
    at.to_array().map(|value| (value + 0.0).to_bits())
}

/// Returns the vertices of two meshes by the numbers of their points, as far as the first has all vertices of a number in one place.
fn points(mesh: &Mesh, original: &Mesh) -> Option<[Vec<Place>; 2]> {
    let (own, known) = (mesh.point_numbers()?, original.point_numbers()?);
    let count = known.iter().max().map_or(0, |last| *last as usize + 1);
    let mut at: HashMap<u32, Option<Place>> = HashMap::new();
    for (number, here) in own.iter().zip(&mesh.positions) {
        let first = at.entry(*number).or_insert(Some(place(here)));
        *first = first.filter(|first| *first == place(here));
    }
    let is_one = |number: &u32| (*number as usize) < count && at.get(number).is_some_and(Option::is_some);
    // No place has such coordinates.
    let key = |(number, here): (&u32, &Vec3)| if is_one(number) { [*number, u32::MAX, u32::MAX] } else { place(here) };
    let keys = |numbers: &[u32], mesh: &Mesh| numbers.iter().zip(&mesh.positions).map(key).collect();
    Some([keys(own, mesh), keys(known, original)])
}

/// Returns the places of three corners, in their order, the smallest first.
pub(super) fn triangle(of: &[Place], corners: [u32; 3]) -> [Place; 3] {
    let mut places = corners.map(|vertex| of[vertex as usize]);
    let first = (0..3).min_by_key(|at| places[*at]).unwrap_or(0);
    places.rotate_left(first);
    places
}
