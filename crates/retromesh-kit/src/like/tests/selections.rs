//! Selections of faces and vertices.

use super::super::{Report, unrestored};
use super::*;
use retromesh_core::MaterialId;
use retromesh_core::extras::STALE;
use retromesh_core::material::{Image, Material};

#[test]
fn selections_of_polygons_that_were_cut_have_all_triangles() {
    let square = |faces, selections| {
        let at = |x, y| Vec3::new(x, y, 0.0);
        wall(Mesh {
            name: "wall".into(),
            // Two squares with an edge of each in one place.
            positions: vec![
                at(0.0, 0.0),
                at(1.0, 0.0),
                at(1.0, 1.0),
                at(0.0, 1.0),
                at(1.0, 0.0),
                at(2.0, 0.0),
                at(2.0, 1.0),
                at(1.0, 1.0),
            ],
            parts: vec![Part { faces, ..Part::default() }],
            selections,
            ..Mesh::default()
        })
    };
    let quads = || Faces::Polygons { starts: vec![0, 4, 8], indices: vec![0, 1, 2, 3, 4, 5, 6, 7] };
    let selection = |name: &str, vertices: &[u32], faces: &[u32]| Selection {
        name: name.into(),
        vertices: vertices.into(),
        faces: faces.into(),
        ..Selection::default()
    };
    let first = square(quads(), vec![selection("right", &[4, 5, 6, 7], &[1]), selection("axis", &[0, 3], &[])]);
    let cut = Faces::Triangles(vec![[6, 7, 4], [2, 3, 0], [4, 5, 6], [0, 1, 2]]);
    // The triangles of both are quads again.
    let right = selection("right", &[4, 5, 6, 7], &[0]);
    let axis = selection("axis", &[0, 3], &[]);
    let rows = [
        (square(cut.clone(), vec![]), vec![right.clone(), axis.clone()], "2 selections: right, axis"),
        // The vertices came back by themselves.
        (
            square(cut.clone(), vec![selection("right", &[4, 5, 6, 7], &[]), axis.clone()]),
            vec![right.clone(), axis.clone()],
            "1 selections: right",
        ),
        // The other variant of the format has its name in small letters.
        (
            square(cut.clone(), vec![selection("RIGHT", &[4, 5, 6, 7], &[]), axis.clone()]),
            vec![right.clone(), axis.clone()],
            "1 selections: right",
        ),
        // It has another name now.
        (
            square(cut.clone(), vec![selection("east", &[4, 5, 6, 7], &[]), axis.clone()]),
            vec![Selection { name: "east".into(), ..right.clone() }, axis.clone()],
            "1 selections: right",
        ),
        // Its faces were turned.
        (
            square(Faces::Triangles(vec![[6, 4, 7], [2, 3, 0], [4, 6, 5], [0, 1, 2]]), vec![]),
            vec![selection("right", &[4, 5, 6, 7], &[0, 2]), axis.clone()],
            "2 selections: right, axis",
        ),
        // One was taken out by hand.
        (
            square(quads(), vec![selection("right", &[4, 5, 6, 7], &[1])]),
            vec![selection("right", &[4, 5, 6, 7], &[1])],
            "1 selections that are not restored: wall: axis",
        ),
    ];
    for (edited, expected, said) in rows {
        let (scene, found) = like_of(edited, &first);
        assert_eq!(scene.meshes[0].selections, expected, "{said}");
        assert!(found.iter().any(|found| found == said), "{said}: {found:?}");
    }
    let mut moved = square(cut, vec![]);
    moved.meshes[0].positions[6].x += 1.0;
    let (scene, found) = like_of(moved, &first);
    assert_eq!(scene.meshes[0].selections.len(), 1);
    assert!(found.contains(&"1 selections that are not restored: wall: right".to_owned()), "{found:?}");
    // Of two vertices at one place nothing says which was selected.
    let mut first = first;
    first.meshes[0].selections.push(selection("axis", &[1], &[]));
    let (_, found) = like_of(square(quads(), vec![]), &first);
    assert!(found.contains(&"1 selections that are not restored: wall: axis".to_owned()), "{found:?}");
    // Of two of a name each is its own.
    let mut lost = selection("axis", &[], &[]);
    lost.extras.insert(STALE.into(), true.into());
    let edited = square(quads(), vec![selection("right", &[4, 5, 6, 7], &[]), axis, lost]);
    let (_, found) = like_of(edited, &first);
    assert!(found.contains(&"1 selections that are not restored: wall: axis".to_owned()), "{found:?}");
}

