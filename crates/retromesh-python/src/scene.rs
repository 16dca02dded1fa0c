//! Scenes.

use crate::animation::Animation;
use crate::arrays::Data;
use crate::builder::SceneBuilder;
use crate::errors::Outcome;
use crate::files::{Output, Report, folder};
use crate::material::{Image, Material, Texture};
use crate::mesh::Mesh;
use crate::node::{Camera, Light, Node, Skeleton};
use crate::options::Options;
use crate::pickled::{Reduced, reduced};
use crate::pose::Pose;
use crate::values::Dict;
use pyo3::PyClass;
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};
use retromesh::space::{Axis, UvOrigin, Winding};
use retromesh::{Folder, Format, Overwrite, Request, Space, Valid};
use std::path::PathBuf;
use std::sync::Arc;

/// A model: nodes and what they place. It does not change; `edit()` gives a builder with a copy.
///
/// The numbers are those of the file. `space` says what they mean, and `convert_to("gltf")` brings them into metres, y up, right-handed.
#[pyclass(frozen, module = "retromesh")]
pub(crate) struct Scene {
    pub(crate) data: Data,
    lists: [PyOnceLock<Py<PyTuple>>; 9],
}

impl Scene {
    pub(crate) fn of(scene: Valid<'static>) -> Self {
        Self { data: Arc::new(scene), lists: [const { PyOnceLock::new() }; 9] }
    }

    /// Returns a list that is made once.
    fn list<'py, T: PyClass + Into<PyClassInitializer<T>>>(
        &self,
        py: Python<'py>,
        place: usize,
        count: usize,
        item: impl Fn(Data, usize) -> T,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let make = || {
            let items = (0..count).map(|index| Bound::new(py, item(Arc::clone(&self.data), index)));
            Ok::<_, PyErr>(PyTuple::new(py, items.collect::<PyResult<Vec<_>>>()?)?.unbind())
        };
        Ok(self.lists[place].get_or_try_init(py, make)?.bind(py).clone())
    }
}

/// Finds the format that an extension or an id stands for.
pub(crate) fn format_of(name: &str) -> PyResult<&'static dyn Format> {
    let name = name.trim_start_matches('.');
    retromesh::format_by_extension(name).or_else(|| retromesh::format_by_id(name)).ok_or_else(|| {
        let known: Vec<&str> = retromesh::all_formats().flat_map(|format| format.info().extensions).copied().collect();
        PyValueError::new_err(format!("no format has the extension {name:?}; there are {}", known.join(", ")))
    })
}

fn space_of(py: Python<'_>, space: &Space) -> PyResult<Py<PyDict>> {
    let dict = PyDict::new(py);
    for (name, axis) in [("right", space.right), ("up", space.up), ("forward", space.forward)] {
        dict.set_item(name, axis.name())?;
    }
    let winding = if space.winding == Winding::Clockwise { "clockwise" } else { "counter-clockwise" };
    let origin = if space.uv_origin == UvOrigin::TopLeft { "top-left" } else { "bottom-left" };
    dict.set_item("winding", winding)?;
    dict.set_item("uv_origin", origin)?;
    dict.set_item("metres_per_unit", space.metres_per_unit)?;
    Ok(dict.unbind())
}

/// Reads `"gltf"`, or a dict as [`Scene::space`] gives it.
pub(crate) fn read_space(value: &Bound<'_, PyAny>) -> PyResult<Space> {
    if let Ok(name) = value.extract::<String>() {
        return if name == "gltf" { Ok(Space::GLTF) } else { Err(PyValueError::new_err(format!("no space {name:?}"))) };
    }
    let dict = value.cast::<PyDict>()?;
    let text = |key: &str| -> PyResult<String> {
        dict.get_item(key)?.ok_or_else(|| PyKeyError::new_err(key.to_owned()))?.extract()
    };
    let axis = |key: &str| {
        let name = text(key)?;
        let axes = [Axis::PlusX, Axis::PlusY, Axis::PlusZ, Axis::MinusX, Axis::MinusY, Axis::MinusZ];
        let found = axes.into_iter().find(|axis| axis.name() == name);
        found.ok_or_else(|| PyValueError::new_err(format!("{key} is an axis such as +x, not {name:?}")))
    };
    let choose = |key: &str, words: [&str; 2]| {
        let word = text(key)?;
        let found = words.iter().position(|known| *known == word);
        found.ok_or_else(|| PyValueError::new_err(format!("{key} is {} or {}, not {word:?}", words[0], words[1])))
    };
    let unit = dict.get_item("metres_per_unit")?.map_or(Ok(1.0), |unit| unit.extract())?;
    let space = Space {
        right: axis("right")?,
        up: axis("up")?,
        forward: axis("forward")?,
        winding: [Winding::Clockwise, Winding::CounterClockwise]
            [choose("winding", ["clockwise", "counter-clockwise"])?],
        uv_origin: [UvOrigin::TopLeft, UvOrigin::BottomLeft][choose("uv_origin", ["top-left", "bottom-left"])?],
        metres_per_unit: unit,
    };
    if space.is_valid() { Ok(space) } else { Err(PyValueError::new_err("the axes must lie on three lines")) }
}

