//! What the bOGL engine refuses, drops or shows wrong.

mod animation;
mod hierarchy;
mod layout;
mod mesh;

use crate::TARGET;
use crate::document::{Document, Entity};
use glam::Vec3;
use retromesh_core::{Lint, Rule};

const TARGETS: &[&str] = &[TARGET];

macro_rules! rules {
    ($($name:ident $id:literal $summary:literal => $advice:literal;)*) => {
        /// The rules, in the order in which they are listed.
        pub(crate) static RULES: &[Rule] = &[$(Rule { id: $id, targets: TARGETS, summary: $summary, advice: $advice },)*];

        /// Names the rules; the number is the place in [`RULES`].
        #[derive(Clone, Copy)]
        enum Id { $($name,)* }
    };
}

rules! {
    DeclaredLength "bo3d-list-length" "the engine refuses a file whose list length is more than 20 bytes over the file size" => "Rewrite the file.";
    EntitySize "bo3d-entity-size" "the engine refuses an entity that is smaller than its lists" => "Rewrite the file.";
    Parent "bo3d-parent" "the engine hangs an entity on the first one unless its parent is an earlier entity" => "Write parents before children; a rewrite through a scene does.";
    InheritedScale "bo3d-inherited-scale" "the engine applies a parent's scale twice to the offsets of its children" => "Bake scales: convert with the default for scales.";
    BindRotation "bo3d-bind-rotation" "the engine forgets the rest rotation of a bone when it turns normals" => "Align the axes of bones when converting.";
    BoneRange "bo3d-bone-range" "the engine reads out of bounds when a bone is no entity or its vertices are not in the mesh" => "Repair or rewrite the file.";
    SharedVertex "bo3d-shared-vertex" "the engine moves a vertex of several bones into each bone's space in turn" => "Give each vertex to one bone; a rewrite through a scene does.";
    TriangleIndex "bo3d-triangle-index" "the engine draws triangles whose corners are not vertices from foreign memory" => "Repair or rewrite the file.";
    TooManyVertices "bo3d-too-many-vertices" "indices of 16 bits reach 65,536 vertices only" => "Split the mesh; a rewrite through a scene does.";
    VertexColors "bo3d-vertex-colours" "the engine drops vertex colours that are not as many as vertices" => "Repair or rewrite the file.";
    Subnormal "bo3d-subnormal" "the engine reads subnormal half floats as nearly zero" => "Rewrite the file; such numbers become zero.";
    IgnoredColor "bo3d-ignored-colour" "the engine ignores the entity's colour and shows white" => "Set the colour in the program or tint the texture.";
    TexturePath "bo3d-texture-path" "the engine looks a texture up by its whole path, from the working folder" => "Write the file name alone; a rewrite through a scene does.";
    NonAscii "bo3d-non-ascii" "the engine reads names in the system's code page" => "Rename in ASCII.";
    NameClash "bo3d-name-clash" "the engine binds keys to the first entity of a name" => "Give animated entities names of their own; a rewrite through a scene does.";
    KeyOrder "bo3d-key-order" "the engine needs keys in ascending order, no frame twice, and frame -1 to itself" => "Sort the keys; a rewrite through a scene does.";
    EndKey "bo3d-end-key" "the engine shows a stale transform where an animated entity has no key at the first or last frame" => "Add the key; a rewrite through a scene does.";
    Length "bo3d-length" "the engine miscounts the length when an entity has as many keys as frames" => "Make the length at least one more than the keys of any entity; a rewrite does.";
    Flip "bo3d-flip" "the engine turns the long way between keys whose quaternions point apart" => "Negate one of the two quaternions.";
}

/// What the rules found so far.
struct Findings {
    found: Vec<Option<Lint>>,
}

/// The entity under the rules.
#[derive(Clone, Copy)]
struct At<'d> {
    number: usize,
    offset: u64,
    entity: &'d Entity<'d>,
}

impl Findings {
    /// Counts a finding of a rule at an entity; zero times is none.
    fn add(&mut self, name: Id, at: At<'_>, count: usize) {
        self.add_at(name, at.offset, || format!("ENTITY[{}]", at.number), count);
    }

    fn add_at(&mut self, name: Id, offset: u64, path: impl FnOnce() -> String, count: usize) {
        let (Some(slot), Some(rule)) = (self.found.get_mut(name as usize), RULES.get(name as usize)) else { return };
        if count == 0 {
            return;
        }
        match slot {
            Some(lint) => lint.count += count as u64,
            None => *slot = Some(Lint { rule, count: count as u64, offset: Some(offset), path: path() }),
        }
    }
}

/// Applies all rules.
pub(crate) fn lint(document: &Document<'_>) -> Vec<Lint> {
    let mut findings = Findings { found: vec![None; RULES.len()] };
    let all: Vec<At<'_>> = document
        .entities_with_offsets()
        .enumerate()
        .map(|(number, (offset, entity))| At { number, offset, entity })
        .collect();
    layout::lint(document, &all, &mut findings);
    hierarchy::lint(&all, &mut findings);
    for &at in &all {
        if let Some(mesh) = at.entity.mesh.as_deref() {
            mesh::lint(at, mesh, all.len(), &mut findings);
        }
    }
    animation::lint(&all, &mut findings);
    findings.found.into_iter().flatten().collect()
}

/// Returns the number of the entity on which the engine hangs another; `None` for the first.
fn parent_of(at: At<'_>) -> Option<usize> {
    let parent = usize::try_from(at.entity.parent).ok().filter(|&parent| parent < at.number);
    (at.number != 0).then(|| parent.unwrap_or(0))
}

fn is_one(scale: Vec3) -> bool {
    (scale - Vec3::ONE).abs().max_element() <= 1e-6
}
