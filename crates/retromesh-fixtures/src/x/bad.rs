//! Files that are refused.

use super::binary::file;
use crate::Fixture;

pub(super) fn all() -> Vec<Fixture> {
    vec![
        Fixture { path: "x/bad/empty.x".to_owned(), bytes: Vec::new(), proves: "no byte at all" },
        Fixture { path: "x/bad/header-cut.x".to_owned(), bytes: b"xof 0303txt ".to_vec(), proves: "half a header" },
        Fixture { path: "x/bad/magic.x".to_owned(), bytes: b"xxf 0303txt 0032\n".to_vec(), proves: "another magic" },
        file("bad/storage", "a way to store that there is not", b"0303com 0032", b"\n"),
        file("bad/nul", "a NUL byte among the letters of a text", b"0303txt 0032", b"Frame a\0b{}\n"),
        file("bad/float-size", "binary floats of 16 bits", b"0303bin 0016", b""),
        file("bad/token", "a token of an unknown number", b"0303bin 0032", b"\x1e\0"),
        file("bad/token-cut", "half the number of a token", b"0303bin 0032", b"\x01"),
        file("bad/name-cut", "a name that is longer than the file", b"0303bin 0032", b"\x01\0\x05\0\0\0abc"),
        file(
            "bad/list-cut",
            "a list of more floats than are there",
            b"0303bin 0032",
            b"\x07\0\xff\xff\xff\xff\0\0\0\0",
        ),
        file("bad/guid-cut", "half an identifier", b"0303bin 0032", b"\x05\0\0\0\0\0\0\0"),
        file("bad/packed-cut", "a packed file without a block", b"0303bzip0032", b"\x20\0\0\0"),
        file(
            "bad/packed-letters",
            "a block without its letters",
            b"0303tzip0032",
            b"\x15\0\0\0\x05\0\x0c\0KC\x01\x05\0\xfa\xffabcde",
        ),
        file(
            "bad/packed-data",
            "a block that is not deflated",
            b"0303tzip0032",
            b"\x15\0\0\0\x05\0\x07\0CK\xff\xff\xff\xff\xff",
        ),
        file(
            "bad/packed-size",
            "a block that unpacks to more than it says",
            b"0303tzip0032",
            b"\x14\0\0\0\x04\0\x0c\0CK\x01\x05\0\xfa\xffabcde",
        ),
        file(
            "bad/packed-bomb",
            "a size of four gigabytes",
            b"0303bzip0032",
            b"\xff\xff\xff\xff\x05\0\x0c\0CK\x01\x05\0\xfa\xffabcde",
        ),
    ]
}
