//! The printer of scenes, and the helpers that the printers of documents share.
//!
//! One construct a line, two spaces of indent a level; arrays are summed up as count, minimum, maximum, hash, first and last, so
//! that a dump stays readable and a changed number still shows.

use crate::digest;
use glam::{Quat, Vec2, Vec3, Vec4};
use retromesh_core::extras::{Extra, Extras};
use retromesh_core::keyframes::{Animation, Track};
use retromesh_core::mesh::{AttributeData, Mesh};
use retromesh_core::scene::{Node, Scene, Transform};
use std::fmt::{self, Write};

/// Writes indented lines, one for each `writeln!`. After a failure nothing more is written; [`Printer::finish`] returns it.
///
/// ```
/// use retromesh_kit::dump::{Printer, numbers};
///
/// let mut text = String::new();
/// let p = &mut Printer::new(&mut text);
/// p.block(format_args!("mesh {}", 0), |p| {
///     writeln!(p, "parts {}", 2);
///     p.list("normals", &numbers([[0.0, 1.0]].into_iter()));
///     p.list("tangents", &numbers([[0.0; 4]; 0].into_iter()));
/// });
/// p.finish()?;
/// assert!(text.starts_with("mesh 0\n  parts 2\n  normals 1 min (0, 1)") && !text.contains("tangents"));
/// # Ok::<(), std::fmt::Error>(())
/// ```
pub struct Printer<'a> {
    out: &'a mut dyn Write,
    depth: usize,
    result: fmt::Result,
}

/// Deeper levels are printed at this indent, so that the output stays linear in what is printed.
const MAX_INDENT: usize = 32;

impl<'a> Printer<'a> {
    /// Builds a printer at the left margin.
    pub fn new(out: &'a mut dyn Write) -> Self {
        Self { out, depth: 0, result: Ok(()) }
    }

    /// Writes one line at the current indent; for `writeln!`.
    pub fn write_fmt(&mut self, line: fmt::Arguments<'_>) {
        if self.result.is_ok() {
            self.result = write!(self.out, "{:width$}{line}", "", width = 2 * self.depth.min(MAX_INDENT));
        }
    }

    /// Writes one line, and what `body` writes one level deeper.
    pub fn block(&mut self, head: fmt::Arguments<'_>, body: impl FnOnce(&mut Self)) {
        writeln!(self, "{head}");
        self.depth += 1;
        body(self);
        self.depth -= 1;
    }

    /// Writes a name and the sum of an array ([`numbers`], [`integers`]), unless there is nothing in it.
    pub fn list(&mut self, name: impl fmt::Display, sum: &str) {
        if sum != EMPTY {
            writeln!(self, "{name} {sum}");
        }
    }

    /// Writes a name and the sum of raw bytes, unless there are none.
    pub fn bytes(&mut self, name: impl fmt::Display, raw: &[u8]) {
        if !raw.is_empty() {
            writeln!(self, "{name} {}", bytes(raw));
        }
    }

    /// Sets the level of the next lines; for printers that walk a tree without recursion.
    pub fn set_depth(&mut self, depth: usize) {
        self.depth = depth;
    }

    /// Returns whether everything was written.
    pub fn finish(&self) -> fmt::Result {
        self.result
    }
}

/// The sum of nothing.
const EMPTY: &str = "0";

/// Sums up an array of rows of numbers: `3 min (0, 0) max (1, 1) hash 1a2b3c4d first (0, 0) last (1, 1)`.
pub fn numbers<const N: usize>(rows: impl Iterator<Item = [f32; N]>) -> String {
    let mut all = Numbers::default();
    rows.for_each(|row| all.add(&row));
    all.text()
}

/// Rows of numbers that are summed up.
#[derive(Default)]
struct Numbers {
    summary: Summary,
    min: Vec<f32>,
    max: Vec<f32>,
    first: Vec<f32>,
    last: Vec<f32>,
}

