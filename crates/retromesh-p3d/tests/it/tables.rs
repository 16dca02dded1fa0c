//! Tables of P3D that say something wrong about the model are reported with their places, and those that are right are not.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use retromesh_core::{Code, Diagnostics, Severity};
use retromesh_kit::{ExportOptions, ImportOptions, Lints};
use retromesh_p3d::Document;
use retromesh_p3d::convert::{MlodOptions, OdolOptions};
use retromesh_p3d::mlod::{Tag, TagBody};
use retromesh_p3d::odol7::{Odol, Section};
use retromesh_testkit::{fixture, target};

/// Returns the code or rule and the place of each thing that is wrong with a file.
fn found(bytes: &[u8]) -> Vec<(&'static str, String)> {
    let mut diagnostics = Diagnostics::new();
    let document = Document::parse_with(bytes, &ImportOptions::default(), &mut diagnostics).unwrap();
    document.to_scene_with(&ImportOptions::default(), &mut diagnostics).unwrap();
    let defects = diagnostics.entries().iter().filter(|entry| entry.code.severity() == Severity::Defect);
    let is_table = |code| matches!(code, Code::IndexOutOfRange | Code::CountMismatch);
    let defects = defects.filter(|entry| is_table(entry.code)).map(|entry| (entry.code.id(), entry.path.clone()));
    let lints = document.lint(Some(target(&retromesh_p3d::FORMAT, "odol7").unwrap()));
    let lints = lints.into_iter().filter(|lint| lint.rule.id == "p3d-wrong-table");
    let place = |path: String| path.split(": ").next().unwrap_or_default().to_owned();
    defects.chain(lints.map(|lint| (lint.rule.id, place(lint.path)))).collect()
}

fn section(odol: &mut Odol<'_>, change: impl Fn(&mut Section)) {
    let mut sections = odol.lods[0].sections.to_vec();
    change(&mut sections[1]);
    odol.lods[0].sections = sections.into();
}

fn offsets(odol: &mut Odol<'_>, change: impl Fn(&mut [u32])) {
    let mut offsets = odol.lods[0].selections[2].face_offsets.values().to_vec();
    change(&mut offsets);
    odol.lods[0].selections[2].face_offsets = offsets.into();
}

/// Leaves the first faces in the selection that needs sections, and makes it name a section that is not there as a whole, or none.
fn part(odol: &mut Odol<'_>, faces: u16) {
    let selection = &mut odol.lods[0].selections[2];
    selection.faces = (0..faces).collect();
    selection.face_offsets = (0..faces).map(|face| 18 * u32::from(face)).collect();
    selection.sections = if faces < 6 { vec![0].into() } else { vec![].into() };
}

type Row = (&'static str, fn(&mut Odol<'_>), &'static str, &'static str);

