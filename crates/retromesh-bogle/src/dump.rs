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
        p.line(format_args!("bogle {}", self.layout))?;
        if self.layout.has_skybox() {
            p.line(format_args!("skybox {}", self.skybox.escaped()))?;
        }
        if self.layout >= Layout::L5 {
            p.line(format_args!("ambient {}", tuple(&self.ambient)))?;
        }
        self.dump_objects(p)?;
        for (n, c) in self.cameras.iter().enumerate() {
            p.line(format_args!(
                "camera {} {} type {} {}x{} near {} far {} fov {} main {}",
                n + 1,
                c.name.escaped(),
                c.kind,
                c.width,
                c.height,
                c.near,
                c.far,
                c.fov,
                c.main
            ))?;
        }
        for (n, g) in self.geometries.iter().enumerate() {
            let file = if self.layout == Layout::L16 { format!(" file {}", g.file.escaped()) } else { String::new() };
            p.block(format_args!("geometry {} {} type {}{file}", n + 1, g.name.escaped(), g.kind), |p| {
                match &g.data {
                    Some(data) => dump_data(p, data),
                    None => p.line(format_args!("missing")),
                }
            })?;
        }
        for (n, material) in self.materials.iter().enumerate() {
            dump_material(p, n, material, self.layout)?;
        }
        for (n, l) in self.lights.iter().enumerate() {
            let fade = if self.layout < Layout::L8 {
                format!("range {}", l.range)
            } else {
                format!("attenuation {}", tuple(&l.attenuation))
            };
            let (name, color) = (l.name.escaped(), tuple(&l.color));
            let (kind, intensity, angle) = (l.kind, l.intensity, l.angle);
            let n = n + 1;
            p.line(format_args!(
                "light {n} {name} type {kind} color {color} {fade} intensity {intensity} angle {angle}"
            ))?;
        }
        for (n, collection) in self.collections.iter().enumerate() {
            dump_collection(p, n, collection)?;
        }
        for (n, instance) in self.instances.iter().enumerate() {
            dump_instance(p, n, instance)?;
        }
        if self.layout >= Layout::L4 {
            self.dump_tree(p)?;
        }
        self.dump_trailing(p)
    }

    fn dump_objects(&self, p: &mut Printer<'_>) -> fmt::Result {
        for (n, object) in self.objects.iter().enumerate() {
            let slack = object.name.slack().len();
            p.block(format_args!("object {n} {} slack {slack}", object.name.text().escaped()), |p| {
                let data = GeometryData { vertices: object.vertices.clone(), indices: object.indices.borrowed() };
                dump_data(p, &data)?;
                if self.layout >= Layout::L2 {
                    p.line(format_args!("placement {}", tuple(&object.placement)))?;
                }
                Ok(())
            })?;
        }
        dump_rows(p, "viewpoint", &self.viewpoints)?;
        dump_rows(p, "phong light", &self.phong_lights)?;
        for (n, light) in self.aimed_lights.iter().enumerate() {
            p.line(format_args!("aimed light {n} {light:?}"))?;
        }
        if !self.object_materials.is_empty() {
            p.line(format_args!("object materials {}", integers(self.object_materials.iter().map(i64::from))))?;
        }
        Ok(())
    }

    fn dump_tree(&self, p: &mut Printer<'_>) -> fmt::Result {
        let count = self.instances.len().max(self.objects.len());
        let tree = tree::read(self.tree.bytes(), count, after_close(self.layout)).unwrap_or_default();
        let text = if self.tree.len() > 200 { format!("{} bytes", self.tree.len()) } else { self.tree.escaped() };
        let (placed, repeated, depth, open) = (tree.order.len(), tree.repeated.len(), tree.depth, tree.unclosed);
        p.line(format_args!("tree {text} placed {placed} repeated {repeated} depth {depth} unclosed {open}"))
    }

    fn dump_trailing(&self, p: &mut Printer<'_>) -> fmt::Result {
        let len = self.trailing.len();
        if len == 0 { Ok(()) } else { p.line(format_args!("trailing {len} bytes")) }
    }
}

fn dump_rows<const N: usize>(p: &mut Printer<'_>, name: &str, rows: &Rows<'_, [f32; N]>) -> fmt::Result {
    rows.iter().enumerate().try_for_each(|(n, row)| p.line(format_args!("{name} {n} {}", tuple(&row))))
}

