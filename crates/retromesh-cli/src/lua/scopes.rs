//! Variables: who sees which, and who may change which.

use super::tables::Known;
use std::collections::HashMap;

/// What a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Block {
    /// A file, or `do ... end`: it runs.
    Runs,
    /// It runs perhaps, or several times: what it changes around it is unknown after it.
    Perhaps,
    /// The body of a function, which runs later if at all: what it changes around it is not changed while the files are loaded.
    Later,
}

/// What a change from inner blocks does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    Made,
    Uncertain,
    Later,
}

#[derive(Debug)]
struct Scope {
    block: Block,
    variables: HashMap<String, (usize, Known)>,
}

/// The blocks that are open, the innermost last.
#[derive(Debug, Default)]
pub(super) struct Scopes(Vec<Scope>);

impl Scopes {
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn enter(&mut self, block: Block) {
        self.0.push(Scope { block, variables: HashMap::new() });
    }

    /// Leaves the innermost block and returns its variables in the order in which they were declared.
    pub(super) fn leave(&mut self) -> Vec<(String, Known)> {
        let mut all: Vec<_> = self.0.pop().into_iter().flat_map(|scope| scope.variables).collect();
        all.sort_by_key(|(_, (order, _))| *order);
        all.into_iter().map(|(name, (_, value))| (name, value)).collect()
    }

    pub(super) fn declare(&mut self, name: &str, value: Known) {
        if let Some(scope) = self.0.last_mut() {
            let order = scope.variables.len();
            scope.variables.insert(name.to_owned(), (order, value));
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<&Known> {
        self.0.iter().rev().find_map(|scope| scope.variables.get(name)).map(|(_, value)| value)
    }

    /// Sets a local variable; `None` where there is none of this name.
    pub(super) fn set(&mut self, name: &str, value: Known) -> Option<()> {
        let at = self.0.iter().rposition(|scope| scope.variables.contains_key(name))?;
        let change = self.change(at + 1);
        let variable = &mut self.0.get_mut(at)?.variables.get_mut(name)?.1;
        match change {
            Change::Made => *variable = value,
            Change::Uncertain => *variable = Known::Unknown,
            Change::Later => {}
        }
        Some(())
    }

    /// Returns what a change does that is made now to what was there at a depth of n blocks.
    pub(super) fn change(&self, home: usize) -> Change {
        let crossed = || self.0.iter().skip(home).map(|scope| scope.block);
        if crossed().any(|block| block == Block::Later) {
            Change::Later
        } else if crossed().any(|block| block == Block::Perhaps) {
            Change::Uncertain
        } else {
            Change::Made
        }
    }
}
