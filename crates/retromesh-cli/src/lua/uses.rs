//! What files set in tables of animations, and what they read of them. Names say so, and which tables definitions have: nothing is followed but
//! the names of variables.

use super::ast::{self, CallNode, Expr, Function, Node, Statement};
use super::calls::path;
use super::follow::NO_FRAMES;
use super::kinds::{Kind, Names, ending, is_constant, is_strong, key_of, text};
use super::outline::Outline;
use super::plays::{is_name_of_play, is_spread, kind_of};
use super::reads::gets_animation;
use super::snapshot::Place;
use crate::luanti::{RANGES, is_frame, is_of_animations, is_speed};
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, HashSet};

/// How deep expressions are looked through.
const DEEPEST: usize = 300;
/// What is set and read of animations.
#[derive(Debug, Default)]
pub(crate) struct Uses {
    /// Where numbers are set, and their values.
    pub(crate) sets: Vec<(Place, Place)>,
    /// Calls, statements and values all of whose numbers are read from tables of animations.
    pub(crate) follows: HashSet<Place>,
    /// Where a number is compared or counted with one that is read.
    pub(crate) counts: Vec<(Place, Count)>,
    /// Calls that play frames that are read at the speed that the engine takes.
    pub(crate) defaults: Vec<(Place, f64)>,
    /// Calls that may play frames, and are given numbers that no table of animations has.
    pub(crate) loose: HashSet<Place>,
    /// What such calls take that no table of animations has, as far as it is written elsewhere, by their places.
    pub(crate) fields: HashMap<Place, Vec<Field>>,
    /// Where a function that plays frames is handed on.
    pub(crate) handed_on: Vec<Place>,
    /// Where frames and speeds are read: the file and the first byte.
    reads: BTreeSet<(usize, usize)>,
}

/// What a call takes that is written elsewhere.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) place: Place,
    /// Whether it is the range or the speed of a clip as frameworks have them: `clip.range`.
    pub(crate) is_of_clip: bool,
}

/// What becomes of a number that is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Count {
    /// A constant is added to it, compared with it or is what it is divided by.
    Next,
    /// A frame is multiplied by a constant.
    Times,
    /// It is divided by a speed that no table of animations has.
    Speed,
    /// The ends of a range are counted with, or compared with what no table of animations has.
    Ends,
    /// It is that of another thing: an entry of a table without animations, or a multiple of a speed.
    Other,
}

impl Uses {
    /// Returns whether frames or speeds of tables are read at a place.
    pub(crate) fn reads(&self, place: &Place) -> bool {
        self.reads.range((place.file, place.start)..(place.file, place.end)).next().is_some()
    }
}

pub(super) struct Walk<'f> {
    pub(super) file: usize,
    pub(super) names: Names<'f>,
    /// The tables that definitions have, whatever their names are.
    pub(super) tables: &'f HashSet<Place>,
    pub(super) outline: &'f Outline<'f>,
    pub(super) uses: Uses,
    depth: usize,
    /// Whether a multiple of a speed is one here: a call plays it, or a table of animations gets it.
    pub(super) is_played: bool,
    /// Whether what is counted with frames becomes a frame of a table of animations, or seconds.
    pub(super) gets_frames: bool,
}

pub(super) fn add<'f>(
    file: usize,
    statements: &'f [Statement],
    tables: &'f HashSet<Place>,
    outline: &'f Outline<'f>,
    uses: &mut Uses,
) {
    let mut walk = Walk {
        file,
        names: Names::default(),
        tables,
        outline,
        uses: std::mem::take(uses),
        depth: 0,
        is_played: false,
        gets_frames: false,
    };
    walk.block(statements);
    *uses = walk.uses;
    // What is around others comes before them.
    uses.counts.sort_by_key(|(place, _)| (place.file, place.start, Reverse(place.end)));
}

impl<'f> Walk<'f> {
    pub(super) fn place(&self, from: &Node, to: &Node) -> Place {
        Place::new(self.file, &(from.span.start..to.span.end))
    }

    fn block(&mut self, statements: &'f [Statement]) {
        let outer = self.names.len();
        statements.iter().for_each(|statement| self.statement(statement));
        self.forget(outer);
    }