impl Numbers {
    fn add(&mut self, row: &[f32]) {
        if self.summary.count == 0 {
            (self.min, self.max) = (vec![f32::INFINITY; row.len()], vec![f32::NEG_INFINITY; row.len()]);
            self.first = row.to_vec();
        }
        for ((x, min), max) in row.iter().zip(&mut self.min).zip(&mut self.max) {
            *min = min.min(*x);
            *max = max.max(*x);
            self.summary.hash(&x.to_le_bytes());
        }
        self.last.clear();
        self.last.extend_from_slice(row);
        self.summary.count += 1;
    }

    fn text(&self) -> String {
        if self.summary.count == 0 {
            return EMPTY.into();
        }
        let [min, max, first, last] = [&self.min, &self.max, &self.first, &self.last].map(|row| tuple(row));
        let (count, hash) = (self.summary.count, self.summary.short());
        format!("{count} min {min} max {max} hash {hash:08x} first {first} last {last}")
    }
}

/// Sums up an array of integers: `6 min 0 max 3 hash 1a2b3c4d first 0 last 3`.
pub fn integers(values: impl Iterator<Item: Into<i64>>) -> String {
    integers_of(&mut values.map(Into::into))
}

fn integers_of(values: &mut dyn Iterator<Item = i64>) -> String {
    let mut summary = Summary::default();
    let (mut min, mut max) = (i64::MAX, i64::MIN);
    let (mut first, mut last) = (None, 0);
    for value in values {
        min = min.min(value);
        max = max.max(value);
        first.get_or_insert(value);
        last = value;
        summary.hash(&value.to_le_bytes());
        summary.count += 1;
    }
    let Some(first) = first else { return EMPTY.into() };
    format!("{} min {min} max {max} hash {:08x} first {first} last {last}", summary.count, summary.short())
}

/// Sums up raw bytes: `5 bytes hash 1a2b3c4d 01 02 03 04 05`, at most 16 of them spelled out.
pub fn bytes(bytes: &[u8]) -> String {
    let mut summary = Summary::default();
    summary.hash(bytes);
    let mut text = format!("{} bytes hash {:08x}", bytes.len(), summary.short());
    for byte in bytes.iter().take(16) {
        let _ = write!(text, " {byte:02x}");
    }
    if bytes.len() > 16 {
        text.push_str(" ..");
    }
    text
}

/// Formats a row of numbers: `(1, 0.5)`, or the number alone when there is one.
pub fn tuple(row: &[f32]) -> String {
    if let [x] = row {
        return x.to_string();
    }
    let parts: Vec<String> = row.iter().map(ToString::to_string).collect();
    format!("({})", parts.join(", "))
}

/// FNV-1a over 64 bits, folded to 32 for print: enough to show that something changed.
struct Summary {
    count: usize,
    state: u64,
}

impl Default for Summary {
    fn default() -> Self {
        Self { count: 0, state: digest::START }
    }
}

impl Summary {
    fn hash(&mut self, bytes: &[u8]) {
        self.state = digest::more(self.state, bytes);
    }

    fn short(&self) -> u32 {
        (self.state ^ self.state >> 32) as u32
    }
}

fn vec2s(values: &[Vec2]) -> String {
    numbers(values.iter().map(Vec2::to_array))
}

fn vec3s(values: &[Vec3]) -> String {
    numbers(values.iter().map(Vec3::to_array))
}

fn vec4s(values: &[Vec4]) -> String {
    numbers(values.iter().map(Vec4::to_array))
}

fn quats(values: &[Quat]) -> String {
    numbers(values.iter().map(Quat::to_array))
}

