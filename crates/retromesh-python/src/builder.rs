//! Scenes that are built from arrays.

use crate::arrays::{self, floats, indices, list, numbers};
use crate::errors::Failure;
use crate::scene::{Scene, read_space};
use crate::values::read_extras;
use glam::{Mat4, Quat, Vec2, Vec3, Vec4};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use retromesh::keyframes::{Animation, Channel, Clip, Interpolation, Track};
use retromesh::material::{
    AlphaMode, Image, ImageData, LayerBlend, Material, Shading, Texture, TextureLayer, TextureRole,
};
use retromesh::mesh::{Faces, Influence, Mesh, MorphTarget, Part, Selection, Weights};
use retromesh::scene::{MeshInstance, Node, Proxy, Transform, Trs};
use retromesh::skeleton::Skeleton;
use retromesh::{ImageId, MaterialId, MeshId, NodeId, SkeletonId, Space, TextureId};

/// Builds a scene from arrays. Methods that add return the number of what they added; `build` checks the whole.
///
/// >>> import numpy as np, retromesh
/// >>> builder = retromesh.SceneBuilder()
/// >>> mesh = builder.add_mesh("triangle", np.eye(3), [[0, 1, 2]])
/// >>> node = builder.add_node("triangle", mesh=mesh)
/// >>> builder.build().to_bytes("b3d").bytes[:4]
/// b'BB3D'
#[pyclass(module = "retromesh")]
pub(crate) struct SceneBuilder {
    scene: retromesh::Scene,
}

impl SceneBuilder {
    pub(crate) fn of(scene: retromesh::Scene) -> Self {
        Self { scene }
    }
}

/// Makes sure that a number is that of something that was added.
fn within(what: &str, index: usize, count: usize) -> PyResult<usize> {
    if index < count {
        Ok(index)
    } else {
        Err(PyIndexError::new_err(format!("there are {count} {what}, none {index}")))
    }
}

#[pymethods]
impl SceneBuilder {
    /// Begins a scene without anything in it; `space` is `"gltf"` (metres, y up, right-handed) or a dict as `Scene.space` has it.
    #[new]
    #[pyo3(signature = (space=None))]
    fn new(space: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let space = space.map_or(Ok(Space::GLTF), read_space)?;
        Ok(Self { scene: retromesh::Scene { space, ..retromesh::Scene::default() } })
    }

    /// Says what the numbers mean from now on, and leaves them as they are. `Scene.convert_to` changes them.
    fn declare_space(&mut self, space: &Bound<'_, PyAny>) -> PyResult<()> {
        self.scene.space = read_space(space)?;
        Ok(())
    }

    /// Says how rotations are mixed between keys from now on, and leaves the keys as they are; channels of other kinds stay.
    #[pyo3(signature = (before, after))]
    fn declare_interpolation(&mut self, before: &str, after: &str) -> PyResult<()> {
        let [before, after] = [interpolation_of(before)?, interpolation_of(after)?];
        if [before, after].contains(&Interpolation::CubicSpline) {
            return Err(PyValueError::new_err("splines have tangents, which others have not"));
        }
        let channels = self.scene.animations.iter_mut().flat_map(|animation| &mut animation.channels);
        let turns = channels.filter(|channel| matches!(channel.track, Track::Rotation(_)));
        turns.filter(|channel| channel.interpolation == before).for_each(|channel| channel.interpolation = after);
        Ok(())
    }

    /// Adds an image by the path that models name it by, perhaps with the bytes of its file and their media type.
    #[pyo3(signature = (path, bytes=None, mime="image/png"))]
    fn add_image(&mut self, path: String, bytes: Option<&Bound<'_, PyAny>>, mime: &str) -> PyResult<usize> {
        let bytes = bytes.map(arrays::bytes).transpose()?;
        let data = bytes.map(|bytes| ImageData { mime: mime.to_owned(), bytes });
        self.scene.images.push(Image { path, uri: None, data });
        Ok(self.scene.images.len() - 1)
    }

    /// Adds a texture that shows an image.
    #[pyo3(signature = (name, image=None))]
    fn add_texture(&mut self, name: String, image: Option<usize>) -> PyResult<usize> {
        let image = image.map(|image| within("images", image, self.scene.images.len())).transpose()?;
        self.scene.textures.push(Texture { name, image: image.map(ImageId::new), ..Texture::default() });
        Ok(self.scene.textures.len() - 1)
    }

