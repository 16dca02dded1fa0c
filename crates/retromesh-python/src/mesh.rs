//! Meshes.

use crate::arrays::{Data, borrowed, owned};
use crate::values::Dict;
use numpy::{PyArray1, PyArrayDyn, PyArrayMethods as _};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};
use retromesh::mesh::{self, AttributeData, Faces};
use retromesh::{MeshId, Triangulator};
use std::sync::Arc;

type Floats<'py> = Bound<'py, PyArrayDyn<f32>>;
type Indices<'py> = Bound<'py, PyArrayDyn<u32>>;

/// A mesh: one pool of vertices, and faces by material.
///
/// Arrays borrow from the scene and copy nothing; they cannot be written to. What is absent has no rows.
#[pyclass(frozen, module = "retromesh")]
pub(crate) struct Mesh {
    data: Data,
    /// The number of the mesh in `Scene.meshes`.
    #[pyo3(get)]
    index: usize,
    faces: PyOnceLock<Py<PyAny>>,
    weights: PyOnceLock<Option<Py<Weights>>>,
}

impl Mesh {
    pub(crate) fn new(data: Data, index: usize) -> Self {
        Self { data, index, faces: PyOnceLock::new(), weights: PyOnceLock::new() }
    }

    fn id(&self) -> MeshId {
        MeshId::new(self.index)
    }

    fn mesh(&self) -> &mesh::Mesh {
        &self.data[self.id()]
    }
}

#[pymethods]
impl Mesh {
    /// The name as authored.
    #[getter]
    fn name(&self) -> &str {
        &self.mesh().name
    }

