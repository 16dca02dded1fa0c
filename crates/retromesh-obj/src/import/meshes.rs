//! The first pass: all numbers of the text in arrays, and where materials, groups and objects change.

use super::Report;
use super::report_statement;
use super::slots::{SHARED, Slots};
use crate::document::Document;
use crate::lines::{trim, words};
use crate::number::integer;
use crate::statement::{Corners, Numbers, Statement};
use glam::{Vec2, Vec3, Vec4};
use retromesh_core::{Code, Diagnostics, Result};
use std::collections::HashMap;

/// Stands for no index.
pub(super) const NONE: u32 = u32::MAX;

/// The colour of a vertex without one; replaced when a mesh is put together.
pub(super) const NO_COLOR: Vec4 = Vec4::NAN;

/// A face belongs to no more groups than this, so that a list of names costs no more than the faces that it stands for.
const MAX_GROUPS: usize = 8;

/// Lines that end a group: the first is the specification's and ours, the second Blender's. A line without a name is another one.
pub(crate) const NO_GROUP: [&[u8]; 2] = [b"default", b"off"];

/// Longer names of groups are cut.
const MAX_NAME: usize = 255;

const WRONG_FACE: &str = "a face with a corner that is no position of the file was dropped";

/// What the statements say, in the numbering of the file.
#[derive(Default)]
pub(super) struct Geometry {
    pub(super) positions: Vec<Vec3>,
    /// Empty, or one a position.
    pub(super) colors: Vec<Vec4>,
    pub(super) uvs: Vec<Vec2>,
    pub(super) normals: Vec<Vec3>,
    /// The position of each corner.
    pub(super) corners: Vec<u32>,
    /// Empty, or the texture coordinate of each corner.
    pub(super) corner_uvs: Vec<u32>,
    /// Empty, or the normal of each corner.
    pub(super) corner_normals: Vec<u32>,
    /// The first corner of each face, and the number of corners.
    pub(super) starts: Vec<u32>,
    /// Ranges of faces with the same properties.
    pub(super) runs: Vec<Run>,
    pub(super) objects: Vec<Object>,
    /// The names that `usemtl` gave to faces, each once, with the offset of the first.
    pub(super) materials: Vec<(Vec<u8>, u64)>,
    /// Lines and points, in the order of their objects.
    pub(super) loose: Vec<Loose>,
    /// The arguments of `g` lines that have faces.
    pub(super) groups: Vec<Vec<u8>>,
}

/// Faces that follow each other with the same properties; they end where the next run starts.
#[derive(Clone, Copy)]
pub(super) struct Run {
    pub(super) first_face: u32,
    /// Into [`Geometry::materials`], or [`NONE`].
    pub(super) material: u32,
    /// The part of its object that it belongs to: that of its material, or of a slot of Luanti.
    pub(super) slot: u32,
    /// Into [`Geometry::groups`], or [`NONE`].
    pub(super) groups: u32,
    /// The smoothing group, 0 for none.
    pub(super) smoothing: u32,
}

/// A line or some points.
pub(super) struct Loose {
    /// The number of the object.
    pub(super) object: usize,
    /// Into [`Geometry::materials`], or [`NONE`].
    pub(super) material: u32,
    pub(super) is_line: bool,
    pub(super) positions: Vec<u32>,
}

/// An object: it ends where the next one starts.
pub(super) struct Object {
    pub(super) name: Vec<u8>,
    pub(super) offset: u64,
    pub(super) first_position: u32,
    pub(super) first_run: u32,
}

/// The properties that faces get.
#[derive(Default)]
struct State {
    material: Vec<u8>,
    material_offset: u64,
    groups: Vec<u8>,
    /// Where the groups are in the list, once a face has them.
    groups_index: Option<u32>,
    smoothing: u32,
    /// Whether something changed since the last face.
    changed: bool,
}

