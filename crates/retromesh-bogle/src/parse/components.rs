//! L6 and later: components of each kind, then instances that place them, then the tree.

use super::animations::collection;
use super::{at_most, finite, geometry_data, le_u8, list, string, tree};
use crate::document::{Camera, Document, Geometry, Instance, Light, Material, Placement};
use crate::layout::Layout;
use retromesh_wire::{PResult, RawStr, fields, within};

/// The counts of the header as 32-bit integers: cameras (from L13), geometries, materials, lights, animation collections (from
/// L15), instances. Then the skybox name (L10 to L12), ambient light and cameras (the camera first up to L12b), geometries,
/// materials, lights, collections, instances, tree.
pub(super) fn file(i: &[u8], layout: Layout) -> PResult<'_, Document<'_>> {
    let mut document = Document::new(layout);
    let mut counts = [1, 0, 0, 0, 0, 0];
    let present = [!layout.has_one_camera(), true, true, true, layout.has_collections(), true];
    let mut i = i;
    for (count, _) in counts.iter_mut().zip(present).filter(|&(_, present)| present) {
        (i, *count) = fields::le_u32(i, "component count")?;
    }
    let [cameras, geometries, materials, lights, collections, instances] = counts;
    if layout.has_skybox() {
        (i, document.skybox) = string(i, "skybox name")?;
    }
    if layout.has_one_camera() {
        (i, document.cameras) = list(i, "CAMERA", cameras, 20, |i| camera(i, layout))?;
        (i, document.ambient) = finite(i, "ambient light")?;
    } else {
        (i, document.ambient) = finite(i, "ambient light")?;
        (i, document.cameras) = list(i, "CAMERA", cameras, 22, |i| camera(i, layout))?;
    }
    (i, document.geometries) = list(i, "GEOMETRY", geometries, 8, |i| geometry(i, layout))?;
    (i, document.materials) = list(i, "MATERIAL", materials, 120, |i| material(i, layout))?;
    (i, document.lights) = list(i, "LIGHT", lights, 29, |i| light(i, layout))?;
    (i, document.collections) = list(i, "COLLECTION", collections, 77, collection)?;
    (i, document.instances) = list(i, "INSTANCE", instances, 53, |i| instance(i, layout, &counts))?;
    (i, document.tree) = within(|| "TREE", tree(i, layout, document.instances.len()))?;
    Ok((i, document))
}

fn name(i: &[u8], layout: Layout) -> PResult<'_, RawStr<'_>> {
    if layout.has_names() { string(i, "name") } else { Ok((i, RawStr::default())) }
}

/// From L13 u8 type, from L14 name, u32 width, u32 height, float near, far, angle of view, from L13 u8 main flag.
fn camera(i: &[u8], layout: Layout) -> PResult<'_, Camera<'_>> {
    let typed = !layout.has_one_camera();
    let (i, kind) = if typed { at_most(i, "camera type", 1, le_u8)? } else { (i, 0) };
    let (i, name) = name(i, layout)?;
    let (i, width) = fields::le_u32(i, "width")?;
    let (i, height) = fields::le_u32(i, "height")?;
    let (i, [near, far, fov]) = finite(i, "near, far and angle of view")?;
    let (i, main) = if typed { fields::le_u8(i, "main flag")? } else { (i, 1) };
    Ok((i, Camera { kind: kind as u8, name, width, height, near, far, fov, main }))
}

/// From L13 u8 type, from L14 name; L16: name of a file; before: u32 vertices, u32 indices, the vertices, the indices.
fn geometry(i: &[u8], layout: Layout) -> PResult<'_, Geometry<'_>> {
    let (i, kind) = if layout >= Layout::L13 { at_most(i, "geometry type", 0, le_u8)? } else { (i, 0) };
    let (i, name) = name(i, layout)?;
    if layout == Layout::L16 {
        let (i, file) = string(i, "file name")?;
        return Ok((i, Geometry { kind: kind as u8, name, file, data: None }));
    }
    let (i, vertices) = fields::le_u32(i, "vertex count")?;
    let (i, indices) = fields::le_u32(i, "index count")?;
    let (i, data) = geometry_data(i, layout, vertices, indices)?;
    Ok((i, Geometry { kind: kind as u8, name, file: RawStr::default(), data: Some(data) }))
}

