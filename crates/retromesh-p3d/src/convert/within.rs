//! From one variant of the family to another, document to document.

use super::{MlodOptions, OdolOptions};
use crate::capability::INFO;
use crate::document::Document;
use crate::levels::{name_of, role_of};
use crate::mlod::{Kind, Lod, Mlod, Tag, TagBody};
use crate::odol7::Odol;
use crate::settings::Settings;
use glam::{Vec2, Vec3};
use retromesh_core::scene;
use retromesh_core::{Code, Diagnostics, Error, ErrorKind, Finding, Severity, Violations};
use retromesh_kit::options::Lods;
use retromesh_kit::settings::FormatSettings;
use retromesh_kit::{Budget, ExportOptions, ImportOptions, Output};
use retromesh_wire::Rows;

impl Document<'_> {
    /// Writes the variant that the target names, or another one than the file's own where nothing is named, without the scene between.
    pub fn convert_within(&self, options: &ExportOptions, diagnostics: &mut Diagnostics) -> Result<Output, Error> {
        Ok(within(self, options, diagnostics)?.into())
    }
}

/// Converts to the variant that the target names: `mlod`, `p3dm` or `odol7`. Without a target ODOL becomes `mlod`, and MLOD stays what
/// it is. Levels that are not asked for are left out.
fn within(document: &Document<'_>, options: &ExportOptions, diagnostics: &mut Diagnostics) -> Result<Vec<u8>, Error> {
    let settings = Settings::of(&options.settings)?;
    let named = options.target.as_ref().map(|_| variant(options)).transpose()?;
    if report_damage(document, named, diagnostics)? {
        let scene = document.to_scene_with(&ImportOptions::default(), diagnostics)?;
        let scene = scene.into_valid().map_err(Violations::into_export_error)?;
        return Document::from_scene_with(&scene, options, diagnostics)?.document.encode();
    }
    match (document, named) {
        (Document::Odol(odol), Some(Variant::Odol)) => {
            let mut odol = match chosen(&odol.info.resolutions.to_vec(), options)? {
                None => odol.clone(),
                Some(keep) => some_levels(odol, &keep, diagnostics)?,
            };
            odol.repack_damaged();
            odol.encode()
        }
        (Document::Odol(odol), variant) => {
            let kind = if variant == Some(Variant::Mlod(Kind::P3dm)) { Kind::P3dm } else { Kind::Sp3x };
            let mut mlod_options = MlodOptions::new(settings.points, kind);
            mlod_options.max_bytes =
                options.input_bytes.or(options.max_output).map(|_| Budget::of_input(options).left());
            let mut out = Vec::new();
            match chosen(&odol.info.resolutions.to_vec(), options)? {
                None => odol.write_mlod(&mlod_options, diagnostics, &mut out)?,
                Some(keep) => {
                    some_levels(odol, &keep, diagnostics)?.write_mlod(&mlod_options, diagnostics, &mut out)?;
                }
            }
            Ok(out)
        }
        (Document::Mlod(mlod), variant) => {
            let resolutions: Vec<f32> = mlod.lods.iter().map(|lod| lod.resolution).collect();
            let fewer;
            let mlod = match chosen(&resolutions, options)? {
                None => mlod,
                Some(keep) => {
                    lost_levels(resolutions.len() - keep.len(), diagnostics)?;
                    let lods = keep.iter().filter_map(|&index| mlod.lods.get(index).cloned()).collect();
                    fewer = Mlod { lods, ..mlod.clone() };
                    &fewer
                }
            };
            match variant {
                None => mlod.encode(),
                Some(Variant::Mlod(kind)) => mlod.with_kind(kind, diagnostics)?.encode(),
                Some(Variant::Odol) => mlod.to_odol(&OdolOptions::of(options, &settings), diagnostics)?.encode(),
            }
        }
    }
}

/// Reports what is wrong with a document and what a scene would not hold: all where it is copied, else numbers that are none, as the
/// conversion says the rest. Returns whether something is to be copied for a target that is sound once it is written anew: faces and tables.
fn report_damage(
    document: &Document<'_>,
    named: Option<Variant>,
    diagnostics: &mut Diagnostics,
) -> Result<bool, Error> {
    let (is_odol, trailing) = match document {
        Document::Odol(odol) => (true, &odol.trailing),
        Document::Mlod(mlod) => (false, &mlod.trailing),
    };
    let is_copied = is_odol == (named == Some(Variant::Odol));
    if let Document::Mlod(mlod) = document
        && !is_copied
        && mlod.lods.iter().all(is_finite)
    {
        // These levels can be large, and nearly all are sound.
        return Ok(false);
    }
    let mut found = Diagnostics::new();
    let read = document.to_scene_with(&ImportOptions::default(), &mut found);
    if is_copied {
        read?;
    }
    let is_reported =
        |code: Code| if is_copied { code.severity() == Severity::Defect } else { code == Code::NonFinite };
    let is_repaired = is_copied && trailing.is_empty() && found.count(Code::IndexOutOfRange) > 0;
    if is_repaired && named.is_some() {
        // Reading and writing say what they make of it.
        return Ok(true);
    }
    let advice = if is_repaired { "; written anew for a `--target`" } else { "" };
    for entry in found.entries().iter().filter(|entry| is_reported(entry.code)) {
        let what = if entry.detail.is_empty() { String::new() } else { format!("{}, ", entry.detail) };
        let finding = Finding::new(entry.code).times(entry.count as usize).within(entry.path.clone());
        diagnostics.report(finding.detail(format!("{what}left as it is{advice}")))?;
    }
    Ok(false)
}

