//! Sets right what the rules find, and changes nothing else.

use crate::document::{Content, Document, Piece};
use crate::lint::{Id, RULES};
use crate::outline::{Kind, Outline};
use retromesh_core::Result;
use retromesh_kit::{Lints, Repair, Repairs, Target};
use retromesh_wire::RawStr;

/// Sets one thing right.
type Fix = fn(&mut Document<'_>);

/// The rules with a fix.
const FIXES: [(Id, Fix); 2] = [(Id::Packed, |document| document.packed = None), (Id::WholeNumber, add_points)];

impl Repairs for Document<'_> {
    fn repair(&self, target: Option<&Target>, only: &[String]) -> Result<Repair> {
        let before = self.lint(None);
        let mut fixed = self.clone();
        let is_due = |id: Id| RULES.get(id as usize).is_some_and(|rule| rule.is_due(&before, target, only));
        FIXES.iter().filter(|(id, _)| is_due(*id)).for_each(|(_, fix)| fix(&mut fixed));
        let bytes = fixed.encode()?;
        let after = Document::parse(&bytes)?.lint(None);
        Ok(Repair::new(bytes, before, after, target))
    }
}

/// Gives the whole numbers of matrices a point.
fn add_points(document: &mut Document<'_>) {
    let outline = Outline::read(document);
    let objects = (0..).zip(&outline.objects).filter(|(_, object)| object.kind == Kind::FrameTransformMatrix);
    let items: Vec<u32> = objects.flat_map(|(number, _)| outline.value_items(number)).collect();
    let Content::Text(pieces) = &mut document.content else { return };
    for item in items {
        if let Some(Piece::Values(text)) = pieces.get_mut(item as usize) {
            *text = RawStr::new(with_points(text.bytes()));
        }
    }
}

/// Returns a text in which `.0` follows each whole number that a comma and a digit follow.
fn with_points(text: &[u8]) -> Vec<u8> {
    let mut with = Vec::with_capacity(text.len());
    let mut is_whole = false;
    for (at, &byte) in text.iter().enumerate() {
        let is_followed = text.get(at + 1).is_some_and(u8::is_ascii_digit);
        if byte == b',' && is_whole && is_followed {
            with.extend_from_slice(b".0");
        }
        with.push(byte);
        is_whole = match byte {
            b'0'..=b'9' => is_whole || !text.get(..at).is_some_and(is_in_number),
            _ => false,
        };
    }
    with
}

/// Returns whether a text ends in a number that has a point or an exponent.
fn is_in_number(before: &[u8]) -> bool {
    let is_part = |byte: &&u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'-' | b'+');
    before.iter().rev().take_while(is_part).any(|byte| matches!(byte, b'.' | b'e' | b'E'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_before_a_comma_and_a_digit_get_a_point() {
        let rows = [
            ("1,0,0.5,-2,3;;", "1.0,0.0,0.5,-2.0,3;;"),
            ("1, 0", "1, 0"),
            ("1.5,2", "1.5,2"),
            ("1e3,2", "1e3,2"),
            ("12,-3", "12,-3"),
        ];
        for (text, expected) in rows {
            assert_eq!(String::from_utf8_lossy(&with_points(text.as_bytes())), expected);
        }
    }
}
