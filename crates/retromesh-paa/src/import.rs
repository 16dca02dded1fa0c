//! Document to scene: a texture is a card that shows it.

use crate::codec::{Checksum, Packing};
use crate::document::{Document, Texels};
use crate::{ID, MIME};
use glam::{Vec2, Vec3};
use retromesh_core::material::{AlphaMode, Image, ImageData, Material, Texture, TextureLayer, TextureRole, Wrap};
use retromesh_core::mesh::{Faces, Mesh, Part};
use retromesh_core::scene::{MeshInstance, Node};
use retromesh_core::{
    Code, Diagnostics, Error, ErrorKind, Finding, ImageId, ImportOptions, MaterialId, MeshId, Scene, TextureId,
};

/// Texels under this alpha of 255 are not drawn where alpha is a key.
const KEY: f32 = 192.0 / 255.0;

impl Document<'_> {
    /// Builds a scene: a card as high as a unit that shows the largest level, blended or cut out as the engine draws it. Its image is
    /// the file itself, of the media type [`MIME`].
    ///
    /// The largest level is unpacked to see that it can be; fails where not.
    pub fn to_scene_with(&self, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Scene, Error> {
        self.judge(options, diagnostics).map_err(|error| error.in_format(ID))?;
        let [width, height] = self.size().map(f32::from);
        let right = width / height / 2.0;
        let corners = [(-right, 0.5), (-right, -0.5), (right, -0.5), (right, 0.5)];
        let uvs = [Vec2::ZERO, Vec2::Y, Vec2::ONE, Vec2::X];
        let facts = self.facts();
        let alpha_mode = match (facts.alpha, facts.keyed) {
            (true, _) => AlphaMode::Blend,
            (_, true) => AlphaMode::Mask { cutoff: KEY },
            _ => AlphaMode::Opaque,
        };
        let texture = TextureId(0);
        let layer = TextureLayer { slot: 0, texture, role: TextureRole::Color, blend: Default::default(), uv_set: 0 };
        let faces = Faces::Triangles(vec![[0, 1, 2], [0, 2, 3]]);
        let mut scene = Scene {
            images: vec![Image {
                path: String::new(),
                uri: None,
                data: Some(ImageData { mime: MIME.to_owned(), bytes: self.encode()? }),
            }],
            textures: vec![Texture {
                image: Some(ImageId(0)),
                wrap_u: Wrap::Clamp,
                wrap_v: Wrap::Clamp,
                ..Texture::default()
            }],
            materials: vec![Material { alpha_mode, layers: vec![layer], ..Material::default() }],
            meshes: vec![Mesh {
                positions: corners.map(|(x, y)| Vec3::new(x, y, 0.0)).to_vec(),
                normals: vec![Vec3::Z; 4],
                uv_sets: vec![uvs.to_vec()],
                parts: vec![Part { material: Some(MaterialId(0)), faces, ..Part::default() }],
                ..Mesh::default()
            }],
            ..Scene::default()
        };
        let mesh = Some(Box::new(MeshInstance::new(MeshId(0))));
        scene.add_node(None, Node { name: "card".into(), mesh, ..Node::default() });
        Ok(scene)
    }

    /// Builds the scene with the default options.
    ///
    /// What is odd about the texels is not reported; [`to_scene_with`](Self::to_scene_with) reports it.
    pub fn to_scene(&self) -> Result<Scene, Error> {
        self.to_scene_with(&ImportOptions::default(), &mut Diagnostics::new())
    }

    /// Unpacks the largest level and reports what is odd about it.
    fn judge(&self, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<(), Error> {
        let at = |kind: ErrorKind| Error::new(ID, kind).within("level[0]");
        let level = self.level(0).map_err(at)?;
        let size = self.texels().byte_len(level.width(), level.height) as u64;
        options.limits.allow_unpacked(size).map_err(|error| error.in_format(ID).within("level[0]"))?;
        let unpacked = self.unpack(level).map_err(at)?;
        let mut report = |code, count, detail: &'static str| {
            diagnostics.report(Finding::new(code).times(count).within("level[0]").detail(detail))
        };
        report(Code::SizeMismatch, usize::from(unpacked.unused > 0), "more bytes than the texels need")?;
        match unpacked.packing {
            Packing::Lzss(Checksum::Wrong) => report(Code::ChecksumMismatch, 1, "")?,
            Packing::Stored => report(Code::MisleadingHint, 1, "texels that the game unpacks are not packed")?,
            _ => {}
        }
        if self.texels() == Texels::P8 {
            let colors = self.palette.len() / 3;
            let outside = unpacked.bytes.iter().filter(|index| usize::from(**index) >= colors).count();
            report(Code::IndexOutOfRange, outside, "indices beyond the palette, shown clear")?;
        }
        let multiplied = matches!(self.texels(), Texels::Dxt2 | Texels::Dxt4);
        report(Code::ApproximatedBlend, usize::from(multiplied), "colours multiplied by alpha are shown as they are")
    }
}
