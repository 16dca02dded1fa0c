//! The settings that formats declare, as options of the command line.

use super::values::words;
use clap::builder::ValueParser;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use retromesh::FormatInfo;
use retromesh::settings::{Direction, Form, Kind, Setting, Values};

/// The settings of all formats for reading, or for writing.
///
/// The help of commands leaves them out: `retromesh help FORMAT` lists those of a format.
#[derive(Debug, Clone, Default)]
pub(crate) struct SettingArgs<const WRITING: bool>(pub(crate) Values);

impl<const WRITING: bool> SettingArgs<WRITING> {
    const DIRECTION: Direction = if WRITING { Direction::Writing } else { Direction::Reading };

    /// Lists the settings with the formats that declare them; those of several formats come several times.
    fn declared() -> impl Iterator<Item = (&'static FormatInfo, &'static Setting)> {
        let of = |info: &'static FormatInfo| info.settings.iter().map(move |setting| (info, setting));
        let all = retromesh::all_formats().flat_map(move |format| of(format.info()));
        all.filter(|(_, setting)| setting.is_for(Self::DIRECTION, None))
    }
}

impl<const WRITING: bool> Args for SettingArgs<WRITING> {
    fn augment_args(mut command: Command) -> Command {
        for (info, setting) in Self::declared() {
            // Two formats may have the same setting; and one may be for reading and for writing.
            if !command.get_arguments().any(|arg| arg.get_id() == setting.name) {
                command = command.arg(option(info, setting).hide(true));
            }
        }
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<const WRITING: bool> FromArgMatches for SettingArgs<WRITING> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut settings = Self::default();
        settings.update_from_arg_matches(matches)?;
        Ok(settings)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        for (_, Setting { name, kind, .. }) in Self::declared() {
            if matches.value_source(name) != Some(ValueSource::CommandLine) {
                continue;
            }
            let texts = match kind {
                Kind::Flag => vec!["true".to_owned()],
                _ => matches.get_many::<String>(name).into_iter().flatten().cloned().collect(),
            };
            self.0.set(*name, texts);
        }
        Ok(())
    }
}

fn option(info: &FormatInfo, setting: &Setting) -> Arg {
    let Setting { name, about, kind, targets, .. } = setting;
    let of_targets = match targets {
        [] => String::new(),
        [target] => format!(" (target {target})"),
        several => format!(" (targets {})", several.join(", ")),
    };
    let arg = Arg::new(*name)
        .long(*name)
        .help(format!("{}{of_targets}", about.trim_end_matches('.')))
        .help_heading(info.name);
    match kind {
        Kind::Flag => arg.action(ArgAction::SetTrue),
        Kind::Choice(choices) => {
            arg.value_name("WORD").value_parser(words(choices)).default_values(choices.first().map(|word| word.name))
        }
        Kind::Text(form) => arg.value_name(form.name).value_parser(checked(*form)),
        Kind::List(form) => arg.value_name(form.name).value_parser(checked(*form)).action(ArgAction::Append),
    }
}

/// Takes texts of a form.
fn checked(form: Form) -> ValueParser {
    ValueParser::from(move |text: &str| {
        if (form.accepts)(text) { Ok(text.to_owned()) } else { Err(format!("expected {}", form.expected)) }
    })
}
