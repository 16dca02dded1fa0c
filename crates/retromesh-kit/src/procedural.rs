//! Textures that engines make of their names, as they have no file: `#(argb,8,8,3)color(0.5,0.5,0.5,1.0,co)`.

use crate::optimize::{drop_pictures, used_pictures};
use retromesh_core::material::{AlphaMode, Image, LayerBlend, Material, TextureFacts, TextureLayer, TextureRole};
use retromesh_core::{Code, Diagnostics, Finding, ImageId, Result, Scene, Valid};

/// Returns whether an engine makes a texture of its name.
pub fn is_procedural(path: &str) -> bool {
    path.starts_with("#(")
}

/// Returns the colour that a path makes, red, green, blue and alpha of 0 to 1; `None` for a path that is none of a plain colour.
///
/// ```
/// use retromesh_kit::procedural::color;
/// assert_eq!(color("#(argb,8,8,3)color(0.5,0,0,1,co)"), Some([0.5, 0.0, 0.0, 1.0]));
/// assert_eq!(color("#(argb,512,512,1)r2t(screen,1.0)"), None);
/// ```
pub fn color(path: &str) -> Option<[f32; 4]> {
    let (shape, procedure) = path.strip_prefix("#(")?.split_once(')')?;
    let (format, sizes) = shape.split_once(',')?;
    let sizes: Vec<u32> = sizes.split(',').map(|size| size.trim().parse().ok()).collect::<Option<_>>()?;
    if format.trim().is_empty() || sizes.len() != 3 {
        return None;
    }
    let (name, values) = procedure.trim_end().strip_suffix(')')?.split_once('(')?;
    let values: Vec<&str> = values.split(',').map(str::trim).collect();
    let (numbers, kind) = values.split_first_chunk::<4>()?;
    let is_kind = |kind: &&str| kind.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if !name.trim().eq_ignore_ascii_case("color") || kind.len() > 1 || !kind.iter().all(is_kind) {
        return None;
    }
    let mut color = [0.0; 4];
    for (channel, number) in color.iter_mut().zip(numbers) {
        let number: f32 = number.parse().ok()?;
        *channel = number.is_finite().then(|| number.clamp(0.0, 1.0))?;
    }
    Some(color)
}

/// Returns the texel, red, green, blue and alpha, of which the texture with such a path consists.
pub fn texel(path: &str) -> Option<[u8; 4]> {
    Some(color(path)?.map(|channel| (channel * 255.0).round() as u8))
}

/// Returns what the texture with such a path says of the surfaces that it is on.
pub fn facts(path: &str) -> Option<TextureFacts> {
    let [red, green, blue, alpha] = texel(path)?;
    Some(TextureFacts { mean: u32::from_be_bytes([alpha, red, green, blue]), alpha: alpha < u8::MAX, keyed: false })
}

/// Returns the colour of an image that has nothing but the name of one.
fn color_of(image: &Image) -> Option<[f32; 4]> {
    color(&image.path).filter(|_| image.data.is_none() && image.uri.is_none())
}

/// Gives materials the colours of such textures, for programs that look for a file of that name: the layers are left out, and the colours
/// multiplied with those of the materials.
pub fn colors_to_materials<'s>(scene: Valid<'s>, diagnostics: &mut Diagnostics) -> Result<Valid<'s>> {
    if !scene.images.iter().any(|image| color_of(image).is_some()) {
        return Ok(scene);
    }
    let colors = colors(&scene);
    let before = used_pictures(&scene);
    let mut edit = scene.edit();
    let scene = edit.scene_mut();
    let moved = scene.materials.iter_mut().map(|material| usize::from(fold(material, &colors))).sum();
    drop_pictures(scene, &before);
    let detail = "the colour of a texture that has no file is that of the material";
    diagnostics.report(Finding::new(Code::MovedExtras).times(moved).detail(detail))?;
    Ok(edit.finish()?)
}

/// Returns for each texture the colour that its name makes.
pub(crate) fn colors(scene: &Scene) -> Vec<Option<[f32; 4]>> {
    let of_image = |id: ImageId| color_of(scene.images.get(id.index())?);
    scene.textures.iter().map(|texture| of_image(texture.image?)).collect()
}

/// Returns the colour that a material has instead of layers, where all of them are such colours.
pub(crate) fn folded(material: &Material, colors: &[Option<[f32; 4]>]) -> Option<glam::Vec4> {
    let mut material = material.clone();
    (fold(&mut material, colors) && material.layers.is_empty()).then_some(material.base_color)
}

