//! A line-oriented text syntax for serde, made for what model files hold: arrays of hundreds of thousands of rows.
//!
//! A row of an array is a line, and so is a field of a structure. Floats have as few digits as give the same bits; NaNs keep theirs.
//! The first line names the kind of the text. Blank lines, indentation and `# comments` mean nothing.
//!
//! | syntax | serde |
//! |---|---|
//! | `7`, `-0.5`, `1e-7`, `inf`, `nan`, `nan:7f800001`, `0x1f` | numbers; `nan:` is followed by the bits |
//! | `"a\n\xff\u{202e}"` | text; `\xNN` is a byte |
//! | `<00ff 0a>` | bytes, also over several lines |
//! | `1 2 3` | tuple, which ends with the line |
//! | `[` elements `]` | sequence |
//! | `{` fields `}` | structure: a name and a value a line; without braces at the top |
//! | `NAME`, `NAME value`, `NAME {` fields `}` | variant |
//! | `none` | nothing |
//!
//! Maps and characters have no syntax. Formats of bits that describe themselves less, such as bincode, are another matter: what is
//! written here may leave out fields.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Debug, PartialEq, Serialize, Deserialize)]
//! struct Mesh {
//!     name: String,
//!     positions: Vec<(f32, f32, f32)>,
//! }
//!
//! let mesh = Mesh { name: "flag".into(), positions: vec![(0.0, 0.1, -0.0), (1.0, 2.5e-8, f32::INFINITY)] };
//! let text = retromesh_text::to_string("mesh", &mesh)?;
//! assert_eq!(text, "retromesh-text 1 mesh\nname \"flag\"\npositions [\n  0 0.1 -0\n  1 2.5e-8 inf\n]\n");
//! assert_eq!(retromesh_text::from_str::<Mesh>("mesh", &text)?, mesh);
//!
//! let error = retromesh_text::from_str::<Mesh>("mesh", &text.replace("2.5e-8", "2,5")).unwrap_err();
//! assert_eq!(error.to_string(), "line 5, column 5: expected a number, found `2,5`");
//! # Ok::<(), retromesh_text::Error>(())
//! ```
#![warn(clippy::indexing_slicing)]

mod blocks;
mod error;
mod number;
mod quoted;
mod read;
mod write;

pub use error::Error;

use serde::{Serialize, de::DeserializeOwned};

/// The first word of every text.
const MAGIC: &str = "retromesh-text";
/// The version of the syntax.
const VERSION: &str = "1";

/// Writes a structure as text of a kind, which is a word such as the id of a format.
pub fn to_string<T: Serialize>(kind: &str, value: &T) -> Result<String, Error> {
    let mut writer = write::Writer::new(format!("{MAGIC} {VERSION} {kind}"));
    value.serialize(&mut writer)?;
    Ok(writer.finish())
}

/// Reads a structure from text of a kind.
pub fn from_str<T: DeserializeOwned>(kind: &str, text: &str) -> Result<T, Error> {
    let head = text.lines().next().unwrap_or_default();
    if self::kind(text) != Some(kind) {
        let found = error::quoted(head.as_bytes());
        return Err(Error::new(format!("`{MAGIC} {VERSION} {kind}`"), found).at(0).located(text));
    }
    let mut reader = read::Reader::new(text, head.len());
    T::deserialize(&mut reader).map_err(|error| error.at(reader.offset()).located(text))
}

/// Returns the kind that the first line of a text names; `None` where that is no text of this syntax and version.
pub fn kind(text: &str) -> Option<&str> {
    let mut words = text.lines().next()?.split_ascii_whitespace();
    let is_head = words.next() == Some(MAGIC) && words.next() == Some(VERSION);
    words.next().filter(|_| is_head && words.next().is_none())
}
