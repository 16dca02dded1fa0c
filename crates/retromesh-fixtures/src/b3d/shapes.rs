//! Small shapes with known answers.

use super::words::{mesh, shaped, tris, vrts};
use crate::assembler::Assembler;

/// Half the square root of two: cosine and sine of 45 degrees, so a quarter turn as a quaternion.
pub(super) const H: f32 = std::f32::consts::FRAC_1_SQRT_2;

/// A right-angled triangle in the plane z = 0 that faces the viewer at negative z, as bare positions.
pub(super) const TRIANGLE: [f32; 9] = [0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0];

/// A square that faces negative z, as (x, y, z, u, v): top left, top right, bottom right, bottom left.
const SQUARE: [[f32; 5]; 4] =
    [[-1.0, 1.0, 0.0, 0.0, 0.0], [1.0, 1.0, 0.0, 1.0, 0.0], [1.0, -1.0, 0.0, 1.0, 1.0], [-1.0, -1.0, 0.0, 0.0, 1.0]];

/// The two triangles of the square.
pub(super) const SQUARE_INDICES: [i32; 6] = [0, 1, 2, 0, 2, 3];

/// MESH with the bare triangle.
pub(super) fn triangle(a: &mut Assembler, brush: i32) {
    shaped(a, [0, 0, 0], &TRIANGLE, &[(brush, &[0, 1, 2])]);
}

/// MESH with the square: normals and one UV set.
pub(super) fn square(a: &mut Assembler, brush: i32) {
    mesh(a, -1, |a| square_body(a, brush));
}

/// VRTS and TRIS of the square, for a MESH made by the caller.
pub(super) fn square_body(a: &mut Assembler, brush: i32) {
    vrts(a, [1, 1, 2], &square_floats(true, false, 1, 2));
    tris(a, brush, &SQUARE_INDICES);
}

/// The vertices of the square in any layout. Colours and later UV sets differ per vertex, so that a mix-up shows.
pub(super) fn square_floats(normals: bool, colours: bool, sets: usize, size: usize) -> Vec<f32> {
    let mut floats = Vec::new();
    for (number, [x, y, z, u, v]) in SQUARE.into_iter().enumerate() {
        let n = number as f32;
        floats.extend([x, y, z]);
        if normals {
            floats.extend([0.0, 0.0, -1.0]);
        }
        if colours {
            floats.extend([n / 4.0, 1.0 - n / 4.0, 0.5, 1.0 - n / 8.0]);
        }
        for set in 0..sets {
            let shift = set as f32 * 0.125;
            floats.extend([u * 0.5 + shift, v * 0.5 + shift, n, 1.0].into_iter().take(size));
        }
    }
    floats
}

/// A square tube along y with rings at the given heights, four vertices per ring, as positions and normals.
pub(super) fn tube_floats(rings: u8) -> Vec<f32> {
    let mut floats = Vec::new();
    for ring in 0..rings {
        for (x, z) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
            floats.extend([x * 0.5, f32::from(ring), z * 0.5, x * H, 0.0, z * H]);
        }
    }
    floats
}

/// The walls of a tube of that many rings, facing outward.
pub(super) fn tube_indices(rings: i32) -> Vec<i32> {
    let mut indices = Vec::new();
    for ring in 0..rings - 1 {
        for side in 0..4 {
            let (low, next) = (ring * 4 + side, ring * 4 + (side + 1) % 4);
            indices.extend([low, low + 4, next + 4, low, next + 4, next]);
        }
    }
    indices
}

/// The cells of a letter F: left, bottom, right, top, all seen from negative z.
const CELLS: [[f32; 4]; 6] = [
    [0.0, 0.0, 1.0, 2.0],
    [0.0, 2.0, 1.0, 3.0],
    [0.0, 3.0, 1.0, 4.0],
    [0.0, 4.0, 1.0, 5.0],
    [1.0, 4.0, 3.0, 5.0],
    [1.0, 2.0, 2.5, 3.0],
];

