//! Archives: what is in them is found as in folders, and what is hostile about them is refused.

use retromesh::options::Textures;
use retromesh::{Archive, Code, Diagnostics, Folder, ImportOptions, Limits, Output, Overwrite, Source, StoredFiles};
use std::fs;
use std::path::{Path, PathBuf};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

fn path(name: &str) -> PathBuf {
    fixtures().join(name)
}

#[test]
fn the_files_of_archives_are_listed_and_read() {
    let rows = [
        ("pbo/tank.pbo", Some("tank"), "config.cpp 22, data/cube.paa 172, models/Far.p3d 940, tank.p3d 940"),
        ("pbo/plain.pbo", None, "plain.p3d 940, tex.paa 172"),
        ("pbo/turret.pbo", Some("guns/turret"), "gun.paa 172"),
        ("pbo/kept.pbo", None, "kept.txt 16"),
        ("pbo/nothing.pbo", None, ""),
        ("zip/tank.zip", None, "tank/Data/cube.paa 172, tank/tank.p3d 940"),
    ];
    for (name, prefix, expected) in rows {
        let on_disk = Archive::open(path(name)).unwrap();
        let in_memory = Archive::from_bytes(fs::read(path(name)).unwrap(), name).unwrap();
        for archive in [&on_disk, &in_memory] {
            let read = |file: &String| archive.read(file, &Limits::default()).unwrap().len();
            let found: Vec<String> = archive.paths().map(|file| format!("{file} {}", read(&file))).collect();
            assert_eq!((archive.prefix(), found.join(", ").as_str()), (prefix, expected), "{name}");
        }
    }
    let texture = fs::read(path("paa/dxt1-corners.paa")).unwrap();
    for inside in ["pbo/tank.pbo/data/cube.paa", "pbo/plain.pbo/tex.paa", "zip/tank.zip/tank/Data/cube.paa"] {
        assert_eq!(retromesh::load(&path(inside), &Limits::default()).unwrap(), texture, "{inside}");
    }
}

#[test]
fn what_is_damaged_or_hostile_is_an_error() {
    // The archive itself is refused, or the one entry of it.
    let rows = [
        ("pbo/bad/steps-up.pbo/data/__/__/evil.p3d", "name of an entry: expected a path below the archive"),
        ("pbo/bad/drive.pbo/C_/evil.p3d", "name of an entry: expected a path below the archive"),
        ("pbo/bad/rooted.pbo/evil.p3d", "name of an entry: expected a path below the archive"),
        ("pbo/twice.pbo/twice.txt", "an archive with two entries named twice.txt is not supported: unpack it by hand"),
        ("zip/bad/twice.zip/d.x", "an archive with two entries named d.x is not supported: unpack it by hand"),
        ("pbo/twice.pbo/twice (2).txt", "an archive with two entries named twice.txt is"),
        ("zip/bad/twice.zip/d (2).x", "an archive with two entries named d.x is"),
        ("pbo/bad/method.pbo/a.p3d", "bad method of an entry: expected stored, compressed (Cprs) or encrypted (Encr)"),
        ("pbo/bad/table-cut.pbo", "bad name of an entry"),
        ("pbo/bad/properties-cut.pbo", "bad value of a property"),
        ("pbo/bad/empty.pbo", "the file is empty"),
        ("pbo/bad/entry-cut.pbo", "expected a PBO archive, found one that is cut: "),
        ("pbo/bad/entry-cut.pbo/a.p3d", "truncated entry: expected 5 bytes, found 4"),
        ("pbo/bad/four-gigabytes.pbo/a.p3d", "input size over the limit: at most 1073741824, found 4294967295"),
        ("pbo/bad/bomb.pbo/a.p3d", "input size over the limit: at most 1073741824, found 4294967295"),
        ("pbo/bad/checksum.pbo/a.p3d", "found checksum 0x100020d, not that of its bytes"),
        ("pbo/bad/stream-cut.pbo/a.p3d", "packed data ends after 8 unpacked bytes"),
        ("pbo/bad/encrypted.pbo/a.p3d", "an encrypted entry is not supported"),
        ("pbo/tank.pbo", "this is an archive; name a file in it"),
        ("pbo/tank.pbo/gone.p3d", "no such file"),
        ("zip/bad/steps-up.zip/data/__/__/evil.p3d", "name of an entry: expected a path below the archive"),
        ("zip/bad/drive.zip/C_/evil.p3d", "name of an entry: expected a path below the archive"),
        ("zip/bad/rooted.zip/evil.p3d", "name of an entry: expected a path below the archive"),
        ("zip/bad/shared.zip/a.p3d", "expected bytes of its own, found some that are those of \"b.p3d\", too"),
        (
            "zip/bad/cut.zip",
            "expected a ZIP archive, found one that is cut or damaged: missing end of central directory",
        ),
        ("zip/bad/bomb.zip/a.p3d", "input size over the limit: at most 1073741824, found 4294967294"),
        ("zip/bad/more.zip/a.p3d", "expected 5 bytes and their checksum"),
        ("zip/bad/checksum.zip/a.p3d", "expected 10 bytes and their checksum"),
        ("zip/bad/encrypted.zip/a.p3d", "an encrypted entry is not supported"),
        ("zip/bad/method.zip/a.p3d", "the method 14 (LZMA) of an entry is not supported"),
    ];
    for (name, expected) in rows {
        let error = retromesh::load(&path(name), &Limits::default()).unwrap_err().to_string();
        assert!(error.contains(expected), "{name}: {error}");
    }
}

