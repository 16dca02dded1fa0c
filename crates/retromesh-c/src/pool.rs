//! What views lead to: borrowed as it is, or kept here in the form that C wants.

use crate::view::{Floats, Integers, List, Name};
use retromesh::glam::{Mat4, Quat, Vec2, Vec3, Vec4};
use std::any::Any;

/// Rows of numbers and nothing else, next to each other in memory.
pub(crate) trait Row {}

impl Row for f32 {}
impl Row for Vec2 {}
impl Row for Vec3 {}
impl Row for Vec4 {}
impl Row for Quat {}
impl Row for Mat4 {}

/// Returns numbers as C sees them.
pub(crate) fn floats<T: Row>(rows: &[T]) -> Floats {
    let List { data, count } = list(rows);
    Floats { data: data.cast(), count, stride: size_of::<T>(), components: (size_of::<T>() / size_of::<f32>()) as u32 }
}

/// Returns numbers as C sees them.
pub(crate) fn integers(numbers: &[u32]) -> Integers {
    let List { data, count } = list(numbers);
    Integers { data, count, stride: size_of::<u32>() }
}

/// Returns values as C sees them.
pub(crate) fn list<T>(values: &[T]) -> List<T> {
    let data = if values.is_empty() { std::ptr::null() } else { values.as_ptr() };
    List { data, count: values.len() }
}

/// Keeps what a view leads to. A vector that moves leaves its values where they are.
#[derive(Default)]
pub(crate) struct Pool {
    lists: Vec<Box<dyn Any>>,
    names: Vec<Vec<u8>>,
}

impl Pool {
    pub(crate) fn keep<T: 'static>(&mut self, values: impl IntoIterator<Item = T>) -> List<T> {
        let values: Vec<T> = values.into_iter().collect();
        let kept = list(&values);
        if kept.count > 0 {
            self.lists.push(Box::new(values));
        }
        kept
    }

    pub(crate) fn numbers(&mut self, numbers: impl IntoIterator<Item = u32>) -> Integers {
        let List { data, count } = self.keep(numbers);
        Integers { data, count, stride: size_of::<u32>() }
    }

    pub(crate) fn name(&mut self, text: &str) -> Name {
        if text.is_empty() {
            return Name { data: c"".as_ptr(), length: 0 };
        }
        let mut bytes = Vec::with_capacity(text.len() + 1);
        bytes.extend_from_slice(text.as_bytes());
        bytes.push(0);
        let name = Name { data: bytes.as_ptr().cast(), length: text.len() };
        self.names.push(bytes);
        name
    }
}
