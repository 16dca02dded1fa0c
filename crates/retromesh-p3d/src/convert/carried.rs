//! What ODOL says of its textures and MLOD has no place for: properties of the editable level carry it, and binarising takes it back.
//!
//! The game's tools look into the textures instead; what they say counts more where they are there.

use crate::flags::special::{IS_ALPHA, IS_ALPHA_ORDERED, IS_ANIMATED, IS_TRANSPARENT};
use crate::mlod::{self, NAME};
use crate::odol7;
use std::collections::HashMap;

/// How the names of such properties begin; a number and the letters of the flags follow. The value is the texture, as [`key`] has it.
const PREFIX: &str = "retromesh.texture.";
/// The letter of each flag.
const LETTERS: [(u8, u32); 4] =
    [(b'a', IS_ALPHA), (b'k', IS_TRANSPARENT), (b'n', IS_ANIMATED), (b'o', IS_ALPHA_ORDERED)];
/// Flags of a face that come from its texture.
pub(super) const OF_TEXTURE: u32 = IS_ALPHA | IS_TRANSPARENT | IS_ANIMATED | IS_ALPHA_ORDERED;

/// Returns the flags that the name of a texture gives by itself: the extension says that alpha is sorted.
pub(super) fn of_name(texture: &[u8]) -> u32 {
    let is_paa = texture.last_chunk::<4>().is_some_and(|end| end.eq_ignore_ascii_case(b".paa"));
    if is_paa { IS_ALPHA_ORDERED } else { 0 }
}

/// The flags that the faces of a texture have.
#[derive(Debug, Clone, Copy, Default)]
struct Seen {
    flags: u32,
    faces: usize,
    is_mixed: bool,
}

/// What the faces of a level say of its textures.
#[derive(Debug, Default)]
pub(super) struct Seens {
    of_texture: Vec<Seen>,
    /// Faces whose flags no texture explains.
    loose: usize,
}

impl Seens {
    /// Begins with no face seen.
    pub(super) fn new(textures: usize) -> Self {
        Self { of_texture: vec![Seen::default(); textures], loose: 0 }
    }

    /// Adds a face.
    pub(super) fn add(&mut self, texture: i16, special: u32) {
        let flags = special & OF_TEXTURE;
        match usize::try_from(texture).ok().and_then(|number| self.of_texture.get_mut(number)) {
            None => self.loose += usize::from(flags != 0),
            Some(seen) => {
                seen.is_mixed |= seen.faces > 0 && seen.flags != flags;
                seen.flags |= flags;
                seen.faces += 1;
            }
        }
    }

    /// Returns name and value of the properties, and the number of faces whose flags none can carry. A path is given as the faces will
    /// have it, cut to this many bytes.
    pub(super) fn properties(&self, lod: &odol7::Lod<'_>, longest: usize) -> (Vec<(String, Vec<u8>)>, usize) {
        let (mut all, mut lost, mut known) = (Vec::new(), self.loose, HashMap::new());
        for (seen, texture) in self.of_texture.iter().zip(&lod.textures) {
            let path = texture.bytes().get(..longest).unwrap_or(texture.bytes());
            if seen.faces == 0 || (!seen.is_mixed && seen.flags == of_name(path)) {
                continue;
            }
            if seen.is_mixed || path.is_empty() {
                lost += seen.faces;
                continue;
            }
            let value = key(path);
            // Of long paths the end counts, which another may share; then the first one is carried.
            if path.len() >= NAME && known.get(&value).is_some_and(|flags| *flags != seen.flags) {
                lost += seen.faces;
                continue;
            }
            known.entry(value.clone()).or_insert(seen.flags);
            let letters = LETTERS.iter().filter(|(_, flag)| seen.flags & flag != 0);
            let letters: String = letters.map(|(letter, _)| char::from(*letter)).collect();
            all.push((format!("{PREFIX}{}.{letters}", all.len()), value));
        }
        (all, lost)
    }
}

/// Returns how a property names a texture: by its path, or where that is too long by a star and the end of it.
pub(crate) fn key(path: &[u8]) -> Vec<u8> {
    const END: usize = NAME - 2;
    match path.last_chunk::<END>() {
        Some(end) if path.len() >= NAME => [b"*", &end[..]].concat(),
        _ => path.to_vec(),
    }
}

/// Returns whether a property is one that carries such flags.
pub(crate) fn is_carrier(name: &[u8]) -> bool {
    name.get(..PREFIX.len()).is_some_and(|start| start.eq_ignore_ascii_case(PREFIX.as_bytes()))
}

/// Takes from a level what its properties carry, by texture in lower case.
pub(super) fn carried(lod: &mlod::Lod<'_>) -> HashMap<Vec<u8>, u32> {
    let carriers = lod.properties().filter(|(name, _)| is_carrier(name.bytes()));
    let flags = |name: &[u8]| {
        let letters = name.iter().rev().take_while(|byte| **byte != b'.');
        letters.fold(0, |all, letter| {
            let flag = LETTERS.iter().find(|(own, _)| own.eq_ignore_ascii_case(letter));
            flag.map_or(all, |(_, flag)| all | flag)
        })
    };
    carriers.map(|(name, value)| (value.bytes().to_ascii_lowercase(), flags(name.bytes()))).collect()
}

/// Returns whether a pattern stands for a path: `*` for any letters, `?` for one.
pub(super) fn matches(pattern: &[u8], path: &[u8]) -> bool {
    // Where the last star is, and how far it reaches so far.
    let (mut at, mut of, mut star) = (0, 0, None);
    while let Some(&own) = path.get(of) {
        match pattern.get(at) {
            Some(b'*') => {
                star = Some((at, of));
                at += 1;
            }
            Some(&letter) if letter == b'?' || letter == own => {
                at += 1;
                of += 1;
            }
            _ => match &mut star {
                None => return false,
                Some((place, reach)) => {
                    *reach += 1;
                    (at, of) = (*place + 1, *reach);
                }
            },
        }
    }
    pattern.iter().skip(at).all(|letter| *letter == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_paths_are_named_by_their_end() {
        let path = |length: usize| vec![b'a'; length];
        let rows =
            [(1, path(1)), (63, path(63)), (64, [b"*", &path(62)[..]].concat()), (200, [b"*", &path(62)[..]].concat())];
        for (length, expected) in rows {
            assert_eq!(key(&path(length)), expected, "{length}");
        }
    }

    #[test]
    fn patterns_stand_for_paths() {
        let rows = [
            ("data\\glass.pac", "data\\glass.pac", true),
            ("data\\*.pac", "data\\glass.pac", true),
            ("*glass*", "data\\glass.pac", true),
            ("data\\gl?ss.pac", "data\\glass.pac", true),
            ("*", "", true),
            ("", "", true),
            ("", "a", false),
            ("?", "", false),
            ("*.paa", "data\\glass.pac", false),
            ("a*b*c", "axbxbxc", true),
            ("a*b*c", "axcxb", false),
        ];
        for (pattern, path, expected) in rows {
            assert_eq!(matches(pattern.as_bytes(), path.as_bytes()), expected, "{pattern} {path}");
        }
    }
}
