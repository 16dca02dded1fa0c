//! What texts such as OBJ make of places, names and selections.

use super::super::rounded;
use super::super::selections::place;
use super::*;
use retromesh_core::extras::SMOOTHING;
use retromesh_core::material::{Image, LayerBlend, Material, Texture, TextureLayer, TextureRole};
use retromesh_core::{ImageId, MaterialId, TextureId};

fn selection(name: &str, extras: Extras) -> Selection {
    Selection { name: name.into(), faces: vec![0], extras, ..Selection::default() }
}

fn model(name: &str, positions: Vec<Vec3>, selections: Vec<Selection>) -> Scene {
    let part = Part { faces: Faces::Triangles(vec![[0, 1, 2]]), material: Some(MaterialId(0)), ..Part::default() };
    let mut scene = wall(Mesh { name: name.into(), positions, parts: vec![part], selections, ..Mesh::default() });
    name.clone_into(&mut scene.nodes[0].name);
    scene.materials.push(Material { name: format!("{name} skin"), ..Material::default() });
    scene
}

#[test]
fn smoothing_groups_rounded_places_and_blanks_block_nothing() {
    let corner = Vec3::new(1.0 / 3.0, 2.0 / 3.0, 0.0);
    let first = model("Fire Geometry", vec![Vec3::ZERO, Vec3::X, corner], vec![selection("fuel hull", Extras::new())]);
    let smoothing = selection("smoothing 1", Extras::from([(SMOOTHING.to_owned(), 1.into())]));
    let rounded = Vec3::new(0.333_333, 0.666_667, 0.0);
    for (name, is_group) in [("Fire Geometry", false), ("Fire_Geometry", false), ("Fire_Geometry", true)] {
        let group = is_group.then(|| selection("fuel_hull", Extras::new()));
        let selections = group.into_iter().chain([smoothing.clone()]).collect();
        let mut edited = model(name, vec![Vec3::ZERO, Vec3::X, rounded], selections);
        edited.materials[0].name = edited.materials[0].name.replace(' ', "_");
        let (scene, found) = like_of(edited, &first);
        let names: Vec<&str> = scene.meshes[0].selections.iter().map(|selection| selection.name.as_str()).collect();
        assert_eq!(names, ["fuel hull", "smoothing 1"], "{name}: {found:?}");
        assert_eq!((&*scene.nodes[0].name, &*scene.materials[0].name), ("Fire Geometry", "Fire Geometry skin"));
    }
}

#[test]
fn levels_without_extras_come_back_next_to_those_with_some() {
    let levels = |is_original: bool| {
        let mut scene = Scene::default();
        for (name, role) in [("Geometry", LodRole::Geometry), ("Memory", LodRole::Memory)] {
            let node = scene.add_node(None, super::place(name, 0.0));
            scene[node].mesh = Some(Box::new(MeshInstance::new(MeshId::new(scene.meshes.len()))));
            scene.meshes.push(Mesh { name: name.into(), positions: vec![Vec3::ZERO], ..Mesh::default() });
            scene[node].lod = is_original.then_some(Lod { role, value: 1.0, level: 0 });
        }
        if is_original {
            scene.nodes[0].extras.insert("p3d.properties".into(), 1.into());
        }
        scene
    };
    let (scene, found) = like_of(levels(false), &levels(true));
    assert!(scene.nodes.iter().all(|node| node.lod.is_some()), "{found:?}");
    assert!(!found.iter().any(|found| found.contains("not restored")), "{found:?}");
}

#[test]
fn a_place_is_rounded_from_the_only_one_that_is_near() {
    let mesh = |places: &[f32]| Mesh { positions: places.iter().map(|x| Vec3::X * *x).collect(), ..Mesh::default() };
    let known = mesh(&[0.0, 0.5, 0.500_000_6, 1000.0]);
    for (at, expected) in [(0.000_4, Some(0.0)), (0.002, None), (0.500_000_3, None), (999.9995, Some(1000.0))] {
        let own = mesh(&[at]);
        let mut places = vec![place(&own.positions[0])];
        rounded::join(&mut places, &own, &known);
        assert_eq!(places[0], place(&(Vec3::X * expected.unwrap_or(at))), "{at}");
    }
}

#[test]
fn groups_that_blender_adds_go() {
    let corners = vec![Vec3::ZERO, Vec3::X, Vec3::Y];
    let group = |name: &str| selection(name, Extras::new());
    let with_vertices = |name: &str| Selection { vertices: vec![0], ..group(name) };
    let rows = [
        (vec![group("hull")], vec![group("Group"), group("hull")], vec!["hull"]),
        // One that the original has, and one of another program.
        (vec![group("group")], vec![group("Group")], vec!["group"]),
        (vec![with_vertices("hull")], vec![with_vertices("hull"), with_vertices("Group")], vec!["hull", "Group"]),
    ];
    for (known, own, expected) in rows {
        let (scene, found) = like_of(model("tank", corners.clone(), own), &model("tank", corners.clone(), known));
        let names: Vec<&str> = scene.meshes[0].selections.iter().map(|selection| selection.name.as_str()).collect();
        assert_eq!(names, expected, "{found:?}");
    }
}

#[test]
fn pictures_next_to_a_text_are_the_textures_that_materials_are_called_by() {
    let textures = |rows: &[(&str, &str)]| {
        let image = |(_, path): &(&str, &str)| Image { path: (*path).into(), ..Image::default() };
        let layer = |at: usize| TextureLayer {
            slot: 0,
            texture: TextureId::new(at),
            role: TextureRole::Color,
            blend: LayerBlend::Multiply,
            uv_set: 0,
        };
        let material = |(at, (name, _)): (usize, &(&str, &str))| Material {
            name: (*name).into(),
            layers: vec![layer(at)],
            ..Material::default()
        };
        Scene {
            images: rows.iter().map(image).collect(),
            textures: (0..rows.len())
                .map(|at| Texture { image: Some(ImageId::new(at)), ..Texture::default() })
                .collect(),
            materials: rows.iter().enumerate().map(material).collect(),
            ..Scene::default()
        }
    };
    let known = ["t\\hull.paa", "t\\a\\t.paa", "t\\b\\t.paa", "t\\rail.paa"];
    let original = textures(&known.map(|path| (path, path)));
    // What is called so, the picture, the path that it has then, and its file.
    let rows = [
        ("hull of mine", "hull.png", known[0], Some("hull.png")),
        (known[1], "t.png", known[1], Some("t.png")),
        (known[2], "t_2.png", known[2], Some("t_2.png")),
        (known[3], "new camo.png", "new camo.png", None),
        ("other", "t.png", "t.png", None),
        ("sub", "skins/hull.png", "skins/hull.png", None),
    ];
    for (name, picture, path, file) in rows {
        let (scene, found) = like_of(textures(&[(name, picture)]), &original);
        let image = &scene.images[0];
        assert_eq!((&*image.path, image.uri.as_deref()), (path, file), "{name}: {found:?}");
    }
}