#[test]
fn a_small_entry_cannot_unpack_to_any_size() {
    let huge = |name: &str, limits: &Limits| {
        let error = retromesh::load(&path(name), limits).unwrap_err();
        error.to_string()
    };
    let mut limits = Limits::none();
    limits.unpacked_bytes = Limits::default().unpacked_bytes;
    assert!(huge("pbo/bad/bomb.pbo/a.p3d", &limits).contains("unpacked bytes over the limit: at most 1073741824"));
    // 64 MiB, and 64 bytes for each of the 15.
    assert!(huge("zip/bad/bomb.zip/a.p3d", &limits).contains("unpacked bytes over the limit: at most 67109824"));
    // Even if any size is allowed no more memory is taken than the bytes can fill.
    assert!(huge("pbo/bad/bomb.pbo/a.p3d", &Limits::none()).contains("packed data ends"));
    assert!(huge("zip/bad/bomb.zip/a.p3d", &Limits::none()).contains("expected 4294967294 bytes and their checksum"));
}

/// What begins after the end of an archive is not listed, and said of the archive at once.
#[test]
fn a_cut_pbo_is_one_that_lacks_files() {
    let bytes = fs::read(path("pbo/tank.pbo")).unwrap();
    let archive = |bytes: &[u8]| Archive::from_bytes(bytes, "tank.pbo").unwrap();
    let whole = archive(&bytes);
    let all = whole.paths().count();
    assert!(whole.damage().is_none());
    let cut = archive(&bytes[..700]);
    let said = cut.damage().unwrap().to_string();
    let left = cut.paths().count();
    // Of the last one there is a part.
    let expected = format!("{} of {all} files are whole, tank.p3d is cut, {} are missing", left - 1, all - left);
    assert!(left > 0 && left < all && said.contains(&expected), "{said}");
}

/// Every prefix of an archive, and every byte changed: an error or files, never a panic.
#[test]
fn no_damage_is_a_panic() {
    for name in ["pbo/tank.pbo", "pbo/plain.pbo", "zip/tank.zip"] {
        let whole = fs::read(path(name)).unwrap();
        let look = |bytes: &[u8]| {
            let Ok(archive) = Archive::from_bytes(bytes, name) else { return };
            for file in archive.paths().collect::<Vec<_>>() {
                let _read = archive.read(file, &Limits::default());
            }
        };
        (0..whole.len()).for_each(|length| look(&whole[..length]));
        let mut bytes = whole.clone();
        for at in 0..whole.len() {
            for value in [0, 1, 0x7f, 0xff, !whole[at]] {
                bytes[at] = value;
                look(&bytes);
            }
            bytes[at] = whole[at];
        }
    }
}

