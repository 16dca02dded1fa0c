//! The scale of nodes whose models entities use as well.
//!
//! The engine draws one unit of a static b3d model as a node, and ten of a glTF model; for entities both are alike.

use super::Mod;
use super::edits::{Changes, Written};
use super::registrations::Registration;
use crate::lua::{Entry, Value};
use std::collections::HashSet;

/// How much smaller a node draws a glTF model.
const NODE_SCALE: f64 = 10.0;

/// Returns whether a model that was written is drawn smaller as a node, and not made larger for it.
pub(super) fn is_small(of: &Mod, model: &Written) -> bool {
    model.is_small_in_nodes && !of.is_of_nodes(&model.model)
}

/// Gives the nodes of such models a scale that makes up for it.
pub(super) fn change(of: &Mod, written: &[Written], changes: &mut Changes) {
    let is_small = |user: &Registration| {
        user.is_node && written.iter().any(|model| user.names(&model.model) && is_small(of, model))
    };
    let small: HashSet<&str> = of.registrations.iter().filter(|user| is_small(user)).map(|user| &*user.name).collect();
    // What overrides the scale of such a node names no model.
    let is_small = |user: &Registration| {
        is_small(user) || (user.is_node && user.overrides_scale() && small.contains(user.name.as_str()))
    };
    for node in of.registrations.iter().filter(|user| is_small(user)) {
        let is_shared = || of.registrations.iter().any(|user| user.table == node.table && !is_small(user));
        match (&node.visual_scale, &node.table) {
            (Some(Entry { value: Value::Number(scale), place: Some(place), perhaps, .. }), _) if perhaps.is_empty() => {
                changes.set(place, ((scale * NODE_SCALE) as f32).to_string());
            }
            (None, Some(table)) if !is_shared() => changes.insert(of, table, "visual_scale", NODE_SCALE as f32),
            _ => {
                let what =
                    "entities use its model, too; give the node ten times its visual_scale, which is 1 if it has none";
                changes.leave(&node.place, format!("{}: {what}", node.name));
            }
        }
    }
}
