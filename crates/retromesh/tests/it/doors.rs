//! Every format has the same doors, and each leads where its name says.
#![allow(clippy::unwrap_used, missing_docs)]

use retromesh::{Diagnostics, ExportOptions, ImportOptions};
use retromesh_diff::{Difference, Tolerance, diff};
use retromesh_testkit::{File, fixtures};

/// Walks through all doors of a format's document with one file; the bytes that come out of a scene must be those of the second time, too.
macro_rules! walk {
    ($krate:ident, $file:expr) => {{
        use $krate::Document;
        let file: &File = $file;
        let document = Document::parse(&file.bytes).unwrap();
        assert_eq!(document.encode().unwrap(), file.bytes, "{}", file.name);
        let scene = document.to_scene().unwrap().into_valid().unwrap();

        let (import, export, mut diagnostics) =
            (ImportOptions::default(), ExportOptions::default(), Diagnostics::new());
        let with = Document::parse_with(&file.bytes, &import, &mut diagnostics).unwrap();
        assert_eq!(with.encode().unwrap(), file.bytes, "{}", file.name);
        assert_eq!(with.to_scene_with(&import, &mut diagnostics).unwrap(), *scene, "{}", file.name);
        // What is borrowed can be kept.
        assert_eq!(with.into_owned().to_scene().unwrap(), *scene, "{}", file.name);

        let written = Document::from_scene(&scene).unwrap();
        let bytes = written.document.encode().unwrap();
        let output = Document::from_scene_with(&scene, &export, &mut diagnostics).unwrap().encode().unwrap();
        assert_eq!((&output.bytes, &output.sidecars), (&bytes, &written.sidecars), "{}", file.name);
        // The document that was built says what its bytes say.
        let again = Document::parse(&bytes).unwrap().to_scene().unwrap().into_valid().unwrap();
        assert_eq!(written.document.to_scene().unwrap(), *again, "{}", file.name);
        let differences = diff(&scene, &again, &Tolerance::default());
        assert_eq!(differences.losses().collect::<Vec<_>>(), Vec::<&Difference>::new(), "{}", file.name);
    }};
}

#[test]
fn every_format_has_the_same_doors() {
    let file = |format: &str, extension: &str, name: &str| {
        let name = format!("{name}.{extension}");
        fixtures(format, extension, 1).into_iter().find(|file| file.name == name).unwrap()
    };
    walk!(retromesh_b3d, &file("b3d", "b3d", "skin-tube-animated"));
    walk!(retromesh_bo3d, &file("bo3d", "bo3d", "square"));
    walk!(retromesh_bogle, &file("bgl", "bgl", "skin"));
    walk!(retromesh_bmd, &file("bmd", "bmd", "rig"));
    walk!(retromesh_p3d, &file("p3d", "p3d", "sp3x-cube"));
    walk!(retromesh_rmesh, &file("rmesh", "rmesh", "room"));
    walk!(retromesh_gltf, &file("gltf", "glb", "rigs"));
    walk!(retromesh_obj, &file("obj", "obj", "letter-f"));
    walk!(retromesh_x, &file("x", "x", "square"));
}