#[test]
fn what_a_table_says_wrongly_is_reported_with_its_place() {
    const RANGE: &str = "index-out-of-range";
    const COUNT: &str = "count-mismatch";
    const OTHER: &str = "p3d-wrong-table";
    let rows: [Row; 38] = [
        ("sections", |o| section(o, |s| s.end += 1000), RANGE, "LOD[0] > section[1]"),
        ("sections", |o| section(o, |s| s.begin += 1), RANGE, "LOD[0] > section[1]"),
        ("sections", |o| section(o, |s| s.texture = 99), RANGE, "LOD[0] > section[1]"),
        ("sections", |o| section(o, |s| s.texture = -2), RANGE, "LOD[0] > section[1]"),
        ("sections", |o| section(o, |s| s.begin = s.end), COUNT, "LOD[0]"),
        ("sections", |o| section(o, |s| s.texture = 1 - s.texture.min(1)), OTHER, "LOD[0] > section[1]"),
        ("sections", |o| section(o, |s| s.special ^= 0x20), OTHER, "LOD[0] > section[1]"),
        ("selections", |o| o.lods[0].selections[0].sections = vec![99].into(), RANGE, "LOD[0] > selection[0]"),
        ("selections", |o| offsets(o, |all| all.swap(0, 1)), OTHER, "LOD[0] > selection[2]"),
        ("selections", |o| o.lods[0].selections[0].vertex_weights = vec![1].into(), COUNT, "LOD[0] > selection[0]"),
        ("selections", |o| o.lods[0].selections[2].face_offsets = vec![].into(), OTHER, "LOD[0] > selection[2]"),
        ("selections", |o| o.lods[0].selections[2].needs_sections = 0, OTHER, "LOD[0] > selection[2]"),
        ("selections", |o| part(o, 2), OTHER, "LOD[0] > selection[2]"),
        ("selections", |o| part(o, 6), OTHER, "LOD[0] > selection[2]"),
        ("selections", |o| o.lods[0].selections[0].vertices = vec![3, 3].into(), OTHER, "LOD[0] > selection[0]"),
        ("selections", |o| o.lods[0].selections[0].faces = vec![3, 4, 3].into(), OTHER, "LOD[0] > selection[0]"),
        ("proxy", |o| o.lods[0].proxies[0].selection = 99, RANGE, "LOD[0] > proxy[0]"),
        ("proxy", |o| o.lods[0].proxies[0].selection = -1, RANGE, "LOD[0] > proxy[0]"),
        ("proxy", |o| o.lods[0].selections[0].name = "hull".into(), OTHER, "LOD[0] > proxy[0]"),
        ("cube", |o| o.lods[0].vertex_to_point = vec![0].into(), COUNT, "LOD[0]"),
        ("cube", |o| o.lods[0].point_to_vertex = vec![3; 8].into(), OTHER, "LOD[0] > point[0]"),
        ("cube", |o| assert!(o.lods[0].positions.set(1, [0.5, -1.0, -1.0].into())), OTHER, "LOD[0] > point[0]"),
        ("special-levels", |o| o.info.masses = vec![1.0; 99].into(), COUNT, "ModelInfo > masses"),
        ("levels", |o| o.info.masses = vec![].into(), OTHER, "ModelInfo > mass"),
        ("special-levels", |o| o.info.totals.lods.memory = 99, RANGE, "ModelInfo > lods.memory"),
        ("special-levels", |o| o.info.totals.lods.paths = -2, RANGE, "ModelInfo > lods.paths"),
        ("special-levels", |o| o.info.totals.lods.memory = 0, OTHER, "ModelInfo > lods.memory"),
        ("special-levels", |o| o.info.totals.lods.land_contact = -1, OTHER, "ModelInfo > lods.land_contact"),
        ("cube", |o| o.info.totals.lods.geometry = 0, OTHER, "ModelInfo > lods.geometry"),
        ("cube", |o| o.lods[0].min.x = -1e6, OTHER, "LOD[0]"),
        ("cube", |o| o.lods[0].radius = 0.0, OTHER, "LOD[0]"),
        ("cube", |o| o.lods[0].or_hints = 0x0fff_0000, OTHER, "LOD[0]"),
        ("cube", |o| o.info.facts.bounding_sphere = 0.1, OTHER, "ModelInfo > bounds"),
        ("cube", |o| o.info.facts.max.y = 0.5, OTHER, "ModelInfo > bounds"),
        ("cube", |o| o.info.facts.special = u32::MAX, OTHER, "ModelInfo > special"),
        ("cube", |o| o.info.facts.and_hints ^= 0x100, OTHER, "ModelInfo > hints"),
        ("levels", |o| o.info.totals.mass += 77.0, OTHER, "ModelInfo > mass"),
        ("levels", |o| o.info.totals.inverse_mass = 77.0, OTHER, "ModelInfo > mass"),
    ];
    for (name, change, id, path) in rows {
        let bytes = fixture(&format!("p3d/odol-{name}.p3d")).bytes;
        let Document::Odol(mut odol) = Document::parse(&bytes).unwrap() else { panic!("{name} is MLOD") };
        change(&mut odol);
        let found = found(&odol.encode().unwrap());
        assert!(found.contains(&(id, path.to_owned())), "{name} {id} {path}: {found:?}");
    }
}

