//! Settings: what one format alone lets its user choose.
//!
//! A format declares its settings with [`settings!`](crate::settings!): a struct for users of its crate, and the list
//! [`FormatInfo::settings`](crate::FormatInfo::settings) from which programs make their options and their help. The options of a call carry
//! them as [`Values`], by name, so that one call works for every format. A format takes its own out of them; names that it does not know
//! are not its business, so programs say beforehand which ones do not apply ([`Setting::is_for`]).
//!
//! ```
//! use retromesh_kit::ExportOptions;
//! use retromesh_kit::settings::FormatSettings;
//!
//! retromesh_kit::settings! {
//!     /// What to choose for files of format x.
//!     pub struct Settings {
//!         /// The largest size of the output.
//!         Writing "max-bytes" => max_bytes: Option<u64>,
//!         /// Leaves out what nobody sees.
//!         Both "no-hidden" => no_hidden: bool,
//!     }
//! }
//!
//! let mut options = ExportOptions::default();
//! let settings = Settings { max_bytes: Some(2048), ..Settings::default() };
//! options.settings.put(&settings);
//! assert_eq!(options.settings.get("max-bytes"), ["2048"]);
//! // The same by name, as programs do it.
//! options.settings.set("max-bytes", ["2K".to_owned()]);
//! assert_eq!(Settings::of(&options.settings)?, settings);
//! assert_eq!(Settings::DECLARED[1].about, "Leaves out what nobody sees.");
//! # Ok::<(), retromesh_core::Error>(())
//! ```

use crate::choice::Word;
use retromesh_core::error::{Error, ErrorKind, Result};
use std::collections::BTreeMap;

/// A setting as its format declares it.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Setting {
    /// The name: `max-error`.
    pub name: &'static str,
    /// What it does, in a sentence or two; the first one is enough for a list.
    pub about: &'static str,
    /// What kind of value it has.
    pub kind: Kind,
    /// Whether it is for reading or for writing.
    pub direction: Direction,
    /// The targets that know it; none for all.
    pub targets: &'static [&'static str],
}

/// What kind of value a setting has.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// On, or off as by default.
    Flag,
    /// One of some words; the first is the default.
    Choice(&'static [Word]),
    /// A text of some form; nothing by default.
    Text(Form),
    /// Any number of texts; none by default.
    List(Form),
}

/// What texts a setting takes.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Form {
    /// A short name for it, as lists of options show it: `BYTES`.
    pub name: &'static str,
    /// What it must be, to follow the word "expected".
    pub expected: &'static str,
    /// Returns whether a text has this form.
    pub accepts: fn(&str) -> bool,
}

/// Says when a setting matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// When a file is read.
    Reading,
    /// When a file is written.
    Writing,
    /// In both cases, which must agree.
    Both,
}

impl Setting {
    /// Builds a setting; [`settings!`](crate::settings!) does it for a format.
    pub const fn new(
        name: &'static str,
        about: &'static str,
        kind: Kind,
        direction: Direction,
        targets: &'static [&'static str],
    ) -> Self {
        Self { name, about, kind, direction, targets }
    }

    /// Returns whether it matters in a direction, for a target where one is named.
    pub fn is_for(&self, direction: Direction, target: Option<&str>) -> bool {
        let fits = [self.direction, direction].contains(&Direction::Both) || self.direction == direction;
        fits && (self.targets.is_empty() || target.is_none_or(|target| self.targets.contains(&target)))
    }
}

/// The values of settings by name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Values(BTreeMap<String, Vec<String>>);

impl Values {
    /// Sets the texts of a setting: one, but for lists.
    pub fn set(&mut self, name: impl Into<String>, texts: impl IntoIterator<Item = String>) {
        self.0.insert(name.into(), texts.into_iter().collect());
    }

    /// Returns the texts of a setting; none where it is not set.
    pub fn get(&self, name: &str) -> &[String] {
        self.0.get(name).map_or(&[], Vec::as_slice)
    }

    /// Lists the names of what is set.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Sets the settings of a format; those at their default are not set any more.
    pub fn put<S: FormatSettings>(&mut self, settings: &S) {
        settings.write(self);
    }

    /// Returns the value of a setting, which is the default where it is not set.
    pub fn read<V: Value>(&self, name: &'static str) -> Result<V> {
        let Some(texts) = self.0.get(name) else { return Ok(V::default()) };
        V::read(texts).ok_or_else(|| {
            Error::new("", ErrorKind::bad(format!("setting {name}"), V::KIND.expected(), texts.join(", ")))
        })
    }

