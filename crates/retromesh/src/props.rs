//! Other models that a model places, such as the props of a room, to be looked at.

use crate::folder::Folder;
use crate::formats::detect;
use retromesh_core::scene::{MeshInstance, Node, Scene};
use retromesh_core::{
    Code, Diagnostics, Error, ErrorKind, Finding, ImageId, MaterialId, MeshId, NodeId, Result, Space, TextureId,
};
use retromesh_kit::{Files, ImportOptions, Model};
use std::collections::HashMap;
use std::path::Path;

/// The maximum number of nodes that props may add: a small file can name a large prop very often.
const MAX_NODES: usize = 1 << 18;

/// Reads the models that the proxies of a scene name, and places each below its node. Those of one file share their meshes.
///
/// They are looked for where the model's references say, in its folder and in those above it that may be looked into. What a prop
/// places itself is not followed, and nothing of it moves or shines. One that is not found, or cannot be read, is reported.
pub(crate) fn place(
    scene: &mut Scene,
    model: &dyn Model,
    folder: &Folder,
    options: &ImportOptions,
    diagnostics: &mut Diagnostics,
) -> Result<()> {
    let files: HashMap<String, String> = model.references().into_iter().map(|known| (known.path, known.file)).collect();
    let mut props: HashMap<&str, Option<Prop>> = HashMap::new();
    let owners: Vec<NodeId> = scene.node_ids().filter(|id| scene[*id].proxy.is_some()).collect();
    let mut added = 0usize;
    for owner in owners {
        let path = scene[owner].proxy.as_deref().map(|proxy| proxy.path.clone()).unwrap_or_default();
        let Some(file) = files.get(&path) else { continue };
        if !props.contains_key(file.as_str()) {
            let prop = Prop::read(file, scene, folder, options);
            if let Err(reason) = &prop {
                let detail = format!("the prop {file}: {reason}");
                diagnostics.report(Finding::new(Code::MissingFile).detail(detail))?;
            }
            props.insert(file, prop.ok());
        }
        let Some(Some(prop)) = props.get(file.as_str()) else { continue };
        added = added.saturating_add(prop.nodes.len());
        if added > MAX_NODES {
            let what = format!("props of more than {MAX_NODES} nodes");
            return Err(Error::new("", ErrorKind::unrepresentable(what)));
        }
        prop.place(scene, owner);
    }
    Ok(())
}

/// A prop whose meshes are in the scene already.
struct Prop {
    /// Nodes, each after its parent, with the place of the parent in the list.
    nodes: Vec<(Node, Option<usize>)>,
}

impl Prop {
    /// Reads a prop and puts its meshes and materials into the scene.
    fn read(file: &str, scene: &mut Scene, folder: &Folder, options: &ImportOptions) -> Result<Self, String> {
        let found = find(file, folder).ok_or("not found")?;
        let bytes = folder.load(&found).ok_or("not read")?;
        let format = detect(&bytes, Path::new(&found)).map_err(|error| error.to_string())?;
        let quiet = &mut Diagnostics::new();
        let read = format.read(&bytes, folder, options, quiet).and_then(|model| model.to_scene_with(options, quiet));
        let mut prop = read.and_then(|scene| Ok(scene.into_valid()?)).map_err(|error| error.to_string())?.into_scene();
        let unit = scene.space.metres_per_unit;
        if (Space { metres_per_unit: unit, ..prop.space }) == scene.space {
            // Formats of one engine share their numbers, whether or not one of them has a unit.
            prop.space.metres_per_unit = unit;
        }
        prop.convert_to(scene.space);
        let own_folder = found.rsplit_once('/').map_or("", |(folder, _)| folder);
        Ok(Self::join(prop, own_folder, scene))
    }

    fn join(prop: Scene, folder: &str, scene: &mut Scene) -> Self {
        let (meshes, materials) = (scene.meshes.len(), scene.materials.len());
        let (textures, images) = (scene.textures.len(), scene.images.len());
        let order = prop.depth_first();
        for mut image in prop.images {
            image.path = format!("{folder}/{}", image.file_name());
            scene.images.push(image);
        }
        for mut texture in prop.textures {
            texture.image = texture.image.map(|id| ImageId::new(id.index() + images));
            scene.textures.push(texture);
        }
        for mut material in prop.materials {
            material.layers.iter_mut().for_each(|layer| {
                layer.texture = TextureId::new(layer.texture.index() + textures);
            });
            scene.materials.push(material);
        }
        let moved = |id: MaterialId| MaterialId::new(id.index() + materials);
        for mut mesh in prop.meshes {
            mesh.weights = retromesh_core::mesh::Weights::default();
            mesh.parts.iter_mut().for_each(|part| part.material = part.material.map(moved));
            scene.meshes.push(mesh);
        }
        let mut places = vec![0; prop.nodes.len()];
        order.iter().enumerate().for_each(|(place, id)| places[id.index()] = place);
        let node = |id: &NodeId| {
            let source = &prop.nodes[id.index()];
            let instance = |mesh: &MeshInstance| MeshInstance {
                mesh: MeshId::new(mesh.mesh.index() + meshes),
                skeleton: None,
                materials: mesh.materials.iter().map(|material| material.map(moved)).collect(),
            };
            let node = Node {
                name: source.name.clone(),
                transform: source.transform.clone(),
                mesh: source.mesh.as_deref().map(|mesh| Box::new(instance(mesh))),
                lod: source.lod,
                hidden: source.hidden,
                ..Node::default()
            };
            (node, source.parent.map(|parent| places[parent.index()]))
        };
        Self { nodes: order.iter().map(node).collect() }
    }

