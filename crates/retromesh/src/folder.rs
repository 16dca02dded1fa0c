//! The folder of a model: the only place from which files next to it are read.

use crate::disk::Disk;
use crate::images::ImageFolders;
use crate::listing::{Listing, Listings};
use crate::lookups::{FileState, Found, Lookup, Lookups};
use crate::store::{Mount, Store};
use crate::stored_files::StoredFiles;
use retromesh_core::Limits;
use retromesh_core::material::last_component;
use retromesh_kit::Files;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// Gives access to the files below one folder, names compared without regard to case.
///
/// Nothing outside is ever read: names with a drive, a leading slash, `..` or a control character find nothing, and neither does a
/// symbolic link that leads out. [`Folder::within`] moves that border. What was looked for is remembered: see [`Folder::lookups`].
#[derive(Debug)]
pub struct Folder {
    root: PathBuf,
    /// What may not be left, where it is not the folder itself.
    border: Option<PathBuf>,
    /// Whether the model is a room, whose images the game has in one folder for all.
    is_room: bool,
    limits: Limits,
    store: Arc<dyn Store>,
    /// Listed when first needed.
    names: OnceLock<Arc<Listing>>,
    listings: Listings,
    lookups: Lookups,
    /// That of the model which the one here was made from, and which has images already.
    original: Option<Box<Folder>>,
}

impl Folder {
    /// Searches `root`; files over `limit` bytes are not read.
    pub fn new(root: impl Into<PathBuf>, limit: u64) -> Self {
        let root: PathBuf = root.into();
        let root = if root.as_os_str().is_empty() { PathBuf::from(".") } else { root };
        let mut limits = Limits::default();
        limits.input_bytes = limit;
        Self {
            root,
            border: None,
            is_room: false,
            limits,
            store: Arc::new(Disk),
            names: OnceLock::new(),
            listings: Listings::default(),
            lookups: Lookups::default(),
            original: None,
        }
    }

    /// Names the folder of the model that the one here was made from: images that lie there are not missing where outputs only name them.
    #[must_use]
    pub fn with_original(mut self, original: Self) -> Self {
        self.original = Some(Box::new(original));
        self
    }

    /// Returns the folder of the model that the one here was made from.
    pub fn original(&self) -> Option<&Self> {
        self.original.as_deref()
    }

    /// Returns whether an image lies next to the model that the one here was made from.
    pub(crate) fn is_in_original(&self, path: &str) -> bool {
        self.original.as_ref().is_some_and(|folder| {
            let name = last_component(path);
            folder.lookups.add(name, false, folder.place(name).map(|place| place.found()));
            folder.find(name).is_some()
        })
    }

