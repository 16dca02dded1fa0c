//! Where outputs go.

use crate::Exit;
use crate::inputs::{Input, is_pattern};
use crate::sources::is_stream;
use crate::terminal::{printable, shown, usage};
use crate::writer::{Kind, Writer};
use retromesh::file_names::safe;
use retromesh::{Error, ErrorKind, FormatInfo, Result};
use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Where the outputs of a command go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Destination {
    /// To standard output.
    Stream,
    /// Into this file.
    File(PathBuf),
    /// Into this folder, in which the tree below an input folder is repeated.
    Folder(PathBuf),
    /// Next to each input.
    NextToInput,
}

impl Destination {
    /// Takes the values of `-o` and `-d`. A file name that ends with a slash, or is that of a folder, means the folder. A folder that
    /// is not there and has the name of a file is an error.
    pub(crate) fn of(output: Option<&Path>, directory: Option<&Path>) -> Result<Self, String> {
        if let Some(output) = output.filter(|output| is_pattern(output)) {
            return Err(format!("{}: an output has no `*`, `?` or `[` in its name", shown(output)));
        }
        // A slash at its end makes no folder of a file.
        let file = output.filter(|output| !is_stream(output) && !ends_with_slash(output)).and_then(Path::parent);
        let folder = if file.is_some() { file } else { directory.or(output) };
        if let Some(file) =
            folder.and_then(|folder| folder.components().as_path().ancestors().find(|path| path.is_file()))
        {
            return Err(format!("{} is a file, not a folder; choose another name", shown(file)));
        }
        Ok(match (output, directory) {
            (None, None) => Self::NextToInput,
            (None, Some(folder)) if !folder.is_dir() && !ends_with_slash(folder) && has_name_of_file(folder) => {
                let name = shown(folder);
                return Err(format!(
                    "-d is for a folder: use -o {name} for the file, -d {name}/ for a folder of that name"
                ));
            }
            (None, Some(folder)) => Self::Folder(folder.to_path_buf()),
            (Some(output), _) if is_stream(output) => Self::Stream,
            (Some(output), _) if output.is_dir() || ends_with_slash(output) => Self::Folder(output.to_path_buf()),
            (Some(output), _) => Self::File(output.to_path_buf()),
        })
    }

    /// Returns the folder, where it is one.
    pub(crate) fn folder(&self) -> Option<&Path> {
        match self {
            Self::Folder(folder) => Some(folder),
            _ => None,
        }
    }
}

/// Takes the place of a single file: in a folder it gets this name. One that is new [has an extension](has_extension), as the name has.
pub(crate) fn single(output: &Path, name: &Path) -> Result<PathBuf, String> {
    match Destination::of(Some(output), None)? {
        Destination::Folder(folder) => Ok(folder.join(repeated(name))),
        _ => has_extension(output, name).map(|()| output.to_path_buf()),
    }
}

/// Fails for a new file without an extension where this name has one: nobody would see what it is.
pub(crate) fn has_extension(output: &Path, name: &Path) -> Result<(), String> {
    let is_named = is_stream(output) || output.extension().is_some() || output.symlink_metadata().is_ok();
    let Some(extension) = name.extension().filter(|_| !is_named) else { return Ok(()) };
    let (output, extension) = (shown(output), extension.to_string_lossy());
    Err(format!("{output} has no extension: the file is {output}.{extension}, a folder {output}/"))
}

/// Returns the name of what is made of an input, with an extension.
pub(crate) fn name_of(input: &Path, extension: &str) -> PathBuf {
    let name = if is_stream(input) { Path::new("stdin") } else { Path::new(input.file_name().unwrap_or_default()) };
    name.with_extension(extension)
}

