//! The one binary buffer: aligned views, accessors, bulk little-endian writing.

use crate::fingerprint::mix;
use bytemuck::NoUninit;
use gltf_json::accessor::{ComponentType, GenericComponentType, Type};
use gltf_json::buffer::{Stride, Target, View};
use gltf_json::validation::Checked::Valid;
use gltf_json::{Accessor, Buffer, Index};
use retromesh_core::extent;
use serde_json::Value;
use std::collections::HashMap;
use std::ops::Range;

/// Collects the binary data with the views and accessors that describe it.
///
/// Large arrays of the scene stay where they are until the file is put together: a file in the making would be one copy more, and its
/// fresh pages cost more than all else here.
#[derive(Default)]
pub(crate) struct Buffers<'a> {
    /// The bytes of the pieces that lie nowhere else.
    own: Vec<u8>,
    /// What the buffer is put together from, each with its place in it.
    pieces: Vec<(usize, Piece<'a>)>,
    /// The length of the buffer.
    len: usize,
    pub(crate) views: Vec<View>,
    pub(crate) accessors: Vec<Accessor>,
    /// Key times by their bits: channels that share times share an accessor.
    times: HashMap<Vec<u32>, Index<Accessor>>,
    /// Views with the numbers of their pieces, by a hash of their bytes: arrays that are equal share one.
    known: HashMap<u64, (Index<View>, usize)>,
    /// The bytes of an element of the first accessor of each view.
    widths: HashMap<usize, usize>,
}

/// Where the bytes of a view are.
enum Piece<'a> {
    Own(Range<usize>),
    /// In an array of the scene.
    Borrowed(&'a [u8]),
}

impl<'a> Buffers<'a> {
    /// Makes room for this many bytes that are not the scene's own.
    pub(crate) fn reserve(&mut self, bytes: usize) {
        self.own.reserve(bytes);
    }

