//! Document to scene: one root node for each level, proxies as its children.
//!
//! A scene of either format speaks the editor's language: vertex attributes `_POINT` (the editor's point of each vertex), `_POINT_FLAGS`
//! and `_MASS` (where there are any), face flags as in MLOD. What only ODOL knows is in extras: `p3d.special` of a part.

mod materials;
mod mlod;
mod odol;
mod split;

pub(crate) use odol::model_extras;

use crate::convert::parted_edges;
use crate::document::Document;
use crate::flags::weight_of;
use crate::levels::{name_of, role_of};
use crate::settings::Settings;
use glam::{Mat4, Vec2, Vec3};
pub(crate) use materials::HIDDEN_MATERIAL;
use materials::Materials;
use retromesh_core::extras::STALE;
use retromesh_core::material::Material;
use retromesh_core::mesh::{Attribute, AttributeData, Faces, Mesh, Part, Selection};
use retromesh_core::scene::{Lod, MeshInstance, Node, Proxy, Scene};
use retromesh_core::space::Winding;
use retromesh_core::{Code, Diagnostics, Error, Extra, Extras, Finding, MeshId, NodeId, Space};
use retromesh_kit::{ImportOptions, WindingPolicy, import::normals, options::Normals, settings::FormatSettings};
use retromesh_wire::{RawStr, Row, Rows};
use std::ops::Range;

/// The extra that says which variant a scene was read from.
pub(crate) const VERSION: &str = "p3d.version";
/// What it was before the scene got that of an original (`like`): who says what textures and faces are like.
pub(crate) const EDITED: &str = "p3d.version_edited";
/// What these say of ODOL.
pub(crate) const ODOL: &str = "ODOL v7";
/// How what they say of MLOD begins.
pub(crate) const MLOD: &str = "MLOD";
/// What they say of a file without a level.
pub(crate) const NO_LEVEL: &str = MLOD;
/// The space of ODOL scenes.
pub(crate) const ODOL_SPACE: Space = Space::LEFT_HANDED;
/// The space of MLOD scenes.
pub(crate) const MLOD_SPACE: Space = Space { winding: Winding::CounterClockwise, ..Space::LEFT_HANDED };

impl Document<'_> {
    pub(crate) fn import(&self, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Scene, Error> {
        let mut scene = match self {
            Self::Odol(odol) => odol::scene(odol, options, diagnostics),
            Self::Mlod(mlod) => mlod::scene(mlod, options, diagnostics),
        }?;
        for mesh in scene.meshes.iter_mut().filter(|mesh| options.marks_stale && mesh.selections.is_empty()) {
            mesh.extras.insert(STALE.to_owned(), true.into());
        }
        Ok(scene)
    }
}

/// Returns the edges of a mesh where normals part, by the points of its vertices, of which there are `count`.
fn parted(mesh: &Mesh, points: &[u32], count: usize) -> Vec<[u32; 2]> {
    let normal = |vertex: u32| mesh.normals.get(vertex as usize)?.try_normalize();
    let corner = |vertex: &u32| (points.get(*vertex as usize).copied().unwrap_or(u32::MAX), *vertex);
    let faces: Vec<&[u32]> = mesh.parts.iter().flat_map(|part| part.faces.iter()).collect();
    parted_edges(count, normal, faces.iter().map(|face| face.iter().map(corner)))
}

/// Returns edges as an extra; `None` without any.
fn edges_extra<'e>(edges: impl IntoIterator<Item = &'e [u32; 2]>) -> Option<Extra> {
    let bytes: Vec<u8> = edges.into_iter().flatten().flat_map(|point| point.to_le_bytes()).collect();
    (!bytes.is_empty()).then_some(Extra::Bytes(bytes))
}

/// A scene under construction.
struct Builder<'d> {
    scene: Scene,
    materials: Materials,
    normals: Normals,
    winding: WindingPolicy,
    diagnostics: &'d mut Diagnostics,
}

impl<'d> Builder<'d> {
    fn new(space: Space, options: &ImportOptions, diagnostics: &'d mut Diagnostics) -> Result<Self, Error> {
        let scene = Scene { space, ..Scene::default() };
        let winding = Settings::of(&options.settings)?.winding;
        Ok(Self { scene, materials: Materials::default(), normals: options.normals, winding, diagnostics })
    }

    fn report(&mut self, code: Code, count: usize, level: usize, detail: &'static str) -> Result<(), Error> {
        let finding = Finding::new(code).times(count).within(format!("LOD[{level}]"));
        self.diagnostics.report(finding.detail(detail))
    }

