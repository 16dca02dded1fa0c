//! Proxies as their nodes say, and the selections and triangles that place them.

use super::{LevelBuilder, Selected};
use crate::convert::proxy_transform;
use crate::export::proxies::{self, PlacedProxy};
use crate::flags::point::HIDDEN;
use crate::mlod::{Corner, Face, FaceList, Point};
use crate::proxies::{after_prefix, of_selection};
use crate::text::encode_text;
use glam::{Vec2, Vec3};
use retromesh_core::scene::Proxy;
use retromesh_core::{Code, Error, Finding};
use retromesh_kit::listed;
use retromesh_wire::{RawStr, Row};
use std::collections::{BTreeSet, HashMap, HashSet};

/// The columns aside, up, direction and position.
type Place = [Vec3; 4];
/// Texture, material and flags of a face.
type OfFace = (RawStr<'static>, RawStr<'static>, u32);
/// Those of the triangles of proxies.
type FacesOfProxies = HashMap<(String, i32), OfFace>;

impl LevelBuilder<'_, '_> {
    /// Returns the proxy that a selection places, and where; `None` where it places none.
    fn placed(&self, selected: &Selected) -> Option<(Proxy, Place)> {
        let (proxy, 1) = (of_selection(&selected.name)?, selected.faces.len()) else { return None };
        let points: BTreeSet<u32> = selected.points.iter().map(|(point, _)| *point).collect();
        let corners: Vec<Vec3> = points.iter().map(|&point| self.points[point as usize].position).collect();
        Some((proxy, proxy_transform(corners.try_into().ok()?)))
    }

    /// Gives selections of proxies the points of their triangle again, and the triangle over their points, of which programs take away one: the
    /// triangle where a node is that proxy, or no selection has faces any more.
    fn find_triangles(&mut self) {
        let is_pointless = |selected: &Selected| {
            selected.points.is_empty() && selected.faces.len() == 1 && of_selection(&selected.name).is_some()
        };
        let pointless = self.selections.iter().enumerate().filter(|(_, selected)| is_pointless(selected));
        let pointless: HashMap<u32, usize> = pointless.map(|(at, selected)| (selected.faces[0], at)).collect();
        if !pointless.is_empty() {
            for (number, face) in (0u32..).zip(self.faces.iter()) {
                let Some(at) = pointless.get(&number) else { continue };
                self.selections[*at].points = face.corners().iter().map(|corner| (corner.point, 1)).collect();
            }
        }
        let has_faces = self.selections.iter().any(|selected| !selected.faces.is_empty());
        let of_nodes: HashSet<(String, i32)> = self.proxies.iter().map(|placed| proxies::key(&placed.proxy)).collect();
        // By their points the selections without faces, and whether a node is that proxy.
        let mut wanted: HashMap<[u32; 3], (usize, bool)> = HashMap::new();
        for (at, selected) in self.selections.iter().enumerate().filter(|(_, selected)| selected.faces.is_empty()) {
            let Some(proxy) = of_selection(&selected.name) else { continue };
            let is_of_node = of_nodes.contains(&proxies::key(&proxy));
            let points: BTreeSet<u32> = selected.points.iter().map(|(point, _)| *point).collect();
            if let Ok(points) = Vec::from_iter(points).try_into()
                && (is_of_node || !has_faces)
            {
                wanted.insert(points, (at, is_of_node));
            }
        }
        if wanted.is_empty() {
            return;
        }
        for (number, face) in (0u32..).zip(self.faces.iter()) {
            let [a, b, c] = face.corners() else { continue };
            let mut points = [a, b, c].map(|corner| corner.point);
            points.sort_unstable();
            // A triangle that is seen may lie under a selection that never had one.
            let texture = face.texture.bytes();
            let is_bare = texture.is_empty() || after_prefix(texture).is_some();
            if wanted.get(&points).is_some_and(|(_, is_of_node)| *is_of_node || is_bare)
                && let Some((at, _)) = wanted.remove(&points)
            {
                self.selections[at].faces.push(number);
            }
        }
    }

