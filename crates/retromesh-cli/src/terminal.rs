//! Text for people: safe to print, coloured only on a terminal, errors with a hint.

use crate::Exit;
use crate::args::ReadingArgs;
use crate::console::{colored_errors, speech};
use crate::hexdump::{hexdump, window};
use crate::sources::excerpt;
use retromesh::{Code, Diagnostics, Error, ErrorKind, Severity};
use std::path::Path;

/// Replaces control characters, so that a name from a file cannot steer the terminal, and those that turn or hide what follows.
pub(crate) fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        let turns =
            matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
        if c.is_control() || turns { out.extend(c.escape_default()) } else { out.push(c) }
    }
    out
}

/// Formats a count with thousands separators.
pub(crate) fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Prints an error about a file, with what caused it and what can be done about it.
pub(crate) fn print_error(file: &str, error: &Error) {
    let text = error.to_string();
    // Errors of the system name the file themselves.
    let name = if text.starts_with(&format!("{file}: ")) { String::new() } else { format!("{}: ", printable(file)) };
    print_message(&format!("{name}{}", printable(&text)));
    let mut told = text;
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        let text = error.to_string();
        // Most errors say what caused them in their own line.
        if !told.contains(&text) {
            errln!("  cause: {}", printable(&text));
            told = text;
        }
        cause = error.source();
    }
    if let Some(hint) = hint(error) {
        errln!("  hint: {hint}");
    }
}

/// Prints an error about a file that was read, and with `--error-bytes` the bytes around its place.
pub(crate) fn print_read_error(path: &Path, error: &Error, reading: &ReadingArgs) {
    print_error(&path.to_string_lossy(), error);
    let (Some(offset), Some(lines)) = (error.offset(), reading.file.error_bytes) else { return };
    let (start, length) = window(offset, lines);
    if let Ok(bytes) = excerpt(path, start, length) {
        errln!("{}", hexdump(&bytes, start, offset).trim_end());
    }
}

/// Prints an error about the command line, and ends the run.
pub(crate) fn usage(message: &str, hint: Option<&str>) -> Exit {
    print_message(message);
    if let Some(hint) = hint {
        errln!("  hint: {hint}");
    }
    Exit::Usage
}

fn print_message(message: &str) {
    let (red, reset) = if colored_errors() { ("\x1b[31m", "\x1b[0m") } else { ("", "") };
    errln!("{red}error{reset}: {message}");
}

/// Prints diagnostics grouped by weight and code, each code with what to do about it. Images that are missing are one line, unless
/// much is to be said.
pub(crate) fn print_diagnostics(diagnostics: &Diagnostics) {
    for severity in [Severity::Lost, Severity::Approximated, Severity::Defect, Severity::Note] {
        let mut codes: Vec<Code> = Vec::new();
        let of_severity =
            diagnostics.entries().iter().map(|entry| entry.code).filter(|code| code.severity() == severity);
        of_severity.for_each(|code| {
            if !codes.contains(&code) {
                codes.push(code);
            }
        });
        for code in codes {
            let entries: Vec<_> = diagnostics.entries().iter().filter(|entry| entry.code == code).collect();
            match entries.as_slice() {
                [first, _, ..] if code == Code::MissingImage && !speech().verbose => {
                    let (count, first) = (diagnostics.count(code), printable(&first.detail));
                    // A report holds the first names.
                    let more =
                        if entries.len() as u64 == count { "which -v names" } else { "the first of which -v names" };
                    errln!("  {severity} {code} x{count}: {first} and {} more, {more}", count - 1);
                }
                entries => entries.iter().for_each(|entry| errln!("  {}", printable(&entry.to_string()))),
            }
            errln!("      {}", code.advice());
        }
    }
}

fn hint(error: &Error) -> Option<&'static str> {
    match error.kind() {
        ErrorKind::UnknownFormat { .. } => Some("`retromesh formats` lists what can be read"),
        ErrorKind::Truncated { .. } | ErrorKind::Bad { .. } if error.offset().is_some() => {
            Some("the file is damaged at this place: try another copy of it, or look at the bytes with --error-bytes")
        }
        ErrorKind::Limit { what, .. } => Some(match &**what {
            "input size" | "geometries in files of their own" => {
                "the limit protects against files made to exhaust the machine; --max-input raises it"
            }
            "nesting" => "the limit protects programs whose own code recurses; --max-depth raises it",
            "number of levels" => "--max-lods raises the limit",
            what if what.starts_with("unpacked bytes") || what.starts_with("animation collections") => {
                "a small file can unpack to a very large one; --max-decompressed raises the limit"
            }
            _ => "the limit protects against files made to exhaust the machine; no option raises it",
        }),
        ErrorKind::Growth { .. } => {
            Some("a small file can ask for a very large output; `convert --max-output` raises the limit")
        }
        ErrorKind::Denied { code, .. } => Some(match code.severity() {
            Severity::Defect => "without --strict the defect is mended and reported",
            _ => "drop the code from --deny to accept it",
        }),
        ErrorKind::Io { source, .. } => match source.kind() {
            std::io::ErrorKind::AlreadyExists => Some("use --force to overwrite it"),
            std::io::ErrorKind::InvalidInput if source.to_string().ends_with("not a regular file") => {
                Some("`-` stands for standard input and output, with --from or --to for their format")
            }
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(printable("a\u{1b}[31m\r\nb\u{e9}"), "a\\u{1b}[31m\\r\\nb\u{e9}");
        assert_eq!(printable("a\u{202e}gnp.exe\u{9b}2J"), "a\\u{202e}gnp.exe\\u{9b}2J");
    }

    #[test]
    fn counts_are_grouped() {
        for (count, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(count), text);
        }
    }
}
