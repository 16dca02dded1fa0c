//! Relative links: what may be written, and what may be followed.

/// Turns an authored name into a relative link with percent-escapes, or `None` when nothing is left of it.
///
/// A name that is absolute, has a drive, backslashes or steps upward keeps its last component only.
pub(crate) fn relative(name: &str) -> Option<String> {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let plain = is_safe(name) && !name.contains('\\');
    let name = if plain { name } else { name.rsplit(['/', '\\', ':']).next().unwrap_or("") };
    let name = name.trim_matches('\0');
    if name.is_empty() || name == "." || name == ".." {
        return None;
    }
    let digit = |nibble: u8| DIGITS.get(usize::from(nibble)).map_or('0', |&d| char::from(d));
    let mut out = String::with_capacity(name.len());
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.extend(['%', digit(byte >> 4), digit(byte & 15)]);
        }
    }
    Some(out)
}

/// Resolves percent-escapes; `None` when they are no UTF-8.
pub(crate) fn decode(uri: &str) -> Option<String> {
    String::from_utf8(unescape(uri)).ok()
}

fn unescape(uri: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(uri.len());
    let mut rest = uri.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let escaped = tail.first_chunk::<2>().filter(|_| first == b'%').and_then(|digits| {
            let digit = |b: u8| char::from(b).to_digit(16);
            Some((digit(digits[0])? << 4 | digit(digits[1])?) as u8)
        });
        out.push(escaped.unwrap_or(first));
        rest = if escaped.is_some() { tail.get(2..).unwrap_or(&[]) } else { tail };
    }
    out
}

/// Tells whether a decoded link stays inside the model's folder: no scheme, drive, root, share or step upward.
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
        None => (head, unescape(body)),
    };
    Some((head.split(';').next().unwrap_or(""), bytes))
}

/// Returns a link that holds the bytes themselves.
pub(crate) fn data_link(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut link = String::from("data:application/octet-stream;base64,");
    link.reserve(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |i: usize| u32::from(group.get(i).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for i in 0..4 {
            let digit = DIGITS.get((bits >> (18 - 6 * i) & 63) as usize).map_or('=', |&d| char::from(d));
            link.push(if i <= group.len() { digit } else { '=' });
        }
    }
    link
}

/// Decodes base64 of the standard or the URL alphabet; padding may be missing.
fn base64(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3 + 3);
    let (mut bits, mut count) = (0u32, 0u32);
    for byte in text.trim_end_matches('=').bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
        }
    }
    Some(out)
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
