//! Mesh instances to surfaces: faces of one material in one level of detail, with their vertices relative to their bones.

use super::Target;
use super::materials::{Appearance, appearance, base};
use super::skins::Rig;
use crate::ID;
use crate::codec::{color, f8a, packed};
use crate::vertex::Source;
use glam::{Mat3, Mat4, Vec2, Vec3, Vec4};
use retromesh_core::material::{Material, UvTransform};
use retromesh_core::mesh::{Mesh, Part};
use retromesh_core::scene::{LodRole, MeshInstance, Node};
use retromesh_core::{Code, Diagnostics, Error, ErrorKind, NodeId, Triangulator, Valid};
use retromesh_kit::export::{Compact, heaviest, parts_of, rgb_bytes};
use std::collections::{BTreeMap, BTreeSet};

/// A vertex to be packed, and which of its parts matter.
#[derive(Debug, Clone, Copy)]
pub(super) struct Vertex {
    pub(super) source: Source,
    pub(super) has_uv: bool,
    pub(super) has_normal: bool,
    pub(super) has_color: bool,
}

/// Faces that share a material.
#[derive(Debug, Clone)]
pub(super) struct Surface {
    pub(super) appearance: Appearance,
    pub(super) vertices: Vec<Vertex>,
    /// Triangles and quads; the corners index `vertices`.
    pub(super) faces: Vec<Corners>,
}

/// The corners of a face.
#[derive(Debug, Clone, Copy)]
pub(super) enum Corners {
    Three([u32; 3]),
    Four([u32; 4]),
}

/// All surfaces of a scene.
#[derive(Debug, Default)]
pub(super) struct Surfaces {
    /// The levels of detail, near to far: scale code and surfaces.
    pub(super) levels: Vec<(u8, Vec<Surface>)>,
    /// Bones and their solids.
    pub(super) solids: Vec<(u8, Surface)>,
    /// Surfaces that are kept but not drawn.
    pub(super) undrawn: Vec<Surface>,
}

/// The surfaces of a level, in the order in which their materials first appear.
type ByAppearance = BTreeMap<(usize, Appearance), Surface>;

/// Where a node's mesh goes.
enum Place {
    Level(u32),
    Solid,
    Undrawn,
    Nowhere(Code),
}

/// Vertices farther from their bones than this would be moved by more than a step of the largest numbers.
const MAX_REACH: f32 = 131_072.0;

/// The scale code of a single level: the far end of the range.
const FAR: u8 = 0x01;

