//! `retromesh check`.

mod findings;
mod verdict;

pub(crate) use findings::print_findings;

use crate::Exit;
use crate::args::ReadingArgs;
use crate::console::quiet;
use crate::inputs::{Input, Meant, Others, with_others_or_report};
use crate::json::{self, Entry};
use crate::targets;
use crate::terminal::{described, hint, print_error_bytes, printable, shown, usage};
use crate::workers::in_order;
use clap::Args;
use findings::{print_defects, print_notes, print_problems};
use std::path::PathBuf;
use verdict::{Checked, Judged};

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// The files to check, `-` for standard input; folders and archives are searched for models, textures and motion.
    #[arg(required = true, value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,
    /// Also reports what this engine will refuse, drop or show wrong; see `help targets`.
    #[arg(long, value_name = "NAME", value_parser = crate::targets::name())]
    pub(crate) target: Option<String>,
    /// Prints JSON: a list with one object for each file.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// What all files together gave.
#[derive(Default)]
struct Totals {
    checked: usize,
    bad: usize,
    skipped: Others,
    verdicts: Vec<Entry<Checked>>,
}

pub(crate) fn run(args: &CheckArgs) -> Result<Exit, Exit> {
    if let Some(Err(message)) = args.target.as_deref().map(targets::of_any) {
        return Err(usage(&message, Some("`retromesh help targets` says what each stands for")));
    }
    let (inputs, others) = with_others_or_report(&args.inputs, &args.reading, Meant::All)?;
    if let Some(message) = args.target.as_deref().and_then(|target| misdirected(target, &inputs)) {
        return Err(usage(&message, None));
    }
    let mut totals = Totals::default();
    in_order(&inputs, None, |input| Judged::of(input, args), |input, judged| report(input, judged, args, &mut totals));
    if args.json {
        json::print_list(&totals.verdicts);
    } else {
        let target = args.target.as_ref().map_or(String::new(), |target| format!(" for {target}"));
        let no_target = |target| totals.skipped.skipped(&format!("their formats have no target {target}"));
        let skipped = args.target.as_ref().map_or_else(String::new, no_target);
        let short = if totals.bad == 1 { "has problems" } else { "have problems" };
        outln!("{} checked{target}, {} {short}{skipped}{}", totals.checked, totals.bad, others.summary(", "));
    }
    Ok(if totals.bad == 0 { Exit::Ok } else { Exit::Failed })
}

/// Says that a file that was named is, by its name, of a format without the target.
fn misdirected(target: &str, inputs: &[Input]) -> Option<String> {
    inputs.iter().filter(|input| input.named).find_map(|input| {
        let extension = input.path.extension()?.to_string_lossy();
        let message = targets::of_checked(target, retromesh::format_by_extension(&extension)?.info()).err()?;
        Some(format!("{}: {message}", shown(&input.path)))
    })
}

/// Prints what was found about a file, or keeps it for the list.
fn report(input: &Input, judged: Judged, args: &CheckArgs, totals: &mut Totals) {
    match &judged {
        Judged::Skipped(_) => totals.skipped.add(&input.path),
        Judged::Done(verdict) | Judged::Failed(verdict, _) => {
            totals.checked += 1;
            totals.bad += usize::from(!verdict.ok);
        }
    }
    if args.json {
        totals.verdicts.push(judged.entry(input));
        return;
    }
    let say = |line: &str| outln!("{}: {}", shown(&input.path), printable(line));
    match judged {
        Judged::Skipped(_) => {}
        Judged::Done(verdict) if verdict.ok && quiet() => {}
        Judged::Done(verdict) => {
            say(&verdict.line());
            print_problems(&input.path.to_string_lossy(), &verdict);
            print_defects(&input.path.to_string_lossy(), &verdict);
        }
        Judged::Failed(verdict, error) => {
            say(&format!("FAILED: {}", described(&error)));
            hint(&input.path, &error).iter().filter(|_| !quiet()).for_each(|hint| outln!("  hint: {hint}"));
            print_problems(&input.path.to_string_lossy(), &verdict);
            print_notes(&input.path.to_string_lossy(), &verdict);
            print_error_bytes(&input.path, &error, &args.reading);
        }
    }
}
