//! Bytes to document.

use crate::ID;
use crate::document::{Document, Library};
use crate::lines::{is_blank, trim, words};
use crate::statement::Statement;
use retromesh_core::{Code, Diagnostics, Error, ErrorKind, Finding, Result};
use retromesh_kit::{Files, ImportOptions};
use retromesh_wire::RawStr;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Offsets and vertex numbers are 32 bits wide; no text that has fewer bytes can exceed them.
const MAX_BYTES: u64 = u32::MAX as u64;

/// No more files than this are looked for next to one model.
const MAX_LIBRARIES: usize = 64;

impl<'a> Document<'a> {
    pub(crate) fn read(bytes: &'a [u8], options: &ImportOptions, _diagnostics: &mut Diagnostics) -> Result<Self> {
        let mut limits = options.limits.clone();
        limits.input_bytes = limits.input_bytes.min(MAX_BYTES);
        limits.allow_input(bytes.len() as u64)?;
        if bytes.is_empty() {
            return Err(Error::new(ID, ErrorKind::truncated("text", 1, 0)).at(0));
        }
        let text = utf8(bytes);
        if let Some(at) = memchr::memchr(0, &text) {
            return Err(Error::new(ID, ErrorKind::bad("text", "a text file", "a NUL byte")).at(at as u64));
        }
        let utf16 = matches!(text, Cow::Owned(_)).then_some(Cow::Borrowed(bytes));
        let document = Document { text, utf16, libraries: Vec::new() };
        let mut first_unknown = None;
        for line in document.lines() {
            match Statement::of(&line.text) {
                Statement::Blank | Statement::Comment(_) => {}
                statement if statement.is_known() => {
                    first_unknown = None;
                    break;
                }
                _ if first_unknown.is_none() => first_unknown = Some(line),
                _ => {}
            }
        }
        match first_unknown {
            Some(line) => {
                let word = words(&line.text).next().unwrap_or(&[]);
                let found = format!("\"{}\"", word.get(..24).unwrap_or(word).escape_ascii());
                Err(Error::new(ID, ErrorKind::bad("statement", "v, f, o, usemtl or the like", found)).at(line.offset))
            }
            None => Ok(document),
        }
    }
}

impl<'a> Document<'a> {
    /// Reads a text as [`Document::parse_with`] does, and the material libraries next to it.
    pub fn parse_with_files(
        bytes: &'a [u8],
        files: &dyn Files,
        options: &ImportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Self> {
        let mut document = Self::parse_with(bytes, options, diagnostics)?;
        document.load_libraries(files, options, diagnostics)?;
        Ok(document)
    }

    /// Loads the material libraries that the text names, each once; those that are not there are reported.
    ///
    /// A `mtllib` line may name several files, and names may have blanks: the whole line is tried as one name first, then
    /// what ends in `.mtl`, then each word.
    pub fn load_libraries(
        &mut self,
        files: &dyn Files,
        options: &ImportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<()> {
        let mut loader = Loader { files, seen: BTreeSet::new(), found: Vec::new(), left: options.limits.input_bytes };
        // Lines after the last mention need not be looked at.
        let last = memchr::memmem::rfind(&self.text, b"mtllib");
        for line in self.lines().take_while(|line| last.is_some_and(|last| line.offset <= last as u64)) {
            let Statement::Libraries(names) = Statement::of(&line.text) else { continue };
            for missing in loader.line(names) {
                diagnostics.report(Finding::new(Code::MissingFile).at(line.offset).detail(missing))?;
            }
        }
        let found = loader.found;
        self.libraries.extend(found);
        Ok(())
    }
}

/// Returns a text without the wide letters of UTF-16, which its first two bytes tell.
pub(crate) fn utf8(bytes: &[u8]) -> Cow<'_, [u8]> {
    let wide = |read: fn([u8; 2]) -> u16| -> Cow<'_, [u8]> {
        let units = bytes.as_chunks::<2>().0.iter().skip(1).map(|unit| read(*unit));
        let text: String = char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
        Cow::Owned(text.into_bytes())
    };
    match bytes {
        [0xff, 0xfe, ..] => wide(u16::from_le_bytes),
        [0xfe, 0xff, ..] => wide(u16::from_be_bytes),
        _ => Cow::Borrowed(bytes),
    }
}

struct Loader<'f> {
    files: &'f dyn Files,
    seen: BTreeSet<Vec<u8>>,
    found: Vec<Library<'static>>,
    /// Bytes that may still be loaded.
    left: u64,
}

