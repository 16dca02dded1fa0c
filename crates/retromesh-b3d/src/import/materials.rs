//! Textures and brushes to textures and materials.

use super::Report;
use super::nodes::Outline;
use crate::document::{Body, Brush, Document, Texture};
use glam::{Vec2, Vec4};
use retromesh_core::material::{
    AlphaMode, Blend, Image, LayerBlend, Mapping, Material, Shading, TextureAlpha, TextureLayer, TextureRole, UvOrder,
    UvTransform, Wrap,
};
use retromesh_core::{Code, ImageId, MaterialId, Scene, TextureId, material};
use retromesh_kit::import::replace_non_finite;
use std::collections::HashMap;

/// Bits of a texture's flags.
mod texture_flag {
    pub(super) const ALPHA: i32 = 2;
    pub(super) const MASKED: i32 = 4;
    pub(super) const MIPMAPPED: i32 = 8;
    pub(super) const CLAMP_U: i32 = 16;
    pub(super) const CLAMP_V: i32 = 32;
    pub(super) const SPHERE: i32 = 64;
    pub(super) const CUBE: i32 = 128;
    pub(super) const SECOND_UV: i32 = 65536;
}

/// The values that the format's description calls default; extras hold other ones only.
const DEFAULT_TEXTURE: (i32, i32) = (1, 2);
const DEFAULT_BRUSH: (i32, i32) = (1, 0);

/// The slot in which gile[s] puts its light maps.
const GILES_LIGHTMAP_SLOT: usize = 7;

/// A brush as the engine sees it, without its name: in range and finite.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Appearance {
    color: [f32; 4],
    shininess: f32,
    blend: i32,
    fx: i32,
    textures: [Option<TextureId>; 8],
}

/// What a layer needs to know of its texture.
#[derive(Clone, Copy)]
struct Seen {
    flags: i32,
    blend: i32,
    /// Whether its file is named as light maps of rooms are, which add.
    is_named_light_map: bool,
}

/// The materials of a scene by brush; pairs of a mesh's and a triangle list's brush are combined once.
pub(super) struct Materials {
    appearances: Vec<Appearance>,
    textures: Vec<Seen>,
    pairs: HashMap<(u32, u32), MaterialId>,
    giles: bool,
}

impl Materials {
    /// Adds all textures, their images, and a material for each brush in order.
    pub(super) fn read(document: &Document<'_>, outline: &Outline, scene: &mut Scene, report: &mut Report) -> Self {
        let mut this = Self { appearances: Vec::new(), textures: Vec::new(), pairs: HashMap::new(), giles: false };
        let mut images = HashMap::new();
        for &chunk in &outline.textures {
            if let Some(Body::Texs(textures)) = document.chunks.get(chunk).map(|chunk| &chunk.body) {
                scene.textures.reserve_exact(textures.len());
                for texture in textures {
                    let built = build_texture(texture, chunk, &mut images, scene, report);
                    scene.textures.push(built);
                    let is_named_light_map =
                        texture.file.bytes().to_ascii_lowercase().windows(3).any(|part| part == b"_lm");
                    this.textures.push(Seen { flags: texture.flags, blend: texture.blend, is_named_light_map });
                }
            }
        }
        this.giles = document.chunks.iter().any(|chunk| {
            let Body::Node(node) = &chunk.body else { return false };
            chunk.depth == 0 && node.name.bytes().windows(7).any(|part| part == b"gile[s]")
        });
        for &chunk in &outline.brushes {
            if let Some(Body::Brus(brushes)) = document.chunks.get(chunk).map(|chunk| &chunk.body) {
                scene.materials.reserve_exact(brushes.brushes.len());
                for brush in &brushes.brushes {
                    let appearance = this.appearance(brush, chunk, report);
                    let name = brush.name.reported("a brush's name", chunk, report);
                    scene.materials.push(this.material(name, &appearance));
                    this.appearances.push(appearance);
                }
            }
        }
        this
    }

    fn appearance(&self, brush: &Brush<'_>, chunk: usize, report: &mut Report) -> Appearance {
        let (mut color, mut shininess) = (brush.color, brush.shininess);
        let not_finite = replace_non_finite(color.iter_mut().chain([&mut shininess]));
        report.add(Code::NonFinite, "a brush's colour or shininess", not_finite, chunk);
        let mut textures = [None; 8];
        for (slot, id) in textures.iter_mut().zip(&brush.textures) {
            *slot = usize::try_from(id).ok().filter(|&id| id < self.textures.len()).map(TextureId::new);
            let lost = slot.is_none() && id != -1;
            report.add(Code::IndexOutOfRange, "a brush's texture", usize::from(lost), chunk);
        }
        Appearance { color, shininess, blend: brush.blend, fx: brush.fx, textures }
    }

