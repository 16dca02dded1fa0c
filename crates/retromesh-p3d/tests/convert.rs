//! ODOL to MLOD and back, and renaming, over the generated files and the corpus.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use retromesh_core::{Diagnostics, ImportOptions};
use retromesh_p3d::convert::{MlodOptions, OdolOptions, Points};
use retromesh_p3d::{Document, mlod, odol7};
use retromesh_testkit::{File, corpus, fixtures};

fn files() -> Vec<File> {
    let mut files = fixtures("p3d", "p3d", 40);
    files.extend(corpus("p3d", "p3d", 45));
    files
}

fn parse(file: &File) -> Option<Document<'_>> {
    retromesh_p3d::parse(&file.bytes, &ImportOptions::default(), &mut Diagnostics::new()).ok()
}

fn odols(files: &[File]) -> impl Iterator<Item = (&str, odol7::Odol<'_>)> {
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
    let files = files();
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
                    retromesh_p3d::parse(&written, &ImportOptions::default(), &mut Diagnostics::strict()).unwrap();
                assert_eq!(again, Document::Mlod(mlod), "{name} {points:?}");
            }
        }
    }
    assert!(seen > 400, "{seen} corners");
}

#[test]
fn the_way_back_gives_the_same_model() {
    let files = files();
    for (name, odol) in odols(&files) {
        let mlod = odol.to_mlod(&MlodOptions::default(), &mut Diagnostics::new()).unwrap();
        let back = mlod.to_odol(&OdolOptions::default(), &mut Diagnostics::new()).unwrap();
        assert_eq!(back.lods.len(), odol.lods.len());
        assert_eq!(back.info.resolutions, odol.info.resolutions, "{name}");
        assert_eq!(back.info.masses, odol.info.masses, "{name}");
        for (a, b) in odol.lods.iter().zip(&back.lods) {
            let (mut source, mut target) =
                (odol_corners(a, odol.info.facts.bounding_center), odol_corners(b, back.info.facts.bounding_center));
            // The engine clears what is far off, and the middle of what is no number is none.
            if source.iter().flatten().any(|x| !x.is_finite() || x.abs() > 1e5) {
                continue;
            }
            // Faces are grouped by section.
            let order = |a: &Corner, b: &Corner| {
                a[6..]
                    .iter()
                    .chain(a)
                    .zip(b[6..].iter().chain(b))
                    .map(|(a, b)| a.total_cmp(b))
                    .find(|o| o.is_ne())
                    .unwrap_or(std::cmp::Ordering::Equal)
            };
            let round = |corners: &mut Vec<Corner>| {
                corners.iter_mut().flatten().for_each(|x| *x = (*x * 256.0).round() / 256.0 + 0.0);
            };
            round(&mut source);
            round(&mut target);
            source.sort_by(order);
            target.sort_by(order);
            assert_eq!(source, target, "{name}");
            let names = |lod: &odol7::Lod<'_>| {
                lod.selections
                    .iter()
                    .map(|s| (s.name.to_string(), s.vertex_weights.values().to_vec(), s.faces.len()))
                    .collect::<Vec<_>>()
            };
            if a.faces.iter().all(|face| matches!(face.corners.len(), 3 | 4)) {
                let kept: Vec<_> = names(a)
                    .into_iter()
                    .map(|(name, weights, faces)| {
                        (
                            name.to_ascii_lowercase(),
                            if weights.iter().all(|w| *w >= 254) { Vec::new() } else { weights },
                            faces,
                        )
                    })
                    .collect();
                assert_eq!(kept.len(), b.selections.len(), "{name}");
                for (kept, found) in kept.iter().zip(names(b)) {
                    assert_eq!((&kept.0, kept.2), (&found.0, found.2), "{name}");
                    let sorted = |w: &[u8]| {
                        let mut w = w.to_vec();
                        w.sort_unstable();
                        w
                    };
                    assert_eq!(sorted(&kept.1), sorted(&found.1), "{name} {}", kept.0);
                }
            }
            let times = |lod: &odol7::Lod<'_>| {
                let mut t: Vec<f32> = lod.frames.iter().map(|f| f.time).collect();
                t.sort_by(f32::total_cmp);
                t
            };
            assert_eq!(times(a), times(b), "{name}");
            assert_eq!(a.properties, b.properties, "{name}");
            assert_eq!(a.proxies.len(), b.proxies.len(), "{name}");
            for (p, q) in a.proxies.iter().zip(&b.proxies) {
                assert_eq!((&p.name, p.id), (&q.name, q.id), "{name}");
            }
        }
    }
}

#[test]
fn a_model_of_the_engine_keeps_vertices_and_sections() {
    let files = corpus("p3d", "p3d", 45);
    for (name, odol) in odols(&files).filter(|(name, _)| name.starts_with("tzk")) {
        let mlod = odol.to_mlod(&MlodOptions::default(), &mut Diagnostics::new()).unwrap();
        let mut options = OdolOptions::default();
        options.alpha_textures.insert(b"data\\clear_empty.paa".to_vec());
        let back = mlod.to_odol(&options, &mut Diagnostics::new()).unwrap();
        for (a, b) in odol.lods.iter().zip(&back.lods) {
            assert_eq!(a.positions, b.positions, "{name}");
            assert_eq!((&a.normals, &a.uvs, &a.clip), (&b.normals, &b.uvs, &b.clip), "{name}");
            assert_eq!(a.faces, b.faces, "{name}");
            assert_eq!((&a.point_to_vertex, &a.vertex_to_point), (&b.point_to_vertex, &b.vertex_to_point), "{name}");
            assert_eq!((a.or_hints, a.and_hints, a.special), (b.or_hints, b.and_hints, b.special), "{name}");
            let sections = |lod: &odol7::Lod<'_>| {
                lod.sections.iter().map(|s| (s.begin, s.end, s.texture, s.special)).collect::<Vec<_>>()
            };
            assert_eq!(sections(a), sections(b), "{name}");
            assert_eq!((a.face_memory, a.radius, a.min, a.max), (b.face_memory, b.radius, b.min, b.max), "{name}");
        }
        assert_eq!(odol.info.totals, back.info.totals, "{name}");
        assert_eq!(odol.info.facts.bounding_sphere, back.info.facts.bounding_sphere, "{name}");
    }
}

#[test]
fn renaming_changes_nothing_else() {
    for file in files().iter().filter(|file| !file.name.starts_with("bad/")) {
        let Some(mut document) = parse(file) else { continue };
        let names = document.texture_names();
        let Some(first) = names.iter().find(|name| !name.is_material && name.path.len() < 20) else { continue };
        let longer = |path: &str| (path == first.path).then(|| format!("new_{path}"));
        let changed = document.rename_textures(longer).unwrap();
        assert!(changed > 0, "{}", file.name);
        let bytes = document.encode().unwrap();
        let mut again = retromesh_p3d::parse(&bytes, &ImportOptions::default(), &mut Diagnostics::new()).unwrap();
        assert!(again.texture_names().iter().any(|name| name.path.starts_with("new_")), "{}", file.name);
        let back = again.rename_textures(|path| path.strip_prefix("new_").map(str::to_owned)).unwrap();
        assert_eq!(back, changed, "{}", file.name);
        // What stood behind the NUL of a fixed field is gone where the path was written anew.
        let restored = again.encode().unwrap();
        assert_eq!(restored.len(), file.bytes.len(), "{}", file.name);
        if !file.bytes.starts_with(b"MLOD") {
            assert!(restored == file.bytes, "{}", file.name);
        }
    }
}
