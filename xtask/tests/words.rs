//! Plain words: what `docs/STYLE.md` has a word for is called by it, in code, messages and pages.

#![allow(clippy::expect_used, clippy::indexing_slicing)]

use std::path::Path;
use std::process::Command;

/// Words that readers stop at, each with the contexts in which it is right. A name counts as its words: `MAX_ODD` as "max odd".
const WORDS: &str = "
looks = looks at | looks for | looks up | looks it up | looks them up | looks along | looks down | looks left | looks right | looks like
stands = stands for | stands in for | stands still
stand = stand for | b: stand | stand in for | stand still | \"stand | `stand` | and stand | run, stand | stand = { | stand start | stand end
behind = what is behind | behind the eye | behind the other | square behind | sun behind | shelf/behind | slack behind the closing
stretch = b\"stretch\"
odd = odd stride | one is odd | let odd = | from(odd) | if odd | bytes, odd | 4 * odd | \"odd | odd! | mtllib odd.mtl
bent = \"bent\"
bend = \"bend\" | --pose bend
hang = a hang | no hang | hang: case
hangs = takes longer hangs | a copy hangs | a run that hangs
lends = lends arrays
the most = the most frequent | the most coordinate sets | with the most
stood, beside, stretches, mend, mends, mended, mending, oddities, told, bends, hung, cure, cures, cured, lent, wound =
rumour, unwatched, yardstick, shelves, over night, so many, so often, tells whether, what be, format's most =
const most, let most =
";

/// What others wrote, these words themselves, and dumps of what fixtures hold.
const LEFT_OUT: &[&str] =
    &["LICENSE", ".lock", "-lock.json", "fixtures/", "docs/STYLE.md", "xtask/tests/words.rs", ".snap", ".dict"];

/// Returns a line in lower case, names as their words, without what begins a comment or ends a line of a text.
fn plain(line: &str) -> String {
    let mut text = String::new();
    let mut last = ' ';
    for c in line.trim_matches([' ', '\t', '/', '!', '#', '*', '>', '\\']).chars() {
        if c.is_uppercase() && last.is_lowercase() {
            text.push(' ');
        }
        text.extend(if c == '_' { ' ' } else { c }.to_lowercase());
        last = c;
    }
    text
}

/// Returns where a word is on its own and in none of the contexts; a compound with hyphens is another word.
fn places<'t>(text: &'t str, word: &'t str, allowed: &'t str) -> impl Iterator<Item = usize> + 't {
    let joins = |c: char| c.is_alphabetic() || c == '-';
    let fits = move |at: usize, context: &str| {
        context
            .match_indices(word)
            .any(|(start, _)| at >= start && text[..].get(at - start..).is_some_and(|t| t.starts_with(context)))
    };
    text.match_indices(word).map(|(at, _)| at).filter(move |&at| {
        let is_alone = !text[..at].ends_with(joins) && !text[at + word.len()..].starts_with(joins);
        is_alone && !allowed.split(" | ").any(|context| fits(at, context.trim()))
    })
}

#[test]
fn words_are_plain() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let output = Command::new("git").arg("ls-files").current_dir(&root).output().expect("git runs");
    let files = String::from_utf8(output.stdout).expect("names are UTF-8");
    let rows = WORDS.lines().filter_map(|line| line.split_once(" ="));
    let words: Vec<(&str, &str)> =
        rows.flat_map(|(words, allowed)| words.split(", ").map(move |word| (word, allowed))).collect();
    let (mut found, mut read) = (Vec::new(), 0);
    for file in files.lines().filter(|file| !LEFT_OUT.iter().any(|part| file.starts_with(part) || file.ends_with(part)))
    {
        let Ok(text) = std::fs::read_to_string(root.join(file)) else { continue };
        read += 1;
        let lines: Vec<String> = text.lines().map(plain).collect();
        for (n, line) in lines.iter().enumerate() {
            // A context may go over the end of a line.
            let before = n.checked_sub(1).map_or("", |n| &lines[n]);
            let around = format!("{before} {line} {}", lines.get(n + 1).map_or("", String::as_str));
            let own = before.len() + 1..before.len() + 1 + line.len();
            for (word, allowed) in &words {
                let here = places(&around, word, allowed).filter(|at| own.contains(at));
                found.extend(here.map(|_| format!("{file}:{}: {word}: {line}", n + 1)));
            }
        }
    }
    assert!(read > 1000 && found.is_empty(), "{} in {read} files:\n{}", found.len(), found.join("\n"));
}
