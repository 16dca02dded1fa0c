//! The new numbers of clips: frames and speeds.

use super::Mod;
use super::edits::{Changes, Written};
use super::ranges::Speed;
use super::registrations::Registration;
use crate::lua::Place;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Frames that differ by a smaller share are the same.
const SAME: f64 = 1e-4;

/// Speeds that are computed: the first definition that has each, and the frames a second of the models.
type Computed = BTreeMap<Place, (String, Vec<String>)>;

/// Gives the clips of models the numbers by which they are played now. Returns those that are in models: the numbers of definitions, and
/// of clips in them.
pub(super) fn change(of: &Mod, written: &[Written], changes: &mut Changes) -> HashSet<(usize, usize)> {
    let (mut done, mut computed) = (HashSet::new(), Computed::new());
    for model in written {
        let Some(table) = &model.table else { continue };
        let ranges: HashMap<&str, _> = table.ranges.iter().rev().map(|range| (range.name.as_str(), range)).collect();
        // What is next to clips that are computed changes with them.
        let is_computed = |user: &Registration| user.names(&model.model) && !user.found.computed.is_empty();
        let users = of.registrations.iter().enumerate().filter(|(_, user)| is_computed(user));
        let mut users: BTreeSet<usize> = users.filter(|_| !table.separate).map(|(number, _)| number).collect();
        for clip in of.clips_of(&model.model, Registration::names) {
            // Frames that the model does not have go by the same rate.
            let factor = model.factor();
            let scaled = |number: f32| factor.map(|factor| (f64::from(number) * factor) as f32);
            let known = ranges.get(clip.range.name.as_str());
            let (first, last, speed) = match known {
                Some(range) => (Some(range.first), Some(range.last), range.speed.or(Some(table.speed))),
                None => (scaled(clip.range.first), scaled(clip.range.last), clip.range.speed.and_then(scaled)),
            };
            let (Some(first), Some(last)) = (first, last) else { continue };
            done.extend(clip.of.iter().filter(|_| known.is_some()).copied());
            for &(number, at) in clip.of.iter().filter(|_| !table.separate) {
                let Some(user) = of.registrations.get(number) else { continue };
                let Some(named) = user.found.clips.get(at) else { continue };
                users.insert(number);
                let ends = [(&named.first, named.range.first, first), (&named.last, named.range.last, last)];
                for (place, old, new) in ends.into_iter().filter(|(_, old, new)| old != new) {
                    let Some(place) = place else { continue };
                    changes.set(place, new.to_string());
                    let frame = f64::from(new) / factor.unwrap_or(1.0);
                    if (frame - f64::from(old)).abs() > SAME * f64::from(old).abs().max(1.0) {
                        let what = format!("its model has no frame {old}, so it is frame {} now", frame as f32);
                        changes.note(of, place, &format!("{}: {what}", named.range.name));
                    }
                }
                if let (Speed::Missing(Some((table_at, key))), Some(speed), Some(_)) = (&named.speed, speed, factor) {
                    changes.insert(of, table_at, &user.name, &format!("{key} = {speed}"));
                }
            }
        }
        users.into_iter().for_each(|number| speeds(of, number, model, &mut computed, changes));
    }
    for (place, (name, rates)) in computed {
        let by = if rates.len() == 1 { rates.concat() } else { "the frames a second of its model".to_owned() };
        let what = format!("{name}: a speed is computed; divide it by {by}{}", changes.shares.but(of, &place, &by));
        changes.leave(&place, format!("{what}: {}", of.written(&place)));
    }
    done
}

/// Gives a definition the speeds that its model has now.
fn speeds(of: &Mod, number: usize, model: &Written, computed: &mut Computed, changes: &mut Changes) {
    let (Some(factor), Some(registration)) = (model.factor(), of.registrations.get(number)) else { return };
    let (name, found) = (&registration.name, &registration.found);
    for (speed, place) in &found.speeds {
        if let Some(speed) = speed {
            changes.set(place, ((speed * factor) as f32).to_string());
        } else if !of.uses.follows.contains(place) {
            let (_, rates) = computed.entry(place.clone()).or_insert_with(|| (name.clone(), Vec::new()));
            let rate = model.rate.to_string();
            if !rates.contains(&rate) {
                rates.push(rate);
            }
        }
    }
    let mut missing = found.clips.iter().filter_map(|clip| match &clip.speed {
        Speed::Missing(entry) => Some((clip, entry.is_some())),
        Speed::Said => None,
    });
    if let Some((clip, is_written)) = missing.find(|(_, is_written)| !is_written || !registration.has_default_speed) {
        let (first, speed) = (clip.first.as_ref().unwrap_or(&registration.place), clip.range.speed.unwrap_or_default());
        let new = (f64::from(speed) * factor) as f32;
        let what = format!("{name}: {}: no table says how fast it is played", clip.range.name);
        if is_written {
            changes.note(of, first, &format!("{what}: {speed} frames a second are taken, speed {new} is written"));
        } else {
            changes.leave(
                first,
                format!("{what}; where it is played at {speed} frames a second, give it the speed {new}"),
            );
        }
    }
}
