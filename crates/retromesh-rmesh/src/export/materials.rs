//! Materials to texture slots; what else they say goes into the colours of vertices, or is reported.

use super::Exporter;
use crate::document::{TextureSlot, flag};
use crate::import::{FLAGS, blend, stem, usual_flags};
use glam::{Vec3, Vec4};
use retromesh_core::material::{
    AlphaMode, Blend, LayerBlend, Mapping, Material, Shading, Texture, TextureAlpha, TextureLayer, TextureRole, Wrap,
};
use retromesh_core::mesh::Mesh;
use retromesh_core::scene::MeshInstance;
use retromesh_core::{Code, Error, Extra, MaterialId};
use retromesh_kit::export::parts_of;
use retromesh_kit::options::Textures;

/// What surfaces take from a material.
#[derive(Debug, Clone)]
pub(super) struct Look {
    /// The light map and the diffuse texture.
    pub(super) slots: [TextureSlot<'static>; 2],
    /// The coordinate sets of the diffuse texture and of the light map.
    pub(super) uv_sets: [usize; 2],
    /// Whether the colours of vertices count.
    pub(super) vertex_colors: bool,
    /// What the colours of vertices are multiplied with.
    pub(super) tint: Vec4,
}

impl Exporter<'_, '_> {
    /// Returns what surfaces take from a material; `None` is plain white.
    pub(super) fn look(&mut self, id: Option<MaterialId>) -> Result<Look, Error> {
        let scene = self.scene;
        let plain = Material::default();
        let material = id.map_or(&plain, |id| &scene[id]);
        let drawn = || material.drawn_layers(scene).map(|(layer, _)| layer);
        let colors: Vec<&TextureLayer> = drawn().filter(|layer| layer.role == TextureRole::Color).collect();
        let diffuse = colors.iter().find(|layer| layer.uv_set == 0).or(colors.first()).copied();
        // A light map that adds counts as a colour in Blitz3D, but has coordinates of its own.
        let light_map = drawn().find(|layer| layer.role == TextureRole::Lightmap);
        let light_map =
            light_map.or_else(|| colors.into_iter().find(|layer| layer.uv_set == 1 && Some(*layer) != diffuse));
        let names = [light_map, diffuse].map(|layer| layer.map_or_else(String::new, |layer| self.image_name(layer)));
        let is_transparent = material.alpha_mode != AlphaMode::Opaque || material.blend != Blend::Alpha;
        let flags = flags(material, &names, is_transparent);
        let vertex_colors = id.is_some() && material.shading.vertex_colors;
        let tint = if vertex_colors && !material.multiplies_colors() { Vec4::ONE } else { material.base_color };
        self.report_material(material, light_map, diffuse, &names, flags)?;
        let (is_tinted, goes) = (material.base_color.truncate() != Vec3::ONE, tint == material.base_color);
        let what = if goes {
            "a material's colour went into the colours of vertices"
        } else {
            "the colours of vertices replace a material's colour"
        };
        self.diagnostics.note(Code::ApproximatedMaterial, is_tinted, what)?;
        let [light_map_name, diffuse_name] = names.map(|name| self.texts.encode(&name));
        let [light_map_flag, diffuse_flag] = flags;
        Ok(Look {
            slots: [
                TextureSlot { flag: light_map_flag, name: light_map_name },
                TextureSlot { flag: diffuse_flag, name: diffuse_name },
            ],
            uv_sets: [
                diffuse.map_or(0, |layer| layer.uv_set as usize),
                light_map.map_or(1, |layer| layer.uv_set as usize),
            ],
            vertex_colors,
            tint,
        })
    }

    /// Returns the file name of a layer's image, which the game looks for next to the room.
    fn image_name(&self, layer: &TextureLayer) -> String {
        let image = self.scene[layer.texture].image.filter(|_| self.options.textures != Textures::None);
        image.map_or_else(String::new, |image| self.scene[image].file_name().to_owned())
    }

