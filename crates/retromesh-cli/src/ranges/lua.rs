//! The tables of a Lua file, which is read and not run.

use super::table::{Table, Value};

/// How deep tables may lie in each other.
const DEEPEST: usize = 64;

/// A word of the language, as far as tables need it.
#[derive(Debug, Clone, PartialEq)]
enum Token {
    Name(String),
    Text(String),
    Number(f64),
    Symbol(char),
    /// `==` and the like, which assign nothing.
    Operator,
}

/// A table that is being read.
#[derive(Default)]
struct Open {
    /// Its key in the table around it.
    key: String,
    entries: Table,
    /// The key before the `=` that was read last.
    pending: Option<String>,
}

/// Returns what a file assigns: tables, numbers, texts and booleans by their names, nested as they are. Everything else in it, and
/// all that is in functions, is passed over.
pub(super) fn parse(text: &str) -> Result<Table, String> {
    let tokens = tokens(text);
    let mut open = vec![Open::default()];
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let next = tokens.get(at + 1);
        let depth = open.len();
        let Some(table) = open.last_mut() else { break };
        match token {
            Token::Name(word) if word == "function" => {
                at = end_of_function(&tokens, at);
                table.pending = None;
                continue;
            }
            Token::Name(word) if matches!(word.as_str(), "true" | "false") => {
                table.add(Value::Bool(word == "true"), next);
            }
            Token::Name(name) if next == Some(&Token::Symbol('=')) => {
                table.pending = Some(name.clone());
                at += 1;
            }
            Token::Text(text)
                if next == Some(&Token::Symbol(']')) && tokens.get(at + 2) == Some(&Token::Symbol('=')) =>
            {
                table.pending = Some(text.clone());
                at += 2;
            }
            Token::Text(text) => table.add(Value::Text(text.clone()), next),
            Token::Number(number) => table.add(Value::Number(*number), next),
            Token::Symbol('-') => {
                if let Some(Token::Number(number)) = next {
                    table.add(Value::Number(-number), tokens.get(at + 2));
                    at += 1;
                }
            }
            Token::Symbol('{') => {
                if depth > DEEPEST {
                    return Err(format!("its tables lie more than {DEEPEST} deep in each other"));
                }
                let key = table.pending.take().unwrap_or_default();
                open.push(Open { key, ..Open::default() });
            }
            Token::Symbol('}') if depth > 1 => {
                let inner = open.pop().unwrap_or_default();
                if let Some(table) = open.last_mut() {
                    table.entries.push((inner.key, Value::Table(inner.entries)));
                }
            }
            // The start of another entry, statement or expression.
            Token::Name(_) | Token::Symbol(',' | ';') => table.pending = None,
            Token::Symbol(_) | Token::Operator => {}
        }
        at += 1;
    }
    // A file that was cut gives what it has.
    while open.len() > 1 {
        let inner = open.pop().unwrap_or_default();
        if let Some(table) = open.last_mut() {
            table.entries.push((inner.key, Value::Table(inner.entries)));
        }
    }
    Ok(open.pop().unwrap_or_default().entries)
}

impl Open {
    /// Adds a value without a key; `next` is what follows it.
    fn add(&mut self, value: Value, next: Option<&Token>) {
        let key = self.pending.take();
        let computes = matches!(next, Some(Token::Symbol('+' | '-' | '*' | '/' | '%' | '^' | '.') | Token::Operator));
        if let Some(key) = key.filter(|_| !computes) {
            self.entries.push((key, value));
        }
    }
}

/// Returns the place after the `end` of the function that begins here.
fn end_of_function(tokens: &[Token], start: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(start) {
        let Token::Name(word) = token else { continue };
        match word.as_str() {
            "function" | "do" | "if" | "repeat" => depth += 1,
            "end" | "until" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if c.is_whitespace() {
            rest = rest.trim_start();
        } else if let Some(comment) = rest.strip_prefix("--") {
            rest = match long_bracket(comment) {
                Some((_, after)) => after,
                None => comment.split_once('\n').map_or("", |(_, after)| after),
            };
        } else if let Some((inner, after)) = long_bracket(rest) {
            tokens.push(Token::Text(inner.to_owned()));
            rest = after;
        } else if matches!(c, '"' | '\'') {
            let (text, after) = quoted(&rest[1..], c);
            tokens.push(Token::Text(text));
            rest = after;
        } else if c.is_ascii_digit() || (c == '.' && rest[1..].starts_with(|c: char| c.is_ascii_digit())) {
            let (number, after) = number(rest);
            tokens.push(number.map_or(Token::Operator, Token::Number));
            rest = after;
        } else if c == '_' || c.is_alphabetic() {
            let end = rest.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(rest.len());
            tokens.push(Token::Name(rest[..end].to_owned()));
            rest = &rest[end..];
        } else if ["==", "~=", "<=", ">=", ".."].iter().any(|operator| rest.starts_with(operator)) {
            tokens.push(Token::Operator);
            rest = &rest[2..];
        } else {
            tokens.push(Token::Symbol(c));
            rest = &rest[c.len_utf8()..];
        }
    }
    tokens
}

/// Returns what is in `[[...]]` or `[=[...]=]`, and what follows.
fn long_bracket(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_prefix('[')?;
    let level = inner.len() - inner.trim_start_matches('=').len();
    let inner = inner[level..].strip_prefix('[')?;
    let end = format!("]{}]", "=".repeat(level));
    Some(inner.split_once(&end).unwrap_or((inner, "")))
}

/// Returns a text up to its quote, and what follows; letters and up to three digits after a backslash stand for others.
fn quoted(text: &str, quote: char) -> (String, &str) {
    let mut out = String::new();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            c if c == quote => return (out, &text[at + c.len_utf8()..]),
            // A text ends with its line.
            '\n' => return (out, &text[at..]),
            '\\' => {
                let rest = chars.as_str();
                let digits = rest.bytes().take(3).take_while(u8::is_ascii_digit).count();
                if let Some(c) = rest[..digits].parse().ok().and_then(char::from_u32) {
                    out.push(c);
                    chars.nth(digits - 1);
                } else {
                    out.extend(chars.next().map(|(_, c)| match c {
                        'n' => '\n',
                        'r' => '\r',
                        't' => '\t',
                        c => c,
                    }));
                }
            }
            c => out.push(c),
        }
    }
    (out, "")
}

