//! Which formats there are.

use crate::FormatInfo;
use crate::choice::Word;
use crate::settings::{Direction, Kind, Setting};
use serde::Serialize;

/// A format.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct FormatEntry {
    schema: &'static str,
    /// The short name: `b3d`.
    pub id: &'static str,
    /// The full name.
    pub name: &'static str,
    /// The extensions of its files, the preferred one first.
    pub extensions: &'static [&'static str],
    /// Whether scenes can be written.
    pub writes: bool,
    /// Whether it holds pictures, not models.
    pub picture: bool,
    /// Its engine profiles, the default first.
    pub targets: Vec<TargetInfo>,
    /// What it alone lets its user choose.
    pub settings: Vec<SettingInfo>,
}

/// An engine profile.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct TargetInfo {
    /// The name.
    pub name: &'static str,
    /// What it stands for.
    pub about: &'static str,
    /// Whether files are written for it; the others are for checks and repairs.
    pub writes: bool,
}

/// A setting of the format, which is an option of the program.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct SettingInfo {
    /// The name.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    /// Whether it is for `reading`, for `writing` or for `both`.
    pub direction: &'static str,
    /// The targets that know it; none for all.
    pub targets: &'static [&'static str],
    /// What kind of value it has: `flag`, `choice`, `text` or `list`.
    pub kind: &'static str,
    /// The words of a choice, the default first.
    pub choices: Vec<ChoiceInfo>,
    /// A short name for the texts that it takes: `BYTES`.
    pub form: &'static str,
    /// What a text must be, to follow the word "expected".
    pub expected: String,
}

/// A word of a choice.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct ChoiceInfo {
    /// The word.
    pub name: &'static str,
    /// What it stands for.
    pub about: &'static str,
}

impl SettingInfo {
    fn of(setting: &'static Setting) -> Self {
        let Setting { name, about, kind, direction, targets, .. } = setting;
        let direction = match direction {
            Direction::Reading => "reading",
            Direction::Writing => "writing",
            Direction::Both => "both",
        };
        let (form, words): (_, &[Word]) = match kind {
            Kind::Flag => ("", &[]),
            Kind::Choice(words) => ("", *words),
            Kind::Text(form) | Kind::List(form) => (form.name, &[]),
        };
        let choices = words.iter().map(|word| ChoiceInfo { name: word.name, about: word.about }).collect();
        let expected = kind.expected();
        let kind = match kind {
            Kind::Flag => "flag",
            Kind::Choice(_) => "choice",
            Kind::Text(_) => "text",
            Kind::List(_) => "list",
        };
        Self { name, about, direction, targets, kind, choices, form, expected }
    }
}

impl FormatEntry {
    fn of(info: &'static FormatInfo, picture: bool) -> Self {
        let targets = info.targets.iter().map(|target| TargetInfo {
            name: target.name,
            about: target.about,
            writes: target.writes,
        });
        Self {
            schema: "retromesh-formats-1",
            id: info.id,
            name: info.name,
            extensions: info.extensions,
            writes: info.writes,
            picture,
            targets: targets.collect(),
            settings: info.settings.iter().map(SettingInfo::of).collect(),
        }
    }
}

/// Lists the formats of models, then those of pictures.
pub fn formats() -> Vec<FormatEntry> {
    let models = crate::formats().iter().map(|format| FormatEntry::of(format.info(), false));
    let pictures = crate::pictures().iter().map(|format| FormatEntry::of(format.info(), true));
    models.chain(pictures).collect()
}
