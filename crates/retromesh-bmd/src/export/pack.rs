//! Surfaces to vertex and face lists: the smallest form of each vertex that meets a tolerance.

use super::Target;
use super::materials::Appearance;
use super::meshes::{Corners, Surface, Surfaces, Vertex};
use crate::codec::face::Face;
use crate::codec::{color, normal};
use crate::settings::MaxError;
use crate::vertex::{Form, Packed as PackedVertex, Source};
use glam::Vec3;
use retromesh_core::{Code, Diagnostics, Error, Kinds};
use retromesh_kit::export::Compact;
use std::cell::LazyCell;

/// The maximum number of vertices, and of faces, of a mesh: the counts have 16 bits.
const MAX_COUNT: usize = 65_535;

/// A mesh as bytes.
#[derive(Debug, Clone, Default)]
pub(super) struct PackedMesh {
    pub(super) material: Option<String>,
    pub(super) vertices: Vec<u8>,
    pub(super) faces: Vec<u8>,
    pub(super) vertex_count: u16,
    pub(super) face_count: u16,
    pub(super) flags: u32,
}

/// All meshes as bytes.
#[derive(Debug, Clone, Default)]
pub(super) struct Packed {
    /// The levels of detail: scale code and meshes.
    pub(super) levels: Vec<(u8, Vec<PackedMesh>)>,
    /// Bones and the meshes that are their solids.
    pub(super) solids: Vec<(u8, PackedMesh)>,
    pub(super) undrawn: Vec<PackedMesh>,
}

/// The errors of one field.
#[derive(Debug, Clone, Copy, Default)]
struct Field {
    max: f32,
    sum: f64,
    count: u64,
}

impl Field {
    fn add(&mut self, error: f32) {
        self.max = self.max.max(error);
        self.sum += f64::from(error);
        self.count += 1;
    }

    fn text(&self, name: &str, unit: &str) -> String {
        let mean = if self.count > 0 { self.sum / self.count as f64 } else { 0.0 };
        format!("{name} max {:.3e}{unit} mean {mean:.3e}{unit}", self.max)
    }
}

/// The rounding errors of all vertices.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Errors {
    position: Field,
    uv: Field,
    normal: Field,
    vertices: usize,
    colors: usize,
    /// Vertices without a normal that are read with one.
    filled: usize,
    /// Names that are too long.
    pub(super) cut_names: usize,
}

impl Errors {
    /// Reports the largest and mean error of each field, and which tolerance asked for is not met.
    pub(super) fn report(&self, asked: Option<MaxError>, diagnostics: &mut Diagnostics) -> Result<(), Error> {
        let detail =
            [self.position.text("position", " units"), self.uv.text("uv", ""), self.normal.text("normal", " degrees")]
                .join(", ");
        let rounded = self.position.max > 0.0 || self.uv.max > 0.0 || self.normal.max > 0.0;
        diagnostics.note(Code::RoundedVertices, if rounded { self.vertices } else { 0 }, detail)?;
        diagnostics.note(Code::ApproximatedMaterial, self.colors, "vertex colours of a fixed palette")?;
        let detail = "vertices without a normal, which take the direction of their position";
        diagnostics.note(Code::FilledVertices, self.filled, detail)?;
        diagnostics.note(Code::TruncatedName, self.cut_names, "names over 255 bytes")?;
        let Some(asked) = asked else { return Ok(()) };
        for (name, reached, asked) in [
            ("position", self.position.max, asked.position),
            ("uv", self.uv.max, asked.uv),
            ("normal", self.normal.max, asked.normal_degrees),
        ] {
            let missed = usize::from(reached > asked);
            let detail = format!("the {name} error is {reached:.3e}, over the {asked:.3e} asked for");
            diagnostics.note(Code::ToleranceMissed, missed, detail)?;
        }
        Ok(())
    }
}

