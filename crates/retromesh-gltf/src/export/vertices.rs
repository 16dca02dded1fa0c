//! The vertex pool of a mesh: accessors that its primitives share, or have ranges of.

use super::Exporter;
use super::ranges::Ranges;
use crate::grid::Grid;
use crate::place_of;
use glam::{Vec3, Vec4};
use gltf_json::accessor::{ComponentType, Type};
use gltf_json::buffer::Target;
use gltf_json::mesh::{MorphTarget as JsonTarget, Semantic};
use gltf_json::{Accessor, Index};
use retromesh_core::mesh::{Attribute, AttributeData, Faces, Mesh};
use retromesh_core::{Code, Finding, Result, unit};
use retromesh_kit::export::{UniqueNames, unit_normals};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

/// Squared lengths this near to one are left as they are.
const UNIT: f32 = 1e-6;
/// Lengths off by more than this are worth a diagnostic.
const NOTABLE: f32 = 1e-3;
/// Integers up to this are exact as 32-bit floats.
const EXACT_INTEGER: u32 = 1 << 24;

/// The written accessors of one mesh.
#[derive(Clone)]
pub(super) struct Pool {
    /// Ranges of the vertices, and what is written of each.
    pub(super) ranges: Rc<[Range<u32>]>,
    pub(super) vertices: Rc<[Vertices]>,
    /// The number of the range of each part, and its index accessor; `None` for an empty part.
    pub(super) of_part: Rc<[usize]>,
    pub(super) indices: Rc<[Option<Index<Accessor>>]>,
    /// The grid that positions are counted on, and their steps.
    pub(super) grid: Option<(Grid, Rc<[Vec3]>)>,
    /// The mesh with its vertices in another order, and that order.
    pub(super) arranged: Option<Rc<(Mesh, Vec<u32>)>>,
}

/// The accessors of some vertices.
#[derive(Clone, Default)]
pub(super) struct Vertices {
    /// What every primitive has.
    pub(super) attributes: Vec<(Semantic, Index<Accessor>)>,
    pub(super) colors: Vec<ColorSet>,
    pub(super) targets: Vec<JsonTarget>,
}

impl Pool {
    pub(super) fn written<'m>(&'m self, mesh: &'m Mesh) -> &'m Mesh {
        self.arranged.as_ref().map_or(mesh, |arranged| &arranged.0)
    }

    /// Returns the positions of the written mesh as a reader finds them in the file.
    pub(super) fn positions<'m>(&'m self, mesh: &'m Mesh) -> &'m [Vec3] {
        self.grid.as_ref().map_or(&mesh.positions, |(_, steps)| steps)
    }
}

/// The written forms of one colour set.
#[derive(Clone, Copy)]
pub(super) struct ColorSet {
    /// As stored.
    pub(super) raw: Index<Accessor>,
    /// Clamped to 0 to 1; the same when nothing is outside.
    pub(super) rgba: Index<Accessor>,
    /// The same without alpha; the same as `rgba` when alpha is 1 throughout.
    pub(super) rgb: Index<Accessor>,
}

impl ColorSet {
    pub(super) fn map(self, mut change: impl FnMut(Index<Accessor>) -> Index<Accessor>) -> Self {
        Self { raw: change(self.raw), rgba: change(self.rgba), rgb: change(self.rgb) }
    }
}

/// Returns the type of the numbers of this many vertices: 65535 restarts a strip and is no index.
pub(super) fn index_type(vertices: usize) -> ComponentType {
    if vertices <= 65_535 { ComponentType::U16 } else { ComponentType::U32 }
}

const VERTICES: Option<Target> = Some(Target::ArrayBuffer);

