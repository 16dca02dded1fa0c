//! From a posed scene to world-space triangles.

use crate::camera::Bounds;
use crate::levels::visible;
use crate::options::{Levels, Limits, Moment};
use crate::surface::{Colors, Library, Surface};
use glam::{Mat3, Mat4, Vec2, Vec3, Vec4};
use retromesh_core::material::Material;
use retromesh_core::mesh::{Faces, Mesh, Part};
use retromesh_core::pose::Pose;
use retromesh_core::scene::MeshInstance;
use retromesh_core::{MaterialId, NodeId, NodeMap, Result, Scene, Triangulator, Valid};
use retromesh_kit::export::parts_of;
use std::collections::HashMap;

/// One triangle to draw.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Triangle {
    /// Vertices of the [`World`], counter-clockwise in front.
    pub(crate) v: [u32; 3],
    pub(crate) surface: u32,
    /// Bit `i` is set when the edge from corner `i` to the next is an edge of the face, not a cut through a polygon.
    pub(crate) edges: u8,
}

/// What could not be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct LeftOut {
    /// Triangles with a corner that is not finite.
    pub broken_triangles: usize,
    /// Placed meshes over a limit of size.
    pub placed_meshes: usize,
}

/// Everything that is drawn at a moment, in world space.
///
/// All vertex arrays are as long as `positions`, or empty where no surface needs them.
#[derive(Debug, Default)]
pub(crate) struct World {
    pub(crate) positions: Vec<Vec3>,
    /// Not normalised; zero for none.
    pub(crate) normals: Vec<Vec3>,
    pub(crate) colors: Vec<Vec4>,
    pub(crate) uv_sets: Vec<Vec<Vec2>>,
    pub(crate) triangles: Vec<Triangle>,
    pub(crate) surfaces: Vec<Surface>,
    /// The numbers of the placed meshes, in the order of their vertices.
    pub(crate) meshes: Vec<usize>,
    /// Joints with their parents, for the overlay.
    pub(crate) bones: Vec<Bone>,
    pub(crate) bounds: Option<Bounds>,
    pub(crate) left_out: LeftOut,
}

/// A joint and where its parent joint is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bone {
    pub(crate) joint: Vec3,
    pub(crate) parent: Option<Vec3>,
}

/// Which surface a part of a mesh gets: what differs between two uses of one material.
type SurfaceKey = (Option<MaterialId>, usize);

struct Builder<'a> {
    scene: &'a Valid<'a>,
    library: &'a Library,
    limits: &'a Limits,
    world: World,
    surfaces: HashMap<SurfaceKey, u32>,
    uv_sets: usize,
    colors: bool,
    work: usize,
}

impl World {
    /// Builds the world of a scene that is in glTF's space.
    pub(crate) fn new(
        scene: &Valid<'_>,
        library: &Library,
        limits: &Limits,
        moment: Moment,
        levels: &Levels,
        hidden: bool,
    ) -> Result<Self> {
        let shown = visible(scene, levels, hidden)?;
        let pose = match moment {
            Moment::At { animation, tick } => scene.animations.get(animation).map(|a| scene.pose(a, tick)),
            Moment::Rest => None,
        };
        let pose = pose.unwrap_or_else(|| scene.rest_pose());
        let used = scene.materials.iter().flat_map(|material| &material.layers).map(|layer| layer.uv_set as usize + 1);
        let mut builder = Builder {
            scene,
            library,
            limits,
            world: Self::default(),
            surfaces: HashMap::new(),
            uv_sets: used.max().unwrap_or(0).min(Mesh::MAX_UV_SETS),
            colors: scene.materials.iter().any(|m| m.shading.vertex_colors || m.shading.vertex_alpha),
            work: 0,
        };
        builder.world.uv_sets = vec![Vec::new(); builder.uv_sets];
        let triangles: Vec<usize> = scene.meshes.iter().map(Mesh::triangle_count).collect();
        for id in scene.depth_first() {
            let Some(instance) = scene[id].mesh.as_deref().filter(|_| shown[id]) else { continue };
            let count = triangles[instance.mesh.index()];
            if count > 0 {
                builder.place(&scene[instance.mesh], instance, count, &pose, id);
            }
        }
        let mut world = builder.world;
        world.bones = bones(scene, &pose);
        world.measure();
        Ok(world)
    }

