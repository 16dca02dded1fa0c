//! What calls play: numbers that no table of animations has, multiples of speeds, and functions that are called elsewhere.

use super::ast::{CallNode, Expr, Function, Node, Statement};
use super::kinds::{Kind, SPEEDS, is_constant, is_named_speed, is_strong, key_of, text};
use super::outline::Written;
use super::plays::{self, is_name_of_play, is_unpack};
use super::snapshot::Place;
use super::uses::{Count, Field, Walk};
use crate::luanti::{RANGES, is_frame, is_of_animations, is_speed};

/// What a variable gets: whether no table of animations has it, and what it is where it is counted with speeds or frames.
pub(super) type Got = (bool, Option<(Place, Count)>);

impl<'f> Walk<'f> {
    /// Returns what variables get, before they have it.
    pub(super) fn gets<'n>(&self, names: impl Iterator<Item = Option<&'n str>>, nodes: &[Node]) -> Vec<Got> {
        let got = |(n, name): (usize, Option<&str>)| {
            let Some(node) = nodes.get(n) else { return Got::default() };
            // The name says what only a run would know.
            let is_plain = matches!(node.expr, Expr::Name(_) | Expr::Index(..) | Expr::Call(_));
            let is_named = is_plain && name.is_some_and(|name| Kind::of_name(name) != Kind::Other);
            (!is_named && !self.is_read_only(node), self.counted(node).map(|count| (self.place(node, node), count)))
        };
        names.enumerate().map(got).collect()
    }

    /// Gives a variable what it gets, and the table between braces where it is one.
    pub(super) fn give(&mut self, name: &str, (is_mixed, counted): Got, table: Option<Written<'f>>) {
        if let Some(variable) = self.names.innermost(name) {
            variable.is_mixed |= is_mixed;
            variable.counted = counted.or(variable.counted.take());
            variable.table = table;
        }
    }

    /// Goes through the value of a variable, which may be played later, or of something else.
    pub(super) fn value(&mut self, node: &'f Node, is_seen: bool, is_of_variable: bool) {
        let Expr::Binary(_, left, right) = &node.expr else { return self.expression(node, is_seen) };
        match self.counted(node).filter(|_| is_of_variable) {
            Some(count) => {
                let outer = self.gets_frames;
                self.gets_frames |= count == Count::Ends;
                [left, right].into_iter().for_each(|node| self.expression(node, is_seen));
                self.gets_frames = outer;
            }
            None => self.expression(node, is_seen),
        }
    }

    /// Returns what a value is that is counted with speeds or frames, and that a variable may keep.
    fn counted(&self, node: &Node) -> Option<Count> {
        if self.is_multiple(node) {
            return Some(Count::Other);
        }
        // A constant has a line of its own.
        if matches!(&node.expr, Expr::Binary(sign, left, right) if self.counts(sign, left, right).is_some()) {
            return None;
        }
        (!self.gets_frames && self.counts_ends(node)).then_some(Count::Ends)
    }

    /// Returns whether an operator counts with the ends of a range, or compares them with what no table of animations has: `range.y - range.x`.
    pub(super) fn counts_ends(&self, node: &Node) -> bool {
        let Expr::Binary(sign, left, right) = &node.expr else { return false };
        if !["==", "~=", "<", ">", "<=", ">="].contains(sign) {
            if self.is_share(sign, left, right) {
                return false;
            }
            return (self.kind(node) == Kind::Frame && self.reads_ends(node)) || self.mixes(node);
        }
        let is_other = |node: &Node| {
            let is_plain = matches!(node.expr, Expr::Number(_) | Expr::Text(_) | Expr::Bool(_) | Expr::Nil);
            !is_plain && (self.kind(node) == Kind::Other || self.is_unnamed(node))
        };
        let reads = |node: &Node| self.kind(node) == Kind::Frame && (self.reads_ends(node) || self.is_number(node));
        (reads(left) && is_other(right)) || (reads(right) && is_other(left))
    }

    /// Returns whether a frame or a speed is divided by another one: that stays what it was.
    pub(super) fn is_share(&self, sign: &str, left: &Node, right: &Node) -> bool {
        sign == "/" && [left, right].iter().all(|node| self.kind(node).is_number() && !self.mixes(node))
    }

    /// Returns whether frames are counted with an entry of a table of animations whose name does not say that it is one: `a.hit - a.walk_start`.
    fn mixes(&self, node: &Node) -> bool {
        let Expr::Binary("+" | "-", left, right) = &node.expr else { return false };
        let is_one = |of: &Node, other: &Node| self.kind(of) == Kind::Frame && self.is_unnamed(other);
        is_one(left, right) || is_one(right, left) || self.mixes(left) || self.mixes(right)
    }

    /// Returns whether an entry of a table of animations has a name that does not say that it is a frame or a speed.
    fn is_unnamed(&self, node: &Node) -> bool {
        matches!(&node.expr, Expr::Index(of, key) if text(key).is_some_and(|key| !is_of_animations(key))
            && self.kind(node) == Kind::Table && self.kind(of).has_numbers() && !self.leads_to_clip(node))
    }

    fn reads_ends(&self, node: &Node) -> bool {
        match &node.expr {
            Expr::Binary("+" | "-" | "*" | "/", left, right) => self.reads_ends(left) || self.reads_ends(right),
            Expr::Unary("-", inner) => self.reads_ends(inner),
            Expr::Index(_, key) if self.kind(node) == Kind::Frame && !matches!(text(key), Some("x" | "y")) => true,
            Expr::Index(of, _) if self.kind(node) == Kind::Frame => {
                let is_named = match &of.expr {
                    Expr::Index(_, key) => text(key).is_some_and(|key| RANGES.contains(&key)),
                    Expr::Call(call) => call.method.as_deref() == Some("get_animation"),
                    Expr::Name(name) => !is_of_animations(name),
                    _ => false,
                };
                is_named || self.leads_to_clip(of)
            }
            _ => false,
        }
    }

    /// Forgets what variables have counted of frames, where an operator has its own line or makes seconds of them.
    pub(super) fn settle(&mut self, sign: &str, left: &Node, right: &Node) {
        let is_settled = match sign {
            "/" => self.is_share(sign, left, right),
            "==" | "~=" | "<" | ">" | "<=" | ">=" => [left, right].iter().all(|node| self.kind(node) == Kind::Frame),
            _ => false,
        };
        if is_settled || self.counts(sign, left, right).is_some() {
            [left, right].into_iter().for_each(|node| self.settle_names(node));
        }
    }

    pub(super) fn settle_names(&mut self, node: &Node) {
        match &node.expr {
            Expr::Name(name) => {
                if let Some(variable) = self.names.innermost(name)
                    && matches!(variable.counted, Some((_, Count::Ends)))
                {
                    variable.counted = None;
                }
            }
            Expr::Binary("+" | "-" | "*" | "/", left, right) => {
                [left, right].into_iter().for_each(|node| self.settle_names(node));
            }
            _ => {}
        }
    }

    /// Takes note of the speed of a clip that a function makes for its callers, where they do not give it.
    pub(super) fn returns(&mut self, function: &Function) {
        let returned = function.body.iter().filter_map(|statement| match statement {
            Statement::Return(nodes) => Some(nodes),
            _ => None,
        });
        for node in returned.flatten() {
            let Expr::Table(fields) = &node.expr else { continue };
            let is_clip = fields.iter().filter_map(key_of).any(|key| RANGES.contains(&key) || is_frame(key));
            for field in fields.iter().filter(|_| is_clip) {
                let is_own = key_of(field).is_some_and(|key| is_speed(key) && !is_strong(key))
                    && !self.is_read_only(&field.value)
                    && !is_given(&field.value, &function.parameters);
                if let (true, Some(key)) = (is_own, &field.key) {
                    self.uses.sets.push((self.place(key, &field.value), self.place(&field.value, &field.value)));
                }
            }
        }
    }

    /// Forgets variables, and takes note of what they have counted that no call has played.
    pub(super) fn forget(&mut self, count: usize) {
        let counted = self.names.truncate(count);
        self.uses.counts.extend(counted);
    }

    /// Returns whether an expression is a speed that is multiplied or divided by a constant.
    pub(super) fn is_multiple(&self, node: &Node) -> bool {
        match &node.expr {
            Expr::Binary("*" | "/", left, right) if is_constant(right) => self.kind(left) == Kind::Speed,
            Expr::Binary("*", left, right) if is_constant(left) => self.kind(right) == Kind::Speed,
            _ => false,
        }
    }

    /// Returns whether an entry is the speed of a clip.
    pub(super) fn is_speed_of(&self, of: &Node, key: &Node) -> bool {
        text(key).is_some_and(|key| SPEEDS.contains(&key) || (is_speed(key) && self.kind(of).has_numbers()))
    }

    /// Returns whether a call is given a number that no table of animations has: that of a variable, or a constant.
    pub(super) fn is_loose(&self, node: &Node) -> bool {
        match &node.expr {
            Expr::Name(_) => !self.is_read_only(node),
            Expr::Number(number) => *number != 0.0,
            Expr::Table(fields) => fields.iter().any(|field| self.is_loose(&field.value)),
            Expr::Unary("-", inner) | Expr::Binary("and", _, inner) => self.is_loose(inner),
            Expr::Binary("*" | "/", left, right) => self.is_loose(left) && self.is_loose(right),
            // A constant next to what is read is listed itself.
            Expr::Binary(sign @ ("or" | "+" | "-"), left, right) => {
                self.counts(sign, left, right).is_none() && (self.is_loose(left) || self.is_loose(right))
            }
            Expr::Call(call) => is_unpack(call) && !self.is_read_only(node),
            _ => false,
        }
    }

    /// Lists what a call plays that is written elsewhere, and that no table of animations is seen to have.
    pub(super) fn fields(&self, kind: &plays::Kind, call: &CallNode) -> Vec<Field> {
        let mut found = Vec::new();
        let numbers = call.arguments.iter().enumerate().filter(|(n, _)| *n < kind.ranges || *n == kind.speed);
        numbers.for_each(|(n, argument)| self.fields_below(argument, n == kind.speed, &mut found));
        found
    }

    fn fields_below(&self, node: &Node, is_speed_of_call: bool, found: &mut Vec<Field>) {
        // The name of a table says that it is one of animations, but a speed is no table.
        let is_old = || match self.kind(node) {
            Kind::Other => true,
            Kind::Table => is_speed_of_call,
            _ => false,
        };
        match &node.expr {
            Expr::Index(_, key) if is_old() => {
                let is_of_clip = text(key).is_some_and(|key| is_speed(key) || RANGES.contains(&key));
                found.push(Field { place: self.place(node, node), is_of_clip });
            }
            Expr::Call(call) if !is_unpack(call) && is_old() => {
                found.push(Field { place: self.place(node, node), is_of_clip: false });
            }
            Expr::Unary(_, inner) => self.fields_below(inner, is_speed_of_call, found),
            Expr::Binary(_, left, right) => {
                [left, right].into_iter().for_each(|node| self.fields_below(node, is_speed_of_call, found));
            }
            _ => {}
        }
    }

    /// Returns whether an entry of a table that is none of animations has numbers of one.
    pub(super) fn is_of_another(&self, key: &Node, value: &Node) -> bool {
        let is_own = |key: &str| is_frame(key) || is_speed(key) || RANGES.contains(&key);
        let is_clip = || matches!(value.expr, Expr::Name(_)) && self.is_clip(value);
        let kind = self.kind(value);
        text(key).is_some_and(|key| !is_own(key)) && (kind.is_number() || (kind == Kind::Table && is_clip()))
    }

    /// Returns whether frames that are read are those of one clip.
    pub(super) fn is_range(&self, node: &Node) -> bool {
        match &node.expr {
            Expr::Table(_) => self.has_read(node),
            _ => self.kind(node).has_numbers() && self.is_clip(node),
        }
    }

    /// Returns whether a table of animations is in another one, or is one for more reasons than its name.
    pub(super) fn is_clip(&self, node: &Node) -> bool {
        match &node.expr {
            Expr::Name(name) => !is_of_animations(name),
            Expr::Index(of, _) => self.kind(of).has_numbers(),
            _ => false,
        }
    }

    /// Takes note of a function that plays frames where a variable of another name or a call gets it.
    pub(super) fn hands_on(&mut self, variable: Option<&str>, function: &Node, whole: &Node) {
        let Expr::Index(_, key) = &function.expr else { return };
        // Calls of a variable of such a name are known.
        if text(key).is_some_and(is_name_of_play) && !variable.is_some_and(is_name_of_play) {
            self.uses.handed_on.push(self.place(whole, whole));
        }
    }

    /// Returns what an operator does where a constant is next to what is read of animations.
    pub(super) fn counts(&self, sign: &str, left: &Node, right: &Node) -> Option<Count> {
        if sign == "/" && self.kind(left) == Kind::Frame && self.kind(right) == Kind::Other && is_named_speed(right) {
            return Some(Count::Speed);
        }
        if sign == "/" && self.kind(right) == Kind::Speed && self.is_unnamed(left) {
            return Some(Count::Other);
        }
        let (read, is_left) = match (is_constant(left), is_constant(right)) {
            (false, true) => (self.kind(left), true),
            (true, false) => (self.kind(right), false),
            _ => return None,
        };
        let is_next = match sign {
            "==" | "~=" => read.is_number(),
            "<" | ">" | "<=" | ">=" | "+" | "-" => read.is_number() || read == Kind::Inside,
            "/" => read == Kind::Frame || (read == Kind::Speed && !is_left),
            "or" => read.is_number() && is_left,
            "*" if read == Kind::Frame => return Some(Count::Times),
            _ => false,
        };
        is_next.then_some(Count::Next)
    }
}

/// Returns whether a value is made of what a function is given, or of what cannot be said.
fn is_given(node: &Node, parameters: &[String]) -> bool {
    match &node.expr {
        Expr::Number(_) => false,
        Expr::Name(name) => parameters.contains(name),
        Expr::Index(of, _) | Expr::Unary(_, of) => is_given(of, parameters),
        Expr::Binary(_, left, right) => is_given(left, parameters) || is_given(right, parameters),
        _ => true,
    }
}
