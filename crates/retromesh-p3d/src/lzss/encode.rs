//! The packer: longest match first, found in binary search trees, as in the tools that made the game's files.

use super::{FILL, LONGEST, SHORTEST, WINDOW, checksum};

/// Packs bytes and appends their checksum.
///
/// Among equally long matches it takes the one that the tree search meets first; the tree's shape depends on the whole history of
/// the window, so the bytes equal those of the original packer only because every insertion and removal is the same. The time is
/// linear for ordinary data; sorted data makes a tree a list, and then at most 4096 comparisons are made a byte.
pub fn encode(bytes: &[u8]) -> Vec<u8> {
    let mut packer = Packer::new(bytes);
    let mut out = Vec::with_capacity(bytes.len() + bytes.len() / 8 + 5);
    let end = bytes.len();
    let mut at = 0;
    // The place of the pending control byte and the next flag in it; the sentinel asks for a new one.
    let (mut control, mut flag) = (0, 0u8);
    let mut found = Match::default();
    if at < end {
        // The original starts with the strings that begin in the spaces before the first byte.
        for back in 1..=LONGEST {
            packer.insert(WINDOW - back);
        }
        found = packer.insert(at);
    }
    while at < end {
        if flag == 0 {
            control = out.len();
            out.push(0);
            flag = 1;
        }
        let length = found.length.min(end - at);
        let step = if length < SHORTEST {
            if let Some(control) = out.get_mut(control) {
                *control |= flag;
            }
            out.extend(bytes.get(at));
            1
        } else {
            out.push(found.distance as u8);
            out.push((found.distance >> 4 & 0xf0) as u8 | (length - SHORTEST) as u8);
            length
        };
        flag <<= 1;
        for _ in 0..step {
            // The byte that enters the look-ahead takes the place of the oldest one in the window.
            packer.remove(at + LONGEST);
            packer.load(at + LONGEST);
            at += 1;
            if at < end {
                found = packer.insert(at);
            }
        }
    }
    out.extend(checksum(bytes).to_le_bytes());
    out
}

/// What an insertion finds on its way.
#[derive(Clone, Copy, Default)]
struct Match {
    length: usize,
    distance: usize,
}

/// No node.
const NONE: u16 = (WINDOW + 256) as u16;

/// Nodes and roots, rounded up to a power of two, so that a mask proves every index.
const NODES: usize = 2 * WINDOW;

/// The window's strings of [`LONGEST`] bytes, in one search tree for each first byte.
struct Packer<'b> {
    bytes: &'b [u8],
    /// The window as a ring, its first bytes repeated behind its end.
    ring: Box<[u8; WINDOW + LONGEST]>,
    /// Smaller and larger child of each node; nodes are positions in the ring. The roots stand behind the nodes and have a
    /// larger child only.
    children: Box<[[u16; 2]; NODES]>,
    /// The parent of each node; `NONE` for one that is in no tree.
    parents: Box<[u16; NODES]>,
}

#[allow(clippy::indexing_slicing, reason = "masks keep every index below the length of its array")]
#[allow(clippy::large_stack_arrays, reason = "32 KiB that go to the heap at once")]
impl<'b> Packer<'b> {
    fn new(bytes: &'b [u8]) -> Self {
        let mut packer = Self {
            bytes,
            ring: Box::new([FILL; WINDOW + LONGEST]),
            children: Box::new([[NONE; 2]; NODES]),
            parents: Box::new([NONE; NODES]),
        };
        (0..LONGEST).for_each(|at| packer.load(at));
        packer
    }

    /// Puts a byte of the input into the ring; behind the last one the ring keeps what it holds.
    #[inline]
    fn load(&mut self, at: usize) {
        let Some(&byte) = self.bytes.get(at) else { return };
        let place = at % WINDOW;
        self.ring[place] = byte;
        if place < LONGEST {
            self.ring[place + WINDOW] = byte;
        }
    }

    #[inline]
    fn child(&self, node: u16, side: usize) -> u16 {
        self.children[usize::from(node) % NODES][side % 2]
    }

    #[inline]
    fn set_child(&mut self, node: u16, side: usize, child: u16) {
        self.children[usize::from(node) % NODES][side % 2] = child;
    }

    #[inline]
    fn parent(&self, node: u16) -> u16 {
        self.parents[usize::from(node) % NODES]
    }

    #[inline]
    fn set_parent(&mut self, node: u16, parent: u16) {
        self.parents[usize::from(node) % NODES] = parent;
    }

