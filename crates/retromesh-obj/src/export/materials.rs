//! Materials to a material library.

use super::{images, names};
use crate::import::{MAPS, Map, exponent_of};
use crate::number::put_float;
use crate::statement::Numbers;
use retromesh_core::material::{
    AlphaMode, Blend, LayerBlend, Mapping, Material, Shading, Texture, TextureAlpha, TextureLayer, TextureRole,
    UvTransform, Wrap,
};
use retromesh_core::{Code, Diagnostics, Extra, Finding, MaterialId, Result, Valid};
use retromesh_kit::export::UniqueNames;
use retromesh_kit::listed;
use retromesh_wire::RawStr;
use std::io::Write;

/// The name for faces without a material, written only where another material would go on.
const DEFAULT: &str = "default";

/// The materials of a scene under names that are unique, and which of them is in force.
pub(super) struct Materials<'s> {
    scene: &'s Valid<'s>,
    images: &'s [String],
    names: Vec<String>,
    renamed: usize,
    altered: usize,
    default_name: String,
    default_used: bool,
    current: Option<MaterialId>,
    /// Whether a `usemtl` was written.
    any: bool,
}

impl<'s> Materials<'s> {
    pub(super) fn new(scene: &'s Valid<'_>, images: &'s [String]) -> Self {
        let mut names = UniqueNames::counting_from(2);
        let (mut renamed, mut altered) = (0, 0);
        let mut unique = |authored: &str| {
            let (name, differs) = names::one_line(authored);
            altered += usize::from(differs);
            let base = if name.is_empty() { "material" } else { &name };
            let name = names.unique(base);
            renamed += usize::from(name != authored && !differs);
            name
        };
        let names = scene.materials.iter().map(|material| unique(&material.name)).collect();
        let default_name = unique(DEFAULT);
        // The default is no name of the scene.
        renamed -= usize::from(default_name != DEFAULT);
        Self { scene, images, names, renamed, altered, default_name, default_used: false, current: None, any: false }
    }

    /// Writes the statement that makes faces have a material, unless it is in force.
    pub(super) fn choose(&mut self, material: Option<MaterialId>, text: &mut Vec<u8>) {
        if material == self.current && (self.any || material.is_none()) {
            return;
        }
        self.default_used |= material.is_none();
        let name = material.map_or(&self.default_name, |id| &self.names[id.index()]);
        text.extend_from_slice(b"usemtl ");
        text.extend_from_slice(name.as_bytes());
        text.push(b'\n');
        self.current = material;
        self.any = true;
    }

    /// Returns the material library, if there is a material, and reports what it does not hold.
    pub(super) fn finish(self, diagnostics: &mut Diagnostics) -> Result<Option<Vec<u8>>> {
        diagnostics.note(Code::NamesMadeUnique, self.renamed, "materials")?;
        diagnostics.report(Finding::new(Code::AlteredNames).times(self.altered))?;
        if self.names.is_empty() {
            return Ok(None);
        }
        let mut text = Vec::new();
        for (material, name) in self.scene.materials.iter().zip(&self.names) {
            self.material(material, name, &mut text, diagnostics)?;
        }
        if self.default_used {
            self.material(&Material::default(), &self.default_name, &mut text, diagnostics)?;
        }
        Ok(Some(text))
    }

