//! Images out of a binary glTF become files next to models of formats that name their images.
#![allow(clippy::unwrap_used)]

use retromesh::material::ImageData;
use retromesh::options::Textures;
use retromesh::{Diagnostics, ExportOptions, Format, ImportOptions, NoFiles, Output, Scene, format_by_extension};
use retromesh_testkit::fixtures;

const BYTES: &[u8] = b"\x89PNG\r\n\x1a\n of some kind";

/// A textured model whose one image is embedded in a binary glTF, with or without a name.
fn scene(name: &str) -> Scene {
    let file = fixtures("b3d", "b3d", 1).into_iter().find(|file| file.name == "everything.b3d").unwrap();
    let (import, mut ignored) = (ImportOptions::default(), Diagnostics::new());
    let read = |format: &dyn Format, bytes: &[u8], ignored: &mut Diagnostics| {
        format.read(bytes, &NoFiles, &import, ignored).unwrap().to_scene_with(&import, ignored).unwrap()
    };
    let mut scene = read(format_by_extension("b3d").unwrap(), &file.bytes, &mut ignored);
    for image in &mut scene.images {
        (image.path, image.uri) = (name.to_owned(), None);
        image.data = Some(ImageData { mime: "image/png".to_owned(), bytes: BYTES.to_vec() });
    }
    scene
}

fn write(scene: &Scene, extension: &str, textures: Textures) -> Output {
    let mut options = ExportOptions::default();
    (options.file_name, options.textures) = (format!("car.{extension}"), textures);
    format_by_extension(extension)
        .unwrap()
        .write(&scene.validate().unwrap(), &options, &mut Diagnostics::new())
        .unwrap()
}

#[test]
fn they_are_next_to_the_model_under_the_name_that_it_says() {
    for (name, stem) in [("", "car_image0"), ("wood", "wood"), ("aux", "aux_"), ("wh?y", "wh_y")] {
        let scene = scene(name);
        for extension in ["b3d", "bo3d", "bgl", "bmd", "p3d", "obj"] {
            let output = write(&scene, extension, Textures::Embed);
            let file = output.sidecars.iter().find(|(own, _)| *own == format!("{stem}.png"));
            assert_eq!(file.map(|(_, bytes)| bytes.as_slice()), Some(BYTES), "{extension} {name:?}");
            let texts = output.sidecars.iter().filter(|(own, _)| *own == "car.mtl").map(|(_, bytes)| bytes);
            let mut texts = texts.chain([&output.bytes]);
            let says = texts.any(|bytes| bytes.windows(stem.len()).any(|word| word == stem.as_bytes()));
            assert!(says, "{extension} {name:?}");
            let linked = write(&scene, extension, Textures::Link);
            assert!(linked.sidecars.iter().all(|(own, _)| *own != format!("{stem}.png")), "{extension} {name:?}");
        }
    }
}
