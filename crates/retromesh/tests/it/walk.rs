//! A naive chunk walk over b3d files and a naive look into GLB files: nothing here is shared with the crates under test.

use serde_json::Value;
use std::collections::BTreeMap;

/// What a b3d file says, as far as Luanti is concerned.
#[derive(Debug, Default)]
pub(crate) struct Model {
    pub(crate) nodes: Vec<Node>,
    /// Every `TRIS` with triangles in the order of the file: empty ones reach no scene.
    pub(crate) tris: Vec<Tris>,
    /// Frames of positions, scales and rotations, by node.
    pub(crate) keys: BTreeMap<usize, [Vec<i32>; 3]>,
    /// `ANIM`: frames and rate.
    pub(crate) anims: Vec<(i32, f32)>,
    pub(crate) sequences: Vec<(String, i32, i32)>,
    weights: usize,
    tags: Vec<String>,
    /// Whether a mesh comes after another one, or after a child, of its node.
    disordered: bool,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Node {
    pub(crate) position: [f32; 3],
    pub(crate) scale: [f32; 3],
    /// w, x, y, z.
    pub(crate) rotation: [f32; 4],
}

#[derive(Debug)]
pub(crate) struct Tris {
    pub(crate) node: usize,
    pub(crate) corners: Vec<[[f32; 3]; 3]>,
}

fn int(bytes: &[u8], at: usize) -> i32 {
    i32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}

fn float(bytes: &[u8], at: usize) -> f32 {
    f32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}

fn floats<const N: usize>(bytes: &[u8], at: usize) -> [f32; N] {
    std::array::from_fn(|i| float(bytes, at + 4 * i))
}

fn text(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|&c| c == 0).unwrap();
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}

/// Splits bytes into chunks.
fn chunks(bytes: &[u8]) -> Vec<(String, &[u8])> {
    let mut all = Vec::new();
    let mut at = 0;
    while at + 8 <= bytes.len() {
        let size = int(bytes, at + 4) as usize;
        let tag = String::from_utf8_lossy(&bytes[at..at + 4]).into_owned();
        all.push((tag, &bytes[at + 8..at + 8 + size]));
        at += 8 + size;
    }
    all
}

impl Model {
    pub(crate) fn read(file: &[u8]) -> Self {
        let mut model = Self::default();
        for (tag, body) in chunks(&file[12..8 + int(file, 4) as usize]) {
            if tag == "NODE" {
                model.node(body);
            }
        }
        model
    }

    fn node(&mut self, body: &[u8]) {
        let at = text(body).len();
        let at = body[at..].iter().position(|&c| c == 0).unwrap() + at + 1;
        let own = self.nodes.len();
        let (position, scale, rotation) = (floats(body, at), floats(body, at + 12), floats(body, at + 24));
        self.nodes.push(Node { position, scale, rotation });
        let mut late = false;
        for (tag, body) in chunks(&body[at + 40..]) {
            match tag.as_str() {
                "NODE" => {
                    late = true;
                    self.node(body);
                }
                "MESH" => {
                    self.disordered |= late;
                    late = true;
                    self.mesh(own, body);
                }
                "KEYS" => self.keys(own, body),
                "ANIM" => self.anims.push((int(body, 4), float(body, 8))),
                "BONE" => self.weights += body.chunks(8).filter(|row| float(row, 4) > 0.0).count(),
                "SEQS" => {
                    let name = text(body);
                    let at = body.iter().position(|&c| c == 0).unwrap() + 1;
                    self.sequences.push((name, int(body, at), int(body, at + 4)));
                }
                _ => self.tags.push(tag),
            }
        }
    }

    fn mesh(&mut self, node: usize, body: &[u8]) {
        let mut positions: Vec<[f32; 3]> = Vec::new();
        for (tag, body) in chunks(&body[4..]) {
            match tag.as_str() {
                "VRTS" => {
                    let flags = int(body, 0);
                    let words = 3 + 3 * (flags & 1) + 2 * (flags & 2) + int(body, 4) * int(body, 8);
                    positions.extend(body[12..].chunks(4 * words as usize).map(|row| floats(row, 0)));
                }
                "TRIS" => {
                    let triangles = body[4..].chunks(12);
                    let corner = |row: &[u8], i: usize| positions[int(row, 4 * i) as usize];
                    let corners = triangles.map(|row| [corner(row, 0), corner(row, 1), corner(row, 2)]).collect();
                    self.tris.push(Tris { node, corners });
                    self.tris.retain(|tris| !tris.corners.is_empty());
                }
                _ => self.tags.push(tag),
            }
        }
    }

