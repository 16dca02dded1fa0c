//! Pictures that become textures and come back.
#![allow(clippy::unwrap_used, clippy::panic)]

use retromesh_core::{Code, Diagnostics};
use retromesh_kit::{Format, Lints};
use retromesh_paa::{Document, FORMAT, Game, Picture, Texels, WriteOptions};

/// A picture whose quarters are red, green, blue and white, with the alpha of each.
fn quarters(width: u32, height: u32, alpha: [u8; 4]) -> Picture {
    Picture::from_fn(width, height, |x, y| match (x < width / 2, y < height / 2) {
        (true, true) => [255, 0, 0, alpha[0]],
        (false, true) => [0, 255, 0, alpha[1]],
        (true, false) => [0, 0, 255, alpha[2]],
        (false, false) => [255, 255, 255, alpha[3]],
    })
}

/// Soft waves of colour with an alpha that grows to the right.
fn waves(width: u32, height: u32) -> Picture {
    let wave = |at: u32, length: f32| (127.5 + 127.5 * (at as f32 / length).sin()) as u8;
    Picture::from_fn(width, height, |x, y| {
        [wave(x, 9.0), wave(y, 13.0), wave(x + y, 17.0), (x * 255 / (width - 1)) as u8]
    })
}

fn options(texels: Option<Texels>, game: Game, is_pac: bool) -> WriteOptions {
    let mut options = WriteOptions::default();
    (options.texels, options.game, options.is_pac) = (texels, game, is_pac);
    options
}

/// Writes, encodes, reads back and unpacks.
fn round(picture: &Picture, options: WriteOptions) -> (Document<'static>, Picture, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let document = Document::from_picture(picture, &options, &mut diagnostics).unwrap();
    let bytes = document.encode().unwrap();
    let parsed = Document::parse(&bytes).unwrap();
    assert_eq!(parsed, document);
    let back = parsed.picture(0).unwrap();
    (document, back, diagnostics)
}

/// The largest difference of any channel of texels that are not clear.
fn worst(a: &Picture, b: &Picture) -> u8 {
    assert_eq!([a.width, a.height], [b.width, b.height]);
    let off = |(a, b): (&[u8; 4], &[u8; 4])| {
        let first = if a[3] == 0 { 3 } else { 0 };
        a.iter().zip(b).skip(first).map(|(a, b)| a.abs_diff(*b)).max().unwrap()
    };
    a.texels().iter().zip(b.texels()).map(off).max().unwrap()
}

#[test]
fn the_type_follows_from_alpha_colours_game_and_extension() {
    let [opaque, keyed, smooth] = [[255; 4], [255, 255, 0, 255], [255, 200, 100, 0]];
    let grey =
        Picture::from_fn(8, 8, |x, y| [[x as u8 * 9; 3].as_slice(), &[y as u8 * 30]].concat().try_into().unwrap());
    let many = waves(32, 32);
    let opaque_many = Picture::from_fn(32, 32, |x, y| [x as u8 * 8, y as u8 * 8, 7, 255]);
    let rows = [
        (quarters(16, 16, opaque), Game::Flashpoint, false, Texels::Dxt1, (false, false)),
        (quarters(16, 16, keyed), Game::Flashpoint, false, Texels::Dxt1, (false, true)),
        (quarters(16, 16, smooth), Game::Flashpoint, false, Texels::Argb4444, (true, false)),
        (grey, Game::Flashpoint, false, Texels::Ai88, (true, false)),
        (quarters(16, 16, opaque), Game::Flashpoint, true, Texels::P8, (false, false)),
        (quarters(16, 16, keyed), Game::Flashpoint, true, Texels::P8, (false, true)),
        (opaque_many, Game::Flashpoint, true, Texels::Dxt1, (false, false)),
        (many, Game::Arma, false, Texels::Dxt5, (true, false)),
        (quarters(16, 16, opaque), Game::Arma, false, Texels::Dxt1, (false, false)),
    ];
    for (n, (picture, game, is_pac, texels, (alpha, keyed))) in rows.into_iter().enumerate() {
        let (document, ..) = round(&picture, options(None, game, is_pac));
        let facts = document.facts();
        assert_eq!((document.texels(), facts.alpha, facts.keyed), (texels, alpha, keyed), "row {n}");
        // What is written satisfies the engine that it is for.
        let lints = if game == Game::Flashpoint {
            FORMAT
                .read(
                    &document.encode().unwrap(),
                    &retromesh_kit::NoFiles,
                    &retromesh_kit::ImportOptions::default(),
                    &mut Diagnostics::new(),
                )
                .unwrap()
                .as_lint()
                .unwrap()
                .lint(retromesh_testkit::target(&FORMAT, "ofp"))
        } else {
            Vec::new()
        };
        assert!(lints.is_empty(), "row {n}: {lints:?}");
    }
}

