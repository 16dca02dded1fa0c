//! What assimp counts in a file, and what it should count: worked out from the written bytes, by code that shares nothing with the writers.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Counts; `None` where there is nothing to compare.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    meshes: Option<usize>,
    faces: usize,
    vertices: usize,
    bones: Option<usize>,
    pub(crate) animations: Option<usize>,
}

impl Counts {
    /// Reads the counts of `assimp info`, those that `like` has; `None` where it refused the file.
    pub(crate) fn read(text: &str, like: &Self) -> Option<Self> {
        if text.contains("Unable to load") {
            return None;
        }
        let number = |name: &str| -> Option<usize> {
            let line = text.lines().find_map(|line| line.strip_prefix(name))?;
            line.trim_start_matches(':').trim().parse().ok()
        };
        Some(Self {
            meshes: if like.meshes.is_some() { Some(number("Meshes")?) } else { None },
            faces: number("Faces")?,
            vertices: number("Vertices")?,
            bones: if like.bones.is_some() { Some(number("Bones")?) } else { None },
            animations: if like.animations.is_some() { Some(number("Animations")?) } else { None },
        })
    }

    pub(crate) fn add(&mut self, other: &Self) {
        let sum = |a: Option<usize>, b: Option<usize>| b.map(|b| a.unwrap_or(0) + b).or(a);
        self.meshes = sum(self.meshes, other.meshes);
        self.faces += other.faces;
        self.vertices += other.vertices;
        self.bones = sum(self.bones, other.bones);
        self.animations = sum(self.animations, other.animations);
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} faces, {} vertices", self.faces, self.vertices)?;
        for (count, what) in [(self.meshes, "meshes"), (self.bones, "bones"), (self.animations, "animations")] {
            if let Some(count) = count {
                write!(f, ", {count} {what}")?;
            }
        }
        Ok(())
    }
}

/// Returns what assimp should count without post-processing; `None` for a model without anything to draw.
pub(crate) fn expected(kind: &str, bytes: &[u8]) -> Result<Option<Counts>, String> {
    let counts = match kind {
        "b3d" => Some(b3d(bytes).ok_or("a b3d file that a naive walk cannot follow")?),
        "gltf" => gltf(bytes),
        _ => obj(bytes),
    };
    Ok(counts.filter(|counts| counts.faces > 0))
}

/// The first line of an OBJ file says nothing: a face is a face, a corner a vertex.
fn obj(bytes: &[u8]) -> Option<Counts> {
    let text = std::str::from_utf8(bytes).ok()?;
    let faces: Vec<usize> =
        text.lines().filter_map(|line| line.strip_prefix("f ")).map(|f| f.split_whitespace().count()).collect();
    Some(Counts { faces: faces.len(), vertices: faces.iter().sum(), ..Counts::default() })
}

/// A primitive that the default scene reaches is a mesh, once for each glTF mesh; a point is a face; all vertices of a pool count in each
/// of its primitives.
fn gltf(bytes: &[u8]) -> Option<Counts> {
    let word = |at: usize| Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?) as usize);
    let json: Value = serde_json::from_slice(bytes.get(20..20 + word(12)?)?).ok()?;
    let number = |value: &Value| value.as_u64().map(|n| n as usize);
    let list = |value: &Value| -> Vec<usize> { value.as_array().into_iter().flatten().filter_map(number).collect() };
    let scene = json.get("scenes")?.get(number(json.get("scene")?)?)?;
    let (mut stack, mut meshes) = (list(scene.get("nodes")?), BTreeSet::new());
    while let Some(node) = stack.pop() {
        let node = json.get("nodes")?.get(node)?;
        meshes.extend(node.get("mesh").and_then(number));
        stack.extend(node.get("children").map(list).unwrap_or_default());
    }
    let count = |accessor: &Value| number(json.get("accessors")?.get(number(accessor)?)?.get("count")?);
    let animations = Some(json.get("animations").and_then(Value::as_array).map_or(0, Vec::len));
    let mut counts = Counts { meshes: Some(0), animations, ..Counts::default() };
    for mesh in meshes {
        for primitive in json.get("meshes")?.get(mesh)?.get("primitives")?.as_array()? {
            let vertices = count(primitive.get("attributes")?.get("POSITION")?)?;
            counts.vertices += vertices;
            counts.faces += match primitive.get("indices") {
                Some(indices) => count(indices)? / 3,
                None => vertices,
            };
            counts.meshes = counts.meshes.map(|meshes| meshes + 1);
        }
    }
    Some(counts)
}

