//! `retromesh check`.

use crate::Exit;
use crate::args::CheckArgs;
use crate::inputs::{Input, collect};
use crate::terminal::{print_error, printable};
use crate::workers::in_order;
use retromesh::{Error, Result, Source, check};

/// What is known of a file that was read.
struct Verdict {
    format: String,
    same_bytes: bool,
    violations: Vec<String>,
    diagnostics: usize,
}

pub(crate) fn run(args: &CheckArgs) -> Exit {
    let inputs = match collect(&args.inputs, &[]) {
        Ok(inputs) => inputs,
        Err(e) => {
            print_error("input", &Error::io("folder", e));
            return Exit::Failed;
        }
    };
    let mut bad = 0;
    in_order(&inputs, None, |input| judge(input, args), |input, verdict| bad += u32::from(!print(input, verdict)));
    println!("{} checked, {bad} fall short", inputs.len());
    if bad == 0 { Exit::Ok } else { Exit::Failed }
}

fn judge(input: &Input, args: &CheckArgs) -> Result<Verdict> {
    let options = args.reading.options();
    let mut diagnostics = args.reading.diagnostics();
    let source = Source::load(&input.path, &options.limits)?;
    let model = source.read(&options, &mut diagnostics)?;
    let same_bytes = model.encode()? == source.bytes;
    let scene = model.to_scene(&options, &mut diagnostics)?;
    Ok(Verdict {
        format: format!("{} {}", source.format.info().name, model.version()),
        same_bytes,
        violations: check(&scene).iter().map(ToString::to_string).collect(),
        diagnostics: diagnostics.entries().len(),
    })
}

/// Prints one line about a file and tells whether all is well.
fn print(input: &Input, verdict: Result<Verdict>) -> bool {
    let name = printable(&input.path.to_string_lossy());
    let verdict = match verdict {
        Ok(verdict) => verdict,
        Err(error) => {
            println!("{name}: FAILED: {}", printable(&error.to_string()));
            return false;
        }
    };
    let Verdict { format, same_bytes, violations, diagnostics } = verdict;
    if !same_bytes {
        println!("{name}: FAILED: {format}: not written back byte for byte");
    } else if let Some(first) = violations.first() {
        println!("{name}: FAILED: {format}: {} violations, first {}", violations.len(), printable(first));
    } else {
        let remarks = if diagnostics == 0 { String::new() } else { format!(", {diagnostics} remarks (see info)") };
        println!("{name}: ok: {format}{remarks}");
    }
    same_bytes && violations.is_empty()
}