#[test]
fn faces_over_the_same_corners_are_in_their_order() {
    let selection = |name: &str, faces: &[u32]| {
        let (vertices, faces) = (if name == "floor" { vec![0, 1, 2, 3] } else { vec![0, 1, 2] }, faces.to_vec());
        Selection { name: name.into(), vertices, faces, ..Selection::default() }
    };
    let square = |faces, selections| {
        wall(Mesh {
            name: "wall".into(),
            positions: vec![Vec3::ZERO, Vec3::X, Vec3::X + Vec3::Y, Vec3::Y],
            parts: vec![Part { faces, ..Part::default() }],
            selections,
            ..Mesh::default()
        })
    };
    let polygons = Faces::Polygons { starts: vec![0, 4, 7], indices: vec![0, 1, 2, 3, 0, 1, 2] };
    let known = square(polygons, vec![selection("floor", &[0]), selection("step", &[1])]);
    let cut = square(Faces::Triangles(vec![[0, 1, 2], [0, 2, 3], [0, 1, 2]]), vec![]);
    let (scene, found) = like_of(cut, &known);
    assert_eq!(scene.meshes[0].selections, known.meshes[0].selections, "{found:?}");
    assert_eq!(scene.meshes[0].parts[0].faces, known.meshes[0].parts[0].faces, "{found:?}");
}

/// Faces, their flags, and selections.
type Row<'r> = (&'r [(usize, u32, bool)], &'r [u32], Vec<Selection>);

#[test]
fn faces_over_the_same_corners_are_known_by_their_material() {
    // Each face with its material, its flags and whether it is turned.
    let scene = |faces: &[(usize, u32, bool)], selections: Vec<Selection>| {
        let part = |(material, flags, is_turned): &(usize, u32, bool)| Part {
            faces: Faces::Triangles(vec![if *is_turned { [0, 2, 1] } else { [0, 1, 2] }]),
            face_flags: if *flags > 0 { vec![*flags] } else { Vec::new() },
            material: Some(MaterialId::new(*material)),
            ..Part::default()
        };
        let positions = vec![Vec3::ZERO, Vec3::X, Vec3::Y];
        let parts = faces.iter().map(part).collect();
        let mut scene = wall(Mesh { name: "wall".into(), positions, parts, selections, ..Mesh::default() });
        let material = |name: &str| Material { name: name.into(), ..Material::default() };
        scene.materials = ["hull", "glass", "paint"].map(material).to_vec();
        scene
    };
    let selection = |name: &str, face| Selection { name: name.into(), faces: vec![face], ..Selection::default() };
    let known = || vec![selection("under", 0), selection("decal", 2)];
    let first = scene(&[(0, 0x10, false), (0, 0, true), (1, 0x20, false)], known());
    let (under, decal) = (selection("under", 0), |at| selection("decal", at));
    let rows: [Row<'_>; 6] = [
        (&[(0, 0, false), (0, 0, true), (1, 0, false)], &[0x10, 0, 0x20], known()),
        (&[(1, 0, false), (0, 0, true), (0, 0, false)], &[0x20, 0, 0x10], vec![selection("under", 2), decal(0)]),
        // The decal was deleted, or shows another thing.
        (&[(0, 0, false), (0, 0, true)], &[0x10, 0], vec![under.clone()]),
        (&[(0, 0, false), (2, 0, false)], &[0x10, 0x20], vec![under.clone(), decal(1)]),
        // A new one is over both.
        (&[(0, 0, false), (2, 0, false), (1, 0, false)], &[0x10, 0, 0x20], vec![under, decal(2)]),
        // Nothing says which of both is left.
        (&[(2, 0, false)], &[0], vec![]),
    ];
    for (faces, flags, selections) in rows {
        let (scene, found) = like_of(scene(faces, vec![]), &first);
        let mesh = &scene.meshes[0];
        let own: Vec<u32> = mesh.parts.iter().map(|part| part.face_flags.first().copied().unwrap_or(0)).collect();
        assert_eq!((own.as_slice(), &mesh.selections), (flags, &selections), "{faces:?} {found:?}");
    }
}

