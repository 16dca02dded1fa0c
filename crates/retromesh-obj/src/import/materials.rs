//! Material libraries to materials, textures and images.

use super::maps::Map;
use super::{Report, at, text};
use crate::document::Document;
use crate::lines::{split_word, trim};
use crate::statement::Numbers;
use glam::Vec3;
use retromesh_core::material::{
    AlphaMode, Image, LayerBlend, Mapping, Material, Texture, TextureLayer, TextureRole, UvTransform, Wrap,
};
use retromesh_core::{Code, Diagnostics, Extra, Finding, ImageId, MaterialId, Result, Scene, TextureId};
use retromesh_wire::RawStr;
use std::collections::HashMap;

/// The largest `Ns`, by the format's text: the sharpest highlight.
pub(crate) const MAX_SHININESS: f32 = 1000.0;

/// The statements that name textures with a role in the scene.
pub(crate) const MAPS: [(&str, TextureRole); 12] = [
    ("map_Kd", TextureRole::Color),
    ("map_Ka", TextureRole::Ambient),
    ("map_Ks", TextureRole::Specular),
    ("map_Ke", TextureRole::Emissive),
    ("map_Ns", TextureRole::SpecularPower),
    ("map_d", TextureRole::Opacity),
    ("map_Bump", TextureRole::Bump),
    ("norm", TextureRole::Normal),
    ("refl", TextureRole::Environment),
    ("map_bump", TextureRole::Bump),
    ("bump", TextureRole::Bump),
    ("map_norm", TextureRole::Normal),
];

