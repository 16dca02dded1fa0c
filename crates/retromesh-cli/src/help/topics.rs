//! The topics of `retromesh help`.

use retromesh::choice::Word;
use retromesh::settings::{Direction, Kind, Setting};
use retromesh::{Code, FormatInfo, Rule, Severity};
use std::fmt::Write;

/// A topic: its name, what it is about, and its text.
type Topic = (&'static str, &'static str, fn() -> String);

pub(super) const TOPICS: &[Topic] = &[
    ("targets", "the engines and variants of --target", targets),
    ("formats", "the formats, and what each can do", formats),
    ("codes", "what can be found or lost, and what to do about it", codes),
    ("rules", "what `check --target` finds, and what to do", rules),
    ("batches", "large numbers of files, unattended and on several machines", || BATCHES.to_owned()),
    ("exit-codes", "what the number that a run ends with means", || EXIT_CODES.to_owned()),
];

/// The exit codes, which stay what they are.
const EXIT_CODES: &str = "\
0    all went well
       check: nothing was found; diff: the files are the same
1    a file failed
       check: a file has problems; diff: the files differ; render --compare: the pictures differ
       textures: an image is missing; proxies with --root: a model is missing
2    wrong usage: nothing was written
       diff: also a file that cannot be read; render: also a clip that the model does not have
3    convert: a file was not written because of a diagnostic that --deny names, and none failed
130  convert: interrupted; the files that were begun are complete, the others were not begun
";

const BATCHES: &str = "\
retromesh convert models/ -d out/ --to glb works through a tree on all cores. A file that fails
stops nothing; its error is printed, and --report FILE.jsonl has a line for every file.

  --resume      goes on with a run that was interrupted or killed: what it wrote with the same
                options stays as it is, where neither the input nor a file next to it that
                belongs to it (image, material library, buffer) has changed, come or gone
  --shard I/N   takes the I-th of N parts; a part is the same on every machine
  --memory 2G   loads no more files at a time than fit
  --jobs N      takes N cores

Outputs appear under their names when they are complete. What a run that was killed leaves are
hidden files named .retromesh-*.tmp, which the next run removes. The manifest of a folder is
.retromesh-manifest.jsonl in it.

On several machines with GNU parallel:
  parallel -S host1,host2 'retromesh convert /share/models -d /share/out --resume --shard {}/16' ::: $(seq 16)

As a Slurm array, in a script started with `sbatch --array=1-64`:
  srun retromesh convert models/ -d out/ --resume --shard $SLURM_ARRAY_TASK_ID/64 -j $SLURM_CPUS_PER_TASK
";

/// Lists the formats.
pub(crate) fn formats() -> String {
    let mut text = format!("{:<6} {:<24} {:<12} {:<5} write\n", "id", "name", "extensions", "read");
    for format in retromesh::all_formats() {
        let info = format.info();
        let writes = match info.written_extensions().count() {
            0 => "no".to_owned(),
            count if count == info.extensions.len() => "yes".to_owned(),
            _ => info.written_extensions().collect::<Vec<_>>().join(" "),
        };
        let _ =
            writeln!(text, "{:<6} {:<24} {:<12} {:<5} {writes}", info.id, info.name, info.extensions.join(" "), "yes");
    }
    text
}

/// Explains a format: its targets and its settings.
pub(super) fn format_topic(info: &FormatInfo) -> String {
    let writes = if info.writes { "read and written" } else { "read" };
    let mut text = format!("{} files (.{}) are {writes}.\n", info.name, info.extensions.join(", ."));
    if !info.targets.is_empty() {
        text += "\nTargets (--target NAME):\n";
        for (i, target) in info.targets.iter().enumerate() {
            let default = if i == 0 { " (default)" } else { "" };
            let _ = writeln!(text, "  {}\n      {}{default}", target.name, target.about);
        }
    }
    for (direction, title) in
        [(Direction::Reading, "reading"), (Direction::Writing, "writing"), (Direction::Both, "reading and writing")]
    {
        let settings: Vec<&Setting> = info.settings.iter().filter(|setting| setting.direction == direction).collect();
        if !settings.is_empty() {
            let _ = writeln!(text, "\nSettings for {title}:");
            settings.into_iter().for_each(|setting| text += &setting_text(setting));
        }
    }
    text
}

