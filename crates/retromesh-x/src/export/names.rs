//! Names as the format can have them: words that no other object of a kind has.

use retromesh_kit::export::UniqueNames;

/// Gives out the names of one kind of objects.
pub(super) struct Names {
    taken: UniqueNames,
    /// Whether points are letters.
    points: bool,
    pub(super) altered: usize,
    pub(super) made_unique: usize,
}

impl Names {
    pub(super) fn new(points: bool) -> Self {
        Self { taken: UniqueNames::counting_from(1), points, altered: 0, made_unique: 0 }
    }

    /// Takes a name as a word; what has none gets one made of `otherwise`.
    pub(super) fn word(&mut self, name: &str, otherwise: &str) -> String {
        let word = word(if name.is_empty() { otherwise } else { name }, self.points);
        let own = self.taken.unique(&word);
        self.made_unique += usize::from(own != word);
        self.altered += usize::from(word != name);
        own
    }
}

/// Returns a name as a word that begins with a letter: anything but letters, digits, `_`, `-` and perhaps points becomes `_`.
fn word(name: &str, points: bool) -> String {
    let is_letter = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-') || (points && c == '.');
    let mut word: String = name.chars().map(|c| if is_letter(c) { c } else { '_' }).collect();
    let is_number = |word: &str| matches!(word.to_ascii_lowercase().as_str(), "nan" | "inf" | "template");
    if !word.starts_with(|c: char| c.is_alphabetic() || c == '_') || is_number(&word) {
        word.insert(0, '_');
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_words() {
        let rows = [
            ("Box01", "Box01"),
            ("Left Hand", "Left_Hand"),
            ("1st", "_1st"),
            ("a{b};\"c\"", "a_b___c_"),
            ("Tür", "Tür"),
            ("Bone.001", "Bone.001"),
            ("nan", "_nan"),
        ];
        for (name, expected) in rows {
            assert_eq!(word(name, true), expected, "{name}");
        }
        assert_eq!(word("Bone.001", false), "Bone_001");
    }
}
