//! `retromesh info`.

mod archive;
mod csv;
mod print;

use crate::Exit;
use crate::args::InfoArgs;
use crate::inputs::{Input, collect_or_tell};
use crate::json::{self, Entry};
use crate::sources;
use crate::terminal::print_read_error;
use crate::workers::in_order;
use retromesh::facts::Info;
use retromesh::{Diagnostics, Result, Valid};

pub(crate) fn run(args: &InfoArgs) -> Exit {
    let inputs = match collect_or_tell(&args.inputs, &args.reading) {
        Ok(inputs) => inputs,
        Err(exit) => return exit,
    };
    let mut failed = false;
    let mut all = Vec::new();
    if args.csv {
        outln!("{}", csv::HEAD);
    }
    if !args.json && !args.jsonl && !args.csv {
        args.inputs.iter().for_each(|input| archive::print(input));
    }
    in_order(
        &inputs,
        None,
        |input| look(input, args),
        |input, result| {
            let file = input.path.to_string_lossy().into_owned();
            let (entry, scene) = match result {
                Ok((info, scene)) => (Entry::of(Info::SCHEMA, file, info), Some(scene)),
                Err(error) => {
                    failed = true;
                    print_read_error(&input.path, &error, &args.reading);
                    (Entry::failed(Info::SCHEMA, file, error.to_string(), None), None)
                }
            };
            match (&entry.facts, scene) {
                _ if args.json => all.push(entry),
                _ if args.jsonl => json::print_line(&entry),
                _ if args.csv => outln!("{}", csv::line(&entry)),
                (Some(info), Some(scene)) => print::print(&entry.file, info, &scene),
                _ => {}
            }
        },
    );
    if args.json {
        json::print_list(&all);
    }
    if failed { Exit::Failed } else { Exit::Ok }
}

fn look(input: &Input, args: &InfoArgs) -> Result<(Info, Valid<'static>)> {
    let mut diagnostics: Diagnostics = args.reading.diagnostics();
    let source = sources::load(&input.path, &args.reading)?.with_clips(args.clips.clips_of(&input.path));
    let opened = retromesh::open_source(&source, &args.reading.options(), &mut diagnostics)?;
    let is_hashed = args.json || args.jsonl || args.csv;
    let info = if is_hashed { Info::of(&source, &opened, &diagnostics) } else { Info::unhashed(&opened, &diagnostics) };
    Ok((info, opened.scene))
}
