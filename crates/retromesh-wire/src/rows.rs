//! Arrays of rows that borrow the input.

use crate::bulk::max_u32;
use crate::record_blocks::block_size;
use crate::row::Row;
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::slice::ChunksExact;

/// A typed array that is a view of bytes: borrowed from the input, or owned after an edit.
///
/// Equality compares bytes, so NaNs equal themselves.
///
/// ```
/// use retromesh_wire::Rows;
/// let file = [1, 0, 2, 0, 3, 0, 4, 0];
/// let mut edges = Rows::<[u16; 2]>::from_bytes(&file[..]).unwrap();
/// assert_eq!((edges.len(), edges.get(1)), (2, Some([3, 4])));
/// edges.set(0, [7, 8]);
/// assert_eq!(edges.to_vec(), [[7, 8], [3, 4]]);
/// assert_eq!(edges, Rows::from(vec![[7, 8], [3, 4]]));
/// ```
pub struct Rows<'a, T> {
    /// Always a whole number of rows.
    bytes: Cow<'a, [u8]>,
    row: PhantomData<T>,
}

impl<'a, T: Row> Rows<'a, T> {
    /// Views bytes as rows; `None` unless they are a whole number of rows.
    pub fn from_bytes(bytes: impl Into<Cow<'a, [u8]>>) -> Option<Self> {
        let bytes = bytes.into();
        bytes.len().is_multiple_of(step::<T>()).then_some(Self { bytes, row: PhantomData })
    }

    /// Views a whole number of rows.
    pub(crate) fn view(bytes: &'a [u8]) -> Self {
        Self { bytes: Cow::Borrowed(bytes), row: PhantomData }
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.bytes.len() / step::<T>()
    }

    /// Returns whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Returns the bytes as the file holds them.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns a row.
    #[inline]
    pub fn get(&self, index: usize) -> Option<T> {
        let start = index.checked_mul(step::<T>())?;
        Some(T::read(self.bytes.get(start..start.checked_add(step::<T>())?)?))
    }

    /// Returns the first row.
    pub fn first(&self) -> Option<T> {
        self.iter().next()
    }

    /// Iterates over the rows by value.
    pub fn iter(&self) -> Iter<'_, T> {
        Iter { chunks: self.bytes.chunks_exact(step::<T>()), row: PhantomData }
    }

    /// Reads all rows in bulk.
    pub fn to_vec(&self) -> Vec<T> {
        let mut rows = Vec::with_capacity(self.len());
        T::read_all(&self.bytes, &mut rows);
        rows
    }

    /// Encodes rows in bulk.
    pub fn from_slice(rows: &[T]) -> Self {
        let mut bytes = Vec::new();
        T::write_all(rows, &mut bytes);
        Self { bytes: Cow::Owned(bytes), row: PhantomData }
    }

    /// Replaces a row, copying the array if it is borrowed; `false` where there is no such row.
    pub fn set(&mut self, index: usize, row: T) -> bool {
        if index >= self.len() {
            return false;
        }
        let start = index * step::<T>();
        match self.bytes.to_mut().get_mut(start..start + step::<T>()) {
            Some(bytes) => {
                row.store(bytes);
                true
            }
            None => false,
        }
    }

    /// Appends a row, copying the array if it is borrowed.
    pub fn push(&mut self, row: T) {
        row.write(self.bytes.to_mut());
    }

    /// Copies the bytes if they are borrowed.
    pub fn into_owned(self) -> Rows<'static, T> {
        Rows { bytes: Cow::Owned(self.bytes.into_owned()), row: PhantomData }
    }

    /// Returns a view that borrows from this one.
    pub fn borrowed(&self) -> Rows<'_, T> {
        Rows { bytes: Cow::Borrowed(&self.bytes), row: PhantomData }
    }
}

impl<const N: usize> Rows<'_, [u32; N]> {
    /// Reads all rows in bulk; `None` where a number is not below `limit`.
    ///
    /// ```
    /// use retromesh_wire::Rows;
    /// let triangles = Rows::from(vec![[0u32, 1, 2], [2, 1, 3]]);
    /// assert_eq!(triangles.to_vec_below(4), Some(triangles.to_vec()));
    /// assert_eq!(triangles.to_vec_below(3), None);
    /// ```
    pub fn to_vec_below(&self, limit: usize) -> Option<Vec<[u32; N]>> {
        let mut rows = Vec::with_capacity(self.len());
        // What was looked at is in the first-level cache when it is copied.
        for block in self.bytes.chunks(block_size(step::<[u32; N]>())) {
            if max_u32(block).is_some_and(|max| max as usize >= limit) {
                return None;
            }
            Row::read_all(block, &mut rows);
        }
        Some(rows)
    }
}

/// A row of no size would divide by zero.
const fn step<T: Row>() -> usize {
    if T::SIZE == 0 { 1 } else { T::SIZE }
}

impl<T> Clone for Rows<'_, T> {
    fn clone(&self) -> Self {
        Self { bytes: self.bytes.clone(), row: PhantomData }
    }
}

impl<T> Default for Rows<'_, T> {
    fn default() -> Self {
        Self { bytes: Cow::Borrowed(&[]), row: PhantomData }
    }
}

