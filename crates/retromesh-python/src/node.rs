//! Nodes, skeletons, cameras and lights.

use crate::arrays::{Data, borrowed, owned};
use crate::item::item;
use crate::values::Dict;
use numpy::{PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;
use retromesh::scene::{LightKind, Projection};
use retromesh::{CameraId, LightId, MaterialId, NodeId, SkeletonId};

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

item! {
    /// One place in the hierarchy.
    Node of nodes;
    /// The number of the node in `Scene.nodes`.
    index;
    /// The name as authored; may be empty, may repeat.
    name: &str = |node| &node.name;
    /// The number of the parent, or `None` for a root.
    parent: Option<usize> = |node| node.parent.map(NodeId::index);
    /// The numbers of the children.
    children: Vec<usize> = |node| node.children.iter().map(|id| id.index()).collect();
    /// The translation in the parent's space, in units.
    translation: [f32; 3] = |node| node.transform.trs().translation.to_array();
    /// The rotation, a unit quaternion: x, y, z, w.
    rotation: [f32; 4] = |node| node.transform.trs().rotation.to_array();
    /// The factors along the node's axes.
    scale: [f32; 3] = |node| node.transform.trs().scale.to_array();
    /// The number of the mesh that is drawn here.
    mesh: Option<usize> = |node| node.mesh.as_ref().map(|instance| instance.mesh.index());
    /// The number of the skeleton that deforms the mesh.
    skeleton: Option<usize> = |node| node.mesh.as_ref().and_then(|instance| instance.skeleton).map(SkeletonId::index);
    /// Materials by part that replace the mesh's own; empty, or one entry a part.
    materials: Vec<Option<usize>> = |node| {
        let list = node.mesh.as_ref().map(|instance| instance.materials.as_slice()).unwrap_or_default();
        list.iter().map(|material| material.map(MaterialId::index)).collect()
    };
    /// The number of the camera at this node.
    camera: Option<usize> = |node| node.camera.map(CameraId::index);
    /// The number of the light at this node.
    light: Option<usize> = |node| node.light.map(LightId::index);
    /// The level of detail that the subtree is.
    lod: Option<Lod> = |node| {
        let lod = node.lod?;
        Some(Lod { role: lod.role.to_string(), value: lod.value, level: lod.level })
    };
    /// The path and the number of another model that is placed here.
    proxy: Option<(String, i32)> = |node| node.proxy.as_ref().map(|proxy| (proxy.path.clone(), proxy.id));
    /// Whether the subtree is kept but not shown.
    hidden: bool = |node| node.hidden;
    /// Values of the file that have no field.
    extras: Dict<'_> = |node| Dict(&node.extras);
    {
        /// The transform from the node's space to its parent's: (4, 4) float32, for column vectors.
        #[getter]
        fn matrix<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
            owned(py, self.data.nodes[self.index].transform.matrix().transpose().to_cols_array().to_vec(), 4)
        }

        fn __repr__(&self) -> String {
            format!("<retromesh.Node {} {:?}>", self.index, self.data.nodes[self.index].name)
        }
    }
}

item! {
    /// An ordered list of joints, which are nodes.
    Skeleton of skeletons;
    /// The number of the skeleton in `Scene.skeletons`.
    index;
    /// The name as authored.
    name: &str = |skeleton| &skeleton.name;
    /// The numbers of the joint nodes; the joint numbers of weights index this list.
    joints: Vec<usize> = |skeleton| skeleton.joints.iter().map(|id| id.index()).collect();
    {
        /// From mesh space in the bind pose to each joint's space: (joints, 4, 4) float32, for column vectors.
        #[getter]
        fn inverse_bind<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
            let id = SkeletonId::new(self.index);
            let columns: Bound<'py, PyArrayDyn<f32>> =
                borrowed(py, &self.data, 16, |scene| bytemuck::cast_slice(&scene[id].inverse_bind))?;
            columns.reshape([self.data[id].inverse_bind.len(), 4, 4])?.call_method1("transpose", (0, 2, 1))
        }

        fn __repr__(&self) -> String {
            let skeleton = &self.data.skeletons[self.index];
            format!("<retromesh.Skeleton {} {:?} of {} joints>", self.index, skeleton.name, skeleton.joints.len())
        }
    }
}

item! {
    /// A camera; it looks along the forward axis of the scene's space.
    Camera of cameras;
    /// The number of the camera in `Scene.cameras`.
    index;
    /// The name as authored.
    name: &str = |camera| &camera.name;
    /// The full vertical angle of view in radians; `None` for an orthographic camera.
    vertical_fov: Option<f32> = |camera| match camera.projection {
        Projection::Perspective { vertical_fov, .. } => Some(vertical_fov),
        Projection::Orthographic { .. } => None,
    };
    /// Half the width and half the height of the view in units; `None` for a perspective camera.
    half_size: Option<(f32, f32)> = |camera| match camera.projection {
        Projection::Perspective { .. } => None,
        Projection::Orthographic { half_width, half_height } => Some((half_width, half_height)),
    };
    /// The near plane, in units.
    near: f32 = |camera| camera.near;
    /// The far plane, in units; `None` for none.
    far: Option<f32> = |camera| camera.far;
    /// Values of the file that have no field.
    extras: Dict<'_> = |camera| Dict(&camera.extras);
}

item! {
    /// A light; spot and directional ones shine along the forward axis of the scene's space.
    Light of lights;
    /// The number of the light in `Scene.lights`.
    index;
    /// The name as authored.
    name: &str = |light| &light.name;
    /// `directional`, `point` or `spot`.
    kind: &'static str = |light| match light.kind {
        LightKind::Directional => "directional",
        LightKind::Point => "point",
        LightKind::Spot { .. } => "spot",
    };
    /// Half the angles of the inner and the outer cone of a spot, in radians.
    angles: Option<(f32, f32)> = |light| match light.kind {
        LightKind::Spot { inner_angle, outer_angle } => Some((inner_angle, outer_angle)),
        _ => None,
    };
    /// Red, green, blue, 0 to 1.
    color: [f32; 3] = |light| light.color.to_array();
    /// The brightness as authored.
    intensity: f32 = |light| light.intensity;
    /// The distance at which it ends, in units; `None` for none.
    range: Option<f32> = |light| light.range;
    /// Values of the file that have no field.
    extras: Dict<'_> = |light| Dict(&light.extras);
}
