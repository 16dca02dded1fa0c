//! Text for people: safe to print, coloured only on a terminal, errors with a hint.

use crate::Exit;
use crate::args::ReadingArgs;
use crate::console::{colored_errors, speech};
use crate::hexdump::{hexdump, window};
use crate::missing;
use crate::sources::excerpt;
use crate::window::held;
use crate::writer::Refusal;
use retromesh::{Code, Diagnostics, Error, ErrorKind, LimitKind, Obstacle, Seen, Severity, split_archive};
use std::borrow::Cow;
use std::collections::HashSet;
use std::io::ErrorKind::{InvalidFilename, NotADirectory, NotFound, PermissionDenied, ReadOnlyFilesystem};
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

/// Returns a path as it can be printed.
pub(crate) fn shown(path: &Path) -> String {
    printable(&path.to_string_lossy())
}

/// Returns a path as it is typed on a command line.
pub(crate) fn typed(path: &Path) -> String {
    let name = shown(path);
    if name.contains(' ') { format!("\"{name}\"") } else { name }
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

/// Returns the text of an error; that a file is not there every system says in other words.
pub(crate) fn described(error: &Error) -> String {
    match error.kind() {
        ErrorKind::Io { path, source } if is_not_there(source) => {
            format!("{path}: no such file")
        }
        ErrorKind::Io { path, source } if source.kind() == NotADirectory && path.ends_with(['/', '\\']) => {
            format!("{path}: this is a file, and a slash at the end is for folders")
        }
        ErrorKind::Io { path, source } if is_closed(path, source) => {
            let folder = Path::new(path).ancestors().skip(1).find(|folder| folder.is_dir());
            format!("{}: this folder cannot be written to", shown(folder.unwrap_or(Path::new("."))))
        }
        _ => error.to_string(),
    }
}

/// Returns whether the system has no such file. Of a name that no file can have, such as `*.b3d`, Windows says something else.
pub(crate) fn is_not_there(error: &std::io::Error) -> bool {
    let is_invalid = error.kind() == InvalidFilename && cfg!(windows);
    (error.kind() == NotFound || is_invalid) && error.raw_os_error().is_some()
}

/// Returns whether the system refuses that a file is put in a folder. Of a file that is there, temporary names have no number.
fn is_closed(path: &str, error: &std::io::Error) -> bool {
    let is_new = || Path::new(path).symlink_metadata().is_err_and(|e| e.kind() == NotFound);
    let is_refused =
        matches!(error.kind(), PermissionDenied | ReadOnlyFilesystem) && split_archive(path.as_ref()).is_none();
    is_refused && (error.raw_os_error().is_none() || is_new())
}

/// Prints an error about a file, with what caused it and what can be done about it.
pub(crate) fn print_error(file: &str, error: &Error) {
    print_bare_error(file, error);
    if let Some(hint) = hint(Path::new(file), error) {
        errln!("  hint: {hint}");
    }
}

/// Returns whether something is not written only because there is a file of its name.
pub(crate) fn is_there(error: &Error) -> bool {
    let is_there = |kind, path: &str| kind == std::io::ErrorKind::AlreadyExists && !Path::new(path).is_symlink();
    matches!(error.kind(), ErrorKind::Io { path, source } if is_there(source.kind(), path) && Obstacle::of(source).is_none())
}

/// Prints an error about a file, without a hint.
pub(crate) fn print_bare_error(file: &str, error: &Error) {
    let text = described(error);
    // Errors of the system name the file themselves.
    let name = if text.starts_with(&format!("{file}: ")) { String::new() } else { format!("{}: ", printable(file)) };
    print_message(&format!("{name}{}", printable(&text)));
    let mut reported = text;
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        let text = error.to_string();
        // Most errors say what caused them in their own line.
        let is_said =
            ["no such file", "cannot be written to", "is for folders"].iter().any(|end| reported.ends_with(end));
        if !reported.contains(&text) && !is_said {
            errln!("  cause: {}", printable(&text));
            reported = text;
        }
        cause = error.source();
    }
}

/// Prints an error about a file, and ends the run.
pub(crate) fn failed(file: &str, error: &Error) -> Exit {
    print_error(file, error);
    Exit::Failed
}

