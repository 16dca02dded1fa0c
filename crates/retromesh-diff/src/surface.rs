//! One side of a comparison: a scene with its world-space triangles at rest.

use super::material;
use glam::{Mat4, Vec3};
use retromesh_core::material::Material;
use retromesh_core::mesh::Mesh;
use retromesh_core::pose::Pose;
use retromesh_core::scene::MeshInstance;
use retromesh_core::{MaterialId, NodeId, NodeMap, Triangulator, Valid};
use retromesh_kit::export::{Shown, parts_of};

/// Placed meshes beyond this many elements (vertices, triangles, what selections and shapes hold) in all are not compared: a few nodes may
/// place a large mesh very often.
const MAX_ELEMENTS: usize = 1 << 23;
/// Small scenes get less: each mesh may be placed this many times, but for this many elements that any scene may have.
const MAX_TIMES: usize = 4;
const FREE_ELEMENTS: usize = 1 << 21;
/// A mesh has about this many triangles for a vertex; more are the same ones again, as when many parts share one accessor.
const TRIANGLES_OF_VERTEX: usize = 2;

/// Counts what comparing a mesh in one place looks at.
fn elements(mesh: &Mesh) -> usize {
    let selected: usize = mesh.selections.iter().map(|s| 1 + s.vertices.len() + s.faces.len()).sum();
    let names = mesh.parts.len() + mesh.attributes.len() + mesh.morph_targets.len() + mesh.vertex_frames.len();
    mesh.vertex_count() + mesh.triangle_count() + selected + names
}

/// Counts what a mesh may hold without being the same again and again.
fn own_elements(mesh: &Mesh) -> usize {
    elements(mesh) - mesh.triangle_count().saturating_sub(TRIANGLES_OF_VERTEX * mesh.vertex_count())
}

/// Paths name this many levels at most.
const LEVELS_NAMED: usize = 12;
/// Of each name a path has this many letters at most.
const LETTERS_NAMED: usize = 200;

/// A scene in glTF's space with what it shows at rest.
pub(super) struct Surface<'a> {
    pub(super) scene: &'a Valid<'a>,
    pub(super) rest: Pose,
    /// Whether a node, or one above it, is hidden, by node.
    pub(super) hidden: NodeMap<bool>,
    pub(super) placed: Vec<Placed<'a>>,
    pub(super) triangles: Vec<Triangle>,
    /// The faces of four corners.
    pub(super) quads: Vec<Quad>,
    /// Placed meshes that were left out for their size.
    pub(super) left_out: usize,
    /// The length of the diagonal of what is shown; of the nodes' places where nothing is.
    pub(super) size: f32,
    /// Whether what a node places is shown, by node.
    shown: NodeMap<bool>,
    /// The name and the base image of each material.
    appearances: Vec<(&'a str, Option<String>)>,
}

/// A mesh where a node places it.
pub(super) struct Placed<'a> {
    pub(super) node: NodeId,
    pub(super) instance: &'a MeshInstance,
    pub(super) mesh: &'a Mesh,
    /// World positions at rest.
    pub(super) positions: Vec<Vec3>,
    /// World normals at rest; empty where the mesh has none.
    pub(super) normals: Vec<Vec3>,
}

/// One triangle of a face.
#[derive(Debug, Clone, Copy)]
pub(super) struct Triangle {
    /// The number of the placed mesh.
    pub(super) placed: u32,
    /// Vertices of the mesh.
    pub(super) corners: [u32; 3],
    pub(super) material: Option<MaterialId>,
    pub(super) flags: u32,
}

/// A face of four corners: two triangles with a diagonal from the first corner to the third.
#[derive(Debug, Clone, Copy)]
pub(super) struct Quad {
    /// The number of the first triangle; the other follows.
    pub(super) first: u32,
    /// Vertices of the mesh, in the order of the triangles.
    pub(super) corners: [u32; 4],
}

