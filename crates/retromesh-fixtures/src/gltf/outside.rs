//! Files as other programs write them: of their own, and again of what this project wrote.

use crate::Fixture;
use retromesh_testkit::GlbFile;
use serde_json::{Value, json};

pub(super) fn all() -> Vec<Fixture> {
    let file = |name: &str, proves: &'static str, file: GlbFile| Fixture {
        path: format!("gltf/outside/{name}.glb"),
        bytes: file.glb(),
        proves,
    };
    vec![
        file(
            "layers-sorted-anew",
            "texture layers in extras, after a tool sorted, dropped and exchanged textures",
            layers_sorted_anew(),
        ),
        file(
            "lists-sorted-anew",
            "selections, flags, frames and places in extras, after a tool sorted vertices, dropped a node and moved others",
            lists_sorted_anew(),
        ),
        file(
            "bare-beside-shaded",
            "a primitive with neither normals nor texture coordinates next to one that has both",
            bare_next_to_shaded(),
        ),
        file(
            "transforms-of-users",
            "one texture that two materials move in two ways and a third does not move",
            transforms_of_users(),
        ),
        file(
            "strengths",
            "a scaled normal map, weak occlusion, an emissive texture under a black factor, and light brighter than white",
            strengths(),
        ),
        file("compressed-views", "vertices and triangles packed by meshoptimizer", compressed_views()),
        file("draco-edgebreaker", "three triangles packed by Draco along their edges", draco(&EDGEBREAKER)),
        file("draco-sequential", "three triangles packed by Draco one after another", draco(&SEQUENTIAL)),
        file("specular-glossiness", "a material of the older kind, with both of its textures", specular_glossiness()),
        file("instances", "one node that shows its mesh in three places", instances()),
        file("webp", "a texture whose only image is WebP", webp()),
        file("ktx2", "a texture whose only image is KTX2", ktx2()),
        file(
            "kept-extensions",
            "extensions of materials that nothing reads, variants, and one that nobody knows",
            kept_extensions(),
        ),
        file("lines", "a strip of lines with a material, next to a triangle over the same vertices", lines()),
        file("weighted-shapes", "morph targets that shape the mesh before anything moves", weighted_shapes()),
        file(
            "bent-rest",
            "a skin whose joint rests turned away from the pose that it is bound in, without a key",
            deformed_rest(),
        ),
        file(
            "two-scenes",
            "two named scenes, the second to be shown, extras of the asset and of the file",
            two_scenes(),
        ),
        file("odd-keys", "a spline of one key, and keys before the first second", unusual_keys()),
        file("wide-cone", "a spot light as wide as light can be", wide_cone()),
        file("uv-set-missing", "a texture on a third UV map that the mesh does not have", uv_set_missing()),
        file("broken-image", "an image that is a PNG by its name only", broken_image()),
        Fixture {
            path: "gltf/outside/whole-floats.gltf".to_owned(),
            bytes: WHOLE_FLOATS.as_bytes().to_vec(),
            proves: "integers written as floats, a link with percent-escapes, a buffer that nothing uses and that is not there",
        },
    ]
}

/// One triangle; its positions are the bytes 0 to 35 but for what makes floats of them.
const WHOLE_FLOATS: &str = r#"{
  "asset": {"version": "2.0"}, "scene": 0.0, "scenes": [{"nodes": [0.0]}], "nodes": [{"mesh": 0e0}],
  "meshes": [{"primitives": [{"attributes": {"POSITION": 0.0}, "mode": 4.0}], "extras": {"weight": 2.0}}],
  "accessors": [{"bufferView": 0.0, "componentType": 5126.0, "count": 0.3e1, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 0]}],
  "bufferViews": [{"buffer": 0, "byteLength": 36.0}],
  "buffers": [
    {"byteLength": 36, "uri": "data:application/octet-stream,%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00"},
    {"byteLength": 1e3}
  ]
}
"#;

