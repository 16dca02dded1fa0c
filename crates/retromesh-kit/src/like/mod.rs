//! A scene that came back from other programs, made like the one that it was.
//!
//! Such programs sort clips and nodes, count frames anew, add numbers to names, and leave out what they do not show. What they changed so
//! comes from the original again; what their user changed stays.

mod clips;
mod counterparts;
mod flags;
mod holders;
mod materials;
mod names;
mod nodes;
mod normals;
mod over;
mod pairs;
mod parts;
mod point_flags;
mod polygons;
mod rest;
mod rounded;
mod selections;
mod stranger;
mod surfaces;
#[cfg(test)]
mod tests;
mod timeline;
mod unrestored;
mod whole;

use crate::Budget;
use crate::listed::listed;
use pairs::Pairs;
use retromesh_core::{Code, Diagnostics, Result, Valid, Violations};
use std::collections::HashSet;
use surfaces::Surfaces;

/// Restores in a scene what other programs took away of the original that it was made from, in the space of that.
///
/// - Names with a number at their end (`lamp.001`) that the original has without it, and those with `_` for blanks.
/// - Clips: order, frames and rates; the keys of those that move as they did. Others keep their first frame as long as they are not longer, or the last.
///   New ones come after the end of the timeline. One clip that is the whole timeline has its ranges again, whatever was changed in it.
/// - The extensions of images whose name alone is left.
/// - The texture layers of materials that show the same image, or another one where all extras of materials are gone, and what else of them glTF alone does not say, where fewer layers are left.
/// - Materials that no face uses, in their places.
/// - Nodes that were put around a skeleton go, and skinned meshes are below the node that held them, or in the joint that they were in.
/// - Lights, cameras, nodes that place nothing, levels of detail, references to other models, and extras: each kind where none of it is left. Where some are left, the others were taken
///   out by hand.
/// - Selections whose lists are lost, where vertices and faces are where they were, or have the numbers of points (`_POINT`) that they had; of a polygon that was cut all triangles are selected. Those that are gone by name, too, where no mesh has any.
/// - Polygons that were cut into triangles, where these are as they were, or the polygon is still flat and convex.
/// - Meshes without normals, where each normal is that of its face.
/// - Parts of a mesh with one material, where their triangles follow each other.
/// - The rest of nodes that no clip of the original moves, or that move as they did below nodes of the original, and the scale of joints at rest, where none has another.
/// - Flags of faces, where the faces are where they were, of several over the same corners by their materials, and none of the mesh has any, or its kind of file has not these.
/// - Flags of points of another kind of file, where faces and points are where they were; what they had stays under a further key.
/// - The capital letters in the names of selections, and of another kind of file in those of images and materials, and in extras.
/// - The order of nodes.
///
/// Nodes are found by name and kind, and those with a new name by where they are; clips with a new name by their keys. Each restored thing is reported, and custom attributes and polygons that are gone, and
/// what was not restored of selections. An original of which the scene has no name, or hardly a triangle, is reported, too.
pub fn like<'s>(
    mut scene: Valid<'s>,
    original: &Valid<'_>,
    budget: &Budget,
    diagnostics: &mut Diagnostics,
) -> Result<Valid<'s>> {
    scene.convert_to(original.space);
    let mut report = Report::default();
    let mut edit = scene.edit();
    names::restore_blanks(edit.scene_mut(), original, &mut report);
    let scene = edit.finish().map_err(Violations::into_export_error)?;
    stranger::report(&scene, original, diagnostics)?;
    let mut edit = holders::remove(scene, original, &mut report)?.edit();
    let edited = edit.scene_mut();
    let mut pairs = Pairs::of(edited, original);
    pairs.renamed(edited, original);
    let is_other_kind = nodes::keys_of_other_kind(edited, original, std::iter::empty()).is_some();
    if is_other_kind {
        names::respell(edited, original, &mut report);
    }
    materials::restore(edited, original, &pairs, &mut report);
    names::restore(edited, original, &pairs, &mut report);
    pairs.surfaces = Surfaces::of(edited, original, &pairs, is_other_kind);
    nodes::restore(edited, original, &mut pairs, &mut report);
    rest::restore(edited, original, &pairs, &mut report);
    clips::restore(edited, original, &pairs, budget, &mut report)?;
    normals::restore(edited, original, &pairs, &mut report);
    parts::restore(edited, original, &pairs, &mut report);
    selections::restore(edited, original, &pairs, is_other_kind, budget, &mut report)?;
    if is_other_kind {
        point_flags::restore(edit.scene_mut(), original, &pairs, &mut report);
    }
    polygons::restore(edit.scene_mut(), original, &pairs, &mut report);
    unrestored::note(edit.scene_mut(), original, &mut report);
    unrestored::levels(edit.scene_mut(), original, &mut report);
    rest::moved(edit.scene_mut(), original, &pairs, &mut report);
    unrestored::faces(edit.scene_mut(), original, &pairs, &mut report);
    let scene = edit.finish().map_err(Violations::into_export_error)?;
    for (code, what, things) in report.0 {
        let mut seen = HashSet::new();
        // Several nodes of one name are several things, several keys of one channel are not.
        let are_keys = matches!(code, Code::AdaptedKeys | Code::ResampledKeys);
        let names: Vec<&String> = things.iter().filter(|name| seen.insert(*name) || !are_keys).collect();
        diagnostics.note(code, things.len(), format!("{what}: {}", listed(&names)))?;
    }
    unrestored::polygons(&scene, original, diagnostics)?;
    Ok(scene)
}

/// What was done: kinds of things, and their names.
#[derive(Default)]
struct Report(Vec<(Code, &'static str, Vec<String>)>);

impl Report {
    /// Notes a thing that is as in the original again.
    fn restored(&mut self, what: &'static str, name: impl Into<String>) {
        self.add(Code::Restored, what, name);
    }

    fn add(&mut self, code: Code, what: &'static str, name: impl Into<String>) {
        match self.0.iter_mut().find(|(known, kind, _)| (*known, *kind) == (code, what)) {
            Some((.., names)) => names.push(name.into()),
            None => self.0.push((code, what, vec![name.into()])),
        }
    }
}
