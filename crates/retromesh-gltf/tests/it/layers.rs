//! Texture layers of files that other programs wrote again.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use crate::common::{bytes, opened, read, write};
use retromesh_core::material::{AlphaMode, ImageData, LayerBlend, Texture, TextureAlpha, TextureLayer, TextureRole};
use retromesh_core::{Code, Extra, Scene};
use retromesh_testkit::GlbFile;
use serde_json::{Value, json};

/// Returns the path of a layer's image.
pub(crate) fn image<'s>(scene: &'s Scene, layer: &TextureLayer) -> &'s str {
    &scene[scene[layer.texture].image.unwrap()].path
}

#[test]
fn layers_follow_the_names_of_their_images() {
    let (scene, diagnostics) = read(&bytes("layers-sorted-anew"));
    let [wall, floor, _] = &scene.materials[..] else { panic!() };
    let [light, brick] = &wall.layers[..] else { panic!() };
    // The slots say where they are now; the extras say what they were.
    assert_eq!((light.role, light.slot, light.uv_set), (TextureRole::Lightmap, 0, 1));
    assert_eq!((image(&scene, light), image(&scene, brick)), ("C:\\maps\\light.png", "brick.png"));
    assert_eq!((brick.role, scene[brick.texture].alpha), (TextureRole::Color, TextureAlpha::Mask));
    assert_eq!(scene[brick.texture].extras["b3d.flags"], Extra::Int(5));
    // Another image in the slot counts, and an image that is gone is linked by its name: both are reported.
    let [wood, gone] = &floor.layers[..] else { panic!() };
    assert_eq!((image(&scene, wood), image(&scene, gone)), ("wood.png", "gone.png"));
    assert_eq!(gone.blend, LayerBlend::Add);
    let changed: Vec<_> = diagnostics.entries().iter().filter(|entry| entry.code == Code::ChangedImage).collect();
    assert!(matches!(&changed[..], [one] if one.detail == "the image of material floor was changed"));
    // Nothing of the model is lost by that, and another material may be new.
    let [stale, restored] = [Code::StaleExtras, Code::Restored].map(|code| diagnostics.count(code));
    assert_eq!((stale, restored), (0, 1), "{:?}", diagnostics.entries());
}

/// Writes a material with a colour and another layer on the second set of coordinates.
fn layered(role: TextureRole, unlit: bool) -> GlbFile {
    let (mut scene, _) = read(&bytes("layers-sorted-anew"));
    let material = &mut scene.materials[0];
    material.layers[0] = TextureLayer { slot: 0, role, blend: LayerBlend::Multiply, uv_set: 1, ..material.layers[0] };
    material.layers[1].role = TextureRole::Color;
    material.shading.unlit = unlit;
    opened(&write(&scene))
}

#[test]
fn images_are_found_by_the_names_of_their_textures() {
    let mut file = layered(TextureRole::Lightmap, true);
    // What three.js leaves of them.
    let images = file.json["images"].as_array().unwrap().clone();
    for texture in file.json["textures"].as_array_mut().unwrap() {
        texture["name"] = images[texture["source"].as_u64().unwrap() as usize]["name"].clone();
    }
    for image in file.json["images"].as_array_mut().unwrap() {
        let image = image.as_object_mut().unwrap();
        for key in ["name", "extras", "uri"] {
            image.remove(key);
        }
    }
    let nodes = file.json["nodes"].as_array().unwrap().len();
    // Its own scene, and that of the file as a node.
    file.json["asset"]["generator"] = "THREE.GLTFExporter r187".into();
    let scene = std::mem::replace(&mut file.json["scenes"][0], json!({"name": "AuxScene", "nodes": [nodes]}));
    let group = json!({"children": scene["nodes"], "extras": scene["extras"]});
    file.json["nodes"].as_array_mut().unwrap().push(group);
    let (scene, diagnostics) = read(&file.glb());
    assert_eq!(scene.nodes.len(), nodes);
    let names: Vec<_> = scene.materials[0].layers.iter().map(|layer| image(&scene, layer)).collect();
    assert_eq!(names, ["C:\\maps\\light.png", "brick.png"]);
    assert_eq!(diagnostics.entries().iter().filter(|e| e.detail.contains("another image")).count(), 0);
}

#[test]
fn the_same_picture_under_a_new_name_is_a_new_file() {
    let (mut scene, _) = read(&bytes("layers-sorted-anew"));
    let at = scene[scene.materials[0].layers[1].texture].image.unwrap();
    scene.images[at.index()].uri = Some("brick.png".into());
    let bytes = include_bytes!("../../../../integrations/bevy/picture.png").to_vec();
    scene.images[at.index()].data = Some(ImageData { mime: "image/png".into(), bytes });
    let rows = [
        ("my brick", "my brick", 0),
        ("brick.001", "brick.png", 0),
        // Programs give images that have no name a number.
        ("Image_7", "brick.png", 1),
        ("", "brick.png", 0),
    ];
    for (name, expected, restored) in rows {
        let mut file = opened(&write(&scene));
        let images = file.json["images"].as_array_mut().unwrap().iter_mut();
        let found = images.into_iter().find(|image| image["name"] == "brick.png").unwrap();
        found["name"] = name.into();
        found.as_object_mut().unwrap().remove("extras");
        let (scene, diagnostics) = read(&file.glb());
        let layers = &scene.materials[0].layers;
        assert!(layers.iter().any(|layer| image(&scene, layer) == expected), "{name}: {:?}", scene.images);
        assert_eq!(diagnostics.count(Code::Restored), restored, "{name}");
    }
}

