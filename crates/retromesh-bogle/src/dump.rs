//! The printer of documents.

use crate::document::{Collection, Document, GeometryData, Instance, Material, Placement};
use crate::layout::Layout;
use crate::parse::after_close;
use crate::tree;
use crate::vertex::{self, BoneNumbers};
use retromesh_kit::dump::{Printer, integers, numbers, tuple};
use retromesh_wire::Rows;
use std::fmt::{self, Write};

const TEXTURES: [&str; 8] =
    ["ambient", "emissive", "diffuse", "specular", "specular power", "normal", "bump", "opacity"];

impl Document<'_> {
    /// Prints the document, one construct a line.
    ///
    /// # Errors
    /// `out` refuses to be written.
    pub fn dump(&self, out: &mut dyn Write) -> fmt::Result {
        let p = &mut Printer::new(out);
        writeln!(p, "bogle {}", self.layout);
        if self.layout.has_skybox() {
            writeln!(p, "skybox {}", self.skybox.escaped());
        }
        if self.layout >= Layout::L5 {
            writeln!(p, "ambient {}", tuple(&self.ambient));
        }
        self.dump_objects(p);
        for (n, c) in self.cameras.iter().enumerate() {
            let (n, name, size) = (n + 1, c.name.escaped(), format!("{}x{}", c.width, c.height));
            let (kind, near, far, fov, main) = (c.kind, c.near, c.far, c.fov, c.main);
            writeln!(p, "camera {n} {name} type {kind} {size} near {near} far {far} fov {fov} main {main}");
        }
        for (n, g) in self.geometries.iter().enumerate() {
            let file = if self.layout == Layout::L16 { format!(" file {}", g.file.escaped()) } else { String::new() };
            p.block(format_args!("geometry {} {} type {}{file}", n + 1, g.name.escaped(), g.kind), |p| match &g.data {
                Some(data) => dump_data(p, data),
                None => writeln!(p, "missing"),
            });
        }
        for (n, material) in self.materials.iter().enumerate() {
            dump_material(p, n, material, self.layout);
        }
        for (n, l) in self.lights.iter().enumerate() {
            let fade = if self.layout < Layout::L8 {
                format!("range {}", l.range)
            } else {
                format!("attenuation {}", tuple(&l.attenuation))
            };
            let (name, color) = (l.name.escaped(), tuple(&l.color));
            let (n, kind, intensity, angle) = (n + 1, l.kind, l.intensity, l.angle);
            writeln!(p, "light {n} {name} type {kind} color {color} {fade} intensity {intensity} angle {angle}");
        }
        for (n, collection) in self.collections.iter().enumerate() {
            dump_collection(p, n, collection);
        }
        for (n, instance) in self.instances.iter().enumerate() {
            dump_instance(p, n, instance);
        }
        if self.layout >= Layout::L4 {
            self.dump_tree(p);
        }
        if !self.trailing.is_empty() {
            writeln!(p, "trailing {} bytes", self.trailing.len());
        }
        p.finish()
    }

    fn dump_objects(&self, p: &mut Printer<'_>) {
        for (n, object) in self.objects.iter().enumerate() {
            let slack = object.name.slack().len();
            p.block(format_args!("object {n} {} slack {slack}", object.name.text().escaped()), |p| {
                let data = GeometryData { vertices: object.vertices.clone(), indices: object.indices.borrowed() };
                dump_data(p, &data);
                if self.layout >= Layout::L2 {
                    writeln!(p, "placement {}", tuple(&object.placement));
                }
            });
        }
        dump_rows(p, "viewpoint", &self.viewpoints);
        dump_rows(p, "phong light", &self.phong_lights);
        for (n, light) in self.aimed_lights.iter().enumerate() {
            writeln!(p, "aimed light {n} {light:?}");
        }
        p.list("object materials", &integers(self.object_materials.iter()));
    }

    fn dump_tree(&self, p: &mut Printer<'_>) {
        let count = self.instances.len().max(self.objects.len());
        let tree = tree::read(self.tree.bytes(), count, after_close(self.layout)).unwrap_or_default();
        let text = if self.tree.len() > 200 { format!("{} bytes", self.tree.len()) } else { self.tree.escaped() };
        let (placed, repeated, depth, open) = (tree.order.len(), tree.repeated.len(), tree.depth, tree.unclosed);
        writeln!(p, "tree {text} placed {placed} repeated {repeated} depth {depth} unclosed {open}");
    }
}

