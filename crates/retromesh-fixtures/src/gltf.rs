//! Binary glTF: what no other format of the fixtures can bring into the matrix of conversions.

mod outside;

use crate::Fixture;
use retromesh_testkit::GlbFile;
use serde_json::{Value, json};

pub(super) fn all() -> Vec<Fixture> {
    let file = |name: &str, proves: &'static str, file: GlbFile| Fixture {
        path: format!("gltf/{name}.glb"),
        bytes: file.glb(),
        proves,
    };
    let own = vec![
        file(
            "shapes",
            "two UV and two colour sets, tangents, a custom attribute, two morph targets with moving weights",
            shapes(),
        ),
        file("rigs", "two skins over nodes of their own, and two clips with steps, splines and turns", rigs()),
        file(
            "stage",
            "cameras, lights, a hidden node, levels of detail, a moved texture, extras of all kinds",
            stage(),
        ),
    ];
    own.into_iter().chain(outside::all()).collect()
}

/// A quad of four vertices with everything that a vertex can have.
fn shapes() -> GlbFile {
    let mut file = GlbFile::new();
    let positions = file.floats("VEC3", &[0., 0., 0., 1., 0., 0., 1., 1., 0., 0., 1., 0.]);
    let normals = file.floats("VEC3", &[0., 0., 1.].repeat(4));
    let tangents = file.floats("VEC4", &[1., 0., 0., 1.].repeat(4));
    let uvs = file.floats("VEC2", &[0., 0., 1., 0., 1., 1., 0., 1.]);
    let second_uvs = file.floats("VEC2", &[0.25, 0.25, 0.5, 0.25, 0.5, 0.5, 0.25, 0.5]);
    let colors = file.floats("VEC4", &[1., 0., 0., 1., 0., 1., 0., 1., 0., 0., 1., 0.5, 1., 1., 1., 1.]);
    let second_colors = file.floats("VEC4", &[0.5, 0.5, 0.5, 1.].repeat(4));
    let wetness = file.floats("SCALAR", &[0., 0.25, 0.5, 1.]);
    let lifted = file.floats("VEC3", &[0., 0., 0., 0., 0., 0., 0., 0., 0.5, 0., 0., 0.5]);
    let wide = file.floats("VEC3", &[-0.5, 0., 0., 0.5, 0., 0., 0.5, 0., 0., -0.5, 0., 0.]);
    let indices = file.array("SCALAR", 5123, 6, &[0, 0, 1, 0, 2, 0, 0, 0, 2, 0, 3, 0]);
    let times = file.floats("SCALAR", &[0., 0.5, 1.]);
    let weights = file.floats("SCALAR", &[0., 0., 1., 0., 0., 1.]);
    file.json["materials"] = json!([{"name": "cloth", "pbrMetallicRoughness": {"metallicFactor": 0.0}}]);
    file.json["meshes"] = json!([{
        "name": "cloth",
        "primitives": [{
            "attributes": {
                "POSITION": positions, "NORMAL": normals, "TANGENT": tangents, "TEXCOORD_0": uvs,
                "TEXCOORD_1": second_uvs, "COLOR_0": colors, "COLOR_1": second_colors, "_WETNESS": wetness,
            },
            "indices": indices, "material": 0,
            "targets": [{"POSITION": lifted}, {"POSITION": wide}],
        }],
        "weights": [0.0, 0.0],
        "extras": {"targetNames": ["lifted", "wide"]},
    }]);
    file.json["nodes"] = json!([{"name": "cloth", "mesh": 0}]);
    file.json["scenes"] = json!([{"nodes": [0]}]);
    file.json["animations"] = json!([{
        "name": "flap",
        "samplers": [{"input": times, "output": weights}],
        "channels": [{"sampler": 0, "target": {"node": 0, "path": "weights"}}],
    }]);
    file
}

