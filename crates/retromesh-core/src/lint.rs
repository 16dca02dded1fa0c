//! What an engine will refuse, drop or show wrong: rules, and what they find in a file.

/// One rule about one or more engine profiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// The stable id, such as `b3d-several-keys`.
    pub id: &'static str,
    /// The names of the targets whose engines have this trouble.
    pub targets: &'static [&'static str],
    /// What the engine does, in one clause.
    pub summary: &'static str,
    /// What to do about it, in one sentence.
    pub advice: &'static str,
}

/// What a rule found.
#[derive(Debug, Clone, PartialEq, Eq)]
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