    /// Makes the selections that place proxies those of the nodes: where a node was moved, renamed or deleted, its triangle goes, and
    /// each proxy that no selection places gets one.
    pub(super) fn settle_proxies(&mut self) -> Result<(), Error> {
        self.find_triangles();
        // By path and number the selections that place a proxy, and where.
        let mut known: HashMap<(String, i32), Vec<(usize, Place)>> = HashMap::new();
        let mut is_kept = vec![true; self.selections.len()];
        for (at, selected) in self.selections.iter().enumerate() {
            if let Some((proxy, place)) = self.placed(selected) {
                is_kept[at] = false;
                known.entry(proxies::key(&proxy)).or_default().push((at, place));
            }
        }
        let mut numbers = proxies::Numbers::default();
        let (mut added, mut others, mut inexact) = (Vec::new(), Vec::new(), Vec::new());
        for mut placed in std::mem::take(&mut self.proxies) {
            // The name of the node may be edited, or what its extras say: the one that differs from the mesh.
            let is_known = |proxy: &Proxy| known.contains_key(&proxies::key(proxy));
            match placed.renamed() {
                Some(renamed) if is_known(&placed.proxy) || !is_known(&renamed) => placed.proxy = renamed,
                None if placed.has_other_name() => others.push(placed.node.clone()),
                _ => {}
            }
            let (corners, is_exact) = proxies::triangle(&placed.world);
            inexact.extend((!is_exact).then(|| placed.node.clone()));
            let place = proxy_transform(corners);
            let own = known.get_mut(&proxies::key(&placed.proxy));
            let own =
                own.and_then(|own| Some(own.swap_remove(own.iter().position(|(_, own)| is_near(own, &place))?).0));
            match own {
                Some(at) => {
                    is_kept[at] = true;
                    numbers.number(placed.proxy);
                }
                None => added.push(placed),
            }
        }
        let gone = is_kept.iter().filter(|kept| !**kept).count();
        let known_faces = self.faces_of_proxies(known);
        self.remove(&is_kept);
        self.report(Code::MovedExtras, gone, "proxies are as their nodes, which were moved, renamed or deleted")?;
        let detail = format!("the name of a proxy is `proxy:` and the path of its model: {}", listed(&others));
        let finding = Finding::new(Code::LostNames).times(others.len()).within(format!("LOD[{}]", self.index));
        self.diagnostics.report(finding.detail(detail))?;
        if let Some(first) = inexact.first() {
            let finding = Finding::new(Code::ApproximatedTransform).times(inexact.len());
            let finding = finding.within(format!("LOD[{}], node {first}", self.index));
            self.diagnostics.report(finding.detail("a proxy is turned and moved only, neither scaled nor mirrored"))?;
        }
        self.add_proxies(added, numbers, known_faces)
    }

    /// Returns what the triangles of selections have besides corners, by the proxies that those place: a moved proxy has it again.
    fn faces_of_proxies(&self, places: HashMap<(String, i32), Vec<(usize, Place)>>) -> FacesOfProxies {
        let of_face = |(key, own): ((String, i32), Vec<(usize, Place)>)| {
            let face = *self.selections[own.first()?.0].faces.first()?;
            Some((face, key))
        };
        let of_face: HashMap<u32, (String, i32)> = places.into_iter().filter_map(of_face).collect();
        let faces = (0u32..).zip(self.faces.iter()).filter(|_| !of_face.is_empty());
        let known = |(number, face): (u32, Face<'_>)| {
            let key = of_face.get(&number)?.clone();
            Some((key, (face.texture.into_owned(), face.material.into_owned(), face.flags)))
        };
        faces.filter_map(known).collect()
    }

