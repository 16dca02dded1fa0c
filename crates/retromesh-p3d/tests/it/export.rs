//! What a scene says and a file has no place for, or says in another way.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use glam::{Mat4, Vec2, Vec3};
use retromesh_core::extras::{Extra, POINTS};
use retromesh_core::keyframes::{Animation, Channel, Interpolation, Track};
use retromesh_core::material::{AlphaMode, Blend, TextureFacts, Wrap};
use retromesh_core::mesh::{AttributeData, Faces, MorphTarget, Part};
use retromesh_core::scene::{Lod, LodRole, MeshInstance, Node};
use retromesh_core::{Code, Diagnostics, MeshId, Scene};
use retromesh_kit::{ExportOptions, ImportOptions};
use retromesh_p3d::Document;
use retromesh_p3d::mlod::{Mlod, Tag, TagBody};
use retromesh_testkit::fixture;

fn scene(name: &str) -> Scene {
    let bytes = fixture(&format!("p3d/{name}.p3d")).bytes;
    Document::parse(&bytes).unwrap().to_scene_with(&ImportOptions::default(), &mut Diagnostics::new()).unwrap()
}

/// Writes a scene; returns the document and how often each kind of loss was reported, by code and detail.
fn write(scene: &Scene, to: &str) -> (Document<'static>, Vec<(Code, u64, String)>) {
    let (mut options, mut diagnostics) = (ExportOptions::default(), Diagnostics::new());
    options.target = (!to.is_empty()).then(|| to.to_owned());
    let document = Document::from_scene_with(&scene.validate().unwrap(), &options, &mut diagnostics).unwrap().document;
    let found = diagnostics.entries().iter().map(|entry| (entry.code, entry.count, entry.detail.clone())).collect();
    (document, found)
}

fn count(found: &[(Code, u64, String)], code: Code, detail: &str) -> u64 {
    found.iter().filter(|(own, _, text)| *own == code && text.contains(detail)).map(|(_, count, _)| count).sum()
}

#[test]
fn what_odol_computes_anew_is_reported() {
    let plain = scene("odol-triangle");
    let (_, found) = write(&plain, "odol7");
    let flags = |found: &[_]| {
        let alpha = count(found, Code::ApproximatedBlend, "alpha is what its texture says");
        (alpha, count(found, Code::ApproximatedMaterial, "repeat or are clamped"))
    };
    // The fixture is not around its own middle, which the game's tools put at the origin.
    assert_eq!((flags(&found), count(&found, Code::LostExtras, "anew: p3d.bounding_center")), ((0, 0), 1), "{found:?}");
    // What is as it was is no loss.
    let approximated = |found: &[_]| [Code::ApproximatedBlend, Code::ApproximatedMaterial].map(|c| count(found, c, ""));
    let mut clear = scene("odol-sections");
    assert!(clear.materials.iter().any(|material| material.alpha_mode == AlphaMode::Blend));
    assert_eq!(approximated(&write(&clear, "odol7").1), [0, 0]);
    // Properties carry alpha.
    assert_eq!(approximated(&write(&clear, "mlod").1)[0], 0);
    (clear.materials[0].blend, clear.textures[0].nearest) = (Blend::Add, true);
    assert_eq!(approximated(&write(&clear, "odol7").1), [1, 1]);
    (clear.textures[0].nearest, clear.textures[0].wrap_v) = (false, Wrap::Mirror);
    assert_eq!(approximated(&write(&clear, "odol7").1), [1, 1]);
    let mut changed = plain.clone();
    changed.materials[0].alpha_mode = AlphaMode::Mask { cutoff: 0.5 };
    changed.extras.insert("p3d.armor".into(), 1234.5.into());
    let wrap = &mut changed.textures[0].wrap_u;
    *wrap = if *wrap == Wrap::Clamp { Wrap::Repeat } else { Wrap::Clamp };
    let (_, found) = write(&changed, "odol7");
    let facts = count(&found, Code::LostExtras, "computed anew: p3d.armor, p3d.bounding_center");
    assert_eq!((flags(&found), facts), ((0, 0), 2), "{found:?}");
    // A texture that is there says its alpha itself.
    let (mut options, mut diagnostics) = (ExportOptions::default(), Diagnostics::new());
    options.target = Some("odol7".into());
    let path = changed.images[0].path.clone();
    options.texture_facts.insert(path.clone(), TextureFacts::default());
    Document::from_scene_with(&changed.validate().unwrap(), &options, &mut diagnostics).unwrap();
    let detail = format!("alpha is what its texture says: {}", path.to_lowercase());
    assert!(diagnostics.entries().iter().any(|entry| entry.detail.contains(&detail)), "{diagnostics:?}");
    // MLOD says of no texture that it is clamped: what is inside of its picture is the same.
    let mut cube = scene("sp3x-cube");
    assert_eq!(flags(&write(&cube, "odol7").1), (0, 0));
    cube.textures[0].wrap_u = Wrap::Clamp;
    cube.meshes[0].uv_sets[0].iter_mut().for_each(|uv| *uv *= 3.0);
    assert_eq!(flags(&write(&cube, "odol7").1), (0, 1));
    // The editable form has no place for what is said of the whole model.
    assert_eq!(count(&write(&plain, "mlod").1, Code::LostExtras, "p3d.aiming_center, p3d.armor"), 10);
}

