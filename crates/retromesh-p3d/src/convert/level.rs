//! One level of ODOL on its way to MLOD: planned first, so that its size is known, then written in one go.

use super::carried::{BY_UVS, Carriers, KEPT, OF_TEXTURE, Seens, clamping};
use super::points::PointMap;
use super::shape::is_geometry;
use super::sharp::sharp_edges;
use super::{MlodOptions, Points};
use crate::flags::{clip, clip_to_point, face, negate_weight, point, special, special_to_face, user_to_face};
use crate::mlod::{CORNER, Corner, Kind, NAME, Point, TEXTURE, Tag, head_bytes, put_tag, put_tag_head, sp3x_bytes};
use crate::odol7::{self, Indices, NamedSelection, Odol};
use glam::{Vec2, Vec3};
use retromesh_core::{Code, Diagnostics, Error, Finding};
use retromesh_wire::{Put, Row, Rows};

/// What a conversion left out or changed, counted.
#[derive(Default)]
struct Losses {
    counts: usize,
    indices: usize,
    thin_faces: usize,
    polygons: usize,
    closed_quads: usize,
    names: usize,
    mixed_points: usize,
    frames: usize,
    selections: usize,
    /// Selections that hold some vertices of a point.
    part_points: usize,
    face_flags: usize,
    sky_light: usize,
}

/// Flags of a face that MLOD can say, that a texture coordinate says, or that the engine adds to a level.
const SAID: u32 = special::IS_SHADOW
    | special::NO_SHADOW
    | special::Z_BIAS
    | special::NO_TEXTURE_MERGER
    | special::IS_HIDDEN
    | special::IS_HIDDEN_PROXY
    | special::NO_CLAMP
    | special::CLAMP_U
    | special::CLAMP_V;

/// One level on its way.
pub(super) struct Level<'l, 'a> {
    lod: &'l odol7::Lod<'a>,
    kind: Kind,
    resolution: f32,
    center: Vec3,
    merged: bool,
    points: PointMap,
    flags: Vec<u32>,
    /// For each vertex the bytes of a corner.
    corners: Vec<[u8; CORNER]>,
    /// For each point the number of its vertices; empty where each has one.
    vertex_counts: Vec<u32>,
    /// Whether light and user values are on the faces.
    lit_faces: bool,
    /// For each face where its faces start and how many they are; empty where each became one.
    face_runs: Vec<(u32, u32)>,
    face_count: usize,
    /// Whether a face is hidden.
    hidden: bool,
    sharp: Vec<[u32; 2]>,
    masses: Option<&'l Rows<'a, f32>>,
    /// What carries what the faces say of their textures.
    carriers: Carriers,
    losses: Losses,
}

impl<'l, 'a> Level<'l, 'a> {
    /// Plans a level.
    pub(super) fn new(odol: &'l Odol<'a>, index: usize, options: &MlodOptions) -> Option<Self> {
        let lod = odol.lods.get(index)?;
        let resolution = odol.info.resolutions.get(index).unwrap_or(0.0);
        let points = PointMap::new(lod, resolution, options.points);
        let geometry = i64::from(odol.info.totals.lods.geometry) == index as i64 && !odol.info.masses.is_empty();
        let mut level = Self {
            lod,
            kind: options.kind,
            resolution,
            center: odol.info.facts.bounding_center,
            merged: options.points == Points::Merged || points.known > 0,
            points,
            flags: Vec::new(),
            corners: Vec::new(),
            vertex_counts: Vec::new(),
            lit_faces: false,
            face_runs: Vec::new(),
            face_count: 0,
            hidden: false,
            sharp: Vec::new(),
            masses: geometry.then(|| odol.info.masses.values()),
            carriers: Carriers::default(),
            losses: Losses::default(),
        };
        level.losses.indices = level.points.out_of_range;
        level.plan_corners();
        level.plan_faces();
        level.plan_flags();
        if level.merged {
            level.sharp = sharp_edges(lod, &level.points);
            level.vertex_counts = vec![0; level.points.vertex_of.len()];
            for &point in &level.points.point_of {
                if let Some(count) = level.vertex_counts.get_mut(point as usize) {
                    *count += 1;
                }
            }
        }
        Some(level)
    }

