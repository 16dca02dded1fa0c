//! ODOL to MLOD, straight into bytes.

use super::MlodOptions;
use super::level::Level;
use crate::mlod::{self, Mlod, put_file_header};
use crate::odol7::Odol;
use retromesh_core::{Code, Diagnostics, Error, ErrorKind, Finding, Limits};

impl Odol<'_> {
    /// Converts the model to the editable form: what [`Odol::write_mlod`] writes, as a document.
    pub fn to_mlod(&self, options: &MlodOptions, diagnostics: &mut Diagnostics) -> Result<Mlod<'static>, Error> {
        let mut bytes = Vec::new();
        self.write_mlod(options, diagnostics, &mut bytes)?;
        let mut limits = Limits::default();
        limits.lods = u32::MAX;
        let mlod = retromesh_wire::run(crate::ID, &bytes, |i| mlod::parse(i, &limits))?;
        Ok(mlod.into_owned())
    }

    /// Appends the bytes of the editable form, level by level, into room that is made once.
    ///
    /// Positions get the bounding centre back; corners keep their own normals; light and hidden faces become point flags, or face flags
    /// where the vertices of a point differ; weights are inverted exactly; edges where normals part become sharp; polygons of more than
    /// four corners become triangles. Reported are: items that refer to nothing, names that do not fit, points whose vertices
    /// differ in flags, and what MLOD has no place for. Fails where the result would exceed [`MlodOptions::max_bytes`].
    pub fn write_mlod(
        &self,
        options: &MlodOptions,
        diagnostics: &mut Diagnostics,
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let mut write = || {
            let mut levels: Vec<Level<'_, '_>> =
                (0..self.lods.len()).filter_map(|index| Level::new(self, index, options)).collect();
            let size = levels.iter().map(Level::size).fold(12, usize::saturating_add);
            // Each selection takes a byte for each point and face, this many empty ones in a small file would fill any memory.
            let limit = options.max_bytes.unwrap_or(Limits::default().unpacked_bytes);
            if size as u64 > limit {
                let what = "selections: each has a byte for every point and face";
                return Err(Error::new(crate::ID, ErrorKind::Growth { what: what.into(), limit }));
            }
            out.reserve(size);
            put_file_header(mlod::VERSION, levels.len(), out)?;
            for (index, level) in levels.iter_mut().enumerate() {
                level.put(out)?;
                level.report(index, diagnostics)?;
            }
            self.report_model(diagnostics)
        };
        write().map_err(|error: Error| error.in_format(crate::ID))
    }

    /// Reports what of the whole model has no place in MLOD, and does not follow from what has.
    fn report_model(&self, diagnostics: &mut Diagnostics) -> Result<(), Error> {
        if self.lods.is_empty() {
            return Ok(());
        }
        let facts = &self.info.facts;
        let seen = |lod: &&crate::odol7::Lod<'_>| lod.textures.iter().any(|texture| !texture.is_empty());
        let colors = self.lods.iter().filter(seen).count();
        let finding = Finding::new(Code::LostExtras).times(colors);
        diagnostics.report(finding.detail("mean colours, which the game's tools take from the textures"))?;
        let (derived, _) = super::summary::derived(self);
        let differing = [
            facts.remarks != 0,
            facts.lock_auto_center != 0,
            facts.auto_center != derived.auto_center,
            facts.can_occlude != derived.can_occlude,
            facts.can_be_occluded != derived.can_be_occluded,
            facts.allow_animation != derived.allow_animation,
            facts.map_type != derived.map_type,
            facts.aiming_center.distance(derived.aiming_center) > 1e-3,
        ];
        let count = differing.into_iter().filter(|differs| *differs).count();
        let finding = Finding::new(Code::LostExtras).times(count).within("ModelInfo");
        diagnostics.report(finding.detail("fields of the model info that no property says"))
    }
}
