//! Rooms of SCP - Containment Breach: one file for each construct that real files hold, that the format allows, or that a parser must
//! refuse.
//!
//! Space of all numbers: left-handed, x right, y up, z forward; front faces clockwise; UV origin top left.
#![allow(clippy::trivially_copy_pass_by_ref, reason = "a byte string literal is a reference")]

use super::Fixture;
use super::assembler::{Assembler, patched};

pub(super) fn all() -> Vec<Fixture> {
    [surfaces(), hidden(), entities(), ends(), bad(), cut()].into_iter().flatten().collect()
}

/// A room under construction: bytes of its lists.
struct Room {
    header: &'static [u8],
    surfaces: Vec<Vec<u8>>,
    hidden: Vec<Vec<u8>>,
    /// Written where the header names them.
    triggers: Vec<Vec<u8>>,
    entities: Vec<Vec<u8>>,
    end: &'static [u8],
}

/// A room with one square and nothing else.
fn room() -> Room {
    let surfaces = vec![square((2, b"a_lm1.png"), (1, b"wall.jpg"))];
    Room { header: b"RoomMesh", surfaces, hidden: vec![], triggers: vec![], entities: vec![], end: END }
}

/// The text after the last entity.
const END: &[u8] = b"\x03\0\0\0EOF";
const WITH_TRIGGERS: &[u8] = b"RoomMesh.HasTriggerBox";

impl Room {
    fn bytes(&self) -> Vec<u8> {
        Assembler::build(|a| {
            text(a, self.header);
            let list = |a: &mut Assembler, list: &[Vec<u8>]| {
                a.i32(list.len() as i32);
                list.iter().for_each(|element| a.raw(element));
            };
            list(a, &self.surfaces);
            list(a, &self.hidden);
            if self.header == WITH_TRIGGERS {
                list(a, &self.triggers);
            }
            list(a, &self.entities);
            a.raw(self.end);
        })
    }

    fn file(&self, name: &str, proves: &'static str) -> Fixture {
        Fixture { path: format!("rmesh/{name}.rmesh"), bytes: self.bytes(), proves }
    }
}

/// A length and a text.
fn text(a: &mut Assembler, text: &[u8]) {
    a.i32(text.len() as i32);
    a.raw(text);
}

/// Position, coordinate of the diffuse texture, coordinate of the light map, colour.
type Vertex = ([f32; 3], [f32; 2], [f32; 2], [u8; 3]);

/// A square in the plane z = 0 whose front is towards -z.
const SQUARE: [Vertex; 4] = [
    ([0.0, 0.0, 0.0], [0.0, 1.0], [0.1, 0.4], [255, 255, 255]),
    ([0.0, 256.0, 0.0], [0.0, 0.0], [0.1, 0.2], [255, 128, 0]),
    ([256.0, 256.0, 0.0], [1.0, 0.0], [0.3, 0.2], [20, 20, 20]),
    ([256.0, 0.0, 0.0], [1.0, 1.0], [0.3, 0.4], [0, 1, 2]),
];

fn surface(light_map: (u8, &[u8]), diffuse: (u8, &[u8]), vertices: &[Vertex], triangles: &[[i32; 3]]) -> Vec<u8> {
    Assembler::build(|a| {
        for (flag, name) in [light_map, diffuse] {
            a.raw(&[flag]);
            if flag != 0 {
                text(a, name);
            }
        }
        a.i32(vertices.len() as i32);
        for (position, uv, light_map_uv, color) in vertices {
            a.f32s(position);
            a.f32s(uv);
            a.f32s(light_map_uv);
            a.raw(color);
        }
        a.i32(triangles.len() as i32);
        triangles.iter().for_each(|corners| a.i32s(corners));
    })
}

fn square(light_map: (u8, &[u8]), diffuse: (u8, &[u8])) -> Vec<u8> {
    surface(light_map, diffuse, &SQUARE, &[[0, 1, 2], [0, 2, 3]])
}

/// A triangle of three places, at a height.
fn shape(height: f32) -> Vec<u8> {
    Assembler::build(|a| {
        a.i32(3);
        a.f32s(&[0.0, height, 0.0, 0.0, height, 64.0, 64.0, height, 0.0]);
        a.i32(1);
        a.i32s(&[0, 1, 2]);
    })
}

fn trigger(shapes: &[Vec<u8>], event: &[u8]) -> Vec<u8> {
    Assembler::build(|a| {
        a.i32(shapes.len() as i32);
        shapes.iter().for_each(|shape| a.raw(shape));
        text(a, event);
    })
}

/// A kind, a position, and what follows.
fn entity(kind: &[u8], position: [f32; 3], rest: impl FnOnce(&mut Assembler)) -> Vec<u8> {
    Assembler::build(|a| {
        text(a, kind);
        a.f32s(&position);
        rest(a);
    })
}