/// Two strips, each on two joints of its own, and two clips that move both.
fn rigs() -> GlbFile {
    let mut file = GlbFile::new();
    let positions =
        file.floats("VEC3", &[-0.5, 0., 0., 0.5, 0., 0., -0.5, 1., 0., 0.5, 1., 0., -0.5, 2., 0., 0.5, 2., 0.]);
    let normals = file.floats("VEC3", &[0., 0., 1.].repeat(6));
    let joints = [[0u8, 0], [0, 0], [0, 1], [0, 1], [1, 0], [1, 0]];
    let joints: Vec<u8> = joints.iter().flat_map(|[a, b]| [*a, *b, 0, 0]).collect();
    let joints = file.array("VEC4", 5121, 6, &joints);
    let shares = [[1.0f32, 0.], [1., 0.], [0.5, 0.5], [0.5, 0.5], [1., 0.], [1., 0.]];
    let shares: Vec<f32> = shares.iter().flat_map(|[a, b]| [*a, *b, 0., 0.]).collect();
    let weights = file.floats("VEC4", &shares);
    let faces: [u16; 12] = [0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5];
    let faces: Vec<u8> = faces.iter().flat_map(|index| index.to_le_bytes()).collect();
    let indices = file.array("SCALAR", 5123, 12, &faces);
    let bind = |x: f32| {
        let at = |y: f32| [1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1., 0., -x, -y, 0., 1.];
        [at(0.0), at(1.0)].concat()
    };
    let binds = [bind(0.0), bind(0.0)].map(|matrices| file.floats("MAT4", &matrices));
    let times = file.floats("SCALAR", &[0., 0.5, 1.]);
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let turns = file.floats("VEC4", &[0., 0., 0., 1., half, 0., 0., half, 0., 0., 0., 1.]);
    let steps = file.floats("VEC3", &[0., 1., 0., 0., 1.5, 0., 0., 1., 0.]);
    let spline = [
        [0., 0., 0.],
        [0., 0., 0.],
        [0., 0., 1.],
        [0., 0., 1.],
        [0.5, 0., 0.5],
        [0., 0., 0.],
        [0., 0., 0.],
        [0., 0., 0.],
        [0., 0., 0.],
    ];
    let spline = file.floats("VEC3", spline.as_flattened());
    let part = json!({
        "attributes": {"POSITION": positions, "NORMAL": normals, "JOINTS_0": joints, "WEIGHTS_0": weights},
        "indices": indices, "material": 0,
    });
    file.json["materials"] = json!([{
        "name": "rubber", "pbrMetallicRoughness": {"baseColorFactor": [0.5, 0.25, 1.0, 1.0], "metallicFactor": 0.0},
    }]);
    file.json["meshes"] = json!([{"name": "strip", "primitives": [part]}]);
    file.json["skins"] = json!([
        {"name": "left", "joints": [2, 3], "inverseBindMatrices": binds[0]},
        {"name": "right", "joints": [4, 5], "inverseBindMatrices": binds[1]},
    ]);
    file.json["nodes"] = json!([
        {"name": "left", "mesh": 0, "skin": 0},
        {"name": "right", "mesh": 0, "skin": 1},
        {"name": "left hip", "children": [3]},
        {"name": "left knee", "translation": [0.0, 1.0, 0.0]},
        {"name": "right hip", "children": [5], "translation": [4.0, 0.0, 0.0]},
        {"name": "right knee", "translation": [0.0, 1.0, 0.0]},
    ]);
    file.json["scenes"] = json!([{"nodes": [0, 1, 2, 4]}]);
    let channel =
        |sampler: usize, node: usize, path: &str| json!({"sampler": sampler, "target": {"node": node, "path": path}});
    let clip = |name: &str, samplers: Value, channels: Value| json!({"name": name, "samplers": samplers, "channels": channels});
    file.json["animations"] = json!([
        clip(
            "bend",
            json!([{"input": times, "output": turns}]),
            json!([channel(0, 3, "rotation"), channel(0, 5, "rotation")])
        ),
        clip(
            "hop",
            json!([
                {"input": times, "output": steps, "interpolation": "STEP"},
                {"input": times, "output": spline, "interpolation": "CUBICSPLINE"},
            ]),
            json!([channel(0, 3, "translation"), channel(1, 2, "translation")]),
        ),
    ]);
    file
}