/// A triangle with two coordinate sets and a primitive for each material.
fn painted(materials: &Value) -> GlbFile {
    let mut file = GlbFile::triangle();
    let sets = [[0., 0., 1., 0., 0., 1.], [0.5, 0.5, 1., 0.5, 0.5, 1.]].map(|set| file.floats("VEC2", &set));
    let mut primitive = file.json["meshes"][0]["primitives"][0].clone();
    for (set, accessor) in sets.iter().enumerate() {
        primitive["attributes"][format!("TEXCOORD_{set}")] = json!(accessor);
    }
    let count = materials.as_array().map_or(0, Vec::len);
    let primitives = (0..count).map(|material| {
        let mut primitive = primitive.clone();
        primitive["material"] = json!(material);
        primitive
    });
    file.json["meshes"][0]["primitives"] = primitives.collect();
    file.json["materials"] = materials.clone();
    file
}

/// What a b3d file of three brushes became, after a tool that keeps the extras of scenes and of some materials only.
fn layers_sorted_anew() -> GlbFile {
    let layer = |slot: usize, role: &str, blend: &str, set: usize, image: &str| json!({"slot": slot, "role": role, "blend": blend, "uvSet": set, "image": image});
    let placed = |mut layer: Value, slot: &str| {
        layer["in"] = json!(slot);
        layer
    };
    let material = |name: &str, color: usize, layers: Value| {
        json!({
            "name": name,
            "pbrMetallicRoughness": {"baseColorTexture": {"index": color}, "metallicFactor": 0.0},
            "extras": {"retromesh": {"legacy": true, "layers": layers}},
        })
    };
    let mut wall = material(
        "wall",
        2,
        json!([
            placed(layer(0, "lightmap", "multiply", 1, "C:\\maps\\light.png"), "occlusionTexture"),
            placed(layer(1, "color", "multiply", 0, "brick.png"), "baseColorTexture"),
        ]),
    );
    wall["occlusionTexture"] = json!({"index": 0, "texCoord": 1});
    wall["extras"]["retromesh"]["layers"][1]["texture"] = json!({"alpha": "mask", "extras": {"b3d.flags": 5}});
    let floor = material(
        "floor",
        1,
        json!([
            placed(layer(0, "color", "multiply", 0, "brick.png"), "baseColorTexture"),
            layer(1, "color", "add", 0, "gone.png"),
        ]),
    );
    let mut file = painted(&json!([wall, floor, {"name": "door"}]));
    file.json["asset"]["generator"] = json!("a tool");
    file.json["images"] = json!([{"name": "light", "uri": "light.png"}, {"uri": "wood.png"}, {"uri": "brick.png"}]);
    file.json["textures"] = json!([{"source": 0}, {"source": 1}, {"source": 2}]);
    file.json["scenes"][0]["extras"] = json!({"retromesh": {"version": 1, "layered": 3}});
    file
}

/// What was made of a skinned mesh by a tool that keeps extras: nothing in them fits any more but the keys of nodes and the names of materials.
fn lists_sorted_anew() -> GlbFile {
    let own = |own: Value| json!({"retromesh": own});
    let mut file = GlbFile::triangle();
    let joints = file.array("VEC4", 5121, 3, &[0; 12]);
    let weights = file.floats("VEC4", &[1., 0., 0., 0.].repeat(3));
    let bind = file.floats("MAT4", &[1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1.]);
    let deltas = file.floats("VEC3", &[0.; 9]);
    let mesh = &mut file.json["meshes"][0];
    mesh["primitives"][0]["attributes"]["JOINTS_0"] = json!(joints);
    mesh["primitives"][0]["attributes"]["WEIGHTS_0"] = json!(weights);
    mesh["primitives"][0]["targets"] = json!([{"POSITION": deltas}]);
    mesh["primitives"][0]["extras"] = own(json!({"faceFlags": [5, 1], "facePrint": "0123456789abcdef"}));
    mesh["extras"] = own(json!({
        "selections": [{"name": "hand", "vertices": [0, 2]}], "vertexPrint": "0123456789abcdef",
        "vertexFrames": [1.0], "flaggedFaces": 1,
        "emptyParts": [{"part": 1, "name": "none", "material": {"name": "blue", "number": 0, "of": 3}}],
    }));
    mesh["extras"]["targetNames"] = json!(["smile"]);
    file.json["materials"] = json!([{"name": "red"}, {"name": "blue"}]);
    let slanted = [1., 0., 0., 0., 1., 1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1.];
    file.json["nodes"] = json!([
        {"name": "body", "extras": own(json!({"key": 1}))},
        {"name": "body", "translation": [9., 0., 0.], "extensions": {"KHR_lights_punctual": {"light": 0}}, "extras": own(json!({"matrix": slanted}))},
        {"name": "bone"},
        {"name": "body", "mesh": 0, "skin": 0, "extras": own(json!({"added": "skinned-mesh", "node": 1}))},
    ]);
    file.json["skins"] = json!([{"joints": [2], "inverseBindMatrices": bind}]);
    file.json["extensionsUsed"] = json!(["KHR_lights_punctual"]);
    let light =
        json!({"type": "point", "color": [0., 1., 0.], "extras": own(json!({"color": [2., 1., 1.], "intensity": 1.}))});
    file.json["extensions"] = json!({"KHR_lights_punctual": {"lights": [light]}});
    file.json["scenes"] = json!([{"nodes": [0, 1, 2, 3], "extras": own(json!({"version": 1}))}]);
    file
}