    /// Adds a material: red, green, blue, alpha, 0 to 1; textures for the colour (with the first set of coordinates) and for baked light
    /// (with the second); `alpha` is `opaque`, `mask` or `blend`.
    #[pyo3(signature = (name, *, base_color=[1.0; 4], texture=None, lightmap=None, alpha="opaque", double_sided=false, unlit=false, extras=None))]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn add_material(
        &mut self,
        name: String,
        base_color: [f32; 4],
        texture: Option<usize>,
        lightmap: Option<usize>,
        alpha: &str,
        double_sided: bool,
        unlit: bool,
        extras: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<usize> {
        let alpha_mode = match alpha {
            "opaque" => AlphaMode::Opaque,
            "mask" => AlphaMode::Mask { cutoff: 0.5 },
            "blend" => AlphaMode::Blend,
            other => return Err(PyValueError::new_err(format!("alpha is opaque, mask or blend, not {other:?}"))),
        };
        let count = self.scene.textures.len();
        let layer = |(slot, (texture, role)): (usize, (usize, TextureRole))| {
            let texture = TextureId::new(within("textures", texture, count)?);
            let uv_set = u32::from(role == TextureRole::Lightmap);
            Ok(TextureLayer { slot: slot as u32, texture, role, blend: LayerBlend::Multiply, uv_set })
        };
        let color = texture.map(|texture| (texture, TextureRole::Color));
        let light = lightmap.map(|texture| (texture, TextureRole::Lightmap));
        let layers = color.into_iter().chain(light).enumerate().map(layer).collect::<PyResult<_>>()?;
        let shading = Shading { double_sided, unlit, ..Shading::default() };
        let base_color = Vec4::from_array(base_color);
        let extras = read_extras(extras)?;
        self.scene.materials.push(Material {
            name,
            base_color,
            alpha_mode,
            shading,
            layers,
            extras,
            ..Material::default()
        });
        Ok(self.scene.materials.len() - 1)
    }

    /// Adds a mesh: positions (n, 3), faces (m, 3) or a list of pairs of a material and faces; normals (n, 3), tangents (n, 4), lists of
    /// uvs (n, 2) and colors (n, 4); weights as a tuple of starts (n + 1), joints and weights.
    #[pyo3(signature = (name, positions, faces, *, material=None, normals=None, tangents=None, uvs=None, colors=None, weights=None, extras=None))]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn add_mesh(
        &mut self,
        name: String,
        positions: &Bound<'_, PyAny>,
        faces: &Bound<'_, PyAny>,
        material: Option<usize>,
        normals: Option<&Bound<'_, PyAny>>,
        tangents: Option<&Bound<'_, PyAny>>,
        uvs: Option<&Bound<'_, PyAny>>,
        colors: Option<&Bound<'_, PyAny>>,
        weights: Option<(Bound<'_, PyAny>, Bound<'_, PyAny>, Bound<'_, PyAny>)>,
        extras: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<usize> {
        let count = self.scene.materials.len();
        let part = |material: Option<usize>, faces: &Bound<'_, PyAny>| {
            let material = material.map(|material| within("materials", material, count)).transpose()?;
            let faces = Faces::Triangles(indices("faces", faces)?);
            Ok::<_, PyErr>(Part { material: material.map(MaterialId::new), faces, ..Part::default() })
        };
        let is_pair = |item: Bound<'_, PyAny>| item.extract::<(Option<usize>, Bound<'_, PyAny>)>().is_ok();
        let has_pairs = faces.is_instance_of::<PyList>() && faces.get_item(0).is_ok_and(is_pair);
        let parts = if has_pairs && material.is_none() {
            list(faces, |item| {
                let (material, faces): (Option<usize>, Bound<'_, PyAny>) = item.extract()?;
                part(material, &faces)
            })?
        } else {
            vec![part(material, faces)?]
        };
        let weights = match weights {
            None => Weights::default(),
            Some((starts, joints, shares)) => {
                let (joints, shares): (Vec<u32>, Vec<f32>) = (indices("joints", &joints)?, floats("weights", &shares)?);
                if joints.len() != shares.len() {
                    return Err(PyValueError::new_err(format!(
                        "{} joints have {} weights",
                        joints.len(),
                        shares.len()
                    )));
                }
                let influences = joints.into_iter().zip(shares).map(|(joint, weight)| Influence { joint, weight });
                Weights { starts: indices("starts", &starts)?, influences: influences.collect() }
            }
        };
        self.scene.meshes.push(Mesh {
            name,
            positions: floats::<Vec3>("positions", positions)?,
            normals: normals.map_or(Ok(Vec::new()), |normals| floats::<Vec3>("normals", normals))?,
            tangents: tangents.map_or(Ok(Vec::new()), |tangents| floats::<Vec4>("tangents", tangents))?,
            uv_sets: uvs.map_or(Ok(Vec::new()), |sets| list(sets, |set| floats::<Vec2>("uvs", &set)))?,
            color_sets: colors.map_or(Ok(Vec::new()), |sets| list(sets, |set| floats::<Vec4>("colors", &set)))?,
            weights,
            parts,
            extras: read_extras(extras)?,
            ..Mesh::default()
        });
        Ok(self.scene.meshes.len() - 1)
    }