#[pymethods]
impl Scene {
    /// What the numbers mean: `right`, `up`, `forward`, `winding`, `uv_origin`, `metres_per_unit`.
    #[getter]
    fn space(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        space_of(py, &self.data.space)
    }

    /// The numbers of the nodes without a parent.
    #[getter]
    fn roots(&self) -> Vec<usize> {
        self.data.roots.iter().map(|id| id.index()).collect()
    }

    /// All nodes.
    #[getter]
    fn nodes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.list(py, 0, self.data.nodes.len(), |data, index| Node { data, index })
    }

    /// All meshes.
    #[getter]
    fn meshes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.list(py, 1, self.data.meshes.len(), Mesh::new)
    }

    /// All skeletons.
    #[getter]
    fn skeletons<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.list(py, 2, self.data.skeletons.len(), |data, index| Skeleton { data, index })
    }

    /// All materials.
    #[getter]
    fn materials<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.list(py, 3, self.data.materials.len(), |data, index| Material { data, index })
    }

    /// All textures; layers of materials point to them.
    #[getter]
    fn textures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.list(py, 4, self.data.textures.len(), |data, index| Texture { data, index })
    }

    /// All images; textures point to them.
    #[getter]
    fn images<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.list(py, 5, self.data.images.len(), |data, index| Image { data, index })
    }

    /// All animations.
    #[getter]
    fn animations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.list(py, 6, self.data.animations.len(), |data, index| Animation { data, index })
    }

    /// All cameras.
    #[getter]
    fn cameras<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.list(py, 7, self.data.cameras.len(), |data, index| Camera { data, index })
    }

    /// All lights.
    #[getter]
    fn lights<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.list(py, 8, self.data.lights.len(), |data, index| Light { data, index })
    }

    /// The clips of all animations; an animation without clips is one.
    #[getter]
    fn clips(&self) -> Vec<crate::animation::Clip> {
        let clips = self.data.clips().into_iter();
        clips.map(|(animation, clip)| crate::animation::Clip::of(&self.data, animation, clip)).collect()
    }

    /// The light that is everywhere: red, green, blue, alpha.
    #[getter]
    fn ambient(&self) -> Option<[f32; 4]> {
        self.data.ambient.map(|light| light.to_array())
    }

    /// Values of the file that have no field.
    #[getter]
    fn extras(&self) -> Dict<'_> {
        Dict(&self.data.extras)
    }

    /// Says where everything is at a moment: seconds after the start of a clip, or at a tick (`frame`) of its timeline. Without
    /// any of these it is the rest pose; without a clip the first one that lasts is meant.
    #[pyo3(signature = (clip=None, seconds=None, *, frame=None))]
    fn pose(&self, py: Python<'_>, clip: Option<&str>, seconds: Option<f32>, frame: Option<f32>) -> PyResult<Pose> {
        let data = Arc::clone(&self.data);
        if clip.is_none() && seconds.is_none() && frame.is_none() {
            return Ok(Pose { pose: data.rest_pose(), data });
        }
        let (animation, found) = data.clip(clip).ok_or_else(|| no_clip(&data, clip))?;
        let animation = &data.animations[animation];
        let tick = frame.unwrap_or_else(|| animation.tick_at(&found, seconds.unwrap_or(0.0)));
        if !tick.is_finite() {
            return Err(PyValueError::new_err("the moment must be a finite number"));
        }
        let pose = py.detach(|| data.pose(animation, tick));
        Ok(Pose { data, pose })
    }

    /// Returns a copy in another space: `"gltf"`, or a dict as `space` has it.
    fn convert_to(&self, py: Python<'_>, space: &Bound<'_, PyAny>) -> PyResult<Self> {
        let space = read_space(space)?;
        let mut scene = Valid::clone(&self.data);
        py.detach(|| scene.convert_to(space));
        Ok(Self::of(scene))
    }

    /// Writes the scene in a format, in memory; `to` is an extension such as `"glb"`. Images that it does not hold are looked for
    /// in the folder `images`. Options are those of `convert`.
    #[pyo3(signature = (to, *, file_name=None, images=None, **options))]
    fn to_bytes(
        &self,
        py: Python<'_>,
        to: &str,
        file_name: Option<String>,
        images: Option<PathBuf>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Output> {
        let format = format_of(to)?;
        let mut options = Options::of(options, true)?;
        options.matter(format.info(), Some(format))?;
        options.named.export.file_name = file_name.unwrap_or_else(|| format!("model.{}", to.trim_start_matches('.')));
        Ok(py.detach(|| written(&self.data, format, &options, &folder(images.as_deref(), &options)))?)
    }

    /// Writes the scene into a file whose extension names the format, with the files that belong next to it. Nothing is written when
    /// anything fails; a file that is there stays unless `overwrite` is true.
    #[pyo3(signature = (path, *, overwrite=false, images=None, **options))]
    fn write(
        &self,
        py: Python<'_>,
        path: PathBuf,
        overwrite: bool,
        images: Option<PathBuf>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Output> {
        let format = format_of(&path.extension().unwrap_or_default().to_string_lossy())?;
        let mut options = Options::of(options, true)?;
        options.matter(format.info(), Some(format))?;
        options.named.export.file_name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let save = || -> Outcome<Output> {
            let output = written(&self.data, format, &options, &folder(images.as_deref(), &options))?;
            retromesh::save(&path, &output.output, if overwrite { Overwrite::Replace } else { Overwrite::Refuse })?;
            Ok(output)
        };
        Ok(py.detach(save)?)
    }

    /// Returns a builder with a copy of this scene.
    fn edit(&self) -> SceneBuilder {
        SceneBuilder::of(Valid::clone(&self.data).into_scene())
    }

    /// Prints the scene as `retromesh dump --scene` does.
    fn dump(&self) -> PyResult<String> {
        let mut text = String::new();
        retromesh::dump::scene(&self.data, &mut text).map_err(|e| PyValueError::new_err(e.to_string()))?;
        Ok(text)
    }

    /// Returns the scene as a `trimesh.Scene`, in glTF's space, in the rest pose; needs trimesh.
    fn to_trimesh<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("retromesh._trimesh")?.call_method1("to_trimesh", (slf,))
    }

    /// The first node of a name.
    ///
    /// >>> import retromesh
    /// >>> retromesh.open("fixtures/b3d/letter-f.b3d").scene.node("F").index
    /// 0
    fn node(&self, name: &str) -> PyResult<Node> {
        let index = self.data.nodes.iter().position(|node| node.name == name);
        let index = index.ok_or_else(|| PyKeyError::new_err(format!("no node {name:?}")))?;
        Ok(Node { data: Arc::clone(&self.data), index })
    }

    /// A picture and a table of counts, for notebooks.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        crate::notebook::html(py, &self.data)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduced(py, "Scene", &**self.data)
    }

    fn __repr__(&self) -> String {
        let scene = &self.data;
        format!(
            "<retromesh.Scene of {} nodes, {} meshes, {} animations>",
            scene.nodes.len(),
            scene.meshes.len(),
            scene.animations.len()
        )
    }
}

fn no_clip(scene: &Valid<'_>, name: Option<&str>) -> PyErr {
    let names: Vec<String> = scene.clips().into_iter().map(|(_, clip)| format!("{:?}", clip.name)).collect();
    PyKeyError::new_err(match name {
        Some(name) if !names.is_empty() => format!("no clip {name:?}; there are {}", names.join(", ")),
        _ => "the model has no animation".to_owned(),
    })
}

fn written(scene: &Valid<'static>, format: &dyn Format, options: &Options, folder: &Folder) -> Outcome<Output> {
    let mut diagnostics = options.named.diagnostics();
    let request = Request::new(&options.named.import, &options.named.export).deny(&options.named.denied);
    let output = retromesh::write_scene(scene.borrowed(), folder, format, &request, &mut diagnostics)?;
    let sidecars: usize = output.sidecars.iter().map(|(_, bytes)| bytes.len()).sum();
    let report = Report::of(None, format.info(), [0, (output.bytes.len() + sidecars) as u64], &diagnostics);
    Ok(Output { output, report })
}
