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
