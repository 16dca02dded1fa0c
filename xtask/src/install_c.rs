//! `cargo xtask install-c PREFIX [--debug]`: builds the C library and puts it where compilers, pkg-config and `CMake` look for it.
//!
//! With `--debug` it is built soon and runs slowly.

use crate::{Outcome, call_cargo, cargo, copy, execute, read, root, target_folder, write};
use std::process::Command;

pub(crate) fn run(words: &[&str]) -> Outcome {
    let (prefix, profile) = match words {
        [prefix] => (prefix, "release"),
        [prefix, "--debug"] => (prefix, "debug"),
        _ => return Err("expected a folder, such as /usr/local".into()),
    };
    if !cfg!(target_os = "linux") {
        return Err("this lays out the libraries of Linux; elsewhere copy those of target/release".into());
    }
    let prefix = std::path::absolute(prefix).map_err(|e| e.to_string())?;
    let header = read("crates/retromesh-c/include/retromesh.h")?;
    let abi = header.lines().find_map(|line| line.strip_prefix("#define RETROMESH_ABI ")).ok_or("no RETROMESH_ABI")?;
    let name = format!("libretromesh.so.{abi}");
    let optimised: &[&str] = if profile == "release" { &["--release"] } else { &[] };
    let mut build = cargo(&["rustc", "--package", "retromesh-c", "--crate-type", "cdylib,staticlib"]);
    call_cargo(build.args(optimised).arg("--").arg(format!("-Clink-arg=-Wl,-soname,{name}")))?;
    let built = target_folder().join(profile);
    let lib = prefix.join("lib");
    copy(&built.join("libretromesh_c.so"), &lib.join(&name))?;
    copy(&built.join("libretromesh_c.a"), &lib.join("libretromesh.a"))?;
    copy(&root().join("crates/retromesh-c/include/retromesh.h"), &prefix.join("include/retromesh.h"))?;
    let config = "cmake/retromesh/retromesh-config.cmake";
    copy(&root().join("crates/retromesh-c/cmake/retromesh-config.cmake"), &lib.join(config))?;
    execute(Command::new("ln").args(["-sfn", &name]).arg(lib.join("libretromesh.so")))?;
    let (prefix, version) = (prefix.display(), env!("CARGO_PKG_VERSION"));
    let package = format!(
        "prefix={prefix}\nName: retromesh\nDescription: Opens legacy game models\nVersion: {version}\n\
         Cflags: -I${{prefix}}/include\nLibs: -L${{prefix}}/lib -lretromesh\nLibs.private: -lpthread -ldl -lm\n"
    );
    write(lib.join("pkgconfig/retromesh.pc"), package)
}
