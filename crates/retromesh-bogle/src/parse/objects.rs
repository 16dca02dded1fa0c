//! L1 to L5: a list of objects that own their geometry; from L4 a tree, cameras and lights after them.

use super::{WORD, at_most, check_finite, check_printable, counted_geometry, finite, given, text, tree};
use crate::document::{AimedLight, Document, Object};
use crate::layout::Layout;
use crate::parse::components::material;
use nom::Parser;
use nom::combinator::peek;
use nom::error::context;
use retromesh_core::ErrorKind;
use retromesh_wire::parsers::{counted, counted_rows, fixed_string, le_u8, le_u32};
use retromesh_wire::{FixedStr, PResult, Parse, Rows, bad};

/// L1 to L3: u32 objects, the objects. L4: u32 objects, cameras, lights; objects, tree, cameras, lights. L5: u32 objects,
/// lights, materials; objects, tree, one camera, lights, ambient light, materials, a u32 material index per object.
pub(super) fn file(i: &[u8], layout: Layout) -> PResult<'_, Document<'_>> {
    let (has_tree, is_l4, is_l5) = (layout >= Layout::L4, layout == Layout::L4, layout == Layout::L5);
    let (i, (n, cameras, lights, materials)) = (
        le_u32("object count"),
        given(is_l4, le_u32("camera count")),
        given(has_tree, le_u32("light count")),
        given(is_l5, le_u32("material count")),
    )
        .parse(i)?;
    let (i, (objects, tree, viewpoints, phong_lights, aimed_lights, ambient, materials, object_materials)) = (
        counted("OBJECT", n, 9, |i| object(i, layout)),
        given(has_tree, context("TREE", tree(layout, n))),
        given(has_tree, numbers("cameras", if is_l5 { 1 } else { cameras })),
        given(is_l4, numbers("lights", lights)),
        given(is_l5, context("LIGHTS", |i| aimed_lights(i, lights))),
        given(is_l5, finite("ambient light")),
        given(is_l5, counted("MATERIAL", materials, 144, |i| material(i, layout))),
        given(is_l5, object_materials(n, materials)),
    )
        .parse(i)?;
    let document = Document { objects, viewpoints, phong_lights, tree, ..Document::new(layout) };
    Ok((i, Document { ambient, aimed_lights, object_materials, materials, ..document }))
}

/// Up to L3: u8 name length, u32 vertices, u32 indices, name. From L4: u32 vertices, u32 indices, 32 bytes of name with a NUL.
/// Then vertices, u32 indices and, from L2, translation, rotation axis, rotation angle and scale as 10 floats.
fn object(i: &[u8], layout: Layout) -> PResult<'_, Object<'_>> {
    let has_length = layout < Layout::L4;
    let (i, (length, vertices, indices)) =
        (given(has_length, le_u8("name length")), le_u32("vertex count"), le_u32("index count")).parse(i)?;
    (
        move |i| if has_length { short_name(i, length) } else { long_name(i) },
        counted_geometry(layout, vertices, indices),
        given(layout >= Layout::L2, finite("placement")),
    )
        .map(|(name, data, placement)| Object { name, vertices: data.vertices, indices: data.indices, placement })
        .parse(i)
}

/// A name of this many bytes.
fn short_name(i: &[u8], length: u8) -> PResult<'_, FixedStr<'_>> {
    peek(text("name", length)).flat_map(|_| fixed_string("name", length.into())).parse(i)
}

/// A name of 32 bytes with a NUL.
fn long_name(i: &[u8]) -> PResult<'_, FixedStr<'_>> {
    fixed_string("name", 32)
        .map_res(|name| {
            if !name.bytes().contains(&0) {
                return Err(ErrorKind::bad("name", "a NUL in 32 bytes", "none"));
            }
            check_printable("name", name.text().bytes()).map(|()| name)
        })
        .parse(i)
}

fn numbers<'a, const N: usize>(what: &'static str, n: u32) -> impl Parse<'a, Rows<'a, [f32; N]>> {
    counted_rows(what, n)
        .map_res(move |numbers: Rows<'a, [f32; N]>| check_finite(what, numbers.bytes()).map(|()| numbers))
}

fn aimed_lights(i: &[u8], n: u32) -> PResult<'_, Rows<'_, AimedLight>> {
    let (rest, lights) = counted_rows::<AimedLight>("lights", n).parse(i)?;
    for (k, light) in lights.iter().enumerate() {
        let here = i.get(k * 64 + 24..).unwrap_or_default();
        at_most("light type", WORD, 2).parse(here)?;
        let numbers = [light.range, light.intensity, light.angle];
        let vectors = [light.color, light.position, light.direction];
        if !numbers.iter().chain(vectors.as_flattened()).all(|x| x.is_finite()) {
            return bad(i, "lights", "finite numbers", "one that is not");
        }
    }
    Ok((rest, lights))
}

fn object_materials<'a>(n: u32, materials: u32) -> impl Parse<'a, Rows<'a, u32>> {
    counted_rows("material indices", n).map_res(move |indices: Rows<'a, u32>| {
        match indices.iter().find(|&index| index >= materials && materials > 0) {
            Some(index) => Err(ErrorKind::bad("material index", format!("under {materials}"), index.to_string())),
            None => Ok(indices),
        }
    })
}
