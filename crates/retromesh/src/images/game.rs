//! Where the textures of Operation Flashpoint are: their paths begin at the root of the game's data or of an addon.

use super::folders::{Wanted, down, find as find_in};
use crate::folder::{Folder, is_plain};
use crate::store::Mount;
#[cfg(feature = "facts")]
use retromesh_core::material::AlphaMode;
#[cfg(all(feature = "facts", feature = "paa"))]
use retromesh_kit::{Format, Lints};
#[cfg(feature = "facts")]
use retromesh_kit::{FormatInfo, Rule, Target};
#[cfg(all(feature = "facts", feature = "paa"))]
use retromesh_paa::Texels;

/// The media type of such a texture in memory.
pub(super) const MIME: &str = "image/x-paa";

/// This many parts of a path count, the last ones: nothing lies deeper.
const DEEPEST: usize = 16;

/// Returns whether a path names such a texture.
pub(crate) fn is_texture(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, e)| e.eq_ignore_ascii_case("paa") || e.eq_ignore_ascii_case("pac"))
}

/// Returns whether the path of a texture says that it is one of the game, not of an addon: `\data\glass.paa`.
pub(super) fn is_own_data(path: &str) -> bool {
    let first = || parts(path).first().is_some_and(|first| first.eq_ignore_ascii_case("data"));
    path.starts_with(['\\', '/']) && is_texture(path) && first()
}

/// Returns the parts of a path that lead on from a folder: a drive and steps upward count for nothing.
fn onward(path: &str) -> Vec<&str> {
    let mut parts = parts(path);
    let first = parts.iter().rposition(|part| !is_plain(part) || *part == ".").map_or(0, |last| last + 1);
    parts.split_off(first.max(parts.len().saturating_sub(DEEPEST)))
}

/// Returns the path below a folder of a file that is found there by a path.
pub(super) fn below(path: &str) -> Option<String> {
    Some(onward(path).join("/")).filter(|path| !path.is_empty())
}

/// Returns the path from the model's folder to a file: the whole path is looked for in each of the folders, the nearest first.
pub(super) fn find(path: &str, folders: &[(String, Folder)], wanted: Wanted) -> Option<String> {
    find_parts(&onward(path), folders, wanted)
}

/// Does so with the ends of the path, the longest first, as long as they have a folder in them.
pub(super) fn find_end(path: &str, folders: &[(String, Folder)], wanted: Wanted) -> Option<String> {
    let parts = onward(path);
    (1..parts.len()).find_map(|first| find_parts(parts.get(first..)?, folders, wanted))
}

fn find_parts(parts: &[&str], folders: &[(String, Folder)], wanted: Wanted) -> Option<String> {
    // A name alone is looked for elsewhere.
    let mut folders = folders.iter().filter(|_| parts.len() > 1);
    folders.find_map(|(way, folder)| descend(folder, parts, wanted).map(|found| format!("{way}{found}")))
}

/// Returns the path from the model's folder to a file that the game finds in an archive, by the path below which it mounts that.
pub(super) fn find_mounted(path: &str, mounts: &[(Mount, String, Folder)], wanted: Wanted) -> Option<String> {
    let parts = parts(path);
    mounts
        .iter()
        .find_map(|(mount, way, folder)| Some(format!("{way}{}", descend(folder, mount.below(&parts)?, wanted)?)))
}

/// Returns the path of a file below a folder as it is on the disk.
fn descend(folder: &Folder, path: &[&str], wanted: Wanted) -> Option<String> {
    let [folders @ .., name] = path else { return None };
    if folders.is_empty() {
        return find_in(name, folder, wanted);
    }
    let (way, here) = down(folder, folders)?;
    Some(way + &find_in(name, &here, wanted)?)
}

/// Returns whether a file has the name of such a texture and holds something else, such as a picture that was renamed.
pub(crate) fn is_no_texture(name: &str, bytes: &[u8]) -> bool {
    #[cfg(feature = "paa")]
    let holds_other = retromesh_paa::Document::parse(bytes).is_err();
    #[cfg(not(feature = "paa"))]
    let holds_other = bytes.is_empty();
    is_texture(name) && holds_other
}