fn dump_rows<const N: usize>(p: &mut Printer<'_>, name: &str, rows: &Rows<'_, [f32; N]>) {
    rows.iter().enumerate().for_each(|(n, row)| writeln!(p, "{name} {n} {}", tuple(&row)));
}

fn dump_data(p: &mut Printer<'_>, data: &GeometryData<'_>) {
    let vertices = &data.vertices;
    writeln!(p, "vertices {} of {} bytes", vertices.len(), vertices.stride());
    let vec3 = |column| numbers(vertices.column::<[f32; 3]>(column));
    writeln!(p, "positions {}", vec3(vertex::POSITION));
    writeln!(p, "uvs {}", numbers(vertices.column::<[f32; 2]>(vertex::UV)));
    let columns = [("normals", vertex::NORMAL), ("tangents", vertex::TANGENT), ("binormals", vertex::BINORMAL)];
    for (name, column) in columns.into_iter().filter(|&(_, column)| column < vertices.stride()) {
        writeln!(p, "{name} {}", vec3(column));
    }
    if vertices.stride() == vertex::SIZE {
        let kind = BoneNumbers::of(data);
        let words =
            vertices.column::<[u32; 3]>(vertex::BONES).flatten().map(|word| kind.number(word).map_or(-1, i64::from));
        writeln!(p, "bones {kind:?} {}", integers(words));
        writeln!(p, "weights {}", vec3(vertex::WEIGHTS));
    }
    writeln!(p, "indices {}", integers(data.indices.iter()));
}

fn dump_material(p: &mut Printer<'_>, n: usize, m: &Material<'_>, layout: Layout) {
    p.block(format_args!("material {} {} type {} shader {}", n + 1, m.name.escaped(), m.kind, m.shader), |p| {
        let colors =
            [("ambient", m.ambient), ("emissive", m.emissive), ("diffuse", m.diffuse), ("specular", m.specular)];
        for (name, color) in colors {
            writeln!(p, "{name} {}", tuple(&color));
        }
        if layout <= Layout::L10 {
            writeln!(p, "reflectance {}", tuple(&m.reflectance_color));
        } else {
            writeln!(p, "reflectance {} refraction {}", m.reflectance, m.refraction);
        }
        let (opacity, power, ior) = (m.opacity, m.specular_power, m.index_of_refraction);
        let (bump, scale, threshold) = (m.bump_intensity, m.specular_scale, m.alpha_threshold);
        let factors = format!("bump {bump} specular scale {scale} threshold {threshold}");
        writeln!(p, "opacity {opacity} specular power {power} ior {ior} {factors} blending {}", m.blending);
        let textures = TEXTURES.iter().zip(&m.textures).filter(|(_, stem)| !stem.is_empty());
        for (name, stem) in textures {
            writeln!(p, "{name} texture {}", stem.escaped());
        }
    });
}

fn dump_collection(p: &mut Printer<'_>, n: usize, collection: &Collection<'_>) {
    p.block(format_args!("collection {} {} type {}", n + 1, collection.name.escaped(), collection.kind), |p| {
        writeln!(p, "matrix {}", tuple(&collection.matrix));
        for (b, bone) in collection.bones.iter().enumerate() {
            let (position, rotation) = (tuple(&bone.position), tuple(&bone.rotation));
            writeln!(p, "bone {} parent {} position {position} rotation {rotation}", b + 1, bone.parent);
        }
        for animation in &collection.animations {
            p.block(format_args!("animation {}", animation.name.escaped()), |p| {
                writeln!(p, "times {}", numbers(animation.keys.column::<[f32; 1]>(0)));
                writeln!(p, "offsets {}", numbers(animation.keys.column::<[f32; 3]>(4)));
                for b in 0..collection.bones.len() {
                    let rotations = numbers(animation.keys.column::<[f32; 4]>(16 + 16 * b));
                    writeln!(p, "bone {} {rotations}", b + 1);
                }
            });
        }
    });
}

fn dump_instance(p: &mut Printer<'_>, n: usize, instance: &Instance<'_>) {
    let Instance { camera, geometry, material, light, collection, .. } = *instance;
    let names = ["camera", "geometry", "material", "light", "collection"];
    let mut links = String::new();
    for (name, index) in names.into_iter().zip([camera, geometry, material, light, collection]) {
        if index != 0 {
            let _ = write!(links, " {name} {index}");
        }
    }
    let placement = match &instance.placement {
        Placement::Matrix(matrix) => format!("matrix {}", tuple(matrix)),
        Placement::Parts(parts) => format!("placement {}", tuple(parts)),
    };
    writeln!(p, "instance {n} {}{links} {placement}", instance.name.escaped());
}
