//! ODOL to MLOD and back, and renaming, over all files.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use retromesh_core::{Code, Diagnostics};
use retromesh_kit::{ExportOptions, ImportOptions, TexturePaths};
use retromesh_p3d::convert::{MlodOptions, OdolOptions, Points};
use retromesh_p3d::{Document, mlod, odol7};
use retromesh_testkit::{File, fixture, fixtures};

fn parse(file: &File) -> Option<Document<'_>> {
    Document::parse_with(&file.bytes, &ImportOptions::default(), &mut Diagnostics::new()).ok()
}

pub(crate) fn odols(files: &[File]) -> impl Iterator<Item = (&str, odol7::Odol<'_>)> {
    files.iter().filter(|file| !file.name.starts_with("bad/")).filter_map(|file| match parse(file) {
        Some(Document::Odol(odol)) => Some((file.name.as_str(), odol)),
        _ => None,
    })
}

/// The corners of all faces in the order of ODOL: position, normal, texture coordinate.
type Corner = [f32; 8];

fn odol_corners(lod: &odol7::Lod<'_>, center: glam::Vec3) -> Vec<Corner> {
    let corner = |v: u16| {
        let v = usize::from(v);
        let (p, n, uv) =
            (lod.positions.get(v).unwrap() + center, lod.normals.get(v).unwrap(), lod.uvs.values().get(v).unwrap());
        [p.x, p.y, p.z, n.x, n.y, n.z, uv.x, uv.y]
    };
    lod.faces
        .iter()
        .flat_map(|face| {
            let all: Vec<u16> = face.corners.iter().collect();
            let fans: Vec<Vec<u16>> = match all.len() {
                3 | 4 => vec![all],
                n => (1..n - 1).map(|i| vec![all[0], all[i], all[i + 1]]).collect(),
            };
            fans.into_iter().flatten().map(corner).collect::<Vec<_>>()
        })
        .collect()
}

fn mlod_corners(lod: &mlod::Lod<'_>) -> Vec<Corner> {
    let corner = |c: &mlod::Corner| {
        let (p, n) = (lod.points.get(c.point as usize).unwrap().position, lod.normals.get(c.normal as usize).unwrap());
        [p.x, p.y, p.z, n.x, n.y, n.z, c.uv.x, c.uv.y]
    };
    lod.faces
        .iter()
        .flat_map(|face| {
            let mut corners: Vec<Corner> = face.corners().iter().map(corner).collect();
            // The engine swaps pairs.
            corners.swap(0, 1);
            if corners.len() == 4 {
                corners.swap(2, 3);
            }
            corners
        })
        .collect()
}

fn bits(corners: &[Corner]) -> Vec<[u32; 8]> {
    corners.iter().map(|corner| corner.map(f32::to_bits)).collect()
}

#[test]
fn every_corner_keeps_its_normal() {
    let files = crate::files();
    let mut seen = 0;
    for (name, odol) in odols(&files) {
        for points in [Points::Merged, Points::Split, Points::FunctionalMerged] {
            for kind in [mlod::Kind::Sp3x, mlod::Kind::P3dm] {
                let options = MlodOptions::new(points, kind);
                let mlod = odol.to_mlod(&options, &mut Diagnostics::new()).unwrap();
                for (a, b) in odol.lods.iter().zip(&mlod.lods) {
                    let source = odol_corners(a, odol.info.facts.bounding_center);
                    assert_eq!(bits(&source), bits(&mlod_corners(b)), "{name} {points:?}");
                    seen += source.len();
                }
                let mut written = Vec::new();
                odol.write_mlod(&options, &mut Diagnostics::new(), &mut written).unwrap();
                assert!(written == mlod.encode().unwrap(), "{name} {points:?}");
                let again =
                    Document::parse_with(&written, &ImportOptions::default(), &mut Diagnostics::strict()).unwrap();
                assert_eq!(again, Document::Mlod(mlod), "{name} {points:?}");
            }
        }
    }
    assert!(seen > 400, "{seen} corners");
}

