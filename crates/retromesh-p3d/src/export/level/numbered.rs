//! The numbers of components: programs give the copy of an object its selections, and the game takes one component of a number.

use super::LevelBuilder;
use crate::components::{are_in, number};
use crate::levels::role_of;
use retromesh_core::{Code, Error, Finding, NodeId};
use retromesh_kit::{listed, without_number};
use std::collections::{HashMap, HashSet};

impl LevelBuilder<'_, '_> {
    /// Gives the components that another object of the level has, too, the next free numbers. Objects without the number that Blender adds keep
    /// theirs; what one object has twice stays.
    pub(super) fn number_components(&mut self, resolution: f32) -> Result<(), Error> {
        let of = |name: &[u8]| number(&String::from_utf8_lossy(name));
        let all = self.selections.iter().enumerate().filter(|_| are_in(role_of(resolution)));
        let mut all: Vec<(usize, NodeId, u32)> =
            all.filter_map(|(at, selected)| Some((at, selected.object?, of(&selected.name)?))).collect();
        all.sort_by_key(|(_, object, _)| without_number(&self.scene[*object].name).is_some());
        let taken: HashSet<u32> = all.iter().map(|(.., number)| *number).collect();
        let mut free = (1..).filter(|number| !taken.contains(number));
        let (mut owners, mut altered) = (HashMap::new(), Vec::new());
        for (at, object, number) in all {
            if *owners.entry(number).or_insert(object) != object {
                let name = free.next().map_or_else(String::new, |number| format!("Component{number:02}"));
                altered.push(format!("that of {} is {name}", self.scene[object].name));
                self.selections[at].name = name.into_bytes();
            }
        }
        let finding = Finding::new(Code::AlteredNames).times(altered.len()).within(format!("LOD[{}]", self.index));
        let detail = format!("components of one number have numbers of their own: {}", listed(&altered));
        self.diagnostics.report(finding.detail(detail))
    }
}
