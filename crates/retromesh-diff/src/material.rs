//! Pairs materials by the faces that use them, and compares them.

use super::accumulate::{Accumulator, short, words};
use super::nodes::{apart, side};
use super::pairs::Pairs;
use super::surface::Surface;
use super::{Side, Tolerance};
use glam::Vec3;
use retromesh_core::material::{Blend, LayerBlend, Material, Shading, Texture, TextureLayer, UvTransform};
use retromesh_core::{MaterialId, Scene};
use retromesh_kit::Feature;
use retromesh_kit::image_files::without_extension;
use std::collections::{BTreeMap, HashMap, VecDeque};

/// Returns the name of the image that gives a material its colour.
pub(super) fn base_image(scene: &Scene, material: &Material) -> Option<String> {
    material.color_layer(scene).map(|(_, texture)| image(scene, texture))
}

/// Returns what moves the first UV set where the base texture of a material uses it.
pub(super) fn uv_transform(scene: &Scene, material: MaterialId) -> Option<UvTransform> {
    let (layer, texture) = scene[material].color_layer(scene)?;
    (layer.uv_set == 0).then_some(texture.transform)
}

/// Compares the materials of paired triangles.
pub(super) fn compare(a: &Surface<'_>, b: &Surface<'_>, pairs: &Pairs, tolerance: &Tolerance, out: &mut Accumulator) {
    let mut votes: BTreeMap<(Option<MaterialId>, Option<MaterialId>), usize> = BTreeMap::new();
    for pair in &pairs.matched {
        let (x, y) = (&a.triangles[pair.a as usize], &b.triangles[pair.b as usize]);
        *votes.entry((x.material, y.material)).or_default() += 1;
    }
    let mut partner: HashMap<Option<MaterialId>, (Option<MaterialId>, usize)> = HashMap::new();
    for (&(x, y), &count) in &votes {
        let name = |surface: &Surface<'_>, id| surface.material(id);
        // Names decide between partners with as many faces.
        let better = partner.get(&x).is_none_or(|&(other, max)| {
            count > max || (count == max && name(a, x) == name(b, y) && name(a, x) != name(b, other))
        });
        if better {
            partner.insert(x, (y, count));
        }
    }
    for (&(x, y), count) in &votes {
        let other = partner.get(&x).map_or(y, |(other, _)| *other);
        if other != y && has_more(a.scene, x, b.scene, [y, other], tolerance) {
            let is_shared = b.material(y) == b.material(other);
            let name = |id: Option<MaterialId>| match id.filter(|_| is_shared) {
                Some(number) => format!("{} (#{})", b.material(id), number.index()),
                None => b.material(id),
            };
            let detail = format!("{count} triangles are of {}, the others of {}", name(y), name(other));
            out.say(Feature::Materials, Side::Both, &format!("material {}", a.material(x)), detail);
        }
    }
    for (x, (y, _)) in partner {
        let path = format!("material {}", a.material(x));
        let of = |scene: &'_ Scene, id: Option<MaterialId>| id.map_or_else(Material::default, |id| scene[id].clone());
        let (first, second) = (of(a.scene, x), of(b.scene, y));
        Comparison { a: a.scene, b: b.scene, path, limit: tolerance.value, out }.materials(&first, &second);
    }
}

/// Returns whether a material differs from the first of two others in more than its name and what it differs in from the second, too.
fn has_more(
    a: &Scene,
    x: Option<MaterialId>,
    b: &Scene,
    others: [Option<MaterialId>; 2],
    tolerance: &Tolerance,
) -> bool {
    let plain = Material::default();
    let material = |scene: &'_ Scene, id: Option<MaterialId>| id.map_or_else(|| plain.clone(), |id| scene[id].clone());
    let [first, second] = others.map(|other| {
        let mut out = Accumulator::default();
        let mut comparison = Comparison { a, b, path: String::new(), limit: tolerance.value, out: &mut out };
        comparison.materials(&material(a, x), &material(b, other));
        out.finish()
    });
    first.iter().any(|difference| difference.feature != Feature::MaterialNames && !second.contains(difference))
}

struct Comparison<'s> {
    a: &'s Scene,
    b: &'s Scene,
    path: String,
    limit: f32,
    out: &'s mut Accumulator,
}