/// A selection's name, the places of its vertices with their weights, the middles of its faces.
type Selected = (Vec<u8>, Vec<([i32; 3], u8)>, Vec<[i32; 3]>);

/// What of a level must survive the way to MLOD and back, in a form that does not depend on the order of vertices and faces.
#[derive(Debug, PartialEq)]
struct Kept {
    corners: Vec<[i32; 8]>,
    selections: Vec<Selected>,
    properties: Vec<(Vec<u8>, Vec<u8>)>,
    /// Time, the places of the points.
    frames: Vec<(u32, Vec<[i32; 3]>)>,
    proxies: Vec<(Vec<u8>, i32, Vec<i32>)>,
}

fn place(v: glam::Vec3) -> [i32; 3] {
    v.to_array().map(|x| (x * 256.0).round() as i32)
}

fn kept(odol: &odol7::Odol<'_>, lod: &odol7::Lod<'_>) -> Kept {
    let center = odol.info.facts.bounding_center;
    let at = |v: u16| lod.positions.get(v.into()).map(|p| place(p + center));
    let lower = |name: &retromesh_wire::RawStr<'_>| name.bytes().to_ascii_lowercase();
    let mut corners: Vec<[i32; 8]> =
        odol_corners(lod, center).iter().map(|corner| corner.map(|x| (x * 256.0).round() as i32)).collect();
    corners.sort_unstable();
    let faces: Vec<odol7::Face<'_>> = lod.faces.iter().collect();
    let middle = |face: &odol7::Face<'_>| {
        let sum: glam::Vec3 = face.corners.iter().filter_map(|v| lod.positions.get(v.into())).sum();
        place(sum / face.corners.len() as f32 + center)
    };
    let selections = lod.selections.iter().map(|selection| {
        let weights = selection.vertex_weights.values();
        // The engine drops weights that are all nearly full.
        let full = weights.iter().all(|w| w >= 254);
        let weight = |i: usize| if full { 255 } else { weights.get(i).unwrap() };
        let mut vertices: Vec<([i32; 3], u8)> =
            selection.vertices.values().iter().enumerate().filter_map(|(i, v)| Some((at(v)?, weight(i)))).collect();
        vertices.sort_unstable();
        // The editor selects points, which are all their vertices.
        vertices.dedup();
        let mut middles: Vec<[i32; 3]> =
            selection.faces.values().iter().filter_map(|f| faces.get(usize::from(f)).map(middle)).collect();
        middles.sort_unstable();
        // It selects each face once, however often a list names it.
        middles.dedup();
        (lower(&selection.name), vertices, middles)
    });
    let mut frames: Vec<(u32, Vec<[i32; 3]>)> = lod
        .frames
        .iter()
        .map(|frame| {
            let mut places: Vec<[i32; 3]> = frame.positions.iter().map(|p| place(p + center)).collect();
            places.sort_unstable();
            (frame.time.to_bits(), places)
        })
        .collect();
    frames.sort_by(|a, b| f32::from_bits(a.0).total_cmp(&f32::from_bits(b.0)));
    let proxy = |proxy: &odol7::ProxyRef<'_>| {
        let [x, y, z, p] = proxy.transform;
        let matrix = [x, y, z, p + center].into_iter().flat_map(|v| place(v).map(|n| n / 2)).collect();
        (lower(&proxy.name), proxy.id, matrix)
    };
    Kept {
        corners,
        selections: selections.collect(),
        properties: lod.properties.iter().map(|p| (lower(&p.name), lower(&p.value))).collect(),
        frames,
        proxies: lod.proxies.iter().map(proxy).collect(),
    }
}