    /// Sets the value of a setting, or takes it away where it is the default.
    pub fn write<V: Value>(&mut self, name: &'static str, value: &V) {
        if *value == V::default() {
            self.0.remove(name);
        } else {
            self.set(name, value.write());
        }
    }
}

impl Kind {
    /// Gives its texts another name in lists of options.
    #[must_use]
    pub const fn named(self, name: &'static str) -> Self {
        match self {
            Self::Text(form) => Self::Text(Form { name, ..form }),
            Self::List(form) => Self::List(Form { name, ..form }),
            other => other,
        }
    }

    /// Returns what a text must be, to follow the word "expected".
    pub fn expected(&self) -> String {
        match self {
            Self::Flag => "true or false".to_owned(),
            Self::Choice(words) => words.iter().map(|word| word.name).collect::<Vec<_>>().join(", "),
            Self::Text(form) | Self::List(form) => form.expected.to_owned(),
        }
    }
}

/// The settings of a format as a struct; [`settings!`](crate::settings!) implements it.
pub trait FormatSettings: Default {
    /// The settings as they are declared.
    const DECLARED: &'static [Setting];

    /// Takes the settings of the format out of those of a call; fails where a text is not what its setting takes.
    fn of(values: &Values) -> Result<Self>;

    /// Writes the settings into those of a call.
    fn write(&self, values: &mut Values);
}

/// A value of a setting: its kind, and how it becomes texts and comes back.
pub trait Value: Default + PartialEq {
    /// What kind of value it is.
    const KIND: Kind;

    /// Reads it; `None` where the texts are not what is expected.
    fn read(texts: &[String]) -> Option<Self>;

    /// Writes it as texts that [`Value::read`] takes.
    fn write(&self) -> Vec<String>;
}

impl Value for bool {
    const KIND: Kind = Kind::Flag;

    fn read(texts: &[String]) -> Option<Self> {
        match texts {
            [text] => text.parse().ok(),
            _ => None,
        }
    }

    fn write(&self) -> Vec<String> {
        vec![self.to_string()]
    }
}

/// A value that one text holds, and that has no default.
pub trait Text: PartialEq + Sized {
    /// A short name for its form, as lists of options show it: `BYTES`.
    const FORM: &'static str;
    /// What the text must be, to follow the word "expected".
    const EXPECTED: &'static str;

    /// Reads it.
    fn parse(text: &str) -> Option<Self>;

    /// Writes it as a text that [`Text::parse`] takes.
    fn print(&self) -> String;
}

/// The form of a [`Text`].
const fn form<T: Text>() -> Form {
    Form { name: T::FORM, expected: T::EXPECTED, accepts: |text| T::parse(text).is_some() }
}

impl<T: Text> Value for Option<T> {
    const KIND: Kind = Kind::Text(form::<T>());

    fn read(texts: &[String]) -> Option<Self> {
        match texts {
            [text] => T::parse(text).map(Some),
            _ => None,
        }
    }

    fn write(&self) -> Vec<String> {
        self.iter().map(T::print).collect()
    }
}

impl<T: Text> Value for Vec<T> {
    const KIND: Kind = Kind::List(form::<T>());

    fn read(texts: &[String]) -> Option<Self> {
        texts.iter().map(|text| T::parse(text)).collect()
    }

    fn write(&self) -> Vec<String> {
        self.iter().map(T::print).collect()
    }
}

impl Text for String {
    const FORM: &'static str = "TEXT";
    const EXPECTED: &'static str = "a text";

    fn parse(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }

    fn print(&self) -> String {
        self.clone()
    }
}

/// A count of bytes.
impl Text for u64 {
    const FORM: &'static str = "BYTES";
    const EXPECTED: &'static str = "a count of bytes, such as 1000, 64K, 20M or 2G";

    fn parse(text: &str) -> Option<Self> {
        let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let shift = match text.get(digits.len()..)?.to_ascii_uppercase().as_str() {
            "" | "B" => 0,
            "K" | "KB" | "KIB" => 10,
            "M" | "MB" | "MIB" => 20,
            "G" | "GB" | "GIB" => 30,
            _ => return None,
        };
        digits.parse::<Self>().ok()?.checked_mul(1 << shift)
    }

    fn print(&self) -> String {
        self.to_string()
    }
}

