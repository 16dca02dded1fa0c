//! Models that nodes, entities and formspecs draw.

use retromesh_acceptance::{Outcome, root};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

/// How much smaller a node draws a glTF model than a static b3d model.
const NODE_SCALE: f64 = 10.0;
/// How far sizes may be off.
const NEAR: f64 = 1e-4;

/// Models with their scales, by what draws them: its kind, its name.
pub(super) type Drawn = BTreeMap<(String, String), (String, f64)>;

/// Adds a line of the interpreter; returns whether it is one of these.
pub(super) fn add(fields: &[&str], drawn: &mut Drawn) -> bool {
    let [kind, name, model, scale] = fields else { return false };
    drawn.insert(((*kind).into(), (*name).into()), ((*model).into(), scale.parse().unwrap_or(f64::NAN)));
    true
}

/// Gives a mod a static model for each that no clip names.
pub(super) fn models(place: &Path, drawn: &Drawn) -> Outcome {
    for (model, _) in drawn.values().filter(|(model, _)| !place.join("models").join(model).exists()) {
        let path = place.join("models").join(model);
        fs::copy(root().join("fixtures/b3d/letter-f.b3d"), path).map_err(|e| format!("{model}: {e}"))?;
    }
    Ok(())
}

/// Compares names and sizes before and after the change; what moves in a formspec must be left to do by hand.
pub(super) fn compare(
    program: &Path,
    (place, before): (&Path, &Drawn),
    (out, after): (&Path, &Drawn),
    said: &str,
    wrong: &mut Vec<String>,
) {
    for (key, (model, scale)) in before {
        let Some((new, new_scale)) = after.get(key) else {
            wrong.push(format!("{key:?} is gone"));
            continue;
        };
        if *new != model.replace(".b3d", ".glb") {
            wrong.push(format!("{key:?}: {model} is {new}"));
            continue;
        }
        let [(old_size, moves), (size, _)] =
            [(place, model), (out, new)].map(|(folder, model)| measured(program, folder, model));
        let factor = if key.0 == "node" && !moves { NODE_SCALE } else { 1.0 };
        let is_alike = old_size > 0.0 && (size * new_scale - old_size * scale * factor).abs() <= NEAR;
        if !is_alike {
            wrong.push(format!("{key:?}: {old_size} at {scale} became {size} at {new_scale}"));
        }
        if key.0 == "formspec" && moves && !said.contains(&format!("formspec with {new}")) {
            wrong.push(format!("{key:?}: its frames are not named"));
        }
    }
}

/// Returns the height of a model, and whether it moves.
fn measured(program: &Path, folder: &Path, model: &str) -> (f64, bool) {
    let output = Command::new(program).args(["info", "--json"]).arg(folder.join("models").join(model)).output();
    let json: Value = output.ok().and_then(|output| serde_json::from_slice(&output.stdout).ok()).unwrap_or_default();
    let height = |end: &str| json[0]["bounds"][end][1].as_f64().unwrap_or(f64::NAN);
    (height("max") - height("min"), json[0]["animations"].as_array().is_some_and(|clips| !clips.is_empty()))
}
