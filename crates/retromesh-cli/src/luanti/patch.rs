//! The changes of Lua files as files and as a unified diff.

use super::Mod;
use super::edits::Changes;
use std::ops::Range;
use std::path::Path;

/// How many lines around a change are shown.
const CONTEXT: usize = 3;

impl Mod {
    /// Returns the files that change, as they shall be: the path below their folder, and the bytes.
    pub(crate) fn changed(&self, changes: &Changes) -> Vec<(&Path, Vec<u8>)> {
        let changed = |file: usize| {
            let old = &self.files.get(file)?.bytes;
            let edits: Vec<_> = changes.certain().filter(|(place, _)| place.file == file).collect();
            let (mut new, mut at) = (Vec::with_capacity(old.len()), 0);
            for (place, text) in &edits {
                // An expression in one that changes goes with it.
                if place.start >= at {
                    new.extend_from_slice(old.get(at..place.start)?);
                    new.extend_from_slice(text.as_bytes());
                    at = place.end;
                }
            }
            new.extend_from_slice(old.get(at..)?);
            (!edits.is_empty()).then_some((self.relative.get(file)?.as_path(), new))
        };
        (0..self.files.len()).filter_map(changed).collect()
    }

    /// Returns the changes as a unified diff.
    pub(crate) fn patch(&self, changes: &Changes) -> Vec<u8> {
        let mut patch = Vec::new();
        for (path, new) in self.changed(changes) {
            let old = self.relative.iter().position(|known| known == path).and_then(|file| self.files.get(file));
            let name = path.to_string_lossy().replace('\\', "/");
            patch.extend_from_slice(format!("--- a/{name}\n+++ b/{name}\n").as_bytes());
            hunks(old.map_or(&[][..], |file| &file.bytes), &new, &mut patch);
        }
        patch
    }
}

/// Writes what differs between two texts. They have the same number of lines but for expressions of several lines, which became one.
fn hunks(old: &[u8], new: &[u8], patch: &mut Vec<u8>) {
    let lines = |text| <[u8]>::split_inclusive(text, |byte: &u8| *byte == b'\n').collect::<Vec<&[u8]>>();
    let (old, new) = (lines(old), lines(new));
    if old.len() != new.len() {
        hunk((&old, 0..old.len()), (&new, 0..new.len()), patch);
        return;
    }
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for at in (0..old.len()).filter(|&at| old.get(at) != new.get(at)) {
        let range = at.saturating_sub(CONTEXT)..(at + CONTEXT + 1).min(old.len());
        match ranges.last_mut() {
            Some(last) if range.start <= last.end => last.end = range.end,
            _ => ranges.push(range),
        }
    }
    for range in ranges {
        hunk((&old, range.clone()), (&new, range), patch);
    }
}

fn hunk(old: (&[&[u8]], Range<usize>), new: (&[&[u8]], Range<usize>), patch: &mut Vec<u8>) {
    let head = |range: &Range<usize>| format!("{},{}", range.start + 1, range.len());
    patch.extend_from_slice(format!("@@ -{} +{} @@\n", head(&old.1), head(&new.1)).as_bytes());
    let mut line = |sign: u8, line: &[u8]| {
        patch.push(sign);
        patch.extend_from_slice(line);
        if !line.ends_with(b"\n") {
            patch.extend_from_slice(b"\n\\ No newline at end of file\n");
        }
    };
    let [before, after] = [old, new].map(|(lines, range)| lines.get(range).unwrap_or_default());
    let mut at = 0;
    while at < before.len().max(after.len()) {
        if before.get(at) == after.get(at) {
            before.get(at).into_iter().for_each(|text| line(b' ', text));
            at += 1;
            continue;
        }
        // Lines that changed together are shown together: first what they were.
        let end = (at..before.len().max(after.len())).find(|&at| before.get(at) == after.get(at));
        let end = end.unwrap_or(before.len().max(after.len()));
        before.get(at..end.min(before.len())).into_iter().flatten().for_each(|text| line(b'-', text));
        after.get(at..end.min(after.len())).into_iter().flatten().for_each(|text| line(b'+', text));
        at = end;
    }
}

#[cfg(test)]
mod tests {
    use super::hunks;

    #[test]
    fn changes_are_a_unified_diff() {
        let numbered = |changed: &[usize]| {
            let line = |n: usize| if changed.contains(&n) { format!("new {n}\n") } else { format!("line {n}\n") };
            (1..=20).map(line).collect::<String>()
        };
        let diff = |old: &str, new: &str| {
            let mut patch = Vec::new();
            hunks(old.as_bytes(), new.as_bytes(), &mut patch);
            String::from_utf8(patch).unwrap()
        };
        let two = diff(&numbered(&[]), &numbered(&[2, 15]));
        let expected = "@@ -1,5 +1,5 @@\n line 1\n-line 2\n+new 2\n line 3\n line 4\n line 5\n@@ -12,7 +12,7 @@\n line 12\n line 13\n \
                        line 14\n-line 15\n+new 15\n line 16\n line 17\n line 18\n";
        assert_eq!(two, expected);
        let last = diff("a\nb", "a\nc");
        assert_eq!(last, "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n");
        assert_eq!(diff("a\n{\n1}\n", "a\n2\n"), "@@ -1,3 +1,2 @@\n a\n-{\n-1}\n+2\n");
    }
}
