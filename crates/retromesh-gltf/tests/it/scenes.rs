//! Scenes made by hand, one feature each.
#![allow(
    unreachable_pub,
    dead_code,
    clippy::wildcard_imports,
    clippy::unnecessary_wraps,
    reason = "shared by several test programs"
)]

use glam::{Mat4, Quat, Vec2, Vec3, Vec4};
use retromesh_core::keyframes::{Animation, Channel, Clip, Interpolation, Track};
use retromesh_core::material::*;
use retromesh_core::mesh::*;
use retromesh_core::scene::*;
use retromesh_core::skeleton::Skeleton;
use retromesh_core::space::{Axis, Winding};
use retromesh_core::*;

/// The space of Blitz3D.
pub const LEFT: Space = Space { forward: Axis::PlusZ, winding: Winding::Clockwise, ..Space::GLTF };

/// All scenes by name.
pub fn all() -> Vec<(&'static str, Scene)> {
    vec![
        ("empty", Scene::default()),
        ("triangle", triangle()),
        ("left-handed", left_handed()),
        ("polygons", polygons()),
        ("attributes", attributes()),
        ("materials", materials()),
        ("skinned-root", skinned(true, false)),
        ("skinned-child", skinned(false, false)),
        ("skinned-loose", skinned(false, true)),
        ("crowded-weights", crowded()),
        ("two-trees", two_trees()),
        ("clips", clips()),
        ("interpolations", interpolations()),
        ("morphs", morphs()),
        ("vertex-frames", vertex_frames()),
        ("objects", objects()),
        ("levels", levels()),
        ("matrices", matrices()),
        ("instances", instances()),
        ("loose-vertices", loose_vertices()),
        ("extras", extras()),
        ("ranges", strips([0, 1, 2])),
        ("mixed-parts", strips([1, 0, 2])),
        ("skinned-levels", skinned_levels()),
    ]
}

pub fn at(translation: Vec3) -> Transform {
    Trs { translation, ..Trs::IDENTITY }.into()
}

pub fn placed(mesh: usize) -> Option<Box<MeshInstance>> {
    Some(Box::new(MeshInstance::new(MeshId::new(mesh))))
}

pub fn named(name: &str) -> Node {
    Node { name: name.into(), ..Node::default() }
}

/// Two triangles with normals and coordinates.
pub fn quad() -> Mesh {
    Mesh {
        name: "quad".into(),
        positions: vec![Vec3::ZERO, Vec3::X, Vec3::X + Vec3::Y, Vec3::Y],
        normals: vec![Vec3::Z; 4],
        uv_sets: vec![vec![Vec2::Y, Vec2::ONE, Vec2::X, Vec2::ZERO]],
        parts: vec![Part { faces: Faces::Triangles(vec![[0, 1, 2], [0, 2, 3]]), ..Part::default() }],
        ..Mesh::default()
    }
}

pub fn triangle() -> Scene {
    let mut scene = Scene { meshes: vec![quad()], ..Scene::default() };
    scene.add_node(None, Node { mesh: placed(0), ..named("quad") });
    scene
}

fn left_handed() -> Scene {
    let mut scene = Scene { space: LEFT, ..triangle() };
    let trs = Trs { translation: Vec3::Z, rotation: Quat::from_rotation_y(0.3), scale: Vec3::new(1.0, 2.0, 3.0) };
    scene.nodes[0].transform = trs.into();
    scene
}

fn polygons() -> Scene {
    let mut scene = triangle();
    let faces = Faces::Polygons { starts: vec![0, 4, 7], indices: vec![0, 1, 2, 3, 2, 1, 0] };
    let name = "sides".to_string();
    scene.meshes[0].parts = vec![Part::default(), Part { faces, name, face_flags: vec![5, 5], ..Part::default() }];
    scene
}

