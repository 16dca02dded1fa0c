//! `retromesh-bindgen IN.wasm FOLDER`: writes the glue and the engine that belongs to it.

use std::env::args;
use std::error::Error;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let [input, folder] = args().skip(1).collect::<Vec<_>>().try_into().map_err(|_| "usage: IN.wasm FOLDER")?;
    let mut bindgen = Bindgen::new();
    bindgen.input_path(input).out_name("engine").typescript(false).omit_default_module_path(true).web(true)?;
    bindgen.remove_name_section(true).remove_producers_section(true);
    bindgen.generate(folder)?;
    Ok(())
}