/// Whether the level says nothing that a converter must repair: no polygons, no item that refers to nothing, no number that is none or
/// that the engine clears.
fn is_plain(lod: &odol7::Lod<'_>) -> bool {
    let n = lod.positions.len();
    let finite = odol_safe(lod);
    finite
        && lod.uvs.len() == n
        && lod.faces.iter().all(|f| matches!(f.corners.len(), 3 | 4) && f.corners.iter().all(|v| usize::from(v) < n))
        && lod.frames.iter().all(|frame| frame.positions.len() == n)
        && lod.vertex_to_point.values().iter().all(|p| usize::from(p) < lod.point_to_vertex.len())
}

fn odol_safe(lod: &odol7::Lod<'_>) -> bool {
    lod.positions.iter().all(glam::Vec3::is_finite)
        && lod.uvs.values().iter().all(|uv| uv.is_finite() && uv.abs().max_element() <= 1e5)
}

#[test]
fn the_way_back_gives_the_same_model() {
    let files = crate::files();
    let (mut levels, mut selections, mut weighted, mut frames, mut proxies, mut masses) = (0, 0, 0, 0, 0, 0);
    for (name, odol) in odols(&files) {
        for points in [Points::Merged, Points::Split, Points::FunctionalMerged] {
            for kind in [mlod::Kind::Sp3x, mlod::Kind::P3dm] {
                let mlod = odol.to_mlod(&MlodOptions::new(points, kind), &mut Diagnostics::new()).unwrap();
                let back = mlod.to_odol(&OdolOptions::default(), &mut Diagnostics::new()).unwrap();
                let place = format!("{name} {points:?} {kind:?}");
                assert_eq!(back.lods.len(), odol.lods.len(), "{place}");
                assert_eq!(back.info.resolutions, odol.info.resolutions, "{place}");
                let sum = |odol: &odol7::Odol<'_>| odol.info.masses.values().iter().sum::<f32>();
                assert_eq!(sum(&back), sum(&odol), "{place}");
                if points != Points::Split {
                    assert_eq!(back.info.masses.values(), odol.info.masses.values(), "{place}");
                    masses += odol.info.masses.len();
                }
                for (index, (a, b)) in odol.lods.iter().zip(&back.lods).enumerate().filter(|(_, (a, _))| is_plain(a)) {
                    let (a, b) = (kept(&odol, a), kept(&back, b));
                    assert_eq!(a, b, "{place} LOD[{index}]");
                    levels += 1;
                    selections += a.selections.len();
                    weighted += a.selections.iter().filter(|(_, v, _)| v.iter().any(|(_, w)| *w < 254)).count();
                    frames += a.frames.len();
                    proxies += a.proxies.len();
                }
            }
        }
    }
    let seen = (levels, selections, weighted, frames, proxies, masses);
    assert!(levels > 200 && selections > 50 && weighted > 5 && frames > 20 && proxies > 10 && masses > 20, "{seen:?}");
}