#[test]
fn what_came_from_p3dm_becomes_p3dm_again() {
    for (name, to, expected) in [
        ("p3dm-triangle", "", b"P3DM"),
        ("p3dm-triangle", "mlod", b"SP3X"),
        ("sp3x-triangle", "", b"SP3X"),
        ("odol-triangle", "", b"SP3X"),
    ] {
        let (Document::Mlod(mlod), found) = write(&scene(name), to) else { panic!("no MLOD") };
        assert_eq!(mlod.lods[0].kind.magic(), expected, "{name} {to}");
        assert_eq!(count(&found, Code::LostExtras, "p3d.version"), 0, "{name} {to}");
    }
    assert_eq!(count(&write(&scene("mlod-no-level"), "").1, Code::LostExtras, "p3d.version"), 1);
}

#[test]
fn sharp_edges_without_their_points_are_reported() {
    let mut tags = scene("sp3x-tags");
    let edges = |scene: &Scene| count(&write(scene, "mlod").1, Code::LostExtras, "against their normals");
    assert_eq!(edges(&tags), 0);
    tags.meshes.iter_mut().for_each(|mesh| mesh.attributes.retain(|attribute| attribute.name != "_POINT"));
    assert_eq!(edges(&tags), 10);
}

/// Programs give the points of a new triangle the number 0.
#[test]
fn a_new_triangle_leaves_the_sharp_edges_of_the_others() {
    let mut edited = scene("sp3x-tags");
    let edges = |scene: &Scene| {
        let (Document::Mlod(mlod), found) = write(scene, "mlod") else { panic!("no MLOD") };
        assert_eq!(count(&found, Code::LostExtras, "against their normals"), 0, "{found:?}");
        let edges = mlod.lods[0].tags.iter().find_map(|tag| match &tag.body {
            TagBody::SharpEdges(edges) => Some(edges.to_vec()),
            _ => None,
        });
        (edges.unwrap(), mlod.lods[0].points.len())
    };
    let (before, points) = edges(&edited);
    let mesh = &mut edited.meshes[0];
    let first = mesh.positions.len() as u32;
    let high = Vec3::Y * 50.0;
    mesh.positions.extend([high, high + Vec3::X, high + Vec3::Z]);
    mesh.normals.extend([Vec3::Y; 3]);
    mesh.uv_sets.iter_mut().for_each(|set| set.extend([Vec2::ZERO; 3]));
    for attribute in &mut mesh.attributes {
        match &mut attribute.data {
            AttributeData::UInt(values) => values.extend([0; 3]),
            AttributeData::Float { components, values } => values.extend(vec![0.0; 3 * usize::from(*components)]),
        }
    }
    mesh.vertex_frames.clear();
    let part = Part { faces: Faces::Triangles(vec![[first, first + 1, first + 2]]), ..Part::default() };
    mesh.parts.push(part);
    assert_eq!(edges(&edited), (before, points + 3));
}