/// Prints an error about a file that was read, with the bytes around its place where they are asked for.
pub(crate) fn print_read_error(path: &Path, error: &Error, reading: &ReadingArgs) {
    print_error(&path.to_string_lossy(), error);
    print_error_bytes(path, error, reading);
}

/// Prints with `--error-bytes` the bytes around the place of an error.
pub(crate) fn print_error_bytes(path: &Path, error: &Error, reading: &ReadingArgs) {
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

/// Prints diagnostics grouped by weight and code, each code with what to do about it. Of images that are missing the first is named,
/// unless all are asked for; codes of which all was said are left out.
pub(crate) fn print_diagnostics(file: &str, diagnostics: &Diagnostics, said: &[Code]) {
    for severity in Severity::ALL {
        let mut codes: Vec<Code> = diagnostics.entries().iter().map(|entry| entry.code).collect();
        codes.retain(|code| code.severity() == severity && !said.contains(code));
        let mut seen = HashSet::new();
        codes.retain(|code| seen.insert(*code));
        for code in codes {
            let entries: Vec<_> = diagnostics.entries().iter().filter(|entry| entry.code == code).collect();
            let shown = if code == Code::MissingImage && !speech().verbose { 1 } else { entries.len() };
            let text = match entries.as_slice() {
                [only] if !only.detail.is_empty() => only.detail.clone(),
                _ => code.summary().to_owned(),
            };
            let label = if severity == Severity::Note { "note" } else { "warning" };
            errln!("{}", headline(label, code.id(), &text, diagnostics.count(code), colored_errors()));
            for entry in entries.iter().take(shown) {
                let detail = if entries.len() > 1 { entry.detail.as_str() } else { "" };
                if let Some(line) = arrow(file, detail, &entry.path, entry.offset) {
                    errln!("{line}");
                }
            }
            if entries.len() > shown {
                errln!("  ... and {} more, which -v names", entries.len() - shown);
            }
            errln!("  help: {}", code.advice());
        }
    }
}

/// Returns the first line of a message, as compilers write it: `warning[lost-uv-set]: no place for a second UV set (2 times)`.
pub(crate) fn headline(label: &str, id: &str, text: &str, count: u64, colored: bool) -> String {
    let color = if label == "note" { "\x1b[36m" } else { "\x1b[33m" };
    let (color, reset) = if colored { (color, "\x1b[0m") } else { ("", "") };
    let times = if count == 1 { String::new() } else { format!(" ({} times)", grouped(count)) };
    format!("{color}{label}[{id}]{reset}: {}{times}", printable(text))
}

/// Returns the line of a message that says where: the file, what was found there, the structure and the offset. `None` where there is
/// no more to say than the file.
pub(crate) fn arrow(file: &str, detail: &str, path: &str, offset: Option<u64>) -> Option<String> {
    if detail.is_empty() && path.is_empty() && offset.is_none() {
        return None;
    }
    let part = |before: &str, text: &str| match text {
        "" => String::new(),
        text => format!("{before}{}", printable(text)),
    };
    let offset = offset.map_or(String::new(), |offset| format!(" at {offset:#x}"));
    Some(format!("  --> {}{}{}{offset}", printable(file), part(": ", detail), part(" in ", path)))
}

/// Returns what can be done about an error of a file.
pub(crate) fn hint(file: &Path, error: &Error) -> Option<Cow<'static, str>> {
    if let ErrorKind::Io { path, source } = error.kind()
        && let Some(held) = source.raw_os_error().filter(|_| cfg!(windows)).and_then(|number| held(number, path))
    {
        return Some(held.into());
    }
    if let ErrorKind::Io { path, source } = error.kind()
        && (source.kind() == NotFound || is_not_there(source))
        && let Some(hint) = missing::hint(Path::new(path))
    {
        return Some(hint.into());
    }
    if let ErrorKind::Truncated { .. } | ErrorKind::Bad { .. } = error.kind()
        && error.offset().is_some()
        && let Some([there, claimed]) = cut_off(file)
    {
        let [there, claimed] = [there, claimed].map(grouped);
        return Some(
            format!("the file is cut off: {there} of {claimed} bytes are there; try another copy of it").into(),
        );
    }
    static_hint(error).map(Cow::Borrowed)
}

