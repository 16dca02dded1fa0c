//! Real and crafted files, where they are at hand: outcome, bytes, scene, and the figures of a second, independent reader.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use retromesh_core::{Code, Diagnostics, check};
use retromesh_kit::{ImportOptions, NoFiles};
use retromesh_p3d::{Document, FORMAT, mlod, odol7};
use retromesh_testkit::{File, Outcome, corpus, exercise};
use serde_json::Value;

fn parse(file: &File) -> Option<Document<'_>> {
    Document::parse_with(&file.bytes, &ImportOptions::default(), &mut Diagnostics::new()).ok()
}

#[test]
fn good_files_survive() {
    for file in
        corpus("p3d", "p3d", 45).iter().filter(|file| !file.name.starts_with("bad/") && !file.name.contains("fuzz"))
    {
        match exercise(&FORMAT, &NoFiles, &file.bytes) {
            Outcome::Scene(scene, _) => {
                let levels = match parse(file) {
                    Some(Document::Odol(odol)) => odol.lods.len(),
                    Some(Document::Mlod(mlod)) => mlod.lods.len(),
                    None => 0,
                };
                assert_eq!(scene.roots.len(), levels, "{}", file.name);
            }
            Outcome::Document(error) | Outcome::Refused(error) => panic!("{}: {error}", file.name),
        }
    }
}

/// What should become of a damaged file.
#[derive(Debug)]
enum Expected {
    /// Nothing is wrong with it but the rarity.
    Legal,
    /// It is read leniently with this code, and not strictly.
    Repaired(Code),
    /// It is refused with an error that starts so.
    Refused(&'static str),
}
use Expected::{Legal, Refused, Repaired};

const BAD: [(&str, Expected); 24] = [
    ("b01_trunc_11", Refused("p3d: truncated level count: expected 4 bytes, found 3 at 0x8")),
    ("b01_trunc_11445", Refused("p3d: truncated model totals: expected 28 bytes, found 15 at 0x2ca6 in ModelInfo")),
    ("b01_trunc_11457", Refused("p3d: truncated model totals: expected 28 bytes, found 27 at 0x2ca6 in ModelInfo")),
    ("b01_trunc_200", Refused("p3d: bad texture coordinates count: ")),
    ("b01_trunc_3", Refused("p3d: bad magic: ")),
    ("b01_trunc_7", Refused("p3d: truncated version: ")),
    ("b02_version8", Refused("p3d: ODOL v8 is not supported: ")),
    ("b04_lods_1000", Refused("p3d: number of levels over the limit: at most 256, found 1000 at 0x8")),
    ("b07_checksum", Repaired(Code::ChecksumMismatch)),
    ("b08_lzss_bitflip", Repaired(Code::ChecksumMismatch)),
    ("b10_lzss_distance0", Repaired(Code::ChecksumMismatch)),
    ("b11_face_vidx_oob", Repaired(Code::IndexOutOfRange)),
    ("b12_face_n0", Repaired(Code::DegenerateFace)),
    ("b13_face_n2", Repaired(Code::DegenerateFace)),
    ("b15_quad_v0_eq_v3", Repaired(Code::DegenerateFace)),
    ("b16_sel_vert_oob", Repaired(Code::IndexOutOfRange)),
    ("b17_v2p_oob", Legal),
    ("b19_nan_positions", Repaired(Code::NonFinite)),
    ("b20_trailing_garbage", Repaired(Code::TrailingBytes)),
    ("b22_frames_mismatch", Repaired(Code::CountMismatch)),
    ("b23_empty", Refused("p3d: bad magic: ")),
    ("b24_odol40_header", Refused("p3d: ODOL v40 (Armed Assault) is not supported: only v7")),
    ("b25_unterminated_texture", Refused("p3d: bad texture coordinates count: ")),
    ("cwrce__fuzz_shape_serializebin_oob", Refused("p3d: bad version: expected 0x101, found 0x79730101 at 0x4")),
];

#[test]
fn damaged_files_are_repaired_or_refused() {
    let files = corpus("p3d", "p3d", 45);
    let mut seen = 0;
    for file in files.iter().filter(|file| file.name.starts_with("bad/") || file.name.contains("fuzz")) {
        let stem = file.path.file_stem().unwrap().to_str().unwrap();
        let (_, expected) = BAD.iter().find(|(name, _)| *name == stem).unwrap_or_else(|| panic!("{stem} is new"));
        seen += 1;
        match (exercise(&FORMAT, &NoFiles, &file.bytes), expected) {
            (Outcome::Scene(_, diagnostics), Legal) => assert!(!diagnostics.is_lossy()),
            (Outcome::Scene(_, diagnostics), Repaired(code)) => {
                assert!(diagnostics.count(*code) > 0, "{stem}: {:?}", diagnostics.entries());
                let mut strict = Diagnostics::strict();
                let result = Document::parse_with(&file.bytes, &ImportOptions::default(), &mut strict)
                    .and_then(|document| document.to_scene_with(&ImportOptions::default(), &mut strict));
                assert!(result.is_err(), "{stem} passes in strict mode");
            }
            (Outcome::Refused(error), Refused(text)) => assert!(error.to_string().starts_with(text), "{stem}: {error}"),
            (outcome, expected) => panic!("{stem}: {outcome:?} instead of {expected:?}"),
        }
    }
    assert_eq!(seen, BAD.len(), "damaged files");
}

fn number(value: &Value) -> f32 {
    value.as_f64().unwrap() as f32
}

fn hex(value: u32) -> Value {
    format!("0x{value:08x}").into()
}

/// Asserts that a summary holds this.
fn same(place: &str, summary: &Value, key: &str, found: impl Into<Value>) {
    assert_eq!(summary[key], found.into(), "{place} {key}");
}

fn floats(place: &str, summary: &Value, found: &[f32]) {
    let expected: Vec<u32> = summary.as_array().unwrap().iter().map(|v| number(v).to_bits()).collect();
    assert_eq!(expected, found.iter().map(|v| v.to_bits()).collect::<Vec<_>>(), "{place}");
}

fn texts<'a>(texts: impl Iterator<Item = &'a [u8]>) -> Value {
    texts.map(|text| Value::from(text.iter().map(|&byte| char::from(byte)).collect::<String>())).collect()
}

