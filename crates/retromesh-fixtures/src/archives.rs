//! Archives `.pbo` and `.zip`: models with their textures, and what must be refused.

use crate::Fixture;
use crate::assembler::{Assembler, literals};

/// How an entry of a `.pbo` is stored.
const STORED: i32 = 0;
const PACKED: i32 = 0x4370_7273;
const ENCRYPTED: i32 = 0x456e_6372;
const PROPERTIES: i32 = 0x5665_7273;

/// Returns the archives.
pub(super) fn all() -> Vec<Fixture> {
    [pbos(), bad_pbos(), zips(), bad_zips()].into_iter().flatten().collect()
}

/// Returns the bytes of another fixture.
fn file(of: Vec<Fixture>, path: &str) -> Vec<u8> {
    of.into_iter().find(|fixture| fixture.path == path).map(|fixture| fixture.bytes).unwrap_or_default()
}

/// A cube of editors whose faces name a texture; its fields have 32 bytes.
fn cube(texture: &str) -> Vec<u8> {
    let mut bytes = file(crate::p3d::all(), "p3d/sp3x-cube.p3d");
    let mut field = [0; 32];
    field.iter_mut().zip(texture.bytes()).for_each(|(to, from)| *to = from);
    let old: &[u8] = b"data\\cube.paa\0";
    let places: Vec<usize> =
        (0..bytes.len()).filter(|&at| bytes.get(at..).is_some_and(|rest| rest.starts_with(old))).collect();
    for at in places {
        if let Some(place) = bytes.get_mut(at..at + 32) {
            place.copy_from_slice(&field);
        }
    }
    bytes
}

fn texture() -> Vec<u8> {
    file(crate::paa::all(), "paa/dxt1-corners.paa")
}

/// An archive under construction.
#[derive(Default)]
struct Pbo {
    table: Assembler,
    data: Vec<u8>,
}

impl Pbo {
    fn with(properties: &[(&str, &str)]) -> Self {
        let mut pbo = Self::default();
        pbo.line("", PROPERTIES, 0, 0);
        for (name, value) in properties {
            pbo.table.text(name.as_bytes());
            pbo.table.text(value.as_bytes());
        }
        pbo.table.text(b"");
        pbo
    }

    fn line(&mut self, name: &str, method: i32, unpacked: i32, stored: i32) {
        self.table.text(name.as_bytes());
        self.table.i32s(&[method, unpacked, 0, 0, stored]);
    }

    fn stored(mut self, name: &str, bytes: &[u8]) -> Self {
        self.line(name, STORED, 0, bytes.len() as i32);
        self.data.extend(bytes);
        self
    }

    fn packed(self, name: &str, bytes: &[u8]) -> Self {
        self.stream(name, PACKED, bytes.len() as i32, &literals(bytes))
    }

    fn stream(mut self, name: &str, method: i32, unpacked: i32, stream: &[u8]) -> Self {
        self.line(name, method, unpacked, stream.len() as i32);
        self.data.extend(stream);
        self
    }

    /// The table, its end, the data, and what follows.
    fn bytes(mut self, trailer: &[u8]) -> Vec<u8> {
        self.line("", 0, 0, 0);
        let Self { table, data } = self;
        let table = table.into_bytes();
        [table.as_slice(), &data, trailer].concat()
    }
}

fn pbo(name: &str, proves: &'static str, bytes: Vec<u8>) -> Fixture {
    Fixture { path: format!("pbo/{name}.pbo"), bytes, proves }
}

