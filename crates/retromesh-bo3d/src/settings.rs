//! What this format alone lets its user choose.

retromesh_kit::settings! {
    /// What to choose for bOGL files alone.
    pub struct Settings {
        /// Reads files of versions that the engine refuses, with a diagnostic.
        Reading "unloadable" => unloadable: bool,
        /// How wide vertex numbers are.
        Writing "vertex-floats" => vertex_floats: VertexFloats,
        /// What becomes of the scales of nodes.
        Writing "scales" => scales: Scales,
        /// How the axes of bones lie in the rest pose.
        Writing "bone-axes" => bone_axes: BoneAxes,
    }
}

retromesh_kit::choices! {
    /// Says how wide vertex numbers are.
    pub enum VertexFloats {
        /// 32 bits: exact.
        "f32" => F32,
        /// 16 bits where all numbers fit; the largest error is reported.
        "f16" => F16,
        /// 16 bits where the rounding stays invisible: under 1/2048 of the model's size in positions and under 1/1024 in texture
        /// coordinates; else 32 bits.
        "auto" => Auto,
    }
}

retromesh_kit::choices! {
    /// Says what becomes of the scales of nodes.
    pub enum Scales {
        /// As the engine needs it: moved into vertices and offsets where that is exact.
        "auto" => Auto,
        /// Written as they are.
        "keep" => Keep,
        /// Moved into vertices and offsets where that is exact.
        "bake" => Bake,
    }
}

retromesh_kit::choices! {
    /// Says how the axes of bones lie in the rest pose.
    pub enum BoneAxes {
        /// As they are.
        "keep" => Keep,
        /// Turned parallel to the mesh's, with the same motion; for engines that forget the rest rotation in normals.
        "align" => Align,
    }
}
