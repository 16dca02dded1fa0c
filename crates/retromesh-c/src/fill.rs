//! From a scene to what C sees of it.

use crate::enums::Property;
use crate::pool::{Pool, floats, integers, list};
use crate::view::{
    Animation, Camera, Channel, Clip, Diagnostic, Floats, Image, Integers, Layer, Light, Material, Mesh, Morph,
    NO_OFFSET, NONE, NamedText, Node, Part, Scene, Selection, Skeleton, Space, Texture, VertexFrame,
};
use retromesh::glam::Vec4;
use retromesh::keyframes::{self, Track};
use retromesh::material::{AlphaMode, UvOrder};
use retromesh::mesh::{self, Faces, Influence, Weights};
use retromesh::scene::{LightKind, Projection};
use retromesh::space::{UvOrigin, Winding};
use retromesh::{Diagnostics, Extra, Opened, Severity, material, scene};
use std::mem::offset_of;

/// Returns the view of a scene, which leads into it and into the pool, and the clips by their numbers.
pub(crate) fn scene(
    opened: &Opened,
    clips: &[(usize, keyframes::Clip)],
    found: &Diagnostics,
    pool: &mut Pool,
) -> Scene {
    let scene = &opened.scene;
    Scene {
        format: pool.name(opened.format.id),
        version: pool.name(&opened.version),
        space: space(&scene.space),
        ambient: scene.ambient.unwrap_or(Vec4::ZERO).to_array(),
        roots: pool.numbers(scene.roots.iter().map(|id| id.0)),
        nodes: pool.each(&scene.nodes, node),
        meshes: pool.each(&scene.meshes, mesh),
        skeletons: pool.each(&scene.skeletons, |skeleton, pool| Skeleton {
            name: pool.name(&skeleton.name),
            joints: pool.numbers(skeleton.joints.iter().map(|id| id.0)),
            inverse_binds: floats(&skeleton.inverse_bind),
        }),
        materials: pool.each(&scene.materials, material),
        textures: pool.each(&scene.textures, texture),
        images: pool.each(&scene.images, image),
        animations: pool.each(&scene.animations, animation),
        clips: pool.each(clips, |(index, clip), pool| Clip {
            name: pool.name(&clip.name),
            animation: *index as u32,
            first: clip.first,
            last: clip.last,
            seconds: (clip.last - clip.first) / scene.animations[*index].ticks_per_second,
            looping: clip.looping,
        }),
        cameras: pool.each(&scene.cameras, camera),
        lights: pool.each(&scene.lights, light),
        diagnostics: diagnostics(found, pool),
    }
}

/// Returns what was found.
pub(crate) fn diagnostics(found: &Diagnostics, pool: &mut Pool) -> crate::view::List<Diagnostic> {
    pool.each(found.entries(), |entry, pool| Diagnostic {
        code: pool.name(entry.code.id()),
        severity: entry.code.severity().into(),
        count: entry.count,
        offset: entry.offset.unwrap_or(NO_OFFSET),
        path: pool.name(&entry.path),
        detail: pool.name(&entry.detail),
        summary: pool.name(entry.code.summary()),
    })
}

/// Returns what the rules of an engine found.
pub(crate) fn findings(found: &[retromesh::facts::FindingInfo], pool: &mut Pool) -> crate::view::List<Diagnostic> {
    let severity = |name: &str| if name == Severity::Note.name() { Severity::Note } else { Severity::Defect };
    pool.each(found, |finding, pool| Diagnostic {
        code: pool.name(finding.code),
        severity: severity(finding.severity).into(),
        count: finding.count,
        offset: finding.offset.unwrap_or(NO_OFFSET),
        path: pool.name(&finding.path),
        detail: pool.name(finding.advice),
        summary: pool.name(finding.summary),
    })
}

fn space(space: &retromesh::Space) -> Space {
    Space {
        right: space.right.into(),
        up: space.up.into(),
        forward: space.forward.into(),
        clockwise: space.winding == Winding::Clockwise,
        uv_from_bottom: space.uv_origin == UvOrigin::BottomLeft,
        metres_per_unit: space.metres_per_unit,
    }
}

