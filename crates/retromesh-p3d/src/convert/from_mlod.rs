//! MLOD to ODOL.

use super::OdolOptions;
use super::carried::{carried, matches};
use super::colors::{Assumed, mean_colors};
use super::shape::{Losses, binarise};
use super::summary::{Bounds, proxies, summarise};
use crate::levels::role_of;
use crate::mlod::{Lod, Mlod, TagBody};
use crate::odol7::Odol;
use crate::proxies::PROXY;
use glam::Vec3;
use retromesh_core::scene::LodRole;
use retromesh_core::{Code, Diagnostics, Error, Finding};
use retromesh_wire::RawStr;
use std::collections::BTreeSet;

impl Mlod<'_> {
    /// Binarises the model by the rules of the engine.
    ///
    /// Corners of a point that agree in flags, normal and texture coordinates become one vertex; vertices are sorted by flags and point,
    /// faces by section; names become lower case; everything is moved so that the middle of the whole is the origin, unless the
    /// property `autocenter` is 0. What depends on textures or the game's configuration is left to
    /// [`OdolOptions`] (alpha, mean colours) or out: which selections need sections.
    ///
    /// Fails where a level has more than 65535 points, vertices or faces.
    pub fn to_odol(&self, options: &OdolOptions, diagnostics: &mut Diagnostics) -> Result<Odol<'static>, Error> {
        let off = |(name, value): (RawStr<'_>, RawStr<'_>)| {
            name.bytes().eq_ignore_ascii_case(b"autocenter") && value.bytes() == b"0"
        };
        let center = if self.lods.iter().flat_map(Lod::properties).any(off) {
            Vec3::ZERO
        } else {
            Bounds::of(self.lods.iter().flat_map(|lod| lod.points.iter()).map(|point| point.position)).center()
        };
        let options = &self.with_patterns(options, diagnostics).map_err(|error| error.in_format(crate::ID))?;
        let mut odol = Odol::default();
        odol.info.resolutions = self.lods.iter().map(|lod| lod.resolution).collect();
        let (mut sharp_edges, mut assumed) = (0, Assumed::default());
        for (index, lod) in self.lods.iter().enumerate() {
            let place = || format!("LOD[{index}]");
            let mut losses = Losses::default();
            let kept = options.kept.get(index).map_or(&[][..], Vec::as_slice);
            let mut level = binarise(lod, center, options, kept, &mut losses)
                .map_err(|error| error.within(place()).in_format(crate::ID))?;
            level.proxies = proxies(&level);
            let named = level.selections.iter().filter(|selection| selection.name.bytes().starts_with(PROXY)).count();
            losses.proxies = named - level.proxies.len();
            [level.color, level.color_top] = mean_colors(&level, lod.resolution, options);
            assumed.add(&level, lod.resolution, &carried(lod), options);
            sharp_edges += losses.sharp_edges;
            losses.report(&place(), diagnostics).map_err(|error| error.in_format(crate::ID))?;
            odol.lods.push(level);
        }
        let finding =
            Finding::new(Code::MovedExtras).times(sharp_edges).detail("sharp edges, which ODOL has as normals alone");
        diagnostics.report(finding).map_err(|error| error.in_format(crate::ID))?;
        assumed.report(diagnostics).map_err(|error| error.in_format(crate::ID))?;
        let is_there = |name: &&Vec<u8>| {
            odol.lods.iter().flat_map(|lod| &lod.selections).any(|selection| selection.name.bytes() == name.as_slice())
        };
        for name in options.section_selections.iter().filter(|name| !is_there(name)) {
            let detail = format!("the selection {}", RawStr::new(name.as_slice()));
            diagnostics
                .report(Finding::new(Code::UnusedPattern).detail(detail))
                .map_err(|error| error.in_format(crate::ID))?;
        }
        let masses = self.lods.iter().find(|lod| role_of(lod.resolution) == LodRole::Geometry).and_then(masses);
        summarise(&mut odol, center, &masses.unwrap_or_default(), options);
        let path = usize::from(self.default_path.as_ref().is_some_and(|path| !path.text().is_empty()));
        let finding = Finding::new(Code::LostExtras).times(path).detail("the editor's default path");
        diagnostics.report(finding).map_err(|error| error.in_format(crate::ID))?;
        Ok(odol)
    }
}

