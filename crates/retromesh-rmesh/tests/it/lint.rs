//! Rules and fixes: what is said to be set right is not found again.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use retromesh_core::Diagnostics;
use retromesh_kit::{Format, ImportOptions, Lints, Repairs};
use retromesh_rmesh::{Document, FORMAT};
use retromesh_testkit::{fixtures, mutants};
use std::collections::BTreeMap;

fn read(bytes: &[u8]) -> Option<Document<'_>> {
    Document::parse_with(bytes, &ImportOptions::default(), &mut Diagnostics::new()).ok()
}

#[test]
fn every_rule_finds_something_and_fixes_hold() {
    let (mut found, mut fixed) = (BTreeMap::<&str, usize>::new(), BTreeMap::<&str, usize>::new());
    for file in fixtures("rmesh", "rmesh", 55) {
        for bytes in mutants(&file.bytes, 100) {
            let Some(document) = read(&bytes) else { continue };
            document.lint(None).iter().for_each(|lint| *found.entry(lint.rule.id).or_default() += 1);
            let target = retromesh_testkit::target(&FORMAT, "scpcb");
            let repair = document.repair(target, &[]).unwrap();
            let again = read(&repair.bytes).unwrap();
            let left = again.lint(None);
            for lint in &repair.fixed {
                *fixed.entry(lint.rule.id).or_default() += 1;
                assert!(left.iter().all(|left| left.rule != lint.rule), "{}: {}", file.name, lint.rule.id);
            }
            assert_eq!(again.lint(target), repair.left, "{}", file.name);
            assert!(!repair.fixed.is_empty() || repair.bytes == bytes, "{}: changed without a word", file.name);
        }
    }
    let rare = ["rmesh-long-name", "rmesh-large-surface", "rmesh-many-triggers", "rmesh-one-point"];
    let missing: Vec<&str> =
        FORMAT.info().rules.iter().map(|rule| rule.id).filter(|id| !found.contains_key(id)).collect();
    assert_eq!(missing, rare);
    assert!(fixed.len() >= 5, "{fixed:?}");
}

#[test]
fn bytes_after_a_room_are_repaired() {
    let square = fixtures("rmesh", "rmesh", 1).into_iter().find(|file| file.name == "square.rmesh").unwrap().bytes;
    let longer = [&square[..], &[0; 300]].concat();
    let repair = read(&longer).unwrap().repair(retromesh_testkit::target(&FORMAT, "scpcb"), &[]).unwrap();
    let fixed: Vec<_> = repair.fixed.iter().map(|lint| (lint.rule.id, lint.count)).collect();
    assert_eq!((repair.bytes == square, fixed), (true, vec![("rmesh-trailing", 300)]));
}

#[test]
fn numbers_that_are_none_become_0() {
    use retromesh_rmesh::{Entity, Rows, SoundEmitter};
    let square = fixtures("rmesh", "rmesh", 1).into_iter().find(|file| file.name == "square.rmesh").unwrap().bytes;
    let room = |nan: f32| {
        let mut room = read(&square).unwrap().into_owned();
        let mut vertices: Vec<_> = room.surfaces[0].vertices.iter().collect();
        (vertices[1].position.y, vertices[2].light_map_uv.x) = (nan, nan);
        room.surfaces[0].vertices = Rows::from(vertices);
        let position = glam::Vec3::new(1.0, nan, 2.0);
        room.entities =
            vec![Entity::Waypoint(position), Entity::SoundEmitter(SoundEmitter { position, sound: 1, range: nan })];
        room
    };
    for nan in [f32::NAN, f32::INFINITY] {
        let repair = room(nan).repair(retromesh_testkit::target(&FORMAT, "scpcb"), &[]).unwrap();
        assert!(repair.fixed.iter().all(|lint| lint.rule.id == "rmesh-not-finite"), "{:?}", repair.fixed);
        let count: u64 = repair.fixed.iter().map(|lint| lint.count).sum();
        assert_eq!((repair.bytes == room(0.0).encode().unwrap(), count), (true, 3));
    }
}

