//! BOGLE `.bgl`: one file for each layout, each construct, each rule of the tree, each trap of the engine and each error.
//!
//! All layouts share signature and version byte. Space since L7: Blender's, right-handed, z up; UV origin bottom left; quaternions
//! x, y, z, w; matrices by columns; times in seconds.
#![allow(clippy::trivially_copy_pass_by_ref, reason = "a byte string literal is a reference")]

mod bad;
mod components;
mod layouts;
mod skins;
mod traps;
mod trees;

use crate::Fixture;
use crate::assembler::Assembler;

pub(super) fn all() -> Vec<Fixture> {
    let tables = [layouts::all(), components::all(), skins::all(), trees::all(), traps::all(), bad::all()];
    tables.into_iter().flatten().collect()
}

const IDENTITY: [f32; 16] = [1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1.];

/// Translates by the given vector.
fn at(x: f32, y: f32, z: f32) -> [f32; 16] {
    let mut matrix = IDENTITY;
    matrix[12..15].copy_from_slice(&[x, y, z]);
    matrix
}

/// A triangle in the plane z = 0 that looks up: position, UV, normal, tangent, binormal.
const CORNERS: [[f32; 14]; 3] = [
    [0., 0., 0., 0., 0., 0., 0., 1., 1., 0., 0., 0., 1., 0.],
    [1., 0., 0., 1., 0., 0., 0., 1., 1., 0., 0., 0., 1., 0.],
    [0., 1., 0., 0., 1., 0., 0., 1., 1., 0., 0., 0., 1., 0.],
];

fn signature(a: &mut Assembler) {
    a.raw(b"BOGLE\0");
}

/// A 32-bit length and the bytes.
fn string(a: &mut Assembler, text: &[u8]) {
    a.i32(text.len() as i32);
    a.raw(text);
}

/// The parts of an L15 file, each as its bytes.
#[derive(Default)]
struct Parts {
    cameras: Vec<Vec<u8>>,
    geometries: Vec<Vec<u8>>,
    materials: Vec<Vec<u8>>,
    lights: Vec<Vec<u8>>,
    collections: Vec<Vec<u8>>,
    instances: Vec<Vec<u8>>,
    tree: Vec<u8>,
}

impl Parts {
    /// A plain camera, a white material and a triangle that uses it; the camera is instance 0, the triangle 1.
    fn triangle() -> Self {
        Self {
            cameras: vec![camera(0, b"Camera", 1)],
            geometries: vec![geometry(b"Tri", &vertices([0.0; 6]), &[0, 1, 2])],
            materials: vec![material(b"White", [b""; 8])],
            instances: vec![
                instance(b"Camera", [1, 0, 0, 0, 0], at(0., -5., 1.)),
                instance(b"Tri", [0, 1, 1, 0, 0], IDENTITY),
            ],
            tree: b"0{}1{}".to_vec(),
            ..Self::default()
        }
    }

    fn write(&self, a: &mut Assembler) {
        signature(a);
        let lists =
            [&self.cameras, &self.geometries, &self.materials, &self.lights, &self.collections, &self.instances];
        lists.iter().for_each(|list| a.i32(list.len() as i32));
        a.f32s(&[0.05, 0.1, 0.2, 1.]);
        lists.iter().for_each(|list| list.iter().for_each(|part| a.raw(part)));
        a.text(&self.tree);
    }

    fn bytes(&self) -> Vec<u8> {
        Assembler::build(|a| self.write(a))
    }
}

/// Makes an L15 fixture from the triangle, changed by `change`.
fn changed(name: &str, proves: &'static str, change: impl FnOnce(&mut Parts)) -> Fixture {
    let mut parts = Parts::triangle();
    change(&mut parts);
    Fixture { path: format!("bgl/{name}.bgl"), bytes: parts.bytes(), proves }
}

/// Makes a fixture from the first byte on.
fn bytes(name: &str, proves: &'static str, body: impl FnOnce(&mut Assembler)) -> Fixture {
    Fixture { path: format!("bgl/{name}.bgl"), bytes: Assembler::build(body), proves }
}

fn camera(kind: u8, name: &[u8], main: u8) -> Vec<u8> {
    Assembler::build(|a| {
        a.raw(&[kind]);
        string(a, name);
        a.i32s(&[1280, 720]);
        a.f32s(&[0.25, 250., 1.]);
        a.raw(&[main]);
    })
}

/// The three corners with the same bone words and weights at each.
fn vertices(skin: [f32; 6]) -> Vec<Vec<u8>> {
    let corner = |corner: &[f32; 14]| {
        Assembler::build(|a| {
            a.f32s(corner);
            a.f32s(&skin);
        })
    };
    CORNERS.iter().map(corner).collect()
}

fn geometry(name: &[u8], vertices: &[Vec<u8>], indices: &[i32]) -> Vec<u8> {
    Assembler::build(|a| {
        a.raw(&[0]);
        string(a, name);
        a.i32s(&[vertices.len() as i32, indices.len() as i32]);
        vertices.iter().for_each(|vertex| a.raw(vertex));
        a.i32s(indices);
    })
}

/// A material with the values that exports have by default.
fn material(name: &[u8], textures: [&[u8]; 8]) -> Vec<u8> {
    material_with(name, [1., 50., 0., 0., 1., 0., 500., 0.], 0, textures)
}

/// Scalars: opacity, specular power, reflectance, refraction, index of refraction, bump intensity, specular scale, threshold.
fn material_with(name: &[u8], scalars: [f32; 8], blending: u8, textures: [&[u8]; 8]) -> Vec<u8> {
    Assembler::build(|a| {
        a.raw(&[0, 0]);
        string(a, name);
        a.f32s(&[1., 1., 1., 1., 0., 0., 0., 1., 0.8, 0.6, 0.4, 1., 0.2, 0.2, 0.1, 1.]);
        a.f32s(&scalars);
        a.raw(&[blending]);
        textures.iter().for_each(|texture| string(a, texture));
    })
}

fn light(kind: u8, name: &[u8], attenuation: [f32; 3], angle: f32) -> Vec<u8> {
    Assembler::build(|a| {
        a.raw(&[kind]);
        string(a, name);
        a.f32s(&[1., 0.9, 0.8, 1.]);
        a.f32s(&attenuation);
        a.f32s(&[100., angle]);
    })
}

/// Links: camera, geometry, material, light, collection.
fn instance(name: &[u8], links: [i32; 5], matrix: [f32; 16]) -> Vec<u8> {
    Assembler::build(|a| {
        string(a, name);
        a.i32s(&links);
        a.f32s(&matrix);
    })
}