impl Geometry {
    /// Reads the text of a document; `slots` where parts are the texture slots of Luanti, which knows no objects.
    pub(super) fn read(
        document: &Document<'_>,
        slots: Option<Slots>,
        report: &mut Report,
        diagnostics: &mut Diagnostics,
    ) -> Result<Self> {
        let mut reader = Reader {
            geometry: Self { starts: vec![0], ..Self::default() },
            state: State { changed: true, ..State::default() },
            materials: HashMap::new(),
            slots,
            is_of_blender: false,
            report,
        };
        reader.begin_object(&[], 0);
        for line in document.lines() {
            let offset = line.offset;
            match Statement::of(&line.text) {
                Statement::Position(numbers) => reader.position(numbers, offset),
                Statement::TexCoord(numbers) => reader.tex_coord(numbers, offset),
                Statement::Normal(numbers) => reader.normal(numbers, offset),
                Statement::Face(corners) => reader.face(corners, offset),
                Statement::Comment(text) => reader.is_of_blender |= offset == 0 && trim(text).starts_with(b"Blender"),
                Statement::Blank | Statement::Libraries(_) => {}
                Statement::Object(name) => reader.object(name, offset),
                Statement::Groups(names) => {
                    reader.slots.iter_mut().for_each(|slots| slots.group(names));
                    reader.state.changed = true;
                    reader.state.groups_index = None;
                    reader.groups(names, offset);
                }
                Statement::Smoothing(value) => reader.smoothing(value, offset),
                Statement::UseMaterial(name) => {
                    reader.slots.iter_mut().for_each(Slots::material);
                    reader.state.changed = true;
                    reader.state.material_offset = offset;
                    name.clone_into(&mut reader.state.material);
                }
                Statement::Line(corners) => reader.loose(corners, true, offset),
                Statement::Points(corners) => reader.loose(corners, false, offset),
                Statement::Other { keyword: b"curv" | b"curv2", .. } => {
                    reader.report.add(Code::LostPrimitives, "curves", 1, Some(offset));
                }
                Statement::Other { keyword: b"surf", .. } => {
                    reader.report.add(Code::LostPrimitives, "surfaces", 1, Some(offset));
                }
                Statement::Other { keyword, .. } => report_statement(keyword, offset, diagnostics)?,
            }
        }
        reader.finish();
        Ok(reader.geometry)
    }

    /// Removes the faces with a corner after the last position and returns how many there were.
    fn drop_wrong_faces(&mut self) -> usize {
        let count = self.positions.len();
        let mut kept_corners = 0;
        let mut starts = vec![0];
        let mut kept_before = Vec::with_capacity(self.starts.len());
        for pair in self.starts.windows(2) {
            kept_before.push(starts.len() as u32 - 1);
            let &[start, end] = pair else { continue };
            let corners = start as usize..end as usize;
            let good = self.corners.get(corners.clone()).is_some_and(|c| c.iter().all(|&p| (p as usize) < count));
            if good {
                let length = corners.len();
                for list in [&mut self.corners, &mut self.corner_uvs, &mut self.corner_normals] {
                    if !list.is_empty() {
                        list.copy_within(corners.clone(), kept_corners);
                    }
                }
                kept_corners += length;
                starts.push(kept_corners as u32);
            }
        }
        for list in [&mut self.corners, &mut self.corner_uvs, &mut self.corner_normals] {
            list.truncate(kept_corners);
        }
        for run in &mut self.runs {
            run.first_face = kept_before.get(run.first_face as usize).copied().unwrap_or(0);
        }
        let wrong = self.starts.len() - starts.len();
        self.starts = starts;
        wrong
    }

    /// Returns the end of a run: the first face after it.
    pub(super) fn run_end(&self, run: usize) -> usize {
        self.runs.get(run + 1).map_or(self.starts.len().saturating_sub(1), |next| next.first_face as usize)
    }
}