impl Loader<'_> {
    /// Loads what a line names and returns the names of what is missing.
    fn line(&mut self, names: &[u8]) -> Vec<String> {
        if names.is_empty() || self.load(names) {
            return Vec::new();
        }
        let mut missing = Vec::new();
        for name in split_names(names) {
            if !self.load(name) {
                let several = words(name).nth(1).is_some();
                let found = words(name).filter(|word| several && self.load(word)).count();
                if found == 0 {
                    missing.push(RawStr::new(unquoted(name)).escaped());
                }
            }
        }
        missing
    }

    /// Returns whether the file is there, and loads it if it is new.
    fn load(&mut self, name: &[u8]) -> bool {
        let name = unquoted(name);
        let decoded = RawStr::new(name).decode().0.into_owned();
        if self.seen.contains(name) {
            return self.found.iter().any(|library| library.name == decoded);
        }
        if self.seen.len() >= MAX_LIBRARIES {
            return false;
        }
        self.seen.insert(name.to_vec());
        match self.files.load(&decoded) {
            Some(text) if text.len() as u64 <= self.left => {
                self.left -= text.len() as u64;
                self.found.push(Library { name: decoded, text: Cow::Owned(utf8(&text).into_owned()) });
                true
            }
            _ => false,
        }
    }
}

fn unquoted(name: &[u8]) -> &[u8] {
    name.strip_prefix(b"\"").and_then(|name| name.strip_suffix(b"\"")).unwrap_or(name)
}

/// Splits a list of names after each word that ends in `.mtl`, so that names may have blanks.
fn split_names(names: &[u8]) -> Vec<&[u8]> {
    let mut list = Vec::new();
    let mut from = 0;
    for end in (1..=names.len()).filter(|&end| names.get(end).is_none_or(|&b| is_blank(b))) {
        let name = trim(names.get(from..end).unwrap_or(&[]));
        let bare = name.strip_suffix(b"\"").unwrap_or(name);
        let tail = bare.len().checked_sub(4).and_then(|at| bare.get(at..)).unwrap_or(&[]);
        if tail.eq_ignore_ascii_case(b".mtl") || (end == names.len() && !name.is_empty()) {
            list.push(name);
            from = end;
        }
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Only(&'static [&'static str]);

    impl Files for Only {
        fn load(&self, name: &str) -> Option<Vec<u8>> {
            self.0.contains(&name).then(|| name.as_bytes().to_vec())
        }
    }

    #[test]
    fn library_names_with_blanks_and_lists() {
        let rows: [(&str, &[&str], &[&str], u64); 8] = [
            ("a.mtl", &["a.mtl"], &["a.mtl"], 0),
            ("my mats.mtl", &["my mats.mtl"], &["my mats.mtl"], 0),
            ("my mats.mtl b.MTL", &["my mats.mtl", "b.MTL"], &["my mats.mtl", "b.MTL"], 0),
            ("a.mtl b.mtl", &["b.mtl"], &["b.mtl"], 1),
            ("one two", &["one", "two"], &["one", "two"], 0),
            ("\"a b.mtl\"", &["a b.mtl"], &["a b.mtl"], 0),
            ("a.mtl\nmtllib a.mtl", &["a.mtl"], &["a.mtl"], 0),
            ("gone.mtl", &[], &[], 1),
        ];
        for (names, there, expected, missing) in rows {
            let text = format!("mtllib {names}\n");
            let mut diagnostics = Diagnostics::new();
            let options = ImportOptions::default();
            let mut document = Document::parse_with(text.as_bytes(), &options, &mut diagnostics).unwrap();
            document.load_libraries(&Only(there), &options, &mut diagnostics).unwrap();
            let found: Vec<&str> = document.libraries.iter().map(|library| library.name.as_str()).collect();
            assert_eq!(found, expected, "{names}");
            assert_eq!(diagnostics.count(Code::MissingFile), missing, "{names}");
        }
    }

    #[test]
    fn no_more_than_a_bounded_number_of_files_is_looked_for() {
        let names = (0..1000).map(|i| format!("mtllib {i}\n")).collect::<Vec<_>>().concat();
        let mut diagnostics = Diagnostics::new();
        let options = ImportOptions::default();
        let mut document = Document::parse_with(names.as_bytes(), &options, &mut diagnostics).unwrap();
        let files: Only = Only(&["1", "999"]);
        document.load_libraries(&files, &options, &mut diagnostics).unwrap();
        assert_eq!((document.libraries.len(), diagnostics.count(Code::MissingFile)), (1, 999));
    }
}
