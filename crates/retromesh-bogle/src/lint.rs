//! What the thirty engine refuses, drops or shows wrong.

use crate::document::{Bone, Collection, Document, GeometryData};
use crate::frame::space;
use crate::import::parents_first;
use crate::layout::Layout;
use crate::parse::after_close;
use crate::tree;
use crate::vertex::{self, BoneNumbers};
use glam::Quat;
use retromesh_core::{CONTRADICTION, Diagnostics, ImportOptions, Lint, Rule};

const BOTH: &[&str] = &["thirty", "thirty-l16"];

macro_rules! rules {
    ($($name:ident $id:literal $targets:expr, $summary:literal => $advice:literal;)*) => {
        $(const $name: &Rule = &Rule { id: $id, targets: $targets, summary: $summary, advice: $advice };)*
        /// All rules of the format.
        pub(crate) const RULES: &[Rule] = &[$(Rule { id: $id, targets: $targets, summary: $summary, advice: $advice }),*];
    };
}

rules! {
    NOT_L15 "bgl-layout" &["thirty"], "the loader reads layout L15 only" => "Convert the file to layout L15 with the target `thirty`.";
    NOT_L16 "bgl-layout-l16" &["thirty-l16"], "the loader reads layout L16 only" => "Convert the file to layout L16 with the target `thirty-l16`.";
    MISSING_FILE "bgl-missing-geometry" &["thirty-l16"], "the loader stops at a geometry whose file is missing" => "Put the .bgg file into the folder `geometries`.";
    CAMERA_TYPE "bgl-camera-type" BOTH, "loaders of 2020 and later stop at camera type 1" => "Use camera type 0.";
    NO_MAIN_CAMERA "bgl-no-main-camera" BOTH, "drawing stops without a main camera" => "Place a camera and give it the main flag.";
    MAIN_CAMERAS "bgl-several-main-cameras" BOTH, "one of several main cameras is used" => "Give one camera the main flag.";
    NO_MATERIAL "bgl-geometry-without-material" BOTH, "drawing a geometry without a material crashes" => "Give each instance with a geometry a material.";
    MANY_LIGHTS "bgl-many-lights" BOTH, "no more than 20 light instances can be drawn" => "Remove lights.";
    MANY_BONES "bgl-many-bones" BOTH, "shaders hold 64 bones" => "Reduce the skeleton to 64 bones.";
    BONE_ORDER "bgl-bone-order" BOTH, "the loader forgets bones when a child stands before its parent" => "Rewrite the file: the writer puts parents first.";
    BONE_CYCLE "bgl-bone-cycle" BOTH, "the loader never ends on bones that are their own ancestors" => "Mend the parents of the bones.";
    INTEGER_BONES "bgl-integer-bones" BOTH, "bone numbers that are integers count as bone 0" => "Rewrite the file: the writer stores them as floats.";
    BONE_RANGE "bgl-bone-range" BOTH, "a bone number outside the skeleton reads another bone's matrix" => "Assign the vertices to bones that exist.";
    WINDING "bgl-winding" BOTH, "faces wound against their normals are invisible" => "Export with counter-clockwise winding.";
    TWO_NORMALS "bgl-normal-and-bump" BOTH, "a material uses a normal map or a bump map, not both" => "Remove one of the two textures.";
    REPEATED "bgl-repeated-node" BOTH, "an instance that the tree names twice is drawn twice" => "Name each instance once.";
    NESTED "bgl-recursive-node" BOTH, "drawing never ends on an instance inside itself" => "Name each instance once.";
    UNPLACED "bgl-unplaced-node" BOTH, "an instance that the tree does not name is never drawn" => "Add it to the tree or remove it.";
    LATE_START "bgl-late-first-key" BOTH, "nothing is posed before the first key" => "Move the keys so that the first is at 0 seconds.";
    FEW_KEYS "bgl-few-keys" BOTH, "an animation with fewer than two keys shows the bind pose" => "Give the animation two keys.";
    KEY_ORDER "bgl-key-order" BOTH, "keys that do not ascend in time are skipped" => "Sort the keys.";
    ROOT_AXES "bgl-root-axes" BOTH, "a root bone is rotated and off the origin: the exporter writes its place in the skeleton's axes, the engine reads it in the bone's own" => "Read the file with `--root-in-armature-space` if the skeleton is misplaced; a rewrite then puts it right.";
    FADING "bgl-light-fading" BOTH, "a light whose fading reaches zero shines without bounds there and darkens beyond" => "Export lights with a distance under 31.6 units.";
    BENT_BIND "bgl-bent-bind-pose" BOTH, "the first pose of an animation is not the bind pose; the exporter stores the mesh as bent in the current frame" => "Export with the skeleton at rest.";
    NON_ASCII "bgl-non-ascii-name" BOTH, "the exporter and its tools know ASCII names only" => "Rename it in ASCII.";
}

/// Collects what rules find, one entry a rule.
struct Findings<'a> {
    target: &'a str,
    lints: Vec<Lint>,
}

impl Findings<'_> {
    fn add(&mut self, rule: &'static Rule, applies: bool, path: impl FnOnce() -> String) {
        if !applies || !rule.targets.contains(&self.target) {
            return;
        }
        match self.lints.iter_mut().find(|lint| lint.rule.id == rule.id) {
            Some(lint) => lint.count += 1,
            None => self.lints.push(Lint { rule, count: 1, offset: None, path: path() }),
        }
    }
}