#[test]
fn selections_that_were_taken_out_stay_out_where_others_are_kept() {
    let mesh = |name: &str, kinds: &[&str]| {
        let selection = |kind: &&str| {
            let faces = if *kind == "axis" { vec![] } else { vec![0] };
            Selection { name: (*kind).into(), vertices: vec![0, 1, 2], faces, ..Selection::default() }
        };
        Mesh {
            name: name.into(),
            positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y],
            parts: vec![Part { faces: Faces::Triangles(vec![[0, 1, 2]]), ..Part::default() }],
            selections: kinds.iter().map(selection).collect(),
            ..Mesh::default()
        }
    };
    let model = |geometry: &[&str], memory: &[&str]| {
        let meshes = vec![mesh("geometry", geometry), mesh("memory", memory)];
        let mut scene = Scene { meshes, ..Scene::default() };
        for (at, name) in ["geometry", "memory"].into_iter().enumerate() {
            let node = scene.add_node(None, place(name, 0.0));
            scene[node].mesh = Some(Box::new(MeshInstance::new(MeshId::new(at))));
        }
        scene
    };
    let first = model(&["component01", "axis"], &["pilot"]);
    let rows: [(&[&str], &[&str], &[&str]); 4] = [
        (&[], &[], &["component01", "axis"]),
        (&[], &["pilot"], &[]),
        (&["axis"], &["pilot"], &["axis"]),
        (&["axis"], &[], &["axis"]),
    ];
    for (geometry, memory, expected) in rows {
        let (scene, found) = like_of(model(geometry, memory), &first);
        let names: Vec<&str> = scene.meshes[0].selections.iter().map(|selection| selection.name.as_str()).collect();
        assert_eq!(names, expected, "{geometry:?} {memory:?} {found:?}");
    }
}

#[test]
fn selections_of_proxies_that_nodes_place_are_not_missed() {
    for (path, is_said) in [("\\Addon\\Gun.p3d", false), ("\\addon\\other", true)] {
        let scene = |selections| {
            let mut scene = Scene::default();
            let node = scene.add_node(None, place("level", 0.0));
            scene[node].mesh = Some(Box::new(MeshInstance::new(MeshId(0))));
            let gun = scene.add_node(Some(node), place("gun", 1.0));
            scene[gun].proxy = Some(Box::new(Proxy { path: path.into(), id: 3 }));
            scene.meshes.push(Mesh {
                name: "level".into(),
                positions: vec![Vec3::ZERO],
                selections,
                ..Mesh::default()
            });
            scene
        };
        let name = "proxy:\\addon\\gun.03";
        let first = scene(vec![Selection { name: name.into(), faces: vec![0], ..Selection::default() }]);
        let mut report = Report::default();
        unrestored::note(&scene(Vec::new()), &first, &mut report);
        assert_eq!(!report.0.is_empty(), is_said, "{path}");
    }
}

#[test]
fn points_that_moved_stay_in_their_selections_and_face_flags_come_back() {
    let scene = |x: f32, numbers: Vec<u32>, flags: Vec<u32>, vertices: &[u32], faces: &[u32]| {
        let (vertices, faces) = (vertices.to_vec(), faces.to_vec());
        wall(Mesh {
            name: "wall".into(),
            positions: vec![Vec3::ZERO, Vec3::X, Vec3::new(x, 1.0, 0.0)],
            attributes: vec![Attribute { name: "_POINT".into(), data: AttributeData::UInt(numbers) }],
            parts: vec![Part { faces: Faces::Triangles(vec![[0, 1, 2]]), face_flags: flags, ..Part::default() }],
            selections: vec![Selection { name: "right".into(), vertices, faces, ..Selection::default() }],
            ..Mesh::default()
        })
    };
    let first = scene(1.0, vec![0, 1, 2], vec![8], &[1, 2], &[0]);
    let axis = scene(1.0, vec![0, 1, 2], vec![8], &[1, 2], &[]);
    let mut bare = scene(2.0, vec![0, 1, 9], vec![], &[], &[]);
    bare.meshes[0].selections.clear();
    let (whole, lost) = ("1 flags of faces: wall", "1 flags of faces that are not restored: wall: 1 of 1");
    // The face is still listed, and its points are not; without the right numbers the moved one cannot be known.
    let rows = [
        (scene(1.0, vec![0, 1, 2], vec![], &[], &[0]), &first, "1 selections: right", whole),
        (scene(2.0, vec![0, 1, 2], vec![], &[], &[0]), &first, "1 selections: right", whole),
        (bare, &axis, "1 selections that are restored in part: wall: right 1 of 2 points", lost),
    ];
    for (edited, original, said, flags) in rows {
        let (scene, found) = like_of(edited, original);
        assert!(found.iter().any(|found| found == said), "{said}: {found:?}");
        assert!(found.iter().any(|found| found == flags), "{flags}: {found:?}");
        let (mesh, is_whole) = (&scene.meshes[0], flags == whole);
        let selections: Vec<_> = mesh.selections.iter().map(|own| (own.vertices.as_slice(), own.faces.len())).collect();
        assert_eq!(selections, if is_whole { [(&[1, 2][..], 1)] } else { [(&[1][..], 0)] });
        assert_eq!(mesh.parts[0].face_flags, if is_whole { vec![8] } else { vec![] });
    }
}

