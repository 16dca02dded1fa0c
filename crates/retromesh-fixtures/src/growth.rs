//! Small files that ask for very large outputs, or for the same work again and again.

use crate::Fixture;
use crate::assembler::Assembler;
use retromesh_testkit::GlbFile;
use serde_json::{Value, json};

pub(super) fn all() -> Vec<Fixture> {
    let file =
        |name: &str, proves: &'static str, bytes: Vec<u8>| Fixture { path: format!("growth/{name}"), bytes, proves };
    vec![
        file("splines-far.glb", "a spline of few keys over two million seconds", splines(1, 12, 1e5, 1e-5)),
        file("splines-steep.glb", "the same with slopes that swing far out between the keys", splines(1, 12, 1e5, 1.0)),
        file("splines-many.glb", "300 nodes that follow a spline over hours", splines(300, 16, 7000.0, 1.0)),
        file("keys-far.bo3d", "two turned keys two thousand million frames apart", super::bo3d::keys_far()),
        file("clips.glb", "300 animations of 250 bones that each move one of them", clips(300, 250, 250)),
        file("instances.glb", "1000 nodes that place one mesh of 600 triangles", instances(1000, 600)),
        file("shared-skin.glb", "800 meshes that share a skin of 400 joints", shared_skin(800, 400)),
        file("used-skin.glb", "the same, with a vertex on each joint", used_skin(800, 400)),
        file("objects.obj", "8000 objects without names", objects(8000)),
        file("one-image.b3d", "800 textures that name one image", one_image("wide.gif", 800)),
        file("wide.gif", "the image of one-image.b3d: a million pixels of one colour", gif(1024)),
        file("huge-image.b3d", "a texture that names an image of 67 million pixels", one_image("huge.gif", 1)),
        file("huge.gif", "the image of huge-image.b3d: 67 million pixels of one colour", gif(8192)),
        file("huge.bmp", "a head that says 67 million pixels, and nothing else", bmp_head(8192)),
        file(
            "shared-accessor.glb",
            "100 primitives that share 300,000 vertices which nothing stores",
            shared_accessor(100, 300_000),
        ),
        file("unstored.glb", "3 million vertices which nothing stores", shared_accessor(1, 3_000_000)),
        file(
            "placed-parts.gltf",
            "1800 nodes that place a mesh of 700 parts which nothing stores",
            placed_parts(700, 1800),
        ),
        file(
            "placed-often.glb",
            "one node that places a triangle at 200,000 places which nothing stores",
            placed_often(),
        ),
        file("groups.obj", "6000 faces, each in a group of its own", groups(6000)),
        file("selections.glb", "2000 selections of one vertex each of 99,999 that nothing stores", selections(2000)),
        file("materials.gltf", "30,000 materials of two letters each", empty("materials", 30_000)),
        file("nodes.gltf", "29,900 nodes of two letters each", empty("nodes", 29_900)),
        file("scenes.gltf", "29,900 scenes of two letters each", empty("scenes", 29_900)),
        file("images.gltf", "29,900 images of two letters each", empty("images", 29_900)),
        file("animations.gltf", "29,900 animations of two letters each", empty("animations", 29_900)),
        file("flat-image.b3d", "a texture that names an image of 33 million pixels", one_image("flat.gif", 1)),
        file("flat.gif", "the image of flat-image.b3d: 33 million pixels of one colour", gif(5792)),
    ]
}

/// Numbers that look like none in particular, from -1 to 1.
fn noise(count: usize) -> Vec<f32> {
    let step = |state: &mut u32| {
        *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        Some((*state >> 8) as f32 / 8_388_608.0 - 1.0)
    };
    std::iter::repeat_n((), count).scan(7u32, |state, ()| step(state)).collect()
}

fn times(count: usize, step: f32) -> Vec<f32> {
    (0..count).map(|key| key as f32 * step).collect()
}

