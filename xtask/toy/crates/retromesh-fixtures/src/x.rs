//! X `.x`: one file per construct.

use crate::Fixture;
use crate::assembler::Assembler;

pub(super) fn all() -> Vec<Fixture> {
    let square = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0];
    vec![
        x("nothing", "no position and no triangle", &[], &[]),
        x("square", "four positions, two triangles", &square, &[0, 1, 2, 0, 2, 3]),
        x("bad/vertex-out-of-range", "a triangle of vertex 4 of 4", &square, &[0, 1, 4]),
        Fixture { path: "x/bad/magic-only.x".into(), bytes: b"XMDL".to_vec(), proves: "the magic and nothing more" },
    ]
}

fn x(name: &str, proves: &'static str, positions: &[f32], triangles: &[i32]) -> Fixture {
    let bytes = Assembler::build(|a| {
        a.raw(b"XMDL");
        a.i32(positions.len() as i32 / 3);
        a.f32s(positions);
        a.i32(triangles.len() as i32 / 3);
        a.i32s(triangles);
    });
    Fixture { path: format!("x/{name}.x"), bytes, proves }
}
