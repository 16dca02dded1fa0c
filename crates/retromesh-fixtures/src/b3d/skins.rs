//! BONE: skinned meshes.

use super::shapes::{H, tube_floats, tube_indices};
use super::words::{HERE, Place, anim, at, bone, keys, mesh, node, node_at, seqs, shaped, vrts};
use super::{file, of_node};
use crate::Fixture;
use crate::assembler::Assembler;

/// The weights that give whole rings of four vertices to a bone.
pub(super) fn rings(list: &[(i32, f32)]) -> Vec<(i32, f32)> {
    list.iter().flat_map(|(ring, weight)| (0..4).map(move |corner| (ring * 4 + corner, *weight))).collect()
}

/// MESH with the tube.
pub(super) fn tube(a: &mut Assembler, count: u8) {
    shaped(a, [1, 0, 0], &tube_floats(count), &[(-1, &tube_indices(i32::from(count)))]);
}

/// The chain hip, knee, foot with soft joints, and keys for every component when `animated`.
fn chain(a: &mut Assembler, animated: bool) {
    let swing = |a: &mut Assembler, y: f32, turn: [f32; 4]| {
        if animated {
            let rest = [0.0, y, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0];
            let moved = [&[0.25, y, 0.0, 1.0, 1.25, 1.0][..], &turn].concat();
            keys(a, 7, &[(1, &rest), (5, &moved), (9, &rest)]);
        }
    };
    node(a, b"hip", |a| {
        bone(a, &rings(&[(0, 1.0), (1, 0.5)]));
        swing(a, 0.0, [H, 0.0, H, 0.0]);
        node_at(a, b"knee", at(0.0, 1.0, 0.0), |a| {
            bone(a, &rings(&[(1, 0.5), (2, 0.75)]));
            swing(a, 1.0, [0.923_879_5, 0.382_683_43, 0.0, 0.0]);
            node_at(a, b"foot", at(0.0, 1.0, 0.0), |a| {
                bone(a, &rings(&[(2, 0.25), (3, 1.0)]));
                swing(a, 1.0, [0.923_879_5, 0.0, 0.0, -0.382_683_43]);
            });
        });
    });
}

pub(super) fn all() -> Vec<Fixture> {
    vec![
        of_node("skin-tube", "a tube on three bones with shared weights, no animation", b"tube", |a| {
            tube(a, 4);
            chain(a, false);
        }),
        of_node(
            "skin-tube-animated",
            "a tube on three bones, every component of every bone animated, two sequences",
            b"tube",
            |a| {
                tube(a, 4);
                anim(a, 9, 30.0);
                seqs(a, b"bend", 1, 5);
                seqs(a, b"return", 5, 9);
                chain(a, true);
            },
        ),
        of_node(
            "skin-two-meshes",
            "two skinned meshes, each with its own copy of a skeleton with the same bone names",
            b"ROOT",
            |a| {
                for x in [-2.0, 2.0] {
                    node_at(a, b"leg", at(x, 0.0, 0.0), |a| {
                        tube(a, 4);
                        anim(a, 8, 60.0);
                        chain(a, true);
                    });
                }
            },
        ),
        file("skin-placed", "a skinned mesh whose node and parent are moved, turned and scaled", |a| {
            let place = Place { position: [0.0, 3.0, 1.0], scale: [2.0, 2.0, 2.0], rotation: [H, H, 0.0, 0.0] };
            node_at(a, b"parent", Place { rotation: [H, 0.0, 0.0, H], ..at(5.0, 0.0, 0.0) }, |a| {
                node_at(a, b"tube", place, |a| {
                    tube(a, 4);
                    anim(a, 9, 30.0);
                    chain(a, true);
                });
            });
        }),
        of_node("skin-bone-like-mesh", "a bone named like the mesh node", b"tube", |a| {
            tube(a, 2);
            node_at(a, b"tube", at(0.0, 0.5, 0.0), |a| bone(a, &rings(&[(0, 1.0), (1, 1.0)])));
        }),
        of_node("skin-empty-bone", "a BONE without weights between two with weights", b"tube", |a| {
            tube(a, 2);
            node(a, b"low", |a| {
                bone(a, &rings(&[(0, 1.0)]));
                node_at(a, b"joint", at(0.0, 0.5, 0.0), |a| {
                    bone(a, &[]);
                    node_at(a, b"high", at(0.0, 0.5, 0.0), |a| bone(a, &rings(&[(1, 1.0)])));
                });
            });
        }),
        of_node(
            "skin-pivot-between",
            "a plain node between two bones, and a plain node that is a child of a bone",
            b"tube",
            |a| {
                tube(a, 2);
                node(a, b"low", |a| {
                    bone(a, &rings(&[(0, 1.0)]));
                    node_at(a, b"plain", Place { scale: [1.0, 2.0, 1.0], ..HERE }, |a| {
                        node_at(a, b"high", at(0.0, 0.5, 0.0), |a| bone(a, &rings(&[(1, 1.0)])));
                    });
                    node_at(a, b"hook", at(1.0, 0.0, 0.0), |_| {});
                });
            },
        ),
        of_node("skin-keys-beside", "KEYS on a plain node next to the bones of a skinned mesh", b"tube", |a| {
            tube(a, 4);
            anim(a, 9, 30.0);
            chain(a, true);
            node(a, b"satellite", |a| keys(a, 1, &[(1, &[3.0, 0.0, 0.0]), (9, &[-3.0, 0.0, 0.0])]));
        }),
        of_node("skin-grandchild-bones", "BONE nodes under a plain child of the mesh node", b"tube", |a| {
            tube(a, 4);
            node_at(a, b"Skeleton", at(0.0, 0.0, 0.0), |a| chain(a, false));
        }),
        of_node("skin-mesh-without-vertices", "BONE without weights under a MESH without vertices", b"mesh", |a| {
            mesh(a, -1, |a| vrts(a, [0, 0, 0], &[]));
            node(a, b"bone", |a| bone(a, &[]));
        }),
    ]
}