    /// Adds a named set of vertices to a mesh: numbers (n,), ascending, and perhaps weights (n,), 0 to 1, and faces.
    #[pyo3(signature = (mesh, name, vertices, weights=None, faces=None, extras=None))]
    fn add_selection(
        &mut self,
        mesh: usize,
        name: String,
        vertices: &Bound<'_, PyAny>,
        weights: Option<&Bound<'_, PyAny>>,
        faces: Option<&Bound<'_, PyAny>>,
        extras: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let mesh = within("meshes", mesh, self.scene.meshes.len())?;
        let vertices = indices("vertices", vertices)?;
        let weights = weights.map_or(Ok(Vec::new()), |weights| floats("weights", weights))?;
        let faces = faces.map_or(Ok(Vec::new()), |faces| indices("faces", faces))?;
        let selection = Selection { name, vertices, weights, faces, extras: read_extras(extras)? };
        self.scene.meshes[mesh].selections.push(selection);
        Ok(())
    }

    /// Adds a shape to a mesh: what it adds to each position (n, 3), and its weight when nothing animates it.
    #[pyo3(signature = (mesh, name, positions, weight=0.0))]
    fn add_morph_target(
        &mut self,
        mesh: usize,
        name: String,
        positions: &Bound<'_, PyAny>,
        weight: f32,
    ) -> PyResult<()> {
        let mesh = within("meshes", mesh, self.scene.meshes.len())?;
        let positions = floats::<Vec3>("positions", positions)?;
        self.scene.meshes[mesh].morph_targets.push(MorphTarget { name, positions, weight, ..MorphTarget::default() });
        Ok(())
    }

    /// Adds a node: its transform in the parent's space (rotation as x, y, z, w, or a matrix (4, 4) for column vectors), and what it
    /// places.
    #[pyo3(signature = (name, *, parent=None, translation=[0.0; 3], rotation=[0.0, 0.0, 0.0, 1.0], scale=[1.0; 3], matrix=None, mesh=None, skeleton=None, hidden=false, proxy=None, extras=None))]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn add_node(
        &mut self,
        name: String,
        parent: Option<usize>,
        translation: [f32; 3],
        rotation: [f32; 4],
        scale: [f32; 3],
        matrix: Option<[[f32; 4]; 4]>,
        mesh: Option<usize>,
        skeleton: Option<usize>,
        hidden: bool,
        proxy: Option<(String, i32)>,
        extras: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<usize> {
        let trs = Trs {
            translation: Vec3::from_array(translation),
            rotation: Quat::from_array(rotation),
            scale: Vec3::from_array(scale),
        };
        let transform = matrix.map_or(Transform::Trs(trs), |rows| Mat4::from_cols_array_2d(&rows).transpose().into());
        let parent = parent.map(|parent| within("nodes", parent, self.scene.nodes.len())).transpose()?;
        let mesh = mesh.map(|mesh| within("meshes", mesh, self.scene.meshes.len())).transpose()?;
        let skeleton =
            skeleton.map(|skeleton| within("skeletons", skeleton, self.scene.skeletons.len())).transpose()?;
        let skeleton = skeleton.map(SkeletonId::new);
        let instance = mesh.map(|mesh| Box::new(MeshInstance { skeleton, ..MeshInstance::new(MeshId::new(mesh)) }));
        let proxy = proxy.map(|(path, id)| Box::new(Proxy { path, id }));
        let node =
            Node { name, transform, mesh: instance, hidden, proxy, extras: read_extras(extras)?, ..Node::default() };
        Ok(self.scene.add_node(parent.map(NodeId::new), node).index())
    }