    /// Decodes a text and notes when it is not UTF-8.
    fn text(&mut self, text: &RawStr<'_>) -> Result<String, Error> {
        if !text.is_utf8() {
            self.diagnostics.report(Finding::new(Code::LegacyText).detail(text.escaped()))?;
        }
        Ok(text.to_string())
    }

    /// Adds a level's node and mesh.
    fn level(&mut self, level: usize, resolution: f32, mut mesh: Mesh, extras: Extras) -> Result<NodeId, Error> {
        let finite = if resolution.is_finite() { resolution } else { 0.0 };
        self.report(Code::NonFinite, usize::from(!resolution.is_finite()), level, "resolution")?;
        let role = role_of(finite);
        if role.is_visual() {
            self.settle_winding(&mut mesh, level)?;
        }
        self.repair_normals(&mut mesh, level)?;
        mesh.name = name_of(finite);
        let id = MeshId::new(self.scene.meshes.len());
        let node = Node {
            name: mesh.name.clone(),
            mesh: Some(Box::new(MeshInstance::new(id))),
            lod: Some(Lod { role, value: finite, level: level as u32 }),
            hidden: !role.is_visual(),
            extras,
            ..Node::default()
        };
        self.scene.meshes.push(mesh);
        Ok(self.scene.add_node(None, node))
    }

    fn settle_winding(&mut self, mesh: &mut Mesh, level: usize) -> Result<(), Error> {
        match settle_winding(mesh, &self.scene.space, &self.scene.materials, self.winding) {
            Some(found) => self.diagnostics.report(found.within(format!("LOD[{level}]"))),
            None => Ok(()),
        }
    }

    fn repair_normals(&mut self, mesh: &mut Mesh, level: usize) -> Result<(), Error> {
        let space = self.scene.space;
        let contradict = normals::settle(mesh, &space, self.normals);
        // Geometry levels have one constant normal, which means nothing.
        let counts = contradict && self.scene.nodes.is_empty();
        self.report(Code::ContradictingNormals, usize::from(counts), level, "")
    }

    /// Adds a child that places another model; its columns are aside, up, direction and position.
    fn proxy(&mut self, parent: NodeId, path: String, id: i32, columns: [Vec3; 4], level: usize) -> Result<(), Error> {
        let [x, y, z, position] = columns;
        let matrix = Mat4::from_cols(x.extend(0.0), y.extend(0.0), z.extend(0.0), position.extend(1.0));
        let finite = matrix.is_finite();
        self.report(Code::NonFinite, usize::from(!finite), level, "proxy transform")?;
        let node = Node {
            name: format!("proxy:{path}"),
            transform: if finite { matrix } else { Mat4::IDENTITY }.into(),
            proxy: Some(Box::new(Proxy { path, id })),
            ..Node::default()
        };
        self.scene.add_node(Some(parent), node);
        Ok(())
    }

    /// Returns as many finite vectors as there are vertices.
    fn vectors<T: Finite>(
        &mut self,
        rows: &Rows<'_, T>,
        n: usize,
        level: usize,
        what: &'static str,
    ) -> Result<Vec<T>, Error> {
        let mut values = rows.to_vec();
        if values.len() != n {
            self.report(Code::CountMismatch, 1, level, what)?;
            values.resize(n, T::ZERO);
        }
        self.finite(values, level, what)
    }

    /// Replaces vectors that are not finite.
    fn finite<T: Finite>(&mut self, mut values: Vec<T>, level: usize, what: &'static str) -> Result<Vec<T>, Error> {
        // Whole blocks without a branch, as nearly all are finite.
        let all = |block: &[T]| block.iter().fold(true, |all, value| all & value.finite());
        if !values.chunks(BLOCK).all(all) {
            let mut count = 0;
            for value in values.iter_mut().filter(|value| !value.finite()) {
                *value = T::ZERO;
                count += 1;
            }
            self.report(Code::NonFinite, count, level, what)?;
        }
        Ok(values)
    }
}

/// Settles the winding of the faces that the game draws: proxies have their own.
pub(crate) fn settle_winding(
    mesh: &mut Mesh,
    space: &Space,
    materials: &[Material],
    policy: WindingPolicy,
) -> Option<Finding> {
    let material = |part: &Part| materials.get(part.material?.index());
    let is_seen = |part: &Part| material(part).is_none_or(|material| material.name != HIDDEN_MATERIAL);
    retromesh_kit::import::winding::settle(mesh, space, policy, is_seen)
}

/// Vectors that are looked at together.
const BLOCK: usize = 1024;

/// A vector that may hold infinities.
trait Finite: Row {
    fn finite(&self) -> bool;
}