impl Quad {
    /// Puts two triangles together that share the edge between them.
    fn of(first: u32, [x, y]: [[u32; 3]; 2]) -> Option<Self> {
        // The corner of one that is not in the other, beyond the edge that both have.
        let lone = (0..3).find(|&i| !y.contains(&x[i]))?;
        let [a, b, c] = [0, 1, 2].map(|i| x[(lone + i) % 3]);
        let other = y.into_iter().find(|corner| !x.contains(corner))?;
        Some(Self { first, corners: [b, other, c, a] })
    }
}

/// Returns the length of the diagonal of the box round points.
fn span(points: impl Iterator<Item = Vec3>) -> Option<f32> {
    let start = (Vec3::splat(f32::INFINITY), Vec3::splat(f32::NEG_INFINITY));
    let (min, max) = points.filter(|p| p.is_finite()).fold(start, |(a, b), p| (a.min(p), b.max(p)));
    Some((max - min).length()).filter(|size| size.is_finite() && *size > 0.0)
}

impl<'a> Surface<'a> {
    /// Examines what is shown: no hidden nodes, and of sibling levels of detail the finest.
    pub(super) fn new(scene: &'a Valid<'a>) -> Self {
        let hidden = NodeMap::inherited(scene, |id, above| above == Some(&true) || scene[id].hidden);
        let shown = Shown::of(scene).nodes;
        let rest = scene.rest_pose();
        let appearance = |material: &'a Material| (material.name.as_str(), material::base_image(scene, material));
        let appearances = scene.materials.iter().map(appearance).collect();
        let (placed, triangles, quads) = (Vec::new(), Vec::new(), Vec::new());
        let mut surface =
            Self { scene, rest, hidden, placed, triangles, quads, left_out: 0, size: 1.0, shown, appearances };
        surface.place_all(|surface, id| surface.shown[id]);
        surface
    }

    /// Examines what neither scene shows and both have: meshes of hidden nodes, and coarser levels of detail.
    pub(super) fn unshown(&self, other: &Self, partners: &[Option<usize>]) -> Self {
        let mut surface = Self {
            rest: self.rest.clone(),
            hidden: self.hidden.clone(),
            placed: Vec::new(),
            triangles: Vec::new(),
            quads: Vec::new(),
            left_out: 0,
            size: 1.0,
            shown: self.shown.clone(),
            appearances: self.appearances.clone(),
            ..*self
        };
        let is_unshown = |side: &Self, node: NodeId| side.scene[node].mesh.is_some() && !side.shown[node];
        surface.place_all(|surface, id| {
            let partner = partners[id.index()].map(NodeId::new);
            is_unshown(surface, id) && partner.is_some_and(|partner| is_unshown(other, partner))
        });
        surface
    }

    fn place_all(&mut self, is_meant: impl Fn(&Self, NodeId) -> bool) {
        let scene = self.scene;
        let sizes: Vec<usize> = scene.meshes.iter().map(elements).collect();
        let own = scene.meshes.iter().map(own_elements).fold(0, usize::saturating_add);
        let max = own.saturating_mul(MAX_TIMES).clamp(FREE_ELEMENTS, MAX_ELEMENTS);
        let mut placed = 0usize;
        for id in scene.depth_first() {
            let Some(instance) = scene[id].mesh.as_deref() else { continue };
            let mesh = &scene[instance.mesh];
            if !is_meant(self, id) {
                continue;
            }
            placed = placed.saturating_add(sizes[instance.mesh.index()]);
            if placed > max {
                self.left_out += 1;
            } else {
                self.add_mesh(id, instance, mesh);
            }
        }
        self.size = self.measure();
    }