    /// Returns the material of triangles with a brush in a mesh with a brush; `None` is plain white.
    pub(super) fn resolve(
        &mut self,
        (mesh, triangles): (i32, i32),
        chunk: usize,
        scene: &mut Scene,
        report: &mut Report,
    ) -> Option<MaterialId> {
        let mut known = |id: i32| {
            let index = usize::try_from(id).ok().filter(|&index| index < self.appearances.len());
            let lost = index.is_none() && id != -1;
            report.add(Code::IndexOutOfRange, "a brush", usize::from(lost), chunk);
            index
        };
        match (known(mesh), known(triangles)) {
            (None, brush) | (brush, None) => brush.map(MaterialId::new),
            (Some(mesh), Some(triangles)) => {
                let key = (mesh as u32, triangles as u32);
                if let Some(&id) = self.pairs.get(&key) {
                    return Some(id);
                }
                let appearance = combine(self.appearances.get(triangles)?, self.appearances.get(mesh)?);
                let id = MaterialId::new(scene.materials.len());
                let name = scene.materials.get(triangles).map_or_else(String::new, |material| material.name.clone());
                scene.materials.push(self.material(name, &appearance));
                self.pairs.insert(key, id);
                Some(id)
            }
        }
    }

    fn material(&self, name: String, appearance: &Appearance) -> Material {
        let seen = |slot: usize| self.textures.get(appearance.textures.get(slot).copied().flatten()?.index()).copied();
        let used = appearance.textures.iter().filter(|slot| slot.is_some()).count();
        let mut layers = Vec::with_capacity(used);
        for (slot, texture) in appearance.textures.iter().enumerate() {
            let (Some(texture), Some(seen)) = (*texture, seen(slot)) else { continue };
            let uv_set = u32::from(seen.flags & texture_flag::SECOND_UV != 0);
            let (blend, role) = (layer_blend(seen.blend), self.role(seen, slot));
            layers.push(TextureLayer { slot: slot as u32, texture, role, blend, uv_set });
        }
        let transparent = |slot: usize| {
            let flags = seen(slot).map_or(0, |seen| seen.flags);
            flags & texture_flag::ALPHA != 0 && flags & texture_flag::MASKED == 0
        };
        let last = appearance.textures.iter().rposition(Option::is_some);
        let by_texture = match appearance.blend {
            0 => last == Some(0) && transparent(0),
            _ => (0..appearance.textures.len()).any(transparent),
        };
        let blended =
            matches!(appearance.blend, 2 | 3) || by_texture || appearance.fx & 32 != 0 || appearance.color[3] < 1.0;
        let masked = seen(0).is_some_and(|seen| seen.flags & texture_flag::MASKED != 0);
        let mut material = Material {
            name,
            base_color: Vec4::from_array(appearance.color),
            shininess: appearance.shininess,
            // The engine tests against half the brush's alpha.
            alpha_mode: match (masked, blended) {
                (true, _) => AlphaMode::Mask { cutoff: 0.5 },
                (false, true) => AlphaMode::Blend,
                (false, false) => AlphaMode::Opaque,
            },
            blend: match appearance.blend {
                2 => Blend::Multiply,
                3 => Blend::Add,
                _ => Blend::Alpha,
            },
            shading: Shading {
                unlit: appearance.fx & 1 != 0,
                vertex_colors: appearance.fx & 2 != 0,
                vertex_alpha: appearance.fx & 32 != 0,
                flat: appearance.fx & 4 != 0,
                no_fog: appearance.fx & 8 != 0,
                double_sided: appearance.fx & 16 != 0,
            },
            layers,
            ..Material::default()
        };
        for (key, value, default) in
            [("b3d.blend", appearance.blend, DEFAULT_BRUSH.0), ("b3d.fx", appearance.fx, DEFAULT_BRUSH.1)]
        {
            if value != default {
                material.extras.insert(key.into(), value.into());
            }
        }
        material
    }