fn pbos() -> Vec<Fixture> {
    let sum: Vec<u8> = (0..21).collect();
    let tank = Pbo::with(&[("prefix", "tank"), ("product", "Operation Flashpoint")])
        .stored("tank.p3d", &cube("tank\\data\\cube.paa"))
        .packed("models\\Far.p3d", &cube("\\TANK\\Data\\Cube.paa"))
        .stored("data\\cube.paa", &texture())
        .stored("config.cpp", b"class CfgPatches {};\r\n");
    let plain = Pbo::default().stored("plain.p3d", &cube("plain\\tex.paa")).packed("tex.paa", &texture());
    let turret = Pbo::with(&[("PREFIX", "guns\\turret\\")]).stored("gun.paa", &texture());
    let gunner = Pbo::with(&[]).stored("gunner.p3d", &cube("guns\\turret\\gun.paa"));
    let kept = Pbo::default().stream("kept.txt", PACKED, 0, b"stored after all");
    let twice = Pbo::default().stored("twice.txt", b"first").stored("twice.txt", b"second");
    vec![
        pbo("tank", "a prefix, stored and compressed entries, a checksum at the end", tank.bytes(&sum)),
        pbo("plain", "no properties, as before Resistance: the name of the file is the prefix", plain.bytes(&[])),
        pbo("turret", "a prefix of two parts, in capitals and with a backslash at its end", turret.bytes(&[])),
        pbo("gunner", "a model with a texture of another archive; no properties in their header", gunner.bytes(&[])),
        pbo("kept", "the method of compressed entries without an unpacked size: stored", kept.bytes(&[])),
        pbo("twice", "two entries of one name", twice.bytes(&[])),
        pbo("nothing", "no entry", Pbo::default().bytes(&[])),
    ]
}

fn bad_pbos() -> Vec<Fixture> {
    let named = |name: &str| Pbo::default().stored(name, b"evil").bytes(&[]);
    let of = |method, unpacked, stream: &[u8]| Pbo::default().stream("a.p3d", method, unpacked, stream).bytes(&[]);
    let mut wrong = literals(b"0123456789");
    wrong.iter_mut().last().into_iter().for_each(|byte| *byte ^= 1);
    let huge = |stored| {
        let mut pbo = Pbo::default();
        pbo.line("a.p3d", STORED, 0, stored);
        pbo.bytes(b"four")
    };
    let properties = Pbo::with(&[("prefix", "tank")]).bytes(&[]);
    vec![
        pbo("bad/steps-up", "a name with ..", named("data\\..\\..\\evil.p3d")),
        pbo("bad/drive", "a name with a drive", named("C:\\evil.p3d")),
        pbo("bad/rooted", "a name from the root on", named("\\evil.p3d")),
        pbo("bad/entry-cut", "an entry that goes on after the end of the file", huge(5)),
        pbo("bad/four-gigabytes", "an entry of 4 GB in a file of 45 bytes", huge(-1)),
        pbo("bad/bomb", "a stream of 13 bytes for 4 GB", of(PACKED, -1, &literals(b"01234567"))),
        pbo("bad/checksum", "a stream whose checksum is another", of(PACKED, 10, &wrong)),
        pbo("bad/stream-cut", "a stream that ends before its bytes", of(PACKED, 99, &literals(b"0123456789"))),
        pbo("bad/encrypted", "an encrypted entry", of(ENCRYPTED, 4, b"????")),
        pbo("bad/method", "an entry of an unknown method", of(0x1234, 4, b"????")),
        pbo("bad/table-cut", "a table without an end", named("a.p3d").into_iter().take(26).collect()),
        pbo("bad/properties-cut", "a property without a value", properties.into_iter().take(29).collect()),
        pbo("bad/empty", "no bytes", Vec::new()),
    ]
}

/// One entry of a `.zip`: what its headers say, and what is stored.
struct Zipped<'a> {
    name: &'a str,
    flags: u16,
    method: u16,
    sum: u32,
    unpacked: u32,
    packed: Vec<u8>,
}

impl<'a> Zipped<'a> {
    fn stored(name: &'a str, bytes: &[u8]) -> Self {
        let (sum, unpacked) = (crc(bytes), bytes.len() as u32);
        Self { name, flags: 0, method: 0, sum, unpacked, packed: bytes.to_vec() }
    }

    /// Deflated: one block of literal bytes.
    fn deflated(name: &'a str, bytes: &[u8]) -> Self {
        let length = bytes.len() as u16;
        let packed = [&[1][..], &length.to_le_bytes(), &(!length).to_le_bytes(), bytes].concat();
        Self { method: 8, packed, ..Self::stored(name, bytes) }
    }