    fn keys(&mut self, node: usize, body: &[u8]) {
        let flags = int(body, 0);
        let words = 1 + 3 * (flags & 1) + 3 * (flags >> 1 & 1) + (flags & 4);
        let frames: Vec<i32> = body[4..].chunks(4 * words as usize).map(|row| int(row, 0)).collect();
        if frames.is_empty() || flags.trailing_zeros() >= 3 {
            return;
        }
        let lists = self.keys.entry(node).or_default();
        for (bit, list) in lists.iter_mut().enumerate() {
            if flags >> bit & 1 == 1 {
                list.extend(&frames);
            }
        }
    }

    /// Frames a second: the first rate that is one, else the format's default.
    pub(crate) fn rate(&self) -> f32 {
        self.anims.iter().map(|anim| anim.1).find(|rate| rate.is_finite() && *rate > 0.0).unwrap_or(60.0)
    }

    pub(crate) fn last_frame(&self) -> i32 {
        let keys = self.keys.values().flatten().flatten().copied().max().unwrap_or(0);
        self.anims.iter().map(|anim| anim.0).max().unwrap_or(0).max(keys)
    }

    /// Whether Luanti takes the file for a static one.
    pub(crate) fn is_static(&self) -> bool {
        self.keys.is_empty() && self.weights == 0
    }

    /// Whether a file is of the kind that this walk understands: no unusual values or places that readers have to repair.
    pub(crate) fn is_plain(file: &[u8]) -> bool {
        let model = std::panic::catch_unwind(|| Self::read(file));
        let good = |model: &Self| {
            let numbers = |n: &Node| n.position.iter().chain(&n.scale).chain(&n.rotation).all(|x| x.is_finite());
            let frames = model.keys.values().flatten().flatten().all(|f| f.abs() < 1 << 24);
            model.nodes.iter().all(numbers) && frames && !model.disordered
        };
        model.is_ok_and(|model| good(&model))
    }
}

/// A GLB file.
pub(crate) struct Glb {
    pub(crate) json: Value,
    bin: Vec<u8>,
}

impl Glb {
    pub(crate) fn read(bytes: &[u8]) -> Self {
        let size = int(bytes, 12) as usize;
        let json = serde_json::from_slice(&bytes[20..20 + size]).unwrap();
        Self { json, bin: bytes.get(28 + size..).unwrap_or(&[]).to_vec() }
    }

    pub(crate) fn text(&self) -> String {
        self.json.to_string()
    }

    /// Returns the primitives of the mesh of a node of the source: it may be at a node that was added.
    pub(crate) fn primitives(&self, node: usize) -> Vec<&Value> {
        let nodes = self.json["nodes"].as_array().unwrap();
        let moved = |n: &&Value| n["extras"]["retromesh"]["node"].as_u64() == Some(node as u64);
        let own = Some(&nodes[node]).filter(|n| n.get("mesh").is_some()).or_else(|| nodes.iter().find(moved));
        let mesh = own.unwrap_or_else(|| panic!("node {node} has no mesh"))["mesh"].as_u64().unwrap() as usize;
        self.json["meshes"][mesh]["primitives"].as_array().unwrap().iter().collect()
    }

    fn bytes(&self, accessor: &Value) -> (&Value, &[u8]) {
        let accessor = &self.json["accessors"][accessor.as_u64().unwrap() as usize];
        let view = &self.json["bufferViews"][accessor["bufferView"].as_u64().unwrap() as usize];
        let start = view["byteOffset"].as_u64().unwrap_or(0) + accessor["byteOffset"].as_u64().unwrap_or(0);
        let size = view["byteLength"].as_u64().unwrap();
        (accessor, &self.bin[start as usize..(start + size) as usize])
    }

    pub(crate) fn floats(&self, accessor: &Value) -> Vec<f32> {
        self.bytes(accessor).1.chunks(4).map(|row| float(row, 0)).collect()
    }

    pub(crate) fn scalars(&self, accessor: &Value) -> Vec<f32> {
        self.floats(accessor)
    }

    pub(crate) fn vectors(&self, accessor: &Value) -> Vec<[f32; 3]> {
        self.floats(accessor).chunks(3).map(|row| [row[0], row[1], row[2]]).collect()
    }

    pub(crate) fn indices(&self, accessor: &Value) -> Vec<u32> {
        let (accessor, bytes) = self.bytes(accessor);
        match accessor["componentType"].as_u64() {
            Some(5123) => bytes.chunks_exact(2).map(|b| u32::from(u16::from_le_bytes([b[0], b[1]]))).collect(),
            other => panic!("indices of type {other:?}"),
        }
    }
}