    fn statement(&mut self, statement: &'f Statement) {
        match statement {
            Statement::Local(names, nodes) => {
                for (n, value) in nodes.iter().enumerate() {
                    let context = names.get(n).is_some_and(|name| is_of_animations(name));
                    let is_set = context && self.has_frames(value);
                    if is_set {
                        let place = self.place(value, value);
                        self.uses.sets.push((place.clone(), place));
                    }
                    self.value(value, context, names.get(n).is_some());
                    self.hands_on(names.get(n).map(String::as_str), value, value);
                }
                let kinds = names.iter().enumerate().map(|(n, name)| (name, self.given(name, n, nodes)));
                let gets = self.gets(names.iter().map(|name| Some(name.as_str())), nodes);
                let tables: Vec<_> = (0..names.len()).map(|n| self.table_given(nodes.get(n))).collect();
                let kinds: Vec<_> = kinds.zip(gets).zip(tables).collect();
                for (((name, kind), got), table) in kinds {
                    self.names.push(name, kind);
                    self.give(name, got, table);
                }
            }
            Statement::LocalFunction(name, function) => {
                self.names.push(name, Kind::Other);
                self.function(function);
            }
            Statement::Assign(targets, nodes) => self.assign(targets, nodes),
            Statement::Expression(node) => self.expression(node, false),
            Statement::Return(nodes) => {
                for node in nodes {
                    self.takes(node);
                    self.expression(node, false);
                }
            }
            Statement::Block(statements) => self.block(statements),
            Statement::Perhaps { names, decided_by, blocks } => {
                // The bounds of a loop; what else decides has no names.
                decided_by.iter().filter(|_| !names.is_empty()).for_each(|node| self.takes(node));
                decided_by.iter().for_each(|node| self.expression(node, false));
                let from = match decided_by.as_slice() {
                    [Node { expr: Expr::Call(call), .. }, ..]
                        if matches!(path(&call.callee).as_deref(), Some("pairs" | "ipairs")) =>
                    {
                        call.arguments.first()
                    }
                    [_, table, ..] => Some(table),
                    _ => None,
                };
                let inside = from.is_some_and(|from| self.kind(from).has_numbers());
                let inside = if inside { Kind::Inside } else { Kind::Other };
                for block in blocks {
                    let outer = self.names.len();
                    let kinds = std::iter::once(Kind::Other).chain(std::iter::repeat(inside));
                    names.iter().zip(kinds).for_each(|(name, kind)| self.names.push(name, kind));
                    self.block(block);
                    self.forget(outer);
                }
            }
        }
    }

    /// Returns what the variable of a number gets.
    fn given(&self, name: &str, n: usize, nodes: &[Node]) -> Kind {
        match nodes.get(n).or(nodes.last()).map(|node| (&node.expr, node)) {
            Some((Expr::Call(call), _)) if call.method.as_deref() == Some("get_animation") => {
                // It returns the range, then the speed.
                match (n + 1).saturating_sub(nodes.len()) {
                    0 => Kind::Table,
                    1 => Kind::Speed,
                    _ => Kind::Other,
                }
            }
            Some((Expr::Number(_) | Expr::Text(_) | Expr::Bool(_) | Expr::Function(_), _)) => Kind::Other,
            Some((_, node)) if n < nodes.len() && self.kind(node) != Kind::Other => self.kind(node),
            _ => Kind::of_name(name),
        }
    }

    fn function(&mut self, function: &'f Function) {
        let outer = self.names.len();
        let outside = (std::mem::take(&mut self.is_played), std::mem::take(&mut self.gets_frames));
        function.parameters.iter().for_each(|name| self.names.push(name, Kind::of_name(name)));
        self.returns(function);
        self.block(&function.body);
        self.forget(outer);
        (self.is_played, self.gets_frames) = outside;
    }

    fn assign(&mut self, targets: &'f [Node], nodes: &'f [Node]) {
        let (Some(first), Some(last)) = (targets.first(), nodes.last()) else { return };
        let whole = self.place(first, last);
        let mut is_set = false;
        for (target, value) in targets.iter().zip(nodes.iter().chain(std::iter::repeat(last))) {
            match &target.expr {
                Expr::Index(of, key) => is_set |= self.is_set(of, key, value),
                Expr::Name(name) => is_set |= is_of_animations(name) && self.has_frames(value),
                _ => {}
            }
        }
        let is_read = nodes.iter().any(|node| self.has_read(node));
        if is_set {
            let values = Place { start: nodes.first().map_or(whole.start, |node| node.span.start), ..whole.clone() };
            self.uses.sets.push((whole, values));
        } else if is_read && nodes.iter().all(|node| self.is_read_only(node)) {
            self.uses.follows.insert(whole);
            let numbers = nodes.iter().filter(|node| self.kind(node).is_number());
            let numbers: Vec<Place> = numbers.map(|node| self.place(node, node)).collect();
            self.uses.follows.extend(numbers);
        }
        for target in targets {
            match &target.expr {
                Expr::Index(of, key) => self.index(of, key),
                _ => self.expression(target, true),
            }
        }
        for (n, node) in nodes.iter().enumerate() {
            let target = targets.get(n).map(|target| &target.expr);
            let outer = (self.is_played, self.gets_frames);
            if let Some(Expr::Index(of, key)) = target {
                self.entry_takes(of, key, node);
                self.is_played |= self.is_speed_of(of, key);
                self.gets_frames |= text(key).is_some_and(is_frame);
            }
            self.value(node, is_set, matches!(target, Some(Expr::Name(_))));
            (self.is_played, self.gets_frames) = outer;
            match target {
                Some(Expr::Name(name)) => self.hands_on(Some(name), node, node),
                Some(Expr::Index(_, key)) => self.hands_on(text(key), node, node),
                _ => {}
            }
        }
        let names = targets.iter().map(|target| match &target.expr {
            Expr::Name(name) => Some(name.as_str()),
            _ => None,
        });
        let gets = self.gets(names, nodes);
        for (n, (target, got)) in targets.iter().zip(gets).enumerate() {
            if let Expr::Name(name) = &target.expr {
                let (kind, table) = (self.given(name, n, nodes), self.table_given(nodes.get(n)));
                match self.names.innermost(name) {
                    Some(known) if kind != Kind::Other => known.kind = kind,
                    Some(_) => {}
                    None => self.names.push(name, kind),
                }
                self.give(name, got, table);
            }
        }
    }

