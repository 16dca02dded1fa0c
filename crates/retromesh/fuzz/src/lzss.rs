//! The packer of P3D and PAA files.

use retromesh_wire::lzss::{self, Sum};

/// Any bytes survive packing; any bytes unpack to the length that was asked for or to an error.
pub fn lzss(bytes: &[u8]) -> bool {
    for sum in [Sum::Unsigned, Sum::Signed] {
        let packed = lzss::encode(bytes, sum);
        let decoded = lzss::decode(&packed, bytes.len()).expect("what was packed");
        assert!(decoded.bytes == bytes && decoded.consumed == packed.len() && decoded.has_sum(sum));
    }
    let Some((len, stream)) = bytes.split_first_chunk::<2>() else { return false };
    let len = usize::from(u16::from_le_bytes(*len));
    let Ok(decoded) = lzss::decode(stream, len) else { return false };
    assert!(decoded.bytes.len() == len && decoded.consumed <= stream.len());
    assert!(decoded.bytes == slow_decode(stream, len), "two readings of one stream differ");
    true
}

/// The scheme as the literature has it, with a ring buffer: the reference of the fast one.
fn slow_decode(stream: &[u8], len: usize) -> Vec<u8> {
    let mut ring = [b' '; 4096];
    let mut out = Vec::new();
    let mut input = stream.iter().copied();
    let mut next = || input.next().expect("the fast reading did not need it");
    let mut put = |out: &mut Vec<u8>, distance: usize, literal: Option<u8>| {
        let at = out.len();
        let byte = literal.unwrap_or_else(|| ring[(at + 4096 - distance) % 4096]);
        ring[at % 4096] = byte;
        out.push(byte);
    };
    while out.len() < len {
        let flags = next();
        for bit in 0..8 {
            if out.len() == len {
                break;
            }
            if flags >> bit & 1 == 1 {
                put(&mut out, 0, Some(next()));
                continue;
            }
            let (low, high) = (usize::from(next()), usize::from(next()));
            for _ in 0..((high & 0x0f) + 3).min(len - out.len()) {
                put(&mut out, low | (high & 0xf0) << 4, None);
            }
        }
    }
    out
}
