//! The names of images.

use crate::capability::INFO;
use retromesh_core::Scene;
use retromesh_kit::options::Textures;
use retromesh_kit::{ExportOptions, image_files};

/// Returns the name to write for each image, empty for none: the last component of its path, for engines look in the folder of the model.
/// One that exists in the scene only gets the name of the file that it becomes.
pub(super) fn names(scene: &Scene, options: &ExportOptions) -> Vec<String> {
    if options.textures == Textures::None {
        return vec![String::new(); scene.images.len()];
    }
    let new = scene.images.iter().zip(image_files::names(scene, options));
    let name = new.map(|(image, new)| {
        let known = image_files::known_path(image, &INFO);
        new.unwrap_or_else(|| known.rsplit(['/', '\\']).next().unwrap_or("").to_owned())
    });
    name.collect()
}
