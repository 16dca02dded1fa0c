//! Weights and rotations that only a forgiving reader handles well: all but the last occur in real files.

use super::file;
use super::shapes::triangle;
use super::skins::{rings, tube};
use super::words::{HERE, Place, anim, at, bone, keys, node, node_at};
use crate::Fixture;
use crate::assembler::Assembler;

/// Makes a file with a two-ring tube and one bone per list of weights, all children of the mesh node.
fn weights(name: &str, proves: &'static str, bones: &[&[(i32, f32)]]) -> Fixture {
    file(name, proves, |a| {
        node(a, b"tube", |a| {
            tube(a, 2);
            for (number, list) in bones.iter().enumerate() {
                let name = [b"bone-", &[b'a' + number as u8][..]].concat();
                node_at(a, &name, at(number as f32 * 0.25, 0.0, 0.0), |a: &mut Assembler| bone(a, list));
            }
        });
    })
}

pub(super) fn all() -> Vec<Fixture> {
    let both = rings(&[(0, 1.0), (1, 1.0)]);
    vec![
        weights(
            "weights-zero",
            "explicit zero weights among whole ones",
            &[&rings(&[(0, 1.0), (1, 0.0)]), &rings(&[(0, 0.0), (1, 1.0)])],
        ),
        weights("weights-zero-only", "vertices whose only weights are 0", &[&rings(&[(0, 1.0), (1, 0.0)])]),
        weights("weights-negative", "negative weights among positive ones", &[&both, &rings(&[(1, -0.25)])]),
        weights(
            "weights-unnormalised",
            "weights that sum to 2, 0.5 and 100",
            &[
                &[(0, 1.0), (1, 0.25), (2, 60.0), (3, 1.0)],
                &[(0, 1.0), (1, 0.25), (2, 40.0), (4, 1.0), (5, 1.0), (6, 1.0), (7, 1.0)],
            ],
        ),
        weights("weights-unweighted", "half the vertices of a skinned mesh have no weight", &[&rings(&[(0, 1.0)])]),
        weights("weights-same-vertex-twice", "one bone names a vertex twice", &[&[&both[..], &[(0, 0.5)]].concat()]),
        weights(
            "weights-six",
            "six bones on one vertex, with different weights, not in order of size",
            &[&[&both[..], &[]].concat(), &[(0, 0.1)], &[(0, 0.5)], &[(0, 0.05)], &[(0, 0.25)], &[(0, 0.2)]],
        ),
        weights(
            "weights-ten",
            "ten bones of equal weight on one vertex",
            &[
                &[&[(0, 0.1)][..], &both[1..]].concat(),
                &[(0, 0.1)],
                &[(0, 0.1)],
                &[(0, 0.1)],
                &[(0, 0.1)],
                &[(0, 0.1)],
                &[(0, 0.1)],
                &[(0, 0.1)],
                &[(0, 0.1)],
                &[(0, 0.1)],
            ],
        ),
        file("rotation-long", "node and key rotations of length 2", |a| {
            node_at(a, b"long", Place { rotation: [0.0, 2.0, 0.0, 0.0], ..HERE }, |a| {
                triangle(a, -1);
                keys(a, 4, &[(1, &[2.0, 0.0, 0.0, 0.0]), (3, &[0.0, 0.0, 2.0, 0.0])]);
                anim(a, 3, 30.0);
            });
        }),
    ]
}
