//! The compressed parts of glTF files, inside a small file that is sound but for them.

use crate::import_by_id;

/// Any bytes as a view that meshoptimizer compressed: the first three say how, with how wide rows, and how many.
pub fn meshopt(bytes: &[u8]) -> bool {
    const MODES: [&str; 3] = ["ATTRIBUTES", "TRIANGLES", "INDICES"];
    const FILTERS: [&str; 4] = ["NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL"];
    let Some((&[how, stride, count], data)) = bytes.split_first_chunk::<3>() else { return false };
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
    import_by_id("gltf", &glb(json, data))
}

/// Any bytes as a primitive that Draco compressed; the first three say how many triangles and vertices the file claims, and which
/// attributes besides positions.
pub fn draco(bytes: &[u8]) -> bool {
    const MORE: [(&str, &str, u16); 3] =
        [("TEXCOORD_0", "VEC2", 5126), ("JOINTS_0", "VEC4", 5121), ("_A", "SCALAR", 5126)];
    let Some((&[triangles, count, which], data)) = bytes.split_first_chunk::<3>() else { return false };
    let (corners, size) = (u16::from(triangles) * 3, data.len());
    let (mut attributes, mut packed, mut accessors) = (String::new(), String::new(), String::new());
    for (n, (name, shape, kind)) in MORE.into_iter().enumerate().filter(|(n, _)| which >> n & 1 == 1) {
        attributes += &format!(r#","{name}":{}"#, accessors.matches("count").count() + 2);
        packed += &format!(r#","{name}":{}"#, n + 1);
        accessors += &format!(r#",{{"componentType":{kind},"count":{count},"type":"{shape}"}}"#);
    }
    let json = format!(
        r#"{{"asset":{{"version":"2.0"}},"nodes":[{{"mesh":0}}],"meshes":[{{"primitives":[{{"indices":0,
        "attributes":{{"POSITION":1{attributes}}},"extensions":{{"KHR_draco_mesh_compression":{{"bufferView":0,
            "attributes":{{"POSITION":0{packed}}}}}}}}}]}}],
        "accessors":[{{"componentType":5125,"count":{corners},"type":"SCALAR"}},
            {{"componentType":5126,"count":{count},"type":"VEC3"}}{accessors}],
        "bufferViews":[{{"buffer":0,"byteLength":{size}}}],"buffers":[{{"byteLength":{size}}}]}}"#
    );
    import_by_id("gltf", &glb(json, data))
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