#[test]
fn faces_that_shine_next_to_others_still_do() {
    let mut lit = scene("sp3x-cube");
    let part = &mut lit.meshes[0].parts[0];
    part.face_flags = (0..part.faces.len()).map(|face| u32::from(face == 0)).collect();
    let clips = |document: &Document<'_>| {
        let Document::Odol(odol) = document else { panic!("no ODOL") };
        let mut clips = odol.lods[0].clip.values().to_vec();
        clips.sort_unstable();
        clips
    };
    let (first, _) = write(&lit, "odol7");
    let shining = clips(&first).iter().filter(|clip| **clip >> 20 == 200).count();
    assert!(shining > 0 && shining < clips(&first).len(), "{shining}");
    let read = first.to_scene_with(&ImportOptions::default(), &mut Diagnostics::new()).unwrap();
    let (again, found) = write(&read, "odol7");
    assert_eq!((clips(&again), count(&found, Code::MixedPointFlags, "")), (clips(&first), 0));
    // A vertex of that face with another value is of no face.
    let mut other = read.clone();
    let flags = other.meshes[0].attributes.iter_mut().find(|attribute| attribute.name == "_POINT_FLAGS").unwrap();
    let AttributeData::UInt(flags) = &mut flags.data else { panic!("no numbers") };
    let vertex = flags.iter().position(|flags| *flags != 0).unwrap();
    flags[vertex] = 0x20;
    let (_, found) = write(&other, "odol7");
    assert!(count(&found, Code::MixedPointFlags, "") > 0, "{found:?}");
}

#[test]
fn levels_of_one_resolution_are_reported() {
    let mut twice = scene("sp3x-triangle");
    let mut copy = twice.nodes[twice.roots[0].index()].clone();
    copy.name.push_str(".001");
    copy.children.clear();
    twice.add_node(None, copy);
    let doubled = |scene: &Scene| count(&write(scene, "mlod").1, Code::LostLod, "of the resolution of another one");
    assert_eq!((doubled(&scene("sp3x-triangle")), doubled(&twice)), (0, 1));
}

#[test]
fn the_name_of_a_node_says_its_level_and_its_proxy() {
    let mut renamed = scene("sp3x-proxy");
    for node in &mut renamed.nodes {
        // As programs without extras leave it.
        node.proxy = None;
        if node.lod.is_some() {
            node.name = "View Pilot".into();
        }
    }
    let (Document::Mlod(mlod), _) = write(&renamed, "mlod") else { panic!("no MLOD") };
    assert_eq!(mlod.lods[0].resolution, 1100.0);
    let document = Document::from(mlod);
    let again = document.to_scene_with(&ImportOptions::default(), &mut Diagnostics::new()).unwrap();
    let proxies = |scene: &Scene| -> Vec<String> {
        let mut paths: Vec<String> =
            scene.nodes.iter().filter_map(|node| Some(node.proxy.as_ref()?.path.clone())).collect();
        paths.sort();
        paths
    };
    let before = proxies(&scene("sp3x-proxy"));
    assert!(!before.is_empty());
    assert_eq!(proxies(&again), before);
}

#[test]
fn meshes_with_the_names_of_levels_are_levels() {
    let triangle = scene("p3dm-triangle").meshes[0].clone();
    // Which of the nodes are levels already, and the resolutions that are written.
    let rows: [(&[&str], usize, &[f32]); 6] = [
        (&["Resolution 1", "Resolution 8", "Resolution 4"], 3, &[1.0, 4.0, 8.0]),
        (&["Geometry", "Resolution 3", "Resolution 1"], 0, &[1.0, 3.0, 1e13]),
        (&["Resolution 1", "View Pilot"], 1, &[1.0, 1100.0]),
        (&["Resolution 1", "Resolution 1.001"], 1, &[1.0]),
        (&["Geometry", "Box"], 0, &[1.0]),
        (&["Resolution 1", "Box"], 1, &[1.0]),
    ];
    for (names, known, expected) in rows {
        let mut scene = Scene::default();
        scene.meshes.push(triangle.clone());
        for (number, name) in names.iter().enumerate() {
            let mesh = Some(Box::new(MeshInstance { mesh: MeshId::new(0), skeleton: None, materials: Vec::new() }));
            let lod = Lod { role: LodRole::Visual, value: 1.0, level: 0 };
            let lod = (number < known).then_some(lod);
            scene.add_node(None, Node { name: (*name).into(), mesh, lod, ..Node::default() });
        }
        scene.meshes[0].parts.iter_mut().for_each(|part| part.material = None);
        let (Document::Mlod(mlod), found) = write(&scene, "mlod") else { panic!("no MLOD") };
        let levels: Vec<f32> = mlod.lods.iter().map(|lod| lod.resolution).collect();
        assert_eq!(levels, expected, "{names:?}");
        let joined = usize::from(names == ["Geometry", "Box"]);
        assert_eq!(count(&found, Code::LostLod, "objects with the names of levels"), joined as u64, "{names:?}");
        let lost = if known == 1 { names.len() - expected.len() } else { 0 };
        let detail = format!("meshes outside the levels of detail: {}", names.last().unwrap());
        assert_eq!(count(&found, Code::LostMesh, &detail), lost as u64, "{names:?} {found:?}");
    }
}

