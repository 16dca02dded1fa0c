//! Images out of a binary glTF become files next to models of formats that name their images.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use retromesh::material::ImageData;
use retromesh::options::Textures;
use retromesh::{
    Code, Diagnostics, ExportOptions, Folder, Format, ImportOptions, NoFiles, Output, Overwrite, Request, Scene,
    format_by_extension,
};
use retromesh_testkit::fixtures;
use std::path::PathBuf;

const BYTES: &[u8] = b"\x89PNG\r\n\x1a\n of some kind";

/// One red texel.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\x90wS\xde\0\0\0\x0cIDATx\x9cc\xf8\xcf\xc0\0\0\x03\
    \x01\x01\0\xc9\xfe\x92\xef\0\0\0\0IEND\xaeB`\x82";

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

#[test]
fn links_name_the_kind_of_pictures_without_an_extension() {
    for (name, linked) in [("wood", "wood.png"), ("wood.jpg", "wood.jpg")] {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let mut scene = scene(name);
        for image in &mut scene.images {
            image.data = Some(ImageData { mime: "image/png".to_owned(), bytes: PNG.to_vec() });
        }
        std::fs::write(path("car.glb"), write(&scene, "glb", Textures::Embed).bytes).unwrap();
        let (import, mut export, mut found) = (ImportOptions::default(), ExportOptions::default(), Diagnostics::new());
        export.textures = Textures::Link;
        let request = Request::new(&import, &export);
        retromesh::convert(&path("car.glb"), &path("car.b3d"), &request, &mut found).unwrap();
        let bytes = std::fs::read(path("car.b3d")).unwrap();
        let scene = format_by_extension("b3d")
            .unwrap()
            .read(&bytes, &NoFiles, &import, &mut found)
            .unwrap()
            .to_scene_with(&import, &mut found)
            .unwrap();
        assert!(scene.images.iter().all(|image| image.path == linked), "{name}: {:?}", scene.images);
    }
}

#[test]
fn pictures_that_links_leave_out_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let mut scene = scene("wood.png");
    scene.images.truncate(1);
    scene.images[0].data = Some(ImageData { mime: "image/png".to_owned(), bytes: PNG.to_vec() });
    for texture in &mut scene.textures {
        texture.image = texture.image.map(|_| retromesh::ImageId(0));
    }
    std::fs::write(path("car.glb"), write(&scene, "glb", Textures::Embed).bytes).unwrap();
    // What is there under the name, and how often the picture is reported as missing, and as another one.
    for (there, counts) in [(None, [1, 0]), (Some(b"another".as_slice()), [0, 1]), (Some(PNG), [0, 0])] {
        if let Some(bytes) = there {
            std::fs::write(path("wood.png"), bytes).unwrap();
        }
        for extension in ["b3d", "obj", "gltf", "x"] {
            let (import, mut export) = (ImportOptions::default(), ExportOptions::default());
            export.textures = Textures::Link;
            let request = Request::new(&import, &export).overwrite(Overwrite::Replace);
            let mut found = Diagnostics::new();
            retromesh::convert(&path("car.glb"), &path(&format!("new.{extension}")), &request, &mut found).unwrap();
            let said = [Code::MissingImage, Code::ChangedImage].map(|code| found.count(code));
            assert_eq!(said, counts, "{extension} {there:?}: {:?}", found.entries());
        }
    }
}

#[test]
fn images_of_a_room_are_looked_for_in_the_folder_that_the_game_has_for_all_rooms() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::create_dir_all(path("game/gfx/Map")).unwrap();
    std::fs::create_dir(path("new")).unwrap();
    std::fs::write(path("game/gfx/Map/wood.png"), PNG).unwrap();
    let game = path("game");
    let found = Some("../game/gfx/Map/wood.png".to_owned());
    let rows = [("room.rmesh", Some(&game), &found), ("room.rmesh", None, &None), ("room.b3d", Some(&game), &None)];
    for (name, root, expected) in rows {
        let of_room = Folder::of_file(&path("new").join(name), 1000).within(root.map(PathBuf::as_path));
        let places = [of_room.find_image("Wood.png"), of_room.located("Wood.png")];
        assert_eq!(places, [expected.clone(), expected.clone()], "{name} below {root:?}");
    }
    let mut scene = scene("wood.png");
    scene.images.truncate(1);
    scene.images[0].data = Some(ImageData { mime: "image/png".to_owned(), bytes: PNG.to_vec() });
    for texture in &mut scene.textures {
        texture.image = texture.image.map(|_| retromesh::ImageId(0));
    }
    std::fs::write(path("room.glb"), write(&scene, "glb", Textures::Embed).bytes).unwrap();
    for (root, count) in [(None, 1), (Some(game), 0)] {
        let (mut import, mut export, mut found) =
            (ImportOptions::default(), ExportOptions::default(), Diagnostics::new());
        import.root = root;
        export.textures = Textures::Link;
        let request = Request::new(&import, &export).overwrite(Overwrite::Replace);
        retromesh::convert(&path("room.glb"), &path("new/room.rmesh"), &request, &mut found).unwrap();
        assert_eq!(found.count(Code::MissingImage), count, "{:?}", found.entries());
    }
}

/// A binary glTF has the images of the model that it was made from, and is moved without their files; what has such a name elsewhere is another
/// picture.
#[test]
fn images_whose_files_are_not_there_are_written_again() {
    let made = tempfile::tempdir().unwrap();
    let from = |name: &str| made.path().join(name);
    std::fs::write(from("car.b3d"), write(&scene("wood.png"), "b3d", Textures::Link).bytes).unwrap();
    std::fs::write(from("wood.png"), PNG).unwrap();
    let (import, export, mut found) = (ImportOptions::default(), ExportOptions::default(), Diagnostics::new());
    let request = Request::new(&import, &export).overwrite(Overwrite::Replace);
    retromesh::convert(&from("car.b3d"), &from("car.glb"), &request, &mut found).unwrap();
    for is_there in [true, false] {
        let folder = tempfile::tempdir().unwrap();
        let [glb, back, image] = ["car.glb", "back.b3d", "wood.png"].map(|name| folder.path().join(name));
        std::fs::copy(from("car.glb"), &glb).unwrap();
        if is_there {
            std::fs::write(&image, b"another").unwrap();
        }
        let refused = retromesh::convert(&glb, &back, &Request::new(&import, &export), &mut found).is_err();
        assert!(refused == is_there && (!is_there || std::fs::read(&image).unwrap() == b"another"));
        retromesh::convert(&glb, &back, &request, &mut found).unwrap();
        assert_eq!(std::fs::read(&image).unwrap(), PNG, "{is_there}");
    }
}
