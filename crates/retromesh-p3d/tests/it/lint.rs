//! What `check` says of a model.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use retromesh_core::{Code, Diagnostics};
use retromesh_kit::{ImportOptions, Lints};
use retromesh_p3d::Document;
use retromesh_p3d::flags::special;
use retromesh_p3d::mlod::{Kind, Tag, TagBody};
use retromesh_p3d::odol7::Odol;
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
    let selection = |name: &str| {
        let body =
            TagBody::Selection { points: vec![1; points].into(), faces: vec![1; plain.lods[0].faces.len()].into() };
        Tag::new(Kind::Sp3x, name.as_bytes().to_vec(), body)
    };
    let mass = |mass: f32| Tag::new(Kind::Sp3x, &b"#Mass#"[..], TagBody::Mass(vec![mass; points].into()));
    let rows: [(f32, Vec<Tag<'_>>, &[&str]); 6] = [
        (1e13, vec![], &["p3d-no-components", "p3d-no-mass"]),
        (1e13, vec![selection("Component01"), mass(0.0)], &["p3d-no-mass"]),
        (1e13, vec![selection("component01"), mass(5.0)], &[]),
        (7e15, vec![selection("hull")], &["p3d-no-components"]),
        (2.0, vec![], &[]),
        (plain.lods[0].resolution, vec![], &["p3d-duplicate-level"]),
    ];
    for (resolution, tags, expected) in rows {
        let mut mlod = plain.clone();
        let mut level = mlod.lods[0].clone();
        level.resolution = resolution;
        level.tags = tags;
        mlod.lods.push(level);
        let document: Document<'_> = mlod.into();
        let is_asked = |rule: &&str| ["p3d-no-components", "p3d-no-mass", "p3d-duplicate-level"].contains(rule);
        let found: Vec<&str> = rules(&document).into_iter().filter(is_asked).collect();
        assert_eq!(found, expected, "{resolution}");
    }
}
