//! What is done with files.

use crate::arrays;
use crate::arrays::owned;
use crate::errors::Outcome;
use crate::files::{Input, Output, Report};
use crate::model::{self, Model, output_name, read, read_scene};
use crate::options::{Options, choice};
use crate::scene::Scene;
use crate::values;
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use retromesh::facts::{self, Differences, Entry, Verdict};
use retromesh::{FormatInfo, Overwrite, Source, Target, Valid};
use retromesh_diff::Tolerance;
use retromesh_preview::{Levels, Limits, Look, Moment, Shot, Stage, View};
use std::path::PathBuf;

/// Lists the formats as `retromesh formats --json` does: ids, names, extensions, targets, settings.
///
/// >>> import retromesh
/// >>> [format["id"] for format in retromesh.formats() if "glb" in format["extensions"]]
/// ['gltf']
#[pyfunction]
pub(crate) fn formats(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    values::from_json(py, &facts::formats())
}

/// Returns what `retromesh info --json` reports about a file, as a dict.
///
/// >>> import retromesh
/// >>> retromesh.info("fixtures/b3d/letter-f.b3d")["format"]
/// 'b3d'
#[pyfunction]
#[pyo3(signature = (source, *, name=None, **options))]
pub(crate) fn info<'py>(
    py: Python<'py>,
    source: &Bound<'py, PyAny>,
    name: Option<PathBuf>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (source, label, options) = read(py, source, name, None, options)?;
    model::info(py, &source, &label, &options)
}

/// Prints a file as `retromesh dump` does; with `scene` its scene; with `json` which byte is what.
#[pyfunction]
#[pyo3(signature = (source, *, name=None, scene=false, json=false, whole=false, **options))]
pub(crate) fn dump(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    name: Option<PathBuf>,
    scene: bool,
    json: bool,
    whole: bool,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let (source, label, options) = read(py, source, name, None, options)?;
    Ok(py.detach(|| model::dump(&source, &label, &options, (scene, json, whole)))?)
}

/// Judges a file as `retromesh check --json` does. A file that cannot be read has an `error`; other exceptions are raised.
///
/// >>> import retromesh
/// >>> retromesh.check("fixtures/b3d/letter-f.b3d")["ok"]
/// True
#[pyfunction]
#[pyo3(signature = (source, *, target=None, name=None, **options))]
pub(crate) fn check<'py>(
    py: Python<'py>,
    source: &Bound<'py, PyAny>,
    target: Option<&str>,
    name: Option<PathBuf>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (source, label, options) = read(py, source, name, None, options)?;
    let target = target_of(source.format.info(), target)?;
    let (mut found, mut verdict) = (options.named.diagnostics(), Verdict::default());
    let judged = py.detach(|| facts::judge(&source, target, &options.named.import, &mut found, &mut verdict));
    let entry = match judged {
        Ok(()) => Entry::of(Verdict::SCHEMA, label, verdict),
        Err(error) => Entry::failed(Verdict::SCHEMA, label, error.to_string(), Some(verdict)),
    };
    values::from_json(py, &entry)
}

fn target_of(info: &'static FormatInfo, name: Option<&str>) -> PyResult<Option<&'static Target>> {
    let find = || -> Outcome<_> { Ok(name.map(|name| info.target(name)).transpose()?) };
    Ok(find()?)
}

/// Lists what the engine of a target will refuse, drop or show wrong; without a target, what every rule of the format finds.
#[pyfunction]
#[pyo3(signature = (source, target=None, *, name=None, **options))]
pub(crate) fn lint<'py>(
    py: Python<'py>,
    source: &Bound<'py, PyAny>,
    target: Option<&str>,
    name: Option<PathBuf>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (source, _, options) = read(py, source, name, None, options)?;
    lint_source(py, &source, target, &options)
}

pub(crate) fn lint_source<'py>(
    py: Python<'py>,
    source: &Source,
    target: Option<&str>,
    options: &Options,
) -> PyResult<Bound<'py, PyAny>> {
    let target = target_of(source.format.info(), target)?;
    let look = || -> Outcome<_> {
        let model = source.read(&options.named.import, &mut options.named.diagnostics())?;
        Ok(model.as_lint().map_or_else(Vec::new, |rules| rules.lint(target)))
    };
    let found = py.detach(look)?;
    values::from_json(py, &facts::findings(&found))
}

/// A file that was repaired.
#[pyclass(frozen, module = "retromesh")]
pub(crate) struct Repaired {
    repair: facts::Repaired,
    /// The name of the target whose rules were applied.
    #[pyo3(get)]
    target: &'static str,
}

