//! A reader that follows the page of the format and shares no code with the crate.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs, dead_code)]

use std::collections::BTreeMap;

/// Both textures of a surface with their flags, and how many vertices and triangles it has.
type Surface = ([(u8, String); 2], usize, usize);

/// What a room holds, as far as an independent count goes.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Room {
    pub(crate) header: String,
    /// Texture names, and the numbers of vertices and triangles, by surface.
    pub(crate) surfaces: Vec<Surface>,
    pub(crate) hidden: Vec<(usize, usize)>,
    pub(crate) triggers: Vec<(usize, String)>,
    pub(crate) entities: Vec<Point>,
    pub(crate) min: [f32; 3],
    pub(crate) max: [f32; 3],
    /// Whether the last byte is that of `EOF`.
    pub(crate) ends: bool,
}

/// Kind, position, and the other fields as they come: numbers by their bits, texts as they are.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Point {
    pub(crate) kind: String,
    pub(crate) at: [f32; 3],
    pub(crate) fields: Vec<String>,
    /// Where the entity is in the file.
    pub(crate) bytes: std::ops::Range<usize>,
}

struct Cursor<'a>(&'a [u8], usize);

impl Cursor<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        self.1 += N;
        self.0[self.1 - N..self.1].try_into().unwrap()
    }

    fn int(&mut self) -> i32 {
        i32::from_le_bytes(self.take())
    }

    fn float(&mut self) -> f32 {
        f32::from_le_bytes(self.take())
    }

    fn count(&mut self) -> usize {
        usize::try_from(self.int()).unwrap()
    }

    fn text(&mut self) -> String {
        let n = self.count();
        self.1 += n;
        self.0[self.1 - n..self.1].iter().map(|&byte| char::from(byte)).collect()
    }

    fn triangles(&mut self, vertices: usize) -> usize {
        let n = self.count();
        for _ in 0..3 * n {
            assert!(self.count() < vertices, "a corner is not a vertex");
        }
        n
    }

    fn shape(&mut self) -> (usize, usize) {
        let n = self.count();
        (0..3 * n).for_each(|_| assert!(self.float().is_finite()));
        (n, self.triangles(n))
    }
}

/// Reads a whole room; panics where it is not as the page says.
pub(crate) fn read(bytes: &[u8]) -> Room {
    let mut c = Cursor(bytes, 0);
    let mut room = Room { header: c.text(), min: [f32::MAX; 3], max: [f32::MIN; 3], ..Room::default() };
    for _ in 0..c.count() {
        let slot = |c: &mut Cursor<'_>| {
            let [flag] = c.take();
            (flag, if flag == 0 { String::new() } else { c.text() })
        };
        let slots = [slot(&mut c), slot(&mut c)];
        let n = c.count();
        for _ in 0..n {
            for axis in 0..3 {
                let x = c.float();
                room.min[axis] = room.min[axis].min(x);
                room.max[axis] = room.max[axis].max(x);
            }
            (0..4).for_each(|_| assert!(c.float().is_finite()));
            c.take::<3>();
        }
        let triangles = c.triangles(n);
        room.surfaces.push((slots, n, triangles));
    }
    for _ in 0..c.count() {
        let shape = c.shape();
        room.hidden.push(shape);
    }
    if room.header == "RoomMesh.HasTriggerBox" {
        for _ in 0..c.count() {
            let n = c.count();
            for _ in 0..n {
                c.shape();
            }
            let event = c.text();
            room.triggers.push((n, event));
        }
    }
    for _ in 0..c.count() {
        let start = c.1;
        let mut point = Point { kind: c.text(), ..Point::default() };
        let fields = match point.kind.as_str() {
            "light" => "pftf",
            "spotlight" => "pftftii",
            "model" => "tpffffff",
            "waypoint" => "p",
            "soundemitter" => "pif",
            "screen" | "playerstart" => "pt",
            kind => panic!("no kind {kind}"),
        };
        for field in fields.chars() {
            match field {
                'p' => point.at = [c.float(), c.float(), c.float()],
                'f' => point.fields.push(format!("{:08x}", c.float().to_bits())),
                'i' => point.fields.push(c.int().to_string()),
                _ => point.fields.push(c.text()),
            }
        }
        point.bytes = start..c.1;
        room.entities.push(point);
    }
    // The game does not read the end, so it may be missing.
    room.ends = c.1 < bytes.len() && c.text() == "EOF" && c.1 == bytes.len();
    room
}

impl Point {
    /// Returns what the entity is, wherever it is in the file.
    pub(crate) fn content(&self) -> (&str, [f32; 3], &[String]) {
        (&self.kind, self.at, &self.fields)
    }
}

impl Room {
    /// Counts the entities of each kind.
    pub(crate) fn kinds(&self) -> BTreeMap<String, u64> {
        let mut kinds = BTreeMap::new();
        self.entities.iter().for_each(|point| *kinds.entry(point.kind.clone()).or_insert(0) += 1);
        kinds
    }
}