#[test]
fn shapes_are_frames_at_their_moments() {
    // The names of shapes that a clip from 0 to 2 seconds turns on one after the other, the moments that are written, and how many are lost.
    let rows: [([&str; 4], &[f32], u64); 3] = [
        (["frame -1", "frame 0", "frame 0.5", "frame 1"], &[-1.0, 0.0, 0.5, 1.0], 0),
        (["frame -1", "frame 0", "open", "frame 1"], &[-1.0, 0.0, 0.5, 1.0], 0),
        (["frame -1", "frame 0", "0", "frame 1"], &[-1.0, 0.0, 1.0], 1),
    ];
    for (names, expected, doubled) in rows {
        let mut scene = scene("p3dm-triangle");
        let node = scene.node_ids().find(|id| scene[*id].mesh.is_some()).unwrap();
        let mesh = &mut scene.meshes[0];
        mesh.parts[0].extras.insert(POINTS.into(), vec![0].into());
        let positions = vec![Vec3::Y; mesh.positions.len()];
        let target =
            |name: &str| MorphTarget { name: name.into(), positions: positions.clone(), ..MorphTarget::default() };
        mesh.morph_targets = names.map(target).to_vec();
        let values = (0..16).map(|at| if at % 5 == 0 { 1.0 } else { 0.0 }).collect();
        let channel = Channel {
            target: node,
            interpolation: Interpolation::Linear,
            times: vec![0.0, 1.0, 1.5, 2.0],
            track: Track::Weights { targets: 4, values },
        };
        let (last, ticks_per_second, channels) = (2.0, 1.0, vec![channel]);
        scene.animations = vec![Animation { last, ticks_per_second, channels, ..Animation::default() }];
        let (Document::Mlod(mlod), found) = write(&scene, "mlod") else { panic!("no MLOD") };
        let times = mlod.lods[0].tags.iter().filter_map(|tag| match tag.body {
            TagBody::Animation { time, .. } => Some(time),
            _ => None,
        });
        assert_eq!(times.collect::<Vec<_>>(), expected, "{names:?}");
        assert_eq!(count(&found, Code::LostShapes, "shapes of one moment"), doubled, "{found:?}");
        assert_eq!(count(&found, Code::LostPrimitives, ""), 0, "points are kept: {found:?}");
    }
}

#[test]
fn a_level_whose_name_is_no_levels_is_reported() {
    let mut named = scene("sp3x-proxy");
    let level = named.node_ids().find(|id| named[*id].lod.is_some()).unwrap();
    let original = named[level].name.clone();
    for (name, count_of) in [(original.clone(), 0), (format!("{original}.001"), 0), ("Geometrie".into(), 1)] {
        named[level].name = name;
        let (_, found) = write(&named, "mlod");
        assert_eq!(count(&found, Code::LostNames, "names that no level has"), count_of, "{found:?}");
    }
}

