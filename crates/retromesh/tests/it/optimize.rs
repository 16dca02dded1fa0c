//! What `--optimize` leaves out is not missed: every corner of every face shows and moves as before.

use retromesh::extras::{LINES, POINTS, vertices};
use retromesh::mesh::{AttributeData, Mesh};
use retromesh::{
    Code, Diagnostics, ExportOptions, ImportOptions, Limits, NoFiles, Request, Scene, Source, format_by_extension,
};
use retromesh_diff::{Tolerance, diff};
use retromesh_testkit::fixtures;
use std::path::Path;

/// All bits that a vertex has, whatever its number is.
fn bits(mesh: &Mesh, vertex: u32) -> Vec<u32> {
    let v = vertex as usize;
    let of = |numbers: &[f32]| numbers.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    let mut all = of(&mesh.positions[v].to_array());
    all.extend(mesh.normals.get(v).into_iter().flat_map(|n| of(&n.to_array())));
    all.extend(mesh.tangents.get(v).into_iter().flat_map(|t| of(&t.to_array())));
    all.extend(mesh.color_sets.iter().flat_map(|set| of(&set[v].to_array())));
    all.extend(mesh.uv_sets.iter().flat_map(|set| of(&set[v].to_array())));
    all.extend(mesh.weights.of(v).iter().flat_map(|influence| [influence.joint, influence.weight.to_bits()]));
    for attribute in &mesh.attributes {
        match &attribute.data {
            AttributeData::Float { components, values } => {
                let width = usize::from(*components);
                all.extend(of(&values[v * width..][..width]));
            }
            AttributeData::UInt(values) => all.push(values[v]),
        }
    }
    for target in &mesh.morph_targets {
        let arrays = [&target.positions, &target.normals, &target.tangents];
        all.extend(arrays.into_iter().filter_map(|array| array.get(v)).flat_map(|x| of(&x.to_array())));
    }
    all.extend(mesh.vertex_frames.iter().flat_map(|frame| of(&frame.positions[v].to_array())));
    for selection in &mesh.selections {
        let at = selection.vertices.binary_search(&vertex).ok();
        all.push(at.map_or(0, |at| 1 + selection.weights.get(at).map_or(0, |weight| weight.to_bits())));
    }
    all
}

/// Everything that the nodes place: by node and part, the bits of each corner, and what the part says apart from them.
fn shown(scene: &Scene) -> Vec<(String, Vec<Vec<u32>>)> {
    let mut all = Vec::new();
    for node in &scene.nodes {
        let Some(instance) = node.mesh.as_deref() else { continue };
        let mesh = &scene[instance.mesh];
        for (at, part) in mesh.parts.iter().enumerate() {
            let material = instance.materials.get(at).copied().unwrap_or(part.material);
            let look = material.filter(|_| !part.faces.is_empty()).map(|material| {
                let material = &scene[material];
                let layers = material.layers.iter().map(|layer| {
                    let texture = &scene[layer.texture];
                    (layer.role, layer.uv_set, texture.transform, texture.image.map(|image| scene[image].uri.clone()))
                });
                (material.name.clone(), material.base_color, layers.collect::<Vec<_>>())
            });
            let loose = [LINES, POINTS].iter().filter_map(|key| vertices(&part.extras, key, mesh.vertex_count()));
            let loose: Vec<u32> = loose.flatten().collect();
            let sizes: Vec<usize> = part.faces.iter().map(<[u32]>::len).collect();
            let corners = part.faces.indices().iter().chain(&loose).map(|&vertex| bits(mesh, vertex)).collect();
            let what = format!("{} {} {sizes:?} {:?} {look:?}", node.name, part.name, part.face_flags);
            all.push((what, corners));
        }
    }
    all
}

#[test]
fn what_is_shown_stays_as_it_is() {
    let (mut before, mut after, mut meshes, mut scenes) = (0, 0, [0; 2], 0);
    let all = [("b3d", 150), ("bo3d", 40), ("bgl", 40), ("bmd", 30), ("p3d", 30), ("obj", 25), ("gltf", 20)];
    for (extension, least) in all {
        for file in fixtures(extension, if extension == "gltf" { "glb" } else { extension }, least) {
            let format = format_by_extension(extension).unwrap();
            let (options, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
            let Ok(model) = format.read(&file.bytes, &NoFiles, &options, &mut diagnostics) else { continue };
            let Ok(scene) = model.to_scene_with(&options, &mut diagnostics) else { continue };
            let name = format!("{extension}/{}", file.name);
            let scene = scene.into_valid().unwrap();
            let mut reported = Diagnostics::new();
            let optimized = retromesh::optimize(scene.clone(), &mut reported).unwrap();
            assert_eq!(shown(&scene), shown(&optimized), "{name}");
            let optimized = optimized.into_scene().into_valid().expect(&name);
            let differences = diff(&scene, &optimized, &Tolerance::default());
            assert!(differences.is_same(), "{name}: {:?}", differences.differences);
            let (had, has) = (Counts::of(&scene), Counts::of(&optimized));
            assert_eq!(reported.entries().is_empty(), had == has, "{name}: {reported:?}");
            // A second time there is nothing left to do.
            let again = retromesh::optimize(optimized.clone(), &mut reported).unwrap();
            assert_eq!(*again, *optimized, "{name}");
            (before, after, scenes) = (before + had.vertices, after + has.vertices, scenes + 1);
            meshes = [meshes[0] + had.meshes, meshes[1] + has.meshes];
        }
    }
    assert!(scenes > 400 && after < before && meshes[1] < meshes[0], "{scenes} {before} {after} {meshes:?}");
}

/// How much a scene has of everything that can be left out.
#[derive(Debug, PartialEq, Eq)]
struct Counts {
    vertices: usize,
    meshes: usize,
    others: [usize; 5],
}

impl Counts {
    fn of(scene: &Scene) -> Self {
        Self {
            vertices: scene.meshes.iter().map(Mesh::vertex_count).sum(),
            meshes: scene.meshes.len(),
            others: [
                scene.materials.len(),
                scene.textures.len(),
                scene.images.len(),
                scene.cameras.len(),
                scene.lights.len(),
            ],
        }
    }
}

#[test]
fn a_conversion_is_optimised_when_asked() {
    let glb = format_by_extension("glb").unwrap();
    let file = fixtures("b3d", "b3d", 150).into_iter().find(|file| file.name == "letter-f.b3d").unwrap();
    let source = Source::from_bytes(file.bytes, Path::new("model.b3d"), &Limits::default()).unwrap();
    let sizes = [false, true].map(|optimize| {
        let (mut export, mut diagnostics) = (ExportOptions::default(), Diagnostics::new());
        export.optimize = optimize;
        let import = ImportOptions::default();
        let converted =
            retromesh::convert_source(&source, glb, &Request::new(&import, &export), &mut diagnostics).unwrap();
        let reported = diagnostics.entries().iter().filter(|entry| entry.code == Code::Optimized).count();
        assert_eq!(reported > 0, optimize);
        converted.output.bytes.len()
    });
    assert!(sizes[1] < sizes[0], "{sizes:?}");
}