impl Document<'_> {
    /// Lists what the engine behind a target (`thirty`, `thirty-l16`) refuses, drops or shows wrong.
    pub fn lint(&self, target: &str) -> Vec<Lint> {
        let mut found = Findings { target, lints: Vec::new() };
        found.add(NOT_L15, self.layout != Layout::L15, String::new);
        found.add(NOT_L16, self.layout != Layout::L16, String::new);
        if self.layout.has_collections() {
            self.lint_components(&mut found);
            self.lint_instances(&mut found);
            self.lint_tree(&mut found);
            for (n, collection) in self.collections.iter().enumerate() {
                lint_collection(&mut found, n, collection);
            }
        }
        found.lints
    }

    fn lint_components(&self, found: &mut Findings<'_>) {
        for (n, camera) in self.cameras.iter().enumerate() {
            found.add(CAMERA_TYPE, camera.kind != 0, || format!("CAMERA[{n}]"));
        }
        let main = self.cameras.iter().filter(|camera| camera.main != 0).count();
        found.add(MAIN_CAMERAS, main > 1, String::new);
        let agreements = self.agreements();
        for (n, geometry) in self.geometries.iter().enumerate() {
            let path = || format!("GEOMETRY[{n}]");
            found.add(MISSING_FILE, geometry.data.is_none(), path);
            if let Some(data) = &geometry.data {
                found.add(INTEGER_BONES, BoneNumbers::of(data) == BoneNumbers::Integers, path);
            }
            let against = agreements.get(n).copied().flatten().is_some_and(|agreement| agreement < CONTRADICTION);
            found.add(WINDING, against, path);
        }
        for (n, material) in self.materials.iter().enumerate() {
            let [.., normal, bump, _] = &material.textures;
            found.add(TWO_NORMALS, !normal.is_empty() && !bump.is_empty(), || format!("MATERIAL[{n}]"));
        }
        for (n, light) in self.lights.iter().enumerate() {
            found.add(FADING, light.kind != 1 && reaches_zero(light.attenuation), || format!("LIGHT[{n}]"));
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
            found.add(NON_ASCII, !name.bytes().is_ascii(), || name.escaped());
        }
    }

    /// Returns how well the normals of each geometry agree with its faces.
    fn agreements(&self) -> Vec<Option<f32>> {
        let geometries = Document { instances: Vec::new(), collections: Vec::new(), ..self.clone() };
        let options = ImportOptions::default();
        let scene = geometries.to_scene_with(&options, &mut Diagnostics::new()).unwrap_or_default();
        scene.meshes.iter().map(|mesh| mesh.normal_agreement(&space(self.layout))).collect()
    }

    fn lint_instances(&self, found: &mut Findings<'_>) {
        let mut main_placed = false;
        for (n, instance) in self.instances.iter().enumerate() {
            let path = || format!("INSTANCE[{n}]");
            let camera = instance.camera.checked_sub(1).and_then(|c| self.cameras.get(c as usize));
            main_placed |= camera.is_some_and(|camera| camera.main != 0);
            found.add(NO_MATERIAL, instance.geometry != 0 && instance.material == 0, path);
            let geometry = instance.geometry.checked_sub(1).and_then(|g| self.geometries.get(g as usize));
            let collection = instance.collection.checked_sub(1).and_then(|c| self.collections.get(c as usize));
            if let (Some(data), Some(collection)) = (geometry.and_then(|g| g.data.as_ref()), collection) {
                found.add(BONE_RANGE, has_stray_bone(data, collection.bones.len()), path);
            }
        }
        found.add(NO_MAIN_CAMERA, !main_placed, String::new);
        let lights = self.instances.iter().filter(|instance| instance.light != 0).count();
        found.add(MANY_LIGHTS, lights > 20, String::new);
    }

    fn lint_tree(&self, found: &mut Findings<'_>) {
        let count = self.instances.len();
        let tree = tree::read(self.tree.bytes(), count, after_close(self.layout)).unwrap_or_default();
        for &n in &tree.repeated {
            found.add(REPEATED, true, || format!("INSTANCE[{n}]"));
        }
        found.add(NESTED, tree.nested, || "TREE".to_owned());
        for (n, _) in tree.placed.iter().enumerate().filter(|&(_, placed)| !placed) {
            found.add(UNPLACED, true, || format!("INSTANCE[{n}]"));
        }
    }
}

/// Tells whether `c + l d + q d^2` is zero or less at some distance.
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

fn lint_collection(found: &mut Findings<'_>, n: usize, collection: &Collection<'_>) {
    let path = || format!("COLLECTION[{n}]");
    let bones = collection.bones.to_vec();
    found.add(MANY_BONES, bones.len() > 64, path);
    let (_, loose) = parents_first(&bones);
    found.add(BONE_CYCLE, loose > 0, path);
    let child_first = bones.iter().enumerate().any(|(b, bone)| bone.parent as usize > b);
    found.add(BONE_ORDER, child_first && loose == 0, path);
    let misplaced = |bone: &Bone| {
        let turned = Quat::from_array(bone.rotation).w.abs() < 0.9999;
        bone.parent == 0 && turned && bone.position.iter().any(|x| x.abs() > 1e-4)
    };
    found.add(ROOT_AXES, bones.iter().any(misplaced), path);
    for (a, animation) in collection.animations.iter().enumerate() {
        let path = || format!("COLLECTION[{n}] > ANIMATION[{a}]");
        let times: Vec<f32> = animation.keys.column(0).collect();
        found.add(FEW_KEYS, times.len() < 2, path);
        found.add(LATE_START, times.first().is_some_and(|&time| time > 0.0), path);
        found.add(KEY_ORDER, !times.is_sorted_by(|a, b| a < b), path);
        let bent = (0..bones.len()).any(|b| {
            let key = animation.keys.get::<[f32; 4]>(0, 16 + 16 * b).map(Quat::from_array);
            key.is_some_and(|q| q.w.abs() < 0.9999 * q.length())
        });
        found.add(BENT_BIND, bent, path);
    }
}
