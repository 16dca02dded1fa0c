//! Repairs documents for an engine and changes nothing else.

mod chunks;
mod geometry;
mod materials;
mod motion;
mod skins;

use crate::document::{Body, Document};
use crate::lint::{Id, RULES, lint};
use retromesh_core::keyframes::is_rate;
use retromesh_core::{Diagnostics, Error};
use retromesh_kit::{ImportOptions, Lint, Lints, Repair, Repairs, Rule, Target};

/// Repairs one thing.
type Fix = fn(&mut Document<'_>);

/// A fix may bring about what another one is for: they are applied at most this often.
const ROUNDS: usize = 4;

/// The fixes, in the order in which they are applied.
const FIXES: [(&[Id], Fix); 31] = [
    (&[Id::Version], |d| d.version = 1),
    (&[Id::Size], |d| d.claimed_size = None),
    (&[Id::Slack], |d| d.chunks.retain(|chunk| !matches!(chunk.body, Body::Slack(_)))),
    (&[Id::UnknownChunk], |d| d.chunks.retain(|chunk| !matches!(chunk.body, Body::Unknown { .. }))),
    (&[Id::Sequences], |d| d.chunks.retain(|chunk| !matches!(chunk.body, Body::Seqs(_)))),
    (&[Id::Pivot], |d| d.chunks.retain(|chunk| !matches!(chunk.body, Body::Pivo))),
    (&[Id::NodeOrder], chunks::put_nodes_last),
    (&[Id::AstrayWeights], chunks::put_bones_first),
    (&[Id::UnknownBrush], materials::drop_unknown_brushes),
    (&[Id::UnknownTexture], materials::drop_unknown_textures),
    (&[Id::MeshBrush], materials::combine_brushes),
    (&[Id::TexturePath], materials::strip_folders),
    (&[Id::Rotation], motion::normalize),
    (&[Id::SeveralKeys, Id::KeyOrder], motion::merge_keys),
    (&[Id::FirstFrame], motion::renumber),
    (&[Id::KeysWithoutAnim], motion::add_anim),
    (&[Id::KeysBeyondAnim], motion::lengthen),
    (&[Id::SeveralAnims], motion::keep_one_anim),
    (&[Id::Rate], |d| motion::set_rate(d, is_rate)),
    (&[Id::NotFinite], geometry::make_finite),
    (&[Id::NotFinite], motion::make_finite),
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

impl Repairs for Document<'_> {
    /// What has no fix at the level of chunks stays, and so does what a fix would repair in part only. Repaired is what the rules do not
    /// find any more in the bytes that are written.
    fn repair(&self, target: Option<&Target>, only: &[String]) -> Result<Repair, Error> {
        let before = self.lint(None);
        let chosen = |rule: &Rule| rule.is_asked(target, only);
        let is_chosen = |id: &Id| RULES.get(*id as usize).is_some_and(chosen);
        // Of what was repaired the rules are asked whose answer is reported, or has a fix.
        let asked = |rule: &Rule| chosen(rule) || rule.is_for(target) || before.iter().any(|lint| lint.rule == rule);
        let mut fixes: Vec<(&[Id], Fix)> = FIXES.into_iter().filter(|(ids, _)| ids.iter().any(is_chosen)).collect();
        loop {
            let (bytes, after) = apply(self, &before, &fixes, &is_chosen, &asked)?;
            let known = fixes.len();
            fixes.retain(|(ids, _)| {
                !ids.iter().any(|id| is_chosen(id) && is_found(&after, *id) && is_found(&before, *id))
            });
            if fixes.len() == known {
                return Ok(Repair::new(bytes, before, after, target));
            }
        }
    }
}

fn is_found(lints: &[Lint], id: Id) -> bool {
    lints.iter().any(|lint| RULES.get(id as usize) == Some(lint.rule))
}

/// Applies fixes to a copy as long as one of them is due, and returns the new bytes and what is found in them.
fn apply(
    document: &Document<'_>,
    before: &[Lint],
    fixes: &[(&[Id], Fix)],
    chosen: &dyn Fn(&Id) -> bool,
    asked: &dyn Fn(&Rule) -> bool,
) -> Result<(Vec<u8>, Vec<Lint>), Error> {
    let (mut bytes, mut found) = (document.encode()?, before.to_vec());
    for round in 0..ROUNDS {
        let is_due = |(ids, _): &&(&[Id], Fix)| ids.iter().any(|id| chosen(id) && is_found(&found, *id));
        let due: Vec<Fix> = fixes.iter().filter(is_due).map(|(_, fix)| *fix).collect();
        if due.is_empty() {
            break;
        }
        let mut repaired = parse(&bytes)?;
        due.into_iter().for_each(|fix| fix(&mut repaired));
        let repaired = repaired.encode()?;
        if round > 0 && repaired == bytes {
            // What is due has no fix here: further rounds would change nothing either.
            break;
        }
        found = lint(&parse(&repaired)?, asked);
        bytes = repaired;
    }
    Ok((bytes, found))
}

fn parse(bytes: &[u8]) -> Result<Document<'_>, Error> {
    Document::parse_with(bytes, &ImportOptions::default(), &mut Diagnostics::new())
}