    /// Searches the folder in which a file lies.
    pub fn of_file(file: &Path, limit: u64) -> Self {
        let is_room = file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("rmesh"));
        Self { is_room, ..Self::new(file.parent().unwrap_or(Path::new("")), limit) }
    }

    /// Lets names step up with `..` as long as what they lead to lies below `border`; with `None` nothing changes. Where the folder
    /// itself is outside, nothing is found.
    #[must_use]
    pub fn within(mut self, border: Option<&Path>) -> Self {
        if let Some(border) = border {
            self.border = Some(border.to_path_buf());
        }
        self
    }

    /// Reads files within these limits.
    pub(crate) fn limited(mut self, limits: &Limits) -> Self {
        self.limits = limits.clone();
        self
    }

    /// Searches files that do not lie on the disk; the folder's path and the border are then paths among them.
    #[must_use]
    pub fn among(mut self, files: &StoredFiles) -> Self {
        self.store = Arc::new(files.clone());
        self
    }

    /// Returns another folder of the same store.
    fn other(&self, root: impl Into<PathBuf>) -> Self {
        let store = Arc::clone(&self.store);
        Self { store, ..Self::new(root, 0).limited(&self.limits).listed_in(&self.listings) }
    }

    /// Takes the names of files out of listings that folders share, for the models of one run.
    #[must_use]
    pub fn listed_in(mut self, listings: &Listings) -> Self {
        self.listings = listings.clone();
        self
    }

    /// Returns the folder of this name in this one and where that is; `None` when it leads out.
    pub(crate) fn below(&self, name: &str) -> Option<(String, Self)> {
        self.image_folder("", &self.root, self.find(name)?)
    }

    /// Returns the folder of this name next to this one and where that is; `None` when it may not be looked into.
    pub(crate) fn sibling(&self, name: &str) -> Option<(String, Self)> {
        self.may_step_up().then_some(())?;
        let above = self.other(self.root.join(".."));
        self.image_folder("../", &above.root, above.find(name)?)
    }

    /// Returns this folder and those above it as far as one may look, the nearest first, and where each is. For a folder outside of
    /// what may be looked into that is all that there is.
    pub(crate) fn upward(&self) -> Vec<(String, Self)> {
        let mut found = Vec::new();
        let (Some(border), Some(canonical)) = (self.border(), self.canonical()) else { return found };
        let mut way = String::new();
        for at in canonical.ancestors().take_while(|at| self.is_open(at)) {
            found.push((way.clone(), self.other(at).within(Some(&border))));
            way.push_str("../");
        }
        if !canonical.starts_with(&border) {
            found.extend(self.across(&canonical, &border));
        }
        found
    }

    /// Returns the folder in which the game of a room has the images of all rooms, where a border that is named holds it, and the way to it.
    pub(crate) fn of_rooms(&self) -> Option<(String, Self)> {
        let folders = if self.is_room && self.border.is_some() { self.upward() } else { Vec::new() };
        folders.into_iter().find_map(|(way, folder)| {
            let (gfx, below) = folder.below("GFX")?;
            let (map, rooms) = below.below("map")?;
            Some((way + &gfx + &map, rooms))
        })
    }

    /// Returns the archives that games mount and that may be looked into, with the way to each: the one that the folder is in, and with
    /// `all` those below the border too.
    pub(crate) fn mounts(&self, all: bool) -> Vec<(Mount, String, Self)> {
        let Some(canonical) = self.canonical() else { return Vec::new() };
        let own = self.store.archive(&canonical);
        let border = self.border.as_ref().filter(|_| all).and_then(|border| self.store.canonicalize(border));
        let mut found = Vec::new();
        for place in [own, border].into_iter().flatten() {
            for mount in self.listings.mounts(&place, &*self.store).iter() {
                if let Some((way, folder)) = self.across(&canonical, &mount.root) {
                    found.push((mount.clone(), way, folder));
                }
            }
        }
        found
    }

    /// Returns the folder that may be looked into, and the way to it from another one.
    fn across(&self, from: &Path, border: &Path) -> Option<(String, Self)> {
        let shared = from.ancestors().find(|shared| border.starts_with(shared))?;
        let up = from.strip_prefix(shared).ok()?.components().count();
        let down = border.strip_prefix(shared).ok()?.components();
        let down: Option<Vec<&str>> = down.map(|part| part.as_os_str().to_str()).collect();
        let way = down?.into_iter().fold("../".repeat(up), |way, part| way + part + "/");
        Some((way, self.other(border).within(Some(border))))
    }

    /// Returns the last part of the folder's own path; for an archive, that of the path below which games mount it.
    pub(crate) fn name(&self) -> Option<String> {
        let canonical = self.canonical()?;
        if let Some(mount) = self.mounts(false).into_iter().find(|(mount, ..)| mount.root == canonical) {
            return mount.0.prefix.last().cloned();
        }
        Some(canonical.file_name()?.to_string_lossy().into_owned())
    }

    /// Returns the path of a file of this folder, as it can be typed.
    pub(crate) fn path_of(&self, name: &str) -> PathBuf {
        self.root.strip_prefix(".").unwrap_or(&self.root).join(name)
    }

    /// Returns another file of the archive in which this folder is, whose path is that of a file here but for the case of its letters.
    pub(crate) fn alike(&self, name: &str) -> Option<String> {
        self.store.alike(&self.path_of(name))
    }

    fn image_folder(&self, way: &str, folder: &Path, name: &str) -> Option<(String, Self)> {
        let image_folder = self.other(folder.join(name));
        let inside = self.is_open(&image_folder.canonical()?);
        inside.then(|| (format!("{way}{name}/"), image_folder))
    }

    /// Returns what may not be left: without a border of its own, an archive is one.
    fn border(&self) -> Option<PathBuf> {
        let archive = || self.store.archive(&self.root);
        let border = self.border.clone().or_else(archive);
        self.store.canonicalize(border.as_ref().unwrap_or(&self.root))
    }

    /// Returns whether a border was named.
    pub(crate) fn has_border(&self) -> bool {
        self.border.is_some()
    }

    /// Returns whether names may lead upward.
    fn may_step_up(&self) -> bool {
        self.border.is_some() || self.store.archive(&self.root).is_some()
    }

    /// Returns whether a path may be looked into: below the border, or in the archive that the folder is in.
    fn is_open(&self, canonical: &Path) -> bool {
        let archive = || self.store.archive(&self.root).and_then(|archive| self.store.canonicalize(&archive));
        self.border().is_some_and(|border| canonical.starts_with(border))
            || archive().is_some_and(|archive| canonical.starts_with(archive))
    }

    pub(crate) fn canonical(&self) -> Option<PathBuf> {
        self.store.canonicalize(&self.root)
    }

    /// Finds a file directly in the folder by name and returns the name as it is on the disk.
    pub fn find(&self, name: &str) -> Option<&str> {
        self.names
            .get_or_init(|| self.listings.list(&self.root, &*self.store))
            .get(&name.to_lowercase())
            .map(String::as_str)
    }

    /// Returns the path of the file that lies below the folder under this one, whatever the case of its parts, as the games' systems
    /// have it.
    pub fn located(&self, path: &str) -> Option<String> {
        let of_rooms = || self.of_rooms().and_then(|(way, folder)| Some(way + &folder.locate(path)?));
        self.locate(path).or_else(|| self.locate_mounted(path)).or_else(of_rooms)
    }

    /// Returns the path of a file below the folder as it is on the disk, whatever the case of its parts.
    pub(crate) fn locate(&self, path: &str) -> Option<String> {
        let mut parts = path.split(['/', '\\']).filter(|part| !part.is_empty() && *part != ".");
        let file = parts.next_back()?;
        let (mut way, mut folder) = (String::new(), None);
        for part in parts {
            let (step, below) = folder.as_ref().unwrap_or(self).below(part)?;
            way.push_str(&step);
            folder = Some(below);
        }
        let folder = folder.as_ref().unwrap_or(self);
        let name = folder.find(file)?;
        folder.store.state(&folder.root.join(name))?;
        Some(way + name)
    }

    /// Returns the path of a file in an archive that a game mounts.
    pub(crate) fn locate_mounted(&self, path: &str) -> Option<String> {
        let parts: Vec<&str> = path.split(['/', '\\']).filter(|part| !part.is_empty()).collect();
        self.mounts(true).iter().find_map(|(mount, way, folder)| {
            let rest = mount.below(&parts)?.join("/");
            Some(format!("{way}{}", folder.locate(&rest)?))
        })
    }

    /// Finds the file that stands for an image, as [`find_images`](crate::find_images) does; returns its path from this folder.
    pub fn find_image(&self, path: &str) -> Option<String> {
        ImageFolders::of(self).find(path)
    }

    /// Returns whether an image was found in a place in which the game that loads such textures does not look.
    pub fn is_elsewhere(&self, path: &str, found: &str) -> bool {
        ImageFolders::of(self).is_elsewhere(path, found)
    }

    /// Returns whether a file that was found has the name of such a texture and holds something else, which the game cannot load.
    pub fn is_no_texture(&self, found: &str) -> bool {
        self.read(found).is_some_and(|bytes| crate::images::game::is_no_texture(found, &bytes))
    }

    /// Returns what was looked for in this folder, whether it was found or not: all that decides about a model but its own file.
    /// `None` when it was too much to be remembered.
    pub fn lookups(&self) -> Option<Vec<Lookup>> {
        self.lookups.list()
    }

    /// Returns whether the same would be found now; nothing is read for it but the names and states of files.
    pub fn finds_the_same(&self, lookups: &[Lookup]) -> bool {
        let mut image_folders = None;
        lookups.iter().all(|lookup| {
            let now = if lookup.is_image {
                image_folders
                    .get_or_insert_with(|| ImageFolders::of(self))
                    .find(&lookup.name)
                    .map(|path| self.found(path))
            } else {
                self.place(&lookup.name).map(|place| place.found())
            };
            now == lookup.found
        })
    }

    /// Takes note of an image that was looked for, and of the path that it was found under.
    pub(crate) fn note_image(&self, name: &str, path: Option<&str>) {
        self.lookups.add(name, true, path.map(|path| self.found(path.to_owned())));
    }

    /// Returns the state of what is found under a path.
    fn found(&self, path: String) -> Found {
        let state = self.place(&path).map(|place| place.state).unwrap_or_default();
        Found { path, state }
    }

    /// Reads a file without taking note of it.
    pub(crate) fn read(&self, name: &str) -> Option<Vec<u8>> {
        self.read_place(&self.place(name)?)
    }

    /// Returns whether a file is there and may be read.
    pub(crate) fn may_be_read(&self, name: &str) -> bool {
        self.place(name).is_some_and(|place| self.store.may_be_read(&place.path))
    }

    /// Returns whether a file is there and over the limit.
    pub(crate) fn is_too_large(&self, name: &str) -> bool {
        self.place(name).is_some_and(|place| place.state.bytes > self.limits.input_bytes)
    }

    fn read_place(&self, place: &Place) -> Option<Vec<u8>> {
        self.store.read(&place.path, &self.limits).ok()
    }

    /// Finds a file that may be read by the relative name that a model gives, whatever its size.
    fn place(&self, name: &str) -> Option<Place> {
        let parts: Vec<&str> = name.split(['/', '\\']).filter(|part| !part.is_empty() && *part != ".").collect();
        let rooted = name.starts_with(['/', '\\']);
        let allowed = |part: &&str| is_plain(part) || (*part == ".." && self.may_step_up());
        if rooted || parts.is_empty() || !parts.iter().all(allowed) {
            return None;
        }
        self.place_exactly(&parts.join("/")).or_else(|| match *parts {
            [only] => self.place_exactly(self.find(only)?),
            _ => None,
        })
    }

    fn place_exactly(&self, relative: &str) -> Option<Place> {
        let path = self.store.canonicalize(&self.canonical()?.join(relative))?;
        let state = self.store.state(&path)?;
        self.is_open(&path).then(|| Place { relative: relative.to_owned(), path, state })
    }
}