#[test]
fn an_old_image_that_another_layer_shows_is_named() {
    let (mut scene, _) = read(&bytes("layers-sorted-anew"));
    let at = scene[scene.materials[0].layers[1].texture].image.unwrap();
    let bytes = include_bytes!("../../../../integrations/bevy/picture.png").to_vec();
    scene.images[at.index()].data = Some(ImageData { mime: "image/png".into(), bytes });
    let layers = &mut scene.materials[0].layers;
    layers.push(TextureLayer { slot: 5, blend: LayerBlend::Add, ..layers[1] });
    for (name, expected) in [("my brick", Some("; its layer 5 still shows brick.png")), ("brick.001", None)] {
        let mut file = opened(&write(&scene));
        let images = file.json["images"].as_array_mut().unwrap().iter_mut();
        let found = images.into_iter().find(|image| image["name"] == "brick.png").unwrap();
        found["name"] = name.into();
        found.as_object_mut().unwrap().remove("extras");
        let (_, said) = read(&file.glb());
        let expected = expected.map(|end| format!("the image of material wall was changed{end}"));
        let changed = said.entries().iter().find(|entry| entry.code == Code::ChangedImage);
        assert_eq!(changed.map(|entry| entry.detail.clone()), expected, "{:?}", said.entries());
    }
}

/// Blitz3D cuts out what is black, which needs no alpha.
#[test]
fn another_image_of_a_mask_is_cut_out_and_options_of_the_texture_stay() {
    let (mut scene, _) = read(&bytes("layers-sorted-anew"));
    scene.materials[0].alpha_mode = AlphaMode::Mask { cutoff: 0.5 };
    let id = scene.materials[0].layers[1].texture;
    let mask = Texture { alpha: TextureAlpha::Mask, mipmap: false, ..scene[id].clone() };
    scene.textures[id.index()] = mask;
    let at = scene[id].image.unwrap();
    let bytes = include_bytes!("../../../../integrations/bevy/picture.png").to_vec();
    scene.images[at.index()].data = Some(ImageData { mime: "image/png".into(), bytes });
    // Types of PNG with and without alpha.
    for (kind, alpha) in [(2, TextureAlpha::Mask), (6, TextureAlpha::Ignore)] {
        scene.images[at.index()].data.as_mut().unwrap().bytes[25] = kind;
        let mut file = opened(&write(&scene));
        let images = file.json["images"].as_array_mut().unwrap().iter_mut();
        let found = images.into_iter().find(|image| image["name"] == "brick.png").unwrap();
        found["name"] = "leaves".into();
        found.as_object_mut().unwrap().remove("extras");
        let textures = file.json["textures"].as_array_mut().unwrap().iter_mut();
        textures.for_each(|texture| drop(texture.as_object_mut().unwrap().remove("extras")));
        let (back, said) = read(&file.glb());
        let layers = back.materials[0].layers.iter();
        let own = layers
            .map(|layer| &back[layer.texture])
            .find(|own| back.images[own.image.unwrap().index()].path == "leaves");
        let (own, before) = (own.unwrap(), &scene[id]);
        assert_eq!((own.alpha, own.mipmap, &own.extras), (alpha, before.mipmap, &before.extras));
        let lost = said.entries().iter().filter(|entry| entry.detail.contains("another image"));
        assert_eq!(lost.count(), 0, "{:?}", said.entries());
    }
}

#[test]
fn occlusion_of_what_is_not_lit_is_a_light_map() {
    let rows = [
        ("extras", TextureRole::Lightmap, true, false, TextureRole::Lightmap),
        ("no extras", TextureRole::Lightmap, true, true, TextureRole::Lightmap),
        ("lit, no extras", TextureRole::Lightmap, false, true, TextureRole::Occlusion),
        ("meant as occlusion", TextureRole::Occlusion, true, false, TextureRole::Occlusion),
    ];
    for (name, role, unlit, strip, expected) in rows {
        let mut file = layered(role, unlit);
        if strip {
            file.json["materials"].as_array_mut().unwrap().iter_mut().for_each(|material| {
                material.as_object_mut().unwrap().remove("extras");
            });
        }
        let (scene, _) = read(&file.glb());
        let roles: Vec<_> = scene.materials[0].layers.iter().map(|layer| layer.role).collect();
        assert!(roles.contains(&expected), "{name}: {roles:?}");
    }
}

#[test]
fn a_material_that_a_tool_left_out_takes_its_layers_with_it() {
    let (scene, _) = read(&bytes("layers-sorted-anew"));
    let file = opened(&write(&scene));
    let layers = |change: fn(&mut Vec<Value>)| {
        let mut file = opened(&write(&scene));
        change(file.json["materials"].as_array_mut().unwrap());
        let (_, diagnostics) = read(&file.glb());
        diagnostics.entries().iter().filter(|entry| entry.detail.contains("without the texture layers")).count()
    };
    assert_eq!(file.json["scenes"][0]["extras"]["retromesh"]["layered"], 2);
    // Blender leaves out a material that nothing shows, and its user adds one.
    let replace = |materials: &mut Vec<Value>| materials[0] = json!({"name": "gun"});
    let strip = |materials: &mut Vec<Value>| materials.iter_mut().for_each(|m| m["extras"] = Value::Null);
    assert_eq!(
        [layers(|_| ()), layers(|materials| materials.truncate(1)), layers(replace), layers(strip)],
        [0, 0, 0, 1]
    );
}
