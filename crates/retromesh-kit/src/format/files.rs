//! Files next to the model that is read.

/// Gives access to files next to the model: buffers, geometry, material libraries.
pub trait Files {
    /// Reads a file by the relative name that the model gives; `None` when there is none or it is out of bounds.
    fn load(&self, name: &str) -> Option<Vec<u8>>;
}

/// No files next to the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn load(&self, _name: &str) -> Option<Vec<u8>> {
        None
    }
}