/// A b3d file as assimp takes it in: the vertices of all meshes in one row.
#[derive(Default)]
struct B3d {
    nodes: usize,
    vertices: usize,
    /// The first four bones of each vertex of the row.
    bones: BTreeMap<usize, Vec<usize>>,
    /// The vertices of each `TRIS`.
    tris: Vec<Vec<usize>>,
    anims: usize,
    keys: usize,
}

/// A `TRIS` is a mesh, and each of its corners a vertex. A bone counts in every `TRIS` that has a vertex of it; since assimp takes the vertex
/// numbers of `BONE` for those of the row, the weights of a second skinned mesh land on the vertices of the first. An animation needs
/// keys and exactly one `ANIM`.
fn b3d(bytes: &[u8]) -> Option<Counts> {
    let mut file = B3d::default();
    for (tag, body) in chunks(bytes.get(12..)?)? {
        if tag == b"NODE" {
            file.node(body)?;
        }
    }
    let bones = |tris: &Vec<usize>| {
        let all: BTreeSet<usize> = tris.iter().filter_map(|v| file.bones.get(v)).flatten().copied().collect();
        all.len()
    };
    let vertices = file.tris.iter().map(Vec::len).sum::<usize>();
    Some(Counts {
        meshes: Some(file.tris.len()),
        faces: vertices / 3,
        vertices,
        bones: Some(file.tris.iter().map(bones).sum()),
        animations: Some(usize::from(file.anims == 1 && file.keys > 0)),
    })
}

type Chunk<'a> = (&'a [u8], &'a [u8]);

fn chunks(mut bytes: &[u8]) -> Option<Vec<Chunk<'_>>> {
    let mut all = Vec::new();
    while !bytes.is_empty() {
        let (head, rest) = bytes.split_at_checked(8)?;
        let (body, rest) = rest.split_at_checked(int(head, 4)?)?;
        all.push((head.get(..4)?, body));
        bytes = rest;
    }
    Some(all)
}

fn int(bytes: &[u8], at: usize) -> Option<usize> {
    usize::try_from(i32::from_le_bytes(*bytes.get(at..)?.first_chunk()?)).ok()
}

impl B3d {
    fn node(&mut self, body: &[u8]) -> Option<()> {
        let own = self.nodes;
        self.nodes += 1;
        let name = body.iter().position(|&c| c == 0)?;
        for (tag, body) in chunks(body.get(name + 41..)?)? {
            match tag {
                b"NODE" => self.node(body)?,
                b"MESH" => self.mesh(body)?,
                b"ANIM" => self.anims += 1,
                b"KEYS" => self.keys += 1,
                b"BONE" => {
                    for row in body.chunks_exact(8) {
                        let bones = self.bones.entry(int(row, 0)?).or_default();
                        if bones.len() < 4 {
                            bones.push(own);
                        }
                    }
                }
                _ => {}
            }
        }
        Some(())
    }

    fn mesh(&mut self, body: &[u8]) -> Option<()> {
        let first = self.vertices;
        for (tag, body) in chunks(body.get(4..)?)? {
            match tag {
                b"VRTS" => {
                    let flags = int(body, 0)?;
                    let words = 3 + 3 * (flags & 1) + 2 * (flags & 2) + int(body, 4)? * int(body, 8)?;
                    self.vertices += (body.len() - 12) / 4 / words;
                }
                b"TRIS" => {
                    let corners = body.get(4..)?.chunks_exact(4).map(|v| Some(first + int(v, 0)?));
                    self.tris.push(corners.collect::<Option<_>>()?);
                }
                _ => {}
            }
        }
        Some(())
    }
}