/// The outline of the letter, clockwise seen from negative z.
const OUTLINE: [[f32; 2]; 10] = [
    [0.0, 0.0],
    [0.0, 5.0],
    [3.0, 5.0],
    [3.0, 4.0],
    [1.0, 4.0],
    [1.0, 3.0],
    [2.5, 3.0],
    [2.5, 2.0],
    [1.0, 2.0],
    [1.0, 0.0],
];

/// MESH with a solid letter F that tapers from z = 0 to half its size at z = 1: no mirror image of it equals itself.
/// Front, back and sides use brushes 0, 1 and 2.
pub(super) fn letter_f(a: &mut Assembler) {
    let mut floats = Vec::new();
    let mut parts = [Vec::new(), Vec::new(), Vec::new()];
    let mut quads: Vec<(usize, [[f32; 3]; 4])> = Vec::new();
    for [left, bottom, right, top] in CELLS {
        let corners = [[left, top], [right, top], [right, bottom], [left, bottom]];
        quads.push((0, corners.map(|[x, y]| [x, y, 0.0])));
        let [p, q, r, s] = corners.map(|[x, y]| [x * 0.5, y * 0.5, 1.0]);
        quads.push((1, [q, p, s, r]));
    }
    for ([x0, y0], [x1, y1]) in OUTLINE.into_iter().zip(OUTLINE.into_iter().cycle().skip(1)) {
        quads.push((2, [[x0, y0, 0.0], [x0 * 0.5, y0 * 0.5, 1.0], [x1 * 0.5, y1 * 0.5, 1.0], [x1, y1, 0.0]]));
    }
    for (number, (part, corners)) in quads.into_iter().enumerate() {
        let normal = outward(corners);
        for [x, y, z] in corners {
            floats.extend([x, y, z]);
            floats.extend(normal);
            floats.extend([x / 5.0, 1.0 - y / 5.0]);
        }
        let first = number as i32 * 4;
        if let Some(indices) = parts.get_mut(part) {
            indices.extend(SQUARE_INDICES.map(|index| first + index));
        }
    }
    mesh(a, -1, |a| {
        vrts(a, [1, 1, 2], &floats);
        for (brush, indices) in parts.iter().enumerate() {
            tris(a, brush as i32, indices);
        }
    });
}

/// The unit normal (v1 - v0) x (v2 - v0).
fn outward([v0, v1, v2, _]: [[f32; 3]; 4]) -> [f32; 3] {
    let [ax, ay, az] = [v1[0] - v0[0], v1[1] - v0[1], v1[2] - v0[2]];
    let [bx, by, bz] = [v2[0] - v0[0], v2[1] - v0[1], v2[2] - v0[2]];
    let cross = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
    let length = (cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]).sqrt();
    cross.map(|value| value / length)
}

#[cfg(test)]
mod tests {
    use super::{outward, tube_floats, tube_indices};

    #[test]
    fn tube_walls_face_outward() {
        let floats = tube_floats(3);
        let vertices: Vec<&[f32]> = floats.chunks(6).collect();
        let indices = tube_indices(3);
        assert_eq!(indices.len(), 2 * 4 * 6);
        for face in indices.chunks(3) {
            let corner = |n: usize| <[f32; 3]>::try_from(&vertices[face[n] as usize][..3]).unwrap();
            let [x, y, z] = outward([corner(0), corner(1), corner(2), corner(0)]);
            let middle =
                corner(0).iter().zip(corner(1)).zip(corner(2)).map(|((a, b), c)| a + b + c).collect::<Vec<_>>();
            assert!(x * middle[0] + z * middle[2] > 0.0 && y == 0.0, "{face:?}");
        }
    }

    #[test]
    fn the_bare_triangle_and_square_face_negative_z() {
        assert_eq!(outward([[0.0; 3], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0; 3]]), [0.0, 0.0, -1.0]);
        assert_eq!(outward([[-1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [1.0, -1.0, 0.0], [0.0; 3]]), [0.0, 0.0, -1.0]);
    }
}
