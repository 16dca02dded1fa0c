//! `cargo xtask corpus --gltf DIR`: glTF files of any origin, read and written again, judged by the validator and by an independent reader.
//!
//! Of each file is asked: does the validator call it valid, is it read, is what is written valid, are the triangles at rest and in motion where
//! they were, are the materials what they were field by field, and is what changed told?

use super::validator;
use crate::{Outcome, root};
use retromesh::options::Textures;
use retromesh::{Diagnostics, ExportOptions, Folder, ImportOptions, Severity};
use retromesh_testkit::glb_pose::PosedGlb;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// The class of files that lose something without a word.
const SILENT: &str = "valid, changed in silence";
/// What stands for an error where reading or writing ended in a panic.
const PANIC: &str = "PANIC";
/// Corners may stray by this share of the model's size.
const NEAR: f32 = 1e-4;
/// Each animation is looked at so often.
const MOMENTS: usize = 4;

/// What became of a file.
struct Seen {
    path: PathBuf,
    /// The file that was written; `None` where the input is refused.
    written: Option<PathBuf>,
    refused: String,
    /// What is other than it was.
    changes: Vec<String>,
    /// What was told of losses and defects.
    told: Vec<String>,
}

pub(super) fn run(folder: &Path) -> Outcome {
    let out = root().join("target/corpus-gltf");
    let _ = fs::remove_dir_all(&out);
    fs::create_dir_all(&out).map_err(|e| e.to_string())?;
    let mut files = Vec::new();
    super::list(folder, &mut files).map_err(|e| format!("{}: {e}", folder.display()))?;
    files.retain(|path| {
        path.extension().is_some_and(|e| e.eq_ignore_ascii_case("glb") || e.eq_ignore_ascii_case("gltf"))
    });
    files.sort();
    if files.is_empty() {
        return Err(format!("{}: no glTF file", folder.display()));
    }
    let seen: Vec<Seen> =
        files.iter().enumerate().map(|(number, path)| see(path, &out.join(format!("{number}.glb")))).collect();
    let inputs: Vec<&Path> = seen.iter().map(|seen| seen.path.as_path()).collect();
    let outputs: Vec<&Path> = seen.iter().filter_map(|seen| seen.written.as_deref()).collect();
    let valid = validator::validate(&inputs)?;
    let mut written = validator::validate(&outputs)?.into_iter();
    let mut classes: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut failed, mut silent) = (0, 0);
    for (seen, input) in seen.iter().zip(&valid) {
        let name = seen.path.strip_prefix(folder).unwrap_or(&seen.path).display();
        let class = match (input.errors == 0, seen.written.is_some()) {
            (true, false) => "valid, refused",
            (false, false) => "invalid, refused",
            (true, true) if seen.changes.is_empty() => "valid, the same",
            (true, true) if seen.told.is_empty() => SILENT,
            (true, true) => "valid, changed and told",
            (false, true) if seen.told.is_empty() => "invalid, read in silence",
            (false, true) => "invalid, told",
        };
        *classes.entry(class).or_default() += 1;
        silent += usize::from(class == SILENT || seen.refused == PANIC);
        if !seen.refused.is_empty() {
            println!("{class}: {name}: {}", seen.refused);
        } else if !seen.changes.is_empty() {
            println!("{class}: {name}: {}; told: {}", seen.changes.join("; "), seen.told.join("; "));
        }
        if let Some(output) = seen.written.as_ref().and_then(|_| written.next())
            && output.errors > 0
        {
            failed += 1;
            println!(
                "FAILED {name}: {} errors of the validator in what was written: {:?}",
                output.errors, output.codes
            );
        }
    }
    println!("glTF: {} files, {failed} written with errors of the validator", seen.len());
    for (class, count) in classes {
        println!("glTF: {class}: {count}");
    }
    match (failed, silent) {
        (0, 0) => Ok(()),
        _ => Err(format!("{failed} files are written with errors, {silent} changed in silence or ended in a panic")),
    }
}

