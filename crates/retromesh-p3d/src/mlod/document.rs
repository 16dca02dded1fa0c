//! The lossless types of MLOD, in file order.

use super::faces::{FaceList, Kind};
use glam::{Vec2, Vec3};
use retromesh_wire::{FixedStr, RawStr, Rows, record, row_struct};
use std::borrow::Cow;

record! {
    /// A whole MLOD file.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct Mlod<'a> {
        /// The container's version, 0x101.
        pub version: u32,
        /// The levels of detail.
        pub lods: Vec<Lod<'a>>,
        /// 32 bytes that O2 Light writes after the levels.
        pub default_path: Option<FixedStr<'a>> = default,
        /// What follows the end.
        #[serde(with = "retromesh_wire::values::bytes")]
        pub trailing: Cow<'a, [u8]> = default,
    }

    /// One level of detail. Positions are metres, x right, y up, z forward (left-handed).
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct Lod<'a> {
        /// The layout.
        pub kind: Kind,
        /// The version of the layout.
        pub version: u32,
        /// Flags of the level, 0.
        pub flags: u32,
        /// What the header holds after its 28 bytes.
        #[serde(with = "retromesh_wire::values::bytes")]
        pub header_slack: Cow<'a, [u8]> = default,
        /// The points.
        pub points: Rows<'a, Point>,
        /// The normals, pointing inward; corners refer to them.
        pub normals: Rows<'a, Vec3>,
        /// The faces.
        pub faces: FaceList<'a>,
        /// Selections, properties and the rest, the end tag included.
        pub tags: Vec<Tag<'a>>,
        /// The resolution.
        pub resolution: f32,
    }
}

row_struct! {
    /// A point.
    #[derive(Debug, PartialEq)]
    pub struct Point {
        /// Where it is.
        pub position: Vec3,
        /// Flags; see [`point`](crate::flags::point).
        pub flags: u32,
    }
}