    /// Prepares what faces write for each vertex.
    fn plan_corners(&mut self) {
        let (lod, n) = (self.lod, self.lod.positions.len());
        self.losses.counts += usize::from(lod.clip.len() != n);
        self.losses.counts += usize::from(lod.uvs.len() != n) + usize::from(lod.normals.len() != n);
        let uvs = lod.uvs.values().iter().chain(std::iter::repeat(Vec2::ZERO));
        let corner = |((&point, normal), uv): ((&u32, u32), Vec2)| Corner { point, normal, uv }.bytes();
        self.corners = self.points.point_of.iter().zip(0..).zip(uvs).map(corner).collect();
    }

    /// Counts the faces that each face becomes.
    fn plan_faces(&mut self) {
        let n = self.lod.positions.len();
        let textures = self.lod.textures.len();
        // While every face gives one face there is nothing to remember.
        let mut runs: Option<Vec<(u32, u32)>> = None;
        let mut seens = Seens::new(&self.lod.textures);
        // The engine adds them there.
        let added = if is_geometry(self.resolution) { special::GEOMETRY } else { 0 };
        let mut start = 0u32;
        for (number, face) in self.lod.faces.iter().enumerate() {
            self.losses.face_flags += usize::from(face.special & !(SAID | OF_TEXTURE | special::GEOMETRY) != 0);
            if face.special & special::IS_HIDDEN_PROXY == 0 {
                let uv = |vertex: u16| self.lod.uvs.values().get(vertex.into()).unwrap_or_default();
                seens.add(face.texture, face.special & !added, clamping(face.corners.iter().map(uv)));
            }
            self.hidden |= face.special & special::IS_HIDDEN != 0;
            if face.texture >= 0 && face.texture as usize >= textures {
                self.losses.indices += 1;
            }
            let corners = face.corners.len();
            let made = if !fits(face.corners, n) {
                self.losses.indices += 1;
                0
            } else if corners < 3 {
                self.losses.thin_faces += 1;
                0
            } else if corners <= 4 {
                self.losses.closed_quads += usize::from(is_closed(face.corners));
                1
            } else {
                self.losses.polygons += 1;
                corners as u32 - 2
            };
            if made != 1 && runs.is_none() {
                runs = Some((0..number as u32).map(|n| (n, 1)).collect());
            }
            if let Some(runs) = &mut runs {
                runs.push((start, made));
            }
            start += made;
        }
        let longest = if self.kind == Kind::Sp3x { TEXTURE } else { usize::MAX };
        self.carriers = seens.carriers(longest);
        self.face_count = start as usize;
        self.face_runs = runs.unwrap_or_default();
    }

