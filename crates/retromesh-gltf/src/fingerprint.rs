//! Fingerprints: what extras were made for.
//!
//! Other programs sort vertices and faces anew, join some and drop others. A list of numbers means something only where the geometry that
//! it counts is the same, and the file that an image was made of is that image only where nobody painted on it.

use glam::Vec3;
use retromesh_core::mesh::Faces;
use std::iter::once;

/// Returns the fingerprint of vertices: their places, in their order.
pub(crate) fn vertices(positions: &[Vec3]) -> String {
    text(positions.iter().flat_map(words))
}

/// Returns the fingerprint of faces: the places of their corners, in their order, whatever the numbers of the vertices are.
pub(crate) fn faces<'f>(positions: &[Vec3], faces: impl Iterator<Item = &'f Faces>) -> String {
    let place = |&corner: &u32| positions.get(corner as usize).into_iter().flat_map(words);
    text(faces.flat_map(Faces::iter).flat_map(|face| once(face.len() as u64).chain(face.iter().flat_map(place))))
}

/// Returns the fingerprint of how vertices are joined: their count and the triangles of the faces, by a number of each vertex. It stays where
/// only places change, and where a program cuts polygons into triangles.
pub(crate) fn links<'f>(
    count: usize,
    faces: impl Iterator<Item = &'f Faces>,
    number: impl Fn(u32) -> Option<u32>,
) -> String {
    let number = |corner: u32| number(corner).map_or(u64::MAX, u64::from);
    let triangles = |face: &'f [u32]| {
        let first = face.first().copied().unwrap_or_default();
        face.windows(2).skip(1).map(move |pair| [first, pair[0], pair[1]])
    };
    let corners = faces.flat_map(Faces::iter).flat_map(triangles).flatten();
    text(once(count as u64).chain(corners.map(number)))
}

/// Returns the fingerprint of the bytes of an image.
pub(crate) fn image(bytes: &[u8]) -> String {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last.iter_mut().zip(rest).for_each(|(to, byte)| *to = *byte);
    let words = words.iter().chain([&last]).map(|word| u64::from_le_bytes(*word));
    text(words.chain(once(bytes.len() as u64)))
}

/// Mixes one more word into a hash.
pub(crate) fn mix(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95)
}

/// Returns the three floats as they are in a file; zero has one sign.
fn words(place: &Vec3) -> [u64; 3] {
    place.to_array().map(|x| u64::from((x + 0.0).to_bits()))
}

/// As a text, because other programs round large numbers.
fn text(words: impl Iterator<Item = u64>) -> String {
    format!("{:016x}", words.fold(0, mix))
}