    /// What both headers say of the entry.
    fn fields(&self, a: &mut Assembler) {
        for word in [20, self.flags, self.method, 0, 0x21] {
            a.raw(&word.to_le_bytes());
        }
        a.raw(&self.sum.to_le_bytes());
        a.raw(&(self.packed.len() as u32).to_le_bytes());
        a.raw(&self.unpacked.to_le_bytes());
        a.raw(&(self.name.len() as u16).to_le_bytes());
        a.raw(&[0, 0]);
    }
}

/// The checksum of `.zip` files.
fn crc(bytes: &[u8]) -> u32 {
    let step = |sum: u32| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 };
    !bytes.iter().fold(!0, |sum, &byte| (0..8).fold(sum ^ u32::from(byte), |sum, _| step(sum)))
}

/// An archive: entries with their headers, the directory, its end. `shared` entries have the bytes of the first.
fn zipped(entries: &[Zipped<'_>], shared: bool) -> Vec<u8> {
    let mut data = Assembler::default();
    let mut directory = Assembler::default();
    let mut offset = 0;
    for entry in entries {
        let mut local = Assembler::default();
        local.raw(b"PK\x03\x04");
        entry.fields(&mut local);
        local.raw(entry.name.as_bytes());
        local.raw(&entry.packed);
        let local = local.into_bytes();
        directory.raw(b"PK\x01\x02\x14\0");
        entry.fields(&mut directory);
        directory.raw(&[0; 10]);
        directory.i32(if shared { 0 } else { offset });
        directory.raw(entry.name.as_bytes());
        offset += local.len() as i32;
        data.raw(&local);
    }
    let (data, directory) = (data.into_bytes(), directory.into_bytes());
    let count = (entries.len() as u16).to_le_bytes();
    let places = [(directory.len() as u32).to_le_bytes(), (data.len() as u32).to_le_bytes()].concat();
    [&data[..], &directory, b"PK\x05\x06\0\0\0\0", &count, &count, &places, &[0, 0]].concat()
}

fn zip(name: &str, proves: &'static str, bytes: Vec<u8>) -> Fixture {
    Fixture { path: format!("zip/{name}.zip"), bytes, proves }
}

fn zips() -> Vec<Fixture> {
    let tank = [
        Zipped::stored("tank/", b""),
        Zipped::deflated("tank/tank.p3d", &cube("data\\cube.paa")),
        Zipped::stored("tank/Data/cube.paa", &texture()),
    ];
    vec![zip("tank", "a folder, a deflated and a stored entry", zipped(&tank, false))]
}

fn bad_zips() -> Vec<Fixture> {
    let named = |name: &str| zipped(&[Zipped::stored(name, b"evil")], false);
    let one = |entry: Zipped<'_>| zipped(&[entry], false);
    let text = b"0123456789";
    let twins = [Zipped::stored("a.p3d", text), Zipped::stored("b.p3d", text)];
    let twin = || Zipped::stored("d.x", text);
    let cut: Vec<u8> = named("a.p3d").into_iter().take(60).collect();
    vec![
        zip("bad/steps-up", "a name with ..", named("data/../../evil.p3d")),
        zip("bad/drive", "a name with a drive", named("C:\\evil.p3d")),
        zip("bad/rooted", "a name from the root on", named("/evil.p3d")),
        zip("bad/shared", "two entries with the same bytes, as the densest bombs have them", zipped(&twins, true)),
        zip(
            "bad/bomb",
            "a stream of 15 bytes for 4 GB",
            one(Zipped { unpacked: u32::MAX - 1, ..Zipped::deflated("a.p3d", text) }),
        ),
        zip(
            "bad/more",
            "more bytes than the table says",
            one(Zipped { unpacked: 5, ..Zipped::deflated("a.p3d", text) }),
        ),
        zip("bad/checksum", "another checksum", one(Zipped { sum: 1, ..Zipped::deflated("a.p3d", text) })),
        zip("bad/encrypted", "an encrypted entry", one(Zipped { flags: 1, ..Zipped::stored("a.p3d", text) })),
        zip("bad/method", "an entry of another method", one(Zipped { method: 14, ..Zipped::stored("a.p3d", text) })),
        zip("bad/cut", "no directory", cut),
        zip("bad/twice", "two entries of one name", zipped(&[twin(), twin()], false)),
    ]
}
