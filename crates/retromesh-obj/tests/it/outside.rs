//! What files of other programs hold: concave polygons, unusual places of options, wide letters, colours.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use glam::{Vec2, Vec3};
use retromesh_core::material::Wrap;
use retromesh_core::{Code, Diagnostics, Scene, check};
use retromesh_kit::{Files, ImportOptions, NoFiles};
use retromesh_obj::Document;

fn bytes(name: &str) -> Vec<u8> {
    std::fs::read(format!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/obj/{}"), name)).unwrap()
}

fn read(name: &str, files: &dyn Files) -> Scene {
    let (bytes, options, mut diagnostics) = (bytes(name), ImportOptions::default(), Diagnostics::new());
    let document = Document::parse_with_files(&bytes, files, &options, &mut diagnostics).unwrap();
    let scene = document.to_scene_with(&options, &mut diagnostics).unwrap();
    assert_eq!(check(&scene), []);
    scene
}

#[test]
fn concave_polygons_keep_their_area() {
    let scene = read("concave.obj", &NoFiles);
    let mesh = &scene.meshes[0];
    let areas = |faces: &[[u32; 3]]| {
        let area = |t: &[u32; 3]| {
            let [a, b, c] = t.map(|v| mesh.positions[v as usize]);
            (b - a).cross(c - a) / 2.0
        };
        let sum: Vec3 = faces.iter().map(area).sum();
        (sum.length(), faces.iter().map(|t| area(t).length()).sum::<f32>())
    };
    // 1, 4 and 3 squares: the areas with and without their directions are equal, so nothing lies outside or is folded.
    assert_eq!(areas(&mesh.parts[0].faces.triangles(&mesh.positions)), (8.0, 8.0));
}

struct LibraryFolder;

impl Files for LibraryFolder {
    fn load(&self, name: &str) -> Option<Vec<u8>> {
        (name == "shelf/behind.mtl").then(|| bytes(name))
    }
}

#[test]
fn options_and_folders_of_textures_are_read() {
    let scene = read("options-behind.obj", &LibraryFolder);
    let texture = &scene.textures[0];
    assert_eq!(scene.images[0].path, "shelf/old wall.png");
    assert_eq!((texture.wrap_u, texture.transform.translation.x), (Wrap::Clamp, 0.5));
    assert_eq!(texture.transform.scale, Vec2::splat(2.0));
}

/// A file that was cut off before its first face is no model.
#[test]
fn a_model_without_faces_is_said_to_have_none() {
    for (text, expected) in [("v 0 0 0\nv 1 0 0\n", 1), ("v 0 0 0\np 1\n", 0), ("v 0 0 0\nf 1 1 1\n", 0)] {
        let (options, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
        Document::parse(text.as_bytes()).unwrap().to_scene_with(&options, &mut diagnostics).unwrap();
        assert_eq!(diagnostics.count(Code::EmptyModel), expected, "{text}");
    }
}

#[test]
fn lines_lose_their_texture_coordinates_aloud() {
    let (bytes, options, mut diagnostics) =
        (bytes("lines-and-points.obj"), ImportOptions::default(), Diagnostics::new());
    let document = Document::parse_with(&bytes, &options, &mut diagnostics).unwrap();
    document.to_scene_with(&options, &mut diagnostics).unwrap();
    assert_eq!(diagnostics.count(Code::LostUvSet), 2);
}

#[test]
fn wide_letters_are_read() {
    let scene = read("utf-16.obj", &NoFiles);
    assert_eq!((scene.nodes[0].name.as_str(), scene.meshes[0].positions.len()), ("\u{e4}", 3));
}

/// A library that has every name.
struct Library(&'static str);

impl Files for Library {
    fn load(&self, _: &str) -> Option<Vec<u8>> {
        Some(self.0.as_bytes().to_vec())
    }
}

#[test]
fn colours_without_a_material_share_no_name_with_one() {
    let library = Library("newmtl vertex_colors\nKd 1 0 0\n");
    let text = b"mtllib a.mtl\nv 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 0 1 0 0 0 1\nusemtl vertex_colors\nf 1 2 3\no b\nv 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 0 1 0 0 0 1\nusemtl\nf 4 5 6\n";
    let options = ImportOptions::default();
    let document = Document::parse_with_files(text, &library, &options, &mut Diagnostics::new()).unwrap();
    let scene = document.to_scene().unwrap();
    let mut names: Vec<_> = scene.materials.iter().map(|material| material.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), scene.materials.len(), "{names:?}");
    assert!(scene.meshes.iter().flat_map(|mesh| &mesh.parts).all(|part| part.material.is_some()));
}

fn of(text: &str) -> Scene {
    Document::parse(text.as_bytes()).unwrap().to_scene().unwrap()
}

#[test]
fn an_object_whose_faces_are_all_broken_takes_no_other_with_it() {
    let scene = of("v 0 0 0\nv 1 0 0\nv 0 1 0\no a\nf 1 2 99\no b\nf 1 2 3\n");
    let faces: Vec<_> =
        scene.meshes.iter().map(|mesh| mesh.parts.iter().map(|part| part.faces.len()).sum::<usize>()).collect();
    assert_eq!(faces, [1]);
}

#[test]
fn positions_of_lines_belong_to_their_object() {
    let scene = of("v 0 0 0\nv 1 0 0\no wire\nl 1 2\n");
    assert_eq!((scene.meshes.len(), scene.meshes[0].positions.len()), (1, 2));
}

#[test]
fn a_material_of_another_name_is_not_that_of_bare_faces() {
    let library = Library("newmtl defaultWall\nnewmtl a\n");
    let text = b"mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl a\nf 1 2 3\nusemtl\nf 1 2 3\n";
    let document =
        Document::parse_with_files(text, &library, &ImportOptions::default(), &mut Diagnostics::new()).unwrap();
    let scene = document.to_scene().unwrap();
    let last = scene.meshes[0].parts.last().unwrap().material.unwrap();
    assert_eq!(scene[last].name, "default");
}

#[test]
fn vertex_colours_are_shown() {
    let scene = read("vertex-colours.obj", &NoFiles);
    let shows = |mesh: &retromesh_core::mesh::Mesh| {
        mesh.parts.iter().all(|part| part.material.is_some_and(|id| scene[id].shading.vertex_colors))
    };
    assert!(scene.meshes.iter().filter(|mesh| !mesh.color_sets.is_empty()).all(shows));
    assert!(scene.meshes.iter().any(|mesh| !mesh.color_sets.is_empty()));
}

/// Its groups of several names may be one whose name has blanks.
#[test]
fn groups_of_several_names_are_noted_where_blender_wrote_them() {
    for (head, names, expected) in [
        ("# Blender 5.0.1\n", "window left", 1),
        ("# Blender 5.0.1\n", "window", 0),
        ("# made by hand\n", "window left", 0),
        ("v 1 1 1 # Blender\n", "window left", 0),
    ] {
        let text = format!("{head}v 0 0 0\nv 1 0 0\nv 0 1 0\ng {names}\nf 1 2 3\n");
        let (options, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
        let document = Document::parse(text.as_bytes()).unwrap();
        let scene = document.to_scene_with(&options, &mut diagnostics).unwrap();
        assert_eq!(diagnostics.count(Code::AlteredNames), expected, "{text}");
        assert_eq!(scene.meshes[0].selections.len(), names.split(' ').count());
    }
}
