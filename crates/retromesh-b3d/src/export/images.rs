//! The names of images, and the images that exist in the scene only.

use retromesh_core::material::Image;
use retromesh_core::options::Textures;
use retromesh_core::{ExportOptions, Scene};
use std::collections::BTreeSet;

/// How a texture names its image.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Link {
    /// The name to write: engines look beside the model for it.
    pub(super) path: String,
    /// Whether the bytes in the scene become a file of this name.
    is_new: bool,
}

/// Decides on a name for each image: the last component of its path. One that exists in memory only becomes a file, unless only
/// links are wanted.
pub(super) fn links(scene: &Scene, options: &ExportOptions) -> Vec<Link> {
    let mut taken: BTreeSet<String> = scene.images.iter().map(|image| image.file_name().to_lowercase()).collect();
    let mut link = |(index, image): (usize, &Image)| {
        let is_new = image.data.is_some() && image.uri.is_none() && options.textures == Textures::Embed;
        let known = image.uri.as_deref().unwrap_or(&image.path);
        let name = known.rsplit(['/', '\\']).next().unwrap_or("").to_owned();
        if !is_new || name.contains('.') {
            return Link { path: name, is_new };
        }
        let extension = match image.data.as_ref().map_or("", |data| data.mime.as_str()) {
            "image/jpeg" => "jpg",
            "image/png" => "png",
            "image/bmp" | "image/x-ms-bmp" => "bmp",
            _ => "bin",
        };
        let stem = if name.is_empty() { format!("image{index}") } else { name };
        let mut path = format!("{stem}.{extension}");
        while !taken.insert(path.to_lowercase()) {
            path = format!("_{path}");
        }
        Link { path, is_new }
    };
    scene.images.iter().enumerate().map(&mut link).collect()
}

/// Returns the files to be put beside the model.
pub(super) fn sidecars(scene: &Scene, links: &[Link]) -> Vec<(String, Vec<u8>)> {
    let new = scene.images.iter().zip(links).filter(|(_, link)| link.is_new);
    new.filter_map(|(image, link)| Some((link.path.clone(), image.data.as_ref()?.bytes.clone()))).collect()
}