/// Prints the whole scene, one construct a line.
pub fn scene(scene: &Scene, out: &mut dyn Write) -> fmt::Result {
    let p = &mut Printer::new(out);
    let space = &scene.space;
    writeln!(
        p,
        "scene right {} up {} forward {} {:?} uv {:?} metres {}",
        space.right.name(),
        space.up.name(),
        space.forward.name(),
        space.winding,
        space.uv_origin,
        space.metres_per_unit
    );
    if let Some(ambient) = scene.ambient {
        writeln!(p, "ambient {}", tuple(&ambient.to_array()));
    }
    extras(p, &scene.extras);
    dump_nodes(scene, p);
    for (i, mesh) in scene.meshes.iter().enumerate() {
        p.block(format_args!("mesh {i} {:?}", mesh.name), |p| dump_mesh(p, mesh));
    }
    for (i, skeleton) in scene.skeletons.iter().enumerate() {
        p.block(format_args!("skeleton {i} {:?}", skeleton.name), |p| {
            writeln!(p, "joints {}", integers(skeleton.joints.iter().map(|id| id.0)));
            writeln!(p, "inverse bind {}", numbers(skeleton.inverse_bind.iter().map(glam::Mat4::to_cols_array)));
            extras(p, &skeleton.extras);
        });
    }
    dump_materials(scene, p);
    for (i, animation) in scene.animations.iter().enumerate() {
        dump_animation(p, i, animation);
    }
    for (i, camera) in scene.cameras.iter().enumerate() {
        let (name, projection) = (&camera.name, camera.projection);
        writeln!(p, "camera {i} {name:?} {projection:?} near {} far {:?}", camera.near, camera.far);
        extras(p, &camera.extras);
    }
    for (i, light) in scene.lights.iter().enumerate() {
        let color = tuple(&light.color.to_array());
        let (name, kind, intensity, range) = (&light.name, light.kind, light.intensity, light.range);
        writeln!(p, "light {i} {name:?} {kind:?} color {color} intensity {intensity} range {range:?}");
        extras(p, &light.extras);
    }
    p.finish()
}

fn dump_nodes(scene: &Scene, p: &mut Printer<'_>) {
    let mut depths = vec![0usize; scene.nodes.len()];
    for id in scene.depth_first() {
        let Some(node) = scene.node(id) else { continue };
        let depth = node.parent.and_then(|parent| depths.get(parent.index())).map_or(0, |depth| depth + 1);
        if let Some(slot) = depths.get_mut(id.index()) {
            *slot = depth;
        }
        p.set_depth(depth);
        writeln!(p, "node {} {:?}{}", id.0, node.name, node_details(node));
        p.set_depth(depth + 1);
        extras(p, &node.extras);
    }
    p.set_depth(0);
}

fn dump_materials(scene: &Scene, p: &mut Printer<'_>) {
    for (i, m) in scene.materials.iter().enumerate() {
        p.block(format_args!("material {i} {:?}", m.name), |p| {
            let color = tuple(&m.base_color.to_array());
            writeln!(p, "color {color} shininess {} {:?} {:?}", m.shininess, m.alpha_mode, m.blend);
            writeln!(p, "emissive {} {:?}", tuple(&m.emissive.to_array()), m.shading);
            for (name, value) in [("ambient", m.ambient), ("specular", m.specular)] {
                if let Some(value) = value {
                    writeln!(p, "{name} {}", tuple(&value.to_array()));
                }
            }
            for (name, value) in [("metallic", m.metallic), ("roughness", m.roughness)] {
                if let Some(value) = value {
                    writeln!(p, "{name} {value}");
                }
            }
            for layer in &m.layers {
                let (slot, texture, role) = (layer.slot, layer.texture.0, layer.role);
                writeln!(p, "layer {slot} texture {texture} {role:?} {:?} uv {}", layer.blend, layer.uv_set);
            }
            extras(p, &m.extras);
        });
    }
    for (i, t) in scene.textures.iter().enumerate() {
        p.block(format_args!("texture {i} {:?} image {:?}", t.name, t.image.map(|id| id.0)), |p| {
            let (u, v, alpha, mapping) = (t.wrap_u, t.wrap_v, t.alpha, t.mapping);
            let (mip, near) = (t.mipmap, t.nearest);
            writeln!(p, "wrap {u:?} {v:?} alpha {alpha:?} mapping {mapping:?} mipmap {mip} nearest {near}");
            if !t.transform.is_identity() {
                let x = &t.transform;
                let (translation, scale) = (tuple(&x.translation.to_array()), tuple(&x.scale.to_array()));
                writeln!(p, "translate {translation} rotate {} scale {scale} {:?}", x.rotation, x.order);
            }
            extras(p, &t.extras);
        });
    }
    for (i, image) in scene.images.iter().enumerate() {
        let data = image.data.as_ref().map_or(String::new(), |d| format!(" {} {}", d.mime, bytes(&d.bytes)));
        writeln!(p, "image {i} {:?} uri {:?}{data}", image.path, image.uri);
    }
}

