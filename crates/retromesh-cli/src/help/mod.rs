//! `retromesh help`: commands, and topics that belong to none of them.

mod topics;

pub(crate) use topics::{formats, targets};

use crate::Exit;
use crate::args::Cli;
use crate::suggest::{is_close, nearest, unknown};
use crate::targets;
use crate::terminal::usage;
use clap::{Args, CommandFactory};
use retromesh::{Code, Format};
use std::ffi::OsString;
use topics::{TOPICS, all_rules, code_topic, format_topic, rule_topic, setting_topic};

#[derive(Debug, Args)]
pub(crate) struct HelpArgs {
    /// A command, a format such as b3d, a code such as lost-keys, a rule, or one of: targets, formats, codes, rules, batches, exit-codes.
    #[arg(value_name = "TOPIC")]
    topic: Option<String>,
}

/// Returns what `--help` prints of the command that is named: each option in short. `-h` has those that are used often, `help COMMAND` the
/// whole texts.
pub(crate) fn every_option(words: &[OsString]) -> String {
    let mut cli = Cli::command();
    cli.build();
    let named = words.iter().skip(1).filter_map(|word| word.to_str()).find(|word| cli.find_subcommand(word).is_some());
    let command = match named.and_then(|name| cli.find_subcommand(name)) {
        Some(command) => command.clone(),
        None => cli,
    };
    let about = command.get_long_about().or(command.get_about()).cloned().unwrap_or_default();
    let more = match named {
        Some(name) => format!("Print this; `retromesh help {name}` says more about each option"),
        None => "Print this; `retromesh help COMMAND` explains a command".to_owned(),
    };
    let mut command =
        command.about(about).mut_args(|arg| arg.hide_short_help(false)).mut_arg("help", |arg| arg.help(more));
    command.render_help().to_string()
}

pub(crate) fn run(args: &HelpArgs) -> Exit {
    let mut cli = Cli::command();
    // Without this, usage lines lack the name of the program.
    cli.build();
    let Some(name) = args.topic.as_deref() else {
        outln!("{}", cli.render_long_help());
        outln!("\nTopics of `retromesh help`:");
        for (topic, about, _) in TOPICS {
            outln!("  {topic:<11}  {about}");
        }
        let ids: Vec<&str> = retromesh::all_formats().map(|format| format.info().id).collect();
        outln!("  {:<11}  one of the formats: its targets and settings", ids.join(", "));
        return Exit::Ok;
    };
    if let Some((.., text)) = TOPICS.iter().find(|(topic, ..)| *topic == name) {
        out!("{}", text());
        if let Some(command) = cli.find_subcommand_mut(name) {
            outln!("\n{}", command.render_long_help());
        }
        return Exit::Ok;
    }
    let has_it = |format: &&dyn Format| format.info().targets.iter().any(|target| target.name == name);
    let mut of_target = retromesh::all_formats().filter(has_it);
    let only = of_target.next().filter(|_| of_target.next().is_none());
    let format = retromesh::format_by_id(name).or_else(|| retromesh::format_by_extension(name));
    if let Some(format) = format.or(only) {
        out!("{}", format_topic(format.info()));
        return Exit::Ok;
    }
    if let Some(text) = code_topic(name).or_else(|| rule_topic(name)) {
        out!("{text}");
        return Exit::Ok;
    }
    if let Some(command) = cli.find_subcommand_mut(name) {
        outln!("{}", command.render_long_help());
        return Exit::Ok;
    }
    if let Some(text) = option_topic(name, &cli) {
        out!("{text}");
        return Exit::Ok;
    }
    let commands = cli.get_subcommands().map(clap::Command::get_name);
    let formats = retromesh::all_formats().map(|format| format.info().id);
    let known: Vec<&str> = commands.chain(TOPICS.iter().map(|(topic, ..)| *topic)).chain(formats).collect();
    let codes: Vec<&str> = Code::ALL.iter().map(|code| code.id()).chain(all_rules().map(|rule| rule.id)).collect();
    let is_near_code =
        nearest(name, &known).is_none() && nearest(name, &codes).is_some_and(|near| is_close(name, near));
    let (what, known) = if is_near_code { ("code or rule", codes) } else { ("command or topic", known) };
    let of_targets =
        targets::of_any(name).is_ok().then_some("that is a target: `retromesh help targets` says what each is");
    usage(&unknown(what, name, &known), of_targets)
}

/// Explains a setting, with its formats, or says which commands have an option, with or without its dashes.
fn option_topic(name: &str, cli: &clap::Command) -> Option<String> {
    let name = name.trim_start_matches('-');
    if let Some(text) = setting_topic(name) {
        return Some(text);
    }
    let has_it = |command: &&clap::Command| command.get_arguments().any(|arg| arg.get_long() == Some(name));
    let commands: Vec<&str> = cli.get_subcommands().filter(has_it).map(clap::Command::get_name).collect();
    let first = commands.first()?;
    Some(format!("--{name} is an option of {}: `retromesh help {first}`\n", commands.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_rules_have_help() {
        let code = code_topic("lost-keys").unwrap();
        assert!(code.starts_with("lost-keys (lost)\n") && code.contains(Code::LostKeys.advice()), "{code}");
        let all: Vec<String> = all_rules().filter_map(|rule| rule_topic(rule.id)).collect();
        assert!(all.len() > 20 && all.iter().all(|text| text.lines().count() == 4), "{all:?}");
        assert_eq!((code_topic("no-such"), rule_topic("no-such")), (None, None));
    }

    #[test]
    fn codes_and_rules_say_where_the_docs_explain_them() {
        let ids = Code::ALL.iter().map(|code| code.id()).chain(all_rules().map(|rule| rule.id));
        let mut count = 0;
        for id in ids {
            let text = code_topic(id).or_else(|| rule_topic(id)).unwrap();
            let (_, address) = text.trim_end().rsplit_once("more: ").unwrap();
            let (page, anchor) = address.split_once('#').unwrap();
            let page = std::fs::read_to_string(format!("{}/../../{page}", env!("CARGO_MANIFEST_DIR"))).unwrap();
            let headings = page.lines().filter(|line| line.starts_with('#') && line.ends_with(&format!(" `{anchor}`")));
            assert_eq!((anchor, headings.count()), (id, 1), "{text}");
            count += 1;
        }
        assert!(count > 150, "{count} codes and rules");
    }

    #[test]
    fn options_lead_to_the_topics_that_have_them() {
        let mut cli = Cli::command();
        cli.build();
        let of = |name| option_topic(name, &cli).unwrap_or_default();
        assert!(
            of("clips").starts_with("A setting of glTF (`retromesh help gltf`):\n  --clips WORD\n"),
            "{}",
            of("clips")
        );
        assert!(of("--in-place").ends_with("an option of repair: `retromesh help repair`\n"), "{}", of("in-place"));
        assert_eq!(option_topic("bogus", &cli), None);
    }

    #[test]
    fn every_topic_is_named_in_the_help_of_help() {
        let mut cli = Cli::command();
        let help = cli.find_subcommand_mut("help").unwrap().render_long_help().to_string();
        for (topic, about, text) in TOPICS {
            assert!(help.contains(topic), "{topic}");
            assert!(!about.is_empty() && text().ends_with('\n'), "{topic}");
            assert!(Cli::command().find_subcommand(topic).is_none() || *topic == "formats", "{topic} is a command");
        }
    }
}