impl Surfaces {
    pub(super) fn gather(
        scene: &Valid<'_>,
        rig: &Rig,
        target: Target,
        diagnostics: &mut Diagnostics,
    ) -> Result<Self, Error> {
        let mut levels: BTreeMap<u32, (f32, ByAppearance)> = BTreeMap::new();
        let mut gather = Gather {
            scene,
            rig,
            target,
            hardened: 0,
            cut: 0,
            transformed_uvs: 0,
            unlit_uvs: 0,
            far: 0,
            reach: 0.0,
            uneven: 0,
            whitened: 0,
        };
        let mut surfaces = Self::default();
        let mut lost_meshes = 0usize;
        let mut order: Vec<Appearance> = Vec::new();
        // The first node of each surface, and the nodes that joined another one's.
        let (mut owners, mut joined) = (BTreeMap::new(), BTreeSet::new());
        for id in scene.depth_first() {
            let Some(instance) = scene[id].mesh.as_deref() else { continue };
            match place_of_mesh(scene, id, instance) {
                Place::Level(level) => {
                    let scale = lod_scale(scene, id);
                    let (_, by_appearance) = levels.entry(level).or_insert_with(|| (scale, BTreeMap::new()));
                    for (part, faces) in gather.parts(id, instance) {
                        let seen = order.iter().position(|appearance| *appearance == part.appearance);
                        let at = seen.unwrap_or_else(|| {
                            order.push(part.appearance.clone());
                            order.len() - 1
                        });
                        if *owners.entry((level, at)).or_insert(id) != id {
                            joined.insert(id);
                        }
                        let empty =
                            || Surface { appearance: part.appearance.clone(), vertices: Vec::new(), faces: Vec::new() };
                        by_appearance.entry((at, part.appearance.clone())).or_insert_with(empty).append(part, faces);
                    }
                }
                Place::Solid => {
                    let bone = rig.carrier(id);
                    let mut solid = Surface { appearance: Appearance::None, vertices: Vec::new(), faces: Vec::new() };
                    gather.parts(id, instance).for_each(|(part, faces)| solid.append(part, faces));
                    solid.make_plain(bone);
                    surfaces.solids.push((bone, solid));
                }
                Place::Undrawn => {
                    let mut undrawn = Surface { appearance: Appearance::None, vertices: Vec::new(), faces: Vec::new() };
                    gather.parts(id, instance).for_each(|(part, faces)| undrawn.append(part, faces));
                    surfaces.undrawn.push(undrawn);
                }
                Place::Nowhere(Code::LostMesh) => lost_meshes += 1,
                Place::Nowhere(_) => {}
            }
        }
        let single = levels.len() == 1;
        let stored = scene.extras.get("bmd.lod_scale").and_then(retromesh_core::Extra::as_int);
        let single_code = stored.and_then(|code| u8::try_from(code).ok()).unwrap_or(FAR);
        let code = |scale: f32| if single { single_code } else { f8a::encode(scale) };
        let level =
            |(scale, by_appearance): (f32, BTreeMap<_, Surface>)| (code(scale), by_appearance.into_values().collect());
        surfaces.levels = levels.into_values().map(level).collect();
        diagnostics.note(Code::LostHierarchy, joined.len(), "meshes that became one with another of their material")?;
        diagnostics.note(Code::LostMesh, lost_meshes, "")?;
        diagnostics.note(Code::TriangulatedFaces, gather.cut, "")?;
        diagnostics.note(Code::ReducedInfluences, gather.hardened, "vertices with one bone each, the heaviest")?;
        diagnostics.note(
            Code::ApproximatedUvTransform,
            gather.transformed_uvs,
            "texture transforms moved into the coordinates",
        )?;
        diagnostics.note(Code::LostUvSet, gather.unlit_uvs, "texture coordinates under a flat colour")?;
        if gather.reach > MAX_REACH {
            let what = format!(
                "a vertex {} units from its bone; the maximum is {MAX_REACH}: make the model smaller",
                gather.reach
            );
            return Err(Error::new(ID, ErrorKind::unrepresentable(what)));
        }
        diagnostics.note(Code::ClampedValue, gather.far, "vertices beyond 130560 units")?;
        diagnostics.note(Code::NormalizedNormals, gather.uneven, "")?;
        diagnostics.note(Code::LostNames, gather.whitened, "names of colours that went into the vertices")?;
        Ok(surfaces)
    }

    /// Returns the largest magnitude of a position.
    pub(super) fn size(&self) -> f32 {
        let surfaces = self.levels.iter().flat_map(|(_, surfaces)| surfaces);
        let all = surfaces.flat_map(|s| &s.vertices).map(|v| v.source.position.abs().max_element());
        all.fold(f32::MIN_POSITIVE, f32::max)
    }
}

impl Surface {
    fn append(&mut self, part: Surface, faces: Vec<Corners>) {
        let start = self.vertices.len() as u32;
        self.vertices.extend(part.vertices);
        self.faces.extend(faces.into_iter().map(|face| match face {
            Corners::Three(c) => Corners::Three(c.map(|v| v + start)),
            Corners::Four(c) => Corners::Four(c.map(|v| v + start)),
        }));
    }

    /// Returns the surface with its flat colour moved into the vertices, under white.
    pub(super) fn colored_by_vertex(&self) -> Self {
        let mut surface = self.clone();
        if let Appearance::Flat(rgb) = std::mem::replace(&mut surface.appearance, Appearance::Flat([0xff; 3])) {
            let color = color::encode(rgb);
            surface.vertices.iter_mut().for_each(|v| (v.source.color, v.has_color) = (color, true));
        }
        surface
    }

    /// Reduces the vertices of a solid to positions on one bone, so that equal ones are shared.
    fn make_plain(&mut self, bone: u8) {
        for v in &mut self.vertices {
            let position = v.source.position;
            v.source = Source { position, uv: Vec2::ZERO, normal: Vec3::ZERO, bone, color: color::WHITE };
            (v.has_uv, v.has_normal, v.has_color) = (false, false, false);
        }
    }
}