/// Where an entity of unknown kind ends is not known: what follows it would go with it.
#[test]
fn an_unknown_entity_is_taken_out_where_it_is_the_last() {
    let bytes =
        fixtures("rmesh", "rmesh", 1).into_iter().find(|file| file.name == "unknown-entity.rmesh").unwrap().bytes;
    for (declared, is_fixed) in [(3, false), (2, true)] {
        let mut document = read(&bytes).unwrap().into_owned();
        document.declared_entities = Some(declared);
        let repair = document.repair(retromesh_testkit::target(&FORMAT, "scpcb"), &[]).unwrap();
        assert_eq!(repair.fixed.is_empty(), !is_fixed, "{declared}");
        assert_eq!(repair.bytes == document.encode().unwrap(), !is_fixed, "{declared}");
    }
}

#[test]
fn rare_rules_find_what_they_are_for() {
    use retromesh_rmesh::{Rows, Trigger, Vertex};
    let bytes = fixtures("rmesh", "rmesh", 1).into_iter().find(|file| file.name == "square.rmesh").unwrap().bytes;
    let document = || read(&bytes).unwrap().into_owned();
    let mut long = document();
    long.surfaces[0].diffuse.name = "x".repeat(260).into();
    let mut other = document();
    other.surfaces[0].diffuse.name = "wall.paa".into();
    let mut large = document();
    let vertex =
        Vertex { position: glam::Vec3::ZERO, uv: glam::Vec2::ZERO, light_map_uv: glam::Vec2::ZERO, color: [0; 3] };
    large.surfaces[0].vertices = Rows::from(vec![vertex; 65_536]);
    let mut many = document();
    many.triggers = Some(vec![Trigger::default(); 129]);
    let mut zeros = document();
    zeros.surfaces[0].vertices = Rows::from(vec![vertex; 4]);
    zeros.surfaces[0].triangles = Rows::from(vec![[0, 1, 2]]);
    let rows = [
        (zeros, "rmesh-one-point"),
        (long, "rmesh-long-name"),
        (other, "rmesh-unloadable-image"),
        (large, "rmesh-large-surface"),
        (many, "rmesh-many-triggers"),
    ];
    for (document, rule) in rows {
        let lints = document.lint(None);
        assert!(lints.iter().any(|lint| lint.rule.id == rule && lint.count == 1), "{rule}: {lints:?}");
    }
}

#[test]
fn angles_that_are_no_numbers_are_found() {
    use retromesh_rmesh::{Entity, PlayerStart, Spotlight};
    let bytes = fixtures("rmesh", "rmesh", 1).into_iter().find(|file| file.name == "square.rmesh").unwrap().bytes;
    let rows =
        [("0 90", 1, 0), ("1,5 0 0", 1, 1), ("abc abc 0", 1, 1), ("", 1, 1), (" 0 90 0", 1, 1), ("0  -90.5 0", 0, 0)];
    for (angles, of_start, of_spotlight) in rows {
        let spotlight = Entity::Spotlight(Spotlight { angles: angles.into(), ..Spotlight::default() });
        let start = Entity::PlayerStart(PlayerStart { angles: angles.into(), ..PlayerStart::default() });
        for (entity, expected) in [(spotlight, of_spotlight), (start, of_start)] {
            let mut room = read(&bytes).unwrap().into_owned();
            room.entities = vec![Entity::Waypoint(glam::Vec3::ONE), entity];
            let lints = room.lint(None);
            let found: Vec<&str> =
                lints.iter().filter(|lint| lint.rule.id == "rmesh-angles").map(|lint| lint.path.as_str()).collect();
            assert_eq!(found, vec!["ENTITY[1]"; expected], "{angles:?}");
        }
    }
}
