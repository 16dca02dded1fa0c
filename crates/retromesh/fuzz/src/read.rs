//! Reading: the promises of every format about every input.

use crate::{HEAP, Itself, UNPACKED_BYTES, claiming, options, scene, sound};
use retromesh::layout::json;
use retromesh::{Confidence, Diagnostics, Format, dump};

/// Reading and importing may hold this many bytes at once for each byte of input, and this many for nothing.
const BYTES_PER_BYTE: usize = 8;
const BYTES_FOR_NOTHING: usize = 1 << 20;

/// Whatever is accepted is encoded to the same bytes, and can be dumped and judged.
pub fn parse(bytes: &[u8]) -> bool {
    let mut taken = false;
    for format in claiming(bytes) {
        let options = options();
        let Ok(model) = format.read(bytes, &Itself(bytes), &options, &mut Diagnostics::new()) else { continue };
        taken = true;
        let id = format.info().id;
        let encoded = model.encode().unwrap_or_else(|e| panic!("{id}: accepted but not encoded: {e}"));
        assert!(encoded == bytes, "{id}: encoded bytes differ");
        model.dump(&mut String::new()).expect("printing to a string");
        if let Some(layout) = model.as_layout() {
            layout.layout(bytes, &mut ()).unwrap_or_else(|error| panic!("{id}: {error}"));
            json::print(&mut String::new(), "", format.info(), &*model, bytes, false).expect("printing to a string");
        }
        for target in format.info().targets {
            model.as_lint().map(|rules| rules.lint(Some(target)));
            if let Some(Ok(repair)) = model.as_repair().map(|repairs| repairs.repair(Some(target), &[])) {
                let again = format.read(&repair.bytes, &Itself(bytes), &options, &mut Diagnostics::new());
                assert!(again.is_ok(), "{id}: what {} repaired is refused: {}", target.name, again.err().unwrap());
            }
        }
    }
    taken
}

/// Whatever is accepted gives a sound scene or an error, in memory bounded by the input.
pub fn import(bytes: &[u8]) -> bool {
    claiming(bytes).fold(false, |taken, format| import_as(format, bytes) | taken)
}

/// [`import`] of one format, also where its probe does not claim the bytes.
pub fn import_by_id(id: &str, bytes: &[u8]) -> bool {
    import_as(retromesh::format_by_extension(id).expect("a format that is compiled in"), bytes)
}

/// All promises about the files of one format: [`parse`], [`import`] and [`convert_any`](crate::convert_any).
pub fn whole(id: &str, bytes: &[u8]) -> bool {
    let format = retromesh::format_by_extension(id).expect("a format that is compiled in");
    if format.probe(bytes) == Confidence::No {
        return false;
    }
    let taken = parse(bytes);
    import(bytes) && crate::convert_any(bytes) || taken
}

pub(crate) fn import_as(format: &dyn Format, bytes: &[u8]) -> bool {
    let before = HEAP.current_usage();
    HEAP.reset_peak_usage();
    let scene = scene(format, bytes, &Itself(bytes));
    let used = HEAP.peak_usage().saturating_sub(before);
    // The input is loaded once more for each sidecar that it names.
    let unpacked = match format.info().id {
        "p3d" | "paa" | "x" => UNPACKED_BYTES as usize,
        // Draco's tables of edges and corners are several times what they become.
        "gltf" => UNPACKED_BYTES as usize * 8,
        _ => 0,
    };
    let budget = bytes.len() * BYTES_PER_BYTE + BYTES_FOR_NOTHING + unpacked;
    let id = format.info().id;
    assert!(used <= budget, "{id}: {used} bytes of memory for {} bytes", bytes.len());
    let Some(scene) = scene else { return false };
    dump::scene(&sound(scene, id), &mut String::new()).expect("printing to a string");
    true
}
