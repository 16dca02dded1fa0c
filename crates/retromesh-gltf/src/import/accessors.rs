//! Typed arrays out of buffers: strides, sparse values and normalised integers, all bounds checked first.

use crate::ID;
use crate::document::{Document, Unpacked};
use bytemuck::Pod;
use gltf_json::accessor::{ComponentType, GenericComponentType, IndexComponentType, Type};
use gltf_json::validation::Checked;
use gltf_json::{Accessor, Index, buffer};
use retromesh_core::{Error, ErrorKind, LimitKind, Limits, Result};
use std::cell::Cell;

/// Lists in extras, of which a few bytes stand for a whole mesh, may take this many bytes besides.
const FREE_LISTS: u64 = 1 << 20;

/// Zeros that no byte of the file stands for count as this many times their bytes: a few letters ask for millions of vertices.
const UNSTORED: u64 = 3;

/// Reads the accessors of a document.
pub(super) struct Accessors<'a> {
    document: &'a Document<'a>,
    budget: Cell<u64>,
    limit: u64,
    /// What lists in extras may unpack to.
    lists: Cell<u64>,
}

/// The place and shape of an array, checked.
struct Layout<'a> {
    component: ComponentType,
    columns: usize,
    count: usize,
    normalized: bool,
    /// The bytes and the distance of two elements.
    base: Option<(&'a [u8], usize)>,
    /// Element numbers in ascending order with the packed bytes of their values.
    sparse: Option<(Vec<u32>, &'a [u8])>,
}

impl<'a> Accessors<'a> {
    pub(super) fn new(document: &'a Document<'a>, limits: &Limits) -> Self {
        let size = document.stored_bytes();
        let limit = document.allowance(limits);
        let lists = size.saturating_mul(Document::REPEATS).saturating_add(FREE_LISTS);
        Self { document, budget: Cell::new(limit), limit, lists: Cell::new(lists) }
    }

    /// Returns the number of elements and of columns.
    pub(super) fn shape(&self, index: Index<Accessor>) -> Option<(usize, usize)> {
        if let Some(Unpacked { component, columns, bytes }) = self.document.decoded.get(&index.value()) {
            return Some((bytes.len() / (columns * component.size()).max(1), *columns));
        }
        let accessor = self.document.root.accessors.get(index.value())?;
        Some((accessor.count.0 as usize, columns(accessor)?))
    }

    /// Returns whether the elements are plain (not normalised) unsigned integers.
    pub(super) fn is_integer(&self, index: Index<Accessor>) -> bool {
        let accessor = self.document.root.accessors.get(index.value());
        accessor.is_some_and(|a| !a.normalized && component(a).is_some_and(|c| c != ComponentType::F32))
    }

    /// Takes bytes out of what all arrays together may use.
    pub(super) fn charge(&self, bytes: u64) -> Result<()> {
        if let Some(rest) = self.budget.get().checked_sub(bytes) {
            self.budget.set(rest);
            return Ok(());
        }
        let found = self.limit.saturating_sub(self.budget.get()).saturating_add(bytes);
        let kind = ErrorKind::limit(LimitKind::Unpacked, "unpacked bytes of accessors", self.limit, found);
        Err(Error::new(ID, kind))
    }

    /// Takes bytes out of what all lists in extras together may use.
    pub(super) fn charge_list(&self, bytes: u64) -> Result<()> {
        self.lists.set(self.lists.get().saturating_sub(bytes));
        // Nothing is left: as much as for arrays is too much.
        self.charge(if self.lists.get() == 0 { self.limit.saturating_add(1) } else { bytes })
    }

    /// Reads rows of `N` floats; integers are scaled when the accessor says so.
    pub(super) fn floats<const N: usize>(&self, index: Index<Accessor>) -> Result<Vec<[f32; N]>> {
        let layout = self.layout(index, N)?;
        let (component, normalized) = (layout.component, layout.normalized);
        let convert = |bytes: &[u8]| -> [f32; N] {
            let width = component.size();
            let mut row = [0.0; N];
            for (x, bytes) in row.iter_mut().zip(bytes.chunks_exact(width)) {
                *x = number(component, normalized, bytes);
            }
            row
        };
        Ok(packed(&layout, ComponentType::F32).unwrap_or_else(|| rows(&layout, convert, [0.0; N])))
    }

    /// Reads rows of `N` unsigned integers; floats are rounded towards zero.
    pub(super) fn integers<const N: usize>(&self, index: Index<Accessor>) -> Result<Vec<[u32; N]>> {
        let layout = self.layout(index, N)?;
        let component = layout.component;
        let convert = |bytes: &[u8]| -> [u32; N] {
            let mut row = [0; N];
            for (x, bytes) in row.iter_mut().zip(bytes.chunks_exact(component.size())) {
                *x = match *bytes {
                    [a] => u32::from(a),
                    [a, b] => u32::from(u16::from_le_bytes([a, b])),
                    [a, b, c, d] if component == ComponentType::U32 => u32::from_le_bytes([a, b, c, d]),
                    _ => number(component, false, bytes) as u32,
                };
            }
            row
        };
        Ok(packed(&layout, ComponentType::U32).unwrap_or_else(|| rows(&layout, convert, [0; N])))
    }

    /// Returns the bytes of a view.
    pub(super) fn view(&self, index: Index<buffer::View>) -> Result<(&'a [u8], Option<usize>)> {
        let path = || format!("bufferViews[{}]", index.value());
        let view = self.document.root.buffer_views.get(index.value());
        let view = view.ok_or_else(|| out_of_range("buffer view", index.value()))?;
        if let Some(bytes) = self.document.unpacked.get(&index.value()) {
            return Ok((bytes, view.byte_stride.map(|stride| stride.0)));
        }
        let buffer = self.document.buffer(view.buffer.value());
        let start = view.byte_offset.unwrap_or_default().0;
        let bytes = slice(buffer, start, view.byte_length.0);
        let bytes = bytes.ok_or_else(|| too_long("buffer view", start, view.byte_length.0, buffer.len(), path()))?;
        Ok((bytes, view.byte_stride.map(|stride| stride.0)))
    }

    fn layout(&self, index: Index<Accessor>, wanted: usize) -> Result<Layout<'a>> {
        let path = || format!("accessors[{}]", index.value());
        let accessor = self.document.root.accessors.get(index.value());
        let accessor = accessor.ok_or_else(|| out_of_range("accessor", index.value()))?;
        let bad = |what: &'static str, expected: String, found: String| {
            Error::new(ID, ErrorKind::bad(what, expected, found)).within(path())
        };
        if let Some(&Unpacked { component, columns, ref bytes }) = self.document.decoded.get(&index.value()) {
            if columns != wanted {
                return Err(bad("compressed attribute", format!("{wanted} columns"), format!("{columns}")));
            }
            let size = columns * component.size();
            let count = bytes.len() / size.max(1);
            self.charge(count as u64 * columns as u64 * 4).map_err(|error| error.within(path()))?;
            let base = Some((bytes.as_slice(), size));
            return Ok(Layout { component, columns, count, normalized: accessor.normalized, base, sparse: None });
        }
        let component =
            component(accessor).ok_or_else(|| bad("component type", "a known one".into(), "another".into()))?;
        let columns = columns(accessor).ok_or_else(|| bad("accessor type", "a known one".into(), "another".into()))?;
        if columns != wanted {
            return Err(bad("accessor type", format!("{wanted} columns"), format!("{columns}")));
        }
        if columns > 4 && component != ComponentType::F32 {
            return Err(bad("matrix components", "floats".into(), "integers".into()));
        }
        let size = columns * component.size();
        let count = accessor.count.0;
        let times = if accessor.buffer_view.is_none() { UNSTORED } else { 1 };
        self.charge(count.saturating_mul(times * columns as u64 * 4)).map_err(|error| error.within(path()))?;
        let count = count as usize;
        let base = match accessor.buffer_view {
            Some(view) => {
                let (bytes, stride) = self.view(view)?;
                let stride = stride.unwrap_or(size);
                if stride < size {
                    return Err(bad("byte stride", format!("{size} or more"), format!("{stride}")));
                }
                let start = accessor.byte_offset.unwrap_or_default().0;
                let length = (count as u64).saturating_sub(1).saturating_mul(stride as u64);
                let length = if count == 0 { 0 } else { length.saturating_add(size as u64) };
                let found = bytes.len();
                let bytes = slice(bytes, start, length);
                let bytes = bytes.ok_or_else(|| too_long("accessor", start, length, found, path()))?;
                Some((bytes, stride))
            }
            None => None,
        };
        let sparse = accessor.sparse.as_ref().map(|sparse| self.sparse(sparse, size, count)).transpose();
        let sparse = sparse.map_err(|error| error.within(path()))?;
        Ok(Layout { component, columns, count, normalized: accessor.normalized, base, sparse })
    }

    fn sparse(
        &self,
        sparse: &gltf_json::accessor::sparse::Sparse,
        size: usize,
        count: usize,
    ) -> Result<(Vec<u32>, &'a [u8])> {
        let Checked::Valid(IndexComponentType(component)) = sparse.indices.component_type else {
            let kind = ErrorKind::bad("sparse index type", "an unsigned integer", "another");
            return Err(Error::new(ID, kind));
        };
        let cut = |view, offset: u64, size: usize| -> Result<&'a [u8]> {
            let (bytes, _) = self.view(view)?;
            let length = sparse.count.0.saturating_mul(size as u64);
            slice(bytes, offset, length)
                .ok_or_else(|| too_long("sparse values", offset, length, bytes.len(), String::new()))
        };
        let indices = cut(sparse.indices.buffer_view, sparse.indices.byte_offset.0, component.size())?;
        let values = cut(sparse.values.buffer_view, sparse.values.byte_offset.0, size)?;
        self.charge(indices.len() as u64 * 4)?;
        let index = |bytes: &[u8]| match *bytes {
            [a] => u32::from(a),
            [a, b] => u32::from(u16::from_le_bytes([a, b])),
            [a, b, c, d] => u32::from_le_bytes([a, b, c, d]),
            _ => u32::MAX,
        };
        let indices: Vec<u32> = indices.chunks_exact(component.size()).map(index).collect();
        let outside = indices.iter().copied().find(|&i| i as usize >= count);
        outside.map_or(Ok((indices, values)), |i| Err(out_of_range("sparse element", i as usize)))
    }
}

