//! The macro that declares the structures of a document, and how they leave the input after.

use crate::records::Records;
use crate::row::Row;
use crate::rows::Rows;
use crate::string::{FixedStr, RawStr};
use glam::Vec3;
use std::borrow::Cow;

/// What may borrow from the input, and can do without it.
pub trait IntoOwned {
    /// The same, which borrows nothing.
    type Owned;

    /// Copies what is borrowed.
    fn into_owned(self) -> Self::Owned;
}

/// Declares structures and enums of a document that borrow from the input, one after another.
///
/// They get `into_owned` and, with the feature `serde` of the calling crate, `Serialize` and `Deserialize`. Attributes and doc comments
/// pass through; `#[serde(..)]` on a field needs no `cfg_attr`. A field that only some files have is marked `= default`: where it is
/// empty or zero it is left out of what is serialised.
///
/// ```
/// use retromesh_wire::{RawStr, Rows, record};
///
/// record! {
///     /// A brush.
///     #[derive(Debug, Clone, PartialEq)]
///     pub struct Brush<'a> {
///         /// The name.
///         pub name: RawStr<'a>,
///         /// One texture number a slot; version 2 and later.
///         pub textures: Rows<'a, i32> = default,
///     }
///
///     /// A part of a file.
///     #[derive(Debug, Clone, PartialEq)]
///     pub enum Part<'a> {
///         /// Brushes.
///         Brushes(Vec<Brush<'a>>),
///         /// The mark of the end.
///         End,
///     }
/// }
///
/// let file = b"steel".to_vec();
/// let part = Part::Brushes(vec![Brush { name: RawStr::new(&file[..]), textures: Rows::default() }]);
/// let owned: Part<'static> = part.clone().into_owned();
/// assert_eq!(part, owned);
/// ```
#[macro_export]
macro_rules! record {
    () => {};
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident<$life:lifetime> {
            $(
                $(#[doc = $doc:expr])* $(#[serde($($serde:tt)*)])?
                $field_vis:vis $field:ident: $type:ty $(= $default:ident)?
            ),* $(,)?
        }
        $($rest:tt)*
    ) => {
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
        $(#[$meta])*
        $vis struct $name<$life> {
            $(
                $(#[doc = $doc])*
                $(#[cfg_attr(feature = "serde", serde($($serde)*))])?
                $(#[cfg_attr(
                    feature = "serde",
                    serde($default, skip_serializing_if = "retromesh_wire::values::Absent::is_absent")
                )])?
                $field_vis $field: $type,
            )*
        }
        $crate::__into_owned! {
            $name,
            this => $name { $($field: $crate::IntoOwned::into_owned(this.$field),)* }
        }
        $crate::record! { $($rest)* }
    };
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident<$life:lifetime> {
            $(
                $(#[doc = $doc:expr])* $(#[serde($($serde:tt)*)])?
                $variant:ident $(($type:ty))? $({
                    $(
                        $(#[doc = $field_doc:expr])* $(#[serde($($field_serde:tt)*)])? $field:ident: $field_type:ty
                    ),* $(,)?
                })?
            ),* $(,)?
        }
        $($rest:tt)*
    ) => {
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
        $(#[$meta])*
        $vis enum $name<$life> {
            $(
                $(#[doc = $doc])*
                $(#[cfg_attr(feature = "serde", serde($($serde)*))])?
                $variant $(($type))? $({
                    $(
                        $(#[doc = $field_doc])*
                        $(#[cfg_attr(feature = "serde", serde($($field_serde)*))])?
                        $field: $field_type,
                    )*
                })?,
            )*
        }
        $crate::__into_owned! {
            $name,
            this => match this {
                $(
                    $name::$variant $(($crate::__first!(value $type)))? $({ $($field),* })? => $name::$variant
                        $(($crate::IntoOwned::into_owned($crate::__first!(value $type))))?
                        $({ $($field: $crate::IntoOwned::into_owned($field)),* })?,
                )*
            }
        }
        $crate::record! { $($rest)* }
    };
}

/// The trait for what `into_owned` of its own does, and both for what an expression says.
#[doc(hidden)]
#[macro_export]
macro_rules! __into_owned {
    ($name:ident, $this:ident => $owned:expr) => {
        impl $name<'_> {
            /// Copies what is borrowed from the input.
            pub fn into_owned(self) -> $name<'static> {
                let $this = self;
                $owned
            }
        }
        $crate::own! { $name }
    };
}

/// Names what has an `into_owned` as [`IntoOwned`](crate::IntoOwned).
#[macro_export]
macro_rules! own {
    ($($name:ident)*) => {$(
        impl $crate::IntoOwned for $name<'_> {
            type Owned = $name<'static>;

            fn into_owned(self) -> $name<'static> {
                $name::into_owned(self)
            }
        }
    )*};
}

/// Names what borrows nothing as [`IntoOwned`](crate::IntoOwned).
#[macro_export]
macro_rules! plain {
    ($($name:ty)*) => {$(
        impl $crate::IntoOwned for $name {
            type Owned = Self;

            fn into_owned(self) -> Self {
                self
            }
        }
    )*};
}

/// A name for what has only a type.
#[doc(hidden)]
#[macro_export]
macro_rules! __first {
    ($name:ident $type:ty) => {
        $name
    };
}

own! { RawStr FixedStr Records }

plain! { bool u8 u16 u32 i32 usize f32 Vec3 }

impl<T: Row> IntoOwned for Rows<'_, T> {
    type Owned = Rows<'static, T>;

    fn into_owned(self) -> Rows<'static, T> {
        Rows::into_owned(self)
    }
}

impl IntoOwned for Cow<'_, [u8]> {
    type Owned = Cow<'static, [u8]>;

    fn into_owned(self) -> Cow<'static, [u8]> {
        Cow::Owned(Cow::into_owned(self))
    }
}

impl<T: IntoOwned> IntoOwned for Vec<T> {
    type Owned = Vec<T::Owned>;

    fn into_owned(self) -> Vec<T::Owned> {
        self.into_iter().map(T::into_owned).collect()
    }
}

impl<T: IntoOwned> IntoOwned for Option<T> {
    type Owned = Option<T::Owned>;

    fn into_owned(self) -> Option<T::Owned> {
        self.map(T::into_owned)
    }
}

impl<T: IntoOwned> IntoOwned for Box<T> {
    type Owned = Box<T::Owned>;

    fn into_owned(self) -> Box<T::Owned> {
        Box::new((*self).into_owned())
    }
}

impl<T: IntoOwned, const N: usize> IntoOwned for [T; N] {
    type Owned = [T::Owned; N];

    fn into_owned(self) -> [T::Owned; N] {
        self.map(T::into_owned)
    }
}
