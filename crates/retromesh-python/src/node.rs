//! Nodes, skeletons, cameras and lights.

use crate::arrays::{Data, borrowed, owned};
use crate::values;
use numpy::{PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use retromesh::scene::{LightKind, Projection, Trs};
use retromesh::{CameraId, LightId, NodeId, SkeletonId};

/// One place in the hierarchy.
#[pyclass(frozen, module = "retromesh")]
pub(crate) struct Node {
    pub(crate) data: Data,
    /// The number of the node in `Scene.nodes`.
    #[pyo3(get)]
    pub(crate) index: usize,
}

impl Node {
    fn node(&self) -> &retromesh::scene::Node {
        &self.data[NodeId::new(self.index)]
    }

    fn trs(&self) -> Trs {
        self.node().transform.trs()
    }
}

/// A level of detail.
#[pyclass(frozen, get_all, module = "retromesh")]
pub(crate) struct Lod {
    /// What it is for: `Visual`, `Geometry`, `Memory` and so on.
    role: String,
    /// The raw value of the file: a resolution, a distance or a scale.
    value: f32,
    /// Its number in the file, from 0.
    level: u32,
}

#[pymethods]
impl Node {
    /// The name as authored; may be empty, may repeat.
    #[getter]
    fn name(&self) -> &str {
        &self.node().name
    }

    /// The number of the parent, or `None` for a root.
    #[getter]
    fn parent(&self) -> Option<usize> {
        self.node().parent.map(NodeId::index)
    }

    /// The numbers of the children.
    #[getter]
    fn children(&self) -> Vec<usize> {
        self.node().children.iter().map(|id| id.index()).collect()
    }

    /// The translation in the parent's space, in units.
    #[getter]
    fn translation(&self) -> [f32; 3] {
        self.trs().translation.to_array()
    }

    /// The rotation, a unit quaternion: x, y, z, w.
    #[getter]
    fn rotation(&self) -> [f32; 4] {
        self.trs().rotation.to_array()
    }

    /// The factors along the node's axes.
    #[getter]
    fn scale(&self) -> [f32; 3] {
        self.trs().scale.to_array()
    }

    /// The transform from the node's space to its parent's: (4, 4) float32, for column vectors.
    #[getter]
    fn matrix<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        owned(py, self.node().transform.matrix().transpose().to_cols_array().to_vec(), 4)
    }

    /// The number of the mesh that is drawn here.
    #[getter]
    fn mesh(&self) -> Option<usize> {
        self.node().mesh.as_ref().map(|instance| instance.mesh.index())
    }

    /// The number of the skeleton that deforms the mesh.
    #[getter]
    fn skeleton(&self) -> Option<usize> {
        self.node().mesh.as_ref().and_then(|instance| instance.skeleton).map(SkeletonId::index)
    }

    /// Materials by part that replace the mesh's own; empty, or one entry a part.
    #[getter]
    fn materials(&self) -> Vec<Option<usize>> {
        let list = self.node().mesh.as_ref().map(|instance| instance.materials.as_slice()).unwrap_or_default();
        list.iter().map(|material| material.map(retromesh::MaterialId::index)).collect()
    }

    /// The number of the camera at this node.
    #[getter]
    fn camera(&self) -> Option<usize> {
        self.node().camera.map(CameraId::index)
    }

    /// The number of the light at this node.
    #[getter]
    fn light(&self) -> Option<usize> {
        self.node().light.map(LightId::index)
    }

    /// The level of detail that the subtree is.
    #[getter]
    fn lod(&self) -> Option<Lod> {
        let lod = self.node().lod?;
        Some(Lod { role: lod.role.to_string(), value: lod.value, level: lod.level })
    }

    /// The path and the number of another model that is placed here.
    #[getter]
    fn proxy(&self) -> Option<(String, i32)> {
        self.node().proxy.as_ref().map(|proxy| (proxy.path.clone(), proxy.id))
    }

    /// Whether the subtree is kept but not shown.
    #[getter]
    fn hidden(&self) -> bool {
        self.node().hidden
    }

    /// Values of the file that have no field.
    #[getter]
    fn extras<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        values::extras(py, &self.node().extras)
    }

    fn __repr__(&self) -> String {
        format!("<retromesh.Node {} {:?}>", self.index, self.node().name)
    }
}

/// An ordered list of joints, which are nodes.
#[pyclass(frozen, module = "retromesh")]
pub(crate) struct Skeleton {
    pub(crate) data: Data,
    /// The number of the skeleton in `Scene.skeletons`.
    #[pyo3(get)]
    pub(crate) index: usize,
}