/// Makes sure that the name of an output is not that of another format than the one that is written, which has this extension.
pub(crate) fn suits(output: &Path, written: &FormatInfo, extension: &str) -> Result<(), String> {
    let named = output.extension().unwrap_or_default().to_string_lossy();
    let is_own = written.extensions.iter().any(|own| named.eq_ignore_ascii_case(own));
    let Some(other) = retromesh::format_by_extension(&named).filter(|_| !is_own) else { return Ok(()) };
    let [output, right] = [output, &output.with_extension(extension)].map(shown);
    Err(format!("{output} is the name of {} file: use {right}", other.info().a_name()))
}

/// Makes sure that the output of what keeps the format of its input has not the name of another. Who keeps the extension of a file knows
/// what it is.
pub(crate) fn keeps_format(what: &str, output: &Path, input: &Path, format: &FormatInfo) -> Result<()> {
    if output.extension() == input.extension() {
        return Ok(());
    }
    let extension = format.extensions.first().unwrap_or(&format.id);
    let kept = suits(output, format, extension).and_then(|()| has_extension(output, input));
    let refused = |message| ErrorKind::unrepresentable(format!("{what} keeps the format, and {message}"));
    kept.map_err(|message| Error::new("", refused(message)))
}

/// One input and what it becomes.
pub(crate) struct Job {
    pub(crate) input: Input,
    pub(crate) output: PathBuf,
    /// Another input that is to become the same output.
    pub(crate) clash: Option<PathBuf>,
}

impl Job {
    /// Fails where another input is to become the same output.
    pub(crate) fn is_alone(&self) -> Result<()> {
        let Some(other) = &self.clash else { return Ok(()) };
        let differ_in_case = other.as_path() != self.input.path && folded(other) == folded(&self.input.path);
        let advice = if differ_in_case {
            "Windows and macOS have one file for names that differ in their case alone: rename one of them"
        } else if other.parent() == self.input.path.parent() {
            "convert one of them alone, with -o FILE"
        } else {
            "give the folder that both are in"
        };
        let what = format!("{} becomes the same output file; {advice}", other.display());
        Err(Error::new("", ErrorKind::unrepresentable(what)))
    }

    /// Prints what a dry run says of the job, and returns whether a run would refuse it. With `resume` an output that is there may stay.
    pub(crate) fn print_plan(&self, kind: Kind, writer: &Writer, resume: bool) -> bool {
        let is_there = !is_stream(&self.output) && self.output.symlink_metadata().is_ok();
        let refused = match &self.clash {
            Some(other) => Some(format!("{} becomes the same file", other.display())),
            None => writer.replacing(resume).check(&self.output, kind).err().map(|error| reason(&error)),
        };
        let remark = match &refused {
            Some(why) => format!(" (refused: {why})"),
            None if is_there && resume => " (if it is not up to date)".to_owned(),
            None if is_there => " (replaces it)".to_owned(),
            None => String::new(),
        };
        let [input, output] = [&self.input.path, &self.output].map(|path| shown(path));
        outln!("{input} -> {output}{}", printable(&remark));
        refused.is_some()
    }
}

/// Says that several inputs, or none, do not become one file.
pub(crate) fn one_for_several(inputs: usize, what: &str) -> Exit {
    match inputs {
        0 => usage("there is no model in what was named", Some("name a file, or a folder with models in it")),
        _ => usage(&format!("{inputs} inputs cannot become one {what}"), Some("use -d DIR")),
    }
}

/// Says why a file is not written, after its name.
pub(crate) fn reason(error: &Error) -> String {
    match error.kind() {
        ErrorKind::Io { source, .. } if source.kind() == std::io::ErrorKind::AlreadyExists => {
            "it already exists; --force overwrites it".to_owned()
        }
        ErrorKind::Io { source, .. } => format!("it {source}"),
        _ => error.to_string(),
    }
}

/// Returns a path that is equal for names that differ in their case alone, which are one file on many systems.
pub(crate) fn folded(path: &Path) -> PathBuf {
    path.to_str().map_or_else(|| path.to_path_buf(), |path| path.to_lowercase().into())
}

