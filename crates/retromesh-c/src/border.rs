//! What comes over the border: pointers of a caller in C, and how failures leave.
//!
//! The values of these types are made by C, which keeps what the header asks for: a pointer is null or leads to as much as it says, for as
//! long as the call lasts. All unsafe code of the crate is here, in four blocks, but for the names under which the calls are exported.

use retromesh::{Error, ErrorKind};
use std::ffi::{CStr, c_char, c_void};
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A text that ends with a zero byte, or null.
pub(crate) struct Text(pub(crate) *const c_char);

/// The first of some values, whose number is said next to it; null for none.
pub(crate) struct Many<T>(pub(crate) *const T);

/// Room for some numbers, whose number the header says; null where the caller wants none.
pub(crate) struct Room<T>(pub(crate) *mut T);

impl Text {
    /// Returns the text; `None` for null.
    pub(crate) fn get<'c>(self, what: &'static str) -> Result<Option<&'c str>, Failure> {
        if self.0.is_null() {
            return Ok(None);
        }
        // SAFETY: the pointer is not null, and C promises that it leads to bytes with a zero among them, which stay for the call. Nothing
        // of it outlives the call.
        #[allow(unsafe_code)]
        let text = unsafe { CStr::from_ptr(self.0) };
        text.to_str().map(Some).map_err(|_| Failure::argument(format!("{what} is not UTF-8")))
    }

    /// Returns the text; an error for null.
    pub(crate) fn need<'c>(self, what: &'static str) -> Result<&'c str, Failure> {
        self.get(what)?.ok_or_else(|| Failure::argument(format!("{what} is NULL")))
    }
}

impl<T> Many<T> {
    /// Returns this many values; an error for null where there are some.
    pub(crate) fn get<'c>(self, count: usize, what: &'static str) -> Result<&'c [T], Failure> {
        if count == 0 {
            return Ok(&[]);
        }
        if self.0.is_null() || count.checked_mul(size_of::<T>()).is_none_or(|bytes| bytes > isize::MAX as usize) {
            return Err(Failure::argument(format!("{what} cannot be {count}")));
        }
        // SAFETY: the pointer is not null and the size no more than memory has. C promises that it leads to this many values, which are
        // aligned, set, and not changed during the call. Nothing of it outlives the call.
        #[allow(unsafe_code)]
        let values = unsafe { std::slice::from_raw_parts(self.0, count) };
        Ok(values)
    }
}

impl<T: Copy> Room<T> {
    /// Copies values to where they are wanted, nowhere for null; returns the room after them.
    pub(crate) fn put(self, values: &[T]) -> Self {
        if self.0.is_null() {
            return self;
        }
        // SAFETY: the pointer is not null, and C promises room for as many values as the header says, which is what callers here pass. The
        // values are of this library, so they are nowhere in that room.
        #[allow(unsafe_code)]
        unsafe {
            std::ptr::copy_nonoverlapping(values.as_ptr(), self.0, values.len());
        }
        Self(self.0.wrapping_add(values.len()))
    }
}

/// Lets C read a file of this many bytes into memory of ours; `None` where it cannot.
pub(crate) fn read(
    read: unsafe extern "C" fn(*mut c_void, usize, *mut u8, usize) -> bool,
    user: *mut c_void,
    index: usize,
    size: usize,
) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(size).ok()?;
    bytes.resize(size, 0);
    // SAFETY: C promises a function that takes these arguments, does not throw, and writes no more than `size` bytes; there is room for
    // them. The user's pointer goes back to where it came from.
    #[allow(unsafe_code)]
    let is_read = unsafe { read(user, index, bytes.as_mut_ptr(), size) };
    is_read.then_some(bytes)
}

/// What kind of error a call ended with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Kind {
    /// There was none.
    None,
    /// An argument or an option is wrong, such as NULL, a name that there is not, or a text that is not UTF-8.
    Argument,
    /// A file could not be read or written, or is there already.
    Io,
    /// No format recognises the input, or none has the extension of the output.
    UnknownFormat,
    /// What was asked for is known and not supported.
    Unsupported,
    /// The input is damaged.
    Damaged,
    /// The input, or what would be made of it, is over a limit.
    Limit,
    /// The scene cannot be written in this format.
    Unrepresentable,
    /// Something was reported that the options deny.
    Denied,
    /// The library itself failed, which is a bug in it.
    Bug,
}

/// Why a call failed. Any call fills one in that is given one, also when it succeeds.
#[repr(C)]
pub struct CallError {
    /// What kind of error it is.
    pub kind: Kind,
    /// The byte of the input where it is, or RETROMESH_NO_OFFSET.
    pub offset: u64,
    /// What went wrong, in one line of UTF-8 that ends with a zero byte; empty for no error.
    pub text: [c_char; 512],
}

/// Why a call fails.
pub(crate) struct Failure {
    kind: Kind,
    offset: Option<u64>,
    text: String,
}

impl Failure {
    pub(crate) fn argument(text: impl Into<String>) -> Self {
        Self { kind: Kind::Argument, offset: None, text: text.into() }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let kind = match error.kind() {
            ErrorKind::Io { .. } => Kind::Io,
            ErrorKind::UnknownFormat { .. } => Kind::UnknownFormat,
            ErrorKind::Unsupported { .. } => Kind::Unsupported,
            ErrorKind::Limit { .. } | ErrorKind::Growth { .. } => Kind::Limit,
            ErrorKind::Unrepresentable { .. } => Kind::Unrepresentable,
            ErrorKind::Denied { .. } => Kind::Denied,
            ErrorKind::Option { .. } => Kind::Argument,
            _ => Kind::Damaged,
        };
        Self { kind, offset: error.offset(), text: error.to_string() }
    }
}

/// Runs what a call does. A failure is written where the caller wants it, and nothing unwinds into C.
pub(crate) fn guarded<T>(
    error: Option<&mut MaybeUninit<CallError>>,
    call: impl FnOnce() -> Result<T, Failure>,
) -> Option<T> {
    // Nothing sees what a panic interrupts: calls change nothing that outlives them.
    let bug = |_| Err(Failure { kind: Kind::Bug, offset: None, text: "a bug in the library: it panicked".into() });
    let outcome = catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(bug);
    if let Some(error) = error {
        let none = Failure { kind: Kind::None, offset: None, text: String::new() };
        let Failure { kind, offset, text } = outcome.as_ref().err().unwrap_or(&none);
        let mut filled = CallError { kind: *kind, offset: offset.unwrap_or(u64::MAX), text: [0; 512] };
        let fits = |end: &usize| *end < filled.text.len() && text.is_char_boundary(*end);
        let end = (0..=text.len().min(filled.text.len())).rev().find(fits).unwrap_or(0);
        filled
            .text
            .iter_mut()
            .zip(text.as_bytes().get(..end).unwrap_or_default())
            .for_each(|(c, byte)| *c = *byte as c_char);
        error.write(filled);
    }
    outcome.ok()
}