/// Returns how many bytes a Blitz3D file has and how many it says that it has, where it is shorter.
fn cut_off(file: &Path) -> Option<[u64; 2]> {
    let there = file.metadata().ok()?.len();
    let [b'B', b'B', b'3', b'D', size @ ..] = *excerpt(file, 0, 8).ok()?.first_chunk::<8>()? else { return None };
    let claimed = u64::from(u32::from_le_bytes(size)) + 8;
    (there < claimed).then_some([there, claimed])
}

fn static_hint(error: &Error) -> Option<&'static str> {
    match error.kind() {
        ErrorKind::UnknownFormat { seen, .. } => Some(match seen {
            Seen::Nothing => "try another copy of it",
            Seen::Text => "`retromesh pack TEXT FILE` makes the model of it",
            _ => "`retromesh formats` lists what can be read",
        }),
        ErrorKind::Outside { .. } => {
            Some("such an entry would be written outside the folder it is unpacked into: do not trust this archive")
        }
        ErrorKind::Truncated { .. } | ErrorKind::Bad { .. } if error.offset().is_some() => {
            Some("the file is damaged at this place: try another copy of it, or look at the bytes with --error-bytes")
        }
        ErrorKind::Limit { kind, .. } => Some(match kind {
            LimitKind::Input => "the limit protects against files made to exhaust the machine; --max-input raises it",
            LimitKind::Depth => "the limit protects programs whose own code recurses; --max-depth raises it",
            LimitKind::Levels => "--max-lods raises the limit",
            LimitKind::Unpacked => "a small file can unpack to a very large one; --max-decompressed raises the limit",
            _ => "the limit protects against files made to exhaust the machine; no option raises it",
        }),
        ErrorKind::Growth { .. } => {
            Some("a small file can ask for a very large output; `convert --max-output` raises the limit")
        }
        ErrorKind::Denied { code, .. } => Some(match code.severity() {
            Severity::Defect => "without --strict the defect is reported, and the rest is read",
            _ => "drop the code from --deny to accept it",
        }),
        ErrorKind::Io { path, source } if is_kept_link(Path::new(path), source) => {
            Some("links are not replaced: remove it, or name the file that it leads to")
        }
        ErrorKind::Io { path, source } => match source.kind() {
            NotFound | InvalidFilename if path.contains(['*', '?']) => Some("no file has a name that fits"),
            kind if kind == ReadOnlyFilesystem || is_closed(path, source) => {
                Some("name another place with -o FILE or -d DIR")
            }
            kind => match Obstacle::of(source) {
                Some(Obstacle::OtherContent) => {
                    Some("another model may use it: name another folder with -d DIR, or use --force to overwrite it")
                }
                Some(Obstacle::Folder) => {
                    Some("name a file in it; `retromesh info FOLDER` shows the models that are there")
                }
                Some(_) => Some("`-` stands for standard input and output, with --from or --to for their format"),
                None if kind == std::io::ErrorKind::AlreadyExists => Some("use --force to overwrite it"),
                None if Refusal::of(source) == Some(&Refusal::Input) => {
                    Some("`repair --in-place` alone changes its input, and keeps the original as FILE.bak")
                }
                None => None,
            },
        },
        _ => None,
    }
}

/// Returns whether an output is not written because a link is there.
fn is_kept_link(path: &Path, error: &std::io::Error) -> bool {
    let is_there = error.kind() == std::io::ErrorKind::AlreadyExists;
    path.is_symlink() && (is_there || Obstacle::of(error) == Some(Obstacle::Special("a symbolic link")))
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
    fn messages_have_the_shape_of_a_compiler() {
        assert_eq!(headline("warning", "lost-keys", "no keys", 1, false), "warning[lost-keys]: no keys");
        assert_eq!(headline("note", "a", "b\u{1b}", 1200, true), "\u{1b}[36mnote[a]\u{1b}[0m: b\\u{1b} (1,200 times)");
        assert_eq!(arrow("a.b3d", "", "", None), None);
        assert_eq!(arrow("a.b3d", "x.png", "TEXS", Some(16)).as_deref(), Some("  --> a.b3d: x.png in TEXS at 0x10"));
    }

    #[test]
    fn counts_are_grouped() {
        for (count, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(count), text);
        }
    }
}
