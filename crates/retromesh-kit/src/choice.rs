//! Choices: enums whose values have words, so that programs can list, explain and read them.

/// A word for a value, and what it stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Word {
    /// The word as users write it.
    pub name: &'static str,
    /// What it stands for, in one sentence.
    pub about: &'static str,
}

impl Word {
    /// Builds a word; [`choices!`](crate::choices!) does it for a choice.
    pub const fn new(name: &'static str, about: &'static str) -> Self {
        Self { name, about }
    }
}

/// An enum with a word for each value; the first value is the default.
pub trait Choice: Copy + PartialEq + 'static {
    /// The values.
    const VALUES: &'static [Self];
    /// The words of the values, in the same order.
    const WORDS: &'static [Word];

    /// Returns the word of a value.
    fn name(self) -> &'static str {
        let word = Self::VALUES.iter().zip(Self::WORDS).find(|(value, _)| **value == self);
        word.map_or("", |(_, word)| word.name)
    }

    /// Finds the value of a word.
    fn from_name(name: &str) -> Option<Self> {
        Self::VALUES.iter().zip(Self::WORDS).find(|(_, word)| word.name == name).map(|(value, _)| *value)
    }
}

/// Declares a [`Choice`]; the doc comment of a value explains its word, too.
///
/// ```
/// use retromesh_kit::choice::Choice;
///
/// retromesh_kit::choices! {
///     /// How wide vertex numbers are.
///     pub enum Width {
///         /// 32 bits.
///         "f32" => F32,
///         /// 16 bits.
///         "f16" => F16,
///     }
/// }
/// assert_eq!((Width::default().name(), Width::from_name("f16")), ("f32", Some(Width::F16)));
/// assert_eq!(Width::WORDS[1].about, "16 bits.");
/// ```
#[macro_export]
macro_rules! choices {
    ($(#[doc = $about:literal])+ $vis:vis enum $name:ident { $($(#[doc = $doc:literal])+ $word:literal => $value:ident),+ $(,)? }) => {
        $(#[doc = $about])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[non_exhaustive]
        $vis enum $name {
            $($(#[doc = $doc])+ $value,)+
        }

        impl $crate::choice::Choice for $name {
            const VALUES: &'static [Self] = &[$(Self::$value),+];
            const WORDS: &'static [$crate::choice::Word] =
                &[$($crate::choice::Word::new($word, concat!($($doc),+).trim_ascii())),+];
        }

        impl Default for $name {
            fn default() -> Self {
                const DEFAULT: $name = <$name as $crate::choice::Choice>::VALUES[0];
                DEFAULT
            }
        }

        impl $crate::settings::Value for $name {
            const KIND: $crate::settings::Kind =
                $crate::settings::Kind::Choice(<$name as $crate::choice::Choice>::WORDS);

            fn read(texts: &[String]) -> Option<Self> {
                match texts {
                    [word] => $crate::choice::Choice::from_name(word),
                    _ => None,
                }
            }

            fn write(&self) -> Vec<String> {
                vec![$crate::choice::Choice::name(*self).to_owned()]
            }
        }
    };
}