/// Multiplies the colour of a material with those of its layers, which go; returns whether there was one.
fn fold(material: &mut Material, colors: &[Option<[f32; 4]>]) -> bool {
    let color_of = |layer: &TextureLayer| {
        let is_color = layer.role == TextureRole::Color && layer.blend != LayerBlend::Off;
        colors.get(layer.texture.index()).copied().flatten().filter(|_| is_color)
    };
    let layers = material.layers.len();
    let mut product = glam::Vec4::ONE;
    material.layers.retain(|layer| {
        let color = color_of(layer);
        product *= color.map_or(glam::Vec4::ONE, glam::Vec4::from_array);
        color.is_none()
    });
    if material.alpha_mode == AlphaMode::Opaque {
        // An opaque surface shows no alpha of its texture; some programs would show that of its colour.
        product.w = 1.0;
    }
    material.base_color *= product;
    material.layers.len() < layers
}

#[cfg(test)]
mod tests {
    use super::*;
    use retromesh_core::material::Texture;
    use retromesh_core::{Scene, TextureId};

    #[test]
    fn a_path_makes_a_colour() {
        let rows: [(&str, Option<[f32; 4]>); 15] = [
            ("#(argb,8,8,3)color(0.5,0.25,0,0.75,co)", Some([0.5, 0.25, 0.0, 0.75])),
            ("#(ARGB,8,8,3)Color(0.5,0.25,0,0.75,CO)", Some([0.5, 0.25, 0.0, 0.75])),
            ("#(rgb, 8, 8, 3) color(1.0, 0, 0, 1)", Some([1.0, 0.0, 0.0, 1.0])),
            ("#(argb,8,8,3)color(2,-1,0,1e9)", Some([1.0, 0.0, 0.0, 1.0])),
            ("#(argb,8,8,3)color(nan,0,0,1)", None),
            ("#(argb,8,8,3)color(inf,0,0,1)", None),
            ("#(argb,8,8,3)color(1,1,1)", None),
            ("#(argb,8,8,3)color(1,1,1,1,co,2)", None),
            ("#(argb,8,8,3)color(1,1,1,1", None),
            ("#(argb,8,8)color(1,1,1,1)", None),
            ("#(8,8,3)color(1,1,1,1)", None),
            ("#(argb,512,512,1)r2t(screen,1.0)", None),
            ("#(ai,64,64,1)fresnel(1.3,7)", None),
            ("#(rgb,32,32,3)perlinnoise(256,256,0,1)", None),
            ("color(1,1,1,1).paa", None),
        ];
        for (path, expected) in rows {
            assert_eq!(color(path), expected, "{path}");
            assert!(expected.is_none() || is_procedural(path));
        }
        let known = facts("#(argb,8,8,3)color(0.2,0.4,0,0.6)");
        assert_eq!(known, Some(TextureFacts { mean: 0x9933_6600, alpha: true, keyed: false }));
        assert_eq!(facts("#(argb,8,8,3)color(0,0,0,1)").map(|facts| facts.alpha), Some(false));
    }

    #[test]
    fn materials_take_the_colours_of_textures_without_a_file() {
        let paths = ["#(argb,8,8,3)color(0.5,0.25,1,0.5,co)", "wall.paa", "#(argb,512,512,1)r2t(screen,1.0)"];
        let rows = [
            ([0, 0], AlphaMode::Blend, [0.25, 0.0625, 1.0, 0.25], &[][..]),
            ([0, 1], AlphaMode::Opaque, [0.5, 0.25, 1.0, 1.0], &["wall.paa"]),
            ([2, 1], AlphaMode::Blend, [1.0; 4], &[paths[2], "wall.paa"]),
        ];
        for (layers, alpha_mode, expected, kept) in rows {
            let image = |path: &str| Image { path: path.to_owned(), ..Image::default() };
            let texture = |n| Texture { image: Some(ImageId::new(n)), ..Texture::default() };
            let layer = |(slot, texture): (usize, usize)| TextureLayer {
                slot: slot as u32,
                texture: TextureId::new(texture),
                role: TextureRole::Color,
                blend: LayerBlend::Multiply,
                uv_set: 0,
            };
            let layers: Vec<TextureLayer> = layers.into_iter().enumerate().map(layer).collect();
            let scene = Scene {
                images: paths.map(image).into(),
                textures: (0..3).map(texture).collect(),
                materials: vec![Material { alpha_mode, layers, ..Material::default() }],
                ..Scene::default()
            };
            let mut diagnostics = Diagnostics::new();
            let scene = colors_to_materials(scene.into_valid().unwrap(), &mut diagnostics).unwrap();
            let material = &scene.materials[0];
            let shown: Vec<&str> =
                material.drawn_layers(&scene).map(|(_, texture)| scene[texture.image.unwrap()].path.as_str()).collect();
            assert_eq!((material.base_color.to_array(), &shown[..]), (expected, kept));
            assert_eq!(diagnostics.count(Code::MovedExtras), u64::from(kept != [paths[2], "wall.paa"]));
        }
    }
}
