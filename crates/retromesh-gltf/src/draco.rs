//! `KHR_draco_mesh_compression`: the vertices and triangles of a primitive in one compressed stream.
//!
//! The stream is read by the crate `draco-core`; here is what stands in for the accessors of the primitive.

use crate::ID;
use crate::document::{Document, Unpacked};
use draco_core::{DataType, DecodeLimits, DecoderBuffer, Mesh, MeshDecoder, PointIndex};
use gltf_json::accessor::ComponentType;
use gltf_json::mesh::{Mode, Primitive, Semantic};
use gltf_json::validation::Checked;
use retromesh_core::{Error, ErrorKind, LimitKind, Result};
use retromesh_kit::ImportOptions;
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The name of the extension.
pub(crate) const NAME: &str = "KHR_draco_mesh_compression";

/// What a primitive says of its compressed data.
struct Packed<'p> {
    view: usize,
    /// Numbers of attributes in the stream by semantic.
    attributes: &'p Map<String, Value>,
}

impl<'p> Packed<'p> {
    fn of(primitive: &'p Primitive) -> Option<Self> {
        let extension = primitive.extensions.as_ref()?.others.get(NAME)?;
        let view = usize::try_from(extension.get("bufferView")?.as_u64()?).ok()?;
        Some(Self { view, attributes: extension.get("attributes")?.as_object()? })
    }

    fn attribute(&self, semantic: &Semantic) -> Option<u32> {
        u32::try_from(self.attributes.get(&semantic.to_string())?.as_u64()?).ok()
    }
}

/// Unpacks all primitives whose accessors have no data of their own; `total` counts what was unpacked before.
pub(crate) fn unpack(document: &mut Document<'_>, options: &ImportOptions, total: u64) -> Result<()> {
    let mut all = HashMap::new();
    let mut streams = Streams { document, known: HashMap::new(), total, max: document.allowance(&options.limits) };
    for (m, mesh) in document.root.meshes.iter().enumerate() {
        for (p, primitive) in mesh.primitives.iter().enumerate() {
            let Some(packed) = Packed::of(primitive) else { continue };
            let within = |error: Error| error.within(format!("meshes[{m}] > primitives[{p}] > {NAME}"));
            let is_needed = accessors(primitive).any(|accessor| {
                let accessor = document.root.accessors.get(accessor);
                accessor.is_some_and(|accessor| accessor.buffer_view.is_none() && accessor.sparse.is_none())
            });
            if is_needed {
                all.extend(streams.arrays(primitive, &packed).map_err(within)?);
            }
        }
    }
    document.decoded = all;
    Ok(())
}

/// The compressed streams of a document, each unpacked once.
struct Streams<'d> {
    document: &'d Document<'d>,
    /// Meshes by view.
    known: HashMap<usize, Mesh>,
    /// The bytes that were unpacked.
    total: u64,
    /// The maximum that may be.
    max: u64,
}

fn accessors(primitive: &Primitive) -> impl Iterator<Item = usize> {
    primitive.attributes.values().chain(&primitive.indices).map(gltf_json::Index::value)
}

impl Streams<'_> {
    /// Returns what stands for the accessors of one primitive.
    fn arrays(&mut self, primitive: &Primitive, packed: &Packed<'_>) -> Result<Vec<(usize, Unpacked)>> {
        let bad = |what: &'static str, expected: &'static str, found: String| {
            Error::new(ID, ErrorKind::bad(what, expected, found))
        };
        let indices = primitive.indices.filter(|_| primitive.mode == Checked::Valid(Mode::Triangles));
        let Some(indices) = indices else {
            return Err(bad("compressed primitive", "triangles with indices", format!("{:?}", primitive.mode)));
        };
        let mesh = match self.known.entry(packed.view) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(free) => {
                let stream = view(self.document, packed.view).ok_or_else(|| {
                    bad("compressed data", "a view of a buffer", format!("bufferViews[{}]", packed.view))
                })?;
                let mesh = decode(stream, self.total, self.max)?;
                self.total = self.total.saturating_add(size(&mesh));
                free.insert(mesh)
            }
        };
        let mut arrays = Vec::with_capacity(primitive.attributes.len() + 1);
        let corners = mesh.faces().iter().flatten().flat_map(|point| point.0.to_le_bytes()).collect();
        arrays.push((indices.value(), Unpacked { component: ComponentType::U32, columns: 1, bytes: corners }));
        for (semantic, accessor) in &primitive.attributes {
            let Checked::Valid(semantic) = semantic else { continue };
            // What is not in the stream has data of its own.
            let Some(number) = packed.attribute(semantic) else { continue };
            let array = column(mesh, number)
                .ok_or_else(|| bad("compressed attribute", "numbers of a known type", semantic.to_string()))?;
            arrays.push((accessor.value(), array));
        }
        let bytes: u64 = arrays.iter().map(|(_, array)| array.bytes.len() as u64).sum();
        self.total = self.total.saturating_add(bytes);
        if self.total > self.max { Err(over(self.max, self.total)) } else { Ok(arrays) }
    }
}

