//! Names that files can have on every system.

use std::borrow::Cow;

/// Names that Windows keeps for devices, whatever extension follows.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];

/// Returns the name of one file or folder as every system can have it: `_` stands for the letters that Windows refuses and for a dot or
/// a blank at the end, and follows the name of a device, as in `aux_.glb`.
pub fn safe(name: &str) -> Cow<'_, str> {
    let is_refused = |c: char| c.is_control() || matches!(c, '<' | '>' | ':' | '"' | '|' | '?' | '*' | '/' | '\\');
    let end = name.trim_end_matches(['.', ' ']).len();
    let stem = name.find('.').map_or(name, |dot| &name[..dot]);
    let is_device = is_device(stem.trim_end_matches(' '));
    if name.is_empty() || (end == name.len() && !is_device && !name.contains(is_refused)) {
        return Cow::Borrowed(name);
    }
    let mut safe = String::with_capacity(name.len() + 1);
    for (at, c) in name.char_indices() {
        if at == stem.len() && is_device {
            safe.push('_');
        }
        safe.push(if at >= end || is_refused(c) { '_' } else { c });
    }
    if is_device && stem.len() == name.len() {
        safe.push('_');
    }
    Cow::Owned(safe)
}

fn is_device(stem: &str) -> bool {
    let stem = stem.to_lowercase();
    let numbered = ["com", "lpt"].iter().find_map(|port| stem.strip_prefix(port));
    DEVICES.contains(&stem.as_str())
        || numbered.is_some_and(|number| matches!(number, "\u{b9}" | "\u{b2}" | "\u{b3}") || is_digit(number))
}

fn is_digit(text: &str) -> bool {
    matches!(text.as_bytes(), [b'0'..=b'9'])
}

#[cfg(test)]
mod tests {
    use super::safe;

    #[test]
    fn names_are_made_safe_for_every_system() {
        let rows = [
            ("tank.glb", "tank.glb"),
            ("a b.c.glb", "a b.c.glb"),
            ("console.glb", "console.glb"),
            ("com10.glb", "com10.glb"),
            (".hidden", ".hidden"),
            ("", ""),
            ("NUL", "NUL_"),
            ("con.glb", "con_.glb"),
            ("Aux.tar.gz", "Aux_.tar.gz"),
            ("nul .glb", "nul _.glb"),
            ("COM1.glb", "COM1_.glb"),
            ("lpt\u{b2}.glb", "lpt\u{b2}_.glb"),
            ("what?.glb", "what_.glb"),
            ("<a>:|*\"b/c\\d\u{7}.glb", "_a_____b_c_d_.glb"),
            ("end. .", "end___"),
            ("con.", "con__"),
            ("..", "__"),
        ];
        for (name, expected) in rows {
            assert_eq!(safe(name), expected, "{name:?}");
            assert_eq!(safe(expected), expected, "{name:?} twice");
        }
    }
}
