//! Images that are in no file yet, such as those out of a binary glTF: formats that name their images want them next to the model.

use crate::file_names::safe;
use crate::format::FormatInfo;
use crate::listed_paths;
use crate::numbered::without_number;
use crate::options::{ExportOptions, Textures};
use retromesh_core::diagnostics::{Code, Finding};
use retromesh_core::material::{Image, last_component};
use retromesh_core::scene::Scene;
use retromesh_core::{ImageId, Valid};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// The extensions of image files, with that of unknown kinds, [`extension_of`]. What else follows a dot is a part of the name: `fire.01`.
const EXTENSIONS: [&str; 20] = [
    "bin", "bmp", "dds", "exr", "gif", "hdr", "iff", "jpeg", "jpg", "ktx2", "paa", "pac", "pcx", "png", "psd", "tga",
    "tif", "tiff", "vtf", "webp",
];
/// Letters of an authored name that are kept.
const LONGEST: usize = 100;

/// Returns for each image the name of the file that it becomes; `None` for one that is in a file already and not to be copied, has no
/// bytes, or is not to be written.
///
/// It is the image's own name, with the extension that its bytes call for, or the model's with the number of the image: letters,
/// digits, `-`, `_` and `.`, so that it leads nowhere else, a name on every system, and unlike the names of all other images and of
/// [files that are taken](ExportOptions::taken_files).
pub fn names(scene: &Scene, options: &ExportOptions) -> Vec<Option<String>> {
    let is_written = |image: &Image| match options.textures {
        Textures::Embed => image.uri.is_none(),
        Textures::Copy => true,
        Textures::Link | Textures::None => false,
    };
    let is_new = |image: &Image| image.data.is_some() && is_written(image);
    let existing = scene.images.iter().filter(|image| !is_new(image));
    let mut taken: BTreeSet<String> = existing.map(|image| image.file_name().to_lowercase()).collect();
    let model = last_component(&options.file_name);
    let model = plain(model.rsplit_once('.').map_or(model, |(stem, _)| stem));
    let mut name = |(number, image): (usize, &Image)| {
        is_new(image).then(|| {
            let extension = extension(image);
            let own = plain(without_extension(image.file_name()));
            let stem = match (own.is_empty(), &model) {
                (false, _) => own,
                (true, model) if model.is_empty() => format!("image{number}"),
                (true, model) => format!("{model}_image{number}"),
            };
            let named = |stem: &str| {
                let name = format!("{stem}.{extension}");
                let is_free = !options.taken_files.contains(&name.to_lowercase());
                if is_free { name } else { format!("{stem}-{:08x}.{extension}", fingerprint(image)) }
            };
            let mut name = named(&stem);
            if !taken.insert(name.to_lowercase()) {
                // The number makes it unique, but where another image has that name by itself.
                name = named(&format!("{stem}_{number}"));
                while !taken.insert(name.to_lowercase()) {
                    name = format!("_{name}");
                }
            }
            name
        })
    };
    scene.images.iter().enumerate().map(&mut name).collect()
}

/// Returns whether an image file has one of some extensions, or none; no extensions stand for any.
pub fn is_loaded(extensions: &[&str], path: &str) -> bool {
    let is_own = |extension: &str| extensions.iter().any(|own| own.eq_ignore_ascii_case(extension));
    extensions.is_empty() || last_component(path).rsplit_once('.').is_none_or(|(_, extension)| is_own(extension))
}

/// Returns whether an image of this name [is loaded](is_loaded), or would be with an extension: what no image file has after a dot is none.
pub(crate) fn may_be_loaded(extensions: &[&str], path: &str) -> bool {
    without_extension(path) == path || is_loaded(extensions, path)
}

/// Returns the name of an image file, split where its extension is one that image files have.
fn extension_in(name: &str) -> Option<(&str, &str)> {
    let is_known = |extension: &str| EXTENSIONS.iter().any(|known| known.eq_ignore_ascii_case(extension));
    name.rsplit_once('.').filter(|(stem, extension)| !stem.is_empty() && is_known(extension))
}

/// Returns the name of an image file without its extension: `fire.01` of `fire.01.paa`, and of `fire.01`.
pub fn without_extension(name: &str) -> &str {
    extension_in(name).map_or(name, |(stem, _)| stem)
}

/// Returns the name of an image as programs hand it on: in small letters, without folders, its extension and the number of a second one.
pub fn stem(path: &str) -> String {
    let name = last_component(path);
    let (plain, first) = (without_extension(name), without_number(name).unwrap_or(name));
    if plain == name { without_extension(first).to_lowercase() } else { plain.to_lowercase() }
}