fn light(position: [f32; 3], range: f32, color: &[u8], intensity: f32) -> Vec<u8> {
    entity(b"light", position, |a| {
        a.f32s(&[range]);
        text(a, color);
        a.f32s(&[intensity]);
    })
}

fn spotlight(position: [f32; 3], angles: &[u8], cones: [i32; 2]) -> Vec<u8> {
    entity(b"spotlight", position, |a| {
        a.f32s(&[500.0]);
        text(a, b"255 200 200");
        a.f32s(&[1.3]);
        text(a, angles);
        a.i32s(&cones);
    })
}

fn model(file: &[u8], position: [f32; 3], angles: [f32; 3], scale: [f32; 3]) -> Vec<u8> {
    Assembler::build(|a| {
        text(a, b"model");
        text(a, file);
        a.f32s(&position);
        a.f32s(&angles);
        a.f32s(&scale);
    })
}

fn waypoint(position: [f32; 3]) -> Vec<u8> {
    entity(b"waypoint", position, |_| {})
}

fn sound(position: [f32; 3], number: i32) -> Vec<u8> {
    entity(b"soundemitter", position, |a| {
        a.i32(number);
        a.f32s(&[4.0]);
    })
}

fn screen(position: [f32; 3], image: &[u8]) -> Vec<u8> {
    entity(b"screen", position, |a| text(a, image))
}

fn player_start(position: [f32; 3], angles: &[u8]) -> Vec<u8> {
    entity(b"playerstart", position, |a| text(a, angles))
}

/// One of each kind.
fn one_of_each() -> Vec<Vec<u8>> {
    vec![
        light([128.0, 200.0, -64.0], 600.0, b"255 200 100", 0.8),
        spotlight([64.0, 240.0, -32.0], b"90 0 0", [35, 45]),
        model(b"lamp2.x", [0.0, 248.0, -3.051_76e-5], [0.0, -0.0, 0.0], [1.0; 3]),
        waypoint([10.0, 0.0, 20.0]),
        sound([1.0, 2.0, 3.0], 4),
        screen([5.0, 60.0, 7.0], b"012.jpg"),
        player_start([0.0, 32.0, 0.0], b"0 90 0"),
    ]
}

fn surfaces() -> Vec<Fixture> {
    let two = [square((2, b"a_lm1.png"), (1, b"wall.jpg")), square((2, b"a_lm2.png"), (1, b"wall.jpg"))];
    let glass = square((1, b""), (3, b"glass.png"));
    let own_order = surface((2, b"a_lm1.png"), (1, b"wall.jpg"), &SQUARE, &[[3, 0, 2], [2, 0, 1]]);
    let unused = surface((2, b"a_lm1.png"), (1, b"wall.jpg"), &SQUARE, &[[0, 1, 2]]);
    let outside = surface((2, b"a_lm1.png"), (1, b"wall.jpg"), &SQUARE, &[[0, 1, 2], [0, 2, 4], [0, -1, 2]]);
    let mut broken = SQUARE;
    broken[1].0[1] = f32::INFINITY;
    broken[2].1[0] = f32::NAN;
    let broken = surface((2, b"a_lm1.png"), (1, b"wall.jpg"), &broken, &[[0, 1, 2], [0, 2, 3]]);
    let zeros = SQUARE.map(|(position, uv, light_map, color)| (position.map(|x| -x), uv, light_map, color));
    let zeros = surface((2, b"a_lm1.png"), (1, b"wall.jpg"), &zeros, &[[0, 2, 1], [0, 3, 2]]);
    let with = |surfaces: Vec<Vec<u8>>| Room { surfaces, ..room() };
    vec![
        Room {
            header: WITH_TRIGGERS,
            surfaces: vec![two[0].clone(), glass.clone()],
            hidden: vec![shape(10.0)],
            triggers: vec![trigger(&[shape(20.0)], b"939-1_fix")],
            entities: one_of_each(),
            end: END,
        }
        .file("room", "one of everything"),
        room().file("square", "one surface with a light map: positions, two coordinate sets, colours"),
        with(vec![]).file("empty", "no surface and no entity"),
        with(two.to_vec()).file("light-maps", "two light maps of one texture are two materials with one image"),
        with(vec![glass])
            .file("transparent", "flag 3: transparent, both sides, and no light map by flag 1 and an empty name"),
        with(vec![square((1, b""), (1, b"wall.jpg"))]).file("no-light-map", "an opaque surface without a light map"),
        with(vec![square((0, b""), (1, b"wall.jpg"))]).file("flag-none", "flag 0 has no name after it"),
        with(vec![square((0, b""), (0, b""))]).file("no-texture", "neither of the slots has a texture"),
        with(vec![square((1, b"a_lm1.png"), (2, b"wall.jpg"))])
            .file("flags-unusual", "flags that other tools write are kept"),
        with(vec![square((2, b"shade.png"), (1, b"wall.jpg"))])
            .file("light-map-name", "a light map without _lm in its name is not added"),
        with(vec![two[0].clone(), two[0].clone()])
            .file("same-textures", "two surfaces with the same textures stay two"),
        with(vec![own_order]).file("own-order", "vertices stay in their order whatever triangles use first"),
        with(vec![unused]).file("unused-vertex", "a vertex that no triangle uses"),
        with(vec![outside]).file("out-of-range", "triangles with corners that are not vertices"),
        with(vec![broken]).file("not-finite", "numbers that are infinite or not numbers"),
        with(vec![zeros]).file("negative-zero", "zeros with a sign keep it"),
        with(vec![square((2, b"a_lm1.png"), (1, b"w\xe4nde.jpg"))])
            .file("windows-1252", "a name in the code page of the game's authors"),
        with(vec![square((2, b"a_lm1.png"), (1, "wände.jpg".as_bytes()))]).file("utf-8", "a name in UTF-8"),
        with(vec![square((2, b"..\\a_lm1.png"), (1, b"sub/wall.jpg"))])
            .file("folders", "names with folders, which the game does not look into"),
    ]
}

