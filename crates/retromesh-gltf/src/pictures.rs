//! What the first bytes of an image say: its type, and whether a reader will take it.

/// Extensions that textures have images of other types by.
pub(crate) const EXTENSIONS: [(&str, &str); 2] =
    [("EXT_texture_webp", "image/webp"), ("KHR_texture_basisu", "image/ktx2")];

/// Returns whether images of a type can be inside a file.
pub(crate) fn is_shown(media_type: &str) -> bool {
    matches!(media_type, "image/png" | "image/jpeg") || EXTENSIONS.iter().any(|(_, known)| *known == media_type)
}

/// Returns the media type of an image whose header is sound; `None` for other data.
pub(crate) fn media_type(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x89, b'P', b'N', b'G', 13, 10, 26, 10, rest @ ..] => is_png(rest).then_some("image/png"),
        [0xff, 0xd8, rest @ ..] => is_jpeg(rest).then_some("image/jpeg"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', _, ..] => Some("image/webp"),
        [0xab, b'K', b'T', b'X', b' ', b'2', b'0', 0xbb, 13, 10, 26, 10, ..] => Some("image/ktx2"),
        _ => None,
    }
}

/// Returns whether an image of a media type has no alpha by its header: a JPEG, or a PNG of grey or of colours without a transparent one. That
/// comes before the pixels; far into a file it is not looked for, as any number of materials may ask.
pub(crate) fn is_opaque(media_type: &str, bytes: &[u8]) -> bool {
    let has_key = || bytes.windows(4).take(1 << 12).any(|tag| tag == b"tRNS");
    media_type == "image/jpeg" || media_type == "image/png" && matches!(bytes.get(25), Some(0 | 2)) && !has_key()
}

/// Returns whether what follows the signature is a header with a size, chunks that are whole, and pixels.
fn is_png(mut rest: &[u8]) -> bool {
    let mut first = true;
    while let Some(([a, b, c, d, kind @ ..], tail)) = rest.split_first_chunk::<8>() {
        let length = u32::from_be_bytes([*a, *b, *c, *d]) as usize;
        let Some(data) = tail.get(..length) else { return false };
        let sized = data.len() == 13 && !data.starts_with(&[0; 4]) && data.get(4..8) != Some(&[0; 4]);
        match kind {
            b"IHDR" if first && sized => {}
            _ if first => return false,
            b"IDAT" => return !data.is_empty(),
            b"IEND" => return false,
            _ => {}
        }
        first = false;
        let Some(next) = tail.get(length..).and_then(|tail| tail.get(4..)) else { return false };
        rest = next;
    }
    false
}

/// Returns whether the segments that follow the first marker lead to a frame with a size.
fn is_jpeg(mut rest: &[u8]) -> bool {
    loop {
        let Some((&[0xff, marker], tail)) = rest.split_first_chunk::<2>() else { return false };
        match marker {
            // Fill bytes, and markers without a body.
            0xff => rest = rest.get(1..).unwrap_or_default(),
            0x01 | 0xd0..=0xd7 => rest = tail,
            _ => {
                let Some((&[high, low], _)) = tail.split_first_chunk::<2>() else { return false };
                let length = usize::from(u16::from_be_bytes([high, low]));
                let (Some(data), Some(next)) = (tail.get(2..length), tail.get(length..)) else { return false };
                match (marker, data) {
                    // The tables for arithmetic coding, for Huffman coding and an extension are no frames.
                    (0xc4 | 0xc8 | 0xcc, _) => {}
                    (0xc0..=0xcf, [_, a, b, c, d, ..]) => return (*a, *b) != (0, 0) && (*c, *d) != (0, 0),
                    (0xd9 | 0xda, _) => return false,
                    _ => {}
                }
                rest = next;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_looked_at() {
        let png = crate::placeholder::picture("a", retromesh_core::material::TextureRole::Color);
        let jpeg = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xc0, 0, 8, 8, 0, 1, 0, 1, 0];
        assert_eq!((media_type(&png), media_type(&jpeg)), (Some("image/png"), Some("image/jpeg")));
        // None of their beginnings is an image, up to where the pixels begin.
        assert_eq!((0..png.len() - 17).find_map(|end| media_type(&png[..end])), None);
        assert_eq!((0..jpeg.len()).find_map(|end| media_type(&jpeg[..end])), None);
        assert_eq!(media_type(b"GIF89a"), None);
    }
}