/// Returns whether two names may be those of one image: programs take away extensions and add numbers.
pub fn is_same_name(a: &str, b: &str) -> bool {
    let plain = |name| without_extension(last_component(name)).to_lowercase();
    stem(a) == stem(b) || plain(a) == plain(b)
}

/// Returns the path by which a model names an image that is in a file: its own, or where engines load no such file, that of the file that
/// was found in its place.
pub fn known_path<'i>(image: &'i Image, info: &FormatInfo) -> &'i str {
    match &image.uri {
        Some(uri) if image.path.is_empty() || !info.loads_image(&image.path) => uri,
        _ => &image.path,
    }
}

/// Returns what is to be reported of images that become files next to the model, which names another folder.
pub fn moved(scene: &Scene, options: &ExportOptions) -> Finding {
    let files = scene.images.iter().zip(names(scene, options));
    let moved = files.filter(|(image, name)| name.as_ref().is_some_and(|name| stays(image, name)));
    let moved = moved.map(|(image, _)| image).filter(|image| image.file_name() != image.path);
    let paths: Vec<&str> = moved.map(|image| image.path.as_str()).collect();
    Finding::new(Code::ChangedImage).times(paths.len()).detail(format!("the model names {}", listed_paths(&paths)))
}

/// Returns whether an image that becomes a file keeps its path: the file has the name in it, and there is no drive.
fn stays(image: &Image, name: &str) -> bool {
    !image.path.contains(':') && image.file_name().eq_ignore_ascii_case(name)
}

/// Returns what is to be reported of images that become files of other names than those of their paths.
pub fn renamed<'p>(scene: &Scene, paths: impl Iterator<Item = &'p str>, options: &ExportOptions) -> Finding {
    let files = paths.zip(names(scene, options)).filter_map(|(path, name)| Some((path, name?)));
    let renamed = files.filter(|(path, name)| !["", name].contains(&last_component(path)));
    let renamed: Vec<String> = renamed.map(|(path, name)| format!("{path} is the file {name}")).collect();
    Finding::new(Code::RenamedFile).times(renamed.len()).detail(format!("the image {}", listed_paths(&renamed)))
}

/// Returns the files to be put next to the model, by the [names](names()) that they get.
pub fn files(scene: &Scene, options: &ExportOptions) -> Vec<(String, Vec<u8>)> {
    let named = scene.images.iter().zip(names(scene, options));
    named.filter_map(|(image, name)| Some((name?, image.data.as_ref()?.bytes.clone()))).collect()
}

/// Makes the [names](names()) the paths of the images that get them, unless these have the name already, in whatever folder, and returns
/// the files to be put next to the model. Textures of Operation Flashpoint, which it finds in no other folder, keep theirs.
pub fn assign(scene: &mut Valid<'_>, options: &ExportOptions) -> Vec<(String, Vec<u8>)> {
    let files = files(scene, options);
    for (number, name) in names(scene, options).into_iter().enumerate() {
        if let Some(name) = name.filter(|name| !stays(&scene[ImageId::new(number)], name)) {
            let image = &mut scene.images_mut()[number];
            let folder = Some(folder(&image.path)).filter(|folder| extension(image) == "paa" && !folder.contains(':'));
            image.path = format!("{}{name}", folder.unwrap_or_default());
        }
    }
    files
}

/// Returns the folder of a path, with the slash at its end.
fn folder(path: &str) -> &str {
    path.strip_suffix(last_component(path)).unwrap_or_default()
}

/// Returns an image file as decoders should get it: of a PNG only what its texels need. Profiles and texts, which they would unpack
/// whatever their size, are left out; other files stay as they are.
pub fn without_profiles(bytes: &[u8]) -> Cow<'_, [u8]> {
    const SIGNATURE: &[u8; 8] = b"\x89PNG\r\n\x1a\n";
    /// Length, name and checksum.
    const AROUND: usize = 12;
    let Some(mut rest) = bytes.strip_prefix(SIGNATURE) else { return Cow::Borrowed(bytes) };
    let mut kept = SIGNATURE.to_vec();
    while let Some((size, name)) = rest.first_chunk::<4>().zip(rest.get(4..8)) {
        let size = (u32::from_be_bytes(*size) as usize).saturating_add(AROUND).min(rest.len());
        let (chunk, after) = rest.split_at(size);
        // A capital letter begins the names of chunks that no decoder can do without.
        if name.starts_with(b"tRNS") || name[0].is_ascii_uppercase() {
            kept.extend_from_slice(chunk);
        }
        rest = after;
    }
    if kept.len() + rest.len() == bytes.len() { Cow::Borrowed(bytes) } else { Cow::Owned(kept) }
}

