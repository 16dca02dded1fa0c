//! Arrays of a scene as numpy arrays that copy nothing, and arrays of a program as what a scene is made of.

use bytemuck::Pod;
use numpy::ndarray::{ArrayView, ArrayViewD, Dimension as _, IxDyn};
use numpy::{
    AllowTypeChange, Element, PyArrayDescrMethods as _, PyArrayDyn, PyArrayLikeDyn, PyArrayMethods as _,
    PyUntypedArray, PyUntypedArrayMethods as _,
};
use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes};
use retromesh::Valid;
use std::sync::Arc;

/// A scene that is shared by what shows parts of it, and never changed.
pub(crate) type Data = Arc<Valid<'static>>;

/// Keeps a scene alive for the arrays that borrow from it: the `base` of each of them.
#[pyclass(frozen, module = "retromesh._retromesh")]
struct Owner {
    _scene: Data,
}

/// Returns numbers of a scene as an array of rows of this many columns (of one row, where it is 1) that borrows them. It cannot be
/// written to, and keeps the scene alive.
#[allow(unsafe_code, reason = "numpy has no safe way to borrow from what Python does not own")]
pub(crate) fn borrowed<'py, T: Element>(
    py: Python<'py>,
    scene: &Data,
    columns: usize,
    pick: impl for<'s> Fn(&'s Valid<'static>) -> &'s [T],
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let owner = Bound::new(py, Owner { _scene: Arc::clone(scene) })?.into_any();
    let numbers = pick(scene);
    let shape = if columns == 1 { vec![numbers.len()] } else { vec![numbers.len() / columns, columns] };
    let view = ArrayView::from_shape(IxDyn(&shape), numbers).map_err(|e| PyValueError::new_err(e.to_string()))?;
    // SAFETY: `pick` is called with any lifetime, so what it returns lies in the scene or is static. The scene does not move, for it is
    // in an `Arc`, and does not change, for nothing takes it out of the `Arc` mutably and it has no interior mutability. The owner
    // holds the `Arc` as long as numpy holds the owner, which is as long as the array or a view of it lives.
    let array = unsafe { PyArrayDyn::borrow_from_array(&view, owner) };
    array.getattr("flags")?.setattr("writeable", false)?;
    Ok(array)
}