/// Returns the rules that say why an engine does not load a texture, by what is in its file.
#[cfg(feature = "facts")]
pub(super) fn refusals(name: &str, bytes: &[u8], model: &FormatInfo, target: &Target) -> Vec<&'static Rule> {
    let of_models = model.rules.iter().find(|rule| rule.id == "p3d-unloadable-texture");
    let Some(unloadable) = of_models.filter(|rule| rule.is_for(Some(target))) else { return Vec::new() };
    #[cfg(not(feature = "paa"))]
    {
        let _ = (name, bytes, unloadable);
        Vec::new()
    }
    #[cfg(feature = "paa")]
    {
        let Ok(texture) = retromesh_paa::Document::parse(bytes) else { return vec![unloadable] };
        let info = retromesh_paa::FORMAT.info();
        let engine = info.targets.iter().find(|target| target.name == "ofp");
        let lints = texture.lint(engine).into_iter().map(|lint| lint.rule);
        lints.chain(refused_extension(name, bytes, info, engine)).collect()
    }
}

/// Returns the rule that is broken where a model draws surfaces otherwise than their texture is.
#[cfg(feature = "facts")]
pub(super) fn contradicted(
    bytes: &[u8],
    mut drawn: impl Iterator<Item = AlphaMode>,
    model: &FormatInfo,
    target: &Target,
) -> Option<&'static Rule> {
    let rule = model.rules.iter().find(|rule| rule.id == "p3d-texture-alpha" && rule.is_for(Some(target)))?;
    #[cfg(not(feature = "paa"))]
    {
        let _ = (bytes, drawn.next(), rule);
        None
    }
    #[cfg(feature = "paa")]
    {
        let texture = retromesh_paa::Document::parse(bytes).ok()?.facts().alpha_mode();
        drawn.any(|way| way != texture).then_some(rule)
    }
}

/// Returns the rule by which the game refuses a texture for its extension, which says what loader of the game gets the file.
#[cfg(all(feature = "facts", feature = "paa"))]
pub(crate) fn refused_extension(
    name: &str,
    bytes: &[u8],
    info: &FormatInfo,
    target: Option<&Target>,
) -> Option<&'static Rule> {
    let is_pac = name.to_lowercase().ends_with(".pac");
    let rule = info.rules.iter().find(|rule| rule.id == "paa-kind" && target.is_some() && rule.is_for(target))?;
    let is_refused = match retromesh_paa::Document::parse(bytes).ok()?.texels() {
        Texels::P8 => !is_pac,
        Texels::Argb4444 | Texels::Argb1555 | Texels::Ai88 => is_pac,
        _ => false,
    };
    (is_texture(name) && is_refused).then_some(rule)
}

/// Returns whether the folder is known in which a texture has to be: the folders that its path names are at the top, or the model is in one
/// of them. What lies in the model's own folder is a part of an addon, which the game does not search from.
#[cfg(feature = "facts")]
pub(super) fn has_place(path: &str, folders: &[(String, Folder)], own: &Folder) -> bool {
    let parts = onward(path);
    let [dirs @ .., _] = parts.as_slice() else { return false };
    let Some((first, rest)) = dirs.split_first() else { return false };
    let are_there = |(_, folder): &(String, Folder)| {
        let below = |at: Option<Folder>, part: &&str| Some(at?.below(part)?.1);
        rest.iter().fold(folder.below(first).map(|(_, below)| below), below).is_some()
    };
    let is_own = |name: String| dirs.iter().any(|dir| dir.eq_ignore_ascii_case(&name));
    own.name().is_some_and(is_own) || folders.iter().skip(1).next_back().is_some_and(are_there)
}

/// Returns the shortest way to a file from a folder: without steps upward out of folders that it leads into again.
#[cfg(feature = "facts")]
pub(super) fn shortest(path: &str, from: &Folder) -> String {
    let mut rest = path;
    while let Some(above) = rest.strip_prefix("../") {
        rest = above;
    }
    let mut steps = (path.len() - rest.len()) / "../".len();
    let names = from.canonical().unwrap_or_default();
    let names: Vec<_> = names.components().rev().take(steps).map(std::path::Component::as_os_str).collect();
    for name in names.into_iter().rev() {
        match rest.split_once('/').filter(|(first, _)| name == *first) {
            Some((_, below)) => rest = below,
            None => break,
        }
        steps -= 1;
    }
    "../".repeat(steps) + rest
}

fn parts(path: &str) -> Vec<&str> {
    path.split(['/', '\\']).filter(|part| !part.is_empty()).collect()
}

/// Returns whether nothing but the file's name speaks for what was found: the folder that the path names is another one.
pub(super) fn is_found_by_name_alone(path: &str, found: &str, own: &Folder) -> bool {
    let wanted = parts(path);
    // A name alone is no path from the root of the data.
    let [.., folder, _] = wanted.as_slice() else { return is_texture(path) };
    let is = |name: &str| name.eq_ignore_ascii_case(folder);
    is_texture(path)
        && match parts(found).as_slice() {
            [.., parent, _] => !is(parent),
            _ => !own.name().is_some_and(|name| is(&name)),
        }
}