/// Reads all libraries into the scene and returns the material of each name in `used`.
pub(super) fn read(
    document: &Document<'_>,
    used: &[(Vec<u8>, u64)],
    scene: &mut Scene,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<Option<MaterialId>>> {
    let mut names: HashMap<Vec<u8>, MaterialId> = HashMap::new();
    let mut textures = Textures::default();
    for (n, library) in document.libraries.iter().enumerate() {
        // Names that differ in case may lead to one file, which says nothing new the second time.
        if document.libraries.iter().take(n).any(|earlier| earlier.text == library.text) {
            continue;
        }
        let mut report = Report::default();
        let mut current: Option<Building> = None;
        // Its textures are named from its own folder.
        textures.start(&library.name);
        for line in library.lines() {
            let (keyword, rest) = split_word(&line.text);
            let rest = trim(rest);
            match (keyword, &mut current) {
                ([] | [b'#', ..], _) => {}
                (b"newmtl", _) => {
                    if let Some(building) = current.take() {
                        scene.materials.push(building.finish());
                    }
                    // Of two materials of one name the first counts.
                    names.entry(rest.to_vec()).or_insert(MaterialId::new(scene.materials.len()));
                    current = Some(Building::new(text(rest, line.offset, &mut report)));
                }
                (_, Some(building)) => {
                    building.statement(keyword, rest, line.offset, &mut textures, scene, &mut report);
                }
                (_, None) => report.add(Code::LostChunk, "a material's property before newmtl", 1, Some(line.offset)),
            }
        }
        scene.materials.extend(current.map(Building::finish));
        report.flush(diagnostics, |finding, offset| at(finding, offset).within(library.name.clone()))?;
    }
    let mut ids = Vec::with_capacity(used.len());
    let mut report = Report::default();
    for (name, offset) in used {
        if let Some(&id) = names.get(name) {
            ids.push(Some(id));
            continue;
        }
        let detail = RawStr::new(name.get(..64).unwrap_or(name)).escaped();
        diagnostics.report(Finding::new(Code::MissingMaterial).at(*offset).detail(detail))?;
        ids.push(Some(MaterialId::new(scene.materials.len())));
        let name = text(name, *offset, &mut report);
        scene.materials.push(Material { name, ..Material::default() });
    }
    report.flush(diagnostics, at)?;
    Ok(ids)
}

/// A material at work.
struct Building {
    material: Material,
    /// Whether `d` was there: it outranks `Tr`, which programs write in two contrary ways.
    has_dissolve: bool,
}

impl Building {
    fn new(name: String) -> Self {
        Self { material: Material { name, ..Material::default() }, has_dissolve: false }
    }

    fn finish(mut self) -> Material {
        let opacity = self.material.layers.iter().any(|layer| layer.role == TextureRole::Opacity);
        if opacity || self.material.base_color.w < 1.0 {
            self.material.alpha_mode = AlphaMode::Blend;
        }
        self.material
    }

    fn statement(
        &mut self,
        keyword: &[u8],
        rest: &[u8],
        offset: u64,
        textures: &mut Textures,
        scene: &mut Scene,
        report: &mut Report,
    ) {
        if let Some(&(_, role)) = MAPS.iter().find(|(name, _)| name.as_bytes() == keyword) {
            if let Some(texture) = textures.find(rest, offset, scene, report) {
                let slot = self.material.layers.len() as u32;
                let blend = LayerBlend::default();
                self.material.layers.push(TextureLayer { slot, texture, role, blend, uv_set: 0 });
            }
            return;
        }
        if !self.value(keyword, rest) {
            let other = [&b"spectral"[..], b"xyz"].iter().any(|way| rest.trim_ascii_start().starts_with(way));
            let what = "a colour by `spectral` or `xyz` is kept, and not shown";
            report.add(Code::ApproximatedMaterial, what, usize::from(other), Some(offset));
            let key = format!("obj.{}", text(keyword.get(..64).unwrap_or(keyword), offset, report));
            self.material.extras.insert(key, Extra::Text(text(rest, offset, report)));
        }
    }

    /// Reads a statement with a field in the scene; `false` when it has none or is not read completely.
    fn value(&mut self, keyword: &[u8], rest: &[u8]) -> bool {
        let material = &mut self.material;
        match (keyword, color(rest), number(rest)) {
            (b"Kd", Some(color), _) => material.base_color = color.extend(material.base_color.w),
            (b"Ka", Some(color), _) => material.ambient = Some(color),
            (b"Ks", Some(color), _) => material.specular = Some(color),
            (b"Ke", Some(color), _) => material.emissive = color,
            (b"Ns", _, Some(exponent)) => {
                material.shininess = (exponent / MAX_SHININESS).clamp(0.0, 1.0);
                // The exact number is kept where the gloss does not give it back.
                if exponent_of(material.shininess) != exponent {
                    material.extras.insert("obj.Ns".into(), exponent.into());
                }
            }
            (b"d", _, Some(alpha)) => {
                material.base_color.w = alpha;
                self.has_dissolve = true;
            }
            (b"Tr", _, Some(transparency)) if !self.has_dissolve => material.base_color.w = 1.0 - transparency,
            (b"Tr", _, Some(transparency)) => return transparency == 1.0 - material.base_color.w,
            (b"Pr", _, Some(roughness)) => material.roughness = Some(roughness),
            (b"Pm", _, Some(metallic)) => material.metallic = Some(metallic),
            (b"illum", _, Some(model)) => {
                // Model 0 is the plain colour; the others differ in what legacy formats have no word for.
                material.shading.unlit = model == 0.0;
                return false;
            }
            _ => return false,
        }
        true
    }
}

/// Returns the exponent `Ns` of a gloss.
pub(crate) fn exponent_of(shininess: f32) -> f32 {
    (f64::from(shininess) * f64::from(MAX_SHININESS)) as f32
}

/// Reads a colour: red, green, blue, or one number for all three. `None` for `spectral`, `xyz` and what is no colour.
fn color(text: &[u8]) -> Option<Vec3> {
    let values: Option<Vec<f32>> = Numbers::new(text).take(4).collect();
    match *values?.as_slice() {
        [x] => Some(Vec3::splat(x)),
        [r, g, b] => Some(Vec3::new(r, g, b)),
        _ => None,
    }
}

fn number(text: &[u8]) -> Option<f32> {
    let mut numbers = Numbers::new(text);
    let value = numbers.next().flatten()?;
    numbers.next().is_none().then_some(value)
}

/// Textures and images met so far, each once.
#[derive(Default)]
struct Textures {
    /// The folder of the library at work, with the slash at its end.
    folder: String,
    known: HashMap<Vec<u8>, TextureId>,
    images: HashMap<Vec<u8>, ImageId>,
}

impl Textures {
    /// Begins a library: what others in other folders said is no longer the same.
    fn start(&mut self, library: &str) {
        let folder = library.rfind(['/', '\\']).map_or("", |at| library.get(..=at).unwrap_or_default());
        if self.folder != folder {
            *self = Self { folder: folder.to_owned(), ..Self::default() };
        }
    }

    /// Finds or makes the texture of a statement's arguments; `None` when they name no file.
    fn find(&mut self, arguments: &[u8], offset: u64, scene: &mut Scene, report: &mut Report) -> Option<TextureId> {
        if let Some(&id) = self.known.get(arguments) {
            return Some(id);
        }
        let map = Map::read(arguments);
        if map.file.is_empty() {
            report.add(Code::LostTextureLayer, "a texture statement without a file name", 1, Some(offset));
            return None;
        }
        let image = *self.images.entry(map.file.to_vec()).or_insert_with(|| {
            let path = text(map.file, offset, report);
            let path =
                if path.starts_with(['/', '\\']) || path.contains(':') { path } else { self.folder.clone() + &path };
            scene.images.push(Image { path, ..Image::default() });
            ImageId::new(scene.images.len() - 1)
        });
        let (translation, scale) = map.transform();
        let wrap = if map.clamp { Wrap::Clamp } else { Wrap::Repeat };
        let mut texture = Texture {
            image: Some(image),
            transform: UvTransform { translation, scale, ..UvTransform::IDENTITY },
            wrap_u: wrap,
            wrap_v: wrap,
            mapping: match map.kind.as_slice() {
                b"sphere" => Mapping::Sphere,
                [b'c', b'u', b'b', b'e', ..] => Mapping::Cube,
                _ => Mapping::Uv,
            },
            ..Texture::default()
        };
        let depth = map.offset.z != 0.0 || map.scale.z != 1.0;
        report.add(Code::ApproximatedUvTransform, "the third dimension", usize::from(depth), Some(offset));
        if !map.options.is_empty() {
            texture.extras.insert("obj.options".into(), Extra::Text(text(&map.options, offset, report)));
        }
        if !map.kind.is_empty() {
            texture.extras.insert("obj.type".into(), Extra::Text(text(&map.kind, offset, report)));
        }
        let id = TextureId::new(scene.textures.len());
        scene.textures.push(texture);
        self.known.insert(arguments.to_vec(), id);
        Some(id)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::document::Library;

    #[test]
    fn a_library_of_another_name_and_the_same_text_adds_nothing() {
        let library = |name: &str, text: &'static str| Library { name: name.into(), text: text.as_bytes().into() };
        let rows = [
            (vec![library("a.mtl", "newmtl red\n"), library("A.mtl", "newmtl red\n")], vec!["red"]),
            (vec![library("a.mtl", "newmtl red\n"), library("b.mtl", "newmtl red \n")], vec!["red", "red"]),
            (vec![library("a.mtl", "newmtl red\n"), library("b.mtl", "newmtl blue\n")], vec!["red", "blue"]),
        ];
        for (libraries, expected) in rows {
            let (mut scene, mut diagnostics) = (Scene::default(), Diagnostics::new());
            let document = Document { libraries, ..Document::default() };
            read(&document, &[], &mut scene, &mut diagnostics).unwrap();
            let names: Vec<&str> = scene.materials.iter().map(|material| material.name.as_str()).collect();
            assert_eq!(names, expected);
        }
    }
}
