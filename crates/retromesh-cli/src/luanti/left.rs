//! What no other rule found: old names and frames that would stay in the Lua files without a word.

use super::Mod;
use super::edits::{Changes, Written};
use super::names::is_of_name;
use super::shapes::{ENDS, FIELDS, RANGES};
use crate::lua::{Place, Token, tokens};
use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

/// A table of more words has more in it than animations.
const MAX_WORDS: usize = 1 << 12;

/// A word of a file and where it is.
type Word = (Token, Range<usize>);

/// Lists the lines with the old extension of a model, and those that give a mob frames, where nothing is changed or listed yet.
pub(super) fn leave(of: &Mod, written: &[Written], changes: &mut Changes) {
    let renamed = written.iter().filter(|model| model.model != model.output);
    let extensions: BTreeSet<&str> = renamed.filter_map(|model| model.model.get(model.model.rfind('.')?..)).collect();
    let counts_seconds = written.iter().any(|model| model.factor().is_some());
    // What is put together of constants is followed.
    let joined = of.joined.iter().filter(|joined| joined.pieces.len() > 1);
    let pieces: HashSet<&str> = joined.flat_map(|joined| &joined.pieces).map(String::as_str).collect();
    let clips = of.registrations.iter().flat_map(|user| &user.found.clips);
    let firsts: HashSet<(usize, usize)> =
        clips.filter_map(|clip| Some((clip.first.as_ref()?.file, clip.first.as_ref()?.start))).collect();
    let mut listed: HashSet<String> =
        changes.open.iter().filter_map(|line| Some(line.split_once(": ")?.0.to_owned())).collect();
    for (file, lua) in of.files.iter().enumerate() {
        let words = tokens(&lua.bytes).unwrap_or_default();
        for (at, (word, span)) in words.iter().enumerate() {
            let (place, what) = match word {
                Token::Text(text) if !pieces.contains(text.as_str()) => {
                    let place = Place { file, start: span.start, end: span.end };
                    let old = extensions.iter().find(|old| ends_a_name(text, old));
                    let old = old.filter(|_| !changes.touches(&place));
                    (
                        place,
                        old.map(|old| format!("no model here has this name; change {old} if a run makes one of it")),
                    )
                }
                Token::Name(name) if counts_seconds && FIELDS.contains(&name.as_str()) => {
                    let value = given(&words, at).and_then(|value| words.get(value)).unwrap_or_default();
                    let end = value.last().map_or(span.end, |(_, last)| last.end);
                    let is_old = |(word, span): &Word| {
                        matches!(word, Token::Number(number) if *number != 0.0)
                            && !changes.touches(&Place { file, start: span.start, end: span.end })
                    };
                    let what =
                        "frames of a model that only a run would know: divide them and speeds by its frames a second";
                    // What is changed in part is known as a whole, and so is what a definition is seen to have.
                    let whole = Place { file, start: span.end, end };
                    let is_known = !value.is_empty() && changes.touches(&whole)
                        || value.iter().any(|(_, span)| firsts.contains(&(file, span.start)))
                        || of.unknown.iter().any(|place| place.holds(&whole));
                    let what = (!is_known && value.iter().any(is_old)).then(|| what.to_owned());
                    (Place { file, start: span.start, end }, what)
                }
                _ => continue,
            };
            if let Some(what) = what
                && listed.insert(of.place(&place))
            {
                changes.leave(of, &place, &format!("{what}: {}", of.written(&place)));
            }
        }
    }
}

/// Returns whether a text has an extension where a name ends.
fn ends_a_name(text: &str, extension: &str) -> bool {
    let is_bound = |at: usize| text.as_bytes().get(at).is_none_or(|byte| !is_of_name(*byte));
    text.match_indices(extension).any(|(at, _)| is_bound(at + extension.len()))
}

/// Returns the words of the value that a statement gives to a field, or to one below it, where the field is at a word:
/// `.animation.walk_end = 80`, `.animations = {...}`, or of the table that it has in a table: `{animation = {...}}`.
fn given(words: &[Word], field: usize) -> Option<Range<usize>> {
    let is_sign = |at: usize, sign: &str| matches!(words.get(at), Some((Token::Sign(found), _)) if *found == sign);
    let before = field.checked_sub(1)?;
    let is_in_table = ["{", ",", ";"].iter().any(|sign| is_sign(before, sign));
    let is_given_a_table = is_in_table && is_sign(field + 1, "=") && is_sign(field + 2, "{");
    if !is_given_a_table && !is_sign(before, ".") {
        return None;
    }
    let mut next = field + 1;
    loop {
        match words.get(next)?.0 {
            Token::Sign(".") => next += 2,
            Token::Sign("[") if is_sign(next + 2, "]") => next += 3,
            Token::Sign("=") => break,
            _ => return None,
        }
    }
    let first = next + 1;
    let mut depth = 0_usize;
    for (n, (word, _)) in words.iter().enumerate().skip(first).take(MAX_WORDS) {
        match word {
            Token::Sign("{" | "(" | "[") => depth += 1,
            Token::Sign("}" | ")" | "]") => depth = depth.saturating_sub(1),
            _ => {}
        }
        // A table to its end; of another value its first word.
        if depth == 0 {
            return Some(first..n + 1).filter(|value| !is_in_table || has_ranges(words.get(value.clone())));
        }
    }
    None
}

/// Returns whether a table has entries that name frames, as those of animated textures have not.
fn has_ranges(value: Option<&[Word]>) -> bool {
    let is_first =
        |name: &str| name.ends_with("_start") || RANGES.contains(&name) || ENDS.iter().any(|(first, _)| *first == name);
    value.into_iter().flatten().any(|(word, _)| matches!(word, Token::Name(name) if is_first(name)))
}