    /// Removes the selections that are not kept, with their faces, and the points that nothing else has.
    fn remove(&mut self, is_kept: &[bool]) {
        let mut kept = is_kept.iter();
        let (selections, gone): (Vec<Selected>, Vec<Selected>) =
            std::mem::take(&mut self.selections).into_iter().partition(|_| kept.next() == Some(&true));
        self.selections = selections;
        let faces_gone: BTreeSet<u32> = gone.iter().flat_map(|selected| selected.faces.iter().copied()).collect();
        if faces_gone.is_empty() {
            return;
        }
        let mut points_gone: BTreeSet<u32> =
            gone.iter().flat_map(|selected| selected.points.iter().map(|(point, _)| *point)).collect();
        let faces = std::mem::replace(&mut self.faces, FaceList::new(self.kind));
        let mut corners = Vec::with_capacity(self.corners);
        let mut left: Vec<Face<'_>> = Vec::with_capacity(faces.len());
        for (number, face) in (0u32..).zip(faces.iter()) {
            let is_left = !faces_gone.contains(&number);
            corners.resize(corners.len() + face.corners().len(), is_left);
            left.extend(Some(face).filter(|_| is_left));
        }
        left.iter().flat_map(Face::corners).for_each(|corner| _ = points_gone.remove(&corner.point));
        let used = self.selections.iter().flat_map(|selected| &selected.points).map(|(point, _)| *point);
        let edges = || self.sharp_edges.iter().chain(&self.unlike_normals).flatten().copied();
        used.chain(edges()).for_each(|point| _ = points_gone.remove(&point));
        let (points, faces_left) = (numbers(self.points.len(), &points_gone), numbers(faces.len(), &faces_gone));
        let point = |old: u32| points[old as usize];
        for mut left in left {
            left.all_corners.iter_mut().for_each(|corner| corner.point = point(corner.point));
            self.faces.push(&left);
        }
        for set in &mut self.uv_sets {
            let mut is_left = corners.iter();
            set.retain(|_| is_left.next() == Some(&true));
        }
        self.corners = corners.iter().filter(|is_left| **is_left).count();
        for selected in &mut self.selections {
            selected.points.iter_mut().for_each(|(old, _)| *old = point(*old));
            selected.faces.retain(|old| !faces_gone.contains(old));
            selected.faces.iter_mut().for_each(|old| *old = faces_left[*old as usize]);
        }
        let edges = self.sharp_edges.iter_mut().chain(&mut self.unlike_normals);
        edges.flatten().for_each(|old| *old = point(*old));
        self.masses.retain(|(old, _)| !points_gone.contains(old));
        self.masses.iter_mut().for_each(|(old, _)| *old = point(*old));
        for (_, moved) in &mut self.frames {
            moved.retain(|(old, _)| !points_gone.contains(old));
            moved.iter_mut().for_each(|(old, _)| *old = point(*old));
        }
        let mut number = 0..;
        self.points.retain(|_| number.next().is_none_or(|number: u32| !points_gone.contains(&number)));
    }

    /// Returns the triangles that may have placed a proxy once, by its position: those that no selection has, and that share no point and have no
    /// texture, or one that is called as a proxy.
    fn bare_triangles(&self) -> HashMap<[u32; 3], Vec<(u32, [u32; 3])>> {
        let selected: HashSet<u32> =
            self.selections.iter().flat_map(|selected| selected.faces.iter().copied()).collect();
        let mut users = vec![0u32; self.points.len()];
        self.faces.iter().for_each(|face| face.corners().iter().for_each(|corner| users[corner.point as usize] += 1));
        let mut found: HashMap<_, Vec<_>> = HashMap::new();
        for (number, face) in (0u32..).zip(self.faces.iter()) {
            let [a, b, c] = face.corners() else { continue };
            let points = [a, b, c].map(|corner| corner.point);
            let is_alone = points.iter().all(|&point| users[point as usize] == 1);
            let texture = face.texture.bytes();
            let may_place = is_alone && texture.is_empty() || after_prefix(texture).is_some();
            if may_place && !selected.contains(&number) {
                let [.., position] = proxy_transform(points.map(|point| self.points[point as usize].position));
                found.entry(position.to_array().map(f32::to_bits)).or_default().push((number, points));
            }
        }
        found
    }