    /// Returns whether an entry that is set has frames or speeds.
    fn is_set(&mut self, of: &'f Node, key: &'f Node, value: &'f Node) -> bool {
        let key = ending(key);
        let in_table = self.kind(of).has_numbers();
        let is_strong = key.is_some_and(is_strong);
        if self.is_read_only(value) || key.is_some_and(|key| NO_FRAMES.iter().any(|word| key.contains(word))) {
            return false;
        }
        if let Expr::Name(name) = &of.expr
            && key.is_some_and(|key| is_strong && is_frame(key))
        {
            // What else is set in it is of the same clips.
            self.names.push(name, Kind::Table);
        }
        let is_number = key.is_some_and(|key| is_frame(key) || is_speed(key));
        match &value.expr {
            Expr::Table(_) => (in_table || key.is_some_and(is_of_animations)) && self.has_frames(value),
            Expr::Number(_) | Expr::Unary("-", _) => is_strong || (in_table && (is_number || key.is_none())),
            _ if is_strong || (in_table && is_number) => true,
            _ => (in_table || key.is_some_and(is_of_animations)) && self.has_frames(value),
        }
    }

    /// Goes through an expression; `is_seen` says that its tables are known already.
    pub(super) fn expression(&mut self, node: &'f Node, is_seen: bool) {
        if self.depth >= DEEPEST {
            return;
        }
        self.depth += 1;
        if matches!(node.expr, Expr::Name(_) | Expr::Index(..) | Expr::Call(_))
            && matches!(self.kind(node), Kind::Inside | Kind::Frame | Kind::Speed)
        {
            self.uses.reads.insert((self.file, node.span.start));
        }
        match &node.expr {
            Expr::Function(function) => self.function(function),
            Expr::Index(of, key) => self.index(of, key),
            Expr::Call(call) => self.call(call, node, is_seen),
            Expr::Table(fields) => self.table(fields, node, is_seen),
            Expr::Unary(sign, inner) => {
                if *sign == "-" {
                    self.takes(inner);
                }
                self.expression(inner, is_seen);
            }
            Expr::Binary(sign, left, right) => {
                if matches!(*sign, "%" | "^" | "..") {
                    [left, right].into_iter().for_each(|node| self.takes(node));
                }
                let mut is_listed = false;
                if let Some(count) = self.counts(sign, left, right) {
                    self.uses.counts.push((self.place(node, node), count));
                } else if !self.is_played && self.is_multiple(node) {
                    self.uses.counts.push((self.place(node, node), Count::Other));
                } else if !self.is_played && !self.gets_frames && self.counts_ends(node) {
                    self.uses.counts.push((self.place(node, node), Count::Ends));
                    is_listed = true;
                }
                self.settle(sign, left, right);
                let outer = self.gets_frames;
                self.gets_frames |= is_listed || self.is_share(sign, left, right);
                let is_compared = matches!(*sign, "==" | "~=" | "<" | ">" | "<=" | ">=");
                for node in [left, right] {
                    match &node.expr {
                        Expr::Binary(_, left, right) if is_compared && self.is_multiple(node) => {
                            [left, right].into_iter().for_each(|node| self.expression(node, is_seen));
                        }
                        _ => self.expression(node, is_seen),
                    }
                }
                self.gets_frames = outer;
            }
            Expr::Name(name) if self.is_played => {
                self.names.innermost(name).into_iter().for_each(|variable| variable.counted = None);
            }
            Expr::Name(_) if self.gets_frames => self.settle_names(node),
            _ => {}
        }
        self.depth -= 1;
    }

