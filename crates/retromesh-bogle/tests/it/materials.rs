//! Materials of scenes, as the engine shows them.

use crate::export::{astray, options, scene_of};
use glam::Vec3;
use retromesh_bogle::Document;
use retromesh_core::material::{Image, LayerBlend, Material, Texture, TextureLayer, TextureRole};
use retromesh_core::{Diagnostics, ImageId, Scene, TextureId};
use retromesh_kit::options::Textures;

/// The engine multiplies the emitted colour with its texture; glTF and OBJ say with the texture alone that it is shown.
#[test]
fn a_texture_of_light_is_off_under_black_and_under_white_where_it_is_drawn() {
    let grey = Vec3::splat(0.5);
    for (blend, emissive, textures, expected, read) in [
        (LayerBlend::Multiply, Vec3::ZERO, Textures::Embed, Vec3::ONE, Some(LayerBlend::Multiply)),
        (LayerBlend::Off, Vec3::ZERO, Textures::Embed, Vec3::ZERO, Some(LayerBlend::Off)),
        (LayerBlend::Multiply, grey, Textures::Embed, grey, Some(LayerBlend::Multiply)),
        (LayerBlend::Multiply, Vec3::ZERO, Textures::None, Vec3::ZERO, None),
    ] {
        let layer = TextureLayer { slot: 1, texture: TextureId(0), role: TextureRole::Emissive, blend, uv_set: 0 };
        let scene = Scene {
            images: vec![Image { path: "glow.png".into(), ..Image::default() }],
            textures: vec![Texture { image: Some(ImageId(0)), ..Texture::default() }],
            materials: vec![Material { emissive, layers: vec![layer], ..Material::default() }, Material::default()],
            ..astray()
        };
        let mut options = options("thirty");
        options.textures = textures;
        let written = Document::from_scene_with(&scene.validate().unwrap(), &options, &mut Diagnostics::new()).unwrap();
        let again = scene_of(&written.document.encode().unwrap()).unwrap();
        let found = again.materials[0].layers.first().map(|layer| layer.blend);
        assert_eq!((again.materials[0].emissive, found), (expected, read), "{blend:?} {emissive}");
    }
}
