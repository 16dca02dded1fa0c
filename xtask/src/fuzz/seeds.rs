//! What the fuzz targets start from, and where their findings go.

use crate::{Outcome, paths_below, root, write};
use retromesh::{Confidence, Diagnostics, ExportOptions, Folder, ImportOptions, all_formats, format_by_extension};
use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

/// One of this many fixtures is also written as binary glTF.
const GLB_EVERY: usize = 4;

/// The targets that take any format.
const TAKES_ALL: [&str; 4] = ["parse", "import", "convert_any", "text_pack"];

/// Copies the seeds of a target into a folder, under numbers in the order of the fixtures: all fixtures up to `longest` bytes, and
/// some of them as binary glTF.
pub(super) fn sow(target: &str, folder: &Path, longest: usize) -> Outcome {
    let mut count = 0;
    let mut sow = |bytes: &[u8]| {
        let path = folder.join(format!("{count:04}"));
        count += 1;
        write(path, bytes)
    };
    for (n, path) in paths_below(&root().join("fixtures"))?.iter().enumerate() {
        let extension = path.extension().unwrap_or_default().to_string_lossy().into_owned();
        let wanted = match target {
            "gltf_import" => extension == "glb",
            "meshopt" | "draco" => false,
            "obj_import" => ["obj", "mtl"].contains(&extension.as_str()),
            "lzss" => extension == "p3d" && n % 8 == 0,
            "paa" => ["paa", "pac"].contains(&extension.as_str()),
            "rmesh" | "x" | "rtm" | "pbo" | "zip" => extension == target,
            "roundtrip" => n % 16 == 0,
            _ => format_by_extension(&extension).is_some(),
        };
        let bytes = fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
        if wanted && bytes.len() <= longest {
            sow(&bytes)?;
        }
        if ["meshopt", "draco"].contains(&target) {
            packed(target, &bytes).iter().try_for_each(|seed| sow(seed))?;
            continue;
        }
        let as_glb = target == "gltf_import" || (n % GLB_EVERY == 0 && TAKES_ALL.contains(&target));
        if let Some(glb) = as_glb.then(|| glb(path, &bytes)).flatten().filter(|glb| glb.len() <= longest) {
            sow(&glb)?;
        }
    }
    Ok(())
}

/// Returns the compressed data in a binary glTF file, each after what the target takes for its description.
fn packed(target: &str, file: &[u8]) -> Vec<Vec<u8>> {
    let at = |word: &[u8]| file.windows(word.len()).position(|window| window == word);
    let (Some(json), Some(bin)) = (at(b"JSON"), at(b"BIN\0")) else { return Vec::new() };
    let tree: serde_json::Value = serde_json::from_slice(&file[json + 4..bin - 4]).unwrap_or_default();
    if target == "draco" {
        let primitive = &tree["meshes"][0]["primitives"][0];
        let count = |accessor: &serde_json::Value| {
            accessor.as_u64().and_then(|number| tree["accessors"][number as usize]["count"].as_u64()).unwrap_or(0)
        };
        let corners = count(&primitive["indices"]);
        let vertices = count(&primitive["attributes"]["POSITION"]);
        let head = [(corners / 3) as u8, vertices as u8, u8::from(primitive["attributes"]["TEXCOORD_0"].is_u64())];
        return at(b"DRACO").map(|start| [&head, &file[start..]].concat()).into_iter().collect();
    }
    let views = tree["bufferViews"].as_array().into_iter().flatten();
    let packed = views.map(|view| &view["extensions"]["EXT_meshopt_compression"]).filter(|packed| packed.is_object());
    let seed = |packed: &serde_json::Value| {
        let number = |key: &str| packed[key].as_u64().unwrap_or(0);
        let (how, stride) = match packed["mode"].as_str()? {
            "ATTRIBUTES" => (0, (number("byteStride") / 4).saturating_sub(1)),
            "TRIANGLES" => (1, number("byteStride") / 4),
            _ => (2, number("byteStride") / 4),
        };
        let start = bin + 4 + number("byteOffset") as usize;
        let data = file.get(start..start + number("byteLength") as usize)?;
        Some([&[how, stride as u8, number("count") as u8], data].concat())
    };
    packed.filter_map(seed).collect()
}

/// Writes a fixture as binary glTF; `None` for those that are refused on purpose.
fn glb(path: &Path, bytes: &[u8]) -> Option<Vec<u8>> {
    let format = retromesh::detect(bytes, path).ok()?;
    let (options, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
    let folder = Folder::of_file(path, options.limits.input_bytes);
    let model = format.read(bytes, &folder, &options, &mut diagnostics).ok()?;
    let scene = model.to_scene_with(&options, &mut diagnostics).ok()?.into_valid().ok()?;
    let glb = format_by_extension("glb")?.write(&scene, &ExportOptions::default(), &mut diagnostics).ok()?;
    Some(glb.bytes)
}

/// Copies a finding to the fixtures of the format that claims it, under a name made of its bytes; what no format claims goes to those of
/// the target.
pub(super) fn save_finding(target: &str, bytes: &[u8]) -> Result<PathBuf, String> {
    let claims = all_formats().find(|format| format.probe(bytes) > Confidence::No);
    let made_of_choices = ["roundtrip", "lzss"].contains(&target);
    let (format, extension) = match claims.filter(|_| !made_of_choices) {
        Some(format) => (format.info().id, format.info().extensions.first().copied().unwrap_or_default()),
        None => (target, "bin"),
    };
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    let path = root().join(format!("fixtures/{format}/fuzz/{:016x}.{extension}", hasher.finish()));
    write(&path, bytes).map(|()| path)
}
