//! Animations.

use crate::arrays::{Data, borrowed};
use crate::item::item;
use crate::values::Dict;
use numpy::PyArrayDyn;
use pyo3::prelude::*;
use retromesh::keyframes::{self, Interpolation, Track};

item! {
    /// A timeline with its channels.
    Animation of animations;
    /// The number of the animation in `Scene.animations`.
    index;
    /// The name as authored.
    name: &str = |animation| &animation.name;
    /// The first tick of the timeline.
    first: f32 = |animation| animation.first;
    /// The last tick of the timeline, inclusive.
    last: f32 = |animation| animation.last;
    /// How many ticks make a second.
    ticks_per_second: f32 = |animation| animation.ticks_per_second;
    /// Whether playing starts over at the end.
    looping: bool = |animation| animation.looping;
    /// Values of the file that have no field.
    extras: Dict<'_> = |animation| Dict(&animation.extras);
    {
        /// Named ranges of the timeline; where there are none it is one clip.
        #[getter]
        fn clips(&self) -> Vec<Clip> {
            let clips = self.data.animations[self.index].clips.iter();
            clips.map(|clip| Clip::of(&self.data, self.index, clip.clone())).collect()
        }

        /// The keys, by node and property.
        #[getter]
        fn channels(&self) -> Vec<Channel> {
            let count = self.data.animations[self.index].channels.len();
            (0..count).map(|channel| Channel { data: self.data.clone(), animation: self.index, channel }).collect()
        }

        fn __repr__(&self) -> String {
            let animation = &self.data.animations[self.index];
            format!("<retromesh.Animation {} {:?} of {} channels>", self.index, animation.name, animation.channels.len())
        }
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