#[test]
fn proxies_that_cannot_be_as_their_nodes_are_reported() {
    let plain = scene("sp3x-proxy");
    let id = plain.node_ids().find(|id| plain[*id].proxy.is_some()).unwrap();
    let (_, found) = write(&plain, "mlod");
    // The material of the hidden triangle is no loss.
    let silent = [Code::ApproximatedTransform, Code::ApproximatedMaterial, Code::ApproximatedBlend, Code::LostMesh];
    silent.iter().for_each(|code| assert_eq!(count(&found, *code, ""), 0, "{found:?}"));
    for scale in [Vec3::splat(2.0), Vec3::new(-1.0, 1.0, 1.0)] {
        let mut scaled = plain.clone();
        scaled[id].transform = (plain[id].transform.matrix() * Mat4::from_scale(scale)).into();
        let (_, found) = write(&scaled, "mlod");
        assert_eq!(count(&found, Code::ApproximatedTransform, "neither scaled nor mirrored"), 1, "{scale}: {found:?}");
    }
    let mut outside = plain.clone();
    let parent = outside[id].parent.take().unwrap();
    outside[parent].children.retain(|child| *child != id);
    outside.roots.push(id);
    let (_, found) = write(&outside, "mlod");
    assert_eq!(count(&found, Code::LostMesh, "belong below that of a level: proxy:"), 1, "{found:?}");
    // Without its selection the triangle stays hidden; where another face has one of its points, both are seen, and its opacity is lost.
    let mut bare = plain;
    for (shared, expected) in [(false, 0), (true, 1)] {
        for mesh in &mut bare.meshes {
            mesh.selections.clear();
            mesh.attributes.clear();
            if let [first, .., last] = mesh.parts.as_slice()
                && shared
            {
                let [a, b] = [first, last].map(|part| part.faces.iter().next().unwrap()[0] as usize);
                mesh.positions[a] = mesh.positions[b];
            }
        }
        let (_, found) = write(&bare, "mlod");
        assert_eq!(count(&found, Code::ApproximatedMaterial, "opacity"), expected, "{found:?}");
    }
}

#[test]
fn hidden_faces_lose_the_name_that_reading_does_not_give_them() {
    let mut seen = scene("sp3x-proxy");
    seen.meshes.iter_mut().for_each(|mesh| mesh.selections.clear());
    let rows = [
        (scene("sp3x-proxy"), "mlod", 0),
        (scene("sp3x-proxy"), "odol7", 0),
        (scene("odol-flags"), "odol7", 0),
        (scene("odol-flags"), "mlod", 1),
        (seen, "mlod", 1),
    ];
    for (scene, target, expected) in rows {
        let (_, found) = write(&scene, target);
        assert_eq!(count(&found, Code::LostNames, "names of materials"), expected, "{target}: {found:?}");
    }
}

#[test]
fn proxies_follow_their_nodes_where_tools_took_their_faces_out_of_selections() {
    // Programs that cut polygons drop the faces of selections with them.
    let mut whole = scene("sp3x-proxy");
    // One without a face is kept as it is, until none has any.
    assert!(whole.meshes[0].selections.iter().any(|selection| selection.faces.is_empty()));
    let (Document::Mlod(kept), _) = write(&whole, "mlod") else { panic!("no MLOD") };
    assert_eq!(kept.lods[0].faces.len(), 2);
    whole.meshes[0].selections.retain(|selection| !selection.faces.is_empty());
    let mut plain = whole.clone();
    plain.meshes[0].selections.iter_mut().for_each(|selection| selection.faces.clear());
    let proxies = |scene: &Scene| {
        let mut all: Vec<(String, i32)> = scene
            .nodes
            .iter()
            .filter_map(|node| node.proxy.as_deref())
            .map(|proxy| (proxy.path.clone(), proxy.id))
            .collect();
        all.sort();
        all
    };
    let first = plain.node_ids().find(|id| plain[*id].proxy.is_some()).unwrap();
    let before = proxies(&plain);
    let (own, level) = (plain[first].proxy.clone().unwrap(), plain[first].parent.unwrap());
    let faces = |document: &Mlod<'_>| document.lods.iter().map(|lod| lod.faces.len()).sum::<usize>();
    let (Document::Mlod(unedited), _) = write(&whole, "mlod") else { panic!("no MLOD") };
    for edit in ["nothing", "renamed", "deleted", "copied"] {
        let (mut edited, mut expected) = (plain.clone(), before.clone());
        let at = expected.iter().position(|(path, id)| (path, *id) == (&own.path, own.id)).unwrap();
        match edit {
            "renamed" => {
                edited[first].name = "proxy:\\other\\gun".into();
                expected[at].0 = "\\other\\gun".into();
            }
            "deleted" => {
                edited[level].children.retain(|child| *child != first);
                edited[first] = Node { lod: None, ..Node::default() };
                edited.roots.push(first);
                expected.remove(at);
            }
            "copied" => {
                let name = format!("proxy:{}.33", own.path);
                let copy = Node { name, transform: Mat4::from_translation(Vec3::ONE).into(), ..edited[first].clone() };
                edited.add_node(Some(level), copy);
                expected.push((own.path.clone(), 33));
            }
            _ => {}
        }
        let (Document::Mlod(mlod), found) = write(&edited, "mlod") else { panic!("no MLOD") };
        assert_eq!(faces(&mlod) + before.len(), faces(&unedited) + expected.len(), "{edit}: {found:?}");
        let again = Document::from(mlod).to_scene_with(&ImportOptions::default(), &mut Diagnostics::new()).unwrap();
        expected.sort();
        assert_eq!(proxies(&again), expected, "{edit}: {found:?}");
    }
}