/// Reads a file, writes it and compares the two.
fn see(path: &Path, target: &Path) -> Seen {
    let mut seen =
        Seen { path: path.to_owned(), written: None, refused: String::new(), changes: Vec::new(), told: Vec::new() };
    match catch_unwind(AssertUnwindSafe(|| write(path, target))) {
        Ok(Ok(told)) => {
            seen.told = told;
            seen.written = Some(target.to_owned());
            match catch_unwind(AssertUnwindSafe(|| changes(path, target))) {
                Ok(Ok(changes)) => seen.changes = changes,
                Ok(Err(reason)) => println!("not compared: {}: {reason}", path.display()),
                Err(_) => println!("not compared: {}: the other reader does not take it", path.display()),
            }
        }
        Ok(Err(reason)) => seen.refused = reason,
        Err(_) => PANIC.clone_into(&mut seen.refused),
    }
    seen
}

/// Writes a file again and returns what was told of more weight than a note.
fn write(path: &Path, target: &Path) -> Result<Vec<String>, String> {
    let mut told = Diagnostics::new();
    let mut opened = retromesh::open(path, &ImportOptions::default(), &mut told).map_err(|e| e.to_string())?;
    let folder = Folder::of_file(path, ImportOptions::default().limits.input_bytes);
    opened.find_images(&folder, Textures::Embed, &mut told).map_err(|e| e.to_string())?;
    let glb = retromesh::format_by_extension("glb").ok_or("no glTF")?;
    let output = glb.write(&opened.scene, &ExportOptions::default(), &mut told).map_err(|e| e.to_string())?;
    fs::write(target, output.bytes).map_err(|e| e.to_string())?;
    let heavy = told.entries().iter().filter(|entry| entry.code.severity() != Severity::Note);
    Ok(heavy.map(ToString::to_string).collect())
}

/// Compares two files: triangles at rest and in motion, then materials.
fn changes(from: &Path, to: &Path) -> Result<Vec<String>, String> {
    let [a, b] = [fs::read(from), fs::read(to)].map(|bytes| bytes.map_err(|e| e.to_string()));
    let (a, b) = (a?, b?);
    let mut changes = Vec::new();
    let (before, after) = (json(&a)?, json(&b)?);
    if a.starts_with(b"glTF") {
        let (one, two) = (PosedGlb::open(&a), PosedGlb::open(&b));
        let count = one.document().animations().count();
        let moments = (0..count.min(two.document().animations().count()))
            .flat_map(|animation| (0..MOMENTS).map(move |moment| (Some(animation), moment)));
        for (animation, moment) in std::iter::once((None, 0)).chain(moments) {
            let length = animation.map_or(0.0, |animation| one.duration(animation));
            let seconds = length * moment as f32 / (MOMENTS - 1) as f32;
            let [x, y] = [&one, &two].map(|file| {
                let mut corners: Vec<[f32; 3]> =
                    file.triangles(animation, seconds).iter().flat_map(|t| t.corners).map(|c| c.to_array()).collect();
                corners.sort_by(|a, b| {
                    a.iter()
                        .zip(b)
                        .map(|(a, b)| a.total_cmp(b))
                        .find(|o| o.is_ne())
                        .unwrap_or(std::cmp::Ordering::Equal)
                });
                corners
            });
            let size = x.iter().flatten().fold(1e-6f32, |size, v| size.max(v.abs()));
            // Sorted by floats that rounding moves, pairs may cross: the sums of the axes are compared.
            let sums = |corners: &[[f32; 3]]| -> [f64; 6] {
                let mut sums = [0.0; 6];
                for corner in corners {
                    for (axis, v) in corner.iter().enumerate() {
                        sums[axis] += f64::from(*v);
                        sums[axis + 3] += f64::from(*v) * f64::from(*v) / f64::from(size);
                    }
                }
                sums
            };
            let (p, q) = (sums(&x), sums(&y));
            let off = p.iter().zip(q).map(|(p, q)| (p - q).abs()).fold(0.0, f64::max);
            if x.len() != y.len() || off > f64::from(NEAR * size) * x.len().max(1) as f64 {
                changes.push(format!(
                    "triangles of {animation:?} at {seconds} s: {} corners became {}",
                    x.len(),
                    y.len()
                ));
                break;
            }
        }
    }
    materials(&before, &after, &mut changes);
    Ok(changes)
}

