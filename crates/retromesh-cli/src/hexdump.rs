//! The bytes around the place of an error.

use std::fmt::Write;

/// Bytes in a line.
const WIDTH: u64 = 16;

/// Returns the range of a file that `lines` lines around an offset show: its start and its length.
pub(crate) fn window(offset: u64, lines: u32) -> (u64, u64) {
    let before = u64::from(lines.saturating_sub(1) / 2) * WIDTH;
    ((offset - offset % WIDTH).saturating_sub(before), u64::from(lines) * WIDTH)
}

/// Prints bytes that begin at `start`, with a caret below the byte at `offset`.
pub(crate) fn hexdump(bytes: &[u8], start: u64, offset: u64) -> String {
    let mut text = String::new();
    let mut at = start;
    for row in bytes.chunks(WIDTH as usize) {
        let hex: Vec<String> = row.iter().map(|byte| format!("{byte:02x}")).collect();
        let letter = |&byte: &u8| if byte.is_ascii_graphic() || byte == b' ' { char::from(byte) } else { '.' };
        let letters: String = row.iter().map(letter).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {at:08x}  {:<48} {letters}", hex.join(" "));
        if (at..at + WIDTH).contains(&offset) {
            caret(&mut text, offset - at);
        }
        at += WIDTH;
    }
    // The end of a file that is cut is a place without a byte.
    if bytes.len().is_multiple_of(WIDTH as usize) && offset == start + bytes.len() as u64 {
        let _ = writeln!(text, "  {at:08x}  (the file ends here)");
        caret(&mut text, 0);
    }
    text
}

fn caret(text: &mut String, column: u64) {
    let spaces = " ".repeat(12 + 3 * column as usize);
    let _ = writeln!(text, "{spaces}^^");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_is_below_the_byte() {
        let bytes: Vec<u8> = (0x30..0x54).collect();
        let expected = "  00000010  30 31 32 33 34 35 36 37 38 39 3a 3b 3c 3d 3e 3f  0123456789:;<=>?\n  \
             00000020  40 41 42 43 44 45 46 47 48 49 4a 4b 4c 4d 4e 4f  @ABCDEFGHIJKLMNO\n                  \
             ^^\n  \
             00000030  50 51 52 53                                      PQRS\n";
        assert_eq!(hexdump(&bytes, 0x10, 0x22), expected);
        assert!(hexdump(&bytes[..16], 0, 16).ends_with("  00000010  (the file ends here)\n            ^^\n"));
    }

    #[test]
    fn the_window_is_around_the_offset_and_inside_the_file() {
        for (offset, lines, expected) in
            [(0, 5, (0, 80)), (0x105, 5, (0xe0, 80)), (0x15, 1, (0x10, 16)), (0x15, 2, (0x10, 32))]
        {
            assert_eq!(window(offset, lines), expected, "{offset:#x} {lines}");
        }
    }
}
