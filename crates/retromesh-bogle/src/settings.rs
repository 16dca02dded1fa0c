//! What this format alone lets its user choose.

use retromesh_kit::WindingPolicy;

retromesh_kit::settings! {
    /// What to choose for BOGLE files alone.
    pub struct Settings {
        /// Reads files that the engine refuses because of bytes after their end, with a diagnostic.
        Reading "unloadable" => unloadable: bool,
        /// Takes the position of a root bone in the axes of its skeleton, as the Blender exporter writes it. Without it the position is
        /// meant in the bone's own, rotated axes, as the engine and all other bones have it.
        Reading "root-in-armature-space" => root_in_armature_space: bool,
        /// Moves bones as the engine does: one that turns takes its own offset around the joint above. Without it a bone keeps its offset when
        /// it turns, as in Blender, and as this program writes it for both. It overrides `root-in-armature-space`.
        Reading "engine-joints" => engine_joints: bool,
        /// What to do with faces whose winding contradicts their normals.
        Reading "winding" => winding: WindingPolicy,
    }
}