    /// Returns the length of the buffer.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Appends the whole buffer.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        out.reserve(self.len);
        let start = out.len();
        for (at, piece) in &self.pieces {
            out.resize(start + at, 0);
            out.extend_from_slice(self.bytes(piece));
        }
        out.resize(start + self.len, 0);
    }

    fn bytes(&self, piece: &Piece<'a>) -> &[u8] {
        match piece {
            Piece::Own(range) => self.own.get(range.clone()).unwrap_or_default(),
            Piece::Borrowed(bytes) => bytes,
        }
    }

    /// Appends a view whose bytes `fill` writes; it starts at a multiple of four.
    pub(crate) fn view(
        &mut self,
        target: Option<Target>,
        stride: Option<usize>,
        fill: impl FnOnce(&mut Vec<u8>),
    ) -> Index<View> {
        let start = self.own.len();
        fill(&mut self.own);
        self.piece(target, stride, Piece::Own(start..self.own.len()))
    }

    /// Appends a view of a piece, or finds one of the same bytes.
    fn piece(&mut self, target: Option<Target>, stride: Option<usize>, piece: Piece<'a>) -> Index<View> {
        self.len = self.len.next_multiple_of(4);
        let start = self.len;
        let bytes = self.bytes(&piece);
        let (len, hash) = (bytes.len(), hash(bytes));
        let same = |(view, other): &(Index<View>, usize)| {
            let fits = |view: &View| {
                view.target == target.map(Valid)
                    && (stride.is_none() || view.byte_stride.map(|stride| stride.0) == stride)
            };
            self.views.get(view.value()).is_some_and(fits)
                && self.pieces.get(*other).is_some_and(|(_, other)| self.bytes(other) == bytes)
        };
        if let Some((known, _)) = self.known.get(&hash).copied().filter(same) {
            if let Piece::Own(range) = piece {
                self.own.truncate(range.start);
            }
            return known;
        }
        self.len += len;
        self.known.insert(hash, (Index::new(self.views.len() as u32), self.pieces.len()));
        self.pieces.push((start, piece));
        Index::push(
            &mut self.views,
            View {
                buffer: Index::new(0),
                byte_length: len.into(),
                byte_offset: (start > 0).then(|| start.into()),
                byte_stride: stride.map(Stride),
                name: None,
                target: target.map(Valid),
                extensions: None,
                extras: None,
            },
        )
    }

    /// Appends an accessor over a whole view.
    pub(crate) fn accessor(
        &mut self,
        view: Index<View>,
        component: ComponentType,
        type_: Type,
        count: usize,
    ) -> Index<Accessor> {
        let view = self.strided(view, component.size() * type_.multiplicity(), count);
        Index::push(
            &mut self.accessors,
            Accessor {
                buffer_view: Some(view),
                byte_offset: None,
                count: count.into(),
                component_type: Valid(GenericComponentType(component)),
                extensions: None,
                extras: None,
                type_: Valid(type_),
                min: None,
                max: None,
                name: None,
                normalized: false,
                sparse: None,
            },
        )
    }

    /// Says how wide the elements of a view are that several vertex arrays share, as they must; arrays of another width get a view of
    /// their own over the same bytes.
    fn strided(&mut self, shared: Index<View>, width: usize, count: usize) -> Index<View> {
        let Some(&first) = self.widths.get(&shared.value()) else {
            self.widths.insert(shared.value(), width);
            return shared;
        };
        let stride = Some(Stride(width));
        match self.views.get_mut(shared.value()) {
            Some(view) if view.target == Some(Valid(Target::ArrayBuffer)) => match view.byte_stride {
                None if first == width => view.byte_stride = stride,
                Some(_) if first == width => {}
                // Three of four numbers of each row.
                Some(Stride(own)) if own * count == view.byte_length.0 as usize => {}
                _ => {
                    let other = View { byte_stride: stride, ..view.clone() };
                    return Index::push(&mut self.views, other);
                }
            },
            _ => {}
        }
        shared
    }

    /// Appends rows of `N` floats.
    pub(crate) fn floats<const N: usize, T: Copy + Into<[f32; N]>>(
        &mut self,
        values: &[T],
        target: Option<Target>,
    ) -> Index<Accessor> {
        let view = self.view(target, None, |out| push_floats(out, values));
        self.accessor(view, ComponentType::F32, float_type(N), values.len())
    }

    /// Appends rows of `N` floats: where they are the scene's own (`borrowed`), they are not copied before the file is put together.
    pub(crate) fn kept_floats<const N: usize, T: Copy + Into<[f32; N]> + NoUninit>(
        &mut self,
        values: &[T],
        borrowed: Option<&'a [T]>,
        target: Option<Target>,
    ) -> Index<Accessor> {
        let Some(borrowed) = borrowed.and_then(little_endian) else { return self.floats(values, target) };
        let view = self.piece(target, None, Piece::Borrowed(borrowed));
        self.accessor(view, ComponentType::F32, float_type(N), values.len())
    }

    /// Appends rows of `N` integers of 32 bits, of the scene's own where `borrowed` has them.
    pub(crate) fn kept_integers<const N: usize>(
        &mut self,
        rows: &[[u32; N]],
        borrowed: Option<&'a [[u32; N]]>,
        target: Option<Target>,
    ) -> Index<Accessor>
    where
        [u32; N]: NoUninit,
    {
        let Some(borrowed) = borrowed.and_then(little_endian) else {
            return self.integers(rows.iter().copied(), rows.len(), ComponentType::U32, target);
        };
        let view = self.piece(target, None, Piece::Borrowed(borrowed));
        self.accessor(view, ComponentType::U32, float_type(N), rows.len())
    }

    /// Appends rows of `N` floats with the least and the greatest of each column.
    pub(crate) fn bounded_floats<const N: usize, T: Copy + Into<[f32; N]>>(
        &mut self,
        values: &[T],
        target: Option<Target>,
    ) -> Index<Accessor> {
        let index = self.floats(values, target);
        self.bound(index, values);
        index
    }

    /// Sets the least and the greatest of each column.
    pub(crate) fn bound<const N: usize, T: Copy + Into<[f32; N]>>(&mut self, index: Index<Accessor>, values: &[T]) {
        let [least, greatest] = extent(values).unwrap_or([[f32::INFINITY; N], [f32::NEG_INFINITY; N]]);
        if let Some(accessor) = self.accessors.get_mut(index.value()) {
            accessor.min = Some(Value::from(least.to_vec()));
            accessor.max = Some(Value::from(greatest.to_vec()));
        }
    }

    /// Appends plain numbers.
    pub(crate) fn scalars(&mut self, values: &[f32], target: Option<Target>) -> Index<Accessor> {
        self.floats(values_as_rows(values), target)
    }

    /// Returns the accessor of these key times, which must be ascending.
    pub(crate) fn key_times(&mut self, seconds: &[f32]) -> Index<Accessor> {
        let key: Vec<u32> = seconds.iter().map(|s| s.to_bits()).collect();
        if let Some(&index) = self.times.get(&key) {
            return index;
        }
        let index = self.bounded_floats(values_as_rows(seconds), None);
        self.times.insert(key, index);
        index
    }

    /// Appends rows of `N` unsigned integers of the width of `component`.
    pub(crate) fn integers<const N: usize>(
        &mut self,
        rows: impl Iterator<Item = [u32; N]>,
        count: usize,
        component: ComponentType,
        target: Option<Target>,
    ) -> Index<Accessor> {
        let view = self.view(target, None, |out| match component {
            ComponentType::U8 => push_rows(out, rows, count, |v| [v as u8]),
            ComponentType::U16 => push_rows(out, rows, count, |v| (v as u16).to_le_bytes()),
            _ => push_rows(out, rows, count, u32::to_le_bytes),
        });
        self.accessor(view, component, float_type(N), count)
    }

    /// Appends rows of two to four whole numbers of one or two bytes, each row a multiple of four bytes long; `normalized` ones are shares of
    /// the largest number.
    pub(crate) fn rows(
        &mut self,
        rows: &[[i32; 4]],
        component: ComponentType,
        type_: Type,
        normalized: bool,
    ) -> Index<Accessor> {
        let stride = (component.size() * type_.multiplicity()).next_multiple_of(4);
        let columns = stride / component.size();
        let view = self.view(Some(Target::ArrayBuffer), Some(stride), |out| {
            out.reserve(rows.len() * stride);
            for x in rows.iter().flat_map(|row| row.iter().take(columns)) {
                match component {
                    ComponentType::U8 | ComponentType::I8 => out.push(*x as u8),
                    _ => out.extend((*x as u16).to_le_bytes()),
                }
            }
        });
        let index = self.accessor(view, component, type_, rows.len());
        if let Some(accessor) = self.accessors.get_mut(index.value()) {
            accessor.normalized = normalized;
        }
        index
    }

    /// Appends an accessor over the same view with other columns.
    pub(crate) fn with_type(&mut self, index: Index<Accessor>, type_: Type) -> Index<Accessor> {
        match self.accessors.get(index.value()).cloned() {
            Some(accessor) => Index::push(&mut self.accessors, Accessor { type_: Valid(type_), ..accessor }),
            None => index,
        }
    }

    /// Cuts an accessor into ranges of its elements; the first takes its place.
    pub(crate) fn cut(&mut self, index: Index<Accessor>, ranges: &[Range<u32>]) -> Vec<Index<Accessor>> {
        if ranges.len() < 2 {
            return vec![index];
        }
        let whole = self.accessors[index.value()].clone();
        let (Valid(GenericComponentType(component)), Valid(type_)) = (whole.component_type, whole.type_) else {
            return vec![index; ranges.len()];
        };
        let columns = type_.multiplicity();
        let width = component.size() * columns;
        let view = whole.buffer_view.map(|view| self.strided(view, width, whole.count.0 as usize));
        let stride = view.and_then(|view| self.views[view.value()].byte_stride).map_or(width, |stride| stride.0);
        let cut = |(at, range): (usize, &Range<u32>)| {
            let (start, count) = (range.start as usize, range.len());
            let rows = view.filter(|_| whole.min.is_some()).map(|view| self.rows_of(view, stride, range));
            let (min, max) = rows.map(|rows| bounds(rows, stride, component, columns)).unzip();
            let part = Accessor {
                buffer_view: view,
                byte_offset: (start > 0).then(|| (start * stride).into()),
                count: count.into(),
                min,
                max,
                ..whole.clone()
            };
            if at == 0 {
                self.accessors[index.value()] = part;
                index
            } else {
                Index::push(&mut self.accessors, part)
            }
        };
        ranges.iter().enumerate().map(cut).collect()
    }

    /// Returns the bytes of a range of the rows of a view.
    fn rows_of(&self, view: Index<View>, stride: usize, range: &Range<u32>) -> &[u8] {
        let start = self.views[view.value()].byte_offset.map_or(0, |offset| offset.0 as usize);
        // A piece without bytes has the place of the next one.
        let piece = self.pieces.partition_point(|(at, _)| *at <= start) - 1;
        let bytes = self.bytes(&self.pieces[piece].1);
        &bytes[range.start as usize * stride..bytes.len().min(range.end as usize * stride)]
    }

    /// Changes the type and the number of the elements of an accessor over the same bytes.
    pub(crate) fn retype(&mut self, index: Index<Accessor>, type_: Type, count: usize) {
        if let Some(accessor) = self.accessors.get_mut(index.value()) {
            accessor.type_ = Valid(type_);
            accessor.count = count.into();
        }
    }
}

