//! Which formats there are, and which one a file is of.

use crate::unsupported_files::{TEXT_OF_MODEL, unsupported};
use retromesh_core::{Error, ErrorKind, Result, Seen};
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
    best.or_else(|| format_by_extension(&extension)).ok_or_else(|| unknown(bytes, description(bytes)))
}

/// Names a file that only its extension takes for one of a format, and that is plainly something else: nothing, the text of a model, or
/// for a binary format any text or known other kind.
pub(crate) fn mistaken(bytes: &[u8], format: &dyn Format) -> Option<Error> {
    if bytes.is_empty() {
        return Some(unknown(bytes, description(bytes)));
    }
    let info = format.info();
    let is_other = unsupported(bytes).is_some() || is_text(bytes);
    let is_mistaken = if info.byte_exact {
        format.probe(bytes) == Confidence::No && is_other
    } else {
        bytes.starts_with(TEXT_OF_MODEL)
    };
    is_mistaken.then(|| unknown(bytes, format!("not {} file: {}", info.a_name(), description(bytes))))
}

/// Says that a file has no bytes.
pub(crate) fn empty() -> Error {
    unknown(&[], description(&[]))
}

fn unknown(bytes: &[u8], hint: String) -> Error {
    let seen = match bytes {
        [] => Seen::Nothing,
        text if text.starts_with(TEXT_OF_MODEL) => Seen::Text,
        _ => Seen::Other,
    };
    Error::new("", ErrorKind::UnknownFormat { seen, hint: hint.into() })
}

/// Finds the format that a file name extension (without the dot, any case) stands for.
pub fn format_by_extension(extension: &str) -> Option<&'static dyn Format> {
    all_formats().find(|format| has_extension(*format, extension))
}

/// Finds the format of an id, such as `b3d` or `gltf`.
pub fn format_by_id(id: &str) -> Option<&'static dyn Format> {
    all_formats().find(|format| format.info().id == id)
}

fn has_extension(format: &dyn Format, extension: &str) -> bool {
    format.info().extensions.iter().any(|e| e.eq_ignore_ascii_case(extension))
}

fn extension(name: &Path) -> String {
    name.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default()
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
    unsupported(bytes).unwrap_or_else(|| format!("the file starts with \"{}\"", start()))
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
        let rows: [(&[u8], Option<&str>); 5] = [
            (b"", Some("unknown format: the file is empty")),
            (b"Dear diary, today", Some("unknown format: not a Blitz3D file: the file starts with \"Dear dia\"")),
            (
                b"IDP2\x08\0\0\0",
                Some(
                    "unknown format: not a Blitz3D file: this is a Quake 2 model (.md2); retromesh does not read it; assimp does, and writes glTF",
                ),
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
