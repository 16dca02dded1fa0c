//! ODOL to MLOD.

use super::points::PointMap;
use super::{MlodOptions, Points};
use crate::flags::{clip_to_point, negate_weight, point, special, special_to_face};
use crate::mlod::{self, Corner, Kind, Mlod, NAME, Point, Tag, TagBody, put_file_header};
use crate::odol7::{Frame, Indices, Lod, NamedSelection, Odol};
use glam::{Vec2, Vec3};
use retromesh_core::{Code, Diagnostics, Error, Finding};
use retromesh_wire::{RawStr, Rows};

impl Odol<'_> {
    /// Converts the model to the editable form, level by level.
    ///
    /// Positions get the bounding centre back; corners keep their own normals; light and hidden faces become point flags; weights are
    /// inverted exactly; polygons of more than four corners become triangles. Reported are: items that refer to nothing,
    /// names that do not fit, points whose vertices differ in flags, and what MLOD has no place for.
    pub fn to_mlod(&self, options: &MlodOptions, diagnostics: &mut Diagnostics) -> Result<Mlod<'static>, Error> {
        let mut lods = Vec::with_capacity(self.lods.len());
        for index in 0..self.lods.len() {
            lods.extend(self.mlod_level(index, options, diagnostics).map_err(|e| e.in_format(crate::ID))?);
        }
        Ok(Mlod { version: mlod::VERSION, lods, ..Mlod::default() })
    }

    /// Appends the bytes of the editable form: the same as encoding [`Odol::to_mlod`], with one level in memory at a time.
    pub fn write_mlod(
        &self,
        options: &MlodOptions,
        diagnostics: &mut Diagnostics,
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let mut write = || {
            put_file_header(mlod::VERSION, self.lods.len(), out)?;
            for index in 0..self.lods.len() {
                if let Some(lod) = self.mlod_level(index, options, diagnostics)? {
                    out.reserve(lod.size_hint());
                    lod.put(out)?;
                }
            }
            Ok(())
        };
        write().map_err(|error: Error| error.in_format(crate::ID))
    }

    fn mlod_level(
        &self,
        index: usize,
        options: &MlodOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Option<mlod::Lod<'static>>, Error> {
        let Some(lod) = self.lods.get(index) else { return Ok(None) };
        let resolution = self.info.resolutions.get(index).unwrap_or(0.0);
        let points = PointMap::new(lod, resolution, options.points);
        let geometry = i64::from(self.info.totals.lods.geometry) == index as i64 && !self.info.masses.is_empty();
        let mut level = Level {
            lod,
            kind: options.kind,
            center: self.info.facts.bounding_center,
            merged: options.points == Points::Merged || points.known > 0,
            points,
            face_runs: Vec::new(),
            losses: Losses::default(),
        };
        let converted = level.convert(resolution, geometry.then_some(self.info.masses.values()));
        level.losses.report(index, lod, diagnostics)?;
        Ok(Some(converted))
    }
}

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
}

impl Losses {
    fn report(&self, index: usize, lod: &Lod<'_>, diagnostics: &mut Diagnostics) -> Result<(), Error> {
        let sections = lod.selections.iter().filter(|selection| selection.needs_sections != 0).count();
        let rows = [
            (Code::CountMismatch, self.counts, "vertex arrays of different lengths"),
            (Code::IndexOutOfRange, self.indices, ""),
            (Code::DegenerateFace, self.thin_faces, ""),
            (Code::DegenerateFace, self.closed_quads, "a quad that ends where it starts became a triangle"),
            (Code::CountMismatch, self.frames, "a frame with another number of points"),
            (Code::TruncatedName, self.names, ""),
            (Code::LostExtras, sections, "a selection's mark for sections, which comes from the game's configuration"),
            (Code::MixedPointFlags, self.mixed_points, ""),
            (Code::TriangulatedFaces, self.polygons, ""),
        ];
        for (code, count, detail) in rows {
            diagnostics.report(Finding::new(code).times(count).within(format!("LOD[{index}]")).detail(detail))?;
        }
        Ok(())
    }
}

/// One level on its way.
struct Level<'l, 'a> {
    lod: &'l Lod<'a>,
    kind: Kind,
    center: Vec3,
    merged: bool,
    points: PointMap,
    /// For each face where its faces start and how many they are; empty where each became one.
    face_runs: Vec<(u32, u32)>,
    losses: Losses,
}

