//! Models that functions of the mod are given: whether they make nodes of them, only a run would know.

use super::Mod;
use super::edits::{Changes, Written};
use super::registrations::Registration;
use super::scales::{SCALE, is_small};
use crate::lua::{LuaFile, Place, Token, tokens};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// A call of more words before the name of a model is not looked through.
const MAX_WORDS: usize = 1 << 12;
/// Functions of such names make no nodes.
const NO_NODES: [&str; 3] = ["mob", "entity", "player"];

/// A word of a file and where it is.
type Word = (Token, Range<usize>);

/// A model that a table gets as its `mesh`, of which no definition is known to be that of a node or of something else.
#[derive(Debug)]
pub(super) struct Placed {
    place: Place,
    pub(super) model: String,
    /// Whether a node gets it, where that is seen.
    pub(super) is_node: Option<bool>,
}

/// Finds such models in files.
pub(super) fn placed(files: &[LuaFile], registrations: &[Registration]) -> Vec<Placed> {
    let users = registrations.iter().flat_map(|user| user.model_places.iter().map(|place| (place, user.is_known())));
    let mut known: HashMap<&Place, bool> = HashMap::new();
    users.for_each(|(place, is_known)| *known.entry(place).or_default() |= is_known);
    let mut found = Vec::new();
    for (file, lua) in files.iter().enumerate() {
        let words = tokens(&lua.bytes).unwrap_or_default();
        for (at, (word, span)) in words.iter().enumerate().skip(2) {
            let Token::Text(model) = word else { continue };
            let place = Place { file, start: span.start, end: span.end };
            let is_mesh = is_sign(&words, at - 1, &["="]) && name(&words, Some(at - 2)) == Some("mesh");
            if is_mesh && !known.get(&place).is_some_and(|is_known| *is_known) {
                let variable = at.checked_sub(3).filter(|&dot| is_sign(&words, dot, &["."]));
                let is_node = match variable {
                    Some(dot) => is_given_to_node(&words, at, name(&words, dot.checked_sub(1))),
                    None => is_node_by_keys(&words, at),
                };
                found.push(Placed { place, model: model.clone(), is_node });
            }
        }
    }
    found
}

/// Returns whether a function makes nodes; `None` where its name does not say.
pub(super) fn makes_node(function: &str) -> Option<bool> {
    if ["register_node", "override_item"].iter().any(|node| function.ends_with(node)) {
        return Some(true);
    }
    let is_other = function.ends_with("set_properties") || NO_NODES.iter().any(|word| function.contains(word));
    is_other.then_some(false)
}

/// Returns whether a variable becomes a node further on in its block.
fn is_given_to_node(words: &[Word], at: usize, variable: Option<&str>) -> Option<bool> {
    let variable = variable?;
    if variable == "self" {
        return Some(false);
    }
    let (mut depth, mut call) = (0_usize, None);
    for next in at + 1..words.len().min(at + MAX_WORDS) {
        let Some(word) = name(words, Some(next)) else { continue };
        match word {
            "if" | "do" | "function" | "repeat" => depth += 1,
            "end" | "until" => depth = depth.checked_sub(1)?,
            _ if call.is_some()
                && word == variable
                && is_sign(words, next - 1, &["(", ","])
                && is_sign(words, next + 1, &[")", ","]) =>
            {
                return call;
            }
            // What another function does in the arguments is not the end of them: `register_node(name, table.copy(def))`.
            _ if is_sign(words, next + 1, &["("]) && word != "copy" => call = makes_node(word),
            _ => {}
        }
    }
    None
}

/// Returns whether the table that a word is in has keys that only nodes have, or that they do not have.
fn is_node_by_keys(words: &[Word], at: usize) -> Option<bool> {
    let key = |at: usize| name(words, Some(at)).filter(|_| is_sign(words, at + 1, &["="]));
    let is_node = |key: &str| match key {
        "tiles" | "drawtype" => Some(true),
        "textures" | "visual" | "visual_size" | "initial_properties" => Some(false),
        _ => None,
    };
    let mut depth = 0_usize;
    for before in (0..at).rev().take(MAX_WORDS) {
        if is_sign(words, before, &[")", "}", "]"]) {
            depth += 1;
        } else if is_sign(words, before, &["(", "{", "["]) {
            if depth == 0 {
                let of = before.checked_sub(2).and_then(key);
                if of == Some("initial_properties") {
                    return Some(false);
                }
                break;
            }
            depth -= 1;
        } else if depth == 0
            && let Some(is_node) = key(before).and_then(is_node)
        {
            return Some(is_node);
        }
    }
    depth = 0;
    for next in at + 1..words.len().min(at + MAX_WORDS) {
        if is_sign(words, next, &["(", "{", "["]) {
            depth += 1;
        } else if is_sign(words, next, &[")", "}", "]"]) {
            depth = depth.checked_sub(1)?;
        } else if depth == 0
            && let Some(is_node) = key(next).and_then(is_node)
        {
            return Some(is_node);
        }
    }
    None
}

/// Lists where a function of the mod is given a model that nodes draw smaller now, and that no node is seen to have.
pub(super) fn leave(of: &Mod, written: &[Written], changes: &mut Changes) {
    let is_of_node = |model: &str| {
        of.registrations.iter().any(|user| user.is_node && user.uses(model))
            || of.placed.iter().any(|placed| placed.is_node == Some(true) && placed.model == model)
    };
    // Those that a node is seen to get, and something else as well.
    for placed in of.placed.iter().filter(|placed| placed.is_node == Some(true)) {
        if written.iter().any(|model| model.model == placed.model && is_small(of, model)) {
            let what = format!("{}: entities use it, too; {SCALE}", placed.model);
            changes.leave(&placed.place, what);
        }
    }
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
                changes.leave(&place, format!("{model}: if {function} makes a node of it, {SCALE}"));
            }
        }
    }
    let listed: HashSet<Place> = changes.open.iter().map(|(place, _)| place.clone()).collect();
    // What the definition of a node has is listed with that.
    let nodes = of.registrations.iter().filter(|user| user.is_node);
    let computed: Vec<&Place> = nodes.flat_map(|user| &user.computed_models).collect();
    let is_listed = |place: &Place| listed.contains(place) || computed.iter().any(|whole| whole.holds(place));
    for placed in of.placed.iter().filter(|placed| placed.is_node.is_none() && !is_listed(&placed.place)) {
        if let Some(model) = small.iter().find(|model| placed.model == **model) {
            changes.leave(&placed.place, format!("{model}: if a node gets it, {SCALE}"));
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