fn json(bytes: &[u8]) -> Result<Value, String> {
    let text = if bytes.starts_with(b"glTF") {
        let length = bytes.get(12..16).and_then(|word| word.first_chunk()).map_or(0, |word| u32::from_le_bytes(*word));
        bytes.get(20..20 + length as usize).ok_or("no JSON")?
    } else {
        bytes
    };
    serde_json::from_slice(text).map_err(|e| e.to_string())
}

/// Compares the materials of two files, field by field; what a field is when it is left out counts.
fn materials(a: &Value, b: &Value, changes: &mut Vec<String>) {
    let fields: [(&str, Value); 15] = [
        ("/pbrMetallicRoughness/baseColorFactor", serde_json::json!([1.0, 1.0, 1.0, 1.0])),
        ("/pbrMetallicRoughness/metallicFactor", 1.0.into()),
        ("/pbrMetallicRoughness/roughnessFactor", 1.0.into()),
        ("/pbrMetallicRoughness/baseColorTexture/texCoord", 0.into()),
        ("/pbrMetallicRoughness/metallicRoughnessTexture/texCoord", 0.into()),
        ("/emissiveFactor", serde_json::json!([0.0, 0.0, 0.0])),
        ("/emissiveTexture/texCoord", 0.into()),
        ("/normalTexture/scale", 1.0.into()),
        ("/normalTexture/texCoord", 0.into()),
        ("/occlusionTexture/strength", 1.0.into()),
        ("/occlusionTexture/texCoord", 0.into()),
        ("/alphaMode", "OPAQUE".into()),
        ("/alphaCutoff", 0.5.into()),
        ("/doubleSided", false.into()),
        ("/name", "".into()),
    ];
    let list = |json: &Value| json["materials"].as_array().cloned().unwrap_or_default();
    let (a_list, b_list) = (list(a), list(b));
    for (i, (x, y)) in a_list.iter().zip(&b_list).enumerate() {
        // Where the older kind of material stays, the core is only what stands for it.
        let older = |m: &Value| m["extensions"]["KHR_materials_pbrSpecularGlossiness"].is_object();
        let core = |field: &str| field.starts_with("/pbrMetallicRoughness") && older(x) && older(y);
        for (field, usual) in fields.iter().filter(|(field, _)| !core(field)) {
            let [p, q] = [x, y].map(|m| m.pointer(field).unwrap_or(usual));
            let near = |p: &Value, q: &Value| match (p.as_f64(), q.as_f64()) {
                (Some(p), Some(q)) => (p - q).abs() < 1e-5,
                _ => p == q,
            };
            let same = match (p.as_array(), q.as_array()) {
                (Some(p), Some(q)) => p.len() == q.len() && p.iter().zip(q).all(|(p, q)| near(p, q)),
                _ => near(p, q),
            };
            if !same {
                changes.push(format!("materials[{i}]{field}: {p} became {q}"));
            }
        }
        for slot in ["normalTexture", "occlusionTexture", "emissiveTexture", "extensions"] {
            if x.get(slot).is_some() && y.get(slot).is_none() {
                changes.push(format!("materials[{i}]/{slot} is gone"));
            }
        }
        let extensions = |m: &Value| {
            m["extensions"].as_object().map(|all| all.keys().cloned().collect::<Vec<_>>()).unwrap_or_default()
        };
        let kept = extensions(y);
        for name in extensions(x).into_iter().filter(|name| !kept.contains(name)) {
            changes.push(format!("materials[{i}]: {name} is gone"));
        }
    }
    if a_list.len() > b_list.len() {
        changes.push(format!("{} materials became {}", a_list.len(), b_list.len()));
    }
}
