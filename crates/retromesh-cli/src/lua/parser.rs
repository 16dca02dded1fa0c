//! The grammar of Lua 5.1, with the signs of later versions.

use super::ast::{CallNode, Expr, Field, Function, Node, Statement};
use super::lexer::{Token, tokens};
use std::ops::Range;

/// How deep a file may be nested; Lua itself allows 200 levels.
const DEEPEST: usize = 200;

/// The words that are no names.
const KEPT: [&str; 21] = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local", "nil", "not", "or",
    "repeat", "return", "then", "true", "until", "while",
];

/// How strongly operators bind their left and right sides.
const BINARY: [(&str, u8, u8); 21] = [
    ("or", 1, 1),
    ("and", 2, 2),
    ("<", 3, 3),
    (">", 3, 3),
    ("<=", 3, 3),
    (">=", 3, 3),
    ("~=", 3, 3),
    ("==", 3, 3),
    ("|", 4, 4),
    ("~", 5, 5),
    ("&", 6, 6),
    ("<<", 7, 7),
    (">>", 7, 7),
    ("..", 9, 8),
    ("+", 10, 10),
    ("-", 10, 10),
    ("*", 11, 11),
    ("/", 11, 11),
    ("//", 11, 11),
    ("%", 11, 11),
    ("^", 14, 13),
];
/// How strongly `-`, `not`, `#` and `~` bind.
const UNARY: u8 = 12;

/// Where a file is no Lua, and what was expected there.
#[derive(Debug, PartialEq)]
pub(super) struct Wrong {
    pub(super) at: usize,
    pub(super) expected: String,
}

type Result<T> = std::result::Result<T, Wrong>;

/// Parses a file.
pub(super) fn parse(file: &[u8]) -> Result<Vec<Statement>> {
    let tokens = tokens(file).map_err(|at| Wrong { at, expected: "a word of Lua".to_owned() })?;
    let mut parser = Parser { tokens, at: 0, depth: 0, end: file.len() };
    let statements = parser.block()?;
    if parser.at < parser.tokens.len() { Err(parser.wrong("a statement")) } else { Ok(statements) }
}

struct Parser {
    tokens: Vec<(Token, Range<usize>)>,
    at: usize,
    depth: usize,
    /// The length of the file.
    end: usize,
}

