//! Models of nodes that grew, and scales of nodes, that lines take or set outside of definitions.

use super::Mod;
use super::edits::{Changes, Written};
use super::scales::is_small;
use crate::lua::{Place, Token, tokens};
use std::collections::HashSet;
use std::ops::Range;

/// The scales of nodes.
const SCALES: [&str; 2] = ["visual_scale", "wield_scale"];

/// What is said of a scale that is set.
const SCALED: &str = "if it is that of a node whose model entities use, too, multiply it by 10";

/// Returns what is done where an entity gets the model of a node that grew; `None` where none did.
pub(super) fn divided(of: &Mod, written: &[Written]) -> Option<String> {
    let grown = written.iter().filter(|model| model.is_small_in_nodes && of.is_of_nodes(&model.model));
    let grown: Vec<&str> = grown.map(|model| model.output.as_str()).collect();
    let what = "if it shows the model of a node that grew tenfold, divide its visual_size by 10";
    (!grown.is_empty()).then(|| format!("{what}: {}", grown.join(", ")))
}

/// Lists such lines: `props.mesh = def.mesh`, `core.registered_nodes[name].visual_scale = 0.9`.
pub(super) fn leave(of: &Mod, written: &[Written], changes: &mut Changes) {
    let divided = divided(of, written);
    let is_scaled = written.iter().any(|model| is_small(of, model) && of.is_of_a_node(&model.model));
    let scales = of.registrations.iter().flat_map(|user| [&user.visual_scale, &user.wield_scale]).flatten();
    let models = of.registrations.iter().flat_map(|user| user.model_places.iter().chain(&user.computed_models));
    let known: HashSet<(usize, usize)> =
        scales.filter_map(|entry| entry.place.as_ref()).chain(models).map(|place| (place.file, place.start)).collect();
    for (file, lua) in of.files.iter().enumerate() {
        let words = tokens(&lua.bytes).unwrap_or_default();
        for (at, (_, span)) in words.iter().enumerate() {
            let word = |at: usize| words.get(at).map(|(word, _)| word);
            let is_sign = |at: usize, sign: &'static str| word(at) == Some(&Token::Sign(sign));
            let (Some(Token::Name(key) | Token::Text(key)), is_text) =
                (word(at), matches!(word(at), Some(Token::Text(_))))
            else {
                continue;
            };
            let equals = at + 1 + usize::from(is_text && is_sign(at + 1, "]"));
            let Some(value) = words.get(equals + 1).map(|(_, value)| value).filter(|_| is_sign(equals, "=")) else {
                continue;
            };
            let last = end_of_names(&words, equals + 1);
            let is_of_entity = word(equals + 1) == Some(&Token::Name("self".to_owned()));
            let shows = last > equals + 1 && word(last) == Some(&Token::Name("mesh".to_owned())) && !is_of_entity;
            // In tables between braces nothing says of what they are.
            let is_entry = at > 0 && (is_sign(at - 1, ".") || is_text);
            let what = match &divided {
                Some(what) if shows => what.as_str(),
                _ if SCALES.contains(&key.as_str()) && is_entry && is_scaled => SCALED,
                _ => continue,
            };
            let end = words.get(last).map_or(value.end, |(_, span)| span.end);
            let place = Place { file, start: span.start, end };
            if !known.contains(&(file, value.start)) {
                changes.leave(&place, format!("{what}: {}", of.written(&place)));
            }
        }
    }
}

/// Returns where a name ends with the entries after it: `core.registered_nodes["a:b"].mesh`.
fn end_of_names(words: &[(Token, Range<usize>)], mut at: usize) -> usize {
    let is = |at: usize, sign: &'static str| words.get(at).is_some_and(|(word, _)| *word == Token::Sign(sign));
    if !matches!(words.get(at), Some((Token::Name(_), _))) {
        return at;
    }
    loop {
        match words.get(at + 2) {
            Some((Token::Name(_), _)) if is(at + 1, ".") => at += 2,
            Some(_) if is(at + 1, "[") && is(at + 3, "]") => at += 3,
            _ => return at,
        }
    }
}
