//! How the words of the library's values are read.

use clap::builder::{PathBufValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use retromesh::choice::{Choice, Word};
use retromesh::keyframes::{SLOWEST_RATE, is_rate};
use retromesh::settings::Text;
use retromesh::{Archive, split_archive};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// Reads a word of a choice, and explains the words in the help.
pub(crate) fn choice<C: Choice + Send + Sync>() -> impl TypedValueParser<Value = C> {
    words(C::WORDS).try_map(|word| C::from_name(&word).ok_or("expected one of the words"))
}

/// Reads one of some words, and explains them in the help.
pub(super) fn words(words: &[Word]) -> PossibleValuesParser {
    let explained = |word: &Word| PossibleValue::new(word.name).help(word.about.trim_end_matches('.'));
    PossibleValuesParser::new(words.iter().map(explained))
}

/// Reads a value that one text holds.
pub(crate) fn text<T: Text>(text: &str) -> Result<T, String> {
    T::parse(text).ok_or_else(|| format!("expected {}", T::EXPECTED))
}

/// Reads the path of a folder that is there, or of an archive that can be read, or of a folder in one.
pub(super) fn folder() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        let Some((archive, below)) = split_archive(&path) else {
            let is_file = "this is a file: name a folder, or a .pbo or .zip archive";
            let problem = if path.exists() { is_file } else { "there is no such folder" };
            return if path.is_dir() { Ok(path) } else { Err(problem.to_owned()) };
        };
        let archive = Archive::open(archive).map_err(|error| error.to_string())?;
        archive.damage().map_or(Ok(()), |error| Err(error.to_string()))?;
        let is_there = below.as_os_str().is_empty() || archive.paths().any(|file| Path::new(&file).starts_with(&below));
        if is_there { Ok(path) } else { Err("there is no such folder in the archive".to_owned()) }
    })
}

/// Reads how many files are worked on at a time.
pub(crate) fn jobs(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "expected a number from 1 on".to_owned())
}

/// Reads a rate of frames per second.
pub(super) fn rate(text: &str) -> Result<f32, String> {
    let number: Option<f32> = text.parse().ok();
    number.filter(|&number| is_rate(number)).ok_or_else(|| format!("expected a number from {SLOWEST_RATE} on"))
}

/// Reads an offset, in decimal or, after `0x`, in hexadecimal digits.
pub(super) fn offset(text: &str) -> Result<u64, String> {
    let hex = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let number = hex.map_or_else(|| text.parse(), |digits| u64::from_str_radix(digits, 16));
    number.map_err(|_| "expected a number such as 452 or 0x1c4".to_owned())
}
