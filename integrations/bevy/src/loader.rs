//! The loader: retromesh makes GLB of a model in memory, and Bevy's own loader reads that.

use crate::EXTENSIONS;
use crate::deep::{DEEPEST, with_stack};
use crate::files::FilesNear;
use crate::made::Making;
use crate::scene::{REPORT, SceneHandler};
use bevy::asset::io::Reader;
use bevy::asset::{AssetLoader, AssetServer, LoadContext};
use bevy::gltf::convert_coordinates::GltfConvertCoordinates;
use bevy::gltf::extensions::GltfExtensionHandlers;
use bevy::gltf::{Gltf, GltfError, GltfLoader, GltfLoaderSettings, GltfSkinnedMeshBoundsPolicy};
use bevy::image::{CompressedImageFormats, ImageSamplerDescriptor};
use bevy::platform::collections::HashMap;
use bevy::reflect::TypePath;
use bevy::tasks::block_on;
use retromesh::NamedOptions;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// How a model is loaded.
#[derive(Serialize, Deserialize, Default)]
pub struct RetromeshSettings {
    /// What Bevy's own loader is asked: which meshes, materials, lights, cameras and animations are kept, and how images are sampled.
    pub gltf: GltfLoaderSettings,
    /// The options of reading by name and value, as the program `retromesh` has them: `normals`, `fps`, and what
    /// `retromesh help FORMAT` lists for reading.
    pub options: BTreeMap<String, Vec<String>>,
    /// The folder of the assets in which all lies that models may name, such as `textures` next to `models`. Without it, it is the
    /// folder of the model.
    pub root: Option<PathBuf>,
}

impl RetromeshSettings {
    pub(crate) fn named(&self) -> Result<NamedOptions, RetromeshError> {
        let mut options = NamedOptions::default();
        for (name, values) in &self.options {
            let value = values.last().map_or("true", String::as_str);
            let is_known =
                options.read(name, value).map_err(RetromeshError::Option)? || options.set(name, values, false);
            if !is_known {
                return Err(RetromeshError::Option(format!("no option {name:?} of reading")));
            }
        }
        Ok(options)
    }
}

/// Why a model was not loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RetromeshError {
    /// The model cannot be read, or not all of it.
    #[error(transparent)]
    Model(#[from] retromesh::Error),
    /// An option is unknown, or has a value that it cannot have.
    #[error("{0}")]
    Option(String),
    /// The tree of nodes is too deep for Bevy's loader, which would run out of stack.
    #[error("the tree of nodes is more than {DEEPEST} levels deep, which Bevy does not load")]
    TooDeep,
    /// The crate was built without glTF.
    #[error("this build of retromesh has no glTF")]
    NoGltf,
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] std::io::Error),
    /// Bevy's loader refuses what was made of the model.
    #[error("what was made of the model is not loaded: {0}")]
    Bevy(Box<GltfError>),
}

/// Loads legacy models as what Bevy's loader of glTF makes: a [`Gltf`], with its labels.
#[derive(TypePath)]
pub struct RetromeshLoader {
    pub(crate) server: AssetServer,
    pub(crate) handlers: GltfExtensionHandlers,
    pub(crate) sampler: Arc<Mutex<ImageSamplerDescriptor>>,
    pub(crate) formats: CompressedImageFormats,
}

impl AssetLoader for RetromeshLoader {
    type Asset = Gltf;
    type Settings = RetromeshSettings;
    type Error = RetromeshError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        settings: &RetromeshSettings,
        context: &mut LoadContext<'_>,
    ) -> Result<Gltf, RetromeshError> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).await?;
        let path = context.path().path().to_path_buf();
        let folder = settings.root.as_deref().or(path.parent()).unwrap_or(Path::new(""));
        let files = match self.server.get_source(context.path().source().clone_owned()) {
            Ok(source) => FilesNear::list(source.reader(), folder).await,
            Err(_) => FilesNear::default(),
        };
        let mut making = Making::open(&bytes, &path, &files, settings);
        // A model names files, and those name others.
        while files.read_wanted(context).await {
            making = Making::open(&bytes, &path, &files, settings);
        }
        let (glb, report) = making?.finish()?;
        context.add_labeled_asset(REPORT, report);
        let handlers = GltfExtensionHandlers::default().0;
        handlers.write().await.extend(self.handlers.0.read().await.iter().cloned());
        handlers.write().await.push(Box::new(SceneHandler::default()));
        let own = GltfLoader {
            supported_compressed_formats: self.formats,
            custom_vertex_attributes: HashMap::default(),
            default_sampler: self.sampler.clone(),
            default_convert_coordinates: GltfConvertCoordinates::default(),
            extensions: handlers,
            default_skinned_mesh_bounds_policy: GltfSkinnedMeshBoundsPolicy::default(),
        };
        let load = || block_on(GltfLoader::load_gltf(&own, &glb, context, &settings.gltf)).map_err(Box::new);
        with_stack(load)?.map_err(RetromeshError::Bevy)
    }

    fn extensions(&self) -> &[&str] {
        EXTENSIONS
    }
}
