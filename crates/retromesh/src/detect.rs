//! Which formats there are, and which one a file is of.

use retromesh_core::{Error, ErrorKind, Result};
use retromesh_kit::{Confidence, Format};
use std::path::Path;

/// Every format that is compiled in; a new one is a new line here and a cargo feature.
static FORMATS: &[&dyn Format] = &[
    #[cfg(feature = "b3d")]
    &retromesh_b3d::FORMAT,
    #[cfg(feature = "bo3d")]
    &retromesh_bo3d::FORMAT,
    #[cfg(feature = "bogle")]
    &retromesh_bogle::FORMAT,
    #[cfg(feature = "bmd")]
    &retromesh_bmd::FORMAT,
    #[cfg(feature = "p3d")]
    &retromesh_p3d::FORMAT,
    #[cfg(feature = "rmesh")]
    &retromesh_rmesh::FORMAT,
    #[cfg(feature = "gltf")]
    &retromesh_gltf::FORMAT,
    #[cfg(feature = "obj")]
    &retromesh_obj::FORMAT,
    #[cfg(feature = "x")]
    &retromesh_x::FORMAT,
];

/// The extension that outputs get where a caller names neither a file nor a format.
pub const DEFAULT_EXTENSION: &str = "glb";

/// Formats of pictures, which are no models.
static PICTURES: &[&dyn Format] = &[
    #[cfg(feature = "paa")]
    &retromesh_paa::FORMAT,
    #[cfg(feature = "images")]
    &crate::images::RASTER,
];

/// Formats of motion for models of other files, which are no models themselves.
static MOTIONS: &[&dyn Format] = &[
    #[cfg(feature = "p3d")]
    &retromesh_p3d::rtm::FORMAT,
];

/// Lists the formats of models that are compiled in.
pub fn formats() -> &'static [&'static dyn Format] {
    FORMATS
}

/// Lists the formats of pictures that are compiled in: they become each other, and a card that shows them.
pub fn pictures() -> &'static [&'static dyn Format] {
    PICTURES
}

/// Lists the formats of models, then those of pictures, then those of motion.
pub fn all_formats() -> impl Iterator<Item = &'static dyn Format> {
    FORMATS.iter().chain(PICTURES).chain(MOTIONS).copied()
}

/// Finds the format of a file by its content; the name only breaks ties and never prevents success.
///
/// A file whose content is of no format goes to the format of its extension, which says what is wrong with it.
pub fn detect(bytes: &[u8], name: &Path) -> Result<&'static dyn Format> {
    let extension = extension(name);
    let rank = |format: &&'static dyn Format| (format.probe(bytes), has_extension(*format, &extension));
    let best = all_formats().max_by_key(rank).filter(|f| f.probe(bytes) > Confidence::No);
    best.or_else(|| format_by_extension(&extension)).ok_or_else(|| unknown(description(bytes)))
}

/// Names a file that only its extension takes for one of a format, and that is plainly something else: a text, or a known other kind.
pub(crate) fn mistaken(bytes: &[u8], format: &dyn Format) -> Option<Error> {
    let info = format.info();
    let is_other = stranger(bytes).is_some() || is_text(bytes);
    let is_mistaken = info.byte_exact && format.probe(bytes) == Confidence::No && is_other;
    is_mistaken.then(|| unknown(format!("not a {} file: {}", info.name, description(bytes))))
}

fn unknown(hint: String) -> Error {
    Error::new("", ErrorKind::UnknownFormat { hint: hint.into() })
}

/// Finds the format that a file name extension (without the dot, any case) stands for.
pub fn format_by_extension(extension: &str) -> Option<&'static dyn Format> {
    all_formats().find(|format| has_extension(*format, extension))
}

fn has_extension(format: &dyn Format, extension: &str) -> bool {
    format.info().extensions.iter().any(|e| e.eq_ignore_ascii_case(extension))
}

fn extension(name: &Path) -> String {
    name.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default()
}

