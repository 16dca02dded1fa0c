//! How many vertices the primitives of GLB files have by their accessors, next to those that are stored: a reader takes an accessor whole.

use retromesh_acceptance::Outcome;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::{AddAssign, Range};

/// At most this many vertices by accessors for each that is stored, over all files of a format.
const MAX_RATIO: f64 = 1.5;

/// What was seen over the whole sweep, by the format of the input.
#[derive(Default)]
pub(super) struct Totals(BTreeMap<&'static str, OfFormat>);

#[derive(Default)]
struct OfFormat {
    files: usize,
    bytes: usize,
    by_accessor: u64,
    stored: u64,
    /// The highest ratio of one file.
    worst: f64,
}

impl fmt::Display for OfFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { files, bytes, by_accessor, stored, worst } = self;
        write!(f, "{files} GLB files, {bytes} bytes, {by_accessor} vertices by accessor, {stored} stored, ")?;
        write!(f, "at most {worst:.2} for each in one file")
    }
}

impl AddAssign for Totals {
    fn add_assign(&mut self, other: Self) {
        for (id, theirs) in other.0 {
            let totals = self.0.entry(id).or_default();
            totals.files += theirs.files;
            totals.bytes += theirs.bytes;
            totals.by_accessor += theirs.by_accessor;
            totals.stored += theirs.stored;
            totals.worst = totals.worst.max(theirs.worst);
        }
    }
}

impl Totals {
    /// Counts the vertices of a GLB file.
    pub(super) fn add(&mut self, id: &'static str, glb: &[u8]) -> Outcome {
        let (by_accessor, stored) = counts(glb).ok_or("a GLB that a naive walk cannot follow")?;
        let totals = self.0.entry(id).or_default();
        totals.files += 1;
        totals.bytes += glb.len();
        totals.by_accessor += by_accessor;
        totals.stored += stored;
        totals.worst = totals.worst.max(by_accessor as f64 / stored.max(1) as f64);
        Ok(())
    }

    /// Prints what was seen; fails where accessors have many more vertices than are stored.
    pub(super) fn are_few(&self) -> Outcome {
        self.0.iter().for_each(|(id, totals)| println!("{id}: {totals}"));
        let is_over = |totals: &OfFormat| totals.by_accessor as f64 > totals.stored as f64 * MAX_RATIO;
        match self.0.iter().find(|(_, totals)| is_over(totals)) {
            Some((id, totals)) => Err(format!("{id}: {totals}")),
            None => Ok(()),
        }
    }
}

/// Counts the vertices of all primitives, and the places that they are stored in.
fn counts(glb: &[u8]) -> Option<(u64, u64)> {
    let length = u32::from_le_bytes(*glb.get(12..)?.first_chunk()?) as usize;
    let json: Value = serde_json::from_slice(glb.get(20..20 + length)?).ok()?;
    let number = |value: &Value, key: &str| value.get(key).and_then(Value::as_u64);
    let mut by_accessor = 0;
    let mut stored: BTreeMap<u64, Vec<Range<u64>>> = BTreeMap::new();
    let meshes = json.get("meshes").and_then(Value::as_array).into_iter().flatten();
    for primitive in meshes.filter_map(|mesh| mesh.get("primitives")?.as_array()).flatten() {
        let accessor = json.get("accessors")?.get(number(primitive.get("attributes")?, "POSITION")? as usize)?;
        let (count, view) = (number(accessor, "count")?, number(accessor, "bufferView")?);
        let stride = number(json.get("bufferViews")?.get(view as usize)?, "byteStride").unwrap_or(12);
        let first = number(accessor, "byteOffset").unwrap_or(0) / stride;
        by_accessor += count;
        stored.entry(view).or_default().push(first..first + count);
    }
    let mut places = 0;
    for ranges in stored.values_mut() {
        ranges.sort_by_key(|range| (range.start, range.end));
        let mut end = 0;
        for range in ranges {
            places += range.end.saturating_sub(range.start.max(end));
            end = end.max(range.end);
        }
    }
    Some((by_accessor, places))
}
