//! "Did you mean": the known word nearest to one that was mistyped.

/// How alike two words must be, from 0 to 1.
const ALIKE: f64 = 0.7;
/// More words are not listed in a message.
const FEW: usize = 40;

/// Finds the known word nearest to `word`, if one is near.
pub(crate) fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let word = word.to_lowercase();
    // Of few letters one that is wrong counts for more than the same beginning.
    let score = |candidate: &str| {
        let candidate = candidate.to_lowercase();
        strsim::jaro_winkler(&word, &candidate) + f64::from(u8::from(differ_little(&word, &candidate)))
    };
    let mut best: Option<(f64, &str)> = None;
    for &candidate in known {
        let score = score(candidate);
        if score > best.map_or(ALIKE, |(best, _)| best) {
            best = Some((score, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Returns whether two words differ in few letters, or one is the beginning of the other.
pub(crate) fn is_close(a: &str, b: &str) -> bool {
    let (a, b) = (a.to_lowercase(), b.to_lowercase());
    a.starts_with(&b) || b.starts_with(&a) || differ_little(&a, &b)
}

/// Returns whether at most a third of the letters differ, or changed places.
fn differ_little(a: &str, b: &str) -> bool {
    strsim::osa_distance(a, b) * 3 <= a.chars().count().max(b.chars().count())
}

/// Says that there is no such word: the nearest one, and all that there are where those fit into a few lines.
pub(crate) fn unknown(what: &str, word: &str, known: &[&str]) -> String {
    let near = nearest(word, known).map_or(String::new(), |near| format!(", did you mean {near:?}?"));
    let known: Vec<&str> = known.iter().copied().filter(|known| !known.is_empty()).collect();
    let all =
        if (1..=FEW).contains(&known.len()) { format!(" (there are: {})", known.join(", ")) } else { String::new() };
    format!("no {what} {word:?}{near}{all}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_found_and_far_ones_are_not() {
        let known = ["luanti", "luanti-frames", "blitz3d", "openb3d"];
        let rows = [
            ("luant", Some("luanti")),
            ("Luanti", Some("luanti")),
            ("luanti-frame", Some("luanti-frames")),
            ("blitz", Some("blitz3d")),
            ("bliz3d", Some("blitz3d")),
            ("unreal", None),
            ("", None),
        ];
        for (word, expected) in rows {
            assert_eq!(nearest(word, &known), expected, "{word:?}");
        }
        assert_eq!(nearest("gbl", &["gltf", "obj", "glb"]), Some("glb"));
        let expected = "no format \"objj\", did you mean \"obj\"? (there are: obj, glb)";
        assert_eq!(unknown("format", "objj", &["obj", "glb"]), expected);
        assert_eq!(unknown("format", "xyz", &["obj"]), "no format \"xyz\" (there are: obj)");
        assert_eq!(unknown("clip", "walk", &["", ""]), "no clip \"walk\"", "names of nothing");
    }
}
