//! What ODOL says of its textures and MLOD has no place for: properties of the editable level carry it, and binarising takes it back.
//!
//! The game's tools look into the textures instead; what they say counts more where they are there.

use crate::flags::special::{CLAMP_U, CLAMP_V, IS_ALPHA, IS_ALPHA_ORDERED, IS_ANIMATED, IS_TRANSPARENT, NO_CLAMP};
use crate::mlod::{self, NAME, Tag, TagBody};
use glam::Vec2;
use retromesh_kit::procedural;
use retromesh_wire::RawStr;
use std::collections::{BTreeSet, HashMap};

/// How the names of such properties begin; a number and the letters of the flags follow. The value is the texture, as [`key`] has it.
const PREFIX: &str = "retromesh.texture.";
/// What is said of faces that no property speaks for.
pub(crate) const BY_UVS: &str =
    "faces whose texture repeats or is clamped in another way than their coordinates say, by which the game's tools go";
/// What is said of such properties.
pub(crate) const KEPT: &str = "textures whose flags, such as alpha, are kept in properties named retromesh.texture";
/// The letter of each flag.
const LETTERS: [(u8, u32); 8] = [
    (b'a', IS_ALPHA),
    (b'k', IS_TRANSPARENT),
    (b'n', IS_ANIMATED),
    (b'o', IS_ALPHA_ORDERED),
    (b'r', NO_CLAMP),
    (b'u', CLAMP_U),
    (b'v', CLAMP_V),
    (b'x', NEITHER),
];
/// A texture of which nothing says that it repeats or is clamped; no flag of a face.
const NEITHER: u32 = 1;
/// Flags of a face that come from its texture.
pub(super) const OF_TEXTURE: u32 = IS_ALPHA | IS_TRANSPARENT | IS_ANIMATED | IS_ALPHA_ORDERED;
/// Flags of a face that say how its texture goes on past its edges.
pub(crate) const CLAMPING: u32 = NO_CLAMP | CLAMP_U | CLAMP_V;
/// How far texture coordinates may be outside of the texture.
const CLAMP_TOLERANCE: f32 = 1e-3;

/// Returns how the texture of a face goes on past its edges, as its coordinates say.
pub(crate) fn clamping(uvs: impl Iterator<Item = Vec2>) -> u32 {
    let is_inside = |value: f32| (-CLAMP_TOLERANCE..=1.0 + CLAMP_TOLERANCE).contains(&value);
    let flag = |value: f32, flag: u32| if is_inside(value) { flag } else { 0 };
    let flags = uvs.fold(CLAMP_U | CLAMP_V, |all, uv| all & (flag(uv.x, CLAMP_U) | flag(uv.y, CLAMP_V)));
    if flags == 0 { NO_CLAMP } else { flags }
}

/// Returns the flags that the name of a texture gives by itself: the extension says that alpha is sorted, a number that there are more
/// pictures of it, and one that is a colour whether that has alpha.
pub(crate) fn of_name(texture: &[u8]) -> u32 {
    let color = std::str::from_utf8(texture).ok().and_then(procedural::facts);
    if let Some(color) = color {
        return if color.alpha { IS_ALPHA | IS_ALPHA_ORDERED } else { 0 };
    }
    let is_paa = texture.last_chunk::<4>().is_some_and(|end| end.eq_ignore_ascii_case(b".paa"));
    let ordered = if is_paa { IS_ALPHA_ORDERED } else { 0 };
    if is_first_of_several(texture) { ordered | IS_ANIMATED } else { ordered }
}

/// Returns whether a texture is the first of several pictures: `folder\\name.01.paa`.
fn is_first_of_several(texture: &[u8]) -> bool {
    let Some(slash) = texture.iter().rposition(|byte| *byte == b'\\') else { return false };
    let name = texture.get(slash..).unwrap_or_default();
    let parts: Vec<&[u8]> = name.split(|byte| *byte == b'.').collect();
    matches!(parts.as_slice(), [_, number, _, ..] if !number.is_empty() && number.iter().all(u8::is_ascii_digit))
}

/// The flags that the faces of a texture have.
#[derive(Debug, Clone, Copy, Default)]
struct Seen {
    flags: u32,
    faces: usize,
    is_mixed: bool,
    clamping: u32,
    is_clamping_mixed: bool,
    /// Faces whose texture goes on in another way than their coordinates say.
    unlike_uvs: usize,
}

