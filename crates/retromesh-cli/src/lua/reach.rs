//! Which places a place leads to: through the variables, the fields and the functions that it names.

use super::ast::{Expr, Function, Node, Statement};
use super::follow::LuaFile;
use super::kinds::text;
use super::snapshot::Place;
use std::collections::{HashMap, HashSet};

/// One place leads to at most this many others.
const MAX_PLACES: usize = 64;
/// The maximum number of names that are followed from one place.
const MAX_NAMES: usize = 1 << 10;
/// Fields that most definitions have.
const COMMON: [&str; 3] = ["animation", "animations", "initial_properties"];

/// What holds the fields of what a function is given.
const GIVEN: &str = "...";
/// What holds local variables.
const LOCAL: &str = "local";
/// What holds what files return, by their names.
const FILE: &str = ".lua";

/// A variable, or a field with the name of what holds it; that is empty where nothing names it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Name {
    holder: Option<String>,
    name: String,
}

/// The names of files: where they are read, and what they are given.
#[derive(Debug, Default)]
pub(crate) struct Reach {
    /// In the order of files and of their bytes.
    reads: Vec<(usize, usize, Name)>,
    /// What names are given, by the last part of them.
    given: HashMap<String, Vec<(Option<String>, Place)>>,
    functions: Vec<Place>,
}

impl Reach {
    pub(super) fn of(files: &[Vec<Statement>], paths: &[LuaFile]) -> Self {
        let mut reach = Self::default();
        for (file, (statements, LuaFile { path, .. })) in files.iter().zip(paths).enumerate() {
            // What a file returns: `dofile(path .. "/clips.lua")`.
            let returned = statements.iter().filter_map(|statement| match statement {
                Statement::Return(nodes) => nodes.first(),
                _ => None,
            });
            let given = reach.given.entry(last(path).to_owned()).or_default();
            given.extend(returned.map(|node| (Some(FILE.to_owned()), Place::new(file, &node.span))));
            Walk { file, reach: &mut reach, parameters: HashMap::new(), loops: HashMap::new() }.block(statements);
        }
        reach.reads.sort_by_key(|(file, start, _)| (*file, *start));
        reach
    }

    /// Returns a place, and those that it leads to; where that is wide, also the fields of the same names as those of what a function is given.
    /// At most `left` names are followed.
    pub(crate) fn from(&self, place: &Place, is_wide: bool, left: &mut usize) -> Vec<Place> {
        let (mut found, mut known, mut alike) = (vec![place.clone()], HashSet::new(), Vec::new());
        let (all, mut names) = (*left, 0);
        let mut at = 0;
        while let Some(place) = found.get(at).cloned() {
            at += 1;
            let first = self.reads.partition_point(|(file, start, _)| (*file, *start) < (place.file, place.start));
            let inside = self.reads.iter().skip(first);
            for (_, start, name) in inside.take_while(|(file, start, _)| *file == place.file && *start < place.end) {
                names += 1;
                if names > MAX_NAMES.min(all) {
                    break;
                }
                if name.holder.as_deref() == Some(GIVEN) {
                    let fields = self.given.get(&name.name).filter(|_| is_wide).into_iter().flatten();
                    let fields = fields.filter(|(holder, _)| holder.is_some()).map(|(_, place)| place);
                    alike.extend(fields.take(MAX_PLACES).cloned());
                    continue;
                }
                let here = Place { start: *start, end: *start, ..place.clone() };
                for given in self.given(name, &here) {
                    if found.len() < MAX_PLACES && known.insert(given) {
                        found.push(given.clone());
                    }
                }
            }
        }
        *left = all.saturating_sub(names);
        found.extend(alike);
        found
    }

