//! Prints documents.

use crate::document::{Content, Document, Piece, Token};
use crate::outline::{Outline, reference};
use crate::text::trim;
use crate::values::{Value, Values, float};
use retromesh_kit::dump::{Printer, numbers};
use retromesh_wire::RawStr;
use std::fmt::{self, Write};

/// Values up to this number are printed one by one.
const FEW: usize = 16;

/// What a line is about.
enum Entry<'d> {
    Object(u32),
    Reference,
    Values,
    Template(&'d [u8]),
}

impl Document<'_> {
    /// Prints the document: an object a line with its values, which are summed up where they are many.
    pub fn dump(&self, out: &mut dyn Write) -> fmt::Result {
        let p = &mut Printer::new(out);
        let words = [&self.version, self.storage(), &self.float_size].map(|word| word.escape_ascii().to_string());
        writeln!(p, "X {}", words.join(" "));
        let outline = Outline::read(self);
        for (item, depth, entry) in self.entries(&outline) {
            p.set_depth(depth);
            match entry {
                Entry::Object(object) => {
                    let words = [outline.type_name(self, object), outline.name(self, object)];
                    writeln!(p, "{}", words.map(|word| word.escaped()).join(" ").trim());
                }
                Entry::Reference => writeln!(p, "{{{}}}", RawStr::new(reference(self, item)).escaped()),
                Entry::Values => values(p, Values::new(self, &[(0, item)])),
                Entry::Template(name) => writeln!(p, "template {}", RawStr::new(name).escaped()),
            }
        }
        p.set_depth(1);
        p.bytes("trailing", &self.trailing);
        p.finish()
    }

    /// Lists what is printed in file order: a piece or token, how deep it is, and what it is.
    fn entries<'d>(&'d self, outline: &Outline) -> Vec<(u32, usize, Entry<'d>)> {
        let mut depths: Vec<usize> = Vec::with_capacity(outline.objects.len());
        let mut entries = Vec::new();
        let inside = |depths: &[usize], object: u32| depths.get(object as usize).map_or(1, |depth| depth + 1);
        for (number, object) in (0..).zip(&outline.objects) {
            let depth = inside(&depths, object.parent);
            depths.push(depth);
            entries.push((object.item, depth, Entry::Object(number)));
        }
        let references = outline.all_references().iter();
        entries.extend(references.map(|&(object, item)| (item, inside(&depths, object), Entry::Reference)));
        let values = outline.all_values().iter();
        entries.extend(values.map(|&(object, item)| (item, inside(&depths, object), Entry::Values)));
        match &self.content {
            Content::Text(pieces) => {
                let templates = (0..).zip(pieces).filter_map(|(item, piece)| match piece {
                    Piece::Template(text) => Some((item, 1, Entry::Template(template_name(text.bytes())))),
                    _ => None,
                });
                entries.extend(templates);
            }
            Content::Binary(tokens) => {
                let pairs = (0..).zip(tokens.windows(2)).filter_map(|(item, pair)| match pair {
                    [Token::Mark(Token::TEMPLATE), Token::Name(name)] => Some((item, 1, Entry::Template(name.bytes()))),
                    _ => None,
                });
                entries.extend(pairs);
            }
        }
        entries.sort_by_key(|&(item, ..)| item);
        entries
    }
}

fn template_name(text: &[u8]) -> &[u8] {
    let head = trim(text).split(|&byte| byte == b'{').next().unwrap_or_default();
    trim(head.get(b"template".len()..).unwrap_or_default())
}

/// Prints values: runs of numbers on a line, each text on one of its own.
fn values(p: &mut Printer<'_>, values: Values<'_>) {
    let mut run: Vec<f32> = Vec::new();
    for value in values {
        match value {
            Value::Text(text) => {
                flush(p, &mut run);
                writeln!(p, "\"{}\"", RawStr::new(text).escaped());
            }
            Value::Integer(value) => run.push(value as f32),
            Value::Float(value) => run.push(value),
            Value::Spelled(word) => run.push(float(word).unwrap_or(f32::NAN)),
        }
    }
    flush(p, &mut run);
}

fn flush(p: &mut Printer<'_>, run: &mut Vec<f32>) {
    match run.len() {
        0 => {}
        1..=FEW => {
            let words: Vec<String> = run.iter().map(ToString::to_string).collect();
            writeln!(p, "{}", words.join(" "));
        }
        _ => writeln!(p, "{}", numbers(run.iter().map(|&value| [value]))),
    }
    run.clear();
}