struct Reader<'n> {
    geometry: Geometry,
    state: State,
    materials: HashMap<Vec<u8>, u32>,
    slots: Option<Slots>,
    /// Whether the first line says that Blender wrote the file.
    is_of_blender: bool,
    report: &'n mut Report,
}

impl Reader<'_> {
    /// Reads up to `N` numbers and returns how many there are; words that are no number count as 0.
    #[inline]
    fn numbers<const N: usize>(&mut self, numbers: &mut Numbers<'_>, offset: u64) -> ([f32; N], usize) {
        let mut values = [0.0; N];
        let mut count = 0;
        for (slot, value) in values.iter_mut().zip(numbers) {
            count += 1;
            if let Some(value) = value {
                *slot = value;
            } else {
                self.report.add(Code::NonFinite, "a word that is no finite number counts as 0", 1, Some(offset));
            }
        }
        (values, count)
    }

    fn few(&mut self, detail: &'static str, offset: u64) {
        self.report.add(Code::CountMismatch, detail, 1, Some(offset));
    }

    fn position(&mut self, mut numbers: Numbers<'_>, offset: u64) {
        let ([x, y, z, rest @ ..], count) = self.numbers::<7>(&mut numbers, offset);
        let index = self.geometry.positions.len();
        self.geometry.positions.push(Vec3::new(x, y, z));
        if count == 3 {
            if !self.geometry.colors.is_empty() {
                self.geometry.colors.push(NO_COLOR);
            }
            return;
        }
        let color = match (count, rest) {
            (6, [r, g, b, _]) => Vec4::new(r, g, b, 1.0),
            (7, [r, g, b, a]) => Vec4::new(r, g, b, a),
            _ => NO_COLOR,
        };
        match count {
            0..=2 => self.few("a position with fewer than three numbers", offset),
            // The weight of a rational curve's point; 1 says nothing.
            4 if rest.first() == Some(&1.0) => {}
            4 | 5 => self.report.add(Code::LostPrimitives, "weights of curve points", 1, Some(offset)),
            _ => {}
        }
        if !self.geometry.colors.is_empty() || count >= 6 {
            self.geometry.colors.resize(index, NO_COLOR);
            self.geometry.colors.push(color);
        }
    }

    fn tex_coord(&mut self, mut numbers: Numbers<'_>, offset: u64) {
        let ([u, v, w], count) = self.numbers::<3>(&mut numbers, offset);
        if count == 0 {
            self.few("a texture coordinate without a number", offset);
        }
        if w != 0.0 {
            self.report.add(Code::LostAttributes, "third texture coordinates", 1, Some(offset));
        }
        self.geometry.uvs.push(Vec2::new(u, v));
    }

    fn normal(&mut self, mut numbers: Numbers<'_>, offset: u64) {
        let (normal, count) = self.numbers::<3>(&mut numbers, offset);
        if count < 3 {
            self.few("a normal with fewer than three numbers", offset);
        }
        self.geometry.normals.push(Vec3::from_array(normal));
    }

    fn face(&mut self, corners: Corners<'_>, offset: u64) {
        let geometry = &mut self.geometry;
        let start = geometry.corners.len();
        let counts = [geometry.positions.len(), geometry.uvs.len(), geometry.normals.len()];
        let mut good = true;
        for corner in corners {
            let position = absolute(corner.position, counts[0]);
            good &= position.is_some();
            let index = geometry.corners.len();
            geometry.corners.push(position.unwrap_or(NONE));
            push_optional(&mut geometry.corner_uvs, index, corner.tex_coord, counts[1]);
            push_optional(&mut geometry.corner_normals, index, corner.normal, counts[2]);
        }
        let count = geometry.corners.len() - start;
        if count < 3 || !good {
            geometry.corners.truncate(start);
            geometry.corner_uvs.truncate(start);
            geometry.corner_normals.truncate(start);
            let (code, detail) = if good { (Code::DegenerateFace, "") } else { (Code::IndexOutOfRange, WRONG_FACE) };
            return self.report.add(code, detail, 1, Some(offset));
        }
        if self.state.changed {
            self.begin_run();
        }
        self.geometry.starts.push(self.geometry.corners.len() as u32);
    }

    /// Reads a line through several positions, or several points.
    fn loose(&mut self, corners: Corners<'_>, is_line: bool, offset: u64) {
        let count = self.geometry.positions.len();
        let mapped = corners.clone().filter(|corner| corner.tex_coord != 0).count();
        self.report.add(Code::LostUvSet, "texture coordinates of lines", mapped, Some(offset));
        let positions: Option<Vec<u32>> = corners.map(|corner| absolute(corner.position, count)).collect();
        let Some(positions) = positions else {
            return self.report.add(Code::IndexOutOfRange, "a line or point that is no position", 1, Some(offset));
        };
        if positions.len() < 1 + usize::from(is_line) {
            return self.report.add(Code::DegenerateFace, "a line of one point", 1, Some(offset));
        }
        let material = material_in_force(&mut self.geometry, &self.state, &mut self.materials);
        let object = self.geometry.objects.len().saturating_sub(1);
        self.geometry.loose.push(Loose { object, material, is_line, positions });
    }

    /// Keeps the first names of a line, each of bounded length: every face after it may stand for the whole list.
    fn groups(&mut self, names: &[u8], offset: u64) {
        self.state.groups.clear();
        if NO_GROUP.contains(&names) {
            return;
        }
        for name in words(names).take(MAX_GROUPS) {
            if !self.state.groups.is_empty() {
                self.state.groups.push(b' ');
            }
            self.state.groups.extend_from_slice(name.get(..MAX_NAME).unwrap_or(name));
            let cut = usize::from(name.len() > MAX_NAME);
            self.report.add(Code::AlteredNames, "a group's name of more than 255 bytes", cut, Some(offset));
        }
        let is_one = self.is_of_blender && words(names).nth(1).is_some();
        let what = "groups of several names on a line: Blender writes so one group whose name has blanks, too";
        self.report.add(Code::AlteredNames, what, usize::from(is_one), Some(offset));
        let lost = words(names).skip(MAX_GROUPS).count();
        self.report.add(Code::LostSelection, "groups beyond the eighth of a face", lost, Some(offset));
    }

    fn begin_run(&mut self) {
        self.state.changed = false;
        let geometry = &mut self.geometry;
        let named = &self.state.material;
        let is_shared = self.slots.as_mut().is_some_and(|slots| slots.is_shared(named));
        self.report.add(Code::LostMaterials, SHARED, is_shared.into(), Some(self.state.material_offset));
        let known = (!is_shared).then(|| material_in_force(geometry, &self.state, &mut self.materials));
        let material = known.unwrap_or(NONE);
        let slot = self.slots.as_mut().map_or(material, |slots| slots.next(named));
        let groups = match (&self.state.groups, self.state.groups_index) {
            // For Luanti they are slots.
            (names, _) if names.is_empty() || self.slots.is_some() => NONE,
            (_, Some(index)) => index,
            (names, None) => {
                let index = geometry.groups.len() as u32;
                geometry.groups.push(names.clone());
                self.state.groups_index = Some(index);
                index
            }
        };
        let first_face = geometry.starts.len() as u32 - 1;
        geometry.runs.push(Run { first_face, material, slot, groups, smoothing: self.state.smoothing });
    }

    fn begin_object(&mut self, name: &[u8], offset: u64) {
        let first_position = self.geometry.positions.len() as u32;
        let first_run = self.geometry.runs.len() as u32;
        self.geometry.objects.push(Object { name: name.to_vec(), offset, first_position, first_run });
        self.state.changed = true;
    }

    /// Begins a named object; the one before leaves no trace when it has no element.
    fn object(&mut self, name: &[u8], offset: u64) {
        if self.slots.is_some() {
            return;
        }
        self.drop_empty_object();
        self.begin_object(name, offset);
    }

    fn drop_empty_object(&mut self) {
        let geometry = &mut self.geometry;
        let loose = geometry.loose.last().map(|loose| loose.object + 1);
        let empty = loose != Some(geometry.objects.len())
            && geometry.objects.last().is_some_and(|last| {
                last.first_position as usize == geometry.positions.len()
                    && last.first_run as usize == geometry.runs.len()
            });
        if empty && let Some(object) = geometry.objects.pop() {
            // The object before the first `o` is not authored, so it cannot be lost.
            let authored = !object.name.is_empty() || !geometry.objects.is_empty();
            self.report.add(Code::EmptyPart, "an object without elements", usize::from(authored), Some(object.offset));
        }
    }

    fn smoothing(&mut self, value: &[u8], offset: u64) {
        let (number, rest) = integer(value);
        let number = match (value, u32::try_from(number)) {
            (b"off", _) => 0,
            (b"on", _) => 1,
            (_, Ok(number)) if rest.is_empty() && !value.is_empty() => number,
            _ => {
                self.report.add(Code::LostChunk, "a smoothing group that is no number", 1, Some(offset));
                0
            }
        };
        self.state.changed |= number != self.state.smoothing;
        self.state.smoothing = number;
    }

    /// Completes the arrays, and checks the indices that may point forward.
    fn finish(&mut self) {
        self.drop_empty_object();
        let geometry = &mut self.geometry;
        for (indices, count, detail) in [
            (&mut geometry.corner_uvs, geometry.uvs.len(), "a texture coordinate"),
            (&mut geometry.corner_normals, geometry.normals.len(), "a normal"),
        ] {
            if !indices.is_empty() {
                indices.resize(geometry.corners.len(), NONE);
            }
            let mut wrong = 0;
            for index in indices.iter_mut().filter(|index| **index != NONE && **index as usize >= count) {
                *index = NONE;
                wrong += 1;
            }
            self.report.add(Code::IndexOutOfRange, detail, wrong, None);
        }
        if geometry.corners.iter().fold(0, |max, &corner| max.max(corner)) as usize >= geometry.positions.len() {
            let wrong = geometry.drop_wrong_faces();
            self.report.add(Code::IndexOutOfRange, WRONG_FACE, wrong, None);
        }
        if !geometry.colors.is_empty() {
            geometry.colors.resize(geometry.positions.len(), NO_COLOR);
        }
    }
}

