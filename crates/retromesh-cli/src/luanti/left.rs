//! What no other rule found: old names and frames that would stay in the Lua files without a word.

use super::Mod;
use super::edits::{Changes, Written};
use super::names::is_of_name;
use crate::lua::{Place, Token, tokens};
use std::collections::BTreeSet;
use std::ops::Range;

/// The fields in which frameworks keep the animations of a mob.
const FIELDS: [&str; 2] = ["animation", "animations"];

type Words = [(Token, Range<usize>)];

/// Lists the lines that hold the extension of a model that has another one now, and those that give a mob new frames, where nothing in them
/// is changed or listed yet.
pub(super) fn leave(of: &Mod, written: &[Written], changes: &mut Changes) {
    let renamed = written.iter().filter(|model| model.model != model.output);
    let extensions: BTreeSet<&str> = renamed.filter_map(|model| model.model.get(model.model.rfind('.')?..)).collect();
    let counts_seconds = written.iter().any(|model| model.factor().is_some());
    for (file, lua) in of.files.iter().enumerate() {
        let words = tokens(&lua.bytes).unwrap_or_default();
        for (at, (word, span)) in words.iter().enumerate() {
            let place = Place { file, start: span.start, end: span.end };
            if let Token::Text(text) = word
                && let Some(old) = extensions.iter().find(|old| ends_a_name(text, old))
                && !changes.is_known(of, &place)
                // What is put together of constants is followed.
                && !of.joined.iter().any(|joined| joined.pieces.len() > 1 && joined.pieces.contains(text))
            {
                changes.leave(
                    of,
                    &place,
                    &format!(
                        "no model here has this name; change {old} if a run makes one of it: {}",
                        of.written(&place)
                    ),
                );
            }
            if counts_seconds
                && let Some(value) = animation(&words, at)
                && let Some(numbers) = words.get(value)
                && let (Some((_, first)), Some((_, last))) = (words.get(at), numbers.last())
            {
                let statement = Place { file, start: first.start, end: last.end };
                let is_open = |(word, span): &(Token, Range<usize>)| {
                    matches!(word, Token::Number(number) if *number != 0.0)
                        && !changes.holds(&Place { file, start: span.start, end: span.end })
                };
                if numbers.iter().any(is_open) && !changes.is_known(of, &statement) {
                    let what =
                        "frames of a model that only a run would know: divide them and speeds by its frames a second";
                    changes.leave(of, &statement, &format!("{what}: {}", of.written(&statement)));
                }
            }
        }
    }
}

/// Returns whether a text has an extension where a name ends.
fn ends_a_name(text: &str, extension: &str) -> bool {
    let is_bound = |at: usize| text.as_bytes().get(at).is_none_or(|byte| !is_of_name(*byte));
    text.match_indices(extension).any(|(at, _)| is_bound(at + extension.len()))
}

/// Returns the words of the value that a statement gives to the animations of a mob, where such a field begins at a word:
/// `.animation.walk_end = 80`, `.animations = {...}`.
fn animation(words: &Words, at: usize) -> Option<Range<usize>> {
    let is_sign = |at: usize, sign: &str| matches!(words.get(at), Some((Token::Sign(found), _)) if *found == sign);
    let is_field = matches!(words.get(at), Some((Token::Name(name), _)) if FIELDS.contains(&name.as_str()));
    if !is_field || !is_sign(at.checked_sub(1)?, ".") {
        return None;
    }
    let mut next = at + 1;
    loop {
        match words.get(next) {
            Some((Token::Sign("."), _)) => next += 2,
            Some((Token::Sign("["), _)) if is_sign(next + 2, "]") => next += 3,
            Some((Token::Sign("="), _)) => break,
            _ => return None,
        }
    }
    let first = next + 1;
    let mut depth = 0_usize;
    for (n, (word, _)) in words.iter().enumerate().skip(first) {
        match word {
            Token::Sign("{" | "(" | "[") => depth += 1,
            Token::Sign("}" | ")" | "]") => depth = depth.saturating_sub(1),
            _ => {}
        }
        // A table to its end; of another value its first word.
        if depth == 0 {
            return Some(first..n + 1);
        }
    }
    None
}
