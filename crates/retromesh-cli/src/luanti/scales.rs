//! The scale of nodes whose models entities use as well.
//!
//! The engine draws one unit of a static b3d model as a node, and ten of a glTF model; for entities both are alike.

use super::Mod;
use super::edits::{Changes, Written};
use super::registrations::Registration;
use super::shapes::get;
use crate::lua::{Entry, Place, Token, Value, tokens};
use std::collections::HashSet;

/// How much smaller a node draws a glTF model.
const NODE_SCALE: f64 = 10.0;

/// Returns whether a model that was written is drawn smaller as a node, and not made larger for it.
pub(super) fn is_small(of: &Mod, model: &Written) -> bool {
    model.is_small_in_nodes && !of.is_of_nodes(&model.model)
}

/// That scale in the hand, where a node has had none.
const WIELD_SCALE: &str = "wield_scale = {x = 10, y = 10, z = 10}";

/// What is said of a node that a function or a loop makes. An image in the hand has its size without the model.
pub(super) const SCALE: &str = "give the node ten times its visual_scale, which is 1 if it has none, and without a wield_image ten times its \
                                wield_scale, {x = 10, y = 10, z = 10} where there is none";

/// How many tiles a node has; the last one is drawn on all other slots of its model as well.
const TILES: usize = 6;

/// Notes models of nodes with more texture slots than a node has tiles.
pub(super) fn note_tiles(of: &Mod, written: &[Written], changes: &mut Changes) {
    for Written { model, output, slots, .. } in written.iter().filter(|model| model.slots > TILES) {
        if of.is_of_nodes(model) || of.registrations.iter().any(|user| user.is_node && user.uses(model)) {
            let what = format!("a node has {TILES} tiles, and draws tile {TILES} on all slots from that on");
            changes.notes.push(format!("{output}: {slots} texture slots: {what}"));
        }
    }
}

/// Gives the nodes of such models a scale that makes up for it, where no other node has that from the same place.
pub(super) fn change(of: &Mod, written: &[Written], changes: &mut Changes) {
    let has_small = |user: &Registration| {
        user.is_node && written.iter().any(|model| user.names(&model.model) && is_small(of, model))
    };
    let small: HashSet<&str> = of.registrations.iter().filter(|user| has_small(user)).map(known_name).collect();
    let has_unknown = small.iter().any(|name| !is_name(name));
    let images = of.registrations.iter().filter(|user| user.has_wield_image);
    let images: HashSet<&str> = images.map(known_name).collect();
    let is_hand_hidden = !small.is_empty() && sets_hand_elsewhere(of);
    // What overrides the scale of such a node names no model.
    let is_small = |user: &Registration| {
        has_small(user) || (user.is_node && user.overrides_scale() && small.contains(known_name(user)))
    };
    for (at, node) in of.registrations.iter().enumerate().filter(|(_, user)| user.is_node) {
        let sets_some =
            node.overrides && !node.has_model() && (node.visual_scale.is_some() || node.wield_scale.is_some());
        let is_unknown = has_unknown || !is_name(known_name(node));
        if sets_some && !small.is_empty() && !small.contains(known_name(node)) && is_unknown {
            let what = "if it overrides a node whose model entities use, too, multiply its scales by 10";
            changes.leave(&node.place, format!("{}: {what}", node.name));
        }
        let overrides_hand = node.overrides && !node.has_model() && node.wield_scale.is_some();
        let has_hand = small.contains(known_name(node)) && !images.contains(known_name(node));
        if overrides_hand && has_hand && !hold(node, changes) {
            leave_hand(of, node, changes);
        }
        for place in node.added.iter().filter(|_| is_small(node)) {
            changes.leave(place, format!("{}: where this sets a scale, {SCALE}: {}", node.name, of.written(place)));
        }
        let others = || of.registrations.iter().filter(|user| !is_small(user));
        let mut leave =
            |what: &str| changes.leave(&node.place, format!("{}: entities use its model, too; {what}", node.name));
        // The engine takes the scale of a node out again in the hand, and where it is dropped.
        let is_held = node.has_model() && !node.has_wield_image;
        let before = of.registrations.get(..at).unwrap_or_default();
        let base = before.iter().rev().find(|user| node.overrides && user.has_scale_of(node));
        if !is_small(node) {
            if node.overrides && node.has_model() && !images.contains(known_name(node)) {
                give_back(of, node, before, (&is_small, is_hand_hidden), changes);
            }
            continue;
        }
        if let (None, Some(base)) = (&node.visual_scale, base)
            && let Some(scale) = number(base.visual_scale.as_ref())
        {
            let mut entry = format!("visual_scale = {}", (scale * NODE_SCALE) as f32);
            if is_held && !base.has_wield_image {
                let hand = inherited_hand(of, node, before, NODE_SCALE, is_hand_hidden);
                match hand.filter(|_| node.wield_scale.is_none()) {
                    Some(hand) => entry = format!("{entry}, {hand}"),
                    None if hold(node, changes) => {}
                    None => leave_hand(of, node, changes),
                }
            }
            changes.insert(of, node.table.as_ref().unwrap_or(&node.place), &node.name, &entry);
            continue;
        }
        let is_own =
            |table: &Place| !others().any(|user| user.table.as_ref() == Some(table)) && !node.is_read_elsewhere(of);
        let own = node.table.as_ref().filter(|table| !node.overrides && is_own(table));
        let is_without = is_held && node.wield_scale.is_none() && (!is_hand_hidden || node.is_literal(of));
        let mut is_left = true;
        let place = node.visual_scale.as_ref().and_then(|scale| scale.place.as_ref());
        match (place, number(node.visual_scale.as_ref()), &node.table) {
            (Some(place), Some(old), _) => {
                let new = (old * NODE_SCALE) as f32;
                let has_it = |user: &Registration| {
                    user.visual_scale.as_ref().is_some_and(|scale| scale.place.as_ref() == Some(place))
                };
                let is_alone = !others().any(|user| user.has_model() && has_it(user));
                if is_alone && (node.place.holds(place) || !node.is_read_elsewhere(of)) {
                    changes.set(place, new.to_string());
                    own.filter(|_| is_without).into_iter().for_each(|table| {
                        changes.insert(of, table, &node.name, WIELD_SCALE);
                    });
                    is_left = own.is_none();
                } else {
                    let at = of.place(place);
                    leave(&format!("it needs visual_scale = {new} of its own, as others may share the {old} of {at}"));
                }
            }
            (None, _, _) if node.overrides && node.visual_scale.is_none() => {
                leave("give it ten times the visual_scale of the node that it overrides, which is not known here");
            }
            (None, Some(_), Some(table)) if is_own(table) => {
                let more = if is_without { format!(", {WIELD_SCALE}") } else { String::new() };
                changes.insert(of, table, &node.name, &format!("visual_scale = {NODE_SCALE}{more}"));
                is_left = own.is_none();
            }
            _ => leave("give the node ten times its visual_scale, which is 1 if it has none"),
        }
        if is_held && (is_left || !(is_without || hold(node, changes))) {
            leave_hand(of, node, changes);
        }
    }
}

