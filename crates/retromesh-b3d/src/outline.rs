//! Where the parts of a document are, for code that reads chunks rather than a scene.

use crate::document::{Body, Document, Vertices};

/// A node and the chunks right inside it.
#[derive(Debug, Default)]
pub(crate) struct NodeAt {
    pub(crate) chunk: usize,
    pub(crate) parent: Option<usize>,
    pub(crate) meshes: Vec<usize>,
    /// The number of its first mesh, in [`Parts::meshes`].
    pub(crate) mesh: Option<usize>,
    pub(crate) bones: Vec<usize>,
    pub(crate) keys: Vec<usize>,
    pub(crate) anims: Vec<usize>,
    /// The number of the mesh around the node, in [`Parts::meshes`].
    pub(crate) around: Option<usize>,
    /// The last mesh read before the node's own bone, in [`Parts::meshes`].
    pub(crate) last_mesh: Option<usize>,
    /// Whether a node inside it comes before its own mesh, bone or keys.
    pub(crate) late: bool,
    pub(crate) depth: u32,
}

/// A mesh and the chunks right inside it.
#[derive(Debug)]
pub(crate) struct MeshAt {
    pub(crate) node: usize,
    pub(crate) chunk: usize,
    pub(crate) vertices: Option<usize>,
    pub(crate) triangles: Vec<usize>,
}

/// The nodes and meshes of a document, in file order.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    pub(crate) nodes: Vec<NodeAt>,
    pub(crate) meshes: Vec<MeshAt>,
}

/// A chunk with what it is inside of, numbered in file order.
pub(crate) struct At<'d> {
    pub(crate) chunk: usize,
    pub(crate) body: &'d Body<'d>,
    pub(crate) node: Option<usize>,
    /// The mesh that it is right inside of, which is one of the node.
    pub(crate) mesh: Option<usize>,
}

impl Parts {
    pub(crate) fn read(document: &Document<'_>) -> Self {
        let mut this = Self::default();
        for At { chunk, body, node: parent, mesh } in document.walk() {
            if let Body::Node(_) = body {
                let above = parent.map(|parent| &this.nodes[parent]);
                let depth = above.map_or(0, |above| above.depth + 1);
                let around = above.and_then(|above| above.mesh.or(above.around));
                this.nodes.push(NodeAt { chunk, parent, around, depth, ..NodeAt::default() });
                continue;
            }
            let Some(number) = parent else { continue };
            // Children follow their parent at once in the list.
            let late = mesh.is_none() && this.nodes.len() > number + 1;
            let last = this.meshes.len().checked_sub(1);
            let node = &mut this.nodes[number];
            match body {
                Body::Mesh { .. } => {
                    node.meshes.push(chunk);
                    node.mesh = node.mesh.or(Some(this.meshes.len()));
                    node.late |= late;
                    this.meshes.push(MeshAt { node: number, chunk, vertices: None, triangles: Vec::new() });
                }
                Body::Bone(_) => {
                    node.bones.push(chunk);
                    node.late |= late;
                    node.last_mesh = last;
                }
                Body::Keys(_) => {
                    node.keys.push(chunk);
                    node.late |= late;
                }
                Body::Anim(_) => node.anims.push(chunk),
                Body::Vrts(_) => {
                    if let Some(mesh) = mesh {
                        this.meshes[mesh].vertices.get_or_insert(chunk);
                    }
                }
                Body::Tris { .. } => mesh.into_iter().for_each(|mesh| this.meshes[mesh].triangles.push(chunk)),
                _ => {}
            }
        }
        this
    }
}

impl Document<'_> {
    /// Walks through the chunks in file order, each with the node and the mesh around it.
    pub(crate) fn walk(&self) -> impl Iterator<Item = At<'_>> {
        let mut open: Vec<(Option<usize>, Option<usize>)> = Vec::new();
        let (mut nodes, mut meshes) = (0.., 0..);
        self.chunks.iter().enumerate().map(move |(number, chunk)| {
            open.truncate(chunk.depth as usize);
            let (node, mesh) = open.last().copied().unwrap_or_default();
            open.push(match chunk.body {
                Body::Node(_) => (nodes.next(), None),
                Body::Mesh { .. } if node.is_some() => (node, meshes.next()),
                _ => (None, None),
            });
            At { chunk: number, body: &chunk.body, node, mesh }
        })
    }

    pub(crate) fn vertices(&self, mesh: &MeshAt) -> Option<&Vertices<'_>> {
        match self.chunks.get(mesh.vertices?).map(|chunk| &chunk.body) {
            Some(Body::Vrts(vertices)) => Some(vertices),
            _ => None,
        }
    }
}
