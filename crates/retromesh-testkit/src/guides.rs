//! Guides: pages whose commands are run.

use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Copies the files that a guide names in comments of the form `<!-- file: here.b3d is fixtures/b3d/there.b3d -->`.
pub fn set_up(text: &str, folder: &Path) -> usize {
    let named =
        text.lines().filter_map(|line| line.strip_prefix("<!-- file: ")?.strip_suffix(" -->")?.split_once(" is "));
    let mut count = 0;
    for (here, there) in named {
        let path = folder.join(here);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::copy(crate::files::workspace().join(there), &path).unwrap_or_else(|e| panic!("{there}: {e}"));
        count += 1;
    }
    count
}

/// Returns the commands of all console blocks with what is said to follow them.
pub fn transcript(text: &str) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match line {
            "```console" => inside = true,
            "```" => inside = false,
            _ if !inside => {}
            _ => match line.strip_prefix("$ ") {
                Some(command) => all.push((command.to_owned(), String::new())),
                None => writeln!(all.last_mut().expect("a command before its output").1, "{line}").unwrap(),
            },
        }
    }
    all
}

/// Does what `sed -i 'SCRIPT' FILE` does in a folder, for the scripts of guides, which takes texts as they are: `s/this/that/`,
/// `/this/d`, `/this/a that`, each for every line that has `this`; an edit without an effect fails. Other commands are not done, and
/// answered with `false`.
pub fn edit(command: &str, folder: &Path) -> bool {
    let Some((script, file)) = command.strip_prefix("sed -i '").and_then(|rest| rest.rsplit_once("' ")) else {
        return false;
    };
    let path = folder.join(file);
    let before = fs::read_to_string(&path).unwrap();
    let parts: Vec<&str> = script.split('/').collect();
    let edited = before.split_inclusive('\n').map(|line| match parts.as_slice() {
        ["s", this, that, ""] => line.replacen(this, that, 1),
        ["", this, "d"] if line.contains(this) => String::new(),
        ["", this, add] if line.contains(this) => format!("{line}{}\n", add.strip_prefix("a ").unwrap()),
        ["", _, _] => line.to_owned(),
        _ => panic!("no guide may ask for {script:?}"),
    });
    let edited: String = edited.collect();
    assert_ne!(edited, before, "{script} changes nothing");
    fs::write(path, edited).unwrap();
    true
}
