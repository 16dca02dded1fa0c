//! Helper bones that the writer put above bones that turn: read as one bone again, as the source had it.

use crate::document::{Animation, Bone, Collection, Document, GeometryData};
use crate::swing::{UNTURNED, rearranged, turns};
use crate::vertex::{BONES, BoneNumbers, WEIGHTS};
use retromesh_wire::Rows;
use std::borrow::Cow;

/// Returns the document with each helper and the bone below it as one bone that keeps its offset when it turns.
///
/// A helper never turns, moves no vertex and has one bone below it, which follows in the file and rests at its end. A collection stays
/// as it is where other ones move the same geometry.
pub(super) fn joined<'a, 'd>(document: &'a Document<'d>) -> Cow<'a, Document<'d>> {
    let mut out = Cow::Borrowed(document);
    for (n, (collection, moved)) in document.collections.iter().zip(moved(document)).enumerate() {
        let mut helpers = helpers(collection);
        let Some(moved) = moved.filter(|_| helpers.contains(&true)) else { continue };
        let data = |g: &usize| document.geometries.get(*g).and_then(|geometry| geometry.data.as_ref());
        for data in moved.iter().filter_map(data) {
            drop_weighted(data, &mut helpers);
        }
        let numbers = numbers(&helpers);
        let out = out.to_mut();
        if let Some(slot) = out.collections.get_mut(n) {
            *slot = join(collection, &helpers, &numbers);
        }
        for g in moved {
            if let Some(data) = out.geometries.get_mut(g).and_then(|geometry| geometry.data.as_mut()) {
                renumber(data, &numbers);
            }
        }
    }
    out
}

/// Returns the geometries that each collection moves; `None` where others move one of them, too.
fn moved(document: &Document<'_>) -> Vec<Option<Vec<usize>>> {
    let mut movers: Vec<Option<u32>> = vec![None; document.geometries.len()];
    let mut moved = vec![Some(Vec::new()); document.collections.len()];
    let of = |number: u32| (number as usize).checked_sub(1);
    for instance in &document.instances {
        let Some(g) = of(instance.geometry) else { continue };
        let Some(mover) = movers.get_mut(g) else { continue };
        match *mover {
            None => {
                *mover = Some(instance.collection);
                if let Some(Some(list)) = of(instance.collection).and_then(|c| moved.get_mut(c)) {
                    list.push(g);
                }
            }
            Some(known) if known != instance.collection => {
                for c in [known, instance.collection].into_iter().filter_map(of) {
                    if let Some(list) = moved.get_mut(c) {
                        *list = None;
                    }
                }
            }
            Some(_) => {}
        }
    }
    moved
}

/// Marks what may be a helper.
fn helpers(collection: &Collection<'_>) -> Vec<bool> {
    let bones = collection.bones.to_vec();
    let turns = turns(bones.len(), &collection.animations);
    let mut children = vec![0usize; bones.len()];
    for parent in bones.iter().filter_map(|bone| (bone.parent as usize).checked_sub(1)) {
        if let Some(count) = children.get_mut(parent) {
            *count += 1;
        }
    }
    let turn = |b: usize| turns.get(b).copied().unwrap_or(0.0);
    let is_helper = |b: usize| {
        let below = bones.get(b + 1)?;
        let rests = below.position == [0.0; 3] && below.rotation == UNTURNED && below.parent as usize == b + 1;
        Some(rests && children.get(b) == Some(&1) && turn(b) == 0.0 && turn(b + 1) > 0.0)
    };
    (0..bones.len()).map(|b| is_helper(b).unwrap_or(false)).collect()
}

/// Unmarks bones that move vertices.
fn drop_weighted(data: &GeometryData<'_>, helpers: &mut [bool]) {
    let kind = BoneNumbers::of(data);
    let words = data.vertices.column::<[u32; 3]>(BONES).flatten();
    for (word, weight) in words.zip(data.vertices.column::<[f32; 3]>(WEIGHTS).flatten()) {
        let helper = kind.number(word).and_then(|bone| helpers.get_mut(bone as usize));
        if let Some(helper) = helper.filter(|_| weight != 0.0) {
            *helper = false;
        }
    }
}

/// Returns the new number of each bone; a helper has that of the bone below it.
fn numbers(helpers: &[bool]) -> Vec<u32> {
    let mut next = 0;
    let number = |is_helper: &bool| {
        let number = next;
        next += u32::from(!is_helper);
        number
    };
    helpers.iter().map(number).collect()
}

fn join<'d>(collection: &Collection<'d>, helpers: &[bool], numbers: &[u32]) -> Collection<'d> {
    let parent = |bone: &Bone| {
        let above = bone.parent.checked_sub(1).and_then(|parent| numbers.get(parent as usize));
        above.map_or(0, |above| above + 1)
    };
    let bones = collection.bones.to_vec();
    let kept: Vec<usize> = (0..bones.len()).filter(|&b| helpers.get(b) != Some(&true)).collect();
    let bone = |&b: &usize| {
        let helper = b.checked_sub(1).filter(|&above| helpers.get(above) == Some(&true));
        let bone = bones.get(helper.unwrap_or(b))?;
        Some(Bone { parent: parent(bone), ..*bone })
    };
    let joined: Vec<Bone> = kept.iter().filter_map(bone).collect();
    let animation = |animation: &Animation<'d>| Animation {
        name: animation.name.clone(),
        keys: rearranged(&animation.keys, &kept.iter().map(|&b| Some(b))),
    };
    let animations = collection.animations.iter().map(animation).collect();
    Collection { bones: Rows::from_slice(&joined), animations, name: collection.name.clone(), ..*collection }
}

/// Gives vertices the new numbers of their bones, as floats.
fn renumber(data: &mut GeometryData<'_>, numbers: &[u32]) {
    let kind = BoneNumbers::of(data);
    // What is no bone stays none.
    let number = |word: u32| {
        let bone = kind.number(word).and_then(|bone| numbers.get(bone as usize));
        bone.map_or(numbers.len() as f32, |bone| *bone as f32)
    };
    let words: Vec<[f32; 3]> = data.vertices.column::<[u32; 3]>(BONES).map(|row| row.map(number)).collect();
    data.vertices.set_column(BONES, &words);
}
