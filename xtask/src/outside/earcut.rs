//! Polygons cut here and by mapbox's earcut through node: their areas must be equal.

use crate::{Outcome, root};
use retromesh::{Diagnostics, ImportOptions, NoFiles, Triangulator};
use std::fmt::Write as _;
use std::io::Write;
use std::process::{Command, Stdio};

/// How many polygons are made.
const POLYGONS: usize = 1000;
/// The areas differ by at most this share: positions are 32-bit floats here.
const NEAR: f64 = 1e-5;
/// The driver: it reads a list of polygons and prints the area of each, as earcut cuts it.
const AREAS: &str = include_str!("areas.mjs");

type Polygon = Vec<[f64; 2]>;

/// Compares the areas of generated simple polygons, read as OBJ, with those of an independent triangulation.
pub(super) fn run() -> Outcome {
    let mut random = Random(1);
    let polygons: Vec<Polygon> = (0..POLYGONS).map(|number| polygon(&mut random, number % 2 == 1)).collect();
    let mut text = String::new();
    let mut first = 1;
    for polygon in &polygons {
        for [x, y] in polygon {
            // A plane that leans against all axes.
            let _ = writeln!(text, "v {x} {y} {}", x * 0.5 - y * 0.25);
        }
        let corners: Vec<String> = (first..first + polygon.len()).map(|corner| corner.to_string()).collect();
        let _ = writeln!(text, "f {}", corners.join(" "));
        first += polygon.len();
    }
    let obj = retromesh::format_by_extension("obj").ok_or("no OBJ")?;
    let options = ImportOptions::default();
    let model = obj.read(text.as_bytes(), &NoFiles, &options, &mut Diagnostics::new()).map_err(|e| e.to_string())?;
    let scene = model.to_scene_with(&options, &mut Diagnostics::new()).map_err(|e| e.to_string())?;
    let mesh = scene.meshes.first().ok_or("no mesh")?;
    let theirs = areas(&polygons)?;
    let (mut worst, mut concave, mut count) = (0f64, 0, 0);
    let mut triangulator = Triangulator::default();
    for (face, expected) in mesh.parts.iter().flat_map(|part| part.faces.iter()).zip(&theirs) {
        let mut triangles = Vec::new();
        concave += usize::from(!triangulator.fans(&mesh.positions, face));
        triangulator.add(&mesh.positions, face, &mut triangles);
        let area = |t: &[u32; 3]| {
            let [a, b, c] = t.map(|v| mesh.positions[v as usize].to_array().map(f64::from));
            ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).abs() / 2.0
        };
        let ours: f64 = triangles.iter().map(area).sum();
        worst = worst.max((ours - expected).abs() / expected.max(1e-9));
        count += 1;
    }
    println!("polygons: {count}, {concave} of them no fans; areas as earcut's within {worst:e}");
    if worst > NEAR || count != POLYGONS { Err("the areas differ".into()) } else { Ok(()) }
}

/// A generator of numbers that are the same everywhere.
struct Random(u64);

impl Random {
    /// Returns a number from 0 to 1.
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        f64::from((self.0 >> 33) as u32) / f64::from(1u32 << 31)
    }
}

/// Makes a polygon that does not cross itself: corners around a centre at random distances, some corners twice, some on an edge.
fn polygon(random: &mut Random, backward: bool) -> Polygon {
    let corners = 3 + (random.next() * 30.0) as usize;
    let round = |x: f64| (x * 4096.0).round() / 4096.0;
    let mut corner = |i: usize| {
        let angle = (i as f64 + random.next() * 0.8) / corners as f64 * std::f64::consts::TAU;
        let distance = 0.1 + random.next() * 4.0;
        [round(angle.cos() * distance), round(angle.sin() * distance)]
    };
    let all: Polygon = (0..corners).map(&mut corner).collect();
    let mut out = Polygon::new();
    for (&a, &b) in all.iter().zip(all.iter().cycle().skip(1)) {
        out.push(a);
        if random.next() < 0.1 {
            out.push(a);
        }
        if random.next() < 0.2 {
            out.push([f64::midpoint(a[0], b[0]), f64::midpoint(a[1], b[1])]);
        }
    }
    if backward {
        out.reverse();
    }
    out
}

fn areas(polygons: &[Polygon]) -> Result<Vec<f64>, String> {
    let mut child = Command::new("node")
        .args(["--input-type=module", "--eval", AREAS, "--"])
        .arg(root().join("tools"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|e| format!("node: {e}"))?;
    let text = serde_json::to_string(polygons).map_err(|e| e.to_string())?;
    let mut stdin = child.stdin.take().ok_or("node has no input")?;
    stdin.write_all(text.as_bytes()).map_err(|e| format!("node: {e}"))?;
    drop(stdin);
    let output = child.wait_with_output().map_err(|e| format!("node: {e}"))?;
    serde_json::from_slice(&output.stdout).map_err(|e| format!("earcut through node: {e}; run `cargo xtask setup`"))
}