pub(super) fn pack(surfaces: &Surfaces, tolerance: &MaxError, target: Target, errors: &mut Errors) -> Packed {
    let mut packer = Packer { tolerance, target, errors };
    let mut packed = Packed::default();
    for (scale, level) in &surfaces.levels {
        let mut meshes: Vec<PackedMesh> = level.iter().flat_map(|surface| packer.surface(surface)).collect();
        // A static model is shaded with the vertex count of its last mesh.
        if target == Target::Engine {
            meshes.sort_by_key(|mesh| std::cmp::Reverse(mesh.vertex_count));
        }
        packed.levels.push((*scale, meshes));
    }
    for (bone, solid) in &surfaces.solids {
        packed.solids.extend(packer.surface(solid).into_iter().take(1).map(|mesh| (*bone, mesh)));
    }
    packed.undrawn = surfaces.undrawn.iter().flat_map(|surface| packer.surface(surface)).collect();
    packed
}

struct Packer<'a> {
    tolerance: &'a MaxError,
    target: Target,
    errors: &'a mut Errors,
}

/// A mesh under construction.
#[derive(Default)]
struct Building {
    mesh: PackedMesh,
    vertices: usize,
    faces: Vec<Face>,
    forms: [bool; 3],
}

impl Packer<'_> {
    fn surface(&mut self, surface: &Surface) -> Vec<PackedMesh> {
        let before = *self.errors;
        let mut packed = self.vertices(surface);
        let is_colored = matches!(surface.appearance, Appearance::Flat(rgb) if rgb != [0xff; 3]);
        if self.target == Target::Engine && is_colored && packed.iter().any(|vertex| vertex.form != Form::V64) {
            // The engine shows the colour byte of wide vertices alone, the text multiplies it with the material's: under white both
            // agree.
            *self.errors = before;
            let white = surface.colored_by_vertex();
            packed = self.vertices(&white);
            return self.meshes(&white, &packed);
        }
        self.meshes(surface, &packed)
    }

    fn vertices(&mut self, surface: &Surface) -> Vec<PackedVertex> {
        surface.vertices.iter().map(|v| self.vertex(v, &surface.appearance)).collect()
    }

    /// Puts packed vertices and faces together, as many meshes as the counts allow.
    fn meshes(&self, surface: &Surface, packed: &[PackedVertex]) -> Vec<PackedMesh> {
        let Kinds { firsts, of: shared } = share(packed);
        let mut compact = Compact::new(firsts.len());
        let mut meshes = Vec::new();
        let mut building = Building::default();
        for face in &surface.faces {
            // A face adds at most four vertices; quads that no word holds become two triangles.
            if building.vertices + 4 > MAX_COUNT || building.faces.len() + 2 > MAX_COUNT {
                meshes.push(std::mem::take(&mut building));
                compact.take();
            }
            let mut number = |v: u32| {
                let (number, is_new) = compact.number(shared[v as usize]);
                if is_new {
                    building.add(&packed[v as usize]);
                }
                number
            };
            match *face {
                Corners::Four(corners) => {
                    let [a, b, c, d] = corners.map(&mut number);
                    match Face::quad([a, b, c, d]) {
                        Some(quad) => building.faces.push(quad),
                        None => building.faces.extend([Face::triangle([a, b, c]), Face::triangle([a, c, d])]),
                    }
                }
                Corners::Three(corners) => {
                    let corners = corners.map(&mut number);
                    building.faces.push(Face::triangle(corners));
                }
            }
        }
        meshes.push(building);
        let full = meshes.into_iter().filter(|b| !b.faces.is_empty());
        full.map(|b| b.finish(surface.appearance.name(), self.target)).collect()
    }

    /// Packs a vertex into the smallest form that holds what it has within the tolerance, or the one that errs least.
    fn vertex(&mut self, v: &Vertex, appearance: &Appearance) -> PackedVertex {
        let (flat, textured) =
            (matches!(appearance, Appearance::Flat(_)), matches!(appearance, Appearance::Textured(_)));
        let source = if v.has_color { v.source } else { Source { color: color::WHITE, ..v.source } };
        let by_bone = source.bone != 0 && !v.has_color;
        let allowed = |form: &Form| match form {
            Form::V64 => source.bone < 0xf0 && !v.has_color,
            // The bone and the colour share a byte.
            Form::V96 => source.bone == 0 || (by_bone && !(flat && self.target == Target::Engine)),
            Form::V128 => true,
        };
        let normal = LazyCell::new(|| normal::encode(source.normal));
        let mut best: Option<(f32, PackedVertex, [f32; 3])> = None;
        for form in [Form::V64, Form::V96, Form::V128].into_iter().filter(allowed) {
            let packed = source.encode(form, flat, by_bone, || *normal);
            let errors = errors(v, &source, &packed, flat, textured);
            let asked = [self.tolerance.position, self.tolerance.uv, self.tolerance.normal_degrees];
            // How many times the tolerance the worst field errs.
            let excess =
                errors.iter().zip(asked).map(|(e, asked)| if *e <= asked { 0.0 } else { e / asked.max(1e-30) });
            let excess = excess.fold(0.0, f32::max);
            if best.as_ref().is_none_or(|(least, ..)| excess < *least) {
                best = Some((excess, packed, errors));
            }
            if excess == 0.0 {
                break;
            }
        }
        let Some((_, packed, [position, uv, normal])) = best else {
            return PackedVertex { form: Form::V128, words: [0; 2] };
        };
        self.errors.vertices += 1;
        self.errors.filled += usize::from(!v.has_normal && packed.form == Form::V64 && !flat);
        self.errors.colors += usize::from(v.has_color);
        self.errors.position.add(position);
        if v.has_uv {
            self.errors.uv.add(uv);
        }
        if v.has_normal {
            self.errors.normal.add(normal);
        }
        packed
    }
}

