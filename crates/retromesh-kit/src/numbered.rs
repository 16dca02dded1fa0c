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

/// How many bytes a name has in Blender at most: a longer one loses its end to the number.
const LONGEST: usize = 63;

/// Returns whether a name is another one whose number a program changed: `lamp.002` of `lamp.001` and of `lamp`.
pub fn is_renumbered(name: &str, other: &str) -> bool {
    let is_cut = |own: &str| name.len() == LONGEST && other.len() == LONGEST && other.starts_with(own);
    name != other && without_number(name).is_some_and(|own| own == base(other) || is_cut(own))
}

/// Returns whether a name is another one with a number: `bone_7`.
pub fn is_numbered(name: &str, other: &str) -> bool {
    let number = name.strip_prefix(other).and_then(|end| end.strip_prefix('_'));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_another_number_are_known() {
        let long = "classname_sunlight__color_255_255_255__intensity_1_5__range_640";
        let cut = format!("{}.001", &long[..59]);
        let rows = [
            ("lamp.002", "lamp.001", true),
            ("lamp.002", "lamp", true),
            ("lamp", "lamp.001", false),
            ("lamp.01", "lamp", false),
            (cut.as_str(), long, true),
            (cut.as_str(), "classname", false),
        ];
        for (name, other, expected) in rows {
            assert_eq!(is_renumbered(name, other), expected, "{name} {other}");
        }
    }
}
