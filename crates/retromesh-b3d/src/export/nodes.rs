//! The node tree with all that is below it, in the order that engines need.

use super::curves::{Curves, at, nearly};
use super::materials::unique;
use super::{Exporter, Target};
use crate::document::{Anim, Body, Keys, Node, Sequence, VertexWeight};
use crate::import::names::{describes, is_light, is_name_of};
use glam::{Quat, Vec3};
use retromesh_core::extras::{NODE_NAME, TIMELINE};
use retromesh_core::keyframes::is_rate;
use retromesh_core::properties::Properties;
use retromesh_core::scene::Transform;
use retromesh_core::{Code, Error, Extra, Extras, Finding, NodeId, NodeMap};
use retromesh_kit::listed;
use retromesh_wire::{Put, Records, Rows};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of bones that the engine numbers; each mesh has its own.
pub(super) const MAX_BONES: usize = 254;

impl Exporter<'_> {
    /// Writes all nodes below one root.
    pub(super) fn tree(&mut self) -> Result<(), Error> {
        let anims = self.animated();
        self.count_bones()?;
        // A bone that is named like another node is taken for it by readers that join by name.
        for (id, bone) in self.bones.iter() {
            if bone.is_none() {
                self.names.reserve(&self.scene[id].name);
            }
        }
        let order = self.order();
        let roots = self.scene.roots.clone();
        let single = roots.len() == 1;
        let mut stack: Vec<(NodeId, u32)> = roots.iter().rev().map(|&root| (root, u32::from(!single))).collect();
        let mut first = true;
        if !single {
            let what = "the nodes without a parent were put below an added node ROOT, as engines load one root";
            let moved: Vec<&str> = anims.iter().flatten().map(|id| self.scene[*id].name.as_str()).collect();
            let hint = (moved.len() > 1 && self.target == Target::Blitz3d).then(|| {
                let them = listed(&moved);
                format!("; Blitz3D plays the animation of the root, and here each of these has its own: {them}. Join the meshes to one, or parent the armatures of the others to a bone of the model")
            });
            let what = format!("{what}{}", hint.unwrap_or_default());
            self.diagnostics.note(Code::MultipleRoots, roots.len(), what)?;
            self.put(0, node("ROOT".into(), Vec3::ZERO, Vec3::ONE, Quat::IDENTITY));
            if self.motion.last > 0 && anims.contains(&None) {
                self.anim(None, 1, &mut first)?;
            }
        }
        let mut weights: BTreeMap<NodeId, BTreeMap<u32, Vec<VertexWeight>>> = BTreeMap::new();
        while let Some((id, depth)) = stack.pop() {
            self.node(id, depth, &mut weights)?;
            let mut anim = None;
            if anims.contains(&Some(id)) {
                anim = Some(self.anim(Some(id), depth + 1, &mut first)?);
            }
            self.rest(id, depth + 1, anim)?;
            let children = order.get(&id).unwrap_or(&self.scene[id].children);
            stack.extend(children.iter().rev().map(|&child| (child, depth + 1)));
        }
        Ok(())
    }

    /// Writes the fixed part of a node, its mesh or bone, and its keys.
    fn node(
        &mut self,
        id: NodeId,
        depth: u32,
        weights: &mut BTreeMap<NodeId, BTreeMap<u32, Vec<VertexWeight>>>,
    ) -> Result<(), Error> {
        let source = &self.scene[id];
        let trs = source.transform.trs();
        let sheared = matches!(&source.transform, Transform::Matrix(matrix) if !nearly(&trs.matrix(), matrix, 1.0));
        let kept = source.extras.get(NODE_NAME).and_then(Extra::as_text);
        let full = kept.filter(|text| is_name_of(text, &source.name));
        let is_stale = kept.is_some() && full.is_none();
        let what = "the properties in the name that a node had, as it has another name now";
        self.diagnostics.note(Code::StaleExtras, is_stale, what)?;
        let light = source.light.map(|id| &self.scene[id]);
        let is_other = light.is_some_and(|light| full.map_or(is_stale, |text| !describes(text, light)));
        if is_other {
            let what = "a light is another than the name of its node says, which is what the format has of it";
            let finding = Finding::new(Code::LostLight).within(source.name.clone());
            self.diagnostics.report(finding.detail(format!("{what}: {}", source.name)))?;
        }
        let properties = Properties::of(source).filter(|_| kept.is_none());
        let of_map = properties.map(|properties| self.properties(id, &properties)).transpose()?;
        let of_map = of_map.map(|properties| properties.to_name());
        self.diagnostics.note(Code::MovedExtras, of_map.is_some(), "the properties of a node are in its name")?;
        let is_renamed = of_map.as_ref().is_some_and(|name| *name != source.name);
        self.diagnostics.note(Code::AlteredNames, is_renamed, "the name of a node is the list of its properties")?;
        let mut name = full.map(str::to_owned).or(of_map).unwrap_or_else(|| source.name.clone());
        let what = "lights that are in the names of nodes which have none any more: rename the nodes where there should be none";
        self.diagnostics.note(Code::Restored, light.is_none() && is_light(&name), what)?;
        let bone = self.bones[id];
        if bone.is_some() {
            // Readers that join by name refuse a skin with two bones of one name; those that look a name up find the first, which keeps it.
            let own = unique(&mut self.names, &name);
            if !self.options.repeated_names.contains(&source.name) {
                self.renamed.extend((own != name).then(|| format!("{name} is {own}")));
                name = own;
            }
        }
        let name = self.text(&name, "a node's name")?;
        if sheared {
            let place = format!("node {}", source.name);
            self.diagnostics.report(Finding::new(Code::ApproximatedTransform).within(place))?;
        }
        self.put(depth, node(name, trs.translation, trs.scale, trs.rotation));
        if let Some(geometry) = self.geometry(id)? {
            self.put(depth + 1, Body::Mesh { brush_id: -1 });
            for body in geometry.chunks {
                self.put(depth + 2, body);
            }
            weights.insert(id, geometry.weights);
        } else if let Some(bone) = bone {
            let rows = bone.joint.and_then(|joint| weights.get_mut(&bone.mesh)?.remove(&joint)).unwrap_or_default();
            self.put(depth + 1, Body::Bone(Rows::from(rows)));
        }
        let curves = &self.motion.curves[id];
        if let Some(keys) = keys(curves) {
            let joined = curves.joined();
            self.put(depth + 1, Body::Keys(keys));
            self.diagnostics.note(Code::AdaptedKeys, joined, "keys at the frames of a node's other keys")?;
        }
        Ok(())
    }

    /// Writes `ANIM`, and after the first one the sequences.
    fn anim(&mut self, id: Option<NodeId>, depth: u32, first: &mut bool) -> Result<Anim, Error> {
        let table = id.and_then(|id| anim_table(&self.scene[id].extras));
        let flags = table.map_or(0, |table| int(table, "flags"));
        let anim = Anim { flags, frames: self.motion.last, fps: self.motion.rate };
        self.put(depth, Body::Anim(anim));
        if !std::mem::take(first) {
            return Ok(anim);
        }
        let clips = std::mem::take(&mut self.motion.clips);
        if self.target == Target::Luanti {
            let named: Vec<&str> = clips.iter().map(|clip| &*clip.name).filter(|name| !name.is_empty()).collect();
            let detail = format!("names of ranges of the timeline: {}", listed(&named));
            self.diagnostics.note(Code::LostNames, named.len(), detail)?;
            return Ok(anim);
        }
        for (number, clip) in clips.iter().enumerate() {
            let name = self.text(&clip.name, "a sequence's name")?;
            let reserved = self.motion.reserved.get(number).copied().unwrap_or(0);
            self.put(depth, Body::Seqs(Box::new(Sequence { name, first: clip.first, last: clip.last, reserved })));
        }
        self.motion.clips = clips;
        Ok(anim)
    }

    /// Writes what the source kept at a node, after the `ANIM` that its keys gave it.
    fn rest(&mut self, id: NodeId, depth: u32, mut anim: Option<Anim>) -> Result<(), Error> {
        let scene = self.scene;
        let extras = &scene[id].extras;
        if self.motion.last == 0 {
            anim = self.still_anim(depth, extras)?;
        } else {
            let sequences = usize::from(extras.contains_key("b3d.sequences"));
            self.diagnostics.note(Code::LostExtras, sequences, "sequences of a timeline without a key")?;
        }
        if let Some(table) = anim_table(extras) {
            let float = |key: &str| table.get(key).and_then(Extra::as_float).map(|x| x as f32);
            let known = (int(table, "flags"), float("fps"));
            // The frames of the chunk that is written here, if they are played as before.
            let frames = anim.filter(|anim| (anim.flags, Some(anim.fps)) == known).map(|anim| anim.frames);
            let is_moved = self.motion.last > 0
                && (0, Some(self.motion.rate)) == known
                && self.motion.last == int(table, "frames");
            // The engine plays the animation of the root.
            let is_still = self.target == Target::Blitz3d && anim.is_none() && self.motion.last > 0 && depth == 1;
            let (was, fps) = (int(table, "frames"), float("fps").unwrap_or_default());
            let now = anim.map_or("none".to_owned(), |anim| format!("{} at {}", anim.frames, anim.fps));
            // `--like` says the length that the timeline has now, not that of the chunk.
            let old = if was == self.motion.last { "frames".to_owned() } else { format!("{was} frames") };
            let other_numbers = format!("an ANIM chunk of {old} at {fps} a second; now there are {now}");
            let (code, what) = match frames.map(|frames| frames.cmp(&int(table, "frames"))) {
                Some(Ordering::Equal) => return self.marks(id, depth),
                // Its calls say what is played.
                _ if self.target == Target::Luanti => return self.marks(id, depth),
                Some(Ordering::Greater) => (Code::MovedExtras, "an ANIM chunk, which is longer now"),
                _ if is_still => (
                    Code::StaleExtras,
                    "the ANIM of the root, which Blitz3D plays, is that of a node below it: clear the parent of the mesh in Blender and keep its Armature modifier, or have the program play the child with the mesh",
                ),
                _ if is_moved => (Code::MovedExtras, "the ANIM chunk, with the same numbers"),
                _ => (Code::LostExtras, other_numbers.as_str()),
            };
            self.diagnostics.report(Finding::new(code).detail(what.to_owned()))?;
        }
        self.marks(id, depth)
    }

    /// Writes the mark of a pivot and the chunks that the format does not know.
    fn marks(&mut self, id: NodeId, depth: u32) -> Result<(), Error> {
        let scene = self.scene;
        let extras = &scene[id].extras;
        let plain = self.bones[id].is_none() && self.scene[id].mesh.is_none();
        if extras.get("b3d.pivot") == Some(&Extra::Bool(true)) {
            if plain && self.target == Target::Blitz3d {
                self.put(depth, Body::Pivo);
            } else {
                self.diagnostics.report(Finding::new(Code::LostExtras).detail("marks of pivots"))?;
            }
        }
        self.unknown_chunks(depth, extras)
    }

    /// Writes the length and the sequences of a timeline without a key.
    fn still_anim(&mut self, depth: u32, extras: &Extras) -> Result<Option<Anim>, Error> {
        let mut anim = None;
        if let Some(table) = anim_table(extras) {
            let fps = table.get("fps").and_then(Extra::as_float).unwrap_or(0.0) as f32;
            let fps = if is_rate(fps) { fps } else { Anim::DEFAULT_RATE };
            let own = Anim { flags: int(table, "flags"), frames: int(table, "frames").max(1), fps };
            self.put(depth, Body::Anim(own));
            anim = Some(own);
        }
        let Some(Extra::List(sequences)) = extras.get("b3d.sequences") else { return Ok(anim) };
        if self.target == Target::Luanti {
            let name = |sequence: &Extra| match sequence {
                Extra::List(parts) => parts.first().and_then(Extra::as_text).map(str::to_owned),
                _ => None,
            };
            let names: Vec<String> = sequences.iter().filter_map(name).collect();
            let detail = format!("names of ranges of the timeline: {}", listed(&names));
            self.diagnostics.note(Code::LostNames, sequences.len(), detail)?;
            return Ok(anim);
        }
        for sequence in sequences {
            let Extra::List(parts) = sequence else { continue };
            let [name, Extra::List(range)] = parts.as_slice() else { continue };
            let number = |i: usize| range.get(i).and_then(Extra::as_int).unwrap_or(1) as i32;
            let name = self.text(name.as_text().unwrap_or(""), "a sequence's name")?;
            let (first, last) = (number(0), number(1));
            self.put(depth, Body::Seqs(Box::new(Sequence { name, first, last, reserved: 0 })));
        }
        Ok(anim)
    }

    /// Returns the nodes that need an `ANIM`: each skinned mesh whose bones move, and the topmost of what else moves; `None` is the
    /// added root. Luanti reads none of them, and other readers give up all movement when there are several.
    fn animated(&self) -> BTreeSet<Option<NodeId>> {
        let mut anims = BTreeSet::new();
        let mut others = Vec::new();
        let order = self.scene.depth_first();
        for &id in order.iter().filter(|&&id| !self.motion.curves[id].is_empty()) {
            match self.bones[id] {
                Some(bone) => {
                    anims.insert(Some(bone.mesh));
                }
                None => others.push(id),
            }
        }
        others.sort_unstable();
        if anims.is_empty() && !others.is_empty() {
            // The whole tree moves as one.
            anims.insert(self.scene.roots.first().copied().filter(|_| self.scene.roots.len() == 1));
            return anims;
        }
        let mut covered = NodeMap::filled(self.scene, false);
        for &id in &order {
            let above = self.scene[id].parent.is_some_and(|parent| covered[parent]);
            let top = !above && others.binary_search(&id).is_ok();
            if top {
                anims.insert(Some(id));
            }
            covered[id] = above || top;
        }
        if self.target == Target::Luanti {
            let first = order.iter().map(|&id| Some(id)).find(|id| anims.contains(id));
            return first.or(anims.first().copied()).into_iter().collect();
        }
        anims
    }

    fn count_bones(&mut self) -> Result<(), Error> {
        let mut counts: BTreeMap<NodeId, usize> = BTreeMap::new();
        for bone in self.bones.values().iter().flatten() {
            *counts.entry(bone.mesh).or_default() += 1;
        }
        let over = counts.values().filter(|&&count| count > MAX_BONES).count();
        self.diagnostics.note(Code::TooManyBones, over, "")
    }

    /// Returns the children of nodes with bones in another order than the scene's: what holds meshes before what holds bones, because
    /// Blitz3D gives all bones so far to the first mesh that ends.
    fn order(&self) -> BTreeMap<NodeId, Vec<NodeId>> {
        // Whether a node or one below it has a mesh, and whether it or one below it is a bone.
        let mut meshes = NodeMap::from_fn(self.scene, |id| self.scene[id].mesh.is_some());
        let mut bones = NodeMap::from_fn(self.scene, |id| self.bones[id].is_some());
        for &id in self.scene.depth_first().iter().rev() {
            let children = &self.scene[id].children;
            meshes[id] |= children.iter().any(|&child| meshes[child]);
            bones[id] |= children.iter().any(|&child| bones[child]);
        }
        let mut order = BTreeMap::new();
        for id in self.scene.node_ids().filter(|id| self.scene[*id].mesh.is_some()) {
            let mut children = self.scene[id].children.clone();
            if children.iter().any(|&child| bones[child]) && children.iter().any(|&child| meshes[child]) {
                if self.target == Target::Luanti {
                    // That engine gives weights to the last mesh read instead.
                    children.sort_by_key(|&child| meshes[child]);
                } else {
                    children.sort_by_key(|&child| bones[child] && !meshes[child]);
                }
                order.insert(id, children);
            }
        }
        order
    }
}