    fn role(&self, seen: Seen, slot: usize) -> TextureRole {
        let second = seen.flags & texture_flag::SECOND_UV != 0;
        if seen.flags & (texture_flag::SPHERE | texture_flag::CUBE) != 0 {
            TextureRole::Environment
        } else if (second && (matches!(seen.blend, 2 | 5) || seen.blend == 3 && seen.is_named_light_map))
            || (self.giles && slot == GILES_LIGHTMAP_SLOT)
        {
            TextureRole::Lightmap
        } else if seen.blend == 4 {
            TextureRole::Normal
        } else {
            TextureRole::Color
        }
    }
}

/// Lays the brush of a mesh over that of triangles, as the engine does: colours multiply, shininess adds, effects join; the
/// blend and each texture of the mesh's brush win where there is one.
fn combine(triangles: &Appearance, mesh: &Appearance) -> Appearance {
    let mut appearance = *triangles;
    appearance.color.iter_mut().zip(mesh.color).for_each(|(a, b)| *a = (*a * b).clamp(-f32::MAX, f32::MAX));
    appearance.shininess = (appearance.shininess + mesh.shininess).clamp(-f32::MAX, f32::MAX);
    appearance.fx |= mesh.fx;
    if mesh.blend != 0 {
        appearance.blend = mesh.blend;
    }
    appearance.textures.iter_mut().zip(mesh.textures).for_each(|(a, b)| *a = b.or(*a));
    appearance
}

fn layer_blend(blend: i32) -> LayerBlend {
    match blend {
        0 => LayerBlend::Off,
        1 => LayerBlend::Alpha,
        2 => LayerBlend::Multiply,
        3 => LayerBlend::Add,
        4 => LayerBlend::Dot3,
        5 => LayerBlend::Multiply2x,
        other => LayerBlend::Other(other),
    }
}

fn build_texture<'d>(
    texture: &'d Texture<'_>,
    chunk: usize,
    images: &mut HashMap<&'d [u8], ImageId>,
    scene: &mut Scene,
    report: &mut Report,
) -> material::Texture {
    let (mut position, mut scale, mut rotation) = (texture.position, texture.scale, texture.rotation);
    let not_finite = replace_non_finite(position.iter_mut().chain(&mut scale).chain([&mut rotation]));
    report.add(Code::NonFinite, "a texture's transform", not_finite, chunk);
    let image = (!texture.file.is_empty()).then(|| {
        *images.entry(texture.file.bytes()).or_insert_with(|| {
            let path = texture.file.reported("a texture's path", chunk, report);
            scene.images.push(Image { path, ..Image::default() });
            ImageId::new(scene.images.len() - 1)
        })
    });
    let has = |flag: i32| texture.flags & flag != 0;
    let wrap = |flag: i32| if has(flag) { Wrap::Clamp } else { Wrap::Repeat };
    let mut built = material::Texture {
        name: image.and_then(|id| scene.images.get(id.index())).map_or("", Image::file_name).to_owned(),
        image,
        transform: UvTransform {
            translation: Vec2::from_array(position),
            rotation,
            scale: Vec2::from_array(scale),
            order: UvOrder::RotateFirst,
        },
        wrap_u: wrap(texture_flag::CLAMP_U),
        wrap_v: wrap(texture_flag::CLAMP_V),
        mipmap: has(texture_flag::MIPMAPPED),
        nearest: false,
        alpha: match (has(texture_flag::MASKED), has(texture_flag::ALPHA)) {
            (true, _) => TextureAlpha::Mask,
            (false, true) => TextureAlpha::Blend,
            (false, false) => TextureAlpha::Ignore,
        },
        mapping: match (has(texture_flag::SPHERE), has(texture_flag::CUBE)) {
            (_, true) => Mapping::Cube,
            (true, false) => Mapping::Sphere,
            (false, false) => Mapping::Uv,
        },
        ..material::Texture::default()
    };
    for (key, value, default) in
        [("b3d.flags", texture.flags, DEFAULT_TEXTURE.0), ("b3d.blend", texture.blend, DEFAULT_TEXTURE.1)]
    {
        if value != default {
            built.extras.insert(key.into(), value.into());
        }
    }
    built
}

#[cfg(test)]
mod tests {
    use super::*;

    fn appearance(color: f32, blend: i32, fx: i32, textures: [Option<u32>; 2]) -> Appearance {
        let mut slots = [None; 8];
        slots.iter_mut().zip(textures).for_each(|(slot, id)| *slot = id.map(TextureId));
        Appearance { color: [color; 4], shininess: 0.25, blend, fx, textures: slots }
    }

