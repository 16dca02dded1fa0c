//! Hashes by which equal files, and equal models under other names, are found.

use crate::mesh::Faces;
use crate::{Error, Result, Scene, Valid, regular};
use std::io::Read;
use std::path::Path;

/// Returns the BLAKE3 hash of a file, as 64 hexadecimal digits.
pub fn content(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

/// Returns the same of a file on the disk, of any size.
pub fn file(path: &Path) -> Result<String> {
    let failed = |e| Error::io(path.to_string_lossy(), e);
    let mut file = regular::open(path).map_err(failed)?;
    let (mut hasher, mut piece) = (blake3::Hasher::new(), vec![0; PIECE]);
    loop {
        match file.read(&mut piece).map_err(failed)? {
            0 => return Ok(hasher.finalize().to_hex().to_string()),
            length => hasher.update(piece.get(..length).unwrap_or_default()),
        };
    }
}

/// Returns the BLAKE3 hash of the shape of a scene: where the nodes with meshes are, their vertices and their faces. Names, materials
/// and motion do not count.
pub(crate) fn geometry(scene: &Valid<'_>) -> String {
    let mut hash = Geometry::default();
    for node in scene.depth_first() {
        let Some(instance) = &scene[node].mesh else { continue };
        let mesh = &scene[instance.mesh];
        hash.place(scene, node);
        hash.count(mesh.positions.len());
        for position in &mesh.positions {
            // The two zeros are one place.
            hash.row([(position.x + 0.0).to_bits(), (position.y + 0.0).to_bits(), (position.z + 0.0).to_bits()]);
        }
        for part in &mesh.parts {
            hash.count(part.faces.len());
            hash.faces(&part.faces);
        }
    }
    hash.finish()
}

/// How many bytes are hashed at once: many small pieces would take longer than all the rest of `info`.
const PIECE: usize = 1 << 16;

#[derive(Default)]
struct Geometry {
    hasher: blake3::Hasher,
    /// What is not hashed yet.
    waiting: Vec<u8>,
}

impl Geometry {
    fn add(&mut self, bytes: &[u8]) {
        if self.waiting.len() + bytes.len() > PIECE {
            self.hasher.update(&self.waiting);
            self.waiting.clear();
        }
        self.waiting.extend_from_slice(bytes);
    }

    fn finish(mut self) -> String {
        self.hasher.update(&self.waiting);
        self.hasher.finalize().to_hex().to_string()
    }

    /// Adds where a node is: its transform and those of the nodes above it.
    fn place(&mut self, scene: &Scene, node: crate::NodeId) {
        let mut at = Some(node);
        while let Some(id) = at {
            self.numbers(&scene[id].transform.matrix().to_cols_array());
            at = scene[id].parent;
        }
    }

    fn count(&mut self, count: usize) {
        self.add(&(count as u64).to_le_bytes());
    }

    fn numbers(&mut self, numbers: &[f32]) {
        numbers.iter().for_each(|number| self.add(&(number + 0.0).to_le_bytes()));
    }

    /// Adds three words: most of what a model is made of, so by plain copies, which are fast however little is optimised.
    fn row(&mut self, [a, b, c]: [u32; 3]) {
        let mut row = [0; 12];
        row[..4].copy_from_slice(&a.to_le_bytes());
        row[4..8].copy_from_slice(&b.to_le_bytes());
        row[8..].copy_from_slice(&c.to_le_bytes());
        self.add(&row);
    }

    fn faces(&mut self, faces: &Faces) {
        for face in faces.iter() {
            self.count(face.len());
            match face {
                [a, b, c] => self.row([*a, *b, *c]),
                _ => face.iter().for_each(|index| self.add(&index.to_le_bytes())),
            }
        }
    }
}
