//! What Windows needs: the window that it opens for a program that was started by a double click or by a drop of files, and closes with
//! it; files that other programs hold.

use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal};
use std::path::Path;

/// What shells leave in the environment of the programs that are typed in them: `cmd`, and the Windows Terminal.
const SHELLS: [&str; 2] = ["PROMPT", "WT_SESSION"];

/// Returns whether the desktop started the program, so that what it says would be gone with its window.
pub(crate) fn is_of_desktop(words: &[OsString]) -> bool {
    let in_shell = SHELLS.iter().any(|name| std::env::var_os(name).is_some());
    let has_window = cfg!(windows) && io::stdin().is_terminal() && io::stdout().is_terminal();
    closes_at_once(words, has_window, in_shell)
}

/// Decides whether a window closes with the program: one that no shell has opened, for words that the desktop writes.
fn closes_at_once(words: &[OsString], has_window: bool, in_shell: bool) -> bool {
    has_window && !in_shell && are_of_desktop(words)
}

/// Returns whether words are those of a double click or a drop: the desktop writes out all paths, and knows no options. A script that
/// files are dropped on may name the folder of the textures.
pub(crate) fn are_of_desktop(words: &[OsString]) -> bool {
    words.iter().all(|word| word == "--root" || is_written_out(word))
}

/// Returns what is wrong with a path that has a quotation mark, which no file of Windows has in its name: `"C:\my mobs\"` ends with one
/// for programs, and takes in the words after it.
pub(crate) fn quoted(path: &str) -> Option<String> {
    let (folder, _) = path.split_once('"').filter(|_| cfg!(windows))?;
    Some(format!("in quotes no backslash comes last: \"{folder}\""))
}

/// Returns whether a path begins with a drive or a host of Windows.
fn is_written_out(word: &OsStr) -> bool {
    let text = word.to_string_lossy();
    matches!(text.as_bytes(), [drive, b':', b'\\', ..] if drive.is_ascii_alphabetic()) || text.starts_with("\\\\")
}

/// The page that does without a command line, as releases name it.
const PAGE: &str = "retromesh.html";

/// Returns what a double click on the program says; `has_page` says whether the page is next to it.
pub(crate) fn welcome(has_page: bool) -> String {
    let page = if has_page {
        format!("{PAGE}, which is next to this program,")
    } else {
        format!("{PAGE}, which every release has next to the program's archive,")
    };
    format!(
        "Drop models on me: onto the icon of this program, not into this window.\n\
         Each becomes a .glb next to it, and what is lost is said here.\n\n\
         With nothing to install or type, {page} opens in a browser\n\
         and takes dropped models, too. In a command line, `retromesh help` lists what else there is."
    )
}

/// Returns whether the page lies next to the program.
pub(crate) fn has_page() -> bool {
    std::env::current_exe().is_ok_and(|program| program.with_file_name(PAGE).is_file())
}

/// Returns what to do about a file that Windows does not let go of, by the number of its error: 32 and 33 where a program holds it, 5
/// also where the file or its folder is read-only. Which program it is nothing says; those are named that open such files.
pub(crate) fn held(error: i32, file: &str) -> Option<String> {
    let extension = Path::new(file).extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let programs = match extension.as_str() {
        "glb" | "gltf" | "obj" => "Blender, 3D Viewer or a browser",
        "p3d" | "paa" | "pac" | "rtm" => "the game, Oxygen or a viewer of textures",
        "png" | "tga" | "bmp" | "jpg" | "jpeg" => "Paint, Photos or another program for images",
        "html" => "a browser",
        "csv" | "json" | "jsonl" => "Excel or an editor",
        _ => "the game or its editor",
    };
    match error {
        32 | 33 => Some(format!("a program has this file open: close it there ({programs}), and try again")),
        5 => Some(format!(
            "the file or its folder is read-only, or a program has the file open ({programs}): close it there, or write to another place"
        )),
        _ => None,
    }
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
    fn a_double_click_says_what_to_do_and_where_the_page_is() {
        for (has_page, says) in [(true, "next to this program"), (false, "every release has")] {
            let text = welcome(has_page);
            assert!(text.starts_with("Drop models on me") && text.contains(PAGE) && text.contains(says), "{text}");
        }
    }

    #[test]
    fn a_file_that_is_held_names_what_may_hold_it() {
        let rows = [
            (32, "C:\\a.GLB", Some("Blender")),
            (33, "a.csv", Some("Excel")),
            (5, "a.b3d", Some("read-only, or a program")),
            (2, "a.glb", None),
        ];
        for (error, file, says) in rows {
            let found = held(error, file);
            assert_eq!(found.is_some(), says.is_some(), "{error} {file}");
            assert!(found.unwrap_or_default().contains(says.unwrap_or_default()), "{error} {file}");
        }
    }

    #[test]
    fn the_desktop_writes_out_all_paths() {
        let words = |line: &[&str]| line.iter().map(OsString::from).collect::<Vec<_>>();
        let rows: [(&[&str], bool); 7] = [
            (&["C:\\tools\\retromesh.exe"], true),
            (&["C:\\tools\\retromesh.exe", "D:\\game\\ninja.b3d"], true),
            (&["C:\\tools\\retromesh.exe", "\\\\host\\share\\ninja.b3d"], true),
            (&["retromesh", "C:\\game\\ninja.b3d"], false),
            (&["C:\\tools\\retromesh.exe", "ninja.b3d"], false),
            (&["C:\\tools\\retromesh.exe", "--to", "C:\\game\\ninja.b3d"], false),
            (&["C:\\tools\\retromesh.exe", "--root", "C:\\game", "C:\\game\\ninja.b3d"], true),
        ];
        for (line, expected) in rows {
            assert_eq!(are_of_desktop(&words(line)), expected, "{line:?}");
            assert_eq!(closes_at_once(&words(line), true, false), expected, "{line:?}");
            assert!(!closes_at_once(&words(line), true, true), "typed in a shell: {line:?}");
            assert!(!closes_at_once(&words(line), false, false), "no window: {line:?}");
        }
    }
}