#[test]
fn pictures_come_back_within_half_a_step_of_their_texels() {
    let picture = waves(64, 32);
    let keyed = Picture::from_fn(64, 32, |x, y| [x as u8 * 4, y as u8 * 8, 99, if x % 7 == y % 5 { 0 } else { 255 }]);
    let rows = [(Texels::Argb8888, &picture, 0), (Texels::Argb4444, &picture, 8), (Texels::Argb1555, &keyed, 4)];
    for (texels, picture, max) in rows {
        let (_, back, diagnostics) = round(picture, options(Some(texels), Game::Flashpoint, false));
        assert!(worst(picture, &back) <= max, "{texels:?}: {}", worst(picture, &back));
        assert_eq!(diagnostics.count(Code::RoundedColors) > 0, max > 0, "{texels:?}");
    }
    let grey = Picture::from_fn(16, 16, |x, y| [x as u8 * 17, x as u8 * 17, x as u8 * 17, y as u8 * 17]);
    assert_eq!(worst(&grey, &round(&grey, options(Some(Texels::Ai88), Game::Flashpoint, false)).1), 0);
    for alpha in [[255; 4], [255, 0, 255, 255]] {
        let flat = quarters(16, 32, alpha);
        assert_eq!(worst(&flat, &round(&flat, options(Some(Texels::P8), Game::Flashpoint, true)).1), 0);
        assert_eq!(worst(&flat, &round(&flat, options(Some(Texels::Dxt1), Game::Flashpoint, false)).1), 0);
    }
}

#[test]
fn levels_halve_to_the_side_that_the_engine_wants_and_keep_their_quarters() {
    for (texels, last) in [(Texels::Dxt1, [8, 4]), (Texels::Argb4444, [4, 2]), (Texels::P8, [8, 4])] {
        let (document, ..) =
            round(&quarters(32, 16, [255; 4]), options(Some(texels), Game::Flashpoint, texels == Texels::P8));
        let levels = document.levels.len();
        for level in 0..levels {
            let picture = document.picture(level).unwrap();
            let expected = quarters(32 >> level, 16 >> level, [255; 4]);
            assert_eq!(worst(&expected, &picture), 0, "{texels:?} level {level}");
        }
        let end = document.picture(levels - 1).unwrap();
        assert_eq!([end.width, end.height], last, "{texels:?}");
        assert!(document.picture(levels).is_err());
    }
}

#[test]
fn what_is_cut_out_stays_cut_out_when_it_is_scaled() {
    let cut = quarters(300, 200, [255, 0, 255, 255]);
    for (game, is_pac, texels) in [
        (Game::Flashpoint, false, Texels::Dxt1),
        (Game::Flashpoint, true, Texels::P8),
        (Game::Arma, false, Texels::Dxt5),
    ] {
        let (document, back, diagnostics) = round(&cut, options(None, game, is_pac));
        assert_eq!((document.texels(), diagnostics.count(Code::ResizedImage)), (texels, 1), "{game:?} {is_pac}");
        assert!(back.texels().iter().all(|[.., a]| matches!(a, 0 | 255)), "{game:?} {is_pac}");
        assert_eq!(document.facts().keyed, game == Game::Flashpoint);
    }
}

