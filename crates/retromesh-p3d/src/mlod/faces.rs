//! Faces of MLOD, kept as the bytes of the file.

use glam::Vec2;
use retromesh_wire::{Put, RawStr, Row, own, plain, row_struct};
use std::borrow::Cow;

/// Bytes of an `SP3X` face: texture 32, corner count, four corners, flags.
pub(super) const SP3X_FACE: usize = TEXTURE + P3DM_HEAD;
/// Bytes of the texture path of an `SP3X` face.
pub(crate) const TEXTURE: usize = 32;
/// Bytes of a `P3DM` face before its strings: corner count, four corners, flags.
pub(super) const P3DM_HEAD: usize = 4 + 4 * CORNER + 4;
/// Bytes of a corner.
pub(crate) const CORNER: usize = Corner::SIZE;

/// The layout of a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "UPPERCASE"))]
pub enum Kind {
    /// `SP3X`: O2 Light, Operation Flashpoint. Texture paths of at most 32 bytes, names of at most 64.
    #[default]
    Sp3x,
    /// `P3DM`: Oxygen 2, Arma. Strings of any length, materials.
    P3dm,
}

impl Kind {
    /// Returns the first four bytes of a level.
    pub fn magic(self) -> &'static [u8; 4] {
        match self {
            Self::Sp3x => b"SP3X",
            Self::P3dm => b"P3DM",
        }
    }

    /// Returns the version that the tools write after the header size.
    pub fn version(self) -> u32 {
        match self {
            Self::Sp3x => 0x99,
            Self::P3dm => 0x100,
        }
    }
}

row_struct! {
    /// A corner of a face.
    #[derive(Debug, PartialEq)]
    pub struct Corner {
        /// Index of the point.
        pub point: u32,
        /// Index of the normal.
        pub normal: u32,
        /// Texture coordinate, v downward.
        pub uv: Vec2,
    }
}

impl Corner {
    /// Returns the corner as the file has it.
    #[inline]
    pub(crate) fn bytes(&self) -> [u8; CORNER] {
        let mut bytes = [0; CORNER];
        self.store(&mut bytes);
        bytes
    }
}

/// The faces of a level as the file holds them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FaceList<'a> {
    pub(crate) kind: Kind,
    /// Always a whole number of faces.
    pub(super) bytes: Cow<'a, [u8]>,
    pub(super) len: usize,
}

/// One face, its corners counter-clockwise as seen from outside.
#[derive(Debug, Clone, PartialEq)]
pub struct Face<'a> {
    /// The texture path; empty for none.
    pub texture: RawStr<'a>,
    /// The material path; empty for none and in `SP3X`.
    pub material: RawStr<'a>,
    /// The number of corners, 3 or 4; engines drop others.
    pub count: u32,
    /// The corners; that after a triangle's three means nothing.
    pub all_corners: [Corner; 4],
    /// Flags; see [`face`](crate::flags::face).
    pub flags: u32,
}

impl Face<'_> {
    /// Returns the corners in use; none where the count is neither 3 nor 4.
    pub fn corners(&self) -> &[Corner] {
        match self.count {
            3 | 4 => self.all_corners.get(..self.count as usize).unwrap_or_default(),
            _ => &[],
        }
    }
}

