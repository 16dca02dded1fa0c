//! Bytes to document: the container, the JSON tree, the buffers.

use crate::TEXTURE_TRANSFORM;
use crate::document::{Container, Content, Document};
use crate::kept::KEPT;
use crate::{ID, glb, meshopt, short, tree_size, uri};
use gltf_json::Root;
use retromesh_core::{Code, Diagnostics, Error, ErrorKind, Finding, LimitKind, Result};
use retromesh_kit::{Files, ImportOptions};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// Extensions that may be required: they are understood, or do not change what is read.
pub(crate) const UNDERSTOOD: &[&str] = &[
    "EXT_mesh_gpu_instancing",
    "EXT_meshopt_compression",
    "EXT_texture_webp",
    #[cfg(feature = "draco")]
    crate::draco::NAME,
    "KHR_lights_punctual",
    "KHR_materials_emissive_strength",
    "KHR_materials_unlit",
    "KHR_mesh_quantization",
    "KHR_meshopt_compression",
    "KHR_node_visibility",
    "KHR_texture_basisu",
    TEXTURE_TRANSFORM,
    "MSFT_lod",
];

/// The JSON tree takes many times the memory of its text, so the text has a limit of its own: this share of the limit on
/// unpacked bytes.
const JSON_SHARE: u64 = 16;

impl<'a> Document<'a> {
    pub(crate) fn read(
        bytes: &'a [u8],
        files: &dyn Files,
        options: &ImportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Self> {
        let (container, json, bin) = if bytes.starts_with(glb::MAGIC) {
            let chunks = glb::split(bytes)?;
            let end = (bytes.len() - chunks.trailing) as u64;
            diagnostics.report(Finding::new(Code::TrailingBytes).times(chunks.trailing).at(end))?;
            diagnostics.report(Finding::new(Code::UnknownChunk).times(chunks.unknown))?;
            (Container::Binary, chunks.json, chunks.bin)
        } else {
            (Container::Text, bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes), None)
        };
        limit("bytes of JSON", options.limits.unpacked_bytes / JSON_SHARE, json.len())?;
        tree_size::allow(json, &options.limits)?;
        let (mut root, foreign_channels) = root(json)?;
        // A node of JSON is a tenth of what it is in memory, so the room for those that did not come counts.
        root.nodes.shrink_to_fit();
        let version = root.asset.min_version.as_deref().unwrap_or(&root.asset.version);
        if version.split('.').next() != Some("2") {
            return Err(other_version(version));
        }
        if let Some(name) =
            root.extensions_required.iter().find(|name| !is_understood(name) && !is_about_appearance(name))
        {
            let hint = match name.as_str() {
                "KHR_draco_mesh_compression" => "export it without mesh compression",
                _ => "export it without this extension",
            };
            let what = format!("the required extension {}", short(name));
            return Err(Error::new(ID, ErrorKind::unsupported(what, hint)));
        }
        let bytes = Cow::Borrowed(bytes);
        let mut document = Document {
            bytes,
            container,
            root,
            buffers: Vec::new(),
            store: Vec::new(),
            unpacked: HashMap::new(),
            decoded: HashMap::new(),
            foreign_channels,
        };
        load_buffers(&mut document, bin, files, options)?;
        #[cfg_attr(not(feature = "draco"), expect(unused_variables, reason = "nothing else is unpacked"))]
        let unpacked = unpack_views(&mut document, options)?;
        #[cfg(feature = "draco")]
        crate::draco::unpack(&mut document, options, unpacked)?;
        Ok(document)
    }
}

/// Returns whether an extension is read, or kept as it is.
pub(crate) fn is_understood(name: &str) -> bool {
    UNDERSTOOD.contains(&name) || KEPT.contains(&name)
}

/// Returns whether an extension says the appearance of surfaces and nothing else: without it a model has its shape and its motion. That it is not read
/// is reported.
fn is_about_appearance(name: &str) -> bool {
    name.contains("_materials_") || name.contains("_technique")
}