    fn material(&self, m: &Material, name: &str, text: &mut Vec<u8>, diagnostics: &mut Diagnostics) -> Result<()> {
        // Writing to a vector cannot fail.
        let _ = writeln!(text, "newmtl {name}");
        if let Some(ambient) = m.ambient {
            put(text, "Ka", &ambient.to_array());
        }
        put(text, "Kd", &m.base_color.truncate().to_array());
        if let Some(specular) = m.specular {
            put(text, "Ks", &specular.to_array());
        }
        if m.emissive != glam::Vec3::ZERO {
            put(text, "Ke", &m.emissive.to_array());
        }
        let exact = m.extras.get("obj.Ns").and_then(Extra::as_float).map(|exponent| exponent as f32);
        let exponent = exact.filter(|&exponent| (exponent / 1000.0).clamp(0.0, 1.0) == m.shininess);
        if m.shininess != 0.0 || exponent.is_some() {
            put(text, "Ns", &[exponent.unwrap_or_else(|| exponent_of(m.shininess))]);
        }
        if m.base_color.w != 1.0 {
            put(text, "d", &[m.base_color.w]);
        }
        if let Some(roughness) = m.roughness {
            put(text, "Pr", &[roughness]);
        }
        if let Some(metallic) = m.metallic {
            put(text, "Pm", &[metallic]);
        }
        let model = match (m.shading.unlit, m.specular) {
            (true, _) => "0",
            (false, None) => "1",
            (false, Some(_)) => "2",
        };
        let mut extras = m.extras.clone();
        // Among the extras, where a reader will put it, so that writing again gives the same text.
        extras.entry("obj.illum".into()).or_insert(Extra::Text(model.into()));
        let mut lost = Vec::new();
        for (key, value) in extras.iter().filter(|(key, _)| *key != "obj.Ns") {
            match (key.strip_prefix("obj."), value) {
                (Some(keyword), Extra::Text(value)) if is_readable(keyword, value) => {
                    let _ = writeln!(text, "{keyword} {}", names::one_line(value).0);
                }
                (Some(_), _) => lost.push(key),
                (None, _) => {}
            }
        }
        diagnostics.note(Code::LostExtras, lost.len(), format!("no place for {}", listed(&lost)))?;
        self.layers(m, text, diagnostics)?;
        report(m, diagnostics)
    }

    fn layers(&self, m: &Material, text: &mut Vec<u8>, diagnostics: &mut Diagnostics) -> Result<()> {
        let mut written: Vec<TextureRole> = Vec::new();
        let off = m.layers.iter().filter(|layer| layer.blend == LayerBlend::Off).count();
        diagnostics.note(Code::LostTextureLayer, off, "layers that are switched off")?;
        for layer in m.layers.iter().filter(|layer| layer.blend != LayerBlend::Off) {
            let keyword = MAPS.iter().find(|(_, role)| *role == layer.role).map(|(keyword, _)| *keyword);
            let Some(keyword) = keyword else {
                let detail = "no statement for images of this use";
                diagnostics.report(Finding::new(Code::LostTextureLayer).detail(detail))?;
                continue;
            };
            let texture = &self.scene[layer.texture];
            let Some(path) = self.path(texture) else { continue };
            if written.contains(&layer.role) || layer.uv_set != 0 {
                let detail = "a second image of one use, or one on further texture coordinates";
                diagnostics.report(Finding::new(Code::LostTextureLayer).detail(detail))?;
                continue;
            }
            written.push(layer.role);
            map(text, keyword, "", texture, path);
            approximated(layer, texture, diagnostics)?;
            let by_alpha = m.alpha_mode == AlphaMode::Blend && layer.role == TextureRole::Color;
            let opacity = m.layers.iter().any(|layer| layer.role == TextureRole::Opacity);
            if by_alpha && !opacity && m.base_color.w == 1.0 {
                // Blending comes from the image's alpha; it is said by naming the image as the opacity's too.
                map(text, "map_d", " -imfchan m", texture, path);
            }
        }
        Ok(())
    }

    fn path(&self, texture: &Texture) -> Option<&'s str> {
        let link = &self.images[texture.image?.index()];
        (!link.is_empty()).then_some(link.as_str())
    }
}

/// Returns whether readers get over a statement that was kept as text: a word, a number where they all expect one, and no image outside
/// of the model's folder.
fn is_readable(keyword: &str, value: &str) -> bool {
    let lower = keyword.to_ascii_lowercase();
    if MAPS.iter().any(|(name, _)| name.eq_ignore_ascii_case(keyword)) || lower == "newmtl" {
        return false;
    }
    if lower.starts_with("map_") || matches!(lower.as_str(), "disp" | "decal") {
        let line = names::one_line(value).0;
        let file = RawStr::new(Map::read(line.as_bytes()).file).to_string();
        return images::relative(&file) == Some(file.replace('\\', "/"));
    }
    let expects_number =
        matches!(keyword, "Ka" | "Kd" | "Ks" | "Ke" | "Ns" | "Ni" | "d" | "Tr" | "Pr" | "Pm" | "illum");
    let has_numbers = Numbers::new(value.as_bytes()).all(|number| number.is_some());
    names::one_word(keyword) == (keyword.to_owned(), false) && (!expects_number || has_numbers)
}