#[test]
fn figures_equal_those_of_another_reader() {
    let mut seen = 0;
    for file in corpus("p3d", "p3d", 45) {
        let Ok(json) = std::fs::read_to_string(file.path.with_extension("p3d.expect.json")) else { continue };
        let summary: Value = serde_json::from_str(&json).unwrap();
        same(&file.name, &summary, "bytes", file.bytes.len());
        same(&file.name, &summary, "consumed", file.bytes.len());
        match parse(&file).unwrap() {
            Document::Odol(odol) => odol_figures(&file.name, &odol, &summary),
            Document::Mlod(mlod) => mlod_figures(&file.name, &mlod, &summary),
        }
        seen += 1;
    }
    assert!(seen >= 26, "{seen} files with figures");
}

fn odol_figures(name: &str, odol: &odol7::Odol<'_>, summary: &Value) {
    same(name, summary, "kind", "ODOL7");
    same(name, summary, "lods", odol.lods.len());
    for (index, resolution) in odol.info.resolutions.iter().enumerate() {
        same(name, &summary["resolutions"][index], "bits", hex(resolution.to_bits()));
    }
    for (index, lod) in odol.lods.iter().enumerate() {
        let (place, summary) = (format!("{name} LOD[{index}]"), &summary["lod"][index]);
        let corners = |n| lod.faces.iter().filter(|face| face.corners.len() == n).count();
        same(&place, summary, "vertices", lod.positions.len());
        same(&place, summary, "points", lod.point_to_vertex.len());
        same(&place, summary, "faces", lod.faces.len());
        same(&place, summary, "tris", corners(3));
        same(&place, summary, "quads", corners(4));
        same(&place, summary, "sections", lod.sections.len());
        same(&place, summary, "selections", lod.selections.len());
        same(&place, summary, "selection_names", texts(lod.selections.iter().map(|s| s.name.bytes())));
        let pairs = lod.properties.iter().map(|p| texts([p.name.bytes(), p.value.bytes()].into_iter()));
        same(&place, summary, "properties", pairs.collect::<Value>());
        same(&place, summary, "frames", lod.frames.len());
        floats(&place, &summary["frame_times"], &lod.frames.iter().map(|frame| frame.time).collect::<Vec<_>>());
        same(&place, summary, "proxies", lod.proxies.len());
        same(&place, summary, "proxy_names", texts(lod.proxies.iter().map(|proxy| proxy.name.bytes())));
        same(&place, summary, "textures", texts(lod.textures.iter().map(retromesh_wire::RawStr::bytes)));
        if let [min, max] = summary["minmax_header"].as_array().unwrap().as_slice() {
            floats(&place, min, &lod.min.to_array());
            floats(&place, max, &lod.max.to_array());
        }
        same(&place, summary, "special", hex(lod.special));
        same(&place, summary, "icon", hex(lod.color_top));
        same(&place, summary, "selected", hex(lod.color));
    }
    let (summary, facts, totals) = (&summary["model"], &odol.info.facts, &odol.info.totals);
    for (key, value) in [
        ("special", facts.special),
        ("remarks", facts.remarks),
        ("andHints", facts.and_hints),
        ("orHints", facts.or_hints),
        ("autoC", facts.auto_center.into()),
        ("lockC", facts.lock_auto_center.into()),
        ("occ", facts.can_occlude.into()),
        ("beocc", facts.can_be_occluded.into()),
        ("anim", facts.allow_animation.into()),
        ("map", facts.map_type as u32),
        ("massCount", odol.info.masses.len() as u32),
    ] {
        same(name, summary, key, value);
    }
    for (key, value) in [
        ("aim", facts.aiming_center),
        ("min", facts.min),
        ("max", facts.max),
        ("bc", facts.bounding_center),
        ("gc", facts.geometry_center),
        ("com", facts.center_of_mass),
    ] {
        floats(&format!("{name} {key}"), &summary[key], &value.to_array());
    }
    floats(name, &summary["inv"], &facts.inverse_inertia.map(|column| column.to_array()).concat());
    for (key, value) in [
        ("bs", facts.bounding_sphere),
        ("gs", facts.geometry_sphere),
        ("density", facts.view_density),
        ("mass", totals.mass),
        ("invMass", totals.inverse_mass),
        ("armor", totals.armor),
        ("invArmor", totals.inverse_armor),
    ] {
        assert_eq!(number(&summary[key]).to_bits(), value.to_bits(), "{name} {key}");
    }
    let s = totals.lods;
    let slots = [
        s.memory,
        s.geometry,
        s.fire_geometry,
        s.view_geometry,
        s.view_pilot_geometry,
        s.view_gunner_geometry,
        s.view_commander_geometry,
        s.view_cargo_geometry,
        s.land_contact,
        s.roadway,
        s.paths,
        s.hit_points,
    ];
    same(name, summary, "idx", slots.to_vec());
}

