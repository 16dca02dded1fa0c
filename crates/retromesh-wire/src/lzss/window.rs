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
//! So the ranks of the strings, found by sorting, replace every comparison, and sorted data costs no more than other data. The ranks that
//! are in the window are linked in order. Between the strings of two first bytes is a rank without a string, older than all: no node
//! next to it has two children, so each first byte has a tree of its own.

use super::order::{Order, shared};
use super::ranks::RankSet;
use super::{LONGEST, SHORTEST, WINDOW};

/// Places of one batch; with those that are kept from the batch before, few enough for ages in 15 bits.
const BATCH: usize = 28_000;
/// What the text must have after its last string: the rest of that string, and of the words that it is compared by.
pub(super) const TAIL: usize = LONGEST + 8;
/// A node that is in no tree, younger than all.
const ABSENT: Node = Node::MAX;
/// The node of a rank without a string, older than all.
const END: Node = Node::MIN;

/// When the string came into the tree, and in the lower 16 bits its last place, from the start of the batch on. Of two nodes the
/// smaller one is older.
type Node = i32;
/// The bits of a place in a node.
const PLACE: Node = 0xffff;

/// The neighbours of a rank among those that are in the window.
#[derive(Clone, Copy, Default)]
struct Link {
    below: u16,
    above: u16,
}

/// A match: nothing shorter than [`SHORTEST`] is one.
#[derive(Clone, Copy, Default)]
pub(super) struct Match {
    pub(super) length: usize,
    pub(super) distance: usize,
}

/// The strings of the window within a batch of the text.
pub(super) struct Window<'t> {
    text: &'t [u8],
    /// Where the batch begins.
    start: usize,
    order: Order,
    /// The node of each rank.
    nodes: Vec<Node>,
    /// The neighbours of each rank that is in the window.
    links: Vec<Link>,
    /// The ranks that are in the window, and those without a string.
    present: RankSet,
    /// The time of the next new node.
    clock: Node,
}

#[allow(
    clippy::indexing_slicing,
    reason = "ranks and places are below the lengths of the arrays that `turn` made for them"
)]
impl<'t> Window<'t> {
    /// Starts with no string; `text` goes on for [`TAIL`] bytes after its last string.
    pub(super) fn new(text: &'t [u8]) -> Self {
        let (order, nodes, links, present) = (Order::default(), Vec::new(), Vec::new(), RankSet::default());
        let mut window = Self { text, start: 0, order, nodes, links, present, clock: 0 };
        window.turn(0);
        window
    }

    /// Goes on to the batch that begins at `start`, with the strings that are in the window.
    #[cold]
    fn turn(&mut self, start: usize) {
        let mut by_age = vec![ABSENT; self.clock as usize];
        for &node in self.nodes.iter().filter(|node| **node >= 0 && **node != ABSENT) {
            by_age[(node >> 16) as usize] = node & PLACE;
        }
        let back = start - self.start;
        self.start = start;
        let text = &self.text[start..];
        self.order.sort(text, BATCH.min(text.len() - TAIL));
        self.nodes.clear();
        self.nodes.resize(self.order.len(), ABSENT);
        self.links.clear();
        self.links.resize(self.order.len(), Link::default());
        self.present.reset(self.order.len());
        for &end in &self.order.ends {
            self.nodes[usize::from(end)] = END;
            self.present.insert(end.into());
        }
        self.clock = 0;
        for place in by_age.into_iter().filter(|place| *place != ABSENT) {
            let place = place as usize - back;
            let rank = self.order.ranks[place].into();
            self.nodes[rank] = self.clock << 16 | place as Node;
            self.clock += 1;
            self.present.insert(rank);
        }
        let mut below = 0;
        for rank in self.present.iter() {
            self.links[rank].below = below as u16;
            self.links[below].above = rank as u16;
            below = rank;
        }
    }

    /// Returns the place of a string in the batch, and its rank.
    #[inline]
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
        let node = self.nodes[rank];
        if node == ABSENT {
            self.add(place, rank, self.present.below(rank));
        } else {
            self.nodes[rank] = node & !PLACE | place as Node;
        }
    }

    /// Adds a string that is not in the window, after the next smaller rank.
    #[inline]
    fn add(&mut self, place: usize, rank: usize, below: usize) {
        self.nodes[rank] = self.clock << 16 | place as Node;
        self.clock += 1;
        let above = self.links[below].above;
        self.links[rank] = Link { below: below as u16, above };
        self.links[below].above = rank as u16;
        self.links[usize::from(above)].below = rank as u16;
        self.present.insert(rank);
    }

    /// Takes out the string at `at`, unless a younger one stands for it.
    #[inline]
    pub(super) fn remove(&mut self, at: usize) {
        let (place, rank) = self.find(at);
        let node = self.nodes[rank];
        if (node & PLACE) as usize != place {
            return;
        }
        let Link { below, above } = self.links[rank];
        let (smaller, larger) = (usize::from(below), usize::from(above));
        self.links[smaller].above = above;
        self.links[larger].below = below;
        // As likely as not, so without a branch.
        let heir = self.nodes[smaller];
        let age = if heir.min(self.nodes[larger]) > node { node } else { heir };
        self.nodes[smaller] = heir & PLACE | age & !PLACE;
        self.nodes[rank] = ABSENT;
        self.present.remove(rank);
    }

    /// Returns the first of the longest matches of the string at `at`, and adds that string.
    #[inline]
    pub(super) fn take(&mut self, at: usize) -> Match {
        let (place, rank) = self.find(at);
        let node = self.nodes[rank];
        if node != ABSENT {
            self.nodes[rank] = node & !PLACE | place as Node;
            return Match { length: LONGEST, distance: place - (node & PLACE) as usize };
        }
        let below = self.present.below(rank);
        let found = self.longest(at, place, rank, below);
        self.add(place, rank, below);
        found
    }

    /// Returns the first of the longest matches of a string that is not in the window.
    #[inline]
    fn longest(&self, at: usize, place: usize, rank: usize, below: usize) -> Match {
        if self.order.max_shared(rank) < SHORTEST {
            return Match::default();
        }
        let shares = |rank: usize| match self.nodes[rank] {
            END => 0,
            node => shared(self.text, at, self.start + (node & PLACE) as usize),
        };
        let length = shares(below).max(shares(self.links[below].above.into()));
        if length < SHORTEST {
            return Match::default();
        }
        let node = self.nodes[self.order.sharing(rank, length)].iter().fold(ABSENT, |oldest, node| oldest.min(*node));
        Match { length, distance: place - (node & PLACE) as usize }
    }
}