fn hidden() -> Vec<Fixture> {
    let triggers = vec![
        trigger(&[shape(1.0)], b"939-3_fix"),
        trigger(&[shape(2.0), shape(3.0)], b"939-3_fix"),
        trigger(&[], b"nothing"),
    ];
    vec![
        Room { hidden: vec![shape(1.0), shape(2.0)], ..room() }
            .file("hidden", "two surfaces of collision that is not drawn"),
        Room { header: WITH_TRIGGERS, triggers, ..room() }
            .file("triggers", "trigger boxes: two of one event, one with two surfaces, one without any"),
        Room { header: WITH_TRIGGERS, ..room() }.file("no-triggers", "the longer header with an empty list"),
    ]
}

fn entities() -> Vec<Fixture> {
    let with = |entities: Vec<Vec<u8>>| Room { entities, ..room() };
    let empty_model = entity(b"model", [0.0; 3], |_| {});
    let empty_model = [&empty_model[..9], &[0; 4], &empty_model[9..]].concat();
    vec![
        with(one_of_each()).file("entities", "one of each kind"),
        with(vec![
            light([0.0, 0.0, 0.0], 600.0, b"255 255 255", 1.0),
            light([0.0, -0.0, 1.0], 0.1, b" 255  0 51 ", 1.2),
            light([1.0, 2.0, 3.0], 2000.0, b"red", -1.0),
            light([1.0, 2.0, 4.0], f32::NAN, b"", 0.0),
        ])
        .file("lights", "lights at the origin, with other blanks, with no colour, with a number that is none"),
        with(vec![
            spotlight([1.0, 2.0, 3.0], b"90 0 0", [35, 45]),
            spotlight([1.0, 2.0, 4.0], b"180 270", [40, 45]),
            spotlight([1.0, 2.0, 5.0], b"90 0 45", [80, 150]),
            spotlight([1.0, 2.0, 6.0], b"", [-1, 400]),
        ])
        .file("spotlights", "angles of two and of three numbers, and cones out of range"),
        with(vec![
            model(b"lamp2.x", [0.0; 3], [0.0, -0.0, 0.0], [1.0; 3]),
            model(b"lamp2.x", [1.0, 2.0, 3.0], [-79.999_96, -179.999_94, 90.0], [3.7, 3.700_001, 3.7]),
            model(b"cabinet_b.x", [1.0, 2.0, 3.0], [90.0, 30.0, 15.0], [4.0, -4.0, 0.0]),
        ])
        .file("models", "props: turned by every angle, scaled unevenly, mirrored and flat"),
        with(vec![waypoint([1.0, 2.0, 3.0]), empty_model, waypoint([4.0, 5.0, 6.0])])
            .file("model-empty", "a prop without a file has a position and nothing more"),
        with((0..10).map(|n| sound([n as f32, 0.0, 0.0], n)).collect())
            .file("sounds", "more sound emitters than the game keeps"),
        with(vec![screen([0.0; 3], b"012.jpg"), screen([1.0; 3], b"")])
            .file("screens", "screens at the origin and without an image"),
        with(vec![waypoint([1.0, 2.0, 3.0]), entity(b"mesh", [4.0, 5.0, 6.0], |_| {}), waypoint([7.0, 8.0, 9.0])])
            .file("unknown-entity", "an entity of a kind that forks of the game have: what follows it cannot be read"),
    ]
}

