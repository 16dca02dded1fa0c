//! The compressed parts of glTF files, inside a small file that is sound but for them.

use crate::import_by_id;

/// Any bytes as a view that meshoptimizer compressed: the first three say how, with how wide rows, and how many.
pub fn meshopt(bytes: &[u8]) {
    const MODES: [&str; 3] = ["ATTRIBUTES", "TRIANGLES", "INDICES"];
    const FILTERS: [&str; 4] = ["NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL"];
    let Some((&[how, stride, count], data)) = bytes.split_first_chunk::<3>() else { return };
    let (mode, filter) = (MODES[usize::from(how) % 3], FILTERS[usize::from(how / 3) % 4]);
    let stride =
        if mode == "ATTRIBUTES" { 4 * (usize::from(stride) % 64 + 1) } else { 2 + 2 * usize::from(stride % 2) };
    let length = usize::from(count) * stride;
    let (mesh, accessor) = match mode {
        "ATTRIBUTES" => (r#""attributes":{"POSITION":0}"#, r#""componentType":5126,"type":"VEC3""#),
        _ if stride == 2 => (r#""attributes":{"_A":0}"#, r#""componentType":5123,"type":"SCALAR""#),
        _ => (r#""attributes":{"_A":0}"#, r#""componentType":5125,"type":"SCALAR""#),
    };
    let json = format!(
        r#"{{"asset":{{"version":"2.0"}},"meshes":[{{"primitives":[{{{mesh}}}]}}],"nodes":[{{"mesh":0}}],
        "accessors":[{{"bufferView":0,"count":{count},{accessor}}}],
        "bufferViews":[{{"buffer":1,"byteLength":{length},"byteStride":{stride},"extensions":{{"EXT_meshopt_compression":{{
            "buffer":0,"byteLength":{size},"byteStride":{stride},"count":{count},"mode":"{mode}","filter":"{filter}"}}}}}}],
        "buffers":[{{"byteLength":{size}}},{{"byteLength":{length}}}]}}"#,
        size = data.len()
    );
    import_by_id("gltf", &glb(json, data));
}

/// Any bytes as a primitive that Draco compressed; the first says how many corners and vertices the file claims.
pub fn draco(bytes: &[u8]) {
    let Some((count, data)) = bytes.split_first() else { return };
    let size = data.len();
    let json = format!(
        r#"{{"asset":{{"version":"2.0"}},"nodes":[{{"mesh":0}}],"meshes":[{{"primitives":[{{"indices":0,
        "attributes":{{"POSITION":1,"TEXCOORD_0":2,"JOINTS_0":3,"_A":4}},
        "extensions":{{"KHR_draco_mesh_compression":{{"bufferView":0,
            "attributes":{{"POSITION":0,"TEXCOORD_0":1,"JOINTS_0":2,"_A":3}}}}}}}}]}}],
        "accessors":[{{"componentType":5125,"count":{count},"type":"SCALAR"}},
            {{"componentType":5126,"count":{count},"type":"VEC3"}},{{"componentType":5126,"count":{count},"type":"VEC2"}},
            {{"componentType":5121,"count":{count},"type":"VEC4"}},{{"componentType":5126,"count":{count},"type":"SCALAR"}}],
        "bufferViews":[{{"buffer":0,"byteLength":{size}}}],"buffers":[{{"byteLength":{size}}}]}}"#
    );
    import_by_id("gltf", &glb(json, data));
}

fn glb(json: String, data: &[u8]) -> Vec<u8> {
    let padded = |mut bytes: Vec<u8>, with| {
        bytes.resize(bytes.len().next_multiple_of(4), with);
        bytes
    };
    let (json, data) = (padded(json.into_bytes(), b' '), padded(data.to_vec(), 0));
    let size = |bytes: usize| (bytes as u32).to_le_bytes();
    let head = [&b"glTF\x02\0\0\0"[..], &size(28 + json.len() + data.len())].concat();
    [&head, &size(json.len())[..], b"JSON", &json, &size(data.len()), b"BIN\0", &data].concat()
}
