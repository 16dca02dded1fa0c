//! What the text itself may look like: line ends, blanks, comments, continuations, numbers, encodings.

use super::{obj, on_square};
use crate::Fixture;

pub(super) fn all() -> Vec<Fixture> {
    let wide: Vec<u8> =
        "\u{feff}o \u{e4}\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n".encode_utf16().flat_map(u16::to_be_bytes).collect();
    vec![
        obj("utf-16", "a text in UTF-16, the high byte first", &wide),
        obj("crlf", "lines that end as on Windows", b"o a\r\nv 0 0 0\r\nv 1 0 0\r\nv 0 1 0\r\nf 1 2 3\r\n"),
        obj("cr", "lines that end as on an old Macintosh", b"o a\rv 0 0 0\rv 1 0 0\rv 0 1 0\rf 1 2 3\r"),
        obj("no-last-line-end", "the last line has no end", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3"),
        obj(
            "byte-order-mark",
            "a mark of UTF-8 before the first statement",
            b"\xef\xbb\xbfv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
        ),
        obj(
            "continuations",
            "statements that a backslash continues, and a comment that it does not",
            b"v 0 \\\n0 \\\r\n0\nv 1 0 0\nv 0 1 0\n# C:\\models\\\nf 1 2 \\\n3\n",
        ),
        obj(
            "blanks-and-comments",
            "blanks and tabs before, between and after; comments on lines of their own and after numbers",
            b"# made by hand\n\n  v\t0  0 0 \n\tv 1 0 0# one\nv 1 0 0 # one\nv 0 1 0\t# two\n \nf  1   3\t4  # face\n",
        ),
        obj(
            "numbers",
            "signs, exponents, many digits, the smallest and the largest float",
            b"v +1 -.5 2.\nv 1e-3 -1.5E+2 0.1000000000000000055511151231257827\nv 3.4028235e38 1e-45 -0\nf 1 2 3\n",
        ),
        obj("numbers-bad", "words that are no finite number", {
            b"v nan inf 1\nv -1.#IND 1,5 1e99\nv one 1.0f 0x1\nvt -\nvn . 1\nf 1/1/1 2/1/1 3/1/1\n"
        }),
        obj("names-windows-1252", "names in the code page of Windows", {
            b"o T\xfcr\nv 0 0 0\nv 1 0 0\nv 0 1 0\ng Gr\xfcn\nusemtl Stra\xdfe\nf 1 2 3\n"
        }),
        obj("names-utf8", "names in UTF-8", "o Tür\nv 0 0 0\nv 1 0 0\nv 0 1 0\ng 緑\nf 1 2 3\n".as_bytes()),
        obj("control-z", "an end mark of DOS after the last line", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n\x1a"),
        on_square(
            "smoothing-bad",
            "a smoothing group that is no number",
            "s on\nf 1 2 3\ns 1.5\nf 1 3 4\ns -1\nf 2 3 4\n",
        ),
    ]
}
