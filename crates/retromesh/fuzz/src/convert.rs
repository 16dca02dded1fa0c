//! Any input to every format.

use crate::{HEAP, Itself, claiming, profile, read_back, scene, sound};
use retromesh::{Diagnostics, ErrorKind, formats};

/// The maximum memory that writing may hold.
const HELD: usize = 512 << 20;
/// The maximum number of bytes of an output, besides [`TIMES`] those of the input.
const FREE: usize = 256 << 20;
const TIMES: usize = 256;

/// Whatever gives a scene is written to every format or refused as unrepresentable, within bounds of memory and size, and what is
/// written is read again.
pub fn convert_any(bytes: &[u8]) -> bool {
    let Some(from) = claiming(bytes).next() else { return false };
    let Some(scene) = scene(from, bytes, &Itself(bytes)) else { return false };
    let scene = sound(scene, "what was read");
    // One profile a format and input: which one depends on the input only.
    let turn = bytes.iter().fold(bytes.len(), |sum, &byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    for to in formats().iter().filter(|format| format.info().writes) {
        let options = profile(*to, turn);
        let target = options.target.as_deref().unwrap_or_default();
        let what = format!("{} to {} ({target})", from.info().id, to.info().id);
        HEAP.reset_peak_usage();
        let before = HEAP.current_usage();
        let written = to.write(&scene, &options, &mut Diagnostics::new());
        let held = HEAP.peak_usage().saturating_sub(before);
        assert!(held <= HELD, "{what}: {held} bytes of memory for {} bytes of input", bytes.len());
        let output = match written {
            Ok(output) => output,
            Err(error) => {
                let honest = matches!(
                    error.kind(),
                    ErrorKind::Unrepresentable { .. }
                        | ErrorKind::Unsupported { .. }
                        | ErrorKind::Limit { .. }
                        | ErrorKind::Growth { .. }
                );
                assert!(honest, "{what}: {error}");
                continue;
            }
        };
        let size = output.bytes.len() + output.sidecars.iter().map(|(_, bytes)| bytes.len()).sum::<usize>();
        assert!(size <= FREE + TIMES * bytes.len(), "{what}: {size} bytes for {} bytes of input", bytes.len());
        read_back(*to, &output, &what);
    }
    true
}
