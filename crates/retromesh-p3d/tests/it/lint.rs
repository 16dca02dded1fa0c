//! What `check` says of a model.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use glam::{Vec2, Vec3};
use retromesh_core::{Code, Diagnostics};
use retromesh_kit::{ImportOptions, Lints, Repairs};
use retromesh_p3d::Document;
use retromesh_p3d::convert::OdolOptions;
use retromesh_p3d::flags::special;
use retromesh_p3d::mlod::{Corner, Face, FaceList, Kind, Lod, Mlod, Point, Tag, TagBody};
use retromesh_p3d::odol7::{self, Odol};
use retromesh_testkit::fixture;

/// Returns the rules that find something.
fn rules(document: &Document<'_>) -> Vec<&'static str> {
    document.lint(None).into_iter().map(|lint| lint.rule.id).collect()
}

#[test]
fn triangles_of_proxies_have_a_winding_of_their_own() {
    let bytes = fixture("p3d/odol-proxy.p3d").bytes;
    let Document::Odol(mut odol) = Document::parse(&bytes).unwrap() else { panic!("MLOD") };
    let mut turned = 0;
    for _ in 0..2 {
        let document: Document<'_> = odol.clone().into();
        assert!(!rules(&document).contains(&"p3d-mixed-winding"));
        let mut found = Diagnostics::new();
        document.to_scene_with(&ImportOptions::default(), &mut found).unwrap();
        assert_eq!(found.count(Code::MixedWinding), 0, "{found:?}");
        for lod in &mut odol.lods {
            let proxies = lod.faces.iter().filter(|face| face.special & special::IS_HIDDEN_PROXY != 0);
            let mut normals = lod.normals.to_vec();
            for vertex in proxies.flat_map(|face| face.corners.iter()) {
                normals[usize::from(vertex)] *= -1.0;
                turned += 1;
            }
            lod.normals = normals.into();
        }
    }
    assert!(turned > 0);
}

/// Damages one number of a model.
type Damage = fn(&mut Document<'_>);

fn odol<'o, 'd>(document: &'o mut Document<'d>) -> &'o mut Odol<'d> {
    let Document::Odol(odol) = document else { panic!("MLOD") };
    odol
}

fn editable<'l, 'd>(document: &'l mut Document<'d>) -> &'l mut Lod<'d> {
    let Document::Mlod(mlod) = document else { panic!("ODOL") };
    &mut mlod.lods[0]
}

#[test]
fn what_is_no_number_is_found_and_repaired() {
    const RULE: &str = "p3d-not-finite";
    let rows: [(&str, Damage); 17] = [
        // What is computed of such a place is infinite.
        ("odol-cube", |document| {
            assert!(odol(document).lods[0].positions.set(1, Vec3::splat(3e38)));
            odol(document).info.facts.bounding_sphere = f32::INFINITY;
        }),
        ("odol-cube", |document| assert!(odol(document).lods[0].positions.set(1, Vec3::NAN))),
        ("odol-cube", |document| assert!(odol(document).lods[0].normals.set(0, Vec3::NAN))),
        ("odol-cube", |document| assert!(odol(document).lods[0].uvs.edit().set(0, Vec2::NAN))),
        ("odol-cube", |document| odol(document).lods[0].radius = f32::INFINITY),
        ("odol-cube", |document| odol(document).lods[0].max.y = f32::NAN),
        ("odol-special-levels", |document| odol(document).info.facts.bounding_center = Vec3::NAN),
        ("odol-special-levels", |document| odol(document).info.facts.inverse_inertia[2].x = f32::NAN),
        ("odol-special-levels", |document| odol(document).info.totals.inverse_mass = f32::NAN),
        ("odol-special-levels", |document| odol(document).info.masses = vec![f32::NAN].into()),
        ("odol-proxy", |document| odol(document).lods[0].proxies[0].transform[3].z = f32::NAN),
        ("odol-frames", |document| odol(document).lods[0].frames[0].time = f32::NAN),
        ("sp3x-tags", |document| {
            let mut point = editable(document).points.get(0).unwrap();
            point.position.x = f32::NAN;
            assert!(editable(document).points.set(0, point));
        }),
        ("sp3x-tags", |document| assert!(editable(document).normals.set(0, Vec3::NAN))),
        ("p3dm-uv-sets", |document| editable(document).resolution = f32::NAN),
        ("p3dm-uv-sets", |document| {
            let lod = editable(document);
            let mut faces = FaceList::new(Kind::P3dm);
            for mut face in lod.faces.iter() {
                face.all_corners[0].uv.x = f32::NAN;
                faces.push(&face);
            }
            lod.faces = faces;
        }),
        ("sp3x-animation", |document| {
            let animated = |tag: &&mut Tag<'_>| matches!(tag.body, TagBody::Animation { .. });
            let Some(tag) = editable(document).tags.iter_mut().find(animated) else { panic!("no frame") };
            let TagBody::Animation { points, .. } = &mut tag.body else { panic!("no frame") };
            assert!(points.set(0, Vec3::NAN));
        }),
    ];
    for (number, (name, damage)) in rows.into_iter().enumerate() {
        let bytes = fixture(&format!("p3d/{name}.p3d")).bytes;
        let mut document = Document::parse(&bytes).unwrap();
        let sound = document.repair(None, &[]).unwrap();
        assert_eq!((sound.bytes == bytes, sound.fixed), (true, vec![]), "{name}");
        let before = rules(&document);
        damage(&mut document);
        assert!(rules(&document).contains(&RULE), "{number} {name}");
        let repaired = document.repair(None, &[RULE.to_owned()]).unwrap();
        assert!(repaired.fixed.iter().any(|lint| lint.rule.id == RULE), "{number} {name}");
        let again = Document::parse(&repaired.bytes).unwrap();
        let new: Vec<_> = rules(&again).into_iter().filter(|rule| !before.contains(rule)).collect();
        assert!(new.iter().all(|rule| *rule == "p3d-wrong-table"), "{number} {name}: {new:?}");
    }
}

#[test]
fn what_is_no_number_in_bounds_and_masses_is_found() {
    let bytes = fixture("p3d/odol-special-levels.p3d").bytes;
    let Document::Odol(odol) = Document::parse(&bytes).unwrap() else { panic!("MLOD") };
    let rows: [fn(&mut Odol<'_>); 8] = [
        |odol| odol.info.facts.bounding_sphere = f32::NAN,
        |odol| odol.info.facts.geometry_center.y = f32::INFINITY,
        |odol| odol.info.facts.inverse_inertia[1].x = f32::NAN,
        |odol| odol.info.totals.mass = f32::NAN,
        |odol| odol.lods[0].radius = f32::NEG_INFINITY,
        |odol| odol.lods[0].center.z = f32::NAN,
        |odol| odol.info.facts.center_of_mass.x = f32::NAN,
        |odol| odol.info.masses = vec![f32::NAN].into(),
    ];
    for (number, edit) in rows.into_iter().enumerate() {
        let mut odol = odol.clone();
        edit(&mut odol);
        let (document, mut found): (Document<'_>, _) = (odol.into(), Diagnostics::new());
        let scene = document.to_scene_with(&ImportOptions::default(), &mut found).unwrap();
        assert_eq!(found.count(Code::NonFinite), 1, "{number}: {found:?}");
        assert!(!format!("{:?}", scene.extras).contains("NaN"), "{number}");
    }
}

/// A level without components or mass, and two of one resolution, with what `check` says of the model.
#[test]
fn what_a_game_misses_in_levels_is_found() {
    let bytes = fixture("p3d/sp3x-cube.p3d").bytes;
    let Document::Mlod(plain) = Document::parse(&bytes).unwrap() else { panic!("ODOL") };
    let points = plain.lods[0].points.len();
    let of_faces = |name: &str, count: usize| {
        let faces: Vec<u8> = (0..plain.lods[0].faces.len()).map(|face| u8::from(face < count)).collect();
        let body = TagBody::Selection { points: vec![1; points].into(), faces: faces.into() };
        Tag::new(Kind::Sp3x, name.as_bytes().to_vec(), body)
    };
    let selection = |name: &str| of_faces(name, usize::MAX);
    let mass = |mass: f32| Tag::new(Kind::Sp3x, &b"#Mass#"[..], TagBody::Mass(vec![mass; points].into()));
    let rows: [(f32, Vec<Tag<'_>>, &[&str]); 17] = [
        (1e13, vec![], &["p3d-no-components", "p3d-no-mass"]),
        (1e13, vec![selection("Component01"), mass(0.0)], &["p3d-no-mass"]),
        (1e13, vec![selection("component01"), mass(5.0)], &[]),
        (7e15, vec![selection("hull")], &["p3d-no-components"]),
        // Points alone are no component, and three faces are none.
        (7e15, vec![of_faces("Component01", 0)], &["p3d-no-components", "p3d-ignored-component"]),
        (7e15, vec![of_faces("Component01", 3)], &["p3d-no-components", "p3d-ignored-component"]),
        (7e15, vec![of_faces("Component01", 4), of_faces("Component02", 0)], &["p3d-ignored-component"]),
        // The game looks for 02 next, and for two digits.
        (7e15, vec![selection("Component01"), selection("Component03")], &["p3d-ignored-component"]),
        (7e15, vec![selection("Component1")], &["p3d-no-components"]),
        (2.0, vec![], &[]),
        (2.0, vec![selection("")], &["p3d-ignored-selection"]),
        (-3.0, vec![], &["p3d-unknown-level"]),
        (950.0, vec![], &["p3d-unknown-level"]),
        // Those of later games.
        (10_000.0, vec![], &["p3d-unknown-level"]),
        (4e13, vec![], &["p3d-unknown-level"]),
        (1e13, vec![selection("component01"), mass(-5.0)], &["p3d-negative-mass", "p3d-no-mass"]),
        (plain.lods[0].resolution, vec![], &["p3d-duplicate-level"]),
    ];
    for (resolution, tags, expected) in rows {
        let mut mlod = plain.clone();
        let mut level = mlod.lods[0].clone();
        level.resolution = resolution;
        level.tags = tags;
        mlod.lods.push(level);
        let document: Document<'_> = mlod.into();
        let asked =
            ["components", "ignored-component", "ignored-selection", "unknown-level", "mass", "duplicate-level"];
        let is_asked = |rule: &&str| asked.iter().any(|asked| rule.ends_with(asked));
        let found: Vec<&str> = rules(&document).into_iter().filter(is_asked).collect();
        assert_eq!(found, expected, "{resolution}");
    }
}

/// A cube and another one far from it.
#[test]
fn a_component_of_two_parts_is_found() {
    let bytes = fixture("p3d/sp3x-cube.p3d").bytes;
    let Document::Mlod(plain) = Document::parse(&bytes).unwrap() else { panic!("ODOL") };
    let one = &plain.lods[0];
    let (points, faces) = (one.points.len(), one.faces.len());
    let twice = |distance: f32| {
        let mut twice = one.clone();
        for mut point in &one.points {
            point.position.x += distance;
            twice.points.push(point);
        }
        for face in one.faces.iter() {
            let moved = |corner: Corner| Corner { point: corner.point + points as u32, ..corner };
            twice.faces.push(&Face { all_corners: face.all_corners.map(moved), ..face.clone() });
        }
        twice
    };
    let selection = |name: &str, from: usize, to: usize| {
        let byte = |face: usize| u8::from((from..to).contains(&face));
        let faces: Vec<u8> = (0..2 * faces).map(byte).collect();
        let body = TagBody::Selection { points: vec![0; 2 * points].into(), faces: faces.into() };
        Tag::new(Kind::Sp3x, name.as_bytes().to_vec(), body)
    };
    let first = || selection("Component01", 0, faces);
    let nearly = "LOD[0] 6 faces: component_2 (the game looks for Component02)";
    // The last one has each face twice in one place.
    let rows = [
        (50.0, vec![selection("Component01", 0, 2 * faces)], true, None),
        (50.0, vec![first(), selection("Component02", faces, 2 * faces)], false, None),
        (50.0, vec![first()], false, Some("LOD[0] 6 faces")),
        (50.0, vec![first(), selection("component_2", faces, 2 * faces)], false, Some(nearly)),
        (
            50.0,
            vec![first(), selection("component1", 0, faces), selection("Component02", faces, 2 * faces)],
            false,
            None,
        ),
        (0.0, vec![first()], false, None),
    ];
    for (distance, tags, expected, loose) in rows {
        let level = Lod { resolution: 1e13, tags, ..twice(distance) };
        let mlod: Document<'_> = Mlod { lods: vec![level], ..plain.clone() }.into();
        let mut odol = Diagnostics::new();
        let Document::Mlod(level) = &mlod else { panic!("ODOL") };
        let odol: Document<'_> = level.to_odol(&OdolOptions::default(), &mut odol).unwrap().into();
        for document in [mlod, odol] {
            assert_eq!(rules(&document).contains(&"p3d-parts-of-component"), expected);
            let found = document.lint(None).into_iter().find(|lint| lint.rule.id == "p3d-no-components");
            assert_eq!(found.map(|lint| lint.path).as_deref(), loose);
        }
    }
}

/// A cube with a turned face, inside out, and with a face that is not selected.
#[test]
fn components_that_lack_faces_or_have_turned_ones_are_found() {
    let bytes = fixture("p3d/sp3x-cube.p3d").bytes;
    let Document::Mlod(plain) = Document::parse(&bytes).unwrap() else { panic!("ODOL") };
    let one = &plain.lods[0];
    let (points, count) = (one.points.len(), one.faces.len());
    let rows = [
        (0, 0, 1, None),
        (1, 0, 1, Some("1 of")),
        (count, 0, 1, Some("faces point inwards")),
        (0, 1, 1, Some("lacks 1 of its")),
        (0, 0, 0, Some("names no point of its faces")),
    ];
    for (turned, left_out, point, expected) in rows {
        let mut level = Lod { resolution: 1e13, faces: FaceList::new(Kind::Sp3x), ..one.clone() };
        for (number, mut face) in one.faces.iter().enumerate() {
            let corners = face.count as usize;
            if number < turned {
                face.all_corners[..corners].reverse();
            }
            level.faces.push(&face);
        }
        let faces: Vec<u8> = (0..count).map(|face| u8::from(face >= left_out)).collect();
        // A point that no face has.
        let of_points = [vec![point; points], vec![1]].concat();
        level.points = level.points.iter().chain([Point { position: Vec3::ONE, flags: 0 }]).collect::<Vec<_>>().into();
        let body = TagBody::Selection { points: of_points.into(), faces: faces.into() };
        level.tags = vec![Tag::new(Kind::Sp3x, &b"Component01"[..], body)];
        let mlod = Mlod { lods: vec![level], ..plain.clone() };
        let odol: Document<'_> = mlod.to_odol(&OdolOptions::default(), &mut Diagnostics::new()).unwrap().into();
        for document in [mlod.into(), odol] {
            let found = document.lint(None).into_iter().find(|lint| lint.rule.id == "p3d-unsound-component");
            let found = found.map(|lint| lint.path);
            assert_eq!(found.is_some(), expected.is_some(), "{found:?}");
            assert!(found.unwrap_or_default().contains(expected.unwrap_or_default()), "{expected:?}");
        }
    }
}

/// A selection with the name of a proxy of two points, which no program takes for one.
#[test]
fn proxies_without_their_triangle_are_found() {
    let bytes = fixture("p3d/sp3x-proxy.p3d").bytes;
    let Document::Mlod(plain) = Document::parse(&bytes).unwrap() else { panic!("ODOL") };
    for is_whole in [true, false] {
        let mut mlod = plain.clone();
        mlod.lods.iter_mut().for_each(|lod| lod.tags.retain(|tag| !tag.text().to_string().ends_with("crew")));
        let tags = mlod.lods.iter_mut().flat_map(|lod| &mut lod.tags);
        for tag in tags.filter(|tag| !is_whole && tag.text().to_string().to_ascii_lowercase().starts_with("proxy:")) {
            let TagBody::Selection { points, .. } = &mut tag.body else { panic!("{}", tag.text()) };
            let mut bytes = points.to_vec();
            *bytes.iter_mut().find(|byte| **byte != 0).unwrap() = 0;
            *points = bytes.into();
        }
        let mut found = Diagnostics::new();
        mlod.to_odol(&OdolOptions::default(), &mut found).unwrap();
        assert_eq!(found.count(Code::LostMesh), u64::from(!is_whole), "{found:?}");
        assert_eq!(rules(&mlod.into()).contains(&"p3d-ignored-selection"), !is_whole);
    }
}

#[test]
fn sharp_edges_of_points_that_are_not_there_are_found() {
    let bytes = fixture("p3d/sp3x-cube.p3d").bytes;
    let Document::Mlod(plain) = Document::parse(&bytes).unwrap() else { panic!("ODOL") };
    for (point, expected) in [(0, 0), (99_999, 1)] {
        let mut mlod = plain.clone();
        let edges = Tag::new(Kind::Sp3x, &b"#SharpEdges#"[..], TagBody::SharpEdges(vec![[1, point]].into()));
        mlod.lods[0].tags.insert(0, edges);
        let (document, mut found): (Document<'_>, _) = (mlod.into(), Diagnostics::new());
        document.to_scene_with(&ImportOptions::default(), &mut found).unwrap();
        assert_eq!(found.count(Code::IndexOutOfRange), expected, "{found:?}");
    }
}

/// Flags that ODOL has no place for: those of a proxy's face, and that a point is hidden where its faces are seen.
#[test]
fn flags_of_proxies_and_hidden_points_that_odol_lacks_are_reported() {
    let bytes = fixture("p3d/sp3x-proxy.p3d").bytes;
    let Document::Mlod(plain) = Document::parse(&bytes).unwrap() else { panic!("ODOL") };
    for (flags, hidden, lost) in [(0, false, 0), (0x8, false, 1), (0, true, 1)] {
        let mut mlod = plain.clone();
        let level = &mut mlod.lods[0];
        let faces: Vec<Face<'_>> = plain.lods[0].faces.iter().collect();
        level.faces = FaceList::new(Kind::Sp3x);
        for mut face in faces {
            face.flags = flags;
            level.faces.push(&face);
        }
        let mut points = level.points.to_vec();
        points.iter_mut().for_each(|point| point.flags = 0);
        points[0].flags = if hidden { 0x100_0000 } else { 0 };
        level.points = points.into();
        let mut found = Diagnostics::new();
        mlod.to_odol(&OdolOptions::default(), &mut found).unwrap();
        let asked = found.entries().iter().filter(|entry| entry.code == Code::LostExtras);
        let count: u64 = asked
            .filter(|entry| entry.detail.contains("flags") || entry.detail.contains("hidden"))
            .map(|entry| entry.count)
            .sum();
        assert_eq!(count, lost, "{flags:#x} {hidden}: {found:?}");
    }
}

/// A change of a model.
type Edit<'e> = &'e dyn Fn(&mut Odol<'_>);

/// Normals of no length and of half of it, corners that are one vertex, and flags that nobody knows, each in one place.
#[test]
fn uneven_normals_corners_flags_and_selections_of_odol_are_found() {
    let bytes = fixture("p3d/odol-cube.p3d").bytes;
    let Document::Odol(plain) = Document::parse(&bytes).unwrap() else { panic!("MLOD") };
    let scaled = |odol: &mut Odol<'_>, by: f32| {
        let normals = odol.lods[0].normals.iter().enumerate();
        let used = plain.lods[0].faces.iter().next().unwrap().corners.get(0).map(usize::from);
        odol.lods[0].normals = normals.map(|(n, normal)| if Some(n) == used { normal * by } else { normal }).collect();
    };
    let select = |odol: &mut Odol<'_>, name: &'static str, weights: Vec<u8>| {
        let (name, vertices) = (name.into(), vec![0, 1].into());
        let selection = odol7::NamedSelection { name, vertices, vertex_weights: weights.into(), ..Default::default() };
        odol.lods[0].selections.push(selection);
    };
    let rows: [(Edit<'_>, &[&str]); 11] = [
        (&|_| {}, &[]),
        (&|odol| scaled(odol, 0.0), &["p3d-normal-length"]),
        (&|odol| scaled(odol, 0.5), &["p3d-normal-length"]),
        (&|odol| scaled(odol, 1.005), &[]),
        (&|odol| set_flags(odol, 0xffff_ff7f & !0xf000_0000), &[]),
        (&|odol| set_flags(odol, 0xbf), &["p3d-unknown-point-flags"]),
        (&fold, &["p3d-dropped-face"]),
        (&|odol| select(odol, "", vec![]), &["p3d-ignored-selection"]),
        (&|odol| select(odol, "turret", vec![0, 0]), &["p3d-ignored-selection"]),
        (&|odol| select(odol, "turret", vec![0, 9]), &[]),
        (&|odol| select(odol, "turret", vec![]), &[]),
    ];
    for (number, (edit, expected)) in rows.into_iter().enumerate() {
        let mut odol = plain.clone();
        edit(&mut odol);
        let document: Document<'_> = odol.into();
        let asked = ["normal-length", "point-flags", "dropped-face", "ignored-selection"];
        let is_asked = |rule: &&str| asked.iter().any(|asked| rule.ends_with(asked));
        assert_eq!(rules(&document).into_iter().filter(is_asked).collect::<Vec<_>>(), expected, "{number}");
    }
}

fn set_flags(odol: &mut Odol<'_>, flags: u32) {
    let n = odol.lods[0].clip.len();
    odol.lods[0].clip = vec![flags; n].into();
}

/// Makes two corners of the first face one.
fn fold(odol: &mut Odol<'_>) {
    let old = odol.lods[0].faces.clone();
    let mut faces = odol7::FaceList::default();
    for (number, face) in old.iter().enumerate() {
        let mut corners: Vec<u16> = face.corners.iter().collect();
        corners[0] = if number == 0 { corners[1] } else { corners[0] };
        faces.push(face.special, face.texture, &corners);
    }
    odol.lods[0].faces = faces;
}

#[test]
fn fields_of_properties_have_an_end() {
    for kind in [Kind::Sp3x, Kind::P3dm] {
        let tag = Tag::property(kind, &[b'n'; 64], &[b'v'; 200]);
        let TagBody::Property { name, value } = tag.body else { panic!("no property") };
        for field in [name, value] {
            assert_eq!((field.bytes().len(), field.bytes()[62] != 0, field.bytes()[63]), (64, true, 0));
        }
    }
}
