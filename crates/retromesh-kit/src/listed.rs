//! Names and nouns in messages.

/// The maximum number of names that a finding lists.
const MAX_LISTED: usize = 10;
/// The maximum number of letters of such a name: files say how long names are.
const MAX_LETTERS: usize = 60;
/// That of a path.
const MAX_PATH: usize = 300;

/// Returns the first of some names as one text, with the number of the others.
///
/// ```
/// assert_eq!(retromesh_kit::listed(&["a", "b"]), "a, b");
/// ```
pub fn listed<T: AsRef<str>>(names: &[T]) -> String {
    listed_within(names, MAX_LETTERS)
}

/// Returns the first of some paths in the same way; they are longer, and their end says most.
pub fn listed_paths<T: AsRef<str>>(names: &[T]) -> String {
    listed_within(names, MAX_PATH)
}

fn listed_within<T: AsRef<str>>(names: &[T], letters: usize) -> String {
    let short = |name: &T| name.as_ref().chars().take(letters).collect::<String>();
    let shown = names.iter().take(MAX_LISTED).map(short).collect::<Vec<_>>().join(", ");
    let more = names.len().saturating_sub(MAX_LISTED);
    if more == 0 { shown } else { format!("{shown} and {more} more") }
}

/// Puts `a` or `an` in front of a noun.
pub fn with_article(noun: &str) -> String {
    let is_vowel = |c: char| "aeiou".contains(c.to_ascii_lowercase());
    format!("{} {noun}", if noun.starts_with(is_vowel) { "an" } else { "a" })
}