/// What a model takes from a texture is known before it is packed.
#[test]
fn facts_of_a_picture_are_those_of_its_texture() {
    for alpha in [[255; 4], [255, 0, 255, 255], [255, 100, 0, 255]] {
        for options in [options(None, Game::Flashpoint, false), options(None, Game::Arma, false)] {
            let picture = quarters(16, 16, alpha);
            let made = Document::from_picture(&picture, &options, &mut Diagnostics::new()).unwrap();
            assert_eq!(picture.facts(&options).unwrap(), made.facts(), "{alpha:?} {options:?}");
        }
    }
    let (grey, pac) = (quarters(16, 16, [0; 4]), options(None, Game::Flashpoint, true));
    assert_eq!(
        grey.facts(&pac).unwrap(),
        Document::from_picture(&grey, &pac, &mut Diagnostics::new()).unwrap().facts()
    );
}

#[test]
fn blocks_that_a_level_cannot_hold_are_halved() {
    // DXT5 of 4096 x 4096 has one byte more than the 24 bits of a level's size.
    let picture = Picture { width: 4096, height: 4096, rgba: vec![128; 4096 * 4096 * 4] };
    let mut diagnostics = Diagnostics::new();
    let document = Document::from_picture(&picture, &options(None, Game::Arma, false), &mut diagnostics).unwrap();
    assert_eq!((document.size(), diagnostics.count(Code::ResizedImage)), ([2048, 2048], 1));
    assert!(document.encode().is_ok());
}

#[test]
fn documents_made_by_hand_are_refused_not_trusted() {
    let mut document = round(&quarters(8, 8, [255; 4]), WriteOptions::default()).0;
    document.palette = vec![1, 2].into();
    assert!(document.encode().is_err());
    document.levels[0].stored_width = 0;
    assert!(document.picture(0).is_err());
    document.levels = vec![document.levels[0].clone(); 40];
    assert!(!document.lint(None).is_empty());
}

#[test]
fn sides_become_powers_of_two_and_that_is_reported() {
    let (document, back, diagnostics) = round(&quarters(300, 200, [255; 4]), WriteOptions::default());
    assert_eq!(document.size(), [256, 256]);
    assert_eq!(diagnostics.count(Code::ResizedImage), 1);
    let texel = |x: usize, y: usize| back.texels()[y * 256 + x];
    assert_eq!([texel(9, 9), texel(240, 9)], [[255, 0, 0, 255], [0, 255, 0, 255]]);
    assert_eq!([texel(9, 240), texel(240, 240)], [[0, 0, 255, 255], [255; 4]]);
}

/// A decoder of blocks of another crate.
type Decode = fn(&[u8], &mut [u8], usize);

/// Unpacks a DDS file as another crate does, by what its header says; returns its type, side and levels, and the largest one.
fn dds(bytes: &[u8]) -> (&str, u32, u32, Picture) {
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    assert_eq!((&bytes[..4], word(4), word(76)), (b"DDS ".as_slice(), 124, 32));
    let (kind, [height, width, largest, _, levels]) =
        (std::str::from_utf8(&bytes[84..88]).unwrap(), [12, 16, 20, 24, 28].map(word));
    assert_eq!(width, height);
    let (block, decode): (usize, Decode) = if kind == "DXT1" { (8, bcdec_rs::bc1) } else { (16, bcdec_rs::bc3) };
    let sizes = (0..levels).map(|level| ((width >> level).div_ceil(4).pow(2)) as usize * block);
    assert_eq!((128 + sizes.clone().sum::<usize>(), sizes.clone().next()), (bytes.len(), Some(largest as usize)));
    let mut rgba = vec![0; (width * height * 4) as usize];
    let across = width as usize / 4;
    for (n, block) in bytes[128..128 + largest as usize].chunks_exact(block).enumerate() {
        let (x, y) = (n % across * 4, n / across * 4);
        decode(block, &mut rgba[(y * width as usize + x) * 4..], width as usize * 4);
    }
    (kind, width, levels, Picture { width, height, rgba })
}

