//! One file for each of the layouts: two objects where there are trees, a triangle in each.

use super::{CORNERS, Fixture, IDENTITY, Parts, at, bytes, signature, string};
use crate::assembler::Assembler;

/// Translation, rotation axis, angle, scale.
const PLACED: [f32; 10] = [1., 2., 3., 0., 1., 0., 0.5, 1., 2., 1.];

pub(super) fn all() -> Vec<Fixture> {
    let mut fixtures = vec![
        bytes("layout-1", "L1: named objects with positions and UVs, nothing else", |a| {
            flat(a, 5, [0, 1, 2], None);
        }),
        bytes("layout-2", "L2: objects have translation, rotation and scale", |a| flat(a, 5, [0, 1, 2], Some(PLACED))),
        bytes("layout-3", "L3: vertices have normals; the scale is negative along x, an error of that exporter", |a| {
            flat(a, 8, [0, 1, 2], Some([1., 2., 3., 0., 1., 0., 0.5, -1., 2., 1.]));
        }),
        bytes(
            "layout-3-clockwise",
            "L3: faces whose winding contradicts their normals mean that the file is clockwise",
            |a| flat(a, 8, [0, 2, 1], Some(PLACED)),
        ),
        bytes(
            "layout-4",
            "L4: names of 32 bytes with slack, a tree, cameras with yaw and pitch, lights of three colours",
            |a| {
                signature(a);
                a.i32s(&[2, 1, 1]);
                trunk(a, 8);
                a.text(b"0{1{}}");
                a.f32s(&[0., 1., 2., 0.5, -0.25]);
                a.f32s(&[4., 5., 6., 0.1, 0.1, 0.1, 1., 1., 0.9, 0.8, 1., 0.5, 0.5, 0.5, 1., 0.2, 0.8, 0.4]);
            },
        ),
        bytes(
            "layout-5",
            "L5: tangents and binormals, one camera, lights with a direction, materials, a material per object",
            |a| {
                signature(a);
                a.i32s(&[2, 1, 1]);
                trunk(a, 14);
                a.text(b"0{1{}}");
                a.f32s(&[0., 1., 2., 0.5, -0.25]);
                a.f32s(&[1., 0.9, 0.8, 1., 20., 2.]);
                a.i32(0);
                a.f32s(&[4., 5., 6., 1., 0., -1., 0., 0., 60.]);
                a.f32s(&[0.1, 0.1, 0.1, 1.]);
                material(a, 5);
                a.i32s(&[0, 0]);
            },
        ),
    ];
    let components = [
        (6, "bgl/layout-6", "L6: components and instances that place them by translation, rotation and scale"),
        (7, "bgl/layout-7", "L7: instances have a matrix, the axes are Blender's"),
        (8, "bgl/layout-8", "L8: lights have three attenuation factors"),
        (9, "bgl/layout-9", "L9: materials have a blending flag"),
        (10, "bgl/layout-10", "L10: a skybox; material and shader type are bytes"),
        (11, "bgl/layout-11", "L11: the reflectance is one number"),
        (12, "bgl/layout-12", "L12: materials have a refraction"),
        (0, "bgl/layout-12b", "L12b: as L12 without the skybox"),
        (13, "bgl/layout-13", "L13: ambient light and types first, a list of cameras"),
        (14, "bgl/layout-14", "L14: everything has a name"),
        (16, "bgl/layout-16", "L16: geometries in files of their own"),
    ];
    for (layout, path, proves) in components {
        let bytes = Assembler::build(|a| scene(a, if layout == 0 { 12 } else { layout }, layout == 0));
        fixtures.push(Fixture { path: format!("{path}.bgl"), bytes, proves });
    }
    fixtures.push(Fixture {
        path: "bgl/layout-15.bgl".to_owned(),
        bytes: Parts::triangle().bytes(),
        proves: "L15: the layout of the specification",
    });
    fixtures.push(Fixture {
        path: "bgl/geometries/tri_1.bgg".to_owned(),
        bytes: Assembler::build(|a| {
            a.i32s(&[3, 3]);
            CORNERS.iter().for_each(|corner| {
                a.f32s(corner);
                a.f32s(&[0.0; 6]);
            });
            a.i32s(&[0, 1, 2]);
        }),
        proves: "the geometry of the L16 file: counts, vertices, indices",
    });
    fixtures
}

