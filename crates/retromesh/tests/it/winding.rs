//! Models in which the winding of some faces contradicts their normals.

use retromesh::{Diagnostics, ExportOptions, ImportOptions, Request, format_by_extension};
use retromesh_testkit::fixtures;

/// Codes with counts and details, and the rules that find something for a target.
type Reported = (Vec<(&'static str, u64, String)>, Vec<&'static str>);

/// Converts a fixture to its own format and says what was said on the way, and what is wrong with the result.
fn again(name: &str, winding: &str, target: &str) -> Reported {
    let (stem, extension) = name.rsplit_once('.').unwrap();
    let files = fixtures(extension, extension, 1);
    let file = files.iter().find(|file| file.name == name).unwrap_or_else(|| panic!("{stem}"));
    let format = format_by_extension(extension).unwrap();
    let mut import = ImportOptions::default();
    if winding != "keep" {
        import.settings.set("winding", [winding.to_owned()]);
    }
    let mut export = ExportOptions::default();
    export.target = Some(target.to_owned());
    let source = retromesh::Source::load(file.path.clone(), &import.limits).unwrap();
    let mut diagnostics = Diagnostics::new();
    let done = retromesh::convert_source(&source, format, &Request::new(&import, &export), &mut diagnostics).unwrap();
    let about = |code: &str| ["mixed-winding", "turned-faces", "contradicting-normals"].contains(&code);
    let entries = diagnostics.entries().iter().filter(|entry| about(entry.code.id()));
    let reported = entries.map(|entry| (entry.code.id(), entry.count, entry.detail.clone())).collect();
    let written = format
        .read(&done.output.bytes, &retromesh::NoFiles, &ImportOptions::default(), &mut Diagnostics::new())
        .unwrap();
    let lints = written.as_lint().unwrap().lint(retromesh_testkit::target(format, target));
    (reported, lints.iter().map(|lint| lint.rule.id).filter(|id| id.contains("winding")).collect())
}

#[test]
fn mixed_winding_is_reported_with_its_share_and_auto_repairs_it() {
    let rows = [
        ("mixed-winding.bgl", "thirty", "1 of 4 faces, 25 %", ("of 4 faces", 1), "bgl-winding"),
        ("sp3x-mixed-winding.p3d", "mlod", "2 of 6 faces, 33 %", ("of 6 faces", 2), "p3d-mixed-winding"),
        ("sp3x-mixed-winding.p3d", "odol7", "2 of 6 faces, 33 %", ("of 6 faces", 2), "p3d-mixed-winding"),
    ];
    for (name, target, share, (of, turned), rule) in rows {
        let (reported, found) = again(name, "keep", target);
        if target == "thirty" {
            assert!(reported.contains(&("mixed-winding", 1, share.to_owned())), "{name}: {reported:?}");
        }
        assert_eq!(found, [rule], "{name} to {target}");
        let (reported, found) = again(name, "auto", target);
        assert_eq!(reported, [("turned-faces", turned, of.to_owned())], "{name} to {target}");
        assert!(found.is_empty(), "{name} to {target}: {found:?}");
    }
}
