//! Follows the statements of files in their order, as far as values are constants.

use super::ast::{self, Expr, Node, Statement};
use super::calls::path;
use super::flat;
use super::operators::{binary, unary};
use super::outline::Outline;
use super::parser;
use super::plays::Play;
use super::reach::Reach;
use super::scopes::{Block, Change, Scopes};
use super::snapshot::{Place, Table};
use super::tables::{Function, Known, Tables};
use super::uses::{self, Uses};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// How deep files and expressions are followed.
const DEEPEST: usize = 300;
/// Numbers at keys with these words are neither frames nor speeds.
pub(super) const NO_FRAMES: [&str; 5] = ["blend", "loop", "rotate", "timer", "name"];
/// The maximum number of entries in all tables that are handed out.
const MAX_HANDED_OUT: usize = 1 << 20;

/// A file to be read.
#[derive(Debug, Clone, Default)]
pub(crate) struct LuaFile {
    /// Its path, with `/`.
    pub(crate) path: String,
    pub(crate) bytes: Vec<u8>,
    /// The name of the mod.
    pub(crate) mod_name: String,
    /// The path of the mod's folder, with `/`.
    pub(crate) mod_folder: String,
}

/// A call that is given a table.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    pub(crate) place: Place,
    /// Who is called, as it is written: `mobs:register_mob`.
    pub(crate) callee: String,
    /// The first argument, where it is a text that is known.
    pub(crate) name: Option<String>,
    /// The first argument as it is written.
    pub(crate) written: String,
    pub(crate) table: Table,
}

/// What files say.
#[derive(Debug, Default)]
pub(crate) struct Read {
    /// The calls that are given a table of one of the keys that are asked for, in order.
    pub(crate) calls: Vec<Call>,
    /// The tables that files return, and those that variables hold.
    pub(crate) loose: Vec<Loose>,
    /// The calls that play frames by their numbers.
    pub(crate) plays: Vec<Play>,
    /// The calls that make a definition of which nothing is known.
    pub(crate) unknown: Vec<Place>,
    /// The texts that are set as meshes in tables of which nothing is known: `self.base_mesh = "shaved.b3d"`.
    pub(crate) meshes: Vec<(Place, String)>,
    /// The texts that `..` puts together of constants.
    pub(crate) joined: Vec<Joined>,
}

/// Files as they are parsed: those with an error of syntax have no statements.
#[derive(Debug)]
pub(crate) struct Parsed {
    files: Vec<Vec<Statement>>,
    /// Where and why files could not be read.
    pub(crate) wrong: Vec<(Place, String)>,
}

/// A text that is put together of constants.
#[derive(Debug, Clone)]
pub(crate) struct Joined {
    pub(crate) text: String,
    /// The texts of which it is put together.
    pub(crate) pieces: Vec<String>,
    pub(crate) place: Place,
}

/// A table that a file has.
#[derive(Debug, Clone)]
pub(crate) struct Loose {
    pub(crate) file: usize,
    /// The variable that holds it; `None` of what a file returns.
    pub(crate) variable: Option<String>,
    pub(crate) table: Table,
}

pub(crate) fn parse(files: &[LuaFile]) -> Parsed {
    let mut wrong = Vec::new();
    let parsed = files.iter().enumerate().map(|(number, file)| {
        parser::parse(&file.bytes).unwrap_or_else(|error| {
            wrong.push((Place::new(number, &(error.at..error.at)), format!("expected {}", error.expected)));
            Vec::new()
        })
    });
    Parsed { files: parsed.collect(), wrong }
}

impl Parsed {
    /// Returns what files set and read of animations. `tables` are those that have some, whatever their names are.
    pub(crate) fn uses(&self, tables: &HashSet<Place>) -> Uses {
        let mut uses = Uses::default();
        let outline = Outline::of(&self.files);
        for (number, statements) in self.files.iter().enumerate() {
            uses::add(number, statements, tables, &outline, &mut uses);
        }
        uses
    }

    /// Returns which places lead to which.
    pub(crate) fn reach(&self, files: &[LuaFile]) -> Reach {
        Reach::of(&self.files, files)
    }
}

/// Follows files. `wanted` are the keys that a table of a call needs, one of them at least.
pub(crate) fn read(files: &[LuaFile], parsed: &Parsed, wanted: &[&str]) -> Read {
    let by_path = (0..).zip(files).map(|(number, file)| (file.path.as_str(), number)).collect();
    let mut follower = Follower {
        files,
        parsed: &parsed.files,
        by_path,
        wanted,
        tables: Tables::default(),
        scopes: Scopes::default(),
        globals: HashMap::new(),
        returned: vec![State::Waiting; files.len()],
        file: 0,
        depth: 0,
        returns: 0,
        left: MAX_HANDED_OUT,
        read: Read::default(),
    };
    for number in 0..files.len() {
        follower.load(number);
    }
    follower.read
}

