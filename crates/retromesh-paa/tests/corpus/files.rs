//! Every file against what a second, independent decoder says of it: `NAME.expect.json` next to the file.

#![allow(clippy::print_stdout, reason = "the figures of a sweep")]

use retromesh_core::{Code, Diagnostics, Error};
use retromesh_kit::ImportOptions;
use retromesh_paa::{Document, Picture, Texels};
use retromesh_testkit::{File, corpus};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The fewest files of each extension, and of each kind of verdict.
const AT_LEAST: [usize; 2] = [90, 15];
const HASHES: usize = 34;
const MEANS: usize = 48;
const ERRORS: usize = 27;

/// The maximum that the mean of a channel may differ where blocks are decoded, of 255: the last digit that the other decoder prints.
const MEAN_BOUND: f64 = 0.001;
/// The maximum number of levels that are read; the other decoder reads one more to see that there are more.
const LEVELS: usize = 16;

fn files() -> Vec<File> {
    let [paa, pac] = AT_LEAST;
    let mut files = corpus("paa", "paa", paa);
    files.extend(corpus("paa", "pac", pac));
    files
}

fn expectation(file: &File) -> Value {
    let path = format!("{}.expect.json", file.path.display());
    serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// Reads a file and shows it, leniently or strictly.
fn show(file: &File, strict: bool) -> (Result<Picture, Error>, Diagnostics) {
    let options = ImportOptions::default();
    let mut diagnostics = if strict { Diagnostics::strict() } else { Diagnostics::new() };
    let picture = Document::parse_with(&file.bytes, &options, &mut diagnostics).and_then(|document| {
        document.to_scene_with(&options, &mut diagnostics)?;
        document.picture(0)
    });
    (picture, diagnostics)
}

#[test]
fn files_are_what_a_second_decoder_says() {
    let (mut hashes, mut means, mut errors, mut worst) = (0, 0, 0, 0f64);
    for file in files() {
        let (name, expected) = (file.name.as_str(), expectation(&file));
        if let Some(error) = expected["error"].as_str() {
            refused(&file, error);
            errors += 1;
            continue;
        }
        let document = Document::parse(&file.bytes).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(document.encode().unwrap() == file.bytes, "{name}: other bytes");
        assert_eq!(described(&document, &expected), expected_words(&expected), "{name}");
        let picture = show(&file, false).0.unwrap_or_else(|e| panic!("{name}: {e}"));
        let texels = picture.texels();
        let share = |wanted: u8| texels.iter().filter(|texel| texel[3] == wanted).count() as f64 / texels.len() as f64;
        for (key, value) in [("clear", 0), ("opaque", 255)] {
            assert!((share(value) - expected["alpha"][key].as_f64().unwrap()).abs() < 1e-4, "{name}: {key}");
        }
        if let Some(hash) = expected["rgba8_sha256"].as_str() {
            assert_eq!(format!("{:x}", Sha256::digest(&picture.rgba)), hash, "{name}");
            hashes += 1;
        } else {
            for channel in 0..4 {
                let sum: u64 = texels.iter().map(|texel| u64::from(texel[channel])).sum();
                let off = sum as f64 / texels.len() as f64 - expected["rgba_mean"][channel].as_f64().unwrap();
                worst = worst.max(off.abs());
                assert!(off.abs() <= MEAN_BOUND, "{name}: channel {channel} differs by {off} on average");
            }
            means += 1;
        }
    }
    println!("{hashes} equal pictures, {means} with equal means (worst {worst:.4} of 255), {errors} errors");
    assert!(hashes >= HASHES && means >= MEANS && errors >= ERRORS);
}

/// What the other decoder refuses is refused. A wrong checksum alone is an error in strict mode only: all texels are there, and people
/// want to see them.
fn refused(file: &File, error: &str) {
    let name = file.name.as_str();
    if let Ok(document) = Document::parse(&file.bytes) {
        assert!(document.encode().unwrap() == file.bytes, "{name}: other bytes");
    }
    assert!(show(file, true).0.is_err(), "{name}: {error}");
    match show(file, false) {
        (Ok(_), diagnostics) => {
            assert_eq!((error, diagnostics.count(Code::ChecksumMismatch)), ("LZSS checksum bad", 1), "{name}");
        }
        (Err(found), _) => assert!(!found.to_string().is_empty()),
    }
}

/// What a document says, in the words of [`expected_words`].
fn described(document: &Document<'_>, expected: &Value) -> Vec<String> {
    let [width, height] = document.size();
    let facts = document.facts();
    let mut words = vec![
        format!("{} {width} x {height}", document.texels().name()),
        format!("type word {}", document.type_word.is_some()),
        format!("palette {}", document.palette.len() / 3),
        format!("alpha {} keyed {}", facts.alpha, facts.keyed),
        format!("trailing {}", document.has_end.then_some(document.trailing.len()).map_or(-1, |len| len as i64)),
        format!("bytes {}", document.encode().unwrap().len()),
    ];
    for tag in &document.tags {
        let hex: Vec<String> = tag.data.iter().map(|byte| format!("{byte:02x}")).collect();
        words.push(format!("{} {}", tag.name.escape_ascii(), hex.concat()));
    }
    for level in &document.levels {
        words.push(format!("{} x {}: {}", level.width(), level.height, level.body.len()));
    }
    let mut dump = String::new();
    document.dump(&mut dump).unwrap();
    let packing = dump.lines().skip_while(|line| !line.starts_with("level[0]")).nth(1).unwrap_or_default().trim();
    let sum = expected["checksum"].as_str();
    words.push(match packing {
        "raw" | "stored without packing" => "none".to_owned(),
        "run lengths" => "rle".to_owned(),
        // Where no byte is above 127 both sums are the same.
        "lzss" if sum == Some("both") => "lzss both".to_owned(),
        "lzss" => "lzss signed".to_owned(),
        "lzss with an unsigned sum" => "lzss unsigned".to_owned(),
        other => other.to_owned(),
    });
    words
}

fn expected_words(expected: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut words = vec![
        format!("{} {} x {}", text(&expected["type"]), expected["width"], expected["height"]),
        format!("type word {}", expected["type_word"]),
        format!("palette {}", expected["palette_colours"]),
        format!("alpha {} keyed {}", expected["engine_alpha"], expected["engine_keyed"]),
        format!("trailing {}", trailing(expected)),
        format!("bytes {}", expected["bytes"]),
    ];
    for tag in expected["tags"].as_array().unwrap() {
        words.push(format!("{} {}", text(&tag["name"]), text(&tag["hex"])));
    }
    for level in expected["mip_sizes"].as_array().unwrap().iter().take(LEVELS) {
        words.push(format!("{} x {}: {}", level[0], level[1], level[2]));
    }
    let sum = expected["checksum"].as_str().map(|sum| format!(" {sum}")).unwrap_or_default();
    words.push(text(&expected["compression"]) + &sum);
    words
}

/// Bytes after the end; -1 without an end.
fn trailing(expected: &Value) -> i64 {
    expected["trailing_after_end"].as_i64().unwrap_or(-1)
}

/// The types that real files have, so that a corpus without one of them is not a green one.
#[test]
fn all_types_are_seen() {
    let files = files();
    let seen: Vec<Texels> =
        files.iter().filter_map(|file| Document::parse(&file.bytes).ok()).map(|document| document.texels()).collect();
    for texels in [
        Texels::Dxt1,
        Texels::Dxt2,
        Texels::Dxt3,
        Texels::Dxt4,
        Texels::Dxt5,
        Texels::Argb4444,
        Texels::Argb1555,
        Texels::Ai88,
        Texels::Argb8888,
        Texels::P8,
    ] {
        assert!(seen.contains(&texels), "{}", texels.name());
    }
}
