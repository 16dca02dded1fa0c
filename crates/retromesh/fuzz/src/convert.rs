//! Any input to every format.

use crate::{Itself, claiming, profile, read_back, scene, sound};
use retromesh::{Diagnostics, ErrorKind, formats};

/// Whatever gives a scene is written to every format or refused as unrepresentable, and what is written is read again.
pub fn convert_any(bytes: &[u8]) {
    let Some(from) = claiming(bytes).next() else { return };
    let Some(scene) = scene(from, bytes, &Itself(bytes)) else { return };
    let scene = sound(scene, "what was read");
    // One profile a format and input: which one depends on the input only.
    let turn = bytes.iter().fold(bytes.len(), |sum, &byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    for to in formats().iter().filter(|format| format.info().writes) {
        let options = profile(*to, turn);
        let target = options.target.as_deref().unwrap_or_default();
        let what = format!("{} to {} ({target})", from.info().id, to.info().id);
        let output = match to.write(&scene, &options, &mut Diagnostics::new()) {
            Ok(output) => output,
            Err(error) => {
                let honest = matches!(
                    error.kind(),
                    ErrorKind::Unrepresentable { .. } | ErrorKind::Unsupported { .. } | ErrorKind::Limit { .. }
                );
                assert!(honest, "{what}: {error}");
                continue;
            }
        };
        read_back(*to, &output, &what);
    }
}
