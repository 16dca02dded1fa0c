//! What engines stumble over, where no other fixture has it.

use super::shapes::{tube_floats, tube_indices};
use super::skins::{rings, tube};
use super::words::{bone, mesh, node, tris, vrts};
use super::{file, of_node};
use crate::Fixture;
use crate::assembler::Assembler;

fn deep(a: &mut Assembler, levels: u32) {
    node(a, b"level", |a| {
        if levels > 1 {
            deep(a, levels - 1);
        }
    });
}

pub(super) fn all() -> Vec<Fixture> {
    vec![
        file("lint-deep", "101 nodes, each in the one before", |a| deep(a, 101)),
        of_node("lint-astray-weights", "a mesh between a skinned mesh and its bones", b"tube", |a| {
            tube(a, 2);
            node(a, b"hat", |a| tube(a, 2));
            node(a, b"bone", |a| bone(a, &rings(&[(0, 1.0), (1, 1.0)])));
        }),
        of_node("lint-many-bones", "a skinned mesh with 255 bones", b"tube", |a| {
            tube(a, 2);
            for number in 0..255 {
                node(a, format!("b{number}").as_bytes(), |a| {
                    bone(a, if number == 0 { vec![(0, 1.0), (1, 1.0)] } else { Vec::new() }.as_slice());
                });
            }
        }),
        of_node("lint-shared-vertex", "a skinned vertex that two TRIS use", b"tube", |a| {
            mesh(a, -1, |a| {
                vrts(a, [1, 0, 0], &tube_floats(2));
                let indices = tube_indices(2);
                let (first, second) = indices.split_at(indices.len() / 6 * 3);
                tris(a, -1, first);
                tris(a, -1, second);
            });
            node(a, b"bone", |a| bone(a, &rings(&[(0, 1.0), (1, 1.0)])));
        }),
        of_node("lint-same-vertices", "two triangles with six vertices, two of which repeat others", b"square", |a| {
            mesh(a, -1, |a| {
                let corners = [[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [0.0, 0.0], [1.0, 1.0], [1.0, 0.0]];
                let floats: Vec<f32> = corners.iter().flat_map(|[x, y]| [*x, *y, 0.0]).collect();
                vrts(a, [0, 0, 0], &floats);
                tris(a, -1, &[0, 1, 2, 3, 4, 5]);
            });
        }),
    ]
}
