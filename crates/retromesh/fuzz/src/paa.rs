//! Textures of Operation Flashpoint.

use crate::options;
use retromesh::{Diagnostics, Format};
use retromesh_paa::{Document, FORMAT, Game, Picture, Texels, WriteOptions};

/// Any bytes are refused or written back as they are, unpack to pictures of their size or to an error, and make a sound scene; any
/// picture becomes a texture that reads back as the picture of its size.
pub fn paa(bytes: &[u8]) -> bool {
    let taken = crate::read::import_as(&FORMAT, bytes);
    if let Ok(document) = Document::parse_with(bytes, &options(), &mut Diagnostics::new()) {
        assert!(document.encode().is_ok_and(|encoded| encoded == bytes), "encoded bytes differ");
        document.facts();
        let model = FORMAT.read(bytes, &retromesh::NoFiles, &options(), &mut Diagnostics::new());
        model.expect("what was just read").as_lint().map(|rules| rules.lint(None));
        for (number, level) in document.levels.iter().enumerate() {
            // No more memory than the limit of a run.
            let texels = u64::from(level.width()) * u64::from(level.height);
            if texels * 4 > crate::UNPACKED_BYTES {
                continue;
            }
            if let Ok(picture) = document.picture(number) {
                assert_eq!(picture.rgba.len() as u64, texels * 4);
            }
        }
    }
    write(bytes);
    taken
}

fn write(bytes: &[u8]) {
    let [width, height, kind, flags, rest @ ..] = bytes else { return };
    let (width, height) = (u32::from(width % 80), u32::from(height % 80));
    let kinds = [
        None,
        Some(Texels::Dxt1),
        Some(Texels::Dxt5),
        Some(Texels::Argb4444),
        Some(Texels::Argb1555),
        Some(Texels::Ai88),
        Some(Texels::Argb8888),
        Some(Texels::P8),
    ];
    let mut options = WriteOptions::default();
    options.texels = kinds[usize::from(*kind) % kinds.len()];
    options.game = if flags & 1 == 1 { Game::Arma } else { Game::Flashpoint };
    options.is_pac = flags & 2 == 2;
    let rgba = rest.iter().copied().cycle().take((width * height * 4) as usize).collect();
    let picture = Picture { width, height, rgba };
    let Ok(document) = Document::from_picture(&picture, &options, &mut Diagnostics::new()) else { return };
    let written = document.encode().expect("what was made");
    let again = Document::parse(&written).expect("what was written");
    assert!(again == document, "what was written reads as another document");
    for (number, level) in document.levels.iter().enumerate() {
        let picture = again.picture(number).expect("what was written");
        assert_eq!([picture.width, picture.height], [u32::from(level.width()), u32::from(level.height)]);
    }
}