impl<'a> Exporter<'a> {
    /// Writes the vertices and the indices of a mesh, as whole numbers where it has a grid; `kept` is the mesh itself where it stays until
    /// the file is written.
    pub(super) fn pool(
        &mut self,
        mesh: &Mesh,
        kept: Option<&'a Mesh>,
        grid: Option<Grid>,
        ranges: Ranges,
    ) -> Result<Pool> {
        let n = mesh.positions.len();
        let grid: Option<(Grid, Rc<[Vec3]>)> =
            grid.map(|grid| (grid, mesh.positions.iter().map(|place| grid.steps(*place)).collect()));
        let positions = if let Some((grid, steps)) = &grid {
            self.steps(mesh, grid, steps)?
        } else {
            let index = self.buffers.kept_floats(&mesh.positions, kept.map(|mesh| &*mesh.positions), VERTICES);
            self.buffers.bound(index, &mesh.positions);
            index
        };
        let mut attributes = vec![(Semantic::Positions, positions)];
        let normals = self.normals(mesh)?;
        if let Some(normals) = &normals {
            let written = if grid.is_some() {
                let rows: Vec<Vec4> = normals.iter().map(|normal| normal.extend(0.0)).collect();
                self.directions(mesh, &rows, Type::Vec3)?
            } else {
                let kept = kept.filter(|_| matches!(normals, Cow::Borrowed(_))).map(|mesh| &*mesh.normals);
                self.buffers.kept_floats(normals, kept, VERTICES)
            };
            attributes.push((Semantic::Normals, written));
        }
        if mesh.tangents.len() == n && n > 0 {
            let tangents = self.tangents(mesh, normals.as_deref())?;
            // glTF wants tangents to go with normals.
            let semantic = if normals.is_some() { Semantic::Tangents } else { Semantic::Extras("TANGENT".into()) };
            let written = if grid.is_some() && normals.is_some() {
                self.directions(mesh, &tangents, Type::Vec4)?
            } else {
                self.buffers.floats(&tangents, VERTICES)
            };
            attributes.push((semantic, written));
        }
        for (set, uvs) in mesh.uv_sets.iter().enumerate() {
            let whole = if grid.is_some() { self.coordinates(mesh, uvs)? } else { None };
            let kept = kept.map(|mesh| &*mesh.uv_sets[set]);
            let written = whole.unwrap_or_else(|| self.buffers.kept_floats(uvs, kept, VERTICES));
            attributes.push((Semantic::TexCoords(set as u32), written));
        }
        self.custom_attributes(mesh, &mut attributes);
        let colors = mesh.color_sets.iter().map(|set| self.color_set(mesh, set, grid.is_some()));
        let colors = colors.collect::<Result<_>>()?;
        let targets = match &grid {
            Some((grid, steps)) => self.moved_targets(mesh, grid, steps)?,
            None => self.morph_targets(mesh),
        };
        let places = grid.as_ref().map_or(mesh.positions.as_slice(), |(_, steps)| steps);
        let Ranges { list: ranges, of_part, .. } = ranges;
        let mut indices = Vec::with_capacity(mesh.parts.len());
        for (i, (part, &range)) in mesh.parts.iter().zip(&of_part).enumerate() {
            let kept = kept.and_then(|mesh| match &mesh.parts[i].faces {
                Faces::Triangles(triangles) => Some(triangles.as_slice()),
                Faces::Polygons { .. } => None,
            });
            let is_drawn = part.faces.triangle_count() > 0;
            indices.push(is_drawn.then(|| self.indices(&part.faces.triangles(places), kept, &ranges[range])));
        }
        let vertices = self.in_ranges(&Vertices { attributes, colors, targets }, &ranges);
        Ok(Pool {
            ranges: ranges.into(),
            vertices: vertices.into(),
            of_part: of_part.into(),
            indices: indices.into(),
            grid,
            arranged: None,
        })
    }

    /// Writes the triangles of a part that has this range of vertices.
    fn indices(
        &mut self,
        triangles: &[[u32; 3]],
        kept: Option<&'a [[u32; 3]]>,
        vertices: &Range<u32>,
    ) -> Index<Accessor> {
        let (count, target) = (triangles.len(), Some(Target::ElementArrayBuffer));
        let component = index_type(vertices.len());
        let index = if component == ComponentType::U32 && vertices.start == 0 {
            self.buffers.kept_integers(triangles, kept, target)
        } else {
            let rows = triangles.iter().map(|triangle| triangle.map(|vertex| vertex - vertices.start));
            self.buffers.integers(rows, count, component, target)
        };
        self.buffers.retype(index, Type::Scalar, count * 3);
        index
    }

