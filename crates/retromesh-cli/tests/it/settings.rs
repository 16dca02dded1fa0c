//! Settings of single formats: taken where they matter, refused by name where they do not.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use crate::common::{Folder, fixture, retromesh};

#[test]
fn a_setting_that_does_not_matter_is_refused_and_nothing_is_written() {
    let folder = Folder::new();
    let (b3d, bmd) = (fixture("b3d/letter-f.b3d"), fixture("bmd/textured64.bmd"));
    let rows: &[(&[&str], &str)] = &[
        (&["convert", &b3d, "-o", "x.glb", "--max-error", "1"], "--max-error is for writing bmd; this writes gltf"),
        (&["convert", &b3d, "-o", "x.glb", "--fix"], "--fix is for reading bmd; no input is one"),
        (
            &["convert", &b3d, "-o", "x.glb", "--no-mirror"],
            "--no-mirror is for reading and writing bmd; this writes gltf",
        ),
        (
            &["info", &b3d, "--fix"],
            "--fix is for reading bmd; no input is one; `retromesh repair FILE -o NEW` repairs a file",
        ),
        (&["dump", &b3d, "--packed-uvs", "old"], "--packed-uvs is for reading bmd; no input is one"),
        (&["diff", &b3d, &b3d, "--no-mirror"], "--no-mirror is for reading and writing bmd; no input is one"),
    ];
    for (words, expected) in rows {
        let words: Vec<String> =
            words.iter().map(|word| if *word == "x.glb" { folder.path(word) } else { (*word).to_owned() }).collect();
        let run = retromesh(&words.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(run.code, 2, "{words:?}\n{}{}", run.out, run.err);
        assert!(run.err.starts_with(&format!("error: {expected}\n")), "{words:?}\n{}", run.err);
    }
    assert_eq!(std::fs::read_dir(folder.0.path()).unwrap().count(), 0);
    for words in [
        &["info", &b3d, &bmd, "--fix"] as &[&str],
        &["info", &bmd, "--fix", "--no-mirror", "--packed-uvs", "current"],
        &["diff", &b3d, &b3d],
    ] {
        assert_eq!(retromesh(words).code, 0, "{words:?}");
    }
}

/// ODOL of ODOL, and MLOD of MLOD.
#[test]
fn the_original_says_for_which_target_a_setting_is() {
    let folder = Folder::new();
    let [glb, output] = ["tank.glb", "out/tank.p3d"].map(|name| folder.path(name));
    let original = fixture("p3d/odol-cube.p3d");
    assert_eq!(retromesh(&["convert", &original, "-o", &glb]).code, 0);
    let refused = "error: --section is for writing p3d for target odol7; this writes p3d\n";
    for (like, code, expected) in [(original, 0, ""), (fixture("p3d/sp3x-cube.p3d"), 2, refused)] {
        let run = retromesh(&["convert", &glb, "-o", &output, "--like", &like, "--section", "turret", "-q"]);
        assert_eq!(run.code, code, "{like}: {}{}", run.out, run.err);
        assert!(run.err.starts_with(expected), "{like}: {}", run.err);
    }
}

#[test]
fn an_input_of_another_name_counts_by_its_content() {
    let folder = Folder::new();
    let path = folder.path("model.b3d");
    std::fs::copy(fixture("bmd/textured64.bmd"), &path).unwrap();
    assert_eq!(retromesh(&["info", &path, "--fix"]).code, 0);
    assert_eq!(retromesh(&["info", &folder.path("gone.b3d"), "--fix"]).code, 1);
}

#[test]
fn a_value_of_another_form_is_refused_with_what_is_expected() {
    let bmd = fixture("bmd/textured64.bmd");
    for (option, expected) in [
        ("--max-error=1,2,3,4", "expected one to three numbers that are not negative, with commas between them"),
        ("--max-bytes=many", "expected a count of bytes, such as 1000, 64K, 20M or 2G"),
        ("--packed-uvs=new", "[possible values: auto, current, old]"),
    ] {
        let run = retromesh(&["convert", &bmd, "-o", "never.bmd", option]);
        assert!(run.code == 2 && run.err.contains(expected), "{option}: {}", run.err);
    }
}

#[test]
fn the_help_of_a_format_lists_its_settings() {
    let help = retromesh(&["help", "bmd"]).out;
    for part in ["  --max-error POSITION[,UV[,DEGREES]]\n", "  --fix\n", "        old     The older one.\n", "  spec\n"]
    {
        assert!(help.contains(part), "{part}\n{help}");
    }
    let convert = retromesh(&["convert", "--help"]).out;
    assert!(convert.contains("`retromesh help FORMAT`") && !convert.contains("--max-bytes"), "{convert}");
    assert!(!retromesh(&["info", "--help"]).out.contains("--packed-uvs"));
}

#[test]
fn an_engine_is_known_by_its_former_name() {
    let model = fixture("b3d/keys-split-by-range.b3d");
    let check = |target: &str| retromesh(&["check", &model, "--target", target]);
    let (former, now) = (check("minetest"), check("luanti"));
    assert!(
        now.out.contains("for luanti") && format!("{}{}", now.out, now.err).contains("b3d-several-keys"),
        "{}",
        now.out
    );
    assert_eq!((former.out, former.err), (now.out, now.err));
}