impl Mlod<'_> {
    /// Puts the textures in the place of the patterns that stand for them, and reports a pattern that stands for none.
    fn with_patterns(&self, options: &OdolOptions, diagnostics: &mut Diagnostics) -> Result<OdolOptions, Error> {
        let mut options = options.clone();
        if options.alpha_patterns.is_empty() && options.key_patterns.is_empty() {
            return Ok(options);
        }
        let faces = self.lods.iter().flat_map(|lod| lod.faces.iter());
        let textures: BTreeSet<Vec<u8>> = faces.map(|face| face.texture.bytes().to_ascii_lowercase()).collect();
        let lists = [
            (std::mem::take(&mut options.alpha_patterns), &mut options.alpha_textures),
            (std::mem::take(&mut options.key_patterns), &mut options.keyed_textures),
        ];
        for (patterns, list) in lists {
            for pattern in patterns {
                let meant = textures.iter().filter(|texture| !texture.is_empty() && matches(&pattern, texture));
                let meant: Vec<Vec<u8>> = meant.cloned().collect();
                let finding = Finding::new(Code::UnusedPattern).times(usize::from(meant.is_empty()));
                diagnostics.report(finding.detail(RawStr::new(pattern).to_string()))?;
                list.extend(meant);
            }
        }
        Ok(options)
    }
}

fn masses(lod: &Lod<'_>) -> Option<Vec<f32>> {
    lod.tags.iter().find_map(|tag| match &tag.body {
        TagBody::Mass(masses) => Some(masses.to_vec()),
        _ => None,
    })
}

impl Losses {
    fn report(&self, place: &str, diagnostics: &mut Diagnostics) -> Result<(), Error> {
        let rows = [
            (
                Code::CountMismatch,
                self.counts,
                "a level without normals; those of the points were computed from the faces",
            ),
            (Code::IndexOutOfRange, self.indices, ""),
            (Code::DegenerateFace, self.thin_faces, "a face with neither three nor four corners"),
            (Code::ClampedValue, self.flags, "point flags outside the known set, which the engine clears"),
            (Code::ClampedValue, self.uvs, "texture coordinates beyond 100000, which the engine clears"),
            (
                Code::LostSelection,
                self.ignored_selections,
                "a selection whose name starts with - or . is ignored by the engine",
            ),
            (Code::LostExtras, self.tags, "tags without a place in ODOL"),
            (Code::LostExtras, self.editor, "selections of the editor's own"),
            (Code::LostExtras, self.unparted_edges, "sharp edges at which no normals part: ODOL has these alone"),
            (Code::LostExtras, self.materials, "material paths of faces"),
            (Code::LostExtras, self.face_flags, "face flags that the engine does not take over"),
            (Code::LostExtras, self.hidden_points, "hidden points of faces that are seen: ODOL has hidden faces alone"),
            (Code::LostMesh, self.proxies, "a proxy whose selection is not one face with its three points"),
            (Code::LostExtras, self.masses, "masses outside the geometry level"),
            (Code::LostUvSet, self.uv_sets, "ODOL v7 has one"),
            (Code::RoundedVertices, self.rounded, "corners became a vertex within the engine's tolerance of them"),
            (Code::AlteredNames, self.names, "names became lower case, as the engine has them"),
        ];
        for (code, count, detail) in rows {
            diagnostics.report(Finding::new(code).times(count).within(place.to_owned()).detail(detail))?;
        }
        Ok(())
    }
}