/// Returns what of a node is not as in a plain one.
fn node_details(node: &Node) -> String {
    let mut text = String::new();
    let mut add = |name: &str, value: &dyn fmt::Display| {
        let _ = write!(text, " {name} {value}");
    };
    match &node.transform {
        Transform::Trs(trs) => {
            for (name, value, rest) in [("t", trs.translation, Vec3::ZERO), ("s", trs.scale, Vec3::ONE)] {
                if value != rest {
                    add(name, &tuple(&value.to_array()));
                }
            }
            if trs.rotation != Quat::IDENTITY {
                add("r", &tuple(&trs.rotation.to_array()));
            }
        }
        Transform::Matrix(matrix) => add("matrix", &tuple(&matrix.to_cols_array())),
    }
    if let Some(instance) = node.mesh.as_deref() {
        add("mesh", &instance.mesh.0);
        if let Some(skeleton) = instance.skeleton {
            add("skeleton", &skeleton.0);
        }
        if !instance.materials.is_empty() {
            let ids: Vec<_> = instance.materials.iter().map(|m| m.map(|id| id.0)).collect();
            add("materials", &format_args!("{ids:?}"));
        }
    }
    for (name, id) in [("camera", node.camera.map(|id| id.0)), ("light", node.light.map(|id| id.0))] {
        if let Some(id) = id {
            add(name, &id);
        }
    }
    if let Some(lod) = node.lod {
        add("lod", &format_args!("{} {:?} {}", lod.level, lod.role, lod.value));
    }
    if let Some(proxy) = node.proxy.as_deref() {
        add("proxy", &format_args!("{:?} {}", proxy.path, proxy.id));
    }
    if node.hidden {
        text.push_str(" hidden");
    }
    text
}

fn dump_mesh(p: &mut Printer<'_>, mesh: &Mesh) {
    writeln!(p, "positions {}", vec3s(&mesh.positions));
    p.list("normals", &vec3s(&mesh.normals));
    p.list("tangents", &vec4s(&mesh.tangents));
    for (i, set) in mesh.color_sets.iter().enumerate() {
        writeln!(p, "colors {i} {}", vec4s(set));
    }
    for (i, set) in mesh.uv_sets.iter().enumerate() {
        writeln!(p, "uvs {i} {}", vec2s(set));
    }
    if !mesh.weights.is_empty() {
        writeln!(p, "weight starts {}", integers(mesh.weights.starts.iter().copied()));
        writeln!(p, "influences {}", numbers(mesh.weights.influences.iter().map(|i| [i.joint as f32, i.weight])));
    }
    for attribute in &mesh.attributes {
        let values = match &attribute.data {
            AttributeData::Float { components, values } => {
                format!("{components} x {}", numbers(values.iter().map(|&v| [v])))
            }
            AttributeData::UInt(values) => integers(values.iter().copied()),
        };
        writeln!(p, "attribute {} {values}", attribute.name);
    }
    for (i, part) in mesh.parts.iter().enumerate() {
        let (faces, triangles) = (part.faces.len(), part.faces.triangle_count());
        let material = part.material.map(|id| id.0);
        let name = &part.name;
        p.block(format_args!("part {i} {name:?} material {material:?} faces {faces} triangles {triangles}"), |p| {
            writeln!(p, "indices {}", integers(part.faces.indices().iter().copied()));
            p.list("flags", &integers(part.face_flags.iter().copied()));
            extras(p, &part.extras);
        });
    }
    for selection in &mesh.selections {
        p.block(format_args!("selection {:?}", selection.name), |p| {
            writeln!(p, "vertices {}", integers(selection.vertices.iter().copied()));
            writeln!(p, "faces {}", integers(selection.faces.iter().copied()));
            p.list("weights", &numbers(selection.weights.iter().map(|&w| [w])));
            extras(p, &selection.extras);
        });
    }
    for target in &mesh.morph_targets {
        writeln!(p, "morph {:?} weight {} {}", target.name, target.weight, vec3s(&target.positions));
        p.list("morph normals", &vec3s(&target.normals));
    }
    for frame in &mesh.vertex_frames {
        writeln!(p, "frame {} {}", frame.time, vec3s(&frame.positions));
    }
    extras(p, &mesh.extras);
}