impl Level<'_, '_> {
    fn convert(&mut self, resolution: f32, masses: Option<&Rows<'_, f32>>) -> mlod::Lod<'static> {
        self.losses.indices += self.points.out_of_range;
        let n = self.lod.positions.len();
        let clips = self.vertex_array(self.lod.clip.values(), n, 0);
        let uvs = self.vertex_array(self.lod.uvs.values(), n, Vec2::ZERO);
        self.losses.counts += usize::from(self.lod.normals.len() != n);
        let mut points = self.point_rows(&clips);
        let faces = self.faces(&uvs, &mut points);
        let mut tags = Vec::new();
        for selection in &self.lod.selections {
            self.selection(selection, points.len(), faces.len(), &mut tags);
        }
        for property in &self.lod.properties {
            let (name, value) = (property.name.bytes(), property.value.bytes());
            self.losses.names += usize::from(name.len() > NAME || value.len() > NAME);
            tags.push(Tag::property(self.kind, name, value));
        }
        if let Some(masses) = masses {
            tags.push(self.masses(masses));
        }
        for frame in &self.lod.frames {
            self.frame(frame, &mut tags);
        }
        tags.push(Tag::end(self.kind));
        let mut normals = self.lod.normals.clone().into_owned();
        if normals.len() < n {
            normals.extend(std::iter::repeat_n(Vec3::Y, n - normals.len()));
        }
        mlod::Lod {
            kind: self.kind,
            version: self.kind.version(),
            points: points.into(),
            normals,
            faces,
            tags,
            resolution,
            ..mlod::Lod::default()
        }
    }

    /// Returns one value a vertex.
    fn vertex_array<T: retromesh_wire::Row>(&mut self, rows: &Rows<'_, T>, n: usize, filler: T) -> Vec<T> {
        self.losses.counts += usize::from(rows.len() != n);
        let mut values = rows.to_vec();
        values.resize(n, filler);
        values
    }

    fn point_rows(&mut self, clips: &[u32]) -> Vec<Point> {
        let positions = &self.lod.positions;
        let point = |&vertex: &u32| Point {
            position: positions.get(vertex as usize).unwrap_or_default() + self.center,
            flags: clip_to_point(clips.get(vertex as usize).copied().unwrap_or(0)),
        };
        let points: Vec<Point> = self.points.vertex_of.iter().map(point).collect();
        if self.merged {
            let differs = |(&clip, &point): (&u32, &u32)| {
                points.get(point as usize).is_some_and(|point| point.flags != clip_to_point(clip))
            };
            self.losses.mixed_points = clips.iter().zip(&self.points.point_of).filter(|&pair| differs(pair)).count();
        }
        points
    }

    /// Converts the faces and marks the points of hidden ones.
    fn faces(&mut self, uvs: &[Vec2], points: &mut [Point]) -> mlod::FaceList<'static> {
        let lod = self.lod;
        let record = if self.kind == Kind::Sp3x { 104 } else { 100 };
        let mut faces = mlod::FaceList::with_capacity(self.kind, lod.faces.len() * record);
        let none = RawStr::default();
        // While every face gives one face there is nothing to remember.
        let mut runs: Option<Vec<(u32, u32)>> = None;
        for (number, face) in lod.faces.iter().enumerate() {
            let start = faces.len() as u32;
            let texture = match usize::try_from(face.texture) {
                Err(_) => &none,
                Ok(index) => lod.textures.get(index).unwrap_or_else(|| {
                    self.losses.indices += 1;
                    &none
                }),
            };
            let mut out = mlod::Face {
                texture: RawStr::new(texture.bytes()),
                material: RawStr::default(),
                count: 0,
                all_corners: [<Corner as retromesh_wire::Row>::ZERO; 4],
                flags: special_to_face(face.special),
            };
            let in_range = face.corners.iter().all(|vertex| usize::from(vertex) < uvs.len());
            if !in_range {
                self.losses.indices += 1;
            } else if face.corners.len() < 3 {
                self.losses.thin_faces += 1;
            } else {
                if face.special & special::IS_HIDDEN != 0 {
                    for vertex in face.corners.iter() {
                        if let Some(point) = self.point_of(vertex).and_then(|p| points.get_mut(p as usize)) {
                            point.flags |= point::HIDDEN;
                        }
                    }
                }
                self.push_face(face.corners, uvs, &mut out, &mut faces);
            }
            let made = faces.len() as u32 - start;
            if made != 1 && runs.is_none() {
                runs = Some((0..number as u32).map(|n| (n, 1)).collect());
            }
            if let Some(runs) = &mut runs {
                runs.push((start, made));
            }
        }
        self.face_runs = runs.unwrap_or_default();
        faces
    }

