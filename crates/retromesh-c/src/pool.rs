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
    numbers: Blocks<u32>,
    names: Blocks<u8>,
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

    /// Keeps what is made of each value, after what that keeps itself.
    pub(crate) fn each<V, T: 'static>(&mut self, values: &[V], make: impl Fn(&V, &mut Self) -> T) -> List<T> {
        let made: Vec<T> = values.iter().map(|value| make(value, self)).collect();
        self.keep(made)
    }

    pub(crate) fn numbers(&mut self, numbers: impl ExactSizeIterator<Item = u32>) -> Integers {
        let count = numbers.len();
        let data = if count == 0 { std::ptr::null() } else { self.numbers.keep(count, numbers) };
        Integers { data, count, stride: size_of::<u32>() }
    }

    pub(crate) fn name(&mut self, text: &str) -> Name {
        let (bytes, length) = (text.bytes().chain([0]), text.len());
        let data = if length == 0 { c"".as_ptr() } else { self.names.keep(length + 1, bytes).cast() };
        Name { data, length }
    }
}

/// Short lists one after another in a few vectors, none of which grows over its room.
struct Blocks<T>(Vec<Vec<T>>);

impl<T> Default for Blocks<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Blocks<T> {
    fn keep(&mut self, count: usize, values: impl Iterator<Item = T>) -> *const T {
        /// The room of a vector, which is enough for most files.
        const ROOM: usize = 1 << 10;
        let mut block = match self.0.pop() {
            Some(block) if block.capacity() - block.len() >= count => block,
            other => {
                self.0.extend(other);
                Vec::with_capacity(count.max(ROOM))
            }
        };
        let kept = block.as_ptr().wrapping_add(block.len());
        block.extend(values.take(count));
        self.0.push(block);
        kept
    }
}
