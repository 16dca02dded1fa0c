//! Names by which the engine binds animations.

use super::Exporter;
use crate::document::Entity;
use retromesh_core::{Code, Error, Finding};
use retromesh_kit::export::UniqueNames;
use std::collections::HashMap;

impl Exporter<'_> {
    /// Gives each animated entity a name that no other entity has: the engine takes the first of a name, depth first.
    pub(super) fn make_names_unique(&mut self, entities: &mut [Entity<'_>], animated: &[bool]) -> Result<(), Error> {
        let mut names = UniqueNames::counting_from(2);
        entities.iter().for_each(|entity| names.reserve(&entity.name.to_string()));
        // By name: whether the entity that bears it for good is animated.
        let mut holders: HashMap<String, bool> = HashMap::new();
        let (mut changed, mut foreign) = (0, 0);
        for (entity, &moves) in entities.iter_mut().zip(animated) {
            let name = entity.name.to_string();
            foreign += usize::from(!name.is_ascii());
            let clash = holders.get(&name).is_some_and(|&holder| holder || moves);
            let nameless = moves && name.is_empty();
            if !clash && !nameless {
                let holder = holders.entry(name).or_insert(moves);
                *holder |= moves;
                continue;
            }
            changed += 1;
            let base = if name.is_empty() { "node" } else { &name };
            names.reserve(base);
            let unique = names.unique(base);
            holders.insert(unique.clone(), moves);
            entity.name = unique.into();
        }
        self.diagnostics.report(Finding::new(Code::NamesMadeUnique).times(changed))?;
        self.diagnostics.note(Code::NonAsciiText, foreign, "names of entities")
    }
}