    /// Returns whether a function reads what a place gives to a name, and does not hold that place.
    pub(crate) fn is_read_elsewhere(&self, place: &Place) -> bool {
        let is_other = |file: usize, start: usize| {
            let read = Place { file, start, end: start };
            self.functions.iter().any(|function| function.holds(&read) && !function.holds(place))
        };
        let is_it = |name: &Name, here: &Place| self.given(name, here).contains(&place);
        let of_name = |(name, given): (&String, &Vec<(Option<String>, Place)>)| {
            given.iter().any(|(_, given)| given == place).then(|| name.clone())
        };
        let names: HashSet<String> = self.given.iter().filter_map(of_name).collect();
        self.reads.iter().filter(|(_, _, name)| names.contains(&name.name)).any(|(file, start, name)| {
            is_it(name, &Place { file: *file, start: *start, end: *start }) && is_other(*file, *start)
        })
    }

    /// Lists what a name has been given, as far as it is not made of the name itself.
    fn given(&self, read: &Name, here: &Place) -> Vec<&Place> {
        let all = self.given.get(&read.name).map_or(&[][..], Vec::as_slice);
        let all = || all.iter().rev().take(MAX_PLACES).filter(|(_, place)| !place.holds(here));
        let Some(holder) = &read.holder else {
            let is_seen = |holder: &Option<String>, place: &Place| match holder.as_deref() {
                Some(LOCAL) => place.file == here.file,
                holder => holder.is_none(),
            };
            let variables = || all().filter(|(holder, place)| is_seen(holder, place)).map(|(_, place)| place);
            // The last one before it, and what is added to that.
            let before = || variables().filter(|place| place.file == here.file && place.start < here.start);
            return if before().next().is_some() { before().take(2).collect() } else { variables().collect() };
        };
        let is_meant = |given: &Option<String>| {
            let is_unnamed = holder.is_empty() || given.as_deref() == Some("");
            given.as_ref().is_some_and(|given| given == holder || (is_unnamed && !COMMON.contains(&&*read.name)))
        };
        let found: Vec<&Place> = all().filter(|(given, _)| is_meant(given)).map(|(_, place)| place).collect();
        if !found.is_empty() || holder.is_empty() || holder == "self" {
            return found;
        }
        self.given(&Name { holder: None, name: holder.clone() }, here)
    }
}

struct Walk<'r, 'f> {
    file: usize,
    reach: &'r mut Reach,
    /// How many of the functions around it have a parameter of each name.
    parameters: HashMap<&'f str, usize>,
    /// What loops go through, by their variables.
    loops: HashMap<&'f str, Place>,
}