/// Says where the mesh of a node goes, by the levels above it.
fn place_of_mesh(scene: &Valid<'_>, id: NodeId, instance: &MeshInstance) -> Place {
    let (mut level, mut hidden) = (0, false);
    for node in up_from(scene, id) {
        hidden |= node.hidden;
        match node.lod {
            Some(lod) if lod.role == LodRole::Solid => return Place::Solid,
            Some(lod) if lod.role.is_visual() => level = lod.level,
            Some(_) => return Place::Nowhere(Code::LostLod),
            None => {}
        }
    }
    let null = parts_of(scene, instance).all(|(_, material)| material.is_none());
    match (hidden, null) {
        (true, true) => Place::Undrawn,
        (true, false) => Place::Nowhere(Code::LostMesh),
        (false, _) => Place::Level(level),
    }
}

/// Returns the scale from which a node's level is used; by the level's number where its value is no scale.
fn lod_scale(scene: &Valid<'_>, id: NodeId) -> f32 {
    let Some((node, lod)) = up_from(scene, id).find_map(|node| Some((node, node.lod?))) else { return f8a::MIN };
    let known = node.extras.contains_key("bmd.distance") && lod.value > 0.0;
    // Without a scale each level serves to four times the distance of the one before.
    if known { lod.value } else { 1.0 / (8.0 * 4f32.powi(lod.level.min(8) as i32) + 1.0) }
}

/// Returns a node and all above it.
fn up_from<'s>(scene: &'s Valid<'_>, id: NodeId) -> impl Iterator<Item = &'s Node> {
    std::iter::successors(Some(&scene[id]), |node| node.parent.map(|parent| &scene[parent]))
}

struct Gather<'a> {
    scene: &'a Valid<'a>,
    rig: &'a Rig,
    target: Target,
    /// Vertices that had several joints.
    hardened: usize,
    /// Parts whose texture transform was applied.
    transformed_uvs: usize,
    /// Faces of more corners than are written.
    cut: usize,
    /// Parts that have coordinates and no texture.
    unlit_uvs: usize,
    /// Vertices a little farther from their bones than numbers go, which are moved by less than numbers are rounded there.
    far: usize,
    /// The greatest component of a vertex, from its bone.
    reach: f32,
    /// Normals that are not of unit length.
    uneven: usize,
    /// Parts whose colour went into the vertices.
    whitened: usize,
}

