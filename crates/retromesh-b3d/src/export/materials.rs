//! Textures and materials to `TEXS` and `BRUS`.

use super::{Exporter, Target};
use crate::capability::INFO;
use crate::document::{Body, Brush, Brushes, Texture};
use crate::walk::MAX_SLOTS;
use glam::{Vec2, Vec3};
use retromesh_core::extras::Extras;
use retromesh_core::material::{
    self, AlphaMode, Blend, Image, LayerBlend, Mapping, Material, TextureAlpha, TextureLayer, TextureRole, UvOrder,
    Wrap,
};
use retromesh_core::{Code, Error, Extra, TextureId};
use retromesh_kit::export::UniqueNames;
use retromesh_kit::image_files;
use retromesh_kit::options::Textures;
use retromesh_wire::Rows;
use std::collections::BTreeMap;

/// Flags of a texture that fields of the scene stand for.
const KNOWN_FLAGS: i32 = 2 | 4 | 8 | 16 | 32 | 64 | 128 | 65536;
/// Effects of a brush that fields of the scene stand for.
const KNOWN_FX: i32 = 1 | 2 | 4 | 8 | 16 | 32;

/// One use of a texture: the format keeps blend and UV set with the texture, not with the layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Use {
    texture: TextureId,
    flags: i32,
    blend: i32,
}

/// What becomes of a material.
struct Appearance {
    color: [f32; 4],
    shininess: f32,
    blend: i32,
    fx: i32,
    slots: [Option<Use>; MAX_SLOTS as usize],
}