fn bare_next_to_shaded() -> GlbFile {
    let mut file = GlbFile::triangle();
    let normals = file.floats("VEC3", &[0., -1., 0.].repeat(3));
    let uvs = file.floats("VEC2", &[0., 0., 1., 0., 0., 1.]);
    let deformed = file.floats("VEC3", &[0., 0., 0., 1., 0., 0., 0., 1., 0., 0., 0., -1.]);
    let indices = file.array("SCALAR", 5123, 6, &[0, 0, 1, 0, 2, 0, 0, 0, 2, 0, 3, 0]);
    let primitives = &mut file.json["meshes"][0]["primitives"];
    primitives[0]["attributes"]["NORMAL"] = json!(normals);
    primitives[0]["attributes"]["TEXCOORD_0"] = json!(uvs);
    let bare = json!({"attributes": {"POSITION": deformed}, "indices": indices});
    primitives.as_array_mut().into_iter().for_each(|list| list.push(bare.clone()));
    file
}

fn transforms_of_users() -> GlbFile {
    let material =
        |extension: Value| json!({"pbrMetallicRoughness": {"metallicFactor": 0.0, "baseColorTexture": extension}});
    let moved = |scale: f32| json!({"index": 0, "extensions": {"KHR_texture_transform": {"scale": [scale, scale]}}});
    let mut file = painted(&json!([material(json!({"index": 0})), material(moved(2.0)), material(moved(3.0))]));
    file.json["images"] = json!([{"uri": "brick.png"}]);
    file.json["textures"] = json!([{"source": 0}]);
    file.json["extensionsUsed"] = json!(["KHR_texture_transform"]);
    file
}

fn uv_set_missing() -> GlbFile {
    let mut file = painted(&json!([{"occlusionTexture": {"index": 0, "texCoord": 2}}]));
    file.json["images"] = json!([{"uri": "light.png"}]);
    file.json["textures"] = json!([{"source": 0}]);
    file
}

fn strengths() -> GlbFile {
    let mut file = painted(&json!([
        {
            "normalTexture": {"index": 0, "scale": 0.5},
            "occlusionTexture": {"index": 0, "strength": 0.25},
            "emissiveTexture": {"index": 0},
        },
        {"emissiveFactor": [1.0, 0.5, 0.0], "extensions": {"KHR_materials_emissive_strength": {"emissiveStrength": 4.0}}},
    ]));
    file.json["images"] = json!([{"uri": "brick.png"}]);
    file.json["textures"] = json!([{"source": 0}]);
    file.json["extensionsUsed"] = json!(["KHR_materials_emissive_strength"]);
    file.json["samplers"] = json!([{"name": "sharp", "minFilter": 9985, "magFilter": 9729}]);
    file.json["textures"][0]["sampler"] = json!(0);
    file
}