fn ends() -> Vec<Fixture> {
    vec![
        Room { end: b"", ..room() }.file("no-end", "the game does not read the text after the last entity"),
        Room { end: b"\x03\0\0\0EOFmore", ..room() }.file("trailing", "bytes after the end"),
        Room { end: b"more", ..room() }.file("trailing-no-end", "bytes after the last entity that are no end"),
    ]
}

/// Damages a room with one square.
fn damaged(name: &str, proves: &'static str, bytes: Vec<u8>) -> Fixture {
    Fixture { path: format!("rmesh/bad/{name}.rmesh"), bytes, proves }
}

/// Offsets in the room with one square: its count of surfaces, length of the light map's name, counts of vertices and triangles.
const SURFACES: usize = 4 + 8;
const NAME: usize = SURFACES + 4 + 1;
const VERTICES: usize = NAME + 4 + 9 + 1 + 4 + 8;
const TRIANGLES: usize = VERTICES + 4 + 4 * 31;
const HIDDEN: usize = TRIANGLES + 4 + 2 * 12;

fn bad() -> Vec<Fixture> {
    let plain = || room().bytes();
    let triggers = Room { header: WITH_TRIGGERS, ..room() }.bytes();
    let entities = Room { entities: one_of_each(), ..room() }.bytes();
    vec![
        damaged("header", "another header", Room { header: b"RoomMesh.HasNoColl", ..room() }.bytes()),
        damaged("header-length", "a header longer than the file", patched(plain(), 0, 1 << 20)),
        damaged("header-negative", "a header of negative length", patched(plain(), 0, -8)),
        damaged("rm2", "a room of the game's remake is another format", b".RM2\x01\0\0\0".to_vec()),
        damaged("surfaces-many", "more surfaces than bytes", patched(plain(), SURFACES, i32::MAX)),
        damaged("surfaces-negative", "a negative count of surfaces", patched(plain(), SURFACES, -1)),
        damaged("name-long", "a name longer than the file", patched(plain(), NAME, i32::MAX)),
        damaged("name-negative", "a name of negative length", patched(plain(), NAME, -1)),
        damaged("vertices-many", "more vertices than bytes", patched(plain(), VERTICES, 1 << 24)),
        damaged("vertices-negative", "a negative count of vertices", patched(plain(), VERTICES, -1)),
        damaged("triangles-many", "more triangles than bytes", patched(plain(), TRIANGLES, 1 << 24)),
        damaged("hidden-many", "more hidden surfaces than bytes", patched(plain(), HIDDEN, 1 << 24)),
        damaged("entities-many", "more entities than bytes", patched(plain(), HIDDEN + 4, 1 << 24)),
        damaged("entities-negative", "a negative count of entities", patched(plain(), HIDDEN + 4, -2)),
        damaged("entity-kind-long", "a kind longer than the file", patched(entities, HIDDEN + 8, 1 << 24)),
        damaged("triggers-many", "more trigger boxes than bytes", patched(triggers, HIDDEN + 4 + 14, 1 << 24)),
    ]
}

/// Cuts a room with everything inside of its structures.
fn cut() -> Vec<Fixture> {
    let whole = Room {
        header: WITH_TRIGGERS,
        hidden: vec![shape(10.0)],
        triggers: vec![trigger(&[shape(20.0)], b"event")],
        entities: one_of_each(),
        ..room()
    }
    .bytes();
    let header = 4 + WITH_TRIGGERS.len();
    let hidden = header + 4 + (HIDDEN - SURFACES - 4);
    let shape = 4 + 3 * 12 + 4 + 12;
    let trigger = hidden + 4 + shape;
    let entities = trigger + 4 + 4 + shape + 4 + 5;
    let rows = [
        ("cut-header", header - 3, "the file ends in the header"),
        ("cut-count", header + 2, "the file ends in the count of surfaces"),
        ("cut-slot", header + 4, "the file ends before a texture slot"),
        ("cut-vertices", header + 4 + 60, "the file ends in the vertices"),
        ("cut-hidden", hidden + 4 + 20, "the file ends in a hidden surface"),
        ("cut-trigger", trigger + 4 + 2, "the file ends in a trigger box"),
        ("cut-event", trigger + 4 + 4 + shape + 2, "the file ends in the name of an event"),
        ("cut-entity-count", entities + 2, "the file ends in the count of entities"),
        ("cut-entity", whole.len() - 7 - 10, "the file ends in the last entity"),
    ];
    let cut = |(name, end, proves): (&str, usize, &'static str)| {
        damaged(name, proves, whole.get(..end).unwrap_or_default().to_vec())
    };
    rows.into_iter().map(cut).collect()
}