/// What the engine's rules make of MLOD survives the way to MLOD and back exactly: order of vertices, sections, selections. The models
/// have seams, hard edges, several textures, values of points and faces, weights, and selections that are sections.
#[test]
fn what_the_engine_would_write_comes_back_exactly() {
    let files = crate::files();
    let mut seen = 0;
    let mut sections = 0;
    for file in files.iter().filter(|file| !file.name.starts_with("bad/") && file.bytes.starts_with(b"MLOD")) {
        let Some(Document::Mlod(mut mlod)) = parse(file) else { continue };
        let mut options = OdolOptions::default();
        for (number, lod) in mlod.lods.iter_mut().enumerate() {
            // Values of faces and points, a selection of every third face.
            let flags = |point: u32| if point.is_multiple_of(5) { 0x20 } else { 0 };
            if lod.points.iter().all(|point| point.flags == 0) && number == 0 {
                let points: Vec<mlod::Point> =
                    lod.points.iter().zip(0..).map(|(p, i)| mlod::Point { flags: flags(i), ..p }).collect();
                lod.points = points.into();
            }
            let body = mlod::TagBody::Selection {
                points: (0..lod.points.len()).map(|i| u8::from(i % 3 == 0) * (1 + (i % 4) as u8 * 30)).collect(),
                faces: (0..lod.faces.len()).map(|i| u8::from(i % 3 == 0)).collect(),
            };
            lod.tags.insert(0, mlod::Tag::new(lod.kind, &b"every third"[..], body));
        }
        options.section_selections.insert(b"every third".to_vec());
        let Ok(odol) = mlod.to_odol(&options, &mut Diagnostics::new()) else { continue };
        if !odol.lods.iter().all(odol_safe) || odol.info.facts.bounding_center.length() > 100.0 {
            continue;
        }
        sections += odol.lods.iter().map(|lod| lod.sections.len()).sum::<usize>();
        let options = MlodOptions::new(Points::Merged, mlod::Kind::P3dm);
        let again = odol.to_mlod(&options, &mut Diagnostics::new()).unwrap();
        let back = again.to_odol(&OdolOptions::default(), &mut Diagnostics::new()).unwrap();
        for (index, (a, b)) in odol.lods.iter().zip(&back.lods).enumerate() {
            let place = format!("{} LOD[{index}]", file.name);
            // Adding the centre and taking it away rounds positions.
            let near = a.positions.iter().zip(&b.positions).all(|(p, q)| p.distance(q) <= 1e-5 * p.length().max(1.0));
            assert!(near && a.positions.len() == b.positions.len(), "{place}");
            assert_eq!((&a.normals, &a.uvs, &a.clip), (&b.normals, &b.uvs, &b.clip), "{place}");
            assert_eq!(a.faces, b.faces, "{place}");
            assert_eq!(a.sections, b.sections, "{place}");
            assert_eq!((&a.point_to_vertex, &a.vertex_to_point), (&b.point_to_vertex, &b.vertex_to_point), "{place}");
            let contents = |lod: &odol7::Lod<'_>| {
                let all = lod.selections.iter().map(|s| {
                    let mut faces = s.faces.values().to_vec();
                    faces.sort_unstable();
                    let vertices = (s.vertices.values().to_vec(), s.vertex_weights.values().to_vec());
                    (s.name.to_string(), s.needs_sections, faces, s.sections.values().to_vec(), vertices)
                });
                all.collect::<Vec<_>>()
            };
            assert_eq!(contents(a), contents(b), "{place}");
            seen += 1;
        }
    }
    assert!(seen >= 15 && sections > 20, "{seen} levels, {sections} sections");
}

#[test]
fn edges_where_normals_part_are_sharp() {
    let files = fixtures("p3d", "p3d", 40);
    let cube = files.iter().find(|file| file.name == "odol-cube.p3d").unwrap();
    let Some(Document::Odol(odol)) = parse(cube) else { panic!("no ODOL") };
    let edges = |points: Points| {
        let mlod = odol.to_mlod(&MlodOptions::new(points, mlod::Kind::Sp3x), &mut Diagnostics::new()).unwrap();
        let mut edges: Vec<[u32; 2]> = Vec::new();
        for tag in &mlod.lods[0].tags {
            if let mlod::TagBody::SharpEdges(all) = &tag.body {
                edges.extend(all);
            }
        }
        edges
    };
    // Corners of the cube that differ in one bit share an edge.
    let expected: Vec<[u32; 2]> =
        (0..8u32).flat_map(|a| (a..8).filter(move |b| (a ^ b).is_power_of_two()).map(move |b| [a, b])).collect();
    assert_eq!(expected.len(), 12);
    assert_eq!(edges(Points::Merged), expected);
    assert_eq!(edges(Points::Split), Vec::<[u32; 2]>::new());

    // Without its split normals nothing is sharp.
    let mut smooth = odol.clone();
    let normal = |i: usize| smooth.lods[0].positions.get(i).unwrap().normalize();
    let normals: Vec<glam::Vec3> = (0..24).map(|i| -normal(i)).collect();
    smooth.lods[0].normals = normals.into();
    let mlod = smooth.to_mlod(&MlodOptions::default(), &mut Diagnostics::new()).unwrap();
    assert!(!mlod.lods[0].tags.iter().any(|tag| matches!(tag.body, mlod::TagBody::SharpEdges(_))));
}

