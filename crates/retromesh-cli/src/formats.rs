//! `retromesh formats`.

use crate::Exit;
use crate::args::FormatsArgs;
use crate::help::{formats, targets};

pub(crate) fn run(args: &FormatsArgs) -> Exit {
    out!("{}", if args.targets { targets() } else { formats() });
    Exit::Ok
}
