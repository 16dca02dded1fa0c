//! Relative links: what may be written, and what may be followed.

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use retromesh_core::material::last_component;
use std::borrow::Cow;

/// What is in a link as an escape.
const ESCAPED: AsciiSet = NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

/// Base64 with padding, which may be missing where it is read.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Turns an authored name into a relative link with percent-escapes, or `None` when nothing is left of it.
///
/// A name that is absolute, has a drive, backslashes or steps upward keeps its last component only.
pub(crate) fn relative(name: &str) -> Option<String> {
    let plain = is_safe(name) && !name.contains('\\');
    let name = if plain { name } else { last_component(name) };
    let name = name.trim_matches('\0');
    if name.is_empty() || name == "." || name == ".." {
        return None;
    }
    Some(utf8_percent_encode(name, &ESCAPED).to_string())
}

/// Resolves percent-escapes; `None` when they are no UTF-8.
pub(crate) fn decode(uri: &str) -> Option<String> {
    percent_decode_str(uri).decode_utf8().ok().map(Cow::into_owned)
}

/// Returns whether a decoded link stays inside the model's folder: no scheme, drive, root, share or step upward.
pub(crate) fn is_safe(name: &str) -> bool {
    !name.is_empty()
        && !name.contains([':', '\0'])
        && !name.starts_with(['/', '\\'])
        && !name.split(['/', '\\']).any(|part| part == "..")
}

/// Returns the bytes of a `data:` link, in base64 or with percent-escapes, with its media type.
pub(crate) fn data(uri: &str) -> Option<(&str, Vec<u8>)> {
    let (head, body) = uri.strip_prefix("data:")?.split_once(',')?;
    let (head, bytes) = match head.strip_suffix(";base64") {
        Some(head) => (head, base64(body)?),
        None => (head, percent_decode_str(body).collect()),
    };
    Some((head.split(';').next().unwrap_or(""), bytes))
}

/// Returns a link that holds the bytes themselves.
pub(crate) fn data_link(bytes: &[u8]) -> String {
    let mut link = String::from("data:application/octet-stream;base64,");
    BASE64.encode_string(bytes, &mut link);
    link
}

/// Decodes base64 of the standard or the URL alphabet; padding may be missing.
fn base64(text: &str) -> Option<Vec<u8>> {
    let standard = |byte| match byte {
        b'-' => b'+',
        b'_' => b'/',
        byte => byte,
    };
    BASE64.decode(text.bytes().map(standard).collect::<Vec<u8>>()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn authored_names_become_relative_links() {
        let rows = [
            ("a b.png", Some("a%20b.png")),
            (r"C:\art\Ninja.JPG", Some("Ninja.JPG")),
            ("textures/ä.png", Some("textures/%C3%A4.png")),
            ("../up.png", Some("up.png")),
            ("/etc/x.png", Some("x.png")),
            ("http://host/x.png", Some("x.png")),
            (r"a\", None),
            ("", None),
            ("..", None),
        ];
        for (name, expected) in rows {
            assert_eq!(relative(name).as_deref(), expected, "{name}");
        }
        assert_eq!(decode("textures/%C3%A4%20%zz.png").as_deref(), Some("textures/ä %zz.png"));
        assert_eq!(decode("%ff"), None);
    }

    #[test]
    fn data_links_hold_their_bytes() {
        let all: Vec<u8> = (0..=255).collect();
        for bytes in [&[][..], &[0], &[1, 2], &[1, 2, 3], &all] {
            assert_eq!(data(&data_link(bytes)), Some(("application/octet-stream", bytes.to_vec())));
        }
        assert_eq!(data_link(&[0xff, 0xef]), "data:application/octet-stream;base64,/+8=");
    }

    #[test]
    fn data_links_decode() {
        let rows = [
            ("data:application/octet-stream;base64,AAECAw==", Some(vec![0, 1, 2, 3])),
            ("data:image/png;base64,_-8", Some(vec![0xff, 0xef])),
            ("data:;base64,", Some(vec![])),
            ("data:text/plain,a%00%ff", Some(vec![b'a', 0, 0xff])),
            ("data:;base64,a*", None),
            ("x.bin", None),
        ];
        for (uri, expected) in rows {
            assert_eq!(data(uri).map(|(_, bytes)| bytes), expected, "{uri}");
        }
    }
}
