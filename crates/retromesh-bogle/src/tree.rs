//! The scene tree: a text of instance numbers and braces, read as the engine reads it.
//!
//! Tokens are decimal numbers, `{`, `}` and white space. A number puts that instance under the current node and becomes the
//! *last* one; `{` makes the last one current; `}` makes the node current that was so before. A block can therefore be opened
//! again: `0{}{1}` says the same as `0{1}`.

use std::fmt::Write;

/// The engine's stack has this many places.
pub const MAX_DEPTH: usize = 256;

/// What is last after a `}`; it matters where a second block follows the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterClose {
    /// Still the number that was read last: engines since L12b.
    LastRead,
    /// The node whose block was closed: engines before.
    Closed,
}

/// The tree of a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tree {
    /// The placed instances in the order of their first mention: a parent always comes before its children.
    pub order: Vec<u32>,
    /// The parent of each instance; meaningful for placed ones, where `None` is a root.
    pub parents: Vec<Option<u32>>,
    /// Which instances are placed.
    pub placed: Vec<bool>,
    /// Every further mention of an instance that is already placed, in order. The engine draws it once more there; here the
    /// first mention holds.
    pub repeated: Vec<u32>,
    /// Whether an instance is mentioned somewhere inside itself: the engine never ends drawing it.
    pub nested: bool,
    /// The deepest nesting of braces.
    pub depth: usize,
    /// How many braces are still open at the end; the engine accepts that.
    pub unclosed: usize,
}

/// Why a text is no tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadTree {
    /// The position in the text.
    pub at: usize,
    /// What is expected there.
    pub expected: String,
    /// What is there.
    pub found: String,
}

/// Reads the text of a tree over `count` instances, without the closing NUL.
pub fn read(text: &[u8], count: usize, after_close: AfterClose) -> Result<Tree, BadTree> {
    let mut tree = Tree { parents: vec![None; count], placed: vec![false; count], ..Tree::default() };
    let mut open: Vec<Option<u32>> = Vec::new();
    let (mut current, mut last) = (None, None);
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let fail = |expected: String, found: String| Err(BadTree { at, expected, found });
        let mut next = at + 1;
        match byte {
            b'0'..=b'9' => {
                let mut number = u64::from(byte - b'0');
                while let Some(digit) = text.get(next).filter(|d| d.is_ascii_digit()) {
                    number = number.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
                    next += 1;
                }
                let Some(placed) = usize::try_from(number).ok().and_then(|n| tree.placed.get_mut(n)) else {
                    return fail(format!("an instance under {count}"), number.to_string());
                };
                let number = number as u32;
                if std::mem::replace(placed, true) {
                    tree.repeated.push(number);
                    tree.nested |= current == Some(number) || open.contains(&Some(number));
                } else {
                    tree.order.push(number);
                    if let Some(parent) = tree.parents.get_mut(number as usize) {
                        *parent = current;
                    }
                }
                last = Some(number);
            }
            b'{' if open.len() >= MAX_DEPTH => {
                return fail(format!("at most {MAX_DEPTH} open braces"), "one more".to_owned());
            }
            b'{' => {
                open.push(current);
                current = last;
                tree.depth = tree.depth.max(open.len());
            }
            b'}' => {
                let Some(outer) = open.pop() else {
                    return fail("a number or an opening brace".to_owned(), "a brace that closes nothing".to_owned());
                };
                if after_close == AfterClose::Closed {
                    last = current;
                }
                current = outer;
            }
            b' ' | b'\t' | b'\n' | 0x0b | 0x0c | b'\r' => {}
            other => {
                return fail("a digit, a brace or white space".to_owned(), format!("\"{}\"", other.escape_ascii()));
            }
        }
        at = next;
    }
    tree.unclosed = open.len();
    Ok(tree)
}