    /// Goes through what is before a key, and the key.
    fn index(&mut self, mut of: &'f Node, key: &'f Node) {
        self.takes(key);
        self.expression(key, false);
        while let Expr::Index(outer, key) = &of.expr {
            self.takes(key);
            self.expression(key, false);
            of = outer;
        }
        if !matches!(of.expr, Expr::Name(_)) {
            self.expression(of, false);
        }
    }

    fn table(&mut self, fields: &'f [ast::Field], node: &Node, mut is_seen: bool) {
        is_seen |= self.tables.contains(&self.place(node, node));
        let sets = |field: &ast::Field| key_of(field).is_some_and(is_strong) && !self.is_read_only(&field.value);
        if !is_seen && fields.iter().any(sets) {
            self.uses.sets.push((self.place(node, node), self.place(node, node)));
            is_seen = true;
        }
        let is_own = |key: &str| is_frame(key) || is_strong(key) || RANGES.contains(&key);
        let is_clip = fields.iter().filter_map(key_of).any(is_own);
        for field in fields {
            let context = key_of(field).is_some_and(is_of_animations);
            if let Some(key) = field.key.as_ref().filter(|_| context && !is_seen)
                && self.has_frames(&field.value)
            {
                self.uses.sets.push((self.place(key, &field.value), self.place(&field.value, &field.value)));
            }
            if let Some(key) = field.key.as_ref().filter(|_| !context && !is_seen)
                && self.is_of_another(key, &field.value)
            {
                self.uses.counts.push((self.place(key, &field.value), Count::Other));
            }
            if field.key.is_none() && !is_seen {
                self.takes(&field.value);
                if gets_animation(Some(&field.value)) {
                    self.uses.counts.push((self.place(&field.value, &field.value), Count::Other));
                }
            }
            if self.kind(&field.value).is_number() && self.is_read_only(&field.value) {
                self.uses.follows.insert(self.place(&field.value, &field.value));
            }
            field.key.iter().for_each(|key| self.expression(key, is_seen));
            let outer = (self.is_played, self.gets_frames);
            self.is_played |= is_clip && key_of(field).is_some_and(is_speed);
            self.gets_frames |= key_of(field).is_some_and(is_frame);
            self.expression(&field.value, is_seen || context);
            (self.is_played, self.gets_frames) = outer;
        }
    }

    fn call(&mut self, call: &'f CallNode, node: &Node, is_seen: bool) {
        let callee = path(&call.callee);
        if let (Some("rawset"), [of, key, value, ..]) = (callee.as_deref(), call.arguments.as_slice())
            && self.is_set(of, key, value)
        {
            self.uses.sets.push((self.place(node, node), self.place(value, value)));
        }
        let name = call.method.as_deref().or_else(|| callee.as_deref()?.rsplit('.').next());
        let outer = self.is_played;
        self.is_played |= name.is_some_and(is_of_animations);
        if let Some(kind) = kind_of(call, callee.as_deref().unwrap_or_default()) {
            let has_speed = kind.default.is_none() || call.arguments.len() > kind.speed || is_spread(call);
            if call.arguments.iter().take(kind.speed + 1).any(|argument| self.is_loose(argument)) {
                self.uses.loose.insert(self.place(node, node));
            }
            let fields = self.fields(kind, call);
            self.uses.fields.insert(self.place(node, node), fields);
            // The method of a mob itself is given the name of a clip: the engine's is one of `self.object`.
            let is_own = call.method.is_some()
                && callee.as_deref() == Some("self")
                && !call.arguments.iter().any(|argument| matches!(argument.expr, Expr::Table(_)));
            let mut numbers = call.arguments.iter().enumerate().filter(|(n, _)| *n < kind.ranges || *n == kind.speed);
            if numbers.all(|(_, argument)| self.is_read_only(argument)) {
                let place = self.place(node, node);
                match kind.default {
                    Some(speed)
                        if !has_speed
                            && !is_own
                            && call.arguments.iter().take(kind.ranges).any(|node| self.is_range(node)) =>
                    {
                        self.uses.defaults.push((place, speed));
                    }
                    _ if has_speed => drop(self.uses.follows.insert(place)),
                    _ => {}
                }
            }
        } else {
            self.call_takes(call, node, callee.as_deref(), name);
        }
        // A number that it is held to.
        if matches!(callee.as_deref(), Some("math.min" | "math.max" | "math.clamp"))
            && call.arguments.iter().any(is_constant)
            && call.arguments.iter().any(|argument| self.kind(argument).is_number())
        {
            self.uses.counts.push((self.place(node, node), Count::Next));
        }
        self.expression(&call.callee, false);
        for argument in &call.arguments {
            self.hands_on(None, argument, node);
            if text(argument).is_some_and(is_name_of_play) {
                self.uses.handed_on.push(self.place(node, node));
            }
            self.expression(argument, is_seen);
        }
        self.is_played = outer;
    }
}
