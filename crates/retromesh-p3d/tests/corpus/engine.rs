//! A model that the engine itself wrote comes back from MLOD as it was.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::print_stdout)]

use crate::convert::odols;
use retromesh_core::Diagnostics;
use retromesh_p3d::convert::{MlodOptions, OdolOptions};
use retromesh_p3d::odol7;
use retromesh_testkit::corpus;

#[test]
fn a_model_of_the_engine_keeps_vertices_and_sections() {
    let files = corpus("p3d", "p3d", 45);
    for (name, odol) in odols(&files).filter(|(name, _)| name.starts_with("tzk")) {
        let mlod = odol.to_mlod(&MlodOptions::default(), &mut Diagnostics::new()).unwrap();
        let mut options = OdolOptions::default();
        options.alpha_textures.insert(b"data\\clear_empty.paa".to_vec());
        let back = mlod.to_odol(&options, &mut Diagnostics::new()).unwrap();
        same_layout(name, &odol, &back);
        assert_eq!(odol.info.totals, back.info.totals, "{name}");
        assert_eq!(odol.info.facts.bounding_sphere, back.info.facts.bounding_sphere, "{name}");
    }
}

fn same_layout(name: &str, odol: &odol7::Odol<'_>, back: &odol7::Odol<'_>) {
    for (a, b) in odol.lods.iter().zip(&back.lods) {
        assert_eq!(a.positions, b.positions, "{name}");
        assert_eq!((&a.normals, &a.uvs, &a.clip), (&b.normals, &b.uvs, &b.clip), "{name}");
        assert_eq!(a.faces, b.faces, "{name}");
        assert_eq!((&a.point_to_vertex, &a.vertex_to_point), (&b.point_to_vertex, &b.vertex_to_point), "{name}");
        assert_eq!((a.or_hints, a.and_hints, a.special), (b.or_hints, b.and_hints, b.special), "{name}");
        let sections = |lod: &odol7::Lod<'_>| {
            lod.sections.iter().map(|s| (s.begin, s.end, s.texture, s.special)).collect::<Vec<_>>()
        };
        assert_eq!(sections(a), sections(b), "{name}");
        assert_eq!((a.face_memory, a.radius, a.min, a.max), (b.face_memory, b.radius, b.min, b.max), "{name}");
        assert_eq!(a.selections, b.selections, "{name}");
    }
}
