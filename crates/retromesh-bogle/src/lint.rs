//! What the thirty engine refuses, drops or shows wrong.

use crate::document::{Bone, Collection, Document, GeometryData};
use crate::frame::space;
use crate::import::parents_first;
use crate::layout::Layout;
use crate::parse::after_close;
use crate::swing::{SHADER_BONES, swings};
use crate::tree;
use crate::vertex::{self, BoneNumbers};
use glam::Quat;
use retromesh_core::mesh::Mesh;
use retromesh_core::{CONTRADICTION, Diagnostics};
use retromesh_kit::{Findings, ImportOptions, Lint, Lints, Target, WindingPolicy};

retromesh_kit::rules! {
    NotL15 "bgl-layout" ["thirty"] "the loader reads layout L15 only" => "Convert the file to layout L15 with the target `thirty`.";
    NotL16 "bgl-layout-l16" ["thirty-l16"] "the loader reads layout L16 only" => "Convert the file to layout L16 with the target `thirty-l16`.";
    MissingFile "bgl-missing-geometry" ["thirty-l16"] "the loader stops at a geometry whose file is missing" => "Put the .bgg file into the folder `geometries`.";
    CameraType "bgl-camera-type" ["thirty", "thirty-l16"] "loaders of 2020 and later stop at camera type 1" => "Use camera type 0.";
    NoMainCamera "bgl-no-main-camera" ["thirty", "thirty-l16"] "drawing stops without a main camera" => "Place a camera and give it the main flag.";
    MainCameras "bgl-several-main-cameras" ["thirty", "thirty-l16"] "one of several main cameras is used" => "Give one camera the main flag.";
    NoMaterial "bgl-geometry-without-material" ["thirty", "thirty-l16"] "drawing a geometry without a material crashes" => "Give each instance with a geometry a material.";
    ManyLights "bgl-many-lights" ["thirty", "thirty-l16"] "no more than 20 light instances can be drawn" => "Remove lights.";
    ManyBones "bgl-many-bones" ["thirty", "thirty-l16"] "shaders hold 64 bones" => "Reduce the skeleton to 64 bones.";
    BoneOrder "bgl-bone-order" ["thirty", "thirty-l16"] "the loader forgets bones when a child comes before its parent" => "Rewrite the file: the writer puts parents first.";
    BoneCycle "bgl-bone-cycle" ["thirty", "thirty-l16"] "the loader never ends on bones that are their own ancestors" => "Repair the parents of the bones.";
    IntegerBones "bgl-integer-bones" ["thirty", "thirty-l16"] "bone numbers that are integers count as bone 0" => "Rewrite the file: the writer stores them as floats.";
    BoneRange "bgl-bone-range" ["thirty", "thirty-l16"] "a bone number outside the skeleton reads another bone's matrix" => "Assign the vertices to bones that exist.";
    Winding "bgl-winding" ["thirty", "thirty-l16"] "faces whose winding contradicts their normals are invisible" => "Export with counter-clockwise winding; `--winding auto` turns the faces.";
    TwoNormals "bgl-normal-and-bump" ["thirty", "thirty-l16"] "a material uses a normal map or a bump map, not both" => "Remove one of the two textures.";
    Repeated "bgl-repeated-node" ["thirty", "thirty-l16"] "an instance that the tree names twice is drawn twice" => "Name each instance once.";
    Nested "bgl-recursive-node" ["thirty", "thirty-l16"] "drawing never ends on an instance inside itself" => "Name each instance once.";
    Unplaced "bgl-unplaced-node" ["thirty", "thirty-l16"] "an instance that the tree does not name is never drawn" => "Add it to the tree or remove it.";
    LateStart "bgl-late-first-key" ["thirty", "thirty-l16"] "nothing is posed before the first key" => "Move the keys so that the first is at 0 seconds.";
    FewKeys "bgl-few-keys" ["thirty", "thirty-l16"] "an animation with fewer than two keys shows the bind pose" => "Give the animation two keys.";
    KeyOrder "bgl-key-order" ["thirty", "thirty-l16"] "keys that do not ascend in time are skipped" => "Sort the keys.";
    Swing "bgl-swinging-bone" ["thirty", "thirty-l16"] "a bone that turns takes its own offset around the joint above, where Blender keeps the offset" => "Convert the file: helper bones carry the offsets. `--engine-joints` reads what the engine shows.";
    RootAxes "bgl-root-axes" ["thirty", "thirty-l16"] "a root bone is rotated and off the origin: the exporter writes its place in the skeleton's axes, the engine reads it in the bone's own" => "Read the file with `--root-in-armature-space` if the skeleton is misplaced; a rewrite then puts it right.";
    Fading "bgl-light-fading" ["thirty", "thirty-l16"] "a light whose fading reaches zero shines without bounds there and darkens beyond" => "Export lights with a distance under 31.6 units.";
    BindPoseMismatch "bgl-bind-pose-mismatch" ["thirty", "thirty-l16"] "the first pose of an animation is not the bind pose; the exporter stores the mesh deformed by the current frame" => "Export with the skeleton at rest.";
    NonAscii "bgl-non-ascii-name" ["thirty", "thirty-l16"] "the exporter and its tools know ASCII names only" => "Rename it in ASCII.";
}