fn mlod_figures(name: &str, mlod: &mlod::Mlod<'_>, summary: &Value) {
    same(name, summary, "kind", "MLOD");
    same(name, summary, "version", format!("{:#x}", mlod.version));
    same(name, summary, "lods", mlod.lods.len());
    for (index, lod) in mlod.lods.iter().enumerate() {
        let (place, summary) = (format!("{name} LOD[{index}]"), &summary["lod"][index]);
        let corners = |n| lod.faces.iter().filter(|face| face.count == n).count();
        same(&place, summary, "sig", std::str::from_utf8(lod.kind.magic()).unwrap());
        same(&place, summary, "bits", hex(lod.resolution.to_bits()));
        same(&place, summary, "points", lod.points.len());
        same(&place, summary, "normals", lod.normals.len());
        same(&place, summary, "faces", lod.faces.len());
        same(&place, summary, "tris", corners(3));
        same(&place, summary, "quads", corners(4));
        let names = |pick: fn(&mlod::Face<'_>) -> Vec<u8>| {
            let mut names: Vec<Vec<u8>> =
                lod.faces.iter().map(|face| pick(&face)).filter(|name| !name.is_empty()).collect();
            names.sort();
            names.dedup();
            texts(names.iter().map(Vec::as_slice))
        };
        same(&place, summary, "textures", names(|face| face.texture.bytes().to_vec()));
        same(&place, summary, "materials", names(|face| face.material.bytes().to_vec()));
        let tags = lod.tags.iter().filter(|tag| tag.text() != mlod::Tag::END);
        let tags = tags.map(|tag| [Value::from(tag.text().to_string()), tag.body.size().into()].into_iter().collect());
        same(&place, summary, "taggs", tags.collect::<Vec<Value>>());
    }
}

