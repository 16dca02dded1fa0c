//! `retromesh duplicates`.

use crate::Exit;
use crate::args::ReadingArgs;
use crate::console::quiet;
use crate::info::{Kind, Listed, Looked};
use crate::inputs::everything_or_tell;
use crate::ranges::RangeArgs;
use crate::terminal::{grouped, print_read_error, printable};
use crate::workers::in_order;
use clap::Args;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct DuplicatesArgs {
    /// The files to compare; folders and archives are searched for files of any kind.
    #[arg(required = true, value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// Files that are the same in one way, by the hash that says so.
#[derive(Default)]
struct Groups(BTreeMap<String, Vec<Seen>>);

/// A file of a group.
struct Seen {
    file: String,
    bytes: u64,
    content: String,
}

pub(crate) fn run(args: &DuplicatesArgs) -> Exit {
    let inputs = match everything_or_tell(&args.inputs, &args.reading) {
        Ok(inputs) => inputs,
        Err(exit) => return exit,
    };
    let (mut files, mut shapes, mut failed) = (Groups::default(), Groups::default(), false);
    in_order(
        &inputs,
        None,
        |input| Looked::of(input, &args.reading, &RangeArgs::default(), true),
        |input, looked| {
            if let Some(error) = looked.failure() {
                failed = true;
                print_read_error(&input.path, error, &args.reading);
            }
            let entry = looked.entry(input);
            let Some(listed) = &entry.facts else { return };
            if let Some((bytes, content)) = listed.bytes().filter(|(bytes, _)| *bytes > 0) {
                let seen = || Seen { file: entry.file.clone(), bytes, content: content.to_owned() };
                files.add(content, seen());
                if let Some(geometry) = geometry(listed) {
                    shapes.add(geometry, seen());
                }
            }
        },
    );
    let same = files.tell("the same bytes", <[Seen]>::len);
    // Files of the same bytes have the same geometry, too: that says nothing new.
    let alike =
        shapes.tell("the same geometry", |files| files.iter().map(|seen| &seen.content).collect::<BTreeSet<_>>().len());
    if !quiet() {
        let groups = |count: usize| format!("{count} {}", if count == 1 { "group" } else { "groups" });
        outln!("{} of the same bytes, {} of the same geometry", groups(same), groups(alike));
    }
    if failed { Exit::Failed } else { Exit::Ok }
}

/// Returns the hash of the shape of a model that has one.
fn geometry(listed: &Listed) -> Option<&str> {
    let info = listed.whole().filter(|info| listed.kind == Kind::Model && info.vertices > 0)?;
    Some(&info.geometry_hash)
}

impl Groups {
    fn add(&mut self, hash: &str, seen: Seen) {
        self.0.entry(hash.to_owned()).or_default().push(seen);
    }

    /// Prints the groups in which this many files differ in another way, the largest files first; returns how many there are.
    fn tell(&self, what: &str, count: impl Fn(&[Seen]) -> usize) -> usize {
        let mut groups: Vec<&Vec<Seen>> = self.0.values().filter(|files| count(files) > 1).collect();
        let size = |files: &[Seen]| files.iter().map(|seen| seen.bytes).max().unwrap_or_default();
        groups.sort_by(|a, b| size(b).cmp(&size(a)).then_with(|| a[0].file.cmp(&b[0].file)));
        for files in &groups {
            outln!("{} files have {what}:", files.len());
            for seen in *files {
                outln!("  {} ({} bytes)", printable(&seen.file), grouped(seen.bytes));
            }
        }
        groups.len()
    }
}