#[test]
fn what_the_model_and_its_proxies_say_wrongly_is_reported() {
    type Figure = (&'static str, fn(&mut Odol<'_>), &'static str);
    let rows: [Figure; 13] = [
        ("special-levels", |o| o.info.facts.geometry_sphere += 9.0, "ModelInfo > geometry_sphere"),
        ("special-levels", |o| o.info.facts.geometry_center.y += 9.0, "ModelInfo > geometry_center"),
        ("cube", |o| o.info.facts.center_of_mass.x += 9.0, "ModelInfo > center_of_mass"),
        ("special-levels", |o| o.info.facts.aiming_center.z += 9.0, "ModelInfo > aiming_center"),
        ("cube", |o| o.info.facts.inverse_inertia[1].y *= 2.0, "ModelInfo > inverse_inertia"),
        ("special-levels", |o| o.info.totals.armor = 0.0, "ModelInfo > armor"),
        ("special-levels", |o| o.info.totals.inverse_armor *= 3.0, "ModelInfo > armor"),
        ("cube", |o| o.lods[0].face_memory += 4, "LOD[0]"),
        ("proxy", |o| o.lods[0].proxies[0].id += 1, "LOD[0] > proxy[0]"),
        ("proxy", |o| o.lods[0].proxies[0].name = "other".into(), "LOD[0] > proxy[0]"),
        ("proxy", |o| o.lods[0].proxies[0].transform[3].x += 1.0, "LOD[0] > proxy[0]"),
        ("proxy", |o| o.lods[0].proxies[0].transform[0] *= -1.0, "LOD[0] > proxy[0]"),
        ("proxy", |o| o.lods[0].selections[0].vertices = vec![0, 1].into(), "LOD[0] > proxy[0]"),
    ];
    for (name, change, path) in rows {
        let bytes = fixture(&format!("p3d/odol-{name}.p3d")).bytes;
        let Document::Odol(odol) = Document::parse(&bytes).unwrap() else { panic!("{name} is MLOD") };
        let mut mlod = odol.to_mlod(&MlodOptions::default(), &mut Diagnostics::new()).unwrap();
        for lod in mlod.lods.iter_mut().filter(|_| name == "cube").take(1) {
            lod.resolution = 1e13;
            let masses = TagBody::Mass((0..lod.points.len()).map(|point| point as f32).collect());
            lod.tags.insert(0, Tag::new(lod.kind, &b"#Mass#"[..], masses));
        }
        let mut odol = mlod.to_odol(&OdolOptions::default(), &mut Diagnostics::new()).unwrap();
        assert_eq!(found(&odol.encode().unwrap()), [], "{name}");
        change(&mut odol);
        let found = found(&odol.encode().unwrap());
        assert!(found.contains(&("p3d-wrong-table", path.to_owned())), "{name} {path}: {found:?}");
        let mut lost = Diagnostics::new();
        odol.to_mlod(&MlodOptions::default(), &mut lost).unwrap();
        let is_said = lost.entries().iter().any(|entry| entry.detail.contains("numbers of proxies"));
        assert_eq!(is_said, path.contains("proxy"), "{name} {path}: {lost:?}");
    }
}

/// What the same model info of all fixtures says of none.
const MADE_UP: [&str; 9] = [
    "ModelInfo > bounds",
    "ModelInfo > special",
    "ModelInfo > hints",
    "ModelInfo > armor",
    "ModelInfo > geometry_sphere",
    "ModelInfo > geometry_center",
    "ModelInfo > center_of_mass",
    "ModelInfo > aiming_center",
    "ModelInfo > inverse_inertia",
];

#[test]
fn tables_that_are_right_are_not_reported() {
    for file in crate::files().iter().filter(|file| file.bytes.starts_with(b"ODOL") && !file.name.contains("bad/")) {
        let mut of_file = found(&file.bytes);
        // All fixtures have the same model info.
        of_file.retain(|(_, place)| !MADE_UP.contains(&place.as_str()));
        // These are of arrays of a length, and name one thing over and over.
        of_file.retain(|(_, place)| !file.name.contains("odol-arrays") || !place.contains("selection"));
        assert_eq!(of_file, [], "{}", file.name);
        let Document::Odol(odol) = Document::parse(&file.bytes).unwrap() else { panic!("MLOD") };
        let mlod = odol.to_mlod(&MlodOptions::default(), &mut Diagnostics::new()).unwrap();
        let again = mlod.to_odol(&OdolOptions::default(), &mut Diagnostics::new()).unwrap();
        assert_eq!(found(&again.encode().unwrap()), [], "{} made anew", file.name);
    }
}

#[test]
fn indices_out_of_range_are_named_where_mlod_is_copied_and_gone_where_it_is_written_anew() {
    for (name, expected) in [("p3d/bad/sp3x-corner-out-of-range.p3d", true), ("p3d/sp3x-cube.p3d", false)] {
        let bytes = fixture(name).bytes;
        let document = Document::parse(&bytes).unwrap();
        for target in [None, Some("mlod"), Some("p3dm")] {
            let (mut options, mut found) = (ExportOptions::default(), Diagnostics::new());
            options.target = target.map(Into::into);
            let bytes = document.convert_within(&options, &mut found).unwrap().bytes;
            let is_named = found.entries().iter().any(|entry| entry.code == Code::IndexOutOfRange);
            let is_left = found.entries().iter().any(|entry| entry.detail.contains("left as it is"));
            let is_copied = target.is_none() && expected;
            assert_eq!((is_named, is_left), (expected, is_copied), "{name} to {target:?}: {found:?}");
            assert_eq!(!self::found(&bytes).is_empty(), is_copied, "{name} to {target:?}");
        }
    }
}
