//! Text as the game holds it.

/// Encodes a text as the game's code page where it fits, else as UTF-8; both formats hold bytes.
pub(crate) fn encode_text(text: &str) -> Vec<u8> {
    let latin: Option<Vec<u8>> = text
        .chars()
        .map(|c| match c as u32 {
            code @ (1..=0x7f | 0xa0..=0xff) => Some(code as u8),
            _ => None,
        })
        .collect();
    latin.unwrap_or_else(|| text.replace('\0', "").into_bytes())
}