    /// Appends a face with its corners reversed as the engine does it: pairs are swapped. More than four corners make a fan.
    #[inline]
    fn push_face(
        &mut self,
        corners: Indices<'_>,
        uvs: &[Vec2],
        out: &mut mlod::Face<'_>,
        faces: &mut mlod::FaceList<'_>,
    ) {
        let n = corners.len();
        let corner = |index: usize| {
            let vertex = corners.get(index).unwrap_or(0);
            Corner {
                point: self.point_of(vertex).unwrap_or(0),
                normal: vertex.into(),
                uv: uvs.get(usize::from(vertex)).copied().unwrap_or_default(),
            }
        };
        let zero = <Corner as retromesh_wire::Row>::ZERO;
        let mut fits = true;
        match n {
            4 if corners.get(0) != corners.get(3) => {
                out.count = 4;
                out.all_corners = [corner(1), corner(0), corner(3), corner(2)];
                fits = faces.push(out);
            }
            3 | 4 => {
                out.count = 3;
                out.all_corners = [corner(1), corner(0), corner(2), zero];
                fits = faces.push(out);
                self.losses.closed_quads += usize::from(n == 4);
            }
            _ => {
                out.count = 3;
                for index in 1..n - 1 {
                    out.all_corners = [corner(index), corner(0), corner(index + 1), zero];
                    fits &= faces.push(out);
                }
                self.losses.polygons += 1;
            }
        }
        self.losses.names += usize::from(!fits);
    }

    #[inline]
    fn point_of(&self, vertex: u16) -> Option<u32> {
        self.points.point_of.get(usize::from(vertex)).copied()
    }

    fn selection(&mut self, selection: &NamedSelection<'_>, points: usize, faces: usize, tags: &mut Vec<Tag<'static>>) {
        let mut point_bytes = vec![0u8; points];
        let weights = selection.vertex_weights.values();
        for (index, vertex) in selection.vertices.values().iter().enumerate() {
            let byte = weights.get(index).map_or(1, negate_weight);
            match self.point_of(vertex).and_then(|point| point_bytes.get_mut(point as usize)) {
                // The vertices of a point have one weight; should they differ, the first that is in counts.
                Some(slot) if *slot == 0 => *slot = byte,
                Some(_) => {}
                None => self.losses.indices += 1,
            }
        }
        let mut face_bytes = vec![0u8; faces];
        for face in selection.faces.values() {
            let face = usize::from(face);
            let (start, len) = match self.face_runs.get(face) {
                Some(&(start, len)) => (start as usize, len as usize),
                None if face < faces && self.face_runs.is_empty() => (face, 1),
                None => {
                    self.losses.indices += 1;
                    continue;
                }
            };
            face_bytes.get_mut(start..start + len).unwrap_or_default().fill(1);
        }
        let name = selection.name.bytes();
        self.losses.names += usize::from(self.kind == Kind::Sp3x && name.len() > NAME);
        let body = TagBody::Selection {
            points: Rows::from_bytes(point_bytes).unwrap_or_default(),
            faces: Rows::from_bytes(face_bytes).unwrap_or_default(),
        };
        tags.push(Tag::new(self.kind, name.to_vec(), body));
    }

    /// Gives each point its mass; where points are split, the vertex that stands for a point gets all of it.
    fn masses(&mut self, masses: &Rows<'_, f32>) -> Tag<'static> {
        let mut all = vec![0.0; self.points.vertex_of.len()];
        for (point, mass) in masses.iter().enumerate() {
            let slot =
                if self.merged { Some(point) } else { self.lod.point_to_vertex.values().get(point).map(usize::from) };
            match slot.and_then(|slot| all.get_mut(slot)) {
                Some(slot) => *slot = mass,
                None => self.losses.indices += 1,
            }
        }
        Tag::new(self.kind, &b"#Mass#"[..], TagBody::Mass(all.into()))
    }

    /// Converts a frame, which holds a position for each vertex, or for each point.
    fn frame(&mut self, frame: &Frame<'_>, tags: &mut Vec<Tag<'static>>) {
        let (vertices, known) = (self.lod.positions.len(), self.lod.point_to_vertex.len());
        let positions = &frame.positions;
        let at = |index: usize| positions.get(index).unwrap_or_default() + self.center;
        let points: Vec<Vec3> = if positions.len() == vertices {
            self.points.vertex_of.iter().map(|&vertex| at(vertex as usize)).collect()
        } else if positions.len() == known {
            let of_vertex = self.lod.vertex_to_point.values();
            let point = |&vertex: &u32| of_vertex.get(vertex as usize).map_or(0, usize::from);
            self.points.vertex_of.iter().map(|vertex| at(point(vertex))).collect()
        } else {
            self.losses.frames += 1;
            return;
        };
        let body = TagBody::Animation { time: frame.time, points: points.into() };
        tags.push(Tag::new(self.kind, &b"#Animation#"[..], body));
    }
}
