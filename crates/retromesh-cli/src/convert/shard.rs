//! A part of the inputs, for several machines.

use crate::inputs::Input;
use std::path::Path;
use std::str::FromStr;

/// One of several parts, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shard {
    number: u64,
    of: u64,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let fails = || "write it as I/N, from 1/N to N/N".to_owned();
        let (number, of) = text.split_once('/').ok_or_else(fails)?;
        let (number, of) = (number.parse().map_err(|_| fails())?, of.parse().map_err(|_| fails())?);
        if (1..=of).contains(&number) { Ok(Self { number, of }) } else { Err(fails()) }
    }
}

impl Shard {
    /// Returns what the name of the manifest of the part has more.
    pub(super) fn suffix(self) -> String {
        format!("-{}-of-{}", self.number, self.of)
    }

    /// Returns whether an input belongs to the part, by its path below the input folder alone.
    pub(super) fn has(self, input: &Input) -> bool {
        retromesh::digest(&path_bytes(&input.relative)) % self.of == self.number - 1
    }
}

/// Returns the bytes of a relative path with `/` between its names, the same on every system.
fn path_bytes(path: &Path) -> Vec<u8> {
    let names: Vec<&[u8]> = path.components().map(|part| part.as_os_str().as_encoded_bytes()).collect();
    names.join(&b'/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_counted_from_one() {
        for (text, number, of) in [("1/1", 1, 1), ("2/3", 2, 3), ("3/3", 3, 3)] {
            assert_eq!(text.parse(), Ok(Shard { number, of }), "{text}");
        }
        for text in ["", "1", "0/3", "4/3", "1/0", "-1/3", "a/b", "1/2/3"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }

    #[test]
    fn every_input_is_in_one_part_whatever_folder_it_is_found_from() {
        let input = |root: &str, i: u32| Input::new(format!("{root}/a/{i}.b3d"), format!("a/{i}.b3d"), false);
        let parts: Vec<Shard> = (1..=3).map(|number| Shard { number, of: 3 }).collect();
        let mut sizes = [0; 3];
        for i in 0..300 {
            let mine: Vec<usize> = (0..3).filter(|&part| parts[part].has(&input("x", i))).collect();
            assert_eq!(mine, (0..3).filter(|&part| parts[part].has(&input("/y", i))).collect::<Vec<_>>());
            assert_eq!(mine.len(), 1, "{i}");
            sizes[mine[0]] += 1;
        }
        assert!(sizes.iter().all(|size| (70..130).contains(size)), "{sizes:?}");
    }
}
