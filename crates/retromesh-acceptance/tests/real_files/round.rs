//! b3d through glTF and back: the same file, or one with the same appearance and motion.

use crate::{POSE_TOLERANCE, Sweep, sound};
use retromesh::options::Textures;
use retromesh::{Diagnostics, ExportOptions, Format, ImportOptions, MaterialId, NoFiles, Scene, TextureId, Valid};
use retromesh_acceptance::Outcome;
use std::fmt;
use std::ops::AddAssign;

/// Moments of the timeline that are compared, first and last included.
const MOMENTS: usize = 13;

/// What was seen over the whole sweep.
#[derive(Default)]
pub(super) struct Totals {
    files: usize,
    same_bytes: usize,
    worst: f32,
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { files, same_bytes, worst } = self;
        write!(
            f,
            "b3d to GLB to b3d: {files} files, {same_bytes} with the same bytes as without the GLB, worst {worst:e}"
        )
    }
}

impl AddAssign for Totals {
    fn add_assign(&mut self, other: Self) {
        self.files += other.files;
        self.same_bytes += other.same_bytes;
        self.worst = self.worst.max(other.worst);
    }
}

impl Sweep {
    /// Writes the scene of a b3d file as b3d, and through GLB as b3d, and compares the two.
    pub(super) fn through_gltf(&mut self, scene: &Valid<'_>) -> Outcome {
        let (b3d, glb) = (named("b3d")?, named("glb")?);
        let direct = write(b3d, scene)?;
        let back = read(glb, &write(glb, scene)?)?;
        let bytes = write(b3d, &back)?;
        self.round.files += 1;
        if bytes == direct {
            self.round.same_bytes += 1;
            return Ok(());
        }
        let (a, b) = (read(b3d, &direct)?, read(b3d, &bytes)?);
        let facts = |scene: &Scene| {
            let clips = scene.animations.iter().flat_map(|a| &a.clips).map(|c| (c.name.clone(), c.first, c.last));
            let colors = scene.meshes.iter().map(|m| (m.color_sets.len(), m.uv_sets.len()));
            let parts = scene.meshes.iter().flat_map(|m| &m.parts);
            let appearances = parts.map(|part| part.material.map(|id| look(scene, id)));
            (clips.collect::<Vec<_>>(), colors.collect::<Vec<_>>(), appearances.collect::<Vec<_>>())
        };
        let (first, second) = (facts(&a), facts(&b));
        if first != second {
            return Err(format!("through GLB: {first:?} became {second:?}"));
        }
        for moment in 0..MOMENTS {
            let share = moment as f32 / (MOMENTS - 1) as f32;
            let (a, b) = (corners(&a, share), corners(&b, share));
            if a.len() != b.len() {
                return Err(format!("through GLB: {} corners became {}", a.len(), b.len()));
            }
            let size = a.iter().flatten().map(|x| x.abs()).fold(1e-6, f32::max);
            let worst =
                a.iter().flatten().zip(b.iter().flatten()).map(|(a, b)| (a - b).abs() / size).fold(0.0, f32::max);
            self.round.worst = self.round.worst.max(worst);
            if worst > POSE_TOLERANCE {
                return Err(format!("through GLB: poses differ by {worst:e} of the model's size"));
            }
        }
        Ok(())
    }
}

fn named(extension: &str) -> Result<&'static dyn Format, String> {
    retromesh::format_by_extension(extension).ok_or_else(|| format!("no {extension}"))
}

fn write(format: &dyn Format, scene: &Valid<'_>) -> Result<Vec<u8>, String> {
    let mut options = ExportOptions::default();
    options.textures = Textures::Link;
    Ok(format.write(scene, &options, &mut Diagnostics::new()).map_err(|e| e.to_string())?.bytes)
}

fn read(format: &dyn Format, bytes: &[u8]) -> Result<Valid<'static>, String> {
    let (options, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
    let model = format.read(bytes, &NoFiles, &options, &mut diagnostics).map_err(|e| e.to_string())?;
    sound(model.to_scene_with(&options, &mut diagnostics).map_err(|e| e.to_string())?)
}

/// Returns what a material shows: colour, shading, and the image of each slot.
fn look(scene: &Scene, material: MaterialId) -> String {
    let material = &scene[material];
    let image = |texture: TextureId| Some((scene[scene[texture].image?].file_name(), scene[texture].transform));
    let layers: Vec<_> = material
        .layers
        .iter()
        .map(|layer| (layer.slot, layer.role, layer.blend, layer.uv_set, image(layer.texture)))
        .collect();
    let (color, shading, blend) = (material.base_color, material.shading, material.blend);
    let text = format!("{color} {} {shading:?} {blend:?} {:?} {layers:?}", material.shininess, material.alpha_mode);
    // A negative zero is a zero.
    text.replace("-0.0,", "0.0,").replace("-0.0)", "0.0)")
}

/// Returns the corners of all triangles at a share of the timeline.
fn corners(scene: &Valid<'_>, share: f32) -> Vec<[f32; 3]> {
    let pose = match scene.animations.first() {
        Some(animation) => scene.pose(animation, animation.first + (animation.last - animation.first) * share),
        None => scene.rest_pose(),
    };
    let mut all = Vec::new();
    for id in scene.node_ids() {
        let Some(instance) = scene[id].mesh.as_deref() else { continue };
        let positions = pose.positions(scene, id);
        let mesh = &scene[instance.mesh];
        let faces = mesh.parts.iter().flat_map(|part| part.faces.triangles(&mesh.positions).into_owned());
        all.extend(faces.flatten().map(|vertex| positions[vertex as usize].to_array()));
    }
    all
}
