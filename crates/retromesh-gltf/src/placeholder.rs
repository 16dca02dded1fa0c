//! The picture that stands for an image whose bytes are not there, so that the file is whole and appears untextured.
//!
//! A texture without an image would be valid, but widespread viewers refuse it, and a link that leads nowhere is an error. The picture is as
//! good as white, or black or flat where white would show. It has the path of the image in it and is not of one colour, as tools join equal pictures and turn plain ones into colours.

use retromesh_core::material::TextureRole;

/// What comes before the text: the signature and the header of four grey pixels.
const GREY: &[u8] = b"\x89\x50\x4e\x47\r\n\x1a\n\x00\x00\x00\r\x49\x48\x44\x52\x00\x00\x00\x02\x00\x00\x00\x02\x08\x00\x00\x00\x00\x57\xdd\x52\xf8";
/// That of four coloured pixels.
const COLORED: &[u8] = b"\x89\x50\x4e\x47\r\n\x1a\n\x00\x00\x00\r\x49\x48\x44\x52\x00\x00\x00\x02\x00\x00\x00\x02\x08\x02\x00\x00\x00\xfd\xd4\x9a\x73";
/// What follows it: two rows of white and nearly white, far enough from each other for the tolerance of gltf-transform, and the end.
const WHITE: &[u8] = b"\x00\x00\x00\x11\x49\x44\x41\x54\x78\x01\x01\x06\x00\xf9\xff\x00\xff\xf7\x00\xf7\xff\x0b\xca\x03\xed\x1f\xe3\xbf\x7a\x00\x00\x00\x00\x49\x45\x4e\x44\xae\x42\x60\x82";
/// Two rows of black and nearly black.
const BLACK: &[u8] = b"\x00\x00\x00\x11\x49\x44\x41\x54\x78\x01\x01\x06\x00\xf9\xff\x00\x00\x08\x00\x08\x00\x00\x36\x00\x11\xaa\xbe\x39\xd6\x00\x00\x00\x00\x49\x45\x4e\x44\xae\x42\x60\x82";
/// Two rows of the normal that points up, of two lengths.
const UP: &[u8] = b"\x00\x00\x00\x19\x49\x44\x41\x54\x78\x01\x01\x0e\x00\xf1\xff\x00\x80\x80\xff\x80\x80\xf7\x00\x80\x80\xf7\x80\x80\xff\x35\x96\x07\xed\xf2\xc9\xf8\x77\x00\x00\x00\x00\x49\x45\x4e\x44\xae\x42\x60\x82";

/// The pictures, as what comes before the text and after it.
const PICTURES: [(&[u8], &[u8]); 3] = [(GREY, WHITE), (GREY, BLACK), (COLORED, UP)];

/// What the text is, as PNG names such things.
const KEYWORD: &[u8] = b"Source\0";
/// The kind of chunk that holds it.
const TEXT: &[u8] = b"tEXt";

/// Returns the picture that stands for the image with this path and changes nothing by its role: white, black where light is emitted, flat where
/// it has normals.
pub(crate) fn picture(path: &str, role: TextureRole) -> Vec<u8> {
    let (head, tail) = match role {
        TextureRole::Emissive => (GREY, BLACK),
        TextureRole::Normal => (COLORED, UP),
        _ => (GREY, WHITE),
    };
    let chunk = [TEXT, KEYWORD, path.as_bytes()].concat();
    let length = (chunk.len() - TEXT.len()) as u32;
    [head, &length.to_be_bytes(), &chunk, &crc(&chunk).to_be_bytes(), tail].concat()
}

/// Returns the path of the image that a picture stands for; `None` for a picture of its own.
pub(crate) fn path_of(bytes: &[u8]) -> Option<&str> {
    let text = PICTURES.iter().find_map(|(head, tail)| bytes.strip_prefix(*head)?.strip_suffix(*tail))?;
    let text = text.get(4..text.len().checked_sub(4)?)?.strip_prefix(TEXT)?.strip_prefix(KEYWORD)?;
    std::str::from_utf8(text).ok()
}

/// The checksum of PNG.
fn crc(bytes: &[u8]) -> u32 {
    let bit = |crc: u32| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
    !bytes.iter().fold(u32::MAX, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), |crc, _| bit(crc)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_names_what_it_stands_for() {
        for path in ["", "a.png", "C:\\art\\N\u{ef}nja.JPG"] {
            for role in [TextureRole::Color, TextureRole::Emissive, TextureRole::Normal] {
                assert_eq!(path_of(&picture(path, role)), Some(path));
            }
        }
        assert_eq!(path_of(&[GREY, WHITE].concat()), None);
        assert_eq!(path_of(b"\x89PNG"), None);
        assert_eq!(crc(b"123456789"), 0xcbf4_3926);
    }
}
