//! The LZSS codec: every array of a set of files that the format compresses, and index ramps, the packer's hardest case.

use super::super::{best, speed};
use super::models;
use retromesh_p3d::{Packed, odol7::Odol};
use retromesh_wire::Row;
use retromesh_wire::lzss::{self, Sum};

/// One packed array: what it unpacks to, and its stream.
type Stream = (Vec<u8>, Vec<u8>);

pub(super) fn run() {
    println!("\nP3D, LZSS; MB/s of unpacked bytes");
    println!("{:<34} {:>9} {:>7} {:>9} {:>9} {:>9}", "", "bytes", "ratio", "decode", "encode", "memcpy");
    let mut real: Vec<Stream> = Vec::new();
    for file in crate::real_files("p3d") {
        gather(&models::parse(&file.bytes), &mut real);
    }
    let mut generated = Vec::new();
    let files: Vec<Vec<u8>> = (0..4).map(models::odol).collect();
    files.iter().for_each(|bytes| gather(&models::parse(bytes), &mut generated));
    let packed = |bytes: Vec<u8>| {
        let stream = lzss::encode(&bytes, Sum::Unsigned);
        (bytes, stream)
    };
    let ramp = vec![packed((0..60_000u16).flat_map(u16::to_le_bytes).collect())];
    let words = vec![packed((0..60_000u32).flat_map(u32::to_le_bytes).collect())];
    for (name, set) in [
        ("arrays of the corpus", &real),
        ("arrays of generated models", &generated),
        ("a ramp of 60000 u16", &ramp),
        ("a ramp of 60000 u32", &words),
    ] {
        row(name, set);
    }
}

fn gather(odol: &Odol<'_>, out: &mut Vec<Stream>) {
    fn add<T: Row>(array: &Packed<'_, T>, out: &mut Vec<Stream>) {
        if let Some(stream) = array.packed_bytes() {
            out.push((array.values().bytes().to_vec(), stream.to_vec()));
        }
    }
    for lod in &odol.lods {
        add(&lod.clip, out);
        add(&lod.uvs, out);
        add(&lod.point_to_vertex, out);
        add(&lod.vertex_to_point, out);
        for selection in &lod.selections {
            add(&selection.faces, out);
            add(&selection.vertices, out);
            add(&selection.vertex_weights, out);
        }
    }
    add(&odol.info.masses, out);
}

fn row(name: &str, set: &[Stream]) {
    if set.is_empty() {
        return;
    }
    let total: usize = set.iter().map(|(bytes, _)| bytes.len()).sum();
    let streams: usize = set.iter().map(|(_, stream)| stream.len()).sum();
    let decode = speed(total, best(|| set.iter().for_each(|(bytes, stream)| keep(lzss::decode(stream, bytes.len())))));
    let encode = speed(total, best(|| set.iter().for_each(|(bytes, _)| keep(lzss::encode(bytes, Sum::Unsigned)))));
    let copy = speed(total, best(|| set.iter().for_each(|(bytes, _)| keep(bytes.clone()))));
    let ratio = streams as f64 / total as f64;
    println!("{name:<34} {total:>9} {ratio:>7.2} {:>9.0} {:>9.1} {:>9.0}", decode * 1e3, encode * 1e3, copy * 1e3);
}

fn keep<T>(value: T) {
    drop(std::hint::black_box(value));
}