fn image(folder: &Folder, of: &str) -> Option<String> {
    folder.find_image(of)
}

#[test]
fn textures_are_found_by_the_prefix_in_their_archive_and_in_others() {
    let game = tempfile::tempdir().unwrap();
    fs::create_dir_all(game.path().join("mod/Addons")).unwrap();
    for name in ["tank", "plain", "turret", "gunner"] {
        fs::copy(path(&format!("pbo/{name}.pbo")), game.path().join(format!("mod/Addons/{name}.PBO"))).unwrap();
    }
    fs::write(game.path().join("mod/loose.paa"), "").unwrap();
    // An archive of another prefix has files of the same names.
    let mut other = fs::read(path("pbo/tank.pbo")).unwrap();
    let prefix = other.windows(12).position(|bytes| bytes == b"prefix\0tank\0").unwrap() + 7;
    other[prefix..prefix + 4].copy_from_slice(b"jeep");
    fs::write(game.path().join("mod/Addons/jeep.pbo"), other).unwrap();
    let addons = "mod/Addons";
    // The model, the root, the texture, and where it is from the model's folder.
    let rows = [
        ("tank.PBO/tank.p3d", None, "tank\\data\\cube.paa", Some("data/cube.paa")),
        ("tank.PBO/tank.p3d", None, "\\TANK\\DATA\\CUBE.PAA", Some("data/cube.paa")),
        ("tank.PBO/tank.p3d", None, "data\\cube.paa", Some("data/cube.paa")),
        ("tank.PBO/tank.p3d", None, "other\\data\\gone.paa", None),
        ("tank.PBO/models/Far.p3d", None, "tank\\data\\cube.paa", Some("../data/cube.paa")),
        ("tank.PBO/models/Far.p3d", None, "..\\..\\loose.paa", None),
        ("tank.PBO/tank.p3d", None, "guns\\turret\\gun.paa", None),
        ("plain.PBO/plain.p3d", None, "plain\\tex.paa", Some("tex.paa")),
        ("gunner.PBO/gunner.p3d", Some(""), "guns\\turret\\gun.paa", Some("../turret.PBO/gun.paa")),
        (
            "gunner.PBO/gunner.p3d",
            Some("mod/Addons/turret.PBO"),
            "guns\\turret\\gun.paa",
            Some("../turret.PBO/gun.paa"),
        ),
        ("gunner.PBO/gunner.p3d", Some("mod"), "tank\\data\\cube.paa", Some("../tank.PBO/data/cube.paa")),
        ("jeep.pbo/tank.p3d", Some(""), "tank\\data\\cube.paa", Some("../tank.PBO/data/cube.paa")),
        ("jeep.pbo/tank.p3d", Some(""), "jeep\\data\\cube.paa", Some("data/cube.paa")),
        ("jeep.pbo/tank.p3d", None, "tank\\data\\cube.paa", Some("data/cube.paa")),
        ("nowhere.p3d", Some(""), "Guns/Turret/Gun.paa", Some("turret.PBO/gun.paa")),
        ("nowhere.p3d", None, "guns\\turret\\gun.paa", None),
    ];
    for (model, root, texture, expected) in rows {
        let root = root.map(|root| game.path().join(root));
        let folder = Folder::of_file(&game.path().join(addons).join(model), 1000).within(root.as_deref());
        assert_eq!(image(&folder, texture).as_deref(), expected, "{model} below {root:?}: {texture}");
        if let Some(expected) = expected {
            assert!(retromesh::Files::load(&folder, expected).is_some(), "{expected}");
            let is_of_other = model.starts_with("jeep") && root.is_none();
            assert_eq!(folder.is_elsewhere(texture, expected), is_of_other, "{model}: {texture}");
        }
    }
}

