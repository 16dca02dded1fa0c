//! What variables and expressions have of animations.

use super::ast::{Expr, Field, Node};
use super::outline::Written;
use super::snapshot::Place;
use super::uses::Count;
use crate::luanti::is_of_animations;
use std::collections::HashMap;

/// Speeds of clips, wherever they are.
pub(super) const SPEEDS: [&str; 5] = ["speed_normal", "speed_run", "animation_speed", "frame_speed", "anim_speed"];
/// The clips of frameworks: `walk_start` is a frame, wherever it is.
const CLIPS: [&str; 28] = [
    "stand", "idle", "walk", "run", "fly", "swim", "float", "punch", "attack", "shoot", "die", "death", "jump", "sit",
    "sleep", "lay", "mine", "dig", "eat", "sneak", "fuse", "hurt", "injured", "dance", "fall", "graze", "shake", "nod",
];

/// What an expression gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Other,
    /// A table of animations, or something in it.
    Table,
    /// What a loop takes out of a table: a number or a table.
    Inside,
    Frame,
    Speed,
}

impl Kind {
    pub(super) fn of_name(name: &str) -> Self {
        // `animation_speed` is a number.
        let lower = name.to_ascii_lowercase();
        let is_speed = lower.contains("speed") && !lower.contains("speeds");
        if is_of_animations(name) && !is_speed { Self::Table } else { Self::Other }
    }

    /// Returns whether it is a frame or a speed.
    pub(super) const fn is_number(self) -> bool {
        matches!(self, Self::Frame | Self::Speed)
    }

    /// Returns whether frames and speeds may be in it.
    pub(super) const fn has_numbers(self) -> bool {
        matches!(self, Self::Table | Self::Inside)
    }
}

/// A variable.
pub(super) struct Variable<'f> {
    pub(super) kind: Kind,
    /// Whether it also gets numbers that no table of animations has.
    pub(super) is_mixed: bool,
    /// What is counted with speeds or frames that it got, and that no call has played yet.
    pub(super) counted: Option<(Place, Count)>,
    /// The table between braces that it got.
    pub(super) table: Option<Written<'f>>,
}

/// The variables that are known at a place.
#[derive(Default)]
pub(super) struct Names<'f> {
    /// The variables of each name, the innermost last.
    variables: HashMap<&'f str, Vec<Variable<'f>>>,
    /// The names in their order.
    order: Vec<&'f str>,
}

impl<'f> Names<'f> {
    pub(super) fn push(&mut self, name: &'f str, kind: Kind) {
        self.variables.entry(name).or_default().push(Variable { kind, is_mixed: false, counted: None, table: None });
        self.order.push(name);
    }

    pub(super) fn innermost(&mut self, name: &str) -> Option<&mut Variable<'f>> {
        self.variables.get_mut(name)?.last_mut()
    }

    pub(super) fn kind(&self, name: &str) -> Kind {
        self.get(name).map_or_else(|| Kind::of_name(name), |variable| variable.kind)
    }

    pub(super) fn is_mixed(&self, name: &str) -> bool {
        self.get(name).is_some_and(|variable| variable.is_mixed)
    }

    /// Returns whether a variable has what is counted with frames or speeds.
    pub(super) fn has_counted(&self, name: &str) -> bool {
        self.get(name).is_some_and(|variable| variable.counted.is_some())
    }

    pub(super) fn is_known(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Returns the table that a variable got.
    pub(super) fn table(&self, name: &str) -> Option<Written<'f>> {
        self.get(name)?.table
    }

    fn get(&self, name: &str) -> Option<&Variable<'f>> {
        self.variables.get(name)?.last()
    }

    /// Returns how many variables there are.
    pub(super) const fn len(&self) -> usize {
        self.order.len()
    }

    /// Forgets the variables after the first `count`, and returns what is counted that no call has played.
    pub(super) fn truncate(&mut self, count: usize) -> Vec<(Place, Count)> {
        let variables = &mut self.variables;
        self.order.drain(count..).filter_map(|name| variables.get_mut(name)?.pop()?.counted).collect()
    }
}

/// Returns whether a function gives neither frames nor speeds, whatever it is given.
pub(super) fn is_of_other_things(function: &str) -> bool {
    let modules = ["table.", "string.", "minetest.", "core."];
    modules.iter().any(|module| function.starts_with(module))
        || ["type", "next", "tostring", "select", "pairs", "ipairs", "unpack"].contains(&function)
}

pub(super) fn text(node: &Node) -> Option<&str> {
    match &node.expr {
        Expr::Text(text) => Some(text),
        _ => None,
    }
}

/// Returns the text that a key is, or that it ends with: `_end` of `name .. "_end"`.
pub(super) fn ending(node: &Node) -> Option<&str> {
    match &node.expr {
        Expr::Binary("..", _, end) => ending(end),
        _ => text(node),
    }
}

/// Returns whether a name says that it is a speed: `speeds[name]`, `mob.rates.fly`.
pub(super) fn is_named_speed(mut node: &Node) -> bool {
    let says = |name: &str| {
        let name = name.to_ascii_lowercase();
        ["speed", "fps"].iter().any(|word| name.contains(word)) || ["rate", "rates"].contains(&name.as_str())
    };
    while let Expr::Index(of, key) = &node.expr {
        if text(key).is_some_and(says) {
            return true;
        }
        node = of;
    }
    matches!(&node.expr, Expr::Name(name) if says(name))
}

pub(super) fn key_of(field: &Field) -> Option<&str> {
    text(field.key.as_ref()?)
}

/// Returns whether a number is a constant, and not zero.
pub(super) fn is_constant(node: &Node) -> bool {
    match &node.expr {
        Expr::Number(number) => *number != 0.0,
        Expr::Unary("-", inner) => is_constant(inner),
        Expr::Binary("+" | "-" | "*" | "/", left, right) => is_constant(right) && is_constant(left),
        _ => false,
    }
}

/// Returns whether a key is that of a frame or a speed wherever it is.
pub(super) fn is_strong(key: &str) -> bool {
    let clip = key.strip_suffix("_start").or_else(|| key.strip_suffix("_end"));
    let clip = clip.map(|clip| clip.trim_end_matches(|digit: char| digit.is_ascii_digit()));
    let is_clip = |clip: &str| clip.is_empty() || CLIPS.contains(&clip.rsplit('_').next().unwrap_or_default());
    SPEEDS.contains(&key) || clip.is_some_and(is_clip)
}
