//! MESH, VRTS and TRIS.

use super::shapes::{SQUARE_INDICES, TRIANGLE, letter_f, square, square_floats, triangle};
use super::words::{Brush, brus, mesh, node, shaped, tris, vrts};
use super::{file, of_node};
use crate::Fixture;

/// Makes a file with one node that holds the square in one vertex layout.
fn layout(name: &str, proves: &'static str, flags: i32, sets: usize, size: usize) -> Fixture {
    file(name, proves, |a| {
        node(a, b"square", |a| {
            mesh(a, -1, |a| {
                let floats = square_floats(flags & 1 != 0, flags & 2 != 0, sets, size);
                vrts(a, [flags, sets as i32, size as i32], &floats);
                tris(a, -1, &SQUARE_INDICES);
            });
        });
    })
}

pub(super) fn all() -> Vec<Fixture> {
    vec![
        file("minimal", "only a version: no texture, brush or node", |_| {}),
        of_node("triangle", "the smallest mesh: positions, one TRIS, no brush anywhere", b"triangle", |a| {
            triangle(a, -1);
        }),
        file("letter-f", "a tapered letter F in three parts: any mirror or flip of axes, winding or UV shows", |a| {
            let tints = [[1.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0, 1.0], [0.5, 0.5, 0.5, 1.0]];
            let names = [b"front", b"back_", b"sides"];
            let brushes: Vec<_> =
                names.iter().zip(tints).map(|(n, colour)| Brush { colour, ..Brush::plain(*n, &[]) }).collect();
            brus(a, 0, &brushes);
            node(a, b"F", letter_f);
        }),
        layout("uv-sets-0", "VRTS with positions only, 0 UV sets of size 2", 0, 0, 2),
        layout("uv-sets-1", "VRTS with normals and one UV set, the commonest layout", 1, 1, 2),
        layout("uv-sets-2", "VRTS with two UV sets that differ", 1, 2, 2),
        layout("uv-sets-3", "VRTS with three UV sets", 1, 3, 2),
        layout("uv-sets-8", "VRTS with eight UV sets, the maximum of the format", 0, 8, 2),
        layout("uv-size-1", "UV sets of one component", 0, 1, 1),
        layout("uv-size-3", "UV sets of three components", 0, 1, 3),
        layout("uv-size-4", "two UV sets of four components", 0, 2, 4),
        layout("colours", "vertex colours with alpha, without normals", 2, 1, 2),
        layout("normals-colours-uv2", "VRTS flags 3 with two UV sets", 3, 2, 2),
        of_node("uv-outside-unit", "UV values below 0 and above 1, for a repeating texture", b"tiled", |a| {
            shaped(
                a,
                [0, 1, 2],
                &[0., 0., 0., -2., 3.5, 0., 1., 0., -2., -1., 1., 0., 0., 4., 3.5],
                &[(-1, &[0, 1, 2])],
            );
        }),
        of_node("vrts-empty", "VRTS without a vertex, no TRIS", b"empty", |a| mesh(a, -1, |a| vrts(a, [1, 1, 2], &[]))),
        of_node("mesh-empty", "MESH that holds only its brush: neither VRTS nor TRIS", b"empty", |a| {
            mesh(a, -1, |_| {});
        }),
        of_node("mesh-without-tris", "MESH with vertices and no TRIS", b"points", |a| {
            mesh(a, -1, |a| vrts(a, [0, 0, 0], &TRIANGLE));
        }),
        of_node("tris-empty", "an empty TRIS before a full one", b"mesh", |a| {
            shaped(a, [0, 0, 0], &TRIANGLE, &[(-1, &[]), (-1, &[0, 1, 2])]);
        }),
        of_node("tris-degenerate", "a triangle that names one vertex twice, after a sound one", b"mesh", |a| {
            shaped(a, [0, 0, 0], &TRIANGLE, &[(-1, &[0, 1, 2, 1, 1, 2])]);
        }),
        of_node("vertices-unused", "a fourth vertex that no triangle uses", b"mesh", |a| {
            shaped(a, [0, 0, 0], &[&TRIANGLE[..], &[9.0, 9.0, 9.0]].concat(), &[(-1, &[0, 1, 2])]);
        }),
        file("vertices-shared-by-parts", "two TRIS with different brushes share two vertices", |a| {
            brus(a, 0, &[Brush::plain(b"a", &[]), Brush::plain(b"b", &[])]);
            node(a, b"mesh", |a| {
                shaped(a, [1, 1, 2], &square_floats(true, false, 1, 2), &[(0, &[0, 1, 2]), (1, &[0, 2, 3])]);
            });
        }),
        of_node("layouts-mixed", "two meshes with different VRTS layouts", b"root", |a| {
            node(a, b"bare", |a| triangle(a, -1));
            node(a, b"full", |a| shaped(a, [3, 2, 2], &square_floats(true, true, 2, 2), &[(-1, &SQUARE_INDICES)]));
        }),
        of_node("normals-wrong", "stored normals that point into the surface", b"mesh", |a| {
            shaped(
                a,
                [1, 0, 0],
                &[0., 0., 0., 0., 0., 1., 0., 1., 0., 0., 0., 1., 1., 0., 0., 0., 0., 1.],
                &[(-1, &[0, 1, 2])],
            );
        }),
        of_node("normals-zero", "one normal of length 0, one of length 3, one sound", b"mesh", |a| {
            shaped(
                a,
                [1, 0, 0],
                &[0., 0., 0., 0., 0., 0., 0., 1., 0., 0., 0., -3., 1., 0., 0., 0., 0., -1.],
                &[(-1, &[0, 1, 2])],
            );
        }),
        of_node("mesh-under-mesh", "a mesh node as the child of a mesh node", b"outer", |a| {
            square(a, -1);
            node(a, b"inner", |a| triangle(a, -1));
        }),
    ]
}