#[test]
fn losses_are_counted() {
    let files = fixtures("p3d", "p3d", 40);
    let find = |name: &str| files.iter().find(|file| file.name == name).unwrap();
    let report = |name: &str, kind: mlod::Kind| {
        let mut diagnostics = Diagnostics::new();
        match parse(find(name)).unwrap() {
            Document::Odol(odol) => {
                odol.to_mlod(&MlodOptions::new(Points::Merged, kind), &mut diagnostics).unwrap();
            }
            Document::Mlod(mlod) => {
                mlod.to_odol(&OdolOptions::default(), &mut diagnostics).unwrap();
                mlod.with_kind(kind, &mut diagnostics).unwrap();
            }
        }
        diagnostics
    };
    let rows = [
        ("odol-triangle.p3d", Code::LostExtras, "mean colours, which the game's tools take from the textures", 1),
        (
            "odol-sections.p3d",
            Code::KeptInExtras,
            "textures whose flags, such as alpha, are kept in properties named retromesh.texture",
            1,
        ),
        ("odol-polygon.p3d", Code::TriangulatedFaces, "", 1),
        (
            "odol-selections.p3d",
            Code::MixedPointFlags,
            "a selection of some vertices of a point holds the whole point",
            2,
        ),
        ("p3dm-materials.p3d", Code::LostExtras, "material paths of faces", 4),
        ("p3dm-materials.p3d", Code::TruncatedName, "", 4),
        ("p3dm-uv-sets.p3d", Code::LostUvSet, "ODOL v7 has one", 1),
        ("sp3x-default-path.p3d", Code::LostExtras, "the editor's default path", 1),
        ("sp3x-tags.p3d", Code::MovedExtras, "sharp edges, which ODOL has as normals alone", 2),
        ("sp3x-triangle.p3d", Code::AlteredNames, "names became lower case, as the engine has them", 1),
    ];
    for (name, code, detail, count) in rows {
        let diagnostics = report(name, mlod::Kind::Sp3x);
        let found: u64 =
            diagnostics.entries().iter().filter(|e| e.code == code && e.detail == detail).map(|e| e.count).sum();
        assert!(found >= count, "{name} {code} {detail}: {:?}", diagnostics.entries());
    }
}

/// All coordinates are within the texture, which tools clamp then. Of some or all faces it repeats, or nothing says so, or there is none.
#[test]
fn textures_go_on_past_their_edges_as_before() {
    use retromesh_p3d::flags::special::{CLAMP_U, CLAMP_V, NO_CLAMP};
    let files = fixtures("p3d", "p3d", 40);
    let cube = files.iter().find(|file| file.name == "odol-cube.p3d").unwrap();
    let Some(Document::Odol(odol)) = parse(cube) else { panic!("no ODOL") };
    let flags = |odol: &odol7::Odol<'_>| odol.lods[0].faces.iter().map(|face| face.special).collect::<Vec<_>>();
    let clamped = flags(&odol)[0];
    let rows = [(NO_CLAMP, 0, 6, 0), (NO_CLAMP, 0, 3, 3), (0, 0, 6, 0), (0, -1, 6, 0), (0, 0, 3, 3), (0, -1, 3, 3)];
    for (flag, texture, count, lost) in rows {
        let (mut odol, plain) = (odol.clone(), clamped & !(NO_CLAMP | CLAMP_U | CLAMP_V));
        let mut faces = odol7::FaceList::default();
        for (number, face) in odol.lods[0].faces.iter().enumerate() {
            let corners: Vec<u16> = face.corners.iter().collect();
            faces.push(if number < count { plain | flag } else { clamped }, texture, &corners);
        }
        odol.lods[0].faces = faces;
        let mut diagnostics = Diagnostics::new();
        let mlod = odol.to_mlod(&MlodOptions::default(), &mut diagnostics).unwrap();
        let back = mlod.to_odol(&OdolOptions::default(), &mut diagnostics).unwrap();
        assert_eq!(flags(&back), vec![if lost == 0 { plain | flag } else { clamped }; 6]);
        assert_eq!(diagnostics.count(Code::ApproximatedMaterial), lost, "{:?}", diagnostics.entries());
    }
}