    /// Places the prop below a node.
    fn place(&self, scene: &mut Scene, owner: NodeId) {
        let first = scene.nodes.len();
        for (node, parent) in &self.nodes {
            let parent = parent.map_or(owner, |place| NodeId::new(first + place));
            scene.add_node(Some(parent), node.clone());
        }
    }
}

/// Returns the path from a folder to a file: the whole path, then its ends, in the folder and those above it.
fn find(file: &str, folder: &Folder) -> Option<String> {
    let parts: Vec<&str> = file.split('/').collect();
    let folders = folder.upward();
    let in_folders = |start: usize| {
        let end = parts.get(start..)?.join("/");
        folders.iter().find_map(|(way, folder)| Some(format!("{way}{}", folder.locate(&end)?)))
    };
    (0..parts.len()).find_map(in_folders).or_else(|| folder.locate_mounted(file))
}

#[cfg(all(test, feature = "rmesh"))]
mod tests {
    #![allow(clippy::unwrap_used)]

    use crate::{Diagnostics, ExportOptions, Folder, ImportOptions, Source, format_by_extension};
    use retromesh_core::Code;
    use std::fs;
    use std::path::Path;

    /// Bytes of a fixture.
    fn fixture(name: &str) -> Vec<u8> {
        fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(name)).unwrap()
    }

    #[test]
    fn props_are_placed_to_be_looked_at_and_left_out_again() {
        let game = tempfile::tempdir().unwrap();
        fs::create_dir_all(game.path().join("GFX/Map/props")).unwrap();
        let room = game.path().join("GFX/Map/room.rmesh");
        fs::write(&room, fixture("rmesh/models.rmesh")).unwrap();
        // The content says the format; one of the two files is not there.
        fs::write(game.path().join("GFX/Map/props/Lamp2.X"), fixture("b3d/triangle.b3d")).unwrap();
        let mut options = ImportOptions::default();
        options.with_props = true;
        options.root = Some(game.path().to_path_buf());
        let source = Source::load(&room, &options.limits).unwrap().within(Some(game.path()));
        let mut diagnostics = Diagnostics::new();
        let model = source.read(&options, &mut diagnostics).unwrap();
        let scene = source.to_scene(&*model, &options, &mut diagnostics).unwrap();
        let placed = scene.nodes.iter().filter(|node| node.proxy.is_some() && !node.children.is_empty()).count();
        assert_eq!((placed, diagnostics.count(Code::MissingFile)), (2, 1));
        let room_alone = source.to_scene(&*model, &ImportOptions::default(), &mut Diagnostics::new()).unwrap();
        let losses = |scene: &retromesh_core::Valid<'_>| {
            let mut found = Diagnostics::new();
            let format = format_by_extension("rmesh").unwrap();
            format.write(scene, &ExportOptions::default(), &mut found).unwrap();
            found.entries().to_vec()
        };
        let through = |scene: &retromesh_core::Valid<'_>, to: &str| {
            let format = format_by_extension(to).unwrap();
            format.write(scene, &ExportOptions::default(), &mut Diagnostics::new()).unwrap().bytes
        };
        let glb = through(&scene, "glb");
        let glb = Source::from_bytes(glb, Path::new("room.glb"), &options.limits).unwrap();
        let plain = ImportOptions::default();
        let model = glb.read(&plain, &mut Diagnostics::new()).unwrap();
        let back = glb.to_scene(&*model, &plain, &mut Diagnostics::new()).unwrap();
        assert!(through(&back, "rmesh") == source.bytes);
        // Nothing is said of what the prop has and the room has no place for.
        assert_eq!(losses(&scene), losses(&room_alone));
        assert!(Folder::new(game.path(), 0).located("gfx/map/Props/lamp2.x").is_some());
    }
}
