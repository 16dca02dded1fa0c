//! Names to which a program added a number.

/// Returns a name without the number that programs add to the second of two: `lamp` of `lamp.001`.
pub fn without_number(name: &str) -> Option<&str> {
    let (base, number) = name.rsplit_once('.')?;
    (!base.is_empty() && number.len() == 3 && number.bytes().all(|digit| digit.is_ascii_digit())).then_some(base)
}

/// Returns whether a name is another one with a number: `bone_7`.
pub fn is_numbered(name: &str, other: &str) -> bool {
    let number = name.strip_prefix(other).and_then(|end| end.strip_prefix('_'));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()))
}
