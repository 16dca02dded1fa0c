//! Binary tokens, and what is packed.

use crate::Fixture;
use crate::assembler::Assembler;

/// Appends a name.
fn name(a: &mut Assembler, text: &str) {
    a.raw(&[1, 0]);
    a.i32(text.len() as i32);
    a.raw(text.as_bytes());
}

/// Appends an object of a type and perhaps a name.
fn object(a: &mut Assembler, kind: &str, own: &str, body: impl FnOnce(&mut Assembler)) {
    name(a, kind);
    if !own.is_empty() {
        name(a, own);
    }
    a.raw(&[10, 0]);
    body(a);
    a.raw(&[11, 0]);
}

fn integers(a: &mut Assembler, values: &[i32]) {
    a.raw(&[6, 0]);
    a.i32(values.len() as i32);
    a.i32s(values);
}

fn floats(a: &mut Assembler, values: &[f32]) {
    a.raw(&[7, 0]);
    a.i32(values.len() as i32);
    a.f32s(values);
}

fn doubles(a: &mut Assembler, values: &[f64]) {
    a.raw(&[7, 0]);
    a.i32(values.len() as i32);
    values.iter().for_each(|value| a.raw(&value.to_le_bytes()));
}

fn string(a: &mut Assembler, text: &str) {
    a.raw(&[2, 0]);
    a.i32(text.len() as i32);
    a.raw(text.as_bytes());
    a.raw(&[20, 0]);
}

const POSITIONS: [f32; 9] = [0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0];

/// A template, a frame, a mesh with a material and the reference to another one.
fn tokens(a: &mut Assembler) {
    a.raw(&[31, 0]);
    name(a, "Header");
    a.raw(&[10, 0, 5, 0]);
    a.raw(&[7; 16]);
    a.raw(&[40, 0]);
    name(a, "major");
    a.raw(&[20, 0, 11, 0]);
    object(a, "Header", "", |a| {
        a.raw(&[3, 0]);
        a.i32(1);
        integers(a, &[0, 1]);
    });
    object(a, "Material", "blue", |a| floats(a, &[0., 0., 1., 1., 8., 0., 0., 0., 0., 0., 0.]));
    object(a, "Frame", "Root", |a| {
        object(a, "FrameTransformMatrix", "", |a| {
            floats(a, &[1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1., 0., 1., 2., 3., 1.]);
        });
        object(a, "Mesh", "Triangle", |a| {
            integers(a, &[3]);
            floats(a, &POSITIONS);
            integers(a, &[1, 3, 0, 1, 2]);
            object(a, "MeshMaterialList", "", |a| {
                integers(a, &[2, 1, 0]);
                object(a, "Material", "", |a| {
                    floats(a, &[1., 1., 0., 1., 8., 0., 0., 0., 0., 0., 0.]);
                    object(a, "TextureFilename", "", |a| string(a, "yellow.png"));
                });
                a.raw(&[10, 0]);
                name(a, "blue");
                a.raw(&[11, 0]);
            });
        });
    });
}

/// Packs bytes into blocks of a size, without making them smaller.
fn packed(content: &[u8], block: usize) -> Vec<u8> {
    Assembler::build(|a| {
        a.i32(content.len() as i32 + 16);
        for part in content.chunks(block) {
            let length = part.len() as u16;
            a.raw(&length.to_le_bytes());
            a.raw(&(length + 7).to_le_bytes());
            a.raw(b"CK\x01");
            a.raw(&length.to_le_bytes());
            a.raw(&(!length).to_le_bytes());
            a.raw(part);
        }
    })
}

pub(super) fn file(name: &str, proves: &'static str, head: &[u8; 12], body: &[u8]) -> Fixture {
    Fixture { path: format!("x/{name}.x"), bytes: [&b"xof "[..], head, body].concat(), proves }
}

pub(super) fn all() -> Vec<Fixture> {
    let binary = Assembler::build(tokens);
    let wide = Assembler::build(|a| {
        object(a, "Mesh", "", |a| {
            integers(a, &[3]);
            doubles(a, &POSITIONS.map(f64::from));
            integers(a, &[1, 3, 0, 1, 2]);
        });
    });
    let text = b"Mesh Packed{3;0;0;0;,0;1;0;,1;0;0;;1;3;0,1,2;;}\n";
    let linked = {
        let first: &[u8] = b"Mesh Linked{3;0;0;0;,0;1;0;,1;0;0;;1;3;0,1,2;;}";
        let second: &[u8] = b"Mesh Linked";
        Assembler::build(|a| {
            a.i32((first.len() + second.len()) as i32 + 16);
            a.raw(&packed(first, 100)[4..]);
            a.raw(&(second.len() as u16).to_le_bytes());
            let match_of_eleven = linked_match();
            a.raw(&(match_of_eleven.len() as u16 + 2).to_le_bytes());
            a.raw(b"CK");
            a.raw(&match_of_eleven);
        })
    };
    vec![
        file("binary", "binary tokens of all kinds but angles and dots", b"0303bin 0032", &binary),
        file("binary-doubles", "floats of 64 bits", b"0302bin 0064", &wide),
        file(
            "binary-trailing",
            "bytes after the last object that are no token",
            b"0303bin 0032",
            &[&binary[..], b"\xff\xff\xff"].concat(),
        ),
        file("packed-binary", "binary tokens in blocks of 100 bytes", b"0303bzip0032", &packed(&binary, 100)),
        file("packed-text", "a text in one block", b"0303tzip0032", &packed(text, 1000)),
        file("packed-linked", "a block that refers to the block before it", b"0303tzip0032", &linked),
    ]
}

/// Eleven bytes from 47 bytes before, deflated with fixed codes: one match, and the end.
fn linked_match() -> Vec<u8> {
    let mut bits: Vec<u8> = Vec::new();
    // The last block, fixed codes; numbers begin with their lowest bit, codes with their highest.
    bits.extend([1, 1, 0]);
    // Length 11 is code 265 with one more bit, 0; of 7 bits, 265 - 256.
    bits.extend([0, 0, 0, 1, 0, 0, 1, 0]);
    // Distance 47 is code 10 (33 to 48) with four more bits, 14; of 5 bits.
    bits.extend([0, 1, 0, 1, 0]);
    bits.extend([0, 1, 1, 1]);
    // The end, 256.
    bits.extend([0; 7]);
    bits.chunks(8).map(|byte| byte.iter().rev().fold(0, |all, bit| all << 1 | bit)).collect()
}
