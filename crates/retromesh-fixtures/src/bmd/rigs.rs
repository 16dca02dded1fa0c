//! Bones and clips.

use super::image::{Bone, Clip, Image, Mesh};
use super::meshes::{flat_corners, plain};
use super::{file, flat, packed, triangle, wide};
use crate::Fixture;

/// Words of keys: no rotation, 90 degrees about z, one unit up, twice the size, no key.
const STRAIGHT: u32 = 0x7000_0000;
const QUARTER: u32 = 0x6767_0000;
const NONE: u32 = u32::MAX;

fn word(exponent: u64, xyz: [i64; 3]) -> u32 {
    packed(exponent, xyz) as u32
}

/// The origin of a bone above another.
fn up() -> u32 {
    word(19, [0, 0, 80])
}

/// A base and two bones.
fn bones(second: Bone, third: Bone) -> Vec<Bone> {
    vec![Bone(b"base", 0, 0, 0, 0), second, third]
}

/// A base and two bones, one above the other; each has a triangle.
fn rig() -> Image {
    let vertices = [flat_corners(0, 3), flat_corners(1, 3), flat_corners(2, 3)].concat();
    let mesh = Mesh {
        material: Some(b"#8080FF"),
        vertices,
        faces: [triangle(0, 1, 2), triangle(3, 4, 5), triangle(6, 7, 8)].concat(),
        counts: (9, 3),
        flags: 0,
    };
    Image {
        meshes: vec![mesh],
        lods: vec![[0, 1, 1, 0]],
        bones: bones(Bone(b"hip", up(), 0, 0, 0), Bone(b"knee", up(), 0, 1, 0)),
        clips: Vec::new(),
        tail: Vec::new(),
    }
}

fn key(tag: u8, words: &[u32]) -> Vec<u8> {
    [&[tag][..], &words.iter().flat_map(|w| w.to_le_bytes()).collect::<Vec<u8>>()].concat()
}

fn clips(clips: Vec<Clip>) -> Image {
    Image { clips, ..rig() }
}

/// A closed tetrahedron on one bone, without a material.
fn solid(inward: bool) -> Mesh {
    let corners = [[0, 0, 0], [64, 0, 0], [0, 64, 0], [0, 0, 64]];
    let face = |a, b, c| if inward { triangle(a, c, b) } else { triangle(a, b, c) };
    Mesh {
        material: None,
        vertices: corners.iter().flat_map(|xyz| flat(1, [0; 3], 19, *xyz)).collect(),
        faces: [face(0, 2, 1), face(0, 1, 3), face(1, 2, 3), face(2, 0, 3)].concat(),
        counts: (4, 4),
        flags: 0,
    }
}

pub(super) fn all() -> Vec<Fixture> {
    let turn = |tag: u8| key(0x80 | tag, &[QUARTER]);
    let straight = |tag: u8| key(0x80 | tag, &[STRAIGHT]);
    let mut turned = rig();
    turned.bones = bones(Bone(b"hip", up(), QUARTER, 0, 0), Bone(b"knee", word(19, [80, 0, 0]), NONE, 1, 0));
    let mut pseudo = rig();
    pseudo.bones.push(Bone(b"blend", 0x0000_0201, 0x0000_6070, 0xff, 0));
    pseudo.bones.push(Bone(b"empty", 0, 0, 0xff, 0));
    pseudo.meshes.iter_mut().for_each(|m| {
        m.vertices = [flat_corners(3, 3), flat_corners(4, 3), flat_corners(2, 3)].concat();
    });
    let mut solids = rig();
    solids.meshes.push(solid(false));
    solids.meshes.push(solid(true));
    solids.bones = bones(Bone(b"hip", up(), 0, 0, 1), Bone(b"knee", up(), 0, 1, 2));
    let mut wide_bones = rig();
    wide_bones.meshes.iter_mut().for_each(|m| {
        m.material = Some(b"gfx/limb");
        m.vertices = (0..9)
            .flat_map(|n| wide(0xfa | n & 1, 0x40_0200, [n as i64 * 10, 5, n as i64], n as u32 / 3, [0, 0x70, 0]))
            .collect();
        m.flags = 3;
    });
    let mut late = rig();
    late.bones = bones(Bone(b"knee", up(), 0, 2, 0), Bone(b"hip", up(), 0, 0, 0));
    let mut cycle = rig();
    cycle.bones =
        vec![Bone(b"base", 0, 0, 0, 0), Bone(b"a", 0, 0, 2, 9), Bone(b"b", 0, 0, 1, 0), Bone(b"c", 0, 0, 77, 0)];
    let mut stray = plain();
    stray.meshes.iter_mut().for_each(|m| m.vertices = flat_corners(5, 3));
    vec![
        file("rig", "three bones, one above the other, vertices relative to them", &rig()),
        file("turned-bones", "base rotations, and a rotation word of all ones that means none", &turned),
        file("pseudo-bones", "a bone that blends two others, and one without weights", &pseudo),
        file("solids", "solids of two bones: one closed and facing outward, one facing inward", &solids),
        file("v96-bones", "96-bit vertices with a bone: FA and FB", &wide_bones),
        file("late-parent", "a bone before its parent", &late),
        file(
            "parent-cycle",
            "bones that are each other's parents, one without a parent in the table, a solid that does not exist",
            &cycle,
        ),
        file("stray-bone", "vertices of bone 5 in a model without bones", &stray),
        file(
            "clip-loop",
            "a looping clip: rotation, translation and scale keys, a skip, the way round from the last key to the first",
            &clips(vec![Clip(
                b"walk",
                8,
                40,
                [
                    vec![0],
                    [turn(1), key(0xe2, &[STRAIGHT, word(15, [0, 0, 128]), word(15, [128, 256 - 56, 64])]), vec![0]]
                        .concat(),
                    [key(0x40, &[word(15, [8, 0, 0])]), vec![0]].concat(),
                ]
                .concat(),
            )]),
        ),
        file(
            "clip-once",
            "a clip that does not loop, at the default rate because the file says 0",
            &clips(vec![Clip(b"stand", 5, 0x80, [vec![0], turn(0), straight(2), vec![0, 0]].concat())]),
        ),
        file(
            "clip-gaps",
            "skips without keys, gaps of 32 frames and more, a key on the last frame",
            &clips(vec![Clip(
                b"run",
                100,
                20,
                [vec![0], turn(0), vec![0x1f, 0x1f], straight(0), vec![0x1f], turn(2), vec![0, 0]].concat(),
            )]),
        ),
        file(
            "clip-long-gap",
            "a gap of 32 frames that spilt into the scale bit: a scale word of all ones",
            &clips(vec![Clip(b"walk", 60, 40, [vec![0], turn(0), key(0xa4, &[STRAIGHT, NONE]), vec![0, 0]].concat())]),
        ),
        file(
            "clip-base-keys",
            "keys of bone 0, which no engine moves; a rotation without length; a key beyond the last frame; slack",
            &clips(vec![Clip(b"walk", 4, 40, [turn(0), vec![0], key(0x80, &[0]), turn(9), vec![0, 0, 0xee]].concat())]),
        ),
        file(
            "clip-unclosed",
            "a key list that ends before the last bone is closed",
            &clips(vec![Clip(b"walk", 4, 40, vec![0, 0])]),
        ),
        file(
            "clip-names",
            "clips without frames and with equal names",
            &clips(vec![
                Clip(b"walk", 0, 40, vec![0; 3]),
                Clip(b"walk", 1, 0xff, [vec![0], turn(0), vec![0, 0]].concat()),
            ]),
        ),
    ]
}
