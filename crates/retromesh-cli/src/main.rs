//! The `retromesh` program.

#[macro_use]
mod console;

mod args;
mod check;
mod closed;
mod convert;
mod diff;
mod dump;
mod duplicates;
mod formats;
mod help;
mod hexdump;
mod info;
mod inputs;
mod json;
mod lua;
mod luanti;
mod manifest;
mod missing;
mod outputs;
mod page;
mod pages;
mod proxies;
mod ranges;
mod render;
mod repair;
mod settings;
mod sources;
mod suggest;
mod targets;
mod terminal;
mod text;
mod textures;
mod view;
mod window;
mod words;
mod workers;
mod writer;

use args::{Cli, Command};
use clap::Parser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::ffi::OsString;
use std::process::ExitCode;
use terminal::usage;
use words::Line;

/// Large arrays get large pages: the system hands out a page of 4 KiB in half a microsecond, longer than we take to fill it. Elsewhere than
/// with glibc it would need another C compiler than the linker's.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How a run ends; the numbers are documented in the help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Exit {
    Ok = 0,
    Failed = 1,
    Usage = 2,
    Denied = 3,
    Interrupted = 130,
}

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    let stays = window::is_of_desktop(&words);
    let exit = if stays && words.len() < 2 {
        outln!("{}\n", window::welcome(window::has_page()));
        ExitCode::SUCCESS
    } else {
        run(words)
    };
    if stays {
        window::wait();
    }
    exit
}

fn run(words: Vec<OsString>) -> ExitCode {
    let dropped = window::are_of_desktop(&words);
    let (words, dropped) = match words::read(words) {
        Line::Command(words) => (words, false),
        Line::Files(line) => (line, dropped),
        Line::Unknown(message, advice) => return ExitCode::from(usage(&message, Some(&advice)) as u8),
    };
    let cli = match Cli::try_parse_from(&words) {
        Ok(cli) => cli,
        Err(error) if error.kind() == ErrorKind::DisplayHelp && words.iter().any(|word| word == "--help") => {
            out!("{}", help::every_option(&words));
            return ExitCode::from(console::finish(Exit::Ok) as u8);
        }
        Err(mut error) => {
            if error.kind() == ErrorKind::UnknownArgument {
                if let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg)
                    && let Some((message, advice)) = words::misplaced(&words, option)
                {
                    return ExitCode::from(usage(&message, Some(advice)) as u8);
                }
                // That hyphens can be escaped helps nobody who mistyped an option.
                error.remove(ContextKind::Suggested);
                let text = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
                if !suggest::is_close(&text(ContextKind::InvalidArg), &text(ContextKind::SuggestedArg)) {
                    error.remove(ContextKind::SuggestedArg);
                }
            }
            // There is no place left to say that this place is gone.
            let _unheard = error.print();
            if !error.use_stderr() {
                out!("");
                return ExitCode::from(console::finish(Exit::Ok) as u8);
            }
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(Exit::Usage as u8));
        }
    };
    console::listen(cli.speech);
    let ended = match cli.command {
        Command::Convert(args) => convert::run(&args, dropped),
        Command::Info(args) => info::run(&args),
        Command::Dump(args) => Ok(dump::run(&args)),
        Command::Text(args) => Ok(text::text(args)),
        Command::Pack(args) => Ok(text::pack(&args)),
        Command::Check(args) => check::run(&args),
        Command::Textures(args) => textures::run(&args),
        Command::Proxies(args) => proxies::run(&args),
        Command::Repair(args) => repair::run(&args),
        Command::Formats(args) => Ok(formats::run(&args)),
        Command::Diff(args) => Ok(diff::run(&args)),
        Command::Duplicates(args) => duplicates::run(&args),
        Command::Render(args) => render::run(args),
        Command::View(args) => view::run(args),
        Command::Help(args) => Ok(help::run(&args)),
        Command::Completions(args) => Ok(pages::completions(&args)),
        Command::Man(args) => Ok(pages::man(&args)),
    };
    ExitCode::from(console::finish(ended.unwrap_or_else(|exit| exit)) as u8)
}

#[cfg(test)]
mod tests {
    use super::args::Cli;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_has_two_examples() {
        for command in Cli::command().get_subcommands() {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let examples = help.lines().filter(|line| line.starts_with("  retromesh ")).count();
            assert!(help.starts_with("Examples:\n") && examples >= 2, "{}: {help:?}", command.get_name());
        }
    }
}