    /// Returns the corners of all triangles, each vertex once.
    pub(crate) fn corners(&self) -> impl Iterator<Item = Vec3> {
        let mut used = vec![false; self.positions.len()];
        self.triangles.iter().flat_map(|t| t.v).for_each(|v| used[v as usize] = true);
        self.positions.iter().zip(used).filter(|(_, used)| *used).map(|(p, _)| *p)
    }

    /// Computes the bounds of what triangles use; of the bones where there is no triangle.
    fn measure(&mut self) {
        self.bounds = Bounds::of(self.corners()).or_else(|| Bounds::of(self.bones.iter().map(|bone| bone.joint)));
    }
}

impl Builder<'_> {
    /// Adds a mesh where a node places it.
    fn place(&mut self, mesh: &Mesh, instance: &MeshInstance, count: usize, pose: &Pose, node: NodeId) {
        let skeleton = instance.skeleton.map(|id| &self.scene[id]);
        let joints = skeleton.map_or(0, |skeleton| skeleton.joints.len());
        // What a placement costs apart from its vertices must not escape the limits either.
        self.work = self.work.saturating_add(mesh.parts.len() + mesh.morph_targets.len() + joints + 1);
        let vertices = self.world.positions.len() + mesh.vertex_count();
        let fits = self.world.triangles.len().saturating_add(count) <= self.limits.triangles
            && vertices <= self.limits.vertices.min(u32::MAX as usize)
            && self.work <= self.limits.vertices.saturating_add(count);
        if !fits {
            self.world.left_out.placed_meshes += 1;
            return;
        }
        self.world.meshes.push(instance.mesh.index());
        let first = self.world.positions.len();
        let own = pose.world[node];
        let joints: Vec<Mat4> = skeleton.filter(|_| !mesh.weights.is_empty()).map_or_else(Vec::new, |skeleton| {
            let pairs = skeleton.joints.iter().zip(&skeleton.inverse_bind);
            pairs.map(|(&joint, inverse)| pose.world[joint] * *inverse).collect()
        });
        self.world.positions.extend(pose.positions(self.scene, node));
        self.normals(mesh, &own, &joints);
        let end = self.world.positions.len();
        for (i, set) in self.world.uv_sets.iter_mut().enumerate() {
            set.extend(mesh.uv_sets.get(i).into_iter().flatten().take(mesh.vertex_count()));
            set.resize(end, Vec2::ZERO);
        }
        if self.colors {
            let colors = mesh.color_sets.first().into_iter().flatten().take(mesh.vertex_count());
            let sound =
                |c: &Vec4| if c.is_finite() { c.clamp(Vec4::splat(-100.0), Vec4::splat(100.0)) } else { Vec4::ONE };
            self.world.colors.extend(colors.map(sound));
            self.world.colors.resize(end, Vec4::ONE);
        }
        // A mirror turns faces round; which bones do is decided by most of them.
        let mirrors = |m: &Mat4| m.determinant() < 0.0;
        let mirrored = match joints.len() {
            0 => mirrors(&own),
            n => joints.iter().filter(|m| mirrors(m)).count() * 2 > n,
        };
        for (part, material) in parts_of(self.scene, instance).filter(|(part, _)| !part.faces.is_empty()) {
            let surface = self.surface(material, mesh);
            self.faces(part, &mesh.positions, first, end, surface, mirrored);
        }
    }

    fn normals(&mut self, mesh: &Mesh, own: &Mat4, joints: &[Mat4]) {
        let end = self.world.positions.len();
        if mesh.normals.len() == mesh.vertex_count() {
            let own = normal_matrix(own);
            if joints.is_empty() {
                self.world.normals.extend(mesh.normals.iter().map(|&n| own * n));
            } else {
                let joints: Vec<Mat3> = joints.iter().map(normal_matrix).collect();
                self.world.normals.extend(mesh.normals.iter().enumerate().map(|(v, &n)| {
                    let influences = mesh.weights.of(v);
                    if influences.is_empty() {
                        return own * n;
                    }
                    influences.iter().map(|i| (joints[i.joint as usize] * n).normalize_or_zero() * i.weight).sum()
                }));
            }
        }
        self.world.normals.resize(end, Vec3::ZERO);
    }

    fn surface(&mut self, material: Option<MaterialId>, mesh: &Mesh) -> u32 {
        let sets = mesh.uv_sets.iter().take_while(|set| set.len() == mesh.vertex_count()).count().min(self.uv_sets);
        *self.surfaces.entry((material, sets)).or_insert_with(|| {
            let found = material.map(|id| &self.scene[id]);
            let plain = Material::default();
            let mut surface = Surface::new(found.unwrap_or(&plain), &self.scene.textures, self.library, sets);
            if !self.colors {
                surface.colors = Colors::Unused;
            }
            self.world.surfaces.push(surface);
            (self.world.surfaces.len() - 1) as u32
        })
    }

    fn faces(&mut self, part: &Part, positions: &[Vec3], first: usize, end: usize, surface: u32, mirrored: bool) {
        let mut add = |corners: [u32; 3], edges: u8| {
            let v = corners.map(|v| (first + v as usize).min(u32::MAX as usize) as u32);
            let sound = |v: &u32| {
                let v = *v as usize;
                v < end && self.world.positions.get(v).is_some_and(|p| p.is_finite())
            };
            if !v.iter().all(sound) {
                self.world.left_out.broken_triangles += 1;
            } else if mirrored {
                // The edges of a, c, b are those of a, b, c in reverse order.
                let edges = edges >> 2 & 1 | edges & 2 | (edges & 1) << 2;
                self.world.triangles.push(Triangle { v: [v[0], v[2], v[1]], surface, edges });
            } else {
                self.world.triangles.push(Triangle { v, surface, edges });
            }
        };
        match &part.faces {
            Faces::Triangles(triangles) => triangles.iter().for_each(|&t| add(t, 0b111)),
            polygons @ Faces::Polygons { .. } => {
                let (mut triangulator, mut triangles) = (Triangulator::default(), Vec::new());
                for face in polygons.iter() {
                    triangles.clear();
                    triangulator.add(positions, face, &mut triangles);
                    for &[a, b, c] in &triangles {
                        // What lies inside of the polygon is no edge.
                        let next = |v: u32| face.iter().position(|&w| w == v).map(|at| face[(at + 1) % face.len()]);
                        let edge = |from, to| u8::from(next(from) == Some(to));
                        add([a, b, c], edge(a, b) | edge(b, c) << 1 | edge(c, a) << 2);
                    }
                }
            }
        }
    }
}

/// Returns the matrix that keeps normals at right angles to surfaces; for one without an inverse the matrix itself.
fn normal_matrix(matrix: &Mat4) -> Mat3 {
    let linear = Mat3::from_mat4(*matrix);
    let inverse = linear.inverse().transpose();
    if inverse.is_finite() { inverse } else { linear }
}

/// Lists the joints of all skeletons; all nodes where there is none.
fn bones(scene: &Scene, pose: &Pose) -> Vec<Bone> {
    let mut chosen = NodeMap::filled(scene, scene.skeletons.iter().all(|skeleton| skeleton.joints.is_empty()));
    scene.skeletons.iter().flat_map(|skeleton| &skeleton.joints).for_each(|&joint| chosen[joint] = true);
    let place = |id: NodeId| Some(pose.world[id].w_axis.truncate()).filter(|p| p.is_finite());
    let bone = |id: NodeId| {
        let parent = scene[id].parent.filter(|&parent| chosen[parent]).and_then(place);
        place(id).map(|joint| Bone { joint, parent })
    };
    scene.node_ids().filter(|&id| chosen[id]).filter_map(bone).collect()
}
