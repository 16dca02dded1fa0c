//! Models in formspecs: `model[X,Y;W,H;NAME;MESH;TEXTURES;ROTATION;CONTINUOUS;MOUSE;FRAMES;SPEED]`. Their frames are left to do by hand.

use super::Mod;
use super::edits::{Changes, Written};
use super::names::is_of_name;
use crate::lua::Joined;

/// How such an element begins.
const MODEL: &str = "model[";
/// The numbers of its fields.
const MESH: usize = 3;
const FRAMES: usize = 8;
const SPEED: usize = 9;

/// Lists the elements whose numbers are others now.
pub(super) fn leave(of: &Mod, written: &[Written], changes: &mut Changes) {
    if !written.iter().any(|model| model.factor().is_some()) {
        return;
    }
    for Joined { text, pieces, place } in &of.joined {
        // One that a piece has whole is listed where that is written.
        let has_whole = |element: &str| element.ends_with(']') && pieces.iter().any(|piece| piece.contains(element));
        let elements = elements(text).filter(|element| !has_whole(element));
        elements.filter_map(|element| left(element, written)).for_each(|what| changes.leave(place, what));
    }
    for (text, place, is_part) in of.literals() {
        let elements = elements(&text).filter(|element| !is_part || element.ends_with(']'));
        elements.filter_map(|element| left(element, written)).for_each(|what| changes.leave(&place, what));
    }
}

/// Lists what comes after the names of the elements in a text, to the bracket that ends each; the last one may not end in it.
fn elements(text: &str) -> impl Iterator<Item = &str> {
    let mut before = "";
    text.split(MODEL).enumerate().filter_map(move |(n, part)| {
        let is_element = n > 0 && !before.as_bytes().last().is_some_and(|byte| is_of_name(*byte));
        before = part;
        is_element.then(|| part.split_inclusive(']').next().unwrap_or_default())
    })
}

/// Returns what is left to do of an element, and of what may be one.
fn left(element: &str, written: &[Written]) -> Option<String> {
    let (fields, is_whole) = element.strip_suffix(']').map_or((element, false), |fields| (fields, true));
    let fields: Vec<&str> = fields.split(';').collect();
    let unknown =
        "a formspec with a model that only a run would know: divide its frames and speed by its frames a second";
    let Some(mesh) = fields.get(MESH).filter(|_| is_whole || fields.len() > MESH + 1) else {
        return (!is_whole).then(|| unknown.to_owned());
    };
    // `%s` and `${mesh}` are filled in.
    if mesh.contains(['%', '$', '{', '@']) && (!is_whole || fields.len() > FRAMES) {
        return Some(unknown.to_owned());
    }
    let model = written.iter().find(|model| model.model == *mesh)?;
    let (factor, name, rate) = (model.factor()?, &model.output, model.rate);
    let [frames, speed] = [FRAMES, SPEED].map(|field| fields.get(field).copied().unwrap_or_default());
    let new = |numbers: &str| {
        let number = |text: &str| Some((text.trim().parse::<f64>().ok()? * factor) as f32);
        let numbers: Option<Vec<String>> = numbers.split(',').map(|text| Some(number(text)?.to_string())).collect();
        numbers.map(|numbers| numbers.join(","))
    };
    let rows = [("frames", frames), ("speed", speed)].into_iter().filter(|(_, old)| !old.is_empty());
    let rows = rows.map(|(what, old)| Some(format!("{} for {what} {old}", new(old)?)));
    match rows.collect::<Option<Vec<String>>>() {
        Some(rows) if is_whole => (!rows.is_empty())
            .then(|| format!("a formspec with {name}, {rate} frames a second: write {}", rows.join(", "))),
        _ => Some(format!("a formspec with {name}: divide its frames and speed by {rate}")),
    }
}