fn attributes() -> Scene {
    let mut scene = triangle();
    let mesh = &mut scene.meshes[0];
    mesh.normals = vec![Vec3::ZERO, Vec3::Y * 3.0, Vec3::Z, Vec3::Z];
    mesh.tangents = vec![Vec4::ZERO, Vec4::new(2.0, 0.0, 0.0, -0.5), Vec4::X + Vec4::W, Vec4::X];
    mesh.color_sets = vec![vec![Vec4::new(0.5, 2.0, 0.25, 0.5); 4], vec![Vec4::ONE; 4]];
    mesh.uv_sets.push(vec![Vec2::new(0.5, -3.0); 4]);
    let float = |components, values| AttributeData::Float { components, values };
    mesh.attributes = vec![
        Attribute { name: "_POINT".into(), data: AttributeData::UInt(vec![0, 1, 2, 70_000]) },
        Attribute { name: "_WIDE".into(), data: AttributeData::UInt(vec![0, u32::MAX, 2, 1 << 30]) },
        Attribute { name: "odd".into(), data: float(2, vec![0.5; 8]) },
        Attribute { name: "_COLOR_0".into(), data: float(1, vec![0.25; 4]) },
    ];
    let part = |material| Part { material, faces: Faces::Triangles(vec![[0, 1, 2]]), ..Part::default() };
    mesh.parts = vec![part(None), part(Some(MaterialId(0))), part(Some(MaterialId(1)))];
    let shading = |vertex_alpha| Shading { vertex_colors: true, vertex_alpha, ..Shading::default() };
    let base_color = Vec4::new(0.5, 0.25, 0.125, 1.0);
    scene.materials = vec![
        Material { name: "rgb".into(), base_color, shading: shading(false), ..Material::default() },
        Material { name: "rgba".into(), shading: shading(true), ..Material::default() },
    ];
    scene
}

fn layer(slot: u32, texture: u32, role: TextureRole, uv_set: u32) -> TextureLayer {
    TextureLayer { slot, texture: TextureId(texture), role, blend: LayerBlend::Multiply, uv_set }
}

/// The smallest PNG: one white pixel.
pub const PNG: &[u8] = &[
    0x89, b'P', b'N', b'G', 13, 10, 26, 10, 0, 0, 0, 13, b'I', b'H', b'D', b'R', 0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0,
    0x3a, 0x7e, 0x9b, 0x55, 0, 0, 0, 10, b'I', b'D', b'A', b'T', 0x78, 0x9c, 0x63, 0xf8, 0x0f, 0, 1, 1, 1, 0, 0x1b,
    0xb6, 0xee, 0x56, 0, 0, 0, 0, b'I', b'E', b'N', b'D', 0xae, 0x42, 0x60, 0x82,
];