impl Exporter<'_> {
    /// Builds the textures and the brushes, one for each material.
    pub(super) fn materials(&mut self) -> Result<Vec<Body<'static>>, Error> {
        let scene = self.scene;
        let materials = &scene.materials;
        let appearances: Vec<_> =
            materials.iter().map(|material| self.appearance(material)).collect::<Result<_, _>>()?;
        let uses = self.uses(&appearances);
        let mut chunks = Vec::new();
        let textures: Vec<_> = uses.iter().map(|used| self.texture(used)).collect::<Result<_, _>>()?;
        if !textures.is_empty() {
            chunks.push(Body::Texs(textures));
        }
        let used =
            |appearance: &Appearance| appearance.slots.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        let slots = appearances.iter().map(used).max().unwrap_or(0);
        let numbers: BTreeMap<Use, i32> =
            uses.iter().enumerate().map(|(number, used)| (*used, number as i32)).collect();
        let mut brushes = Vec::with_capacity(appearances.len());
        for (material, appearance) in materials.iter().zip(&appearances) {
            let number = |slot: &Option<Use>| slot.and_then(|slot| numbers.get(&slot).copied()).unwrap_or(-1);
            let textures: Vec<i32> = appearance.slots.iter().take(slots).map(number).collect();
            brushes.push(Brush {
                name: self.text(&material.name, "a material's name")?,
                color: appearance.color,
                shininess: appearance.shininess,
                blend: appearance.blend,
                fx: appearance.fx,
                textures: Rows::from(textures),
            });
        }
        if !brushes.is_empty() {
            chunks.push(Body::Brus(Box::new(Brushes { slots: slots as u32, brushes })));
        }
        Ok(chunks)
    }

    fn appearance(&mut self, material: &Material) -> Result<Appearance, Error> {
        let luanti = self.target == Target::Luanti;
        let mut slots: [Option<Use>; MAX_SLOTS as usize] = [None; MAX_SLOTS as usize];
        let (mut lost, mut unusual) = (0, 0);
        for layer in &material.layers {
            let Some(used) = self.layer(layer).filter(|_| self.options.textures != Textures::None) else {
                lost += usize::from(self.options.textures != Textures::None);
                continue;
            };
            let wanted = slots.get_mut(layer.slot as usize).filter(|slot| slot.is_none() && !luanti);
            let slot = match wanted {
                Some(slot) => Some(slot),
                None if luanti => slots.first_mut().filter(|slot| slot.is_none()),
                None => slots.iter_mut().find(|slot| slot.is_none()),
            };
            match slot {
                Some(slot) => *slot = Some(used),
                None => lost += 1,
            }
        }
        self.diagnostics.note(
            Code::LostTextureLayer,
            lost,
            "layers without an image, or without a place in the brush",
        )?;
        let raw = |key: &str, default: i32| int(&material.extras, key).unwrap_or(default);
        let kept = raw("b3d.blend", 1);
        let blend = match material.blend {
            Blend::Multiply => 2,
            Blend::Add => 3,
            Blend::Alpha if matches!(kept, 2 | 3) => 1,
            Blend::Alpha => kept,
        };
        let is_stale = kept != blend && matches!(kept, 2 | 3);
        self.diagnostics.note(Code::StaleExtras, is_stale, "a blend in `b3d.blend` that the material contradicts")?;
        let shading = &material.shading;
        // Without blending the alpha of vertices has no effect, and the engine would blend.
        let idle_alpha = shading.vertex_alpha && material.alpha_mode == AlphaMode::Opaque;
        let detail = "the alpha of vertices, which has no effect without blending";
        self.diagnostics.note(Code::ApproximatedMaterial, idle_alpha, detail)?;
        let bits = [
            (shading.unlit, 1),
            (shading.vertex_colors, 2),
            (shading.flat, 4),
            (shading.no_fog, 8),
            (shading.double_sided, 16),
            (shading.vertex_alpha && !idle_alpha, 32),
        ];
        let set = bits.iter().filter(|(on, _)| *on).fold(0, |all, (_, bit)| all | bit);
        let is_stale = int(&material.extras, "b3d.fx").is_some_and(|kept| kept & KNOWN_FX != set);
        self.diagnostics.note(Code::StaleExtras, is_stale, "effects in `b3d.fx` that the material contradicts")?;
        // Blitz3D shows the colours of vertices instead.
        let base = material.base_color;
        let color = if material.multiplies_colors() { Vec3::ONE.extend(base.w) } else { base };
        let detail = "a material's colour went into the colours of vertices";
        self.diagnostics.note(Code::ApproximatedMaterial, color != base, detail)?;
        let mut appearance = Appearance {
            color: color.to_array(),
            shininess: material.gloss(),
            blend,
            fx: raw("b3d.fx", 0) & !KNOWN_FX | set,
            slots,
        };
        if luanti {
            unusual += usize::from(appearance.fx != 0 || appearance.blend != 1);
            (appearance.fx, appearance.blend) = (0, 1);
        } else {
            let before = appearance.slots;
            unusual += usize::from(!settle(&mut appearance, material.alpha_mode));
            let detail = if matches!(material.alpha_mode, AlphaMode::Mask { .. }) {
                let name = &material.name;
                format!(
                    "material {name}: Blitz3D cuts out what is black in its image, whatever alpha that has: make its holes black"
                )
            } else {
                "use of a texture's alpha, as the alpha mode of its material asks".to_owned()
            };
            self.diagnostics.note(Code::ApproximatedMaterial, appearance.slots != before, detail)?;
        }
        let tinted = material.specular.is_some_and(|specular| specular != Vec3::splat(material.shininess));
        self.diagnostics.note(
            Code::ApproximatedMaterial,
            tinted,
            "no place for specular colours but that of shininess",
        )?;
        self.diagnostics.note(Code::ApproximatedMaterial, unusual, "")?;
        Ok(appearance)
    }

    /// Returns the use of a texture by a layer; `None` for one that the format cannot show.
    fn layer(&self, layer: &TextureLayer) -> Option<Use> {
        let texture = &self.scene[layer.texture];
        let blend = match layer.blend {
            LayerBlend::Off => 0,
            LayerBlend::Alpha => 1,
            LayerBlend::Multiply => 2,
            LayerBlend::Add => 3,
            LayerBlend::Dot3 => 4,
            LayerBlend::Multiply2x => 5,
            LayerBlend::Other(other) => other,
        };
        let fits = match layer.role {
            TextureRole::Color | TextureRole::Lightmap | TextureRole::Environment => true,
            TextureRole::Normal => layer.blend == LayerBlend::Dot3,
            _ => false,
        };
        if !fits || layer.uv_set > 1 {
            return None;
        }
        if self.target == Target::Luanti {
            let plain = layer.uv_set == 0 && texture.mapping == Mapping::Uv && blend != 0;
            return plain.then_some(Use { texture: layer.texture, flags: 1, blend: 2 });
        }
        let second = if layer.uv_set == 1 { 65536 } else { 0 };
        Some(Use { texture: layer.texture, flags: flags(texture) | second, blend })
    }

    /// Lists the uses in the order of the textures; what a second layer uses otherwise comes after.
    fn uses(&self, appearances: &[Appearance]) -> Vec<Use> {
        if self.options.textures == Textures::None {
            return Vec::new();
        }
        let mut by_texture: Vec<Vec<Use>> = vec![Vec::new(); self.scene.textures.len()];
        for used in appearances.iter().flat_map(|appearance| appearance.slots.iter().flatten()) {
            let own = &mut by_texture[used.texture.index()];
            if !own.contains(used) {
                own.push(*used);
            }
        }
        let mut uses: Vec<Use> = Vec::with_capacity(self.scene.textures.len());
        let mut later = Vec::new();
        for (number, (texture, own)) in self.scene.textures.iter().zip(by_texture).enumerate() {
            let id = TextureId::new(number);
            let mut own = own.into_iter();
            match own.next() {
                Some(first) => uses.push(first),
                None if self.target == Target::Luanti || texture.image.is_none() => {}
                None => {
                    let raw = int(&texture.extras, "b3d.flags").unwrap_or(1);
                    let blend = int(&texture.extras, "b3d.blend").unwrap_or(2);
                    uses.push(Use { texture: id, flags: flags(texture) | raw & 65536, blend });
                }
            }
            later.extend(own);
        }
        uses.extend(later);
        uses
    }

    fn texture(&mut self, used: &Use) -> Result<Texture<'static>, Error> {
        let texture = self.scene[used.texture].clone();
        let path = texture.image.map_or_else(String::new, |image| image_name(&self.scene[image]));
        let mut t = texture.transform;
        let exact = t.order == UvOrder::RotateFirst || turn_last(&mut t);
        let luanti = self.target == Target::Luanti;
        let dropped = luanti && !t.is_identity();
        self.diagnostics.note(Code::ApproximatedUvTransform, !exact || dropped, "")?;
        let mirrored = texture.wrap_u == Wrap::Mirror || texture.wrap_v == Wrap::Mirror;
        let beyond = mirrored || texture.nearest || (luanti && flags(&texture) & (4 | 16 | 32 | 64 | 128) != 0);
        self.diagnostics.note(Code::ApproximatedMaterial, beyond, "a texture's wrap, filter or flags")?;
        let file = self.text(&path, "a texture's name")?;
        if luanti {
            return Ok(Texture { file, ..texture_without_image() });
        }
        Ok(Texture {
            file,
            flags: used.flags,
            blend: used.blend,
            position: t.translation.to_array(),
            scale: t.scale.to_array(),
            rotation: t.rotation,
        })
    }
}

