//! Prints documents.

use crate::document::{Document, Library};
use crate::lines::{Line, split_word};
use crate::statement::{Corners, Numbers, Statement};
use retromesh_kit::dump::{Printer, integers, numbers};
use retromesh_wire::RawStr;
use std::fmt::{self, Write};

/// Longer texts are cut in print.
const MAX_TEXT: usize = 200;

impl Document<'_> {
    /// Prints the document: runs of equal statements as one line with their numbers summed up, other statements as they are.
    pub fn dump(&self, out: &mut dyn Write) -> fmt::Result {
        let p = &mut Printer::new(out);
        p.block(format_args!("OBJ {} bytes", self.text.len()), |p| {
            let mut lines = self.lines().peekable();
            while let Some(line) = lines.next() {
                let kind = run_of(&line);
                let Some(kind) = kind else {
                    statement(p, &line);
                    continue;
                };
                let mut run = vec![line];
                while let Some(line) = lines.next_if(|next| run_of(next) == Some(kind)) {
                    run.push(line);
                }
                dump_run(p, kind, &run);
            }
        });
        self.libraries.iter().for_each(|library| dump_library(p, library));
        p.finish()
    }
}

/// Returns the kind of statement that is summed up with its neighbours, and how many numbers it has.
fn run_of(line: &Line<'_>) -> Option<(&'static str, usize)> {
    let count = |numbers: Numbers<'_>| numbers.take(8).count();
    match Statement::of(&line.text) {
        Statement::Position(numbers) => Some(("v", count(numbers))),
        Statement::TexCoord(numbers) => Some(("vt", count(numbers))),
        Statement::Normal(numbers) => Some(("vn", count(numbers))),
        Statement::Face(_) => Some(("f", 0)),
        Statement::Line(_) => Some(("l", 0)),
        Statement::Points(_) => Some(("p", 0)),
        _ => None,
    }
}

fn dump_run(p: &mut Printer<'_>, (keyword, count): (&str, usize), run: &[Line<'_>]) {
    let offset = run.first().map_or(0, |line| line.offset);
    let rows = || run.iter().map(|line| split_word(&line.text).1);
    let text = if count == 0 {
        let corners = || rows().flat_map(Corners::new);
        let mut text = format!("corners {}", integers(corners().map(|c| c.position)));
        if corners().any(|c| c.tex_coord != 0) {
            let _ = write!(text, " vt {}", integers(corners().map(|c| c.tex_coord)));
        }
        if corners().any(|c| c.normal != 0) {
            let _ = write!(text, " vn {}", integers(corners().map(|c| c.normal)));
        }
        text
    } else {
        match count {
            1 => columns::<1>(rows()),
            2 => columns::<2>(rows()),
            3 => columns::<3>(rows()),
            4 => columns::<4>(rows()),
            5 => columns::<5>(rows()),
            6 => columns::<6>(rows()),
            _ => columns::<7>(rows()),
        }
    };
    writeln!(p, "{offset:#06x} {keyword} x{} {text}", run.len());
}

/// Sums up the first `N` numbers of each row; what is no number counts as not a number.
fn columns<'a, const N: usize>(rows: impl Iterator<Item = &'a [u8]>) -> String {
    numbers(rows.map(|row| {
        let mut values = [f32::NAN; N];
        values.iter_mut().zip(Numbers::new(row)).for_each(|(slot, value)| *slot = value.unwrap_or(f32::NAN));
        values
    }))
}

fn statement(p: &mut Printer<'_>, line: &Line<'_>) {
    let text = &*line.text;
    if !text.is_empty() {
        let shown = RawStr::new(text.get(..MAX_TEXT).unwrap_or(text)).escaped();
        let more = if text.len() > MAX_TEXT { " .." } else { "" };
        writeln!(p, "{:#06x} {shown}{more}", line.offset);
    }
}

fn dump_library(p: &mut Printer<'_>, library: &Library<'_>) {
    let name = RawStr::from(library.name.as_str()).escaped();
    p.block(format_args!("library \"{name}\" {} bytes", library.text.len()), |p| {
        library.lines().for_each(|line| statement(p, &line));
    });
}