/// Returns what a compressed view says of its data.
fn packed(view: &gltf_json::buffer::View) -> Option<&Value> {
    let others = &view.extensions.as_ref()?.others;
    meshopt::NAMES.iter().find_map(|name| others.get(*name))
}

/// Unpacks the views that are compressed; returns how many bytes they became.
fn unpack_views(document: &mut Document<'_>, options: &ImportOptions) -> Result<u64> {
    let mut unpacked = HashMap::new();
    let mut total = 0u64;
    for (i, view) in document.root.buffer_views.iter().enumerate() {
        let Some(packed) = packed(view) else { continue };
        let path = || format!("bufferViews[{i}]");
        let bad = |found: &str| {
            Error::new(ID, ErrorKind::bad("compressed view", "a description of its data", found.to_owned()))
                .within(path())
        };
        let packed = meshopt::Packed::read(packed).ok_or_else(|| bad("something else"))?;
        let data = document.buffer(packed.buffer);
        let end = packed.offset.checked_add(packed.length).and_then(|end| usize::try_from(end).ok());
        let data = end
            .and_then(|end| data.get(packed.offset as usize..end))
            .ok_or_else(|| bad("one outside of its buffer"))?;
        total = total.saturating_add(packed.unpacked());
        options.limits.allow_unpacked(total).map_err(|error| error.within(path()))?;
        unpacked.insert(i, packed.unpack(data).map_err(|error| error.within(path()))?);
    }
    document.unpacked = unpacked;
    Ok(total)
}

fn other_version(version: &str) -> Error {
    Error::new(ID, ErrorKind::unsupported(format!("glTF {}", short(version)), "only 2.0"))
}

/// Reads the JSON tree and counts the animation channels that point to no node.
fn root(json: &[u8]) -> Result<(Root, usize)> {
    let bad = |error: serde_json::Error| Error::new(ID, ErrorKind::bad("JSON", "a glTF 2.0 tree", error.to_string()));
    // Where another text than the file's is read, its lines and columns say nothing.
    let misplaced = |error: serde_json::Error| {
        let text = error.to_string();
        let said = text.split(" at line ").next().unwrap_or_default().to_owned();
        Error::new(ID, ErrorKind::bad("JSON", "a glTF 2.0 tree", said))
    };
    if let Ok(root) = Root::from_slice(json) {
        return Ok((root, 0));
    }
    // The typed tree insists on some members that the standard lets one leave out.
    let mut value: Value = serde_json::from_slice(json).map_err(bad)?;
    // The first version listed everything by name.
    if ["buffers", "meshes", "nodes"].iter().any(|key| value.get(key).is_some_and(Value::is_object)) {
        return Err(other_version("1.0"));
    }
    whole_numbers(&mut value);
    let list = |value: &mut Value, key: &str| match value.get_mut(key) {
        Some(Value::Array(values)) => std::mem::take(values),
        _ => Vec::new(),
    };
    let mut scenes = list(&mut value, "scenes");
    for scene in &mut scenes {
        if let Value::Object(scene) = scene {
            scene.entry("nodes").or_insert_with(|| Value::Array(Vec::new()));
        }
    }
    let mut foreign = 0;
    let mut animations = list(&mut value, "animations");
    for animation in &mut animations {
        if let Some(Value::Array(channels)) = animation.get_mut("channels") {
            let before = channels.len();
            channels.retain(|channel| channel.get("target").is_none_or(|target| target.get("node").is_some()));
            foreign += before - channels.len();
        }
        if let Value::Object(animation) = animation {
            for key in ["channels", "samplers"] {
                animation.entry(key).or_insert_with(|| Value::Array(Vec::new()));
            }
        }
    }
    for (key, list) in [("scenes", scenes), ("animations", animations)] {
        if !list.is_empty()
            && let Value::Object(object) = &mut value
        {
            object.insert(key.into(), Value::Array(list));
        }
    }
    // As a text once more, because a second reader of the whole tree is long to compile.
    let text = serde_json::to_vec(&value).map_err(bad)?;
    Ok((Root::from_slice(&text).map_err(misplaced)?, foreign))
}

