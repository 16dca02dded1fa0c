//! Calls: those that make something known of it, and those that are given tables.

use super::ast::{CallNode, Expr, Node};
use super::follow::{Call, Follower};
use super::scopes::Change;
use super::snapshot::Place;
use super::tables::Known;

/// What is registered that may move: the name of the function has one of these.
const MOVING: [&str; 4] = ["mob", "entity", "animal", "model"];

/// Definitions are put together of at most this many tables.
const MAX_PUT_TOGETHER: usize = 8;

impl<'f> Follower<'f> {
    /// Follows a call, and returns what it gives as far as that is known.
    pub(super) fn call(&mut self, call: &'f CallNode, node: &'f Node) -> Known {
        let mut callee = path(&call.callee);
        let mut function = self.value(&call.callee);
        if let (Known::Table(table), Some(method)) = (&function, &call.method) {
            function = self.tables.get(*table, method);
        }
        if let (Some(callee), Some(method)) = (&mut callee, &call.method) {
            *callee = format!("{callee}:{method}");
        }
        let arguments: Vec<Known> = call.arguments.iter().map(|node| self.value(node)).collect();
        let mut returned = None;
        if let Known::Function(function) = &function {
            let given = function.given.get(usize::from(call.method.is_some())..);
            self.tables.given(given.unwrap_or_default(), &arguments);
            returned = function.returned;
        }
        let written = callee.as_deref().unwrap_or_default();
        let defines = ["register", "properties"].iter().any(|word| written.contains(word));
        let overrides = written.ends_with("override_item");
        let is_known = written.starts_with("table.") || written == "setmetatable";
        // What a function makes of a definition that it copies and of another one.
        let base = returned.filter(|table| self.is_definition(*table)).map(Known::Table);
        let is_wanted = |n: usize| defines || base.is_some() || (n > 0 && !is_known);
        let mut merged = None;
        for (_, argument) in arguments.iter().enumerate().filter(|(n, _)| is_wanted(*n)) {
            if let Known::Table(table) = argument
                && (self.is_definition(*table) || (overrides && self.tables.has(*table, "wield_scale")))
            {
                // What is put together of several has the entries of all.
                let is_made = !defines && arguments.len() <= MAX_PUT_TOGETHER;
                let others = arguments.iter().chain(&base).filter(|other| is_made && *other != argument);
                // Tables of animations that several have are those of all, unless the function is seen to take one of them.
                let is_deep = !matches!(&function, Known::Function(function) if function.is_flat);
                let whole = if is_made { self.put_together(*table, others, is_deep) } else { *table };
                self.note(call, node, callee.clone(), &arguments, whole);
                if let (Some(_), Known::Text(mesh), Some(call)) =
                    (&base, self.tables.get(*table, "mesh"), self.read.calls.last_mut())
                {
                    call.name.get_or_insert(mesh.to_string());
                }
                merged = Some(whole).filter(|_| is_made);
            }
        }
        // In a loop over definitions each one is registered.
        for argument in arguments.iter().filter(|_| defines) {
            let Known::Inside(table) = argument else { continue };
            for (key, inner) in self.tables.inner(*table) {
                if self.is_definition(inner) {
                    let name = Known::Text(key.unwrap_or_default());
                    self.note(call, node, callee.clone(), &[name], inner);
                }
            }
        }
        self.play(call, node, written, &arguments);
        self.note_unknown(call, written, &arguments);
        let callee = callee.unwrap_or_default();
        let function = callee.strip_prefix("minetest.").or_else(|| callee.strip_prefix("core.")).unwrap_or(&callee);
        let own = &self.files[self.file];
        match (function, arguments.first()) {
            ("get_current_modname", None) => Known::Text(own.mod_name.as_str().into()),
            ("get_modpath", Some(Known::Text(name))) if **name == *own.mod_name => {
                Known::Text(own.mod_folder.as_str().into())
            }
            ("dofile", Some(Known::Text(path))) => match self.by_path.get(&**path) {
                Some(&number) => self.load(number),
                None => Known::Unknown,
            },
            ("table.merge", Some(Known::Table(table))) => match self.tables.copy(*table, self.scopes.len()) {
                Known::Table(copy) => self.update(copy, &arguments, call),
                value => value,
            },
            ("table.update", Some(Known::Table(table))) => self.update(*table, &arguments, call),
            ("setmetatable", Some(table)) => {
                if let (Known::Table(own), Some(Known::Table(meta))) = (table, arguments.get(1))
                    && let Known::Table(base) = self.tables.get(*meta, "__index")
                    && base != *own
                {
                    self.tables.complete(*own, base, false);
                }
                table.clone()
            }
            ("pairs" | "ipairs", Some(Known::Table(table) | Known::Inside(table))) => Known::Inside(*table),
            _ => match (merged.filter(|_| returned.is_none() || base.is_some()), returned) {
                (Some(whole), _) => Known::Table(whole),
                (_, Some(table)) => {
                    // Numbers that it is given are listed where it puts them.
                    let is_added = |known: &Known| matches!(known, Known::Unknown | Known::Inside(_) | Known::Table(_));
                    self.returned(table, node, arguments.iter().any(is_added))
                }
                _ => self.copied(call, function, &arguments),
            },
        }
    }

