#![doc = include_str!("../README.md")]
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