/// Returns the least and the greatest of each column of rows of positions.
fn bounds(rows: &[u8], stride: usize, component: ComponentType, columns: usize) -> (Value, Value) {
    let (mut least, mut greatest) = (vec![f32::INFINITY; columns], vec![f32::NEG_INFINITY; columns]);
    for row in rows.chunks(stride) {
        for (column, bytes) in row.chunks_exact(component.size()).take(columns).enumerate() {
            let value = match (component, bytes) {
                (ComponentType::I16, &[a, b]) => f32::from(i16::from_le_bytes([a, b])),
                (_, &[a, b]) => f32::from(u16::from_le_bytes([a, b])),
                (_, &[a, b, c, d]) => f32::from_le_bytes([a, b, c, d]),
                _ => continue,
            };
            least[column] = least[column].min(value);
            greatest[column] = greatest[column].max(value);
        }
    }
    (Value::from(least), Value::from(greatest))
}

/// This many words of an array are looked at to find one that may be equal.
const SAMPLES: usize = 64;

/// Returns a number that is nearly always another one for other bytes, in the same time for any number of them.
fn hash(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    // Arrays often differ in the last rows alone.
    let spread = words.iter().step_by(words.len().div_ceil(SAMPLES).max(1));
    let looked_at = spread.chain(words.iter().rev().take(SAMPLES / 4));
    let hash = looked_at.fold(bytes.len() as u64, |hash, word| mix(hash, u64::from_le_bytes(*word)));
    rest.iter().fold(hash, |hash, byte| mix(hash, u64::from(*byte)))
}