/// Copies all elements in one go, where the file has them as this machine has them.
fn packed<const N: usize, T: Pod>(layout: &Layout<'_>, component: ComponentType) -> Option<Vec<[T; N]>> {
    let (bytes, stride) = layout.base?;
    let is_so = layout.component == component && stride == size_of::<[T; N]>() && layout.sparse.is_none();
    let bytes = bytes.get(..layout.count * stride).filter(|_| is_so && cfg!(target_endian = "little"))?;
    let mut rows = vec![[T::zeroed(); N]; layout.count];
    bytemuck::cast_slice_mut(rows.as_flattened_mut()).copy_from_slice(bytes);
    Some(rows)
}

/// Reads all elements: the base, or zeros, with the sparse values over it.
fn rows<T: Copy>(layout: &Layout<'_>, convert: impl Fn(&[u8]) -> T, zero: T) -> Vec<T> {
    let size = layout.columns * layout.component.size();
    let mut rows: Vec<T> = match layout.base {
        Some((bytes, stride)) => {
            bytes.chunks(stride).take(layout.count).map(|chunk| convert(chunk.get(..size).unwrap_or(chunk))).collect()
        }
        None => Vec::new(),
    };
    rows.resize(layout.count, zero);
    if let Some((indices, values)) = &layout.sparse {
        for (&i, value) in indices.iter().zip(values.chunks_exact(size)) {
            if let Some(row) = rows.get_mut(i as usize) {
                *row = convert(value);
            }
        }
    }
    rows
}

