//! The document: the text as it is.

use crate::lines::Lines;
use std::borrow::Cow;

/// Holds an OBJ text and the material libraries that it names.
///
/// The text is the document: every byte of it is kept, and what the lines say is read when asked for, by
/// [`Document::lines`] and [`Statement::of`](crate::Statement::of). So parsing copies nothing but a text in UTF-16, and writing is one copy.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Document<'a> {
    /// The text of the `.obj` file.
    pub text: Cow<'a, [u8]>,
    /// The bytes of a file in UTF-16, of which `text` is the same in UTF-8.
    pub utf16: Option<Cow<'a, [u8]>>,
    /// The material libraries that were found, in the order in which materials are looked up.
    pub libraries: Vec<Library<'a>>,
}

/// A `.mtl` file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Library<'a> {
    /// The name by which the `.obj` file calls it.
    pub name: String,
    /// Its text.
    pub text: Cow<'a, [u8]>,
}

impl Document<'_> {
    /// Returns the logical lines of the text.
    pub fn lines(&self) -> Lines<'_> {
        Lines::new(&self.text)
    }

    /// Copies what is borrowed.
    pub fn into_owned(self) -> Document<'static> {
        Document {
            text: Cow::Owned(self.text.into_owned()),
            utf16: self.utf16.map(|bytes| Cow::Owned(bytes.into_owned())),
            libraries: self.libraries.into_iter().map(Library::into_owned).collect(),
        }
    }
}

impl Library<'_> {
    /// Returns the logical lines of the text.
    pub fn lines(&self) -> Lines<'_> {
        Lines::new(&self.text)
    }

    /// Copies what is borrowed.
    pub fn into_owned(self) -> Library<'static> {
        Library { name: self.name, text: Cow::Owned(self.text.into_owned()) }
    }
}