impl Gather<'_> {
    /// Returns the parts of a mesh instance; the faces apart, because each part's vertices start at 0.
    fn parts(&mut self, id: NodeId, instance: &MeshInstance) -> impl Iterator<Item = (Surface, Vec<Corners>)> + use<> {
        let scene = self.scene;
        let mesh = &scene[instance.mesh];
        let placed = self.placed(id, instance, mesh);
        let mirrored = self.rig.world(id).determinant() < 0.0 && mesh.weights.is_empty();
        let parts = parts_of(scene, instance)
            .map(|(part, material)| self.part(mesh, part, material.map(|id| &scene[id]), &placed, mirrored));
        parts.collect::<Vec<_>>().into_iter()
    }

    /// Returns bone, position relative to it and normal of each vertex.
    fn placed(&mut self, id: NodeId, instance: &MeshInstance, mesh: &Mesh) -> Vec<(u8, Vec3, Vec3)> {
        let own = (self.rig.carrier(id), self.rig.world(id));
        let joints: Vec<(u8, Mat4)> = instance.skeleton.map(|id| &self.scene[id]).map_or(Vec::new(), |s| {
            s.joints
                .iter()
                .zip(&s.inverse_bind)
                .map(|(&j, ib)| (self.rig.carrier(j), self.rig.world(j) * *ib))
                .collect()
        });
        let place = |(v, &position): (usize, &Vec3)| {
            let main = heaviest(mesh.weights.of(v)).filter(|_| !joints.is_empty());
            let (bone, matrix) = main.map_or(own, |main| joints[main.joint as usize]);
            let normal = mesh.normals.get(v).map_or(Vec3::ZERO, |n| turn(&matrix, *n));
            (bone, matrix.transform_point3(position) - self.rig.origin(bone), normal)
        };
        let mut placed: Vec<(u8, Vec3, Vec3)> = mesh.positions.iter().enumerate().map(place).collect();
        self.hardened += mesh.weights.iter().filter(|row| row.len() > 1).count();
        self.uneven += mesh.normals.iter().filter(|n| (n.length() - 1.0).abs() > 1e-3 && **n != Vec3::ZERO).count();
        for (_, position, _) in &mut placed {
            let inside = position.clamp(Vec3::splat(-packed::REACH), Vec3::splat(packed::REACH));
            self.far += usize::from(inside != *position);
            self.reach = self.reach.max(position.abs().max_element());
            *position = inside;
        }
        placed
    }

    fn part(
        &mut self,
        mesh: &Mesh,
        part: &Part,
        material: Option<&Material>,
        placed: &[(u8, Vec3, Vec3)],
        mirrored: bool,
    ) -> (Surface, Vec<Corners>) {
        let mut appearance = appearance(self.scene, material);
        let textured = matches!(appearance, Appearance::Textured(_));
        let shown = material.and_then(|material| base(self.scene, material));
        let set = shown.map_or(0, |(layer, _)| layer.uv_set as usize);
        let uvs = mesh.uv_sets.get(set).or(mesh.uv_sets.first());
        self.unlit_uvs += usize::from(!textured && uvs.is_some() && !part.faces.is_empty());
        let transform = shown.map_or(UvTransform::IDENTITY, |(_, texture)| texture.transform);
        self.transformed_uvs += usize::from(textured && !transform.is_identity());
        let color = material.map_or(Vec4::ONE, |m| m.base_color);
        let replaces = material.is_some_and(|m| m.shading.vertex_colors);
        let colors = mesh.color_sets.first();
        let mut compact = Compact::new(placed.len());
        let mut vertices = Vec::new();
        let mut colored = false;
        let mut vertex = |v: u32| -> u32 {
            let at = v as usize;
            let (number, is_new) = compact.number(v);
            if is_new {
                let (bone, position, normal) = placed[at];
                let stored = colors.map(|set| set[at]);
                let plain = if textured { Vec4::ONE } else { color };
                let shown = stored.map_or(plain, |c| if replaces { c } else { c * plain });
                let has_color = rgb_bytes(shown) != rgb_bytes(plain);
                colored |= has_color;
                let uv = uvs.map_or(Vec2::ZERO, |set| transform.apply(set[at]));
                let source = Source { position, uv, normal, bone, color: color::encode(rgb_bytes(shown)) };
                let has_normal = normal != Vec3::ZERO;
                vertices.push(Vertex { source, has_uv: textured && uvs.is_some(), has_normal, has_color });
            }
            number
        };
        let mut faces = Vec::with_capacity(part.faces.len());
        let (mut triangulator, mut triangles) = (Triangulator::default(), Vec::new());
        for face in part.faces.iter() {
            match *face {
                [a, b, c, d] if self.target == Target::Spec && triangulator.fans(&mesh.positions, face) => {
                    let corners = [a, b, c, d].map(&mut vertex);
                    faces.push(Corners::Four(if mirrored { flip(corners) } else { corners }));
                }
                _ => {
                    self.cut += usize::from(face.len() > 3);
                    triangles.clear();
                    triangulator.add(&mesh.positions, face, &mut triangles);
                    for &[a, b, c] in &triangles {
                        let [a, b, c] = if mirrored { [a, c, b] } else { [a, b, c] };
                        faces.push(Corners::Three([a, b, c].map(&mut vertex)));
                    }
                }
            }
        }
        if colored && !textured {
            // The engine shows a vertex colour alone, the text multiplies it with the material's: under white both agree.
            self.whitened += usize::from(appearance != Appearance::Flat([0xff; 3]));
            appearance = Appearance::Flat([0xff; 3]);
            vertices.iter_mut().for_each(|v: &mut Vertex| v.has_color = true);
        }
        (Surface { appearance, vertices, faces: Vec::new() }, faces)
    }
}

fn flip([a, b, c, d]: [u32; 4]) -> [u32; 4] {
    [a, d, c, b]
}

/// Turns a normal by a matrix that may scale unevenly; the length becomes one.
fn turn(matrix: &Mat4, normal: Vec3) -> Vec3 {
    if *matrix == Mat4::IDENTITY {
        return normal;
    }
    let linear = Mat3::from_mat4(*matrix);
    let turned = linear.inverse().transpose() * normal;
    if turned.is_finite() { turned.normalize_or_zero() } else { (linear * normal).normalize_or_zero() }
}
