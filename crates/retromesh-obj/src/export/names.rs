//! Names that the syntax of OBJ can hold.

use crate::lines::is_blank;

/// Longer names are cut, so that a name that many lines repeat does not swell the text.
const MAX_NAME: usize = 255;

/// Returns a name that fits on a line, blanks within allowed, and whether it differs.
pub(super) fn one_line(name: &str) -> (String, bool) {
    let kept = name.char_indices().take_while(|(at, c)| at + c.len_utf8() <= MAX_NAME).map(|(_, c)| c);
    let fitting: String = kept.map(|c| if c.is_control() { '_' } else { c }).collect();
    let trimmed = fitting.trim_matches(|c: char| u8::try_from(c).is_ok_and(is_blank));
    // A backslash at the end would continue the line.
    let fitting = trimmed.trim_end_matches('\\');
    (fitting.to_owned(), fitting != name)
}

/// Returns a name without blanks and whether it differs; the empty one becomes `_`.
pub(super) fn one_word(name: &str) -> (String, bool) {
    let (line, _) = one_line(name);
    let word: String = line.chars().map(|c| if c == ' ' { '_' } else { c }).collect();
    let word = if word.is_empty() { "_".to_owned() } else { word };
    let differs = word != name;
    (word, differs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fit_their_place() {
        let rows = [
            ("arm", "arm", "arm"),
            ("left arm", "left arm", "left_arm"),
            (" a\nb\\", "a_b", "a_b"),
            ("", "", "_"),
            ("Tür\u{a0}#1", "Tür\u{a0}#1", "Tür\u{a0}#1"),
        ];
        for (name, line, word) in rows {
            assert_eq!(one_line(name), (line.to_owned(), line != name));
            assert_eq!(one_word(name), (word.to_owned(), word != name));
        }
        assert_eq!(one_line(&"ä".repeat(200)).0.len(), 254);
    }
}
