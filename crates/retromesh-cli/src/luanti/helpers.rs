//! Models that functions of the mod are given: whether they make nodes of them, only a run would know.

use super::Mod;
use super::edits::{Changes, Written};
use crate::lua::{Place, Token, tokens};
use std::collections::HashSet;
use std::ops::Range;

/// A call of more words before the name of a model is not looked through.
const MAX_WORDS: usize = 1 << 12;
/// Functions of such names make no nodes.
const NO_NODES: [&str; 3] = ["mob", "entity", "player"];

/// A word of a file and where it is.
type Word = (Token, Range<usize>);

/// Lists where a function of the mod is given a model that nodes draw smaller now, and that no node is seen to have.
pub(super) fn leave(of: &Mod, written: &[Written], changes: &mut Changes) {
    let is_of_node = |model: &str| of.registrations.iter().any(|user| user.is_node && user.uses(model));
    let small = written.iter().filter(|model| model.is_small_in_nodes && !is_of_node(&model.model));
    let small: Vec<&str> = small.map(|model| model.model.as_str()).collect();
    if small.is_empty() {
        return;
    }
    let files: Vec<Vec<Word>> = of.files.iter().map(|lua| tokens(&lua.bytes).unwrap_or_default()).collect();
    let own: HashSet<&str> = files.iter().flat_map(|words| functions(words)).collect();
    for (file, words) in files.iter().enumerate() {
        for (at, (word, span)) in words.iter().enumerate() {
            let Token::Text(text) = word else { continue };
            let Some(model) = small.iter().find(|model| text == *model) else { continue };
            let is_meant = |name: &&str| own.contains(name) && !NO_NODES.iter().any(|word| name.contains(word));
            if let Some(function) = callee(words, at).filter(is_meant) {
                let place = Place { file, start: span.start, end: span.end };
                let what = "makes a node of it, give the node ten times its visual_scale, which is 1 if it has none";
                changes.leave(&place, format!("{model}: if {function} {what}"));
            }
        }
    }
}

fn name(words: &[Word], at: Option<usize>) -> Option<&str> {
    match words.get(at?) {
        Some((Token::Name(name), _)) => Some(name),
        _ => None,
    }
}

fn is_sign(words: &[Word], at: usize, signs: &[&str]) -> bool {
    matches!(words.get(at), Some((Token::Sign(sign), _)) if signs.contains(sign))
}

/// Lists the last names of the functions that a file defines: `add` of `function lamps.add(` and of `lamps.add = function(`.
fn functions(words: &[Word]) -> impl Iterator<Item = &str> {
    let starts = (0..words.len()).filter(|&at| name(words, Some(at)) == Some("function"));
    starts.filter_map(|at| {
        if is_sign(words, at + 1, &["("]) {
            return name(words, at.checked_sub(2).filter(|_| is_sign(words, at - 1, &["="])));
        }
        let mut last = at + 1;
        while is_sign(words, last + 1, &[".", ":"]) {
            last += 2;
        }
        name(words, Some(last))
    })
}

/// Returns the last name of the function whose call a word is in.
fn callee(words: &[Word], at: usize) -> Option<&str> {
    let mut depth = 0_usize;
    for before in (0..at).rev().take(MAX_WORDS) {
        if is_sign(words, before, &[")", "}", "]"]) {
            depth += 1;
        } else if is_sign(words, before, &["(", "{", "["]) {
            if depth == 0
                && let Some(function) = name(words, before.checked_sub(1)).filter(|name| *name != "return")
            {
                return Some(function);
            }
            depth = depth.saturating_sub(1);
        }
    }
    None
}
