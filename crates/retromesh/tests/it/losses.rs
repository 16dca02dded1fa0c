//! The table of what each format holds, and the reports that are made from it.

use glam::{Mat4, Vec3, Vec4};
use retromesh::material::Material;
use retromesh::mesh::{Faces, Mesh, Part};
use retromesh::options::Lods;
use retromesh::scene::{MeshInstance, Node};
use retromesh::{
    Budget, Code, Diagnostics, ErrorKind, ExportOptions, Extra, Feature, Format, FormatInfo, ImportOptions, MaterialId,
    MeshId, Request, Scene, Source, Valid, convert_source, find_images, formats,
};
use retromesh_testkit::files_below;
use std::path::Path;

/// Calls a function with the source of every fixture that can be read, damaged ones included; returns how many there are.
fn each(mut with: impl FnMut(&str, &Source, &Valid<'_>, &Diagnostics)) -> usize {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let extensions = formats().iter().flat_map(|format| format.info().extensions);
    let mut read = 0;
    for file in extensions.flat_map(|extension| files_below(&root, extension)) {
        // What asks for very large outputs has a test of its own.
        if file.path.parent().is_some_and(|folder| folder.ends_with("growth")) {
            continue;
        }
        let (import, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
        let Ok(source) = Source::load(&file.path, &import.limits) else { continue };
        let Ok(model) = source.read(&import, &mut diagnostics) else { continue };
        let Ok(scene) = model.to_scene_with(&import, &mut diagnostics) else { continue };
        with(&file.name, &source, &scene.into_valid().unwrap(), &diagnostics);
        read += 1;
    }
    read
}

#[test]
fn the_table_names_codes_that_report_the_feature() {
    for info in formats().iter().map(|format| format.info()) {
        for (feature, codes) in info.holds {
            let strange: Vec<_> = codes.iter().filter(|code| !feature.codes().contains(code)).collect();
            assert!(strange.is_empty(), "{}: {}: {strange:?}", info.id, feature.name());
        }
    }
}

/// What is read from files of a format and not written to them: of old variants, or what their engines compute.
const NOT_WRITTEN: &[(&str, Code)] = &[
    ("b3d", Code::LostAttributes),
    ("bo3d", Code::LostMaterials),
    ("bgl", Code::LostExtras),
    ("p3d", Code::ApproximatedMaterial),
    ("p3d", Code::LostExtras),
    ("obj", Code::LostColorSet),
    ("x", Code::LostAttributes),
];

#[test]
fn nothing_is_lost_to_the_format_that_it_is_from() {
    let mut seen: Vec<(&str, Code)> = Vec::new();
    let read = each(|name, source, scene, _| {
        let info: &FormatInfo = source.format.info();
        let mut diagnostics = Diagnostics::new();
        info.report_losses(scene, &mut diagnostics).unwrap();
        for entry in diagnostics.entries() {
            seen.push((info.id, entry.code));
            assert!(NOT_WRITTEN.contains(&(info.id, entry.code)), "{name}: {entry}");
        }
    });
    assert!(read > 400, "{read} fixtures");
    let unneeded: Vec<_> = NOT_WRITTEN.iter().filter(|row| !seen.contains(row)).collect();
    assert!(unneeded.is_empty(), "rows that no fixture needs: {unneeded:?}");
}

/// What is reported of images that are made into others.
const OF_IMAGES: [Code; 3] = [Code::UnsupportedImage, Code::ResizedImage, Code::RoundedColors];

#[test]
fn a_crate_alone_reports_what_a_conversion_reports() {
    let mut compared = 0;
    let read = each(|name, source, scene, diagnostics| {
        // Within a family documents become documents.
        let others =
            formats().iter().filter(|format| format.info().writes && format.info().id != source.format.info().id);
        for to in others.copied() {
            let id = to.info().id;
            let (mut export, mut reported) = (ExportOptions::default(), Diagnostics::new());
            export.file_name = format!("model.{id}");
            let converted =
                convert_source(source, to, &Request::new(&ImportOptions::default(), &export), &mut reported);
            let (mut scene, mut alone) = (scene.clone(), diagnostics.clone());
            find_images(&mut scene, &source.folder, export.textures, &Budget::default(), &mut alone).unwrap();
            let written = to.write(&scene, &export, &mut alone);
            assert_eq!(converted.is_ok(), written.is_ok(), "{name} to {id}");
            // Only the facade decodes images: it makes what an engine shows of those that a crate alone has to leave as they are, and
            // says what that did to them.
            let decodes = scene.images.iter().any(|image| image.data.is_some());
            let entries = |diagnostics: &Diagnostics| -> Vec<_> {
                let entries = diagnostics.entries().iter();
                // A crate alone says of its pictures that the engine of BMD loads none of their kind.
                let is_of_images = |code| OF_IMAGES.contains(&code) || id == "bmd" && code == Code::ChangedImage;
                let entries = entries.filter(|entry| !decodes || !is_of_images(entry.code)).cloned();
                // A conversion makes of an image what the format's engine shows: files of other extensions.
                let made = match (decodes, id) {
                    (false, _) => ".png",
                    (true, "bmd") => ".dds",
                    _ => ".paa",
                };
                let detail = |detail: &str| detail.replace(".webp", ".png").replace(".png", made);
                entries
                    .map(|entry| (detail(&entry.detail), entry.count, entry.offset, entry.path, entry.code))
                    .collect()
            };
            assert_eq!(entries(&reported), entries(&alone), "{name} to {id}");
            compared += 1;
        }
    });
    assert!(compared > read * 5, "{compared} conversions of {read} files");
}

#[test]
fn every_feature_is_held_somewhere() {
    let held = |feature: &Feature| formats().iter().any(|format: &&dyn Format| format.info().has_place(*feature));
    assert!(Feature::ALL.iter().all(held));
}

#[test]
fn an_unknown_target_is_one_error_everywhere() {
    for format in formats().iter().filter(|format| format.info().writes) {
        let info = format.info();
        let (mut options, scene) = (ExportOptions::default(), Scene::default().into_valid().unwrap());
        options.target = Some("no-such".to_owned());
        let names = |writes: bool| {
            let targets = info.targets.iter().filter(|target| target.writes || !writes);
            targets.map(|target| target.name).collect::<Vec<_>>().join(", ")
        };
        let text = |writes| {
            format!(
                "{}: target \"no-such\" is not supported: the targets of {} are {}",
                info.id,
                info.name,
                names(writes)
            )
        };
        let found = info.target("no-such").unwrap_err();
        assert!(matches!(found.kind(), ErrorKind::Unsupported { .. }) && found.to_string() == text(false), "{found}");
        let written = format.write(&scene, &options, &mut Diagnostics::new()).unwrap_err();
        assert!(
            matches!(written.kind(), ErrorKind::Unsupported { .. }) && written.to_string() == text(true),
            "{written}"
        );
    }
}

/// Without a target every rule is applied, whatever the format.
#[test]
fn rules_without_a_target_are_all_rules() {
    let mut found = 0;
    each(|name, source, _, _| {
        let model = source.read(&ImportOptions::default(), &mut Diagnostics::new()).unwrap();
        let Some(rules) = model.as_lint() else { return };
        let all = rules.lint(None);
        for target in source.format.info().targets {
            let some = rules.lint(Some(target));
            let expected: Vec<_> =
                all.iter().filter(|lint| lint.rule.targets.contains(&target.name)).cloned().collect();
            assert_eq!(some, expected, "{name} for {}", target.name);
            found += some.len();
        }
    });
    assert!(found > 100, "{found} findings");
}

/// Levels are chosen by the writer, so that a crate alone writes those that are asked for.
#[test]
fn levels_are_chosen_by_the_writer() {
    let mut lost = 0;
    each(|name, source, scene, _| {
        let levels = scene.nodes.iter().filter(|node| node.lod.is_some()).count();
        if levels < 2 || name.contains("bad/") {
            return;
        }
        let (mut export, mut reported) = (ExportOptions::default(), Diagnostics::new());
        (export.file_name, export.lods) = ("model.gltf".into(), Lods::Best);
        retromesh_gltf::Document::from_scene_with(scene, &export, &mut reported).unwrap();
        assert!(reported.count(Code::LostLod) < levels as u64, "{name}");
        lost += reported.count(Code::LostLod);
        assert_eq!(source.format.info().has_place(Feature::Levels), scene.nodes.iter().any(|node| node.lod.is_some()));
    });
    assert!(lost > 10, "{lost} levels");
}

/// Whoever has to change a model has to know where.
#[test]
fn a_transform_that_is_approximated_is_that_of_a_named_node() {
    let shear = Mat4::from_cols(Vec4::X, Vec4::new(0.7, 1.0, 0.0, 0.0), Vec4::Z, Vec4::W);
    let perspective = Mat4::from_cols(Vec4::X, Vec4::Y, Vec4::Z, Vec4::new(0.0, 0.0, 1.0, 2.0));
    for (id, matrix) in [("b3d", shear), ("bo3d", shear), ("gltf", shear), ("x", perspective)] {
        let mut scene = Scene::default();
        let root = scene.add_node(None, Node::default());
        scene.add_node(Some(root), Node { name: "lid".into(), transform: matrix.into(), ..Node::default() });
        let format = formats().iter().find(|format| format.info().id == id).unwrap();
        // A matrix that is no transform of space is one that readers leave out.
        let (Ok(scene), mut diagnostics) = (scene.into_valid(), Diagnostics::new()) else { panic!("{id}") };
        format.write(&scene, &ExportOptions::default(), &mut diagnostics).unwrap();
        let found = diagnostics.entries().iter().find(|entry| entry.code == Code::ApproximatedTransform);
        assert_eq!(found.map(|entry| entry.path.as_str()), Some("node lid"), "{id}: {:?}", diagnostics.entries());
    }
}

#[test]
fn names_that_have_no_place_are_named() {
    let part = Part {
        name: "leaf".into(),
        material: Some(MaterialId::new(0)),
        faces: Faces::Triangles(vec![[0, 1, 2]]),
        ..Part::default()
    };
    let positions = vec![Vec3::ZERO, Vec3::X, Vec3::Y];
    let mut scene = Scene {
        materials: vec![Material { name: "oak".into(), ..Material::default() }],
        meshes: vec![Mesh { name: "panel".into(), positions, parts: vec![part], ..Mesh::default() }],
        ..Scene::default()
    };
    let mesh = Some(Box::new(MeshInstance::new(MeshId::new(0))));
    scene.add_node(None, Node { name: "door".into(), mesh, ..Node::default() });
    let (mut reported, scene) = (0, scene.into_valid().unwrap());
    for format in formats().iter().filter(|format| format.info().writes) {
        let (mut diagnostics, id) = (Diagnostics::new(), format.info().id);
        if format.write(&scene, &ExportOptions::default(), &mut diagnostics).is_err() {
            continue;
        }
        for entry in diagnostics.entries().iter().filter(|entry| entry.code == Code::LostNames) {
            let names = entry.detail.rsplit_once(": ").map(|(_, names)| names.split(", ").collect::<Vec<_>>());
            let are_its = |names: &Vec<&str>| names.iter().all(|name| ["leaf", "oak", "panel", "door"].contains(name));
            assert!(names.as_ref().is_some_and(are_its), "{id}: {entry}");
            reported += 1;
        }
    }
    assert!(reported >= 4, "{reported} reports");
}

/// What a game reads by name is named first, where a long list would leave it out.
#[test]
fn properties_that_have_no_place_are_named() {
    let mut scene = Scene::default();
    let pair = |name: &str, value: &str| Extra::List(vec![name.into(), value.into()]);
    let properties = Extra::List(vec![pair("class", "vehicle"), pair("armor", "40")]);
    let keys = (0..12).map(|number| (format!("a.{number}"), Extra::Int(number)));
    let extras = keys.chain([("p3d.properties".to_owned(), properties)]).collect();
    scene.add_node(None, Node { extras, ..Node::default() });
    let mut diagnostics = Diagnostics::new();
    let b3d = formats().iter().find(|format| format.info().id == "b3d").unwrap();
    b3d.info().report_losses(&scene, &mut diagnostics).unwrap();
    let found = diagnostics.entries().iter().find(|entry| entry.code == Code::LostExtras).unwrap();
    assert!(found.detail.starts_with("no place for property armor, property class, a.0, "), "{}", found.detail);
    assert_eq!(found.count, 13);
}
