//! Materials, textures and images.

use crate::arrays::Data;
use crate::item::item;
use crate::values::Dict;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use retromesh::ImageId;
use retromesh::material::{self, AlphaMode, Wrap};

/// A texture that a material uses.
#[pyclass(frozen, get_all, module = "retromesh")]
pub(crate) struct TextureLayer {
    /// The slot in the file; slots may have holes.
    slot: u32,
    /// The number of the texture in `Scene.textures`.
    texture: usize,
    /// What it is for: `Color`, `Lightmap`, `Normal` and so on.
    role: String,
    /// How it joins with the layers before it: `Multiply`, `Add` and so on.
    blend: String,
    /// The number of the set of texture coordinates.
    uv_set: u32,
}

item! {
    /// The appearance of a surface.
    Material of materials;
    /// The number of the material in `Scene.materials`.
    index;
    /// The name as authored; may repeat.
    name: &str = |material| &material.name;
    /// Diffuse red, green, blue, alpha, usually 0 to 1.
    base_color: [f32; 4] = |material| material.base_color.to_array();
    /// Ambient red, green, blue, where the format has it.
    ambient: Option<[f32; 3]> = |material| material.ambient.map(|color| color.to_array());
    /// Specular red, green, blue, where the format has it.
    specular: Option<[f32; 3]> = |material| material.specular.map(|color| color.to_array());
    /// Emitted red, green, blue.
    emissive: [f32; 3] = |material| material.emissive.to_array();
    /// The gloss, 0 (dull) to 1.
    shininess: f32 = |material| material.shininess;
    /// The metalness, 0 to 1, where the format has it.
    metallic: Option<f32> = |material| material.metallic;
    /// The roughness, 0 to 1, where the format has it.
    roughness: Option<f32> = |material| material.roughness;
    /// `opaque`, `mask` or `blend`.
    alpha_mode: &'static str = |material| match material.alpha_mode {
        AlphaMode::Opaque => "opaque",
        AlphaMode::Mask { .. } => "mask",
        AlphaMode::Blend => "blend",
    };
    /// Pixels under it are not drawn, where the alpha mode is `mask`.
    alpha_cutoff: Option<f32> = |material| match material.alpha_mode {
        AlphaMode::Mask { cutoff } => Some(cutoff),
        _ => None,
    };
    /// How the surface joins with what is behind it: `Alpha`, `Multiply` or `Add`.
    blend: String = |material| format!("{:?}", material.blend);
    /// Switches that are on: `unlit`, `vertex_colors`, `vertex_alpha`, `flat`, `no_fog`, `double_sided`.
    shading: Vec<&'static str> = |material| {
        let shading = material.shading;
        let all = [
            ("unlit", shading.unlit),
            ("vertex_colors", shading.vertex_colors),
            ("vertex_alpha", shading.vertex_alpha),
            ("flat", shading.flat),
            ("no_fog", shading.no_fog),
            ("double_sided", shading.double_sided),
        ];
        all.into_iter().filter(|(_, is_on)| *is_on).map(|(name, _)| name).collect()
    };
    /// The textures, by slot.
    layers: Vec<TextureLayer> = |material| {
        let layer = |layer: &material::TextureLayer| TextureLayer {
            slot: layer.slot,
            texture: layer.texture.index(),
            role: format!("{:?}", layer.role),
            blend: format!("{:?}", layer.blend),
            uv_set: layer.uv_set,
        };
        material.layers.iter().map(layer).collect()
    };
    /// Values of the file that have no field.
    extras: Dict<'_> = |material| Dict(&material.extras);
    {
        fn __repr__(&self) -> String {
            format!("<retromesh.Material {} {:?}>", self.index, self.data.materials[self.index].name)
        }
    }
}

item! {
    /// A way to look at an image.
    Texture of textures;
    /// The number of the texture in `Scene.textures`.
    index;
    /// The name as authored.
    name: &str = |texture| &texture.name;
    /// The number of the image; `None` for a slot without one.
    image: Option<usize> = |texture| texture.image.map(ImageId::index);
    /// What happens outside of the image, along u and along v: `repeat`, `clamp` or `mirror`.
    wrap: (&'static str, &'static str) = |texture| {
        let word = |wrap| match wrap {
            Wrap::Repeat => "repeat",
            Wrap::Clamp => "clamp",
            Wrap::Mirror => "mirror",
        };
        (word(texture.wrap_u), word(texture.wrap_v))
    };
    /// How coordinates are moved: `translation` (2), `rotation` in radians, `scale` (2), and whether the scale comes first.
    transform: ([f32; 2], f32, [f32; 2], bool) = |texture| {
        let t = texture.transform;
        (t.translation.to_array(), t.rotation, t.scale.to_array(), t.order == material::UvOrder::ScaleFirst)
    };
    /// Whether smaller copies are used at a distance.
    mipmap: bool = |texture| texture.mipmap;
    /// Whether pixels are shown without smoothing.
    nearest: bool = |texture| texture.nearest;
    /// How the image's alpha is meant: `Ignore`, `Blend` or `Mask`.
    alpha: String = |texture| format!("{:?}", texture.alpha);
    /// How coordinates come about: `Uv`, `Sphere` or `Cube`.
    mapping: String = |texture| format!("{:?}", texture.mapping);
    /// Values of the file that have no field.
    extras: Dict<'_> = |texture| Dict(&texture.extras);
}

item! {
    /// An image file.
    Image of images;
    /// The number of the image in `Scene.images`.
    index;
    /// The name or path as authored.
    path: &str = |image| &image.path;
    /// The relative link, with forward slashes, once it is known where the image is.
    uri: Option<&str> = |image| image.uri.as_deref();
    /// The media type, such as `image/png`, of an image whose bytes are here.
    mime: Option<&str> = |image| image.data.as_ref().map(|data| data.mime.as_str());
    {
        /// The bytes of the image file, once loaded: see `images` of `open`.
        #[getter]
        fn bytes<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
            self.data.images[self.index].data.as_ref().map(|data| PyBytes::new(py, &data.bytes))
        }
    }
}