    /// Returns unit normals; those without length become the mean of the faces around them, or the up axis where there is none.
    ///
    /// A mesh whose normals are all without length gets none: glTF has it shaded flat then, as engines and tools show such meshes.
    pub(super) fn normals<'m>(&mut self, mesh: &'m Mesh) -> Result<Option<Cow<'m, [Vec3]>>> {
        let normals = &mesh.normals;
        if normals.len() != mesh.positions.len() || normals.is_empty() {
            return Ok(None);
        }
        let off = |n: &Vec3| (n.length_squared() - 1.0).abs();
        let found = unit_normals(mesh, &self.scene.space, UNIT);
        let zero = found.replaced;
        let path = || place_of("mesh", &mesh.name);
        let finding = Finding::new(Code::NormalizedNormals).within(path()).times(zero);
        if zero == normals.len() {
            let finding = finding.times(if mesh.triangle_count() == 0 { 0 } else { zero });
            self.diagnostics.report(finding.detail("no normal has a length: the faces are shaded flat"))?;
            return Ok(None);
        }
        self.diagnostics.report(finding.detail("normals without length are now those of the faces around"))?;
        let is_as_it_was = zero == 0 && found.scaled == 0;
        let scaled = if is_as_it_was { 0 } else { normals.iter().filter(|n| off(n) > NOTABLE).count() };
        let scaled = scaled.saturating_sub(zero);
        let finding = Finding::new(Code::NormalizedNormals).within(path());
        self.diagnostics.report(finding.times(scaled).detail("normals were scaled to unit length"))?;
        Ok(Some(found.normals))
    }

    /// Returns unit tangents with a sign of exactly 1 or -1.
    fn tangents(&mut self, mesh: &Mesh, normals: Option<&[Vec3]>) -> Result<Vec<Vec4>> {
        let zero = mesh.tangents.iter().filter(|t| unit(t.truncate()).is_none()).count();
        let finding = Finding::new(Code::NormalizedNormals).within(place_of("mesh", &mesh.name));
        self.diagnostics.report(finding.times(zero).detail("tangents without length were replaced"))?;
        let scale = |(i, tangent): (usize, &Vec4)| {
            let sign = if tangent.w < 0.0 { -1.0 } else { 1.0 };
            let direction = tangent.truncate();
            if (direction.length_squared() - 1.0).abs() <= UNIT {
                return direction.extend(sign);
            }
            let normal = normals.and_then(|n| n.get(i)).copied().unwrap_or(Vec3::Y);
            unit(direction).unwrap_or_else(|| normal.any_orthonormal_vector()).extend(sign)
        };
        Ok(mesh.tangents.iter().enumerate().map(scale).collect())
    }

    fn color_set(&mut self, mesh: &Mesh, colors: &[Vec4], whole: bool) -> Result<ColorSet> {
        let outside = |c: &Vec4| c.clamp(Vec4::ZERO, Vec4::ONE) != *c;
        let opaque = colors.iter().all(|c| c.w >= 1.0);
        let count = colors.iter().filter(|c| outside(c)).count();
        let finding = Finding::new(Code::ClampedValue).times(count).detail("vertex colours outside 0 to 1");
        self.diagnostics.report(finding)?;
        if whole && count == 0 {
            let rgba = self.color_rows(mesh, colors)?;
            let rgb = if opaque { rgba } else { self.buffers.with_type(rgba, Type::Vec3) };
            return Ok(ColorSet { raw: rgba, rgba, rgb });
        }
        let mut write = |values: &[Vec4]| {
            // Two accessors may share the view, so it says its stride.
            let view = self.buffers.view(VERTICES, Some(16), |out| super::buffers::push_floats(out, values));
            let rgba = self.buffers.accessor(view, ComponentType::F32, Type::Vec4, values.len());
            (view, rgba)
        };
        let (raw_view, raw) = write(colors);
        let (view, rgba) = if count == 0 {
            (raw_view, raw)
        } else {
            write(&colors.iter().map(|c| c.clamp(Vec4::ZERO, Vec4::ONE)).collect::<Vec<_>>())
        };
        let rgb = if opaque { rgba } else { self.buffers.accessor(view, ComponentType::F32, Type::Vec3, colors.len()) };
        Ok(ColorSet { raw, rgba, rgb })
    }

    /// Writes named attributes as floats; integers that are not exact as floats as two 16-bit halves, low half first.
    fn custom_attributes(&mut self, mesh: &Mesh, attributes: &mut Vec<(Semantic, Index<Accessor>)>) {
        for (name, attribute) in custom_names(mesh).into_iter().zip(&mesh.attributes) {
            let n = mesh.positions.len();
            let accessor = match &attribute.data {
                AttributeData::Float { components, values } => match components {
                    2 => self.buffers.floats(values.as_chunks::<2>().0, VERTICES),
                    3 => self.buffers.floats(values.as_chunks::<3>().0, VERTICES),
                    4 => self.buffers.floats(values.as_chunks::<4>().0, VERTICES),
                    _ => self.buffers.scalars(values, VERTICES),
                },
                AttributeData::UInt(values) if values.iter().all(|&v| v <= EXACT_INTEGER) => {
                    let floats: Vec<f32> = values.iter().map(|&v| v as f32).collect();
                    self.buffers.scalars(&floats, VERTICES)
                }
                AttributeData::UInt(values) => {
                    let halves = values.iter().map(|&v| [v & 0xffff, v >> 16]);
                    self.buffers.integers(halves, n, ComponentType::U16, VERTICES)
                }
            };
            attributes.push((Semantic::Extras(name), accessor));
        }
    }

    /// Writes morph targets, and vertex frames as further ones.
    fn morph_targets(&mut self, mesh: &Mesh) -> Vec<JsonTarget> {
        let n = mesh.positions.len();
        let frames = mesh.vertex_frames.iter().map(|frame| {
            frame.positions.iter().zip(&mesh.positions).map(|(to, from)| *to - *from).collect::<Vec<Vec3>>()
        });
        let mut targets = Vec::with_capacity(mesh.morph_targets.len() + mesh.vertex_frames.len());
        let mut zeros = None;
        for target in &mesh.morph_targets {
            let mut optional =
                |values: &[Vec3]| (values.len() == n).then(|| self.buffers.bounded_floats(values, VERTICES));
            let (positions, normals) = (optional(&target.positions), optional(&target.normals));
            let tangents = optional(&target.tangents);
            let some = positions.is_some() || normals.is_some() || tangents.is_some();
            // A target must have something; some readers want data after every accessor.
            let mut zeros =
                || *zeros.get_or_insert_with(|| self.buffers.bounded_floats(&vec![Vec3::ZERO; n], VERTICES));
            let positions = if some { positions } else { Some(zeros()) };
            targets.push(JsonTarget { positions, normals, tangents });
        }
        for deltas in frames {
            let positions = Some(self.buffers.bounded_floats(&deltas, VERTICES));
            targets.push(JsonTarget { positions, normals: None, tangents: None });
        }
        targets
    }
}

