//! What expressions read of tables of animations.

use super::ast::{Expr, Node};
use super::calls::path;
use super::follow::NO_FRAMES;
use super::kinds::{Kind, SPEEDS, ending, is_constant, is_of_other_things, key_of};
use super::uses::Walk;
use crate::luanti::{is_frame, is_speed};

impl Walk<'_> {
    /// Returns whether a value of a table of animations has frames or speeds that are not read from one.
    pub(super) fn has_frames(&self, node: &Node) -> bool {
        match &node.expr {
            Expr::Table(fields) => fields.iter().any(|field| match &field.value.expr {
                Expr::Table(_) => self.has_frames(&field.value),
                _ => {
                    key_of(field).is_some_and(|key| is_frame(key) || is_speed(key)) && !self.is_read_only(&field.value)
                }
            }),
            Expr::Call(call) => call.arguments.iter().any(|argument| self.has_frames(argument)),
            Expr::Binary("and" | "or", left, right) => self.has_frames(left) || self.has_frames(right),
            _ => false,
        }
    }

    pub(super) fn kind(&self, node: &Node) -> Kind {
        match self.named_kind(node) {
            Kind::Other if matches!(node.expr, Expr::Name(_) | Expr::Index(..)) && self.leads_to_clip(node) => {
                Kind::Table
            }
            kind => kind,
        }
    }

    /// Returns what an expression gives, as far as names say.
    fn named_kind(&self, node: &Node) -> Kind {
        match &node.expr {
            Expr::Name(name) => self.names.kind(name),
            Expr::Index(of, key) => match (self.kind(of), ending(key)) {
                (_, Some(key)) if SPEEDS.contains(&key) => Kind::Speed,
                (Kind::Table | Kind::Inside, Some(key)) if NO_FRAMES.iter().any(|word| key.contains(word)) => {
                    Kind::Other
                }
                (Kind::Table | Kind::Inside, Some("x" | "y")) if self.is_place(of) => Kind::Other,
                (Kind::Table | Kind::Inside, Some(key)) if is_frame(key) => Kind::Frame,
                (Kind::Table | Kind::Inside, Some(key)) if is_speed(key) => Kind::Speed,
                (Kind::Table | Kind::Inside, _) => Kind::Table,
                (_, Some(key)) => Kind::of_name(key),
                _ => Kind::Other,
            },
            Expr::Call(call) => match (path(&call.callee).as_deref(), call.arguments.first()) {
                (Some("table.copy" | "table.merge" | "setmetatable"), Some(first)) => self.kind(first),
                _ if call.method.as_deref() == Some("get_animation") => Kind::Table,
                (Some("select"), Some(Node { expr: Expr::Number(2.0), .. }))
                    if gets_animation(call.arguments.get(1)) =>
                {
                    Kind::Speed
                }
                // What a function makes of them is taken for frames: `length(anim.walk)`.
                (Some(callee), _) if call.method.is_none() && !is_of_other_things(callee) => {
                    let mut kinds = call.arguments.iter().map(|node| match self.kind(node) {
                        kind if kind.is_number() => kind,
                        kind if kind.has_numbers() && self.is_clip(node) => Kind::Frame,
                        _ => Kind::Other,
                    });
                    kinds.find(|kind| *kind != Kind::Other).unwrap_or(Kind::Other)
                }
                _ => Kind::Other,
            },
            Expr::Table(_) if self.tables.contains(&self.place(node, node)) => Kind::Table,
            Expr::Binary("or", left, _) => self.kind(left),
            Expr::Binary("and", _, right) => self.kind(right),
            Expr::Binary(sign @ ("*" | "/" | "+" | "-"), left, right) => {
                match (*sign, self.kind(left), self.kind(right)) {
                    // Seconds, before as now.
                    ("/", Kind::Frame, Kind::Speed) => Kind::Other,
                    ("*" | "/", Kind::Frame, Kind::Other) if is_constant(right) => Kind::Other,
                    ("*", Kind::Other, Kind::Frame) if is_constant(left) => Kind::Other,
                    (_, Kind::Other, kind) | (_, kind, _) => kind,
                }
            }
            Expr::Unary("-", inner) => self.kind(inner),
            _ => Kind::Other,
        }
    }

    /// Returns whether something of animations is read in a value.
    pub(super) fn has_read(&self, node: &Node) -> bool {
        match &node.expr {
            Expr::Table(fields) => fields.iter().any(|field| self.has_read(&field.value)),
            Expr::Binary(_, left, right) => self.has_read(left) || self.has_read(right),
            _ => self.kind(node) != Kind::Other,
        }
    }

    /// Returns whether all numbers of a value are read from tables of animations, but zeros.
    pub(super) fn is_read_only(&self, node: &Node) -> bool {
        match &node.expr {
            Expr::Nil | Expr::Bool(_) | Expr::Text(_) | Expr::Function(_) => true,
            Expr::Number(number) => *number == 0.0,
            Expr::Table(fields) => fields.iter().all(|field| self.is_read_only(&field.value)),
            Expr::Call(call) => {
                let copies = matches!(path(&call.callee).as_deref(), Some("unpack" | "table.unpack" | "table.copy"));
                (copies && call.arguments.iter().all(|argument| self.is_read_only(argument)))
                    || self.kind(node).is_number()
            }
            Expr::Binary("and", _, right) => self.is_read_only(right),
            // The number after it is listed itself.
            Expr::Binary("or", left, right) => {
                self.is_read_only(left) && (self.is_read_only(right) || self.kind(left).is_number())
            }
            Expr::Binary("*", left, right) => [left, right].iter().any(|node| self.kind(node) != Kind::Other),
            Expr::Binary("/", left, _) => self.kind(left) != Kind::Other,
            Expr::Binary("+" | "-", left, right) => self.is_read_only(left) && self.is_read_only(right),
            Expr::Unary("-", inner) => self.is_read_only(inner),
            Expr::Name(name) => self.kind(node) != Kind::Other && !self.names.is_mixed(name),
            _ => self.kind(node) != Kind::Other,
        }
    }
}

/// Returns whether an expression asks for the range and the speed that are played.
pub(super) fn gets_animation(node: Option<&Node>) -> bool {
    matches!(node, Some(Node { expr: Expr::Call(call), .. }) if call.method.as_deref() == Some("get_animation"))
}