/// Counts a rule where it applies.
fn add(found: &mut Findings, rule: Id, applies: bool, path: impl FnOnce() -> String) {
    found.add(rule, usize::from(applies), || (None, path()));
}

impl Lints for Document<'_> {
    fn lint(&self, target: Option<&Target>) -> Vec<Lint> {
        let mut found = Findings::new(RULES);
        add(&mut found, Id::NotL15, self.layout != Layout::L15, String::new);
        add(&mut found, Id::NotL16, self.layout != Layout::L16, String::new);
        if self.layout.has_collections() {
            self.lint_components(&mut found);
            self.lint_instances(&mut found);
            self.lint_tree(&mut found);
            for (n, collection) in self.collections.iter().enumerate() {
                lint_collection(&mut found, n, collection);
            }
        }
        found.of(target)
    }
}

impl Document<'_> {
    fn lint_components(&self, found: &mut Findings) {
        for (n, camera) in self.cameras.iter().enumerate() {
            add(found, Id::CameraType, camera.kind != 0, || format!("CAMERA[{n}]"));
        }
        let main = self.cameras.iter().filter(|camera| camera.main != 0).count();
        add(found, Id::MainCameras, main > 1, String::new);
        let against = self.inconsistent_winding();
        for (n, geometry) in self.geometries.iter().enumerate() {
            let path = || format!("GEOMETRY[{n}]");
            add(found, Id::MissingFile, geometry.data.is_none(), path);
            if let Some(data) = &geometry.data {
                add(found, Id::IntegerBones, BoneNumbers::of(data) == BoneNumbers::Integers, path);
            }
            add(found, Id::Winding, against.get(n) == Some(&true), path);
        }
        for (n, material) in self.materials.iter().enumerate() {
            let [.., normal, bump, _] = &material.textures;
            add(found, Id::TwoNormals, !normal.is_empty() && !bump.is_empty(), || format!("MATERIAL[{n}]"));
        }
        for (n, light) in self.lights.iter().enumerate() {
            add(found, Id::Fading, light.kind != 1 && reaches_zero(light.attenuation), || format!("LIGHT[{n}]"));
        }
        let names = (self.cameras.iter().map(|c| &c.name))
            .chain(self.geometries.iter().map(|g| &g.name))
            .chain(self.materials.iter().flat_map(|m| [&m.name].into_iter().chain(&m.textures)))
            .chain(self.lights.iter().map(|l| &l.name))
            .chain(
                self.collections.iter().flat_map(|c| [&c.name].into_iter().chain(c.animations.iter().map(|a| &a.name))),
            )
            .chain(self.instances.iter().map(|i| &i.name));
        for name in names {
            add(found, Id::NonAscii, !name.bytes().is_ascii(), || name.escaped());
        }
    }

    /// Returns for each geometry whether the winding of faces contradicts its normals: all, or some.
    fn inconsistent_winding(&self) -> Vec<bool> {
        let geometries = Document { instances: Vec::new(), collections: Vec::new(), ..self.clone() };
        let options = ImportOptions::default();
        let mut scene = geometries.to_scene_with(&options, &mut Diagnostics::new()).unwrap_or_default();
        let space = space(self.layout);
        let against = |mesh: &mut Mesh| {
            retromesh_kit::import::winding::settle(mesh, &space, WindingPolicy::Keep, |_| true).is_some()
                || mesh.normal_agreement(&space).is_some_and(|agreement| agreement < CONTRADICTION)
        };
        scene.meshes.iter_mut().map(against).collect()
    }

    fn lint_instances(&self, found: &mut Findings) {
        let mut main_placed = false;
        for (n, instance) in self.instances.iter().enumerate() {
            let path = || format!("INSTANCE[{n}]");
            let camera = instance.camera.checked_sub(1).and_then(|c| self.cameras.get(c as usize));
            main_placed |= camera.is_some_and(|camera| camera.main != 0);
            add(found, Id::NoMaterial, instance.geometry != 0 && instance.material == 0, path);
            let geometry = instance.geometry.checked_sub(1).and_then(|g| self.geometries.get(g as usize));
            let collection = instance.collection.checked_sub(1).and_then(|c| self.collections.get(c as usize));
            if let (Some(data), Some(collection)) = (geometry.and_then(|g| g.data.as_ref()), collection) {
                add(found, Id::BoneRange, has_stray_bone(data, collection.bones.len()), path);
            }
        }
        add(found, Id::NoMainCamera, !main_placed, String::new);
        let lights = self.instances.iter().filter(|instance| instance.light != 0).count();
        add(found, Id::ManyLights, lights > 20, String::new);
    }

    fn lint_tree(&self, found: &mut Findings) {
        let count = self.instances.len();
        let tree = tree::read(self.tree.bytes(), count, after_close(self.layout)).unwrap_or_default();
        for &n in &tree.repeated {
            add(found, Id::Repeated, true, || format!("INSTANCE[{n}]"));
        }
        add(found, Id::Nested, tree.nested, || "TREE".to_owned());
        for (n, _) in tree.placed.iter().enumerate().filter(|&(_, placed)| !placed) {
            add(found, Id::Unplaced, true, || format!("INSTANCE[{n}]"));
        }
    }
}

