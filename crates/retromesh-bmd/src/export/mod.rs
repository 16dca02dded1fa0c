//! Scene to document.

mod animations;
mod grid;
mod layout;
mod materials;
mod meshes;
mod motion;
mod pack;
mod report;
mod round;
mod skins;

use crate::ID;
use crate::capability::INFO;
use crate::document::Document;
use crate::lint::{self, SPEC};
use crate::settings::{MaxError, Settings};
use crate::space::space;
use animations::Moved;
use meshes::Surfaces;
use pack::{Errors, Packed};
use retromesh_core::{Code, Diagnostics, Error, ErrorKind, Valid};
use retromesh_kit::settings::FormatSettings;
use retromesh_kit::{Budget, ExportOptions, Exported, image_files};
use skins::Rig;

/// Whom a file is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Target {
    /// The engine: every trap of its loader is kept away.
    Engine,
    /// The text.
    Spec,
}

impl Document<'static> {
    pub(crate) fn export(
        scene: &Valid<'_>,
        options: &ExportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Exported<Self>, Error> {
        let target = if INFO.target_of(options)?.name == SPEC { Target::Spec } else { Target::Engine };
        let settings = Settings::of(&options.settings)?;
        let mut scene = INFO.prepare(scene, options, space(&settings), diagnostics)?;
        let sidecars = image_files::assign(&mut scene, options);
        report::files(sidecars.iter().map(|(name, _)| name.as_str()), diagnostics)?;
        report::scene(&scene, diagnostics)?;
        let budget = Budget::of(&scene, options);
        budget.take_instances(&scene)?;
        let rig = Rig::build(&scene, target, diagnostics)?;
        report::nodes(&scene, &rig, diagnostics)?;
        let surfaces = Surfaces::gather(&scene, &rig, target, diagnostics)?;
        let (document, errors, moved) = fit(&scene, &surfaces, &rig, target, options, &settings, &budget)?;
        errors.report(settings.max_error, diagnostics)?;
        moved.report(settings.max_error, diagnostics)?;
        diagnostics.note(Code::OpenSolid, lint::bad_solids(&document).len(), "")?;
        Ok(Exported { document, sidecars })
    }
}

/// Packs with the tolerance asked for, and with ever wider ones until the size asked for is met.
fn fit(
    scene: &Valid<'_>,
    surfaces: &Surfaces,
    rig: &Rig,
    target: Target,
    options: &ExportOptions,
    settings: &Settings,
    budget: &Budget,
) -> Result<(Document<'static>, Errors, Moved), Error> {
    let pack = |tolerance: &MaxError| -> Result<_, Error> {
        let mut errors = Errors::default();
        let packed: Packed = pack::pack(surfaces, tolerance, target, &mut errors);
        let (clips, moved) = animations::build(scene, rig, target, options, tolerance.position, &budget.clone())?;
        let document = layout::assemble(&packed, rig, &clips, target, &mut errors)?;
        Ok((document, errors, moved))
    };
    let Some(max_bytes) = settings.max_bytes else { return pack(&settings.max_error.unwrap_or_default()) };
    let size = surfaces.size();
    let mut smallest = u64::MAX;
    for tolerance in tolerances(settings.max_error, size) {
        let (document, errors, moved) = pack(&tolerance)?;
        let bytes = document.size as u64;
        if bytes <= max_bytes {
            return Ok((document, errors, moved));
        }
        smallest = smallest.min(bytes);
    }
    let what = format!("the model in {max_bytes} bytes: the smallest forms need {smallest}");
    Err(Error::new(ID, ErrorKind::unrepresentable(what)))
}

/// Returns tolerances from the tightest on, each step twice the last; the last one asks for nothing.
fn tolerances(start: Option<MaxError>, size: f32) -> impl Iterator<Item = MaxError> {
    let start = start.unwrap_or(MaxError { position: size / 131_072.0, uv: 1.0 / 65_536.0, normal_degrees: 1.0 });
    let doubled = (0..20_u8).map(move |step| {
        let factor = 2f32.powi(step.into());
        MaxError {
            position: start.position * factor,
            uv: start.uv * factor,
            normal_degrees: start.normal_degrees * factor.min(8.0),
        }
    });
    let nothing = MaxError { position: f32::INFINITY, uv: f32::INFINITY, normal_degrees: f32::INFINITY };
    doubled.chain(std::iter::once(nothing))
}
