//! The picture that stands for an image whose bytes are not there, so that the file is whole and appears untextured.
//!
//! A texture without an image would be valid, but widespread viewers refuse it, and a link that leads nowhere is an error. The picture is as
//! good as white, or black or flat where white would show; where the path makes a colour itself it is that. It has the path of the image in it and is not of one colour, as tools join equal pictures and turn plain ones into colours.

use retromesh_core::material::TextureRole;
use retromesh_kit::procedural;

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

/// The header of four coloured pixels with alpha.
const WITH_ALPHA: &[u8] = b"\x89\x50\x4e\x47\r\n\x1a\n\x00\x00\x00\r\x49\x48\x44\x52\x00\x00\x00\x02\x00\x00\x00\x02\x08\x06\x00\x00\x00\x72\xb6\x0d\x24";
/// The end of the file.
const END: &[u8] = b"\x00\x00\x00\x00\x49\x45\x4e\x44\xae\x42\x60\x82";

/// The bytes of a chunk besides its data: length, name and checksum.
const AROUND: usize = 12;

/// How far the two values of a channel are from each other, for the tolerance of gltf-transform.
const APART: u8 = 8;

/// What the text is, as PNG names such things.
const KEYWORD: &[u8] = b"Source\0";
/// The kind of chunk that holds it.
const TEXT: &[u8] = b"tEXt";

/// Returns the picture that stands for the image with this path. It has the colour that the path makes, or changes nothing by its role: white,
/// black where light is emitted, flat where it has normals.
pub(crate) fn picture(path: &str, role: TextureRole) -> Vec<u8> {
    let text = chunk(TEXT, &[KEYWORD, path.as_bytes()].concat());
    if let Some(texel) = procedural::texel(path) {
        return [WITH_ALPHA, &text, &chunk(b"IDAT", &pixels(texel)), END].concat();
    }
    let (head, tail) = match role {
        TextureRole::Emissive => (GREY, BLACK),
        TextureRole::Normal => (COLORED, UP),
        _ => (GREY, WHITE),
    };
    [head, &text, tail].concat()
}

/// Returns the path of the image that a picture stands for; `None` for a picture of its own.
pub(crate) fn path_of(bytes: &[u8]) -> Option<&str> {
    let plain = PICTURES.iter().find_map(|(head, tail)| bytes.strip_prefix(*head)?.strip_suffix(*tail));
    let text = if let Some(text) = plain {
        text
    } else {
        let (length, _) = bytes.strip_prefix(WITH_ALPHA)?.split_first_chunk::<4>()?;
        let length = usize::try_from(u32::from_be_bytes(*length)).ok()?.checked_add(AROUND)?;
        bytes.get(WITH_ALPHA.len()..)?.get(..length)?
    };
    let text = text.get(4..text.len().checked_sub(4)?)?.strip_prefix(TEXT)?.strip_prefix(KEYWORD)?;
    let path = std::str::from_utf8(text).ok()?;
    // One that was painted over has the text, too.
    (plain.is_some() || picture(path, TextureRole::Color) == bytes).then_some(path)
}

/// Returns the pixels of a colour, as PNG compresses them: a stored block with two rows, whose pixels differ in all channels but alpha.
fn pixels(texel: [u8; 4]) -> Vec<u8> {
    let [lower, upper] = [0, APART].map(|more| {
        let channel = |value: u8| value.saturating_sub(APART / 2).min(u8::MAX - APART) + more;
        let [red, green, blue, alpha] = texel;
        [channel(red), channel(green), channel(blue), alpha]
    });
    let rows = [&[0], &upper[..], &lower, &[0], &lower, &upper].concat();
    let length = rows.len() as u16;
    [&[0x78, 0x01, 0x01], &length.to_le_bytes()[..], &(!length).to_le_bytes(), &rows, &adler(&rows).to_be_bytes()]
        .concat()
}

/// Returns a chunk of PNG.
fn chunk(kind: &[u8], data: &[u8]) -> Vec<u8> {
    let named = [kind, data].concat();
    [&(data.len() as u32).to_be_bytes()[..], &named, &crc(&named).to_be_bytes()].concat()
}

/// The checksum of what PNG compresses.
fn adler(bytes: &[u8]) -> u32 {
    const PRIME: u32 = 65521;
    let (low, high) = bytes.iter().fold((1, 0), |(low, high), byte| {
        let low = (low + u32::from(*byte)) % PRIME;
        (low, (high + low) % PRIME)
    });
    high << 16 | low
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
        assert_eq!(adler(b"Wikipedia"), 0x11e6_0398);
    }

    #[test]
    fn a_path_that_makes_a_colour_has_a_picture_of_it() {
        let rows = [
            ("#(argb,8,8,3)color(0.4,1,0,0.6,co)", [[106, 255, 8, 153], [98, 247, 0, 153]]),
            ("#(rgb,8,8,3)color(0.009,0.5,0.2,1)", [[8, 132, 55, 255], [0, 124, 47, 255]]),
        ];
        for (path, [upper, lower]) in rows {
            let mut bytes = picture(path, TextureRole::Color);
            assert_eq!((path_of(&bytes), crate::pictures::media_type(&bytes)), (Some(path), Some("image/png")));
            assert!(!crate::pictures::is_opaque("image/png", &bytes));
            let rows = [&[0], &upper[..], &lower, &[0], &lower, &upper].concat();
            let at =
                bytes.windows(rows.len()).position(|window| window == rows).expect("the rows are stored as they are");
            // As earlier versions wrote it, and painted over.
            let text = chunk(TEXT, &[KEYWORD, path.as_bytes()].concat());
            assert_eq!(path_of(&[GREY, &text, WHITE].concat()), Some(path));
            bytes[at + 1] ^= 1;
            assert_eq!(path_of(&bytes), None);
        }
        assert!((0..WITH_ALPHA.len() + 4).all(|end| path_of(&picture(rows[0].0, TextureRole::Color)[..end]).is_none()));
    }
}
