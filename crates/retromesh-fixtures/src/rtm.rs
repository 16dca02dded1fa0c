//! Motion `.rtm`: a file for each version, and for each way to be refused or repaired.

use crate::Fixture;
use crate::assembler::Assembler;

/// Aside, up, direction, position.
type Matrix = [f32; 12];

const REST: Matrix = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0];
/// A quarter of a turn around the y axis.
const QUARTER: Matrix = [0.0, 0.0, -1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0];
/// Half of a turn around the y axis.
const HALF: Matrix = [-1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0];
/// A step of half a metre upward.
const RAISED: Matrix = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.5, 0.0];
/// The x axis leans over.
const SHEARED: Matrix = [1.0, 0.5, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0];

/// A file: what comes before the counts, the names, and for each phase its time and matrices.
struct Motion<'a> {
    magic: &'a [u8],
    step: &'a [f32],
    bones: &'a [&'a str],
    phases: &'a [(f32, &'a [Matrix])],
}

impl Motion<'_> {
    fn bytes(&self) -> Vec<u8> {
        Assembler::build(|a| {
            let name = |a: &mut Assembler, name: &str| {
                let mut field = name.as_bytes().to_vec();
                field.resize(32, 0);
                a.raw(&field);
            };
            a.raw(self.magic);
            a.f32s(self.step);
            a.i32s(&[self.phases.len() as i32, self.bones.len() as i32]);
            self.bones.iter().for_each(|bone| name(a, bone));
            for (time, matrices) in self.phases {
                a.f32s(&[*time]);
                for (bone, matrix) in self.bones.iter().zip(*matrices) {
                    name(a, bone);
                    a.f32s(matrix);
                }
            }
        })
    }
}

fn rtm(name: &str, proves: &'static str, bytes: Vec<u8>) -> Fixture {
    Fixture { path: format!("rtm/{name}.rtm"), bytes, proves }
}

pub(super) fn all() -> Vec<Fixture> {
    let step = [0.0, 0.0, 1.5];
    let turn = Motion {
        magic: b"RTM_0101",
        step: &step,
        bones: &["turret", "Weights"],
        phases: &[(0.0, &[REST, REST]), (0.5, &[QUARTER, RAISED]), (1.0, &[HALF, REST])],
    };
    let forward = Motion {
        magic: b"RTM_0100",
        step: &[2.0],
        bones: &["a name of 32 bytes without an end"],
        phases: &[(0.0, &[REST]), (1.0, &[QUARTER])],
    };
    let forward = Motion { bones: &[&forward.bones[0][..32]], ..forward };
    let strangers =
        Motion { bones: &["turret", "left hand"], phases: &[(0.0, &[RAISED, REST]), (1.0, &[REST, REST])], ..turn };
    let nothing = Motion { bones: &[], phases: &[], ..turn };
    let sheared = Motion { bones: &["turret"], phases: &[(0.0, &[SHEARED]), (1.0, &[REST])], ..turn };
    let order = Motion { bones: &["turret"], phases: &[(1.0, &[REST]), (0.0, &[QUARTER]), (1.0, &[HALF])], ..turn };
    let broken = Motion { bones: &["turret"], phases: &[(0.0, &[[f32::NAN; 12]]), (7.0, &[REST])], ..turn };
    let counts = |phases: i32, bones: i32| {
        Assembler::build(|a| {
            a.raw(b"RTM_0101");
            a.f32s(&step);
            a.i32s(&[phases, bones]);
            a.raw(&[0; 128]);
        })
    };
    let whole = turn.bytes();
    vec![
        rtm("forward", "a step forward; a name without a NUL", forward.bytes()),
        rtm("nothing", "neither bones nor phases", nothing.bytes()),
        rtm("sheared", "a matrix with shear", sheared.bytes()),
        rtm("strangers", "a bone that no selection has", strangers.bytes()),
        Fixture {
            path: "p3d/strangers.rtm".to_owned(),
            bytes: strangers.bytes(),
            proves: "next to the models: a bone that no selection has",
        },
        rtm("trailing", "bytes after the end", [&whole[..], b"more"].concat()),
        rtm("unsorted", "phases that are not in order, two of one time", order.bytes()),
        rtm("not-a-number", "a matrix of no numbers, and a time after the end", broken.bytes()),
        rtm("bad/cut", "a phase that ends early", whole[..whole.len() - 1].to_vec()),
        rtm("bad/magic", "another version", [b"RTM_0102", &whole[8..]].concat()),
        rtm("bad/binarised", "a file of Arma", b"BMTR\x03\0\0\0".to_vec()),
        rtm("bad/many-bones", "more bones than bytes", counts(1, i32::MAX)),
        rtm("bad/many-phases", "more phases than bytes", counts(i32::MAX, 0)),
        rtm("bad/negative", "a negative count of bones", counts(1, -1)),
        rtm("bad/empty", "no bytes", Vec::new()),
        rtm("turn", "two bones, three phases, a step", whole),
    ]
}
