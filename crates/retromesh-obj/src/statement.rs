//! What the lines of an OBJ text say.

use crate::lines::{is_blank, split_word, trim, trim_start};
use crate::number::{float, integer};

/// A line as a statement; names are the bytes of the text without the blanks around them.
#[derive(Debug, Clone)]
pub enum Statement<'a> {
    /// Nothing.
    Blank,
    /// `# ..`: the text after the sign.
    Comment(&'a [u8]),
    /// `v x y z [w]`, or `v x y z r g b [a]`: a position, in units.
    Position(Numbers<'a>),
    /// `vt u [v [w]]`: a texture coordinate.
    TexCoord(Numbers<'a>),
    /// `vn x y z`: a normal.
    Normal(Numbers<'a>),
    /// `f 1/1/1 2/2/2 ..`: a polygon; `fo` is its old name.
    Face(Corners<'a>),
    /// `l 1 2 ..`: a line through points.
    Line(Corners<'a>),
    /// `p 1 2 ..`: single points.
    Points(Corners<'a>),
    /// `o name`: the elements that follow belong to an object.
    Object(&'a [u8]),
    /// `g name ..`: the elements that follow belong to all these groups.
    Groups(&'a [u8]),
    /// `s number` or `s off`: the faces that follow belong to a smoothing group.
    Smoothing(&'a [u8]),
    /// `usemtl name`: the elements that follow have a material.
    UseMaterial(&'a [u8]),
    /// `mtllib file ..`: where materials are defined.
    Libraries(&'a [u8]),
    /// Any other statement.
    Other {
        /// The first word.
        keyword: &'a [u8],
        /// What follows it.
        rest: &'a [u8],
    },
}

impl<'a> Statement<'a> {
    /// Reads the text of a line.
    #[inline]
    pub fn of(text: &'a [u8]) -> Self {
        // The common ones first; a blank after the keyword is what makes them common.
        match text {
            [b'v', b' ', rest @ ..] => Self::Position(Numbers(rest)),
            [b'f', b' ', rest @ ..] => Self::Face(Corners(rest)),
            [b'v', b't', b' ', rest @ ..] => Self::TexCoord(Numbers(rest)),
            [b'v', b'n', b' ', rest @ ..] => Self::Normal(Numbers(rest)),
            [] => Self::Blank,
            [b'#', rest @ ..] => Self::Comment(rest),
            _ => Self::other(text),
        }
    }

    fn other(text: &'a [u8]) -> Self {
        let (keyword, rest) = split_word(trim_start(text));
        match keyword {
            b"" => Self::Blank,
            b"v" => Self::Position(Numbers(rest)),
            b"vt" => Self::TexCoord(Numbers(rest)),
            b"vn" => Self::Normal(Numbers(rest)),
            b"f" | b"fo" => Self::Face(Corners(rest)),
            b"l" => Self::Line(Corners(rest)),
            b"p" => Self::Points(Corners(rest)),
            b"o" => Self::Object(trim(rest)),
            b"g" => Self::Groups(trim(rest)),
            b"s" => Self::Smoothing(trim(rest)),
            b"usemtl" => Self::UseMaterial(trim(rest)),
            b"mtllib" => Self::Libraries(trim(rest)),
            _ => Self::Other { keyword, rest: trim(rest) },
        }
    }

    /// Returns whether the statement is one of the format: its meaning or at least its keyword is known.
    pub fn is_known(&self) -> bool {
        match self {
            Self::Other { keyword, .. } => KEYWORDS.contains(keyword),
            _ => true,
        }
    }
}

/// Keywords of the format whose statements have no meaning for meshes: free-form geometry, display attributes, commands.
const KEYWORDS: &[&[u8]] = &[
    b"vp",
    b"cstype",
    b"deg",
    b"bmat",
    b"step",
    b"curv",
    b"curv2",
    b"surf",
    b"parm",
    b"trim",
    b"hole",
    b"scrv",
    b"sp",
    b"end",
    b"con",
    b"mg",
    b"bevel",
    b"c_interp",
    b"d_interp",
    b"lod",
    b"maplib",
    b"usemap",
    b"shadow_obj",
    b"trace_obj",
    b"ctech",
    b"stech",
    b"call",
    b"csh",
    b"res",
    b"cdc",
    b"cdp",
    b"bsp",
    b"bzp",
];

/// The numbers of a statement: each word gives one, `None` for a word that is no finite number.
#[derive(Debug, Clone)]
pub struct Numbers<'a>(&'a [u8]);

impl<'a> Numbers<'a> {
    /// Reads the words of `text` up to a comment.
    pub fn new(text: &'a [u8]) -> Self {
        Self(text)
    }
}

impl Iterator for Numbers<'_> {
    type Item = Option<f32>;

    #[inline]
    fn next(&mut self) -> Option<Option<f32>> {
        let text = trim_start(self.0);
        if matches!(text, [] | [b'#', ..]) {
            return None;
        }
        let (value, rest) = float(text);
        self.0 = rest;
        Some(value)
    }
}

/// The corners of an element up to a comment.
#[derive(Debug, Clone)]
pub struct Corners<'a>(&'a [u8]);

impl<'a> Corners<'a> {
    /// Reads the words of `text` up to a comment.
    pub fn new(text: &'a [u8]) -> Self {
        Self(text)
    }
}

/// A corner as written: counted from 1, or from -1 backwards from the last value before the statement; 0 for none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Corner {
    /// The number of the position.
    pub position: i64,
    /// The number of the texture coordinate.
    pub tex_coord: i64,
    /// The number of the normal.
    pub normal: i64,
}

impl Iterator for Corners<'_> {
    type Item = Corner;

    #[inline]
    fn next(&mut self) -> Option<Corner> {
        let text = trim_start(self.0);
        if matches!(text, [] | [b'#', ..]) {
            return None;
        }
        let (position, mut rest) = integer(text);
        let mut corner = Corner { position, tex_coord: 0, normal: 0 };
        if let [b'/', tail @ ..] = rest {
            (corner.tex_coord, rest) = integer(tail);
            if let [b'/', tail @ ..] = rest {
                (corner.normal, rest) = integer(tail);
            }
        }
        if rest.first().is_some_and(|&b| !is_blank(b)) {
            // A word with anything else in it is no corner; position 0 says so.
            corner = Corner { position: 0, tex_coord: 0, normal: 0 };
            (_, rest) = split_word(rest);
        }
        self.0 = rest;
        Some(corner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_in_all_their_forms() {
        let corners = |text: &'static str| -> Vec<[i64; 3]> {
            let Statement::Face(corners) = Statement::of(text.as_bytes()) else { panic!("no face: {text}") };
            corners.map(|c| [c.position, c.tex_coord, c.normal]).collect()
        };
        assert_eq!(corners("f 1 2/5 3//6 -4/-5/-6"), [[1, 0, 0], [2, 5, 0], [3, 0, 6], [-4, -5, -6]]);
        assert_eq!(corners("f\t1 2/ 3// # 4 5"), [[1, 0, 0], [2, 0, 0], [3, 0, 0]]);
        assert_eq!(corners("fo 1 x 2.5 3/4/5/6"), [[1, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]]);
        assert!(corners("f").is_empty());
    }

    #[test]
    fn numbers_stop_at_comments() {
        let Statement::Position(numbers) = Statement::of(b"v 1 x -2e1 # 4") else { panic!("no position") };
        assert_eq!(numbers.collect::<Vec<_>>(), [Some(1.0), None, Some(-20.0)]);
    }

    #[test]
    fn names_keep_their_blanks_and_signs() {
        assert!(matches!(Statement::of(b"usemtl  dark wood #2 "), Statement::UseMaterial(b"dark wood #2")));
        assert!(matches!(Statement::of(b"o"), Statement::Object(b"")));
        assert!(matches!(Statement::of(b"  \t"), Statement::Blank));
        assert!(Statement::of(b"curv2 1 2").is_known() && !Statement::of(b"hello").is_known());
    }
}
