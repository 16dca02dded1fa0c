//! Files of other programs, those included that changed what this project wrote: each fixture of `fixtures/gltf/outside`.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use glam::Vec2;
use retromesh_core::material::{LayerBlend, TextureAlpha, TextureLayer, TextureRole};
use retromesh_core::{Code, Diagnostics, ExportOptions, Extra, ImportOptions, Scene, check};
use retromesh_gltf::Document;
use serde_json::Value;

fn bytes(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/gltf/outside");
    std::fs::read(format!("{folder}/{name}.glb")).unwrap()
}

fn read(bytes: &[u8]) -> (Scene, Diagnostics) {
    let (options, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
    let document = Document::parse_with(bytes, &options, &mut diagnostics).unwrap();
    let scene = document.to_scene_with(&options, &mut diagnostics).unwrap();
    assert_eq!(check(&scene), []);
    (scene, diagnostics)
}

fn write(scene: &Scene) -> Vec<u8> {
    let scene = scene.validate().unwrap();
    Document::from_scene_with(&scene, &ExportOptions::default(), &mut Diagnostics::new())
        .unwrap()
        .document
        .encode()
        .unwrap()
}

/// Returns the JSON part of a binary file.
fn json(bytes: &[u8]) -> Value {
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    serde_json::from_slice(&bytes[20..20 + length]).unwrap()
}

/// Returns the path of a layer's image.
fn image<'s>(scene: &'s Scene, layer: &TextureLayer) -> &'s str {
    &scene[scene[layer.texture].image.unwrap()].path
}

#[test]
fn layers_follow_the_names_of_their_images() {
    let (scene, diagnostics) = read(&bytes("layers-sorted-anew"));
    let [wall, floor] = &scene.materials[..] else { panic!() };
    let [light, brick] = &wall.layers[..] else { panic!() };
    // The slots say where they are now; the extras say what they were.
    assert_eq!((light.role, light.slot, light.uv_set), (TextureRole::Lightmap, 0, 1));
    assert_eq!((image(&scene, light), image(&scene, brick)), ("C:\\maps\\light.png", "brick.png"));
    assert_eq!((brick.role, scene[brick.texture].alpha), (TextureRole::Color, TextureAlpha::Mask));
    assert_eq!(scene[brick.texture].extras["b3d.flags"], Extra::Int(5));
    // Another image in the slot counts, and an image that is gone is linked by its name: both are told.
    let [wood, gone] = &floor.layers[..] else { panic!() };
    assert_eq!((image(&scene, wood), image(&scene, gone)), ("wood.png", "gone.png"));
    assert_eq!(gone.blend, LayerBlend::Add);
    // The third is a material whose extras are gone.
    assert_eq!(diagnostics.count(Code::StaleExtras), 3);
}

#[test]
fn a_transform_stays_with_its_user() {
    let scene = read(&bytes("transforms-of-users")).0;
    let again = read(&write(&scene)).0;
    for scene in [scene, again] {
        let scale = |i: usize| scene[scene.materials[i].layers[0].texture].transform.scale;
        assert_eq!([scale(0), scale(1), scale(2)], [Vec2::ONE, Vec2::splat(2.0), Vec2::splat(3.0)]);
    }
}

#[test]
fn strengths_and_factors_come_back() {
    let once = bytes("strengths");
    let (from, to) = (json(&once), json(&write(&read(&once).0)));
    let [a, b] = [&from, &to].map(|json| &json["materials"]);
    assert_eq!(b[0]["normalTexture"]["scale"], a[0]["normalTexture"]["scale"]);
    assert_eq!(b[0]["occlusionTexture"]["strength"], a[0]["occlusionTexture"]["strength"]);
    assert_eq!(
        (&b[0]["emissiveTexture"]["index"], &b[0]["emissiveFactor"]),
        (&0.into(), &serde_json::json!([0.0, 0.0, 0.0]))
    );
    assert_eq!(b[1]["extensions"]["KHR_materials_emissive_strength"]["emissiveStrength"], 4.0);
    assert_eq!(b[1]["emissiveFactor"], a[1]["emissiveFactor"]);
}
