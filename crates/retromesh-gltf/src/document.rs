//! A parsed file: its JSON tree, its buffers and the bytes that it came from.

use gltf_json::Root;
use gltf_json::accessor::ComponentType;
use retromesh_core::Limits;
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

/// A glTF file as it was read, or as a scene was written.
///
/// The file's bytes are kept, so encoding the document gives them back; what proves a file to be read in full is the scene.
#[derive(Debug)]
pub struct Document<'a> {
    pub(crate) bytes: Cow<'a, [u8]>,
    pub(crate) container: Container,
    pub(crate) root: Root,
    /// The content of each glTF buffer as a place in `store`.
    pub(crate) buffers: Vec<usize>,
    /// Buffer contents; buffers with the same link share one.
    pub(crate) store: Vec<Content>,
    /// The content of the views that are compressed, by number.
    pub(crate) unpacked: HashMap<usize, Vec<u8>>,
    /// What stands for accessors whose data is compressed with the primitive, by number.
    pub(crate) decoded: HashMap<usize, Unpacked>,
    /// Animation channels that point to no node, as extensions do; they are left out of `root`.
    pub(crate) foreign_channels: usize,
}

/// Where the content of a buffer is.
#[derive(Debug)]
pub(crate) enum Content {
    /// In the file: its BIN chunk, or nothing.
    Inside(Range<usize>),
    /// It came from a sidecar file or out of a data link.
    Loaded(Vec<u8>),
}

/// An array that was unpacked, one row after another.
#[derive(Debug)]
pub(crate) struct Unpacked {
    pub(crate) component: ComponentType,
    pub(crate) columns: usize,
    pub(crate) bytes: Vec<u8>,
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
        match self.buffers.get(index).and_then(|&at| self.store.get(at)) {
            Some(Content::Inside(range)) => self.bytes.get(range.clone()).unwrap_or_default(),
            Some(Content::Loaded(bytes)) => bytes,
            None => &[],
        }
    }

    /// Copies what is borrowed.
    pub fn into_owned(self) -> Document<'static> {
        let Document { bytes, container, root, buffers, store, unpacked, decoded, foreign_channels } = self;
        let bytes = Cow::Owned(bytes.into_owned());
        Document { bytes, container, root, buffers, store, unpacked, decoded, foreign_channels }
    }

    /// Arrays may share bytes; together they may unpack to this many times the file ...
    pub(crate) const REPEATS: u64 = 64;
    /// ... and this many bytes more, as many as any conversion may take.
    const FREE_BYTES: u64 = 1 << 27;

    /// Returns how many bytes the file and its buffers take, with what was compressed in them.
    pub(crate) fn stored_bytes(&self) -> u64 {
        let size = |content: &Content| match content {
            Content::Inside(range) => range.len(),
            Content::Loaded(bytes) => bytes.len(),
        };
        let stored = self.store.iter().map(size).sum::<usize>();
        let unpacked = self.unpacked.values().map(Vec::len).sum::<usize>();
        let decoded = self.decoded.values().map(|array| array.bytes.len()).sum::<usize>();
        (self.bytes.len() + stored + unpacked + decoded) as u64
    }

    /// Returns how many bytes the arrays of the document may unpack to.
    pub(crate) fn allowance(&self, limits: &Limits) -> u64 {
        limits.unpacked_of(self.stored_bytes().saturating_mul(Self::REPEATS).saturating_add(Self::FREE_BYTES))
    }

    /// Returns whether this project wrote the file.
    pub(crate) fn is_own(&self) -> bool {
        self.root.asset.generator.as_deref().is_some_and(|g| g.starts_with("retromesh "))
    }
}