/// Returns the bytes of a view.
fn view<'d>(document: &'d Document<'_>, index: usize) -> Option<&'d [u8]> {
    let view = document.root.buffer_views.get(index)?;
    let start = usize::try_from(view.byte_offset.unwrap_or_default().0).ok()?;
    let end = start.checked_add(usize::try_from(view.byte_length.0).ok()?)?;
    document.buffer(view.buffer.value()).get(start..end)
}

/// The bitstream that the extension names. The decoder's paths for older ones are not compiled in: they run in circles on some damage.
const VERSION: [u8; 2] = [2, 2];

/// Unpacks a stream where `total` bytes of `max` are taken.
fn decode(stream: &[u8], total: u64, max: u64) -> Result<Mesh> {
    if let Some([major, minor]) = stream.get(5..7).filter(|version| *version != VERSION) {
        let what = format!("Draco bitstream {major}.{minor}");
        return Err(Error::new(ID, ErrorKind::unsupported(what, "pack it with Draco 1.0 or later")));
    }
    let rest = max.saturating_sub(total);
    let limits = DecodeLimits::permissive();
    // A corner takes four bytes, a point at least one.
    let limits = limits.with_max_decoded_bytes(rest).with_max_faces(rest / 12).with_max_points(rest);
    let mut mesh = Mesh::new();
    let decoded = MeshDecoder::new().decode(&mut DecoderBuffer::new(stream).with_limits(limits), &mut mesh);
    decoded.map_err(|error| match error.kind() {
        // The decoder stops there and does not tell by how much it is more.
        draco_core::ErrorKind::LimitExceeded => over(max, max.saturating_add(1)),
        _ => Error::new(ID, ErrorKind::bad("Draco stream", "a mesh", error.to_string())),
    })?;
    Ok(mesh)
}

fn over(limit: u64, found: u64) -> Error {
    Error::new(ID, ErrorKind::limit(LimitKind::Unpacked, "unpacked bytes", limit, found))
}

/// Returns the bytes of the arrays of a mesh.
fn size(mesh: &Mesh) -> u64 {
    let attributes = (0..mesh.num_attributes()).map(|number| mesh.attribute(number).buffer().data().len());
    (12 * mesh.num_faces() + attributes.sum::<usize>()) as u64
}

/// Returns an attribute of all points, one row after another; `None` where its type is none of glTF's.
fn column(mesh: &Mesh, number: u32) -> Option<Unpacked> {
    let attribute = mesh.attribute_by_unique_id(number)?;
    let component = match attribute.data_type() {
        DataType::Int8 => ComponentType::I8,
        DataType::Uint8 => ComponentType::U8,
        DataType::Int16 => ComponentType::I16,
        DataType::Uint16 => ComponentType::U16,
        DataType::Uint32 => ComponentType::U32,
        DataType::Float32 => ComponentType::F32,
        _ => return None,
    };
    let columns = usize::from(attribute.num_components());
    let size = columns * component.size();
    let stride = usize::try_from(attribute.byte_stride()).ok()?;
    let values = attribute.buffer().data();
    let mut bytes = Vec::with_capacity(mesh.num_points() * size);
    for point in 0..mesh.num_points() {
        let start = (attribute.mapped_index(PointIndex(point as u32)).0 as usize).checked_mul(stride)?;
        bytes.extend_from_slice(values.get(start..start.checked_add(size)?)?);
    }
    Some(Unpacked { component, columns, bytes })
}
