//! What is written is as the page says: an independent reader takes it.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::cast_possible_truncation)]

use crate::reader;
use glam::{Vec2, Vec3, Vec4};
use retromesh_core::material::{Image, Material, Shading, Texture, TextureLayer, TextureRole};
use retromesh_core::mesh::{Faces, Mesh, Part};
use retromesh_core::scene::{Light, LightKind, MeshInstance, Node, Proxy, Trs};
use retromesh_core::{Code, Diagnostics, Extras, ImageId, LightId, MaterialId, MeshId, Scene, Space, TextureId};
use retromesh_kit::ExportOptions;
use retromesh_rmesh::Document;
use retromesh_testkit::{fixtures, mutants};

fn write(scene: Scene) -> (Vec<u8>, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let scene = scene.into_valid().unwrap();
    let exported = Document::from_scene_with(&scene, &ExportOptions::default(), &mut diagnostics).unwrap();
    (exported.document.encode().unwrap(), diagnostics)
}

#[test]
fn fixtures_are_read_alike() {
    let mut rooms = 0;
    for file in fixtures("rmesh", "rmesh", 55).iter().filter(|file| !file.name.starts_with("bad/")) {
        let scene = Document::parse(&file.bytes).unwrap().to_scene().unwrap();
        let (bytes, _) = write(scene);
        let room = reader::read(&bytes);
        let document = Document::parse(&bytes).unwrap();
        assert!(room.ends || !document.end, "{}", file.name);
        assert_eq!(room.entities.len(), document.entities.len(), "{}", file.name);
        assert_eq!(room.surfaces.len(), document.surfaces.len(), "{}", file.name);
        rooms += 1;
    }
    assert!(rooms >= 30, "{rooms}");
}

#[test]
fn damaged_scenes_are_written_and_read() {
    let mut cases = 0;
    for file in fixtures("rmesh", "rmesh", 55) {
        for bytes in mutants(&file.bytes, 300) {
            let Ok(document) = Document::parse(&bytes) else { continue };
            let (written, _) = write(document.to_scene().unwrap());
            reader::read(&written);
            cases += 1;
        }
    }
    assert!(cases > 3_000, "{cases}");
}

/// A grid of squares, `side` to a side.
fn grid(side: u32) -> Mesh {
    let place = |n: u32| Vec3::new((n % (side + 1)) as f32, 0.0, (n / (side + 1)) as f32);
    let square = |n: u32| {
        let corner = n / side * (side + 1) + n % side;
        [[corner, corner + side + 1, corner + 1], [corner + 1, corner + side + 1, corner + side + 2]]
    };
    let positions: Vec<Vec3> = (0..(side + 1) * (side + 1)).map(place).collect();
    let faces = Faces::Triangles((0..side * side).flat_map(square).collect());
    Mesh { positions, parts: vec![Part { faces, ..Part::default() }], ..Mesh::default() }
}

fn placed(mesh: Mesh) -> Scene {
    let mut scene = Scene { meshes: vec![mesh], ..Scene::default() };
    let mesh = Some(Box::new(MeshInstance::new(MeshId(0))));
    scene.add_node(None, Node { mesh, ..Node::default() });
    scene
}

#[test]
fn surfaces_end_at_65_535_vertices() {
    let (bytes, diagnostics) = write(placed(grid(300)));
    let room = reader::read(&bytes);
    let sizes: Vec<usize> = room.surfaces.iter().map(|(_, vertices, _)| *vertices).collect();
    assert!(sizes.len() == 2 && sizes.iter().all(|&size| size <= 65_535), "{sizes:?}");
    assert_eq!(room.surfaces.iter().map(|(.., triangles)| triangles).sum::<usize>(), 300 * 300 * 2);
    assert_eq!(diagnostics.count(Code::SplitMesh), 1);
}

#[test]
fn scenes_of_other_programs_become_rooms() {
    let mut mesh = grid(1);
    mesh.uv_sets = vec![vec![Vec2::X; 4], vec![Vec2::Y; 4]];
    mesh.color_sets = vec![vec![Vec4::new(1.0, 0.5, 0.0, 1.0); 4]];
    mesh.parts[0].material = Some(MaterialId(0));
    let mut scene = placed(mesh);
    scene.space = Space::GLTF;
    for path in ["C:\\art\\Wall.JPG", "bake.png"] {
        scene.textures.push(Texture { image: Some(ImageId::new(scene.images.len())), ..Texture::default() });
        scene.images.push(Image { path: path.into(), ..Image::default() });
    }
    let layer = |texture, role, uv_set| TextureLayer {
        slot: texture,
        texture: TextureId(texture),
        role,
        blend: retromesh_core::material::LayerBlend::Multiply,
        uv_set,
    };
    let layers = vec![layer(0, TextureRole::Color, 0), layer(1, TextureRole::Lightmap, 1)];
    let shading = Shading { vertex_colors: true, unlit: true, ..Shading::default() };
    scene.materials.push(Material { layers, shading, ..Material::default() });
    let light = |kind| Light {
        name: String::new(),
        kind,
        color: Vec3::ONE,
        intensity: 2.0,
        range: Some(1.0),
        extras: Extras::new(),
    };
    scene.lights = vec![light(LightKind::Point), light(LightKind::Directional)];
    let at = Trs { translation: Vec3::new(1.0, 2.0, 3.0), ..Trs::IDENTITY };
    for id in 0..2 {
        scene.add_node(None, Node { light: Some(LightId(id)), transform: at.into(), ..Node::default() });
    }
    let proxy = Some(Box::new(Proxy { path: "GFX\\Map\\Props\\lamp.x".into(), id: -1 }));
    let prop = scene.add_node(None, Node { proxy, transform: at.into(), ..Node::default() });
    // What was placed of a prop to be looked at stays out.
    let shown = Some(Box::new(MeshInstance::new(MeshId(0))));
    scene.add_node(Some(prop), Node { mesh: shown, ..Node::default() });
    let (bytes, diagnostics) = write(scene);
    let room = reader::read(&bytes);
    let slots = [(2, "bake.png".to_owned()), (1, "Wall.JPG".to_owned())];
    assert_eq!(room.surfaces, [(slots, 4, 2)]);
    // In the game's units, to the left instead of to the right of what is forward.
    assert_eq!((room.min, room.max), ([0.0, 0.0, -256.0], [256.0, 0.0, 0.0]));
    let kinds: Vec<_> = room.entities.iter().map(|point| (point.kind.as_str(), point.at)).collect();
    assert_eq!(kinds, [("light", [256.0, 512.0, -768.0]), ("model", [256.0, 512.0, -768.0])]);
    assert_eq!(room.entities[0].fields[1], "255 255 255");
    assert_eq!(room.entities[1].fields[0], "lamp.x");
    assert_eq!(diagnostics.count(Code::LostLight), 1);
}
