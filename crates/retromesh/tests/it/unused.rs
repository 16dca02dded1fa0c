//! What nothing in a scene shows is written, or reported.
#![allow(clippy::unwrap_used)]

use retromesh::material::{Image, Material, Texture};
use retromesh::scene::{Camera, Light, LightKind, Projection};
use retromesh::{
    Code, Diagnostics, ExportOptions, ImportOptions, NoFiles, Output, Scene, Unused, format_by_extension, formats,
};
use retromesh_testkit::fixtures;

const FORMATS: [&str; 7] = ["b3d", "bo3d", "bgl", "bmd", "p3d", "glb", "obj"];

fn camera() -> Camera {
    let projection = Projection::Perspective { vertical_fov: 1.0, aspect: None };
    Camera { name: "spare".into(), projection, near: 0.1, far: None, extras: retromesh::Extras::new() }
}

fn light() -> Light {
    let (kind, color) = (LightKind::Point, glam::Vec3::ONE);
    Light { name: "spare".into(), kind, color, intensity: 1.0, range: None, extras: retromesh::Extras::new() }
}

fn image() -> Image {
    Image { path: "spare.png".into(), uri: Some("spare.png".into()), data: None }
}

/// Adds a thing to a scene that nothing shows, all with the name "spare" where it has one.
type Add = fn(&mut Scene);

/// A thing, the code that reports it, and the formats that write it all the same.
const ROWS: [(&str, Add, Code, &[&str]); 6] = [
    (
        "mesh",
        |scene| {
            let mut mesh = scene.meshes.first().cloned().unwrap();
            mesh.name = "spare".into();
            scene.meshes.push(mesh);
        },
        Code::LostMesh,
        &["bgl", "glb"],
    ),
    (
        "material",
        |scene| scene.materials.push(Material { name: "spare".into(), ..Material::default() }),
        Code::LostMaterials,
        &["b3d", "bgl", "glb", "obj"],
    ),
    (
        "texture",
        |scene| {
            let id = retromesh::ImageId::new(scene.images.len());
            scene.images.push(image());
            scene.textures.push(Texture { image: Some(id), ..Texture::default() });
        },
        Code::LostTextures,
        &["b3d", "glb"],
    ),
    ("image", |scene| scene.images.push(image()), Code::LostTextures, &["glb"]),
    ("camera", |scene| scene.cameras.push(camera()), Code::LostCamera, &["bgl", "glb"]),
    ("light", |scene| scene.lights.push(light()), Code::LostLight, &["bgl", "glb"]),
];

fn letter() -> Scene {
    let file = fixtures("b3d", "b3d", 1).into_iter().find(|file| file.name == "letter-f.b3d").unwrap();
    let (import, mut ignored) = (ImportOptions::default(), Diagnostics::new());
    let model = format_by_extension("b3d").unwrap().read(&file.bytes, &NoFiles, &import, &mut ignored).unwrap();
    model.to_scene_with(&import, &mut ignored).unwrap()
}

fn write(scene: &Scene, extension: &str) -> (Output, Diagnostics) {
    let (mut options, mut diagnostics) = (ExportOptions::default(), Diagnostics::new());
    options.file_name = format!("f.{extension}");
    let output =
        format_by_extension(extension).unwrap().write(&scene.validate().unwrap(), &options, &mut diagnostics).unwrap();
    (output, diagnostics)
}

#[test]
fn what_nothing_shows_is_kept_or_reported() {
    for (what, add, code, kept_by) in ROWS {
        for extension in FORMATS {
            let mut scene = letter();
            let (_, without) = write(&scene, extension);
            for unused in 1..3 {
                add(&mut scene);
                let (output, diagnostics) = write(&scene, extension);
                let is_kept = kept_by.contains(&extension);
                let reported = diagnostics.count(code) - without.count(code);
                assert_eq!(reported, if is_kept { 0 } else { unused }, "{what} in {extension}");
                let mut files = output.sidecars.iter().map(|(_, bytes)| bytes).chain([&output.bytes]);
                let is_there = files.any(|bytes| bytes.windows(5).any(|word| word == b"spare"));
                assert_eq!(is_there, is_kept, "{what} in {extension}");
            }
        }
    }
}

/// What is shown is not reported, whatever a writer does to the scene on its way.
#[test]
fn what_is_shown_is_not_reported() {
    let mut read = 0;
    for format in formats() {
        let (id, extension) = (format.info().id, format.info().extensions[0]);
        for file in fixtures(id, extension, 1) {
            let (import, mut ignored) = (ImportOptions::default(), Diagnostics::new());
            let Ok(model) = format.read(&file.bytes, &NoFiles, &import, &mut ignored) else { continue };
            let Ok(scene) = model.to_scene_with(&import, &mut ignored) else { continue };
            read += 1;
            let rows = [
                ("meshes that no node has", Unused::Meshes),
                ("textures that no material has", Unused::Textures),
                ("images that no texture has", Unused::Images),
                ("cameras that no node has", Unused::Cameras),
                ("lights that no node has", Unused::Lights),
            ];
            for extension in FORMATS {
                let (mut options, mut diagnostics) = (ExportOptions::default(), Diagnostics::new());
                options.file_name = format!("f.{extension}");
                let to = format_by_extension(extension).unwrap();
                if to.write(&scene.validate().unwrap(), &options, &mut diagnostics).is_err() {
                    continue;
                }
                for (detail, kind) in rows {
                    let max = kind.count(&scene);
                    let reported = diagnostics.entries().iter().filter(|reported| reported.detail == detail);
                    let count: usize = reported.map(|reported| reported.count as usize).sum();
                    assert!(count <= max, "{} in {extension}: {count} {detail}", file.name);
                }
            }
        }
    }
    assert!(read > 400, "{read} fixtures");
}
