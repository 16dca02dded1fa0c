//! SHA-256 as FIPS 180-4 defines it, for the hashes of pictures.

/// Returns the first primes' roots to the power of one over `root`: 32 bits behind the point.
fn roots<const N: usize>(root: i32) -> [u32; N] {
    let is_prime = |n: &u32| (2..*n).take_while(|d| d * d <= *n).all(|d| !n.is_multiple_of(d));
    let mut primes = (2u32..).filter(is_prime);
    std::array::from_fn(|_| {
        let prime = u128::from(primes.next().unwrap());
        // The largest number whose square or cube is not above the prime, counted in parts of 2^32.
        let is_below = |x: u128| if root == 2 { x * x <= prime << 64 } else { x * x * x <= prime << 96 };
        (0..36).rev().fold(0u128, |x, bit| if is_below(x | 1 << bit) { x | 1 << bit } else { x }) as u32
    })
}

/// Returns the hash of bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let (mut state, k) = (roots::<8>(2), roots::<64>(3));
    let mut padded = bytes.to_vec();
    padded.push(0x80);
    padded.resize((padded.len() + 8).next_multiple_of(64) - 8, 0);
    padded.extend((bytes.len() as u64 * 8).to_be_bytes());
    for block in padded.as_chunks::<64>().0 {
        let mut w = [0u32; 64];
        w.iter_mut().zip(block.as_chunks::<4>().0).for_each(|(to, from)| *to = u32::from_be_bytes(*from));
        for n in 16..64 {
            let mix = |x: u32, a, b, c| x.rotate_right(a) ^ x.rotate_right(b) ^ (x >> c);
            let (s0, s1) = (mix(w[n - 15], 7, 18, 3), mix(w[n - 2], 17, 19, 10));
            w[n] = w[n - 16].wrapping_add(s0).wrapping_add(w[n - 7]).wrapping_add(s1);
        }
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = state;
        let turn = |x: u32, n: [u32; 3]| n.iter().fold(0, |sum, n| sum ^ x.rotate_right(*n));
        for (w, k) in w.iter().zip(k) {
            let choice = (e & f) ^ (!e & g);
            let most = (a & b) ^ (a & c) ^ (b & c);
            let one = h.wrapping_add(turn(e, [6, 11, 25])).wrapping_add(choice).wrapping_add(k).wrapping_add(*w);
            let two = turn(a, [2, 13, 22]).wrapping_add(most);
            (h, g, f, e, d, c, b, a) = (g, f, e, d.wrapping_add(one), c, b, a, one.wrapping_add(two));
        }
        let sums = [a, b, c, d, e, f, g, h];
        state.iter_mut().zip(sums).for_each(|(state, sum)| *state = state.wrapping_add(sum));
    }
    state.map(|word| format!("{word:08x}")).concat()
}

#[test]
fn the_examples_of_the_standard_come_out() {
    let rows = [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        ),
    ];
    for (text, expected) in rows {
        assert_eq!(hex(text.as_bytes()), expected);
    }
}