/// Empties of Blender below a level of points, whose object may be an empty itself.
#[test]
fn empties_below_a_level_of_points_are_points_with_names() {
    let triangle = scene("p3dm-triangle").meshes[0].clone();
    for (level, is_mesh) in
        [("Memory", true), ("Memory", false), ("HitPoints", false), ("Paths", false), ("Geometry", true)]
    {
        let mut scene = Scene { meshes: vec![triangle.clone()], ..Scene::default() };
        scene.meshes[0].parts.iter_mut().for_each(|part| part.material = None);
        let instance = || Some(Box::new(MeshInstance { mesh: MeshId::new(0), skeleton: None, materials: Vec::new() }));
        scene.add_node(None, Node { name: "Resolution 1".into(), mesh: instance(), ..Node::default() });
        let mesh = instance().filter(|_| is_mesh);
        let at = |x: f32| Mat4::from_translation(Vec3::new(x, 0.0, 0.0)).into();
        let top = scene.add_node(None, Node { name: level.into(), mesh, transform: at(10.0), ..Node::default() });
        let empty = |name: &str, x: f32| Node { name: name.into(), transform: at(x), ..Node::default() };
        scene.add_node(Some(top), empty("pos driver", 1.0));
        let cargo = scene.add_node(Some(top), empty("pos cargo", 2.0));
        scene.add_node(Some(cargo), empty("Pos Cargo.001", 1.0));
        scene.add_node(None, empty("pos gunner", 1.0));
        scene.add_node(None, empty("LandContact", 1.0));
        let (Document::Mlod(mlod), found) = write(&scene, "mlod") else { panic!("no MLOD") };
        let last = mlod.lods.last().unwrap();
        let own = if is_mesh { triangle.positions.len() } else { 0 };
        let is_points = level != "Geometry";
        assert_eq!(last.points.len(), own + if is_points { 3 } else { 0 }, "{level} {found:?}");
        let (lost, names) =
            if is_points { (0, "pos gunner") } else { (3, "pos driver, pos cargo, Pos Cargo.001, pos gunner") };
        assert_eq!(count(&found, Code::LostNames, "names of nodes"), lost + 2, "{level} {found:?}");
        let says = |code, end: &str| found.iter().any(|(own, _, detail)| *own == code && detail.ends_with(end));
        assert!(says(Code::LostHierarchy, &format!(" or `Paths`: {names}")), "{level} {found:?}");
        assert!(says(Code::LostLod, "Loose Points: LandContact"), "{level} {found:?}");
        assert_eq!(count(&found, Code::LostHierarchy, "nodes became part"), 0, "{level} {found:?}");
        let selections = last.tags.iter().filter(|tag| tag.is_selection()).filter_map(|tag| match &tag.body {
            TagBody::Selection { points, .. } => {
                let chosen = points.iter().zip(last.points.iter()).filter(|(byte, _)| *byte != 0);
                Some((tag.text().to_string(), chosen.map(|(_, point)| point.position.x).collect()))
            }
            _ => None,
        });
        let of_empties: Vec<(String, Vec<f32>)> = selections.filter(|(name, _)| name.starts_with("pos")).collect();
        let expected = [("pos driver".to_owned(), vec![11.0]), ("pos cargo".to_owned(), vec![12.0, 13.0])];
        assert_eq!(of_empties, &expected[..if is_points { 2 } else { 0 }], "{level}");
    }
}