/// What is known of a file.
#[derive(Debug, Clone)]
enum State {
    Waiting,
    /// It is being read, or it was.
    Returned(Known),
}

pub(super) struct Follower<'f> {
    pub(super) files: &'f [LuaFile],
    parsed: &'f [Vec<Statement>],
    pub(super) by_path: HashMap<&'f str, usize>,
    pub(super) wanted: &'f [&'f str],
    pub(super) tables: Tables,
    pub(super) scopes: Scopes,
    globals: HashMap<String, Known>,
    returned: Vec<State>,
    /// The file that is being read.
    pub(super) file: usize,
    depth: usize,
    /// How many statements return something in the function that is being read.
    returns: usize,
    /// How many entries may still be handed out.
    pub(super) left: usize,
    pub(super) read: Read,
}

impl<'f> Follower<'f> {
    /// Reads a file once, and returns what it returns.
    pub(super) fn load(&mut self, number: usize) -> Known {
        if let State::Returned(known) = &self.returned[number] {
            return known.clone();
        }
        if self.depth >= DEEPEST {
            return Known::Unknown;
        }
        self.returned[number] = State::Returned(Known::Unknown);
        let parsed = self.parsed;
        let outer = (std::mem::take(&mut self.scopes), self.file);
        self.file = number;
        self.scopes.enter(Block::Runs);
        let returned = self.block(&parsed[number]).unwrap_or(Known::Nil);
        let variables = self.scopes.leave();
        let variables = variables.into_iter().map(|(name, value)| (Some(name), value));
        for (variable, value) in std::iter::once((None, returned.clone())).chain(variables) {
            if let Known::Table(table) = value {
                let table = self.tables.snapshot(table, &mut self.left);
                self.read.loose.push(Loose { file: number, variable, table });
            }
        }
        (self.scopes, self.file) = outer;
        self.returned[number] = State::Returned(returned.clone());
        returned
    }

    /// Follows statements, and returns what they return.
    fn block(&mut self, statements: &'f [Statement]) -> Option<Known> {
        statements.iter().fold(None, |returned, statement| self.statement(statement).or(returned))
    }

