//! How textures go on past their edges: MLOD leaves it to their coordinates, and carries what ODOL says otherwise.

use super::{image_path, is_of, texture_path};
use crate::convert::Kept;
use crate::convert::carried::{CLAMPING, Carriers, Seens, clamping, of_name};
use crate::flags::special::{
    CLAMP_U, CLAMP_V, IS_ALPHA, IS_ANIMATED, IS_HIDDEN, IS_HIDDEN_PROXY, IS_SHADOW, IS_TRANSPARENT, NO_CLAMP,
    NO_SHADOW, NO_TEXTURE_MERGER, Z_BIAS,
};
use crate::import::{EDITED, MLOD, ODOL, VERSION};
use crate::mlod::{FaceList, Kind, TEXTURE};
use retromesh_core::Valid;
use retromesh_core::material::{AlphaMode, Material, Wrap};
use retromesh_core::mesh::Part;
use retromesh_wire::RawStr;
use std::collections::HashMap;

/// What the flags of MLOD say.
const OF_MLOD: u32 = IS_SHADOW | NO_SHADOW | Z_BIAS | NO_TEXTURE_MERGER | IS_HIDDEN | IS_HIDDEN_PROXY;

/// Returns whether a scene was ODOL, whose flags say how its textures go on.
pub(super) fn is_odol(scene: &Valid<'_>) -> bool {
    is_of(scene, VERSION, ODOL)
}

/// Returns whether the textures of a scene say it, too: those of MLOD, which an ODOL is the original of, say nothing.
pub(super) fn is_in_textures(scene: &Valid<'_>) -> bool {
    is_odol(scene) && !is_of(scene, EDITED, MLOD)
}

/// Returns the flags that say how the texture of a part goes on, in a scene that was ODOL: those that its faces had, or where its texture has been
/// changed since what that says. `None` where nothing is seen of it.
pub(super) fn said(scene: &Valid<'_>, part: &Part, material: Option<&Material>) -> Option<u32> {
    let of_faces = part.extras.get("p3d.special").and_then(|flags| u32::try_from(flags.as_int()?).ok());
    let material = material.filter(|material| material.base_color.w > 0.0)?;
    let of_texture = flags_of(scene, material) & (CLAMP_U | CLAMP_V);
    let has_texture = material.layers.iter().any(|layer| image_path(scene, layer).is_some());
    match of_faces {
        Some(flags) if flags & IS_HIDDEN_PROXY != 0 => None,
        None if !has_texture => None,
        _ if !is_in_textures(scene) => of_faces.map(|flags| flags & CLAMPING),
        Some(flags) if flags & (CLAMP_U | CLAMP_V) == of_texture => Some(flags & CLAMPING),
        _ if of_texture == 0 => Some(NO_CLAMP),
        _ => Some(of_texture),
    }
}

/// Returns the flags that a material has as it is read.
pub(super) fn flags_of(scene: &Valid<'_>, material: &Material) -> u32 {
    let alpha = match material.alpha_mode {
        AlphaMode::Blend => IS_ALPHA,
        AlphaMode::Mask { .. } => IS_TRANSPARENT,
        AlphaMode::Opaque => 0,
    };
    let texture = material.layers.iter().find(|layer| image_path(scene, layer).is_some());
    let Some(texture) = texture.map(|layer| &scene[layer.texture]) else { return alpha };
    let flag = |wrap, flag| if wrap == Wrap::Clamp { flag } else { 0 };
    alpha | flag(texture.wrap_u, CLAMP_U) | flag(texture.wrap_v, CLAMP_V)
}

/// Returns what the faces of a part keep of the flags that they had in ODOL: how their texture goes on as it is `said`, and where they show the
/// texture that their material is called by, all that neither its name, nor that, nor MLOD says.
pub(super) fn kept(scene: &Valid<'_>, part: &Part, material: Option<&Material>, said: Option<u32>) -> Kept {
    let had = u32::try_from(part.extras.get("p3d.special")?.as_int()?).ok().filter(|had| had & IS_HIDDEN_PROXY == 0)?;
    let is_same =
        |material: &Material| material.name.replace('/', "\\").eq_ignore_ascii_case(&texture_path(scene, material));
    // Without a material there is nothing else that says it.
    let said = said.or(material.is_none().then_some(had & CLAMPING));
    let others = if material.is_none_or(is_same) { !(OF_MLOD | CLAMPING | IS_ANIMATED) } else { 0 };
    let clamping = if said.is_some() { CLAMPING } else { 0 };
    Some((had & !CLAMPING | said.unwrap_or_default(), others | clamping))
}

/// What is said of the faces of a level.
#[derive(Default)]
pub(super) struct Clampings {
    textures: Vec<RawStr<'static>>,
    numbers: HashMap<Vec<u8>, usize>,
    /// For each face the number of its texture, and the flags.
    faces: Vec<Option<(i16, u32)>>,
    /// For each face what it keeps.
    pub(super) kept: Vec<Kept>,
}

impl Clampings {
    /// Returns the number of a texture, in lower case, with the flags of its faces; `None` where nothing is said of it.
    pub(super) fn of(&mut self, texture: &[u8], said: Option<u32>) -> Option<(i16, u32)> {
        let (said, texture) = (said? | of_name(texture), texture.to_ascii_lowercase());
        let number = *self.numbers.entry(texture).or_insert_with_key(|texture| {
            self.textures.push(RawStr::new(texture.clone()));
            self.textures.len() - 1
        });
        Some((i16::try_from(number).ok()?, said))
    }

    /// Adds a face.
    pub(super) fn add(&mut self, said: Option<(i16, u32)>, kept: Kept) {
        self.faces.push(said);
        self.kept.push(kept);
    }

    /// Returns the properties that carry what is said of the faces, where their texture coordinates say another thing.
    pub(super) fn carriers(&self, faces: &FaceList<'_>) -> Carriers {
        let mut seens = Seens::new(&self.textures);
        for (face, said) in faces.iter().zip(&self.faces) {
            if let Some((number, said)) = said {
                seens.add(*number, *said, clamping(face.corners().iter().map(|corner| corner.uv)));
            }
        }
        seens.carriers(if faces.kind == Kind::Sp3x { TEXTURE } else { usize::MAX })
    }
}
