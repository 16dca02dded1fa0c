//! The engine of the page: `crates/retromesh-web` as WebAssembly, and its glue.
//!
//! wasm-opt is not called: over what LLVM makes with the profile `web` it took three minutes, and the packed file grew by two percent.

use crate::{Outcome, call_cargo, cargo, root, text};
use std::path::PathBuf;
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";

/// How the standard library for WebAssembly is had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Library {
    /// The toolchain has it.
    Installed,
    /// It is built of the sources that the toolchain has.
    Built,
}

impl Library {
    /// Examines the toolchain; `None` where it has neither the library nor its sources.
    pub(crate) fn find() -> Option<Self> {
        let print = |what: &[&str]| text(Command::new("rustc").arg("--print").args(what)).ok().map(PathBuf::from);
        if print(&["target-libdir", "--target", TARGET]).is_some_and(|folder| folder.is_dir()) {
            return Some(Self::Installed);
        }
        let sources = print(&["sysroot"])?.join("lib/rustlib/src/rust/library/std");
        sources.is_dir().then_some(Self::Built)
    }

    /// Calls cargo for WebAssembly, in a target folder of its own: nothing else is built with what building the library needs.
    pub(crate) fn cargo(self, words: &[&str]) -> Outcome {
        let mut command = cargo(words);
        command.args(["--target", TARGET, "--target-dir"]).arg(place());
        if self == Self::Built {
            command.env("RUSTC_BOOTSTRAP", "1").arg("-Zbuild-std=std,panic_abort");
        }
        call_cargo(&mut command)
    }
}

/// Says why the engine cannot be built.
pub(crate) fn no_library() -> Option<String> {
    Library::find().is_none().then(|| "the toolchain has neither wasm32-unknown-unknown nor rust-src".to_owned())
}

fn place() -> PathBuf {
    root().join("target/wasm")
}

/// Builds the engine; returns where its glue and the engine are.
pub(super) fn build(library: Library) -> Result<[PathBuf; 2], String> {
    library.cargo(&["build", "--quiet", "--profile", "web", "--package", "retromesh-web"])?;
    let made = place().join(TARGET).join("web/retromesh_web.wasm");
    let glue = place().join("glue");
    let bindgen = ["run", "--quiet", "--locked", "--manifest-path", "xtask/bindgen/Cargo.toml", "--target-dir"];
    call_cargo(cargo(&bindgen).arg(root().join("target/bindgen")).arg("--").args([&made, &glue]))?;
    Ok([glue.join("engine.js"), glue.join("engine_bg.wasm")])
}