fn materials() -> Scene {
    let mut scene = triangle();
    let image = |path: &str, data| Image { path: path.into(), uri: None, data };
    let png = ImageData { mime: "image/png".into(), bytes: PNG.to_vec() };
    scene.images = vec![
        image(r"C:\art\white one.png", Some(png.clone())),
        image("missing.bmp", None),
        image("sky.tga", Some(ImageData { mime: "image/x-tga".into(), bytes: vec![0; 20] })),
    ];
    let turned = |scale| UvTransform {
        translation: Vec2::new(0.25, 0.5),
        rotation: std::f32::consts::FRAC_PI_2,
        scale,
        order: UvOrder::RotateFirst,
    };
    scene.textures = vec![
        Texture { name: "white".into(), image: Some(ImageId(0)), ..Texture::default() },
        Texture {
            name: "moved".into(),
            image: Some(ImageId(1)),
            transform: turned(Vec2::new(2.0, 3.0)),
            wrap_u: Wrap::Clamp,
            wrap_v: Wrap::Mirror,
            mipmap: false,
            nearest: true,
            alpha: TextureAlpha::Mask,
            ..Texture::default()
        },
        Texture {
            transform: UvTransform { rotation: 0.5, ..turned(Vec2::new(2.0, 3.0)) },
            image: Some(ImageId(2)),
            ..Texture::default()
        },
        Texture { mapping: Mapping::Sphere, image: Some(ImageId(2)), ..Texture::default() },
        Texture { name: "none".into(), ..Texture::default() },
    ];
    let m = |name: &str| Material { name: name.into(), ..Material::default() };
    scene.materials = vec![
        Material {
            base_color: Vec4::new(1.5, 0.5, 0.25, 0.5),
            alpha_mode: AlphaMode::Blend,
            shininess: 0.25,
            layers: vec![layer(0, 0, TextureRole::Color, 0)],
            ..m("plain")
        },
        Material {
            blend: Blend::Multiply,
            shading: Shading { unlit: true, double_sided: true, flat: true, no_fog: true, ..Shading::default() },
            layers: vec![layer(1, 1, TextureRole::Color, 0), layer(4, 3, TextureRole::Environment, 0)],
            extras: Extras::from([("b3d.fx".to_string(), Extra::Int(29))]),
            ..m("odd")
        },
        Material {
            alpha_mode: AlphaMode::Mask { cutoff: 0.25 },
            ambient: Some(Vec3::splat(0.25)),
            specular: Some(Vec3::splat(0.5)),
            emissive: Vec3::new(0.25, 3.0, 0.0),
            layers: vec![
                layer(0, 4, TextureRole::Lightmap, 1),
                layer(1, 2, TextureRole::Color, 0),
                layer(2, 0, TextureRole::Normal, 0),
                layer(3, 0, TextureRole::Occlusion, 0),
                layer(5, 1, TextureRole::Emissive, 0),
            ],
            ..m("many")
        },
        Material {
            metallic: Some(0.5),
            roughness: Some(0.75),
            layers: vec![layer(0, 0, TextureRole::Color, 3), layer(1, 0, TextureRole::MetallicRoughness, 0)],
            ..m("second set")
        },
    ];
    let part = |i| Part { material: Some(MaterialId(i)), faces: Faces::Triangles(vec![[0, 1, 2]]), ..Part::default() };
    scene.meshes[0].parts = (0..4).map(part).collect();
    scene
}

fn skinned(root: bool, loose: bool) -> Scene {
    let mut scene = Scene { meshes: vec![quad()], ..Scene::default() };
    let instance = || MeshInstance { skeleton: Some(SkeletonId(0)), ..MeshInstance::new(MeshId(0)) };
    let parent = (!root).then(|| scene.add_node(None, Node { transform: at(Vec3::X), ..named("holder") }));
    let mesh_node = scene.add_node(parent, Node { mesh: Some(Box::new(instance())), ..named("body") });
    let hip = scene.add_node(Some(mesh_node), Node { transform: at(Vec3::Y), ..named("hip") });
    let hand = scene.add_node(Some(hip), Node { transform: at(Vec3::Y), ..named("hand") });
    let world = scene.rest_pose().world;
    scene.skeletons.push(Skeleton {
        name: "rig".into(),
        joints: vec![hand, hip],
        inverse_bind: vec![world[hand].inverse() * world[NodeId(0)], world[hip].inverse() * world[NodeId(0)]],
        ..Skeleton::default()
    });
    let mut triples = vec![(0, 0, 1.0), (1, 0, 0.3), (1, 1, 0.7), (2, 1, 0.4), (2, 1, 0.6), (3, 1, 0.999_95)];
    if loose {
        triples.retain(|t| t.0 != 3);
    }
    scene.meshes[0].weights = Weights::from_triples(4, triples.into_iter());
    scene.animations.push(Animation {
        name: "wave".into(),
        first: 1.0,
        last: 9.0,
        ticks_per_second: 24.0,
        looping: true,
        channels: vec![Channel {
            target: hip,
            interpolation: Interpolation::Linear,
            times: vec![1.0, 5.0, 9.0],
            track: Track::Rotation(vec![Quat::IDENTITY, Quat::from_rotation_z(1.0), Quat::IDENTITY]),
        }],
        ..Animation::default()
    });
    scene
}

