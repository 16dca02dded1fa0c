//! The engine of the page: `crates/retromesh-web` as WebAssembly, and its glue.
//!
//! wasm-opt is not called: over what LLVM makes with the profile `web` it took three minutes, and the packed file grew by two percent. Where the standard library is built, it has the small sorts (packed: 5 % less).

use crate::{Outcome, call_cargo, cargo, root, text};
use std::path::{Path, PathBuf};
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";

/// How the standard library for WebAssembly is had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Library {
    /// The toolchain has it.
    Installed,
    /// It is built of the sources that the toolchain has.
    Built,
    /// It is built by Debian's compiler, of the sources next to that one; see [`PACKAGES`].
    Debian,
}

/// Packages of Debian that build it where rustup has no more targets to give: a compiler with its cargo, its sources, and a linker.
pub(crate) const PACKAGES: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld-19"];
/// What of these packages is called.
const DEBIAN: [&str; 3] = ["/usr/bin/cargo", "/usr/bin/rustc", "/usr/bin/wasm-ld-19"];
const SOURCES: &str = "lib/rustlib/src/rust/library/std";

impl Library {
    /// Examines the toolchain, then Debian's; `None` where neither has the library or its sources.
    pub(crate) fn find() -> Option<Self> {
        let print = |what: &[&str]| text(Command::new("rustc").arg("--print").args(what)).ok().map(PathBuf::from);
        if print(&["target-libdir", "--target", TARGET]).is_some_and(|folder| folder.is_dir()) {
            return Some(Self::Installed);
        }
        if print(&["sysroot"]).is_some_and(|folder| folder.join(SOURCES).is_dir()) {
            return Some(Self::Built);
        }
        let has_all = DEBIAN.iter().all(|file| Path::new(file).exists()) && Path::new("/usr").join(SOURCES).is_dir();
        has_all.then_some(Self::Debian)
    }

    /// Calls cargo for WebAssembly, in a target folder of its own: nothing else is built with what building the library needs.
    pub(crate) fn cargo(self, words: &[&str]) -> Outcome {
        let [debians_cargo, rustc, linker] = DEBIAN;
        let mut command = cargo(words);
        if self == Self::Debian {
            command = Command::new(debians_cargo);
            command.args(words).current_dir(root()).env("RUSTC", rustc);
            command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
        }
        command.args(["--target", TARGET, "--target-dir"]).arg(engine_folder());
        if self != Self::Installed {
            command.env("RUSTC_BOOTSTRAP", "1").arg("-Zbuild-std=std,panic_abort");
            command.arg("-Zbuild-std-features=optimize_for_size");
        }
        call_cargo(&mut command)
    }
}

/// Says why the engine cannot be built.
pub(crate) fn no_library() -> Option<String> {
    Library::find().is_none().then(|| "no wasm32-unknown-unknown, no rust-src: `cargo xtask setup wasm`".to_owned())
}

fn engine_folder() -> PathBuf {
    root().join("target/wasm")
}

/// Builds the engine; returns where its glue and the engine are.
pub(super) fn build(library: Library) -> Result<[PathBuf; 2], String> {
    library.cargo(&["build", "--quiet", "--profile", "web", "--package", "retromesh-web"])?;
    let made = engine_folder().join(TARGET).join("web/retromesh_web.wasm");
    let glue = engine_folder().join("glue");
    let bindgen = ["run", "--quiet", "--locked", "--manifest-path", "xtask/bindgen/Cargo.toml", "--target-dir"];
    call_cargo(cargo(&bindgen).arg(root().join("target/bindgen")).arg("--").args([&made, &glue]))?;
    Ok([glue.join("engine.js"), glue.join("engine_bg.wasm")])
}
