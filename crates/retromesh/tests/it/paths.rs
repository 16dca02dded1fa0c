//! Names in models never lead out of the model's folder, whatever file next to the model they are for.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use retromesh::options::Textures;
use retromesh::{Budget, Code, Diagnostics, ImportOptions, Scene, Source, find_images};
use std::fs;
use std::path::{Path, PathBuf};

/// A folder above that of the model, with what must not be read, under all the names that lead there.
struct Trap {
    outside: tempfile::TempDir,
}

impl Trap {
    /// Puts `bait` next to the model's folder and at the end of a link in it.
    fn new(bait: &[u8], extension: &str) -> Self {
        let trap = Self { outside: tempfile::tempdir().unwrap() };
        fs::create_dir_all(trap.folder().join("geometries/a")).unwrap();
        fs::create_dir_all(trap.folder().join("a")).unwrap();
        for place in ["", "b/", "geometries/"] {
            fs::create_dir_all(trap.outside.path().join(place)).unwrap();
            fs::write(trap.outside.path().join(format!("{place}bait.{extension}")), bait).unwrap();
        }
        #[cfg(unix)]
        for place in ["", "geometries/"] {
            let link = trap.folder().join(format!("{place}link.{extension}"));
            std::os::unix::fs::symlink(trap.outside.path().join(format!("bait.{extension}")), link).unwrap();
        }
        trap
    }

    fn folder(&self) -> PathBuf {
        self.outside.path().join("models")
    }

    /// Lists names without their extension.
    fn names(&self) -> Vec<String> {
        let absolute = self.outside.path().join("bait").to_string_lossy().into_owned();
        let fixed = [
            "../bait",
            "../../bait",
            "..\\bait",
            "..\\..\\bait",
            "a/../../b/bait",
            "a/../../../b/bait",
            "a\\..\\..\\bait",
            "./../bait",
            "../../geometries/bait",
            " ../bait",
            " /bait",
            "a ../bait",
            "-s 1 1 1 /bait",
            "/etc/passwd",
            "/bait",
            "C:\\bait",
            "C:bait",
            "C:/bait",
            "\\\\host\\share\\bait",
            "//host/share/bait",
            "file:///bait",
            "http://host/bait",
            "link",
            "bait\0",
            "\u{1b}[31mbait",
            "~/bait",
        ];
        let mut names: Vec<String> = fixed.iter().map(|&name| name.to_owned()).collect();
        names.extend([absolute, "x".repeat(5000), "../".repeat(2000) + "bait"]);
        names
    }

    fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.folder().join(name);
        fs::write(&path, bytes).unwrap();
        path
    }
}