/// Each byte of a vertex as differences of eight bits, and one triangle of three new corners.
fn compressed_views() -> GlbFile {
    let positions = [0f32, 0., 0., 1., 0., 0., 0., 1., 0.];
    let bytes: Vec<u8> = positions.iter().flat_map(|x| x.to_le_bytes()).collect();
    let mut packed = vec![0xa0];
    for k in 0..12 {
        packed.push(3);
        let mut last = 0u8;
        let deltas = (0..3).map(|v| {
            let value = bytes[v * 12 + k];
            let delta = value.wrapping_sub(std::mem::replace(&mut last, value)) as i8;
            (delta << 1 ^ delta >> 7) as u8
        });
        packed.extend(deltas.chain(std::iter::repeat_n(0, 13)));
    }
    packed.extend([0; 32]);
    let mut triangle = vec![0xe0, 0xf0];
    triangle.extend([0; 16]);
    let mut file = GlbFile::triangle();
    file.bin.clear();
    file.json["bufferViews"] = json!([]);
    let views = [(packed, 12, "ATTRIBUTES", 3), (triangle, 2, "TRIANGLES", 3)];
    let mut at = 0;
    for (data, stride, mode, count) in views {
        let view = file.view(&data);
        let place = file.json["bufferViews"][view].take();
        let length = stride * count;
        file.json["bufferViews"][view] = json!({
            "buffer": 1, "byteOffset": at, "byteLength": length,
            "extensions": {"EXT_meshopt_compression": {
                "buffer": 0, "byteOffset": place["byteOffset"], "byteLength": place["byteLength"],
                "byteStride": stride, "mode": mode, "count": count,
            }},
        });
        at += length;
    }
    file.json["bufferViews"][0]["byteStride"] = json!(12);
    file.json["buffers"] = json!([
        {"byteLength": file.bin.len()},
        {"byteLength": at, "extensions": {"EXT_meshopt_compression": {"fallback": true}}},
    ]);
    file.json["extensionsUsed"] = json!(["EXT_meshopt_compression"]);
    file.json["extensionsRequired"] = json!(["EXT_meshopt_compression"]);
    file
}

/// A square of two triangles, two by one, with a roof, positions in 11 bits and texture coordinates in 10, by the encoder of the format's authors
/// (`MESH_EDGEBREAKER_ENCODING`).
const EDGEBREAKER: [u8; 146] = [
    0x44, 0x52, 0x41, 0x43, 0x4f, 0x02, 0x02, 0x01, 0x01, 0x00, 0x00, 0x00, 0x05, 0x03, 0x01, 0x03, 0x00, 0x00, 0x02,
    0xdf, 0x00, 0xff, 0x01, 0x11, 0xff, 0x01, 0x22, 0x02, 0xff, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00, 0x09, 0x03,
    0x00, 0x00, 0x02, 0x01, 0x03, 0x09, 0x02, 0x00, 0x01, 0x02, 0x01, 0x01, 0x01, 0x00, 0x0c, 0x03, 0x99, 0x19, 0x23,
    0x69, 0x26, 0x03, 0xac, 0x0c, 0x87, 0x00, 0xf8, 0x3f, 0x00, 0xd2, 0x7f, 0xff, 0x03, 0xa0, 0xff, 0x01, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0xff, 0x07, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x40, 0x0b, 0x01, 0x01, 0x01, 0x00, 0x0b, 0x03, 0x99, 0x19, 0x1f, 0x69, 0x26, 0x03,
    0xac, 0x0c, 0x87, 0x00, 0xfc, 0x5f, 0xff, 0xfe, 0xf7, 0x1f, 0x00, 0x00, 0x00, 0x00, 0x00, 0xff, 0x03, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x80, 0x3f, 0x0a,
];

