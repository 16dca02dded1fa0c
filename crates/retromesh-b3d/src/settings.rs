//! What this format alone lets its user choose.

use retromesh_kit::ImportOptions;
use retromesh_kit::settings::FormatSettings;

retromesh_kit::settings! {
    /// What to choose for Blitz3D files alone.
    pub struct Settings {
        /// Which keys count, as engines differ: Luanti plays those of the first `KEYS` of a node, takes frames before 1 for 1, and keeps the
        /// first key of a frame.
        Reading "keys" => keys: KeysRead,
    }
}

retromesh_kit::choices! {
    /// Says which keys count.
    pub enum KeysRead {
        /// Those that the target's engine plays; all where no target is named.
        "auto" => Auto,
        /// All, on their own frames, as Blitz3D plays them.
        "all" => All,
        /// Those that Luanti 5.17 plays, where it plays them.
        "luanti" => Luanti,
    }
}

/// Returns whether keys are read as Luanti reads them.
pub(crate) fn as_luanti(options: &ImportOptions) -> Result<bool, retromesh_core::Error> {
    let is_target = || options.target.as_deref().is_some_and(|target| ["luanti", "luanti-frames"].contains(&target));
    Ok(match Settings::of(&options.settings)?.keys {
        KeysRead::Auto => is_target(),
        KeysRead::All => false,
        KeysRead::Luanti => true,
    })
}
