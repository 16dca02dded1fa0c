//! Numbers of animations that only a run would know: they are edited by hand.

use super::edits::Written;
use super::is_of_animations;
use super::registrations::Registration;
use crate::lua::Place;

/// What is computed in a table of animations, with its place.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Computed {
    pub(super) what: What,
    pub(super) place: Place,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum What {
    /// A clip of this name.
    Clip(String),
    /// A clip of this name whose numbers are in a list.
    Listed(String),
    /// One of the numbers of a clip: the keys of all of them.
    Numbers(Vec<String>),
    /// A table of this name with the speeds of clips.
    Speeds(String),
    /// Another value that an entry has perhaps.
    Perhaps { key: String, is_table: bool },
    /// An entry that a loop or a function adds.
    Added,
}

impl Computed {
    pub(super) fn clip(name: &str, place: Place) -> Self {
        Self { what: What::Clip(name.to_owned()), place }
    }

    /// Returns whether it is a clip that no model has.
    pub(super) const fn is_clip(&self) -> bool {
        matches!(self.what, What::Clip(_) | What::Listed(_) | What::Numbers(_))
    }

    /// Returns the name of a clip.
    pub(super) fn name(&self) -> String {
        match &self.what {
            What::Clip(name) | What::Listed(name) | What::Speeds(name) => name.clone(),
            What::Numbers(keys) => keys.first().map_or("", |key| key.trim_end_matches("_start")).to_owned(),
            What::Perhaps { key, .. } => key.clone(),
            What::Added => String::new(),
        }
    }

    /// Says what to divide. A table of which nothing is seen has clips without a speed, perhaps, which are played at `default` frames a second.
    pub(super) fn by_hand(&self, by: &str, default: Option<f32>) -> String {
        let divide = |name: &str| {
            let what = format!("divide its frames, and its speed if it has one, by {by}");
            let Some(speed) = default.filter(|_| is_of_animations(name)) else { return what };
            let new = by.parse::<f32>().map_or_else(|_| "the speed".to_owned(), |by| format!("speed {}", speed / by));
            format!("{what}, and give {new} ({speed}/{by}) to clips that have none")
        };
        match &self.what {
            What::Clip(name) => format!("{name} is computed; {}", divide(name)),
            What::Listed(name) => format!("{name} has numbers without names; {}", divide(name)),
            What::Numbers(keys) => format!("a frame is computed; divide {} by {by}", keys.join(", ")),
            What::Speeds(name) => format!("{name} is taken for speeds of clips; divide them by {by}"),
            What::Perhaps { key, is_table } => {
                let numbers = if *is_table { "its frames and speeds" } else { "it" };
                format!("{key} may be this; divide {numbers} by {by}")
            }
            What::Added => format!("only a run would know what this adds; divide the frames and speeds of it by {by}"),
        }
    }
}

/// Returns by what the frames and speeds of a definition are divided; `None` where they stay.
pub(super) fn divisor(of: &Registration, written: &[Written]) -> Option<String> {
    let models = || written.iter().filter(|model| of.names(&model.model));
    let mut rates = models().filter(|model| model.factor().is_some()).map(|model| model.rate);
    match rates.next() {
        Some(rate) if rates.all(|other| other == rate) => Some(rate.to_string()),
        None if models().next().is_some() || written.iter().all(|model| model.factor().is_none()) => None,
        _ => Some("the frames a second of its model".to_owned()),
    }
}
