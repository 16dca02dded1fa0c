//! Sound structure with values that cannot be: counts, ids, floats.

use super::bad::{in_mesh, in_node};
use super::file;
use super::shapes::{TRIANGLE, square, triangle};
use super::words::{Brush, HERE, Place, Texture, anim, at, bone, brus, keys, mesh, node, node_at, texs, tris, vrts};
use crate::Fixture;

/// Makes a file with one VRTS of this layout and an empty TRIS; `floats` are the vertices.
fn layout(name: &str, proves: &'static str, layout: [i32; 3], floats: usize) -> Fixture {
    in_mesh(name, proves, |a| {
        vrts(a, layout, &vec![0.5; floats]);
        tris(a, -1, &[]);
    })
}

/// Makes a file with a bare triangle whose third x coordinate is `x`.
fn coordinate(name: &str, proves: &'static str, x: f32) -> Fixture {
    in_mesh(name, proves, |a| {
        vrts(a, [0, 0, 0], &[&TRIANGLE[..6], &[x, 0.0, 0.0]].concat());
        tris(a, -1, &[0, 1, 2]);
    })
}

/// Makes a file with a bare triangle whose last index is `index`.
fn index(name: &str, proves: &'static str, index: i32) -> Fixture {
    in_mesh(name, proves, |a| {
        vrts(a, [0, 0, 0], &TRIANGLE);
        tris(a, -1, &[0, 1, index]);
    })
}

/// Makes a file with a triangle and a bone that has this weight.
fn weight(name: &str, proves: &'static str, vertex: i32, value: f32) -> Fixture {
    in_node(name, proves, |a| {
        triangle(a, -1);
        node(a, b"bone", |a| bone(a, &[(0, 1.0), (1, 1.0), (vertex, value)]));
    })
}

/// Makes a file with one texture, one brush that names texture `id`, and a square with it.
fn texture_id(name: &str, proves: &'static str, id: i32) -> Fixture {
    file(&format!("bad/{name}"), proves, |a| {
        texs(a, &[Texture::plain(b"t.png")]);
        brus(a, 1, &[Brush::plain(b"b", &[id])]);
        node(a, b"square", |a| square(a, 0));
    })
}

/// Makes a file with one brush, and a square whose TRIS names brush `id`.
fn brush_id(name: &str, proves: &'static str, id: i32) -> Fixture {
    file(&format!("bad/{name}"), proves, |a| {
        brus(a, 0, &[Brush::plain(b"b", &[])]);
        node(a, b"square", |a| square(a, id));
    })
}

/// Makes a file with one triangle at this place.
fn placed(name: &str, proves: &'static str, place: Place) -> Fixture {
    file(&format!("bad/{name}"), proves, |a| node_at(a, b"root", place, |a| triangle(a, -1)))
}