#[test]
fn renaming_changes_nothing_else() {
    for file in crate::files().iter().filter(|file| !file.name.starts_with("bad/")) {
        let Some(document) = parse(file) else { continue };
        let names = document.texture_names();
        let Some(first) = names.iter().find(|name| !name.is_material && name.path.len() < 20) else { continue };
        let mut longer = |path: &str| (path == first.path).then(|| format!("new_{path}"));
        let changed = document.rename_textures(&mut longer).unwrap();
        assert!(changed.places > 0, "{}", file.name);
        let bytes = changed.output.bytes;
        let again = Document::parse_with(&bytes, &ImportOptions::default(), &mut Diagnostics::new()).unwrap();
        assert!(again.texture_names().iter().any(|name| name.path.starts_with("new_")), "{}", file.name);
        let back = again.rename_textures(&mut |path| path.strip_prefix("new_").map(str::to_owned)).unwrap();
        assert_eq!(back.places, changed.places, "{}", file.name);
        // What follows the NUL of a fixed field is gone where the path was written anew.
        let restored = back.output.bytes;
        assert_eq!(restored.len(), file.bytes.len(), "{}", file.name);
        if !file.bytes.starts_with(b"MLOD") {
            assert!(restored == file.bytes, "{}", file.name);
        }
    }
}

/// What ODOL says of its textures comes back through MLOD, where the textures themselves are not there.
#[test]
fn alpha_comes_back_through_the_editable_form() {
    const OF_TEXTURE: u32 = 0x3_0300;
    let files = crate::files();
    let (mut alpha, mut reported) = (0, 0);
    for file in files.iter().filter(|file| !file.name.starts_with("bad/") && file.bytes.starts_with(b"MLOD")) {
        let Some(Document::Mlod(mlod)) = parse(file) else { continue };
        let mut options = OdolOptions::default();
        options.alpha_patterns = vec![b"*".to_vec()];
        let Ok(odol) = mlod.to_odol(&options, &mut Diagnostics::new()) else { continue };
        for kind in [mlod::Kind::Sp3x, mlod::Kind::P3dm] {
            let mut diagnostics = Diagnostics::new();
            let again = odol.to_mlod(&MlodOptions::new(Points::Merged, kind), &mut diagnostics).unwrap();
            let back = again.to_odol(&OdolOptions::default(), &mut Diagnostics::new()).unwrap();
            let flags = |odol: &odol7::Odol<'_>| -> Vec<Vec<u32>> {
                let of = |lod: &odol7::Lod<'_>| lod.faces.iter().map(|face| face.special & OF_TEXTURE).collect();
                odol.lods.iter().map(of).collect()
            };
            assert_eq!(flags(&back), flags(&odol), "{} {kind:?}", file.name);
            let seen = flags(&odol).concat().into_iter().filter(|flags| flags & 0x100 != 0).count();
            // The path of a colour with alpha says that by itself, where it fits into its field.
            let is_unsaid = |lod: &odol7::Lod<'_>, face: odol7::Face<'_>| {
                let path = usize::try_from(face.texture).ok().and_then(|at| lod.textures.get(at));
                let path = path.filter(|path| kind == mlod::Kind::P3dm || path.bytes().len() < 32);
                let color = path.and_then(|path| retromesh_kit::procedural::facts(&path.to_string()));
                face.special & 0x100 != 0 && !color.is_some_and(|color| color.alpha)
            };
            let unsaid = odol.lods.iter().any(|lod| lod.faces.iter().any(|face| is_unsaid(lod, face)));
            assert_eq!(unsaid, diagnostics.count(Code::KeptInExtras) > 0, "{}", file.name);
            let properties = |odol: &odol7::Odol<'_>| odol.lods.iter().map(|lod| lod.properties.len()).sum::<usize>();
            assert_eq!(properties(&back), properties(&odol), "{}: what carries flags is no property", file.name);
            alpha += seen;
            reported += diagnostics.count(Code::KeptInExtras);
        }
    }
    assert!(alpha > 50 && reported > 10, "{alpha} {reported}");
}