/// Makes integers of numbers such as `36.0` and `1e0`, which the standard allows; extras stay as they are.
fn whole_numbers(root: &mut Value) {
    /// Larger floats are no exact integers.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let mut stack = vec![root];
    while let Some(value) = stack.pop() {
        match value {
            Value::Number(number) if number.is_f64() => {
                let float = number
                    .as_f64()
                    .filter(|x| x.fract() == 0.0 && x.abs() < EXACT && x.to_bits() != (-0.0f64).to_bits());
                if let Some(float) = float {
                    *value = Value::from(float as i64);
                }
            }
            Value::Array(values) => stack.extend(values),
            Value::Object(members) => {
                stack.extend(members.iter_mut().filter(|(key, _)| *key != "extras").map(|(_, v)| v));
            }
            _ => {}
        }
    }
}

fn load_buffers(
    document: &mut Document<'_>,
    mut bin: Option<Range<usize>>,
    files: &dyn Files,
    options: &ImportOptions,
) -> Result<()> {
    let mut known: HashMap<String, usize> = HashMap::new();
    let (mut total, has_bin) = (0usize, bin.is_some());
    // What no view reads may be missing; so may be what stands for compressed data.
    let views = document.root.buffer_views.iter().filter(|view| packed(view).is_none());
    let used: HashSet<usize> = views.map(|view| view.buffer.value()).collect();
    for (i, buffer) in document.root.buffers.iter().enumerate() {
        let path = || format!("buffers[{i}]");
        let at = match &buffer.uri {
            Some(uri) if known.contains_key(uri) => known.get(uri).copied().unwrap_or_default(),
            Some(uri) => {
                let bytes = load(uri, files).map_err(|error| error.within(path()))?;
                total = total.saturating_add(bytes.len());
                limit("bytes of buffers", options.limits.unpacked_bytes, total)?;
                document.store.push(Content::Loaded(bytes));
                known.insert(uri.clone(), document.store.len() - 1);
                document.store.len() - 1
            }
            None => {
                document.store.push(Content::Inside(bin.take().filter(|_| i == 0).unwrap_or_default()));
                document.store.len() - 1
            }
        };
        document.buffers.push(at);
        let found = document.buffer(i).len();
        if (found as u64) < buffer.byte_length.0 && (buffer.uri.is_some() || used.contains(&i)) {
            let kind = match (&buffer.uri, i) {
                (None, 0) if !has_bin => ErrorKind::bad("buffer", "a uri or a binary chunk", "neither"),
                (None, 1..) => ErrorKind::bad("buffer", "a uri, as the binary chunk is buffers[0]", "none"),
                _ => ErrorKind::truncated("buffer", buffer.byte_length.0, found as u64),
            };
            return Err(Error::new(ID, kind).within(path()));
        }
    }
    Ok(())
}

/// Loads a buffer from a `data:` link or from a sidecar file.
fn load(link: &str, files: &dyn Files) -> Result<Vec<u8>> {
    if link.starts_with("data:") {
        let bytes = uri::data(link).map(|(_, bytes)| bytes);
        return bytes.ok_or_else(|| bad_link("a link that holds data", "something else".into()));
    }
    let name = uri::decode(link).filter(|name| uri::is_safe(name));
    let name =
        name.ok_or_else(|| bad_link("a relative path inside the model's folder", format!("{:?}", short(link))))?;
    files.load(&name).ok_or_else(|| bad_link("a file next to the model", format!("no {:?}", short(&name))))
}

fn bad_link(expected: &'static str, found: String) -> Error {
    Error::new(ID, ErrorKind::bad("buffer link", expected, found))
}

fn limit(what: &'static str, limit: u64, found: usize) -> Result<()> {
    if found as u64 <= limit {
        return Ok(());
    }
    Err(Error::new(ID, ErrorKind::limit(LimitKind::Unpacked, what, limit, found as u64)))
}
