//! Values that have no field of their own in the scene.

use std::collections::BTreeMap;

/// Named extra values in a fixed order; they travel through glTF `extras`.
///
/// Keys of a format's own values start with the format's id: `b3d.blend`, `bmd.color`.
pub type Extras = BTreeMap<String, Extra>;

/// The length and the rate of a timeline as authored, on the node that has it: a table of `frames`, `fps` and `flags`. Formats that
/// count frames alike keep the length that was authored, which may lie after the last key.
pub const TIMELINE: &str = "b3d.anim";

/// The whole name of a node that is more than a name, as authored: lines of properties, or blocks of them.
pub const NODE_NAME: &str = "b3d.name";

/// Whether the colours of vertices are multiplied with that of their material, where they would take its place: `true` on the material.
pub const MULTIPLY_COLORS: &str = "gltf.multiply_vertex_colors";

/// The lines of a part without faces, on the part: pairs of vertex numbers.
pub const LINES: &str = "mesh.lines";

/// The points of a part without faces, on the part: vertex numbers.
pub const POINTS: &str = "mesh.points";

/// Marks a selection that lost vertices or faces because another program changed its mesh, and a mesh whose file says that it has no selections;
/// only for [`like`], which takes the marks away.
///
/// [`like`]: https://docs.rs/retromesh-kit/latest/retromesh_kit/fn.like.html
pub const STALE: &str = "gltf.stale";

/// The number of a smoothing group, on the selection of its faces: such a selection has no name of its own.
pub const SMOOTHING: &str = "obj.smoothing";

/// Extensions of glTF that no field holds, by name, kept as they are: they refer to textures and materials by number.
pub const EXTENSIONS: &str = "gltf.extensions";

/// Returns the vertex numbers of [`LINES`] or [`POINTS`]; `None` where there are none, or some are out of range.
pub fn vertices(extras: &Extras, key: &str, count: usize) -> Option<Vec<u32>> {
    let Extra::List(list) = extras.get(key)? else { return None };
    let vertex = |extra: &Extra| u32::try_from(extra.as_int()?).ok().filter(|vertex| (*vertex as usize) < count);
    list.iter().map(vertex).collect::<Option<Vec<u32>>>().filter(|list| !list.is_empty())
}

/// One extra value, as in JSON.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Extra {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A number.
    Float(f64),
    /// A text.
    Text(String),
    /// Raw bytes; written as a lower-case hexadecimal text where the target has texts only.
    Bytes(Vec<u8>),
    /// An ordered list.
    List(Vec<Extra>),
    /// A nested table.
    Map(Extras),
}

macro_rules! from {
    ($($type:ty => $variant:ident as $inner:ty;)*) => {$(
        impl From<$type> for Extra {
            fn from(value: $type) -> Self {
                Self::$variant(<$inner>::from(value))
            }
        }
    )*};
}

from! {
    bool => Bool as bool;
    i32 => Int as i64;
    u32 => Int as i64;
    u8 => Int as i64;
    u16 => Int as i64;
    i64 => Int as i64;
    f32 => Float as f64;
    f64 => Float as f64;
    &str => Text as String;
    String => Text as String;
    Vec<u8> => Bytes as Vec<u8>;
    Vec<Extra> => List as Vec<Extra>;
    Extras => Map as Extras;
}

impl<const N: usize> From<[f32; N]> for Extra {
    fn from(values: [f32; N]) -> Self {
        Self::List(values.iter().map(|&v| v.into()).collect())
    }
}

impl Extra {
    /// Returns whether values are the same. Tools that know floats only write a whole one as an integer.
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Int(whole), Self::Float(float)) | (Self::Float(float), Self::Int(whole)) => *whole as f64 == *float,
            (Self::List(a), Self::List(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_same(b)),
            (Self::Map(a), Self::Map(b)) => {
                a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| a.is_same(b)))
            }
            _ => self == other,
        }
    }

    /// Returns the integer, or the whole number that a float holds.
    pub fn as_int(&self) -> Option<i64> {
        match *self {
            Self::Int(value) => Some(value),
            Self::Float(value) if value.fract() == 0.0 && value.abs() < 9e15 => Some(value as i64),
            _ => None,
        }
    }

    /// Returns the number, integers included.
    pub fn as_float(&self) -> Option<f64> {
        match *self {
            Self::Int(value) => Some(value as f64),
            Self::Float(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the text.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_floats_are_integers() {
        let list = |value: Extra| Extra::Map(Extras::from([("fps".to_owned(), Extra::List(vec![value]))]));
        for (a, b, same) in [
            (Extra::Float(24.0), Extra::Int(24), true),
            (Extra::Int(24), Extra::Float(24.5), false),
            (Extra::Int(24), Extra::Text("24".into()), false),
        ] {
            assert_eq!(a.is_same(&b), same, "{a:?} {b:?}");
            assert_eq!(list(a.clone()).is_same(&list(b.clone())), same, "{a:?} {b:?} in a list");
        }
        assert!(!list(Extra::Int(1)).is_same(&Extra::Map(Extras::new())));
    }
}