/// Writes the tree as the exporter of the engine does: each number with its block, no white space.
///
/// `children` holds the children of each node and `roots` those without a parent; nodes must form a forest.
pub fn write(roots: &[u32], children: &[Vec<u32>]) -> String {
    enum Step {
        Open(u32),
        Close,
    }
    let mut text = String::new();
    let mut steps: Vec<Step> = roots.iter().rev().map(|&root| Step::Open(root)).collect();
    while let Some(step) = steps.pop() {
        match step {
            Step::Open(node) => {
                // Writing to a string cannot fail.
                let _ = write!(text, "{node}{{");
                steps.push(Step::Close);
                let below = children.get(node as usize).map_or(&[][..], Vec::as_slice);
                steps.extend(below.iter().rev().map(|&child| Step::Open(child)));
            }
            Step::Close => text.push('}'),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]
    use super::*;

    fn parents(text: &str, count: usize, after_close: AfterClose) -> Vec<Option<u32>> {
        read(text.as_bytes(), count, after_close).unwrap().parents
    }

    /// The tree of the format's specification: 0, 1, 2 at the top, 3 and 4 under 0, 5 under 3, 6 and 7 under 5, 8 under 1, 9
    /// under 2.
    const DIAGRAM: [Option<u32>; 10] =
        [None, None, None, Some(0), Some(0), Some(3), Some(5), Some(5), Some(1), Some(2)];

    #[test]
    fn the_unusual_example_of_the_specification_means_its_diagram() {
        let unusual = "0 { 3 { } { 5 { } { 6 { } 7 { } } } 4 { } } 1 { 8 { } } 2 { } { 9 { } }";
        let canonical = "0{3{5{6{}7{}}}4{}}1{8{}}2{9{}}";
        for after_close in [AfterClose::LastRead, AfterClose::Closed] {
            assert_eq!(parents(unusual, 10, after_close), DIAGRAM);
            assert_eq!(parents(canonical, 10, after_close), DIAGRAM);
        }
        let children = vec![vec![3, 4], vec![8], vec![9], vec![5], vec![], vec![6, 7], vec![], vec![], vec![], vec![]];
        assert_eq!(write(&[0, 1, 2], &children), canonical);
    }

    #[test]
    fn a_second_block_belongs_to_the_last_number() {
        let rows = [
            ("0{1{}}{2{}}", AfterClose::LastRead, [None, Some(0), Some(1)]),
            ("0{1{}}{2{}}", AfterClose::Closed, [None, Some(0), Some(0)]),
            ("0{}{1{}}{2{}}", AfterClose::LastRead, [None, Some(0), Some(1)]),
            ("{0{1}}2", AfterClose::LastRead, [None, Some(0), None]),
            ("00\t{01\n{}}\x0b\x0c\r002", AfterClose::LastRead, [None, Some(0), None]),
            ("2{0{}1{}}", AfterClose::LastRead, [Some(2), Some(2), None]),
            ("0{1{", AfterClose::LastRead, [None, Some(0), None]),
        ];
        for (text, after_close, expected) in rows {
            assert_eq!(parents(text, 3, after_close), expected, "{text:?} {after_close:?}");
        }
    }

    #[test]
    fn repetitions_and_gaps_are_reported() {
        let tree = read(b"0{0{}}2{1{2{", 4, AfterClose::LastRead).unwrap();
        assert_eq!((tree.order, tree.repeated), (vec![0, 2, 1], vec![0, 2]));
        assert_eq!(tree.placed, [true, true, true, false]);
        assert_eq!((tree.depth, tree.unclosed), (3, 3));
        assert_eq!(tree.parents, [None, Some(2), None, None]);
    }

    #[test]
    fn bad_texts_are_reported_with_their_place() {
        let deep = |n: usize| "{".repeat(n);
        assert!(read(deep(256).as_bytes(), 0, AfterClose::LastRead).is_ok());
        let rows = [
            ("0{}}".to_owned(), 3, "a brace that closes nothing"),
            ("0 1".to_owned(), 2, "1"),
            ("0 99999999999999999999999".to_owned(), 2, "18446744073709551615"),
            ("0-".to_owned(), 1, "\"-\""),
            (deep(257), 256, "one more"),
        ];
        for (text, at, found) in rows {
            let bad = read(text.as_bytes(), 1, AfterClose::LastRead).unwrap_err();
            assert_eq!((bad.at, bad.found.as_str()), (at, found), "{text}");
        }
    }

    #[test]
    fn writing_and_reading_agree_however_deep() {
        let children: Vec<Vec<u32>> = (1..=256).map(|n| if n < 256 { vec![n] } else { Vec::new() }).collect();
        let tree = read(write(&[0], &children).as_bytes(), 256, AfterClose::LastRead).unwrap();
        assert_eq!((tree.depth, tree.unclosed, tree.order.len()), (256, 0, 256));
    }
}
