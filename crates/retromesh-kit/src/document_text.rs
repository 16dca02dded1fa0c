//! Documents as text, and back: what a format offers whose document has serde.

use crate::options::ImportOptions;
use retromesh_core::{Diagnostics, Result};
#[cfg(feature = "text")]
use retromesh_core::{Error, ErrorKind};

/// How a file of a format becomes text, and a text the bytes of a file.
#[derive(Debug, Clone, Copy)]
pub struct DocumentText {
    /// Writes the document of a file as text.
    pub write: fn(&[u8], &ImportOptions, &mut Diagnostics) -> Result<String>,
    /// Makes a file of a text: the bytes that it was written from, as long as nothing was edited.
    pub pack: fn(&str) -> Result<Vec<u8>>,
}

/// Offers the text of a format's document, in its `impl Format`; takes the id of the format and the type of the document.
///
/// The crate has a feature `text`, which turns on its `serde` and the `text` of this crate.
#[macro_export]
macro_rules! document_text {
    ($id:path, $document:ident) => {
        #[cfg(feature = "text")]
        fn text(&self) -> Option<$crate::DocumentText> {
            Some($crate::DocumentText {
                write: |bytes, options, diagnostics| {
                    $crate::document_text::write($id, &$document::parse_with(bytes, options, diagnostics)?)
                },
                pack: |text| $crate::document_text::read::<$document<'static>>($id, text)?.encode(),
            })
        }
    };
}

/// Writes a document as text.
#[cfg(feature = "text")]
pub fn write(id: &'static str, document: &impl serde::Serialize) -> Result<String> {
    retromesh_text::to_string(id, document).map_err(|fault| located(id, &fault))
}

/// Reads the document of a text.
#[cfg(feature = "text")]
pub fn read<D: serde::de::DeserializeOwned>(id: &'static str, text: &str) -> Result<D> {
    retromesh_text::from_str(id, text).map_err(|fault| located(id, &fault))
}

#[cfg(feature = "text")]
fn located(id: &'static str, fault: &retromesh_text::Error) -> Error {
    let what = match fault.line() {
        0 => "document".to_owned(),
        line => format!("text at line {line}, column {}", fault.column()),
    };
    Error::new(id, ErrorKind::bad(what, fault.expected().to_owned(), fault.found().to_owned()))
}
