//! L1 to L5: a list of objects that own their geometry; from L4 a tree, cameras and lights behind them.

use super::{at_most, finite, geometry_data, list, printable, text, tree};
use crate::document::{AimedLight, Document, Object};
use crate::layout::Layout;
use crate::parse::components::material;
use retromesh_wire::{PResult, Rows, all_finite, bad, fields, rows, within};

/// L1 to L3: u32 objects, the objects. L4: u32 objects, cameras, lights; objects, tree, cameras, lights. L5: u32 objects,
/// lights, materials; objects, tree, one camera, lights, ambient light, materials, a u32 material index per object.
pub(super) fn file(i: &[u8], layout: Layout) -> PResult<'_, Document<'_>> {
    let mut document = Document::new(layout);
    let (mut i, n) = fields::le_u32(i, "object count")?;
    let (mut cameras, mut lights, mut materials) = (0, 0, 0);
    if layout == Layout::L4 {
        (i, cameras) = fields::le_u32(i, "camera count")?;
        (i, lights) = fields::le_u32(i, "light count")?;
    } else if layout == Layout::L5 {
        (i, lights) = fields::le_u32(i, "light count")?;
        (i, materials) = fields::le_u32(i, "material count")?;
        cameras = 1;
    }
    (i, document.objects) = list(i, "OBJECT", n, 9, |i| object(i, layout))?;
    if layout < Layout::L4 {
        return Ok((i, document));
    }
    (i, document.tree) = within(|| "TREE", tree(i, layout, document.objects.len()))?;
    (i, document.viewpoints) = numbers(i, "cameras", cameras)?;
    if layout == Layout::L4 {
        (i, document.phong_lights) = numbers(i, "lights", lights)?;
        return Ok((i, document));
    }
    (i, document.aimed_lights) = within(|| "LIGHTS", aimed_lights(i, lights))?;
    (i, document.ambient) = finite(i, "ambient light")?;
    (i, document.materials) = list(i, "MATERIAL", materials, 144, |i| material(i, layout))?;
    let start = i;
    (i, document.object_materials) = rows::counted_rows(i, "material indices", n)?;
    match document.object_materials.iter().find(|&index| index >= materials && materials > 0) {
        Some(index) => bad(start, "material index", format!("under {materials}"), index.to_string()),
        None => Ok((i, document)),
    }
}

/// Up to L3: u8 name length, u32 vertices, u32 indices, name. From L4: u32 vertices, u32 indices, 32 bytes of name with a NUL.
/// Then vertices, u32 indices and, from L2, translation, rotation axis, rotation angle and scale as 10 floats.
fn object(i: &[u8], layout: Layout) -> PResult<'_, Object<'_>> {
    let (i, length) = if layout < Layout::L4 { super::le_u8(i, "name length")? } else { (i, 32) };
    let (i, vertices) = fields::le_u32(i, "vertex count")?;
    let (i, indices) = fields::le_u32(i, "index count")?;
    let (i, name) = if layout < Layout::L4 {
        let (rest, _) = text(i, "name", length)?;
        let (_, name) = fields::fixed_string(i, "name", length as usize)?;
        (rest, name)
    } else {
        let (rest, name) = fields::fixed_string(i, "name", 32)?;
        if !name.bytes().contains(&0) {
            return bad(i, "name", "a NUL in 32 bytes", "none");
        }
        printable(i, "name", name.text().bytes())?;
        (rest, name)
    };
    let (i, data) = geometry_data(i, layout, vertices, indices)?;
    let (i, placement) = if layout >= Layout::L2 { finite(i, "placement")? } else { (i, [0.0; 10]) };
    Ok((i, Object { name, vertices: data.vertices, indices: data.indices, placement }))
}

fn numbers<'a, const N: usize>(i: &'a [u8], what: &'static str, n: u32) -> PResult<'a, Rows<'a, [f32; N]>> {
    let (rest, numbers) = rows::counted_rows(i, what, n)?;
    if all_finite(numbers.bytes()) { Ok((rest, numbers)) } else { bad(i, what, "finite numbers", "one that is not") }
}

fn aimed_lights(i: &[u8], n: u32) -> PResult<'_, Rows<'_, AimedLight>> {
    let (rest, lights) = rows::counted_rows::<AimedLight>(i, "lights", n)?;
    for (k, light) in lights.iter().enumerate() {
        let here = i.get(k * 64 + 24..).unwrap_or_default();
        at_most(here, "light type", 2, |i, what| fields::le_u32(i, what))?;
        let numbers = [light.range, light.intensity, light.angle];
        let vectors = [light.color, light.position, light.direction];
        if !numbers.iter().chain(vectors.as_flattened()).all(|x| x.is_finite()) {
            return bad(i, "lights", "finite numbers", "one that is not");
        }
    }
    Ok((rest, lights))
}