#[pymethods]
impl Skeleton {
    /// The name as authored.
    #[getter]
    fn name(&self) -> &str {
        &self.data[SkeletonId::new(self.index)].name
    }

    /// The numbers of the joint nodes; the joint numbers of weights index this list.
    #[getter]
    fn joints(&self) -> Vec<usize> {
        self.data[SkeletonId::new(self.index)].joints.iter().map(|id| id.index()).collect()
    }

    /// From mesh space in the bind pose to each joint's space: (joints, 4, 4) float32, for column vectors.
    #[getter]
    fn inverse_bind<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let id = SkeletonId::new(self.index);
        let columns: Bound<'py, PyArrayDyn<f32>> =
            borrowed(py, &self.data, 16, |scene| bytemuck::cast_slice(&scene[id].inverse_bind))?;
        columns.reshape([self.data[id].inverse_bind.len(), 4, 4])?.call_method1("transpose", (0, 2, 1))
    }

    fn __repr__(&self) -> String {
        let skeleton = &self.data[SkeletonId::new(self.index)];
        format!("<retromesh.Skeleton {} {:?} of {} joints>", self.index, skeleton.name, skeleton.joints.len())
    }
}

/// A camera; it looks along the forward axis of the scene's space.
#[pyclass(frozen, module = "retromesh")]
pub(crate) struct Camera {
    pub(crate) data: Data,
    /// The number of the camera in `Scene.cameras`.
    #[pyo3(get)]
    pub(crate) index: usize,
}

#[pymethods]
impl Camera {
    /// The name as authored.
    #[getter]
    fn name(&self) -> &str {
        &self.data[CameraId::new(self.index)].name
    }

    /// The full vertical angle of view in radians; `None` for an orthographic camera.
    #[getter]
    fn vertical_fov(&self) -> Option<f32> {
        match self.data[CameraId::new(self.index)].projection {
            Projection::Perspective { vertical_fov, .. } => Some(vertical_fov),
            Projection::Orthographic { .. } => None,
        }
    }

    /// Half the width and half the height of the view in units; `None` for a perspective camera.
    #[getter]
    fn half_size(&self) -> Option<(f32, f32)> {
        match self.data[CameraId::new(self.index)].projection {
            Projection::Perspective { .. } => None,
            Projection::Orthographic { half_width, half_height } => Some((half_width, half_height)),
        }
    }

    /// The near plane, in units.
    #[getter]
    fn near(&self) -> f32 {
        self.data[CameraId::new(self.index)].near
    }

    /// The far plane, in units; `None` for none.
    #[getter]
    fn far(&self) -> Option<f32> {
        self.data[CameraId::new(self.index)].far
    }

    /// Values of the file that have no field.
    #[getter]
    fn extras<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        values::extras(py, &self.data[CameraId::new(self.index)].extras)
    }
}

/// A light; spot and directional ones shine along the forward axis of the scene's space.
#[pyclass(frozen, module = "retromesh")]
pub(crate) struct Light {
    pub(crate) data: Data,
    /// The number of the light in `Scene.lights`.
    #[pyo3(get)]
    pub(crate) index: usize,
}

impl Light {
    fn light(&self) -> &retromesh::scene::Light {
        &self.data[LightId::new(self.index)]
    }
}

#[pymethods]
impl Light {
    /// The name as authored.
    #[getter]
    fn name(&self) -> &str {
        &self.light().name
    }

    /// `directional`, `point` or `spot`.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.light().kind {
            LightKind::Directional => "directional",
            LightKind::Point => "point",
            LightKind::Spot { .. } => "spot",
        }
    }

    /// Half the angles of the inner and the outer cone of a spot, in radians.
    #[getter]
    fn angles(&self) -> Option<(f32, f32)> {
        match self.light().kind {
            LightKind::Spot { inner_angle, outer_angle } => Some((inner_angle, outer_angle)),
            _ => None,
        }
    }

    /// Red, green, blue, 0 to 1.
    #[getter]
    fn color(&self) -> [f32; 3] {
        self.light().color.to_array()
    }

    /// The brightness as authored.
    #[getter]
    fn intensity(&self) -> f32 {
        self.light().intensity
    }

    /// The distance at which it ends, in units; `None` for none.
    #[getter]
    fn range(&self) -> Option<f32> {
        self.light().range
    }

    /// Values of the file that have no field.
    #[getter]
    fn extras<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        values::extras(py, &self.light().extras)
    }
}
