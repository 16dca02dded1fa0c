//! The doors of a format's document: the functions that lead into it and out of it.

use retromesh_core::Valid;
use retromesh_diff::{Difference, Tolerance, diff};

#[doc(hidden)]
pub use {retromesh_core as core, retromesh_kit as kit};

/// Walks through all doors of a format's document with one [`File`](crate::File), and makes sure that each leads where its name says: what
/// takes options and what takes none give the same, and the document that is made of the scene says what its bytes say.
#[macro_export]
macro_rules! walk_through_doors {
    ($document:path, $file:expr) => {{
        use $crate::doors::{core::Diagnostics, kit::ExportOptions, kit::ImportOptions};
        use $document as Document;
        let file: &$crate::File = $file;
        let document = Document::parse(&file.bytes).unwrap();
        assert_eq!(document.encode().unwrap(), file.bytes, "{}", file.name);
        let scene = document.to_scene().unwrap().into_valid().unwrap();

        let (import, export, mut found) = (ImportOptions::default(), ExportOptions::default(), Diagnostics::new());
        let with = Document::parse_with(&file.bytes, &import, &mut found).unwrap();
        assert_eq!(with.encode().unwrap(), file.bytes, "{}", file.name);
        assert_eq!(with.to_scene_with(&import, &mut found).unwrap(), *scene, "{}", file.name);
        // What is borrowed can be kept.
        assert_eq!(with.into_owned().to_scene().unwrap(), *scene, "{}", file.name);

        let written = Document::from_scene(&scene).unwrap();
        let bytes = written.document.encode().unwrap();
        let output = Document::from_scene_with(&scene, &export, &mut found).unwrap().encode().unwrap();
        assert_eq!((&output.bytes, &output.sidecars), (&bytes, &written.sidecars), "{}", file.name);
        let again = Document::parse(&bytes).unwrap().to_scene().unwrap().into_valid().unwrap();
        assert_eq!(written.document.to_scene().unwrap(), *again, "{}", file.name);
        $crate::doors::assert_nothing_is_lost(&scene, &again, &file.name);
    }};
}

/// Fails where a scene has lost something of another one.
pub fn assert_nothing_is_lost(before: &Valid<'_>, after: &Valid<'_>, name: &str) {
    let differences = diff(before, after, &Tolerance::default());
    assert_eq!(differences.losses().collect::<Vec<_>>(), Vec::<&Difference>::new(), "{name}");
}