fn texture_without_image() -> Texture<'static> {
    let file = retromesh_wire::RawStr::from("");
    Texture { file, flags: 1, blend: 2, position: [0.0; 2], scale: [1.0; 2], rotation: 0.0 }
}

/// Returns the flags of a texture without the UV set, which layers choose.
fn flags(texture: &material::Texture) -> i32 {
    let raw = int(&texture.extras, "b3d.flags").unwrap_or(1);
    let mut flags = raw & !KNOWN_FLAGS;
    let mut set = |on: bool, bits: i32| {
        if on {
            flags |= bits;
        }
    };
    set(texture.alpha == TextureAlpha::Blend, 2);
    set(texture.alpha == TextureAlpha::Mask, 4 | raw & 2);
    set(texture.mipmap, 8);
    set(texture.wrap_u == Wrap::Clamp, 16);
    set(texture.wrap_v == Wrap::Clamp, 32);
    set(texture.mapping == Mapping::Sphere, 64);
    set(texture.mapping == Mapping::Cube, 128 | raw & 64);
    flags
}

/// Sets what makes the engine treat alpha as the material says; returns whether it can.
fn settle(appearance: &mut Appearance, mode: AlphaMode) -> bool {
    if matches!(appearance.blend, 2 | 3) {
        return true;
    }
    let masked =
        |appearance: &Appearance| appearance.slots.first().copied().flatten().is_some_and(|used| used.flags & 4 != 0);
    let transparent = |used: &Option<Use>| used.is_some_and(|used| used.flags & 2 != 0 && used.flags & 4 == 0);
    let blended = |appearance: &Appearance| {
        let first = appearance.slots.iter().rposition(Option::is_some) == Some(0)
            && appearance.slots.first().is_some_and(transparent);
        let by_texture = if appearance.blend == 0 { first } else { appearance.slots.iter().any(transparent) };
        by_texture || appearance.fx & 32 != 0 || appearance.color.last().is_some_and(|&alpha| alpha < 1.0)
    };
    match mode {
        AlphaMode::Mask { .. } if !masked(appearance) => {
            if let Some(Some(first)) = appearance.slots.first_mut() {
                first.flags |= 4;
                return true;
            }
            false
        }
        AlphaMode::Mask { cutoff } => cutoff == 0.5,
        AlphaMode::Blend | AlphaMode::Opaque if masked(appearance) => {
            // The texture is of a material that was masked: what that is now counts.
            if let Some(Some(first)) = appearance.slots.first_mut() {
                first.flags &= if mode == AlphaMode::Opaque { !(2 | 4) } else { !4 };
            }
            settle(appearance, mode)
        }
        AlphaMode::Blend if !blended(appearance) => {
            if let Some(used) = appearance.slots.iter_mut().flatten().next() {
                used.flags |= 2;
            }
            if !blended(appearance) {
                appearance.fx |= 32;
            }
            true
        }
        AlphaMode::Opaque if blended(appearance) => {
            if let Some(alpha) = appearance.color.last_mut() {
                *alpha = alpha.max(1.0);
            }
            !blended(appearance)
        }
        _ => true,
    }
}