/// A square of two triangles, two by one, with a roof, positions in 11 bits and texture coordinates in 10, by the encoder of the format's authors
/// (`MESH_SEQUENTIAL_ENCODING`).
const SEQUENTIAL: [u8; 133] = [
    0x44, 0x52, 0x41, 0x43, 0x4f, 0x02, 0x02, 0x01, 0x00, 0x00, 0x00, 0x03, 0x05, 0x01, 0x00, 0x01, 0x02, 0x00, 0x02,
    0x03, 0x03, 0x02, 0x04, 0x01, 0x02, 0x00, 0x09, 0x03, 0x00, 0x00, 0x03, 0x09, 0x02, 0x00, 0x01, 0x02, 0x02, 0x00,
    0x01, 0x01, 0x00, 0x0c, 0x03, 0x99, 0x19, 0xcd, 0x0c, 0x1f, 0x9d, 0x19, 0x03, 0xa4, 0xf4, 0xb0, 0x08, 0x00, 0xfe,
    0x0f, 0x00, 0xe1, 0xff, 0xfe, 0x07, 0x00, 0x00, 0x00, 0x00, 0x00, 0xff, 0x07, 0x00, 0x00, 0x00, 0x01, 0x01, 0x00,
    0x0b, 0x03, 0x99, 0x19, 0xcd, 0x0c, 0x1b, 0x9d, 0x19, 0x03, 0xa4, 0xf4, 0xb0, 0x04, 0xc0, 0xff, 0xf2, 0xbf, 0xff,
    0x00, 0x00, 0x00, 0x00, 0xff, 0x03, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x40, 0x0b, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x80, 0x3f, 0x0a,
];

/// One primitive whose arrays are all in a stream.
fn draco(stream: &[u8]) -> GlbFile {
    let mut file = GlbFile::triangle();
    file.bin.clear();
    file.json["bufferViews"] = json!([]);
    let view = file.view(stream);
    file.json["accessors"] = json!([
        {"componentType": 5126, "type": "VEC3", "count": 5, "min": [0, 0, 0], "max": [2, 2, 0]},
        {"componentType": 5126, "type": "VEC2", "count": 5},
        {"componentType": 5123, "type": "SCALAR", "count": 9},
    ]);
    file.json["meshes"][0]["primitives"] = json!([{
        "attributes": {"POSITION": 0, "TEXCOORD_0": 1}, "indices": 2,
        "extensions": {"KHR_draco_mesh_compression": {
            "bufferView": view, "attributes": {"POSITION": 0, "TEXCOORD_0": 1},
        }},
    }]);
    file.json["extensionsUsed"] = json!(["KHR_draco_mesh_compression"]);
    file.json["extensionsRequired"] = json!(["KHR_draco_mesh_compression"]);
    file
}

fn specular_glossiness() -> GlbFile {
    let mut file = painted(&json!([{"extensions": {"KHR_materials_pbrSpecularGlossiness": {
        "diffuseFactor": [0.5, 0.25, 1.0, 1.0], "specularFactor": [0.5, 0.5, 0.25], "glossinessFactor": 0.25,
        "diffuseTexture": {"index": 0}, "specularGlossinessTexture": {"index": 1},
    }}}]));
    file.json["images"] = json!([{"uri": "diffuse.png"}, {"uri": "gloss.png"}]);
    file.json["textures"] = json!([{"source": 0}, {"source": 1}]);
    file.json["extensionsUsed"] = json!(["KHR_materials_pbrSpecularGlossiness"]);
    file
}

fn instances() -> GlbFile {
    let mut file = GlbFile::triangle();
    let places = file.floats("VEC3", &[0., 0., 0., 2., 0., 0., 0., 3., 0.]);
    let scales = file.floats("VEC3", &[1., 1., 1., 2., 2., 2., 1., 1., 0.5]);
    // A quarter turn about z as normalised words.
    let turns = [[0i16, 0, 0, 32767], [0, 0, 23170, 23170], [0, 0, 0, 32767]];
    let turns: Vec<u8> = turns.as_flattened().iter().flat_map(|x| x.to_le_bytes()).collect();
    let turns = file.array("VEC4", 5122, 3, &turns);
    file.json["accessors"][turns]["normalized"] = json!(true);
    file.json["nodes"][0]["name"] = json!("tree");
    file.json["nodes"][0]["translation"] = json!([0.0, 0.0, 1.0]);
    file.json["nodes"][0]["extensions"] = json!({"EXT_mesh_gpu_instancing": {
        "attributes": {"TRANSLATION": places, "ROTATION": turns, "SCALE": scales},
    }});
    file.json["extensionsUsed"] = json!(["EXT_mesh_gpu_instancing"]);
    file.json["extensionsRequired"] = json!(["EXT_mesh_gpu_instancing"]);
    file
}

