//! Estimates from the text of a JSON tree how much memory it will need, before it is built: `{}` is a whole material.

use crate::ID;
use retromesh_core::{Error, ErrorKind, LimitKind, Limits, Result};

/// Deeper trees are refused by the parser, but where it looks at nothing: so the text is.
const DEEPEST: usize = 127;

/// About how many bytes an element of a list at the top takes, read and as part of a scene.
fn element(list: &[u8]) -> u64 {
    match list {
        b"materials" => 3000,
        b"nodes" | b"scenes" => 1000,
        b"animations" | b"meshes" | b"skins" => 600,
        _ => 400,
    }
}

/// The bytes of an object anywhere else, of a value in a list, and of an object and a value where anything may be: in extras and
/// extensions.
const OBJECT: u64 = 250;
const VALUE: u64 = 16;
const LOOSE_OBJECT: u64 = 700;
const LOOSE_VALUE: u64 = 150;

/// Refuses a text whose tree would take more than the limit of unpacked bytes, or nests too deeply.
pub(crate) fn allow(json: &[u8], limits: &Limits) -> Result<()> {
    let (found, depth) = measure(json);
    if depth > DEEPEST {
        return Err(Error::new(ID, ErrorKind::bad("JSON", "a glTF 2.0 tree", "recursion limit exceeded")));
    }
    let limit = limits.unpacked_bytes;
    if found > limit {
        return Err(Error::new(
            ID,
            ErrorKind::limit(LimitKind::Unpacked, "unpacked bytes of the JSON tree", limit, found),
        ));
    }
    Ok(())
}

/// Returns about how many bytes a tree takes, and how deep it is.
fn measure(json: &[u8]) -> (u64, usize) {
    let (mut bytes, mut depth, mut deepest) = (0u64, 0usize, 0usize);
    // What an element of the list at hand takes, and the depth of the object that has extras at hand.
    let (mut of_element, mut loose) = (element(b""), None);
    let mut word: &[u8] = b"";
    let mut at = 0;
    while let Some(&byte) = json.get(at) {
        at += 1;
        match byte {
            b'"' => {
                let start = at;
                at = end_of_text(json, at);
                word = json.get(start..at.saturating_sub(1)).unwrap_or_default();
            }
            b':' if loose.is_none() => {
                if depth == 1 {
                    of_element = element(word);
                }
                if matches!(word, b"extras" | b"extensions") {
                    loose = Some(depth);
                }
            }
            b'{' | b'[' => {
                depth += 1;
                deepest = deepest.max(depth);
                bytes += match (loose, byte, depth) {
                    (Some(_), b'{', _) => LOOSE_OBJECT,
                    (Some(_), ..) => LOOSE_VALUE,
                    (None, b'{', 3) => of_element,
                    (None, b'{', _) => OBJECT,
                    (None, ..) => VALUE,
                };
            }
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                loose = loose.filter(|&own| depth > own);
            }
            b',' => {
                loose = loose.filter(|&own| depth > own);
                bytes += if loose.is_some() { LOOSE_VALUE } else { VALUE };
            }
            _ => {}
        }
    }
    (bytes, deepest)
}

/// Returns the place after the quotation mark that ends a text.
pub(crate) fn end_of_text(json: &[u8], mut at: usize) -> usize {
    while let Some(&byte) = json.get(at) {
        at += 1;
        match byte {
            b'"' => break,
            b'\\' => at += 1,
            _ => {}
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_count_before_they_are_built() {
        let rows = [
            ("{}", OBJECT, 1),
            (r#"{"materials":[{},{}]}"#, OBJECT + 2 * VALUE + 2 * 3000, 3),
            (r#"{"nodes":[{"a":"{\"{,"}],"x":[{}]}"#, OBJECT + 3 * VALUE + 1000 + 400, 3),
            (r#"{"extras":{"a":[{}]},"b":[]}"#, OBJECT + 2 * LOOSE_OBJECT + LOOSE_VALUE + 2 * VALUE, 4),
            (r#"{"extras":1,"nodes":[{}]}"#, OBJECT + 2 * VALUE + 1000, 3),
        ];
        for (json, bytes, depth) in rows {
            assert_eq!(measure(json.as_bytes()), (bytes, depth), "{json}");
        }
        let mut limits = Limits::default();
        limits.unpacked_bytes = 10_000;
        let many = format!(r#"{{"materials":[{}{{}}]}}"#, "{},".repeat(3));
        assert!(allow(many.as_bytes(), &limits).is_err());
        let deep = format!(r#"{{"extras":{}{}}}"#, "[".repeat(500_000), "]".repeat(500_000));
        assert!(allow(deep.as_bytes(), &Limits::none()).unwrap_err().to_string().contains("recursion limit"));
        assert!(allow(br#"{"nodes":[{}]}"#, &limits).is_ok());
        // Cut off anywhere it is measured as far as it goes.
        assert!((0..many.len()).all(|end| measure(&many.as_bytes()[..end]).1 <= 3));
    }
}
