//! Whether the settings of a command line matter to what it does.

use crate::formats::known;
use crate::inputs::Input;
use crate::sources::is_stream;
use retromesh::settings::{Direction, Setting, Values};
use retromesh::{Format, FormatInfo, Limits, Source};

/// What a command does with files.
#[derive(Clone, Copy)]
pub(crate) struct Work<'a> {
    /// What it reads.
    pub(crate) inputs: &'a [Input],
    /// The format of those that have no name.
    pub(crate) from: Option<&'a str>,
    /// The format and the target that it writes.
    pub(crate) to: Option<(&'static dyn Format, Option<&'a str>)>,
}

impl Work<'_> {
    /// Makes sure that each setting matters to the output or to at least one of the inputs; the message of the other case says to what
    /// it does.
    pub(crate) fn takes(&self, settings: &Values) -> Result<(), String> {
        let other = settings.names().find(|name| !self.is_written_with(name) && !self.is_read_with(name));
        other.map_or(Ok(()), |name| Err(self.misplaced(name)))
    }

    fn is_written_with(&self, name: &str) -> bool {
        let Some((format, target)) = self.to else { return false };
        format.info().writes_with(name, target)
    }

    /// Decides by the extensions of the inputs, and where these do not tell by their contents. Any setting is good for an input whose
    /// format is not known beforehand: standard input without --from, or a file that is not there.
    fn is_read_with(&self, name: &str) -> bool {
        let fits = |format: &'static dyn Format| format.info().reads_with(name);
        if !retromesh::all_formats().any(fits) {
            return false;
        }
        let by_name = |input: &Input| {
            if is_stream(&input.path) {
                self.from.is_none_or(|from| known(from).is_ok_and(fits))
            } else {
                let extension = input.path.extension().unwrap_or_default().to_string_lossy();
                retromesh::format_by_extension(&extension).is_some_and(fits)
            }
        };
        let by_content = |input: &Input| {
            let source = Source::load(&input.path, &Limits::default());
            input.named && source.map_or(true, |source| fits(source.format))
        };
        self.inputs.iter().any(by_name) || self.inputs.iter().any(by_content)
    }

    /// Says who has a setting that does not matter here.
    fn misplaced(&self, name: &str) -> String {
        let of = |direction| owners(name, direction);
        let [reading, writing] = [of(Direction::Reading), of(Direction::Writing)];
        let owner = match (reading.is_empty(), writing.is_empty()) {
            (false, true) => format!("reading {}", reading.join(" and ")),
            (true, false) => format!("writing {}", writing.join(" and ")),
            _ => format!("reading and writing {}", reading.join(" and ")),
        };
        let here = match self.to {
            Some((format, target)) if !writing.is_empty() => {
                let target = target.map_or(String::new(), |target| format!(" for target {target}"));
                format!("this writes {}{target}", format.info().id)
            }
            // Other programs have such an option for what they check.
            None if name == "fix" => "no input is one; `retromesh repair FILE -o NEW` repairs a file".to_owned(),
            _ => "no input is one".to_owned(),
        };
        format!("--{name} is for {owner}; {here}")
    }
}

/// Names the formats that have a setting, with the targets.
fn owners(name: &str, direction: Direction) -> Vec<String> {
    let of = |info: &'static FormatInfo| {
        let is_it = |setting: &&Setting| setting.name == name && setting.is_for(direction, None);
        let setting = info.settings.iter().find(is_it)?;
        Some(match setting.targets {
            [] => info.id.to_owned(),
            targets => format!("{} for target {}", info.id, targets.join(" or ")),
        })
    };
    retromesh::all_formats().filter_map(|format| of(format.info())).collect()
}
