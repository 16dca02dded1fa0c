//! Motion of Operation Flashpoint.

use crate::{Itself, options, scene, sound};
use retromesh::{Confidence, Diagnostics, ExportOptions, Format, NoFiles, Valid, format_by_extension};

/// A model with selections that the fixtures of motion name.
const MODEL: &[u8] = include_bytes!("../../../../fixtures/p3d/sp3x-selections.p3d");

/// Any bytes are refused or written back as they are, move the bones alone and a model soundly, and what moves is written as motion that
/// is read again.
pub fn rtm(bytes: &[u8]) -> bool {
    let format = format_by_extension("rtm").expect("a format that is compiled in");
    if format.probe(bytes) == Confidence::No {
        return false;
    }
    let taken = crate::read::import_as(format, bytes);
    if let Ok(model) = format.read(bytes, &Itself(bytes), &options(), &mut Diagnostics::new()) {
        assert!(model.encode().is_ok_and(|encoded| encoded == bytes), "encoded bytes differ");
        model.dump(&mut String::new()).expect("printing to a string");
    }
    if let Some(bones) = scene(format, bytes, &Itself(bytes)) {
        write(format, &sound(bones, "bones"), "bones");
    }
    let p3d = format_by_extension("p3d").expect("a format that is compiled in");
    let (mut import, mut diagnostics) = (options(), Diagnostics::new());
    import.settings.set("animation", ["walk.rtm".to_owned()]);
    import.settings.set("root-motion", ["true".to_owned()]);
    let model = p3d.read(MODEL, &Itself(bytes), &import, &mut diagnostics);
    let moving = model.and_then(|model| model.to_scene_with(&import, &mut diagnostics));
    if let Ok(moving) = moving {
        write(format, &sound(moving, "a model in motion"), "a model in motion");
    }
    taken
}

/// Writes what moves, or refuses it; what is written is read again.
fn write(format: &dyn Format, scene: &Valid<'_>, what: &str) {
    let Ok(output) = format.write(scene, &ExportOptions::default(), &mut Diagnostics::new()) else { return };
    let again = format.read(&output.bytes, &NoFiles, &options(), &mut Diagnostics::new());
    let again = again.unwrap_or_else(|e| panic!("{what}: what was written is refused: {e}"));
    assert!(again.encode().is_ok_and(|bytes| bytes == output.bytes), "{what}: encoded bytes differ");
    let scene = again.to_scene_with(&options(), &mut Diagnostics::new());
    sound(scene.unwrap_or_else(|e| panic!("{what}: no scene of what was written: {e}")), what);
}
