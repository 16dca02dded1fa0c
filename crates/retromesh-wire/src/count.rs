//! The guard before every counted loop.

use crate::error::{PResult, bad};

/// Checks a count from a file against the bytes that are left, so that no allocation or loop outgrows the input.
///
/// `n` elements of at least `min_element_size` bytes each must fit into `i`; a minimum of 0 counts as 1. Returns `i`
/// untouched and the count.
///
/// ```
/// use retromesh_wire::{count, run};
/// assert_eq!(run("demo", &[0; 36], |i| count(i, "triangle", 3u32, 12))?, 3);
/// assert_eq!(
///     run("demo", &[0; 36], |i| count(i, "triangle", -1i32, 12)).unwrap_err().to_string(),
///     "demo: bad triangle count: expected at most 3 (12 bytes each, 36 bytes left), found -1 at 0x0"
/// );
/// # Ok::<(), retromesh_core::Error>(())
/// ```
pub fn count<'a>(i: &'a [u8], what: &'static str, n: impl Into<i64>, min_element_size: usize) -> PResult<'a, usize> {
    let (n, each) = (n.into(), min_element_size.max(1));
    let most = i.len() / each;
    match usize::try_from(n) {
        Ok(n) if n <= most => Ok((i, n)),
        _ => bad(
            i,
            format!("{what} count"),
            format!("at most {most} ({each} bytes each, {} bytes left)", i.len()),
            n.to_string(),
        ),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::error::finish;

    #[test]
    fn accepts_what_fits_and_nothing_else() {
        let input = [0u8; 24];
        let rows: [(i64, usize, bool); 10] = [
            (0, 12, true),
            (2, 12, true),
            (3, 12, false),
            (-1, 12, false),
            (24, 1, true),
            (24, 0, true),
            (25, 0, false),
            (i64::MAX, usize::MAX, false),
            (1, usize::MAX, false),
            (i64::MIN, 1, false),
        ];
        for (n, each, fits) in rows {
            let result = finish(count(&input, "thing", n, each));
            assert_eq!(result.is_ok(), fits, "{n} x {each}");
            if let Ok((rest, got)) = result {
                assert_eq!((rest.len(), got as i64), (24, n));
            }
        }
    }
}