/// Gives a node that gets a model of nodes alone the scales back that it had before those of its model grew.
fn give_back(
    of: &Mod,
    node: &Registration,
    before: &[Registration],
    (is_small, is_hand_hidden): (&dyn Fn(&Registration) -> bool, bool),
    changes: &mut Changes,
) {
    let all = || before.iter().rev().filter(|user| user.is_overridden_by(node));
    if !all().find(|user| user.has_model()).is_some_and(is_small) {
        return;
    }
    let mut entries = Vec::new();
    let mut leave = |scale: &str| {
        changes
            .leave(&node.place, format!("{}: give it the {scale} that the node had, which grows tenfold", node.name));
    };
    let has_scale = |user: &&Registration| user.has_scale_of(node);
    if let (None, Some(base)) = (&node.visual_scale, all().find(has_scale)) {
        match number(base.visual_scale.as_ref()) {
            Some(scale) => entries.push(format!("visual_scale = {}", scale as f32)),
            None => leave("visual_scale"),
        }
    }
    if node.wield_scale.is_none() {
        match inherited_hand(of, node, before, 1.0, is_hand_hidden) {
            Some(hand) => entries.push(hand),
            None => leave("wield_scale"),
        }
    }
    if !entries.is_empty() {
        changes.insert(of, node.table.as_ref().unwrap_or(&node.place), &node.name, &entries.join(", "));
    }
}

/// Returns the entry of the scale in the hand that a node had before this one overrides it, times a factor; `None` where it is not known.
fn inherited_hand(
    of: &Mod,
    node: &Registration,
    before: &[Registration],
    factor: f64,
    is_hand_hidden: bool,
) -> Option<String> {
    let has_hand = |user: &&Registration| !user.overrides || user.wield_scale.is_some();
    let base = before.iter().rev().filter(|user| user.is_overridden_by(node)).find(has_hand)?;
    let is_known = base.wield_scale.is_some() || !is_hand_hidden || base.is_literal(of);
    let axes = base.wield_scale.as_ref().map_or(Some([1.0; 3]), axes).filter(|_| is_known)?;
    let [x, y, z] = axes.map(|axis| (axis * factor) as f32);
    Some(format!("wield_scale = {{x = {x}, y = {y}, z = {z}}}"))
}

