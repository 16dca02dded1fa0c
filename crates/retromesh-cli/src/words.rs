//! The words of the command line before they are understood.

use crate::args::Cli;
use crate::inputs::is_pattern;
use clap::CommandFactory;
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// Puts `convert` before words that name files and no command, as a drop on the program's icon gives them. Tells whether it did.
pub(crate) fn with_command(mut words: Vec<OsString>) -> (Vec<OsString>, bool) {
    let cli = Cli::command();
    let is_command = |word: &OsStr| cli.get_subcommands().any(|command| OsStr::new(command.get_name()) == word);
    let first = words.iter().skip(1).find(|word| is_command(word) || is_file(word));
    let dropped = first.is_some_and(|word| !is_command(word));
    if dropped {
        words.insert(1, "convert".into());
    }
    (words, dropped)
}

/// Tells whether a word is a file or a folder, or could only be meant as one.
fn is_file(word: &OsStr) -> bool {
    let path = Path::new(word);
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    path.exists() || is_pattern(path) || retromesh::format_by_extension(&extension).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_without_a_command_are_converted() {
        for (line, expected) in [
            ("retromesh", "retromesh"),
            ("retromesh info a.b3d", "retromesh info a.b3d"),
            ("retromesh -q info a.b3d", "retromesh -q info a.b3d"),
            ("retromesh a.b3d", "retromesh convert a.b3d"),
            ("retromesh -q models/*.bmd b.b3d", "retromesh convert -q models/*.bmd b.b3d"),
            ("retromesh --to obj a.b3d", "retromesh convert --to obj a.b3d"),
            ("retromesh . convert", "retromesh convert . convert"),
            ("retromesh conver", "retromesh conver"),
            ("retromesh --help", "retromesh --help"),
        ] {
            let (words, dropped) = with_command(line.split(' ').map(OsString::from).collect());
            assert_eq!(words.join(OsStr::new(" ")), OsStr::new(expected));
            assert_eq!(dropped, line != expected, "{line}");
        }
    }
}