/// Files that people have next to models: how they begin, what they are, and what to do.
const STRANGERS: [(&[u8], &str); 24] = [
    (b"\x89PNG", "this is a PNG image"),
    (b"\xff\xd8\xff", "this is a JPEG image"),
    (b"BM", "this is a BMP image"),
    (b"DDS ", "this is a DDS image"),
    (b"GIF8", "this is a GIF image"),
    (b"PK\x03\x04", "this is a ZIP archive; its name must end with .zip"),
    (b"7z\xbc\xaf\x27\x1c", "this is a 7z archive; unpack it first"),
    (b"Rar!", "this is a RAR archive; unpack it first"),
    (b"\0sreV", "this is a PBO archive of Operation Flashpoint or Arma; its name must end with .pbo"),
    (b"RTM_", "this is an animation (.rtm) of Operation Flashpoint or Arma, of an unknown version"),
    (b"4WVR", "this is a terrain (.wrp) of Operation Flashpoint; retromesh reads models alone"),
    (b"8WVR", "this is a terrain (.wrp) of Arma; retromesh reads models alone"),
    (b"OPRW", "this is a terrain (.wrp) of Arma; retromesh reads models alone"),
    (b"Kaydara FBX Binary", "this is an FBX file; Blender reads it and writes glTF"),
    (b"BLENDER", "this is a Blender file; export glTF from Blender"),
    (b"IDP2", "this is a Quake 2 model (.md2); Noesis or assimp read it"),
    (b"IDP3", "this is a Quake 3 model (.md3); Blender add-ons and assimp read it"),
    (b"MS3D000000", "this is a MilkShape model (.ms3d); MilkShape and assimp read it"),
    (b"xof 0", "this is a DirectX model (.x)"),
    (b"RoomMesh", "this is a room of SCP - Containment Breach (.rmesh)"),
    (b"MM", "this is a 3D Studio model (.3ds); Blender 2 and assimp read it"),
    (b"version https://git-lfs", "this is a Git LFS pointer, not the model itself; run `git lfs pull`"),
    (b"<", "this is an XML or HTML text"),
    (b"MZ", "this is a program of Windows"),
];

/// Returns what a file is that is known and read by no format.
fn stranger(bytes: &[u8]) -> Option<&'static str> {
    // Two letters say little: the header of a BMP has four bytes of 0, too.
    let fits = |magic: &[u8]| bytes.starts_with(magic) && (magic != b"BM" || bytes.get(6..10) == Some(&[0; 4]));
    STRANGERS.iter().find(|(magic, _)| fits(magic)).map(|(_, what)| *what)
}

/// Returns whether a file begins as a text does.
fn is_text(bytes: &[u8]) -> bool {
    let start = bytes.get(..bytes.len().min(256)).unwrap_or_default();
    start.len() >= 16 && start.iter().all(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace())
}

/// Says what a file is that no format takes.
fn description(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return "the file is empty".to_owned();
    }
    let start =
        || bytes.iter().take(8).flat_map(|&b| std::ascii::escape_default(b)).map(char::from).collect::<String>();
    stranger(bytes).map_or_else(|| format!("the file starts with \"{}\"", start()), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_decides_and_the_error_says_what_it_saw() {
        let picture = if cfg!(feature = "images") { "image" } else { "unknown format: this is a PNG image" };
        let unknown = "unknown format: the file starts with \"\\x01\\xff\\x00\\x00\\x08\\x00\\x08\\x00\"";
        let rows: [(&[u8], &str, &str); 8] = [
            (b"BB3D\x04\0\0\0\x01\0\0\0", "model.glb", "b3d"),
            (b"glTF\x02\0\0\0\x0c\0\0\0", "model.b3d", "gltf"),
            (b"", "model", "unknown format: the file is empty"),
            (b"\x89PNG\r\n\x1a\n", "picture", picture),
            (b"\x01\xff\0\0\x08\0\x08\0", "texture", if cfg!(feature = "paa") { "paa" } else { unknown }),
            (b"ab\x01", "model.xyz", "unknown format: the file starts with \"ab\\x01\""),
            (b"whatever", "model.B3D", "b3d"),
            (b"BB3E\x04\0\0\0", "model.b3d", "b3d"),
        ];
        for (bytes, name, expected) in rows {
            let found = detect(bytes, Path::new(name)).map(|format| format.info().id.to_owned());
            assert_eq!(found.unwrap_or_else(|e| e.to_string()), expected, "{name}");
        }
    }

    #[cfg(feature = "b3d")]
    #[test]
    fn what_only_its_name_takes_for_a_model_is_named() {
        let rows: [(&[u8], Option<&str>); 4] = [
            (b"Dear diary, today", Some("unknown format: not a Blitz3D file: the file starts with \"Dear dia\"")),
            (
                b"IDP2\x08\0\0\0",
                Some("unknown format: not a Blitz3D file: this is a Quake 2 model (.md2); Noesis or assimp read it"),
            ),
            (b"BB3E\x04\0\0\0", None),
            (b"BB3", None),
        ];
        for (bytes, expected) in rows {
            let found = mistaken(bytes, &retromesh_b3d::FORMAT).map(|error| error.to_string());
            assert_eq!(found.as_deref(), expected);
        }
    }
}
