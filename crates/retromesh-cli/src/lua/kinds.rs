//! What variables and expressions have of animations.

use super::ast::{Expr, Node};
use crate::luanti::is_of_animations;
use std::collections::HashMap;

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
        if is_of_animations(name) { Self::Table } else { Self::Other }
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

/// The variables that are known at a place.
#[derive(Default)]
pub(super) struct Names<'f> {
    /// Of each name what its variables have, the innermost last.
    kinds: HashMap<&'f str, Vec<Kind>>,
    /// The names in their order.
    order: Vec<&'f str>,
}

impl<'f> Names<'f> {
    pub(super) fn push(&mut self, name: &'f str, kind: Kind) {
        self.kinds.entry(name).or_default().push(kind);
        self.order.push(name);
    }

    pub(super) fn innermost(&mut self, name: &str) -> Option<&mut Kind> {
        self.kinds.get_mut(name)?.last_mut()
    }

    pub(super) fn kind(&self, name: &str) -> Kind {
        self.kinds.get(name).and_then(|kinds| kinds.last()).map_or_else(|| Kind::of_name(name), |kind| *kind)
    }

    /// Returns how many variables there are.
    pub(super) const fn len(&self) -> usize {
        self.order.len()
    }

    /// Forgets the variables after the first `count`.
    pub(super) fn truncate(&mut self, count: usize) {
        for name in self.order.drain(count..) {
            if let Some(kinds) = self.kinds.get_mut(name) {
                kinds.pop();
            }
        }
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