/// Makes a transform that scales first one that turns first; returns whether that is exact.
fn turn_last(t: &mut material::UvTransform) -> bool {
    t.order = UvOrder::RotateFirst;
    let (sin, cos) = libm::sincosf(t.rotation);
    if t.rotation == 0.0 || t.scale.x == t.scale.y || sin.abs() < 1e-6 {
        return true;
    }
    if cos.abs() < 1e-6 {
        t.scale = Vec2::new(t.scale.y, t.scale.x);
        return true;
    }
    false
}

fn int(extras: &Extras, key: &str) -> Option<i32> {
    extras.get(key).and_then(Extra::as_int).and_then(|value| i32::try_from(value).ok())
}

/// Returns the name of an image as it is written: the last component of its path, for engines look next to the model.
fn image_name(image: &Image) -> String {
    image_files::known_path(image, &INFO).rsplit(['/', '\\']).next().unwrap_or_default().to_owned()
}

/// Returns the name, with a number after it if it is taken; as in the file, a name ends at its first NUL.
pub(super) fn unique(names: &mut UniqueNames, name: &str) -> String {
    let written = name.split('\0').next().unwrap_or_default();
    let own = names.unique(written);
    if own == written { name.to_owned() } else { own }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_differ_as_they_are_written() {
        let mut names = UniqueNames::counting_from(1);
        let rows = [("a", "a"), ("a\0b", "a_1"), ("a", "a_2"), ("a_1", "a_1_1"), ("b\0", "b\0"), ("b", "b_1")];
        for (name, expected) in rows {
            assert_eq!(unique(&mut names, name), expected, "{name:?}");
        }
    }
}
