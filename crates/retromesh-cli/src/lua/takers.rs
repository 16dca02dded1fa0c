//! What else takes frames and speeds: they are others now.

use super::ast::{CallNode, Expr, Node};
use super::calls::path;
use super::kinds::{is_constant, key_of, text};
use super::outline::Written;
use super::snapshot::Place;
use super::uses::{Count, Walk};
use crate::luanti::{RANGES, is_frame, is_of_animations, is_speed};

/// How many names one leads through to a table.
const MAX_NAMES: usize = 16;
/// The maximum number of entries of a table that are looked through for a key.
const MAX_FIELDS: usize = 1 << 10;
/// What becomes of numbers that these functions are given is only shown, or read from what they return.
const PASSING: [&str; 14] = [
    "print",
    "tostring",
    "tonumber",
    "type",
    "assert",
    "select",
    "next",
    "error",
    "dump",
    "unpack",
    "setmetatable",
    "ipairs",
    "pairs",
    "log",
];

impl<'f> Walk<'f> {
    /// Returns the table between braces that an expression names, where it is written so.
    pub(super) fn table_of(&self, node: &Node) -> Option<Written<'f>> {
        self.table_at(node, 0)
    }

    fn table_at(&self, node: &Node, depth: usize) -> Option<Written<'f>> {
        if depth == MAX_NAMES {
            return None;
        }
        match &node.expr {
            Expr::Name(name) if self.names.is_known(name) => self.names.table(name),
            Expr::Name(name) => self.outline.table(name, self.file),
            Expr::Index(of, key) => {
                let entry = self.table_at(of, depth + 1).and_then(|(file, table)| {
                    let Expr::Table(fields) = &table.expr else { return None };
                    let key = text(key)?;
                    let is_it = |field: &&super::ast::Field| field.key.as_ref().and_then(text) == Some(key);
                    let value = &fields.iter().take(MAX_FIELDS).find(is_it)?.value;
                    match &value.expr {
                        Expr::Table(_) => Some((file, value)),
                        _ if file == self.file => self.table_at(value, depth + 1),
                        _ => None,
                    }
                });
                entry.or_else(|| self.outline.table(&path(node)?, self.file))
            }
            _ => None,
        }
    }

    /// Returns the table between braces that a variable gets.
    pub(super) fn table_given(&self, node: Option<&'f Node>) -> Option<Written<'f>> {
        let node = node?;
        if matches!(node.expr, Expr::Table(_)) { Some((self.file, node)) } else { self.table_of(node) }
    }

    /// Returns whether an expression names a place: it has three axes, and is no range.
    pub(super) fn is_place(&self, node: &Node) -> bool {
        self.table_of(node).is_some_and(|(_, table)| match &table.expr {
            Expr::Table(fields) => fields.iter().take(MAX_FIELDS).any(|field| key_of(field) == Some("z")),
            _ => false,
        })
    }

    /// Returns whether an expression names a table of animations that a definition has, or one in a table of such.
    pub(super) fn leads_to_clip(&self, node: &Node) -> bool {
        let is_known = |(file, table): Written<'_>| self.tables.contains(&Place::new(file, &table.span));
        if self.table_of(node).is_some_and(is_known) {
            return true;
        }
        let Expr::Index(of, key) = &node.expr else { return false };
        let of = self.table_of(of).filter(|_| text(key).is_none());
        of.is_some_and(|(file, table)| match &table.expr {
            Expr::Table(fields) => fields.iter().take(MAX_FIELDS).any(|field| is_known((file, &field.value))),
            _ => false,
        })
    }

    /// Takes note of a value that something else than animations gets.
    pub(super) fn takes(&mut self, node: &Node) {
        if !self.is_played && !self.gets_frames && self.is_number(node) {
            self.uses.counts.push((self.place(node, node), Count::Other));
        }
    }

    /// Takes note of what an entry gets that is none of animations.
    pub(super) fn entry_takes(&mut self, of: &Node, key: &Node, value: &Node) {
        let is_own = |key: &str| is_frame(key) || is_speed(key) || RANGES.contains(&key) || is_of_animations(key);
        // `range.x` is a frame, `self.x` and `self.last` may be anything.
        let is_of_mob = matches!(&of.expr, Expr::Name(name) if name == "self");
        let is_own = |key: &str| is_own(key) && !(is_of_mob && is_frame(key) && !key.contains('_'));
        if !self.kind(of).has_numbers() && !text(key).is_some_and(is_own) {
            self.takes(value);
        }
    }

    /// Takes note of what a call is given, unless it plays that.
    pub(super) fn call_takes(&mut self, call: &CallNode, node: &Node, callee: Option<&str>, name: Option<&str>) {
        let is_passing = callee
            .is_some_and(|callee| ["math.", "string.", "table."].iter().any(|of| callee.starts_with(of)))
            || name.is_some_and(|name| PASSING.contains(&name));
        if !is_passing && !name.is_some_and(|name| self.outline.plays(name)) {
            call.arguments.iter().for_each(|argument| self.takes(argument));
            let has_clips = |node: &Node| self.kind(node).has_numbers();
            if name.is_some_and(|name| self.outline.counts(name)) && call.arguments.iter().any(has_clips) {
                self.uses.counts.push((self.place(node, node), Count::Other));
            }
        }
    }

    /// Returns whether an expression is a frame or a speed as it is read, or rounded.
    pub(super) fn is_number(&self, node: &Node) -> bool {
        match &node.expr {
            // What a variable has counted has a line of its own.
            Expr::Name(name) => self.kind(node).is_number() && !self.names.has_counted(name),
            Expr::Index(..) => self.kind(node).is_number(),
            Expr::Call(call) => {
                path(&call.callee).is_some_and(|callee| callee.starts_with("math."))
                    && !call.arguments.iter().any(is_constant)
                    && call.arguments.iter().any(|argument| self.is_number(argument))
            }
            _ => false,
        }
    }
}
