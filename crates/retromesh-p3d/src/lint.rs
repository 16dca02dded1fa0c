//! What engines and editors refuse, drop or show wrong.

use crate::document::Document;
use crate::levels::{FUNCTIONAL_FROM, role_of};
use crate::mlod::{Kind, Mlod, TagBody};
use crate::odol7::Odol;
use retromesh_core::scene::LodRole;
use retromesh_core::{Lint, Rule};

/// Each rule of the format.
pub(crate) const RULES: &[Rule] = &[
    Rule {
        id: "p3d-many-vertices",
        targets: &["odol7", "mlod"],
        summary: "the game reads vertex numbers as signed: it cannot use those over 32767",
        advice: "Split the level or reduce it.",
    },
    Rule {
        id: "p3d-many-levels",
        targets: &["odol7", "mlod"],
        summary: "the game holds at most 32 levels of detail",
        advice: "Remove levels.",
    },
    Rule {
        id: "p3d-no-level",
        targets: &["odol7", "mlod", "p3dm"],
        summary: "the model has no level of detail: the game looks for properties in the first one",
        advice: "Add a level, even an empty one.",
    },
    Rule {
        id: "p3d-polygon",
        targets: &["odol7"],
        summary: "a face has neither three nor four corners",
        advice: "Convert the model to MLOD, which makes triangles of it.",
    },
    Rule {
        id: "p3d-dropped-face",
        targets: &["mlod", "p3dm"],
        summary: "a face has neither three nor four corners: engines drop it",
        advice: "Remove or triangulate it.",
    },
    Rule {
        id: "p3d-unknown-point-flags",
        targets: &["mlod"],
        summary: "a point has flags outside the known set: the engine clears all of them",
        advice: "Set the point's flags again in the editor.",
    },
    Rule {
        id: "p3d-ignored-selection",
        targets: &["mlod"],
        summary: "a selection has another size than its level or a name that starts with - or . and is ignored",
        advice: "Rename it or save the model again.",
    },
    Rule {
        id: "p3d-far-uv",
        targets: &["mlod", "odol7"],
        summary: "a texture coordinate is over 100000: the engine clears it",
        advice: "Map the face again.",
    },
    Rule {
        id: "p3d-no-geometry",
        targets: &["mlod", "odol7"],
        summary: "there is no geometry level: nothing collides with the model",
        advice: "Add a geometry level with masses if the model is to be touched.",
    },
    Rule {
        id: "p3d-duplicate-selection",
        targets: &["mlod", "odol7"],
        summary: "two selections of a level have one name: the game uses the first",
        advice: "Join or rename them.",
    },
];

/// The most levels that the game holds.
const MOST_LEVELS: usize = 32;
/// Vertex numbers from this on are negative to the game.
const SIGNED: usize = 32_768;
/// The engine clears texture coordinates beyond this.
const UV_LIMIT: f32 = 1e5;

/// Applies the rules of a target.
pub(crate) fn lint(document: &Document<'_>, target: &str) -> Vec<Lint> {
    let mut findings = Findings { target, lints: Vec::new() };
    match document {
        Document::Odol(odol) => odol_rules(odol, &mut findings),
        Document::Mlod(mlod) => mlod_rules(mlod, &mut findings),
    }
    findings.lints
}

struct Findings<'t> {
    target: &'t str,
    lints: Vec<Lint>,
}

impl Findings<'_> {
    /// Counts a rule that applies to the target.
    fn add(&mut self, id: &str, count: usize, path: impl FnOnce() -> String) {
        let Some(rule) = RULES.iter().find(|rule| rule.id == id && rule.targets.contains(&self.target)) else { return };
        if count == 0 {
            return;
        }
        match self.lints.iter_mut().find(|lint| lint.rule.id == id) {
            Some(lint) => lint.count += count as u64,
            None => self.lints.push(Lint { rule, count: count as u64, offset: None, path: path() }),
        }
    }

    fn levels(&mut self, resolutions: &[f32]) {
        self.add("p3d-no-level", usize::from(resolutions.is_empty()), String::new);
        self.add("p3d-many-levels", resolutions.len().saturating_sub(MOST_LEVELS), String::new);
        let seen = resolutions.iter().any(|&r| r < FUNCTIONAL_FROM);
        let geometry = resolutions.iter().any(|&r| role_of(r) == LodRole::Geometry);
        self.add("p3d-no-geometry", usize::from(seen && !geometry), String::new);
    }

    fn names(&mut self, mut names: Vec<Vec<u8>>, path: impl FnOnce() -> String) {
        names.sort_unstable();
        let twice = names.windows(2).filter(|pair| pair.first() == pair.last()).count();
        self.add("p3d-duplicate-selection", twice, path);
    }
}

fn odol_rules(odol: &Odol<'_>, findings: &mut Findings<'_>) {
    findings.levels(&odol.info.resolutions.to_vec());
    for (index, lod) in odol.lods.iter().enumerate() {
        let path = || format!("LOD[{index}]");
        findings.add("p3d-many-vertices", lod.positions.len().saturating_sub(SIGNED), path);
        let polygons = lod.faces.iter().filter(|face| !matches!(face.corners.len(), 3 | 4)).count();
        findings.add("p3d-polygon", polygons, path);
        let far = lod.uvs.values().iter().filter(|uv| uv.abs().max_element() > UV_LIMIT).count();
        findings.add("p3d-far-uv", far, path);
        findings.names(lod.selections.iter().map(|s| s.name.bytes().to_ascii_lowercase()).collect(), path);
    }
}

fn mlod_rules(mlod: &Mlod<'_>, findings: &mut Findings<'_>) {
    let resolutions: Vec<f32> = mlod.lods.iter().map(|lod| lod.resolution).collect();
    findings.levels(&resolutions);
    for (index, lod) in mlod.lods.iter().enumerate() {
        let path = || format!("LOD[{index}]");
        findings.add("p3d-many-vertices", lod.points.len().saturating_sub(SIGNED), path);
        findings.add("p3d-dropped-face", lod.faces.iter().filter(|face| face.corners().is_empty()).count(), path);
        let known = crate::flags::point::KNOWN | crate::flags::point::NORMALS;
        let unknown = lod.points.iter().filter(|point| lod.kind == Kind::Sp3x && point.flags & !known != 0).count();
        findings.add("p3d-unknown-point-flags", unknown, path);
        let far = |face: &crate::mlod::Face<'_>| face.corners().iter().any(|c| c.uv.abs().max_element() > UV_LIMIT);
        findings.add("p3d-far-uv", lod.faces.iter().filter(far).count(), path);
        let ignored = |tag: &&crate::mlod::Tag<'_>| match (&tag.body, tag.text().bytes()) {
            (TagBody::Selection { .. }, [b'-' | b'.', ..]) => true,
            (TagBody::Other(_), [first, ..]) => *first != b'#',
            _ => false,
        };
        findings.add("p3d-ignored-selection", lod.tags.iter().filter(ignored).count(), path);
        let selections = lod.tags.iter().filter(|tag| tag.is_selection());
        findings.names(selections.map(|tag| tag.text().bytes().to_ascii_lowercase()).collect(), path);
    }
}