/// Returns whether `c + l d + q d^2` is zero or less at some distance.
fn reaches_zero([c, l, q]: [f32; 3]) -> bool {
    let lowest = -l / (2.0 * q);
    if q > 0.0 && lowest > 0.0 {
        c + lowest * (l + q * lowest) <= 0.0
    } else {
        c < 0.0 || l < 0.0 || q < 0.0 || c + l + q == 0.0
    }
}

fn has_stray_bone(data: &GeometryData<'_>, bones: usize) -> bool {
    let numbers = BoneNumbers::of(data);
    let words = data.vertices.column::<[u32; 3]>(vertex::BONES).flatten();
    let weights = data.vertices.column::<[f32; 3]>(vertex::WEIGHTS).flatten();
    words.zip(weights).any(|(word, weight)| weight != 0.0 && numbers.number(word).is_none_or(|b| b as usize >= bones))
}

fn lint_collection(found: &mut Findings, n: usize, collection: &Collection<'_>) {
    let path = || format!("COLLECTION[{n}]");
    let bones = collection.bones.to_vec();
    add(found, Id::ManyBones, bones.len() > SHADER_BONES, path);
    let (_, loose) = parents_first(&bones);
    add(found, Id::BoneCycle, loose > 0, path);
    let child_first = bones.iter().enumerate().any(|(b, bone)| bone.parent as usize > b);
    add(found, Id::BoneOrder, child_first && loose == 0, path);
    let misplaced = |bone: &Bone| {
        let turned = Quat::from_array(bone.rotation).w.abs() < 0.9999;
        bone.parent == 0 && turned && bone.position.iter().any(|x| x.abs() > 1e-4)
    };
    let swinging = swings(&bones, &collection.animations).iter().filter(|swing| **swing > 0.0).count();
    found.add(Id::Swing, swinging, || (None, path()));
    add(found, Id::RootAxes, bones.iter().any(misplaced), path);
    for (a, animation) in collection.animations.iter().enumerate() {
        let path = || format!("COLLECTION[{n}] > ANIMATION[{a}]");
        let times: Vec<f32> = animation.keys.column(0).collect();
        add(found, Id::FewKeys, times.len() < 2, path);
        add(found, Id::LateStart, times.first().is_some_and(|&time| time > 0.0), path);
        add(found, Id::KeyOrder, !times.is_sorted_by(|a, b| a < b), path);
        let mismatch = (0..bones.len()).any(|b| {
            let key = animation.keys.get::<[f32; 4]>(0, 16 + 16 * b).map(Quat::from_array);
            key.is_some_and(|q| q.w.abs() < 0.9999 * q.length())
        });
        add(found, Id::BindPoseMismatch, mismatch, path);
    }
}