#[test]
fn sections_of_selections_that_are_not_there_are_reported() {
    let files = crate::files();
    let file = files.iter().find(|file| file.name == "sp3x-selections.p3d").unwrap();
    let Some(Document::Mlod(mlod)) = parse(file) else { panic!("no MLOD") };
    let known = mlod.to_odol(&OdolOptions::default(), &mut Diagnostics::new()).unwrap();
    let known = known.lods[0].selections[0].name.bytes().to_vec();
    for (name, expected) in [(known, 0), (b"nope".to_vec(), 1)] {
        let mut options = OdolOptions::default();
        options.section_selections = [name].into();
        let mut diagnostics = Diagnostics::new();
        let odol = mlod.to_odol(&options, &mut diagnostics).unwrap();
        let marked = odol.lods.iter().flat_map(|lod| &lod.selections).filter(|selection| selection.needs_sections != 0);
        assert_eq!((diagnostics.count(Code::UnusedPattern), marked.count() > 0), (expected, expected == 0));
    }
}

#[test]
fn patterns_of_textures_that_stand_for_none_are_reported() {
    let files = crate::files();
    let file = files.iter().find(|file| file.name == "sp3x-triangle.p3d").unwrap();
    let Some(Document::Mlod(mlod)) = parse(file) else { panic!("no MLOD") };
    for (pattern, expected) in [("data\\tri.pac", 0), ("*.pac", 0), ("*tri?pac", 0), ("*.paa", 1), ("tri.pac", 1)] {
        let mut options = OdolOptions::default();
        options.alpha_patterns = vec![pattern.as_bytes().to_vec()];
        let mut diagnostics = Diagnostics::new();
        let odol = mlod.to_odol(&options, &mut diagnostics).unwrap();
        let alpha = odol.lods[0].faces.iter().all(|face| face.special & 0x100 != 0);
        assert_eq!((diagnostics.count(Code::UnusedPattern), alpha), (expected, expected == 0), "{pattern}");
    }
}

#[test]
fn numbers_that_are_none_are_named_from_variant_to_variant() {
    let named = |document: &Document<'_>, target: &str| {
        let (mut options, mut found) = (ExportOptions::default(), Diagnostics::new());
        options.target = Some(target.into());
        document.convert_within(&options, &mut found).unwrap();
        let is_named = |code, detail: &str| code == Code::NonFinite && detail.ends_with("left as it is");
        found.entries().iter().any(|entry| is_named(entry.code, &entry.detail))
    };
    let bytes = fixture("p3d/odol-not-a-number.p3d").bytes;
    for target in ["mlod", "odol7"] {
        assert!(named(&Document::parse(&bytes).unwrap(), target), "ODOL to {target}");
    }
    let bytes = fixture("p3d/sp3x-cube.p3d").bytes;
    let Document::Mlod(sound) = Document::parse(&bytes).unwrap() else { panic!("no MLOD") };
    for target in ["mlod", "p3dm", "odol7"] {
        assert!(!named(&sound.clone().into(), target), "sound MLOD to {target}");
        let mut broken = sound.clone();
        broken.lods[0].resolution = f32::NAN;
        assert!(named(&broken.into(), target), "resolution to {target}");
        let mut broken = sound.clone();
        let mut normals = broken.lods[0].normals.to_vec();
        normals[0].y = f32::INFINITY;
        broken.lods[0].normals = normals.into();
        assert!(named(&broken.into(), target), "normal to {target}");
    }
}