/// Converts one component by the rules of the standard: the least value of a signed type is -1 as well.
fn number(component: ComponentType, normalized: bool, bytes: &[u8]) -> f32 {
    let (value, max) = match (component, bytes) {
        (ComponentType::F32, &[a, b, c, d]) => return f32::from_le_bytes([a, b, c, d]),
        (ComponentType::U32, &[a, b, c, d]) => (u32::from_le_bytes([a, b, c, d]) as f32, u32::MAX as f32),
        (ComponentType::I16, &[a, b]) => (f32::from(i16::from_le_bytes([a, b])), 32767.0),
        (ComponentType::U16, &[a, b]) => (f32::from(u16::from_le_bytes([a, b])), 65535.0),
        (ComponentType::I8, &[a]) => (f32::from(a as i8), 127.0),
        (ComponentType::U8, &[a]) => (f32::from(a), 255.0),
        _ => (0.0, 1.0),
    };
    if normalized { (value / max).max(-1.0) } else { value }
}

fn component(accessor: &Accessor) -> Option<ComponentType> {
    match accessor.component_type {
        Checked::Valid(GenericComponentType(component)) => Some(component),
        Checked::Invalid => None,
    }
}

fn columns(accessor: &Accessor) -> Option<usize> {
    Some(match accessor.type_ {
        Checked::Valid(Type::Scalar) => 1,
        Checked::Valid(Type::Vec2) => 2,
        Checked::Valid(Type::Vec3) => 3,
        Checked::Valid(Type::Vec4) => 4,
        Checked::Valid(Type::Mat4) => 16,
        // No attribute, key or skin is made of smaller matrices.
        Checked::Valid(Type::Mat2 | Type::Mat3) | Checked::Invalid => return None,
    })
}

fn slice(bytes: &[u8], start: u64, length: u64) -> Option<&[u8]> {
    let end = usize::try_from(start.checked_add(length)?).ok()?;
    bytes.get(usize::try_from(start).ok()?..end)
}

fn out_of_range(what: &'static str, index: usize) -> Error {
    Error::new(ID, ErrorKind::bad(what, "one that exists", format!("number {index}")))
}

fn too_long(what: &'static str, start: u64, length: u64, found: usize, path: String) -> Error {
    let rest = (found as u64).saturating_sub(start);
    Error::new(ID, ErrorKind::truncated(what, length, rest)).within(path)
}
