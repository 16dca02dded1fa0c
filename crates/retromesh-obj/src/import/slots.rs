//! Texture slots as Luanti counts them.
//!
//! Its reader ignores `o` and `mtllib`. Faces before the first `g` share one slot, whatever `usemtl` says. After it each group has one,
//! which its faces without a material share; a `usemtl` or `g` with a material in force begins another.

use crate::lines::words;
use std::collections::HashMap;

/// Said of materials that have no slot.
pub(super) const SHARED: &str = "faces before the first g: Luanti draws them with one texture, whatever usemtl says; put a g before the first usemtl";

#[derive(Default)]
pub(super) struct Slots {
    by_group: HashMap<Vec<u8>, u32>,
    group: Option<Vec<u8>>,
    /// The material of the first face before any group.
    first: Option<Vec<u8>>,
    changed: bool,
    current: u32,
    last: u32,
}

impl Slots {
    /// Notes a `g` line; the engine takes its first name.
    pub(super) fn group(&mut self, names: &[u8]) {
        self.group = Some(words(names).next().unwrap_or(b"default").to_vec());
        self.changed = true;
    }

    /// Notes a `usemtl` line.
    pub(super) fn material(&mut self) {
        self.changed = true;
    }

    /// Returns the slot of the next face, with a material in force.
    pub(super) fn next(&mut self, material: &[u8]) -> u32 {
        if let Some(group) = self.group.as_ref().filter(|_| std::mem::take(&mut self.changed)) {
            let known = self.by_group.get(group).copied();
            self.current = known.filter(|_| material.is_empty()).unwrap_or_else(|| {
                self.last += 1;
                if known.is_none() {
                    self.by_group.insert(group.clone(), self.last);
                }
                self.last
            });
        }
        self.current
    }

    /// Returns whether the next face shares the slot of another material.
    pub(super) fn is_shared(&mut self, material: &[u8]) -> bool {
        self.group.is_none() && self.first.get_or_insert_with(|| material.to_vec()) != material
    }
}