    /// Vertex positions in mesh space: (n, 3) float32, in units.
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Floats<'py>> {
        let id = self.id();
        borrowed(py, &self.data, 3, |scene| bytemuck::cast_slice(&scene[id].positions))
    }

    /// Vertex normals as stored, not necessarily of unit length: (n, 3) float32, or (0, 3).
    #[getter]
    fn normals<'py>(&self, py: Python<'py>) -> PyResult<Floats<'py>> {
        let id = self.id();
        borrowed(py, &self.data, 3, |scene| bytemuck::cast_slice(&scene[id].normals))
    }

    /// Vertex tangents; the fourth is the sign of the bitangent: (n, 4) float32, or (0, 4).
    #[getter]
    fn tangents<'py>(&self, py: Python<'py>) -> PyResult<Floats<'py>> {
        let id = self.id();
        borrowed(py, &self.data, 4, |scene| bytemuck::cast_slice(&scene[id].tangents))
    }

    /// Texture coordinates by set: a list of (n, 2) float32. The origin is the space's.
    #[getter]
    fn uvs<'py>(&self, py: Python<'py>) -> PyResult<Vec<Floats<'py>>> {
        let id = self.id();
        let set = |set: usize| borrowed(py, &self.data, 2, move |scene| bytemuck::cast_slice(&scene[id].uv_sets[set]));
        (0..self.mesh().uv_sets.len()).map(set).collect()
    }

    /// Vertex colours by set, red, green, blue, alpha, usually 0 to 1: a list of (n, 4) float32.
    #[getter]
    fn colors<'py>(&self, py: Python<'py>) -> PyResult<Vec<Floats<'py>>> {
        let id = self.id();
        let set =
            |set: usize| borrowed(py, &self.data, 4, move |scene| bytemuck::cast_slice(&scene[id].color_sets[set]));
        (0..self.mesh().color_sets.len()).map(set).collect()
    }

    /// The triangles of all parts, polygons cut: (n, 3) uint32. A mesh of one part of triangles copies nothing; others are put
    /// together once.
    #[getter]
    fn faces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let id = self.id();
        let make = || -> PyResult<Py<PyAny>> {
            if let [mesh::Part { faces: Faces::Triangles(_), .. }] = self.mesh().parts.as_slice() {
                let array = borrowed(py, &self.data, 3, |scene| {
                    scene[id].parts.first().map_or(&[][..], |p| p.faces.indices())
                })?;
                return Ok(array.into_any().unbind());
            }
            let triangles = py.detach(|| {
                let (mesh, mut cutter, mut out) = (self.mesh(), Triangulator::default(), Vec::new());
                for face in mesh.parts.iter().flat_map(|part| part.faces.iter()) {
                    cutter.add(&mesh.positions, face, &mut out);
                }
                out
            });
            Ok(owned(py, triangles.into_flattened(), 3)?.unbind())
        };
        Ok(self.faces.get_or_try_init(py, make)?.bind(py).clone())
    }

    /// What moves each vertex, or `None` for a mesh without a skeleton.
    #[getter]
    fn weights(&self, py: Python<'_>) -> PyResult<Option<Py<Weights>>> {
        let make = || -> PyResult<Option<Py<Weights>>> {
            let weights = &self.mesh().weights;
            if weights.is_empty() {
                return Ok(None);
            }
            let (joints, shares): (Vec<u32>, Vec<f32>) =
                weights.influences.iter().map(|influence| (influence.joint, influence.weight)).unzip();
            let id = self.id();
            let starts = borrowed(py, &self.data, 1, |scene| &scene[id].weights.starts)?.into_any().unbind();
            let (joints, weights) = (owned(py, joints, 1)?.unbind(), owned(py, shares, 1)?.unbind());
            Ok(Some(Py::new(py, Weights { starts, joints, weights })?))
        };
        Ok(self.weights.get_or_try_init(py, make)?.as_ref().map(|weights| weights.clone_ref(py)))
    }

    /// Further values of each vertex by name: (n, components) float32 or (n,) uint32.
    #[getter]
    fn attributes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (dict, id) = (PyDict::new(py), self.id());
        for (place, attribute) in self.mesh().attributes.iter().enumerate() {
            match &attribute.data {
                AttributeData::Float { components, .. } => {
                    let array = borrowed(py, &self.data, *components as usize, |scene| {
                        match &scene[id].attributes[place].data {
                            AttributeData::Float { values, .. } => values,
                            AttributeData::UInt(_) => &[],
                        }
                    })?;
                    dict.set_item(&attribute.name, array)?;
                }
                AttributeData::UInt(_) => {
                    let array = borrowed(py, &self.data, 1, |scene| match &scene[id].attributes[place].data {
                        AttributeData::UInt(values) => values,
                        AttributeData::Float { .. } => &[],
                    })?;
                    dict.set_item(&attribute.name, array)?;
                }
            }
        }
        Ok(dict)
    }

    /// The faces, by material.
    #[getter]
    fn parts(&self) -> Vec<Part> {
        (0..self.mesh().parts.len()).map(|part| Part { data: Arc::clone(&self.data), mesh: self.id(), part }).collect()
    }

    /// Named sets of vertices and faces.
    #[getter]
    fn selections(&self) -> Vec<Selection> {
        let all = 0..self.mesh().selections.len();
        all.map(|place| Selection { data: Arc::clone(&self.data), mesh: self.id(), place }).collect()
    }

    /// Shapes that can be blended in: names with what each adds to the positions, (n, 3) float32 or (0, 3), and its weight at rest.
    #[getter]
    fn morph_targets<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let id = self.id();
        let target = |(place, target): (usize, &mesh::MorphTarget)| {
            let positions = borrowed(py, &self.data, 3, |scene| {
                bytemuck::cast_slice::<_, f32>(&scene[id].morph_targets[place].positions)
            })?;
            (target.name.as_str(), positions, target.weight).into_pyobject(py)
        };
        self.mesh().morph_targets.iter().enumerate().map(target).collect()
    }

    /// Whole-mesh positions at moments: pairs of the time, in the file's own measure, and (n, 3) float32.
    #[getter]
    fn vertex_frames<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let id = self.id();
        let frame = |(place, frame): (usize, &mesh::VertexFrame)| {
            let positions = borrowed(py, &self.data, 3, |scene| {
                bytemuck::cast_slice::<_, f32>(&scene[id].vertex_frames[place].positions)
            })?;
            (frame.time, positions).into_pyobject(py)
        };
        self.mesh().vertex_frames.iter().enumerate().map(frame).collect()
    }

    /// Values of the file that have no field.
    #[getter]
    fn extras(&self) -> Dict<'_> {
        Dict(&self.mesh().extras)
    }

    fn __repr__(&self) -> String {
        let mesh = self.mesh();
        format!(
            "<retromesh.Mesh {} {:?} of {} vertices and {} triangles>",
            self.index,
            mesh.name,
            mesh.vertex_count(),
            mesh.triangle_count()
        )
    }
}