#[test]
fn scenes_survive_every_target() {
    for file in corpus("p3d", "p3d", 45) {
        let Some(document) = parse(&file) else { continue };
        let scene = document.to_scene_with(&ImportOptions::default(), &mut Diagnostics::new()).unwrap();
        for target in ["mlod", "p3dm", "odol7"] {
            let mut options = retromesh_kit::ExportOptions::default();
            options.target = Some(target.to_owned());
            let written = Document::from_scene_with(&scene.validate().unwrap(), &options, &mut Diagnostics::new())
                .unwrap_or_else(|e| panic!("{} {target}: {e}", file.name));
            let bytes = written.document.encode().unwrap();
            let again = Document::parse_with(&bytes, &ImportOptions::default(), &mut Diagnostics::new()).unwrap();
            let back = again.to_scene_with(&ImportOptions::default(), &mut Diagnostics::new()).unwrap();
            let place = format!("{} as {target}", file.name);
            assert_eq!(check(&back), [], "{place}");
            assert_eq!(back.meshes.len(), scene.meshes.len().max(1), "{place}");
            for (a, b) in scene.meshes.iter().zip(&back.meshes) {
                assert_eq!(a.triangle_count(), b.triangle_count(), "{place} {}", a.name);
                assert_eq!(a.selections.len(), b.selections.len(), "{place} {}", a.name);
                assert_eq!(a.vertex_frames.len(), b.vertex_frames.len(), "{place} {}", a.name);
            }
            let proxies = |scene: &retromesh_core::Scene| scene.nodes.iter().filter(|n| n.proxy.is_some()).count();
            assert_eq!(proxies(&scene), proxies(&back), "{place}");
        }
    }
}

#[test]
fn arrays_packed_anew_are_the_same() {
    let (mut same, mut other) = (0, 0);
    for file in crate::files().iter().filter(|file| !file.name.starts_with("bad/")) {
        let Some(Document::Odol(mut odol)) = parse(file) else { continue };
        let packed = |odol: &odol7::Odol<'_>| odol.lods.iter().filter(|lod| lod.clip.packed_bytes().is_some()).count();
        let streams = packed(&odol);
        odol.repack();
        let bytes = odol.encode().unwrap();
        let mut strict = Diagnostics::strict();
        let Ok(Document::Odol(mut again)) = Document::parse_with(&bytes, &ImportOptions::default(), &mut strict) else {
            panic!("{}", file.name)
        };
        again.repack();
        assert_eq!(odol, again, "{}", file.name);
        if bytes == file.bytes {
            same += usize::from(streams > 0);
        } else {
            // Crafted files are packed in other ways; the game's own packer makes the same choices.
            assert!(!file.name.starts_with("tzk"), "{} is packed otherwise", file.name);
            other += 1;
        }
    }
    assert!(same + other >= 8, "{same} files with packed arrays are the same, {other} crafted ones are not");
}
