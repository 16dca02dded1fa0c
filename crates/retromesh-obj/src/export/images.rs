//! Where the images of a scene are: beside the model already, or to be put there.

use retromesh_core::material::Image;
use retromesh_core::options::Textures;
use retromesh_core::{ExportOptions, Scene};
use std::collections::BTreeSet;

/// How a material library names an image.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Link {
    /// The name to write; empty for none.
    pub(super) path: String,
    /// Whether the bytes in the scene become a file of this name.
    pub(super) is_new: bool,
}

/// Decides on a name for each image.
///
/// An image whose place is known is linked. One that exists in memory only, as out of a binary file, becomes a file of its own
/// unless only links are wanted.
pub(super) fn links(scene: &Scene, options: &ExportOptions) -> Vec<Link> {
    if options.textures == Textures::None {
        return vec![Link::default(); scene.images.len()];
    }
    let mut taken = BTreeSet::new();
    let mut link = |(index, image): (usize, &Image)| {
        if image.data.is_some() && image.uri.is_none() && options.textures == Textures::Embed {
            return Link { path: new_name(image, index, &mut taken), is_new: true };
        }
        Link { path: relative(image.uri.as_deref().unwrap_or(&image.path)), is_new: false }
    };
    scene.images.iter().enumerate().map(&mut link).collect()
}

/// Returns the files to be put beside the model.
pub(super) fn sidecars(scene: &Scene, links: &[Link]) -> Vec<(String, Vec<u8>)> {
    let new = scene.images.iter().zip(links).filter(|(_, link)| link.is_new);
    new.filter_map(|(image, link)| Some((link.path.clone(), image.data.as_ref()?.bytes.clone()))).collect()
}

/// Returns a path with forward slashes if it stays below the model, else its last component.
fn relative(path: &str) -> String {
    let path = path.replace('\\', "/");
    let leads_out = path.starts_with('/') || path.contains(':') || path.split('/').any(|part| part == "..");
    if leads_out { path.rsplit(['/', ':']).next().unwrap_or_default().to_owned() } else { path }
}

/// Returns a plain file name that no other new image has.
fn new_name(image: &Image, index: usize, taken: &mut BTreeSet<String>) -> String {
    let mime = image.data.as_ref().map_or("", |data| data.mime.as_str());
    let extension = match mime.rsplit('/').next() {
        Some("jpeg") => "jpg",
        Some("png") => "png",
        Some("bmp" | "x-ms-bmp") => "bmp",
        _ => "bin",
    };
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    let name: String = image.file_name().chars().take(100).map(|c| if plain(c) { c } else { '_' }).collect();
    let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem).trim_start_matches('.');
    let stem = if stem.is_empty() { format!("image{index}") } else { stem.to_owned() };
    let mut name = format!("{stem}.{extension}");
    if !taken.insert(name.to_lowercase()) {
        // The index makes it unique; a name that ends so by itself is out of luck only once.
        name = format!("{stem}_{index}.{extension}");
        while !taken.insert(name.to_lowercase()) {
            name = format!("_{name}");
        }
    }
    name
}
