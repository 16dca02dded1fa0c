//! The words of the command line before clap reads them.

use crate::args::Cli;
use crate::inputs::{has_name_of_archive, is_pattern};
use crate::missing;
use crate::sources::is_stream;
use crate::suggest::nearest;
use crate::terminal::typed;
use clap::{Arg, Command, CommandFactory};
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// What the first word that is no option says about a command line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// It is a command, or there is none.
    Command(Vec<OsString>),
    /// It is a file or a folder, as a drop on the program's icon gives them: `convert` was put before the words.
    Files(Vec<OsString>),
    /// It is neither; what to say, and what to type instead.
    Unknown(String, String),
}

/// Decides by the first word that is no option.
pub(crate) fn read(mut words: Vec<OsString>) -> Line {
    let mut cli = Cli::command();
    cli.build();
    // As programs of Windows are asked for help.
    for word in words.iter_mut().skip(1).filter(|word| *word == "/?") {
        *word = "--help".into();
    }
    // `convert help` asks for the help of `convert`.
    if let [_, command, help] = words.as_mut_slice()
        && help == "help"
        && !Path::new("help").exists()
        && self::command(&cli, command).is_some()
    {
        std::mem::swap(help, command);
    }
    // `-h convert`, too.
    if let [_, help, command, ..] = words.as_mut_slice()
        && (help == "-h" || help == "--help")
        && cli.get_subcommands().any(|known| OsStr::new(known.get_name()) == command)
    {
        std::mem::swap(help, command);
    }
    if let [_, word] = words.as_slice()
        && word == "-v"
    {
        return Line::Unknown("-v has a command say more".to_owned(), "-V prints the version".to_owned());
    }
    let mut options = words.iter().skip(1).take_while(|word| *word != "--");
    if let Some((message, advice)) = options.find_map(|word| mistyped(&cli, word.to_str()?)) {
        return Line::Unknown(message, advice);
    }
    let mut files = words.iter().skip(1).take_while(|word| *word != "--");
    if let Some(file) =
        files.find(|word| is_option(word) && Path::new(word).extension().is_some() && Path::new(word).is_file())
    {
        let name = file.to_string_lossy();
        return Line::Unknown(format!("{name} would be read as an option"), format!("./{name} names the file"));
    }
    if let Some((message, advice)) = unquoted(&cli, &words) {
        return Line::Unknown(message, advice);
    }
    let Some(at) = first_word(&cli, &words) else { return Line::Command(words) };
    let first = &words[at];
    if command(&cli, first).is_some() {
        // Options may be named before their command.
        if words[1..at].iter().any(|word| is_option(word) && !cli.get_arguments().any(|own| is_called(own, word))) {
            words[1..=at].rotate_right(1);
        }
        Line::Command(words)
    } else if is_file(first) {
        words.insert(1, "convert".into());
        Line::Files(words)
    } else {
        let text = first.to_string_lossy();
        Line::Unknown(format!("no such command or file: {text}"), advice(&cli, &text, &words))
    }
}

/// Options that other programs have, with what to type here.
const FOREIGN: [(&str, &str); 19] = [
    ("-t", "`--to` names the format of the output, `--target` the engine"),
    ("-i", "inputs are named without an option"),
    ("--input", "inputs are named without an option"),
    ("-r", "folders are read with all that is below them"),
    ("--lenient", "without `--strict` defects are repaired and reported; of a file that is cut, get another copy"),
    ("--recursive", "folders are read with all that is below them"),
    ("-y", "`--force` overwrites outputs"),
    ("--overwrite", "`--force` overwrites outputs"),
    ("--o", "the output is `-o FILE`"),
    (
        "--format",
        "`--to` names the format of the output, `--from` that of the input; `--json` writes what is listed as JSON",
    ),
    ("--output-format", "`--to` names the format of the output"),
    ("--type", "`--to` names the format of the output"),
    ("--ext", "`--to` names the format of the output"),
    ("--extension", "`--to` names the format of the output"),
    ("--output-dir", "the folder of outputs is `-d DIR`"),
    ("--outdir", "the folder of outputs is `-d DIR`"),
    ("--dest", "the output is `-o FILE`, a folder `-d DIR`"),
    ("--manifest", "`-d DIR` keeps one in the folder; `--report FILE` writes a line for each input"),
    ("--scale", "no option scales a model; `--luanti-use node` makes a node of Luanti of it, ten times as large"),
];

