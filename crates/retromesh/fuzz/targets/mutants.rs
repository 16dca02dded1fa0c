//! `mutants TARGET WALK EXECUTIONS SEEDS WORDS FOUND [--trace]`: holds a target to its promises over changed copies of seeds.
//!
//! SEEDS and WORDS are folders whose files are taken in the order of their names. What breaks a promise is written to FOUND. With
//! `--trace` every copy is, before it is tried: the way to what ends a program without a word, as a stack that overflows does.

use retromesh_fuzz::{Mutants, TARGETS};
use std::panic::catch_unwind;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::Duration;
use std::{fs, io, thread};

/// What takes longer hangs.
const LONGEST: Duration = Duration::from_secs(25);

/// How many copies were tried, and the last of them.
static LAST: Mutex<(u64, Vec<u8>)> = Mutex::new((0, Vec::new()));

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&words.iter().map(String::as_str).collect::<Vec<_>>()) {
        Ok(code) => code,
        Err(reason) => {
            eprintln!("mutants: {reason}");
            ExitCode::from(2)
        }
    }
}

fn run(words: &[&str]) -> Result<ExitCode, Box<dyn std::error::Error>> {
    let ([name, walk, executions, seeds, dictionary, found], trace) = match words {
        [a, b, c, d, e, f] => ([*a, *b, *c, *d, *e, *f], false),
        [a, b, c, d, e, f, "--trace"] => ([*a, *b, *c, *d, *e, *f], true),
        _ => return Err("expected TARGET WALK EXECUTIONS SEEDS WORDS FOUND [--trace]".into()),
    };
    let (_, target) = TARGETS.iter().find(|(own, _)| *own == name).ok_or_else(|| format!("no target {name}"))?;
    let executions: u64 = executions.parse()?;
    let mut mutants = Mutants::new(walk.parse()?, files(seeds)?, files(dictionary)?);
    watch(found.to_owned());
    let mut taken = 0;
    for number in 1..=executions {
        let copy = mutants.copy();
        if trace {
            fs::write(found, &copy)?;
        }
        if let Ok(mut last) = LAST.lock() {
            *last = (number, copy.clone());
        }
        match catch_unwind(|| target(&copy)) {
            Ok(true) => {
                taken += 1;
                mutants.take(copy);
            }
            Ok(false) => {}
            Err(_) => {
                fs::write(found, &copy)?;
                return Ok(ExitCode::FAILURE);
            }
        }
    }
    if trace {
        fs::remove_file(found)?;
    }
    println!("{taken}");
    Ok(ExitCode::SUCCESS)
}

/// Ends the program when a copy hangs.
fn watch(found: String) {
    let last = || LAST.lock().map(|last| last.clone()).unwrap_or_default();
    thread::spawn(move || {
        let mut before = last();
        loop {
            thread::sleep(LONGEST);
            let now = last();
            if now.0 == before.0 {
                eprintln!("mutants: an input takes longer than {LONGEST:?}");
                drop(fs::write(found, &now.1));
                std::process::exit(1);
            }
            before = now;
        }
    });
}

fn files(folder: &str) -> io::Result<Vec<Vec<u8>>> {
    let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    paths.iter().map(fs::read).collect()
}
