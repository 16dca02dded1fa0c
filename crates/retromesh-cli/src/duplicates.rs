//! `retromesh duplicates`.

use crate::Exit;
use crate::args::FolderArgs;
use crate::console::quiet;
use crate::info::Looked;
use crate::inputs::{archive_of, everything_or_report};
use crate::json;
use crate::ranges::RangeArgs;
use crate::terminal::{grouped, print_read_error, printable};
use crate::workers::in_order;
use clap::Args;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct DuplicatesArgs {
    /// The files to compare; folders and archives are searched for files of any kind.
    #[arg(required = true, value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,
    /// Prints JSON: a list with one object for each group.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub(crate) reading: FolderArgs,
}

/// Files that are the same in one way, by the hash that says so and the format that must be one, too.
#[derive(Default)]
struct Groups(BTreeMap<(String, &'static str), Vec<Seen>>);

/// A file of a group.
#[derive(Clone, Serialize)]
struct Seen {
    #[serde(skip)]
    path: PathBuf,
    file: String,
    file_encoded: String,
    bytes: u64,
    content_hash: String,
}

/// Files that are the same, as JSON has them.
#[derive(Serialize)]
struct Group {
    schema: &'static str,
    /// What they share: `bytes` or `geometry`.
    same: &'static str,
    hash: String,
    files: Vec<Seen>,
}

pub(crate) fn run(args: &DuplicatesArgs) -> Result<Exit, Exit> {
    let reading = args.reading.reading();
    let inputs = everything_or_report(&args.inputs, &reading)?;
    let (mut files, mut shapes, mut failed) = (Groups::default(), Groups::default(), false);
    let mut left_out = BTreeMap::<String, (usize, String)>::new();
    in_order(
        &inputs,
        None,
        |input| Looked::of(input, &reading, &RangeArgs::default(), true),
        |input, looked| {
            let has_failed = looked.failure().is_some();
            failed |= has_failed;
            if let Some(error) = looked.failure() {
                print_read_error(&input.path, error, &reading);
            }
            let entry = looked.entry(input);
            let Some(listed) = &entry.facts else { return };
            if let Some((bytes, content_hash)) = listed.bytes() {
                let (file, file_encoded) = (entry.file.clone(), listed.file_encoded.clone());
                let (path, content_hash) = (input.path.clone(), content_hash.to_owned());
                let seen = Seen { path, file, file_encoded, bytes, content_hash };
                if let Some((geometry, format)) = listed.geometry() {
                    shapes.add(geometry, format, seen.clone());
                }
                files.add(&seen.content_hash.clone(), "", seen);
            } else {
                let reason = if has_failed { None } else { entry.error.clone() };
                let reason = reason.unwrap_or_else(|| "could not be read".to_owned());
                left_out.entry(reason).or_insert((0, entry.file.clone())).0 += 1;
            }
        },
    );
    let links = files.keep_one_name_each();
    shapes.keep_one_name_each();
    if links > 0 {
        left_out.insert("another name of a file that is listed".to_owned(), (links, String::new()));
    }
    let same = files.groups("bytes", <[Seen]>::len);
    // Files of the same bytes have the same geometry, too: that says nothing new.
    let contents = |files: &[Seen]| files.iter().map(|seen| &seen.content_hash).collect::<BTreeSet<_>>().len();
    let alike = shapes.groups("geometry", contents);
    if args.json {
        json::print_list(&same.iter().chain(&alike).collect::<Vec<_>>());
    } else {
        same.iter().chain(&alike).for_each(Group::print);
        if !quiet() {
            let groups =
                |groups: &[Group]| format!("{} group{}", groups.len(), if groups.len() == 1 { "" } else { "s" });
            outln!("{} of the same bytes, {} of the same geometry", groups(&same), groups(&alike));
        }
    }
    for (reason, (count, first)) in left_out.iter().filter(|_| !quiet()) {
        let which = if first.is_empty() { String::new() } else { format!(": {}", printable(first)) };
        let more = if *count > 1 && !first.is_empty() { format!(" and {} more", count - 1) } else { String::new() };
        errln!("{count} not compared: {}{which}{more}", printable(reason));
    }
    Ok(if failed { Exit::Failed } else { Exit::Ok })
}

impl Groups {
    fn add(&mut self, hash: &str, format: &'static str, seen: Seen) {
        self.0.entry((hash.to_owned(), format)).or_default().push(seen);
    }

    /// Leaves out further names of one file, such as links to it, and counts them.
    fn keep_one_name_each(&mut self) -> usize {
        let mut links = 0;
        for files in self.0.values_mut().filter(|files| files.len() > 1) {
            let all = files.len();
            files.sort_by_cached_key(|seen| archive_of(&seen.path).0.is_symlink());
            let mut known = BTreeSet::new();
            files.retain(|seen| {
                let (file, below) = archive_of(&seen.path);
                known.insert((fs::canonicalize(&file).unwrap_or(file), below))
            });
            files.sort_by(|a, b| a.path.cmp(&b.path));
            links += all - files.len();
        }
        links
    }

    /// Returns the groups in which this many files differ in another way, the largest files first.
    fn groups(self, same: &'static str, count: impl Fn(&[Seen]) -> usize) -> Vec<Group> {
        let groups = self.0.into_iter().filter(|(_, files)| count(files) > 1);
        let mut groups: Vec<Group> =
            groups.map(|((hash, _), files)| Group { schema: "retromesh-duplicates-1", same, hash, files }).collect();
        let size = |group: &Group| group.files.iter().map(|seen| seen.bytes).max().unwrap_or_default();
        groups.sort_by(|a, b| size(b).cmp(&size(a)).then_with(|| a.files[0].file.cmp(&b.files[0].file)));
        groups
    }
}

impl Group {
    fn print(&self) {
        outln!("{} files have the same {}:", self.files.len(), self.same);
        for seen in &self.files {
            outln!("  {} ({} bytes)", printable(&seen.file), grouped(seen.bytes));
        }
    }
}
