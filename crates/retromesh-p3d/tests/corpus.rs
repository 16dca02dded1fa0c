//! Real files, where they are at hand.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::print_stdout)]

use retromesh_core::{Diagnostics, ImportOptions};


#[test]
fn documents_round_trip() {
    for file in retromesh_testkit::corpus("p3d", "p3d", 30) {
        let mut diagnostics = Diagnostics::new();
        match retromesh_p3d::parse(&file.bytes, &ImportOptions::default(), &mut diagnostics) {
            Ok(document) => {
                assert!(document.encode().unwrap() == file.bytes, "{}", file.name);
                println!("{} ok {:?}", file.name, diagnostics.entries());
            }
            Err(error) => println!("{} {error}", file.name),
        }
    }
}
#[test]
fn repacked() {
    for file in retromesh_testkit::corpus("p3d", "p3d", 30) {
        let mut diagnostics = Diagnostics::new();
        if let Ok(retromesh_p3d::Document::Odol(mut o)) = retromesh_p3d::parse(&file.bytes, &ImportOptions::default(), &mut diagnostics) {
            o.repack();
            let again = o.encode().unwrap();
            let packed: usize = o.lods.iter().map(|l| l.uvs.values().bytes().len()).sum();
            println!("{} same {} len {} {} uvs {packed}", file.name, again == file.bytes, again.len(), file.bytes.len());
        }
    }
}