#[test]
fn a_model_in_an_archive_opens_with_its_textures() {
    for inside in [
        "pbo/tank.pbo/tank.p3d",
        "pbo/tank.pbo/models/Far.p3d",
        "pbo/plain.pbo/plain.p3d",
        "zip/tank.zip/tank/tank.p3d",
    ] {
        let mut diagnostics = Diagnostics::new();
        let mut opened = retromesh::open(path(inside), &ImportOptions::default(), &mut diagnostics).unwrap();
        let folder = Folder::of_file(&path(inside), 1000);
        opened.find_images(&folder, Textures::Embed, &mut diagnostics).unwrap();
        assert!(opened.scene.images.iter().all(|image| image.uri.is_some()), "{inside}");
        let quiet = [Code::MissingImage, Code::FoundElsewhere].iter().all(|code| diagnostics.count(*code) == 0);
        assert!(quiet, "{inside}: {diagnostics:?}");
    }
}

#[test]
fn archives_in_memory_are_folders_too() {
    let archive = Archive::from_bytes(fs::read(path("zip/tank.zip")).unwrap(), "dropped.zip").unwrap();
    let files: &StoredFiles = archive.files();
    let folder = Folder::of_file(Path::new("tank/tank.p3d"), 1000).among(files);
    assert_eq!(folder.find_image("data\\cube.paa").as_deref(), Some("Data/cube.paa"));
    let model = archive.read("tank/tank.p3d", &Limits::default()).unwrap();
    assert_eq!(Source::from_bytes(model, Path::new("tank.p3d"), &Limits::default()).unwrap().format.info().id, "p3d");
}

#[test]
fn archives_are_only_read() {
    let folder = tempfile::tempdir().unwrap();
    let archive = folder.path().join("tank.pbo");
    fs::copy(path("pbo/tank.pbo"), &archive).unwrap();
    let output = Output { bytes: vec![1], sidecars: Vec::new() };
    let error = retromesh::save(&archive.join("tank.p3d"), &output, Overwrite::Replace).unwrap_err().to_string();
    assert!(error.ends_with("is in an archive, and those are only read"), "{error}");
    assert_eq!(fs::read(&archive).unwrap(), fs::read(path("pbo/tank.pbo")).unwrap());
    // A changed archive is seen to have changed.
    assert_eq!(retromesh::load(&archive.join("kept.txt"), &Limits::default()).ok(), None);
    fs::copy(path("pbo/kept.pbo"), &archive).unwrap();
    assert_eq!(retromesh::load(&archive.join("kept.txt"), &Limits::default()).unwrap(), b"stored after all");
}

/// Damages bytes of an archive; returns how many damaged ones are still opened.
fn damage(name: &str, bytes: &[u8]) -> usize {
    let mut limits = Limits::default();
    limits.unpacked_bytes = 1 << 20;
    let opens = |bytes: &[u8]| {
        let Ok(archive) = Archive::from_bytes(bytes, name) else { return false };
        for path in archive.paths() {
            assert!(!path.starts_with('/') && path.split('/').all(|part| part != ".."), "{name}: {path:?}");
            if let Ok(file) = archive.read(&path, &limits) {
                assert!(file.len() <= (1 << 20) + bytes.len(), "{name}: {path:?}: {} bytes", file.len());
            }
        }
        true
    };
    let mut opened = (0..bytes.len()).filter(|&end| opens(&bytes[..end])).count();
    for at in 0..bytes.len() {
        for value in [0, 1, 0x2e, 0x7f, 0xff, bytes[at] ^ 0x20] {
            let mut damaged = bytes.to_vec();
            damaged[at] = value;
            opened += usize::from(opens(&damaged));
        }
    }
    opened
}

#[test]
fn damaged_archives_are_refused_or_read_within_their_limits() {
    let mut opened = 0;
    for (folder, small) in [("pbo", 1_200), ("zip", 2_500)] {
        let files = retromesh_testkit::fixtures(folder, folder, 10);
        let files: Vec<_> = files.into_iter().filter(|file| file.bytes.len() <= small).collect();
        assert!(files.len() >= 5, "{} small archives in {folder}", files.len());
        opened += files.iter().map(|file| damage(&file.name, &file.bytes)).sum::<usize>();
    }
    assert!(opened > 1_000, "{opened} damaged archives are opened");
}