    fn report_material(
        &mut self,
        material: &Material,
        light_map: Option<&TextureLayer>,
        diffuse: Option<&TextureLayer>,
        names: &[String; 2],
        [light_map_flag, diffuse_flag]: [u8; 2],
    ) -> Result<(), Error> {
        let is_named_by_texture = material.name.is_empty() || material.name == stem(&names[1]);
        self.renamed.extend((!is_named_by_texture).then(|| material.name.clone()));
        let kept = [light_map, diffuse].into_iter().flatten().count();
        let drawn = material.drawn_layers(self.scene).count();
        let off = material.layers.len() - drawn;
        let detail = "layers other than the texture and the light map";
        self.diagnostics.note(Code::LostTextureLayer, drawn - kept + off, detail)?;
        // Blitz3D has light maps that add, as the game does with those of rooms.
        let is_usual = |layer: &TextureLayer, usual: LayerBlend| {
            layer.blend == usual || (layer.blend, usual) == (LayerBlend::Add, LayerBlend::Multiply)
        };
        let differs = light_map.is_some_and(|layer| !is_usual(layer, blend(&names[0], light_map_flag)));
        let base_differs =
            diffuse.filter(|_| light_map.is_some()).is_some_and(|layer| layer.blend != blend(&names[1], diffuse_flag));
        let detail = "the game joins textures and light maps in its own way";
        self.diagnostics.note(Code::ApproximatedBlend, usize::from(differs) + usize::from(base_differs), detail)?;
        let is_mask = matches!(material.alpha_mode, AlphaMode::Mask { .. });
        self.diagnostics.note(Code::ApproximatedMaterial, is_mask, "alpha test became transparency")?;
        self.diagnostics.note(Code::ApproximatedBlend, material.blend != Blend::Alpha, "the game blends by alpha")?;
        let is_transparent = is_mask || material.alpha_mode == AlphaMode::Blend || material.blend != Blend::Alpha;
        // Without a texture there is nothing that could be transparent.
        let is_shown_so = is_transparent && names.iter().any(|name| !name.is_empty());
        self.diagnostics.note(
            Code::ApproximatedBlend,
            is_transparent && !is_shown_so,
            "transparency needs a texture",
        )?;
        let alpha = if is_shown_so { TextureAlpha::Blend } else { TextureAlpha::Ignore };
        let slots = [(light_map, TextureAlpha::Ignore), (diffuse, alpha)];
        let unlike = |(layer, alpha): &(Option<&TextureLayer>, TextureAlpha)| {
            let plain = Texture { alpha: *alpha, ..Texture::default() };
            layer.is_some_and(|layer| options(&self.scene[layer.texture]) != options(&plain))
        };
        let unlike = slots.iter().filter(|slot| unlike(slot)).count();
        self.diagnostics.note(Code::ApproximatedMaterial, unlike, "textures repeat, are smooth and have mipmaps")?;
        let sided = material.shading.double_sided != is_shown_so;
        self.diagnostics.note(Code::ApproximatedMaterial, sided, "transparent surfaces have two sides, others one")?;
        let shading = Shading {
            double_sided: material.shading.double_sided,
            unlit: true,
            vertex_colors: true,
            ..Shading::default()
        };
        let differs = usize::from(material.shading != shading);
        self.diagnostics.note(
            Code::ApproximatedMaterial,
            differs,
            "rooms are shown without lights, with the colours of vertices",
        )
    }

    /// Reports what 8 bits leave of a mesh's colours.
    pub(super) fn report_colors(&mut self, mesh: &Mesh, instance: &MeshInstance) -> Result<(), Error> {
        let scene = self.scene;
        let counts = |id: MaterialId| scene[id].shading.vertex_colors;
        let is_used = parts_of(scene, instance).any(|(_, material)| material.is_some_and(counts));
        let Some(colors) = mesh.color_sets.first() else { return Ok(()) };
        let detail = "vertex colours that their material does not use";
        self.diagnostics.note(Code::LostColorSet, !is_used, detail)?;
        let outside = |color: &&Vec4| color.clamp(Vec4::ZERO, Vec4::ONE) != **color;
        self.diagnostics.note(
            Code::ClampedValue,
            colors.iter().filter(outside).count(),
            "vertex colours outside 0 to 1",
        )?;
        let off = |color: &&Vec4| !((**color * 255.0).round() / 255.0).abs_diff_eq(**color, 1e-5);
        self.diagnostics.note(Code::RoundedVertices, colors.iter().filter(off).count(), "vertex colours have 8 bits")
    }
}

/// Returns what the file does not say of a texture.
fn options(t: &Texture) -> (Wrap, Wrap, bool, bool, TextureAlpha, Mapping) {
    (t.wrap_u, t.wrap_v, t.mipmap, t.nearest, t.alpha, t.mapping)
}

/// Returns the flags of the slots: those that were kept where they still mean what the material says.
fn flags(material: &Material, [light_map, diffuse]: &[String; 2], is_transparent: bool) -> [u8; 2] {
    let usual = usual_flags(!light_map.is_empty(), !diffuse.is_empty(), is_transparent);
    let Some(Extra::List(kept)) = material.extras.get(FLAGS) else { return usual };
    let kept: Vec<u8> = kept.iter().filter_map(|flag| u8::try_from(flag.as_int()?).ok()).collect();
    let Ok(kept) = <[u8; 2]>::try_from(kept) else { return usual };
    let has_room = |flag: u8, name: &str| flag != flag::NONE || name.is_empty();
    let last = usize::from(!diffuse.is_empty());
    let is_same = (kept[last] >= flag::ALPHA) == (usual[last] >= flag::ALPHA);
    if has_room(kept[0], light_map) && has_room(kept[1], diffuse) && is_same { kept } else { usual }
}
