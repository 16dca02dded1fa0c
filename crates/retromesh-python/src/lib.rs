//! The Python module `retromesh`: what is below `retromesh._retromesh`. Its Python part lies in `python/retromesh`.
#![allow(
    clippy::needless_pass_by_value,
    clippy::struct_field_names,
    reason = "what Python calls has the shape that Python calls it by"
)]
#![allow(clippy::doc_link_with_quotes, reason = "doc comments are the docstrings of Python, examples included")]

mod animation;
mod archive;
mod arrays;
mod builder;
mod errors;
mod files;
mod functions;
mod item;
mod material;
mod mesh;
mod model;
mod node;
mod notebook;
mod options;
mod pickled;
mod pose;
mod scene;
mod values;

use pyo3::prelude::*;

#[pymodule]
mod _retromesh {
    #[pymodule_export]
    use super::animation::{Animation, Channel, Clip};
    #[pymodule_export]
    use super::archive::Archive;
    #[pymodule_export]
    use super::builder::SceneBuilder;
    #[pymodule_export]
    use super::files::{Diagnostic, Output, Report};
    #[pymodule_export]
    use super::functions::{Repaired, check, convert, convert_bytes, diff, dump, formats, info, lint, render, repair};
    #[pymodule_export]
    use super::material::{Image, Material, Texture, TextureLayer};
    #[pymodule_export]
    use super::mesh::{Mesh, Part, Selection, Weights};
    #[pymodule_export]
    use super::model::{Model, open, pack};
    #[pymodule_export]
    use super::node::{Camera, Light, Lod, Node, Skeleton};
    #[pymodule_export]
    use super::pickled::restore;
    #[pymodule_export]
    use super::pose::Pose;
    #[pymodule_export]
    use super::scene::Scene;
    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "that is what Python calls it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