pub(super) fn all() -> Vec<Fixture> {
    let nan = f32::from_bits(0x7fc0_0001);
    let texture = Texture::plain(b"t.png");
    let brush = Brush::plain(b"b", &[]);
    vec![
        file("bad/n-texs-9", "n_texs 9, with nine ids", |a| {
            texs(a, &[texture]);
            brus(a, 9, &[Brush { textures: &[0; 9], ..brush }]);
        }),
        file("bad/n-texs-negative", "n_texs -1", |a| brus(a, -1, &[brush])),
        file("bad/n-texs-huge", "n_texs 2147483647 before one short brush", |a| brus(a, i32::MAX, &[brush])),
        texture_id("texture-id-out-of-range", "a brush names texture 1 of 1", 1),
        texture_id("texture-id-negative", "a brush names texture -2", -2),
        brush_id("brush-id-out-of-range", "TRIS names brush 1 of 1", 1),
        brush_id("brush-id-negative", "TRIS names brush -2", -2),
        in_node("brush-id-without-brus", "TRIS names brush 0 and there is no BRUS", |a| square(a, 0)),
        in_node("mesh-brush-id-out-of-range", "MESH names brush 3 and there is no BRUS", |a| {
            mesh(a, 3, |a| {
                vrts(a, [0, 0, 0], &TRIANGLE);
                tris(a, -1, &[0, 1, 2]);
            });
        }),
        index("tris-vertex-out-of-range", "a triangle names vertex 3 of 3", 3),
        index("tris-vertex-negative", "a triangle names vertex -1", -1),
        weight("bone-vertex-out-of-range", "BONE names vertex 3 of 3", 3, 1.0),
        weight("bone-vertex-negative", "BONE names vertex -1", -1, 1.0),
        weight("bone-weight-nan", "a weight that is not a number", 2, nan),
        weight("bone-weight-infinite", "an infinite weight", 2, f32::INFINITY),
        layout("vrts-sets-9", "VRTS with 9 UV sets", [0, 9, 2], 21),
        layout("vrts-sets-negative", "VRTS with -1 UV sets", [0, -1, 2], 3),
        layout("vrts-size-5", "VRTS with UV sets of 5 components", [0, 1, 5], 8),
        layout("vrts-size-0", "VRTS with one UV set of 0 components", [0, 1, 0], 3),
        layout("vrts-size-negative", "VRTS with a UV set of -2 components", [0, 1, -2], 3),
        layout("vrts-sets-huge", "VRTS whose sets and size overflow when multiplied", [0, 65_536, 65_536], 3),
        layout("vrts-flags-unknown", "VRTS with flags 4, an unknown bit", [4, 0, 0], 3),
        in_node("keys-flags-unknown", "KEYS with flags 9: an unknown bit together with position", |a| {
            triangle(a, -1);
            keys(a, 9, &[(1, &[0.0; 3]), (2, &[1.0; 3])]);
            anim(a, 2, 30.0);
        }),
        coordinate("position-nan", "a coordinate that is not a number, with a payload", nan),
        coordinate("position-infinite", "an infinite coordinate", f32::NEG_INFINITY),
        coordinate("position-huge", "the greatest finite coordinate", f32::MAX),
        in_mesh("normal-uv-nan", "a normal and a UV that are not numbers", |a| {
            let vertex = [0.0, 0.0, 0.0, nan, 0.0, -1.0, 0.5, nan];
            vrts(a, [1, 1, 2], &[vertex, [1.0; 8], [2.0; 8]].concat());
            tris(a, -1, &[0, 1, 2]);
        }),
        placed("node-rotation-zero", "a node rotation of length 0", Place { rotation: [0.0; 4], ..HERE }),
        placed(
            "node-rotation-nan",
            "a node rotation that is not a number",
            Place { rotation: [1.0, nan, 0.0, 0.0], ..HERE },
        ),
        placed("node-position-nan", "a node position that is not a number", at(nan, 0.0, 0.0)),
        placed("node-scale-infinite", "an infinite node scale", Place { scale: [1.0, f32::INFINITY, 1.0], ..HERE }),
        in_node("keys-rotation-zero", "a key rotation of length 0", |a| {
            triangle(a, -1);
            keys(a, 4, &[(1, &[1.0, 0.0, 0.0, 0.0]), (2, &[0.0; 4])]);
            anim(a, 2, 30.0);
        }),
        in_node("keys-nan", "key values that are not numbers", |a| {
            triangle(a, -1);
            keys(a, 7, &[(1, &[nan; 10]), (2, &[0., 0., 0., 1., 1., 1., 1., 0., 0., 0.])]);
            anim(a, 2, 30.0);
        }),
        in_node("anim-fps-nan", "a rate that is not a number", |a| {
            triangle(a, -1);
            keys(a, 1, &[(1, &[0.0; 3]), (2, &[1.0; 3])]);
            anim(a, 2, nan);
        }),
        file("bad/brush-nan", "a brush colour and a shininess that are not finite", |a| {
            brus(a, 0, &[Brush { colour: [nan, 1.0, 1.0, 1.0], shininess: f32::INFINITY, ..brush }]);
            node(a, b"square", |a| square(a, 0));
        }),
        file("bad/texture-nan", "a texture scale and a rotation that are not finite", |a| {
            texs(a, &[Texture { scale: [nan, 1.0], rotation: f32::INFINITY, ..texture }]);
            brus(a, 1, &[Brush { textures: &[0], ..brush }]);
            node(a, b"square", |a| square(a, 0));
        }),
    ]
}
