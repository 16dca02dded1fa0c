//! What an engine will refuse, drop or show wrong: rules, what they find in a file, and what repairing it gives.

use crate::format::Target;

/// One rule about one or more engine profiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rule {
    /// The stable id, such as `b3d-several-keys`.
    pub id: &'static str,
    /// The names of the targets whose engines have this trouble.
    pub targets: &'static [&'static str],
    /// What the engine does, in one clause.
    pub summary: &'static str,
    /// What to do about it, in one sentence.
    pub advice: &'static str,
    /// Whether it is worth knowing and nothing is wrong.
    pub is_note: bool,
}

impl Rule {
    /// Builds a rule; [`rules!`](crate::rules!) does it for a format.
    pub const fn new(
        id: &'static str,
        targets: &'static [&'static str],
        summary: &'static str,
        advice: &'static str,
    ) -> Self {
        Self { id, targets, summary, advice, is_note: false }
    }

    /// Makes a note of it: what it finds is no problem of a file.
    #[must_use]
    pub const fn note(self) -> Self {
        Self { is_note: true, ..self }
    }

    /// Returns whether the rule is about a target; without one every rule is asked for.
    pub fn is_for(&self, target: Option<&Target>) -> bool {
        target.is_none_or(|target| self.targets.contains(&target.name))
    }

    /// Returns whether a repair is asked to fix what the rule finds: it is among the ids in `only`, or where there are none it is about the
    /// target.
    pub fn is_asked(&self, target: Option<&Target>, only: &[String]) -> bool {
        if only.is_empty() { self.is_for(target) } else { only.iter().any(|only| only == self.id) }
    }

    /// Returns whether a repair [is asked](Self::is_asked) to fix what the rule finds, and it found something.
    pub fn is_due(&self, found: &[Lint], target: Option<&Target>, only: &[String]) -> bool {
        self.is_asked(target, only) && found.iter().any(|lint| lint.rule == self)
    }
}

/// Declares the rules of a format: the list `RULES`, and `Id`, which names each by its place in the list. The word `note` at the end of a
/// rule says that what it finds is no problem.
///
/// ```
/// use retromesh_kit::lint::Findings;
///
/// retromesh_kit::rules! {
///     Version "x-version" ["engine"] "the engine refuses versions over 1" => "Rewrite the file.";
///     Names "x-names" ["engine", "viewer"] "names are read as ASCII" => "Rename in ASCII.";
/// }
///
/// let mut findings = Findings::new(RULES);
/// findings.add(Id::Names, 2, || (Some(16), "NODE[1]".to_owned()));
/// findings.add(Id::Version, 0, || (None, String::new()));
/// let lints = findings.of(None);
/// assert_eq!((lints.len(), lints[0].rule.id, lints[0].count), (1, "x-names", 2));
/// ```
#[macro_export]
macro_rules! rules {
    ($($name:ident $id:literal [$($target:expr),*] $summary:literal => $advice:literal $($note:ident)?;)*) => {
        /// The rules, in the order in which they are listed.
        pub(crate) static RULES: &[$crate::Rule] =
            &[$($crate::Rule::new($id, &[$($target),*], $summary, $advice)$(.$note())?,)*];

        /// Names the rules; the number is the place in [`RULES`].
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Id { $($name,)* }

        impl From<Id> for usize {
            fn from(id: Id) -> Self {
                id as Self
            }
        }
    };
}

/// What a rule found.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Lint {
    /// The rule.
    pub rule: &'static Rule,
    /// How many times it applies.
    pub count: u64,
    /// The absolute byte offset of the first place, where it is known.
    pub offset: Option<u64>,
    /// The structural path of the first place.
    pub path: String,
}

/// Collects what the rules of a format find.
#[derive(Debug, Clone)]
pub struct Findings {
    rules: &'static [Rule],
    found: Vec<Option<Lint>>,
}

impl Findings {
    /// Builds an empty collection for the rules that [`rules!`](crate::rules!) declares.
    pub fn new(rules: &'static [Rule]) -> Self {
        Self { rules, found: vec![None; rules.len()] }
    }

    /// Counts how many times a rule applies; zero times is nothing. The offset and the path are those of the first place.
    pub fn add(&mut self, rule: impl Into<usize>, count: usize, place: impl FnOnce() -> (Option<u64>, String)) {
        if let Some(lint) = self.note(rule.into(), count) {
            (lint.offset, lint.path) = place();
        }
    }

    /// Counts; returns what is new, without its place.
    fn note(&mut self, rule: usize, count: usize) -> Option<&mut Lint> {
        let (found, rule) = (self.found.get_mut(rule)?, self.rules.get(rule)?);
        match found {
            _ if count == 0 => None,
            Some(lint) => {
                lint.count += count as u64;
                None
            }
            None => Some(found.insert(Lint { rule, count: count as u64, offset: None, path: String::new() })),
        }
    }

    /// Returns what the rules of a target found, in their order; without a target, what all rules found.
    pub fn of(self, target: Option<&Target>) -> Vec<Lint> {
        self.found.into_iter().flatten().filter(|lint| lint.rule.is_for(target)).collect()
    }
}

/// What repairing a file yields.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Repair {
    /// The file.
    pub bytes: Vec<u8>,
    /// What was repaired: rules with the places in the source.
    pub fixed: Vec<Lint>,
    /// What the rules of the target still find: there is no fix for it, or it was not asked for.
    pub left: Vec<Lint>,
}

impl Repair {
    /// Says of repaired bytes what was fixed: what all rules found before and find nowhere in them. Of what they still find, what is about
    /// the target is left.
    pub fn new(bytes: Vec<u8>, before: Vec<Lint>, after: Vec<Lint>, target: Option<&Target>) -> Self {
        let is_gone = |lint: &Lint| after.iter().all(|left| left.rule != lint.rule);
        let fixed = before.into_iter().filter(is_gone).collect();
        Self { bytes, fixed, left: after.into_iter().filter(|lint| lint.rule.is_for(target)).collect() }
    }
}