    fn add_mesh(&mut self, node: NodeId, instance: &'a MeshInstance, mesh: &'a Mesh) {
        let placed = self.placed.len() as u32;
        let positions = self.rest.positions(self.scene, node);
        let sound = |corners: &[u32; 3]| corners.iter().all(|&v| positions[v as usize].is_finite());
        // A mirror shows the other side of a face as its front.
        let mirrored = mesh.weights.is_empty() && self.world(node.index()).determinant() < 0.0;
        let (mut triangulator, mut triangles) = (Triangulator::default(), Vec::new());
        self.triangles.reserve(mesh.triangle_count());
        for (part, material) in parts_of(self.scene, instance) {
            for (face, corners) in part.faces.iter().enumerate() {
                let flags = part.face_flags.get(face).copied().unwrap_or(0);
                triangles.clear();
                triangulator.add(&mesh.positions, corners, &mut triangles);
                let front = |&[first, second, third]: &[u32; 3]| {
                    if mirrored { [first, third, second] } else { [first, second, third] }
                };
                let number = self.triangles.len() as u32;
                let sound = triangles.iter().map(front).filter(sound);
                self.triangles.extend(sound.map(|corners| Triangle { placed, corners, material, flags }));
                if let ([x, y], 4, 2) = (&triangles[..], corners.len(), self.triangles.len() as u32 - number) {
                    self.quads.extend(Quad::of(number, [front(x), front(y)]));
                }
            }
        }
        let normals = self.rest.normals(self.scene, node);
        self.placed.push(Placed { node, instance, mesh, positions, normals });
    }

    /// Returns the length of the diagonal of what is shown; of the nodes' places where nothing is.
    fn measure(&self) -> f32 {
        let corners = self.triangles.iter().flat_map(|triangle| self.points(triangle));
        let nodes = self.rest.world.values().iter().map(|world| world.w_axis.truncate());
        span(corners).or_else(|| span(nodes)).unwrap_or(1.0)
    }

    /// Returns the placed mesh that a triangle is of.
    pub(super) fn placed(&self, triangle: &Triangle) -> &Placed<'a> {
        &self.placed[triangle.placed as usize]
    }

    /// Returns the corners of a triangle at rest.
    pub(super) fn points(&self, triangle: &Triangle) -> [Vec3; 3] {
        let positions = &self.placed(triangle).positions;
        triangle.corners.map(|v| positions[v as usize])
    }

    /// Returns the world positions of all placed meshes in a pose.
    pub(super) fn posed(&self, pose: &Pose) -> Vec<Vec<Vec3>> {
        self.placed.iter().map(|placed| pose.positions(self.scene, placed.node)).collect()
    }

    /// Returns a node's transform to the world at rest.
    pub(super) fn world(&self, node: usize) -> Mat4 {
        self.rest.world[NodeId::new(node)]
    }

    /// Names a node with those above it.
    pub(super) fn path(&self, node: usize) -> String {
        let mut names = Vec::new();
        let mut next = Some(node);
        while let Some(at) = next {
            let node = &self.scene.nodes[at];
            if names.len() == LEVELS_NAMED {
                names.push("..".to_owned());
                break;
            }
            let end = node.name.char_indices().nth(LETTERS_NAMED);
            names.push(match end {
                _ if node.name.is_empty() => format!("#{at}"),
                Some((end, _)) => format!("{}..", &node.name[..end]),
                None => node.name.clone(),
            });
            next = node.parent.map(NodeId::index);
        }
        names.reverse();
        format!("node {}", names.join("/"))
    }

    /// Returns the name and the base image of a material.
    pub(super) fn appearance(&self, id: Option<MaterialId>) -> Option<&(&str, Option<String>)> {
        Some(&self.appearances[id?.index()])
    }

    /// Names a material.
    pub(super) fn material(&self, id: Option<MaterialId>) -> String {
        match id.map(|id| (id, &self.scene[id])) {
            None => "none".to_owned(),
            Some((id, material)) if material.name.is_empty() => format!("#{}", id.index()),
            Some((_, material)) => material.name.clone(),
        }
    }
}