    /// Finds the flags of the points, and whether light and user values go to the faces instead.
    fn plan_flags(&mut self) {
        let mut clips = self.lod.clip.values().to_vec();
        clips.resize(self.lod.positions.len(), 0);
        let clip = |vertex: u32| clips.get(vertex as usize).copied().unwrap_or(0);
        self.losses.sky_light = clips.iter().filter(|clip| **clip & clip::LIGHT != 0).count();
        let of_vertex: Vec<u32> = clips.iter().map(|&clip| clip_to_point(clip)).collect();
        let none = clip_to_point(0);
        let flags_of = |&vertex: &u32| of_vertex.get(vertex as usize).copied().unwrap_or(none);
        self.flags = self.points.vertex_of.iter().map(flags_of).collect();
        if self.merged {
            let mixed = |flags: &[u32], mask: u32| {
                let differs = |(&own, &point): (&u32, &u32)| {
                    flags.get(point as usize).is_some_and(|flags| (flags ^ own) & mask != 0)
                };
                of_vertex.iter().zip(&self.points.point_of).filter(|&pair| differs(pair)).count()
            };
            self.losses.mixed_points = mixed(&self.flags, u32::MAX);
            // The engine takes such values from points and faces alike; where a point has several they came from faces.
            let user = |vertex: u16| (clip(vertex.into()) & clip::USER) >> 20;
            let one_value = |face: odol7::Face<'_>| {
                let first = face.corners.get(0).map_or(0, user);
                user_to_face(first).is_some() && face.corners.iter().all(|vertex| user(vertex) == first)
            };
            if self.losses.mixed_points > 0 && self.lod.faces.iter().all(one_value) {
                self.lit_faces = true;
                for point in self.lod.faces.iter().flat_map(|f| f.corners.iter()).filter_map(|v| self.points.of(v)) {
                    self.flags
                        .iter_mut()
                        .skip(point as usize)
                        .take(1)
                        .for_each(|f| *f &= !(point::LIGHT | point::USER));
                }
                self.losses.mixed_points = mixed(&self.flags, !(point::LIGHT | point::USER));
            }
        }
        if !self.hidden {
            return;
        }
        let n = self.corners.len();
        for face in self.lod.faces.iter().filter(|face| face.special & special::IS_HIDDEN != 0) {
            if face.corners.iter().all(|vertex| usize::from(vertex) < n) {
                for point in face.corners.iter().filter_map(|vertex| self.points.of(vertex)) {
                    if let Some(flags) = self.flags.get_mut(point as usize) {
                        *flags |= point::HIDDEN;
                    }
                }
            }
        }
    }

    /// Returns the bytes that the level takes, so that they are written once; a few more where names are cut.
    pub(super) fn size(&self) -> usize {
        let (points, faces) = (self.points.vertex_of.len(), self.face_count);
        let tag = |name: usize| if self.kind == Kind::Sp3x { NAME + 4 } else { name + 6 };
        let longest = self.lod.textures.iter().map(retromesh_wire::RawStr::len).max().unwrap_or(0);
        let face = CORNER * 4 + 8 + if self.kind == Kind::Sp3x { TEXTURE } else { longest + 2 };
        let selections: usize = self.lod.selections.iter().map(|s| tag(s.name.len()) + points + faces).sum();
        let sections: usize = self.lod.selections.iter().map(|s| s.name.len() + 1).sum();
        28 + points * Point::SIZE
            + self.lod.positions.len() * 12
            + faces * face
            + selections
            + (self.lod.properties.len() + self.carriers.properties.len()) * (tag(10) + 2 * NAME)
            + self.lod.frames.len() * (tag(11) + 4 + points * 12)
            + if self.masses.is_some() { tag(6) + points * 4 } else { 0 }
            + if self.sharp.is_empty() { 0 } else { tag(12) + self.sharp.len() * 8 }
            + if sections > 0 { tag(10) + sections } else { 0 }
            + tag(Tag::END.len())
            + 8
    }

    /// Writes the level.
    pub(super) fn put(&mut self, out: &mut Vec<u8>) -> Result<(), Error> {
        let n = self.lod.positions.len();
        out.put_bytes(self.kind.magic());
        out.put_u32(28);
        out.put_u32(self.kind.version());
        out.put_count_u32("points", self.points.vertex_of.len())?;
        out.put_count_u32("normals", n)?;
        out.put_count_u32("faces", self.face_count)?;
        out.put_u32(0);
        let point = |(&vertex, &flags): (&u32, &u32)| Point {
            position: self.lod.positions.get(vertex as usize).unwrap_or_default() + self.center,
            flags,
        };
        let points: Vec<Point> = self.points.vertex_of.iter().zip(&self.flags).map(point).collect();
        out.put_slice(&points);
        out.put_bytes(self.lod.normals.bytes().get(..12 * n).unwrap_or(self.lod.normals.bytes()));
        for _ in self.lod.normals.len()..n {
            out.put_row(&Vec3::Y);
        }
        self.put_faces(out);
        out.put_bytes(b"TAGG");
        if !self.sharp.is_empty() {
            put_tag_head(self.kind, b"#SharpEdges#", 8 * self.sharp.len(), out)?;
            out.put_slice(&self.sharp);
        }
        let mut sections = Vec::new();
        for selection in &self.lod.selections {
            self.put_selection(selection, &mut sections, out)?;
        }
        if !sections.is_empty() {
            put_tag_head(self.kind, Tag::SECTIONS.as_bytes(), sections.len(), out)?;
            out.put_bytes(&sections);
        }
        for property in &self.lod.properties {
            let (name, value) = (property.name.bytes(), property.value.bytes());
            self.losses.names += usize::from(name.len() >= NAME || value.len() >= NAME);
            put_tag(&Tag::property(self.kind, name, value), self.kind, out)?;
        }
        for (name, value) in &self.carriers.properties {
            put_tag(&Tag::property(self.kind, name.as_bytes(), value), self.kind, out)?;
        }
        self.put_masses(out)?;
        self.put_frames(out)?;
        put_tag_head(self.kind, Tag::END.as_bytes(), 0, out)?;
        out.put_f32(self.resolution);
        Ok(())
    }

    fn put_faces(&mut self, out: &mut Vec<u8>) {
        let lod = self.lod;
        let sp3x = self.kind == Kind::Sp3x;
        let field = |path: &[u8]| {
            let mut field = [0; TEXTURE];
            field.iter_mut().zip(path).for_each(|(slot, byte)| *slot = *byte);
            field
        };
        let paths: Vec<[u8; TEXTURE]> = lod.textures.iter().map(|texture| field(texture.bytes())).collect();
        let long: Vec<bool> = lod.textures.iter().map(|texture| texture.len() > TEXTURE).collect();
        let none = ([0; TEXTURE], retromesh_wire::RawStr::default());
        let all_fit = self.face_runs.is_empty();
        let mut names = 0;
        for source in lod.faces.iter() {
            let texture = usize::try_from(source.texture).unwrap_or(usize::MAX);
            let corner = |index: usize| {
                let vertex = source.corners.get(index).unwrap_or(0);
                self.corners.get(usize::from(vertex)).unwrap_or(&[0; CORNER])
            };
            let n = source.corners.len();
            if !all_fit && (n < 3 || !fits(source.corners, self.corners.len())) {
                continue;
            }
            let mut flags = special_to_face(source.special);
            if self.lit_faces {
                let clip = source.corners.get(0).and_then(|v| lod.clip.values().get(v.into())).unwrap_or(0);
                flags |= user_to_face((clip & clip::USER) >> 20).unwrap_or(0) & (face::LIGHT | face::USER);
            }
            let mut put = |count: u32, corners: [&[u8; CORNER]; 4]| {
                if sp3x {
                    out.put_bytes(&sp3x_bytes(paths.get(texture).unwrap_or(&none.0), count, corners, flags));
                } else {
                    out.put_bytes(&head_bytes(count, corners, flags));
                    out.put_bytes(lod.textures.get(texture).unwrap_or(&none.1).bytes());
                    out.put_bytes(&[0, 0]);
                }
                names += usize::from(sp3x && long.get(texture) == Some(&true));
            };
            // Corners are reversed as the engine does it: pairs are swapped. More than four make a fan.
            let zero = &[0; CORNER];
            match n {
                4 if !is_closed(source.corners) => put(4, [corner(1), corner(0), corner(3), corner(2)]),
                3 | 4 => put(3, [corner(1), corner(0), corner(2), zero]),
                _ => (1..n - 1).for_each(|at| put(3, [corner(at), corner(0), corner(at + 1), zero])),
            }
        }
        self.losses.names += names;
    }

    fn put_selection(
        &mut self,
        selection: &NamedSelection<'_>,
        sections: &mut Vec<u8>,
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let name = selection.name.bytes();
        if name.starts_with(b"#") {
            // Such a name would be read as something else.
            self.losses.selections += 1;
            return Ok(());
        }
        let cut = self.kind == Kind::Sp3x && name.len() > NAME;
        self.losses.names += usize::from(cut);
        if selection.needs_sections != 0 {
            sections.extend_from_slice(if cut { name.get(..NAME).unwrap_or(name) } else { name });
            sections.push(0);
        }
        let (points, faces) = (self.points.vertex_of.len(), self.face_count);
        put_tag_head(self.kind, name, points + faces, out)?;
        let start = out.len();
        out.resize(start + points + faces, 0);
        let (point_bytes, face_bytes) = out.get_mut(start..).unwrap_or_default().split_at_mut(points);
        let weights = selection.vertex_weights.values();
        let (mut bad, mut missing) = (0, 0);
        let of_point = |point: u32| self.vertex_counts.get(point as usize).copied().unwrap_or(1) as usize;
        for (index, vertex) in selection.vertices.values().iter().enumerate() {
            let byte = weights.get(index).map_or(1, negate_weight);
            let point = self.points.of(vertex).unwrap_or(u32::MAX);
            match point_bytes.get_mut(point as usize) {
                // The vertices of a point have one weight; should they differ, the first that is in counts.
                Some(slot) if *slot == 0 => {
                    *slot = byte;
                    missing += of_point(point).saturating_sub(1);
                }
                Some(_) => missing = missing.saturating_sub(1),
                None => bad += 1,
            }
        }
        let weights = selection.face_weights.values();
        for (index, face) in selection.faces.values().iter().enumerate() {
            let face = usize::from(face);
            let byte = weights.get(index).map_or(1, negate_weight);
            let run = match self.face_runs.get(face) {
                Some(&(start, len)) => start as usize..(start + len) as usize,
                None if self.face_runs.is_empty() => face..face + 1,
                None => faces..faces + 1,
            };
            match face_bytes.get_mut(run) {
                Some(run) => run.fill(byte),
                None => bad += 1,
            }
        }
        self.losses.indices += bad;
        self.losses.part_points += usize::from(missing > 0);
        Ok(())
    }

    /// Gives each point its mass; where points are split, the vertex that stands for a point gets all of it.
    fn put_masses(&mut self, out: &mut Vec<u8>) -> Result<(), Error> {
        let Some(masses) = self.masses else { return Ok(()) };
        let mut all = vec![0.0f32; self.points.vertex_of.len()];
        for (point, mass) in masses.iter().enumerate() {
            let slot =
                if self.merged { Some(point) } else { self.lod.point_to_vertex.values().get(point).map(usize::from) };
            match slot.and_then(|slot| all.get_mut(slot)) {
                Some(slot) => *slot = mass,
                None => self.losses.indices += 1,
            }
        }
        put_tag_head(self.kind, b"#Mass#", 4 * all.len(), out)?;
        out.put_slice(&all);
        Ok(())
    }

    /// Writes the frames, which hold a position for each vertex, or for each point.
    fn put_frames(&mut self, out: &mut Vec<u8>) -> Result<(), Error> {
        let (vertices, known) = (self.lod.positions.len(), self.lod.point_to_vertex.len());
        for frame in &self.lod.frames {
            let positions = &frame.positions;
            if positions.len() != vertices && positions.len() != known {
                self.losses.frames += 1;
                continue;
            }
            put_tag_head(self.kind, b"#Animation#", 4 + 12 * self.points.vertex_of.len(), out)?;
            out.put_f32(frame.time);
            let of_vertex = self.lod.vertex_to_point.values();
            for &vertex in &self.points.vertex_of {
                let vertex = vertex as usize;
                let at =
                    if positions.len() == vertices { vertex } else { of_vertex.get(vertex).map_or(0, usize::from) };
                out.put_row(&(positions.get(at).unwrap_or_default() + self.center));
            }
        }
        Ok(())
    }

    /// Reports what was left out or changed.
    pub(super) fn report(&self, index: usize, diagnostics: &mut Diagnostics) -> Result<(), Error> {
        let losses = &self.losses;
        let rows = [
            (Code::CountMismatch, losses.counts, "vertex arrays of different lengths"),
            (Code::IndexOutOfRange, losses.indices, ""),
            (Code::DegenerateFace, losses.thin_faces, ""),
            (Code::DegenerateFace, losses.closed_quads, "a quad that ends where it starts became a triangle"),
            (Code::CountMismatch, losses.frames, "a frame with another number of points"),
            (Code::TruncatedName, losses.names, ""),
            (Code::LostSelection, losses.selections, "a selection whose name starts with #, as those of other tags do"),
            (Code::MixedPointFlags, losses.mixed_points, ""),
            (
                Code::MixedPointFlags,
                losses.part_points,
                "a selection of some vertices of a point holds the whole point",
            ),
            (Code::TriangulatedFaces, losses.polygons, ""),
            (Code::KeptInExtras, self.carriers.properties.len(), KEPT),
            (Code::LostExtras, self.carriers.lost_flags, "face flags that the game's tools take from the texture"),
            (Code::ApproximatedMaterial, self.carriers.lost_clamping, BY_UVS),
            (Code::LostExtras, losses.face_flags, "face flags that the editor does not have"),
            (Code::LostExtras, losses.sky_light, "light of sky objects on vertices"),
            (
                Code::LostExtras,
                odol7::wrong_proxies(self.lod),
                "places or numbers of proxies that are not those of their triangles and selections, which count",
            ),
        ];
        for (code, count, detail) in rows {
            diagnostics.report(Finding::new(code).times(count).within(format!("LOD[{index}]")).detail(detail))?;
        }
        Ok(())
    }
}

/// Returns whether all corners are below a number of vertices.
fn fits(corners: Indices<'_>, vertices: usize) -> bool {
    // Nearly all are, so without a branch for each.
    corners.iter().fold(true, |all, vertex| all & (usize::from(vertex) < vertices))
}

/// Returns whether a quad ends where it starts, which makes it a triangle.
fn is_closed(corners: Indices<'_>) -> bool {
    corners.len() == 4 && corners.get(0) == corners.get(3)
}
