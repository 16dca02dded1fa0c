//! Lists the files of an archive.
//!
//! `cargo run -p retromesh-pbo --example pbo_list -- fixtures/pbo/tank.pbo`

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use retromesh_core::Limits;
use retromesh_pbo::Archive;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("expected a file")?;
    let bytes = std::fs::read(path)?;
    let archive = Archive::parse(&bytes)?;
    println!("prefix: {:?}", archive.prefix());
    for entry in &archive.entries {
        let unpacked = entry.unpack(entry.of(&bytes)?, &Limits::default())?;
        println!("{}: {} bytes", entry.name, unpacked.len());
    }
    Ok(())
}