impl Parser {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|(token, _)| token)
    }

    /// Returns where the next word begins.
    fn start(&self) -> usize {
        self.tokens.get(self.at).map_or(self.end, |(_, span)| span.start)
    }

    /// Returns the place from an offset to the end of the last word.
    fn since(&self, start: usize) -> Range<usize> {
        start..self.at.checked_sub(1).and_then(|last| self.tokens.get(last)).map_or(start, |(_, span)| span.end)
    }

    fn wrong(&self, expected: impl Into<String>) -> Wrong {
        Wrong { at: self.start(), expected: expected.into() }
    }

    /// Returns whether the next word is this sign, or this word that the language keeps for itself.
    fn is(&self, word: &str) -> bool {
        match self.peek() {
            Some(Token::Sign(sign)) => *sign == word,
            Some(Token::Name(name)) => name == word && KEPT.contains(&word),
            _ => false,
        }
    }

    fn take(&mut self, word: &str) -> bool {
        let is_it = self.is(word);
        self.at += usize::from(is_it);
        is_it
    }

    fn expect(&mut self, word: &str) -> Result<()> {
        if self.take(word) { Ok(()) } else { Err(self.wrong(format!("`{word}`"))) }
    }

    fn name(&mut self) -> Result<String> {
        match self.peek() {
            Some(Token::Name(name)) if !KEPT.contains(&name.as_str()) => {
                let name = name.clone();
                self.at += 1;
                Ok(name)
            }
            _ => Err(self.wrong("a name")),
        }
    }

    /// Goes one level deeper; the caller comes back up.
    fn deeper(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth > DEEPEST { Err(self.wrong(format!("at most {DEEPEST} levels"))) } else { Ok(()) }
    }

    /// Parses statements up to a word that ends them.
    fn block(&mut self) -> Result<Vec<Statement>> {
        self.deeper()?;
        let mut statements = Vec::new();
        while self.peek().is_some() && !["end", "else", "elseif", "until"].into_iter().any(|word| self.is(word)) {
            statements.extend(self.statement()?);
        }
        self.depth -= 1;
        Ok(statements)
    }

    /// Parses the statements between a word and `end`.
    fn block_after(&mut self, word: &str) -> Result<Vec<Statement>> {
        self.expect(word)?;
        let block = self.block()?;
        self.expect("end")?;
        Ok(block)
    }

    fn statement(&mut self) -> Result<Option<Statement>> {
        let perhaps = |names, decided_by, blocks| Some(Statement::Perhaps { names, decided_by, blocks });
        if self.take(";") || self.take("break") {
            return Ok(None);
        }
        if self.take("::") {
            self.name()?;
            return self.expect("::").map(|()| None);
        }
        if self.is("do") {
            return Ok(Some(Statement::Block(self.block_after("do")?)));
        }
        if self.take("if") {
            return self.branches().map(|(decided_by, blocks)| perhaps(Vec::new(), decided_by, blocks));
        }
        if self.take("while") {
            let decided_by = vec![self.expression()?];
            return Ok(perhaps(Vec::new(), decided_by, vec![self.block_after("do")?]));
        }
        if self.take("repeat") {
            let block = self.block()?;
            self.expect("until")?;
            return Ok(perhaps(Vec::new(), vec![self.expression()?], vec![block]));
        }
        if self.take("for") {
            let names = self.names()?;
            if !self.take("=") {
                self.expect("in")?;
            }
            let decided_by = self.expressions()?;
            return Ok(perhaps(names, decided_by, vec![self.block_after("do")?]));
        }
        if self.take("function") {
            let start = self.start();
            let mut target = Node { expr: Expr::Name(self.name()?), span: self.since(start) };
            let mut is_method = false;
            while !is_method && (self.is(".") || self.is(":")) {
                is_method = self.is(":");
                target = self.member(target, start)?;
            }
            let (begin, function) = (self.start(), self.function(is_method)?);
            let function = Node { expr: Expr::Function(Box::new(function)), span: self.since(begin) };
            return Ok(Some(Statement::Assign(vec![target], vec![function])));
        }
        if self.take("local") {
            return self.local().map(Some);
        }
        if self.take("return") {
            let ends = |parser: &Self| ["end", "else", "elseif", "until", ";"].into_iter().any(|word| parser.is(word));
            let values = if self.peek().is_none() || ends(self) { Vec::new() } else { self.expressions()? };
            return Ok(Some(Statement::Return(values)));
        }
        // LuaJIT takes `goto` for a word of its own only before a name.
        if self.peek() == Some(&Token::Name("goto".into()))
            && matches!(self.tokens.get(self.at + 1), Some((Token::Name(_), _)))
        {
            self.at += 2;
            return Ok(None);
        }
        let first = self.suffixed()?;
        if !self.is("=") && !self.is(",") {
            return match first.expr {
                Expr::Call(_) => Ok(Some(Statement::Expression(first))),
                _ => Err(self.wrong("`=` or a call")),
            };
        }
        let mut targets = vec![first];
        while self.take(",") {
            targets.push(self.suffixed()?);
        }
        self.expect("=")?;
        Ok(Some(Statement::Assign(targets, self.expressions()?)))
    }

    /// Parses what comes after `if`.
    fn branches(&mut self) -> Result<(Vec<Node>, Vec<Vec<Statement>>)> {
        let (mut decided_by, mut blocks) = (Vec::new(), Vec::new());
        loop {
            decided_by.push(self.expression()?);
            self.expect("then")?;
            blocks.push(self.block()?);
            if self.take("elseif") {
                continue;
            }
            if self.take("else") {
                blocks.push(self.block()?);
            }
            self.expect("end")?;
            return Ok((decided_by, blocks));
        }
    }

    fn local(&mut self) -> Result<Statement> {
        if self.take("function") {
            let name = self.name()?;
            return Ok(Statement::LocalFunction(name, Box::new(self.function(false)?)));
        }
        let names = self.names()?;
        let values = if self.take("=") { self.expressions()? } else { Vec::new() };
        Ok(Statement::Local(names, values))
    }

    fn names(&mut self) -> Result<Vec<String>> {
        let mut names = Vec::new();
        loop {
            names.push(self.name()?);
            // `<const>` and `<close>` of later versions.
            if self.take("<") {
                self.name()?;
                self.expect(">")?;
            }
            if !self.take(",") {
                return Ok(names);
            }
        }
    }

    /// Parses parameters and body.
    fn function(&mut self, is_method: bool) -> Result<Function> {
        let start = self.start();
        let mut parameters: Vec<String> = is_method.then(|| "self".to_owned()).into_iter().collect();
        self.expect("(")?;
        while !self.take(")") {
            if !self.take("...") {
                parameters.push(self.name()?);
            }
            if !self.take(",") && !self.is(")") {
                return Err(self.wrong("`)`"));
            }
        }
        let body = self.block()?;
        self.expect("end")?;
        Ok(Function { parameters, body, span: self.since(start) })
    }

    fn expressions(&mut self) -> Result<Vec<Node>> {
        let mut all = vec![self.expression()?];
        while self.take(",") {
            all.push(self.expression()?);
        }
        Ok(all)
    }

    fn expression(&mut self) -> Result<Node> {
        self.operation(0)
    }

    /// Parses an expression of operators that bind more strongly than `limit`.
    fn operation(&mut self, limit: u8) -> Result<Node> {
        let depth = self.depth;
        self.deeper()?;
        let start = self.start();
        let mut left = match ["-", "not", "#", "~"].into_iter().find(|sign| self.is(sign)) {
            Some(sign) => {
                self.at += 1;
                let inner = self.operation(UNARY)?;
                Node { expr: Expr::Unary(sign, Box::new(inner)), span: self.since(start) }
            }
            None => self.simple()?,
        };
        while let Some((sign, _, right)) = BINARY.into_iter().find(|(sign, left, _)| *left > limit && self.is(sign)) {
            // Each operator is a level of its own, as all of them lie in each other.
            self.deeper()?;
            self.at += 1;
            let other = self.operation(right)?;
            left = Node { expr: Expr::Binary(sign, Box::new(left), Box::new(other)), span: self.since(start) };
        }
        self.depth = depth;
        Ok(left)
    }

    fn simple(&mut self) -> Result<Node> {
        let start = self.start();
        let expr = match self.peek() {
            Some(Token::Number(number)) => Expr::Number(*number),
            Some(Token::Text(text)) => Expr::Text(text.clone()),
            Some(Token::Name(word)) if word == "true" || word == "false" => Expr::Bool(word == "true"),
            Some(Token::Name(word)) if word == "nil" => Expr::Nil,
            Some(Token::Sign("...")) => Expr::Name("...".to_owned()),
            Some(Token::Sign("{")) => return self.table(),
            Some(Token::Name(word)) if word == "function" => {
                self.at += 1;
                let function = self.function(false)?;
                return Ok(Node { expr: Expr::Function(Box::new(function)), span: self.since(start) });
            }
            _ => return self.suffixed(),
        };
        self.at += 1;
        Ok(Node { expr, span: self.since(start) })
    }

    /// Parses a name or an expression in brackets with all that follows it: `.name`, `[key]`, calls.
    fn suffixed(&mut self) -> Result<Node> {
        let (depth, start) = (self.depth, self.start());
        let mut node = if self.take("(") {
            let inner = self.expression()?;
            self.expect(")")?;
            Node { expr: inner.expr, span: self.since(start) }
        } else {
            let name = self.name().map_err(|_| self.wrong("an expression"))?;
            Node { expr: Expr::Name(name), span: self.since(start) }
        };
        loop {
            self.deeper()?;
            let method = if self.take(":") { Some(self.name()?) } else { None };
            if method.is_none() && (self.is(".") || self.is("[")) {
                node = self.member(node, start)?;
                continue;
            }
            let arguments = match self.peek() {
                Some(Token::Sign("(")) => {
                    self.at += 1;
                    let arguments = if self.is(")") { Vec::new() } else { self.expressions()? };
                    self.expect(")")?;
                    arguments
                }
                Some(Token::Sign("{") | Token::Text(_)) => vec![self.simple()?],
                _ if method.is_some() => return Err(self.wrong("`(`")),
                _ => break,
            };
            let call = CallNode { callee: node, method, arguments }.into_method();
            node = Node { expr: Expr::Call(Box::new(call)), span: self.since(start) };
        }
        self.depth = depth;
        Ok(node)
    }

    /// Parses `.name`, `:name` or `[key]` after a node.
    fn member(&mut self, of: Node, start: usize) -> Result<Node> {
        let begin = self.start();
        let key = if self.take("[") {
            let key = self.expression()?;
            self.expect("]")?;
            key
        } else {
            self.at += 1;
            Node { expr: Expr::Text(self.name()?), span: self.since(begin) }
        };
        Ok(Node { expr: Expr::Index(Box::new(of), Box::new(key)), span: self.since(start) })
    }

    fn table(&mut self) -> Result<Node> {
        let start = self.start();
        self.expect("{")?;
        self.deeper()?;
        let mut fields = Vec::new();
        while !self.take("}") {
            let begin = self.start();
            let has_name = matches!(self.peek(), Some(Token::Name(_)))
                && matches!(self.tokens.get(self.at + 1), Some((Token::Sign("="), _)));
            let key = if has_name {
                Some(Node { expr: Expr::Text(self.name()?), span: self.since(begin) })
            } else if self.take("[") {
                let key = self.expression()?;
                self.expect("]")?;
                Some(key)
            } else {
                None
            };
            if key.is_some() {
                self.expect("=")?;
            }
            fields.push(Field { key, value: self.expression()? });
            if !self.take(",") && !self.take(";") && !self.is("}") {
                return Err(self.wrong("`}`"));
            }
        }
        self.depth -= 1;
        Ok(Node { expr: Expr::Table(fields), span: self.since(start) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_lua_are_parsed() {
        for file in [
            "",
            "local a, b = 1, ...; a.b['c'].d = function(self, ...) return end",
            "if a then b() elseif not c == d then e:f{1} else g'x' end",
            "for i = 1, 2 do break end for k, v in pairs(t) do t[k] = -v ^ 2 .. 'x' end",
            "while x do x = x and y or z end repeat local a <const> = 1 until a > b",
            "function a.b.c:d() goto e ::e:: end local function f() end",
            "x = {1, 2; a = 1, ['b'] = {}, f(), [1 + 2] = #t} return x, y",
            "return",
            "local s = ('x'):rep(3) .. [[y]]",
            "a = function() return 1; end",
        ] {
            assert!(parse(file.as_bytes()).is_ok(), "{file}: {:?}", parse(file.as_bytes()));
        }
    }

    #[test]
    fn what_is_no_lua_is_refused_with_its_place() {
        let chain = format!("x = {}1", "1 + ".repeat(500));
        let calls = format!("f{}", "()".repeat(500));
        let rows: [(&str, usize, &str); 11] = [
            ("x = ", 4, "an expression"),
            ("x", 1, "`=` or a call"),
            ("f(1", 3, "`)`"),
            ("if x then", 9, "`end`"),
            ("t = {a = 1 b = 2}", 11, "`}`"),
            ("end", 0, "a statement"),
            ("local function() end", 14, "a name"),
            ("x = 'a\n'", 4, "a word of Lua"),
            (&"{".repeat(1000), 0, "an expression"),
            (&chain, 796, "at most 200 levels"),
            (&calls, 399, "at most 200 levels"),
        ];
        for (file, at, expected) in rows {
            let wrong = parse(file.as_bytes()).unwrap_err();
            assert_eq!((wrong.at, wrong.expected.as_str()), (at, expected), "{file}");
        }
        assert!(parse(format!("x = {}", "{".repeat(100_000)).as_bytes()).is_err());
        assert!(parse(format!("x = {}1", "not ".repeat(100_000)).as_bytes()).is_err());
    }
}