#[test]
fn dds_files_are_what_another_decoder_takes() {
    let rows = [
        (quarters(64, 64, [255; 4]), "DXT1", 64, 7, 0),
        (quarters(64, 64, [255, 255, 0, 255]), "DXT1", 64, 7, 0),
        (waves(64, 64), "DXT5", 64, 7, 40),
        (quarters(1, 1, [255; 4]), "DXT1", 8, 4, 0),
        (quarters(300, 200, [255; 4]), "DXT1", 256, 9, 0),
        (quarters(1024, 512, [255; 4]), "DXT1", 256, 9, 0),
    ];
    for (n, (picture, kind, side, levels, off)) in rows.into_iter().enumerate() {
        let mut diagnostics = Diagnostics::new();
        let file = picture.to_dds(&mut diagnostics).unwrap();
        let (found_kind, found_side, found_levels, found) = dds(&file);
        assert_eq!((found_kind, found_side, found_levels), (kind, side, levels), "row {n}");
        let is_resized = [picture.width, picture.height] != [side; 2];
        let advised = diagnostics
            .entries()
            .iter()
            .filter(|entry| entry.detail.ends_with(": save it square, with a side of at most 256"));
        assert_eq!(advised.count(), usize::from(is_resized), "row {n}");
        if is_resized {
            let corners = |of: &Picture| [of.texels()[0], *of.texels().last().unwrap()];
            assert_eq!(corners(&found), corners(&picture), "row {n}");
        } else {
            assert!(worst(&picture, &found) <= off, "row {n}: {}", worst(&picture, &found));
        }
    }
    assert!(Picture::default().to_dds(&mut Diagnostics::new()).is_err());
}

#[test]
fn what_a_type_cannot_hold_is_refused() {
    let smooth = waves(32, 32);
    let rows = [
        (Picture::default(), options(None, Game::Flashpoint, false)),
        (Picture { width: 8, height: 8, rgba: vec![0; 8] }, options(None, Game::Flashpoint, false)),
        (smooth.clone(), options(Some(Texels::P8), Game::Flashpoint, true)),
        (quarters(8, 8, [255; 4]), options(Some(Texels::P8), Game::Flashpoint, false)),
        (smooth.clone(), options(None, Game::Flashpoint, true)),
        (smooth.clone(), options(Some(Texels::Argb4444), Game::Flashpoint, true)),
        (smooth, options(Some(Texels::Dxt3), Game::Arma, false)),
        (Picture::from_fn(8, 8, |_, _| [255, 0, 255, 255]), options(Some(Texels::P8), Game::Flashpoint, true)),
    ];
    for (n, (picture, options)) in rows.into_iter().enumerate() {
        assert!(Document::from_picture(&picture, &options, &mut Diagnostics::new()).is_err(), "row {n}");
    }
}

#[test]
fn the_mean_weighs_colours_by_alpha() {
    let picture = Picture::from_fn(8, 8, |x, _| if x < 4 { [200, 100, 50, 255] } else { [0, 255, 0, 0] });
    let (document, ..) = round(&picture, WriteOptions::default());
    assert_eq!(document.facts().mean, 0x80c8_6432);
    let nearly = Picture::from_fn(64, 64, |x, y| [9, 9, 9, if x + y == 0 { 0 } else { 255 }]);
    assert_eq!(round(&nearly, WriteOptions::default()).0.facts().mean >> 24, 254, "a key is never opaque on average");
}
