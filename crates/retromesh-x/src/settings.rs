//! What this format alone lets its user choose.

retromesh_kit::settings! {
    /// What to choose for DirectX files alone.
    pub struct Settings {
        /// Whether the skins of a file count: Blitz3D's own loader reads none.
        Reading "skins" => skins: Skins,
    }
}

retromesh_kit::choices! {
    /// Says whether skins are read.
    pub enum Skins {
        /// They are, as in DirectX itself and in Luanti.
        "apply" => Apply,
        /// They are left out: meshes are where their frames are, as Blitz3D shows them.
        "ignore" => Ignore,
    }
}