/// Returns the stem of a file name in plain letters.
fn plain(name: &str) -> String {
    let letter = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '_' | '.') { c } else { '_' };
    let name: String = name.chars().take(LONGEST).map(letter).collect();
    safe(name.trim_start_matches('.')).into_owned()
}

/// Returns a number that images of other bytes do not share, but by chance (FNV-1a, 32 bits).
fn fingerprint(image: &Image) -> u32 {
    let bytes = image.data.iter().flat_map(|data| &data.bytes);
    bytes.fold(0x811c_9dc5, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

fn extension(image: &Image) -> &'static str {
    image.data.as_ref().map_or("bin", |data| extension_of(&data.mime))
}

/// Returns the extension of files of a media type.
pub fn extension_of(mime: &str) -> &'static str {
    match mime.rsplit('/').next() {
        Some("jpeg") => "jpg",
        Some("png") => "png",
        Some("bmp" | "x-ms-bmp") => "bmp",
        Some("x-paa") => "paa",
        Some("vnd.ms-dds") => "dds",
        Some("webp") => "webp",
        Some("ktx2") => "ktx2",
        _ => "bin",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use retromesh_core::material::ImageData;

    fn image(path: &str, uri: Option<&str>, mime: &str) -> Image {
        let data = Some(ImageData { mime: mime.to_owned(), bytes: path.as_bytes().to_vec() });
        Image { path: path.to_owned(), uri: uri.map(str::to_owned), data: data.filter(|_| !mime.is_empty()) }
    }

    #[test]
    fn of_a_png_only_what_its_texels_need_is_decoded() {
        let chunk =
            |name: &str, data: &[u8]| [&(data.len() as u32).to_be_bytes(), name.as_bytes(), data, &[0; 4]].concat();
        let png = |names: &[&str]| {
            let chunks: Vec<Vec<u8>> = names.iter().map(|name| chunk(name, b"data")).collect();
            [b"\x89PNG\r\n\x1a\n".as_slice(), &chunks.concat()].concat()
        };
        let plain = png(&["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);
        assert!(matches!(without_profiles(&plain), Cow::Borrowed(bytes) if bytes == plain));
        let full = png(&["IHDR", "iCCP", "zTXt", "PLTE", "iTXt", "tRNS", "acTL", "IDAT", "eXIf", "IEND"]);
        assert_eq!(*without_profiles(&full), plain);
        // What is cut, or no PNG, is left to the decoder.
        let cut = &full[..full.len() - 7];
        assert_eq!(*without_profiles(cut), plain[..plain.len() - 7]);
        assert_eq!(*without_profiles(b"BM"), *b"BM");
    }

    #[test]
    fn names_of_images_are_the_same_without_extension_and_number() {
        // Names, the stem of both, and whether an engine of PNG loads the second.
        let rows = [
            ("data\\fire.01.paa", "fire.01", "fire.01", true),
            ("data\\fire.01.paa", "Fire.01.png", "fire.01", true),
            ("m1.camo.paa", "m1.camo.001", "m1.camo", true),
            ("hull.v2.paa", "hull.v2.paa.002", "hull.v2", true),
            ("hull.paa", "hull.pac", "hull", false),
        ];
        for (a, b, expected, is_png) in rows {
            assert_eq!((stem(a), stem(b)), (expected.to_owned(), expected.to_owned()), "{a} {b}");
            assert!(is_same_name(a, b) && may_be_loaded(&["png"], b) == is_png, "{a} {b}");
        }
        // The number may be that of an animation.
        assert!(is_same_name("fire.001.paa", "fire.001") && !is_same_name("fire.01.paa", "fire.02"));
        assert!(!is_same_name("m1.camo.paa", "m1"));
    }

    #[test]
    fn each_image_in_memory_gets_a_plain_name_of_its_own() {
        // Path, link, type, and the name of the new file.
        let rows = [
            ("", None, "image/png", Some("my_car_image0.png")),
            ("wood", None, "image/jpeg", Some("wood.jpg")),
            ("C:\\art\\Wood.JPG", None, "image/jpeg", Some("Wood_2.jpg")),
            ("../../etc/a b\u{1b}.x", None, "image/bmp", Some("a_b_.x.bmp")),
            (".hidden", None, "image/webp", Some("hidden.webp")),
            ("there.png", Some("there.png"), "image/png", None),
            ("There.tga", None, "image/png", Some("There_6.png")),
            ("nothing.png", None, "", None),
            ("AUX.png", None, "image/png", Some("AUX_.png")),
        ];
        let images = rows.map(|(path, uri, mime, _)| image(path, uri, mime)).to_vec();
        let mut scene = Scene { images, ..Scene::default() }.into_valid().unwrap();
        let mut options = ExportOptions { file_name: "out/my car.b3d".to_owned(), ..ExportOptions::default() };
        let expected = rows.map(|(.., name)| name.map(str::to_owned));
        assert_eq!(names(&scene, &options), expected);
        options.taken_files.insert("wood.jpg".to_owned());
        let separate = names(&scene, &options);
        assert_eq!(separate[1].as_deref(), Some("wood-84b4e968.jpg"));
        assert_eq!(separate[2].as_deref(), Some("Wood-d69e98ff.jpg"));
        assert_eq!((&separate[0], &separate[3..]), (&expected[0], &expected[3..]));
        options.taken_files = ["there_6.png".to_owned()].into();
        assert!(names(&scene, &options)[6].as_ref().is_some_and(|name| name.starts_with("There_6-")));
        options.taken_files.clear();
        options.textures = Textures::Link;
        assert!(names(&scene, &options).iter().all(Option::is_none));
        options.textures = Textures::Embed;
        let written: Vec<String> = assign(&mut scene, &options).into_iter().map(|(name, _)| name).collect();
        assert_eq!(written, expected.iter().flatten().cloned().collect::<Vec<_>>());
        let paths: Vec<&str> = scene.images.iter().map(|image| image.path.as_str()).collect();
        assert_eq!(paths[..2], ["my_car_image0.png", "wood.jpg"]);
        assert_eq!(paths[5..], ["there.png", "There_6.png", "nothing.png", "AUX_.png"]);
    }

    #[test]
    fn a_texture_of_the_game_that_is_renamed_keeps_its_folder() {
        let rows = [
            ("tank\\a\\hull.paa", "image/x-paa", "tank\\a\\hull.paa"),
            ("tank\\b\\hull.paa", "image/x-paa", "tank\\b\\hull_1.paa"),
            ("P:\\b\\hull.paa", "image/x-paa", "hull_2.paa"),
            ("tank\\b\\hull.png", "image/png", "tank\\b\\hull.png"),
            ("tank\\c\\hull.png", "image/png", "hull_4.png"),
        ];
        let images = rows.map(|(path, mime, _)| image(path, None, mime)).to_vec();
        let mut scene = Scene { images, ..Scene::default() }.into_valid().unwrap();
        assign(&mut scene, &ExportOptions::default());
        let paths: Vec<&str> = scene.images.iter().map(|image| image.path.as_str()).collect();
        assert_eq!(paths, rows.map(|(.., expected)| expected));
    }

    #[test]
    fn each_image_that_gets_another_name_or_place_is_named() {
        let paths = ["tank\\hull.png", "tank\\vez.paa", "bag.pac"].map(str::to_owned).into_iter();
        let paths = paths.chain((0..9).map(|number| format!("{number}.pac")));
        let scene = Scene { images: paths.map(|path| image(&path, None, "image/x-paa")).collect(), ..Scene::default() };
        let options = ExportOptions::default();
        let said = |finding: Finding| {
            let mut diagnostics = retromesh_core::Diagnostics::new();
            diagnostics.report(finding).unwrap();
            diagnostics.entries().iter().map(|entry| (entry.count, entry.detail.clone())).collect::<Vec<_>>()
        };
        let paths = || scene.images.iter().map(|image| image.path.as_str());
        let [(count, detail)] = said(renamed(&scene, paths(), &options)).try_into().unwrap();
        assert_eq!(count, 11);
        let begin =
            "the image tank\\hull.png is the file hull.paa, bag.pac is the file bag.paa, 0.pac is the file 0.paa, ";
        assert!(detail.starts_with(begin) && detail.ends_with(" 7.pac is the file 7.paa and 1 more"), "{detail}");
        // It stays in the folder that the model names.
        assert_eq!(said(moved(&scene, &options)), [(1, "the model names tank\\vez.paa".to_owned())]);
        // What had another path before is named by that.
        let before = ["hull.paa", "tank\\vez.pac"].into_iter();
        let expected = "the image tank\\vez.pac is the file vez.paa".to_owned();
        assert_eq!(said(renamed(&scene, before, &options)), [(1, expected)]);
    }
}
