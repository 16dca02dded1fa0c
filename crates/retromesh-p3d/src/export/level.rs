//! One level of MLOD under construction.

mod numbered;
mod placed;
mod selections;

use super::clamping::{self, Clampings};
use super::frames::frames;
use super::normals::{face_normal, inward, turn_of};
use super::point_flags::PointFlags;
use super::points::Points;
use super::proxies::PlacedProxy;
use super::{PROPERTIES, texture_path, was_mlod};
use crate::convert::carried::BY_UVS;
use crate::convert::{Kept, Variant, ascending, edges_and_unlike, parted_edges};
use crate::import::VERSION;
use crate::mlod::{Corner, Face, FaceList, Kind, Lod, NAME, Point, Tag, TagBody, UvSet};
use crate::text::encode_text;
use glam::{Mat3, Mat4, Vec2, Vec3};
use retromesh_core::mesh::{AttributeData, Mesh, POINT, POINT_FLAGS};
use retromesh_core::scene::MeshInstance;
use retromesh_core::{Code, Diagnostics, Error, Extra, Extras, Finding, NodeId, Triangulator, Valid};
use retromesh_kit::export::parts_of;
use retromesh_kit::{Budget, listed};
use retromesh_wire::{RawStr, Row};
use std::collections::{BTreeSet, HashMap};

/// A selection under construction: numbers of points and faces with their bytes.
#[derive(Default)]
struct Selected {
    name: Vec<u8>,
    /// The object that brought it, of those of meshes.
    object: Option<NodeId>,
    /// Whether the game's configuration asks for it as sections.
    needs_sections: bool,
    points: Vec<(u32, u8)>,
    faces: Vec<u32>,
}