/// Returns a number, or `None` for one that is not decimal, and what follows.
fn number(text: &str) -> (Option<f64>, &str) {
    let bytes = text.as_bytes();
    let signs = |at: usize| matches!(bytes[at], b'+' | b'-') && matches!(bytes[at - 1], b'e' | b'E');
    let part = |at: usize| bytes[at].is_ascii_alphanumeric() || bytes[at] == b'.' || (at > 0 && signs(at));
    let end = (0..bytes.len()).find(|&at| !part(at)).unwrap_or(bytes.len());
    (text[..end].parse().ok(), &text[end..])
}

#[cfg(test)]
mod tests {
    use super::super::find::ranges;
    use super::*;

    /// A file, and the ranges in it: name, first, last, speed, looping.
    type Row<'a> = (&'a str, &'a [(&'a str, f32, f32, Option<f32>, Option<bool>)]);

    #[test]
    fn mods_name_ranges_in_several_shapes() {
        let rows: [Row<'_>; 9] = [
            // A player model, and values next to it that are no ranges.
            (
                "player_api.register_model('character.b3d', {\n animation_speed = 30, textures = {'character.png'},\n \
                 animations = {\n  stand = {x = 0, y = 79}, -- still\n  walk_mine = {x = 200, y = 219, override_local = true},\n \
                 },\n collisionbox = {-0.3, 0.0, -0.3, 0.3, 1.7, 0.3}, visual_size = {x = 1, y = 1},\n})",
                &[("stand", 0.0, 79.0, Some(30.0), None), ("walk_mine", 200.0, 219.0, Some(30.0), None)],
            ),
            // mobs_redo.
            (
                "mobs:register_mob(\"mobs:rat\", {\n visual_size = {x=2, y=2}, animation = {\n  speed_normal = 15, speed_run = 25,\n  \
                 stand_start = 0, stand_end = 60, walk_start = 80,\n  walk_end = 100, run_start = 80, run_end = 100,\n  \
                 die_start = 1, die_end = 2, die_speed = 5, die_loop = false },\n on_step = function(self) if self.x then \
                 self.animation = {x = 1, y = 2} end end,\n})",
                &[
                    ("stand", 0.0, 60.0, Some(15.0), None),
                    ("walk", 80.0, 100.0, Some(15.0), None),
                    ("run", 80.0, 100.0, Some(25.0), None),
                    ("die", 1.0, 2.0, Some(5.0), Some(false)),
                ],
            ),
            // Ranges inside.
            (
                "local def = { animations = { [\"walk\"] = { range = { x = 1, y = 20.5 }, speed = 20, loop = true } } }",
                &[("walk", 1.0, 20.5, Some(20.0), Some(true))],
            ),
            // What --frame-table writes.
            (
                "return {\n\t{name = \"wave \\\"x\\\"\", x = 1, y = 3, speed = 30, loop = true},\n}",
                &[("wave \"x\"", 1.0, 3.0, Some(30.0), Some(true))],
            ),
            (
                "return { walk = {x = -1, y = 3}; [ [[run]] ] = {x=4,y=5} }",
                &[("walk", -1.0, 3.0, None, None), ("run", 4.0, 5.0, None, None)],
            ),
            ("--[==[ animations = {a={x=1,y=2}} ]==]\n-- animations = {b={x=1,y=2}}", &[]),
            // Numbers that are computed are not guessed.
            ("animations = {a = {x = 1 + 1, y = 2}, b = {x = start, y = 2}, c = {x = 0x10, y = 2}}", &[]),
            ("local size = {x = 1, y = 1}", &[("size", 1.0, 1.0, None, None)]),
            ("animations = {cut = {x = 1, y = 2}, more = {x = 3", &[("cut", 1.0, 2.0, None, None)]),
        ];
        for (text, expected) in rows {
            let found = ranges(&parse(text).unwrap());
            let found: Vec<_> = found.iter().map(|r| (r.name.as_str(), r.first, r.last, r.speed, r.looping)).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn any_text_ends() {
        assert!(parse(&"{".repeat(100)).is_err());
        for text in [
            "function",
            "'",
            "\\",
            "[[",
            "[=",
            "--",
            "--[",
            "}",
            "]]}}",
            "a = = {",
            "1e+",
            ".5.5.5",
            "\u{e4} = 1",
            "if x",
        ] {
            assert!(parse(text).is_ok(), "{text}");
        }
    }
}