/// Returns the numbers of the `ANIM` chunk that a node came with.
fn anim_table(extras: &Extras) -> Option<&Extras> {
    match extras.get(TIMELINE) {
        Some(Extra::Map(table)) => Some(table),
        _ => None,
    }
}

/// Returns a whole number of such a table; 0 where it has none.
fn int(table: &Extras, key: &str) -> i32 {
    let number = table.get(key).and_then(Extra::as_int).unwrap_or(0);
    number.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

fn node(name: retromesh_wire::RawStr<'static>, position: Vec3, scale: Vec3, rotation: Quat) -> Body<'static> {
    let (position, scale, rotation) = (position.to_array(), scale.to_array(), wxyz(rotation));
    Body::Node(Node { name, position, scale, rotation })
}

/// Returns a rotation as the file has it: conjugated and of unit length; rounding errors stay, so that a rewrite changes no bit.
fn wxyz(q: Quat) -> [f32; 4] {
    let q = if (q.length_squared() - 1.0).abs() > 1e-5 { q.normalize() } else { q };
    [q.w, -q.x, -q.y, -q.z]
}

/// Builds the keys of a node, all of them whole: components that are at other frames are put at all frames of the others.
pub(crate) fn keys(curves: &Curves) -> Option<Keys<'static>> {
    let frames = curves.frames();
    if frames.is_empty() {
        return None;
    }
    let (translation, scale) = (at(&curves.translation, &frames), at(&curves.scale, &frames));
    let mut rotation = at(&curves.rotation, &frames);
    // Neighbours on one side, for readers that do not look for the shorter way.
    let mut last: Option<Quat> = None;
    for q in &mut rotation {
        if last.is_some_and(|last| last.dot(*q) < 0.0) {
            *q = -*q;
        }
        last = Some(*q);
    }
    let flag = |empty: bool, bit: i32| if empty { 0 } else { bit };
    let flags = flag(translation.is_empty(), Keys::POSITION)
        | flag(scale.is_empty(), Keys::SCALE)
        | flag(rotation.is_empty(), Keys::ROTATION);
    let mut bytes = Vec::with_capacity(frames.len() * Keys::stride(flags));
    for (number, &frame) in frames.iter().enumerate() {
        bytes.put_i32(frame as i32);
        if let Some(&v) = translation.get(number) {
            bytes.put_vec3(v);
        }
        if let Some(&v) = scale.get(number) {
            bytes.put_vec3(v);
        }
        if let Some(&q) = rotation.get(number) {
            bytes.put_row(&wxyz(q));
        }
    }
    Some(Keys { flags, records: Records::new(bytes, Keys::stride(flags))? })
}
