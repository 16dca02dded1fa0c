//! What variables and expressions have of animations.

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
