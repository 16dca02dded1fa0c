#![doc = include_str!("../README.md")]

mod deep;
mod files;
mod loader;
mod made;
mod scene;

use bevy::app::{App, Plugin};
use bevy::asset::{AssetApp, AssetServer};
use bevy::gltf::DefaultGltfImageSampler;
use bevy::gltf::extensions::GltfExtensionHandlers;
use bevy::image::{CompressedImageFormatSupport, CompressedImageFormats, ImageSamplerDescriptor};

pub use loader::{RetromeshError, RetromeshLoader, RetromeshSettings};
pub use scene::Report;

/// The extensions of the files that are read.
pub const EXTENSIONS: &[&str] = &["b3d", "bo3d", "bgl", "bmd", "p3d", "rmesh", "x"];

/// Adds the loader of legacy models. It needs Bevy's own `GltfPlugin`, and is added after it.
#[derive(Debug, Default, Clone, Copy)]
pub struct RetromeshPlugin;

impl Plugin for RetromeshPlugin {
    fn build(&self, app: &mut App) {
        app.init_asset::<Report>().preregister_asset_loader::<RetromeshLoader>(EXTENSIONS);
        app.init_resource::<GltfExtensionHandlers>();
    }

    fn finish(&self, app: &mut App) {
        let world = app.world();
        let formats = world.get_resource::<CompressedImageFormatSupport>();
        let sampler = world.get_resource::<DefaultGltfImageSampler>().map(DefaultGltfImageSampler::get_internal);
        let loader = RetromeshLoader {
            server: world.resource::<AssetServer>().clone(),
            handlers: GltfExtensionHandlers(world.resource::<GltfExtensionHandlers>().0.clone()),
            sampler: sampler
                .unwrap_or_else(|| DefaultGltfImageSampler::new(&ImageSamplerDescriptor::linear()).get_internal()),
            formats: formats.map_or(CompressedImageFormats::NONE, |supported| supported.0),
        };
        app.register_asset_loader(loader);
    }
}
