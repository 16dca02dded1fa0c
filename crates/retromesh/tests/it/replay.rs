//! What broke a promise once must not again: the inputs in `fixtures/*/fuzz`, kept by `cargo xtask fuzz` or by hand.
#![allow(clippy::unwrap_used, clippy::panic)]

use retromesh::{Diagnostics, ExportOptions, Files, ImportOptions, NoFiles, Output, check, detect, formats};
use std::fs;
use std::path::{Path, PathBuf};

/// This many inputs there are; a new one counts.
const FOUND: usize = 11;

/// The files that were written next to a model.
struct Sidecars<'a>(&'a Output);

impl Files for Sidecars<'_> {
    fn load(&self, name: &str) -> Option<Vec<u8>> {
        self.0.sidecars.iter().find(|(own, _)| own == name).map(|(_, bytes)| bytes.clone())
    }
}

fn findings() -> Vec<PathBuf> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let folders = fs::read_dir(fixtures).unwrap().map(|entry| entry.unwrap().path().join("fuzz"));
    folders.filter_map(|folder| fs::read_dir(folder).ok()).flatten().map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn findings_stay_fixed() {
    let findings = findings();
    assert_eq!(findings.len(), FOUND, "{findings:?}");
    for path in findings {
        let bytes = fs::read(&path).unwrap();
        let (options, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
        let Ok(format) = detect(&bytes, &path) else { continue };
        let Ok(model) = format.read(&bytes, &NoFiles, &options, &mut diagnostics) else { continue };
        assert!(model.encode().unwrap() == bytes, "{}", path.display());
        model.dump(&mut String::new()).unwrap();
        let Ok(scene) = model.to_scene_with(&options, &mut diagnostics) else { continue };
        assert_eq!(check(&scene), [], "{}", path.display());
        assert!(scene.images.iter().all(|image| image.uri.as_deref().is_none_or(|uri| !uri.contains(".."))));
        for to in formats().iter().filter(|format| format.info().writes) {
            let targets = to.info().targets.iter().map(|target| Some(target.name.to_owned()));
            for target in targets.chain([None]) {
                let mut options = ExportOptions::default();
                options.target = target;
                let Ok(output) = to.write(&scene.validate().unwrap(), &options, &mut diagnostics) else { continue };
                for (name, text) in &output.sidecars {
                    let text = String::from_utf8_lossy(text);
                    assert!(!name.contains("..") && !text.contains("../"), "{}: {name}: {text}", path.display());
                }
                let again = to.read(&output.bytes, &Sidecars(&output), &ImportOptions::default(), &mut diagnostics);
                assert!(again.is_ok(), "{} as {}: {:?}", path.display(), to.info().id, again.err());
            }
        }
    }
}
