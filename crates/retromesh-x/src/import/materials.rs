//! Materials with the images that they name.

use super::Report;
use super::{Source, decode};
use crate::outline::{Kind, Member, NONE, reference};
use glam::{Vec3, Vec4};
use retromesh_core::material::{AlphaMode, Image, LayerBlend, Material, Shading, Texture, TextureLayer, TextureRole};
use retromesh_core::mesh::Mesh;
use retromesh_core::{Code, ImageId, MaterialId, Scene, TextureId};
use retromesh_kit::import::replace_non_finite;
use retromesh_wire::RawStr;
use std::borrow::Cow;
use std::collections::HashMap;

/// The specular power of full gloss, as Blitz3D has it.
const FULL_POWER: f32 = 128.0;

/// Returns the specular power of a gloss, 0 to 1.
pub(crate) fn power_of(gloss: f32) -> f32 {
    gloss * FULL_POWER
}

/// Returns whether a material has a texture and a colour, of which some games show the texture alone.
pub(crate) fn is_tinted(material: &Material) -> bool {
    let has_texture = material.layers.iter().any(|layer| layer.role == TextureRole::Color);
    has_texture && material.base_color.truncate() != Vec3::ONE
}

/// The materials of a scene by object and by name.
pub(super) struct Materials {
    objects: HashMap<u32, MaterialId>,
    names: HashMap<Vec<u8>, MaterialId>,
    textures: HashMap<(String, TextureRole), TextureId>,
    images: HashMap<String, ImageId>,
    /// What faces without a material are shown by where their vertices have colours.
    colored: Option<MaterialId>,
    /// Whether each entry of a list is a part of its own, as for Luanti.
    pub(super) keeps_slots: bool,
}

impl Materials {
    /// Adds all materials of the file in its order, used or not.
    pub(super) fn read(source: Source<'_>, keeps_slots: bool, scene: &mut Scene, report: &mut Report) -> Self {
        let (names, textures, images) = (HashMap::new(), HashMap::new(), HashMap::new());
        let mut this = Self { objects: HashMap::new(), names, textures, images, colored: None, keeps_slots };
        let mut inside: HashMap<Vec<u8>, MaterialId> = HashMap::new();
        for (number, object) in (0..).zip(&source.outline.objects) {
            if object.kind != Kind::Material {
                continue;
            }
            let material = this.material(source, number, scene, report);
            let id = MaterialId::new(scene.materials.len());
            scene.materials.push(material);
            this.objects.insert(number, id);
            let name = source.outline.name(source.document, number).bytes().to_vec();
            // The first of a name outside of all lists is meant, where there is one.
            let table = if object.parent == NONE { &mut this.names } else { &mut inside };
            table.entry(name).or_insert(id);
        }
        inside.into_iter().for_each(|(name, id)| {
            this.names.entry(name).or_insert(id);
        });
        this
    }

    /// Returns the materials of a list: inside of it, or referred to by name.
    pub(super) fn of_list(
        &mut self,
        source: Source<'_>,
        list: u32,
        scene: &mut Scene,
        report: &mut Report,
    ) -> Vec<MaterialId> {
        let mut materials = Vec::new();
        for member in source.outline.members(list) {
            match member {
                Member::Object(object) => materials.extend(self.objects.get(&object).copied()),
                Member::Reference(item) => {
                    let name = reference(source.document, item);
                    let id = self.names.get(name).copied().unwrap_or_else(|| {
                        report.add(Code::MissingMaterial, "", 1, list);
                        let id = MaterialId::new(scene.materials.len());
                        let plain = Material { name: decode(name, list, report), ..Material::default() };
                        scene.materials.push(plain);
                        self.names.insert(name.to_vec(), id);
                        id
                    });
                    materials.push(id);
                }
            }
        }
        materials
    }

    /// Lets the materials of a mesh show its vertex colours.
    pub(super) fn show_colors(&mut self, mesh: &mut Mesh, scene: &mut Scene) {
        let shading = Shading { vertex_colors: true, ..Shading::default() };
        for part in &mut mesh.parts {
            let id = *part.material.get_or_insert_with(|| {
                *self.colored.get_or_insert_with(|| {
                    scene.materials.push(Material { name: "vertex_colors".into(), shading, ..Material::default() });
                    MaterialId::new(scene.materials.len() - 1)
                })
            });
            if let Some(material) = scene.materials.get_mut(id.index()) {
                material.shading.vertex_colors = true;
            }
        }
    }