/// Returns a scale in the hand whose numbers are known.
fn axes(scale: &Entry) -> Option<[f64; 3]> {
    let Entry { value: Value::Table(table), perhaps, .. } = scale else { return None };
    let axis = |key: &str| number(Some(get(table, key)?));
    perhaps.is_empty().then_some(())?;
    Some([axis("x")?, axis("y")?, axis("z")?])
}

/// Lists a node whose scale in the hand is not known, or that of others as well.
fn leave_hand(of: &Mod, node: &Registration, changes: &mut Changes) {
    let what = "it is a tenth as large in the hand and dropped: give it ten times its wield_scale, {x = 10, y = 10, z = 10} where there is none";
    let scale = node.wield_scale.as_ref().and_then(|scale| scale.place.as_ref());
    let written = scale.map_or_else(String::new, |scale| format!(": {}", of.written(scale)));
    changes.leave(scale.unwrap_or(&node.place), format!("{}: {what}{written}", node.name));
}

/// Makes a node as large in the hand as it was, where all numbers of its scale there are known and its own; returns whether it is.
fn hold(node: &Registration, changes: &mut Changes) -> bool {
    let Some(Entry { value: Value::Table(scale), perhaps, .. }) = &node.wield_scale else { return false };
    let axis = |key: &str| {
        let entry = get(scale, key)?;
        let place = entry.place.as_ref().filter(|place| node.place.holds(place))?;
        Some((place, number(Some(entry))? * NODE_SCALE))
    };
    let axes: Option<Vec<(&Place, f64)>> = ["x", "y", "z"].into_iter().map(axis).collect();
    let Some(axes) = axes.filter(|_| perhaps.is_empty()) else { return false };
    axes.into_iter().for_each(|(place, new)| changes.set(place, (new as f32).to_string()));
    true
}

/// Returns whether the mod sets a scale in the hand that no node is seen to have, as functions and copies do.
fn sets_hand_elsewhere(of: &Mod) -> bool {
    let known = of.registrations.iter().filter(|user| user.is_node).filter_map(|user| user.wield_scale.as_ref());
    let known: HashSet<(usize, usize)> =
        known.filter_map(|entry| entry.place.as_ref()).map(|place| (place.file, place.start)).collect();
    of.files.iter().enumerate().any(|(file, lua)| {
        let words = tokens(&lua.bytes).unwrap_or_default();
        words.iter().enumerate().any(|(at, (word, _))| {
            let is_key = matches!(word, Token::Name(key) | Token::Text(key) if key == "wield_scale");
            let mut rest = words.iter().skip(at + 1).skip_while(|(word, _)| *word == Token::Sign("]"));
            let is_set = is_key && rest.next().is_some_and(|(word, _)| *word == Token::Sign("="));
            is_set && rest.next().is_none_or(|(_, value)| !known.contains(&(file, value.start)))
        })
    })
}

/// Returns the name of a definition as the engine knows it.
fn known_name(of: &Registration) -> &str {
    of.name.trim_start_matches(':')
}

/// Returns whether a name is one that is known, and no expression.
fn is_name(name: &str) -> bool {
    name.contains(':') && !name.contains(['"', '\'', '.'])
}

/// Returns a scale that is one number, or 1 where there is none.
fn number(scale: Option<&Entry>) -> Option<f64> {
    match scale {
        None => Some(1.0),
        Some(Entry { value: Value::Number(scale), perhaps, .. }) if perhaps.is_empty() => Some(*scale),
        Some(_) => None,
    }
}

impl Registration {
    fn has_model(&self) -> bool {
        !self.models.is_empty() || !self.computed_models.is_empty()
    }

    /// Returns whether it says which scale a node has that another one overrides.
    fn has_scale_of(&self, node: &Self) -> bool {
        self.is_overridden_by(node) && (!self.overrides || self.visual_scale.is_some())
    }

    /// Returns whether it is known to be the same node as one that comes after it.
    fn is_overridden_by(&self, node: &Self) -> bool {
        is_name(known_name(node)) && self.is_node && known_name(self) == known_name(node)
    }

    /// Returns whether the call that makes the node gets its table as it is written there.
    fn is_literal(&self, of: &Mod) -> bool {
        let call = of.bytes(&self.place);
        let callee = call.split(|byte| *byte == b'(').next().unwrap_or_default();
        self.table.as_ref().filter(|table| self.place.holds(table)).is_some_and(|table| {
            let rest = of.bytes(&Place { start: table.end, ..self.place.clone() });
            callee.trim_ascii().ends_with(b"register_node") && rest.trim_ascii() == b")"
        })
    }

    /// Returns whether a function gets its table that does not hold it, as what it does with that is not known.
    fn is_read_elsewhere(&self, of: &Mod) -> bool {
        self.table.as_ref().is_some_and(|table| !self.place.holds(table) && of.reach.is_read_elsewhere(table))
    }
}
