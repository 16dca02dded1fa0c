//! BOGLE files as the thirty engine draws them: the reference for what is written for it.
//!
//! Nothing here is shared with the crate of the format or with `Scene::pose`: files of layout L15 are read by a walk of its own, and the
//! maths is written out in double precision in the engine's order. A bone turns first and moves then, in its parent, parents first.

use crate::glb_pose::{Comparison, slerp};
use glam::{DMat4, DQuat, DVec3, Vec3};
use retromesh_core::pose::Pose;
use retromesh_core::{NodeId, Space, Valid};

/// A file that is ready to be posed.
#[derive(Debug)]
pub struct ThirtyFile {
    geometries: Vec<Geometry>,
    collections: Vec<Collection>,
    instances: Vec<Instance>,
    /// From each instance's space to the world's.
    worlds: Vec<DMat4>,
}

#[derive(Debug)]
struct Geometry {
    vertices: Vec<Vertex>,
    indices: Vec<u32>,
}

#[derive(Debug)]
struct Vertex {
    position: DVec3,
    bones: [usize; 3],
    weights: [f64; 3],
}

#[derive(Debug)]
struct Collection {
    matrix: DMat4,
    bones: Vec<Bone>,
    animations: Vec<Animation>,
}

#[derive(Debug)]
struct Bone {
    position: DVec3,
    rotation: DQuat,
    parent: usize,
}

#[derive(Debug)]
struct Animation {
    name: String,
    keys: Vec<Key>,
}

#[derive(Debug)]
struct Key {
    time: f64,
    offset: DVec3,
    turns: Vec<DQuat>,
}

#[derive(Debug)]
struct Instance {
    geometry: usize,
    collection: usize,
    matrix: DMat4,
}

impl ThirtyFile {
    /// Reads a file of layout L15.
    pub fn open(bytes: &[u8]) -> Self {
        let mut walk = Walk { bytes, at: 0 };
        assert_eq!(walk.take(6), b"BOGLE\0");
        let [cameras, geometries, materials, lights, collections, instances] = std::array::from_fn(|_| walk.u32());
        walk.take(16);
        for _ in 0..cameras {
            walk.take(1);
            walk.text();
            walk.take(21);
        }
        let geometries = (0..geometries).map(|_| walk.geometry()).collect();
        for _ in 0..materials {
            walk.take(2);
            walk.text();
            walk.take(16 * 4 + 8 * 4 + 1);
            (0..8).for_each(|_| _ = walk.text());
        }
        for _ in 0..lights {
            walk.take(1);
            walk.text();
            walk.take(9 * 4);
        }
        let collections = (0..collections).map(|_| walk.collection()).collect();
        let instances: Vec<Instance> = (0..instances).map(|_| walk.instance()).collect();
        let parents = parents(&walk.bytes[walk.at..], instances.len());
        let worlds = (0..instances.len()).map(|n| {
            let mut world = instances[n].matrix;
            let mut above = parents[n];
            while let Some(parent) = above {
                world = instances[parent].matrix * world;
                above = parents[parent];
            }
            world
        });
        let worlds = worlds.collect();
        Self { geometries, collections, instances, worlds }
    }

    /// Returns how many bones the largest skeleton has.
    pub fn bones(&self) -> usize {
        self.collections.iter().map(|collection| collection.bones.len()).max().unwrap_or(0)
    }

    /// Returns how long the longest of each collection's playing animations is.
    fn seconds(&self, playing: &[Option<usize>]) -> f64 {
        let last =
            |(collection, clip): (&Collection, &Option<usize>)| Some(collection.animations[(*clip)?].keys.last()?.time);
        self.collections.iter().zip(playing).filter_map(last).fold(0.0, f64::max)
    }

    /// Returns the corners of the triangles of each instance with a geometry, in the order of the file and in Blender's axes. `clip`
    /// is a number in the instance's collection; without one, and where the collection has none of that number, bones are bound.
    fn drawn(&self, n: usize, clip: Option<usize>, seconds: f64) -> Vec<Vec3> {
        let instance = &self.instances[n];
        let geometry = &self.geometries[instance.geometry - 1];
        let bones = instance.collection.checked_sub(1).map(|c| self.collections[c].skin(clip, seconds));
        let corner = |&v: &u32| {
            let vertex = &geometry.vertices[v as usize];
            let sum: f64 = vertex.weights.iter().sum();
            let position = match &bones {
                Some(bones) if sum >= 0.001 => {
                    let moved = |(&bone, weight): (&usize, &f64)| match *weight {
                        0.0 => DVec3::ZERO,
                        weight => bones[bone].transform_point3(vertex.position) * (weight / sum),
                    };
                    vertex.bones.iter().zip(&vertex.weights).map(moved).sum()
                }
                _ => vertex.position,
            };
            self.worlds[n].transform_point3(position).as_vec3()
        };
        geometry.indices.iter().map(corner).collect()
    }
}

