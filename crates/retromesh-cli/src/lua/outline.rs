//! What files say of others: the tables that names lead to, and the functions that play frames.

use super::ast::{self, Expr, Node, Statement};
use super::calls::path;
use super::kinds::{Kind, ending, text};
use super::plays::kind_of;
use crate::luanti::{RANGES, is_frame};
use std::collections::{HashMap, HashSet};

/// How often functions are found that call those that play.
const ROUNDS: usize = 2;

/// A table between braces, and the number of its file.
pub(super) type Written<'f> = (usize, &'f Node);

#[derive(Default)]
pub(super) struct Outline<'f> {
    /// What paths are given: `mod.clips.walk`.
    tables: HashMap<String, Vec<Written<'f>>>,
    /// The last names of functions that play frames, and of those that call them.
    players: HashSet<&'f str>,
    /// The last names of functions that count with frames of what they are given.
    counting: HashSet<&'f str>,
}

impl<'f> Outline<'f> {
    pub(super) fn of(files: &'f [Vec<Statement>]) -> Self {
        let mut walk = Walk::default();
        for (file, statements) in files.iter().enumerate() {
            walk.file = file;
            walk.block(statements);
        }
        let mut players: HashSet<&str> = HashSet::new();
        for _ in 0..ROUNDS {
            let plays =
                |function: &&Function<'f>| function.plays || function.calls.iter().any(|call| players.contains(call));
            players = walk.functions.iter().filter(plays).filter_map(|function| function.name).collect();
        }
        let counting = walk.functions.iter().filter(|function| function.counts).filter_map(|function| function.name);
        Self { tables: walk.tables, players, counting: counting.collect() }
    }

    /// Returns the last table that a path is given in a file, or else in another one.
    pub(super) fn table(&self, path: &str, file: usize) -> Option<Written<'f>> {
        let all = self.tables.get(path)?;
        all.iter().rev().find(|(of, _)| *of == file).or(all.last()).copied()
    }

    /// Returns whether functions of a name count with frames of a table that they are given.
    pub(super) fn counts(&self, name: &str) -> bool {
        self.counting.contains(name)
    }

    /// Returns whether functions of a name play frames.
    pub(super) fn plays(&self, name: &str) -> bool {
        self.players.contains(name)
    }
}

#[derive(Default)]
struct Function<'f> {
    name: Option<&'f str>,
    parameters: &'f [String],
    calls: HashSet<&'f str>,
    plays: bool,
    counts: bool,
}

#[derive(Default)]
struct Walk<'f> {
    file: usize,
    tables: HashMap<String, Vec<Written<'f>>>,
    functions: Vec<Function<'f>>,
    /// The innermost named function.
    inside: Option<usize>,
}

impl<'f> Walk<'f> {
    fn block(&mut self, statements: &'f [Statement]) {
        statements.iter().for_each(|statement| self.statement(statement));
    }

    fn statement(&mut self, statement: &'f Statement) {
        match statement {
            Statement::Local(names, nodes) => {
                for (n, node) in nodes.iter().enumerate() {
                    self.named(names.get(n).map(String::as_str), node);
                }
            }
            Statement::LocalFunction(name, function) => self.function(Some(name), function),
            Statement::Assign(targets, nodes) => {
                for (target, node) in targets.iter().zip(nodes) {
                    if let (Expr::Table(_), Some(path)) = (&node.expr, path(target)) {
                        self.tables.entry(path).or_default().push((self.file, node));
                    }
                }
                for (n, node) in nodes.iter().enumerate() {
                    let name = targets.get(n).and_then(|target| match &target.expr {
                        Expr::Name(name) => Some(name.as_str()),
                        Expr::Index(_, key) => text(key),
                        _ => None,
                    });
                    self.named(name, node);
                }
            }
            Statement::Expression(node) => self.named(None, node),
            Statement::Return(nodes) => nodes.iter().for_each(|node| self.named(None, node)),
            Statement::Block(statements) => self.block(statements),
            Statement::Perhaps { decided_by, blocks, .. } => {
                decided_by.iter().for_each(|node| self.named(None, node));
                blocks.iter().for_each(|block| self.block(block));
            }
        }
    }

    /// Goes through the body of a function; one without a name is a part of that around it.
    fn function(&mut self, name: Option<&'f str>, function: &'f ast::Function) {
        let outer = self.inside;
        if name.is_some() {
            self.inside = Some(self.functions.len());
            self.functions.push(Function { name, parameters: &function.parameters, ..Function::default() });
        }
        self.block(&function.body);
        self.inside = outer;
    }

    /// Goes through an expression that a name gets.
    fn named(&mut self, name: Option<&'f str>, node: &'f Node) {
        match &node.expr {
            Expr::Function(function) => self.function(name, function),
            Expr::Index(of, key) => [of, key].into_iter().for_each(|node| self.named(None, node)),
            Expr::Call(call) => {
                let last = call.method.as_deref().or(match &call.callee.expr {
                    Expr::Name(name) => Some(name.as_str()),
                    Expr::Index(_, key) => text(key),
                    _ => None,
                });
                let plays = kind_of(call, path(&call.callee).as_deref().unwrap_or_default()).is_some();
                if let Some(function) = self.inside.and_then(|inside| self.functions.get_mut(inside)) {
                    function.plays |= plays;
                    function.calls.extend(last);
                }
                self.named(None, &call.callee);
                call.arguments.iter().for_each(|node| self.named(None, node));
            }
            Expr::Table(fields) => {
                for field in fields {
                    field.key.iter().for_each(|key| self.named(None, key));
                    self.named(field.key.as_ref().and_then(text), &field.value);
                }
            }
            Expr::Unary(_, inner) => self.named(None, inner),
            Expr::Binary(sign, left, right) => {
                if let Some(function) = self.inside.and_then(|inside| self.functions.get_mut(inside)) {
                    let reads = |node: &Node| is_frame_of(node, function.parameters);
                    function.counts |= !["and", "or", ".."].contains(sign) && (reads(left) || reads(right));
                }
                [left, right].into_iter().for_each(|node| self.named(None, node));
            }
            _ => {}
        }
    }
}

/// Returns whether an expression is a frame of a parameter whose name does not say that it has some.
fn is_frame_of(node: &Node, parameters: &[String]) -> bool {
    let Expr::Index(of, key) = &node.expr else { return false };
    // Of a clip its range, too.
    let of = match &of.expr {
        Expr::Index(clip, key) if text(key).is_some_and(|key| RANGES.contains(&key)) => clip,
        _ => of,
    };
    let Expr::Name(name) = &of.expr else { return false };
    parameters.contains(name) && Kind::of_name(name) == Kind::Other && ending(key).is_some_and(is_frame)
}