#[test]
fn levels_that_are_gone_are_named() {
    let scene = |points: usize, faces: usize| {
        let mut scene = Scene::default();
        let node = scene.add_node(None, place("Memory", 0.0));
        scene[node].lod = Some(Lod { level: 0, role: LodRole::Memory, value: 1e15 });
        scene[node].mesh = (points > 0).then(|| Box::new(MeshInstance::new(MeshId(0))));
        let parts = vec![Part { faces: Faces::Triangles(vec![[0, 1, 2]; faces]), ..Part::default() }];
        let positions = vec![Vec3::ZERO; points];
        scene.meshes.push(Mesh { name: "Memory".into(), positions, parts, ..Mesh::default() });
        scene
    };
    for (points, faces, is_said) in [(0, 0, true), (1, 0, false), (0, 1, true), (3, 1, false)] {
        let mut report = Report::default();
        unrestored::levels(&scene(points, faces), &scene(3, faces), &mut report);
        let said =
            report.0.iter().any(|(_, what, names)| *what == "levels that are not restored" && names == &["Memory"]);
        assert_eq!(said, is_said);
    }
    // One without points has properties.
    let mut report = Report::default();
    unrestored::levels(&Scene::default(), &scene(0, 0), &mut report);
    assert_eq!(report.0.len(), 1);
    unrestored::levels(&scene(0, 0), &scene(0, 0), &mut report);
    assert_eq!(report.0[0].2, ["Memory"]);
}

#[test]
fn copies_get_the_selections_and_flags_of_what_they_are_copies_of() {
    let wall = |name: &str, x: f32, selections: Vec<Selection>, flags: Vec<u32>| Mesh {
        name: name.into(),
        positions: vec![Vec3::ZERO, Vec3::X, Vec3::new(x, 1.0, 0.0)],
        parts: vec![Part { faces: Faces::Triangles(vec![[0, 1, 2]]), face_flags: flags, ..Part::default() }],
        selections,
        ..Mesh::default()
    };
    let mark = ("p3d.needs_sections".to_owned(), true.into());
    let extras = || Extras::from([mark.clone()]);
    let right = || Selection { name: "right".into(), faces: vec![0], extras: extras(), ..Selection::default() };
    // As a file says it whose faces are others now.
    let stale = || {
        let extras = Extras::from([(STALE.to_owned(), true.into())]);
        Selection { faces: Vec::new(), extras, ..right() }
    };
    let scene = |names: &[&str], meshes: Vec<Mesh>| {
        let mut scene = Scene { meshes, ..Scene::default() };
        for (at, name) in names.iter().enumerate() {
            let node = scene.add_node(None, place(name, at as f32));
            scene[node].mesh = Some(Box::new(MeshInstance::new(MeshId::new(at))));
        }
        scene
    };
    let first = scene(&["wall"], vec![wall("wall", 1.0, vec![right()], vec![8])]);
    let rows: [(&str, &str, f32, &[&str]); 4] = [
        ("wall.001", "other", 1.0, &["2 selections: right, right"]),
        // A copy whose faces are elsewhere is called by its own name.
        ("gate", "wall.001", 2.0, &["1 selections: right", "1 selections that are not restored: gate: right"]),
        // Renamed, as a new level is.
        ("gate", "wall.001", 1.0, &["2 selections: right, right"]),
        (
            "gate",
            "gate",
            1.0,
            &["1 selections: right", "1 selections whose vertices or faces are others now: gate: right"],
        ),
    ];
    for (node, mesh, x, said) in rows {
        let meshes = vec![wall("wall", 1.0, vec![stale()], vec![]), wall(mesh, x, vec![stale()], vec![])];
        let (scene, found) = like_of(scene(&["wall", node], meshes), &first);
        said.iter().for_each(|said| assert!(found.iter().any(|found| found == said), "{said}: {found:?}"));
        assert!(!found.iter().any(|found| found.contains("not restored: wall")), "{found:?}");
        let is_whole = |mesh: &Mesh| mesh.selections == [right()] && mesh.parts[0].face_flags == [8];
        assert_eq!(scene.meshes.iter().filter(|mesh| is_whole(mesh)).count(), 3 - said.len(), "{node} {mesh}");
        assert!(!format!("{:?}", scene.meshes).contains(STALE));
    }
    // The renamed one and its copy are in one place.
    let meshes = ["wall.001", "wall"].map(|name| wall(name, 1.0, vec![stale()], vec![])).to_vec();
    let mut both = scene(&["vault", "gate"], meshes);
    both.nodes[1].transform = both.nodes[0].transform.clone();
    let (both, found) = like_of(both, &first);
    assert!(both.meshes.iter().all(|mesh| mesh.selections == [right()]), "{found:?}");
}

