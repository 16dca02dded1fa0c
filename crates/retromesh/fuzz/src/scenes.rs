//! Small scenes from bytes: every choice is a byte, and the bytes that are missing are zeros.

use glam::{Quat, Vec2, Vec3, Vec4};
use retromesh::keyframes::{Animation, Channel, Interpolation, Track};
use retromesh::material::Material;
use retromesh::mesh::{Faces, Mesh, Part};
use retromesh::scene::{MeshInstance, Node, Trs};
use retromesh::{MaterialId, MeshId, NodeId};
use retromesh::{Scene, Space};

/// The bytes that are left.
pub(crate) struct Choices<'a>(&'a [u8]);

impl<'a> Choices<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    fn byte(&mut self) -> u8 {
        let (first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        *first
    }

    /// Returns a number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::from(self.byte()) % end
    }

    fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// Returns a number from -32 to 31.75 that even half floats hold exactly.
    fn number(&mut self) -> f32 {
        f32::from(self.byte() as i8) / 4.0
    }

    fn vector(&mut self) -> Vec3 {
        Vec3::new(self.number(), self.number(), self.number())
    }

    fn share(&mut self) -> f32 {
        f32::from(self.byte()) / 255.0
    }

    fn rotation(&mut self) -> Quat {
        let [x, y, z, w] = [self.number(), self.number(), self.number(), self.number()];
        let length = (x * x + y * y + z * z + w * w).sqrt();
        if length == 0.0 { Quat::IDENTITY } else { Quat::from_xyzw(x, y, z, w) / length }
    }

    fn name(&mut self) -> String {
        let names = ["", "a", "b", "a b", "Körper", "line\nbreak", "../up", "\u{1b}[31m", "#", "a\0b", "日本"];
        names[self.below(names.len())].to_owned()
    }
}

/// Builds a sound scene of a few nodes, meshes, materials and keys.
pub(crate) fn scene(choices: &mut Choices<'_>) -> Scene {
    let mut scene = Scene { space: Space::GLTF, ..Scene::default() };
    for _ in 0..choices.below(4) {
        let base_color = Vec4::new(choices.share(), choices.share(), choices.share(), 1.0);
        scene.materials.push(Material { name: choices.name(), base_color, ..Material::default() });
    }
    for _ in 0..=choices.below(2) {
        let mesh = mesh(choices, scene.materials.len());
        scene.meshes.push(mesh);
    }
    for i in 0..=choices.below(5) {
        let parent = (i > 0 && choices.flag()).then(|| NodeId::new(choices.below(i)));
        let scale = [Vec3::ONE, Vec3::splat(2.0), Vec3::new(1.0, 0.5, 4.0), Vec3::new(-1.0, 1.0, 1.0)];
        let (translation, rotation) = (choices.vector(), choices.rotation());
        // Uneven scales under turned children are shear, which not every format has; they stay at the end of a branch.
        let scale = scale[if parent.is_none() { choices.below(2) } else { 0 }];
        let mut node = Node { name: choices.name(), ..Node::default() };
        node.transform = Trs { translation, rotation, scale }.into();
        node.mesh = choices.flag().then(|| Box::new(MeshInstance::new(MeshId::new(choices.below(scene.meshes.len())))));
        scene.add_node(parent, node);
    }
    if choices.flag() {
        let animation = animation(choices, scene.nodes.len());
        scene.animations.extend(animation);
    }
    scene
}

fn mesh(choices: &mut Choices<'_>, materials: usize) -> Mesh {
    let count = 3 + choices.below(10);
    let mut mesh = Mesh { name: choices.name(), ..Mesh::default() };
    mesh.positions = (0..count).map(|_| choices.vector()).collect();
    if choices.flag() {
        mesh.normals = (0..count).map(|_| choices.vector().try_normalize().unwrap_or(Vec3::Y)).collect();
    }
    if choices.flag() {
        mesh.uv_sets.push((0..count).map(|_| Vec2::new(choices.share(), choices.share())).collect());
    }
    if choices.flag() {
        let color = |c: &mut Choices<'_>| Vec4::new(c.share(), c.share(), c.share(), 1.0);
        mesh.color_sets.push((0..count).map(|_| color(choices)).collect());
    }
    for _ in 0..=choices.below(2) {
        let material = (materials > 0 && choices.flag()).then(|| MaterialId::new(choices.below(materials)));
        let triangles = (0..choices.below(8)).map(|_| [(); 3].map(|()| choices.below(count) as u32)).collect();
        mesh.parts.push(Part { material, faces: Faces::Triangles(triangles), ..Part::default() });
    }
    mesh
}

fn animation(choices: &mut Choices<'_>, nodes: usize) -> Option<Animation> {
    let mut channels = Vec::new();
    for node in 0..nodes {
        for kind in 0..2 {
            let mut times = Vec::new();
            let mut tick = 0.0;
            for _ in 0..choices.below(5) {
                times.push(tick);
                tick += 1.0 + choices.below(6) as f32;
            }
            if times.is_empty() {
                continue;
            }
            let track = match kind {
                0 => Track::Translation(times.iter().map(|_| choices.vector()).collect()),
                _ => Track::Rotation(times.iter().map(|_| choices.rotation()).collect()),
            };
            channels.push(Channel { target: NodeId::new(node), interpolation: Interpolation::Linear, times, track });
        }
    }
    let last = channels.iter().filter_map(|channel| channel.times.last()).fold(0.0, |a: f32, &b| a.max(b));
    let animation = Animation { name: choices.name(), last, ticks_per_second: 25.0, channels, ..Animation::default() };
    (!animation.channels.is_empty()).then_some(animation)
}