impl Exporter<'_> {
    pub(super) fn in_ranges(&mut self, all: &Vertices, ranges: &[Range<u32>]) -> Vec<Vertices> {
        let mut known = BTreeMap::new();
        let mut cut = |index: Index<Accessor>, range: usize| {
            let cuts = known.entry(index.value()).or_insert_with(|| self.buffers.cut(index, ranges));
            cuts[range]
        };
        let vertices = (0..ranges.len()).map(|range| Vertices {
            attributes: all.attributes.iter().map(|(name, index)| (name.clone(), cut(*index, range))).collect(),
            colors: all.colors.iter().map(|color| color.map(|index| cut(index, range))).collect(),
            targets: all
                .targets
                .iter()
                .map(|target| JsonTarget {
                    positions: target.positions.map(|index| cut(index, range)),
                    normals: target.normals.map(|index| cut(index, range)),
                    tangents: target.tangents.map(|index| cut(index, range)),
                })
                .collect(),
        });
        vertices.collect()
    }

    /// Returns the joints and weights of each range.
    pub(super) fn joints_in_ranges(
        &mut self,
        joints: Vec<(Semantic, Index<Accessor>)>,
        pool: &Pool,
    ) -> Vec<Vec<(Semantic, Index<Accessor>)>> {
        let all = Vertices { attributes: joints, ..Vertices::default() };
        self.in_ranges(&all, &pool.ranges).into_iter().map(|vertices| vertices.attributes).collect()
    }

    /// Writes morph targets and vertex frames in steps on a grid; `steps` are those of the mesh itself.
    fn moved_targets(&mut self, mesh: &Mesh, grid: &Grid, steps: &[Vec3]) -> Result<Vec<JsonTarget>> {
        let n = mesh.positions.len();
        let mut targets = Vec::with_capacity(mesh.morph_targets.len() + mesh.vertex_frames.len());
        for target in &mesh.morph_targets {
            let mut optional =
                |values: &[Vec3]| (values.len() == n).then(|| self.buffers.bounded_floats(values, VERTICES));
            let (normals, tangents) = (optional(&target.normals), optional(&target.tangents));
            let zeros = vec![Vec3::ZERO; if normals.is_none() && tangents.is_none() { n } else { 0 }];
            // A target must have something.
            let moves = if target.positions.len() == n { &target.positions } else { &zeros };
            let moves = moves.iter().map(|by| (grid.moved(*by), *by));
            let positions = if moves.len() == n { Some(self.moves(mesh, grid, moves)?) } else { None };
            targets.push(JsonTarget { positions, normals, tangents });
        }
        for frame in &mesh.vertex_frames {
            // From the vertex as it is written, so that what was rounded there does not add up.
            let moves = frame.positions.iter().zip(steps).map(|(to, from)| {
                let by = *to - grid.place(*from);
                (grid.moved(by), by)
            });
            let positions = Some(self.moves(mesh, grid, moves)?);
            targets.push(JsonTarget { positions, normals: None, tangents: None });
        }
        Ok(targets)
    }
}

/// Returns the names of the custom attributes without the leading underscore, each once.
pub(super) fn custom_names(mesh: &Mesh) -> Vec<String> {
    let mut names = UniqueNames::counting_from(2);
    names.reserve("TANGENT");
    let name = |attribute: &Attribute| {
        let plain = attribute.name.strip_prefix('_').unwrap_or(&attribute.name);
        let own = plain.trim_start_matches("COLOR_");
        if own.len() < plain.len() {
            // It would collide with colours that do not multiply.
            names.reserve(own);
        }
        names.unique(if plain.is_empty() { "ATTRIBUTE" } else { own })
    };
    mesh.attributes.iter().map(name).collect()
}