/// Explains a setting by its name, once for each format that has one.
pub(super) fn setting_topic(name: &str) -> Option<String> {
    let mut text = String::new();
    for info in retromesh::all_formats().map(retromesh::Format::info) {
        for setting in info.settings.iter().filter(|setting| setting.name == name) {
            let _ =
                write!(text, "A setting of {} (`retromesh help {}`):\n{}", info.name, info.id, setting_text(setting));
        }
    }
    (!text.is_empty()).then_some(text)
}

/// Explains a setting.
fn setting_text(setting: &Setting) -> String {
    let (value, words): (&str, &[Word]) = match &setting.kind {
        Kind::Flag => ("", &[]),
        Kind::Choice(words) => ("WORD", words),
        Kind::Text(form) | Kind::List(form) => (form.name, &[]),
    };
    let targets = match setting.targets {
        [] => String::new(),
        targets => format!(" (target {})", targets.join(", ")),
    };
    let mut text = format!("  --{} {value}", setting.name).trim_end().to_owned();
    let _ = writeln!(text, "{targets}\n      {}", setting.about);
    if matches!(setting.kind, Kind::List(_)) {
        text += "      May be given several times.\n";
    }
    let width = words.iter().map(|word| word.name.len()).max().unwrap_or_default();
    for (i, Word { name, about, .. }) in words.iter().enumerate() {
        let default = if i == 0 { " (default)" } else { "" };
        let _ = writeln!(text, "        {name:<width$} {about}{default}");
    }
    text
}

/// Lists the engine profiles of every format.
pub(crate) fn targets() -> String {
    let mut text = String::new();
    for FormatInfo { id, targets, .. } in retromesh::all_formats().map(retromesh::Format::info) {
        for (i, target) in targets.iter().enumerate() {
            let default = if i == 0 { " (default)" } else { "" };
            let _ = writeln!(text, "{id:<6} {:<14} {}{default}", target.name, target.about);
        }
    }
    text
}

fn codes() -> String {
    let mut text = String::new();
    for severity in Severity::ALL {
        let _ = writeln!(text, "{severity}:");
        for code in Code::ALL.iter().filter(|code| code.severity() == severity) {
            let _ = writeln!(text, "  {code}\n      {}\n      {}", code.summary(), code.advice());
        }
    }
    text
}

fn rules() -> String {
    all_rules().map(rule_text).collect()
}

/// Lists the rules of all formats.
pub(super) fn all_rules() -> impl Iterator<Item = &'static Rule> {
    retromesh::all_formats().flat_map(|format| format.info().rules)
}

fn rule_text(rule: &Rule) -> String {
    format!("{} ({})\n      {}\n      {}\n", rule.id, rule.targets.join(", "), rule.summary, rule.advice)
}

/// Explains a diagnostic; `None` where none has this id.
pub(super) fn code_topic(id: &str) -> Option<String> {
    let code = Code::from_id(id)?;
    let (severity, summary, advice) = (code.severity(), code.summary(), code.advice());
    Some(format!("{code} ({severity})\n      {summary}\n      {advice}\n{}", in_docs("diagnostics", id)))
}

/// Explains a rule; `None` where none has this id.
pub(super) fn rule_topic(id: &str) -> Option<String> {
    all_rules().find(|rule| rule.id == id).map(|rule| rule_text(rule) + &in_docs("lint", id))
}

/// Says where the documentation that comes with the sources has a heading.
fn in_docs(page: &str, id: &str) -> String {
    format!("      more: docs/{page}.md#{id}\n")
}
