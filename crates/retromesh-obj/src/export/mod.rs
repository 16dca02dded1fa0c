//! Scene to document.

mod images;
mod lost_names;
mod materials;
mod names;
mod nodes;

use crate::ID;
use crate::capability::INFO;
use crate::document::{Document, Library};
use crate::import::SPACE;
use materials::Materials;
use nodes::State;
use retromesh_core::{Code, Diagnostics, Error, ErrorKind, Finding, Result, Valid};
use retromesh_kit::export::Shown;
use retromesh_kit::options::Textures;
use retromesh_kit::{Budget, ExportOptions, Exported, file_names, image_files};
use std::borrow::Cow;

/// Readers, ours among them, count bytes in 32 bits.
const MAX_BYTES: usize = u32::MAX as usize;

impl Document<'static> {
    pub(crate) fn export(
        scene: &Valid<'_>,
        options: &ExportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Exported<Self>> {
        // Nothing but a copy of an image is where a material library of another folder finds it.
        let textures = if options.textures == Textures::Embed { Textures::Copy } else { options.textures };
        let mut options = options.clone();
        options.textures = textures;
        build(scene, &options, diagnostics)
    }
}

fn build(
    scene: &Valid<'_>,
    options: &ExportOptions,
    diagnostics: &mut Diagnostics,
) -> Result<Exported<Document<'static>>> {
    let scene = INFO.prepare(scene, options, SPACE, diagnostics)?;
    let (images, files) = (images::links(&scene, options, diagnostics)?, image_files::files(&scene, options));
    Budget::of(&scene, options).take_instances(&scene)?;
    let pose = scene.still_pose(options.pose.as_ref())?;
    let mut materials = Materials::new(&scene, &images);
    let mut text = Vec::new();
    let mut state = State::default();
    let nodes = Shown::of(&scene).meshes(&scene);
    for &node in &nodes {
        nodes::write(&scene, &pose, node, &mut state, &mut materials, &mut text, diagnostics)?;
        if text.len() > MAX_BYTES {
            return Err(Error::new(ID, ErrorKind::unrepresentable("the text would have more than 4 GiB")));
        }
    }
    lost_names::report(&scene, &nodes, diagnostics)?;
    let mut document = Document { text: Cow::Owned(text), ..Document::default() };
    if let Some(library) = materials.finish(diagnostics)? {
        let name = library_name(&options.file_name);
        document.text.to_mut().splice(..0, format!("mtllib {name}\n").into_bytes());
        document.libraries.push(Library { name, text: Cow::Owned(library) });
    }
    if document.text.is_empty() {
        // A file without a byte is no OBJ.
        document.text = Cow::Owned(b"# no mesh\n".to_vec());
        diagnostics.report(Finding::new(Code::EmptyModel))?;
    }
    let libraries = document.libraries.iter().map(|library| (library.name.clone(), library.text.to_vec()));
    let sidecars = libraries.chain(files).collect();
    Ok(Exported { document, sidecars })
}

fn library_name(file_name: &str) -> String {
    let stem = file_name.rsplit_once('.').map_or(file_name, |(stem, _)| stem);
    let stem = names::one_line(stem).0;
    let name = format!("{}.mtl", if stem.is_empty() { "model" } else { &stem });
    file_names::safe(&name).into_owned()
}