impl<'f> Walk<'_, 'f> {
    fn block(&mut self, statements: &'f [Statement]) {
        statements.iter().for_each(|statement| self.statement(statement));
    }

    fn statement(&mut self, statement: &'f Statement) {
        match statement {
            Statement::Local(names, nodes) => {
                names.iter().zip(nodes).for_each(|(name, node)| self.gives(Some(LOCAL), name, node));
                nodes.iter().enumerate().for_each(|(n, node)| self.reads(node, names.get(n).map(String::as_str)));
            }
            Statement::LocalFunction(name, function) => {
                self.give(Some(LOCAL), name, Place::new(self.file, &function.span));
                self.function(function);
            }
            Statement::Assign(targets, nodes) => {
                for (target, node) in targets.iter().zip(nodes) {
                    let Some(name) = name(target) else { continue };
                    self.gives(name.holder.as_deref(), &name.name, node);
                    // What a loop takes out of a table.
                    if let Expr::Name(value) = &node.expr
                        && let Some(place) = self.loops.get(value.as_str()).cloned()
                    {
                        self.give(name.holder.as_deref(), &name.name, place);
                    }
                    self.reads(node, Some(&name.name));
                }
                nodes.iter().skip(targets.len()).for_each(|node| self.reads(node, None));
            }
            Statement::Expression(node) => self.reads(node, None),
            Statement::Return(nodes) => nodes.iter().for_each(|node| self.reads(node, None)),
            Statement::Block(statements) => self.block(statements),
            Statement::Perhaps { names, decided_by, blocks } => {
                for node in decided_by {
                    let place = Place::new(self.file, &node.span);
                    self.loops.extend(names.iter().map(|name| (name.as_str(), place.clone())));
                    self.reads(node, None);
                }
                blocks.iter().for_each(|block| self.block(block));
            }
        }
    }

    fn function(&mut self, function: &'f Function) {
        self.reach.functions.push(Place::new(self.file, &function.span));
        function.parameters.iter().for_each(|name| *self.parameters.entry(name).or_default() += 1);
        self.block(&function.body);
        function.parameters.iter().for_each(|name| *self.parameters.entry(name).or_default() -= 1);
    }

    fn gives(&mut self, holder: Option<&str>, name: &str, node: &Node) {
        self.give(holder, name, Place::new(self.file, &node.span));
    }

    fn give(&mut self, holder: Option<&str>, name: &str, place: Place) {
        self.reach.given.entry(name.to_owned()).or_default().push((holder.map(str::to_owned), place));
    }

    /// Goes through an expression; `holder` is the name of what gets it.
    fn reads(&mut self, node: &'f Node, holder: Option<&str>) {
        match &node.expr {
            Expr::Name(_) => self.read(node, None),
            Expr::Text(text) if text.strip_suffix(FILE).is_some() => {
                let name = Name { holder: Some(FILE.to_owned()), name: last(text).to_owned() };
                self.reach.reads.push((self.file, node.span.start, name));
            }
            Expr::Index(of, key) => {
                self.reads(key, None);
                match name(node) {
                    Some(_) => self.read(node, None),
                    None => self.reads(of, None),
                }
            }
            Expr::Function(function) => self.function(function),
            Expr::Call(call) => {
                match name(&call.callee) {
                    Some(_) => self.read(&call.callee, call.method.as_deref()),
                    None => self.reads(&call.callee, None),
                }
                call.arguments.iter().for_each(|node| self.reads(node, None));
            }
            Expr::Table(fields) => {
                for field in fields {
                    let key = field.key.as_ref();
                    key.iter().for_each(|key| self.reads(key, None));
                    let key = key.and_then(text);
                    key.iter().for_each(|key| self.gives(Some(holder.unwrap_or_default()), key, &field.value));
                    self.reads(&field.value, key);
                }
            }
            Expr::Unary(_, inner) => self.reads(inner, None),
            Expr::Binary(_, left, right) => [left, right].into_iter().for_each(|node| self.reads(node, holder)),
            _ => {}
        }
    }

    /// Takes note of a name that is read, and of a method of it.
    fn read(&mut self, node: &Node, method: Option<&str>) {
        let Some(read) = name(node) else { return };
        // What a function is given only a run would know.
        if self.parameters.get(root(node)).is_some_and(|count| *count > 0) {
            let read = Name { holder: Some(GIVEN.to_owned()), ..read };
            if matches!(&node.expr, Expr::Index(..)) {
                self.reach.reads.push((self.file, node.span.start, read));
            }
            return;
        }
        if let Some(method) = method {
            let method = Name { holder: Some(read.name.clone()), name: method.to_owned() };
            self.reach.reads.push((self.file, node.span.start, method));
        }
        self.reach.reads.push((self.file, node.span.start, read));
    }
}

/// Returns the last part of a path.
fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

/// Returns the variable that an expression begins with.
fn root(mut node: &Node) -> &str {
    while let Expr::Index(of, _) = &node.expr {
        node = of;
    }
    match &node.expr {
        Expr::Name(name) => name,
        _ => "",
    }
}

/// Returns the name of an expression: of `mods.own.quad` it is `quad`, which `own` holds; of an entry of an unknown key that of the table.
fn name(node: &Node) -> Option<Name> {
    match &node.expr {
        Expr::Name(name) => Some(Name { holder: None, name: name.clone() }),
        Expr::Index(of, key) => match &key.expr {
            Expr::Text(key) => {
                let holder = name(of).map(|of| of.name).unwrap_or_default();
                Some(Name { holder: Some(holder), name: key.clone() })
            }
            _ => name(of),
        },
        _ => None,
    }
}
