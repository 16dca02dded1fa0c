//! The tests of this crate, in one program.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use retromesh_core::Limits;
use retromesh_pbo::{Archive, Method};
use retromesh_testkit::fixtures;

#[test]
fn tables_are_read_to_their_end() {
    let rows = [
        ("tank.pbo", 2, "tank.p3d models\\Far.p3d data\\cube.paa config.cpp", 21),
        ("plain.pbo", 0, "plain.p3d tex.paa", 0),
        ("turret.pbo", 1, "gun.paa", 0),
        ("gunner.pbo", 0, "gunner.p3d", 0),
        ("twice.pbo", 0, "twice.txt twice.txt", 0),
        ("nothing.pbo", 0, "", 0),
    ];
    let files = fixtures("pbo", "pbo", 20);
    for (name, properties, names, trailer) in rows {
        let file = files.iter().find(|file| file.name == name).unwrap();
        let archive = Archive::parse(&file.bytes).unwrap();
        let found: Vec<&str> = archive.entries.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!((archive.properties.len(), found.join(" ").as_str()), (properties, names), "{name}");
        let end = archive.entries.last().map_or(archive.data_offset, |last| last.offset + u64::from(last.stored));
        assert_eq!(file.bytes.len() as u64 - end, trailer, "{name}");
    }
}

#[test]
fn packed_entries_are_what_was_packed() {
    let files = fixtures("pbo", "pbo", 20);
    let file = files.iter().find(|file| file.name == "tank.pbo").unwrap();
    let archive = Archive::parse(&file.bytes).unwrap();
    let unpacked: Vec<_> = archive
        .entries
        .iter()
        .map(|entry| entry.unpack(entry.of(&file.bytes).unwrap(), &Limits::default()).unwrap())
        .collect();
    let methods: Vec<Method> = archive.entries.iter().map(|entry| entry.method).collect();
    assert_eq!(methods, [Method::Stored, Method::Packed, Method::Stored, Method::Stored]);
    assert!(unpacked[0].starts_with(b"MLOD") && unpacked[1].starts_with(b"MLOD"));
    assert_eq!(unpacked[1].len() as u32, archive.entries[1].size());
}

/// The table is all that is needed, so each shorter start of it is an error and each longer one is not.
#[test]
fn a_table_needs_nothing_after_it() {
    let files = fixtures("pbo", "pbo", 20);
    let file = files.iter().find(|file| file.name == "tank.pbo").unwrap();
    let whole = Archive::parse(&file.bytes).unwrap();
    for length in 0..file.bytes.len() {
        let found = Archive::parse(&file.bytes[..length]);
        assert_eq!(found.as_ref().ok(), (length as u64 >= whole.data_offset).then_some(&whole), "{length} bytes");
    }
}