/// What the faces of a level say of its textures.
#[derive(Debug)]
pub(crate) struct Seens<'l> {
    textures: &'l [RawStr<'l>],
    /// For each texture, and at the end for faces without one.
    seens: Vec<Seen>,
}

/// The properties that carry what faces say of their textures, and how many faces none can speak for.
#[derive(Debug, Default)]
pub(crate) struct Carriers {
    /// Name and value.
    pub(crate) properties: Vec<(String, Vec<u8>)>,
    pub(crate) lost_flags: usize,
    pub(crate) lost_clamping: usize,
}

impl<'l> Seens<'l> {
    /// Begins with no face seen.
    pub(crate) fn new(textures: &'l [RawStr<'l>]) -> Self {
        Self { textures, seens: vec![Seen::default(); textures.len() + 1] }
    }

    /// Adds a face, and how its coordinates say that its texture goes on.
    pub(crate) fn add(&mut self, texture: i16, special: u32, of_uvs: u32) {
        let none = self.textures.len();
        let named = |at: &usize| self.textures.get(*at).is_some_and(|texture| !texture.is_empty());
        let at = usize::try_from(texture).ok().filter(named).unwrap_or(none);
        let Some(seen) = self.seens.get_mut(at) else { return };
        let flags = special & OF_TEXTURE;
        seen.is_mixed |= seen.faces > 0 && seen.flags != flags;
        seen.flags |= flags;
        let clamping = if special & CLAMPING == 0 { NEITHER } else { special & CLAMPING };
        seen.is_clamping_mixed |= seen.faces > 0 && seen.clamping != clamping;
        seen.clamping |= clamping;
        seen.unlike_uvs += usize::from(clamping != of_uvs);
        seen.faces += 1;
    }

    /// Returns the properties. A path is given as the faces will have it, cut to this many bytes.
    pub(crate) fn carriers(&self, longest: usize) -> Carriers {
        let mut carriers = Carriers::default();
        let mut known = HashMap::new();
        let paths = self.textures.iter().map(RawStr::bytes).chain([&[][..]]);
        for (seen, path) in self.seens.iter().zip(paths) {
            let path = path.get(..longest).unwrap_or(path);
            let has_clamping = seen.unlike_uvs > 0 && !seen.is_clamping_mixed;
            let clamping = if has_clamping { seen.clamping } else { 0 };
            carriers.lost_clamping += if has_clamping { 0 } else { seen.unlike_uvs };
            if seen.faces == 0 || (!seen.is_mixed && seen.flags == of_name(path) && !has_clamping) {
                continue;
            }
            let (value, flags) = (key(path), seen.flags | clamping);
            // Of long paths the end counts, which another may share; then the first one is carried.
            let is_taken = path.len() >= NAME && known.get(&value).is_some_and(|known| *known != flags);
            if seen.is_mixed || is_taken {
                carriers.lost_flags += if seen.is_mixed || seen.flags != of_name(path) { seen.faces } else { 0 };
                carriers.lost_clamping += if has_clamping { seen.unlike_uvs } else { 0 };
                continue;
            }
            known.entry(value.clone()).or_insert(flags);
            carriers.properties.push((property_name(carriers.properties.len(), flags), value));
        }
        carriers
    }
}

/// Returns the name of the property that carries flags.
fn property_name(number: usize, flags: u32) -> String {
    format!("{PREFIX}{number}.{}", letters(flags))
}

fn letters(flags: u32) -> String {
    LETTERS.iter().filter(|(_, flag)| flags & flag != 0).map(|(letter, _)| char::from(*letter)).collect()
}

/// Returns the flags that the name of a property carries.
fn flags_of(name: &[u8]) -> u32 {
    let letters = name.iter().rev().take_while(|byte| **byte != b'.');
    letters.fold(0, |all, letter| {
        let flag = LETTERS.iter().find(|(own, _)| own.eq_ignore_ascii_case(letter));
        flag.map_or(all, |(_, flag)| all | flag)
    })
}

