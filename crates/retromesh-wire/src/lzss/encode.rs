//! The packer: longest match first, with the choices of the tools that made the game's files.

use super::window::{Match, TAIL, Window};
use super::{FILL, LONGEST, SHORTEST, Sum, WINDOW};

/// Packs bytes and appends their checksum.
///
/// Among equally long matches it takes the one that the original packer's tree search meets first, so that the bytes equal those of
/// the game's own tools.
pub fn encode(bytes: &[u8], sum: Sum) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len() + bytes.len() / 8 + 5);
    if !bytes.is_empty() {
        pack(bytes, &mut out);
    }
    out.extend(sum.of(bytes).to_le_bytes());
    out
}

/// Spaces before the first byte, which the original starts with as strings of their own.
const LEAD: usize = LONGEST;

fn pack(bytes: &[u8], out: &mut Vec<u8>) {
    let mut text = Vec::with_capacity(LEAD + bytes.len() + TAIL);
    text.resize(LEAD, FILL);
    text.extend_from_slice(bytes);
    // After the last byte the original compares what its ring holds there: the bytes of a window before.
    let stale =
        (0..TAIL).map(|i| (text.len() + i).checked_sub(WINDOW).and_then(|at| text.get(at).copied()).unwrap_or(FILL));
    let stale: Vec<u8> = stale.collect();
    text.extend(stale);

    let mut window = Window::new(&text);
    (0..LEAD).rev().for_each(|at| window.insert(at));
    let end = LEAD + bytes.len();
    let mut at = LEAD;
    // The place of the pending control byte and the next flag in it; the sentinel asks for a new one.
    let (mut control, mut flag) = (0, 0u8);
    while at < end {
        if flag == 0 {
            control = out.len();
            out.push(0);
            flag = 1;
        }
        let Match { length, distance } = window.take(at);
        let length = length.min(end - at);
        let step = if length < SHORTEST {
            if let Some(control) = out.get_mut(control) {
                *control |= flag;
            }
            out.extend(text.get(at));
            1
        } else {
            out.push(distance as u8);
            out.push((distance >> 4 & 0xf0) as u8 | (length - SHORTEST) as u8);
            length
        };
        flag <<= 1;
        for taken in 0..step {
            if taken > 0 {
                window.insert(at);
            }
            // The byte that enters the look-ahead takes the place of the oldest one in the window.
            at += 1;
            if let Some(oldest) = (at + LONGEST - 1).checked_sub(WINDOW) {
                window.remove(oldest);
            }
        }
    }
}