#[pymethods]
impl Repaired {
    /// The repaired file; the same bytes where nothing was to be repaired.
    #[getter]
    fn bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.repair.bytes)
    }

    /// What was repaired: a list of dicts with code, count, path, offset, summary, advice.
    #[getter]
    fn fixed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        values::from_json(py, &self.repair.fixed)
    }

    /// What is left: of what the rules find, and of what breaks the rules of the format.
    #[getter]
    fn left<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        values::from_json(py, &self.repair.left)
    }
}

/// Repairs what the rules of a target find, in memory, as far as there is a fix that changes nothing else, and removes bytes after the end of the
/// model. Without a target it is the format's first one; `only` names rules.
#[pyfunction]
#[pyo3(signature = (source, *, target=None, only=None, name=None, **options))]
pub(crate) fn repair(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    target: Option<&str>,
    only: Option<&Bound<'_, PyAny>>,
    name: Option<PathBuf>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Repaired> {
    let only: Vec<String> = only.map_or(Ok(Vec::new()), |only| arrays::list(only, |rule| rule.extract()))?;
    let (source, _, options) = read(py, source, name, None, options)?;
    let info = source.format.info();
    if let Some(rule) = only.iter().find(|rule| !info.rules.iter().any(|known| known.id == **rule)) {
        return Err(PyValueError::new_err(format!("{} files have no rule {rule:?}", info.name)));
    }
    let repair = || -> Outcome<_> {
        let (options, mut found) = (&options.named.import, options.named.diagnostics());
        let target = facts::Repaired::target(&source, target, options)?;
        let repair = facts::Repaired::of(&source, target, &only, options, &mut found)?;
        Ok(Repaired { repair: repair.ok_or_else(|| facts::Repaired::refused(info))?, target: target.name })
    };
    Ok(py.detach(repair)?)
}

/// Converts a file; the extension of `output` names the format, unless `to` does. Nothing is written when anything fails, or when a
/// diagnostic is among those that `deny` names (codes, or `any-loss`). A file that is there stays unless `overwrite` is true.
///
/// Options are those of `open`, and `target`, `textures` (`embed`, `copy`, `link`, `none`), `lods`, `pose`, `frame_rate`, `max_output`, `optimize`,
/// `unverified`, `repeated_names` (those that several nodes keep), and the settings of the format.
#[pyfunction]
#[pyo3(signature = (source, output, *, to=None, name=None, overwrite=false, **options))]
pub(crate) fn convert(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    output: PathBuf,
    to: Option<String>,
    name: Option<PathBuf>,
    overwrite: bool,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Report> {
    let (input, options) = (Input::of(source, name, None)?, Options::of(options, true)?);
    let to = to.unwrap_or_else(|| output.extension().unwrap_or_default().to_string_lossy().into_owned());
    // What is wrong with the call is reported before the file is read.
    crate::scene::format_of(&to)?;
    let source = py.detach(|| input.load(&options))?;
    let file_name = output.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let done = model::convert(py, &source, &to, file_name, options)?;
    let overwrite = if overwrite { Overwrite::Replace } else { Overwrite::Refuse };
    py.detach(|| -> Outcome<()> { Ok(retromesh::save(&output, &done.output, overwrite)?) })?;
    Ok(done.report)
}

/// Converts a file in memory: the bytes are those that `retromesh convert` writes. `to` is an extension such as `"glb"`; `file_name` is the
/// name that the output will have, by default that of the input with the extension. Options are those of `convert`.
///
/// >>> import retromesh
/// >>> retromesh.convert_bytes("fixtures/b3d/letter-f.b3d", "glb").bytes[:4]
/// b'glTF'
#[pyfunction]
#[pyo3(signature = (source, to, *, name=None, files=None, file_name=None, **options))]
pub(crate) fn convert_bytes(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    to: &str,
    name: Option<PathBuf>,
    files: Option<std::collections::HashMap<String, Bound<'_, PyAny>>>,
    file_name: Option<String>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Output> {
    let (input, options) = (Input::of(source, name, files)?, Options::of(options, true)?);
    crate::scene::format_of(to)?;
    let source = py.detach(|| input.load(&options))?;
    let file_name = file_name.unwrap_or_else(|| output_name(&source.name, to));
    model::convert(py, &source, to, file_name, options)
}

/// Returns the scene of a path, of bytes, of a model or of a scene.
fn scene_of(py: Python<'_>, object: &Bound<'_, PyAny>, images: bool) -> PyResult<Valid<'static>> {
    if let Ok(scene) = object.cast::<Scene>() {
        return Ok(Valid::clone(&scene.get().data));
    }
    if let Ok(model) = object.cast::<Model>() {
        let scene = model.get().scene(py);
        return Ok(Valid::clone(&scene.get().data));
    }
    let (source, _, options) = read(py, object, None, None, None)?;
    Ok(read_scene(py, &source, &options, images)?.0.scene)
}

/// Lists what differs between two models, each a path, bytes, a model or a scene, as `retromesh diff --json` does. With `losses` what only
/// the second has is left out.
///
/// >>> import retromesh
/// >>> file = "fixtures/b3d/letter-f.b3d"
/// >>> retromesh.diff(file, retromesh.convert_bytes(file, "glb").bytes, losses=True)["same"]
/// True
#[pyfunction]
#[pyo3(signature = (first, second, *, tolerance=None, poses=None, losses=false))]
pub(crate) fn diff<'py>(
    py: Python<'py>,
    first: &Bound<'py, PyAny>,
    second: &Bound<'py, PyAny>,
    tolerance: Option<f32>,
    poses: Option<usize>,
    losses: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let mut allowed = tolerance.map_or_else(Tolerance::default, Tolerance::of).with_frames();
    if !(allowed.value.is_finite() && allowed.value >= 0.0) {
        return Err(PyValueError::new_err("the tolerance must not be negative"));
    }
    allowed.poses = poses.unwrap_or(allowed.poses);
    let (first, second) = (scene_of(py, first, false)?, scene_of(py, second, false)?);
    let found = py.detach(|| Differences::of(&retromesh_diff::diff(&first, &second, &allowed), losses));
    values::from_json(py, &found)
}

/// Draws a model, given as a path, bytes, a model or a scene, and returns the picture: (height, width, 4) uint8, red, green, blue, alpha.
///
/// `view` is `iso`, `front`, `right`, `back`, `left`, `top`, `bottom`, or `"YAW,PITCH"` in degrees. `clip` with `seconds` from its start, or
/// `frame` of its timeline, choose the moment. `look` is `shaded`, `clay`, `normals` or `faces`; `background` is (r, g, b, a), 0 to 255; `lod`
/// names a level of detail, or is `all`.
///
/// >>> import retromesh
/// >>> retromesh.render("fixtures/b3d/letter-f.b3d", size=(64, 32)).shape
/// (32, 64, 4)
#[pyfunction]
#[pyo3(signature = (
    source, *, size=(512, 512), view="iso", clip=None, seconds=None, frame=None, look=None, background=None, lod=None,
    wireframe=false, skeleton=false, grid=false, axes=false, back_faces=false, hidden=false
))]
#[allow(clippy::too_many_arguments, clippy::fn_params_excessive_bools, reason = "the switches of a picture")]
pub(crate) fn render<'py>(
    py: Python<'py>,
    source: &Bound<'py, PyAny>,
    size: (u32, u32),
    view: &str,
    clip: Option<&str>,
    seconds: Option<f32>,
    frame: Option<f32>,
    look: Option<&Bound<'py, PyAny>>,
    background: Option<[u8; 4]>,
    lod: Option<String>,
    wireframe: bool,
    skeleton: bool,
    grid: bool,
    axes: bool,
    back_faces: bool,
    hidden: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let mut shot = Shot::default();
    (shot.width, shot.height) = size;
    shot.view = view.parse::<View>().map_err(PyValueError::new_err)?;
    shot.look = look.map_or(Ok(Look::default()), |look| choice("look", look))?;
    shot.background = background.unwrap_or(shot.background);
    shot.levels = match lod {
        None => Levels::Finest,
        Some(name) if name == "all" => Levels::All,
        Some(name) => Levels::Named(name),
    };
    (shot.wireframe, shot.skeleton, shot.grid, shot.axes) = (wireframe, skeleton, grid, axes);
    (shot.back_faces, shot.hidden) = (back_faces, hidden);
    let scene = scene_of(py, source, true)?;
    if clip.is_some() || seconds.is_some() || frame.is_some() {
        let (animation, found) =
            scene.clip(clip).ok_or_else(|| PyKeyError::new_err(format!("no clip {}", clip.unwrap_or_default())))?;
        let tick = frame.unwrap_or_else(|| scene.animations[animation].tick_at(&found, seconds.unwrap_or(0.0)));
        if !tick.is_finite() {
            return Err(PyTypeError::new_err("the moment must be a finite number"));
        }
        shot.moment = Moment::At { animation, tick };
    }
    let draw = || -> Outcome<_> { Ok(Stage::new(scene, Limits::default()).render(&shot)?.picture) };
    let picture = py.detach(draw)?;
    let (width, height) = (picture.width as usize, picture.height as usize);
    owned(py, picture.pixels.into_flattened(), 1)?.call_method1("reshape", ((height, width, 4),))
}
