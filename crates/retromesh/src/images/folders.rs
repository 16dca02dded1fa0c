//! The folders in which the images of a model are looked for.

use super::{EMBEDDABLE, game, shown_as};
use crate::folder::Folder;
use crate::store::Mount;
use retromesh_core::material::last_component;
use retromesh_core::{Code, Diagnostics, Finding, Result};
use retromesh_kit::image_files::without_extension;
use std::cell::OnceCell;

/// The sub-folder in which images are looked for.
const TEXTURES: &str = "textures";

/// The folders in which the images of a model are looked for.
pub(crate) struct ImageFolders<'f> {
    own: &'f Folder,
    others: [Option<(String, Folder)>; 3],
    /// The model's folder and those above it that may be looked into.
    upward: Vec<(String, Folder)>,
    /// The archives that the game mounts: the model's own, and all.
    mounts: [OnceCell<Vec<(Mount, String, Folder)>>; 2],
}

impl<'f> ImageFolders<'f> {
    pub(crate) fn of(folder: &'f Folder) -> Self {
        Self {
            own: folder,
            others: [folder.below(TEXTURES), folder.sibling(TEXTURES), folder.of_rooms()],
            upward: folder.upward(),
            mounts: Default::default(),
        }
    }

    /// Returns the path from the model's folder of the file that stands for an image, if it may be read.
    pub(crate) fn find(&self, path: &str) -> Option<String> {
        self.find_as(path, Wanted::Named)
    }

    pub(super) fn find_as(&self, path: &str, wanted: Wanted) -> Option<String> {
        self.listed(path, wanted).filter(|found| self.own.may_be_read(found))
    }

    /// Says that an image was not found, or that it may not be read.
    pub(super) fn missing(&self, path: &str, name: &str) -> Finding {
        let listed = self.listed(path, Wanted::Named).map(|found| format!("{found} is there and may not be read"));
        Finding::new(Code::MissingImage).detail(listed.unwrap_or_else(|| name.to_owned()))
    }

    /// Returns whether a texture of the game is not where the game looks for it, or only a picture of it is there.
    pub(crate) fn is_elsewhere(&self, path: &str, found: &str) -> bool {
        let is_picture = |found: &str| game::is_texture(path) && !game::is_texture(found);
        match self.by_path(path, Wanted::Named) {
            Some(found) => is_picture(&found),
            None if game::is_texture(path) && self.is_mounted() => true,
            None => is_picture(found) || game::is_found_by_name_alone(path, found, self.own),
        }
    }

    /// Returns whether it is known where a texture of the game has to be: below a root that was named, in the archive of the model, or in folders
    /// that are there and in no archive that the game mounts.
    #[cfg(feature = "facts")]
    pub(super) fn has_place(&self, path: &str) -> bool {
        let parts: Vec<&str> = path.split(['/', '\\']).filter(|part| !part.is_empty()).collect();
        let is_below = |(mount, ..): &(Mount, String, Folder)| mount.below(&parts).is_some();
        self.own.has_border()
            || self.mounts(false).iter().any(is_below)
            || (!self.is_mounted() && game::has_place(path, &self.upward, self.own))
    }

    /// Reports a texture of the game that is not where the game looks for it, and where it is.
    pub(super) fn report_elsewhere(&self, path: &str, found: &str, diagnostics: &mut Diagnostics) -> Result<()> {
        let is_of_addon = self.is_of_addon(path, found);
        if !is_of_addon && !self.is_elsewhere(path, found) {
            return Ok(());
        }
        let detail = if is_of_addon {
            format!(
                "{path} begins in the game's own data, and {found} of the addon is shown: the game takes its own file"
            )
        } else if path == found {
            format!("{path} is next to the model, but its path has no folder: the game does not find it")
        } else {
            format!("{path} found as {found}, which the game does not find")
        };
        diagnostics.report(Finding::new(Code::FoundElsewhere).detail(detail))
    }

    /// Returns whether the path of a texture begins in the game's own data, and a file of that path below another folder was found.
    pub(super) fn is_of_addon(&self, path: &str, found: &str) -> bool {
        game::is_own_data(path)
            && self.own_data(path, Wanted::Named).is_none_or(|own| own != found)
            && !self.is_elsewhere(path, found)
    }