/// Blender's glTF has no vertex groups: a component of its own object, which gets a number more where the name is taken.
#[test]
fn components_and_properties_come_without_the_extension() {
    let triangle = scene("p3dm-triangle").meshes[0].clone();
    for is_mesh in [true, false] {
        let mut scene = Scene { meshes: vec![triangle.clone()], ..Scene::default() };
        scene.meshes[0].parts.iter_mut().for_each(|part| part.material = None);
        scene.meshes[0].selections.clear();
        let mesh = || Some(Box::new(MeshInstance { mesh: MeshId::new(0), skeleton: None, materials: Vec::new() }));
        let node = |name: &str, mesh| Node { name: name.into(), mesh, ..Node::default() };
        scene.add_node(None, node("Resolution 1", mesh()));
        let geometry = scene.add_node(None, node("Geometry", mesh().filter(|_| is_mesh)));
        let extras = [("property class", Extra::Text("vehicle".into())), ("property armor", Extra::Int(3))];
        scene[geometry].extras.extend(extras.map(|(key, value)| (key.to_owned(), value)));
        let own = Extra::List(["Class", "house"].map(|text| Extra::Text(text.into())).to_vec());
        scene[geometry].extras.insert("p3d.properties".into(), Extra::List(vec![own]));
        let fire = scene.add_node(None, node("Fire Geometry", mesh().filter(|_| is_mesh)));
        for name in ["Component01", "component02.001", "component02", "door"] {
            scene.add_node(Some(geometry), node(name, mesh()));
        }
        scene.add_node(Some(fire), node("Component01.001", mesh()));
        let (Document::Mlod(mlod), found) = write(&scene, "mlod") else { panic!("no MLOD") };
        let of_level = |number: usize| -> Vec<(String, Vec<usize>, Vec<usize>)> {
            let lod = &mlod.lods[number];
            let chosen = |bytes: Vec<u8>| (0..bytes.len()).filter(|at| bytes[*at] != 0).collect::<Vec<_>>();
            let one = |tag: &Tag<'_>| match &tag.body {
                TagBody::Selection { points, faces } => {
                    Some((tag.text().to_string(), chosen(points.iter().collect()), chosen(faces.iter().collect())))
                }
                _ => None,
            };
            lod.tags.iter().filter(|tag| tag.is_selection()).filter_map(one).collect()
        };
        let first = usize::from(is_mesh);
        let part = |name: &str, number: usize| {
            (name.to_owned(), (3 * number..3 * number + 3).collect::<Vec<_>>(), vec![number])
        };
        let expected = [("Component01", 0), ("Component03", 1), ("component02", 2)];
        assert_eq!(of_level(1), expected.map(|(name, number)| part(name, first + number)), "{found:?}");
        assert_eq!(count(&found, Code::AlteredNames, "that of component02.001 is Component03"), 1, "{found:?}");
        let property = |tag: &Tag<'_>| match &tag.body {
            TagBody::Property { name, value } => Some([name.text().to_string(), value.text().to_string()]),
            _ => None,
        };
        let properties: Vec<[String; 2]> = mlod.lods[1].tags.iter().filter_map(property).collect();
        assert_eq!(properties, [["armor", "3"], ["class", "vehicle"]], "{found:?}");
        assert_eq!(count(&found, Code::LostExtras, ""), 0, "{found:?}");
        assert_eq!(of_level(2), [part("Component01", first)], "{found:?}");
        assert_eq!(count(&found, Code::LostNames, "names of nodes"), 1, "{found:?}");
    }
}

#[test]
fn a_picture_that_is_a_file_of_another_kind_keeps_the_name_of_its_material() {
    for (name, expected) in [("Data\\tri.paa", 0), ("Data/Tri.pac", 0), ("Data\\Tri", 1), ("other.paa", 1)] {
        let mut scene = scene("sp3x-triangle");
        scene.materials[0].name = name.into();
        let (_, found) = write(&scene, "mlod");
        assert_eq!(count(&found, Code::LostNames, "names of materials"), expected, "{name}: {found:?}");
    }
}