fn dump_data(p: &mut Printer<'_>, data: &GeometryData<'_>) -> fmt::Result {
    let vertices = &data.vertices;
    p.line(format_args!("vertices {} of {} bytes", vertices.len(), vertices.stride()))?;
    let vec3 = |column| numbers(vertices.column::<[f32; 3]>(column));
    p.line(format_args!("positions {}", vec3(vertex::POSITION)))?;
    p.line(format_args!("uvs {}", numbers(vertices.column::<[f32; 2]>(vertex::UV))))?;
    let columns = [("normals", vertex::NORMAL), ("tangents", vertex::TANGENT), ("binormals", vertex::BINORMAL)];
    for (name, column) in columns.into_iter().filter(|&(_, column)| column < vertices.stride()) {
        p.line(format_args!("{name} {}", vec3(column)))?;
    }
    if vertices.stride() == vertex::SIZE {
        let kind = BoneNumbers::of(data);
        let words =
            vertices.column::<[u32; 3]>(vertex::BONES).flatten().map(|word| kind.number(word).map_or(-1, i64::from));
        p.line(format_args!("bones {kind:?} {}", integers(words)))?;
        p.line(format_args!("weights {}", vec3(vertex::WEIGHTS)))?;
    }
    p.line(format_args!("indices {}", integers(data.indices.iter().map(i64::from))))
}

fn dump_material(p: &mut Printer<'_>, n: usize, m: &Material<'_>, layout: Layout) -> fmt::Result {
    p.block(format_args!("material {} {} type {} shader {}", n + 1, m.name.escaped(), m.kind, m.shader), |p| {
        let colors =
            [("ambient", m.ambient), ("emissive", m.emissive), ("diffuse", m.diffuse), ("specular", m.specular)];
        for (name, color) in colors {
            p.line(format_args!("{name} {}", tuple(&color)))?;
        }
        if layout <= Layout::L10 {
            p.line(format_args!("reflectance {}", tuple(&m.reflectance_color)))?;
        } else {
            p.line(format_args!("reflectance {} refraction {}", m.reflectance, m.refraction))?;
        }
        p.line(format_args!(
            "opacity {} specular power {} ior {} bump {} specular scale {} threshold {} blending {}",
            m.opacity,
            m.specular_power,
            m.index_of_refraction,
            m.bump_intensity,
            m.specular_scale,
            m.alpha_threshold,
            m.blending
        ))?;
        let textures = TEXTURES.iter().zip(&m.textures).filter(|(_, stem)| !stem.is_empty());
        for (name, stem) in textures {
            p.line(format_args!("{name} texture {}", stem.escaped()))?;
        }
        Ok(())
    })
}

fn dump_collection(p: &mut Printer<'_>, n: usize, collection: &Collection<'_>) -> fmt::Result {
    p.block(format_args!("collection {} {} type {}", n + 1, collection.name.escaped(), collection.kind), |p| {
        p.line(format_args!("matrix {}", tuple(&collection.matrix)))?;
        for (b, bone) in collection.bones.iter().enumerate() {
            let (position, rotation) = (tuple(&bone.position), tuple(&bone.rotation));
            p.line(format_args!("bone {} parent {} position {position} rotation {rotation}", b + 1, bone.parent))?;
        }
        for animation in &collection.animations {
            p.block(format_args!("animation {}", animation.name.escaped()), |p| {
                p.line(format_args!("times {}", numbers(animation.keys.column::<[f32; 1]>(0))))?;
                p.line(format_args!("offsets {}", numbers(animation.keys.column::<[f32; 3]>(4))))?;
                for b in 0..collection.bones.len() {
                    let rotations = numbers(animation.keys.column::<[f32; 4]>(16 + 16 * b));
                    p.line(format_args!("bone {} {rotations}", b + 1))?;
                }
                Ok(())
            })?;
        }
        Ok(())
    })
}

fn dump_instance(p: &mut Printer<'_>, n: usize, instance: &Instance<'_>) -> fmt::Result {
    let mut links = String::new();
    for (name, index) in [
        ("camera", instance.camera),
        ("geometry", instance.geometry),
        ("material", instance.material),
        ("light", instance.light),
        ("collection", instance.collection),
    ] {
        if index != 0 {
            write!(links, " {name} {index}")?;
        }
    }
    let placement = match &instance.placement {
        Placement::Matrix(matrix) => format!("matrix {}", tuple(matrix)),
        Placement::Parts(parts) => format!("placement {}", tuple(parts)),
    };
    p.line(format_args!("instance {n} {}{links} {placement}", instance.name.escaped()))
}
