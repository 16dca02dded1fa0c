//! Nothing of a file that has everything gets lost on the way to the scene.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use retromesh_b3d::Document;
use retromesh_core::material::{Blend, LayerBlend, Mapping, Material, TextureAlpha, TextureRole, UvOrder, Wrap};
use retromesh_core::scene::{LightKind, Scene};
use retromesh_core::{Code, Diagnostics, Extra};
use retromesh_kit::ImportOptions;

fn everything() -> (Scene, Diagnostics) {
    let files = retromesh_testkit::fixtures("b3d", "b3d", 1);
    let file = files.iter().find(|file| file.name == "everything.b3d").unwrap();
    let (options, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
    let document = Document::parse_with(&file.bytes, &options, &mut diagnostics).unwrap();
    (document.to_scene_with(&options, &mut diagnostics).unwrap(), diagnostics)
}

/// The material of the triangles whose brush lies under that of the mesh.
fn combined(scene: &Scene) -> &Material {
    let part = &scene.meshes[0].parts[0];
    &scene.materials[part.material.unwrap().index()]
}

#[test]
fn geometry_is_there() {
    let (scene, _) = everything();
    let mesh = &scene.meshes[0];
    assert_eq!((mesh.uv_sets.len(), mesh.color_sets.len(), mesh.normals.len()), (2, 1, 4));
    assert_ne!(mesh.uv_sets[0], mesh.uv_sets[1]);
    assert_eq!(mesh.weights.iter().count(), 4);
    assert_eq!(scene.skeletons[0].joints.len(), 2);
}

#[test]
fn brushes_are_there() {
    let (scene, _) = everything();
    let brush = &scene.materials[0];
    assert_eq!((brush.name.as_str(), brush.shininess, brush.blend), ("layered", 0.75, Blend::Add));
    assert_eq!((brush.extras["b3d.blend"].as_int(), brush.extras["b3d.fx"].as_int()), (Some(3), Some(0x32)));
    let shading = combined(&scene).shading;
    assert!(shading.vertex_colors && shading.vertex_alpha && shading.double_sided && !shading.unlit);
    let layers: Vec<_> = combined(&scene).layers.iter().map(|l| (l.slot, l.role, l.blend, l.uv_set)).collect();
    let expected = [
        (0, TextureRole::Color, LayerBlend::Multiply, 0),
        (2, TextureRole::Lightmap, LayerBlend::Multiply2x, 1),
        (3, TextureRole::Color, LayerBlend::Add, 0),
        (7, TextureRole::Environment, LayerBlend::Alpha, 0),
    ];
    assert_eq!(layers, expected);
    // The other brush half hides red and green of the first.
    assert_eq!(combined(&scene).base_color.to_array(), [0.5, 0.375, 0.5, 0.5]);
}

#[test]
fn textures_are_there() {
    let (scene, _) = everything();
    let [skin, light, glow, env] = &scene.textures[..] else { panic!("not four textures") };
    assert_eq!(scene.images[skin.image.unwrap().index()].path, "C:\\maps\\skin.bmp");
    let transform = skin.transform;
    assert_eq!((transform.translation.to_array(), transform.scale.to_array()), ([0.25, 0.5], [2.0, 4.0]));
    assert_eq!((transform.rotation, transform.order), (0.5, UvOrder::RotateFirst));
    assert_eq!((light.wrap_u, light.wrap_v, skin.wrap_u), (Wrap::Clamp, Wrap::Clamp, Wrap::Repeat));
    assert_eq!((glow.alpha, env.mapping), (TextureAlpha::Blend, Mapping::Sphere));
    let raw = |key: &str| scene.textures.iter().map(|t| t.extras.get(key).and_then(Extra::as_int)).collect::<Vec<_>>();
    assert_eq!(raw("b3d.flags"), [Some(9), Some(65585), Some(11), Some(65)]);
    // Two, multiply, is the default.
    assert_eq!(raw("b3d.blend"), [None, Some(5), Some(3), Some(1)]);
}

#[test]
fn the_rest_is_there() {
    let (scene, diagnostics) = everything();
    let animation = &scene.animations[0];
    let clips: Vec<_> = animation.clips.iter().map(|c| (c.name.as_str(), c.first, c.last)).collect();
    assert_eq!(clips, [("idle", 1.0, 4.0), ("walk", 5.0, 9.0)]);
    assert_eq!((animation.channels.len(), animation.ticks_per_second), (5, 24.0));
    let named = |name: &str| scene.nodes.iter().find(|node| node.name == name).unwrap();
    let light = &scene.lights[named("classname=light").light.unwrap().index()];
    assert_eq!((light.kind, light.range), (LightKind::Point, Some(512.0)));
    assert!(named("Camera").camera.is_some());
    let name = named("classname=light").extras["b3d.name"].as_text();
    assert_eq!(name, Some("classname=light\r\ncolor=255 128 0\r\nrange=512"));
    assert_eq!(named("marker").extras["b3d.pivot"], Extra::Bool(true));
    assert_eq!(scene.extras["b3d.chunk.XXXX"], Extra::Bytes(b"kept".to_vec()));
    assert_eq!(named("Scene Root").extras["b3d.chunk.ODD!"], Extra::Bytes(vec![1, 2, 3]));
    assert_eq!((diagnostics.count(Code::UnknownChunk), diagnostics.entries().len()), (2, 2));
}
