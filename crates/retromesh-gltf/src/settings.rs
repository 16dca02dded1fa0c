//! What this format alone lets its user choose.

retromesh_kit::settings! {
    /// What to choose for glTF files alone.
    pub struct Settings {
        /// How the clips of an animation become animations.
        Writing "clips" => clips: Clips,
        /// What a model for Luanti is for, as the scales differ.
        Writing("luanti", "luanti-frames") "luanti-use" => luanti_use: LuantiUse,
        /// Where light maps go, which glTF does not know.
        Writing("generic") "light-maps" => light_maps: LightMaps,
        /// How exact vertices are: whole numbers make smaller files, for readers that know KHR_mesh_quantization.
        Writing("generic") "quantize" => quantize: Quantize,
        /// Whether values of vertices are written that glTF has no name for, such as `_POINT`: some programs refuse files with them.
        Writing("generic") "custom-attributes" => custom_attributes: Kept,
        /// Whether extras are written: without them files are smaller, and what glTF has no place for is lost.
        Writing "extras" => extras: Kept,
    }
}

retromesh_kit::choices! {
    /// Says whether something is written.
    pub enum Kept {
        /// It is written.
        "keep" => Keep,
        /// It is left out.
        "drop" => Drop,
    }
}

retromesh_kit::choices! {
    /// Says how exact vertices are.
    pub enum Quantize {
        /// As floats.
        "none" => None,
        /// Positions, normals, tangents, texture coordinates and weights of 16 bits.
        "fine" => Fine,
        /// Positions and texture coordinates of 16 bits, all else of 8.
        "small" => Small,
    }
}

retromesh_kit::choices! {
    /// Says how the clips of an animation become animations.
    pub enum Clips {
        /// As the target's engine needs: one animation for Luanti, else one for each clip.
        "auto" => Auto,
        /// One animation over the whole timeline.
        "one" => One,
        /// One animation for each clip, with its name.
        "named" => Named,
    }
}

retromesh_kit::choices! {
    /// Says what a model is for in Luanti.
    pub enum LuantiUse {
        /// An entity's model: ten units are one node.
        "entity" => Entity,
        /// A node's model of drawtype `mesh`: one unit is one node, so that static models are written ten times as large.
        "node" => Node,
    }
}

retromesh_kit::choices! {
    /// Says where light maps go.
    pub enum LightMaps {
        /// Into the occlusion slot, where tools show and keep them; a conversion back makes light maps of them.
        "occlusion" => Occlusion,
        /// Into the extras alone.
        "extras" => Extras,
    }
}