/// A lossless WebP of one pixel.
const WEBP: &[u8] = b"RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0\x2f\0\0\0\x10\x07\x10\x11\x11\x88\x88\xfe\x07\0";

fn webp() -> GlbFile {
    let mut file = painted(&json!([{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}]));
    let view = file.view(WEBP);
    file.json["images"] = json!([{"bufferView": view, "mimeType": "image/webp", "name": "leaf"}]);
    file.json["textures"] = json!([{"extensions": {"EXT_texture_webp": {"source": 0}}}]);
    file.json["extensionsUsed"] = json!(["EXT_texture_webp"]);
    file.json["extensionsRequired"] = json!(["EXT_texture_webp"]);
    file
}

/// Nothing but the signature and a header of zeros: nobody here decodes it.
fn ktx2() -> GlbFile {
    let mut file = painted(&json!([{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}]));
    let mut image = b"\xabKTX 20\xbb\r\n\x1a\n".to_vec();
    image.resize(80, 0);
    let view = file.view(&image);
    file.json["images"] = json!([{"name": "skin", "mimeType": "image/ktx2", "bufferView": view}]);
    file.json["textures"] = json!([{"extensions": {"KHR_texture_basisu": {"source": 0}}}]);
    file.json["extensionsUsed"] = json!(["KHR_texture_basisu"]);
    file.json["extensionsRequired"] = json!(["KHR_texture_basisu"]);
    file
}

fn kept_extensions() -> GlbFile {
    let mut file = painted(&json!([
        {"extensions": {
            "KHR_materials_clearcoat": {"clearcoatFactor": 0.5, "clearcoatTexture": {"index": 0}},
            "KHR_materials_transmission": {"transmissionFactor": 0.25},
            "KHR_materials_specular": {"specularFactor": 0.5},
            "ACME_glitter": {"amount": 3},
            "MSFT_lod": {"ids": [1]},
        }},
        {"name": "other"},
    ]));
    file.json["images"] = json!([{"uri": "coat.png"}]);
    file.json["textures"] = json!([{"source": 0}]);
    file.json["extensions"] = json!({"KHR_materials_variants": {"variants": [{"name": "red"}, {"name": "blue"}]}});
    file.json["meshes"][0]["primitives"][0]["extensions"] =
        json!({"KHR_materials_variants": {"mappings": [{"material": 1, "variants": [1]}]}});
    file.json["extensionsUsed"] = json!([
        "KHR_materials_clearcoat",
        "KHR_materials_specular",
        "KHR_materials_transmission",
        "KHR_materials_variants",
        "ACME_glitter",
        "MSFT_lod",
    ]);
    file
}

fn lines() -> GlbFile {
    let mut file =
        painted(&json!([{"name": "red", "pbrMetallicRoughness": {"baseColorFactor": [1.0, 0.0, 0.0, 1.0]}}]));
    let strip = file.array("SCALAR", 5123, 3, &[0, 0, 1, 0, 2, 0]);
    let mut primitive = file.json["meshes"][0]["primitives"][0].clone();
    primitive["indices"] = json!(strip);
    primitive["mode"] = json!(3);
    let primitives = file.json["meshes"][0]["primitives"].as_array().cloned().unwrap_or_default();
    file.json["meshes"][0]["primitives"] = primitives.into_iter().chain([primitive]).collect();
    file
}

fn weighted_shapes() -> GlbFile {
    let mut file = GlbFile::triangle();
    let up = file.floats("VEC3", &[0., 0., 2., 0., 0., 0., 0., 0., 0.]);
    let wide = file.floats("VEC3", &[0., 0., 0., 4., 0., 0., 0., 0., 0.]);
    file.json["meshes"][0]["primitives"][0]["targets"] = json!([{"POSITION": up}, {"POSITION": wide}]);
    file.json["meshes"][0]["weights"] = json!([0.5, 0.25]);
    file
}