/// Returns the number of the material that faces get now.
fn material_in_force(geometry: &mut Geometry, state: &State, known: &mut HashMap<Vec<u8>, u32>) -> u32 {
    let name = state.material.as_slice();
    if name.is_empty() {
        return NONE;
    }
    if let Some(&index) = known.get(name) {
        return index;
    }
    let index = geometry.materials.len() as u32;
    geometry.materials.push((name.to_vec(), state.material_offset));
    known.insert(name.to_vec(), index);
    index
}

/// Turns an index of the file into one from 0; `None` where it points before the first or is too large for any file.
#[inline]
fn absolute(index: i64, count: usize) -> Option<u32> {
    let zero_based = match index {
        1.. => index - 1,
        0 => -1,
        _ => index.saturating_add(count as i64),
    };
    u32::try_from(zero_based).ok().filter(|&index| index < NONE)
}

/// Adds an index that a corner may lack to an array that is empty as long as all corners lack it.
#[inline]
fn push_optional(indices: &mut Vec<u32>, corner: usize, index: i64, count: usize) {
    if index == 0 && indices.is_empty() {
        return;
    }
    // An index before the first is out of range as one after the last is.
    let index = if index == 0 { NONE } else { absolute(index, count).unwrap_or(NONE - 1) };
    if indices.len() < corner {
        indices.resize(corner, NONE);
    }
    indices.push(index);
}
