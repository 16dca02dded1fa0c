//! Other paths for the images of a model.

use super::{TexturesArgs, plain};
use crate::Exit;
use crate::console::quiet;
use crate::outputs::{keeps_format, name_of, single};
use crate::sources;
use crate::terminal::{failed, shown, usage};
use crate::writer::{Kind, Writer};
use retromesh::{Error, ErrorKind, Result, TexturePaths};
use std::collections::BTreeSet;
use std::path::Path;

pub(super) fn run(args: &TexturesArgs, output: &Path) -> Exit {
    let [input] = args.inputs.as_slice() else {
        errln!("error: {} inputs cannot become one file", args.inputs.len());
        return Exit::Usage;
    };
    if args.rename.is_empty() && args.rename_prefix.is_empty() {
        let hint = "what is printed goes into a file with `> FILE`";
        return usage("-o is for --rename and --rename-prefix", Some(hint));
    }
    let extension = input.extension().unwrap_or_default().to_string_lossy();
    let output = &match single(output, &name_of(input, &extension)) {
        Ok(output) => output,
        Err(message) => return usage(&message, None),
    };
    match rename(args, input, output) {
        Ok((places, repeats)) => {
            let noun = if places == 1 { "place" } else { "places" };
            outln!("{} -> {}: {places} {noun} renamed", shown(input), shown(output));
            if repeats && !quiet() {
                outln!("{REPEATS}");
            }
            Exit::Ok
        }
        Err(error) => failed(&input.to_string_lossy(), &error),
    }
}

/// What is said of files that repeat what their textures say.
const REPEATS: &str = "  note: alpha, mean colours and whether there are several pictures are as of the old textures; where the new ones \
                       differ, rename the paths of an MLOD and convert that with `--target odol7`";

/// At most this many paths are named where none was meant.
const MAX_PATHS: usize = 12;

/// Writes the file; returns how many places changed, and whether it repeats what its textures say.
fn rename(args: &TexturesArgs, input: &Path, output: &Path) -> Result<(usize, bool)> {
    let source = sources::load(input, &args.reading)?;
    keeps_format("--rename", output, input, source.format.info())?;
    let model = source.read(&args.reading.options(), &mut args.reading.diagnostics())?;
    let id = source.format.info().id;
    let rename = |textures: &dyn TexturePaths| textures.rename_textures(&mut |path| new_path(args, path));
    let renamed = model.as_textures().map(rename).transpose().map_err(|error| error.in_format(id))?;
    let Some(renamed) = renamed.filter(|renamed| renamed.places > 0) else {
        let names = model.as_textures().map(TexturePaths::texture_names).unwrap_or_default();
        let paths: BTreeSet<String> = names.into_iter().map(|name| name.path).collect();
        let paths = paths.into_iter().take(MAX_PATHS).collect::<Vec<_>>().join(", ");
        let what = "no path of the file is one of those to be renamed";
        let what = if paths.is_empty() { what.to_owned() } else { format!("{what}; its paths are: {paths}") };
        return Err(Error::new("", ErrorKind::unrepresentable(what)));
    };
    Writer::new(args.force, [input]).write_from(output, Kind::Model, &renamed.output, &[(input, &source.folder)])?;
    Ok((renamed.places, model.as_textures().is_some_and(TexturePaths::repeats_textures)))
}

/// Returns what a path becomes; the first rule that applies counts. New parts take the kind of slash that the path has: a backslash
/// before a quotation mark is one that the shells of Windows take in their own ways.
fn new_path(args: &TexturesArgs, path: &str) -> Option<String> {
    let own = plain(path);
    let with_its_slash = |new: &str| match (path.contains('\\'), path.contains('/')) {
        (true, false) => new.replace('/', "\\"),
        _ => new.to_owned(),
    };
    if let Some((_, new)) = args.rename.iter().find(|(old, _)| plain(old) == own) {
        return Some(with_its_slash(new));
    }
    args.rename_prefix.iter().find_map(|(old, new)| {
        // Both have as many bytes as they had before.
        let begins = own.starts_with(&plain(old));
        Some(format!("{}{}", with_its_slash(new), path.get(old.len()..).filter(|_| begins)?))
    })
}