fn put(text: &mut Vec<u8>, keyword: &str, values: &[f32]) {
    text.extend_from_slice(keyword.as_bytes());
    values.iter().for_each(|&value| put_float(text, value));
    text.push(b'\n');
}

fn map(text: &mut Vec<u8>, keyword: &str, options: &str, texture: &Texture, path: &str) {
    let extra = |key: &str| texture.extras.get(key).and_then(Extra::as_text).map(|value| names::one_line(value).0);
    text.extend_from_slice(keyword.as_bytes());
    text.extend_from_slice(options.as_bytes());
    let kind = match texture.mapping {
        Mapping::Uv => None,
        Mapping::Sphere => Some("sphere".to_owned()),
        Mapping::Cube => Some(extra("obj.type").unwrap_or_else(|| "cube_top".to_owned())),
    };
    let kind = kind.map(|kind| names::one_word(&kind).0);
    if let Some(kind) = kind {
        text.extend_from_slice(format!(" -type {kind}").as_bytes());
    }
    let UvTransform { translation, scale, .. } = texture.transform;
    for (option, value, default) in [(" -o", translation, 0.0), (" -s", scale, 1.0)] {
        if value != glam::Vec2::splat(default) {
            text.extend_from_slice(option.as_bytes());
            [value.x, value.y, default].into_iter().for_each(|x| put_float(text, x));
        }
    }
    if texture.wrap_u == Wrap::Clamp && texture.wrap_v == Wrap::Clamp {
        text.extend_from_slice(b" -clamp on");
    }
    if let Some(more) = extra("obj.options").filter(|options| is_options(options)) {
        text.push(b' ');
        text.extend_from_slice(more.as_bytes());
    }
    text.push(b' ');
    text.extend_from_slice(names::one_line(path).0.as_bytes());
    text.push(b'\n');
}

/// Returns whether a text is options alone: with a name after it, that is what a reader finds.
fn is_options(text: &str) -> bool {
    let map = format!("{text} x");
    Map::read(map.as_bytes()).file == b"x"
}

/// Reports what of a texture the library says only nearly.
fn approximated(layer: &TextureLayer, texture: &Texture, diagnostics: &mut Diagnostics) -> Result<()> {
    let mut report = |code: Code, detail: &'static str, holds: bool| {
        diagnostics.report(Finding::new(code).detail(detail).times(usize::from(holds)))
    };
    let plain = matches!(layer.blend, LayerBlend::Multiply | LayerBlend::Alpha);
    report(Code::ApproximatedBlend, "how a texture layer is joined", !plain)?;
    report(Code::ApproximatedUvTransform, "a rotation", texture.transform.rotation != 0.0)?;
    let half = texture.wrap_u != texture.wrap_v || texture.wrap_u == Wrap::Mirror;
    report(Code::ApproximatedMaterial, "how a texture goes on outside the image", half)?;
    let sampling = texture.nearest || !texture.mipmap || texture.alpha == TextureAlpha::Mask;
    report(Code::ApproximatedMaterial, "how a texture is sampled", sampling)?;
    let options = texture.extras.get("obj.options").and_then(Extra::as_text);
    report(Code::LostExtras, "options of a texture", options.is_some_and(|options| !is_options(options)))
}

/// Reports what of a material the library says only nearly.
fn report(m: &Material, diagnostics: &mut Diagnostics) -> Result<()> {
    let mut note = |code: Code, detail: &'static str, holds: bool| {
        diagnostics.report(Finding::new(code).detail(detail).times(usize::from(holds)))
    };
    note(Code::ApproximatedBlend, "", m.blend != Blend::Alpha)?;
    note(Code::ApproximatedMaterial, "an alpha cutoff", matches!(m.alpha_mode, AlphaMode::Mask { .. }))?;
    let shading = Shading { unlit: false, double_sided: false, ..m.shading } != Shading::default();
    note(Code::ApproximatedMaterial, "no place for shading switches but for unlit surfaces", shading)
}