/// Three quads in a row, each a part; the parts come in this order. The first and the last share a vertex where they are mixed.
fn strips(order: [u32; 3]) -> Scene {
    let mut scene = triangle();
    let mesh = &mut scene.meshes[0];
    let corners = (0..12).map(|i| Vec3::new((i / 4) as f32, (i % 2) as f32, (i % 4 / 2) as f32));
    *mesh = Mesh { positions: corners.collect(), name: "strips".into(), ..Mesh::default() };
    mesh.uv_sets = vec![mesh.positions.iter().map(|p| p.truncate()).collect()];
    let last = if order.is_sorted() { 11 } else { 1 };
    let triangles =
        |quad: u32| vec![[4 * quad, 4 * quad + 1, 4 * quad + 2], [4 * quad + 2, 4 * quad + 1, 4 * quad + 3]];
    let part = |quad: u32| Part { faces: Faces::Triangles(triangles(quad)), ..Part::default() };
    mesh.parts = order.map(part).to_vec();
    mesh.parts.push(Part { faces: Faces::Triangles(vec![[8, 9, last]]), ..Part::default() });
    mesh.selections = vec![Selection { name: "edge".into(), vertices: vec![0, 1, 9], ..Selection::default() }];
    scene
}

/// A level of detail more of a skinned mesh, and a hidden root.
fn skinned_levels() -> Scene {
    let mut scene = skinned(false, false);
    let lod = |level: u32| Some(Lod { role: LodRole::Visual, level, value: level as f32 });
    scene.nodes[0].lod = lod(0);
    let lower = scene.add_node(None, Node { lod: lod(1), ..named("lower") });
    let mesh = scene.nodes[1].mesh.clone();
    scene.add_node(Some(lower), Node { mesh: mesh.clone(), ..named("lower body") });
    scene.meshes.push(quad());
    scene.add_node(None, Node { hidden: true, mesh: placed(1), ..named("not placed") });
    scene.add_node(Some(NodeId(0)), Node { hidden: true, mesh, ..named("hidden body") });
    scene
}

fn crowded() -> Scene {
    let mut scene = skinned(false, false);
    let hip = scene.skeletons[0].joints[1];
    for i in 0..10 {
        let node = scene.add_node(Some(hip), Node { transform: at(Vec3::X * i as f32), ..Node::default() });
        scene.skeletons[0].joints.push(node);
        scene.skeletons[0].inverse_bind.push(Mat4::from_translation(-Vec3::X * i as f32));
    }
    let many = (0..11).map(|joint| (0, joint, 1.0 / 11.0));
    let rest = [(1, 0, 1.0), (2, 1, 0.5), (2, 5, 0.5), (3, 2, 1.0)];
    scene.meshes[0].weights = Weights::from_triples(4, many.chain(rest));
    scene
}

fn two_trees() -> Scene {
    let mut scene = skinned(true, false);
    let other = scene.add_node(None, Node { transform: at(Vec3::Z), ..named("other tree") });
    scene.skeletons[0].joints.push(other);
    scene.skeletons[0].inverse_bind.push(Mat4::IDENTITY);
    scene
}

fn clips() -> Scene {
    let mut scene = skinned(false, false);
    let clip = |name: &str, first, last| Clip { name: name.into(), first, last, looping: false };
    scene.animations[0].clips = vec![clip("a", 2.0, 4.0), clip("b", 5.0, 9.0), clip("late", 20.0, 30.0)];
    let holder = NodeId(0);
    scene.animations[0].channels.push(Channel {
        target: holder,
        interpolation: Interpolation::Step,
        times: vec![3.0, 6.0, 7.5],
        track: Track::Translation(vec![Vec3::X, Vec3::Y, Vec3::Z]),
    });
    scene
}