    #[test]
    fn the_brush_of_the_mesh_lies_over_that_of_the_triangles() {
        let rows = [
            (
                appearance(0.5, 1, 1, [Some(0), None]),
                appearance(2.0, 0, 16, [None, Some(1)]),
                (1.0, 1, 17, [Some(0), Some(1)]),
            ),
            (
                appearance(0.5, 1, 0, [Some(0), Some(2)]),
                appearance(0.5, 3, 0, [Some(1), None]),
                (0.25, 3, 0, [Some(1), Some(2)]),
            ),
            (appearance(0.5, 0, 2, [None, None]), appearance(1.0, 2, 2, [None, Some(3)]), (0.5, 2, 2, [None, Some(3)])),
        ];
        for (triangles, mesh, (color, blend, fx, textures)) in rows {
            let expected = Appearance { shininess: 0.5, ..appearance(color, blend, fx, textures) };
            assert_eq!(combine(&triangles, &mesh), expected);
        }
    }

    #[test]
    fn alpha_follows_the_rule_of_the_engine() {
        /// Texture flags of two slots, blend, fx, alpha, expected mode and blend.
        type Row = ([Option<i32>; 2], i32, i32, f32, AlphaMode, Blend);
        let (plain, alpha, masked) = (1, 3, 4);
        let mask = AlphaMode::Mask { cutoff: 0.5 };
        let rows: [Row; 11] = [
            ([None, None], 0, 0, 1.0, AlphaMode::Opaque, Blend::Alpha),
            ([Some(plain), None], 1, 0, 1.0, AlphaMode::Opaque, Blend::Alpha),
            ([Some(alpha), None], 0, 0, 1.0, AlphaMode::Blend, Blend::Alpha),
            ([Some(alpha), Some(plain)], 0, 0, 1.0, AlphaMode::Opaque, Blend::Alpha),
            ([Some(plain), Some(alpha)], 1, 0, 1.0, AlphaMode::Blend, Blend::Alpha),
            ([Some(masked), None], 1, 0, 1.0, mask, Blend::Alpha),
            ([Some(plain), Some(masked | alpha)], 1, 0, 1.0, AlphaMode::Opaque, Blend::Alpha),
            ([None, None], 0, 32, 1.0, AlphaMode::Blend, Blend::Alpha),
            ([None, None], 1, 0, 0.5, AlphaMode::Blend, Blend::Alpha),
            ([None, None], 2, 0, 1.0, AlphaMode::Blend, Blend::Multiply),
            ([Some(plain), None], 3, 0, 1.0, AlphaMode::Blend, Blend::Add),
        ];
        for (flags, blend, fx, opacity, mode, expected) in rows {
            let textures = flags
                .iter()
                .map(|flags| Seen { flags: flags.unwrap_or(0), blend: 2, is_named_light_map: false })
                .collect();
            let materials = Materials { appearances: Vec::new(), textures, pairs: HashMap::new(), giles: false };
            let slots = [flags[0].map(|_| 0), flags[1].map(|_| 1)];
            let appearance = Appearance { color: [1.0, 1.0, 1.0, opacity], ..appearance(1.0, blend, fx, slots) };
            let material = materials.material(String::new(), &appearance);
            assert_eq!((material.alpha_mode, material.blend), (mode, expected), "{flags:?} {blend} {fx} {opacity}");
        }
    }

    #[test]
    fn light_maps_are_known_by_their_uv_set_or_their_tool() {
        let second = texture_flag::SECOND_UV;
        let plain = Seen { flags: 1, blend: 2, is_named_light_map: false };
        let rows = [
            (Seen { flags: second | 1, blend: 2, ..plain }, 0, false, TextureRole::Lightmap),
            (Seen { flags: second | 1, blend: 5, ..plain }, 1, false, TextureRole::Lightmap),
            (Seen { flags: second | 1, blend: 3, ..plain }, 1, false, TextureRole::Color),
            (Seen { flags: second | 1, blend: 3, is_named_light_map: true }, 0, false, TextureRole::Lightmap),
            (Seen { flags: 1, blend: 3, is_named_light_map: true }, 0, false, TextureRole::Color),
            (plain, 7, false, TextureRole::Color),
            (plain, 7, true, TextureRole::Lightmap),
            (Seen { flags: 64, blend: 3, ..plain }, 0, false, TextureRole::Environment),
            (Seen { flags: 1, blend: 4, ..plain }, 0, false, TextureRole::Normal),
        ];
        for (seen, slot, giles, expected) in rows {
            let materials = Materials { appearances: Vec::new(), textures: Vec::new(), pairs: HashMap::new(), giles };
            assert_eq!(materials.role(seen, slot), expected);
        }
    }
}
