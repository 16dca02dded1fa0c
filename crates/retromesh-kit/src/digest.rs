//! Digests of bytes (FNV-1a, 64 bits), the same on every machine and in every version; not for security.

/// The digest of no bytes.
pub(crate) const START: u64 = 0xcbf2_9ce4_8422_2325;

/// Returns the digest of bytes.
pub fn digest(bytes: &[u8]) -> u64 {
    more(START, bytes)
}

/// Returns the digest of what has a digest, and these bytes after it.
pub(crate) fn more(digest: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(digest, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_fnv_1a() {
        assert_eq!(digest(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(digest(b"a"), 0xaf63_dc4c_8601_ec8c);
    }
}
