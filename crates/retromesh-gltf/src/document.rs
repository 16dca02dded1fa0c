//! A parsed file: its JSON tree, its buffers and the bytes that it came from.

use gltf_json::Root;
use std::borrow::Cow;

/// A glTF file as it was read.
///
/// The input's bytes are kept, so writing the document back gives the same file.
#[derive(Debug)]
pub struct Document<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) container: Container,
    pub(crate) root: Root,
    /// The content of each glTF buffer as a place in `store`.
    pub(crate) buffers: Vec<usize>,
    /// Buffer contents; buffers with the same link share one.
    pub(crate) store: Vec<Cow<'a, [u8]>>,
    /// Animation channels that point to no node, as extensions do; they are left out of `root`.
    pub(crate) foreign_channels: usize,
}

/// How a file is packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Container {
    /// One binary file.
    Binary,
    /// A JSON text; buffers are elsewhere.
    Text,
}

impl Document<'_> {
    /// Returns how the file is packed.
    pub fn container(&self) -> Container {
        self.container
    }

    /// Returns the JSON tree.
    pub fn root(&self) -> &Root {
        &self.root
    }

    /// Returns the content of a buffer; empty when there is no such buffer.
    pub fn buffer(&self, index: usize) -> &[u8] {
        self.buffers.get(index).and_then(|&at| self.store.get(at)).map_or(&[], |bytes| bytes)
    }

    /// Returns the input's bytes.
    pub fn encode(&self) -> Vec<u8> {
        self.bytes.to_vec()
    }

    /// Tells whether this project wrote the file.
    pub(crate) fn is_own(&self) -> bool {
        self.root.asset.generator.as_deref().is_some_and(|g| g.starts_with("retromesh "))
    }
}