/// Reads a file; returns its scene, or `None` when it is refused, and the codes of what was reported.
fn read(path: &Path) -> (Option<Scene>, Vec<Code>) {
    let (options, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
    let source = Source::load(path, &options.limits).unwrap();
    let model = source.read(&options, &mut diagnostics);
    let scene = model.and_then(|model| model.to_scene_with(&options, &mut diagnostics)).ok();
    (scene, diagnostics.entries().iter().map(|entry| entry.code).collect())
}

fn fixture(name: &str) -> Vec<u8> {
    fs::read(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures")).join(name)).unwrap()
}

#[test]
fn material_libraries() {
    let trap = Trap::new(b"newmtl paint\nKd 0.25 0.5 0.75\n", "mtl");
    let model = |name: &str| format!("mtllib {name}.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl paint\nf 1 2 3\n");
    // The trap works: a library in the folder itself is read.
    trap.write("good.mtl", b"newmtl paint\nKd 0.25 0.5 0.75\n");
    let paint = |scene: &Scene| scene.materials.iter().any(|material| material.base_color.x == 0.25);
    assert!(paint(&read(&trap.write("model.obj", model("good").as_bytes())).0.unwrap()));
    for name in trap.names() {
        let (scene, codes) = read(&trap.write("model.obj", model(&name).as_bytes()));
        // A text with control characters is refused as a whole.
        let Some(scene) = scene else {
            assert!(name.chars().any(char::is_control), "{name:?}");
            continue;
        };
        assert!(!paint(&scene), "{name:?}");
        assert!(codes.contains(&Code::MissingFile), "{name:?}: {codes:?}");
    }
}

#[test]
fn buffers() {
    let bait: Vec<u8> = [0., 0., 0., 1., 0., 0., 0., 1., 0f32].iter().flat_map(|v| v.to_le_bytes()).collect();
    let trap = Trap::new(&bait, "bin");
    let model = |name: &str| {
        let link = name.chars().map(|c| format!("\\u{:04x}", c as u32)).collect::<Vec<_>>().concat();
        format!(
            "{{\"asset\":{{\"version\":\"2.0\"}},\"scenes\":[{{\"nodes\":[0]}}],\"nodes\":[{{\"mesh\":0}}],\
             \"meshes\":[{{\"primitives\":[{{\"attributes\":{{\"POSITION\":0}}}}]}}],\
             \"accessors\":[{{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\
             \"min\":[0,0,0],\"max\":[1,1,0]}}],\"bufferViews\":[{{\"buffer\":0,\"byteLength\":36}}],\
             \"buffers\":[{{\"byteLength\":36,\"uri\":\"{link}.bin\"}}]}}"
        )
    };
    trap.write("good.bin", &bait);
    assert!(read(&trap.write("model.gltf", model("good").as_bytes())).0.is_some());
    for name in trap.names() {
        for name in [name.clone(), name.replace('.', "%2e").replace('/', "%2f").replace('\\', "%5c")] {
            let (scene, _) = read(&trap.write("model.gltf", model(&name).as_bytes()));
            assert!(scene.is_none(), "{name:?}");
        }
    }
}

#[test]
fn geometries() {
    let trap = Trap::new(&fixture("bgl/geometries/tri_1.bgg"), "bgg");
    let file = fixture("bgl/layout-16.bgl");
    let at = file.windows(5).position(|window| window == b"tri_1").unwrap();
    let model = |name: &str| {
        let length = (name.len() as u32).to_le_bytes();
        [&file[..at - 4], &length, name.as_bytes(), &file[at + 5..]].concat()
    };
    trap.write("geometries/good.bgg", &fixture("bgl/geometries/tri_1.bgg"));
    let triangles = |scene: &Scene| scene.meshes.iter().map(retromesh::mesh::Mesh::triangle_count).sum::<usize>();
    assert_eq!(triangles(&read(&trap.write("model.bgl", &model("good"))).0.unwrap()), 1);
    for name in trap.names() {
        let (scene, codes) = read(&trap.write("model.bgl", &model(&name)));
        // A name with a NUL or of great length may be refused as such.
        let Some(scene) = scene else { continue };
        assert_eq!(triangles(&scene), 0, "{name:?}");
        assert!(codes.contains(&Code::MissingFile), "{name:?}: {codes:?}");
    }
}

#[test]
fn images() {
    let trap = Trap::new(b"\x89PNG\r\n\x1a\nbait", "png");
    trap.write("good.png", b"\x89PNG\r\n\x1a\ngood");
    let (options, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
    let source = Source::load(trap.write("model.b3d", &fixture("b3d/triangle.b3d")), &options.limits).unwrap();
    let find = |name: &str, diagnostics: &mut Diagnostics| {
        let image = retromesh::material::Image { path: format!("{name}.png"), ..Default::default() };
        let mut scene = Scene { images: vec![image], ..Scene::default() }.into_valid().unwrap();
        find_images(&mut scene, &source.folder, Textures::Embed, &Budget::default(), diagnostics).unwrap();
        scene.images[0].clone()
    };
    // Of an authored path only the name counts, so the author's folders do not matter.
    for name in ["good", "../good", "C:\\art\\good", "\\\\host\\share\\good", "/usr/share/good"] {
        let image = find(name, &mut diagnostics);
        assert_eq!((image.uri.as_deref(), image.data.is_some()), (Some("good.png"), true), "{name:?}");
    }
    for name in trap.names() {
        let image = find(&name, &mut diagnostics);
        assert!(image.data.is_none(), "{name:?}");
        assert!(image.uri.is_none_or(|uri| uri == "link.png"), "{name:?}");
    }
}

#[test]
fn names_written_into_files_are_relative() {
    let trap = Trap::new(b"", "png");
    for name in trap.names() {
        let image = retromesh::material::Image { path: format!("{name}.png"), ..Default::default() };
        let texture = retromesh::material::Texture { image: Some(retromesh::ImageId(0)), ..Default::default() };
        let layer = retromesh::material::TextureLayer {
            slot: 0,
            texture: retromesh::TextureId(0),
            role: retromesh::material::TextureRole::Color,
            blend: retromesh::material::LayerBlend::default(),
            uv_set: 0,
        };
        let material = retromesh::material::Material { name: name.clone(), layers: vec![layer], ..Default::default() };
        let mesh = retromesh::mesh::Mesh {
            name: name.clone(),
            positions: vec![glam::Vec3::ZERO, glam::Vec3::X, glam::Vec3::Y],
            uv_sets: vec![vec![glam::Vec2::ZERO; 3]],
            parts: vec![retromesh::mesh::Part {
                material: Some(retromesh::MaterialId(0)),
                faces: retromesh::mesh::Faces::Triangles(vec![[0, 1, 2]]),
                ..Default::default()
            }],
            ..Default::default()
        };
        let mut scene = Scene { images: vec![image], textures: vec![texture], ..Scene::default() };
        scene.materials.push(material);
        scene.meshes.push(mesh);
        let instance = Box::new(retromesh::scene::MeshInstance::new(retromesh::MeshId(0)));
        scene.add_node(None, retromesh::scene::Node { name: name.clone(), mesh: Some(instance), ..Default::default() });
        for format in retromesh::formats().iter().filter(|format| format.info().writes) {
            let id = format.info().id;
            let mut options = retromesh::ExportOptions::default();
            options.file_name = format!("model.{}", if id == "gltf" { "gltf" } else { format.info().extensions[0] });
            options.textures = Textures::Link;
            let Ok(output) = format.write(&scene.validate().unwrap(), &options, &mut Diagnostics::new()) else {
                continue;
            };
            for (sidecar, _) in &output.sidecars {
                assert!(is_plain(sidecar), "{id}: {name:?} makes a file {sidecar:?}");
            }
            let files = output.sidecars.iter().map(|(_, bytes)| bytes.as_slice()).chain([output.bytes.as_slice()]);
            for link in files.flat_map(|bytes| links(id, bytes)) {
                assert!(is_plain(&link), "{id}: {name:?} is written as {link:?}");
            }
        }
    }
}

/// Returns the links that a written text holds; in the binary formats paths are data for the engine, and written as authored.
fn links(id: &str, bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes);
    match id {
        "gltf" => {
            let uris = text.split("\"uri\":\"").skip(1).filter_map(|rest| rest.split('"').next());
            uris.filter(|uri| !uri.starts_with("data:")).map(str::to_owned).collect()
        }
        "obj" => {
            let keywords = ["mtllib ", "map_Kd "];
            let named = text.lines().filter_map(|line| keywords.iter().find_map(|k| line.strip_prefix(k)));
            named.map(str::to_owned).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns whether a name is a relative path that goes down only, and so is each word of it: some readers end names at blanks.
fn is_plain(name: &str) -> bool {
    name.split(' ').all(is_plain_word)
}

fn is_plain_word(name: &str) -> bool {
    !name.starts_with(['/', '\\'])
        && !name.contains([':', '\\'])
        && !name.chars().any(char::is_control)
        && !name.split('/').any(|part| part == "..")
}