/// Returns whether all numbers of a level are numbers.
fn is_finite(lod: &Lod<'_>) -> bool {
    let is_sound = |tag: &Tag<'_>| match &tag.body {
        TagBody::Mass(masses) => masses.iter().all(f32::is_finite),
        TagBody::Animation { time, points } => time.is_finite() && points.iter().all(Vec3::is_finite),
        TagBody::UvSet(set) => set.uvs.iter().all(Vec2::is_finite),
        _ => true,
    };
    lod.resolution.is_finite()
        && lod.points.iter().all(|point| point.position.is_finite())
        && lod.normals.iter().all(Vec3::is_finite)
        && lod.faces.iter().all(|face| face.corners().iter().all(|corner| corner.uv.is_finite()))
        && lod.tags.iter().all(is_sound)
}

/// A variant of the family.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Variant {
    Mlod(Kind),
    Odol,
}

impl Variant {
    /// Returns the layout of MLOD: ODOL is made of that in memory, where the one without length limits serves best.
    pub(crate) fn kind(self) -> Kind {
        match self {
            Self::Mlod(kind) => kind,
            Self::Odol => Kind::P3dm,
        }
    }
}

/// Returns what the target of the options stands for, or the default one.
pub(crate) fn variant(options: &ExportOptions) -> Result<Variant, Error> {
    Ok(match INFO.target_of(options)?.name {
        "p3dm" => Variant::Mlod(Kind::P3dm),
        "odol7" => Variant::Odol,
        _ => Variant::Mlod(Kind::Sp3x),
    })
}

/// Returns the numbers of the levels that are asked for; `None` for all.
fn chosen(resolutions: &[f32], options: &ExportOptions) -> Result<Option<Vec<usize>>, Error> {
    let levels = resolutions.iter().map(|&value| scene::Lod { role: role_of(value), value, level: 0 }).enumerate();
    let seen = |(index, lod): (usize, scene::Lod)| lod.role.is_visual().then_some(index);
    let keep: Vec<usize> = match &options.lods {
        Lods::Visual => levels.filter_map(seen).collect(),
        Lods::Best => levels.min_by_key(|(_, lod)| lod.role.rank()).map(|(index, _)| index).into_iter().collect(),
        Lods::Named(name) => {
            let named = |(index, lod): (usize, scene::Lod)| {
                let lod = scene::Lod { level: index as u32, ..lod };
                lod.is_called(&name_of(lod.value), name).then_some(index)
            };
            let keep: Vec<usize> = levels.filter_map(named).collect();
            if keep.is_empty() {
                let names: Vec<String> = resolutions.iter().take(40).map(|&value| name_of(value)).collect();
                let expected = format!("auto, all, visual, best or one of {}", names.join(", "));
                let kind = ErrorKind::option("level of detail", expected, format!("{name:?}"));
                return Err(Error::new(crate::ID, kind));
            }
            keep
        }
        _ => return Ok(None),
    };
    Ok((keep.len() < resolutions.len()).then_some(keep))
}

fn lost_levels(count: usize, diagnostics: &mut Diagnostics) -> Result<(), Error> {
    diagnostics.note(Code::LostLod, count, "levels of detail that were not asked for")
}

/// Keeps some levels; the numbers of special ones follow.
fn some_levels<'a>(odol: &Odol<'a>, keep: &[usize], diagnostics: &mut Diagnostics) -> Result<Odol<'a>, Error> {
    lost_levels(odol.lods.len() - keep.len(), diagnostics)?;
    let mut fewer = odol.clone();
    fewer.lods = keep.iter().filter_map(|&index| odol.lods.get(index).cloned()).collect();
    fewer.info.resolutions = keep.iter().filter_map(|&index| odol.info.resolutions.get(index)).collect();
    let geometry = fewer.info.totals.lods.geometry;
    fewer.info.totals.lods = super::summary::slots(&fewer.info.resolutions.to_vec());
    if usize::try_from(geometry).is_ok_and(|index| !keep.contains(&index)) {
        fewer.info.masses = Rows::default().into();
    }
    Ok(fewer)
}