impl Collection {
    /// Returns what the shader multiplies the vertices of each bone by.
    fn skin(&self, clip: Option<usize>, seconds: f64) -> Vec<DMat4> {
        let animation = clip.and_then(|clip| self.animations.get(clip)).filter(|animation| animation.keys.len() > 1);
        let (bind, posed) = (self.bones(None), self.bones(animation.map(|animation| animation.at(seconds)).as_ref()));
        posed.iter().zip(bind).map(|(posed, bind)| *posed * bind.inverse()).collect()
    }

    /// Returns each bone in the space of the object.
    fn bones(&self, key: Option<&Key>) -> Vec<DMat4> {
        let root = self.bones.iter().position(|bone| bone.parent == 0);
        let mut all: Vec<DMat4> = Vec::new();
        for (b, bone) in self.bones.iter().enumerate() {
            assert!(bone.parent <= b, "the engine cannot order bone {b} under {}", bone.parent);
            let above = bone.parent.checked_sub(1).map_or(self.matrix, |parent| all[parent]);
            let (turn, offset) = key.map_or((DQuat::IDENTITY, DVec3::ZERO), |key| (key.turns[b], key.offset));
            let offset = if root == Some(b) { offset } else { DVec3::ZERO };
            let (turned, moved) = (DMat4::from_quat(bone.rotation * turn), bone.position + offset);
            all.push(above * turned * DMat4::from_translation(moved));
        }
        all
    }
}

impl Animation {
    /// Returns the mixed key of a moment.
    fn at(&self, seconds: f64) -> Key {
        let next = self.keys.iter().position(|key| key.time > seconds).unwrap_or(self.keys.len() - 1).max(1);
        let (a, b) = (&self.keys[next - 1], &self.keys[next]);
        let share = ((seconds - a.time) / (b.time - a.time)).clamp(0.0, 1.0);
        let turns = a.turns.iter().zip(&b.turns).map(|(a, b)| slerp(*a, *b, share)).collect();
        Key { time: seconds, offset: a.offset.lerp(b.offset, share), turns }
    }
}

/// Returns the parent of each instance by the tree, in its canonical form.
fn parents(tree: &[u8], count: usize) -> Vec<Option<usize>> {
    let mut parents = vec![None; count];
    let (mut open, mut last, mut number): (Vec<usize>, usize, Option<usize>) = (Vec::new(), 0, None);
    for &byte in tree {
        if byte.is_ascii_digit() {
            number = Some(number.unwrap_or(0) * 10 + usize::from(byte - b'0'));
            continue;
        }
        if let Some(number) = number.take() {
            parents[number] = open.last().copied();
            last = number;
        }
        match byte {
            b'{' => open.push(last),
            b'}' => _ = open.pop(),
            _ => break,
        }
    }
    parents
}

struct Walk<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Walk<'a> {
    fn take(&mut self, length: usize) -> &'a [u8] {
        self.at += length;
        &self.bytes[self.at - length..self.at]
    }

    fn u32(&mut self) -> usize {
        u32::from_le_bytes(self.take(4).try_into().unwrap()) as usize
    }

    fn floats<const N: usize>(&mut self) -> [f64; N] {
        std::array::from_fn(|_| f64::from(f32::from_le_bytes(self.take(4).try_into().unwrap())))
    }

    fn text(&mut self) -> String {
        let length = self.u32();
        String::from_utf8_lossy(self.take(length)).into_owned()
    }

    fn geometry(&mut self) -> Geometry {
        self.take(1);
        self.text();
        let (vertices, indices) = (self.u32(), self.u32());
        let vertex = |_| {
            let [x, y, z] = self.floats();
            self.take(11 * 4);
            let bones = self.floats::<3>().map(|bone| bone as usize);
            Vertex { position: DVec3::new(x, y, z), bones, weights: self.floats() }
        };
        let vertices = (0..vertices).map(vertex).collect();
        Geometry { vertices, indices: (0..indices).map(|_| self.u32() as u32).collect() }
    }

    fn collection(&mut self) -> Collection {
        self.take(1);
        self.text();
        let animations = self.u32();
        let matrix = DMat4::from_cols_array(&self.floats());
        let count = self.u32();
        let bone = |_| {
            let (position, rotation) = (DVec3::from(self.floats()), DQuat::from_array(self.floats()));
            Bone { position, rotation, parent: self.u32() }
        };
        let bones = (0..count).map(bone).collect();
        let animation = |_| {
            let (name, keys) = (self.text(), self.u32());
            let key = |_| Key {
                time: self.floats::<1>()[0],
                offset: DVec3::from(self.floats()),
                turns: (0..count).map(|_| DQuat::from_array(self.floats())).collect(),
            };
            Animation { name, keys: (0..keys).map(key).collect() }
        };
        let animations = (0..animations).map(animation).collect();
        Collection { matrix, bones, animations }
    }

    fn instance(&mut self) -> Instance {
        self.text();
        let [_, geometry, _, _, collection] = std::array::from_fn(|_| self.u32());
        Instance { geometry, collection, matrix: DMat4::from_cols_array(&self.floats()) }
    }
}

