//! Sets right what the rules find, and changes nothing else.

use crate::document::Document;
use crate::finite;
use crate::lint::{Id, RULES};
use retromesh_core::Error;
use retromesh_kit::{Lints, Repair, Repairs, Target};

impl Repairs for Document<'_> {
    fn repair(&self, target: Option<&Target>, only: &[String]) -> Result<Repair, Error> {
        let (before, mut fixed) = (self.lint(None), self.clone());
        if RULES.get(Id::NotFinite as usize).is_some_and(|rule| rule.is_due(&before, target, only)) {
            match &mut fixed {
                Self::Odol(odol) => {
                    odol.lods.iter_mut().for_each(|lod| _ = finite::level(lod));
                    finite::model(odol);
                }
                Self::Mlod(mlod) => mlod.lods.iter_mut().for_each(|lod| _ = finite::editable(lod)),
            }
        }
        let bytes = fixed.encode()?;
        let after = Document::parse(&bytes)?.lint(None);
        Ok(Repair::new(bytes, before, after, target))
    }
}
