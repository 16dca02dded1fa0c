//! The macro that makes a structure of rows a row.

/// Declares a structure of fixed size whose fields are [`Row`](crate::Row)s, in file order and without padding.
///
/// It derives `Clone` and `Copy`; attributes and doc comments pass through. With the feature `serde` it derives `Serialize` and
/// `Deserialize`, too: in arrays such a structure is a row of numbers, elsewhere a structure of named fields.
///
/// ```
/// use retromesh_wire::{Row, row_struct};
///
/// row_struct! {
///     /// One joint influence.
///     #[derive(Debug, PartialEq)]
///     pub struct Influence {
///         /// Index of the joint.
///         pub joint: u16,
///         /// Weight, 0 to 1.
///         pub weight: f32,
///     }
/// }
///
/// assert_eq!(Influence::SIZE, 6);
/// assert_eq!(Influence::read(&[5, 0, 0, 0, 0x80, 0x3f]), Influence { joint: 5, weight: 1.0 });
/// ```
#[macro_export]
macro_rules! row_struct {
    ($(#[$meta:meta])* $vis:vis struct $name:ident { $($(#[$field_meta:meta])* $field_vis:vis $field:ident: $type:ty),* $(,)? }) => {
        $crate::__row_declaration! {
            $(#[$meta])* $vis struct $name { $($(#[$field_meta])* $field_vis $field: $type,)* }
        }

        $crate::plain! { $name }

        impl $crate::Row for $name {
            const SIZE: usize = 0 $(+ <$type as $crate::Row>::SIZE)*;
            const ZERO: Self = Self { $($field: <$type as $crate::Row>::ZERO,)* };
            const SHAPE: $crate::Shape<'static> = $crate::Shape::Record(&[
                $($crate::Part { name: stringify!($field), shape: <$type as $crate::Row>::SHAPE },)*
            ]);

            #[inline]
            fn read(bytes: &[u8]) -> Self {
                let mut row = Self::ZERO;
                if bytes.len() == Self::SIZE {
                    let rest = bytes;
                    $(let (field, rest) = rest.split_at_checked(<$type as $crate::Row>::SIZE).unwrap_or_default();
                    row.$field = <$type as $crate::Row>::read(field);)*
                    let _ = rest;
                }
                row
            }

            #[inline]
            fn store(&self, bytes: &mut [u8]) {
                if bytes.len() == Self::SIZE {
                    let rest = bytes;
                    $(let (field, rest) = rest.split_at_mut_checked(<$type as $crate::Row>::SIZE).unwrap_or_default();
                    <$type as $crate::Row>::store(&self.$field, field);)*
                    let _ = rest;
                }
            }
        }
    };
}

/// The structure itself.
#[cfg(not(feature = "serde"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __row_declaration {
    ($(#[$meta:meta])* $vis:vis struct $name:ident { $($field:tt)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy)]
        $vis struct $name { $($field)* }
    };
}

/// The structure itself, and what serde needs.
#[cfg(feature = "serde")]
#[doc(hidden)]
#[macro_export]
macro_rules! __row_declaration {
    ($(#[$meta:meta])* $vis:vis struct $name:ident { $($(#[$field_meta:meta])* $field_vis:vis $field:ident: $type:ty,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, $crate::serde::Serialize, $crate::serde::Deserialize)]
        #[serde(crate = "retromesh_wire::serde", deny_unknown_fields)]
        $vis struct $name {
            $($(#[$field_meta])* #[serde(with = "retromesh_wire::values::cells")] $field_vis $field: $type,)*
        }

        impl $crate::values::Flat for $name {
            const WIDTH: usize = 0 $(+ <$type as $crate::values::Flat>::WIDTH)*;

            #[inline]
            fn put<S: $crate::serde::ser::SerializeTuple>(&self, tuple: &mut S) -> Result<(), S::Error> {
                $($crate::values::Flat::put(&self.$field, tuple)?;)*
                Ok(())
            }

            #[inline]
            fn take<'de, A: $crate::serde::de::SeqAccess<'de>>(values: &mut A) -> Result<Option<Self>, A::Error> {
                let mut row = <Self as $crate::Row>::ZERO;
                let mut taken = 0;
                $(match <$type as $crate::values::Flat>::take(values)? {
                    Some(value) => row.$field = value,
                    None if taken == 0 => return Ok(None),
                    None => return Err($crate::values::few(taken, <Self as $crate::values::Flat>::WIDTH)),
                }
                taken += <$type as $crate::values::Flat>::WIDTH;)*
                let _ = taken;
                Ok(Some(row))
            }
        }
    };
}