fn dump_animation(p: &mut Printer<'_>, i: usize, animation: &Animation) {
    let Animation { name, first, last, ticks_per_second: rate, looping, .. } = animation;
    p.block(format_args!("animation {i} {name:?} {first}..={last} rate {rate} looping {looping}"), |p| {
        for clip in &animation.clips {
            writeln!(p, "clip {:?} {}..={} looping {}", clip.name, clip.first, clip.last, clip.looping);
        }
        for channel in &animation.channels {
            let (target, property) = (channel.target.0, channel.track.property());
            p.block(format_args!("channel node {target} {property} {:?}", channel.interpolation), |p| {
                writeln!(p, "times {}", numbers(channel.times.iter().map(|&t| [t])));
                let values = match &channel.track {
                    Track::Translation(values) | Track::Scale(values) => vec3s(values),
                    Track::Rotation(values) => quats(values),
                    Track::Weights { targets, values } => {
                        format!("{targets} x {}", numbers(values.iter().map(|&v| [v])))
                    }
                };
                writeln!(p, "values {values}");
            });
        }
        extras(p, &animation.extras);
    });
}

fn extras(p: &mut Printer<'_>, extras: &Extras) {
    for (key, value) in extras {
        writeln!(p, "extra {key} = {}", extra(value));
    }
}

fn extra(value: &Extra) -> String {
    match value {
        Extra::Bool(value) => value.to_string(),
        Extra::Int(value) => value.to_string(),
        Extra::Float(value) => value.to_string(),
        Extra::Text(text) => format!("{text:?}"),
        Extra::Bytes(raw) => bytes(raw),
        Extra::List(list) => format!("[{}]", list.iter().map(extra).collect::<Vec<_>>().join(", ")),
        Extra::Map(map) => {
            let entries: Vec<_> = map.iter().map(|(key, value)| format!("{key}: {}", extra(value))).collect();
            format!("{{{}}}", entries.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries() {
        assert_eq!(numbers::<2>(std::iter::empty()), "0");
        assert!(numbers([[1.0, 2.0], [0.5, 3.0]].into_iter()).starts_with("2 min (0.5, 2) max (1, 3) hash "));
        assert!(integers([3, -1].into_iter()).ends_with("first 3 last -1"));
        assert!(bytes(&[1, 255]).ends_with(" 01 ff") && bytes(&[0; 17]).ends_with(" 00 .."));
    }

    #[test]
    fn a_changed_number_changes_the_dump() {
        let dump = |x: f32| {
            let mut text = String::new();
            let positions = vec![Vec3::ZERO, Vec3::new(x, 0.0, 0.0), Vec3::ONE];
            let scene = Scene { meshes: vec![Mesh { positions, ..Mesh::default() }], ..Scene::default() };
            super::scene(&scene, &mut text).unwrap();
            text
        };
        assert_eq!(dump(0.5), dump(0.5));
        assert_ne!(dump(0.5), dump(0.6));
    }
}