    /// Builds a material: face colour (RGBA), power, specular colour, emitted colour, and the images inside.
    fn material(&mut self, source: Source<'_>, object: u32, scene: &mut Scene, report: &mut Report) -> Material {
        let mut values = source.values(object);
        let mut numbers = [1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        let mut count = 0;
        for (slot, value) in numbers.iter_mut().zip(std::iter::from_fn(|| values.float())) {
            *slot = value;
            count += 1;
        }
        let short = "a material of fewer than 11 numbers";
        report.add(Code::CountMismatch, short, usize::from(count < numbers.len()), object);
        report.add(Code::NonFinite, "a material", replace_non_finite(&mut numbers), object);
        // Blitz3D takes an alpha of 0 for none, Luanti takes no alpha: exporters that know of none write 0, and nobody draws what cannot be seen.
        let is_opaque = numbers[3] == 0.0;
        if is_opaque {
            numbers[3] = 1.0;
        }
        let [r, g, b, a, power, specular @ .., er, eg, eb] = numbers;
        let shininess = (power / FULL_POWER).clamp(0.0, 1.0);
        let mut material = Material {
            name: source.name(object, report),
            base_color: Vec4::new(r, g, b, a),
            specular: Some(Vec3::from_array(specular)),
            emissive: Vec3::new(er, eg, eb),
            shininess,
            alpha_mode: if a < 1.0 { AlphaMode::Blend } else { AlphaMode::Opaque },
            ..Material::default()
        };
        if is_opaque {
            material.extras.insert("x.alpha".into(), 0.0f32.into());
        }
        if power_of(shininess) != power {
            material.extras.insert("x.power".into(), power.into());
        }
        for child in source.outline.children(object) {
            let role = match source.outline.kind(child) {
                Kind::TextureFilename => TextureRole::Color,
                Kind::NormalmapFilename => TextureRole::Normal,
                _ => continue,
            };
            let Some(path) = source.values(child).text().map(plain_path).filter(|path| !path.is_empty()) else {
                continue;
            };
            let path = decode(&path, child, report);
            let texture = self.texture(path, role, scene);
            let slot = material.layers.len() as u32;
            material.layers.push(TextureLayer { slot, texture, role, blend: LayerBlend::Multiply, uv_set: 0 });
        }
        report.add(Code::TintedTexture, "", usize::from(is_tinted(&material)), object);
        material
    }

    fn texture(&mut self, path: String, role: TextureRole, scene: &mut Scene) -> TextureId {
        if let Some(&id) = self.textures.get(&(path.clone(), role)) {
            return id;
        }
        let image = *self.images.entry(path.clone()).or_insert_with(|| {
            scene.images.push(Image { path: path.clone(), ..Image::default() });
            ImageId::new(scene.images.len() - 1)
        });
        let name = scene.images.get(image.index()).map_or("", Image::file_name).to_owned();
        scene.textures.push(Texture { name, image: Some(image), ..Texture::default() });
        let id = TextureId::new(scene.textures.len() - 1);
        self.textures.insert((path, role), id);
        id
    }
}

/// Returns a path whose backslashes are all doubled, as some writers do, with single ones.
pub(crate) fn plain_path(path: &[u8]) -> Cow<'_, [u8]> {
    let mut runs = path.split(|&byte| byte != b'\\').map(<[u8]>::len).filter(|&run| run > 0).peekable();
    if runs.peek().is_none() || runs.any(|run| run % 2 == 1) {
        return Cow::Borrowed(path);
    }
    let text = RawStr::new(path);
    let mut single = Vec::with_capacity(path.len());
    let mut skip = false;
    for &byte in text.bytes() {
        skip = byte == b'\\' && !skip;
        if !skip {
            single.push(byte);
        }
    }
    Cow::Owned(single)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubled_backslashes_become_single_ones() {
        let rows = [
            ("a.bmp", "a.bmp"),
            (r"maps\a.bmp", r"maps\a.bmp"),
            (r"maps\\a.bmp", r"maps\a.bmp"),
            (r"C:\\maps\\a.bmp", r"C:\maps\a.bmp"),
            (r"\\server\a.bmp", r"\\server\a.bmp"),
            (r"\\\\server\\a.bmp", r"\\server\a.bmp"),
        ];
        for (path, expected) in rows {
            assert_eq!(plain_path(path.as_bytes()), expected.as_bytes(), "{path}");
        }
    }
}
