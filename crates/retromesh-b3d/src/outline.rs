//! Where the parts of a document are, for what looks at chunks rather than at a scene.

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
    /// Whether a node inside it stands before its own mesh, bone or keys.
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

#[derive(Clone, Copy)]
enum Open {
    Node(usize),
    Mesh(usize, usize),
    Other,
}

impl Parts {
    pub(crate) fn read(document: &Document<'_>) -> Self {
        let mut this = Self::default();
        let mut open: Vec<Open> = Vec::new();
        for (index, chunk) in document.chunks.iter().enumerate() {
            open.truncate(chunk.depth as usize);
            let place = open.last().copied().unwrap_or(Open::Other);
            let parent = match place {
                Open::Node(node) | Open::Mesh(node, _) => Some(node),
                Open::Other => None,
            };
            let mut entry = Open::Other;
            if let Body::Node(_) = chunk.body {
                entry = Open::Node(this.nodes.len());
                let depth = parent.and_then(|p| this.nodes.get(p)).map_or(0, |p| p.depth + 1);
                let around = parent.and_then(|p| this.nodes.get(p)).and_then(|above| above.mesh.or(above.around));
                this.nodes.push(NodeAt { chunk: index, parent, around, depth, ..NodeAt::default() });
            }
            let (count, has_children) = (this.nodes.len(), place_has_children(place, &this));
            let last = this.meshes.len().checked_sub(1);
            if let Some(node) = parent.and_then(|parent| this.nodes.get_mut(parent)) {
                match &chunk.body {
                    Body::Mesh { .. } => {
                        entry = Open::Mesh(parent.unwrap_or(count), this.meshes.len());
                        node.meshes.push(index);
                        node.mesh = node.mesh.or(Some(this.meshes.len()));
                        node.late |= has_children;
                        let node = parent.unwrap_or(0);
                        this.meshes.push(MeshAt { node, chunk: index, vertices: None, triangles: Vec::new() });
                    }
                    Body::Bone(_) => {
                        node.bones.push(index);
                        node.late |= has_children;
                        node.last_mesh = last;
                    }
                    Body::Keys(_) => {
                        node.keys.push(index);
                        node.late |= has_children;
                    }
                    Body::Anim(_) => node.anims.push(index),
                    _ => {}
                }
            }
            if let Open::Mesh(_, mesh) = place
                && let Some(mesh) = this.meshes.get_mut(mesh)
            {
                match &chunk.body {
                    Body::Vrts(_) if mesh.vertices.is_none() => mesh.vertices = Some(index),
                    Body::Tris { .. } => mesh.triangles.push(index),
                    _ => {}
                }
            }
            open.push(entry);
        }
        this
    }
}

/// Tells whether the node that is open has had a child: children follow their parent at once in the list.
fn place_has_children(place: Open, parts: &Parts) -> bool {
    match place {
        Open::Node(node) => parts.nodes.len() > node + 1,
        _ => false,
    }
}

impl Document<'_> {
    /// Returns the vertices of a mesh.
    pub(crate) fn vertices(&self, mesh: &MeshAt) -> Option<&Vertices<'_>> {
        match self.chunks.get(mesh.vertices?).map(|chunk| &chunk.body) {
            Some(Body::Vrts(vertices)) => Some(vertices),
            _ => None,
        }
    }
}
