//! The window that Windows opens for a program that was started by a double click or by a drop of files, and closes with it.

use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal};

/// What shells leave in the environment of the programs that are typed in them: `cmd`, and the Windows Terminal.
const SHELLS: [&str; 2] = ["PROMPT", "WT_SESSION"];

/// Returns whether the desktop started the program, so that what it says would be gone with its window.
pub(crate) fn is_of_desktop(words: &[OsString]) -> bool {
    let in_shell = SHELLS.iter().any(|name| std::env::var_os(name).is_some());
    cfg!(windows) && !in_shell && are_of_desktop(words) && io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Returns whether words are those of a double click or a drop: the desktop writes out all paths, and knows no options.
pub(crate) fn are_of_desktop(words: &[OsString]) -> bool {
    words.iter().all(|word| is_written_out(word))
}

/// Returns whether a path begins with a drive or a host of Windows.
fn is_written_out(word: &OsStr) -> bool {
    let text = word.to_string_lossy();
    matches!(text.as_bytes(), [drive, b':', b'\\', ..] if drive.is_ascii_alphabetic()) || text.starts_with("\\\\")
}

/// Waits until the person has read what was said.
pub(crate) fn wait() {
    outln!("Press Enter to close this window.");
    let _line = io::stdin().read_line(&mut String::new());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_desktop_writes_out_all_paths() {
        let rows: [(&[&str], bool); 6] = [
            (&["C:\\tools\\retromesh.exe"], true),
            (&["C:\\tools\\retromesh.exe", "D:\\game\\ninja.b3d"], true),
            (&["C:\\tools\\retromesh.exe", "\\\\host\\share\\ninja.b3d"], true),
            (&["retromesh", "C:\\game\\ninja.b3d"], false),
            (&["C:\\tools\\retromesh.exe", "ninja.b3d"], false),
            (&["C:\\tools\\retromesh.exe", "--to", "C:\\game\\ninja.b3d"], false),
        ];
        for (words, expected) in rows {
            let words: Vec<OsString> = words.iter().map(OsString::from).collect();
            assert_eq!(are_of_desktop(&words), expected, "{words:?}");
        }
    }
}
