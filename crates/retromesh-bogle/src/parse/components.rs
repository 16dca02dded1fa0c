//! L6 and later: components of each kind, then instances that place them, then the tree.

use super::animations::collection;
use super::{BYTE, WORD, at_most, finite, geometry_data, given, string, tree};
use crate::document::{Camera, Document, Geometry, Instance, Light, Material, Placement};
use crate::layout::Layout;
use nom::Parser;
use nom::combinator::cond;
use nom::error::context;
use retromesh_wire::parsers::{counted, le_u8, le_u32};
use retromesh_wire::{PResult, Parse, RawStr};

/// The counts of the header as 32-bit integers: cameras (from L13), geometries, materials, lights, animation collections (from
/// L15), instances. Then the skybox name (L10 to L12), ambient light and cameras (the camera first up to L12b), geometries,
/// materials, lights, collections, instances, tree.
pub(super) fn file(i: &[u8], layout: Layout) -> PResult<'_, Document<'_>> {
    let one_camera = layout.has_one_camera();
    let n = || le_u32("component count");
    let (i, (cameras, geometries, materials, lights, collections, instances)) =
        (cond(!one_camera, n()), n(), n(), n(), given(layout.has_collections(), n()), n()).parse(i)?;
    let cameras = cameras.unwrap_or(1);
    let max = [cameras, geometries, materials, lights, collections];
    let (i, (skybox, camera, ambient, cameras, geometries, materials, lights, collections, instances, tree)) = (
        given(layout.has_skybox(), string("skybox name")),
        given(one_camera, counted("CAMERA", 1, 20, |i| camera(i, layout))),
        finite("ambient light"),
        cond(!one_camera, counted("CAMERA", cameras, 22, |i| camera(i, layout))),
        counted("GEOMETRY", geometries, 8, |i| geometry(i, layout)),
        counted("MATERIAL", materials, 120, |i| material(i, layout)),
        counted("LIGHT", lights, 29, |i| light(i, layout)),
        counted("COLLECTION", collections, 77, collection),
        counted("INSTANCE", instances, 53, |i| instance(i, layout, max)),
        context("TREE", tree(layout, instances)),
    )
        .parse(i)?;
    let (cameras, empty) = (cameras.unwrap_or(camera), Document::new(layout));
    let document =
        Document { skybox, ambient, cameras, geometries, materials, lights, collections, instances, tree, ..empty };
    Ok((i, document))
}

fn name<'a>(layout: Layout) -> impl Parse<'a, RawStr<'a>> {
    given(layout.has_names(), string("name"))
}

/// From L13 u8 type, from L14 name, u32 width, u32 height, float near, far, angle of view, from L13 u8 main flag.
fn camera(i: &[u8], layout: Layout) -> PResult<'_, Camera<'_>> {
    let typed = !layout.has_one_camera();
    let (i, (kind, name, width, height, [near, far, fov], main)) = (
        given(typed, at_most("camera type", BYTE, 1)),
        name(layout),
        le_u32("width"),
        le_u32("height"),
        finite::<[f32; 3]>("near, far and angle of view"),
        cond(typed, le_u8("main flag")),
    )
        .parse(i)?;
    Ok((i, Camera { kind: kind as u8, name, width, height, near, far, fov, main: main.unwrap_or(1) }))
}

/// From L13 u8 type, from L14 name; L16: name of a file; before: u32 vertices, u32 indices, the vertices, the indices.
fn geometry(i: &[u8], layout: Layout) -> PResult<'_, Geometry<'_>> {
    let in_file = layout == Layout::L16;
    (
        given(layout >= Layout::L13, at_most("geometry type", BYTE, 0)),
        name(layout),
        given(in_file, string("file name")),
        cond(!in_file, geometry_data(layout)),
    )
        .map(|(kind, name, file, data)| Geometry { kind: kind as u8, name, file, data })
        .parse(i)
}

/// Type and shader (u32 up to L9, u8 later), name (from L14), four colours, the scalars of the layout, eight texture names.
pub(super) fn material(i: &[u8], layout: Layout) -> PResult<'_, Material<'_>> {
    let tag = if layout < Layout::L10 { WORD } else { BYTE };
    let texture = || string("texture name");
    let textures = (texture(), texture(), texture(), texture(), texture(), texture(), texture(), texture());
    let (i, (kind, shader, name, [ambient, emissive, diffuse, specular], reflectance_color)) = (
        at_most("material type", tag, 0),
        at_most("shader type", tag, 0),
        name(layout),
        finite::<[[f32; 4]; 4]>("material colours"),
        given(layout <= Layout::L10, finite("reflectance")),
    )
        .parse(i)?;
    let (i, ([opacity, specular_power], reflectance, refraction)) = (
        finite::<[f32; 2]>("opacity and specular power"),
        given(layout >= Layout::L11, finite("reflectance")),
        given(layout >= Layout::L12, finite("refraction")),
    )
        .parse(i)?;
    let (i, ([index_of_refraction, bump_intensity, specular_scale, alpha_threshold], blending, textures)) = (
        finite::<[f32; 4]>("material factors"),
        given(layout >= Layout::L9, le_u8("blending flag")),
        textures.map(Into::into),
    )
        .parse(i)?;
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
    let kind = || at_most("light type", BYTE, 2);
    let (i, (first, name, color, range, attenuation, intensity, kind, angle)) = (
        given(type_first, kind()),
        name(layout),
        finite("light colour"),
        given(layout < Layout::L8, finite("light range")),
        given(layout >= Layout::L8, finite("attenuation")),
        finite("intensity"),
        cond(!type_first, kind()),
        finite("light angle"),
    )
        .parse(i)?;
    Ok((i, Light { kind: kind.unwrap_or(first) as u8, name, color, range, attenuation, intensity, angle }))
}

/// From L14 name; camera (u8 up to L12b), geometry, material, light, from L15 collection; ten numbers in L6, a matrix later.
/// `max` are the largest numbers of each.
fn instance(i: &[u8], layout: Layout, max: [u32; 5]) -> PResult<'_, Instance<'_>> {
    let [cameras, geometries, materials, lights, collections] = max;
    let (i, (name, camera, geometry, material, light, collection, placement)) = (
        name(layout),
        at_most("camera index", if layout.has_one_camera() { BYTE } else { WORD }, cameras),
        at_most("geometry index", WORD, geometries),
        at_most("material index", WORD, materials),
        at_most("light index", WORD, lights),
        given(layout.has_collections(), at_most("collection index", WORD, collections)),
        |i| match layout {
            Layout::L6 => finite("placement").map(Placement::Parts).parse(i),
            _ => finite("matrix").map(Placement::Matrix).parse(i),
        },
    )
        .parse(i)?;
    Ok((i, Instance { name, camera, geometry, material, light, collection, placement }))
}
