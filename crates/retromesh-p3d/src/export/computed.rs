//! What ODOL computes anew, compared with what the scene says.

use super::clamping::{flags_of, is_in_textures};
use super::{texture_path, whole_number};
use crate::convert::carried::seen_alpha;
use crate::convert::texture_key;
use crate::flags::special::{CLAMP_U, CLAMP_V, IS_ALPHA_FOG, IS_ALPHA_ORDERED, IS_ANIMATED, IS_HIDDEN_PROXY};
use crate::import::{VERSION, model_extras};
use crate::odol7::Odol;
use retromesh_core::{Code, Diagnostics, Error, Extra, Finding, Valid};
use retromesh_kit::listed;
use retromesh_wire::RawStr;
use std::collections::{BTreeSet, HashMap};

/// How an image goes on past its edges.
const CLAMPING: u32 = CLAMP_U | CLAMP_V;
/// Computed numbers that differ by less than this share are one.
const ROUNDED: f64 = 1e-5;
/// What the name of a texture says.
const OF_NAME: u32 = IS_ANIMATED | IS_ALPHA_ORDERED;
/// Faces of proxies, and those of geometry levels.
const UNSEEN: u32 = IS_HIDDEN_PROXY | IS_ALPHA_FOG;

/// Reports what a scene says and a file made of it says in another way.
pub(super) fn report(scene: &Valid<'_>, odol: &Odol<'_>, diagnostics: &mut Diagnostics) -> Result<(), Error> {
    let facts = model_extras(odol);
    let is_changed = |key: &str, said: &Extra| key != VERSION && facts.get(key).is_some_and(|now| !is_near(said, now));
    let changed = scene.extras.iter().filter(|(key, said)| is_changed(key, said));
    let changed: Vec<&str> = changed.map(|(key, _)| key.as_str()).collect();
    let finding = Finding::new(Code::LostExtras).times(changed.len()).within("scene");
    diagnostics.report(finding.detail(format!("computed anew: {}", listed(&changed))))?;
    let mut said: HashMap<Vec<u8>, Vec<u32>> = HashMap::new();
    for material in &scene.materials {
        said.entry(texture_key(&texture_path(scene, material))).or_default().push(flags_of(scene, material));
    }
    // Only ODOL says of a texture that it repeats. Of the others, one whose coordinates are inside of it is the same clamped.
    let says_repeat = is_in_textures(scene);
    let clamps = |said: u32, now: u32| (if says_repeat { said ^ now } else { said & !now }) & CLAMPING == 0;
    let mut special: HashMap<Vec<u8>, Vec<u32>> = HashMap::new();
    for part in scene.meshes.iter().flat_map(|mesh| &mesh.parts) {
        let said = part.extras.get("p3d.special").and_then(|said| u32::try_from(said.as_int()?).ok());
        if let (Some(said), Some(material)) = (said, part.material) {
            special.entry(texture_key(&texture_path(scene, &scene[material]))).or_default().push(said & OF_NAME);
        }
    }
    let (mut blended, mut clamped) = (BTreeSet::new(), BTreeSet::new());
    let (mut animated, mut ordered) = (BTreeSet::new(), BTreeSet::new());
    for lod in &odol.lods {
        let seen = lod.faces.iter().filter(|face| face.special & UNSEEN == 0);
        for (texture, flags) in seen.map(|face| (face.texture, face.special)).collect::<BTreeSet<_>>() {
            let path = usize::try_from(texture).ok().and_then(|texture| lod.textures.get(texture));
            let Some((path, said)) = path.and_then(|path| said.get_key_value(&path.bytes().to_ascii_lowercase()))
            else {
                continue;
            };
            if !said.iter().any(|said| seen_alpha(*said) == seen_alpha(flags)) {
                blended.insert(path);
            }
            for (flag, changed) in [(IS_ANIMATED, &mut animated), (IS_ALPHA_ORDERED, &mut ordered)] {
                let had = special.get(&path[..]);
                if had.is_some_and(|said| said.iter().all(|said| (said ^ flags) & flag != 0)) {
                    changed.insert(path);
                }
            }
            if !path.is_empty() && !said.iter().any(|said| clamps(*said, flags)) {
                clamped.insert(path);
            }
        }
    }
    let alpha = Finding::new(Code::ApproximatedBlend).times(blended.len());
    let names = |paths: BTreeSet<&Vec<u8>>| {
        listed(&paths.iter().map(|path| RawStr::new(path.as_slice()).to_string()).collect::<Vec<_>>())
    };
    let detail = format!("whether a material has alpha is what its texture says: {}", names(blended));
    diagnostics.report(alpha.detail(detail))?;
    let several = Finding::new(Code::LostExtras).times(animated.len());
    let detail =
        format!("whether a texture is the first of several pictures is what its name says: {}", names(animated));
    diagnostics.report(several.detail(detail))?;
    let sorted = Finding::new(Code::LostExtras).times(ordered.len());
    let detail = format!("whether the alpha of a texture is sorted is what its name says: {}", names(ordered));
    diagnostics.report(sorted.detail(detail))?;
    let clamp = Finding::new(Code::ApproximatedMaterial).times(clamped.len());
    diagnostics.report(clamp.detail("textures repeat or are clamped as their coordinates say"))
}

/// Returns whether a value says what one that is computed does, but for rounding.
fn is_near(said: &Extra, now: &Extra) -> bool {
    match now {
        Extra::Int(now) => whole_number(said) == Some(*now),
        Extra::Float(now) => said.as_float().is_some_and(|said| (said - now).abs() <= ROUNDED * now.abs().max(1.0)),
        Extra::List(now) => match said {
            Extra::List(said) => said.len() == now.len() && said.iter().zip(now).all(|(said, now)| is_near(said, now)),
            _ => false,
        },
        _ => said.is_same(now),
    }
}
