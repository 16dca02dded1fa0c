//! `retromesh info`.

mod archive;
mod csv;
mod html;
mod listed;
mod print;

pub(crate) use listed::{Kind, Listed, Looked};

use crate::Exit;
use crate::args::InfoArgs;
use crate::console::quiet;
use crate::inputs::{collect_or_report, everything_or_report};
use crate::json::{self, Entry};
use crate::outputs::single;
use crate::terminal::{failed, grouped, print_read_error, usage};
use crate::view::PAGE;
use crate::workers::in_order;
use html::Report;
use std::collections::BTreeMap;
use std::path::Path;

pub(crate) fn run(args: &InfoArgs) -> Result<Exit, Exit> {
    let is_inventory = args.json || args.jsonl || args.csv || args.html.is_some();
    let listed = if is_inventory { everything_or_report } else { collect_or_report };
    let inputs = listed(&args.inputs, &args.reading)?;
    let html = args.html.as_deref().map(|output| single(output, Path::new(PAGE))).transpose();
    let html = html.map_err(|message| usage(&message, None))?;
    let page = html.as_deref().map_or(String::new(), |path| path.to_string_lossy().into_owned());
    let report = html.as_deref().map(|path| Report::new(path, args, &inputs)).transpose();
    let mut report = report.map_err(|error| failed(&page, &error))?;
    let mut counts = Counts::default();
    let mut all = Vec::new();
    if args.csv {
        outln!("{}", csv::HEAD);
    }
    if !is_inventory {
        args.inputs.iter().for_each(|input| archive::print(input));
    }
    let is_drawn = report.is_some();
    in_order(
        &inputs,
        None,
        |input| {
            let mut looked = Looked::of(input, &args.reading, &args.clips, is_inventory);
            let picture = if is_drawn { html::picture(&mut looked, input, args) } else { None };
            (looked, picture)
        },
        |input, (mut looked, picture)| {
            let has_failed = looked.failure().is_some();
            counts.failed += u64::from(has_failed);
            if let Some(error) = looked.failure() {
                print_read_error(&input.path, error, &args.reading);
            }
            let opened = looked.opened.take();
            let entry = looked.entry(input);
            counts.add(&entry);
            if let Some(report) = &mut report {
                report.add(&entry, input, has_failed, picture);
            } else if args.json {
                all.push(entry);
            } else if args.jsonl {
                json::print_line(&entry);
            } else if args.csv {
                outln!("{}", csv::line(&entry));
            } else if let (Some(opened), Some(info)) = (opened, entry.facts.as_ref().and_then(Listed::whole)) {
                print::print(&entry.file, info, &opened.scene);
            }
        },
    );
    if args.json {
        json::print_list(&all);
    }
    // A page of nothing but errors shows nothing that was not just printed.
    let report = report.filter(|_| counts.failed == 0 || counts.failed < inputs.len() as u64);
    report.map_or(Ok(()), |report| report.save(args)).map_err(|error| failed(&page, &error))?;
    if is_inventory && inputs.iter().any(|input| !input.named) && !quiet() {
        errln!("{}", counts.summary());
    }
    Ok(if counts.failed > 0 { Exit::Failed } else { Exit::Ok })
}

/// How many files of each kind there are.
#[derive(Default)]
pub(crate) struct Counts {
    kinds: BTreeMap<Kind, u64>,
    /// Files that should have been readable.
    pub(crate) failed: u64,
}

impl Counts {
    pub(crate) fn add(&mut self, entry: &Entry<Listed>) {
        *self.kinds.entry(entry.facts.as_ref().map_or(Kind::Unknown, |listed| listed.kind)).or_default() += 1;
    }

    /// Says how many there are of each kind; that there is no model is said, too.
    fn summary(&self) -> String {
        let all: u64 = self.kinds.values().sum();
        let of = |kind: Kind| self.kinds.get(&kind).copied().unwrap_or_default();
        let word = |kind: Kind| match (kind, of(kind)) {
            (Kind::Unknown | Kind::Skipped, _) | (_, 1) => kind.name().to_owned(),
            _ => format!("{}s", kind.name()),
        };
        let counted = |kind: Kind| format!("{} {}", grouped(of(kind)), word(kind));
        let models = if of(Kind::Model) == 0 { "no model".to_owned() } else { counted(Kind::Model) };
        let others = Kind::ALL.into_iter().filter(|kind| *kind != Kind::Model && of(*kind) > 0).map(counted);
        let kinds: Vec<String> = std::iter::once(models).chain(others).collect();
        let files = if all == 1 { "file" } else { "files" };
        let failed = if self.failed > 0 { format!("; {} failed", grouped(self.failed)) } else { String::new() };
        format!("{} {files}: {}{failed}", grouped(all), kinds.join(", "))
    }
}
