//! Converts a model of any format to a binary glTF in memory, and prints what was lost.
//!
//! `cargo run -p retromesh --example convert_file -- fixtures/b3d/skin-tube-animated.b3d`

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use retromesh::{Diagnostics, ExportOptions, ImportOptions, Request, Source};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("expected a file")?;
    let import = ImportOptions::default();
    let mut diagnostics = Diagnostics::new();
    let source = Source::load(path, &import.limits)?;
    let to = retromesh::format_by_extension("glb").ok_or("no glTF is compiled in")?;
    let converted =
        retromesh::convert_source(&source, to, &Request::new(&import, &ExportOptions::default()), &mut diagnostics)?;
    println!("{} bytes read, {} written", converted.conversion.bytes_in, converted.conversion.bytes_out);
    for diagnostic in diagnostics.entries() {
        println!("{diagnostic}");
    }
    Ok(())
}