/// A file that may be read.
struct Place {
    /// The path from the folder.
    relative: String,
    path: PathBuf,
    state: FileState,
}

impl Place {
    fn found(&self) -> Found {
        Found { path: self.relative.clone(), state: self.state }
    }
}

impl Files for Folder {
    fn load(&self, name: &str) -> Option<Vec<u8>> {
        let place = self.place(name);
        // The state from before the reading: what is changed meanwhile is then seen to have changed.
        let read = place.and_then(|place| Some((place.found(), self.read_place(&place)?)));
        let (found, bytes) = read.unzip();
        self.lookups.add(name, false, found);
        bytes
    }
}

/// Returns whether one component of a path neither leads elsewhere nor hides something.
pub(crate) fn is_plain(part: &str) -> bool {
    part != ".." && part.len() <= 255 && !part.contains(':') && !part.chars().any(char::is_control)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn only_what_lies_in_the_folder_is_read() {
        let outside = tempfile::tempdir().unwrap();
        let root = outside.path().join("models");
        fs::create_dir_all(root.join("textures")).unwrap();
        fs::write(outside.path().join("secret.png"), "no").unwrap();
        fs::write(root.join("Skin.PNG"), "yes").unwrap();
        fs::write(root.join("textures/a.png"), "yes").unwrap();
        fs::write(root.join("large.png"), [0; 100]).unwrap();
        let folder = Folder::new(&root, 64);
        let absolute = outside.path().join("secret.png").to_string_lossy().into_owned();
        let long = "x".repeat(5000);
        let rows = [
            ("Skin.PNG", true),
            ("skin.png", true),
            ("./skin.png", true),
            ("textures/a.png", true),
            ("textures\\a.png", true),
            ("textures/b.png", false),
            ("large.png", false),
            ("../secret.png", false),
            ("textures/../../secret.png", false),
            (absolute.as_str(), false),
            ("/etc/passwd", false),
            ("C:\\secret.png", false),
            ("C:secret.png", false),
            ("\\\\host\\secret.png", false),
            ("skin.png\0", false),
            ("\u{1b}[31mskin.png", false),
            ("", false),
            (".", false),
            (long.as_str(), false),
        ];
        for (name, found) in rows {
            assert_eq!(folder.load(name).is_some(), found, "{name:?}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(outside.path().join("secret.png"), root.join("link.png")).unwrap();
            assert_eq!(folder.load("link.png"), None);
        }
    }

    #[test]
    fn paths_lead_down_whatever_their_case() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("Data/Tanks")).unwrap();
        fs::write(folder.path().join("Data/Tanks/T55.p3d"), "").unwrap();
        let folder = Folder::new(folder.path(), 0);
        let rows = [
            ("data\\tanks\\t55.P3D", true),
            ("/DATA/./Tanks/t55.p3d", true),
            ("data/tanks", false),
            ("data/t55.p3d", false),
            ("data/../data/tanks/t55.p3d", false),
            ("", false),
        ];
        for (path, is_there) in rows {
            assert_eq!(folder.located(path).is_some(), is_there, "{path}");
        }
    }

    #[test]
    fn a_border_further_out_allows_steps_up_to_it() {
        let outside = tempfile::tempdir().unwrap();
        let border = outside.path().join("game");
        fs::create_dir_all(border.join("models")).unwrap();
        fs::create_dir_all(border.join("Textures")).unwrap();
        fs::create_dir_all(outside.path().join("textures")).unwrap();
        fs::write(outside.path().join("secret.png"), "no").unwrap();
        fs::write(border.join("Textures/a.png"), "yes").unwrap();
        fs::write(border.join("models/b.png"), "yes").unwrap();
        let folder = Folder::new(border.join("models"), 64).within(Some(&border));
        let absolute = border.join("Textures/a.png").to_string_lossy().into_owned();
        let rows = [
            ("b.png", true),
            ("../Textures/a.png", true),
            ("..\\Textures\\a.png", true),
            ("../models/b.png", true),
            ("../../secret.png", false),
            ("../../game/../secret.png", false),
            (absolute.as_str(), false),
            ("..", false),
        ];
        for (name, found) in rows {
            assert_eq!(folder.load(name).is_some(), found, "{name:?}");
        }
        assert_eq!(folder.sibling("textures").map(|(way, _)| way).as_deref(), Some("../Textures/"));
        // Neither without a border further out, nor when the folder is outside of it.
        assert_eq!(Folder::new(border.join("models"), 64).load("../Textures/a.png"), None);
        assert!(Folder::new(border.join("models"), 64).sibling("textures").is_none());
        assert!(Folder::new(&border, 64).within(Some(&border)).sibling("textures").is_none());
        assert_eq!(Folder::new(border.join("models"), 64).within(Some(&border.join("Textures"))).load("b.png"), None);
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(outside.path(), border.join("models/textures")).unwrap();
            assert!(folder.below("textures").is_none());
            assert_eq!(folder.load("textures/secret.png"), None);
        }
    }
}