impl Finite for Vec2 {
    #[inline]
    fn finite(&self) -> bool {
        self.is_finite()
    }
}

impl Finite for Vec3 {
    #[inline]
    fn finite(&self) -> bool {
        self.is_finite()
    }
}

/// Faces of one look, in the order of the file.
#[derive(Default)]
struct PartFaces {
    /// Triangles where all have three corners.
    faces: Faces,
    /// Empty while all are zero.
    flags: Vec<u32>,
    /// The faces' numbers in the file, as runs.
    numbers: Vec<Range<u32>>,
}

impl PartFaces {
    /// Starts with room for this many triangles.
    fn with_capacity(count: usize) -> Self {
        Self { faces: Faces::Triangles(Vec::with_capacity(count)), ..Self::default() }
    }

    #[inline]
    fn push(&mut self, number: u32, flags: u32, corners: &[u32]) {
        if flags != 0 && self.flags.is_empty() {
            self.flags.resize(self.faces.len(), 0);
        }
        if flags != 0 || !self.flags.is_empty() {
            self.flags.push(flags);
        }
        match self.numbers.last_mut() {
            Some(run) if run.end == number => run.end += 1,
            _ => self.numbers.push(number..number + 1),
        }
        match (&mut self.faces, corners) {
            (Faces::Triangles(triangles), &[a, b, c]) => triangles.push([a, b, c]),
            _ => self.push_polygon(corners),
        }
    }

    fn push_polygon(&mut self, corners: &[u32]) {
        if let Faces::Triangles(triangles) = &mut self.faces {
            let triangles = std::mem::take(triangles);
            let mut starts = Vec::with_capacity(triangles.capacity() + 1);
            starts.extend((0..=triangles.len() as u32).map(|face| 3 * face));
            self.faces = Faces::Polygons { starts, indices: triangles.into_flattened() };
        }
        if let Faces::Polygons { starts, indices } = &mut self.faces {
            indices.extend_from_slice(corners);
            starts.push(indices.len() as u32);
        }
    }

    fn into_part(self, part: Part) -> Part {
        Part { faces: self.faces, face_flags: self.flags, ..part }
    }
}

/// Returns the new number of each of `count` faces of the file, counted through the parts.
fn face_numbers(parts: &[PartFaces], count: usize) -> Vec<Option<u32>> {
    let mut numbers = vec![None; count];
    for (new, old) in (0u32..).zip(parts.iter().flat_map(|part| part.numbers.iter().cloned().flatten())) {
        if let Some(slot) = numbers.get_mut(old as usize) {
            *slot = Some(new);
        }
    }
    numbers
}

/// Builds a selection from vertices with their bytes, 1 for fully, and faces, in any order; the first of a vertex counts.
fn selection(name: String, mut vertices: Vec<(u32, u8)>, mut faces: Vec<u32>) -> Selection {
    faces.sort_unstable();
    faces.dedup();
    vertices.sort_by_key(|(vertex, _)| *vertex);
    vertices.dedup_by_key(|(vertex, _)| *vertex);
    let weights = if vertices.iter().all(|(_, byte)| *byte == 1) {
        Vec::new()
    } else {
        vertices.iter().map(|(_, byte)| weight_of(*byte)).collect()
    };
    let vertices = vertices.into_iter().map(|(vertex, _)| vertex).collect();
    Selection { name, vertices, weights, faces, extras: Extras::new() }
}

fn attribute(name: &str, data: AttributeData) -> Attribute {
    Attribute { name: name.to_owned(), data }
}

/// Adds the integers unless all are zero.
fn add_flags(mesh: &mut Mesh, name: &str, values: Vec<u32>) {
    if values.iter().any(|&value| value != 0) {
        mesh.attributes.push(attribute(name, AttributeData::UInt(values)));
    }
}

/// Adds the mass of each vertex's point.
fn add_masses(mesh: &mut Mesh, masses: &[f32], points: &[u32]) {
    let mass = |&point: &u32| masses.get(point as usize).copied().filter(|mass| mass.is_finite()).unwrap_or(0.0);
    let values = points.iter().map(mass).collect();
    mesh.attributes.push(attribute("_MASS", AttributeData::Float { components: 1, values }));
}

/// Builds the extras entry that holds named properties in order.
fn properties(pairs: Vec<(String, String)>) -> Option<(String, Extra)> {
    let pairs: Vec<Extra> =
        pairs.into_iter().map(|(name, value)| Extra::List(vec![name.into(), value.into()])).collect();
    (!pairs.is_empty()).then(|| ("p3d.properties".to_owned(), Extra::List(pairs)))
}
