//! Props that name each other, and props without number.
#![cfg(feature = "rmesh")]

use retromesh::{Code, Diagnostics, ImportOptions, Result, Source, Valid};
use std::fs;

/// Makes a room without walls: props by their files, then waypoints.
fn room(props: &[&str], waypoints: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let int = |bytes: &mut Vec<u8>, value: usize| bytes.extend((value as u32).to_le_bytes());
    let text = |bytes: &mut Vec<u8>, text: &str| {
        int(bytes, text.len());
        bytes.extend(text.as_bytes());
    };
    text(&mut bytes, "RoomMesh");
    for count in [0, 0, props.len() + waypoints] {
        int(&mut bytes, count);
    }
    for file in props {
        text(&mut bytes, "model");
        text(&mut bytes, file);
        for number in [0.0f32, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0] {
            bytes.extend(number.to_le_bytes());
        }
    }
    for _ in 0..waypoints {
        text(&mut bytes, "waypoint");
        bytes.extend([0; 12]);
    }
    text(&mut bytes, "EOF");
    bytes
}

/// Opens the first of some files with its props.
fn open(files: &[(&str, Vec<u8>)]) -> Result<(Valid<'static>, Diagnostics)> {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    let (mut options, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
    options.with_props = true;
    let source = Source::load(folder.path().join(files[0].0), &options.limits)?;
    let opened = retromesh::open_source(&source, &options, &mut diagnostics)?;
    Ok((opened.scene, diagnostics))
}

#[test]
fn what_a_prop_places_itself_is_not_followed() {
    let itself = [("room.rmesh", room(&["room.rmesh"], 0))];
    let each_other = [("room.rmesh", room(&["other.rmesh"], 0)), ("other.rmesh", room(&["room.rmesh"], 0))];
    for files in [&itself[..], &each_other] {
        let (scene, diagnostics) = open(files).unwrap();
        // The room and its prop, and once more the same below the prop.
        let props = scene.nodes.iter().filter(|node| node.name == "room" || node.name == "other").count();
        assert!(scene.nodes.len() <= 6 && props >= 2, "{:?}", scene.nodes);
        assert_eq!(diagnostics.count(Code::MissingFile), 0, "{diagnostics:?}");
    }
}

#[test]
fn few_bytes_that_ask_for_many_nodes_are_refused() {
    let many = ("many.rmesh", room(&[], 1_000));
    let (scene, _) = open(&[("room.rmesh", room(&["many.rmesh"; 100], 0)), many.clone()]).unwrap();
    assert!(scene.nodes.len() > 100_000);
    let refused = open(&[("room.rmesh", room(&["many.rmesh"; 300], 0)), many]).unwrap_err().to_string();
    assert!(refused.ends_with("props of more than 262144 nodes"), "{refused}");
}
