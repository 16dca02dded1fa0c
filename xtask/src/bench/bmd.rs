//! BGBTech BMD: the speed of unpacking vertices, form by form, on generated files.

use super::{best, speed};
use retromesh::{Diagnostics, ImportOptions};
use retromesh_bmd::Document;
use retromesh_bmd::vertex::UvLayout;

/// Vertices of a mesh: the most that its count can say.
const VERTICES: usize = 65_535;
/// Meshes of a file.
const MESHES: usize = 4;

/// What a vertex is made of: the name of the row, the material, and the bytes of vertex `i`.
type Form = (&'static str, &'static str, fn(u64) -> Vec<u8>);

const FORMS: [Form; 4] = [
    ("64 bits, flat colour", "#80FF40", |i| word((i % 64) << 56 | 0x0000_7000_7800_0000 | i & 0x7ff_ffff)),
    ("64 bits, textured", "skin", |i| word((i % 64) << 56 | (i & 0x3f_ffff) << 32 | 0x7800_0000 | i & 0x7ff_ffff)),
    ("96 bits", "skin", |i| {
        let first = 0xfb << 56 | (i & 0x3f_ffff) << 32 | 0x7800_0000 | i & 0x7ff_ffff;
        [word(first), ((i as u32 % 64) << 24 | 0x0070_0000).to_le_bytes().to_vec()].concat()
    }),
    ("128 bits", "skin", |i| {
        let first = 0xfd << 56 | 0x0f << 48 | 0x3c00_3c00_0000 | i & 0x3fff;
        [word(first), word((i % 64) << 56 | 0x7000_0000_0000 | i & 0x0fff_ffff)].concat()
    }),
];

fn word(word: u64) -> Vec<u8> {
    word.to_le_bytes().to_vec()
}

/// A static model: header, name, mesh table, then the vertex list and one triangle of each mesh.
fn file((_, material, vertex): Form) -> (Vec<u8>, usize) {
    let list: Vec<u8> = (0..VERTICES as u64).flat_map(vertex).collect();
    let name = 48;
    let table = (name + material.len() + 1).next_multiple_of(16);
    let lists = table + MESHES * 32;
    let mut out = b"BMD1".to_vec();
    let mut put = |values: &[u32]| values.iter().for_each(|value| out.extend(value.to_le_bytes()));
    put(&[0, 0, 0, table as u32, (MESHES * 32) as u32, 0, 0, 0, 0, 0, 0]);
    out.extend(material.bytes());
    out.resize(table, 0);
    for mesh in 0..MESHES {
        let start = lists + mesh * (list.len() + 4);
        let mut put = |values: &[u32]| values.iter().for_each(|value| out.extend(value.to_le_bytes()));
        put(&[start as u32, (start + list.len()) as u32, name as u32, 1 << 16 | VERTICES as u32]);
        put(&[list.len() as u32, 4, 1, 0]);
    }
    for _ in 0..MESHES {
        out.extend(&list);
        out.extend((2u32 << 22 | 1 << 12).to_le_bytes());
    }
    (out, list.len() * MESHES)
}

pub(super) fn run() {
    println!("\nBMD, generated: {MESHES} meshes of {VERTICES} vertices; GB/s of vertex data");
    println!("{:<24} {:>9} {:>7} {:>7} {:>7} {:>7}", "", "bytes", "parse", "unpack", "+scene", "memcpy");
    for form in FORMS {
        let (bytes, size) = file(form);
        let options = ImportOptions::default();
        let read =
            || Document::parse_with(&bytes, &options, &mut Diagnostics::new()).expect("a generated file is read");
        let document = read();
        // Everything that a vertex holds is used, so that nothing is skipped.
        let unpack = || {
            let vertices = document.meshes.iter().flat_map(|mesh| mesh.vertices(UvLayout::Current));
            vertices.fold([0.0f32; 3], |[a, b, c], v| {
                let bone = f32::from(v.bone) + v.color.map_or(0.0, f32::from);
                [a + v.position.element_sum(), b + v.normal.element_sum(), c + v.uv.element_sum() + bone]
            })
        };
        let scene = || read().to_scene_with(&options, &mut Diagnostics::new()).expect("a generated file has a scene");
        let [parsed, unpacked] = [speed(size, best(|| drop(read()))), speed(size, best(unpack))];
        let [scene, copy] = [speed(size, best(scene)), speed(size, best(|| bytes.clone()))];
        let name = form.0;
        println!("{name:<24} {:>9} {parsed:>7.2} {unpacked:>7.2} {scene:>7.2} {copy:>7.2}", bytes.len());
    }
}
