//! `retromesh formats`.

use crate::Exit;
use crate::args::FormatsArgs;

pub(crate) fn run(args: &FormatsArgs) -> Exit {
    if args.targets {
        for format in retromesh::formats() {
            for (i, target) in format.info().targets.iter().enumerate() {
                let default = if i == 0 { " (default)" } else { "" };
                println!("{:<6} {:<14} {}{default}", format.info().id, target.name, target.about);
            }
        }
        return Exit::Ok;
    }
    println!("{:<6} {:<24} {:<12} {:<5} write", "id", "name", "extensions", "read");
    for format in retromesh::formats() {
        let info = format.info();
        let writes = if info.writes { "yes" } else { "no" };
        println!("{:<6} {:<24} {:<12} {:<5} {writes}", info.id, info.name, info.extensions.join(" "), "yes");
    }
    Exit::Ok
}