/// Makes a job of each input. Of two inputs for one output the first gets it.
pub(crate) fn jobs(inputs: Vec<Input>, output: impl Fn(&Input) -> PathBuf) -> Vec<Job> {
    let mut taken: HashMap<PathBuf, PathBuf> = HashMap::new();
    let job = |input: Input| {
        let output = output(&input);
        let place = if is_stream(&output) { output.clone() } else { folded(&output) };
        let clash = taken.get(&place).cloned();
        taken.entry(place).or_insert_with(|| input.path.clone());
        Job { input, output, clash }
    };
    inputs.into_iter().map(job).collect()
}

/// Makes a job of each input, whose output has another extension. Where several inputs differ in their extension alone, it stays in the
/// names of their outputs: `same.b3d` and `same.obj` become `same.b3d.glb` and `same.obj.glb`.
pub(crate) fn renamed_jobs(inputs: Vec<Input>, extension: &str, output: impl Fn(&Input, &Path) -> PathBuf) -> Vec<Job> {
    let short = |input: &Input| output(input, &input.relative.with_extension(extension));
    // The first input of each output, and whether another one differs in its extension.
    let mut firsts: HashMap<PathBuf, (PathBuf, bool)> = HashMap::new();
    for input in &inputs {
        let (first, differs) = firsts.entry(folded(&short(input))).or_insert_with(|| (input.relative.clone(), false));
        *differs |= folded(first) != folded(&input.relative);
    }
    let listings = RefCell::new(Listings::default());
    jobs(inputs, |input| {
        let short = short(input);
        let differs = firsts.get(&folded(&short)).is_some_and(|(_, differs)| *differs);
        listings.borrow_mut().known(if differs { output(input, &long_name(input, extension)) } else { short })
    })
}

/// The names of files in folders, each below its form in small letters.
#[derive(Default)]
struct Listings(HashMap<PathBuf, HashMap<String, Vec<OsString>>>);

impl Listings {
    /// Returns the path of the only file that is there by this name in letters of any case, which many systems take for it; else the path.
    fn known(&mut self, path: PathBuf) -> PathBuf {
        let Some((folder, name)) = path.parent().zip(path.file_name().and_then(OsStr::to_str)) else { return path };
        let names = self.0.entry(folder.to_path_buf()).or_insert_with(|| {
            let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            let mut names: HashMap<String, Vec<OsString>> = HashMap::new();
            for name in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name()) {
                names.entry(name.to_string_lossy().to_lowercase()).or_default().push(name);
            }
            names
        });
        match names.get(&name.to_lowercase()).map(Vec::as_slice) {
            Some([only]) => path.with_file_name(only),
            _ => path,
        }
    }
}

/// Returns the path of an output whose name keeps the extension of its input.
fn long_name(input: &Input, extension: &str) -> PathBuf {
    let mut name = input.relative.clone().into_os_string();
    name.push(".");
    name.push(extension);
    name.into()
}

/// Copies of one name are numbered up to this.
const MAX_COPIES: u32 = 9999;

/// Returns the path of a copy that is free: `ninja (2).glb` where `ninja.glb` is there.
pub(crate) fn numbered(path: &Path, is_taken: impl Fn(&Path) -> bool) -> PathBuf {
    let name = |number: u32| {
        let mut name = path.file_stem().unwrap_or_default().to_owned();
        name.push(format!(" ({number})"));
        if let Some(extension) = path.extension() {
            name.push(".");
            name.push(extension);
        }
        path.with_file_name(name)
    };
    if !is_taken(path) {
        return path.to_path_buf();
    }
    (2..=MAX_COPIES).map(name).find(|path| !is_taken(path)).unwrap_or_else(|| path.to_path_buf())
}

/// Returns a path below an input folder as the output repeats it: with names that every system can have.
pub(crate) fn repeated(relative: &Path) -> PathBuf {
    let name = |part: Component<'_>| match part {
        // A name that is no text has a form on this system alone, and stays.
        Component::Normal(name) => name.to_str().map_or_else(|| name.to_owned(), |name| safe(name).into_owned().into()),
        other => other.as_os_str().to_owned(),
    };
    relative.components().map(name).collect()
}