fn node(node: &scene::Node, pool: &mut Pool) -> Node {
    let (instance, trs) = (node.mesh.as_deref(), node.transform.trs());
    let materials = instance.map_or(&[][..], |instance| &instance.materials);
    let texts: Vec<NamedText> = node
        .extras
        .iter()
        .filter_map(|(name, extra)| {
            let text = match extra {
                Extra::Text(text) => pool.name(text),
                Extra::Int(number) => pool.name(&number.to_string()),
                Extra::Float(number) => pool.name(&number.to_string()),
                Extra::Bool(value) => pool.name(&value.to_string()),
                Extra::Bytes(_) | Extra::List(_) | Extra::Map(_) => return None,
            };
            Some(NamedText { name: pool.name(name), text })
        })
        .collect();
    let role = node.lod.map_or(String::new(), |lod| lod.role.to_string());
    Node {
        name: pool.name(&node.name),
        parent: node.parent.map_or(NONE, |id| id.0),
        mesh: instance.map_or(NONE, |instance| instance.mesh.0),
        skeleton: instance.and_then(|instance| instance.skeleton).map_or(NONE, |id| id.0),
        camera: node.camera.map_or(NONE, |id| id.0),
        light: node.light.map_or(NONE, |id| id.0),
        children: pool.numbers(node.children.iter().map(|id| id.0)),
        materials: pool.numbers(materials.iter().map(|id| id.map_or(NONE, |id| id.0))),
        matrix: node.transform.matrix().to_cols_array(),
        translation: trs.translation.to_array(),
        rotation: trs.rotation.to_array(),
        scale: trs.scale.to_array(),
        hidden: node.hidden,
        is_level: node.lod.is_some(),
        level_is_visual: node.lod.is_some_and(|lod| lod.role.is_visual()),
        level: node.lod.map_or(0, |lod| lod.level),
        level_value: node.lod.map_or(0.0, |lod| lod.value),
        level_role: pool.name(&role),
        is_proxy: node.proxy.is_some(),
        proxy_id: node.proxy.as_ref().map_or(-1, |proxy| proxy.id),
        proxy: pool.name(node.proxy.as_ref().map_or("", |proxy| &proxy.path)),
        texts: pool.keep(texts),
    }
}

fn mesh(mesh: &mesh::Mesh, pool: &mut Pool) -> Mesh {
    let selection = |of: &mesh::Selection, pool: &mut Pool| Selection {
        name: pool.name(&of.name),
        vertices: integers(&of.vertices),
        weights: floats(&of.weights),
        faces: integers(&of.faces),
    };
    let morph = |of: &mesh::MorphTarget, pool: &mut Pool| Morph {
        name: pool.name(&of.name),
        positions: floats(&of.positions),
        normals: floats(&of.normals),
        weight: of.weight,
    };
    let frame = |of: &mesh::VertexFrame| VertexFrame { time: of.time, positions: floats(&of.positions) };
    Mesh {
        name: pool.name(&mesh.name),
        positions: floats(&mesh.positions),
        normals: floats(&mesh.normals),
        tangents: floats(&mesh.tangents),
        uv_sets: pool.keep(mesh.uv_sets.iter().map(|set| floats(set))),
        color_sets: pool.keep(mesh.color_sets.iter().map(|set| floats(set))),
        influence_starts: integers(&mesh.weights.starts),
        influence_joints: influence_joints(&mesh.weights),
        influence_weights: influence_weights(&mesh.weights),
        parts: pool.each(&mesh.parts, part),
        selections: pool.each(&mesh.selections, selection),
        morphs: pool.each(&mesh.morph_targets, morph),
        vertex_frames: pool.keep(mesh.vertex_frames.iter().map(frame)),
    }
}

fn influence_joints(weights: &Weights) -> Integers {
    let all = list(&weights.influences);
    let data = all.data.wrapping_byte_add(if all.count > 0 { offset_of!(Influence, joint) } else { 0 });
    Integers { data: data.cast(), count: all.count, stride: size_of::<Influence>() }
}

fn influence_weights(weights: &Weights) -> Floats {
    let all = list(&weights.influences);
    let data = all.data.wrapping_byte_add(if all.count > 0 { offset_of!(Influence, weight) } else { 0 });
    Floats { data: data.cast(), count: all.count, stride: size_of::<Influence>(), components: 1 }
}

fn part(part: &mesh::Part, pool: &mut Pool) -> Part {
    let starts = match &part.faces {
        Faces::Triangles(_) => &[][..],
        Faces::Polygons { starts, .. } => starts,
    };
    Part {
        name: pool.name(&part.name),
        material: part.material.map_or(NONE, |id| id.0),
        face_count: part.faces.len(),
        triangle_count: part.faces.triangle_count(),
        corners: integers(part.faces.indices()),
        starts: integers(starts),
        face_flags: integers(&part.face_flags),
    }
}