/// Joint weights in compressed rows: those of vertex `v` are at `starts[v]` up to `starts[v + 1]` in `joints` and `weights`.
#[pyclass(frozen, get_all, module = "retromesh")]
pub(crate) struct Weights {
    /// One entry a vertex and one more at the end: (n + 1,) uint32.
    starts: Py<PyAny>,
    /// Numbers of joints in the skeleton of the node that places the mesh: (influences,) uint32.
    joints: Py<PyAny>,
    /// The shares, which sum to one for each vertex: (influences,) float32.
    weights: Py<PyAny>,
}

/// How many numbers dense weights may have.
const MAX_DENSE: usize = 1 << 27;

#[pymethods]
impl Weights {
    /// The same as a table: (vertices, joints) float32, with 0 where a joint moves nothing. `joints` is how many columns there are, by
    /// default as many as are used.
    ///
    /// >>> import retromesh
    /// >>> mesh = retromesh.open("fixtures/b3d/skin-tube-animated.b3d").scene.meshes[0]
    /// >>> bool(mesh.weights.dense().sum(axis=1).min() > 0.99)
    /// True
    #[pyo3(signature = (joints=None))]
    fn dense<'py>(&self, py: Python<'py>, joints: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
        let starts: Vec<u32> = self.starts.bind(py).call_method0("tolist")?.extract()?;
        let numbers: Vec<u32> = self.joints.bind(py).call_method0("tolist")?.extract()?;
        let shares: Vec<f32> = self.weights.bind(py).call_method0("tolist")?.extract()?;
        let used = numbers.iter().max().map_or(0, |last| *last as usize + 1);
        let columns = joints.unwrap_or(used);
        if columns < used {
            return Err(PyValueError::new_err(format!("{used} joints are used, not {columns}")));
        }
        let rows = starts.len().saturating_sub(1);
        let size = rows.checked_mul(columns).filter(|size| *size <= MAX_DENSE);
        let mut table = vec![0.0f32; size.ok_or_else(|| PyMemoryError::new_err("the table would be too large"))?];
        for (vertex, range) in starts.windows(2).enumerate() {
            for influence in range[0] as usize..range[1] as usize {
                table[vertex * columns + numbers[influence] as usize] += shares[influence];
            }
        }
        let table = PyArray1::from_vec(py, table);
        Ok(table.reshape([rows, columns])?.into_any())
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.starts.bind(py).len()?.saturating_sub(1))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (vertices, shares) = (self.__len__(py)?, self.weights.bind(py).len()?);
        Ok(format!("<retromesh.Weights of {vertices} vertices, {shares} shares>"))
    }
}

/// Faces that share a material.
#[pyclass(frozen, module = "retromesh")]
pub(crate) struct Part {
    data: Data,
    mesh: MeshId,
    part: usize,
}

impl Part {
    fn part(&self) -> &mesh::Part {
        &self.data[self.mesh].parts[self.part]
    }
}

#[pymethods]
impl Part {
    /// The name as authored.
    #[getter]
    fn name(&self) -> &str {
        &self.part().name
    }

    /// The number of the material; `None` is the plain white default.
    #[getter]
    fn material(&self) -> Option<usize> {
        self.part().material.map(retromesh::MaterialId::index)
    }

