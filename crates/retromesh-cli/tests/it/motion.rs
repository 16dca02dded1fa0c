//! Motion from files of its own.

use crate::common::{Folder, fixture, lines, retromesh};

/// Soldiers have theirs in `.rtm` files, in the folder of the model.
#[test]
fn motion_goes_to_gltf_and_back() {
    let folder = Folder::new();
    std::fs::copy(fixture("p3d/sp3x-selections.p3d"), folder.path("man.p3d")).unwrap();
    for name in ["turn", "strangers"] {
        std::fs::copy(fixture(&format!("rtm/{name}.rtm")), folder.path(&format!("{name}.rtm"))).unwrap();
    }
    let both = ["--animation", "turn.rtm", "--animation", "strangers.rtm"];
    let glb = folder.convert(&folder.path("man.p3d"), "man.glb", &both);
    assert_eq!(lines(&glb, &["--scene"], "animation").len(), 2);
    let back = folder.convert(&glb, "back.rtm", &["--motion", "turn"]);
    let run = retromesh(&["info", &back]);
    assert!(run.out.contains("Operation Flashpoint RTM RTM_0101, 3 bones, 3 phases"), "{}{}", run.out, run.err);
    assert_eq!(retromesh(&["check", &back, &folder.path("turn.rtm")]).code, 0);
    let run = retromesh(&["convert", &folder.path("man.p3d"), "-o", &folder.path("x.glb"), "--animation", "gone.rtm"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("no such animation"), "{}", run.err);
}

/// What is written for no engine has an animation for each clip, in seconds.
#[test]
fn a_frame_table_names_the_animations_of_a_gltf_file() {
    let folder = Folder::new();
    let table = folder.path("table.lua");
    let row = |name: &str, first: &str, last: &str| {
        format!("\t{{name = \"{name}\", x = {first}, y = {last}, speed = 1, loop = true}},\n")
    };
    let [middle, end] = ["0.13333334", "0.26666668"];
    let unit = |rate: u8, more: &str| format!("\tunit = \"seconds\",\n\trate = {rate},\n{more}");
    let separate = "\tseparate = true,\n";
    let rows: [(&str, &[&str], String); 4] = [
        ("letter-f-animated", &[], unit(24, separate) + &row("", "0", "0.33333334")),
        ("skin-tube-animated", &[], unit(30, separate) + &row("bend", "0", middle) + &row("return", "0", middle)),
        (
            "skin-tube-animated",
            &["--clips", "one"],
            unit(30, "") + &row("bend", "0", middle) + &row("return", middle, end),
        ),
        ("letter-f", &[], String::new()),
    ];
    for (name, options, expected) in rows {
        let words = [
            "convert",
            &fixture(&format!("b3d/{name}.b3d")),
            "-o",
            &folder.path("a.glb"),
            "--frame-table",
            &table,
            "-f",
        ];
        let run = retromesh(&[&words, options].concat());
        assert_eq!(run.code, 0, "{name}: {}{}", run.out, run.err);
        assert_eq!(
            std::fs::read_to_string(&table).unwrap(),
            format!("return {{\n{expected}}}\n"),
            "{name} {options:?}"
        );
        assert_eq!(run.out.contains("the frame table is empty"), expected.is_empty(), "{name}: {}", run.out);
        assert!(!run.out.contains("  frames "), "{name}: {}", run.out);
    }
}

/// A mod keeps the table; its seconds are the frames of the model again.
#[test]
fn a_frame_table_of_seconds_names_the_same_frames() {
    let folder = Folder::new();
    let walker = fixture("b3d/keys-split-by-range.b3d");
    for (extension, options, rate) in [("lua", &[][..], 30), ("json", &["--fps", "15"], 15)] {
        let table = folder.path(&format!("table.{extension}"));
        let words = ["--keys", "all", "--target", "luanti", "--frame-table", &table];
        let glb = folder.convert(&walker, "walker.glb", &[&words, options].concat());
        for model in [&walker, &glb] {
            let back = folder.convert(model, "back.b3d", &["--ranges", &table]);
            let run = retromesh(&["info", &back]);
            for clip in ["\"wave\" 2 to 4", "\"rest\" 5 to 9"] {
                assert!(run.out.contains(&format!("{clip} at {rate}/s")), "{model} {table}: {}", run.out);
            }
        }
    }
}
