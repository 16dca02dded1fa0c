//! Documents as text, and back.

use crate::source::Source;
use retromesh_core::{Diagnostics, Error, ErrorKind, Result};
use retromesh_kit::ImportOptions;

/// Gives the two directions for each format that is compiled in.
macro_rules! documents {
    ($($feature:literal: $krate:ident;)*) => {
        /// Writes the document of a file of a format.
        fn write(id: &'static str, bytes: &[u8], options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<String> {
            $(#[cfg(feature = $feature)]
            if id == retromesh_kit::Format::info(&$krate::FORMAT).id {
                let document = $krate::Document::parse_with(bytes, options, diagnostics)?;
                return retromesh_text::to_string(id, &document).map_err(|fault| located(id, &fault));
            })*
            let hint = "text is made of binary documents: `retromesh formats` lists the formats";
            Err(Error::new(id, ErrorKind::unsupported("text of files of this format", hint)))
        }

        /// Packs a text that says which format it is of.
        fn read(kind: &str, text: &str) -> Result<Vec<u8>> {
            $(#[cfg(feature = $feature)]
            {
                let id = retromesh_kit::Format::info(&$krate::FORMAT).id;
                if kind == id {
                    let document: $krate::Document<'static> =
                        retromesh_text::from_str(id, text).map_err(|fault| located(id, &fault))?;
                    let bytes = document.encode()?;
                    drop(document);
                    return match $krate::Document::parse(&bytes) {
                        Ok(_) => Ok(bytes),
                        Err(error) => Err(refused(id, &error)),
                    };
                }
            })*
            let known: &[&str] = &[$(#[cfg(feature = $feature)] retromesh_kit::Format::info(&$krate::FORMAT).id),*];
            let what = format!("text of a format {:?}", kind.chars().take(16).collect::<String>());
            let hint = format!("this program packs {}", known.join(", "));
            Err(Error::new("", ErrorKind::unsupported(what, hint)))
        }
    };
}

documents! {
    "b3d": retromesh_b3d;
    "bo3d": retromesh_bo3d;
    "bogle": retromesh_bogle;
    "bmd": retromesh_bmd;
    "p3d": retromesh_p3d;
    "rmesh": retromesh_rmesh;
    "paa": retromesh_paa;
}

impl Source {
    /// Writes the document of the file as text; [`pack`] gives the bytes back.
    ///
    /// ```
    /// use retromesh::{Diagnostics, ImportOptions, Source};
    ///
    /// let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/b3d/triangle.b3d");
    /// let options = ImportOptions::default();
    /// let source = Source::load(file, &options.limits)?;
    /// let text = source.text(&options, &mut Diagnostics::new())?;
    /// assert_eq!(retromesh::pack(text.as_bytes())?, source.bytes);
    ///
    /// let moved = text.replace("  0 1 0\n", "  0 5 0\n");
    /// assert_ne!(retromesh::pack(moved.as_bytes())?, source.bytes);
    /// # Ok::<(), retromesh::Error>(())
    /// ```
    pub fn text(&self, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<String> {
        let id = self.format.info().id;
        write(id, &self.bytes, options, diagnostics).map_err(|error| error.in_format(id))
    }
}

/// Packs a text of [`Source::text`]. Counts and sizes follow what the text lists; what is packed can be read again.
pub fn pack(text: &[u8]) -> Result<Vec<u8>> {
    let text = std::str::from_utf8(text).map_err(|error| {
        let (line, column) = place(text, error.valid_up_to());
        Error::new("", ErrorKind::bad(format!("text at line {line}, column {column}"), "UTF-8", "another byte"))
    })?;
    let Some(kind) = retromesh_text::kind(text) else {
        let start: String = text.lines().next().unwrap_or_default().chars().take(40).collect();
        let found = format!("{start:?}");
        return Err(Error::new("", ErrorKind::bad("text at line 1, column 1", "`retromesh-text 1 FORMAT`", found)));
    };
    read(kind, text)
}

/// Counts lines and columns up to a byte.
fn place(text: &[u8], at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let line = before.rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
    (before.split(|&byte| byte == b'\n').count(), String::from_utf8_lossy(line).chars().count() + 1)
}

fn refused(id: &'static str, error: &Error) -> Error {
    Error::new(id, ErrorKind::unrepresentable(format!("what is packed would be refused: {error}")))
}

fn located(id: &'static str, fault: &retromesh_text::Error) -> Error {
    let what = match fault.line() {
        0 => "document".to_owned(),
        line => format!("text at line {line}, column {}", fault.column()),
    };
    Error::new(id, ErrorKind::bad(what, fault.expected().to_owned(), fault.found().to_owned()))
}