fn deformed_rest() -> GlbFile {
    let mut file = GlbFile::new();
    let positions = file.floats("VEC3", &[-0.5, 0., 0., 0.5, 0., 0., 0., 1., 0., 0., 2., 0.]);
    let indices = file.array("SCALAR", 5123, 6, &[0, 0, 1, 0, 2, 0, 2, 0, 1, 0, 3, 0]);
    let joints = file.array("VEC4", 5121, 4, &[0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0]);
    let weights = file.floats("VEC4", &[1., 0., 0., 0., 1., 0., 0., 0., 0.5, 0.5, 0., 0., 0., 1., 0., 0.]);
    let at = |y: f32| [1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1., 0., 0., -y, 0., 1.];
    let binds = file.floats("MAT4", &[at(0.0), at(1.0)].concat());
    file.json["meshes"] = json!([{"primitives": [{
        "attributes": {"POSITION": positions, "JOINTS_0": joints, "WEIGHTS_0": weights}, "indices": indices,
    }]}]);
    file.json["skins"] = json!([{"joints": [1, 2], "inverseBindMatrices": binds}]);
    let half = std::f32::consts::FRAC_1_SQRT_2;
    file.json["nodes"] = json!([
        {"name": "body", "mesh": 0, "skin": 0},
        {"name": "hip", "children": [2]},
        {"name": "knee", "translation": [0.0, 1.0, 0.0], "rotation": [0.0, 0.0, half, half]},
    ]);
    file.json["scenes"] = json!([{"nodes": [0, 1]}]);
    file
}

fn two_scenes() -> GlbFile {
    let mut file = GlbFile::triangle();
    file.json["nodes"] = json!([{"name": "day", "mesh": 0}, {"name": "night", "mesh": 0}, {"name": "both", "mesh": 0}]);
    file.json["scenes"] = json!([
        {"name": "at day", "nodes": [0, 2], "extras": {"sky": "blue"}},
        {"name": "at night", "nodes": [1, 2], "extras": {"sky": "black"}},
    ]);
    file.json["scene"] = json!(1);
    file.json["asset"]["extras"] = json!({"author": "x"});
    file.json["extras"] = json!({"of": "file"});
    file
}

fn unusual_keys() -> GlbFile {
    let mut file = GlbFile::triangle();
    let one = file.floats("SCALAR", &[0.5]);
    let spline = file.floats("VEC3", &[9., 9., 9., 1., 2., 3., 9., 9., 9.]);
    let times = file.floats("SCALAR", &[-0.5, 0.5]);
    let scales = file.floats("VEC3", &[1., 1., 1., 2., 2., 2.]);
    file.json["animations"] = json!([{
        "samplers": [
            {"input": one, "output": spline, "interpolation": "CUBICSPLINE"},
            {"input": times, "output": scales},
        ],
        "channels": [
            {"sampler": 0, "target": {"node": 0, "path": "translation"}},
            {"sampler": 1, "target": {"node": 0, "path": "scale"}},
        ],
    }]);
    file
}

fn wide_cone() -> GlbFile {
    let mut file = GlbFile::triangle();
    file.json["extensions"] = json!({"KHR_lights_punctual": {"lights": [
        {"type": "spot", "spot": {"outerConeAngle": std::f64::consts::FRAC_PI_2}},
    ]}});
    file.json["nodes"] = json!([{"mesh": 0}, {"name": "lamp", "extensions": {"KHR_lights_punctual": {"light": 0}}}]);
    file.json["scenes"][0]["nodes"] = json!([0, 1]);
    file.json["extensionsUsed"] = json!(["KHR_lights_punctual"]);
    file
}

fn broken_image() -> GlbFile {
    let mut file = painted(&json!([{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}]));
    let view = file.view(b"\x89PNG\r\n\x1a\n and no more");
    file.json["images"] = json!([{"bufferView": view, "mimeType": "image/png", "name": "torn"}]);
    file.json["textures"] = json!([{"source": 0}]);
    file
}
