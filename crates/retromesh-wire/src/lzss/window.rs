//! The strings of the window, and the match that a search tree of them would give.
//!
//! The original packer keeps its strings in an unbalanced binary search tree for each first byte and takes the first of the longest matches that
//! it meets on the way down. That tree need not be built: every node is older than those below it, so the order of the strings
//! and their ages are the tree.
//!
//! - A string that is equal to a new one gives it its place, hence its age.
//! - A node with two children that is removed gives its place to the next smaller string, one with fewer to what is below it. A node has a
//!   smaller child if the next smaller string is younger, and a larger child if the next larger one is.
//! - The strings that share most with a new one are neighbours in the order. The search meets the oldest of them first.
//!
//! So the ranks of the strings, found by sorting, replace every comparison, and sorted data costs no more than other data.

use super::order::Order;
use super::ranks::RankSet;
use super::{LONGEST, SHORTEST, WINDOW};

/// Places of one stretch; with those that are kept from the stretch before, few enough for ages in 15 bits.
const STRETCH: usize = 28_000;
/// What the text must have behind its last string: the rest of that string, and of the words that it is compared by.
pub(super) const TAIL: usize = LONGEST + 8;
/// A node that is in no tree, younger than all.
const ABSENT: Node = Node::MAX;
/// Nodes that are looked at together.
const BLOCK: usize = 16;

/// When the string came into the tree, and in the lower 16 bits its last place, from the start of the stretch on. Of two nodes the
/// smaller one is older.
type Node = i32;
/// The bits of a place in a node.
const PLACE: Node = 0xffff;

/// A match: nothing shorter than [`SHORTEST`] is one.
#[derive(Clone, Copy, Default)]
pub(super) struct Match {
    pub(super) length: usize,
    pub(super) distance: usize,
}

/// The strings of the window within a stretch of the text.
pub(super) struct Window<'t> {
    text: &'t [u8],
    /// Where the stretch begins.
    start: usize,
    order: Order,
    /// The node of each rank.
    nodes: Vec<Node>,
    /// The ranks that are in the window.
    present: RankSet,
    /// The time of the next new node.
    clock: Node,
}

#[allow(
    clippy::indexing_slicing,
    reason = "ranks and places are below the lengths of the arrays that `turn` made for them"
)]
impl<'t> Window<'t> {
    /// Starts with no string; `text` goes on for [`TAIL`] bytes behind its last string.
    pub(super) fn new(text: &'t [u8]) -> Self {
        let (order, nodes, present) = (Order::default(), Vec::new(), RankSet::default());
        let mut window = Self { text, start: 0, order, nodes, present, clock: 0 };
        window.turn(0);
        window
    }

    /// Goes on to the stretch that begins at `start`, with the strings that are in the window.
    fn turn(&mut self, start: usize) {
        let mut kept = std::mem::take(&mut self.nodes);
        kept.retain(|node| *node != ABSENT);
        kept.sort_unstable();
        let back = start - self.start;
        self.start = start;
        let text = &self.text[start..];
        self.order.sort(text, STRETCH.min(text.len() - TAIL));
        self.nodes.resize(self.order.len(), ABSENT);
        self.present.reset(self.order.len());
        self.clock = 0;
        kept.into_iter().for_each(|node| self.insert(start + (node & PLACE) as usize - back));
    }

    /// Returns the place of a string in the stretch, and its rank.
    fn find(&mut self, at: usize) -> (usize, usize) {
        if at - self.start >= self.order.ranks.len() {
            self.turn(at + LONGEST - WINDOW);
        }
        let place = at - self.start;
        (place, usize::from(self.order.ranks[place]))
    }

    /// Adds the string at `at`.
    #[inline]
    pub(super) fn insert(&mut self, at: usize) {
        let (place, rank) = self.find(at);
        let node = &mut self.nodes[rank];
        if *node == ABSENT {
            *node = self.clock << 16;
            self.present.insert(rank);
            self.clock += 1;
        }
        *node = *node & !PLACE | place as Node;
    }

    /// Takes out the string at `at`, unless a younger one stands for it.
    #[inline]
    pub(super) fn remove(&mut self, at: usize) {
        let (place, rank) = self.find(at);
        let node = self.nodes[rank];
        if (node & PLACE) as usize != place {
            return;
        }
        let tree = self.order.starting_with(self.text[at]);
        if let (Some(below), Some(above)) = (self.present.below(rank), self.present.above(rank))
            && self.nodes[below] > node
            && self.nodes[above] > node
            && tree.contains(&below)
            && tree.contains(&above)
        {
            self.nodes[below] = self.nodes[below] & PLACE | node & !PLACE;
        }
        self.nodes[rank] = ABSENT;
        self.present.remove(rank);
    }

    /// Returns the first of the longest matches of the string at `at`, which is not in the window yet.
    #[inline]
    pub(super) fn longest(&mut self, at: usize) -> Match {
        let (place, rank) = self.find(at);
        let found = |node: Node, length: usize| Match { length, distance: place - (node & PLACE) as usize };
        if self.nodes[rank] != ABSENT {
            return found(self.nodes[rank], LONGEST);
        }
        let shares = |other: Option<usize>| {
            other.map_or(0, |rank| shared(self.text, at, self.start + (self.nodes[rank] & PLACE) as usize))
        };
        let length = shares(self.present.below(rank)).max(shares(self.present.above(rank)));
        if length < SHORTEST {
            return Match::default();
        }
        found(oldest(&self.nodes[self.order.sharing(rank, length as u8)]), length)
    }
}

/// Returns the oldest of some nodes.
fn oldest(nodes: &[Node]) -> Node {
    let (blocks, rest) = nodes.as_chunks::<BLOCK>();
    let mut oldest = [ABSENT; BLOCK];
    blocks.iter().for_each(|block| oldest.iter_mut().zip(block).for_each(|(old, node)| *old = (*old).min(*node)));
    oldest.iter().chain(rest).copied().min().unwrap_or(ABSENT)
}

/// Returns how many leading bytes two strings share.
fn shared(text: &[u8], a: usize, b: usize) -> usize {
    let word = |at: usize| text.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |w| u64::from_le_bytes(*w));
    let mut length = 0;
    while length < LONGEST {
        let differ = word(a + length) ^ word(b + length);
        if differ != 0 {
            return LONGEST.min(length + differ.trailing_zeros() as usize / 8);
        }
        length += 8;
    }
    LONGEST
}
