//! Errors as exceptions of their kinds.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use retromesh::{Error, ErrorKind, Violations};
use std::io;

/// An error on its way to Python.
pub(crate) struct Failure(Error);

/// What the module returns from work in Rust.
pub(crate) type Outcome<T> = Result<T, Failure>;

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self(error)
    }
}

impl From<Violations> for Failure {
    fn from(violations: Violations) -> Self {
        Self(violations.into())
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        Python::attach(|py| exception(py, &failure.0).unwrap_or_else(|error| error))
    }
}

/// Names the exception of a kind of error, and the kind.
fn class(kind: &ErrorKind) -> (&'static str, &'static str) {
    match kind {
        ErrorKind::Truncated { .. } => ("TruncatedError", "truncated"),
        ErrorKind::Bad { .. } | ErrorKind::Outside { .. } => ("BadValueError", "bad"),
        ErrorKind::Unsupported { .. } => ("UnsupportedError", "unsupported"),
        ErrorKind::UnknownFormat { .. } => ("UnknownFormatError", "unknown-format"),
        ErrorKind::Limit { .. } => ("LimitError", "limit"),
        ErrorKind::Growth { .. } => ("GrowthError", "growth"),
        ErrorKind::Unrepresentable { .. } => ("UnrepresentableError", "unrepresentable"),
        ErrorKind::InvalidScene { .. } => ("InvalidSceneError", "invalid-scene"),
        ErrorKind::Denied { .. } => ("DeniedError", "denied"),
        ErrorKind::Io { source, .. } => match source.kind() {
            io::ErrorKind::NotFound => ("MissingFileError", "io"),
            io::ErrorKind::AlreadyExists => ("ExistingFileError", "io"),
            _ => ("FileError", "io"),
        },
        _ => ("Error", "other"),
    }
}

fn exception(py: Python<'_>, error: &Error) -> PyResult<PyErr> {
    let (class, kind) = class(error.kind());
    let about = PyDict::new(py);
    about.set_item("kind", kind)?;
    about.set_item("format", Some(error.format()).filter(|format| !format.is_empty()))?;
    about.set_item("offset", error.offset())?;
    about.set_item("path", error.path())?;
    match error.kind() {
        ErrorKind::Denied { code, .. } => about.set_item("code", code.id())?,
        ErrorKind::Io { path, source } => {
            about.set_item("filename", path)?;
            about.set_item("errno", source.raw_os_error())?;
        }
        _ => {}
    }
    let class = py.import("retromesh._errors")?.getattr(class)?;
    Ok(PyErr::from_value(class.call((error.to_string(),), Some(&about))?))
}
