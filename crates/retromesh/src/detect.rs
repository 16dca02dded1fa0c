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

/// Lists the formats of models that are compiled in.
pub fn formats() -> &'static [&'static dyn Format] {
    FORMATS
}

/// Lists the formats of pictures that are compiled in: they become each other, and a card that shows them.
pub fn pictures() -> &'static [&'static dyn Format] {
    PICTURES
}

/// Lists the formats of models, then those of pictures.
pub fn all_formats() -> impl Iterator<Item = &'static dyn Format> {
    FORMATS.iter().chain(PICTURES).copied()
}

/// Tells the format of a file by its content; the name only breaks ties and never prevents success.
pub fn detect(bytes: &[u8], name: &Path) -> Result<&'static dyn Format> {
    let extension = extension(name);
    let rank = |format: &&'static dyn Format| (format.probe(bytes), has_extension(*format, &extension));
    let best = all_formats().max_by_key(rank).filter(|f| f.probe(bytes) > Confidence::No);
    match best.or_else(|| format_by_extension(&extension)) {
        // A format that is only suggested by the extension reads the file to say what is wrong with it.
        Some(format) => Ok(format),
        None => Err(Error::new("", ErrorKind::UnknownFormat { hint: looks_like(bytes).into() })),
    }
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

/// Names well-known files that are no models, so that the error helps.
fn looks_like(bytes: &[u8]) -> String {
    let known: [(&[u8], &str); 7] = [
        (b"", "the file is empty"),
        (b"\x89PNG", "this is a PNG image"),
        (b"\xff\xd8\xff", "this is a JPEG image"),
        (b"PK\x03\x04", "this is a ZIP archive; unpack it first"),
        (b"BM", "this is a BMP image"),
        (b"version https://git-lfs", "this is a Git LFS pointer, not the model itself; run `git lfs pull`"),
        (b"<", "this is an XML or HTML text"),
    ];
    let found =
        known.iter().find(|(magic, _)| if magic.is_empty() { bytes.is_empty() } else { bytes.starts_with(magic) });
    let start: String = bytes.iter().take(8).flat_map(|&b| std::ascii::escape_default(b)).map(char::from).collect();
    found.map_or_else(|| format!("the file starts with \"{start}\""), |(_, hint)| (*hint).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_decides_and_the_error_says_what_it_saw() {
        let picture = if cfg!(feature = "images") { "image" } else { "unknown format: this is a PNG image" };
        let unknown = "unknown format: the file starts with \"\\x01\\xff\\x00\\x00\\x08\\x00\\x08\\x00\"";
        let rows: [(&[u8], &str, &str); 7] = [
            (b"BB3D\x04\0\0\0\x01\0\0\0", "model.glb", "b3d"),
            (b"glTF\x02\0\0\0\x0c\0\0\0", "model.b3d", "gltf"),
            (b"", "model", "unknown format: the file is empty"),
            (b"\x89PNG\r\n\x1a\n", "picture", picture),
            (b"\x01\xff\0\0\x08\0\x08\0", "texture", if cfg!(feature = "paa") { "paa" } else { unknown }),
            (b"ab\x01", "model.xyz", "unknown format: the file starts with \"ab\\x01\""),
            (b"whatever", "model.B3D", "b3d"),
        ];
        for (bytes, name, expected) in rows {
            let found = detect(bytes, Path::new(name)).map(|format| format.info().id.to_owned());
            assert_eq!(found.unwrap_or_else(|e| e.to_string()), expected, "{name}");
        }
    }
}