    /// Returns the table that a function returns: with what it makes of arguments, which only a run would know.
    fn returned(&mut self, table: usize, node: &Node, is_added: bool) -> Known {
        if self.is_definition(table) {
            let place = Place::new(self.file, &node.span);
            if is_added && !self.is_noted(&place) {
                self.read.unknown.push(place);
            }
            return Known::Unknown;
        }
        let copy = self.tables.copy(table, self.scopes.len());
        if let Known::Table(copy) = copy
            && is_added
        {
            self.tables.open(copy, &Known::Unknown, Place::new(self.file, &node.span));
        }
        copy
    }

    /// Returns what a function makes whose name says that it copies what it is given: `table.copy(a)`, `deepcopy(a)`, `a:clone()`.
    fn copied(&mut self, call: &'f CallNode, function: &str, arguments: &[Known]) -> Known {
        let name = function.rsplit(['.', ':']).next().unwrap_or_default().to_ascii_lowercase();
        if !["copy", "clone"].iter().any(|word| name.contains(word)) {
            return Known::Unknown;
        }
        let of = match (arguments.first(), &call.method) {
            (Some(first), _) => first.clone(),
            // Names alone have no call that would be followed again.
            (None, Some(_)) if path(&call.callee).is_some() => self.value(&call.callee),
            _ => Known::Unknown,
        };
        match of {
            Known::Table(table) => self.tables.copy(table, self.scopes.len()),
            _ => Known::Unknown,
        }
    }

    fn is_definition(&self, table: usize) -> bool {
        self.wanted.iter().any(|key| self.tables.has(table, key))
    }

    /// Gives a table the entries of those after it, the last ones last.
    fn update(&mut self, table: usize, arguments: &[Known], call: &CallNode) -> Known {
        let change = self.scopes.change(self.tables.home(table));
        for (from, node) in arguments.iter().zip(&call.arguments).skip(1) {
            match from {
                Known::Table(from) if change != Change::Later => {
                    self.tables.update(table, *from, change == Change::Made);
                }
                _ if change == Change::Later => self.tables.adds(table, from, Place::new(self.file, &node.span)),
                _ => self.tables.open(table, from, Place::new(self.file, &node.span)),
            }
        }
        Known::Table(table)
    }

    /// Returns whether a call is one of the last that were noted.
    fn is_noted(&self, place: &Place) -> bool {
        self.read.calls.iter().rev().take(MAX_PUT_TOGETHER).any(|call| call.place == *place)
    }

    /// Takes note of a definition that a call makes, of which nothing is known.
    fn note_unknown(&mut self, call: &CallNode, callee: &str, arguments: &[Known]) {
        let is_unknown = |known: &Known| match known {
            Known::Unknown | Known::Inside(_) => true,
            Known::Table(table) => self.tables.is_open(*table) && !self.is_definition(*table),
            _ => false,
        };
        let mut made = call.arguments.iter().zip(arguments).skip(1);
        let is_noted = |node: &Node| self.is_noted(&Place::new(self.file, &node.span));
        let made =
            made.find(|(node, known)| matches!(node.expr, Expr::Call(_)) && is_unknown(known) && !is_noted(node));
        let function = callee.rsplit(['.', ':']).next().unwrap_or_default();
        let may_move = function.contains("register") && MOVING.iter().any(|word| function.contains(word));
        if let Some((node, _)) = made.filter(|_| may_move) {
            self.read.unknown.push(Place::new(self.file, &node.span));
        }
    }

    /// Returns a copy of a definition that has what others have and it has not.
    fn put_together<'k>(&mut self, table: usize, others: impl Iterator<Item = &'k Known>, is_deep: bool) -> usize {
        let Known::Table(copy) = self.tables.copy(table, self.scopes.len()) else { return table };
        for other in others {
            if let Known::Table(other) = other
                && self.is_definition(*other)
            {
                self.tables.complete(copy, *other, is_deep);
            }
        }
        copy
    }

    fn note(&mut self, call: &CallNode, node: &Node, callee: Option<String>, arguments: &[Known], table: usize) {
        let bytes = &self.files[self.file].bytes;
        let written = call.arguments.first().and_then(|first| bytes.get(first.span.clone())).unwrap_or_default();
        let name = match arguments.first() {
            Some(Known::Text(name)) => Some(name.to_string()),
            _ => None,
        };
        let table = self.tables.snapshot(table, &mut self.left);
        self.read.calls.push(Call {
            place: Place::new(self.file, &node.span),
            callee: callee.unwrap_or_default(),
            name,
            written: String::from_utf8_lossy(written).into_owned(),
            table,
        });
    }
}

/// Returns names with points between them as they are written; `None` for another expression.
pub(super) fn path(node: &Node) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    let mut node = node;
    loop {
        match &node.expr {
            Expr::Name(name) => {
                parts.push(name);
                parts.reverse();
                return Some(parts.join("."));
            }
            Expr::Index(of, key) => {
                let Expr::Text(key) = &key.expr else { return None };
                parts.push(key);
                node = of;
            }
            _ => return None,
        }
    }
}
