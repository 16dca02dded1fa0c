//! Run lengths of indexed levels: a control byte `c`; from 0x80 on the next byte repeats `(c & 0x7f) + 1` times, below `c + 1` bytes
//! follow as they are.

use retromesh_core::ErrorKind;

/// The longest run, and the longest run of single bytes.
const LONGEST: usize = 128;
/// The maximum that a byte can unpack to: a run of two bytes.
const GROWTH: usize = LONGEST / 2;

/// Unpacks `len` bytes; returns them and how many packed bytes that took.
pub(crate) fn decode(packed: &[u8], len: usize) -> Result<(Vec<u8>, usize), ErrorKind> {
    let cut = |unpacked: usize| {
        let found = format!("{unpacked} bytes at the end of the level");
        ErrorKind::bad("run lengths", format!("{len} bytes when unpacked"), found)
    };
    if len > packed.len() * GROWTH {
        return Err(cut(0));
    }
    let mut out = Vec::with_capacity(len);
    let mut rest = packed;
    while out.len() < len {
        let [control, after @ ..] = rest else { return Err(cut(out.len())) };
        let count = usize::from(control & 0x7f) + 1;
        if count > len - out.len() {
            let found = format!("one of {count} bytes with {} to come", len - out.len());
            return Err(ErrorKind::bad("run lengths", "runs that end in the picture", found));
        }
        if control & 0x80 != 0 {
            let [byte, after @ ..] = after else { return Err(cut(out.len())) };
            out.resize(out.len() + count, *byte);
            rest = after;
        } else {
            let (bytes, after) = after.split_at_checked(count).ok_or_else(|| cut(out.len()))?;
            out.extend_from_slice(bytes);
            rest = after;
        }
    }
    Ok((out, packed.len() - rest.len()))
}

/// Packs bytes: runs of three and more, the rest as it is.
pub(crate) fn encode(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut single: Vec<u8> = Vec::new();
    let flush = |single: &mut Vec<u8>, out: &mut Vec<u8>| {
        for chunk in single.chunks(LONGEST) {
            out.push(chunk.len() as u8 - 1);
            out.extend_from_slice(chunk);
        }
        single.clear();
    };
    for run in bytes.chunk_by(|a, b| a == b) {
        for run in run.chunks(LONGEST) {
            match run {
                [byte, _, _, ..] => {
                    flush(&mut single, &mut out);
                    out.extend([0x80 | (run.len() as u8 - 1), *byte]);
                }
                few => single.extend_from_slice(few),
            }
        }
    }
    flush(&mut single, &mut out);
    out
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn runs_come_back_and_errors_say_where() {
        let noise = |n: u32| (0..n).map(|i| (i.wrapping_mul(2_654_435_761) >> 29) as u8).collect::<Vec<_>>();
        for bytes in [vec![], vec![7], vec![7; 2], vec![7; 1000], noise(1), noise(127), noise(129), noise(5000)] {
            let packed = encode(&bytes);
            assert_eq!(decode(&packed, bytes.len()).unwrap(), (bytes, packed.len()));
        }
        assert_eq!(encode(&[1, 2, 2, 3, 3, 3]), [2, 1, 2, 2, 0x82, 3]);
        let rows: [(&[u8], usize, &str); 4] = [
            (&[0x83], 4, "found 0 bytes"),
            (&[0, 1, 2, 1], 4, "found 1 bytes"),
            (&[0x84, 1], 4, "one of 5 bytes with 4 to come"),
            (&[0x83, 1], 1 << 30, "found 0 bytes"),
        ];
        for (packed, len, text) in rows {
            let error = decode(packed, len).unwrap_err().to_string();
            assert!(error.contains(text), "{error}");
        }
    }
}