/// Returns the bytes of an array as they are in the file; `None` on machines that keep numbers the other way round.
fn little_endian<T: NoUninit>(values: &[T]) -> Option<&[u8]> {
    cfg!(target_endian = "little").then(|| bytemuck::cast_slice(values))
}

/// Describes a buffer; without a link it is the chunk of a binary file.
pub(crate) fn description(bytes: usize, uri: Option<String>) -> Buffer {
    Buffer { byte_length: bytes.into(), name: None, uri, extensions: None, extras: None }
}

/// Rows are encoded in a block of this many bytes that stays in the first-level cache, so that the buffer, most of it fresh pages,
/// is touched once and never zeroed.
const BLOCK: usize = 4096;

/// Writes rows of floats in little-endian order.
pub(crate) fn push_floats<const N: usize, T: Copy + Into<[f32; N]>>(out: &mut Vec<u8>, rows: &[T]) {
    let words = rows.iter().map(|&row| Into::<[f32; N]>::into(row).map(f32::to_bits));
    push_rows(out, words, rows.len(), u32::to_le_bytes);
}

/// Writes `count` rows of `N` integers of `W` bytes each.
fn push_rows<const N: usize, const W: usize>(
    out: &mut Vec<u8>,
    mut rows: impl Iterator<Item = [u32; N]>,
    count: usize,
    bytes: impl Fn(u32) -> [u8; W],
) {
    out.reserve(count * N * W);
    let mut block = [0; BLOCK];
    let mut left = count;
    while left > 0 {
        let take = left.min(BLOCK / (N * W));
        let Some(block) = block.get_mut(..take * N * W) else { return };
        for (target, row) in block.chunks_exact_mut(N * W).zip(&mut rows) {
            for (word, v) in target.as_chunks_mut::<W>().0.iter_mut().zip(row) {
                *word = bytes(v);
            }
        }
        out.extend_from_slice(block);
        left -= take;
    }
}

/// Views plain numbers as rows of one.
fn values_as_rows(values: &[f32]) -> &[[f32; 1]] {
    values.as_chunks::<1>().0
}

fn float_type(columns: usize) -> Type {
    match columns {
        1 => Type::Scalar,
        2 => Type::Vec2,
        3 => Type::Vec3,
        4 => Type::Vec4,
        _ => Type::Mat4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertex_arrays_that_share_bytes_say_how_wide_they_are() {
        let mut buffers = Buffers::default();
        let vertices = Some(Target::ArrayBuffer);
        let [a, b] = [(); 2].map(|()| buffers.floats(&[[0.0f32; 3]; 2], vertices));
        let c = buffers.floats(&[[0.0f32; 2]; 3], vertices);
        let view = |accessor: Index<Accessor>| {
            let view = buffers.accessors.get(accessor.value()).and_then(|accessor| accessor.buffer_view)?;
            let stride = buffers.views.get(view.value())?.byte_stride.map(|stride| stride.0);
            Some((view.value(), stride))
        };
        assert_eq!([a, b, c].map(view), [Some((0, Some(12))), Some((0, Some(12))), Some((1, Some(8)))]);
        assert_eq!(buffers.len(), 24);
    }
}