    /// Adds the selections of proxies: of the triangles that are there, where a program took the selections away, and else of new ones.
    fn add_proxies(
        &mut self,
        added: Vec<PlacedProxy>,
        mut numbers: proxies::Numbers,
        mut known_faces: FacesOfProxies,
    ) -> Result<(), Error> {
        let mut bare = if added.is_empty() { HashMap::new() } else { self.bare_triangles() };
        let (mut renamed, mut moved) = (0, 0);
        for PlacedProxy { proxy, world, .. } in added {
            let name = encode_text(&proxies::name(&numbers.number(proxy.clone())));
            renamed += usize::from(!proxies::places(&name, &proxy));
            let (corners, _) = proxies::triangle(&world);
            let place = proxy_transform(corners);
            let there = bare.get_mut(&place[3].to_array().map(f32::to_bits)).and_then(Vec::pop);
            let there = there.filter(|(_, points)| {
                is_near(&proxy_transform(points.map(|point| self.points[point as usize].position)), &place)
            });
            let of_face = known_faces.remove(&proxies::key(&proxy));
            moved += usize::from(there.is_none() && of_face.is_none());
            let of_face = of_face.unwrap_or_default();
            let (face, points) = there.unwrap_or_else(|| self.add_triangle(corners, of_face));
            let points = points.map(|point| (point, 1)).to_vec();
            self.selections.push(Selected { name, points, faces: vec![face], ..Selected::default() });
        }
        self.report(Code::AlteredNames, renamed, "a proxy has a path without extension, and a number of its own")?;
        let left = bare.into_values().flatten().collect();
        self.remove_left(left, moved)
    }

    /// Removes unseen triangles that no proxy is at any more and that no selection has: no more of them than proxies got new ones.
    fn remove_left(&mut self, mut left: Vec<(u32, [u32; 3])>, moved: usize) -> Result<(), Error> {
        left.retain(|(_, points)| points.iter().all(|point| self.points[*point as usize].flags & HIDDEN != 0));
        if left.is_empty() || left.len() > moved {
            return Ok(());
        }
        let mut is_kept = vec![true; self.selections.len()];
        is_kept.resize(is_kept.len() + left.len(), false);
        let count = left.len();
        let selected = |(face, points): (u32, [u32; 3])| Selected {
            points: points.map(|point| (point, 1)).to_vec(),
            faces: vec![face],
            ..Selected::default()
        };
        self.selections.extend(left.into_iter().map(selected));
        self.remove(&is_kept);
        self.report(Code::MovedExtras, count, "triangles of proxies went, whose nodes were moved")
    }

    /// Adds a triangle for a proxy, and returns its number and those of its points.
    fn add_triangle(&mut self, corners: [Vec3; 3], (texture, material, flags): OfFace) -> (u32, [u32; 3]) {
        let (first, face) = (self.points.len() as u32, self.faces.len() as u32);
        self.points.extend(corners.map(|position| Point { position, flags: 0 }));
        let normal = self.normals.len() as u32;
        self.normals.push(Vec3::Y);
        let points = [first, first + 1, first + 2];
        let mut all_corners = [Corner::ZERO; 4];
        for (corner, point) in all_corners.iter_mut().zip(points) {
            *corner = Corner { point, normal, uv: Vec2::ZERO };
        }
        self.faces.push(&Face { texture, material, count: 3, all_corners, flags });
        self.uv_sets.iter_mut().for_each(|set| set.extend([Vec2::ZERO; 3]));
        self.corners += 3;
        (face, points)
    }
}

/// Returns whether two proxies are at one place, turned the same way.
fn is_near(a: &Place, b: &Place) -> bool {
    a.iter().zip(b).all(|(a, b)| a.abs_diff_eq(*b, proxies::NEAR))
}

/// Returns for each of `count` things its number without those that are gone.
fn numbers(count: usize, gone: &BTreeSet<u32>) -> Vec<u32> {
    let mut next = 0;
    let number = |old: u32| {
        let number = next;
        next += u32::from(!gone.contains(&old));
        number
    };
    (0..count as u32).map(number).collect()
}
