//! bOGL and BOGLE: a million vertices beside the same in Blitz3D, a byte for a byte.

use super::{Pages, apart, best, shapes, speed};
use crate::Outcome;
use retromesh::{Diagnostics, Format, ImportOptions, Model, NoFiles, format_by_extension};

const VERTICES: usize = 1_000_000;
/// bOGL's indices have 16 bits, so the vertices are in so many meshes.
const MESHES: usize = 16;
/// How much longer a byte may take on its way to the scene than in Blitz3D.
const BOUND: f64 = 1.5;

/// A name, the extension of the format, and what makes the file.
type Measured = (&'static str, &'static str, fn() -> Vec<u8>);

/// The measured files; the first is what the others are compared with.
const FILES: [Measured; 4] = [
    ("b3d", "b3d", || shapes::one_mesh(VERTICES)),
    ("bo3d 32", "bo3d", || bo3d(32)),
    ("bo3d 16", "bo3d", || bo3d(16)),
    ("bgl", "bgl", bgl),
];

pub(super) fn run() -> Outcome {
    println!(
        "\n{VERTICES} vertices and triangles; GB/s of input, and time a byte to the scene as a share of Blitz3D's"
    );
    for (pages, about) in [(Pages::Fresh, "fresh pages"), (Pages::Kept, "pages of the runs before")] {
        println!("{about:<24} {:>10} {:>10} {:>9} {:>7} {:>7}", "bytes", "parse ms", "+scene", "memcpy", "share");
        let mut yardstick = None;
        for (name, ..) in FILES {
            let row = apart(&["bogle-row", name], pages)?;
            let numbers: Vec<f64> = row.split_whitespace().filter_map(|word| word.parse().ok()).collect();
            let [bytes, parse, scene, copy] = numbers[..] else { return Err(format!("no figures: {row}")) };
            let share = *yardstick.get_or_insert(scene) / scene;
            let verdict = if share <= BOUND { "" } else { "  over the bound" };
            println!("{name:<24} {bytes:>10} {parse:>10.3} {scene:>9.2} {copy:>7.2} {share:>7.2}{verdict}");
        }
    }
    Ok(())
}

/// Measures one file, in this process.
pub(super) fn row(name: &str) -> Outcome {
    let (_, extension, make) = FILES.iter().find(|(own, ..)| *own == name).ok_or("no such file")?;
    let bytes = make();
    let (parse, scene) = measure(extension, &bytes);
    println!("{} {parse} {scene} {}", bytes.len(), speed(bytes.len(), best(|| bytes.clone())));
    Ok(())
}

/// Returns the milliseconds of parsing alone, which in some formats touches no vertex, and the speed with the scene.
fn measure(extension: &str, bytes: &[u8]) -> (f64, f64) {
    let format = format_by_extension(extension).expect("the format is compiled in");
    let parse = best(|| read(format, bytes).version()).as_secs_f64() * 1e3;
    let scene = best(|| {
        let model = read(format, bytes);
        model.to_scene_with(&ImportOptions::default(), &mut Diagnostics::new()).expect("a generated file has a scene")
    });
    (parse, speed(bytes.len(), scene))
}

fn read<'a>(format: &dyn Format, bytes: &'a [u8]) -> Box<dyn Model + 'a> {
    let mut diagnostics = Diagnostics::new();
    format.read(bytes, &NoFiles, &ImportOptions::default(), &mut diagnostics).expect("a generated file is read")
}

fn ints(out: &mut Vec<u8>, values: &[i32]) {
    values.iter().for_each(|v| out.extend(v.to_le_bytes()));
}

fn floats(out: &mut Vec<u8>, values: &[f32]) {
    values.iter().for_each(|v| out.extend(v.to_le_bytes()));
}

/// Returns UV, normal and position of a vertex.
fn vertex(n: usize) -> [f32; 8] {
    let x = (n % 250) as f32;
    [x / 250., 0.25, 0., 0., 1., x, (n / 250) as f32, 0.5]
}

/// Returns a bOGL file with vertex numbers of so many bits.
fn bo3d(bits: i32) -> Vec<u8> {
    let mut out = Vec::new();
    out.extend(b"BO3D");
    let count = VERTICES / MESHES;
    let size = 92 + count * bits as usize + (count * 6).next_multiple_of(4);
    ints(&mut out, &[100, MESHES as i32, (MESHES * size) as i32, bits]);
    for mesh in 0..MESHES {
        ints(&mut out, &[size as i32, if mesh == 0 { -1 } else { 0 }]);
        floats(&mut out, &[0., 0., 0., 1., 1., 1., 1., 0., 0., 0.]);
        ints(&mut out, &[0, 0, 0, count as i32, 0, count as i32, 0, -1]);
        floats(&mut out, &[1.]);
        ints(&mut out, &[0, 0]);
        for n in 0..count {
            match bits {
                32 => floats(&mut out, &vertex(n)),
                // A sixteenth of each number has the exponent of a half in its upper bits: any finite pattern will do.
                _ => vertex(n).iter().for_each(|x| out.extend(((x.to_bits() >> 17) as u16 & 0x3bff).to_le_bytes())),
            }
        }
        for n in 0..count {
            let first = (n % (count - 2)) as u16;
            [first, first + 1, first + 2].iter().for_each(|corner| out.extend(corner.to_le_bytes()));
        }
        out.resize(out.len().next_multiple_of(4), 0);
    }
    out
}

/// Returns a BOGLE file (L15) with one geometry, a material and an instance.
fn bgl() -> Vec<u8> {
    let mut out = Vec::new();
    out.extend(b"BOGLE\0");
    ints(&mut out, &[0, 1, 1, 0, 0, 1]);
    floats(&mut out, &[0., 0., 0., 1.]);
    out.push(0);
    ints(&mut out, &[0, VERTICES as i32, 3 * VERTICES as i32]);
    for n in 0..VERTICES {
        let [u, v, nx, ny, nz, x, y, z] = vertex(n);
        floats(&mut out, &[x, y, z, u, v, nx, ny, nz, 1., 0., 0., 0., 1., 0., 0., 0., 0., 0., 0., 0.]);
    }
    for n in 0..VERTICES {
        let first = (n % (VERTICES - 2)) as i32;
        ints(&mut out, &[first, first + 1, first + 2]);
    }
    out.extend([0, 0]);
    ints(&mut out, &[0]);
    floats(&mut out, &[0.5; 16]);
    floats(&mut out, &[1., 50., 0., 0., 1., 0., 500., 0.]);
    out.push(0);
    ints(&mut out, &[0; 8]);
    ints(&mut out, &[0, 0, 1, 1, 0, 0]);
    floats(&mut out, &[1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1.]);
    out.extend(b"0{}\0");
    out
}
