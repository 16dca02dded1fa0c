//! Materials, textures and images.

use crate::arrays::Data;
use crate::values;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use retromesh::material::{self, AlphaMode, Wrap};
use retromesh::{ImageId, MaterialId, TextureId};

/// The appearance of a surface.
#[pyclass(frozen, module = "retromesh")]
pub(crate) struct Material {
    pub(crate) data: Data,
    /// The number of the material in `Scene.materials`.
    #[pyo3(get)]
    pub(crate) index: usize,
}

impl Material {
    fn material(&self) -> &material::Material {
        &self.data[MaterialId::new(self.index)]
    }
}

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

#[pymethods]
impl Material {
    /// The name as authored; may repeat.
    #[getter]
    fn name(&self) -> &str {
        &self.material().name
    }

    /// Diffuse red, green, blue, alpha, usually 0 to 1.
    #[getter]
    fn base_color(&self) -> [f32; 4] {
        self.material().base_color.to_array()
    }

    /// Ambient red, green, blue, where the format has it.
    #[getter]
    fn ambient(&self) -> Option<[f32; 3]> {
        self.material().ambient.map(|color| color.to_array())
    }

    /// Specular red, green, blue, where the format has it.
    #[getter]
    fn specular(&self) -> Option<[f32; 3]> {
        self.material().specular.map(|color| color.to_array())
    }

    /// Emitted red, green, blue.
    #[getter]
    fn emissive(&self) -> [f32; 3] {
        self.material().emissive.to_array()
    }

    /// The gloss, 0 (dull) to 1.
    #[getter]
    fn shininess(&self) -> f32 {
        self.material().shininess
    }

    /// The metalness, 0 to 1, where the format has it.
    #[getter]
    fn metallic(&self) -> Option<f32> {
        self.material().metallic
    }

    /// The roughness, 0 to 1, where the format has it.
    #[getter]
    fn roughness(&self) -> Option<f32> {
        self.material().roughness
    }

    /// `opaque`, `mask` or `blend`.
    #[getter]
    fn alpha_mode(&self) -> &'static str {
        match self.material().alpha_mode {
            AlphaMode::Opaque => "opaque",
            AlphaMode::Mask { .. } => "mask",
            AlphaMode::Blend => "blend",
        }
    }

    /// Pixels under it are not drawn, where the alpha mode is `mask`.
    #[getter]
    fn alpha_cutoff(&self) -> Option<f32> {
        match self.material().alpha_mode {
            AlphaMode::Mask { cutoff } => Some(cutoff),
            _ => None,
        }
    }

    /// How the surface joins with what is behind it: `Alpha`, `Multiply` or `Add`.
    #[getter]
    fn blend(&self) -> String {
        format!("{:?}", self.material().blend)
    }

    /// Switches that are on: `unlit`, `vertex_colors`, `vertex_alpha`, `flat`, `no_fog`, `double_sided`.
    #[getter]
    fn shading(&self) -> Vec<&'static str> {
        let shading = self.material().shading;
        let all = [
            ("unlit", shading.unlit),
            ("vertex_colors", shading.vertex_colors),
            ("vertex_alpha", shading.vertex_alpha),
            ("flat", shading.flat),
            ("no_fog", shading.no_fog),
            ("double_sided", shading.double_sided),
        ];
        all.into_iter().filter(|(_, is_on)| *is_on).map(|(name, _)| name).collect()
    }

    /// The textures, by slot.
    #[getter]
    fn layers(&self) -> Vec<TextureLayer> {
        let layer = |layer: &material::TextureLayer| TextureLayer {
            slot: layer.slot,
            texture: layer.texture.index(),
            role: format!("{:?}", layer.role),
            blend: format!("{:?}", layer.blend),
            uv_set: layer.uv_set,
        };
        self.material().layers.iter().map(layer).collect()
    }

    /// Values of the file that have no field.
    #[getter]
    fn extras<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        values::extras(py, &self.material().extras)
    }

    fn __repr__(&self) -> String {
        format!("<retromesh.Material {} {:?}>", self.index, self.material().name)
    }
}

/// A way to look at an image.
#[pyclass(frozen, module = "retromesh")]
pub(crate) struct Texture {
    pub(crate) data: Data,
    /// The number of the texture in `Scene.textures`.
    #[pyo3(get)]
    pub(crate) index: usize,
}

impl Texture {
    fn texture(&self) -> &material::Texture {
        &self.data[TextureId::new(self.index)]
    }
}

#[pymethods]
impl Texture {
    /// The name as authored.
    #[getter]
    fn name(&self) -> &str {
        &self.texture().name
    }

    /// The number of the image; `None` for a slot without one.
    #[getter]
    fn image(&self) -> Option<usize> {
        self.texture().image.map(ImageId::index)
    }

    /// What happens outside of the image, along u and along v: `repeat`, `clamp` or `mirror`.
    #[getter]
    fn wrap(&self) -> (&'static str, &'static str) {
        let word = |wrap| match wrap {
            Wrap::Repeat => "repeat",
            Wrap::Clamp => "clamp",
            Wrap::Mirror => "mirror",
        };
        (word(self.texture().wrap_u), word(self.texture().wrap_v))
    }

    /// How coordinates are moved: `translation` (2), `rotation` in radians, `scale` (2), and whether the scale comes first.
    #[getter]
    fn transform(&self) -> ([f32; 2], f32, [f32; 2], bool) {
        let t = self.texture().transform;
        (t.translation.to_array(), t.rotation, t.scale.to_array(), t.order == material::UvOrder::ScaleFirst)
    }

    /// Whether smaller copies are used at a distance.
    #[getter]
    fn mipmap(&self) -> bool {
        self.texture().mipmap
    }

    /// Whether pixels are shown without smoothing.
    #[getter]
    fn nearest(&self) -> bool {
        self.texture().nearest
    }

    /// How the image's alpha is meant: `Ignore`, `Blend` or `Mask`.
    #[getter]
    fn alpha(&self) -> String {
        format!("{:?}", self.texture().alpha)
    }

    /// How coordinates come about: `Uv`, `Sphere` or `Cube`.
    #[getter]
    fn mapping(&self) -> String {
        format!("{:?}", self.texture().mapping)
    }

    /// Values of the file that have no field.
    #[getter]
    fn extras<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        values::extras(py, &self.texture().extras)
    }
}

/// An image file.
#[pyclass(frozen, module = "retromesh")]
pub(crate) struct Image {
    pub(crate) data: Data,
    /// The number of the image in `Scene.images`.
    #[pyo3(get)]
    pub(crate) index: usize,
}

impl Image {
    fn image(&self) -> &material::Image {
        &self.data[ImageId::new(self.index)]
    }
}

#[pymethods]
impl Image {
    /// The name or path as authored.
    #[getter]
    fn path(&self) -> &str {
        &self.image().path
    }

    /// The relative link, with forward slashes, once it is known where the image is.
    #[getter]
    fn uri(&self) -> Option<&str> {
        self.image().uri.as_deref()
    }

    /// The media type, such as `image/png`, of an image whose bytes are here.
    #[getter]
    fn mime(&self) -> Option<&str> {
        self.image().data.as_ref().map(|data| data.mime.as_str())
    }

    /// The bytes of the image file, once loaded: see `images` of `open`.
    #[getter]
    fn bytes<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        self.image().data.as_ref().map(|data| PyBytes::new(py, &data.bytes))
    }
}
