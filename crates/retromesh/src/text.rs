//! Documents as text, and back.

use crate::images::is_picture;
use crate::source::Source;
use retromesh_core::{Code, Diagnostics, Error, ErrorKind, Finding, Result};
use retromesh_kit::{DocumentText, Format, ImportOptions, NoFiles};

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
        let Some(text) = self.format.text() else {
            let hint = "text is made of binary documents: `retromesh formats` lists the formats";
            return Err(Error::new(id, ErrorKind::unsupported("text of files of this format", hint)));
        };
        let written = (text.write)(&self.bytes, options, diagnostics).map_err(|error| error.in_format(id))?;
        if is_picture(self.format)
            && let Err(error) = read_again(self.format, &self.bytes, &mut Diagnostics::new())
        {
            let detail = format!("`pack` refuses this text as long as that is not repaired in it: {error}");
            diagnostics.report(Finding::new(Code::SizeMismatch).detail(detail))?;
        }
        Ok(written)
    }
}

/// Returns the format that a text of [`Source::text`] is of; `None` where it does not say one that is compiled in.
pub fn packs_to(text: &[u8]) -> Option<&'static dyn Format> {
    let text = without_mark(text);
    let end = text.iter().position(|&byte| byte == b'\n').unwrap_or(text.len());
    let kind = retromesh_text::kind(std::str::from_utf8(text.get(..end)?).ok()?)?;
    crate::format_by_id(kind)
}

/// Packs a text of [`Source::text`]. Counts and sizes follow what the text lists; what is packed can be read again, with all that is packed in it.
pub fn pack(text: &[u8]) -> Result<Vec<u8>> {
    pack_with(text, &mut Diagnostics::new())
}

/// Packs a text as [`pack`] does, and reports what reading the packed file finds, such as indices outside of their tables.
pub fn pack_with(text: &[u8], diagnostics: &mut Diagnostics) -> Result<Vec<u8>> {
    let text = without_mark(text);
    let text = std::str::from_utf8(text).map_err(|error| {
        let (line, column) = place(text, error.valid_up_to());
        Error::new("", ErrorKind::bad(format!("text at line {line}, column {column}"), "UTF-8", "another byte"))
    })?;
    let Some(kind) = retromesh_text::kind(text) else {
        let start: String = text.lines().next().unwrap_or_default().chars().take(40).collect();
        let found = format!("{start:?}");
        return Err(Error::new("", ErrorKind::bad("text at line 1, column 1", "`retromesh-text 1 FORMAT`", found)));
    };
    let Some((format, own)) = formats().find(|(format, _)| format.info().id == kind) else {
        let known: Vec<&str> = formats().map(|(format, _)| format.info().id).collect();
        let what = format!("text of a format {:?}", kind.chars().take(16).collect::<String>());
        let hint = format!("this program packs {}", known.join(", "));
        return Err(Error::new("", ErrorKind::unsupported(what, hint)));
    };
    let bytes = (own.pack)(text)?;
    match read_again(format, &bytes, diagnostics) {
        Ok(()) => Ok(bytes),
        Err(error) => Err(refused(format.info().id, &error)),
    }
}

/// Lists the formats whose documents can be text.
fn formats() -> impl Iterator<Item = (&'static dyn Format, DocumentText)> {
    crate::all_formats().filter_map(|format| Some((format, format.text()?)))
}

/// Makes sure that what is packed can be read to the end: also what its document leaves packed.
fn read_again(format: &dyn Format, bytes: &[u8], diagnostics: &mut Diagnostics) -> Result<()> {
    let options = ImportOptions::default();
    format.read(bytes, &NoFiles, &options, diagnostics)?.to_scene_with(&options, diagnostics).map(drop)
}

/// Skips the mark of byte order that editors put in front of UTF-8.
fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text)
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
