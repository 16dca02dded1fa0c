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
        /// What to do with faces whose winding contradicts their normals.
        Reading "winding" => winding: WindingPolicy,
    }
}
