//! Writes a structure as text and reads it back.
//!
//! `cargo run -p retromesh-text --example text_write`

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use serde::{Deserialize, Serialize};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Mesh {
    name: String,
    positions: Vec<(f32, f32, f32)>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mesh = Mesh { name: "flag".into(), positions: vec![(0.0, 0.1, -0.0), (1.0, 2.5e-8, f32::INFINITY)] };
    let text = retromesh_text::to_string("mesh", &mesh)?;
    print!("{text}");
    assert_eq!(retromesh_text::from_str::<Mesh>("mesh", &text)?, mesh);
    Ok(())
}