impl<T> PartialEq<Rows<'_, T>> for Rows<'_, T> {
    fn eq(&self, other: &Rows<'_, T>) -> bool {
        self.bytes == other.bytes
    }
}

impl<T> Eq for Rows<'_, T> {}

/// Prints count, row size and digest, never the contents.
impl<T: Row> fmt::Debug for Rows<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rows({} x {} bytes, {:016x})", self.len(), T::SIZE, retromesh_kit::digest(&self.bytes))
    }
}

impl<T: Row> From<Vec<T>> for Rows<'_, T> {
    fn from(rows: Vec<T>) -> Self {
        Self::from_slice(&rows)
    }
}

impl<T: Row> From<&[T]> for Rows<'_, T> {
    fn from(rows: &[T]) -> Self {
        Self::from_slice(rows)
    }
}

impl<T: Row> FromIterator<T> for Rows<'_, T> {
    fn from_iter<I: IntoIterator<Item = T>>(rows: I) -> Self {
        let mut all = Self::default();
        all.extend(rows);
        all
    }
}

impl<T: Row> Extend<T> for Rows<'_, T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, rows: I) {
        let rows = rows.into_iter();
        let bytes = self.bytes.to_mut();
        bytes.reserve(rows.size_hint().0.saturating_mul(T::SIZE));
        rows.for_each(|row| row.write(bytes));
    }
}

impl<'r, T: Row> IntoIterator for &'r Rows<'_, T> {
    type Item = T;
    type IntoIter = Iter<'r, T>;

    fn into_iter(self) -> Iter<'r, T> {
        self.iter()
    }
}

/// Iterates over rows by value.
#[derive(Debug, Clone)]
pub struct Iter<'r, T> {
    chunks: ChunksExact<'r, u8>,
    row: PhantomData<T>,
}

impl<T: Row> Iterator for Iter<'_, T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        self.chunks.next().map(T::read)
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<T> {
        self.chunks.nth(n).map(T::read)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.chunks.size_hint()
    }

    #[inline]
    fn fold<B, F: FnMut(B, T) -> B>(self, start: B, mut f: F) -> B {
        self.chunks.fold(start, |all, bytes| f(all, T::read(bytes)))
    }
}

impl<T: Row> DoubleEndedIterator for Iter<'_, T> {
    #[inline]
    fn next_back(&mut self) -> Option<T> {
        self.chunks.next_back().map(T::read)
    }
}

impl<T: Row> ExactSizeIterator for Iter<'_, T> {}
impl<T: Row> std::iter::FusedIterator for Iter<'_, T> {}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]
    use super::*;
    use crate::bulk::tests::noise;
    use glam::Vec3;

    #[test]
    fn every_view_shows_the_same_rows() {
        let noise = noise(1300);
        for (n, start) in (0..100).flat_map(|n| (0..4).map(move |start| (n, start))) {
            let bytes = &noise[start..start + n * 12];
            let rows = Rows::<[u32; 3]>::from_bytes(bytes).unwrap();
            let all = rows.to_vec();
            assert_eq!((all.len(), rows.len(), rows.is_empty()), (n, n, n == 0));
            assert_eq!(rows.iter().collect::<Vec<_>>(), all);
            let mut back: Vec<_> = rows.iter().rev().collect();
            back.reverse();
            assert_eq!(back, all);
            assert_eq!((0..).map_while(|index| rows.get(index)).collect::<Vec<_>>(), all);
            assert_eq!(rows.first(), all.first().copied());
            assert_eq!(rows.iter().len(), n);
            assert_eq!(rows.iter().nth(n / 2), all.get(n / 2).copied());
            assert!(matches!(rows.bytes, Cow::Borrowed(_)));
            for again in [Rows::from(all.clone()), all.iter().copied().collect(), rows.clone().into_owned()] {
                assert!(!matches!(again.bytes, Cow::Borrowed(_)));
                assert_eq!(again, rows);
                assert_eq!(again.borrowed().bytes(), bytes);
            }
        }
    }

    #[test]
    fn edits_copy_and_leave_the_input_alone() {
        let input = noise(36);
        let mut rows = Rows::<Vec3>::from_bytes(&input[..]).unwrap();
        assert!(!rows.set(3, Vec3::ONE));
        assert!(matches!(rows.bytes, Cow::Borrowed(_)));
        assert!(rows.set(2, Vec3::ONE));
        rows.push(Vec3::Y);
        assert_eq!((rows.get(2), rows.get(3), rows.get(4)), (Some(Vec3::ONE), Some(Vec3::Y), None));
        assert_eq!(rows.bytes()[..24], input[..24]);
        assert_eq!(rows.get(usize::MAX), None);
    }

    #[test]
    fn unusual_sizes_are_no_rows() {
        assert!(Rows::<Vec3>::from_bytes(&[0u8; 30][..]).is_none());
    }

    #[test]
    fn debug_is_short_and_rows_of_no_size_are_harmless() {
        assert_eq!(format!("{:?}", Rows::from(vec![[1u16; 3]; 500])), "Rows(500 x 6 bytes, c6085a621b16d955)");
        let mut none = Rows::<[u8; 0]>::default();
        none.push([]);
        assert_eq!((none.len(), none.to_vec().len(), none.get(0)), (0, 0, None));
    }
}
