//! `cargo xtask header [--check]`: writes the header of the C library, and the list of what its users are compiled against.
//!
//! `include/retromesh.h` is made of `crates/retromesh-c/src` by cbindgen. `abi.txt` next to it has the size of each structure, the place of each
//! field, the number of each word and the name of each call, as a C compiler has them: a change there needs another `ABI`.

use crate::{Outcome, execute, generate, read, root, text, wants_check, works, write};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The version of cbindgen that makes the header.
const CBINDGEN: &str = "cbindgen 0.29.2";

/// Where the sources and what is made of them are.
const CRATE: &str = "crates/retromesh-c";

pub(crate) fn missing() -> Option<String> {
    let is_there = text(Command::new("cbindgen").arg("--version")).is_ok_and(|version| version == CBINDGEN);
    let compiles = works("cc", &["--version"]) && works("c++", &["--version"]) && works("valgrind", &["--version"]);
    let reason = format!("{CBINDGEN}, a C and C++ compiler, or valgrind is not there; run `cargo xtask setup`");
    (!is_there || !compiles).then_some(reason)
}

pub(crate) fn run(words: &[&str]) -> Outcome {
    let check = wants_check(words)?;
    let work = root().join("target/header");
    fs::create_dir_all(&work).map_err(|e| e.to_string())?;
    let header = work.join("retromesh.h");
    let mut cbindgen = Command::new("cbindgen");
    cbindgen.args(["--quiet", "--config", "cbindgen.toml", "--output"]).arg(&header).arg(".");
    execute(cbindgen.current_dir(root().join(CRATE)))?;
    let header = read(&header)?;
    let abi = abi(&header, &work)?;
    let files = [("include/retromesh.h", header), ("abi.txt", abi)];
    generate("header", check, files.map(|(name, made)| (format!("{CRATE}/{name}"), made)))
}

/// Lets a C compiler say what is where.
fn abi(header: &str, work: &Path) -> Result<String, String> {
    let mut program = "#include \"retromesh.h\"\n#include <stdio.h>\nint main(void) {\n".to_owned();
    let mut print = |name: &str, value: &str| {
        // Writing to a text cannot fail.
        let _ = writeln!(program, "printf(\"{name} %zu\\n\", (size_t)({value}));");
    };
    print("RETROMESH_ABI", "RETROMESH_ABI");
    let mut current = None;
    for line in header.lines().map(str::trim).filter(|line| !line.starts_with("//")) {
        let word = line.trim_end_matches(',');
        if let Some(name) = line.strip_prefix("typedef struct ").and_then(|line| line.strip_suffix(" {")) {
            print(name, &format!("sizeof({name})"));
            current = Some(name);
        } else if line.starts_with('}') {
            current = None;
        } else if let Some(name) = current {
            // `bool (*read)(void *user);`, `float matrix[16];`, `const char *name;`
            let before = line.split([')', '[', ';']).next().unwrap_or_default();
            let field = before.rsplit([' ', '*']).next().unwrap_or_default();
            print(&format!("{name}.{field}"), &format!("offsetof({name}, {field})"));
        } else if word != "RETROMESH_CALL"
            && word.starts_with("RETROMESH_")
            && word.chars().all(|c| c.is_ascii_uppercase() || "_0123456789".contains(c))
        {
            print(word, word);
        }
    }
    program.push_str("return 0;\n}\n");
    let (source, binary) = (work.join("abi.c"), work.join("abi"));
    write(&source, program)?;
    execute(Command::new("cc").args(["-std=c99", "-o"]).arg(&binary).arg(&source))?;
    let calls = header
        .match_indices('(')
        .map(|(at, _)| &header[..at])
        .filter_map(|before| before.rsplit([' ', '*', '\n']).next());
    let calls: BTreeSet<&str> = calls.filter(|name| name.starts_with("retromesh_")).collect();
    let calls = calls.into_iter().flat_map(|name| [name, "()\n"]);
    Ok(text(&mut Command::new(binary))? + "\n" + &calls.collect::<String>())
}
