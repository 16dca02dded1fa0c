//! Gathers differences: one line a feature and place, with count and largest figure.

use super::{Difference, Side};
use retromesh_kit::Feature;
use std::collections::BTreeMap;
use std::fmt;

/// What is known of one line.
#[derive(Debug, Clone, Default)]
struct Entry {
    detail: String,
    count: u64,
    largest: Option<f64>,
    unit: &'static str,
}

/// Gathers differences.
#[derive(Debug, Default)]
pub(super) struct Accumulator {
    entries: BTreeMap<(Feature, Side, String, &'static str), Entry>,
}

impl Accumulator {
    /// Adds a difference that is reported in its own words.
    pub(super) fn say(&mut self, feature: Feature, side: Side, path: &str, detail: impl Into<String>) {
        let detail = detail.into();
        // The place is not enough of a key where one place differs in several ways: the words are part of it.
        let path_and_words = format!("{path}\0{detail}");
        let entry = self.entries.entry((feature, side, path_and_words, "")).or_default();
        entry.count += 1;
        entry.detail = detail;
    }

    /// Adds a difference that is counted, with its distance; `unit` says what is counted, as `corner`, and `first` describes the
    /// first one.
    pub(super) fn measure(
        &mut self,
        feature: Feature,
        path: &str,
        unit: &'static str,
        distance: f32,
        first: impl FnOnce() -> String,
    ) {
        let key = (feature, Side::Both, path.to_owned(), unit);
        let entry = self.entries.entry(key).or_insert_with(|| Entry { detail: first(), unit, ..Entry::default() });
        entry.count += 1;
        let distance = f64::from(distance);
        entry.largest = Some(entry.largest.map_or(distance, |largest| largest.max(distance)));
    }

    /// Returns all differences, by feature and place.
    pub(super) fn finish(self) -> Vec<Difference> {
        let difference = |((feature, side, path, _), entry): ((Feature, Side, String, &str), Entry)| {
            let path = path.split('\0').next().unwrap_or_default().to_owned();
            let detail = match entry.largest {
                Some(largest) => {
                    let first =
                        if entry.detail.is_empty() { String::new() } else { format!("; first {}", entry.detail) };
                    let plural = if entry.count == 1 { "" } else { "s" };
                    format!("{} {}{plural} by up to {}{first}", entry.count, entry.unit, short(largest))
                }
                None => entry.detail,
            };
            Difference { feature, path, side, detail, count: entry.count, largest: entry.largest }
        };
        self.entries.into_iter().map(difference).collect()
    }
}

/// Formats a figure with four digits.
pub(super) fn short(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return value.to_string();
    }
    let digits = (3 - libm::log10(value.abs()).floor() as i32).clamp(0, 12);
    let text = format!("{value:.*}", digits as usize);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// Returns a value of the scene in words, without the spelling of the language: `Mask { cutoff: 0.5 }` is `mask cutoff 0.5`.
pub(super) fn words(value: &impl fmt::Debug) -> String {
    let mut text = String::new();
    for c in format!("{value:?}").replace("Some(", "(").chars() {
        match c {
            '{' | '}' | '(' | ')' | '_' | ':' => text.push(' '),
            c if c.is_uppercase() => text.extend([' ', c.to_ascii_lowercase()]),
            c => text.push(c),
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace(" ,", ",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use retromesh_core::material::{AlphaMode, LayerBlend, TextureRole};
    use retromesh_core::scene::Projection;

    #[test]
    fn values_are_in_words() {
        assert_eq!(words(&TextureRole::SpecularPower), "specular power");
        assert_eq!(words(&AlphaMode::Mask { cutoff: 0.5 }), "mask cutoff 0.5");
        assert_eq!(words(&LayerBlend::Other(-3)), "other -3");
        let lens = Projection::Perspective { vertical_fov: 0.75, aspect: Some(1.5) };
        assert_eq!(words(&lens), "perspective vertical fov 0.75, aspect 1.5");
        assert_eq!(words(&None::<f32>), "none");
    }

    #[test]
    fn figures_are_short_and_lines_are_counted() {
        let rows = [(0.0, "0"), (0.25, "0.25"), (1234.5, "1234"), (0.000_123_456, "0.0001235"), (1e-20, "0")];
        for (value, text) in rows {
            assert_eq!(short(value), text);
        }
        let mut out = Accumulator::default();
        for distance in [0.5, 2.0] {
            out.measure(Feature::Normals, "node a", "corner", distance, || "triangle 3".into());
        }
        out.say(Feature::Nodes, Side::First, "node b", "is there");
        let lines: Vec<String> = out.finish().iter().map(ToString::to_string).collect();
        assert_eq!(
            lines,
            ["node a: normals changed: 2 corners by up to 2; first triangle 3", "node b: nodes removed: is there"]
        );
    }
}
