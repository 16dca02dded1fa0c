//! `retromesh info`.

mod facts;
mod print;

use crate::Exit;
use crate::args::InfoArgs;
use crate::inputs::{Input, collect_or_tell};
use crate::sources;
use crate::terminal::print_read_error;
use crate::workers::in_order;
pub(crate) use facts::{DiagnosticInfo, diagnostics};
use facts::{Info, SizeInfo};
use retromesh::{Diagnostics, Opened, Result, Valid};

pub(crate) fn run(args: &InfoArgs) -> Exit {
    let inputs = match collect_or_tell(&args.inputs, &args.reading) {
        Ok(inputs) => inputs,
        Err(exit) => return exit,
    };
    let mut failed = false;
    let mut all = Vec::new();
    in_order(
        &inputs,
        None,
        |input| look(input, args),
        |input, result| match result {
            Ok((info, scene)) if !args.json => print::print(&info, &scene),
            Ok((info, _)) => all.push(info),
            Err(error) => {
                failed = true;
                print_read_error(&input.path, &error, &args.reading);
            }
        },
    );
    if args.json {
        let json = match (all.as_slice(), inputs.len()) {
            ([only], 1) => serde_json::to_string_pretty(only),
            ([], 1) => Ok(String::new()),
            (several, _) => serde_json::to_string_pretty(several),
        };
        match json {
            Ok(json) => outln!("{json}"),
            Err(e) => {
                failed = true;
                errln!("error: {e}");
            }
        }
    }
    if failed { Exit::Failed } else { Exit::Ok }
}

fn look(input: &Input, args: &InfoArgs) -> Result<(Info, Valid<'static>)> {
    let mut diagnostics: Diagnostics = args.reading.diagnostics();
    let Opened { scene, format, version, bytes, sizes, .. } =
        sources::open(&input.path, &args.reading, args.clips.clips(), &mut diagnostics)?;
    let mut info = Info::of(input.path.to_string_lossy().into_owned(), format, version, bytes, &scene, &diagnostics);
    info.sizes = sizes.into_iter().map(|(part, bytes)| SizeInfo { part, bytes }).collect();
    Ok((info, scene))
}
