//! Mends documents for an engine and changes nothing else.

mod chunks;
mod geometry;
mod looks;
mod motion;
mod skins;

use crate::document::{Body, Document};
use crate::lint::{Id, RULES, lint};
use retromesh_core::{Lint, Target};

/// Mends one thing.
type Fix = fn(&mut Document<'static>);

/// Mends what the rules of a target find, as far as there is a cure, and returns the new document with what was mended.
///
/// `only` names rules by id; where it is empty, those of the target apply, or all without one. What has no cure at the level
/// of chunks stays, and [`lint`](retromesh_core::Model::lint) still finds it.
pub fn repair(document: &Document<'_>, target: Option<&Target>, only: &[String]) -> (Document<'static>, Vec<Lint>) {
    let before = lint(document, None);
    let mut mended = document.clone().into_owned();
    let wanted = |id: Id| {
        let Some(rule) = RULES.get(id as usize) else { return false };
        let chosen = if only.is_empty() { rule.is_for(target) } else { only.iter().any(|only| only == rule.id) };
        chosen && before.iter().any(|lint| lint.rule.id == rule.id)
    };
    let fixes: [(&[Id], Fix); 29] = [
        (&[Id::Version], |d| d.version = 1),
        (&[Id::Size], |d| d.claimed_size = None),
        (&[Id::Slack], |d| d.chunks.retain(|chunk| !matches!(chunk.body, Body::Slack(_)))),
        (&[Id::UnknownChunk], |d| d.chunks.retain(|chunk| !matches!(chunk.body, Body::Unknown { .. }))),
        (&[Id::Sequences], |d| d.chunks.retain(|chunk| !matches!(chunk.body, Body::Seqs(_)))),
        (&[Id::Pivot], |d| d.chunks.retain(|chunk| !matches!(chunk.body, Body::Pivo))),
        (&[Id::NodeOrder], chunks::put_nodes_last),
        (&[Id::AstrayWeights], chunks::put_bones_first),
        (&[Id::UnknownBrush], looks::drop_unknown_brushes),
        (&[Id::UnknownTexture], looks::drop_unknown_textures),
        (&[Id::MeshBrush], looks::combine_brushes),
        (&[Id::TexturePath], looks::strip_folders),
        (&[Id::Rotation], motion::normalize),
        (&[Id::SeveralKeys, Id::KeyOrder], motion::merge_keys),
        (&[Id::FirstFrame], motion::renumber),
        (&[Id::KeysWithoutAnim], motion::add_anim),
        (&[Id::KeysBeyondAnim], motion::lengthen),
        (&[Id::SeveralAnims], motion::keep_one_anim),
        (&[Id::Rate], motion::set_rate),
        (&[Id::TriangleVertex], geometry::drop_triangles),
        (&[Id::EmptyTriangles], geometry::drop_empty),
        (&[Id::BoneVertex], skins::drop_foreign),
        (&[Id::ZeroWeights], skins::drop_zero),
        (&[Id::ManyWeights], skins::reduce),
        (&[Id::PlacedSkin], skins::straighten),
        (&[Id::UvSets], geometry::cut_sets),
        (&[Id::WrongNormals, Id::ZeroNormals], geometry::recompute_normals),
        (&[Id::SameVertices], geometry::share_vertices),
        (&[Id::SharedVertex, Id::LargeSurface], geometry::part),
    ];
    for (ids, fix) in fixes {
        if ids.iter().any(|&id| wanted(id)) {
            fix(&mut mended);
        }
    }
    let after = lint(&mended, None);
    let left = |id: &str| after.iter().find(|lint| lint.rule.id == id).map_or(0, |lint| lint.count);
    let mut done = Vec::new();
    for found in before {
        let count = found.count.saturating_sub(left(found.rule.id));
        if count > 0 {
            done.push(Lint { count, ..found });
        }
    }
    (mended, done)
}