    fn inner(
        &mut self,
        kind: Block,
        names: impl Iterator<Item = (&'f String, Known)>,
        statements: &'f [Statement],
    ) -> Option<Known> {
        self.scopes.enter(kind);
        names.for_each(|(name, value)| self.scopes.declare(name, value));
        let returned = self.block(statements);
        self.scopes.leave();
        returned
    }

    fn statement(&mut self, statement: &'f Statement) -> Option<Known> {
        match statement {
            Statement::Local(names, nodes) => {
                for (name, value) in names.iter().zip(self.values(names.len(), nodes)) {
                    self.scopes.declare(name, value);
                }
            }
            Statement::LocalFunction(name, function) => {
                self.scopes.declare(name, Known::Function(Rc::default()));
                let function = self.function(function);
                self.scopes.declare(name, function);
            }
            Statement::Assign(targets, nodes) => {
                let values = self.values(targets.len(), nodes);
                let whole = targets.first()?.span.start..nodes.last()?.span.end;
                for (n, (target, value)) in targets.iter().zip(values).enumerate() {
                    let from = nodes.get(n).or(nodes.last())?;
                    self.assign(target, value, from, Place::new(self.file, &whole));
                }
            }
            Statement::Expression(node) => drop(self.value(node)),
            Statement::Return(nodes) => {
                self.returns += 1;
                let values: Vec<Known> = nodes.iter().map(|node| self.value(node)).collect();
                return Some(values.into_iter().next().unwrap_or(Known::Nil));
            }
            Statement::Block(statements) => return self.inner(Block::Runs, std::iter::empty(), statements),
            Statement::Perhaps { names, decided_by, blocks } => {
                let decided_by: Vec<Known> = decided_by.iter().map(|node| self.value(node)).collect();
                // What a loop takes out of a table: `for key, value in pairs(table)`, or `in next, table`.
                let value = match decided_by.as_slice() {
                    [Known::Inside(table)] | [_, Known::Table(table) | Known::Inside(table), ..] => {
                        Known::Inside(*table)
                    }
                    _ => Known::Unknown,
                };
                for block in blocks {
                    let values = std::iter::once(Known::Unknown).chain(std::iter::repeat(value.clone()));
                    self.inner(Block::Perhaps, names.iter().zip(values), block);
                }
            }
        }
        None
    }

    /// Returns the values of a list of expressions for n variables.
    fn values(&mut self, wanted: usize, nodes: &'f [Node]) -> Vec<Known> {
        let mut values: Vec<Known> = nodes.iter().map(|node| self.value(node)).collect();
        // A call may give several.
        let rest =
            if matches!(nodes.last(), Some(Node { expr: Expr::Call(_), .. })) { Known::Unknown } else { Known::Nil };
        values.resize(wanted.max(values.len()), rest);
        values
    }

    fn assign(&mut self, target: &'f Node, value: Known, from: &'f Node, whole: Place) {
        let place = &Place::new(self.file, &from.span);
        match &target.expr {
            Expr::Name(name) => {
                if self.scopes.set(name, value.clone()).is_some() {
                    return;
                }
                match self.scopes.change(0) {
                    Change::Made => drop(self.globals.insert(name.clone(), value)),
                    Change::Uncertain => drop(self.globals.insert(name.clone(), Known::Unknown)),
                    Change::Later => {}
                }
            }
            Expr::Index(of, key) => {
                let (held, key) = (self.value(of), self.value(key));
                let has_frames = |key: &str| !NO_FRAMES.iter().any(|word| key.contains(word));
                let table = match held {
                    Known::Table(table) => table,
                    // What is counted from numbers of the same table goes with them.
                    Known::Inside(table)
                        if !matches!(value, Known::Unknown | Known::Text(_)) && value != Known::Inside(table) =>
                    {
                        if !matches!(&key, Known::Text(key) if !has_frames(key)) {
                            self.tables.adds(table, &value, whole);
                        }
                        if let (Known::Inside(other), Expr::Name(_)) = (&value, &from.expr) {
                            self.tables.fills(table, *other);
                        }
                        return;
                    }
                    _ => {
                        self.note_mesh(&key, &value, place);
                        return self.add_below(of, &value, whole);
                    }
                };
                let change = match (self.scopes.change(self.tables.home(table)), &key) {
                    // What is counted from the number itself is another value of it.
                    (Change::Made, Known::Text(key))
                        if value == Known::Unknown && self.counts_from(from, table, key) =>
                    {
                        Change::Uncertain
                    }
                    (change, _) => change,
                };
                match (change, key) {
                    (Change::Made, Known::Text(key)) => self.tables.set(table, Some(key), value, place.clone()),
                    (Change::Uncertain, Known::Text(_)) if self.is_multiple(from, table) => {}
                    (Change::Uncertain, Known::Text(key)) => self.tables.set_perhaps(table, key, place.clone()),
                    (Change::Later, key) => {
                        self.note_mesh(&key, &value, place);
                        self.tables.adds(table, &value, whole);
                    }
                    _ => {
                        self.tables.open(table, &value, whole);
                        // `for k, v in pairs(common) do anims[k] = v end`.
                        if let (Known::Inside(other), Expr::Name(_)) = (&value, &from.expr) {
                            self.tables.fill(table, *other);
                        }
                    }
                }
            }
            _ => {}
        }
    }

    /// Notes a model that an entry gets later, or in a table of which nothing is known.
    fn note_mesh(&mut self, key: &Known, value: &Known, place: &Place) {
        if let (Known::Text(key), Known::Text(mesh)) = (key, value)
            && key.ends_with("mesh")
        {
            self.read.meshes.push((place.clone(), mesh.to_string()));
        }
    }

    /// Returns whether an expression is a multiple of a number in a table: `walk.speed * 2`.
    fn is_multiple(&mut self, node: &'f Node, table: usize) -> bool {
        let number = match &node.expr {
            Expr::Binary("*" | "/", left, right) if matches!(right.expr, Expr::Number(_) | Expr::Name(_)) => left,
            Expr::Binary("*", left, right) if matches!(left.expr, Expr::Number(_) | Expr::Name(_)) => right,
            _ => return false,
        };
        matches!(&number.expr, Expr::Index(of, _) if path(of).is_some() && self.value(of) == Known::Table(table))
    }

    /// Returns whether a number of a table is in an expression: `walk.speed + n`.
    fn counts_from(&mut self, node: &'f Node, table: usize, key: &str) -> bool {
        match &node.expr {
            Expr::Binary(_, left, right) => self.counts_from(left, table, key) || self.counts_from(right, table, key),
            Expr::Index(of, name) if matches!(&name.expr, Expr::Text(name) if name == key) => {
                path(of).is_some() && self.value(of) == Known::Table(table)
            }
            _ => false,
        }
    }

    /// Notes a number or a table that is set in an entry of an unknown key: `animations[name].speed = 30`.
    fn add_below(&mut self, mut of: &'f Node, value: &Known, place: Place) {
        while let Expr::Index(outer, _) = &of.expr {
            // Names alone have no call that would be followed again.
            if path(outer).is_some()
                && let Known::Table(table) = self.value(outer)
            {
                if *value != Known::Unknown {
                    self.tables.adds(table, value, place);
                }
                return;
            }
            of = outer;
        }
    }

    /// Follows the body of a function for the calls in it, for what it adds to what it is given, and for the table that it returns.
    fn function(&mut self, function: &'f ast::Function) -> Known {
        let (before, outer) = (self.tables.count(), std::mem::take(&mut self.returns));
        let given = function.parameters.iter();
        let given: Vec<usize> =
            given.map(|_| self.tables.add(self.scopes.len(), Place::new(self.file, &(0..0)))).collect();
        let values = given.iter().map(|table| Known::Inside(*table));
        let returned = match self.inner(Block::Later, function.parameters.iter().zip(values), &function.body) {
            Some(Known::Table(table)) if self.returns == 1 && self.tables.first(table) < before => Some(table),
            _ => None,
        };
        self.returns = outer;
        let is_flat = flat::is_flat(&function.body);
        Known::Function(Function { given, returned, is_flat }.into())
    }

    /// Returns the value of an expression as far as it is known.
    pub(super) fn value(&mut self, node: &'f Node) -> Known {
        if self.depth >= DEEPEST {
            return Known::Unknown;
        }
        self.depth += 1;
        let value = self.value_below(node);
        self.depth -= 1;
        value
    }

    fn value_below(&mut self, node: &'f Node) -> Known {
        match &node.expr {
            Expr::Nil => Known::Nil,
            Expr::Bool(value) => Known::Bool(*value),
            Expr::Number(number) => Known::Number(*number),
            Expr::Text(text) => Known::Text(text.as_str().into()),
            Expr::Name(name) if name == "DIR_DELIM" => Known::Text("/".into()),
            Expr::Name(name) => {
                self.scopes.get(name).or_else(|| self.globals.get(name)).cloned().unwrap_or(Known::Unknown)
            }
            Expr::Function(function) => self.function(function),
            Expr::Index(of, key) => match (self.value(of), self.value(key)) {
                (Known::Table(table), Known::Text(key)) => self.tables.get(table, &key),
                (Known::Table(table) | Known::Inside(table), _) => Known::Inside(table),
                _ => Known::Unknown,
            },
            Expr::Call(call) => self.call(call, node),
            Expr::Table(fields) => {
                let table = self.tables.add(self.scopes.len(), Place::new(self.file, &node.span));
                for field in fields {
                    let key = field.key.as_ref().map(|key| self.value(key));
                    let value = self.value(&field.value);
                    let place = Place::new(self.file, &field.value.span);
                    match key {
                        Some(Known::Text(key)) => self.tables.set(table, Some(key), value, place),
                        None | Some(Known::Number(_)) => self.tables.set(table, None, value, place),
                        Some(_) => self.tables.open(table, &value, place),
                    }
                }
                Known::Table(table)
            }
            Expr::Unary(sign, inner) => unary(sign, &self.value(inner)),
            Expr::Binary("..", left, right) => {
                let (joined, pieces) = self.joined(left, right);
                self.note_joined(node, &joined, &pieces);
                joined
            }
            Expr::Binary(sign, left, right) => {
                let (left, right) = (self.value(left), self.value(right));
                binary(sign, left, right)
            }
        }
    }

    /// Joins texts, and returns what of it is known with the pieces. Of an unknown one the longest known parts are noted. The parser keeps
    /// such chains short.
    fn joined(&mut self, left: &'f Node, right: &'f Node) -> (Known, Vec<Rc<str>>) {
        let nodes = [left, right];
        let [left, right] = nodes.map(|node| match &node.expr {
            Expr::Binary("..", left, right) => self.joined(left, right),
            _ => match self.value(node) {
                Known::Text(text) => (Known::Text(text.clone()), vec![text]),
                value => (value, Vec::new()),
            },
        });
        let joined = binary("..", left.0.clone(), right.0.clone());
        if joined != Known::Unknown {
            return (joined, [left.1, right.1].concat());
        }
        for (node, (part, pieces)) in nodes.into_iter().zip([left, right]) {
            if matches!(node.expr, Expr::Binary("..", ..)) {
                self.note_joined(node, &part, &pieces);
            }
        }
        (joined, Vec::new())
    }

    fn note_joined(&mut self, node: &Node, joined: &Known, pieces: &[Rc<str>]) {
        if let Known::Text(text) = joined {
            let (text, place) = (text.to_string(), Place::new(self.file, &node.span));
            let pieces = pieces.iter().map(ToString::to_string).collect();
            self.read.joined.push(Joined { text, pieces, place });
        }
    }
}