/// Words that other programs have for commands of this one.
const OTHER_COMMANDS: [(&str, &str); 19] = [
    ("compare", "diff"),
    ("show", "view"),
    ("open", "view"),
    ("preview", "view"),
    ("list", "info"),
    ("ls", "info"),
    ("inspect", "info"),
    ("fix", "repair"),
    ("validate", "check"),
    ("verify", "check"),
    ("lint", "check"),
    ("test", "check"),
    ("export", "convert"),
    ("import", "convert"),
    ("transform", "convert"),
    ("draw", "render"),
    ("screenshot", "render"),
    ("thumbnail", "render"),
    ("version", "--version"),
];

/// Says what is wrong with an option that has one hyphen for two, or is that of another program.
fn mistyped(cli: &Command, word: &str) -> Option<(String, String)> {
    let name = word.trim_start_matches('-').split('=').next()?;
    let hyphens = word.len() - word.trim_start_matches('-').len();
    let is_foreign = |foreign: &str| match foreign.trim_start_matches('-') {
        // Other letters may be an option of ours with one hyphen.
        letter if letter.len() == 1 => word.split('=').next() == Some(foreign),
        long => long == name,
    };
    let foreign = FOREIGN.iter().find(|(foreign, _)| is_foreign(foreign)).map(|(_, advice)| (*advice).to_owned());
    let is_known = || {
        let commands = cli.get_subcommands().flat_map(Command::get_arguments);
        name.len() > 1 && commands.chain(cli.get_arguments()).any(|argument| argument.get_long() == Some(name))
    };
    let format =
        || retromesh::format_by_extension(name).map(|_| format!("`--to {name}` names the format of the output"));
    let own = || {
        let is_command = cli.get_subcommands().any(|command| command.get_name() == name);
        let command = || is_command.then(|| format!("commands have no hyphens: `retromesh {name} FILE`"));
        let engine = || crate::targets::is_name(name).then(|| format!("`--target {name}` names the engine"));
        format().or_else(command).or_else(engine).filter(|_| !is_known())
    };
    let advice = match hyphens {
        1 | 2 if own().is_some() => own(),
        1 => foreign.or_else(|| is_known().then(|| format!("did you mean `--{name}`?"))),
        2 => foreign,
        _ => None,
    };
    Some((format!("no option {}", word.split('=').next()?), advice?))
}

/// Says that words are a name with spaces, which needs quotes: that of a file, or of an output that is still to be made.
fn unquoted(cli: &Command, words: &[OsString]) -> Option<(String, String)> {
    let text = |word: &OsString| word.to_string_lossy().into_owned();
    let is_missing = |word: &str| !word.starts_with('-') && !Path::new(word).exists();
    let named = |name: &str| {
        let first = name.split(' ').next().unwrap_or_default();
        (format!("{first}: no such file"), format!("names with spaces go in quotes: \"{name}\""))
    };
    let commands = cli.get_subcommands().map(Command::get_name);
    let commands: Vec<&str> = commands.collect();
    for (at, word) in words.iter().enumerate().skip(1).map(|(at, word)| (at, text(word))) {
        let before = text(&words[at - 1]);
        let is_value = at > 1 && before.starts_with('-') && takes_next(cli, OsStr::new(&before));
        if !is_missing(&word) || commands.contains(&word.as_str()) {
            continue;
        }
        let mut name = word.clone();
        let next = words.get(at + 1).map(text).filter(|next| !next.starts_with('-'));
        for more in words.iter().skip(at + 1).map(text).take_while(|more| !more.starts_with('-')).take(MAX_PARTS) {
            name = format!("{name} {more}");
            if !is_value && Path::new(&name).is_file() {
                return Some(named(&name));
            }
        }
        // What follows an output without an extension, and is not there or was named before, is the rest of its name.
        let is_output = is_value && PLACES.contains(&before.as_str()) && Path::new(&word).extension().is_none();
        let is_rest = |next: &String| {
            let was_named = words.iter().take(at - 1).any(|word| text(word) == *next);
            Path::new(next).extension().is_some() && (was_named || is_missing(next))
        };
        if let Some(next) = next.filter(|next| is_output && is_rest(next)) {
            return Some(named(&format!("{word} {next}")));
        }
    }
    None
}