/// A lit scene of three levels of detail, looked at by two cameras.
fn stage() -> GlbFile {
    let mut file = GlbFile::triangle();
    let uvs = file.floats("VEC2", &[0., 0., 1., 0., 0., 1.]);
    file.json["meshes"][0]["primitives"][0]["attributes"]["TEXCOORD_0"] = json!(uvs);
    file.json["meshes"][0]["primitives"][0]["material"] = json!(0);
    file.json["images"] = json!([{"uri": "brick.png"}]);
    file.json["samplers"] = json!([{"wrapS": 33071, "wrapT": 10497, "minFilter": 9987, "magFilter": 9729}]);
    file.json["textures"] = json!([{"source": 0, "sampler": 0, "name": "brick"}]);
    let moved = json!({"KHR_texture_transform": {"offset": [0.25, 0.5], "scale": [2.0, 2.0]}});
    file.json["materials"] = json!([{
        "name": "brick",
        "pbrMetallicRoughness": {
            "baseColorFactor": [1.0, 0.5, 0.25, 1.0], "metallicFactor": 0.25, "roughnessFactor": 0.5,
            "baseColorTexture": {"index": 0, "extensions": moved},
        },
        "emissiveFactor": [0.25, 0.0, 0.0], "alphaMode": "MASK", "alphaCutoff": 0.25, "doubleSided": true,
        "extras": {"surface": "stone"},
    }]);
    file.json["cameras"] = json!([
        {"type": "perspective", "perspective": {"yfov": 0.5, "aspectRatio": 1.5, "znear": 0.25, "zfar": 100.0}},
        {"type": "orthographic", "orthographic": {"xmag": 2.0, "ymag": 3.0, "znear": 0.0, "zfar": 9.0}},
    ]);
    file.json["extensionsUsed"] =
        json!(["KHR_texture_transform", "KHR_lights_punctual", "MSFT_lod", "KHR_node_visibility"]);
    file.json["extensions"] = json!({"KHR_lights_punctual": {"lights": [
        {"type": "point", "color": [1.0, 0.5, 0.25], "intensity": 10.0, "range": 5.0},
        {"type": "directional", "color": [1.0, 1.0, 0.5], "intensity": 2.0},
        {"type": "spot", "intensity": 4.0, "range": 8.0, "spot": {"innerConeAngle": 0.25, "outerConeAngle": 0.5}},
    ]}});
    let light = |number: usize| json!({"KHR_lights_punctual": {"light": number}});
    let hidden = json!({"KHR_node_visibility": {"visible": false}});
    file.json["nodes"] = json!([
        {"name": "wall", "mesh": 0, "extensions": {"MSFT_lod": {"ids": [1, 2]}},
            "extras": {"hp": 5, "tags": ["a", 1, true], "raw": {"$bytes": "00ff"}, "box": {"x": 1.5}}},
        {"name": "wall far", "mesh": 0},
        {"name": "wall farther", "mesh": 0},
        {"name": "eye", "camera": 0, "translation": [0.0, 0.0, 5.0]},
        {"name": "plan", "camera": 1, "rotation": [-0.5, 0.5, 0.5, 0.5]},
        {"name": "lamp", "extensions": light(0), "translation": [0.0, 2.0, 0.0]},
        {"name": "sun", "extensions": light(1)},
        {"name": "torch", "extensions": light(2)},
        {"name": "secret", "mesh": 0, "extensions": hidden},
    ]);
    file.json["scenes"] = json!([{"nodes": [0, 3, 4, 5, 6, 7, 8], "extras": {"author": "x"}}]);
    file
}