fn material(material: &material::Material, pool: &mut Pool) -> Material {
    let shading = material.shading;
    let layer = |of: &material::TextureLayer| Layer {
        slot: of.slot,
        texture: of.texture.0,
        role: of.role.into(),
        blend: of.blend.into(),
        uv_set: of.uv_set,
    };
    Material {
        name: pool.name(&material.name),
        base_color: material.base_color.to_array(),
        emissive: material.emissive.to_array(),
        specular: material.specular.unwrap_or_default().to_array(),
        shininess: material.shininess,
        metallic: material.metallic.unwrap_or(-1.0),
        roughness: material.roughness.unwrap_or(-1.0),
        alpha_mode: material.alpha_mode.into(),
        alpha_cutoff: if let AlphaMode::Mask { cutoff } = material.alpha_mode { cutoff } else { 0.0 },
        blend: material.blend.into(),
        unlit: shading.unlit,
        vertex_colors: shading.vertex_colors,
        vertex_alpha: shading.vertex_alpha,
        flat: shading.flat,
        no_fog: shading.no_fog,
        double_sided: shading.double_sided,
        layers: pool.keep(material.layers.iter().map(layer)),
    }
}

fn texture(texture: &material::Texture, pool: &mut Pool) -> Texture {
    let uv = &texture.transform;
    Texture {
        name: pool.name(&texture.name),
        image: texture.image.map_or(NONE, |id| id.0),
        uv_translation: uv.translation.to_array(),
        uv_rotation: uv.rotation,
        uv_scale: uv.scale.to_array(),
        uv_rotates_first: uv.order == UvOrder::RotateFirst,
        mipmap: texture.mipmap,
        nearest: texture.nearest,
        wrap_u: texture.wrap_u.into(),
        wrap_v: texture.wrap_v.into(),
        alpha: texture.alpha.into(),
        mapping: texture.mapping.into(),
    }
}

fn image(image: &material::Image, pool: &mut Pool) -> Image {
    let data = image.data.as_ref();
    Image {
        path: pool.name(&image.path),
        file: pool.name(image.uri.as_deref().unwrap_or_default()),
        media_type: pool.name(data.map_or("", |data| &data.mime)),
        bytes: list(data.map_or(&[], |data| &data.bytes)),
    }
}

fn animation(animation: &keyframes::Animation, pool: &mut Pool) -> Animation {
    let channel = |of: &keyframes::Channel| {
        let (property, values) = match &of.track {
            Track::Translation(values) => (Property::Translation, floats(values)),
            Track::Rotation(values) => (Property::Rotation, floats(values)),
            Track::Scale(values) => (Property::Scale, floats(values)),
            Track::Weights { targets, values } => {
                let (stride, count) = (size_of::<f32>() * targets, of.track.len());
                (Property::Weights, Floats { count, stride, components: *targets as u32, ..floats(values) })
            }
        };
        let (node, interpolation) = (of.target.0, of.interpolation.into());
        Channel { node, property, interpolation, times: floats(&of.times), values }
    };
    Animation {
        name: pool.name(&animation.name),
        first: animation.first,
        last: animation.last,
        ticks_per_second: animation.ticks_per_second,
        looping: animation.looping,
        channels: pool.keep(animation.channels.iter().map(channel)),
    }
}

fn camera(camera: &scene::Camera, pool: &mut Pool) -> Camera {
    let (orthographic, [vertical_fov, aspect, half_width, half_height]) = match camera.projection {
        Projection::Perspective { vertical_fov, aspect } => (false, [vertical_fov, aspect.unwrap_or(0.0), 0.0, 0.0]),
        Projection::Orthographic { half_width, half_height } => (true, [0.0, 0.0, half_width, half_height]),
    };
    Camera {
        name: pool.name(&camera.name),
        orthographic,
        vertical_fov,
        aspect,
        half_width,
        half_height,
        near_plane: camera.near,
        far_plane: camera.far.unwrap_or(f32::INFINITY),
    }
}

fn light(light: &scene::Light, pool: &mut Pool) -> Light {
    let [inner_angle, outer_angle] = match light.kind {
        LightKind::Spot { inner_angle, outer_angle } => [inner_angle, outer_angle],
        _ => [0.0; 2],
    };
    Light {
        name: pool.name(&light.name),
        kind: light.kind.into(),
        color: light.color.to_array(),
        intensity: light.intensity,
        range: light.range.unwrap_or(f32::INFINITY),
        inner_angle,
        outer_angle,
    }
}