record! {
    /// A named record after the faces.
    #[derive(Debug, Clone, PartialEq)]
    pub struct Tag<'a> {
        /// 1; only `P3DM` stores it.
        pub active: u8,
        /// The name; that of a selection does not start with `#`.
        pub name: TagName<'a>,
        /// The contents.
        pub body: TagBody<'a>,
    }

    /// The name of a tag as its layout stores it.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum TagName<'a> {
        /// 64 bytes, of `SP3X`.
        Fixed(FixedStr<'a>),
        /// Up to a NUL, of `P3DM`.
        Terminated(RawStr<'a>),
    }

    /// The contents of a tag. A tag whose size is not what its name asks for is [`TagBody::Other`].
    #[derive(Debug, Clone, PartialEq)]
    pub enum TagBody<'a> {
        /// A named selection, or `#Selected#`, `#Hide#`, `#Lock#` of the editor: a byte for each point, one for each face.
        Selection {
            /// 0 for no, 1 for fully, 255 for hardly.
            points: Rows<'a, u8>,
            /// 0 for no, 1 for yes.
            faces: Rows<'a, u8>,
        },
        /// `#SharpEdges#`: pairs of points.
        SharpEdges(Rows<'a, [u32; 2]>),
        /// `#Property#`: name and value of 64 bytes each.
        Property {
            /// The name.
            name: FixedStr<'a>,
            /// The value.
            value: FixedStr<'a>,
        },
        /// `#Mass#`: kilograms for each point.
        Mass(Rows<'a, f32>),
        /// `#Animation#`: all points at a moment.
        Animation {
            /// The moment.
            time: f32,
            /// One position a point.
            points: Rows<'a, Vec3>,
        },
        /// `#UVSet#`: texture coordinates for each corner.
        UvSet(UvSet<'a>),
        /// `#MaterialIndex#`: ambient, diffuse, specular, emissive.
        MaterialIndex([u32; 4]),
        /// Anything else, the end tag included.
        #[serde(with = "retromesh_wire::values::bytes")]
        Other(Cow<'a, [u8]>),
    }

    /// Texture coordinates for each corner of each face.
    #[derive(Debug, Clone, PartialEq)]
    pub struct UvSet<'a> {
        /// The number; 0 repeats the coordinates of the faces.
        pub id: u32,
        /// Coordinates, face after face.
        pub uvs: Rows<'a, Vec2>,
    }
}

impl<'a> Tag<'a> {
    /// The name of the last tag.
    pub const END: &'static str = "#EndOfFile#";
    /// The name of a tag that only this library writes and others skip: the names of the selections that ODOL asks for as sections,
    /// each with a NUL. The game's tools take them from the game's configuration instead.
    pub const SECTIONS: &'static str = "#Sections#";

    /// Builds a tag with its name in a layout; a name longer than 64 bytes is cut in `SP3X`.
    pub fn new(kind: Kind, name: impl Into<Cow<'a, [u8]>>, body: TagBody<'a>) -> Self {
        let name = name.into();
        let name = match kind {
            Kind::Sp3x => TagName::Fixed(fixed(&name)),
            Kind::P3dm => TagName::Terminated(RawStr::new(name)),
        };
        Self { active: 1, name, body }
    }

    /// Builds a property tag; name and value are cut to 63 bytes and a zero.
    pub fn property(kind: Kind, name: &[u8], value: &[u8]) -> Self {
        Self::new(kind, &b"#Property#"[..], TagBody::Property { name: ended(name), value: ended(value) })
    }

    /// Builds the tag that ends the list.
    pub fn end(kind: Kind) -> Self {
        Self::new(kind, Self::END.as_bytes(), TagBody::Other(Cow::Borrowed(&[])))
    }

    /// Returns the name without padding.
    pub fn text(&self) -> RawStr<'_> {
        match &self.name {
            TagName::Fixed(name) => name.text(),
            TagName::Terminated(name) => RawStr::new(name.bytes()),
        }
    }

    /// Returns whether this is a named selection of the author.
    pub fn is_selection(&self) -> bool {
        matches!(self.body, TagBody::Selection { .. }) && !self.text().bytes().starts_with(b"#")
    }

    /// Returns whether this names the selections that are to be sections.
    pub(crate) fn is_sections(&self) -> bool {
        self.text().bytes().eq_ignore_ascii_case(Self::SECTIONS.as_bytes())
    }
}

/// Bytes of a fixed name, and of name and value of a property.
pub(crate) const NAME: usize = 64;

/// Pads or cuts a text to [`NAME`] bytes.
fn fixed(text: &[u8]) -> FixedStr<'static> {
    let mut field = text.to_vec();
    field.resize(NAME, 0);
    FixedStr::new(field)
}

/// Pads or cuts a text to [`NAME`] bytes, of which the last is zero: readers refuse fields without an end.
fn ended(text: &[u8]) -> FixedStr<'static> {
    fixed(text.get(..NAME - 1).unwrap_or(text))
}

impl TagBody<'_> {
    /// Returns the number of bytes in the file.
    pub fn size(&self) -> usize {
        match self {
            Self::Selection { points, faces } => points.len() + faces.len(),
            Self::SharpEdges(edges) => edges.bytes().len(),
            Self::Property { name, value } => name.bytes().len() + value.bytes().len(),
            Self::Mass(masses) => masses.bytes().len(),
            Self::Animation { points, .. } => 4 + points.bytes().len(),
            Self::UvSet(set) => 4 + set.uvs.bytes().len(),
            Self::MaterialIndex(_) => 16,
            Self::Other(bytes) => bytes.len(),
        }
    }
}

impl Lod<'_> {
    /// Iterates over the names of the selections that are to be sections; see [`Tag::SECTIONS`].
    pub fn section_selections(&self) -> impl Iterator<Item = &[u8]> {
        let bytes = self.tags.iter().find_map(|tag| match &tag.body {
            TagBody::Other(bytes) if tag.is_sections() => Some(&**bytes),
            _ => None,
        });
        bytes.unwrap_or_default().split(|&byte| byte == 0).filter(|name| !name.is_empty())
    }

    /// Iterates over the named properties.
    pub fn properties(&self) -> impl Iterator<Item = (RawStr<'_>, RawStr<'_>)> {
        self.tags.iter().filter_map(|tag| match &tag.body {
            TagBody::Property { name, value } => Some((name.text(), value.text())),
            _ => None,
        })
    }
}
