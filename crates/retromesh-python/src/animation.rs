//! Animations.

use crate::arrays::{Data, borrowed};
use crate::values;
use numpy::PyArrayDyn;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use retromesh::keyframes::{self, Interpolation, Track};

/// A timeline with its channels.
#[pyclass(frozen, module = "retromesh")]
pub(crate) struct Animation {
    pub(crate) data: Data,
    /// The number of the animation in `Scene.animations`.
    #[pyo3(get)]
    pub(crate) index: usize,
}

impl Animation {
    fn animation(&self) -> &keyframes::Animation {
        &self.data.animations[self.index]
    }
}

#[pymethods]
impl Animation {
    /// The name as authored.
    #[getter]
    fn name(&self) -> &str {
        &self.animation().name
    }

    /// The first tick of the timeline.
    #[getter]
    fn first(&self) -> f32 {
        self.animation().first
    }

    /// The last tick of the timeline, inclusive.
    #[getter]
    fn last(&self) -> f32 {
        self.animation().last
    }

    /// How many ticks make a second.
    #[getter]
    fn ticks_per_second(&self) -> f32 {
        self.animation().ticks_per_second
    }

    /// Whether playing starts over at the end.
    #[getter]
    fn looping(&self) -> bool {
        self.animation().looping
    }

    /// Named ranges of the timeline; where there are none it is one clip.
    #[getter]
    fn clips(&self) -> Vec<Clip> {
        self.animation().clips.iter().map(|clip| Clip::of(&self.data, self.index, clip.clone())).collect()
    }

    /// The keys, by node and property.
    #[getter]
    fn channels(&self) -> Vec<Channel> {
        let count = self.animation().channels.len();
        (0..count).map(|channel| Channel { data: self.data.clone(), animation: self.index, channel }).collect()
    }

    /// Values of the file that have no field.
    #[getter]
    fn extras<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        values::extras(py, &self.animation().extras)
    }

    fn __repr__(&self) -> String {
        let animation = self.animation();
        format!("<retromesh.Animation {} {:?} of {} channels>", self.index, animation.name, animation.channels.len())
    }
}

/// A named range of a timeline.
#[pyclass(frozen, get_all, module = "retromesh")]
pub(crate) struct Clip {
    /// The name as authored.
    name: String,
    /// The number of the animation that it is a range of.
    animation: usize,
    /// The first tick.
    first: f32,
    /// The last tick, inclusive.
    last: f32,
    /// How long it takes, in seconds.
    seconds: f32,
    /// Whether playing starts over at the end.
    looping: bool,
}

impl Clip {
    pub(crate) fn of(data: &Data, animation: usize, clip: keyframes::Clip) -> Self {
        let keyframes::Clip { name, first, last, looping } = clip;
        let seconds = (last - first) / data.animations[animation].ticks_per_second;
        Self { name, animation, first, last, seconds, looping }
    }
}

#[pymethods]
impl Clip {
    fn __repr__(&self) -> String {
        format!("<retromesh.Clip {:?} from {} to {}>", self.name, self.first, self.last)
    }
}

/// The keys of one property of one node.
#[pyclass(frozen, module = "retromesh")]
pub(crate) struct Channel {
    data: Data,
    animation: usize,
    channel: usize,
}

impl Channel {
    fn channel(&self) -> &keyframes::Channel {
        &self.data.animations[self.animation].channels[self.channel]
    }
}

#[pymethods]
impl Channel {
    /// The number of the node that it moves.
    #[getter]
    fn node(&self) -> usize {
        self.channel().target.index()
    }

    /// `translation`, `rotation`, `scale` or `weights`.
    #[getter]
    fn property(&self) -> &'static str {
        self.channel().track.property()
    }

    /// `step`, `linear` (rotations spherically), `linear-normalized` (rotations by component) or `cubic-spline`.
    #[getter]
    fn interpolation(&self) -> &'static str {
        match self.channel().interpolation {
            Interpolation::Step => "step",
            Interpolation::Linear => "linear",
            Interpolation::LinearNormalized => "linear-normalized",
            Interpolation::CubicSpline => "cubic-spline",
        }
    }

    /// The times of the keys: (n,) float32, in ticks, strictly ascending.
    #[getter]
    fn times<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        let (animation, channel) = (self.animation, self.channel);
        borrowed(py, &self.data, 1, |scene| &scene.animations[animation].channels[channel].times)
    }

    /// The values of the keys: (n, 3), for rotations (n, 4) as x, y, z, w, for weights (n, targets); float32. Cubic splines have three
    /// rows a key: in-tangent, value, out-tangent, tangents per second.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        let (animation, channel) = (self.animation, self.channel);
        let columns = match &self.channel().track {
            Track::Translation(_) | Track::Scale(_) => 3,
            Track::Rotation(_) => 4,
            Track::Weights { targets, .. } => (*targets).max(1),
        };
        let array =
            borrowed(py, &self.data, columns, |scene| match &scene.animations[animation].channels[channel].track {
                Track::Translation(values) | Track::Scale(values) => bytemuck::cast_slice(values),
                Track::Rotation(values) => bytemuck::cast_slice(values),
                Track::Weights { values, .. } => values,
            })?;
        if columns == 1 { Ok(array.call_method1("reshape", ((-1, 1),))?.cast_into()?) } else { Ok(array) }
    }
}