#[test]
fn meshes_with_fewer_faces_or_vertices_are_named() {
    let scene = |(count, vertices): (u32, u32)| {
        let faces = Faces::Triangles((0..count).map(|at| [at, at + 1, at + 2]).collect());
        let positions = (0..vertices).map(|at| Vec3::new(at as f32, (at % 2) as f32, 0.0)).collect();
        let parts = vec![Part { faces, ..Part::default() }];
        wall(Mesh { name: "wall".into(), positions, parts, ..Mesh::default() })
    };
    let faces = Some("1 meshes with fewer faces than in the original: wall: 2 of 7 triangles");
    let vertices = Some("1 vertices without faces that are not restored: wall: 2");
    let rows = [((5, 9), (7, 9), faces), ((7, 9), (7, 9), None), ((5, 7), (5, 9), vertices)];
    for (edited, original, expected) in rows {
        let (_, found) = like_of(scene(edited), &scene(original));
        let mut said = found.iter().filter(|found| found.contains("fewer") || found.contains("without faces"));
        assert_eq!(said.next().map(String::as_str), expected, "{found:?}");
    }
}

#[test]
fn what_another_kind_of_file_has_not_of_faces_and_names_comes_back() {
    let scene = |kind: &str, flags: [u32; 2], name: &str, edges: &[u8], points: Vec<u32>| {
        let part = Part {
            faces: Faces::Triangles(vec![[0, 1, 2], [0, 2, 3]]),
            face_flags: flags.to_vec(),
            material: Some(MaterialId(0)),
            ..Part::default()
        };
        let mut scene = wall(Mesh {
            name: "wall".into(),
            positions: vec![Vec3::ZERO, Vec3::X, Vec3::ONE, Vec3::Y],
            attributes: vec![Attribute { name: "_POINT".into(), data: AttributeData::UInt(points) }],
            parts: vec![part],
            selections: vec![Selection { name: name.into(), faces: vec![1], ..Selection::default() }],
            ..Mesh::default()
        });
        scene.extras.insert("p3d.version".into(), kind.into());
        let property = Extra::List(vec![name.into(), "1".into()]);
        scene.nodes[0].extras.insert("p3d.properties".into(), Extra::List(vec![property]));
        scene.materials.push(Material { name: name.into(), ..Material::default() });
        scene.images.push(Image { path: format!("a\\{name}.paa"), ..Image::default() });
        scene.nodes[0].extras.insert("p3d.sharp_edges".into(), Extra::Bytes(edges.to_vec()));
        scene
    };
    let order = || vec![0, 1, 2, 3];
    let first = scene("MLOD SP3X", [8 | 0x20, 0x10], "LDveri", &[1], order());
    let rows = [
        ("MLOD SP3X", order(), [8, 0], [Some(2), None]),
        // What no face of that kind has comes back, what some have stays.
        ("ODOL v7", order(), [8 | 0x20, 0x10], [Some(1), Some(2)]),
        ("ODOL v7", vec![3, 1, 2, 0], [8 | 0x20, 0x10], [Some(2), None]),
    ];
    for (kind, points, flags, edges) in rows {
        let (scene, found) = like_of(scene(kind, [8, 0], "ldveri", &[2], points.clone()), &first);
        let (mesh, extras) = (&scene.meshes[0], &scene.nodes[0].extras);
        let edges_of = |key: &str| match extras.get(key) {
            Some(Extra::Bytes(bytes)) => bytes.first().copied(),
            _ => None,
        };
        assert_eq!(mesh.parts[0].face_flags, flags, "{kind}: {found:?}");
        assert_eq!(["p3d.sharp_edges", "p3d.sharp_edges_edited"].map(edges_of), edges, "{kind} {points:?}");
        assert_eq!(mesh.selections[0].name, "LDveri");
        assert!(found.contains(&"1 names of selections: LDveri".to_owned()), "{found:?}");
        // Of the same kind they were written otherwise by hand.
        let name = if kind == "ODOL v7" { "LDveri" } else { "ldveri" };
        let property = Extra::List(vec![Extra::List(vec![name.into(), "1".into()])]);
        assert_eq!((&extras["p3d.properties"], &*scene.materials[0].name), (&property, name), "{kind}");
        assert_eq!(scene.images[0].path, format!("a\\{name}.paa"), "{kind}");
        assert!(!found.iter().any(|found| found.contains("not restored")), "{found:?}");
    }
}