impl FaceList<'_> {
    /// Builds an empty list of a layout.
    pub fn new(kind: Kind) -> Self {
        Self { kind, ..Self::default() }
    }

    /// Returns the number of faces.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether there are no faces.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the bytes as the file holds them.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Iterates over the faces.
    pub fn iter(&self) -> impl Iterator<Item = Face<'_>> + Clone {
        FaceIter { kind: self.kind, rest: &self.bytes }
    }

    /// Iterates over the texture fields of `SP3X` faces.
    #[cfg(feature = "serde")]
    pub(crate) fn fields(&self) -> impl Iterator<Item = &[u8]> {
        self.bytes.chunks_exact(SP3X_FACE).filter_map(|face| face.get(..TEXTURE))
    }

    /// Copies the bytes if they are borrowed.
    pub fn into_owned(self) -> FaceList<'static> {
        FaceList { kind: self.kind, bytes: Cow::Owned(self.bytes.into_owned()), len: self.len }
    }

    /// Appends a face in the list's layout; a texture path longer than 32 bytes is cut in `SP3X`, a material left out.
    ///
    /// Returns whether everything fitted.
    #[inline]
    pub fn push(&mut self, face: &Face<'_>) -> bool {
        self.len += 1;
        let out = self.bytes.to_mut();
        let corners = face.all_corners.map(|corner| corner.bytes());
        let head = head_bytes(face.count, corners.each_ref(), face.flags);
        match self.kind {
            Kind::Sp3x => {
                let mut texture = [0; TEXTURE];
                let used = face.texture.len().min(TEXTURE);
                let fits = used == face.texture.len();
                if let (Some(slot), Some(name)) = (texture.get_mut(..used), face.texture.bytes().get(..used)) {
                    slot.copy_from_slice(name);
                }
                out.put_bytes(&texture);
                out.put_bytes(&head);
                fits && face.material.is_empty()
            }
            Kind::P3dm => {
                out.put_bytes(&head);
                out.put_bytes(face.texture.bytes());
                out.put_u8(0);
                out.put_bytes(face.material.bytes());
                out.put_u8(0);
                true
            }
        }
    }

    /// Replaces texture and material paths for which `rename` has another one; returns how many were replaced.
    ///
    /// All other bytes stay, those after the end of unchanged `SP3X` paths included. A name that does not fit is cut.
    pub fn rename(&mut self, rename: &mut dyn FnMut(&RawStr<'_>) -> Option<Vec<u8>>) -> usize {
        let mut renamed = 0;
        let mut out = Vec::with_capacity(self.bytes.len());
        let mut rest: &[u8] = &self.bytes;
        while !rest.is_empty() {
            match self.kind {
                Kind::Sp3x => {
                    let (record, after) = rest.split_at_checked(SP3X_FACE).unwrap_or((rest, &[]));
                    let (field, head) = record.split_at_checked(TEXTURE).unwrap_or((record, &[]));
                    match rename(&until_nul(field)) {
                        Some(mut name) => {
                            name.resize(TEXTURE, 0);
                            out.extend(name);
                            renamed += 1;
                        }
                        None => out.extend_from_slice(field),
                    }
                    out.extend_from_slice(head);
                    rest = after;
                }
                Kind::P3dm => {
                    let (head, mut after) = rest.split_at_checked(P3DM_HEAD).unwrap_or((rest, &[]));
                    out.extend_from_slice(head);
                    for _ in 0..2 {
                        let name = until_nul(after);
                        after = after.get(name.len() + 1..).unwrap_or_default();
                        match rename(&name) {
                            Some(new) => {
                                out.extend(new);
                                renamed += 1;
                            }
                            None => out.extend_from_slice(name.bytes()),
                        }
                        out.push(0);
                    }
                    rest = after;
                }
            }
        }
        if renamed > 0 {
            self.bytes = Cow::Owned(out);
        }
        renamed
    }
}

fn until_nul(bytes: &[u8]) -> RawStr<'_> {
    RawStr::new(bytes.split(|&byte| byte == 0).next().unwrap_or_default())
}

/// Returns corner count, corners and flags as the file has them.
#[inline]
pub(crate) fn head_bytes(count: u32, corners: [&[u8; CORNER]; 4], flags: u32) -> [u8; P3DM_HEAD] {
    let mut bytes = [0; P3DM_HEAD];
    put_head(&mut bytes, count, corners, flags);
    bytes
}

/// Returns an `SP3X` face as the file has it.
#[inline]
pub(crate) fn sp3x_bytes(
    texture: &[u8; TEXTURE],
    count: u32,
    corners: [&[u8; CORNER]; 4],
    flags: u32,
) -> [u8; SP3X_FACE] {
    let mut bytes = [0; SP3X_FACE];
    let (field, head) = bytes.split_at_mut(TEXTURE);
    field.copy_from_slice(texture);
    put_head(head, count, corners, flags);
    bytes
}

#[inline]
fn put_head(bytes: &mut [u8], count: u32, corners: [&[u8; CORNER]; 4], flags: u32) {
    let (head, rest) = bytes.split_at_mut(4);
    let (middle, tail) = rest.split_at_mut(4 * CORNER);
    head.copy_from_slice(&count.to_le_bytes());
    for (slot, corner) in middle.as_chunks_mut().0.iter_mut().zip(corners) {
        *slot = *corner;
    }
    tail.copy_from_slice(&flags.to_le_bytes());
}

own! { FaceList }

plain! { Kind }

#[derive(Clone)]
struct FaceIter<'a> {
    kind: Kind,
    rest: &'a [u8],
}

impl<'a> Iterator for FaceIter<'a> {
    type Item = Face<'a>;

    #[inline]
    fn next(&mut self) -> Option<Face<'a>> {
        let mut texture = RawStr::default();
        if self.kind == Kind::Sp3x {
            let (field, rest) = self.rest.split_at_checked(TEXTURE)?;
            texture = until_nul(field);
            self.rest = rest;
        }
        let (head, mut rest) = self.rest.split_at_checked(P3DM_HEAD)?;
        let mut material = RawStr::default();
        if self.kind == Kind::P3dm {
            texture = until_nul(rest);
            rest = rest.get(texture.len() + 1..)?;
            material = until_nul(rest);
            rest = rest.get(material.len() + 1..)?;
        }
        self.rest = rest;
        let (count, head) = head.split_at_checked(4)?;
        let (corners, flags) = head.split_at_checked(4 * Corner::SIZE)?;
        Some(Face {
            texture,
            material,
            count: u32::read(count),
            all_corners: <[Corner; 4]>::read(corners),
            flags: u32::read(flags),
        })
    }
}