/// Compares the clips of a scene, at `samples` moments each, with what the engine shows of the file written from it.
///
/// Triangles are compared one by one in their order, corner by corner. Fails with a sentence when they differ in number.
pub fn compare(scene: &Valid<'_>, bytes: &[u8], samples: usize) -> Result<Comparison, String> {
    let scene = scene.in_space(Space::GLTF);
    let file = ThirtyFile::open(bytes);
    let mut comparison = Comparison::default();
    let moments = scene
        .animations
        .iter()
        .flat_map(|timeline| timeline.clips_or_whole().into_iter().map(move |clip| (timeline, clip)));
    // The number of each collection's next clip: those that move none of its bones are not written.
    let mut next = vec![0; file.collections.len()];
    for (timeline, clip) in moments {
        let playing = file.collections.iter().zip(&mut next).map(|(collection, next)| {
            let is_it = collection.animations.get(*next).is_some_and(|animation| animation.name == plain(&clip.name));
            *next += usize::from(is_it);
            is_it.then(|| *next - 1)
        });
        let playing: Vec<Option<usize>> = playing.collect();
        let held = file.seconds(&playing);
        for sample in 0..samples {
            let share = sample as f32 / (samples.max(2) - 1) as f32;
            let tick = clip.first + (clip.last - clip.first) * share;
            // A clip of one moment shows it however long the file plays.
            let seconds = if clip.last > clip.first {
                f64::from(tick - clip.first) / f64::from(timeline.ticks_per_second)
            } else {
                held * f64::from(share)
            };
            compare_pose(&scene, &scene.pose(timeline, tick), &file, &playing, seconds, &mut comparison)
                .map_err(|what| format!("clip {:?} at tick {tick}: {what}", clip.name))?;
        }
    }
    match file.collections.iter().zip(next).find(|(collection, next)| collection.animations.len() != *next) {
        Some((collection, next)) => Err(format!("clip {:?} is not the scene's", collection.animations[next].name)),
        None => Ok(comparison),
    }
}

/// Returns a name as the writer writes it.
fn plain(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii() && !c.is_ascii_control() { c } else { '_' }).collect()
}

fn compare_pose(
    scene: &Valid<'_>,
    pose: &Pose,
    file: &ThirtyFile,
    playing: &[Option<usize>],
    seconds: f64,
    comparison: &mut Comparison,
) -> Result<(), String> {
    let mut instances = (0..file.instances.len()).filter(|&n| file.instances[n].geometry != 0);
    let (mut low, mut high) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
    let mut worst = 0f32;
    for id in scene.depth_first() {
        let Some(instance) = scene[id].mesh.as_deref() else { continue };
        let positions = pose.positions(scene, id);
        let mesh = &scene[instance.mesh];
        let parts = mesh.parts.iter().map(|part| part.faces.triangles(&mesh.positions).into_owned());
        let parts: Vec<Vec<[u32; 3]>> = if mesh.parts.is_empty() { vec![Vec::new()] } else { parts.collect() };
        for triangles in parts {
            let n = instances.next().ok_or_else(|| missing(id))?;
            let clip = file.instances[n].collection.checked_sub(1).and_then(|c| playing[c]);
            let found = file.drawn(n, clip, seconds);
            if found.len() != 3 * triangles.len() {
                return Err(format!("node {}: {} triangles became {}", id.0, triangles.len(), found.len() / 3));
            }
            for (&v, found) in triangles.as_flattened().iter().zip(found) {
                let expected = positions[v as usize];
                (low, high) = (low.min(expected), high.max(expected));
                worst = worst.max(expected.distance(Vec3::new(found.x, found.z, -found.y)));
            }
        }
    }
    let size = (high - low).length();
    comparison.poses += 1;
    if size > 0.0 && size.is_finite() {
        comparison.worst = comparison.worst.max(worst / size);
    }
    instances.next().map_or(Ok(()), |_| Err("more instances than the scene has".to_owned()))
}

fn missing(node: NodeId) -> String {
    format!("node {}: a part without an instance", node.0)
}
