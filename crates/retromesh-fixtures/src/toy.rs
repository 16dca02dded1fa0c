//! Toy `.toy`: one file per construct.

use crate::Fixture;
use crate::assembler::Assembler;

/// Returns the files of the toy format, which no program reads: they go from here into the tests of its crate.
pub fn all() -> Vec<Fixture> {
    let square = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0];
    vec![
        toy("nothing", "no position and no triangle", &[], &[]),
        toy("square", "four positions, two triangles", &square, &[0, 1, 2, 0, 2, 3]),
        toy("bad/vertex-out-of-range", "a triangle of vertex 4 of 4", &square, &[0, 1, 4]),
        Fixture {
            path: "toy/bad/magic-only.toy".into(),
            bytes: b"TOY1".to_vec(),
            proves: "the magic and nothing more",
        },
    ]
}

fn toy(name: &str, proves: &'static str, positions: &[f32], triangles: &[i32]) -> Fixture {
    let bytes = Assembler::build(|a| {
        a.raw(b"TOY1");
        a.i32(positions.len() as i32 / 3);
        a.f32s(positions);
        a.i32(triangles.len() as i32 / 3);
        a.i32s(triangles);
    });
    Fixture { path: format!("toy/{name}.toy"), bytes, proves }
}