/// A triangle with nodes of the given number, all of which place it.
fn placed(file: &mut GlbFile, nodes: usize) {
    let positions = file.floats("VEC3", &[0., 0., 0., 1., 0., 0., 0., 1., 0.]);
    file.json["meshes"] = json!([{"primitives": [{"attributes": {"POSITION": positions}}]}]);
    file.json["nodes"] = vec![json!({"mesh": 0}); nodes].into();
    file.json["scenes"] = json!([{"nodes": (0..nodes).collect::<Vec<_>>()}]);
}

/// Nodes that follow a spline whose slopes are up to `slope`.
fn splines(nodes: usize, keys: usize, step: f32, slope: f32) -> Vec<u8> {
    let mut file = GlbFile::new();
    placed(&mut file, nodes);
    let input = file.floats("SCALAR", &times(keys, step));
    let mut values = noise(9 * keys);
    // Of each key the first and the last three numbers are slopes.
    values
        .chunks_mut(3)
        .enumerate()
        .filter(|(n, _)| n % 3 != 1)
        .for_each(|(_, s)| s.iter_mut().for_each(|x| *x *= slope));
    let output = file.floats("VEC3", &values);
    let channel = |node: usize| json!({"sampler": 0, "target": {"node": node, "path": "translation"}});
    file.json["animations"] = json!([{
        "samplers": [{"input": input, "output": output, "interpolation": "CUBICSPLINE"}],
        "channels": (0..nodes).map(channel).collect::<Value>(),
    }]);
    file.glb()
}

fn clips(clips: usize, bones: usize, keys: usize) -> Vec<u8> {
    let mut file = GlbFile::new();
    let positions = file.floats("VEC3", &[0., 0., 0., 1., 0., 0., 0., 1., 0.]);
    let joints = file.array("VEC4", 5121, 3, &[0; 12]);
    let weights = file.floats("VEC4", &[1., 0., 0., 0.].repeat(3));
    let input = file.floats("SCALAR", &times(keys, 1.0 / 30.0));
    let turn = |key: usize| [0.0, 0.0, (key as f32 * 0.35).sin(), (key as f32 * 0.35).cos()];
    let output = file.floats("VEC4", &(0..keys).flat_map(turn).collect::<Vec<f32>>());
    let chain = |bone: usize| if bone < bones { json!({"children": [bone + 1]}) } else { json!({}) };
    file.json["meshes"] =
        json!([{"primitives": [{"attributes": {"POSITION": positions, "JOINTS_0": joints, "WEIGHTS_0": weights}}]}]);
    file.json["nodes"] = std::iter::once(json!({"mesh": 0, "skin": 0})).chain((1..=bones).map(chain)).collect();
    file.json["skins"] = json!([{"joints": (1..=bones).collect::<Vec<_>>()}]);
    file.json["scenes"] = json!([{"nodes": [0, 1]}]);
    let animation = |clip: usize| {
        json!({
            "name": format!("c{clip}"),
            "samplers": [{"input": input, "output": output}],
            "channels": [{"sampler": 0, "target": {"node": 1 + clip % bones, "path": "rotation"}}],
        })
    };
    file.json["animations"] = (0..clips).map(animation).collect();
    file.glb()
}