/// Returns whether a path has the extension of a format.
fn has_name_of_file(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    retromesh::format_by_extension(&extension).is_some()
}

/// Returns whether a path is written as that of a folder.
pub(crate) fn ends_with_slash(path: &Path) -> bool {
    path.to_string_lossy().ends_with(std::path::is_separator)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_have_names_that_every_system_can_have() {
        let repeated = |path: &str| repeated(Path::new(path)).to_string_lossy().replace('\\', "/");
        assert_eq!(repeated("game/tank.glb"), "game/tank.glb");
        assert_eq!(repeated("aux/why?/nul.glb"), "aux_/why_/nul_.glb");
    }

    #[test]
    fn what_is_there_in_other_letters_is_the_output() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("TANK.P3D"), "").unwrap();
        let mut listings = Listings::default();
        for (name, expected) in [("tank.p3d", "TANK.P3D"), ("TANK.P3D", "TANK.P3D"), ("new.p3d", "new.p3d")] {
            assert_eq!(listings.known(folder.path().join(name)), folder.path().join(expected));
        }
    }

    #[test]
    fn a_copy_gets_the_first_free_number() {
        let taken = ["a.glb", "a (2).glb", "b", "c.x.glb"].map(PathBuf::from);
        for (name, expected) in [
            ("a.glb", "a (3).glb"),
            ("b", "b (2)"),
            ("c.x.glb", "c.x (2).glb"),
            ("d.glb", "d.glb"),
            ("s/a.glb", "s/a.glb"),
        ] {
            assert_eq!(numbered(Path::new(name), |path| taken.iter().any(|taken| taken == path)), Path::new(expected));
        }
    }

    #[test]
    fn inputs_that_differ_in_their_extension_alone_keep_it() {
        let inputs = [
            "a/same.b3d",
            "a/same.obj",
            "a/other.b3d",
            "b/same.b3d",
            "twice.b3d",
            "twice.b3d",
            "Model.b3d",
            "model.B3D",
            "A/Same.x",
        ];
        let inputs = inputs.map(|path| Input::new(path, path, false)).to_vec();
        let jobs = renamed_jobs(inputs, "glb", |_, name| Path::new("out").join(name));
        let found: Vec<(String, bool)> =
            jobs.iter().map(|job| (job.output.to_string_lossy().replace('\\', "/"), job.clash.is_some())).collect();
        let expected = [
            ("out/a/same.b3d.glb", false),
            ("out/a/same.obj.glb", false),
            ("out/a/other.glb", false),
            ("out/b/same.glb", false),
            ("out/twice.glb", false),
            ("out/twice.glb", true),
            ("out/Model.glb", false),
            ("out/model.glb", true),
            ("out/A/Same.x.glb", false),
        ];
        assert_eq!(found, expected.map(|(name, clash)| (name.to_owned(), clash)));
    }

    #[test]
    fn a_slash_or_a_folder_that_is_there_means_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let there = folder.path().join("there.glb");
        fs::create_dir(&there).unwrap();
        let [new, plain, slashed] = ["new.glb", "new", "new/"].map(|name| folder.path().join(name));
        let rows = [
            (None, None, Destination::NextToInput),
            (None, Some(&plain), Destination::Folder(plain.clone())),
            (Some(&new), None, Destination::File(new.clone())),
            (Some(&slashed), None, Destination::Folder(slashed.clone())),
            (Some(&there), None, Destination::Folder(there.clone())),
        ];
        for (output, directory, expected) in rows {
            assert_eq!(Destination::of(output.map(PathBuf::as_path), directory.map(PathBuf::as_path)), Ok(expected));
        }
        assert_eq!(Destination::of(Some(Path::new("-")), None), Ok(Destination::Stream));
        assert!(Destination::of(None, Some(&new)).is_err());
        assert!(Destination::of(None, Some(&there)).is_ok());
    }
}