/// Returns which vertices have equal bytes: those are shared.
fn share(packed: &[PackedVertex]) -> Kinds {
    let words = |vertex: usize| packed[vertex].words.into_iter().flat_map(|word| [word as u32, (word >> 32) as u32]);
    Kinds::among(packed.len(), words, |a, b| packed[a] == packed[b])
}

/// Returns the errors of position, texture coordinates and normal (in degrees) after packing; zero for what the vertex has not.
fn errors(v: &Vertex, source: &Source, packed: &PackedVertex, flat: bool, textured: bool) -> [f32; 3] {
    let back = packed.decode(flat);
    let uv = if v.has_uv && textured { (back.uv - source.uv).abs().max_element() } else { 0.0 };
    let normal = if v.has_normal { angle(back.normal, source.normal) } else { 0.0 };
    [(back.position - source.position).abs().max_element(), uv, normal]
}

/// The angle between two vectors in degrees; 180 where one has no length.
fn angle(a: Vec3, b: Vec3) -> f32 {
    let (a, b) = (a.as_dvec3(), b.as_dvec3());
    let (cross, dot) = (a.cross(b).length(), a.dot(b));
    if cross == 0.0 && dot == 0.0 { 180.0 } else { libm::atan2(cross, dot).to_degrees() as f32 }
}

impl Building {
    fn add(&mut self, vertex: &PackedVertex) {
        let (bytes, size) = vertex.bytes();
        self.mesh.vertices.extend_from_slice(&bytes[..size]);
        self.forms[vertex.form as usize] = true;
        self.vertices += 1;
    }

    fn finish(self, material: Option<String>, target: Target) -> PackedMesh {
        let Self { mut mesh, vertices: mut count, faces, forms } = self;
        let quads = faces.iter().filter(|face| face.quad).count();
        let wide = faces.iter().filter(|face| face.wide).count();
        faces.iter().for_each(|face| face.write(&mut mesh.faces));
        let mut declared = faces.len();
        if target == Target::Engine {
            // The engine's face table has as many places as there are vertices.
            let first = mesh.vertices.get(..Form::of_tag(mesh.vertices.get(7).copied().unwrap_or(0)).size());
            let spare = first.unwrap_or(&[]).to_vec();
            for _ in count..declared.min(MAX_COUNT) {
                mesh.vertices.extend_from_slice(&spare);
            }
            count = count.max(declared.min(MAX_COUNT));
        } else if count < 1024 {
            // The text counts a quad as two triangles in small meshes.
            declared += quads;
        }
        crate::vertex::mark_current(&mut mesh.vertices, count);
        let vertex_bits = match forms {
            [true, false, false] => 0,
            [false, false, true] => 2,
            [false, true, false] => 3,
            _ => 1,
        };
        let face_bits = match (quads > 0, wide == faces.len(), wide == 0) {
            (false, _, true) => 0,
            (false, true, false) => 2,
            (true, true, _) => 3,
            _ => 1,
        };
        mesh.flags = vertex_bits | face_bits << 2;
        mesh.material = material;
        (mesh.vertex_count, mesh.face_count) = (count as u16, declared.min(MAX_COUNT) as u16);
        mesh
    }
}