fn interpolations() -> Scene {
    let mut scene = triangle();
    for i in 0..3 {
        scene.add_node(Some(NodeId(0)), Node { mesh: placed(0), ..named(&format!("n{i}")) });
    }
    let slope = Vec3::new(0.5, 1.0, -0.25);
    let q = |angle| Quat::from_rotation_x(angle);
    let channel =
        |node, interpolation, times: Vec<f32>, track| Channel { target: NodeId(node), interpolation, times, track };
    scene.animations.push(Animation {
        name: "all kinds".into(),
        first: 0.0,
        last: 40.0,
        ticks_per_second: 10.0,
        clips: vec![Clip { name: "cut".into(), first: 3.0, last: 27.0, looping: true }],
        channels: vec![
            channel(1, Interpolation::CubicSpline, vec![0.0, 30.0], {
                Track::Translation(vec![slope, Vec3::ZERO, slope, -slope, Vec3::ONE, slope])
            }),
            channel(2, Interpolation::LinearNormalized, vec![0.0, 10.0, 30.0], {
                Track::Rotation(vec![q(0.0), q(2.5), -q(2.0)])
            }),
            channel(3, Interpolation::Step, vec![0.0, 10.0], Track::Scale(vec![Vec3::ONE, Vec3::splat(2.0)])),
        ],
        ..Animation::default()
    });
    scene
}

fn morphs() -> Scene {
    let mut scene = triangle();
    let target = |name: &str, positions: Vec<Vec3>, weight| MorphTarget {
        name: name.into(),
        positions,
        weight,
        ..MorphTarget::default()
    };
    scene.meshes[0].morph_targets = vec![target("up", vec![Vec3::Y; 4], 0.25), target("nothing", Vec::new(), 0.0)];
    scene.animations.push(Animation {
        name: "bounce".into(),
        last: 10.0,
        ticks_per_second: 10.0,
        channels: vec![Channel {
            target: NodeId(0),
            interpolation: Interpolation::Linear,
            times: vec![0.0, 5.0, 10.0],
            track: Track::Weights { targets: 2, values: vec![0.0, 0.0, 1.0, 0.5, 0.0, 1.0] },
        }],
        ..Animation::default()
    });
    scene
}

fn vertex_frames() -> Scene {
    let mut scene = triangle();
    let frame =
        |time: f32, shift: Vec3| VertexFrame { time, positions: quad().positions.iter().map(|p| *p + shift).collect() };
    scene.meshes[0].vertex_frames =
        vec![frame(0.0, Vec3::ZERO), frame(0.5, Vec3::Y), frame(0.5, Vec3::Z), frame(1.0, Vec3::X)];
    scene
}

fn objects() -> Scene {
    let mut scene = triangle();
    let camera = |projection, near, far| Camera { name: "eye".into(), projection, near, far, extras: Extras::new() };
    let perspective = |vertical_fov, aspect| Projection::Perspective { vertical_fov, aspect };
    scene.cameras = vec![
        camera(perspective(1.0, Some(1.5)), 0.1, Some(100.0)),
        camera(perspective(4.0, None), 0.0, Some(-1.0)),
        camera(Projection::Orthographic { half_width: 2.0, half_height: 0.0 }, 0.5, None),
    ];
    let light = |kind, range| Light {
        name: "lamp".into(),
        kind,
        color: Vec3::new(1.0, 0.5, 2.0),
        intensity: 3.0,
        range,
        extras: Extras::new(),
    };
    scene.lights = vec![
        light(LightKind::Directional, Some(4.0)),
        light(LightKind::Point, Some(10.0)),
        light(LightKind::Spot { inner_angle: 2.0, outer_angle: 1.0 }, None),
    ];
    for i in 0..3 {
        let node = Node { camera: Some(CameraId(i)), light: Some(LightId(i)), ..named("object") };
        scene.add_node(None, node);
    }
    scene.ambient = Some(Vec4::new(0.25, 0.25, 0.5, 1.0));
    scene
}

