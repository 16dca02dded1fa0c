//! How material libraries name images.

use retromesh_core::Valid;
use retromesh_kit::options::Textures;
use retromesh_kit::{ExportOptions, image_files};

/// Returns the name to write for each image, empty for none: its path as far as it stays below the model, or the name of the file
/// that it becomes.
pub(super) fn links(scene: &Valid<'_>, options: &ExportOptions) -> Vec<String> {
    if options.textures == Textures::None {
        return vec![String::new(); scene.images.len()];
    }
    let new = scene.images.iter().zip(image_files::names(scene, options));
    new.map(|(image, new)| new.unwrap_or_else(|| relative(image.uri.as_deref().unwrap_or(&image.path)))).collect()
}

/// Returns a path with forward slashes if it stays below the model, else its last component.
fn relative(path: &str) -> String {
    let path = path.replace('\\', "/");
    let leads_out = path.starts_with('/') || path.contains(':') || path.split('/').any(|part| part == "..");
    if leads_out { path.rsplit(['/', ':']).next().unwrap_or_default().to_owned() } else { path }
}
