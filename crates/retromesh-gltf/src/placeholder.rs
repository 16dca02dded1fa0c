//! The picture that stands for an image whose bytes are not there, so that the file is whole and appears untextured.
//!
//! A texture without an image would be valid, but widespread viewers refuse it, and a link that leads nowhere is an error. The picture is as
//! good as white. It has the path of the image in it and is not of one colour, as tools join equal pictures and turn plain ones into colours.

/// What comes before the text: the signature and the header of four grey pixels.
const HEAD: &[u8] = b"\x89\x50\x4e\x47\r\n\x1a\n\x00\x00\x00\r\x49\x48\x44\x52\x00\x00\x00\x02\x00\x00\x00\x02\x08\x00\x00\x00\x00\x57\xdd\x52\xf8";
/// What follows it: two rows of white and nearly white, far enough from each other for the tolerance of gltf-transform, and the end.
const TAIL: &[u8] = b"\x00\x00\x00\x11\x49\x44\x41\x54\x78\x01\x01\x06\x00\xf9\xff\x00\xff\xf7\x00\xf7\xff\x0b\xca\x03\xed\x1f\xe3\xbf\x7a\x00\x00\x00\x00\x49\x45\x4e\x44\xae\x42\x60\x82";
/// What the text is, as PNG names such things.
const KEYWORD: &[u8] = b"Source\0";
/// The kind of chunk that holds it.
const TEXT: &[u8] = b"tEXt";

/// Returns the picture that stands for the image with this path.
pub(crate) fn picture(path: &str) -> Vec<u8> {
    let chunk = [TEXT, KEYWORD, path.as_bytes()].concat();
    let length = (chunk.len() - TEXT.len()) as u32;
    [HEAD, &length.to_be_bytes(), &chunk, &crc(&chunk).to_be_bytes(), TAIL].concat()
}

/// Returns the path of the image that a picture stands for; `None` for a picture of its own.
pub(crate) fn path_of(bytes: &[u8]) -> Option<&str> {
    let text = bytes.strip_prefix(HEAD)?.strip_suffix(TAIL)?;
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
            assert_eq!(path_of(&picture(path)), Some(path));
        }
        assert_eq!(path_of(&[HEAD, TAIL].concat()), None);
        assert_eq!(path_of(b"\x89PNG"), None);
        assert_eq!(crc(b"123456789"), 0xcbf4_3926);
    }
}
