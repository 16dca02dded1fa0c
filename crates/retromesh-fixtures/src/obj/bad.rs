//! Texts that are refused, and damage that is repaired.

use super::{obj, on_square};
use crate::Fixture;

pub(super) fn all() -> Vec<Fixture> {
    vec![
        obj("bad/empty", "no byte at all", b""),
        obj("bad/binary", "a NUL byte after good statements", b"v 0 0 0\nv 1 0 0\0"),
        obj("bad/prose", "a text without a statement of the format", b"# a letter\nDear reader,\nthis is no model.\n"),
        obj("bad/object-file", "a binary object file of a compiler", b"\x7fELF\x02\x01\x01"),
        on_square("bad/face-of-two", "faces of fewer than three corners", "f 1 2\nf 1\nf\nf 1 2 3\n"),
        on_square(
            "bad/face-out-of-range",
            "corners of number 0, after the last, before the first, and no number",
            "f 0 1 2\nf 1 2 5\nf 1 2 -5\nf 1 2 x\nf 1 2 3.5\nf 1 2 99999999999999999999\nf 1 2 3\nf 3 4 1\n",
        ),
        on_square(
            "bad/corner-out-of-range",
            "texture coordinates and normals that are not there",
            "vt 0 0\nvn 0 0 1\nf 1/1/1 2/2/1 3/1/9\nf 1/-2/1 2/1/-7 3/1/1\n",
        ),
        obj("bad/position-short", "positions and normals of fewer than three numbers", {
            b"v\nv 1\nv 0 1\nvt\nvn 1\nf 1/1/1 2/1/1 3/1/1\n"
        }),
    ]
}
