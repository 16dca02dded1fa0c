//! Names to which a program added a number.

/// Returns a name without the number that programs add to the second of two: `lamp` of `lamp.001`.
pub fn without_number(name: &str) -> Option<&str> {
    let (base, number) = name.rsplit_once('.')?;
    (!base.is_empty() && number.len() == 3 && number.bytes().all(|digit| digit.is_ascii_digit())).then_some(base)
}

/// Returns a name without the number after its last dot, of any length: Blender counts on from it where two names are one.
pub fn base(name: &str) -> &str {
    let is_number = |end: &str| !end.is_empty() && end.bytes().all(|digit| digit.is_ascii_digit());
    name.rsplit_once('.').filter(|(base, end)| !base.is_empty() && is_number(end)).map_or(name, |(base, _)| base)
}

/// Returns whether a name is another one whose number a program changed: `lamp.002` of `lamp.001` and of `lamp`.
pub fn is_renumbered(name: &str, other: &str) -> bool {
    name != other && without_number(name) == Some(base(other))
}

/// Returns whether a name is another one with a number: `bone_7`.
pub fn is_numbered(name: &str, other: &str) -> bool {
    let number = name.strip_prefix(other).and_then(|end| end.strip_prefix('_'));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()))
}