fn levels() -> Scene {
    let mut scene = Scene { meshes: vec![quad()], ..Scene::default() };
    let lod = |role, value, level| Node { lod: Some(Lod { role, value, level }), mesh: placed(0), ..named("level") };
    scene.add_node(None, lod(LodRole::Visual, 1.0, 0));
    scene.add_node(None, lod(LodRole::Visual, 4.0, 1));
    scene.add_node(None, lod(LodRole::Geometry, 1e13, 2));
    let parent = scene.add_node(None, named("tank"));
    scene.add_node(Some(parent), lod(LodRole::Visual, 2.0, 1));
    scene.add_node(Some(parent), lod(LodRole::Visual, 1.0, 0));
    let proxy = Proxy { path: r"\data\man.p3d".into(), id: 3 };
    scene.add_node(Some(parent), Node { proxy: Some(Box::new(proxy)), hidden: true, ..named("gunner") });
    scene
}

fn matrices() -> Scene {
    let mut scene = triangle();
    let turned = Mat4::from_scale_rotation_translation(Vec3::new(2.0, -1.0, 0.5), Quat::from_rotation_y(0.7), Vec3::X);
    let mut sheared = turned;
    sheared.x_axis.z += 0.75;
    for matrix in [turned, sheared, Mat4::IDENTITY, Mat4::from_scale(Vec3::new(1.0, 0.0, 1.0))] {
        scene.add_node(Some(NodeId(0)), Node { transform: matrix.into(), mesh: placed(0), ..Node::default() });
    }
    scene.animations.push(Animation {
        last: 1.0,
        ticks_per_second: 1.0,
        channels: vec![Channel {
            target: NodeId(1),
            interpolation: Interpolation::Linear,
            times: vec![0.0, 1.0],
            track: Track::Translation(vec![Vec3::ZERO, Vec3::Y]),
        }],
        ..Animation::default()
    });
    scene
}

fn instances() -> Scene {
    let mut scene = triangle();
    let material = |name: &str| Material { name: name.into(), ..Material::default() };
    scene.materials = vec![material("a"), material("b"), material("b")];
    scene.meshes[0].parts[0].material = Some(MaterialId(0));
    for materials in [vec![Some(MaterialId(1))], vec![None], vec![Some(MaterialId(1))]] {
        let instance = MeshInstance { materials, ..MeshInstance::new(MeshId(0)) };
        scene.add_node(None, Node { mesh: Some(Box::new(instance)), ..named("copy") });
    }
    scene
}

fn loose_vertices() -> Scene {
    let mut scene = triangle();
    scene.meshes[0].parts.clear();
    scene.meshes[0].selections = vec![Selection {
        name: "eye point".into(),
        vertices: vec![0, 1, 3],
        weights: vec![0.25, 1.0, 0.5],
        ..Selection::default()
    }];
    scene.meshes.push(Mesh { name: "nothing".into(), ..Mesh::default() });
    scene.add_node(None, Node { mesh: placed(1), ..Node::default() });
    scene
}

fn extras() -> Scene {
    let mut scene = triangle();
    let map = Extras::from([
        ("b3d.raw".to_string(), Extra::Bytes(vec![0, 128, 255])),
        ("b3d.list".to_string(), Extra::List(vec![Extra::Int(1), Extra::Float(0.5), Extra::Text("x".into())])),
        ("nan".to_string(), Extra::Bool(true)),
    ]);
    scene.extras = map.clone();
    scene.nodes[0].extras = map.clone();
    scene.meshes[0].extras = map.clone();
    scene.meshes[0].parts[0].extras = map.clone();
    scene.materials.push(Material { extras: map, ..Material::default() });
    scene
}
