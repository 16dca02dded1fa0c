//! Views packed by meshoptimizer: the file holds the packed bytes, and a buffer without bytes stands for what they unpack to.

use super::Exporter;
use crate::meshopt::{self, NAMES, Rows};
use gltf_json::buffer::Target;
use gltf_json::extensions::buffer::{Buffer as BufferExtensions, View as ViewExtensions};
use gltf_json::validation::Checked::Valid;
use gltf_json::{Buffer, Index};
use serde_json::{Map, json};

/// About how many bytes the description of a packed view takes.
const DESCRIPTION: usize = 180;
/// The number of the buffer that stands for the unpacked bytes.
const UNPACKED: u32 = 1;

impl Exporter<'_> {
    /// Tells whether views are packed.
    pub(super) fn packs(&self) -> bool {
        self.settings.meshopt && self.luanti.is_none()
    }

    /// Packs the views where that is asked for and makes the file smaller; returns the bytes as they were.
    pub(super) fn pack(&mut self, bin: &mut Vec<u8>) -> Option<Vec<u8>> {
        if !self.packs() {
            return None;
        }
        let bytes = |view: &gltf_json::buffer::View| {
            let from = view.byte_offset.unwrap_or_default().0 as usize;
            bin.get(from..from + view.byte_length.0 as usize).unwrap_or_default()
        };
        let views = self.root.buffer_views.iter().enumerate().map(|(number, view)| {
            let is_index = view.target == Some(Valid(Target::ElementArrayBuffer));
            let stride = self.buffers.stride(number, view)?;
            let bytes = bytes(view);
            let rows = if is_index { Rows::Indices } else { Rows::Plain };
            let (mode, packed) = meshopt::pack(bytes, stride, rows)?;
            (packed.len() + DESCRIPTION < bytes.len()).then_some((stride, mode, packed))
        });
        let views: Vec<Option<(usize, &str, Vec<u8>)>> = views.collect();
        if views.iter().all(Option::is_none) {
            return None;
        }
        let mut out = Vec::with_capacity(bin.len());
        for (view, packed) in self.root.buffer_views.iter_mut().zip(views) {
            out.resize(out.len().next_multiple_of(4), 0);
            let start = out.len();
            if let Some((stride, mode, packed)) = packed {
                let count = view.byte_length.0 as usize / stride;
                let own = json!({
                    "buffer": 0, "byteOffset": start, "byteLength": packed.len(), "byteStride": stride, "count": count,
                    "mode": mode,
                });
                let others = Map::from_iter([(NAMES[0].to_owned(), own)]);
                view.extensions = Some(ViewExtensions { others });
                view.buffer = Index::new(UNPACKED);
                out.extend(packed);
            } else {
                out.extend_from_slice(bytes(view));
                view.byte_offset = (start > 0).then(|| start.into());
            }
        }
        self.use_extension(NAMES[0]);
        self.require_extension(NAMES[0]);
        Some(std::mem::replace(bin, out))
    }
}

/// Describes the buffer that has no bytes in the file.
pub(super) fn unpacked(bytes: usize) -> Buffer {
    let others = Map::from_iter([(NAMES[0].to_owned(), json!({"fallback": true}))]);
    Buffer { extensions: Some(BufferExtensions { others }), ..super::buffers::description(bytes, None) }
}
