//! What this format alone lets its user choose.

retromesh_kit::settings! {
    /// What to choose for RTM files alone.
    pub struct Settings {
        /// The clip that is written, where a model has several; by default the first.
        Writing "motion" => motion: Option<String>,
    }
}