/// L1 to L3: one object.
fn flat(a: &mut Assembler, floats: usize, corners: [i32; 3], placement: Option<[f32; 10]>) {
    signature(a);
    a.i32(1);
    a.raw(&[3]);
    a.i32s(&[3, 3]);
    a.raw(b"Tri");
    CORNERS.iter().for_each(|corner| a.f32s(&corner[..floats]));
    a.i32s(&corners);
    if let Some(placement) = placement {
        a.f32s(&placement);
    }
}

/// L4 and L5: a triangle and an object without geometry.
fn trunk(a: &mut Assembler, floats: usize) {
    for (name, count) in [(b"Tri\0slack behind the closing NUL", 3), (b"Empty\0                          ", 0)] {
        a.i32s(&[count, count]);
        a.raw(&name[..32]);
        if count > 0 {
            CORNERS.iter().for_each(|corner| a.f32s(&corner[..floats]));
            a.i32s(&[0, 1, 2]);
        }
        a.f32s(&PLACED);
    }
}

fn name(a: &mut Assembler, layout: u32, name: &[u8]) {
    if layout >= 14 {
        string(a, name);
    }
}

fn material(a: &mut Assembler, layout: u32) {
    if layout < 10 {
        a.i32s(&[0, 0]);
    } else {
        a.raw(&[0, 0]);
    }
    name(a, layout, b"White");
    a.f32s(&[1., 1., 1., 1., 0., 0., 0., 1., 0.8, 0.6, 0.4, 1., 0.2, 0.2, 0.1, 1.]);
    if layout <= 10 {
        a.f32s(&[0.1, 0.2, 0.3, 0.4]);
    }
    a.f32s(&[1., 50.]);
    if layout >= 11 {
        a.f32s(&[0.25]);
    }
    if layout >= 12 {
        a.f32s(&[0.125]);
    }
    a.f32s(&[1., 0., 500., 0.]);
    if layout >= 9 {
        a.raw(&[1]);
    }
    for slot in 0..8 {
        string(a, if slot == 2 { b"bricks" } else { b"" });
    }
}

fn light(a: &mut Assembler, layout: u32) {
    if layout >= 13 {
        a.raw(&[2]);
    }
    name(a, layout, b"Lamp");
    a.f32s(&[1., 0.9, 0.8, 1.]);
    if layout < 8 {
        a.f32s(&[20.]);
    } else {
        a.f32s(&[0., 30., 1.]);
    }
    a.f32s(&[100.]);
    if layout < 13 {
        a.raw(&[2]);
    }
    a.f32s(&[0.]);
}

fn camera(a: &mut Assembler, layout: u32) {
    if layout >= 13 {
        a.raw(&[u8::from(layout < 15)]);
    }
    name(a, layout, b"Camera");
    a.i32s(&[1280, 720]);
    a.f32s(&[0.25, 250., 1.]);
    if layout >= 13 {
        a.raw(&[1]);
    }
}

/// L6 and later: one of each component; a camera, a light and a triangle that carries the light.
fn scene(a: &mut Assembler, layout: u32, without_skybox: bool) {
    signature(a);
    if layout >= 13 {
        a.i32(1);
    }
    a.i32s(&[1, 1, 1]);
    if layout >= 15 {
        a.i32(0);
    }
    a.i32(3);
    if (10..=12).contains(&layout) && !without_skybox {
        string(a, b"dusk");
    }
    if layout < 13 {
        camera(a, layout);
    }
    a.f32s(&[0.05, 0.1, 0.2, 1.]);
    if layout >= 13 {
        camera(a, layout);
        a.raw(&[0]);
    }
    name(a, layout, b"Tri.1");
    if layout == 16 {
        string(a, b"tri_1");
    } else {
        a.i32s(&[3, 3]);
        CORNERS.iter().for_each(|corner| a.f32s(corner));
        a.i32s(&[0, 1, 2]);
    }
    material(a, layout);
    light(a, layout);
    let links = [[1, 0, 0, 0], [0, 1, 1, 0], [0, 0, 0, 1]];
    for (label, [camera, geometry, material, light]) in [&b"Camera"[..], b"Tri", b"Lamp"].iter().zip(links) {
        name(a, layout, label);
        if layout < 13 {
            a.raw(&[camera as u8]);
        } else {
            a.i32(camera);
        }
        a.i32s(&[geometry, material, light]);
        if layout >= 15 {
            a.i32(0);
        }
        match layout {
            6 => a.f32s(&PLACED),
            _ if geometry == 1 => a.f32s(&IDENTITY),
            _ => a.f32s(&at(1., 2., 3.)),
        }
    }
    a.text(b"0{}1{2{}}");
}