/// Makes the alpha that a level carries of a texture what materials show, by [`key`] those that they have: it may have been changed since. What
/// is carried of textures that no face has any more goes.
pub(crate) fn renew(lod: &mut mlod::Lod<'_>, shown: &HashMap<Vec<u8>, Vec<u32>>) {
    let mut carried = carried(lod);
    if carried.is_empty() {
        return;
    }
    let used: BTreeSet<Vec<u8>> =
        lod.faces.iter().map(|face| key(&face.texture.bytes().to_ascii_lowercase())).collect();
    carried.retain(|texture, _| !used.contains(texture));
    lod.tags.retain(|tag| match &tag.body {
        TagBody::Property { name, value } if is_carrier(name.text().bytes()) => {
            !carried.contains_key(&value.text().bytes().to_ascii_lowercase())
        }
        _ => true,
    });
    for tag in &mut lod.tags {
        let TagBody::Property { name, value } = &tag.body else { continue };
        let (name, value) = (name.text(), value.text());
        let flags = flags_of(name.bytes());
        let shown = shown.get(&value.bytes().to_ascii_lowercase()).filter(|_| is_carrier(name.bytes()));
        let is_other = |shown: &&Vec<u32>| shown.iter().all(|shown| *shown != seen_alpha(flags));
        let Some(shown) = shown.filter(is_other).and_then(|shown| shown.first()) else { continue };
        let ordered = if shown & IS_ALPHA != 0 { IS_ALPHA_ORDERED } else { of_name(value.bytes()) & IS_ALPHA_ORDERED };
        let flags = flags & !(IS_ALPHA | IS_TRANSPARENT | IS_ALPHA_ORDERED) | shown | ordered;
        let start = name
            .bytes()
            .iter()
            .rposition(|byte| *byte == b'.')
            .map_or(&[][..], |dot| name.bytes().get(..=dot).unwrap_or_default());
        *tag = Tag::property(lod.kind, &[start, letters(flags).as_bytes()].concat(), value.bytes());
    }
}

/// Returns the one flag of alpha that is seen.
pub(crate) fn seen_alpha(flags: u32) -> u32 {
    if flags & IS_ALPHA != 0 { IS_ALPHA } else { flags & IS_TRANSPARENT }
}

/// Adds to a level what carries the flags of its textures, given by path in lower case, where their names do not say them and nothing carries
/// them yet. Returns how many there are.
pub(crate) fn carry(lod: &mut mlod::Lod<'_>, flags: &HashMap<Vec<u8>, u32>) -> usize {
    let mut known: BTreeSet<Vec<u8>> = carried(lod).into_keys().collect();
    let before = known.len();
    let textures: BTreeSet<Vec<u8>> = lod.faces.iter().map(|face| face.texture.bytes().to_ascii_lowercase()).collect();
    for texture in textures {
        let Some(flags) = flags.get(&texture).filter(|flags| **flags != of_name(&texture)) else { continue };
        let (name, value) = (property_name(known.len(), *flags), key(&texture));
        if known.insert(value.clone()) {
            // The last tag ends the list.
            let end = lod.tags.len().saturating_sub(1);
            lod.tags.insert(end, Tag::property(lod.kind, name.as_bytes(), &value));
        }
    }
    known.len() - before
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
pub(crate) fn carried(lod: &mlod::Lod<'_>) -> HashMap<Vec<u8>, u32> {
    let carriers = lod.properties().filter(|(name, _)| is_carrier(name.bytes()));
    carriers.map(|(name, value)| (value.bytes().to_ascii_lowercase(), flags_of(name.bytes()))).collect()
}

/// Returns how a texture goes on past its edges as a property says it; `None` where it says nothing of that.
pub(super) fn carried_clamping(flags: u32) -> Option<u32> {
    Some(flags & (CLAMPING | NEITHER)).filter(|flags| *flags != 0).map(|flags| flags & CLAMPING)
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
    fn textures_are_clamped_where_all_coordinates_are_inside() {
        let rows = [
            ([0.0, 0.0, 1.0, 1.0], CLAMP_U | CLAMP_V),
            ([-0.0005, 0.0, 1.0005, 2.0], CLAMP_U),
            ([2.0, 0.0, 0.0, 1.0], CLAMP_V),
            ([0.0, 0.0, 1.5, -1.0], NO_CLAMP),
        ];
        for (uvs, expected) in rows {
            let uvs = uvs.chunks_exact(2).map(|uv| Vec2::new(uv[0], uv[1]));
            assert_eq!(clamping(uvs), expected);
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
