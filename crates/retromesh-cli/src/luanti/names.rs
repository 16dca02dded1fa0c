//! The new names of models, wherever a text names one.

use super::Mod;
use super::edits::{Changes, Written};
use crate::lua::{Joined, Place, Token, tokens};
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

/// The models whose names are others now.
struct Renamed<'w> {
    by_name: HashMap<&'w [u8], &'w Written>,
    extensions: BTreeSet<&'w [u8]>,
    longest: usize,
}

/// The words of a file.
type Words = Vec<(Token, Range<usize>)>;

/// Gives models their new names.
pub(super) fn change(of: &Mod, written: &[Written], changes: &mut Changes) {
    let renamed = Renamed::of(written);
    let words: Vec<Words> = of.files.iter().map(|file| tokens(&file.bytes).unwrap_or_default()).collect();
    for (file, words) in words.iter().enumerate() {
        for (word, span) in words {
            let Token::Text(text) = word else { continue };
            literal(of, &renamed, text, &Place { file, start: span.start, end: span.end }, changes);
        }
    }
    for text in &of.joined {
        let words = words.get(text.place.file).map(Vec::as_slice).unwrap_or_default();
        joined(of, &renamed, words, text, changes);
    }
}

/// Changes the names in a literal.
fn literal(of: &Mod, renamed: &Renamed<'_>, text: &str, place: &Place, changes: &mut Changes) {
    let names = renamed.in_text(text.as_bytes());
    // As it is written, with escapes.
    let spans = renamed.in_text(of.bytes(place));
    let outputs =
        |found: &[(Range<usize>, &Written)]| found.iter().map(|(_, model)| &model.output).cloned().collect::<Vec<_>>();
    if outputs(&names) == outputs(&spans) && spans.iter().all(|(_, model)| is_plain(&model.output)) {
        for (span, model) in spans {
            let (start, end) = (place.start + span.start, place.start + span.end);
            changes.set(&Place { start, end, ..place.clone() }, model.output.as_str());
        }
        return;
    }
    names.iter().for_each(|(_, model)| leave(of, model, place, changes));
}

/// Changes the name in a text that is put together, where none of its pieces has the whole of it.
fn joined(of: &Mod, renamed: &Renamed<'_>, words: &[(Token, Range<usize>)], joined: &Joined, changes: &mut Changes) {
    let Joined { text, pieces, place } = joined;
    let names = renamed.in_text(text.as_bytes());
    if names.len() <= pieces.iter().map(|piece| renamed.in_text(piece.as_bytes()).len()).sum() {
        return;
    }
    match names.as_slice() {
        [(span, model)] if span.end == text.len() => {
            if let Some((end, new)) = extension(of, words, place, model) {
                changes.set(&end, new);
            } else if span.start == 0 && is_plain(&model.output) {
                let is_in_brackets = of.bytes(place).starts_with(b"(");
                let (open, close) = if is_in_brackets { ("(", ")") } else { ("", "") };
                changes.set(place, format!("{open}\"{}\"{close}", model.output));
            } else {
                leave(of, model, place, changes);
            }
        }
        names => names.iter().for_each(|(_, model)| leave(of, model, place, changes)),
    }
}

/// Returns the place of the extension in the last literal of an expression, and the new one.
fn extension<'w>(
    of: &Mod,
    words: &[(Token, Range<usize>)],
    place: &Place,
    model: &'w Written,
) -> Option<(Place, &'w str)> {
    let old = model.model.get(model.model.rfind('.')?..)?;
    let new = model.output.strip_prefix(model.model.strip_suffix(old)?)?;
    let end = words.partition_point(|(_, span)| span.end <= place.end);
    let mut words = words.get(..end)?.iter().rev();
    let (_, span) =
        words.find(|(word, _)| *word != Token::Sign(")")).filter(|(word, _)| matches!(word, Token::Text(_)))?;
    let literal = of.bytes(&Place { start: span.start, end: span.end, ..place.clone() });
    let inner = literal.iter().rposition(|byte| !matches!(byte, b'"' | b'\'' | b']' | b'='))? + 1;
    let start = literal.get(..inner)?.strip_suffix(old.as_bytes())?.len();
    Some((Place { start: span.start + start, end: span.start + inner, ..place.clone() }, new))
}

/// Returns whether a name is the same in every kind of literal.
fn is_plain(name: &str) -> bool {
    !name.contains(['\\', '"', '\'', ']']) && !name.contains(char::is_control)
}

fn leave(of: &Mod, model: &Written, place: &Place, changes: &mut Changes) {
    let (old, new) = (&model.model, &model.output);
    changes.leave(place, format!("{old} is {new} now; name it: {}", of.written(place)));
}

impl<'w> Renamed<'w> {
    fn of(written: &'w [Written]) -> Self {
        let renamed = || written.iter().filter(|model| model.model != model.output);
        let extension = |model: &'w Written| model.model.get(model.model.rfind('.')?..).map(str::as_bytes);
        Self {
            by_name: renamed().map(|model| (model.model.as_bytes(), model)).collect(),
            extensions: renamed().filter_map(extension).collect(),
            longest: renamed().map(|model| model.model.len()).max().unwrap_or_default(),
        }
    }

    /// Returns the names in a text that are no part of longer ones.
    fn in_text(&self, text: &[u8]) -> Vec<(Range<usize>, &'w Written)> {
        let mut found: Vec<(Range<usize>, &Written)> = Vec::new();
        let is_bound = |at: usize| text.get(at).is_none_or(|byte| !is_of_name(*byte));
        let ends_here = |end: &usize| {
            let before = text.get(..*end).unwrap_or_default();
            is_bound(*end) && self.extensions.iter().any(|extension| before.ends_with(extension))
        };
        for end in (1..=text.len()).filter(ends_here) {
            let after = found.last().map_or(0, |(span, _)| span.end);
            let starts = after.max(end.saturating_sub(self.longest))..end;
            let mut starts = starts.filter(|&start| start == 0 || is_bound(start - 1));
            found.extend(starts.find_map(|start| Some((start..end, *self.by_name.get(text.get(start..end)?)?))));
        }
        found
    }
}

/// Returns whether a byte is part of the name of a file.
pub(super) fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.') || byte >= 0x80
}
