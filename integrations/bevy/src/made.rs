//! From the bytes of a model to the GLB that Bevy's loader reads.

use crate::deep::DEEPEST;
use crate::files::FilesNear;
use crate::loader::{RetromeshError, RetromeshSettings};
use crate::scene::Report;
use retromesh::options::Textures;
use retromesh::{Diagnostics, ExportOptions, Folder, NamedOptions, NodeId, Opened, Request, Source, Valid};
use std::collections::BTreeSet;
use std::path::Path;

/// A model that is being read.
pub(crate) struct Making {
    options: NamedOptions,
    opened: Opened,
    source: Source,
    diagnostics: Diagnostics,
}

impl Making {
    /// Reads a model with what is known of the files next to it.
    pub(crate) fn open(
        bytes: &[u8],
        path: &Path,
        files: &FilesNear,
        settings: &RetromeshSettings,
    ) -> Result<Self, RetromeshError> {
        let options = settings.named()?;
        let mut diagnostics = options.diagnostics();
        let mut source = Source::from_bytes(bytes.to_vec(), path, &options.import.limits)?;
        source.folder = Folder::of_file(path, options.import.limits.input_bytes).among(&files.stored());
        let source = source.within(settings.root.as_deref());
        if let Some(name) = options.misplaced(source.format.info(), None) {
            return Err(RetromeshError::Option(format!("{name} is no option of {}", source.format.info().name)));
        }
        let mut opened = retromesh::open_source(&source, &options.import, &mut diagnostics)?;
        // Which images are missing is reported once more when the model is written.
        opened.find_images(&source.folder, Textures::Embed, &mut Diagnostics::new())?;
        Ok(Self { options, opened, source, diagnostics })
    }

    /// Writes it as GLB.
    pub(crate) fn finish(mut self) -> Result<(Vec<u8>, Report), RetromeshError> {
        let to = retromesh::format_by_extension("glb").ok_or(RetromeshError::NoGltf)?;
        let mut export = ExportOptions::default();
        "model.glb".clone_into(&mut export.file_name);
        export.input_bytes = Some(self.source.input_bytes());
        // Bevy's loader reads it at once.
        export.unverified = true;
        let scene = with_names_of_their_own(self.opened.scene)?;
        let request = Request::new(&self.options.import, &export);
        let made = retromesh::write_scene(scene, &self.source.folder, to, &request, &mut self.diagnostics)?;
        Ok((made.bytes, Report { format: self.opened.format.id, findings: self.diagnostics.entries().to_vec() }))
    }
}

/// Gives siblings of one name names of their own, as Bevy finds what is animated by names. Fails where the tree is too deep.
fn with_names_of_their_own(scene: Valid<'static>) -> Result<Valid<'static>, RetromeshError> {
    let mut new_names = Vec::new();
    let mut levels = vec![(scene.roots.clone(), 1)];
    while let Some((siblings, level)) = levels.pop() {
        if level > DEEPEST {
            return Err(RetromeshError::TooDeep);
        }
        let mut taken: BTreeSet<String> = siblings.iter().map(|&id| scene[id].name.clone()).collect();
        let mut met = BTreeSet::new();
        for &id in &siblings {
            let name = &scene[id].name;
            if !name.is_empty() && !met.insert(name) {
                // Of this many names one is free.
                let mut numbers = id.index()..=id.index() + taken.len();
                let free = numbers
                    .find_map(|number| Some(format!("{name} {number}")).filter(|name| taken.insert(name.clone())));
                new_names.extend(free.map(|free| (id, free)));
            }
            if !scene[id].children.is_empty() {
                levels.push((scene[id].children.clone(), level + 1));
            }
        }
    }
    let mut edit = scene.edit();
    let rename = |(id, name): (NodeId, String)| edit.node_mut(id).name = name;
    new_names.into_iter().for_each(rename);
    edit.finish().map_err(|violations| RetromeshError::Model(violations.into_export_error()))
}
