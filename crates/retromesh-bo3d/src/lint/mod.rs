//! What the bOGL engine refuses, drops or shows wrong.

mod animation;
mod hierarchy;
mod layout;
mod mesh;

use crate::TARGET;
use crate::document::{Document, Entity};
use glam::Vec3;
use retromesh_kit::{Findings, Lint, Lints, Target};

/// The extensions of the image files that engines load, the kind that others are made into first.
pub(crate) const IMAGES: &[&str] = &["png", "jpg", "jpeg", "bmp", "tga", "pcx", "iff", "dds"];

retromesh_kit::rules! {
    DeclaredLength "bo3d-list-length" [TARGET] "the engine refuses a file whose list length is more than 20 bytes over the file size" => "Rewrite the file.";
    EntitySize "bo3d-entity-size" [TARGET] "the engine refuses an entity that is smaller than its lists" => "Rewrite the file.";
    Parent "bo3d-parent" [TARGET] "the engine parents an entity to the first one unless its parent is an earlier entity" => "Write parents before children; a rewrite through a scene does.";
    InheritedScale "bo3d-inherited-scale" [TARGET] "the engine applies a parent's scale twice to the offsets of its children" => "Bake scales: convert with the default for scales.";
    BindRotation "bo3d-bind-rotation" [TARGET] "the engine forgets the rest rotation of a bone when it turns normals" => "Align the axes of bones when converting.";
    BoneRange "bo3d-bone-range" [TARGET] "the engine reads out of bounds when a bone is no entity or its vertices are not in the mesh" => "Repair or rewrite the file.";
    SharedVertex "bo3d-shared-vertex" [TARGET] "the engine moves a vertex of several bones into each bone's space in turn" => "Give each vertex to one bone; a rewrite through a scene does.";
    TriangleIndex "bo3d-triangle-index" [TARGET] "the engine draws triangles whose corners are not vertices from foreign memory" => "Repair or rewrite the file.";
    TooManyVertices "bo3d-too-many-vertices" [TARGET] "indices of 16 bits reach 65,536 vertices only" => "Split the mesh; a rewrite through a scene does.";
    VertexColors "bo3d-vertex-colours" [TARGET] "the engine drops vertex colours that are not as many as vertices" => "Repair or rewrite the file.";
    Subnormal "bo3d-subnormal" [TARGET] "the engine reads subnormal half floats as nearly zero" => "Rewrite the file; such numbers become zero.";
    IgnoredColor "bo3d-ignored-colour" [TARGET] "the engine ignores the entity's colour and shows white" => "Set the colour in the program or tint the texture.";
    TexturePath "bo3d-texture-path" [TARGET] "the engine finds a texture by its whole path, from the working folder" => "Write the file name alone; a rewrite through a scene does.";
    UnloadableImage "bo3d-unloadable-image" [TARGET] "the engine loads no image file of this kind" => "Convert the image to PNG and name that; a conversion to the format does.";
    NonAscii "bo3d-non-ascii" [TARGET] "the engine reads names in the system's code page" => "Rename in ASCII.";
    NameClash "bo3d-name-clash" [TARGET] "the engine binds keys to the first entity of a name" => "Give animated entities names of their own; a rewrite through a scene does.";
    KeyOrder "bo3d-key-order" [TARGET] "the engine needs keys in ascending order, no frame twice, and frame -1 to itself" => "Sort the keys; a rewrite through a scene does.";
    EndKey "bo3d-end-key" [TARGET] "the engine shows a stale transform where an animated entity has no key at the first or last frame" => "Add the key; a rewrite through a scene does.";
    Length "bo3d-length" [TARGET] "the engine miscounts the length when an entity has as many keys as frames" => "Make the length at least one more than the keys of any entity; a rewrite does.";
    Flip "bo3d-flip" [TARGET] "the engine turns the long way between keys whose quaternions point apart" => "Negate one of the two quaternions.";
}

/// The entity under the rules.
#[derive(Clone, Copy)]
struct At<'d> {
    number: usize,
    offset: u64,
    entity: &'d Entity<'d>,
}

impl At<'_> {
    /// Counts a finding of a rule at the entity; zero times is none.
    fn add(self, findings: &mut Findings, rule: Id, count: usize) {
        findings.add(rule, count, || (Some(self.offset), format!("ENTITY[{}]", self.number)));
    }
}

impl Lints for Document<'_> {
    fn lint(&self, target: Option<&Target>) -> Vec<Lint> {
        let mut findings = Findings::new(RULES);
        let all: Vec<At<'_>> = self
            .entities_with_offsets()
            .enumerate()
            .map(|(number, (offset, entity))| At { number, offset, entity })
            .collect();
        layout::lint(self, &all, &mut findings);
        hierarchy::lint(&all, &mut findings);
        for &at in &all {
            if let Some(mesh) = at.entity.mesh.as_deref() {
                mesh::lint(at, mesh, all.len(), &mut findings);
            }
        }
        animation::lint(&all, &mut findings);
        findings.of(target)
    }
}

/// Returns the number of the entity to which the engine parents another; `None` for the first.
fn parent_of(at: At<'_>) -> Option<usize> {
    let parent = usize::try_from(at.entity.parent).ok().filter(|&parent| parent < at.number);
    (at.number != 0).then(|| parent.unwrap_or(0))
}

fn is_one(scale: Vec3) -> bool {
    (scale - Vec3::ONE).abs().max_element() <= 1e-6
}