    /// Returns the path of what is in the game's own data: below the root that was named, or in archives.
    fn own_data(&self, path: &str, wanted: Wanted) -> Option<String> {
        let root = self.upward.last().filter(|_| self.own.has_border());
        let mounted = || game::find_mounted(path, self.mounts(true), wanted);
        root.and_then(|root| game::find(path, std::slice::from_ref(root), wanted)).or_else(mounted)
    }

    /// Returns the path of what is where the game looks for it: in the archive of the model, in folders, in other archives. A model that is
    /// in no archive may lie below a folder that its paths do not name.
    fn by_path(&self, path: &str, wanted: Wanted) -> Option<String> {
        let mounted = |all: bool| game::find_mounted(path, self.mounts(all), wanted);
        let own = if game::is_own_data(path) { self.own_data(path, wanted) } else { mounted(false) };
        let whole = own.or_else(|| game::find(path, &self.upward, wanted)).or_else(|| mounted(true));
        whole.or_else(|| game::find_end(path, &self.upward, wanted).filter(|_| !self.is_mounted()))
    }

    fn mounts(&self, all: bool) -> &[(Mount, String, Folder)] {
        let [own, every] = &self.mounts;
        if all { every } else { own }.get_or_init(|| self.own.mounts(all))
    }

    /// Returns whether the model is in an archive that the game mounts.
    fn is_mounted(&self) -> bool {
        !self.mounts(false).is_empty()
    }

    /// Returns the path of what has the name, whether it may be read or not.
    fn listed(&self, path: &str, wanted: Wanted) -> Option<String> {
        if let Some(found) = self.by_path(path, wanted).or_else(|| game::find_end(path, &self.upward, wanted)) {
            return Some(found);
        }
        let in_named = || {
            let (way, base) = path.rsplit_once(['/', '\\'])?;
            let (way, folder) = below(self.own, way)?;
            Some(way + &find(base, &folder, wanted)?)
        };
        let name = last_component(path);
        // The engine looks for a texture of the game along its path only.
        let above = if game::is_texture(path) { &[][..] } else { self.upward.as_slice() };
        let mut others = self.others.iter().flatten().chain(above);
        let on_others = || others.find_map(|(way, folder)| Some(way.clone() + &find(name, folder, wanted)?));
        find(name, self.own, wanted).or_else(in_named).or_else(on_others)
    }
}

/// Returns a folder below the model's, and the way to it; `None` for one that is not there or leads out of it.
fn below(folder: &Folder, way: &str) -> Option<(String, Folder)> {
    /// No model keeps its images deeper down.
    const DEEPEST: usize = 8;
    let parts: Vec<&str> = way.split(['/', '\\']).filter(|part| !part.is_empty() && *part != ".").collect();
    let leads_out = way.starts_with(['/', '\\']) || way.contains(':') || parts.contains(&"..");
    if parts.len() > DEEPEST || leads_out {
        return None;
    }
    down(folder, &parts)
}

/// Returns the folder to which some names of folders lead, and the way to it; `None` without names.
pub(super) fn down(folder: &Folder, parts: &[&str]) -> Option<(String, Folder)> {
    let (first, rest) = parts.split_first()?;
    rest.iter().try_fold(folder.below(first)?, |(way, here), part| {
        let (step, next) = here.below(part)?;
        Some((way + &step, next))
    })
}

/// Which of the files that have the name of an image but for its extension is wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// The one that is named, or else a PNG or JPEG.
    Named,
    /// One that glTF can show, or else the one that is named.
    Shown,
    /// A PNG or JPEG that is not the one that is named.
    Other,
}

/// Returns the name on the disk of the file in a folder that stands for an image.
pub(super) fn find(name: &str, folder: &Folder, wanted: Wanted) -> Option<String> {
    let exact = folder.find(name).filter(|_| wanted != Wanted::Other);
    if let Some(exact) = exact.filter(|exact| wanted == Wanted::Named || shown_as(exact).is_some()) {
        return Some(exact.to_owned());
    }
    let stem = without_extension(name);
    let own = name.get(stem.len() + 1..).unwrap_or_default();
    let others = EMBEDDABLE.iter().filter(|(extension, _)| !extension.eq_ignore_ascii_case(own));
    let swapped = others.into_iter().find_map(|(extension, _)| folder.find(&format!("{stem}.{extension}")));
    swapped.or(exact).map(str::to_owned)
}