    /// The triangles: (n, 3) uint32; `None` where there are polygons.
    #[getter]
    fn triangles<'py>(&self, py: Python<'py>) -> PyResult<Option<Indices<'py>>> {
        match self.part().faces {
            Faces::Polygons { .. } => Ok(None),
            Faces::Triangles(_) => {
                let (mesh, part) = (self.mesh, self.part);
                borrowed(py, &self.data, 3, |scene| scene[mesh].parts[part].faces.indices()).map(Some)
            }
        }
    }

    /// All faces as triangles: (n, 3) uint32. Polygons are cut along their outlines, as writers cut them.
    #[getter]
    fn triangulated<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mesh = &self.data[self.mesh];
        let triangles = mesh.parts[self.part].faces.triangles(&mesh.positions);
        owned(py, triangles.as_flattened().to_vec(), 3)
    }

    /// The corners of all faces in a row: (corners,) uint32.
    #[getter]
    fn indices<'py>(&self, py: Python<'py>) -> PyResult<Indices<'py>> {
        let (mesh, part) = (self.mesh, self.part);
        borrowed(py, &self.data, 1, |scene| scene[mesh].parts[part].faces.indices())
    }

    /// Where each face begins in `indices`, and the end: (faces + 1,) uint32.
    #[getter]
    fn starts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (mesh, part) = (self.mesh, self.part);
        match &self.part().faces {
            Faces::Triangles(triangles) => owned(py, (0..=triangles.len() as u32).map(|face| face * 3).collect(), 1),
            Faces::Polygons { .. } => Ok(borrowed(py, &self.data, 1, |scene| match &scene[mesh].parts[part].faces {
                Faces::Polygons { starts, .. } => starts,
                Faces::Triangles(_) => &[],
            })?
            .into_any()),
        }
    }

    /// Raw flags of each face: (faces,) uint32, or (0,).
    #[getter]
    fn face_flags<'py>(&self, py: Python<'py>) -> PyResult<Indices<'py>> {
        let (mesh, part) = (self.mesh, self.part);
        borrowed(py, &self.data, 1, |scene| &scene[mesh].parts[part].face_flags)
    }

    /// Values of the file that have no field.
    #[getter]
    fn extras(&self) -> Dict<'_> {
        Dict(&self.part().extras)
    }

    fn __len__(&self) -> usize {
        self.part().faces.len()
    }

    fn __repr__(&self) -> String {
        let part = self.part();
        let material = part.material.map_or_else(|| "no material".to_owned(), |id| format!("material {}", id.0));
        format!("<retromesh.Part {} {:?} of {} faces, {material}>", self.part, part.name, part.faces.len())
    }
}

/// A named set of vertices and faces.
#[pyclass(frozen, module = "retromesh")]
pub(crate) struct Selection {
    data: Data,
    mesh: MeshId,
    place: usize,
}

impl Selection {
    fn selection(&self) -> &mesh::Selection {
        &self.data[self.mesh].selections[self.place]
    }
}

#[pymethods]
impl Selection {
    /// The name as authored; may repeat.
    #[getter]
    fn name(&self) -> &str {
        &self.selection().name
    }

    /// Numbers of vertices, ascending: (n,) uint32.
    #[getter]
    fn vertices<'py>(&self, py: Python<'py>) -> PyResult<Indices<'py>> {
        let (mesh, place) = (self.mesh, self.place);
        borrowed(py, &self.data, 1, |scene| &scene[mesh].selections[place].vertices)
    }

    /// How much each vertex belongs to it, 0 to 1: (n,) float32, or (0,) when all belong fully.
    #[getter]
    fn weights<'py>(&self, py: Python<'py>) -> PyResult<Floats<'py>> {
        let (mesh, place) = (self.mesh, self.place);
        borrowed(py, &self.data, 1, |scene| &scene[mesh].selections[place].weights)
    }

    /// Numbers of faces, counted through all parts: (n,) uint32.
    #[getter]
    fn faces<'py>(&self, py: Python<'py>) -> PyResult<Indices<'py>> {
        let (mesh, place) = (self.mesh, self.place);
        borrowed(py, &self.data, 1, |scene| &scene[mesh].selections[place].faces)
    }

    /// Values of the file that have no field.
    #[getter]
    fn extras(&self) -> Dict<'_> {
        Dict(&self.selection().extras)
    }
}