/// Options that name a file.
const PLACES: [&str; 4] = ["-o", "--output", "--html", "--report"];

/// At most this many words are looked at as the rest of a name.
const MAX_PARTS: usize = 8;

/// Says what to type for an option that the command of a line does not have.
pub(crate) fn misplaced(words: &[OsString], option: &str) -> Option<(String, &'static str)> {
    let cli = Cli::command();
    let command = command(&cli, &words[first_word(&cli, words)?])?;
    let has = |name: &str| command.get_arguments().any(|argument| argument.get_long() == Some(name));
    let advice = match option {
        "-d" | "--directory" if command.get_name() == "textures" => {
            "the list goes into a file with `> FILE`; `retromesh convert FILE -d DIR --textures copy` copies images"
        }
        "-d" | "--directory" if has("output") => "the output is `-o FILE`",
        "-o" | "--output" if has("html") => {
            "what is printed goes into a file with `> FILE`; `--html FILE` writes a page"
        }
        "-o" | "--output" | "-d" | "--directory" | "--report" if !has("output") => {
            "what is printed goes into a file with `> FILE`"
        }
        _ => return None,
    };
    Some((format!("{} has no option {option}", command.get_name()), advice))
}

/// Finds the place of the first word that is neither an option nor the value of one.
fn first_word(cli: &Command, words: &[OsString]) -> Option<usize> {
    let mut at = 1;
    while let Some(word) = words.get(at) {
        if word == "--" {
            return Some(at + 1).filter(|next| *next < words.len());
        }
        if !is_option(word) {
            return Some(at);
        }
        at += 1 + usize::from(takes_next(cli, word));
    }
    None
}

fn is_option(word: &OsStr) -> bool {
    word != "-" && word != "--" && word.to_string_lossy().starts_with('-')
}

fn command<'c>(cli: &'c Command, word: &OsStr) -> Option<&'c Command> {
    cli.get_subcommands().find(|command| OsStr::new(command.get_name()) == word)
}

/// Returns whether a word is the name of an option.
fn is_called(argument: &Arg, word: &OsStr) -> bool {
    let text = word.to_string_lossy();
    let name = text.split('=').next().unwrap_or_default();
    let short = || argument.get_short().is_some_and(|short| name.strip_prefix('-') == Some(&short.to_string()));
    argument.get_long().is_some_and(|long| name.strip_prefix("--") == Some(long)) || short()
}

/// Returns whether the word after an option is its value.
fn takes_next(cli: &Command, option: &OsStr) -> bool {
    let is_separate = |argument: &&Arg| argument.get_action().takes_values() && !argument.is_require_equals_set();
    let mut all = cli.get_subcommands().flat_map(Command::get_arguments).filter(is_separate);
    !option.to_string_lossy().contains('=') && all.any(|argument| is_called(argument, option))
}

/// Returns whether a word is a file or a folder, or could only be meant as one.
fn is_file(word: &OsStr) -> bool {
    let path = Path::new(word);
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    path.exists() || is_stream(path) || is_pattern(path) || retromesh::format_by_extension(&extension).is_some()
}