fn instances(nodes: usize, triangles: usize) -> Vec<u8> {
    let mut file = GlbFile::new();
    placed(&mut file, nodes);
    let positions = file.floats("VEC3", &noise(9 * triangles));
    file.json["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = positions.into();
    file.glb()
}

fn shared_accessor(primitives: usize, vertices: usize) -> Vec<u8> {
    let mut file = GlbFile::new();
    placed(&mut file, 1);
    file.json["accessors"] = json!([{"componentType": 5126, "count": vertices, "type": "VEC3"}]);
    file.json["meshes"] = json!([{"primitives": vec![json!({"attributes": {"POSITION": 0}}); primitives]}]);
    file.glb()
}

fn placed_parts(parts: usize, nodes: usize) -> Vec<u8> {
    let json = json!({
        "asset": {"version": "2.0"},
        "scenes": [{"nodes": (0..nodes).collect::<Vec<_>>()}],
        "accessors": [{"componentType": 5126, "count": 3, "type": "VEC3"}],
        "meshes": [{"primitives": vec![json!({"attributes": {"POSITION": 0}}); parts]}],
        "nodes": vec![json!({"mesh": 0}); nodes],
    });
    json.to_string().into_bytes()
}

fn placed_often() -> Vec<u8> {
    let mut file = GlbFile::new();
    placed(&mut file, 1);
    let accessors = file.json["accessors"].as_array_mut();
    let number = accessors.map_or(0, |accessors| {
        accessors.push(json!({"componentType": 5126, "count": 200_000, "type": "VEC3"}));
        accessors.len() - 1
    });
    let places = json!({"EXT_mesh_gpu_instancing": {"attributes": {"TRANSLATION": number}}});
    file.json["extensionsUsed"] = json!(["EXT_mesh_gpu_instancing"]);
    file.json["nodes"] = json!([{"mesh": 0, "extensions": places}]);
    file.glb()
}

fn groups(count: usize) -> Vec<u8> {
    let faces: Vec<String> = (0..count).map(|group| format!("g {group}\nf 1 1 1\n")).collect();
    let faces = faces.concat();
    format!("v 0 0 0\n{faces}").into_bytes()
}

/// A file of objects without fields.
fn empty(key: &str, count: usize) -> Vec<u8> {
    format!(r#"{{"asset":{{"version":"2.0"}},"{key}":[{}]}}"#, vec!["{}"; count].join(",")).into_bytes()
}

/// Selections as GLB files of ours keep them: the print is that of vertices at zero.
fn selections(count: usize) -> Vec<u8> {
    let mut file = GlbFile::new();
    placed(&mut file, 1);
    let selection = |vertex: usize| json!({"name": format!("s{vertex}"), "vertices": [vertex, 1]});
    let own = json!({"vertexPrint": "0".repeat(16), "selections": (0..count).map(selection).collect::<Value>()});
    file.json["accessors"] = json!([{"componentType": 5126, "count": 99_999, "type": "VEC3"}]);
    file.json["meshes"] = json!([{"primitives": [{"attributes": {"POSITION": 0}}], "extras": {"retromesh": own}}]);
    file.glb()
}

fn shared_skin(meshes: usize, bones: usize) -> Vec<u8> {
    let mut file = GlbFile::new();
    placed(&mut file, meshes);
    let joints = file.array("VEC4", 5121, 3, &[0, 1, 2, 0].repeat(3));
    let weights = file.floats("VEC4", &[0.5, 0.25, 0.25, 0.].repeat(3));
    skinned(file, [joints, weights], meshes, bones)
}

fn used_skin(meshes: usize, bones: usize) -> Vec<u8> {
    let mut file = GlbFile::new();
    placed(&mut file, meshes);
    let vertices = bones.next_multiple_of(3);
    let numbers = (0..vertices).flat_map(|v| [v.min(bones - 1) as u16, 0, 0, 0]).flat_map(u16::to_le_bytes);
    let joints = file.array("VEC4", 5123, vertices, &numbers.collect::<Vec<u8>>());
    let weights = file.floats("VEC4", &[1., 0., 0., 0.].repeat(vertices));
    let positions = file.floats("VEC3", &noise(3 * vertices));
    file.json["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = positions.into();
    skinned(file, [joints, weights], meshes, bones)
}

/// Binds the nodes that place the mesh to one chain of bones.
fn skinned(mut file: GlbFile, [joints, weights]: [usize; 2], meshes: usize, bones: usize) -> Vec<u8> {
    let attributes = &mut file.json["meshes"][0]["primitives"][0]["attributes"];
    (attributes["JOINTS_0"], attributes["WEIGHTS_0"]) = (joints.into(), weights.into());
    let chain = |bone: usize| {
        let next = meshes + bone + 1;
        if bone + 1 < bones { json!({"children": [next], "translation": [0, 0.1, 0]}) } else { json!({}) }
    };
    let nodes = vec![json!({"mesh": 0, "skin": 0}); meshes].into_iter().chain((0..bones).map(chain));
    file.json["nodes"] = nodes.collect();
    file.json["skins"] = json!([{"joints": (meshes..meshes + bones).collect::<Vec<_>>()}]);
    file.json["scenes"] = json!([{"nodes": (0..=meshes).collect::<Vec<_>>()}]);
    file.glb()
}

fn objects(count: usize) -> Vec<u8> {
    format!("v 0 0 0\nv 1 0 0\nv 0 1 0\n{}", "o\nf 1 2 3\n".repeat(count)).into_bytes()
}

/// A triangle whose brushes name textures of one file.
fn one_image(name: &str, count: i32) -> Vec<u8> {
    Assembler::build(|a| {
        a.chunk(b"BB3D", |a| {
            a.i32(1);
            a.chunk(b"TEXS", |a| {
                for _ in 0..count {
                    a.text(name.as_bytes());
                    a.i32s(&[1, 2]);
                    a.f32s(&[0., 0., 1., 1., 0.]);
                }
            });
            a.chunk(b"BRUS", |a| {
                a.i32(1);
                for texture in 0..count {
                    a.text(b"");
                    a.f32s(&[1., 1., 1., 1., 0.]);
                    a.i32s(&[1, 0, texture]);
                }
            });
            a.chunk(b"NODE", |a| {
                a.text(b"wide");
                a.f32s(&[0., 0., 0., 1., 1., 1., 1., 0., 0., 0.]);
                a.chunk(b"MESH", |a| {
                    a.i32(-1);
                    a.chunk(b"VRTS", |a| {
                        a.i32s(&[0, 1, 2]);
                        a.f32s(&[0., 0., 0., 0., 0., 1., 0., 0., 1., 0., 0., 1., 0., 0., 1.]);
                    });
                    for texture in 0..count {
                        a.chunk(b"TRIS", |a| a.i32s(&[texture, 0, 1, 2]));
                    }
                });
            });
        });
    })
}

/// The head of a bitmap.
fn bmp_head(side: i32) -> Vec<u8> {
    Assembler::build(|a| {
        a.raw(b"BM");
        a.i32s(&[54, 0, 54, 40, side, side]);
        a.raw(&[1, 0, 24, 0]);
        a.i32s(&[0; 6]);
    })
}

/// A square of one colour: each code of the dictionary is one pixel longer than the one before.
fn gif(side: u16) -> Vec<u8> {
    let (mut bits, mut held, mut packed) = (0u32, 0u32, Vec::new());
    let mut put = |code: u32, width: u32| {
        bits |= code << held;
        held += width;
        while held >= 8 {
            packed.push(bits as u8);
            (bits, held) = (bits >> 8, held - 8);
        }
    };
    // Two colours: codes 0 and 1, then "clear" and "end".
    let (clear, end) = (4, 5);
    let mut left = usize::from(side) * usize::from(side);
    put(clear, 3);
    put(0, 3);
    left -= 1;
    let (mut next, mut run, mut width) = (6, 2, 3);
    while left >= run && next < 4095 {
        put(next, width);
        left -= run;
        (next, run) = (next + 1, run + 1);
        width = width.max(32 - u32::leading_zeros(next));
    }
    // What is left is shorter than the longest code.
    while left > 0 {
        let length = left.min(run - 1);
        put(if length == 1 { 0 } else { 4 + length as u32 }, width);
        left -= length;
        next += 1;
        width = width.max(32 - u32::leading_zeros(next)).min(12);
    }
    put(end, width);
    put(0, 8);
    Assembler::build(|a| {
        a.raw(b"GIF89a");
        a.raw(&side.to_le_bytes());
        a.raw(&side.to_le_bytes());
        a.raw(&[0x80, 0, 0, 0x40, 0x80, 0xff, 0, 0, 0]);
        a.raw(&[0x2c, 0, 0, 0, 0]);
        a.raw(&side.to_le_bytes());
        a.raw(&side.to_le_bytes());
        a.raw(&[0, 2]);
        for block in packed.chunks(255) {
            a.raw(&[block.len() as u8]);
            a.raw(block);
        }
        a.raw(&[0, 0x3b]);
    })
}