/// A level, how many of its properties carry flags of textures that nothing carried before, and what faces keep of their flags.
pub(super) type Finished = (Lod<'static>, usize, Vec<Kept>);

/// Gathers meshes and proxies into a level.
pub(super) struct LevelBuilder<'s, 'd> {
    scene: &'s Valid<'s>,
    kind: Kind,
    /// Whether the level becomes ODOL, whose faces say themselves how their textures go on.
    is_odol: bool,
    index: usize,
    diagnostics: &'d mut Diagnostics,
    points: Vec<Point>,
    normals: Vec<Vec3>,
    faces: FaceList<'static>,
    /// For each further UV set the coordinates of all corners.
    uv_sets: Vec<Vec<Vec2>>,
    corners: usize,
    selections: Vec<Selected>,
    /// The numbers of selections by their names in small letters, of so far the first `named`.
    numbers: HashMap<Vec<u8>, usize>,
    named: usize,
    properties: Vec<(Vec<u8>, Vec<u8>)>,
    /// How the textures of the faces go on past their edges, of a scene that was ODOL.
    clampings: Option<Clampings>,
    masses: Vec<(u32, f32)>,
    sharp_edges: Vec<[u32; 2]>,
    /// Those that were sharp where no normals parted, and those that were not where they did.
    unlike_normals: Vec<[u32; 2]>,
    /// Time, and the points that it moves.
    frames: Vec<(f32, Vec<(u32, Vec3)>)>,
    proxies: Vec<PlacedProxy>,
    cut_names: usize,
    polygons: usize,
}

impl<'s, 'd> LevelBuilder<'s, 'd> {
    pub(super) fn new(scene: &'s Valid<'_>, variant: Variant, index: usize, diagnostics: &'d mut Diagnostics) -> Self {
        let kind = variant.kind();
        Self {
            scene,
            kind,
            is_odol: variant == Variant::Odol,
            index,
            diagnostics,
            points: Vec::new(),
            normals: Vec::new(),
            faces: FaceList::new(kind),
            uv_sets: Vec::new(),
            corners: 0,
            selections: Vec::new(),
            numbers: HashMap::new(),
            named: 0,
            properties: Vec::new(),
            clampings: clamping::is_odol(scene).then(Clampings::default),
            masses: Vec::new(),
            sharp_edges: Vec::new(),
            unlike_normals: Vec::new(),
            frames: Vec::new(),
            proxies: Vec::new(),
            cut_names: 0,
            polygons: 0,
        }
    }

    fn report(&mut self, code: Code, count: usize, detail: &'static str) -> Result<(), Error> {
        let finding = Finding::new(code).times(count).within(format!("LOD[{}]", self.index));
        self.diagnostics.report(finding.detail(detail))
    }

    /// Adds what a node holds, or the point of a selection that it is.
    pub(super) fn node(&mut self, id: NodeId, world: Mat4, point: Option<&str>) -> Result<(), Error> {
        let scene = self.scene;
        let node = &scene[id];
        if let Some(proxy) = node.proxy.as_deref() {
            self.proxies.push(PlacedProxy { proxy: proxy.clone(), world, node: node.name.clone() });
        }
        if let Some(name) = point {
            self.add_point(name, world.w_axis.truncate());
        }
        self.node_properties(&node.extras);
        let Some(instance) = node.mesh.as_deref() else { return Ok(()) };
        let mesh = &scene[instance.mesh];
        let points = Points::of(mesh);
        let base = self.points.len() as u32;
        let mut flags = PointFlags::of(mesh, &points);
        self.add_points(mesh, &points, &flags.of_point, &world);
        let loose = self.sharp_edges(&node.extras, &points, base);
        self.report(
            Code::LostExtras,
            loose,
            "edges that were sharp or smooth against their normals, of points whose numbers (`_POINT`) are not there",
        )?;
        let runs = self.add_faces(instance, &points, &mut flags, base, &world)?;
        self.report(Code::MixedPointFlags, flags.mixed, "")?;
        let smoothing = mesh.selections.len() - selections::named(mesh).count();
        let code = if mesh.normals.is_empty() { Code::LostExtras } else { Code::MovedExtras };
        self.report(code, smoothing, "smoothing groups: normals alone say what is smooth")?;
        let first = self.selections.len();
        let grown = self.add_selections(mesh, &points, base, &runs);
        if !grown.is_empty() {
            let finding = Finding::new(Code::LostSelection).times(grown.len()).within(format!("LOD[{}]", self.index));
            let detail = "selections of some vertices of a point, which have all of them now";
            self.diagnostics.report(finding.detail(format!("{detail}: {}", listed(&grown))))?;
        }
        self.add_component(&node.name, mesh, base, &runs);
        self.selections[first..].iter_mut().for_each(|selected| selected.object = Some(id));
        let frames = frames(scene, id, mesh);
        let doubled = frames.windows(2).filter(|pair| pair[0].0.total_cmp(&pair[1].0).is_eq()).count();
        self.report(Code::LostShapes, doubled, "shapes of one moment: the last of them counts")?;
        for (time, positions) in frames {
            let moved = |(point, &vertex): (u32, &u32)| (base + point, place(&world, positions[vertex as usize]));
            let moved: Vec<(u32, Vec3)> = (0u32..).zip(&points.vertex_of).map(moved).collect();
            match self.frames.iter_mut().find(|(at, _)| at.total_cmp(&time).is_eq()) {
                Some((_, all)) => all.extend(moved),
                None => self.frames.push((time, moved)),
            }
        }
        self.report_missing(&node.name, &points.numbers)?;
        let known = [POINT, POINT_FLAGS, "_MASS"];
        let others = mesh.attributes.iter().filter(|a| !known.contains(&a.name.as_str())).count();
        self.report(Code::LostAttributes, others, "")
    }

    /// Reports the points that are missing between the numbers of others.
    fn report_missing(&mut self, node: &str, numbers: &[u32]) -> Result<(), Error> {
        /// No more numbers are listed.
        const LISTED: usize = 10;
        let Some(&last) = numbers.last() else { return Ok(()) };
        let is_gone = |number: &u32| numbers.binary_search(number).is_err();
        let gone = (last as usize).saturating_sub(numbers.len() - 1);
        if gone == 0 {
            return Ok(());
        }
        let first: Vec<String> =
            (0..last).filter(is_gone).take(LISTED.min(gone)).map(|number| number.to_string()).collect();
        let finding =
            Finding::new(Code::LostAttributes).times(gone).within(format!("LOD[{}], node {node}", self.index));
        let detail = "are not there any more, and those after them have other numbers: programs leave out points without faces, unless these are in a level of points";
        self.diagnostics.report(finding.detail(format!("points {} {detail}", first.join(", "))))
    }

    fn add_points(&mut self, mesh: &Mesh, points: &Points, flags: &[u32], world: &Mat4) {
        let values = |name: &str| mesh.attributes.iter().find(|attribute| attribute.name == name).map(|a| &a.data);
        let masses = match values("_MASS") {
            Some(AttributeData::Float { components: 1, values }) => values.as_slice(),
            _ => &[],
        };
        for (&vertex, &flags) in points.vertex_of.iter().zip(flags) {
            let vertex = vertex as usize;
            if let Some(mass) = masses.get(vertex) {
                self.masses.push((self.points.len() as u32, *mass));
            }
            self.points.push(Point { position: place(world, mesh.positions[vertex]), flags });
        }
    }

    /// Adds one normal a vertex, or where there are none one a face, and all faces; returns for each face where its faces start and
    /// how many they are.
    fn add_faces(
        &mut self,
        instance: &MeshInstance,
        points: &Points,
        flags: &mut PointFlags<'_>,
        base: u32,
        world: &Mat4,
    ) -> Result<Vec<(u32, u32)>, Error> {
        let scene = self.scene;
        let mesh = &scene[instance.mesh];
        let (first_normal, turn) = (self.normals.len() as u32, turn_of(world));
        self.normals.extend(mesh.normals.iter().map(|normal| inward(*normal, turn)));
        let flat = mesh.normals.is_empty();
        let further = mesh.uv_sets.len().saturating_sub(1);
        if self.kind == Kind::Sp3x {
            self.report(Code::LostUvSet, further, "SP3X has one")?;
        } else if self.uv_sets.len() < further {
            // What earlier meshes of the level lack is zero.
            self.uv_sets.resize(further, vec![Vec2::ZERO; self.corners]);
        }
        // A mirror turns the faces inside out.
        let mirrored = Mat3::from_mat4(*world).determinant() < 0.0;
        let mut runs = Vec::with_capacity(mesh.face_count());
        let (mut triangulator, mut triangles) = (Triangulator::default(), Vec::new());
        for (part, material) in parts_of(scene, instance) {
            let appearance = material.map(|id| &scene[id]);
            let texture = appearance.map_or_else(String::new, |appearance| texture_path(scene, appearance));
            let rvmat =
                appearance.and_then(|appearance| appearance.extras.get("p3d.material")?.as_text()).unwrap_or_default();
            let (texture, rvmat) = (encode_text(&texture), encode_text(rvmat));
            let said = clamping::said(scene, part, appearance);
            let kept = clamping::kept(scene, part, appearance, said);
            let said = self.clampings.as_mut().and_then(|clampings| clampings.of(&texture, said));
            for (f, face) in part.faces.iter().enumerate() {
                let flags = part.face_flags.get(f).copied().unwrap_or(0) | flags.of_face(face, points);
                let start = self.faces.len() as u32;
                let mut push = |corners: &[u32]| {
                    let normal_of_face = self.normals.len() as u32;
                    if flat {
                        self.normals.push(inward(face_normal(mesh, corners, &scene.space), turn));
                    }
                    let corner = |v: u32| Corner {
                        point: base + points.of_vertex[v as usize],
                        normal: if flat { normal_of_face } else { first_normal + v },
                        uv: mesh.uv_sets.first().map_or(Vec2::ZERO, |set| set[v as usize]),
                    };
                    // A triangle or a quad.
                    let mut turned = [0; 4];
                    let turned = &mut turned[..corners.len()];
                    turned.copy_from_slice(corners);
                    if mirrored {
                        turned[1..].reverse();
                    }
                    if let [_, _, _, _] = turned {
                        // The import says why: the fan of a quad begins at its second corner.
                        turned.rotate_right(1);
                    }
                    let corners = &*turned;
                    let mut all = [Corner::ZERO; 4];
                    all.iter_mut().zip(corners).for_each(|(slot, &v)| *slot = corner(v));
                    for (set, uvs) in self.uv_sets.iter_mut().enumerate() {
                        let uvs_of = mesh.uv_sets.get(set + 1);
                        let uv = |v: &u32| uvs_of.map_or(Vec2::ZERO, |all| all[*v as usize]);
                        uvs.extend(corners.iter().map(uv));
                    }
                    self.corners += corners.len();
                    let fits = self.faces.push(&Face {
                        texture: RawStr::new(texture.as_slice()),
                        material: RawStr::new(rvmat.as_slice()),
                        count: corners.len() as u32,
                        all_corners: all,
                        flags,
                    });
                    self.cut_names += usize::from(!fits);
                    self.clampings.iter_mut().for_each(|clampings| clampings.add(said, kept));
                };
                match face {
                    [_, _, _] => push(face),
                    [_, _, _, _] if triangulator.fans(&mesh.positions, face) => push(face),
                    _ => {
                        triangles.clear();
                        triangulator.add(&mesh.positions, face, &mut triangles);
                        triangles.iter().for_each(|triangle| push(triangle));
                        self.polygons += 1;
                    }
                }
                runs.push((start, self.faces.len() as u32 - start));
            }
        }
        Ok(runs)
    }

    fn node_properties(&mut self, extras: &Extras) {
        let Some(Extra::List(pairs)) = extras.get(PROPERTIES) else { return };
        for pair in pairs {
            let Extra::List(pair) = pair else { continue };
            if let [Extra::Text(name), Extra::Text(value)] = pair.as_slice() {
                self.properties.push((encode_text(name), encode_text(value)));
            }
        }
    }

    /// Adds the sharp edges of a node, and returns how many unlike its normals have points that are not there.
    fn sharp_edges(&mut self, extras: &Extras, points: &Points, base: u32) -> usize {
        let point = |number: u32| points.of_number(number).map(|point| base + point);
        let edge = |[a, b]: [u32; 2]| Some([point(a)?, point(b)?]);
        let [sharp, unlike] = edges_and_unlike(extras, was_mlod(self.scene));
        self.sharp_edges.extend(sharp.into_iter().filter_map(edge));
        let before = self.unlike_normals.len();
        self.unlike_normals.extend(unlike.iter().copied().filter_map(edge));
        unlike.len() - (self.unlike_normals.len() - before)
    }

    /// Makes the edges sharp where normals part, but those that MLOD had otherwise; reports what its list lacked.
    fn find_sharp_edges(&mut self) -> Result<(), Error> {
        let faces: Vec<Face<'_>> = self.faces.iter().collect();
        let faces = faces.iter().map(|face| face.corners().iter().map(|corner| (corner.point, corner.normal)));
        let normal = |normal: u32| self.normals.get(normal as usize)?.try_normalize();
        let parted = parted_edges(self.points.len(), normal, faces);
        let known: BTreeSet<[u32; 2]> = self.sharp_edges.iter().copied().map(ascending).collect();
        let mut sharp: BTreeSet<[u32; 2]> = parted.into_iter().collect();
        for edge in self.unlike_normals.iter().copied().map(ascending) {
            if known.contains(&edge) {
                sharp.insert(edge);
            } else {
                sharp.remove(&edge);
            }
        }
        let before = self.sharp_edges.len();
        self.sharp_edges.retain(|edge| sharp.contains(&ascending(*edge)));
        let (kept, gone) = (self.sharp_edges.len(), before - self.sharp_edges.len());
        self.sharp_edges.extend(sharp.difference(&known));
        let new = &self.sharp_edges[kept..];
        let added = new.len();
        if gone + added == 0 || !self.scene.extras.contains_key(VERSION) {
            return Ok(());
        }
        // Where Blender made faces smooth the shading is another one.
        let code = if gone > added { Code::StaleExtras } else { Code::MovedExtras };
        let finding = Finding::new(code).times(gone + added).within(format!("LOD[{}]", self.index));
        let points: Vec<String> = new.iter().map(|[a, b]| format!("{a}-{b}")).collect();
        let seams = "next to what was moved, Blender parts normals at seams unless its import merges vertices";
        let of_points = if added == 0 { String::new() } else { format!(" (points {}; {seams})", listed(&points)) };
        let detail = format!("edges are sharp where normals part now: {added} added{of_points}, {gone} removed");
        self.diagnostics.report(finding.detail(detail))
    }

    /// Adds the properties that carry how textures go on past their edges; returns how many they are.
    fn carry_clampings(&mut self) -> Result<usize, Error> {
        let Some(clampings) = &self.clampings else { return Ok(0) };
        let carriers = clampings.carriers(&self.faces);
        let lost = carriers.lost_clamping * usize::from(!self.is_odol);
        self.report(Code::ApproximatedMaterial, lost, BY_UVS)?;
        let count = carriers.properties.len();
        self.properties.extend(carriers.properties.into_iter().map(|(name, value)| (name.into_bytes(), value)));
        Ok(count)
    }

    /// Writes the level.
    pub(super) fn finish(mut self, resolution: f32, budget: &Budget) -> Result<Finished, Error> {
        self.settle_proxies()?;
        self.number_components(resolution)?;
        self.find_sharp_edges()?;
        let carried = self.carry_clampings()?;
        let (points, faces) = (self.points.len(), self.faces.len());
        let selections = self.selections.len().saturating_mul(points + faces);
        // Once as it is made and once in the file.
        budget.take("selections: each has a byte for every point and face", selections, 2)?;
        budget.take("frames: each has all points", self.frames.len().saturating_mul(points), 24)?;
        let kind = self.kind;
        let mut tags = Vec::new();
        if !self.sharp_edges.is_empty() {
            tags.push(Tag::new(kind, &b"#SharpEdges#"[..], TagBody::SharpEdges(self.sharp_edges.as_slice().into())));
        }
        for selected in &self.selections {
            self.cut_names += usize::from(kind == Kind::Sp3x && selected.name.len() > NAME);
            let mut points = vec![0u8; self.points.len()];
            for &(point, byte) in selected.points.iter().rev() {
                points[point as usize] = byte;
            }
            let mut faces = vec![0u8; self.faces.len()];
            selected.faces.iter().for_each(|&face| faces[face as usize] = 1);
            let body = TagBody::Selection { points: points.into(), faces: faces.into() };
            tags.push(Tag::new(kind, selected.name.clone(), body));
        }
        let wanted = self.selections.iter().filter(|selected| selected.needs_sections);
        let sections: Vec<u8> = wanted.flat_map(|selected| selected.name.iter().copied().chain([0])).collect();
        if !sections.is_empty() {
            tags.push(Tag::new(kind, Tag::SECTIONS.as_bytes(), TagBody::Other(sections.into())));
        }
        for (name, value) in &self.properties {
            self.cut_names += usize::from(name.len() >= NAME || value.len() >= NAME);
            tags.push(Tag::property(kind, name, value));
        }
        if !self.masses.is_empty() {
            let mut masses = vec![0.0; self.points.len()];
            for &(point, mass) in &self.masses {
                masses[point as usize] = mass;
            }
            tags.push(Tag::new(kind, &b"#Mass#"[..], TagBody::Mass(masses.into())));
        }
        self.frames.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (time, moved) in &self.frames {
            let mut points: Vec<Vec3> = self.points.iter().map(|point| point.position).collect();
            for &(point, position) in moved {
                points[point as usize] = position;
            }
            let body = TagBody::Animation { time: *time, points: points.into() };
            tags.push(Tag::new(kind, &b"#Animation#"[..], body));
        }
        if kind == Kind::P3dm {
            let own: Vec<Vec2> =
                self.faces.iter().flat_map(|f| f.corners().iter().map(|c| c.uv).collect::<Vec<_>>()).collect();
            for (id, uvs) in (0u32..).zip(std::iter::once(own).chain(std::mem::take(&mut self.uv_sets))) {
                tags.push(Tag::new(kind, &b"#UVSet#"[..], TagBody::UvSet(UvSet { id, uvs: uvs.into() })));
            }
        }
        tags.push(Tag::end(kind));
        self.report(Code::TruncatedName, self.cut_names, "")?;
        self.report(Code::TriangulatedFaces, self.polygons, "")?;
        let level = Lod {
            kind,
            version: kind.version(),
            points: self.points.into(),
            normals: self.normals.into(),
            faces: self.faces,
            tags,
            resolution,
            ..Lod::default()
        };
        Ok((level, carried, self.clampings.map_or_else(Vec::new, |clampings| clampings.kept)))
    }
}

/// Applies a transform; the identity keeps every bit.
fn place(world: &Mat4, position: Vec3) -> Vec3 {
    if *world == Mat4::IDENTITY { position } else { world.transform_point3(position) }
}