/// Declares the settings of a format: a struct, and a [`Setting`] for each of its fields.
///
/// The doc comment of a field is the help of its setting. Before the name is the [`Direction`], with the targets that know the
/// setting in parentheses where not all do; after the type the name of its texts in lists of options, where another one than that of
/// the type says more: `Writing("odol7") "section" => sections: Vec<String> = "NAME",`.
#[macro_export]
macro_rules! settings {
    ($(#[doc = $about:literal])+ $vis:vis struct $name:ident {
        $(
            $(#[doc = $doc:literal])+
            $direction:ident $(($($target:expr),+))? $option:literal => $field:ident: $type:ty $(= $form:literal)?,
        )+
    }) => {
        $(#[doc = $about])+
        #[derive(Debug, Clone, PartialEq, Default)]
        $vis struct $name {
            $($(#[doc = $doc])+ $vis $field: $type,)+
        }

        impl $crate::settings::FormatSettings for $name {
            const DECLARED: &'static [$crate::settings::Setting] = &[$($crate::settings::Setting::new(
                $option,
                concat!($($doc),+).trim_ascii(),
                <$type as $crate::settings::Value>::KIND$(.named($form))?,
                $crate::settings::Direction::$direction,
                &[$($($target),+)?],
            )),+];

            fn of(values: &$crate::settings::Values) -> $crate::retromesh_core::Result<Self> {
                Ok(Self { $($field: values.read($option)?),+ })
            }

            fn write(&self, values: &mut $crate::settings::Values) {
                $(values.write($option, &self.$field);)+
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::choices! {
        /// Words.
        enum Words {
            /// The first.
            "first" => First,
            /// The
            /// second.
            "second" => Second,
        }
    }

    crate::settings! {
        /// One of each kind.
        struct All {
            /// A flag.
            Reading "flag" => flag: bool,
            /// A choice.
            Both "choice" => choice: Words,
            /// A text.
            Writing("one", "two") "text" => text: Option<String>,
            /// A list.
            Writing "list" => list: Vec<u64> = "SIZE",
        }
    }

    #[test]
    fn what_is_put_comes_back_and_defaults_are_not_set() {
        let mut values = Values::default();
        values.set("foreign", ["x".to_owned()]);
        values.set("list", ["1K".to_owned()]);
        let all = All { flag: true, choice: Words::Second, text: Some(String::new()), list: vec![7, 1 << 40] };
        values.put(&all);
        assert_eq!(All::of(&values).unwrap(), all);
        assert_eq!(values.names().collect::<Vec<_>>(), ["choice", "flag", "foreign", "list", "text"]);
        values.put(&All::default());
        assert_eq!(values.names().collect::<Vec<_>>(), ["foreign"]);
        assert_eq!(All::of(&values).unwrap(), All::default());
    }

    #[test]
    fn other_texts_are_refused_by_name() {
        for (name, texts, expected) in [
            ("flag", vec!["yes"], "bad setting flag: expected true or false, found yes"),
            ("choice", vec!["third"], "bad setting choice: expected first, second, found third"),
            ("text", vec!["a", "b"], "bad setting text: expected a text, found a, b"),
            ("list", vec!["1", "-1"], "expected a count of bytes, such as 1000, 64K, 20M or 2G, found 1, -1"),
        ] {
            let mut values = Values::default();
            values.set(name, texts.into_iter().map(str::to_owned));
            let error = All::of(&values).unwrap_err().to_string();
            assert!(error.ends_with(expected), "{error}");
        }
    }

    #[test]
    fn declarations_say_when_a_setting_matters() {
        use Direction::{Both, Reading, Writing};
        let [flag, choice, text, list] = All::DECLARED else { panic!() };
        assert!(matches!(choice.kind, Kind::Choice([_, Word { name: "second", about: "The second." }])));
        assert!(matches!(list.kind, Kind::List(Form { name: "SIZE", .. })));
        let rows = [
            (flag, Reading, None, true),
            (flag, Writing, None, false),
            (flag, Both, None, true),
            (choice, Writing, Some("one"), true),
            (text, Writing, None, true),
            (text, Writing, Some("two"), true),
            (text, Writing, Some("three"), false),
            (text, Reading, Some("two"), false),
        ];
        for (setting, direction, target, expected) in rows {
            assert_eq!(setting.is_for(direction, target), expected, "{} {direction:?} {target:?}", setting.name);
        }
    }

    #[test]
    fn counts_of_bytes_take_binary_suffixes() {
        for (text, expected) in [("0", 0), ("12", 12), ("12B", 12), ("2k", 2048), ("3MiB", 3 << 20), ("1G", 1 << 30)] {
            assert_eq!(u64::parse(text), Some(expected), "{text}");
        }
        for text in ["", "x", "12T", "-1", "1.5G", "99999999999G"] {
            assert_eq!(u64::parse(text), None, "{text}");
        }
    }
}