    /// Returns the string at a node.
    #[inline]
    fn string(&self, node: u16) -> &[u8; LONGEST] {
        self.ring[usize::from(node) % WINDOW..].first_chunk().unwrap_or(&[FILL; LONGEST])
    }

    /// Inserts the string at `at` and returns the first of the longest matches on its way.
    ///
    /// An equal string is replaced, so that the younger one stands for both.
    fn insert(&mut self, at: usize) -> Match {
        let new = (at % WINDOW) as u16;
        let key = Key::new(self.string(new));
        self.set_child(new, 0, NONE);
        self.set_child(new, 1, NONE);
        let mut best = Match::default();
        let mut node = WINDOW as u16 + (key.first >> 56) as u16;
        let mut side = 1;
        let mut next = self.child(node, side);
        while next != NONE {
            node = next;
            // Both children are fetched while the strings are compared.
            let [smaller, larger] = self.children[usize::from(node) % NODES];
            let (length, is_larger) = key.compare(self.string(node));
            side = usize::from(is_larger);
            next = if is_larger { larger } else { smaller };
            if length > best.length {
                best = Match { length, distance: at.wrapping_sub(usize::from(node)) % WINDOW };
                if length >= LONGEST {
                    self.replace(node, new);
                    return best;
                }
            }
        }
        self.set_child(node, side, new);
        self.set_parent(new, node);
        best
    }

    /// Puts `new` where `old` is and takes `old` out of its tree.
    fn replace(&mut self, old: u16, new: u16) {
        for side in 0..2 {
            let child = self.child(old, side);
            self.set_child(new, side, child);
            self.set_parent(child, new);
        }
        self.hang(new, old);
        self.set_parent(old, NONE);
    }

    /// Gives `node` the parent of `old`, on the side where `old` hangs.
    fn hang(&mut self, node: u16, old: u16) {
        let parent = self.parent(old);
        self.set_parent(node, parent);
        let side = usize::from(self.child(parent, 1) == old);
        self.set_child(parent, side, node);
    }

    /// Takes the string at `at`, or rather the one a window before it, out of its tree.
    fn remove(&mut self, at: usize) {
        let node = (at % WINDOW) as u16;
        if self.parent(node) == NONE {
            return;
        }
        let (smaller, larger) = (self.child(node, 0), self.child(node, 1));
        let heir = if larger == NONE {
            smaller
        } else if smaller == NONE {
            larger
        } else {
            // The largest of the smaller ones takes the place.
            let mut heir = smaller;
            if self.child(heir, 1) != NONE {
                while self.child(heir, 1) != NONE {
                    heir = self.child(heir, 1);
                }
                let orphan = self.child(heir, 0);
                let parent = self.parent(heir);
                self.set_child(parent, 1, orphan);
                self.set_parent(orphan, parent);
                self.set_child(heir, 0, smaller);
                self.set_parent(smaller, heir);
            }
            self.set_child(heir, 1, larger);
            self.set_parent(larger, heir);
            heir
        };
        self.hang(heir, node);
        self.set_parent(node, NONE);
    }
}

/// A string as big-endian words, so that comparing words compares strings.
struct Key {
    first: u64,
    second: u64,
    last: u16,
}

impl Key {
    #[inline]
    fn new(string: &[u8; LONGEST]) -> Self {
        let (first, rest) = words(string);
        Self { first, second: u64::from_be_bytes(*rest), last: last(string) }
    }

    /// Returns how many leading bytes a string shares, and whether it is smaller or equal.
    #[inline]
    fn compare(&self, string: &[u8; LONGEST]) -> (usize, bool) {
        let (first, rest) = words(string);
        if self.first != first {
            return ((self.first ^ first).leading_zeros() as usize / 8, self.first > first);
        }
        let second = u64::from_be_bytes(*rest);
        if self.second != second {
            return (8 + (self.second ^ second).leading_zeros() as usize / 8, self.second > second);
        }
        let last = last(string);
        (16 + (self.last ^ last).leading_zeros() as usize / 8, self.last >= last)
    }
}

/// Returns the first eight bytes as a word, and the eight behind them.
#[inline]
fn words(string: &[u8; LONGEST]) -> (u64, &[u8; 8]) {
    let (first, rest) = string.split_first_chunk::<8>().unwrap_or((&[0; 8], &[]));
    (u64::from_be_bytes(*first), rest.first_chunk().unwrap_or(&[0; 8]))
}

#[inline]
fn last(string: &[u8; LONGEST]) -> u16 {
    string.last_chunk().map_or(0, |two| u16::from_be_bytes(*two))
}