impl Comparison<'_> {
    fn materials(&mut self, x: &Material, y: &Material) {
        if x.name != y.name {
            let side = side(!x.name.is_empty(), !y.name.is_empty());
            self.say(Feature::MaterialNames, side, format!("is named {:?} in the second", y.name));
        }
        self.color(Feature::BaseColor, x.base_color.truncate(), y.base_color.truncate());
        self.number(Feature::Opacity, x.base_color.w, y.base_color.w);
        self.color(Feature::Emission, x.emissive, y.emissive);
        self.number(Feature::Gloss, x.shininess, y.shininess);
        // Without gloss it does not matter whether a specular colour is black or not there.
        self.color(Feature::Gloss, x.specular.unwrap_or_default(), y.specular.unwrap_or_default());
        let [from, to] = [x, y].map(|m| m.ambient.map(|color| color.to_array()));
        let is_near = |(x, y): ([f32; 3], [f32; 3])| x.iter().zip(y).all(|(x, y)| apart(*x, y) <= self.limit);
        if from.is_some() != to.is_some() || !from.zip(to).is_none_or(is_near) {
            let detail = format!("{} became {}", words(&from), words(&to));
            self.say(Feature::AmbientColor, side(from.is_some(), to.is_some()), detail);
        }
        // What is not said to be metal is none, and what has no roughness of its own is as rough as its gloss leaves it.
        let roughness = |m: &Material| m.roughness.unwrap_or(1.0 - m.shininess);
        self.number(Feature::MetallicRoughness, x.metallic.unwrap_or(0.0), y.metallic.unwrap_or(0.0));
        self.number(Feature::MetallicRoughness, roughness(x), roughness(y));
        // A surface that is added or multiplied is so whatever its alpha mode.
        let by_alpha = x.blend == Blend::Alpha;
        if x.blend != y.blend || (by_alpha && x.alpha_mode != y.alpha_mode) {
            let reported = |m: &Material| match m.blend {
                Blend::Alpha => words(&m.alpha_mode),
                blend => format!("{} {}", words(&m.alpha_mode), words(&blend)),
            };
            self.say(Feature::Blending, Side::Both, format!("{} became {}", reported(x), reported(y)));
        }
        if x.shading.double_sided != y.shading.double_sided {
            let side = side(x.shading.double_sided, y.shading.double_sided);
            self.say(Feature::DoubleSided, side, "in one only".to_owned());
        }
        let plain = |shading: Shading| Shading { double_sided: false, ..shading };
        if plain(x.shading) != plain(y.shading) {
            let (from, to) = (switches(x.shading), switches(y.shading));
            self.say(Feature::Shading, Side::Both, format!("{from} became {to}"));
        }
        self.layers(x, y);
        super::extras::tables(&x.extras, Some(&y.extras), &self.path, self.out);
    }

    fn layers(&mut self, x: &Material, y: &Material) {
        let first: Vec<_> = x.drawn_layers(self.a).collect();
        let mut second: Vec<Option<_>> = y.drawn_layers(self.b).map(Some).collect();
        let base_layer = x.color_layer(self.a).map(|(layer, _)| layer.slot);
        let mut partners = vec![None; first.len()];
        // By image first, then by role: an image may change its role, or a role its image.
        for by_image in [true, false] {
            let key = |scene, (layer, texture): (&TextureLayer, &Texture)| {
                if by_image { (Some(image(scene, texture)), None) } else { (None, Some(layer.role)) }
            };
            let mut waiting: HashMap<_, VecDeque<usize>> = HashMap::new();
            for (number, other) in second.iter().enumerate() {
                if let Some(other) = *other {
                    waiting.entry(key(self.b, other)).or_default().push_back(number);
                }
            }
            for (own, partner) in first.iter().zip(&mut partners).filter(|(_, partner)| partner.is_none()) {
                let first = waiting.get_mut(&key(self.a, *own)).and_then(VecDeque::pop_front);
                *partner = first.and_then(|number| second[number].take());
            }
        }
        for ((layer, texture), partner) in first.iter().zip(partners) {
            let is_base = base_layer == Some(layer.slot);
            let feature = if is_base { Feature::BaseTexture } else { Feature::FurtherLayers };
            let name = image(self.a, texture);
            match partner {
                None => self.say(feature, Side::First, format!("layer {} ({name}) is in the first only", layer.slot)),
                Some(partner) => self.layer(feature, is_base, (layer, texture), partner),
            }
        }
        for (layer, texture) in second.into_iter().flatten() {
            let is_base = y.color_layer(self.b).is_some_and(|(base, _)| base.slot == layer.slot);
            let feature = if is_base { Feature::BaseTexture } else { Feature::FurtherLayers };
            let name = image(self.b, texture);
            self.say(feature, Side::Second, format!("layer {} ({name}) is in the second only", layer.slot));
        }
    }

    fn layer(
        &mut self,
        feature: Feature,
        is_base: bool,
        (layer, texture): (&TextureLayer, &Texture),
        (other_layer, other): (&TextureLayer, &Texture),
    ) {
        let (x, y) = (image(self.a, texture), image(self.b, other));
        if x != y {
            self.say(feature, Side::Both, format!("image {x} became {y}"));
        }
        // The first layer lies on the bare surface: multiplying and covering are one there.
        let blends =
            |blend: LayerBlend| if is_base && blend == LayerBlend::Alpha { LayerBlend::Multiply } else { blend };
        let facts = |layer: &TextureLayer| (layer.role, blends(layer.blend), layer.uv_set);
        if facts(layer) != facts(other_layer) {
            let reported = |layer| {
                let (role, blend, set) = facts(layer);
                format!("{}, {}, UV set {set}", words(&role), words(&blend))
            };
            let (from, to) = (reported(layer), reported(other_layer));
            self.say(Feature::FurtherLayers, Side::Both, format!("{x}: {from} became {to}"));
        }
        let corners = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]].map(glam::Vec2::from);
        let moved = |t: &Texture| corners.map(|uv| t.transform.apply(uv));
        let distance = moved(texture).iter().zip(moved(other)).map(|(x, y)| x.distance(y)).fold(0.0, f32::max);
        if distance > self.limit * 10.0 {
            let side = side(!texture.transform.is_identity(), !other.transform.is_identity());
            self.say(
                Feature::UvTransforms,
                side,
                format!("{x}: coordinates differ by up to {}", short(distance.into())),
            );
        }
        let options = |t: &Texture| {
            let kept = |on: bool| if on { "yes" } else { "no" }.to_owned();
            [
                ("wrap u", words(&t.wrap_u)),
                ("wrap v", words(&t.wrap_v)),
                ("mipmaps", kept(t.mipmap)),
                ("nearest", kept(t.nearest)),
                ("alpha", words(&t.alpha)),
                ("mapping", words(&t.mapping)),
            ]
        };
        let both = options(texture).into_iter().zip(options(other));
        let changed: Vec<String> =
            both.filter(|(x, y)| x != y).map(|((name, from), (_, to))| format!("{name} {from} became {to}")).collect();
        if !changed.is_empty() {
            self.say(Feature::TextureOptions, Side::Both, format!("{x}: {}", changed.join(", ")));
        }
    }

    fn say(&mut self, feature: Feature, side: Side, detail: String) {
        self.out.say(feature, side, &self.path, detail);
    }

    fn color(&mut self, feature: Feature, x: Vec3, y: Vec3) {
        let distance = x.distance(y);
        if distance > self.limit {
            self.out.measure(feature, &self.path, "colour", distance, || format!("{x} to {y}"));
        }
    }

    fn number(&mut self, feature: Feature, x: f32, y: f32) {
        let distance = apart(x, y);
        if distance > self.limit {
            self.out.measure(feature, &self.path, "value", distance, || format!("{x} to {y}"));
        }
    }
}

/// Returns the name of a texture's image without folders and extension: conversions embed, link and transcode images.
fn image(scene: &Scene, texture: &Texture) -> String {
    let file = texture.image.map_or("", |id| scene[id].file_name());
    without_extension(file).to_lowercase()
}

fn switches(shading: Shading) -> String {
    let all = [
        (shading.unlit, "unlit"),
        (shading.vertex_colors, "vertex colours"),
        (shading.vertex_alpha, "vertex alpha"),
        (shading.flat, "flat"),
        (shading.no_fog, "no fog"),
    ];
    let names: Vec<&str> = all.into_iter().filter(|(on, _)| *on).map(|(_, name)| name).collect();
    if names.is_empty() { "plain".to_owned() } else { names.join(" and ") }
}