/// Type and shader (u32 up to L9, u8 later), name (from L14), four colours, the scalars of the layout, eight texture names.
pub(super) fn material(i: &[u8], layout: Layout) -> PResult<'_, Material<'_>> {
    let tag = |i, what| {
        at_most(i, what, 0, |i, what| if layout < Layout::L10 { fields::le_u32(i, what) } else { le_u8(i, what) })
    };
    let (i, kind) = tag(i, "material type")?;
    let (i, shader) = tag(i, "shader type")?;
    let (i, name) = name(i, layout)?;
    let (i, [ambient, emissive, diffuse, specular]) = finite::<[[f32; 4]; 4]>(i, "material colours")?;
    let (i, reflectance_color) = if layout <= Layout::L10 { finite(i, "reflectance")? } else { (i, [0.0; 4]) };
    let (i, [opacity, specular_power]) = finite(i, "opacity and specular power")?;
    let (i, reflectance) = if layout >= Layout::L11 { finite(i, "reflectance")? } else { (i, 0.0) };
    let (i, refraction) = if layout >= Layout::L12 { finite(i, "refraction")? } else { (i, 0.0) };
    let (i, [index_of_refraction, bump_intensity, specular_scale, alpha_threshold]) = finite(i, "material factors")?;
    let (mut i, blending) = if layout >= Layout::L9 { fields::le_u8(i, "blending flag")? } else { (i, 0) };
    let mut textures: [RawStr<'_>; 8] = Default::default();
    for texture in &mut textures {
        (i, *texture) = string(i, "texture name")?;
    }
    let material = Material {
        kind,
        shader,
        name,
        ambient,
        emissive,
        diffuse,
        specular,
        reflectance_color,
        opacity,
        specular_power,
        reflectance,
        refraction,
        index_of_refraction,
        bump_intensity,
        specular_scale,
        alpha_threshold,
        blending,
        textures,
    };
    Ok((i, material))
}

/// From L13 u8 type first, from L14 name; colour; range (L6, L7) or three attenuation factors; intensity; up to L12b u8 type;
/// angle.
fn light(i: &[u8], layout: Layout) -> PResult<'_, Light<'_>> {
    let type_first = layout >= Layout::L13;
    let (i, first) = if type_first { at_most(i, "light type", 2, le_u8)? } else { (i, 0) };
    let (i, name) = name(i, layout)?;
    let (i, color) = finite(i, "light colour")?;
    let (i, range) = if layout < Layout::L8 { finite(i, "light range")? } else { (i, 0.0) };
    let (i, attenuation) = if layout >= Layout::L8 { finite(i, "attenuation")? } else { (i, [0.0; 3]) };
    let (i, intensity) = finite(i, "intensity")?;
    let (i, kind) = if type_first { (i, first) } else { at_most(i, "light type", 2, le_u8)? };
    let (i, angle) = finite(i, "light angle")?;
    Ok((i, Light { kind: kind as u8, name, color, range, attenuation, intensity, angle }))
}

/// From L14 name; camera (u8 up to L12b), geometry, material, light, from L15 collection; ten numbers in L6, a matrix later.
fn instance<'a>(i: &'a [u8], layout: Layout, counts: &[u32; 6]) -> PResult<'a, Instance<'a>> {
    let [cameras, geometries, materials, lights, collections, _] = *counts;
    let (i, name) = name(i, layout)?;
    let (i, camera) = at_most(i, "camera index", cameras, |i, what| {
        if layout.has_one_camera() { le_u8(i, what) } else { fields::le_u32(i, what) }
    })?;
    let index = |i, what, most| at_most(i, what, most, |i, what| fields::le_u32(i, what));
    let (i, geometry) = index(i, "geometry index", geometries)?;
    let (i, material) = index(i, "material index", materials)?;
    let (i, light) = index(i, "light index", lights)?;
    let (i, collection) = if layout.has_collections() { index(i, "collection index", collections)? } else { (i, 0) };
    let (i, placement) = if layout == Layout::L6 {
        let (i, parts) = finite(i, "placement")?;
        (i, Placement::Parts(parts))
    } else {
        let (i, matrix) = finite(i, "matrix")?;
        (i, Placement::Matrix(matrix))
    };
    Ok((i, Instance { name, camera, geometry, material, light, collection, placement }))
}
