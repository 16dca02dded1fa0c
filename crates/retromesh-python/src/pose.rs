//! Poses.

use crate::arrays::{Data, owned};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use retromesh::NodeId;

/// Where everything is at a moment.
#[pyclass(frozen, module = "retromesh")]
pub(crate) struct Pose {
    pub(crate) data: Data,
    pub(crate) pose: retromesh::pose::Pose,
}

impl Pose {
    fn node(&self, node: usize) -> PyResult<NodeId> {
        let count = self.data.nodes.len();
        if node < count {
            Ok(NodeId::new(node))
        } else {
            Err(PyIndexError::new_err(format!("there are {count} nodes")))
        }
    }
}

#[pymethods]
impl Pose {
    /// From each node's space to the world: (nodes, 4, 4) float32, for column vectors, in units.
    #[getter]
    fn world<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let numbers: Vec<f32> = self.pose.world.iter().flat_map(|(_, m)| m.transpose().to_cols_array()).collect();
        let count = self.data.nodes.len();
        owned(py, numbers, 1)?.call_method1("reshape", ((count, 4, 4),))
    }

    /// The world positions of the vertices of the mesh that a node places, skinned and morphed: (n, 3) float32, in units.
    fn positions<'py>(&self, py: Python<'py>, node: usize) -> PyResult<Bound<'py, PyAny>> {
        let node = self.node(node)?;
        let positions = py.detach(|| bytemuck::allocation::cast_vec(self.pose.positions(&self.data, node)));
        owned::<f32>(py, positions, 3)
    }

    /// The world normals of these vertices, of unit length where they have any: (n, 3) float32; (0, 3) for a mesh without.
    fn normals<'py>(&self, py: Python<'py>, node: usize) -> PyResult<Bound<'py, PyAny>> {
        let node = self.node(node)?;
        let normals = py.detach(|| bytemuck::allocation::cast_vec(self.pose.normals(&self.data, node)));
        owned::<f32>(py, normals, 3)
    }
    fn __repr__(&self) -> String {
        format!("<retromesh.Pose of {} nodes>", self.data.nodes.len())
    }
}