/// Returns numbers as an array that owns them, of rows of this many columns.
pub(crate) fn owned<T: Element>(py: Python<'_>, numbers: Vec<T>, columns: usize) -> PyResult<Bound<'_, PyAny>> {
    let rows = numbers.len() / columns.max(1);
    let array = numpy::PyArray1::from_vec(py, numbers);
    if columns == 1 { Ok(array.into_any()) } else { Ok(array.reshape([rows, columns])?.into_any()) }
}

/// Something that numpy makes an array of.
type Like<'py, T> = PyArrayLikeDyn<'py, T, AllowTypeChange>;

/// An array may show few bytes again and again, in this many bytes at most: a copy of it takes them all.
const MAX_REPEATED: usize = 1 << 27;

/// Copies an array of rows of numbers into a list of values that are such rows.
pub(crate) fn floats<V: Pod>(name: &str, object: &Bound<'_, PyAny>) -> PyResult<Vec<V>> {
    let array: Like<'_, f32> = any(name, object)?.extract()?;
    let view = array.as_array();
    check_shape(name, &view, size_of::<V>() / size_of::<f32>())?;
    collect(view.iter().map(|value| Ok(*value)), view.len())
}

/// Copies an array of any shape into a list.
pub(crate) fn numbers(name: &str, object: &Bound<'_, PyAny>) -> PyResult<(Vec<usize>, Vec<f32>)> {
    let array: Like<'_, f32> = any(name, object)?.extract()?;
    let view = array.as_array();
    Ok((view.shape().to_vec(), collect(view.iter().map(|value| Ok(*value)), view.len())?))
}

/// Copies an array of rows of whole numbers into a list of values that are such rows. What is no whole number of 32 bits is refused with
/// its place.
pub(crate) fn indices<V: Pod>(name: &str, object: &Bound<'_, PyAny>) -> PyResult<Vec<V>> {
    let array = any(name, object)?;
    match array.dtype().kind() {
        _ if array.is_empty() => Ok(Vec::new()),
        b'u' => whole::<u64, V>(name, &array.extract::<Like<'_, u64>>()?.as_array()),
        b'i' => whole::<i64, V>(name, &array.extract::<Like<'_, i64>>()?.as_array()),
        _ => Err(PyTypeError::new_err(format!("{name} must be whole numbers, not {}", array.dtype()))),
    }
}

fn whole<T: Copy + std::fmt::Display, V: Pod>(name: &str, view: &ArrayViewD<'_, T>) -> PyResult<Vec<V>>
where
    u32: TryFrom<T>,
{
    check_shape(name, view, size_of::<V>() / size_of::<u32>())?;
    let number = |(place, value): (IxDyn, &T)| {
        u32::try_from(*value).map_err(|_| {
            let place: Vec<String> = place.slice().iter().map(ToString::to_string).collect();
            PyValueError::new_err(format!("{name}[{}] is {value}, not 0 to {}", place.join(", "), u32::MAX))
        })
    };
    collect(view.indexed_iter().map(number), view.len())
}

/// Copies a sequence into a list, one item after another: its length is only what it says.
pub(crate) fn list<'py, T>(
    sequence: &Bound<'py, PyAny>,
    item: impl Fn(Bound<'py, PyAny>) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    let mut list = Vec::new();
    for next in sequence.try_iter()? {
        list.try_reserve(1).map_err(|error| PyMemoryError::new_err(error.to_string()))?;
        list.push(item(next?)?);
    }
    Ok(list)
}

/// Copies bytes, or a sequence of numbers that are bytes.
pub(crate) fn bytes(object: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    let is_plain = object.is_instance_of::<PyBytes>() || object.is_instance_of::<PyByteArray>();
    if is_plain { object.extract() } else { list(object, |byte| byte.extract()) }
}

/// Makes an array of any type, without a copy where it is one.
fn any<'py>(name: &str, object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyUntypedArray>> {
    let array = object.py().import("numpy")?.call_method1("asarray", (object,))?.cast_into::<PyUntypedArray>()?;
    let size = array.dtype().itemsize();
    let all = array.shape().iter().fold(size, |all, side| all.saturating_mul(*side));
    let step = |(side, stride): (&usize, &isize)| side.saturating_sub(1).saturating_mul(stride.unsigned_abs());
    let own = array.shape().iter().zip(array.strides()).map(step).fold(size, usize::saturating_add);
    if all > own && all > MAX_REPEATED {
        let shape = array.shape();
        return Err(PyValueError::new_err(format!("{name} of the shape {shape:?} repeats {own} bytes: copy it first")));
    }
    Ok(array)
}

fn check_shape<T>(name: &str, view: &ArrayViewD<'_, T>, columns: usize) -> PyResult<()> {
    let shape = view.shape();
    if (shape.len() == 2 && shape[1] == columns) || view.is_empty() || (columns == 1 && shape.len() == 1) {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("{name} must have the shape (n, {columns}), not {shape:?}")))
}

/// Collects numbers as rows; where there is no memory for them is an error of Python.
fn collect<T: Pod, V: Pod>(numbers: impl Iterator<Item = PyResult<T>>, count: usize) -> PyResult<Vec<V>> {
    let mut rows: Vec<V> = Vec::new();
    let columns = size_of::<V>() / size_of::<T>();
    rows.try_reserve_exact(count / columns).map_err(|error| PyMemoryError::new_err(error.to_string()))?;
    rows.resize(count / columns, V::zeroed());
    for (slot, number) in bytemuck::cast_slice_mut::<V, T>(&mut rows).iter_mut().zip(numbers) {
        *slot = number?;
    }
    Ok(rows)
}
