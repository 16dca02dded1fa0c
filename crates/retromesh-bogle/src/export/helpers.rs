//! Helper bones. The engine turns a bone before it moves it, so a bone that turns would swing its own offset around the joint above. A
//! helper that never turns carries the offset instead, and the bone turns at its end: one picture, whoever reads the file.

use super::Exporter;
use super::skins::{rounded, turn_back};
use crate::document::{Animation, Bone};
use crate::swing::{SHADER_BONES, STILL, UNTURNED, rearranged, swings, turns};
use glam::{Quat, Vec3};
use retromesh_core::{Code, Error, Finding};

/// Bones in the order of the file, with the bone whose keys each plays; helpers play none.
#[derive(Default)]
struct Plan {
    bones: Vec<(Bone, Option<usize>)>,
    /// The new number of each bone.
    numbers: Vec<u32>,
}

impl Exporter<'_> {
    /// Gives bones that swing their offsets a helper, while the engine's shader has room. Where it has not for all, bones that never turn
    /// are joined to those above first, and what swings least goes without. Returns the new number of each bone.
    pub(super) fn help_bones(
        &mut self,
        bones: &mut Vec<Bone>,
        animations: &mut [Animation<'static>],
        path: &dyn Fn() -> String,
    ) -> Result<Vec<u32>, Error> {
        let mut joined = vec![false; bones.len()];
        let mut swinging = swings(bones, animations);
        if bones.len() + swinging.iter().filter(|swing| **swing > 0.0).count() > SHADER_BONES {
            let turns = turns(bones.len(), animations);
            joined = join_still(bones, &turns);
            swinging = swings(bones, animations);
        }
        let merged = joined.iter().filter(|joined| **joined).count();
        let kept = bones.len() - merged;
        let wanted = (0..bones.len()).filter(|&b| !joined[b] && swinging[b] > 0.0).count();
        // More bones than the shader holds are wrong in any case; other programs show them right.
        let room = if kept > SHADER_BONES { wanted } else { wanted.min(SHADER_BONES - kept) };
        let helped = largest(&swinging, &joined, room);
        let added = helped.iter().filter(|helped| **helped).count();
        let keys: usize = animations.iter().map(|animation| animation.keys.len()).sum();
        self.budget.take("keys of helper bones", keys, 2 * Animation::key_size(kept + added))?;
        let plan = Plan::of(bones, &joined, &helped);
        for animation in animations {
            animation.keys = rearranged(&animation.keys, &plan.bones.iter().map(|(_, bone)| *bone));
        }
        *bones = plan.bones.into_iter().map(|(bone, _)| bone).collect();
        let finding = |code: Code, count: usize| Finding::new(code).times(count).within(path());
        let detail = "the engine turns a bone before it moves it, so helpers carry the offsets of bones that turn";
        self.diagnostics.report(finding(Code::HelperBones, added).detail(detail))?;
        let detail = "bones that never turn were joined to the bones above, as before in every pose";
        self.diagnostics.report(finding(Code::MergedBones, merged).detail(detail))?;
        if kept > SHADER_BONES {
            let detail = format!("the engine's shader has room for {SHADER_BONES}, and {} are written", bones.len());
            self.diagnostics.report(finding(Code::TooManyBones, 1).detail(detail))?;
        }
        let detail =
            format!("bones swing their offsets: the engine's shader has no room for helpers over {SHADER_BONES}");
        self.diagnostics.report(finding(Code::TooManyBones, wanted - added).detail(detail))?;
        Ok(plan.numbers)
    }
}

impl Plan {
    fn of(bones: &[Bone], joined: &[bool], helped: &[bool]) -> Self {
        let mut plan = Self::default();
        for (b, bone) in bones.iter().enumerate() {
            let above = bone.parent.checked_sub(1).map(|parent| plan.numbers[parent as usize]);
            let mut parent = above.map_or(0, |above| above + 1);
            if let Some(above) = above.filter(|_| joined[b]) {
                plan.numbers.push(above);
                continue;
            }
            let mut written = Bone { parent, ..*bone };
            if helped[b] {
                plan.bones.push((written, None));
                parent = plan.bones.len() as u32;
                written = Bone { position: [0.0; 3], rotation: UNTURNED, parent };
            }
            plan.numbers.push(plan.bones.len() as u32);
            plan.bones.push((written, Some(b)));
        }
        plan
    }
}

/// Marks the bones that swing most, at most `room` of them.
fn largest(swings: &[f32], joined: &[bool], room: usize) -> Vec<bool> {
    let mut order: Vec<usize> = (0..swings.len()).filter(|&b| !joined[b] && swings[b] > 0.0).collect();
    order.sort_by(|&a, &b| swings[b].total_cmp(&swings[a]));
    let mut helped = vec![false; swings.len()];
    order.into_iter().take(room).for_each(|b| helped[b] = true);
    helped
}

/// Moves the places of bones that never turn into the bones below, which may then follow the bone above. Returns which ones.
fn join_still(bones: &mut [Bone], turns: &[f32]) -> Vec<bool> {
    let joined: Vec<bool> = bones.iter().zip(turns).map(|(bone, turn)| bone.parent != 0 && *turn <= STILL).collect();
    for b in 0..bones.len() {
        let Some(above) = bones[b].parent.checked_sub(1).map(|above| above as usize).filter(|&above| joined[above])
        else {
            continue;
        };
        let (outer, own) = (bones[above], bones[b]);
        let (outer_turn, own_turn) = (Quat::from_array(outer.rotation), Quat::from_array(own.rotation));
        let rotation = if own.rotation == UNTURNED { outer_turn } else { outer_turn * own_turn };
        // Both move after they have turned.
        let position = Vec3::from_array(own.position) + turn_back(own_turn, Vec3::from_array(outer.position));
        let position = rounded(position, position.abs().max_element()).to_array();
        bones[b] = Bone { position, rotation: rotation.to_array(), parent: outer.parent };
    }
    joined
}