/// Returns what to type instead of a line whose first word is no command.
fn advice(cli: &Command, word: &str, words: &[OsString]) -> String {
    let commands: Vec<&str> = cli.get_subcommands().map(Command::get_name).collect();
    if ["unpack", "extract", "unzip"].contains(&word) {
        let archive = words
            .iter()
            .map(Path::new)
            .find(|word| has_name_of_archive(word))
            .map_or_else(|| "ARCHIVE".to_owned(), typed);
        return format!("`retromesh convert {archive} -d DIR` converts the models in an archive");
    }
    let other = OTHER_COMMANDS.iter().find(|(other, _)| *other == word).map(|(_, own)| *own);
    if let Some(near) = other.or_else(|| nearest(word, &commands)) {
        return format!("did you mean `retromesh {near}`?");
    }
    let words = || words.iter().skip(1).map(|word| word.to_string_lossy());
    let format = words().find_map(|word| retromesh::format_by_extension(&word));
    match (format, words().find(|word| is_file(OsStr::new(&**word)))) {
        (Some(format), Some(file)) => {
            let extension = format.info().extensions.first().unwrap_or(&retromesh::DEFAULT_EXTENSION);
            format!("to convert, type `retromesh convert {} --to {extension}`", typed(Path::new(&*file)))
        }
        _ => missing::hint(Path::new(word))
            .unwrap_or_else(|| "`retromesh help` lists the commands; `retromesh FILE` converts a file".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_decides() {
        for (line, expected) in [
            ("retromesh", "retromesh"),
            ("retromesh info a.b3d", "retromesh info a.b3d"),
            ("retromesh -q info a.b3d", "retromesh -q info a.b3d"),
            ("retromesh a.b3d", "retromesh convert a.b3d"),
            ("retromesh - --to obj", "retromesh convert - --to obj"),
            ("retromesh -q models/*.bmd b.b3d", "retromesh convert -q models/*.bmd b.b3d"),
            ("retromesh --to obj a.b3d", "retromesh convert --to obj a.b3d"),
            ("retromesh --to=obj -o x.obj a.b3d", "retromesh convert --to=obj -o x.obj a.b3d"),
            ("retromesh -- a.b3d", "retromesh convert -- a.b3d"),
            ("retromesh -q -o x.glb convert a.b3d", "retromesh convert -q -o x.glb a.b3d"),
            ("retromesh --target=luanti check a.b3d", "retromesh check --target=luanti a.b3d"),
            ("retromesh --version convert", "retromesh --version convert"),
            ("retromesh . convert", "retromesh convert . convert"),
            ("retromesh --help", "retromesh --help"),
            ("retromesh -h convert", "retromesh convert -h"),
            ("retromesh -h a.b3d", "retromesh convert -h a.b3d"),
            ("retromesh convert help", "retromesh help convert"),
            ("retromesh -v", "-v has a command say more (-V prints the version)"),
            ("retromesh --input a.b3d", "no option --input (inputs are named without an option)"),
            (
                "retromesh unpack a.pbo",
                "no such command or file: unpack (`retromesh convert a.pbo -d DIR` converts the models in an archive)",
            ),
            ("retromesh chek a.b3d", "no such command or file: chek (did you mean `retromesh check`?)"),
            ("retromesh --to obj conver", "no such command or file: conver (did you mean `retromesh convert`?)"),
            (
                "retromesh to glb a.b3d",
                "no such command or file: to (to convert, type `retromesh convert a.b3d --to glb`)",
            ),
            ("retromesh check -target=luanti a.b3d", "no option -target (did you mean `--target`?)"),
            (
                "retromesh a.b3d --format obj",
                "no option --format (`--to` names the format of the output, `--from` that of the input; `--json` writes what is listed as JSON)",
            ),
            ("retromesh info -q a.b3d", "retromesh info -q a.b3d"),
            (
                "retromesh xyzzy",
                "no such command or file: xyzzy (`retromesh help` lists the commands; `retromesh FILE` converts a file)",
            ),
        ] {
            let found = match read(line.split(' ').map(OsString::from).collect()) {
                Line::Command(words) | Line::Files(words) => words.join(OsStr::new(" ")).to_string_lossy().into_owned(),
                Line::Unknown(message, advice) => format!("{message} ({advice})"),
            };
            assert_eq!(found, expected, "{line}");
        }
    }
}