    /// Makes a node place a mesh, perhaps deformed by a skeleton.
    #[pyo3(signature = (node, mesh, skeleton=None))]
    fn place_mesh(&mut self, node: usize, mesh: usize, skeleton: Option<usize>) -> PyResult<()> {
        let node = within("nodes", node, self.scene.nodes.len())?;
        let mesh = MeshId::new(within("meshes", mesh, self.scene.meshes.len())?);
        let skeleton =
            skeleton.map(|skeleton| within("skeletons", skeleton, self.scene.skeletons.len())).transpose()?;
        let instance = MeshInstance { skeleton: skeleton.map(SkeletonId::new), ..MeshInstance::new(mesh) };
        self.scene.nodes[node].mesh = Some(Box::new(instance));
        Ok(())
    }

    /// Adds a skeleton: the numbers of the joint nodes, and from mesh space in the bind pose to each joint's space (joints, 4, 4), for
    /// column vectors.
    fn add_skeleton(
        &mut self,
        name: String,
        joints: &Bound<'_, PyAny>,
        inverse_bind: &Bound<'_, PyAny>,
    ) -> PyResult<usize> {
        let count = self.scene.nodes.len();
        let joints = list(joints, |joint| within("nodes", joint.extract()?, count).map(NodeId::new))?;
        let (_, numbers) = numbers("inverse_bind", inverse_bind)?;
        if numbers.len() != joints.len() * 16 {
            return Err(PyValueError::new_err(format!(
                "{} joints have {} numbers of matrices",
                joints.len(),
                numbers.len()
            )));
        }
        let (matrices, _) = numbers.as_chunks::<16>();
        let inverse_bind = matrices.iter().map(|rows| Mat4::from_cols_array(rows).transpose()).collect();
        self.scene.skeletons.push(Skeleton { name, joints, inverse_bind, ..Skeleton::default() });
        Ok(self.scene.skeletons.len() - 1)
    }

    /// Adds an animation; `clips` are tuples of a name, the first and the last tick.
    #[pyo3(signature = (name, first, last, ticks_per_second, *, looping=false, clips=None))]
    fn add_animation(
        &mut self,
        name: String,
        first: f32,
        last: f32,
        ticks_per_second: f32,
        looping: bool,
        clips: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<usize> {
        let clip = |item: Bound<'_, PyAny>| {
            let (name, first, last) = item.extract()?;
            Ok(Clip { name, first, last, looping })
        };
        let clips = clips.map_or(Ok(Vec::new()), |clips| list(clips, clip))?;
        self.scene.animations.push(Animation {
            name,
            first,
            last,
            ticks_per_second,
            looping,
            clips,
            ..Animation::default()
        });
        Ok(self.scene.animations.len() - 1)
    }

    /// Adds keys to an animation: times (n,) in ticks, strictly ascending, and values as `Channel.values` has them.
    #[pyo3(signature = (animation, node, property, times, values, interpolation="linear"))]
    fn add_channel(
        &mut self,
        animation: usize,
        node: usize,
        property: &str,
        times: &Bound<'_, PyAny>,
        values: &Bound<'_, PyAny>,
        interpolation: &str,
    ) -> PyResult<()> {
        let animation = within("animations", animation, self.scene.animations.len())?;
        let target = NodeId::new(within("nodes", node, self.scene.nodes.len())?);
        let interpolation = interpolation_of(interpolation)?;
        let track = match property {
            "translation" => Track::Translation(floats("values", values)?),
            "rotation" => Track::Rotation(floats("values", values)?),
            "scale" => Track::Scale(floats("values", values)?),
            "weights" => {
                let (shape, values) = numbers("values", values)?;
                Track::Weights { targets: shape.get(1).copied().unwrap_or(1), values }
            }
            other => return Err(PyValueError::new_err(format!("no property {other:?}"))),
        };
        let channel = Channel { target, interpolation, times: floats("times", times)?, track };
        self.scene.animations[animation].channels.push(channel);
        Ok(())
    }

    /// Checks the scene and returns it; the builder keeps a copy.
    fn build(&self, py: Python<'_>) -> PyResult<Scene> {
        let scene = self.scene.clone();
        Ok(Scene::of(py.detach(|| scene.into_valid()).map_err(Failure::from)?))
    }
}

/// Reads how values are mixed between keys.
fn interpolation_of(name: &str) -> PyResult<Interpolation> {
    Ok(match name {
        "step" => Interpolation::Step,
        "linear" => Interpolation::Linear,
        "linear-normalized" => Interpolation::LinearNormalized,
        "cubic-spline" => Interpolation::CubicSpline,
        other => return Err(PyValueError::new_err(format!("no interpolation {other:?}"))),
    })
}
